"""A bot as a Python class: it buys Gallons of Glory, strikes where the odds say it hurts, else anything.

PYTHONPATH=examples/bots esquive match krosmaster --agents python_bot:Hunter random
"""

from random import Random
from typing import Any

from esquive.core.game import Game
from esquive.core.odds import TooManyWays, odds_of
from esquive.core.waiting import Decision


class Hunter:
    """Takes the answer that injures most by the exact odds."""

    name = "hunter"

    @classmethod
    def for_game(cls, game: Game) -> "Hunter | None":
        """Plays Krosmaster Arena alone: it speaks of injuries and Gallons of Glory."""
        return cls() if game.name == "krosmaster" else None

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """Deals anew what its seat cannot know, and weighs every cast by its odds."""
        known = game.hide(state, decision.seat, rng)
        lines = {line: state.answer_of(line) for line in decision.lines()}
        if "buy-gg" in lines:
            return lines["buy-gg"]
        casts = [line for line in lines if line.startswith("cast ")]
        best, most = "", 0.0
        for line in casts:
            harm = self.harm(game, known, lines[line], decision.seat)
            if harm > most:
                best, most = line, harm
        return lines[best] if best else decision.sample(rng)

    def harm(self, game: Game, state: Any, answer: int, seat: int) -> float:
        """How many injuries the others have more after it on average, a KO counting five; less one's own."""
        try:
            endings = odds_of(game.odds, state, answer, most=2000).endings
        except TooManyWays:
            return 0.0
        total = 0.0
        for ending in endings:
            for path, value in ending.changes.items():
                kind, unit, fact = (*path.split("."), "", "")[:3]
                if kind == "unit" and fact in ("injuries", "ko") and unit in state.names:
                    more = 5 if fact == "ko" else value - game.read(state, path)
                    is_own = state.owner[state.names.index(unit)] == seat
                    total += float(ending.probability) * (-more if is_own else more)
        return total

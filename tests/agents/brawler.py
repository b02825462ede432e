"""A bot of somebody's own, as docs/python.md shows one: it casts what it can."""

from random import Random
from typing import Any, ClassVar

from esquive.agents.base import Setting
from esquive.core.game import Game
from esquive.core.waiting import Decision


class Brawler:
    """Casts what it can, and else answers at random."""

    name = "brawler"
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("rage", "how often it casts, in 100", 100, 0, 100),
        Setting("calm", "how long it waits", 0.5, 0, 1),
        Setting("mood", "which", "red", choices=("red", "blue")),
    )

    def __init__(self, rage: int = 100, calm: float = 0.5, mood: str = "red") -> None:
        self.rage, self.calm, self.mood = rage, calm, mood

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        casts = [line for line in decision.lines() if line.startswith("cast ")]
        return state.answer_of(casts[-1]) if casts and rng.randrange(100) < self.rage else decision.sample(rng)


class Krosmaster(Brawler):
    """Plays Krosmaster alone."""

    @classmethod
    def for_game(cls, game: Game, **settings: Any) -> "Krosmaster | None":
        return cls(**settings) if game.name == "krosmaster" else None

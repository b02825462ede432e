"""Whether every card plays: games until each has been met so often, in any of them an exception or a broken invariant.

    python tools/cards_met.py krosmaster --times 50 --agent random --jobs 2
    python tools/cards_met.py krosmaster --times 20 --agent search:seconds=0,simulations=2 --turn-cap 12 --checked

Each game has two teams by chance that hold the two cards met least so far, on a ground by chance. With `--checked` the
invariants of the position are looked at after every answer. Each fault is told with the game's number and teams.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from esquive.agents.base import agent_named
from esquive.core.dice import SeededDice
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named, game_names, laboratory_of
from esquive.core.match import Match
from esquive.core.waiting import Decision

BATCH: Final = 16  # games that are drawn before the counts are looked at again


class Drawn(NamedTuple):
    """A game to be played: its number, which seeds its dice, what it begins with, and who plays it how long."""

    game: str
    number: int
    setup: dict[str, Any]
    agent: str
    turn_cap: int
    is_checked: bool


def fault_of(drawn: Drawn) -> str:
    """What went wrong in a game, "" for nothing."""
    try:
        play(drawn)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is what is looked for
        return f"game {drawn.number}, {drawn.setup}: {type(error).__name__}: {error}"
    return ""


def play(drawn: Drawn) -> None:
    """Play a game to its end or its cap; raises whatever an answer does, and EsquiveError for a broken invariant."""
    game, rng = game_named(drawn.game), Random(f"{drawn.number}/agents")
    agents = [agent_named(drawn.agent, drawn.game) for _ in range(2)]
    match = Match(game, drawn.setup, SeededDice(f"{drawn.number}/dice"), [drawn.agent] * 2, is_recorded=False)
    while not match.is_over and game.turn_of(match.state) <= drawn.turn_cap:
        waiting = match.waiting
        if not isinstance(waiting, Decision):
            raise EsquiveError(
                "the match waits for {what}, and for nobody", drawn.game, "", what=type(waiting).__name__
            )
        match.play(agents[game.player_in(match.state, waiting.seat)].choose(game, match.state, waiting, rng))
        broken = laboratory_of(drawn.game).broken(match.state) if drawn.is_checked else []
        if broken:
            raise EsquiveError("a broken invariant: {what}", drawn.game, "", what=broken[0])


def playable(name: str) -> list[str]:
    """The ids of the figures that can be played."""
    game = game_named(name)
    known = {row["id"] for row in game.cards.rows(is_playable=True)} if game.cards is not None else set()
    return sorted(known & {card for cards in game.setups.names_on_lists().values() for card in cards})


def games_of(args: argparse.Namespace, met: Counter[str], barred: set[str]) -> Iterator[Drawn]:
    """The next games, for the cards met least; a card that no legal team has is `barred` from then on."""
    setups = game_named(args.game).setups
    format_ = setups.formats()[0]
    for place in range(BATCH):
        number = sum(met.values()) * BATCH + place
        rng = Random(f"{args.seed}/{number}")
        teams: list[list[str]] = []
        for card in sorted((card for card in met if card not in barred), key=lambda card: (met[card], rng.random()))[
            :2
        ]:
            try:
                teams.append(setups.drawn_team(rng, format_.id, (card,)))
            except EsquiveError:
                barred.add(card)
        if len(teams) == 2:
            for team in teams:
                met.update(set(team))
            grounds = [
                one for one in format_.grounds if not any(setups.violations(team, format_.id, one) for team in teams)
            ]
            setup = setups.setup(format_.id, rng.choice(grounds), teams)
            yield Drawn(args.game, number, setup, args.agent, args.turn_cap, args.checked)


def main() -> int:
    """Plays until every card was met often enough; 0, or 1 where something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--times", type=int, default=50, help="in how many games each card is met; default: 50")
    parser.add_argument("--agent", default="random", help="who plays both sides; default: random")
    parser.add_argument("--turn-cap", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--checked", action="store_true", help="look at the invariants after every answer")
    args = parser.parse_args()
    met = Counter(dict.fromkeys(playable(args.game), 0))
    barred: set[str] = set()
    games, faults, began = 0, [], time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        while min(times for card, times in met.items() if card not in barred) < args.times:
            found = list(pool.map(fault_of, games_of(args, met, barred)))
            games += len(found)
            faults += [fault for fault in found if fault]
            least = min(times for card, times in met.items() if card not in barred)
            print(f"{games} games, {len(faults)} faults, the least met card in {least}", file=sys.stderr, flush=True)
    for fault in faults:
        print(fault)
    seconds = time.perf_counter() - began
    print(f"{len(met) - len(barred)} cards, each in {args.times} or more of {games} games, in {seconds:.0f} s")
    print(f"{len(faults)} faults")
    if barred:
        print(f"in no legal team: {', '.join(sorted(barred))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

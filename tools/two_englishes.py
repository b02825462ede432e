"""Which conditions of the rules read differently in their own English and in that of the message catalogue.

    python tools/two_englishes.py [--game kaos] [--games 200] [--seed 1] [--json]

Random games are played. At every decision the answer that is drawn and some of those drawn before are judged, legal or
not, and each condition is told in both ways. Kinds that differ are listed with an example, those that hold and those
that fail apart, and how often they were met. Exit code 1 when there are any.
"""

import argparse
import json
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.waiting import Condition, Decision, Over
from esquive.lab.benchmarks import starts_of

REMEMBERED: Final = 3_000  # answers that were drawn before
TRIED: Final = 6  # of them at every decision
TURNS: Final = 12  # of a game


class Kind:
    """How often a kind was met, how often both ways differed, and the last example of that."""

    def __init__(self) -> None:
        self.met = self.differed = 0
        self.catalogue = self.own = ""

    def add(self, catalogue: str, own: str) -> None:
        self.met += 1
        if catalogue != own:
            self.differed += 1
            self.catalogue, self.own = catalogue, own


def judged(game_name: str, games: int, rng: Random) -> Iterator[tuple[Any, Condition]]:
    """Each condition of the answers tried, with the position."""
    game, starts = game_named(game_name), starts_of(game_name)
    before: list[int] = []
    for number in range(games):
        state = starts[number % len(starts)].copy()
        while not isinstance(state.waiting, Over) and game.turn_of(state) <= TURNS:
            waiting = state.waiting
            answer = waiting.sample(rng)
            if isinstance(waiting, Decision):
                for tried in (answer, *rng.sample(before, min(TRIED, len(before)))):
                    try:
                        conditions = waiting.conditions(tried)
                    except EsquiveError:
                        continue  # an answer of another decision that cannot even be read here
                    for condition in conditions:
                        yield state, condition
                before = [*before[-REMEMBERED:], answer]
            state.apply(answer)


def compare(game_name: str, games: int, seed: int) -> dict[str, Kind]:
    """What was met, by kind; ` (fails)` behind the name of one that does."""
    wording = import_module(f"esquive.{game_name}.text.wording").Wording
    found: dict[str, Kind] = {}
    for state, condition in judged(game_name, games, Random(seed)):
        told = wording(state, "en")
        name = condition.kind if condition.holds else f"{condition.kind} (fails)"
        kind = found.setdefault(name, Kind())
        kind.add(told.from_catalogue(condition), told.in_own_words(condition))
    return found


def main() -> int:
    """Compare and tell; 1 when some differ."""
    parser = argparse.ArgumentParser(description="Which conditions read differently in the rules and in the catalogue.")
    parser.add_argument("--game", choices=("krosmaster", "kaos"), default="krosmaster", help="default: krosmaster")
    parser.add_argument("--games", type=int, default=200, help="how many; default: 200")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    found = compare(options.game, options.games, options.seed)
    differ = {name: kind for name, kind in sorted(found.items()) if kind.differed}
    if options.json:
        print(json.dumps({"kinds": len(found), "differ": {name: vars(kind) for name, kind in differ.items()}}))
    else:
        for name, kind in differ.items():
            print(f"{name}: {kind.differed} of {kind.met}")
            print(f"    catalogue: {kind.catalogue or '(none)'}")
            print(f"    rules:     {kind.own}")
        print(f"{len(differ)} of {len(found)} kinds differ")
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Play random games until everything the rules know has occurred, checking every position and every refusal.

    python tools/exhaustive.py                          until each thing has occurred 20 times, five minutes at most
    python tools/exhaustive.py --all --games 100000 --seconds 14400 --fuzz 0       many games, invariants only
    python tools/exhaustive.py --made-up 10000000 --seconds 7200 --fuzz 20        many answers made up and judged
    python tools/exhaustive.py --release 2.2            the same for the other rulebook
    python tools/exhaustive.py --game 1/37 --lead nox   one game again, as a failure's command says

Exit code 0 when nothing went wrong and everything that a playable card can show has occurred, 1 otherwise.
"""

import argparse
import json
import sys
import time
from typing import Any

from esquive.krosmaster.releases import release_names
from esquive.lab.krosmaster.exhaustive import Assignment, Campaign, examine

PROGRESS = 60.0  # seconds between lines that say how far it is, when nobody looks at a terminal


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Random games until everything has occurred.")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--release", choices=release_names(), default="2.7", help="of the rulebook; default: 2.7")
    parser.add_argument("--times", type=int, default=20, help="how often each thing has to occur; default: 20")
    parser.add_argument("--games", type=int, default=1_000_000, help="at most so many games")
    parser.add_argument("--seconds", type=float, default=300.0, help="at most about so long; default: 300")
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    parser.add_argument("--fuzz", type=int, default=6, help="answers made up at a decision, 0: none; default: 6")
    parser.add_argument("--every", type=int, default=4, help="at one decision in so many; default: 4")
    parser.add_argument("--made-up", type=int, default=0, help="go on until so many answers were made up")
    parser.add_argument("--turn-cap", type=int, default=60, help="turns after which a game is left; default: 60")
    parser.add_argument("--all", action="store_true", help="go on when everything has occurred")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--game", default="", help="play this one game again, by its seed")
    parser.add_argument("--lead", default="", help="with --game: the card it was asked to bring")
    return parser.parse_args()


def budget_of(options: argparse.Namespace) -> tuple[int, int, int]:
    """The turn cap, how many answers are made up at a decision, and at one decision in how many."""
    return options.turn_cap, options.fuzz, options.every


def again(options: argparse.Namespace) -> int:
    """One game again; prints what went wrong, and 1 if something did."""
    outcome = examine(Assignment(options.game, options.lead, *budget_of(options), options.release))
    print(f"{outcome.answers} answers, {outcome.fuzzed} made up, {outcome.refused} of them refused")
    for sentence in outcome.failures:
        print(sentence)
    return 1 if outcome.failures else 0


def tell(data: dict[str, Any], seconds: float) -> None:
    """The result in words."""
    print(
        f"{data['games']} games, {data['answers']} answers, {data['fuzzed']} made up ({data['refused']} refused), "
        f"{len(data['seen'])} kinds of things seen, in {seconds:.0f} s"
    )
    for name, row in data["formats"].items():
        print(f"{name}: {row['games']} games of {row['ms']} ms")
    for name, count in data["missing"].items():
        print(f"missing: {name} occurred {count} times of {data['wanted']}")
    for name in data["on_no_card"]:
        print(f"on no playable card and no reward: {name}")
    for name, reason in data["never"].items():
        print(f"never in a game: {name} ({reason})")
    for failure in data["failures"]:
        print(f"failed: {failure['command']}")
        for sentence in failure["sentences"][:3]:
            print(f"    {sentence}")


def main() -> int:
    """Play; 1 when something failed or is missing."""
    options = arguments()
    if options.game:
        return again(options)
    campaign = Campaign(options.seed, options.times, budget_of(options), options.release)
    started = told = time.monotonic()
    budget = {"all_games": options.all, "made_up": options.made_up}
    for _ in campaign.run(options.games, options.seconds, options.jobs, **budget):
        if sys.stderr.isatty() or time.monotonic() - told > PROGRESS:
            told = time.monotonic()
            left = len(campaign.missing())
            line = f"{campaign.games} games, {campaign.fuzzed} made up, {left} missing, {len(campaign.failures)} failed"
            print(line, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    data = campaign.to_data()
    if options.json:
        print(json.dumps(data, ensure_ascii=False))
    else:
        tell(data, time.monotonic() - started)
    return 1 if data["failures"] or data["missing"] else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Series of games that are kept as they are played, and go on where they were broken off: `ladder` and `balance`."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sized
from typing import Any, Final, Protocol

from esquive.cli.failures import INTERRUPTED
from esquive.cli.match import MOST_JOBS, player_of, told_aside
from esquive.cli.progress import Course
from esquive.core.errors import EsquiveError
from esquive.core.messages import messages
from esquive.core.phrases import phrase

MOST_GAMES: Final = 100_000


class Kept(Protocol):
    """Games of which some have been played before."""

    @property
    def played(self) -> Sized: ...

    @property
    def play(self) -> Callable[..., Any]: ...


def add_series(parser: argparse.ArgumentParser) -> None:
    """Declares what every series is asked for, but for the number of its games."""
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes that play; default: 1")
    parser.add_argument("--turn-cap", type=int, default=400, metavar="T", help="as for `match`; default: 400")
    parser.add_argument("--out", default="", metavar="FILE", help="where games are kept, a line each, and read again")


def check_series(args: argparse.Namespace, verb: str, unit: int, why: str) -> None:
    """Raises EsquiveError for numbers that cannot be: `unit` divides the games, and `why` says so."""
    for option, value, least, most in (
        ("--games", args.games, unit, MOST_GAMES),
        ("--jobs", args.jobs, 1, MOST_JOBS),
        ("--turn-cap", args.turn_cap, 1, MOST_GAMES),
    ):
        if not least <= value <= most or (option == "--games" and value % unit):
            range_ = phrase("use a number from {least:g} to {most:g}", least=least, most=most)
            fix = why if least <= value <= most else range_
            raise EsquiveError("{option} cannot be {value}", verb, fix, option=option, value=value)


def run_series(
    args: argparse.Namespace,
    series: Kept,
    asked: tuple[str, int],
    data_of: Callable[[float], dict[str, Any]],
    print_: Callable[[dict[str, Any], str], None],
) -> int:
    """Plays the games that are missing and prints what came of all; 0, or 130 where Ctrl-C broke it off.

    `asked`: what the series is called, and how many games it has. `data_of` makes the public keys; it is told how long
    this run took, in seconds.
    """
    label, games = asked
    began = time.perf_counter()
    is_broken_off = False
    with told_aside(args.on), Course(label, games - len(series.played), args.language) as course:
        try:
            for _ in series.play(args.jobs, player_of(args.on)):
                course.advance()
        except KeyboardInterrupt:
            is_broken_off = True
    data = data_of(time.perf_counter() - began)
    if is_broken_off:
        data["interrupted"] = {"asked": games}
    if args.json:
        print(json.dumps(data, ensure_ascii=False))
    else:
        print_(data, args.language)
    if is_broken_off:
        told = {"n": len(series.played), "asked": games}
        print(messages(args.language).say("match.interrupted", told), file=sys.stderr)
    return INTERRUPTED if is_broken_off else 0

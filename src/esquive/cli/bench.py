"""`esquive bench`: how fast the engines are, with the ratio to a known peer where the peer is installed."""

import argparse
import json
import sys
from typing import Any

from esquive.cli.failures import INTERRUPTED
from esquive.cli.languages import add_language
from esquive.cli.progress import Course
from esquive.cli.releases import add_release, release_named
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL, game_named, game_names, laboratory_of
from esquive.core.grammar import NO_BREAK, decimal
from esquive.core.messages import messages
from esquive.lab.benchmarks import PEER, benchmark, compare_releases

ROUNDS = 5
COMPARED_ROUNDS = 20  # short ones: what else the machine does falls on all releases alike


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "bench",
        help="the benchmarks, with the ratio to a known peer",
        description="Random play with all rules and events on, in one process, against random play of python-chess in "
        "the same run; the time of copying a state and of listing options; for Kaos, of the questions of geometry, of "
        "a list of proposals and of where a figure gets to.",
    )
    parser.add_argument("--game", choices=game_names(), default="", help="only this game; default: all of them")
    add_release(parser, default="each game's current one")
    parser.add_argument(
        "--releases",
        metavar="ONE,OTHER",
        help="the same games under each of these releases in turn, as in 2.2,2.7; files too",
    )
    parser.add_argument(
        "--agent", default="random", metavar="NAME", help="who plays, such as greedy; by chance if not given"
    )
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="for all of it, about; default: 10")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Measures and prints; 0, or 130 when Ctrl-C broke it off."""
    if not 0.1 <= args.seconds <= 3600:
        raise EsquiveError("--seconds cannot be {seconds}", "bench", "use 0.1 to 3600", seconds=args.seconds)
    if args.releases is not None:
        return _compare(args)
    args.release = release_named(args.release, args.game or USUAL)
    games = _games(args.game, [args.release] if args.release else [])
    found: list[dict[str, Any]] = []
    with Course(messages(args.language).say("bench.playing", {}), ROUNDS * len(games), args.language) as course:
        try:
            for game in games:
                seconds = args.seconds / len(games)
                found.append(benchmark(game, seconds, ROUNDS, course.advance, args.release, args.agent))
                if "interrupted" in found[-1]:
                    break
        except KeyboardInterrupt:
            if not found:
                raise
            found[-1]["interrupted"] = True
    if args.json:
        first, *others = found
        print(json.dumps(first | {data["game"]: data for data in others}))
    else:
        for data in found:
            _print(data, args.language)
    return _ended(found, args.language)


def _ended(measured: list[dict[str, Any]], language: str) -> int:
    """The exit code of what was measured; a measurement that was broken off is told."""
    if not any("interrupted" in data for data in measured):
        return 0
    print(messages(language).say("bench.interrupted", {}), file=sys.stderr)
    return INTERRUPTED


def _games(wanted: str, releases: list[str]) -> list[str]:
    """The game asked for, or every game that has these releases; raises EsquiveError when there is none."""
    found = []
    for name in [wanted] if wanted else game_names():
        known = [edition.id for edition in game_named(name).setups.editions()]
        if set(releases) <= set(known):
            found.append(name)
    if not found:
        raise EsquiveError(
            "no game has the release {releases}",
            "--release",
            "see `esquive match --help`",
            releases=", ".join(releases),
        )
    return found


def _compare(args: argparse.Namespace) -> int:
    """The same games under several releases, in alternating rounds."""
    releases = [release_named(name.strip(), args.game or USUAL) for name in args.releases.split(",")]
    if args.agent != "random":
        raise EsquiveError("releases are compared by random games", "--agent", "leave it out, or --releases")
    if args.release or len(set(releases)) < 2:
        raise EsquiveError("that compares no two releases", "--releases", "name two, as in --releases 2.2,2.7")
    games = _games(args.game, releases)
    found: dict[str, dict[str, Any]] = {}
    with Course(
        messages(args.language).say("bench.playing", {}), COMPARED_ROUNDS * len(games), args.language
    ) as course:
        try:
            for game in games:
                found[game] = compare_releases(game, args.seconds, COMPARED_ROUNDS, course.advance, releases)
                if "interrupted" in found[game][releases[0]]:
                    break
        except KeyboardInterrupt:
            if not found:
                raise
            next(reversed(found.values()))[releases[0]]["interrupted"] = True
    rows = [(f"{game} {release}", data) for game, by in found.items() for release, data in by.items()]
    if args.json:
        print(json.dumps(found))
    else:
        for name, data in rows:
            _print_compared(name, data, args.language)
    return _ended([data for _, data in rows], args.language)


def _print_compared(name: str, data: dict[str, Any], language: str) -> None:
    """The line of one release; what a broken off measurement has not timed is left open."""
    places = {
        "game": name,
        "decisions": f"{data['decisions_per_second']:.0f}",
        "ratio": decimal(str(data["ratio"]), language),
        "copy": decimal(str(data.get("copy_microseconds", "–")), language),
        "options": decimal(str(data.get("options_microseconds", "–")), language),
    }
    print(messages(language).say("bench.compared", places))


def _print(data: dict[str, Any], language: str) -> None:
    def say(name: str, **places: Any) -> str:
        told = {key: decimal(str(value), language) for key, value in places.items()}
        return messages(language).say(f"bench.{name}", told)

    def whole(number: float) -> str:
        return f"{number:,.0f}" if language == "en" else f"{number:,.0f}".replace(",", NO_BREAK)

    speed, games = whole(data["decisions_per_second"]), data["games_per_second"]
    print(say("speed", game=data["game"], decisions=speed, games=games))
    print(f"  {say('length', turns=data['mean_length'], decisions=data['mean_decisions'])}")
    if "copy_microseconds" in data:
        print(f"  {say('times', copy=data['copy_microseconds'], options=data['options_microseconds'])}")
    for name, value in data.items():
        if name.endswith("_microseconds") and name not in ("copy_microseconds", "options_microseconds"):
            text = f"{value} µs" if value < 1000 else f"{value / 1000:.1f} ms"
            label = name.removesuffix("_microseconds").replace("_", ", ")
            places = {"label": label, "text": decimal(text, language)}
            print(f"  {messages(language).say('rules.labelled', places)}")
    laboratory = laboratory_of(data["game"])
    if laboratory is None or not laboratory.has_peer or data["agent"] != "random":
        return
    if data["peer"] is None and "interrupted" not in data:
        print(f"  {say('no-peer', peer=PEER)}")
    elif data["peer"] is not None:
        moves = whole(data["peer"]["decisions_per_second"])
        print(f"  {say('peer', peer=PEER, moves=moves, ratio=data['ratio'])}")

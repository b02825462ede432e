"""`esquive scenario run`: runs scenario files and says what went otherwise than they expect."""

import argparse
import json
import sys
from pathlib import Path

from esquive.cli.failures import BAD_INPUT, INTERRUPTED
from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.progress import Course
from esquive.cli.releases import add_own_release, make_known
from esquive.core.error_translations import told
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.messages import messages
from esquive.core.scenario import Result, run_file


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "scenario",
        help="runs scenario files",
        description="Plays scenario files with the dice they list and checks what they expect.",
    )
    parser.add_argument("action", choices=["run"], help="run: play the files")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="scenario files, folders of them, or `-` for standard input"
    )
    add_own_release(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Runs the files; 0 when all pass, 1 when the game did otherwise, 2 when a file is at fault, 130 on Ctrl-C."""
    make_known(args.release)
    paths = scenario_files(args.files)
    results: list[Result] = []
    with Course("scenario run", len(paths), args.language) as course:
        try:
            for path in paths:
                results.append(run_file(path, game_named))
                course.advance()
        except KeyboardInterrupt:
            pass
    if args.json:
        print(json.dumps([result.to_data() for result in results], ensure_ascii=False))
    else:
        _print_results(results, args.language)
    return _ended(results, len(paths), args)


def _ended(results: list[Result], asked: int, args: argparse.Namespace) -> int:
    """The exit code of what was played; files at fault, and that it was broken off, are told."""
    said = messages(args.language)
    faults = [result.fault for result in results if result.fault is not None]
    if faults:
        others = len(faults) - 1
        more = said.say("scenario.faults", {"n": others}, others) if others else ""
        fault = " ".join(told(faults[0], args.language).split())
        print(f"esquive scenario: {fault}{more}", file=sys.stderr)
    if len(results) < asked:
        print(said.say("scenario.interrupted", {"n": len(results), "asked": asked}), file=sys.stderr)
        return INTERRUPTED
    if faults:
        return BAD_INPUT
    return 0 if all(result.passed for result in results) else 1


def scenario_files(names: list[str]) -> list[Path]:
    """The files named, and the `.toml` files of the folders named, in order of their paths.

    Raises EsquiveError for a folder without any; a file that does not exist is told when it is read.
    """
    found: list[Path] = []
    for name in names:
        path = file_named(name)
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise EsquiveError("no scenario in this folder", str(path), "scenario files end in .toml")
        found += inside
    return found


def _print_results(results: list[Result], language: str) -> None:
    said = messages(language)
    marks = {passed: said.say(f"scenario.{'passed' if passed else 'failed'}", {}) for passed in (True, False)}
    for result in results:
        print(f"{marks[result.passed]}  {result.file}: {result.title}")
        for failure in result.failures:
            print(f"        {told(failure, language)}")
    failed = sum(1 for result in results if not result.passed)
    print(said.say("scenario.total", {"n": len(results), "failed": failed}, len(results)))

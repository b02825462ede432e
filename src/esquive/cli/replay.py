"""`esquive replay`: prints a record, or verifies it."""

import argparse
import json
from typing import Any

from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.releases import add_own_release, make_known
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.record import Record, read_record, replay, verify


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "replay",
        help="prints or verifies a record",
        description="Plays a record again and prints what happened; --verify checks every answer, hash and die.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="a record, as `esquive match --records` writes them; `-` for standard input"
    )
    parser.add_argument("--verify", action="store_true", help="check the record and print only the verdict")
    add_own_release(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints or verifies; 0, or 1 when the record does not hold; raises EsquiveError for a file that is no record."""
    record = read_record(file_named(args.file))
    game = game_named(str(record.header["game"]))
    make_known(args.release, game.name)
    if args.verify:
        return _verify(args, record, game)
    entries: list[dict[str, Any]] = []
    for done in replay(record, game):
        sentences = [game.sentence(done.state, event, args.language) for event in done.events]
        if args.json:
            entries.append({**done.entry, "events": [game.event_data(done.state, event) for event in done.events]})
        else:
            print(f"{done.entry['by']:<5} {done.entry['line']}")
            for sentence in sentences:
                print(f"        {sentence}")
    if args.json:
        print(json.dumps({"header": record.header, "entries": entries, "end": record.end}, ensure_ascii=False))
    elif record.end is not None:
        print(f"end   {record.end['winner']}: {record.end['reason']}")
    return 0


def _verify(args: argparse.Namespace, record: Record, game: Game) -> int:
    problems = verify(record, game)
    lines = len(record.lines())
    marks = len(record.entries) - lines
    if args.json:
        data = {
            "file": args.file,
            "valid": not problems,
            "answers": lines,
            "hashes": marks,
            "dice": record.header["dice"].get("kind", ""),
            "end": record.end,
            "problems": problems,
        }
        print(json.dumps(data, ensure_ascii=False))
    elif problems:
        for problem in problems:
            print(f"{args.file}: {problem}")
    else:
        dice = "dice entered by hand" if record.header["dice"].get("kind") == "table" else "dice proved"
        print(f"{args.file}: valid: {lines} answers and rolls legal, {marks} hashes equal, {dice}")
    return 1 if problems else 0

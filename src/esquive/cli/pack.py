"""`esquive pack`: cards of one's own begun, checked and shown."""

import argparse
import json
from importlib.resources import files
from pathlib import Path

from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.packs import by_game
from esquive.core.document_faults import together
from esquive.core.error_translations import told
from esquive.core.errors import DocumentError
from esquive.core.games import USUAL, game_named, game_names
from esquive.core.messages import messages
from esquive.core.packs import PackReport, read_packs
from esquive.core.whole_files import write_whole


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its actions."""
    parser = subparsers.add_parser(
        "pack",
        help="cards of your own",
        description="A pack is a file, or a folder of .toml files, with cards of your own (docs/packs.md).",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="writes a pack to begin with")
    new.add_argument("file", metavar="FILE", help="where; a file that is there is left alone")
    new.add_argument("--game", choices=game_names(), default=USUAL, help=f"default: {USUAL}")
    check = actions.add_parser("check", help="all that is wrong with packs, beside the catalogue: 0 when nothing is")
    show = actions.add_parser("show", help="what packs hold, in words")
    for action in (check, show):
        action.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or `-` for standard input")
    for action in (new, check, show):
        add_language(action)
        action.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Runs the action; 0, or raises DocumentError, which knows all others, for what is wrong with a pack."""
    if args.action == "new":
        return _new(args)
    read, faults = read_packs(map(file_named, args.paths))
    catalogues = by_game(read)
    reports = [cards.check_packs(found) for cards, found in catalogues]
    warnings = [one for report in reports for one in report.findings if one.severity == "warning"]
    if not args.json:
        for one in warnings:
            print(one.told(told, args.language))
    advice = [
        one
        for cards, found in catalogues
        for last in range(len(found))
        for one in cards.review([*found[:last], *found[last + 1 :], found[last]], args.language)
        if not one.remark.is_fault
    ]
    if args.action == "check" and not args.json:
        for tip in advice:
            print(messages(args.language).say("pack.advice", {"what": tip.what, "fix": tip.fix}))
    faults += [fault for report in reports for fault in report.errors]
    if faults:
        raise together(faults)
    if args.action == "check":
        if args.json:
            held = {kind: number for report in reports for kind, number in report.held.items() if number}
            print(
                json.dumps(
                    {
                        "packs": _about(reports),
                        "held": held,
                        "warnings": [one.to_data() for one in warnings],
                        "advice": [{"what": one.what, "fix": one.fix} for one in advice],
                    }
                )
            )
            return 0
        print(*_summary(reports, args.language), sep="\n")
        return 0
    shelves = [(cards.with_packs(found), report) for (cards, found), report in zip(catalogues, reports, strict=True)]
    if args.json:
        shown = [cards.told(one, args.language) for cards, _ in shelves for one in cards.own()]
        print(json.dumps({"packs": _about(reports), "documents": shown}, ensure_ascii=False))
        return 0
    print(*_summary(reports, args.language), sep="\n")
    for cards, _ in shelves:
        for document in cards.own():
            print("", *cards.lines(document, args.language), sep="\n")
    return 0


def _new(args: argparse.Namespace) -> int:
    path = Path(args.file)
    if path.exists():
        raise DocumentError("is there already", args.file, "name a new file")
    text = files(f"esquive.{game_named(args.game).name}").joinpath("catalogue", "new-pack.txt")
    write_whole(path, text.read_text(encoding="utf-8"))
    if args.json:
        print(json.dumps({"file": args.file}))
    else:
        print(messages(args.language).say("pack.begun", {"file": args.file}))
    return 0


def _about(reports: list[PackReport]) -> list[dict[str, str]]:
    names = ("name", "version", "author", "licence")
    return [{name: getattr(one, name) for name in names} for report in reports for one in report.abouts]


def _summary(reports: list[PackReport], language: str) -> list[str]:
    """What the packs are called, and how many documents of each kind they hold."""
    said = messages(language)
    lines = [", ".join(filter(None, one.values())) for one in _about(reports)]
    for report in reports:
        lines += [said.say(f"pack.held.{kind}", {"n": n}, n) for kind, n in report.held.items() if n]
    return lines

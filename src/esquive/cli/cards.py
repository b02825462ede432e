"""`esquive cards`: the catalogues, one card in words, a check of a user's pack, and how much is playable."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs, cards_of, game_of
from esquive.core.document_faults import together
from esquive.core.error_translations import told
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.games import USUAL, game_names, games
from esquive.core.messages import messages
from esquive.core.packs import tables_of
from esquive.core.phrases import phrase
from esquive.core.text_files import read_text
from esquive.core.text_search import holds_all


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its four actions."""
    parser = subparsers.add_parser(
        "cards",
        help="the catalogue, a card in words, a check of a pack",
        description="Cards of Krosmaster Arena; with --game kaos fighters, objects, events, scenarios of Kaos.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="every card of the catalogue, or those found by words")
    listing.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="only cards whose id, name or type holds all of these; accents do not count",
    )
    listing.add_argument("--collection", default="", help="only this collection, such as dks1")
    listing.add_argument("--playable", action="store_true", help="only cards that can be played")
    show = actions.add_parser("show", help="a card, summon, reward or arena in words")
    show.add_argument(
        "id", metavar="ID", help="such as oscar-kass, water-bomb, aero-boost, the-pit; of Kaos shi-nuitfine"
    )
    check = actions.add_parser("check", help="validate card files of either game: 0 when they hold, 1 when not")
    check.add_argument(
        "paths", nargs="+", metavar="PATH", help="files, folders of .toml files, or `-` for standard input"
    )
    counted = actions.add_parser("coverage", help="how many printed cards can be played")
    for action in (listing, show):
        add_packs(action)
    for action in (listing, show, counted):
        action.add_argument("--game", choices=game_names(), default=USUAL, help=f"default: {USUAL}")
    for action in actions.choices.values():
        add_language(action)
        action.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Runs the action; 0, 1 when a check fails, or raises EsquiveError for bad input."""
    if args.action == "list":
        return _list(args)
    if args.action == "show":
        return _show(args)
    if args.action == "check":
        return _check(args)
    return _coverage(args)


def _list(args: argparse.Namespace) -> int:
    cards = cards_of(args.game)
    rows = cards.rows(args.collection, is_playable=args.playable, language=args.language)
    rows = [row for row in rows if holds_all(_searched(row), args.words)]
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        print(cards.row_line(row))
    print(cards.summary(rows, args.language))
    return 0


def _searched(row: dict[str, Any]) -> str:
    """The words by which a row of the list is found."""
    return " ".join([row["id"], row["name"], *row.get("types", ())])


def _show(args: argparse.Namespace) -> int:
    cards = cards_of(args.game)
    if args.id not in cards.ids():
        for other in games():
            if other.name != args.game and other.cards is not None and args.id in other.cards.ids():
                fix = phrase("it is of {other}: add --game {name}", other=other.title, name=other.name)
                raise DocumentError("the catalogue has no '{id}'", "cards show", fix, id=args.id)
    if args.json:
        print(json.dumps(cards.told(args.id, args.language), ensure_ascii=False))
        return 0
    for line in cards.lines(args.id, args.language):
        print(line)
    return 0


def _check(args: argparse.Namespace) -> int:
    found: list[Finding] = []
    number = 0
    unread: list[DocumentError] = []
    for path in _toml_files(args.paths):
        try:
            text = read_text(path)
            tables = tables_of(text)
            found += cards_of(game_of(tables, text)).check(path, text, tables)
        except DocumentError as error:
            unread += [error, *(one for one in error.others if isinstance(one, DocumentError))]
        number += 1
    if unread:
        if not args.json:
            _print_findings(found, args.language)
        raise together(unread)
    errors = [finding for finding in found if finding.severity == "error"]
    if args.json:
        report = {"files": number, "errors": len(errors), "findings": [finding.to_data() for finding in found]}
        print(json.dumps(report, ensure_ascii=False))
    else:
        _print_findings(found, args.language)
        counted = ((number, "checked"), (len(errors), "errors"), (len(found) - len(errors), "warnings"))
        said = messages(args.language)
        print(", ".join(said.say(f"cards.{what}", {"n": n}, n) for n, what in counted), file=sys.stderr)
    return 1 if errors else 0


def _print_findings(found: list[Finding], language: str) -> None:
    for finding in found:
        print(finding.told(told, language))


def _toml_files(names: list[str]) -> list[Path]:
    paths: list[Path] = []
    for name in names:
        path = file_named(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise DocumentError("no .toml file in this folder", name, "give card files")
            paths += inside
        else:
            paths.append(path)
    return paths


def _coverage(args: argparse.Namespace) -> int:
    data = cards_of(args.game).coverage()
    if args.json:
        print(json.dumps(data))
        return 0
    said = messages(args.language)
    for what in ("printed", "conflicting", "house"):
        print(said.say(f"cards.coverage.{what}", {**data, "n": data[what]}, data[what]))
    return 0

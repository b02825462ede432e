"""`esquive show`: draws the position of a document as text."""

import argparse
import json
from pathlib import Path

from esquive.cli.games import drawing_of, game_named
from esquive.cli.positions import read_position
from esquive.core.errors import DocumentError, EsquiveError


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "show",
        help="draws a position",
        description="Draws the position of a document or a scenario; with --json, the complete position document.",
    )
    parser.add_argument("file", metavar="FILE", help="a position document or a scenario (TOML or JSON)")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Draws the position; 0, or raises EsquiveError for a file that is none."""
    document = read_position(Path(args.file))
    name = str(document.get("game", ""))
    game = game_named(name)
    try:
        state = game.from_document(document)
    except EsquiveError as error:
        raise DocumentError(error.message, f"{args.file}: {error.where}".rstrip(": "), error.fix) from error
    print(json.dumps(game.to_document(state), ensure_ascii=False) if args.json else drawing_of(name)(state))
    return 0

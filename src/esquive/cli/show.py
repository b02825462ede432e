"""`esquive show`: draws the position of a document as text, or as a picture; a record as a film."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.positions import opened
from esquive.cli.releases import add_own_release, make_known
from esquive.cli.studies import add_chapter, none_of, question_or_study, tell
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.question_answers import play_before
from esquive.core.question_links import Study
from esquive.core.whole_files import write_whole

WIDTH: Final = 640  # of a film, in pixels
WIDTHS: Final = (200, 1920)
SPEEDS: Final = (0.25, 16)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "show",
        help="draws a position, or films a match",
        description="Draws the position of a document or a scenario; with --json, the complete position document. "
        "--film writes a record, or some steps of it, as an animated picture.",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a position document or a scenario (TOML or JSON), a study, or a link to either; with --film a record; "
        "`-` for standard input",
    )
    parser.add_argument("--svg", metavar="OUT", help="write a picture to this file instead")
    parser.add_argument(
        "--mark",
        action="append",
        default=[],
        metavar="WHAT",
        help='what the picture shows besides, as in "sight knight goblin"; may be given several times',
    )
    _add_film(parser)
    add_chapter(parser)
    add_own_release(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def _add_film(parser: argparse.ArgumentParser) -> None:
    """Declares what a film is made of."""
    film = parser.add_argument_group("a film of a record")
    film.add_argument("--film", metavar="OUT", help="write an animated picture to this file: .gif, .webp or .png")
    film.add_argument("--from", dest="first", type=int, metavar="STEP", help="begin with this step, as replays count")
    film.add_argument("--to", dest="last", type=int, metavar="STEP", help="end with this step")
    film.add_argument("--turn", type=int, metavar="N", help="only this turn, or round")
    film.add_argument("--seat", choices=SEAT_NAMES, help="whose side is at the bottom; default: p1")
    film.add_argument(
        "--width", type=_number("--width", *WIDTHS), default=WIDTH, metavar="PIXELS", help=f"default: {WIDTH}"
    )
    film.add_argument(
        "--speed", type=_number("--speed", *SPEEDS), default=1.0, metavar="X", help="2 is twice as fast; default: 1"
    )


def _number(option: str, least: float, most: float) -> Callable[[str], float]:
    """Reads a number between two others."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = most + 1
        if not least <= number <= most:
            raise EsquiveError(
                "{text!r} is no number from {least} to {most}",
                option,
                "write one of them",
                text=text,
                least=f"{least:g}",
                most=f"{most:g}",
            )
        return number

    return read


def run(args: argparse.Namespace) -> int:
    """Draws the position or writes the film; 0, or raises EsquiveError for a file that is none."""
    if args.film:
        if args.svg or args.mark:
            raise EsquiveError("a film is no picture of one position", "--film", "leave out --svg and --mark")
        from esquive.cli.film.making import make_film  # what it stands on is an extra

        return make_film(args)
    if args.first is not None or args.last is not None or args.turn is not None or args.seat:
        raise EsquiveError("steps, turns and seats are of films only", "--from", "add --film OUT")
    if args.file.endswith(".jsonl"):
        raise EsquiveError(
            "{file} is the record of a match",
            "FILE",
            "add --film OUT, or play it again: esquive replay",
            file=args.file,
        )
    question = question_or_study(args.file, args.chapter)
    if isinstance(question, Study):
        none_of(args, "svg", "mark")
        return tell(question, args, is_drawn=True)
    game = game_named(str(question.document.get("game", "")))
    make_known(args.release, game.name)
    state = opened(game, args.file, question.document)
    for line in question.after:
        play_before(game, state, line, "link", args.language)
    if args.svg:
        write_whole(Path(args.svg), game.picture(state, args.mark, args.language))
        print(
            json.dumps({"file": args.file, "svg": args.svg})
            if args.json
            else messages(args.language).say("show.written", {"file": args.svg})
        )
        return 0
    if args.mark:
        raise EsquiveError("marks are drawn on pictures only", "--mark", "add --svg OUT")
    print(json.dumps(game.to_document(state), ensure_ascii=False) if args.json else game.draw(state))
    return 0

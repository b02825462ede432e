"""`esquive show`: draws the position of a document as text, or as a picture."""

import argparse
import json
from pathlib import Path

from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.positions import opened
from esquive.cli.releases import add_own_release, make_known
from esquive.cli.studies import add_chapter, none_of, question_or_study, tell
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.messages import messages
from esquive.core.question_answers import play_before
from esquive.core.question_links import Study
from esquive.core.whole_files import write_whole


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "show",
        help="draws a position",
        description="Draws the position of a document or a scenario; with --json, the complete position document.",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a position document or a scenario (TOML or JSON), a study, or a link to either; `-` for standard input",
    )
    parser.add_argument("--svg", metavar="OUT", help="write a picture to this file instead")
    parser.add_argument(
        "--mark",
        action="append",
        default=[],
        metavar="WHAT",
        help='what the picture shows besides, as in "sight knight goblin"; may be given several times',
    )
    add_chapter(parser)
    add_own_release(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Draws the position; 0, or raises EsquiveError for a file that is none."""
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

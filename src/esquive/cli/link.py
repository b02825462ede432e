"""`esquive link`: a position, and what is asked about it, as a link to the judge's desk."""

import argparse
import json
from typing import Any

from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.positions import opened
from esquive.cli.releases import add_own_release, make_known
from esquive.cli.studies import add_chapter, none_of, print_link, question_or_study
from esquive.core.errors import EsquiveError, NotationError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.question_answers import answered, play_before, question_told
from esquive.core.question_links import PAGE, Question, Study, code_of, lasting
from esquive.core.waiting import Decision


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "link",
        help="a position and a line as a link",
        description="Writes a link to the judge's desk that holds a whole position and what is asked about it.",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a position document or a scenario (TOML or JSON), a study, or a link to either; `-` for standard input",
    )
    parser.add_argument("--do", metavar="LINE", default="", help='the line that is asked about, as in "cast con d4"')
    parser.add_argument("--after", nargs="*", default=[], metavar="LINE", help="answers and rolls played before it")
    parser.add_argument("--answers", nargs="*", default=[], metavar="LINE", help="answers to the decisions on its way")
    parser.add_argument(
        "--site", default="", metavar="URL", help="the address of the page that opens it, to stand before the link"
    )
    add_chapter(parser)
    add_own_release(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Writes the link; 0, or raises EsquiveError for what is no position, or a line that is no answer in it."""
    site = args.site if not args.site or args.site.endswith("/") else f"{args.site}/"
    asked = question_or_study(args.file, args.chapter)
    if isinstance(asked, Study):
        none_of(args, "do", "after", "answers")
        return print_link(asked, args, site)
    game = game_named(str(asked.document.get("game", "")))
    make_known(args.release, game.name)
    state = opened(game, args.file, asked.document)
    question = Question(
        lasting(game, game.to_document(state), state),
        args.do or asked.line,
        [*asked.after, *args.after],
        args.answers or asked.answers,
    )
    text = _text(game, state, question, args.language)
    link = f"{site}{PAGE}{code_of(question)}"
    if args.json:
        print(json.dumps({"link": link, "characters": len(link), "text": text}, ensure_ascii=False))
    else:
        print(link)
        if text:
            print(text)
    return 0


def _text(game: Game, state: Any, question: Question, language: str) -> str:
    """The question and its answer in a line; "" without a line that is asked about."""
    for line in question.after:
        play_before(game, state, line, "--after", language)
    if not question.line:
        return ""
    if not isinstance(state.waiting, Decision):
        raise EsquiveError("nobody is asked to decide there", "--do", "--after plays the rolls that come before it")
    try:
        return question_told(answered(game.words(state, language), question.line, tuple(question.answers)), language)
    except NotationError as error:
        raise EsquiveError(error, "--do", error.fix) from error

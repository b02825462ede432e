"""Studies on the command line: which chapter is meant, and all of them told one after the other."""

import argparse
import json

from esquive.cli.positions import asked_in, opened
from esquive.core.errors import EsquiveError, NotationError
from esquive.core.games import game_named
from esquive.core.phrases import phrase
from esquive.core.question_answers import answered, play_before, question_told
from esquive.core.question_links import STUDY_PAGE, Chapter, Question, Study, code_of_study
from esquive.core.study_files import study_to_data, with_positions
from esquive.core.waiting import Decision


def add_chapter(parser: argparse.ArgumentParser) -> None:
    """Declares `--chapter`."""
    parser.add_argument("--chapter", type=int, metavar="N", help="of a study, the question of this chapter, from 1")


def question_or_study(name: str, chapter: int | None) -> Question | Study:
    """What a link or file holds; of a study, a chapter if one is named."""
    found = asked_in(name)
    if chapter is None:
        return found
    if not isinstance(found, Study):
        raise EsquiveError("it is no study", "--chapter", "leave it out")
    if not 1 <= chapter <= len(found.chapters):
        fix = phrase("name one from 1 to {most}", most=len(found.chapters))
        raise EsquiveError("there is no chapter {number}", "--chapter", fix, number=chapter)
    return found.chapters[chapter - 1].question


def none_of(args: argparse.Namespace, *options: str) -> None:
    """Raises EsquiveError where an option was given that speaks of one question, and there is a study."""
    for option in options:
        if getattr(args, option):
            fix = "say which chapter by --chapter N"
            raise EsquiveError("the study has several questions", f"--{option}", fix)


def tell(study: Study, args: argparse.Namespace, *, is_drawn: bool) -> int:
    """Prints a study, chapter by chapter, each with what is asked and answered there; 0."""
    study = with_positions(study, args.file)
    if args.json:
        data = study_to_data(study)
        for said, chapter in zip(data["chapters"], study.chapters, strict=True):
            said["text"] = _text(chapter, args)
        print(json.dumps(data, ensure_ascii=False))
        return 0
    print(study.title)
    for number, chapter in enumerate(study.chapters, start=1):
        print(f"\n{number}. {chapter.title}".rstrip())
        told = [chapter.comment, _text(chapter, args), ", ".join(map(" → ".join, chapter.arrows))]
        print("".join(f"   {line}\n" for part in told for line in part.splitlines()), end="")
        if is_drawn:
            game = game_named(str(chapter.question.document.get("game", "")))
            state = opened(game, args.file, chapter.question.document)
            for line in chapter.question.after:
                play_before(game, state, line, "link", args.language)
            print(game.draw(state))
    return 0


def _text(chapter: Chapter, args: argparse.Namespace) -> str:
    """The question of a chapter with its answer in a line; "" where nothing is asked."""
    asked = chapter.question
    game = game_named(str(asked.document.get("game", "")))
    state = opened(game, args.file, asked.document)
    for line in asked.after:
        play_before(game, state, line, "link", args.language)
    if not asked.line or not isinstance(state.waiting, Decision):
        return asked.line
    try:
        return question_told(
            answered(game.words(state, args.language), asked.line, tuple(asked.answers)), args.language
        )
    except NotationError as error:
        raise EsquiveError(error, asked.line, error.fix) from error


def print_link(study: Study, args: argparse.Namespace, site: str) -> int:
    """Prints the address of a study, and its title; 0."""
    link = f"{site}{STUDY_PAGE}{code_of_study(with_positions(study, args.file))}"
    if args.json:
        print(json.dumps({"link": link, "characters": len(link), "text": study.title}, ensure_ascii=False))
        return 0
    print(link)
    if study.title:
        print(study.title)
    return 0

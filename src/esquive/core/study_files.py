"""Studies as files: JSON that people can read and write, with every position as a document [docs/desk.md].

Such a file says `"study": 1`, its version, a title and its chapters. The position of a chapter is a document, or the
`code` of a question. What is wrong with a file is told all at once, a sentence for each fault.
"""

import json
from typing import Any, Final

from esquive.core.did_you_mean import nearest
from esquive.core.document_faults import together
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.games import game_named
from esquive.core.phrases import phrase
from esquive.core.question_answers import state_of
from esquive.core.question_links import (
    MOST_ARROWS,
    MOST_CHAPTERS,
    MOST_COMMENT,
    MOST_LINES,
    Chapter,
    Question,
    Study,
    are_arrows,
    are_lines,
    lasting,
    question_of,
)

VERSION: Final = 1
SUFFIX: Final = ".study.json"
MOST_TITLE: Final = 200  # characters
_KEYS: Final = ("study", "title", "chapters")
_CHAPTER_KEYS: Final = ("title", "comment", "position", "code", "line", "after", "answers", "arrows")
_FORM: Final = "docs/desk.md describes the form of a study"


def is_study(said: Any) -> bool:
    """Whether the data of a JSON file are meant for a study."""
    return isinstance(said, dict) and "study" in said and "chapters" in said


def study_to_data(study: Study) -> dict[str, Any]:
    """A study as its file has it; what is empty is left out."""
    return {"study": VERSION, "title": study.title, "chapters": [_chapter_to_data(one) for one in study.chapters]}


def _chapter_to_data(chapter: Chapter) -> dict[str, Any]:
    asked = chapter.question
    said = {
        "title": chapter.title,
        "comment": chapter.comment,
        "position": asked.document,
        "line": asked.line,
        "after": asked.after,
        "answers": asked.answers,
        "arrows": chapter.arrows,
    }
    return {key: value for key, value in said.items() if value}


def study_in_text(text: str, place: str) -> Study:
    """The study of a file's text, which errors name `place`; raises DocumentError that tells every fault."""
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError("is not JSON: {error}", f"{place}:{error.lineno}", _FORM, error=error.msg) from error
    except RecursionError as error:
        raise DocumentError("is nested too deeply", place, _FORM) from error
    return study_from_data(said, place)


def study_from_data(said: Any, place: str) -> Study:
    """The study that data say; raises DocumentError that tells every fault."""
    if not is_study(said):
        raise DocumentError("it holds something else than a study", place, _FORM)
    if said["study"] != VERSION:
        fix = "open it with the newest version of the program"
        raise DocumentError(
            "the study is of version {version}, which this program does not know", place, fix, version=said["study"]
        )
    reader = _Reader(place)
    reader.no_others(said, _KEYS, "")
    title = reader.text(said, "title", MOST_TITLE, "")
    chapters = said["chapters"]
    if not isinstance(chapters, list) or len(chapters) > MOST_CHAPTERS:
        reader.fault("chapters", phrase("is no list of at most {most}", most=MOST_CHAPTERS), _FORM)
        chapters = []
    found = [reader.chapter(one, f"chapters[{number}]") for number, one in enumerate(chapters)]
    if reader.faults:
        raise together(reader.faults)
    return Study(title, found)


class _Reader:
    """Reads the parts of a file and notes what is wrong with them."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.faults: list[DocumentError] = []

    def fault(self, where: str, what: str, fix: str) -> None:
        self.faults.append(DocumentError(what, f"{self.place}: {where}", fix))

    def no_others(self, said: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        """Notes each key that means nothing."""
        for key in said:
            if key not in known:
                self.fault(where + str(key), phrase("there is no such key here"), nearest(str(key), list(known)))

    def text(self, said: dict[str, Any], key: str, most: int, where: str) -> str:
        found = said.get(key, "")
        if isinstance(found, str) and len(found) <= most:
            return found
        self.fault(where + key, phrase("is no text of at most {most} characters", most=most), phrase("shorten it"))
        return ""

    def lines(self, said: dict[str, Any], key: str, where: str) -> list[str]:
        found: Any = said.get(key, [])
        if are_lines(found):
            return list(found)
        self.fault(
            where + key,
            phrase("is no list of at most {most} lines", most=MOST_LINES),
            phrase("use lines as notation has them"),
        )
        return []

    def chapter(self, said: Any, where: str) -> Chapter:
        if not isinstance(said, dict):
            self.fault(where, phrase("is no chapter"), _FORM)
            return Chapter("", "", Question({}))
        dotted = f"{where}."
        self.no_others(said, _CHAPTER_KEYS, dotted)
        arrows = said.get("arrows", [])
        if not are_arrows(arrows):
            fix = phrase('write ["c4", "d6"], ["12.5 30", "14 8"] or ["c4"], {most} at most', most=MOST_ARROWS)
            self.fault(dotted + "arrows", phrase("are no arrows from place to place"), fix)
            arrows = []
        title, comment = self.text(said, "title", MOST_TITLE, dotted), self.text(said, "comment", MOST_COMMENT, dotted)
        return Chapter(title, comment, self.question(said, dotted), arrows)

    def question(self, said: dict[str, Any], where: str) -> Question:
        line = self.text(said, "line", 2_000, where)
        after, answers = self.lines(said, "after", where), self.lines(said, "answers", where)
        position = said.get("position")
        if ("position" in said) == ("code" in said):
            self.fault(
                where + "position", phrase("a chapter has either a position or a code"), phrase("give one of them")
            )
        elif "code" in said:
            try:
                coded = question_of(str(said["code"]))
            except DocumentError as error:
                self.fault(where + "code", error.message, error.fix)
            else:
                return Question(coded.document, line or coded.line, [*coded.after, *after], answers or coded.answers)
        elif not isinstance(position, dict):
            self.fault(where + "position", phrase("is no position document"), phrase("docs/notation.md describes them"))
        return Question(position if isinstance(position, dict) else {}, line, after, answers)


def with_positions(study: Study, place: str) -> Study:
    """The study with its positions completed as the desk has them; raises DocumentError that tells every fault."""
    faults: list[DocumentError] = []
    chapters = []
    for number, chapter in enumerate(study.chapters):
        asked = chapter.question
        try:
            game = game_named(str(asked.document.get("game", "")))
            document = lasting(game, game.to_document(state_of(game, game.complete(asked.document))))
        except EsquiveError as error:
            where = f"{place}: chapters[{number}].position: {error.where}".rstrip(": ")
            faults.append(DocumentError(error.message, where, error.fix))
        else:
            chapters.append(
                Chapter(
                    chapter.title,
                    chapter.comment,
                    Question(document, asked.line, asked.after, asked.answers),
                    chapter.arrows,
                )
            )
    if faults:
        raise together(faults)
    return Study(study.title, chapters)

"""A judge's question as a code in an address: the position and what is asked about it, and nothing kept anywhere.

A code is its version, one character, and then base64url (RFC 4648, without padding) of the CRC-32 of the text in four
bytes and the text itself, as raw deflate (RFC 1951) with a preset dictionary. The text is JSON:
`[position, line, after, answers]`, empty ones at its end left out; that of a study is
`{"title": title, "chapters": [[title, comment, position, line, after, answers, arrows], ...]}`, where arrows are left
out if there are none. Each version has a dictionary of its own, which never changes, so that old links open for ever.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game

PAGE: Final = "#/desk/"  # what stands before the code in an address
STUDY_PAGE: Final = "#/study/"
VERSION: Final = "1"
MOST_CHARACTERS: Final = 100_000  # of a code
MOST_BYTES: Final = 1024 * 1024  # of the text in it
MOST_LINES: Final = 200  # that are played before the one in question, and of answers
MOST_CHAPTERS: Final = 200  # of a study
MOST_COMMENT: Final = 4_000  # characters of a comment
MOST_ARROWS: Final = 32  # of a chapter, marked places among them

_CODE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{7,}")
_PLACE: Final = re.compile(r"[a-z]{1,2}[0-9]{1,2}|-?[0-9]{1,4}(\.[0-9]{1,4})? -?[0-9]{1,4}(\.[0-9]{1,4})?")
_COPY_AGAIN: Final = "copy the whole link again, up to its last character"


class TooLong(DocumentError):
    """What is said is too long for a link."""


class Question(Struct, frozen=True):
    """A position document, and what is asked about it: a line, the lines played before it, answers on the way.

    Without a line the question is the position alone.
    """

    document: dict[str, Any]
    line: str = ""
    after: list[str] = []
    answers: list[str] = []


class Chapter(Struct, frozen=True):
    """A question of a study, with its title and what is said of it.

    `arrows` are pairs of places, cells or points in centimetres ("12.5 30"); one place alone is marked.
    """

    title: str
    comment: str
    question: Question
    arrows: list[list[str]] = []


class Study(Struct, frozen=True):
    """Questions in an order, to be read one after the other."""

    title: str
    chapters: list[Chapter]


def is_link(text: str) -> bool:
    """Whether a text is a link to the desk, or the beginning of one, and no name of a file."""
    return PAGE in text or STUDY_PAGE in text


def code_in(link: str) -> str:
    """The code of a link, with or without the address before it."""
    return link.strip().rpartition("/")[2]


def code_of(question: Question) -> str:
    """The code of a question; raises DocumentError for one that is too long."""
    return packed(_said(question))


def question_of(link: str) -> Question:
    """The question of a link or its code; raises DocumentError that says what is wrong with it."""
    said = read_code(link)
    if isinstance(said, dict) and "chapters" in said:
        raise DocumentError("the link is a study of several questions", "link", "copy the link of one of them")
    if not isinstance(said, list):
        raise _no_question()
    return _question(said)


def code_of_study(study: Study) -> str:
    """The code of a study; raises TooLong for one that no address holds."""
    return packed({"title": study.title, "chapters": [_chapter_said(one) for one in study.chapters]})


def study_of(link: str) -> Study:
    """The study of a link or its code; raises DocumentError that says what is wrong with it."""
    said = read_code(link)
    chapters = said.get("chapters") if isinstance(said, dict) else None
    title = said.get("title") if isinstance(said, dict) else None
    if not isinstance(chapters, list) or len(chapters) > MOST_CHAPTERS or not isinstance(title, str):
        raise DocumentError("the link holds something else than a study", "link", _COPY_AGAIN)
    return Study(title, [_chapter(one) for one in chapters])


def are_arrows(said: Any) -> bool:
    """Whether something is a list of arrows: pairs of places, or one place that is marked."""
    return isinstance(said, list) and len(said) <= MOST_ARROWS and all(_is_arrow(one) for one in said)


def _is_arrow(said: Any) -> bool:
    is_pair = isinstance(said, list) and 1 <= len(said) <= 2
    return is_pair and all(isinstance(one, str) and _PLACE.fullmatch(one) for one in said)


def _chapter(said: Any) -> Chapter:
    if not isinstance(said, list) or len(said) < 3 or not all(isinstance(one, str) for one in said[:2]):
        raise _no_question()
    arrows = said[6] if len(said) == 7 else []
    if not are_arrows(arrows):
        raise _no_question()
    return Chapter(said[0], said[1], _question(said[2:6] if len(said) == 7 else said[2:]), arrows)


def _chapter_said(chapter: Chapter) -> list[Any]:
    """A chapter as a code says it; only where there are arrows are empty parts before them written."""
    asked = chapter.question
    if not chapter.arrows:
        return [chapter.title, chapter.comment, *_said(asked)]
    return [chapter.title, chapter.comment, asked.document, asked.line, asked.after, asked.answers, chapter.arrows]


def _said(question: Question) -> list[Any]:
    """A question as a code says it."""
    said: list[Any] = [question.document, question.line, question.after, question.answers]
    while len(said) > 1 and not said[-1]:
        said.pop()
    return said


def packed(said: Any) -> str:
    """What is said, as a code."""
    try:
        text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise DocumentError("the position cannot be written as JSON", "link", "use a position document") from error
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=_dictionary(VERSION))
    packed = zlib.crc32(text).to_bytes(4) + packer.compress(text) + packer.flush()
    code = VERSION + urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(code) > MOST_CHARACTERS or len(text) > MOST_BYTES:
        raise TooLong("the position is too long for a link", "link", "send it as a file")
    return code


def read_code(link: str) -> Any:
    """What a link or its code says; somebody else may have made it, so that nothing is taken for granted."""
    code = code_in(link)
    if len(code) > MOST_CHARACTERS:
        raise DocumentError("the link is longer than any that this program makes", "link", "send it as a file")
    if not _CODE.fullmatch(code):
        raise DocumentError("the link holds no question", "link", _COPY_AGAIN)
    if code[0] != VERSION:
        raise DocumentError(
            "the link is of version {version}, which this program does not know",
            "link",
            "open it with the newest version of the program, or copy it again",
            version=code[0],
        )
    try:
        return json.loads(_text(code), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _no_question() from error


def _text(code: str) -> bytes:
    """The text of a code, unpacked and compared with its checksum."""
    spoilt = DocumentError("the link has been cut short or changed", "link", _COPY_AGAIN)
    try:
        packed = urlsafe_b64decode(code[1:] + "=" * (-(len(code) - 1) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary(code[0]))
        text = unpacker.decompress(packed[4:], MOST_BYTES + 1)
    except (ValueError, zlib.error) as error:
        raise spoilt from error
    if len(text) > MOST_BYTES:
        raise DocumentError("the position in the link is larger than 1 MiB", "link", "send it as a file")
    is_whole = unpacker.eof and not unpacker.unused_data and zlib.crc32(text).to_bytes(4) == packed[:4]
    # Bits beyond the last byte say nothing, and are 0 in what this program writes.
    if not is_whole or urlsafe_b64encode(packed).rstrip(b"=").decode() != code[1:]:
        raise spoilt
    return text


def _question(said: list[Any]) -> Question:
    """The question that the parts of one say."""
    if not 1 <= len(said) <= 4 or not isinstance(said[0], dict):
        raise _no_question()
    document, line, after, answers = said + ["", [], []][len(said) - 1 :]
    if not isinstance(line, str) or not are_lines(after) or not are_lines(answers):
        raise _no_question()
    return Question(document, line, after, answers)


def _no_question() -> DocumentError:
    return DocumentError("the link holds something else than a position and a line", "link", _COPY_AGAIN)


def _no_number(name: str) -> None:
    raise ValueError(name)


def are_lines(said: Any) -> bool:
    """Whether something is a list of lines, no more than are played or answered."""
    return isinstance(said, list) and len(said) <= MOST_LINES and all(isinstance(one, str) for one in said)


def lasting(game: Game, document: dict[str, Any], state: Any = None) -> dict[str, Any]:
    """A position document without its `exact` part where the rest makes the same position: `state`, if it is known.

    What people can read outlasts what a program saves; it stays where more is under way than a document can say.
    """
    if "exact" not in document:
        return document
    readable = {key: value for key, value in document.items() if key != "exact"}
    try:
        whole = game.from_document(document) if state is None else state
        is_same = game.from_document(readable).to_data() == whole.to_data()
    except EsquiveError:
        return document
    return readable if is_same else document


@cache
def _dictionary(version: str) -> bytes:
    """The preset dictionary of a version."""
    return (files("esquive.core") / f"question_links_{version}.txt").read_bytes()

"""Position documents as files: TOML written by hand, JSON as the server sends it, or a link to the judge's desk.

A study, as a link or a file, holds several.
"""

import json
from pathlib import Path
from typing import Any

from esquive.cli.input_files import file_named
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game
from esquive.core.phrases import phrase
from esquive.core.position_texts import parse_position
from esquive.core.question_answers import state_of
from esquive.core.question_links import STUDY_PAGE, Question, Study, is_link, question_of, study_of
from esquive.core.scenario import MOST_BYTES
from esquive.core.study_files import is_study, study_in_text


def asked_in(name: str) -> Question | Study:
    """The question or the study of a link or a file (`-` for standard input); raises DocumentError for none."""
    if is_link(name):
        return study_of(name) if STUDY_PAGE in name else question_of(name)
    path = file_named(name)
    text = _text_of(path)
    return study_in_text(text, str(path)) if _is_study(text) else Question(_parsed(text, path))


def _is_study(text: str) -> bool:
    try:
        return text.lstrip().startswith("{") and is_study(json.loads(text))
    except (ValueError, RecursionError):
        return False  # what is wrong with it is told by whoever reads positions


def opened(game: Game, name: str, document: dict[str, Any]) -> Any:
    """The state of a position document that came by this name; raises DocumentError that names it."""
    try:
        return state_of(game, game.complete(document))
    except EsquiveError as error:
        called = "link" if is_link(name) else name
        raise DocumentError(error.message, f"{called}: {error.where}".rstrip(": "), error.fix) from error


def read_position(path: Path) -> dict[str, Any]:
    """The position document of a `.toml` or `.json` file; of a scenario, the position it starts from.

    Raises DocumentError that names the file, and the line where one is known.
    """
    return _parsed(_text_of(path), path)


def _parsed(text: str, path: Path) -> dict[str, Any]:
    # What comes by standard input or another pipe has no name to go by.
    return parse_position(text, str(path), is_json=None if not path.suffix else path.suffix == ".json")


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DocumentError("the file is larger than 1 MiB", str(path), "a position is a page of text")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(
            "cannot be read: {reason}",
            str(path),
            "name a position or scenario file",
            reason=phrase(str(error.strerror)),
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError("is not UTF-8 text", str(path), "save it as UTF-8") from error

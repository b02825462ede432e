"""Position documents as files: TOML written by hand, JSON as the server sends it, or a link to the judge's desk."""

import json
from pathlib import Path
from typing import Any

from esquive.cli.input_files import file_named
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game
from esquive.core.phrases import phrase
from esquive.core.question_links import Question, is_link, question_of
from esquive.core.scenario import MOST_BYTES, OWN_KEYS, parse_toml


def question_named(name: str) -> Question:
    """The question of a link, or the position of a file (`-` for standard input); raises DocumentError for none."""
    return question_of(name) if is_link(name) else Question(read_position(file_named(name)))


def opened(game: Game, name: str, document: dict[str, Any]) -> Any:
    """The state of a position document that came by this name; raises DocumentError that names it."""
    try:
        return game.from_document(game.complete(document))
    except EsquiveError as error:
        called = "link" if is_link(name) else name
        raise DocumentError(error.message, f"{called}: {error.where}".rstrip(": "), error.fix) from error


def read_position(path: Path) -> dict[str, Any]:
    """The position document of a `.toml` or `.json` file; of a scenario, the position it starts from.

    Raises DocumentError that names the file, and the line where one is known.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DocumentError("the file is larger than 1 MiB", str(path), "a position is a page of text")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(
            "cannot be read: {reason}",
            str(path),
            "name a position or scenario file",
            reason=phrase(str(error.strerror)),
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError("is not UTF-8 text", str(path), "save it as UTF-8") from error
    # What comes by standard input or another pipe has no name to go by; no TOML begins with a brace.
    is_json = path.suffix == ".json" or (not path.suffix and text.lstrip().startswith("{"))
    document = _parse_json(text, path) if is_json else parse_toml(text, str(path))
    return {key: value for key, value in document.items() if key not in OWN_KEYS}


def _parse_json(text: str, path: Path) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(
            "is not JSON: {error}", f"{path}:{error.lineno}", "use a position document", error=error.msg
        ) from error
    except RecursionError as error:
        raise DocumentError("is nested too deeply", str(path), "use a position document") from error
    if not isinstance(document, dict):
        raise DocumentError("is not an object", str(path), "use a position document")
    return document

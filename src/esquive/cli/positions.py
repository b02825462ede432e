"""Position documents as files: TOML written by hand, JSON as the server sends it, or a link to the judge's desk."""

from pathlib import Path
from typing import Any

from esquive.cli.input_files import file_named
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game
from esquive.core.phrases import phrase
from esquive.core.position_texts import parse_position
from esquive.core.question_answers import state_of
from esquive.core.question_links import Question, is_link, question_of
from esquive.core.scenario import MOST_BYTES


def question_named(name: str) -> Question:
    """The question of a link, or the position of a file (`-` for standard input); raises DocumentError for none."""
    return question_of(name) if is_link(name) else Question(read_position(file_named(name)))


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
    # What comes by standard input or another pipe has no name to go by.
    return parse_position(text, str(path), is_json=None if not path.suffix else path.suffix == ".json")

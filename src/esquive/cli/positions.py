"""Position documents as files: TOML written by hand, or JSON as the server sends it."""

import json
from pathlib import Path
from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.scenario import MOST_BYTES, OWN_KEYS, parse_toml


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

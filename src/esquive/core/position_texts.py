"""Position documents as texts: TOML written by hand, or JSON as the server sends it."""

import json
from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.exercises import OWN_KEYS as KEYS_OF_EXERCISES
from esquive.core.scenario import OWN_KEYS, parse_toml


def parse_position(text: str, place: str, *, is_json: bool | None = None) -> dict[str, Any]:
    """The position document of a text; of a scenario or an exercise, the position it starts from.

    `place` is how errors name it. Where nobody says whether it `is_json`, a brace at its beginning does: no TOML begins
    with one. Raises DocumentError that names the line where one is known.
    """
    if is_json is None:
        is_json = text.lstrip().startswith("{")
    document = _parse_json(text, place) if is_json else parse_toml(text, place)
    own = KEYS_OF_EXERCISES if "goal" in document else OWN_KEYS
    return {key: value for key, value in document.items() if key not in own}


def _parse_json(text: str, place: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(
            "is not JSON: {error}", f"{place}:{error.lineno}", "use a position document", error=error.msg
        ) from error
    except RecursionError as error:
        raise DocumentError("is nested too deeply", place, "use a position document") from error
    if not isinstance(document, dict):
        raise DocumentError("is not an object", place, "use a position document")
    return document

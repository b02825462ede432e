"""What is otherwise in one position document than in another, for who audits a position that was put right."""

from collections.abc import Iterator
from typing import Any, Final

UNREADABLE: Final = ("exact", "profiles")  # what only programs read, and cards that belong to it
MOST: Final = 40


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The keys that are otherwise, each with what stood there and what stands there now, 40 at most.

    Parts of lists are told by their ids: `unit.tofu.at: c4 -> d4`.
    """
    plain = [{key: value for key, value in one.items() if key not in UNREADABLE} for one in (before, after)]
    return [f"{path}: {_told(old)} -> {_told(new)}" for path, old, new in _differences("", *plain)][:MOST]


def _differences(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if before == after:
        return
    one, other = _by_name(before), _by_name(after)
    if one is None or other is None:
        yield path, before, after
        return
    for key in dict.fromkeys((*one, *other)):
        yield from _differences(f"{path}.{key}" if path else key, one.get(key), other.get(key))


def _by_name(value: Any) -> dict[str, Any] | None:
    """Its parts by their names; None for what has no named parts."""
    if isinstance(value, dict):
        return value
    is_named = isinstance(value, list) and value and all(isinstance(one, dict) and "id" in one for one in value)
    return {str(one["id"]): one for one in value} if is_named else None


def _told(value: Any) -> str:
    """A value in short; what is not there is a dash."""
    if value is None:
        return "-"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

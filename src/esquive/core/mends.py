"""What can be done about a fault of a document, as changes that a program can make.

Whoever finds a fault often knows the mend: the largest number allowed, the nearest free cell. It goes along with the
error, so that an editor can offer it as a button and draw the rest of the position meanwhile.
"""

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, NamedTuple

from esquive.core.phrases import phrase

Path = tuple[str | int, ...]
Change = tuple[Path, Any]  # what stands at a path from now on; None: nothing
Changes = tuple[Change, ...]

_NOTE: Final = re.compile(r"\s*\([^()]*\)")
_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


class Mend(NamedTuple):
    """A change of a document that makes a fault go away, and what it is called."""

    label: str
    changes: Changes


class Sketch(NamedTuple):
    """How a position with a fault is drawn nevertheless.

    The document is read with `changes`, and `show` then puts on the state what they left out, for drawing alone. Where
    nothing of it can be read, `state` makes one to draw.
    """

    changes: Changes = ()
    show: Callable[[Any], None] | None = None
    state: Callable[[], Any] | None = None


def path_of(where: str) -> Path:
    """The path of a place as errors name it: `unit[2] (oscar).rewards` is ("unit", 2, "rewards")."""
    plain = _NOTE.sub("", where)
    if plain in ("", "document"):
        return ()
    return tuple(int(number) if number else key for key, number in _STEP.findall(plain))


def leave_out(path: Path) -> Mend:
    """Takes what stands at a path out of the document."""
    if path and isinstance(path[-1], int):
        return Mend(phrase("remove {name}", name=f"{path[-2]}[{path[-1]}]"), ((path, None),))
    return Mend(phrase("leave {key} out", key=path[-1] if path else ""), ((path, None),))


def put_in(path: Path, value: Any) -> Mend:
    """Writes another value at a path."""
    return Mend(phrase("set {key} to {value}", key=path[-1], value=value), ((path, value),))


def changed(document: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """A copy of the document with changes; those at places that it has not are left."""
    found = deepcopy(document)
    for path, value in changes:
        parent: Any = found
        for step in path[:-1]:
            parent = parent[step] if _has(parent, step) else None
        if path:
            _write(parent, path[-1], value)
    return found


def _has(parent: Any, step: str | int) -> bool:
    if isinstance(parent, list):
        return isinstance(step, int) and step < len(parent)
    return isinstance(parent, dict) and step in parent


def _write(parent: Any, step: str | int, value: Any) -> None:
    if isinstance(parent, list) and isinstance(step, int) and step < len(parent):
        parent[step : step + 1] = [] if value is None else [value]
    elif isinstance(parent, dict) and value is None:
        parent.pop(step, None)
    elif isinstance(parent, dict):
        parent[step] = value

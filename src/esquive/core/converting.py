"""Data as the shape that is declared for it, whichever thread asks first.

What a type declares is read by msgspec when something is first converted to it, and kept with the type. Two threads
that do so at once, for types that have parts in common, end the process: one uses what the other has half read
(msgspec 0.22). A type is prepared here by one thread after the other, and then used by all of them at once.
"""

import threading
from typing import Any, Final, TypeVar

import msgspec

Kind = TypeVar("Kind")

_ONE_AT_A_TIME: Final = threading.Lock()
_PREPARED: Final[set[Any]] = set()


def prepare(kind: Any) -> None:
    """Let msgspec read what a type declares, with all its parts: for types that others convert to by themselves."""
    with _ONE_AT_A_TIME:
        msgspec.json.Decoder(kind)


def convert(data: Any, kind: type[Kind], *, strict: bool = True) -> Kind:
    """Data of lists, tables and plain values as `kind`; raises msgspec.ValidationError where it is none.

    Where it need not be `strict`, numbers and truth values may come as text.
    """
    if kind not in _PREPARED:
        prepare(kind)
        _PREPARED.add(kind)
    return msgspec.convert(data, kind, strict=strict)

"""Documents as TOML: what a program has made is written as a person would write it.

The lists of tables of a document, and those in their tables, stand under `[[name]]` and `[[name.part]]`; whatever lies
deeper is written in its line.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_DEEPEST: Final = 2


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as TOML; keys whose value is None are left out."""
    return "\n".join(_lines(document, ())).strip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    known = {key: value for key, value in table.items() if value is not None}
    apart = {key: value for key, value in known.items() if _stands_apart(value, len(path))}
    for key, value in known.items():
        if key not in apart:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in apart.items():
        inner = (*path, key)
        name = ".".join(map(_key, inner))
        if isinstance(value, Mapping):
            yield f"\n[{name}]"
            yield from _lines(value, inner)
            continue
        for one in value:
            yield f"\n[[{name}]]"
            yield from _lines(one, inner)


def _stands_apart(value: Any, depth: int) -> bool:
    """Whether a value is written as tables of its own."""
    if isinstance(value, Mapping):
        return depth == 0
    return depth < _DEEPEST and isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return f"{{ {inner} }}" if inner else "{}"
    return f"[{', '.join(_value(one) for one in value if one is not None)}]"

"""From a release file to its numbers: what it leaves out is its base's; a refusal says where and how to mend it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from esquive.core.clauses import Grammar
from esquive.core.converting import convert
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.shipped_tables import read_table
from esquive.krosmaster.releases.numbers import ReleaseParams

Data = dict[str, Any]

_PLACE: Final = re.compile(r"^(?P<what>[\s\S]*?)(?: - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`)?$")
_SECTION: Final = re.compile(r"\[(\w+)\]")
_KEY: Final = re.compile(r"(\w+) = ")
# The sections to which a release may add keys: new tokens come with new families, another book settles other options.
_OPEN: Final = (("families",), ("settled",))


def read_data(path: Path) -> Data:
    """The tables of a release file; raises DocumentError when it cannot be read or is no TOML."""
    try:
        return read_table(path)
    except OSError as error:
        raise DocumentError(error.strerror or "cannot be read", str(path), "give the path of a release file") from error
    except ValueError as error:
        raise DocumentError(
            "is not TOML: {error}", str(path), "see docs/card-format.md for how TOML looks", error=error
        ) from error


def clauses_beside_keys(text: str, book: str) -> dict[str, tuple[str, ...]]:
    """The clauses of a book that comments cite on the line of a key, by `section.key`."""
    found: dict[str, tuple[str, ...]] = {}
    grammar, section = Grammar((book,)), ""
    for line in text.splitlines():
        heading, key = _SECTION.match(line), _KEY.match(line)
        if heading:
            section = heading[1]
        elif key:
            cited = grammar.find(line)
            found[f"{section}.{key[1]}"] = tuple(one.number for one in cited if one.book == book)
    return found


def completed(data: Data, where: str, base_of: Callable[[str, str], Data]) -> Data:
    """The tables with everything that its base, and its base's base, say and they do not.

    `base_of` answers with the tables of a release by name, or raises; it is also told where the name stands.
    """
    layers = [(data, where)]
    names = [str(data.get("name", ""))]
    while "base" in layers[-1][0]:
        below, place = layers[-1]
        name = str(below["base"])
        if name in names:
            way = " -> ".join([*names, name])
            raise DocumentError(f"the bases go round in a circle: {way}", f"{place} base", "give one of them no base")
        names.append(name)
        layers.append((base_of(name, f"{place} base"), f"{name}/release.toml"))
    whole = layers.pop()[0]
    for upper, place in reversed(layers):
        if "name" not in upper:
            raise DocumentError("a release with a base has a name of its own", f"{place} name", 'add name = "…"')
        whole = _over(whole, {key: value for key, value in upper.items() if key != "base"}, place, ())
    return whole


def _over(below: Data, above: Data, where: str, path: tuple[str, ...]) -> Data:
    found = dict(below)
    for key, value in above.items():
        if key not in below and path not in _OPEN:
            raise DocumentError("the base has no such key", _place(where, (*path, key)), nearest(key, below))
        under = below.get(key)
        is_table = isinstance(under, dict) and isinstance(value, dict)
        found[key] = _over(under or {}, value, where, (*path, key)) if is_table else value
    return found


def converted(data: Data, where: str) -> ReleaseParams:
    """The numbers of complete tables; raises DocumentError that names file, section, key and fix."""
    try:
        return convert(data, ReleaseParams)
    except msgspec.ValidationError as error:
        raise _taught(str(error), data, where) from None


def _place(where: str, path: tuple[str, ...]) -> str:
    if len(path) < 2:
        return " ".join((where, *path))
    return f"{where} [{path[0]}] {'.'.join(step for step in path[1:] if not step.isdigit())}"


def _taught(message: str, data: Data, where: str) -> DocumentError:
    """What msgspec found, with the section, the key and the fix."""
    found = _PLACE.match(message)
    what, path = (found["what"], found["path"] or "") if found else (message, "")
    steps = tuple(step for step in re.split(r"[.\[\]]+", path) if step and step != "...")
    lacks = re.match(r"Object (missing required|contains unknown) field `(.+)`", what)
    if lacks:
        key = lacks[2]
        place = _place(where, (*steps, key))
        if lacks[1] == "missing required":
            return DocumentError("this key of the release is missing", place, "add it")
        return DocumentError("no rule reads this key", place, nearest(key, _names(steps)))
    own = re.match(r"(\w+): (.+)", what)
    if own and len(steps) == 1:  # said by a section's own check
        return DocumentError(own[2], _place(where, (*steps, own[1])), "correct it")
    value: Any = data
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    if isinstance(value, dict):  # an entry of a table, which msgspec does not name
        key = next(key for key, one in value.items() if not _fits({key: one}, steps))
        steps, value = (*steps, key), value[key]
    invalid = re.match(r"Invalid enum value '(.+)'", what)
    fix = nearest(invalid[1], _names(steps)) if invalid else what[0].lower() + what[1:]
    return DocumentError(f"{value!r} cannot stand here", _place(where, steps), fix)


def _fits(table: Data, steps: tuple[str, ...]) -> bool:
    """Whether a table of entries may stand at this place of a release."""
    kind: Any = ReleaseParams
    for step in steps:
        kind = get_type_hints(kind, include_extras=True)[step]
    try:
        convert(table, kind)
    except msgspec.ValidationError:
        return False
    return True


def _names(steps: tuple[str, ...]) -> list[str]:
    """The keys that a section knows, or the words that a list or table of names may hold."""
    here: Any = inspect.type_info(ReleaseParams)
    for step in steps:
        if isinstance(here, inspect.StructType):
            here = next(field.type for field in here.fields if field.name == step)
    if isinstance(here, inspect.StructType):
        return [field.name for field in here.fields]
    here = here.key_type if isinstance(here, inspect.DictType) else getattr(here, "item_type", None)
    return [str(value) for value in here.values] if isinstance(here, inspect.LiteralType) else []

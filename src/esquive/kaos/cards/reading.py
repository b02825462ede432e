"""Reading a file of Kaos: limits first, then TOML, then the declarations; every refusal names file, key and fix.

User files are untrusted: nothing in them is evaluated, included or fetched; their size and nesting are limited.
"""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.document_faults import Fill, faults_in, together, unchanged
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.shipped_tables import shipped_table
from esquive.core.text_files import MAX_BYTES, read_text
from esquive.kaos.cards.documents import Pack

MAX_DEPTH: Final = 12

_QUOTED: Final = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')
_PLACE: Final = re.compile(r"^(?P<what>[\s\S]*?)(?: - at (?:`key` in )?`\$?\.?(?P<path>[^`]*)`)?$")
_UNKNOWN: Final = re.compile(r"unknown field `(?P<name>[^`]*)`")
_MISSING: Final = re.compile(r"missing required field `(?P<name>[^`]*)`")


def load_pack(path: Path) -> Pack:
    """What a file holds; raises DocumentError for anything that is none of ours."""
    return parse_pack(read_text(path), str(path))


def read_shipped(file: Traversable) -> Pack:
    """What a file of the package holds; raises DocumentError as `parse_pack` does."""
    found = shipped_table(file)
    if found is None:
        return parse_pack(file.read_text(encoding="utf-8"), f"catalogue/{file.name}")
    return convert(found, Pack)


def parse_pack(text: str, where: str = "pack", fill: Fill = unchanged) -> Pack:
    """The same from its text; `where` names the source in errors, `fill` adds what goes without saying."""
    if len(text.encode()) > MAX_BYTES:
        raise DocumentError("the text is too long", where, phrase("at most {max_bytes} bytes", max_bytes=MAX_BYTES))
    if nesting(text) > MAX_DEPTH:
        raise DocumentError("brackets nest too deep", where, phrase("at most {most} levels", most=MAX_DEPTH))
    try:
        return convert(fill(tomllib.loads(text)), Pack)
    except (ValueError, msgspec.ValidationError) as error:
        faults = faults_in(
            text,
            Pack,
            lambda what, table: _unread(what, where, table),
            lambda what, part, data: taught(what, where, data),
            fill,
        )
        raise together(faults) from error


def _unread(message: str, where: str, table: str) -> DocumentError:
    """What is wrong with a text, or a table of it, that is no TOML, by what tomllib says."""
    found = re.search(r"\(at line (\d+), column \d+\)", message)
    place = f"{where}:{found.group(1)}" if found else where
    what = re.sub(r" \(at .*\)$", "", message)
    what += table
    return DocumentError("is not TOML: {error}", place, "see the files of the catalogue for examples", error=what)


def nesting(text: str) -> int:
    """How deep the brackets of a text nest, what is quoted or commented left out."""
    deepest = depth = 0
    for sign in _QUOTED.sub("", text):
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def taught(message: str, where: str, data: object) -> DocumentError:
    """The decoder's message with the file, the key it is about (with the id of its card) and a fix."""
    found = _PLACE.match(message)
    what, path = (found.group("what"), found.group("path") or "") if found else (message, "")
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]
    owner = owner_of(data, steps)
    key = path + (f" of '{owner}'" if owner else "")
    unknown, missing = _UNKNOWN.search(what), _MISSING.search(what)
    if unknown:
        fix: str = phrase("remove or rename the key '{key}'", key=unknown.group("name"))
    elif missing:
        fix = phrase("add the key '{key}'", key=missing.group("name"))
    else:
        fix = "give a value of that kind and range"
    return DocumentError(what[:1].lower() + what[1:], f"{where}: {key}" if key else where, fix)


def owner_of(data: Any, steps: list[int | str]) -> str:
    """The id of the innermost part on a path that has one; "" when none has."""
    owner = ""
    for step in steps:
        is_item = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if not is_item and not (isinstance(data, dict) and step in data):
            return owner
        data = data[step]
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            owner = str(data["id"])
    return owner

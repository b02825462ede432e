"""Reading a card file: limits first, then TOML, then the declarations; every refusal says where and how to mend it.

User files are untrusted. Nothing in them is evaluated, included or fetched; size, nesting and counts are limited
before anything is decoded. msgspec does the decoding and tells the place of an error as a path such as
`$.card[0].spell[1]`; this module turns the path into a line of the file and the names a reader knows.
"""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from esquive.core.converting import convert
from esquive.core.did_you_mean import nearest
from esquive.core.document_faults import Fill, faults_in, together, type_at, unchanged
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.shipped_tables import shipped_table
from esquive.core.text_files import MAX_BYTES, read_text
from esquive.krosmaster.cards.documents import Pack

MAX_DEPTH: Final = 12

_QUOTED: Final = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_HEADER: Final = re.compile(r"^\s*\[{1,2}([^\]]+)\]{1,2}", re.MULTILINE)
_PLACE: Final = re.compile(r"^(?P<what>[\s\S]*?)(?: - at (?P<key>`key` in )?`(?P<path>\$[^`]*)`)?$")

Document = TypeVar("Document", bound=msgspec.Struct)
Path_ = list[str | int]


def load_pack(path: Path) -> Pack:
    """The cards, summons, rewards and arenas of a file; raises DocumentError for anything that is none."""
    return parse_pack(read_text(path), str(path))


def parse_pack(text: str, where: str = "pack", fill: Fill = unchanged) -> Pack:
    """The same from its text; `where` names the source in errors, `fill` adds what goes without saying."""
    return decode(text, where, Pack, fill)


def read_shipped(file: Traversable, where: str, kind: type[Document]) -> Document:
    """A file of the package as one document of the kind; raises DocumentError as `decode` does."""
    found = shipped_table(file)
    return decode(file.read_text(encoding="utf-8"), where, kind) if found is None else convert(found, kind)


def decode(text: str, where: str, kind: type[Document], fill: Fill = unchanged) -> Document:
    """The text as one document of the kind; raises DocumentError with file, line and fix, which knows all others."""
    if len(text.encode()) > MAX_BYTES:
        raise DocumentError("the text is too long", where, phrase("at most {max_bytes} bytes", max_bytes=MAX_BYTES))
    deepest, line = _nesting(text)
    if deepest > MAX_DEPTH:
        raise DocumentError(
            "nests {deepest} brackets deep",
            f"{where}:{line}",
            phrase("at most {most} levels", most=MAX_DEPTH),
            deepest=deepest,
        )
    try:
        return convert(fill(tomllib.loads(text)), kind)
    except (ValueError, msgspec.ValidationError) as error:
        faults = faults_in(
            text,
            kind,
            lambda what, table: _unread(what, where, table),
            lambda what, part, data: _taught(what, part, where, data, kind),
            fill,
        )
        raise together(faults) from error


def _unread(message: str, where: str, table: str) -> DocumentError:
    """What is wrong with a text, or a table of it, that is no TOML, by what tomllib says."""
    found = re.search(r"\(at line (\d+), column \d+\)", message)
    place = f"{where}:{found.group(1)}" if found else where
    what = "a number is too long" if "int_max_str_digits" in message else re.sub(r" \(at .*\)$", "", message)
    what += table
    return DocumentError("is not TOML: {error}", place, "see docs/card-format.md for an example", error=what)


def line_of(text: str, path: Path_, key: str | None = None) -> int:
    """The line of the part at the path (names and indices), or of the key inside it; 1 when it cannot be found."""
    start, end = 0, len(text)
    is_inline = False
    table: list[str] = []
    i = 0
    while i < len(path):
        name = str(path[i])
        index = path[i + 1] if i + 1 < len(path) and isinstance(path[i + 1], int) else None
        i += 1 if index is None else 2
        wanted = ".".join([*table, name])
        heads = [m for m in _HEADER.finditer(text, start, end) if m.group(1).strip() == wanted]
        if heads and (index is None or int(index) < len(heads)):
            head = heads[int(index or 0)]
            start = head.end()
            deeper = wanted + "."
            after = (m for m in _HEADER.finditer(text, start, end) if not m.group(1).strip().startswith(deeper))
            following = next(after, None)
            end = following.start() if following else end
            table.append(name)
            continue
        at = _key_in(text, name, start, end, is_inline)
        if at is None:
            break
        is_inline = True
        start = _item(text, at, end, int(index)) if index is not None else at
    if key is not None:
        at = _key_in(text, key, start, end, is_inline)
        start = at if at is not None else start
    return text.count("\n", 0, start) + 1


def _key_in(text: str, key: str, start: int, end: int, is_inline: bool) -> int | None:
    """Where a key stands: anywhere inside a value, at the beginning of a line (if it can be) in a table."""
    anywhere = rf'(?<![\w-])"?{re.escape(key)}"?\s*='
    own_line = None if is_inline else re.compile(rf"^\s*{anywhere}", re.MULTILINE).search(text, start, end)
    found = own_line or re.compile(anywhere).search(text, start, end)
    if found is None:
        return None
    return found.end() - len(found.group().lstrip())


def _item(text: str, start: int, end: int, index: int) -> int:
    """The start of the item of that index in the array whose key begins at `start`."""
    depth = 0
    seen = -1
    for at in range(start, end):
        if text[at] in "[{":
            depth += 1
            seen += text[at] == "{" and depth == 2
            if seen == index:
                return at
        elif text[at] in "]}":
            depth -= 1
            if depth == 0:
                break
    return start


def _nesting(text: str) -> tuple[int, int]:
    """How deep brackets nest outside quotes and comments, and the line where they are deepest."""
    bare = _QUOTED.sub(lambda found: "\n" * found.group().count("\n"), text)
    depth = deepest = 0
    line = deepest_line = 1
    for character in bare:
        if character in "[{":
            depth += 1
            if depth > deepest:
                deepest, deepest_line = depth, line
        elif character in "]}":
            depth = max(0, depth - 1)
        elif character == "\n":
            line += 1
    return deepest, deepest_line


def _taught(message: str, text: str, where: str, data: Any, kind: type[msgspec.Struct]) -> DocumentError:
    """What msgspec found, with the line, the names around it and the fix."""
    found = _PLACE.match(message)
    what, path = (found["what"], _steps(found["path"] or "$")) if found else (message, [])
    owner = _named(data, path)
    unknown = re.match(r"Object contains unknown field `(.+)`", what)
    if unknown:
        key = unknown.group(1)
        known = _fields(kind, data, path)
        return DocumentError(
            "unknown key '{key}'{owner}",
            f"{where}:{line_of(text, path, key)}",
            nearest(key, known),
            key=key,
            owner=owner,
        )
    wrong_key = found is not None and found["key"] is not None
    missing = re.match(r"Object missing required field `(.+)`", what)
    if missing:
        key = missing.group(1)
        return DocumentError(
            "missing key '{key}'{owner}",
            f"{where}:{line_of(text, path)}",
            phrase("add '{key} = …'", key=key),
            key=key,
            owner=owner,
        )
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    value = re.match(r"Invalid (?:enum )?value '?(.+?)'?$", what)
    if value:
        choices = _keys(kind, data, path) if wrong_key else _choices(kind, data, path)
        wrong = value.group(1)
        place = f"{where}:{line_of(text, path)}"
        return DocumentError(
            "unknown {key} '{wrong}'{owner}", place, nearest(wrong, choices), key=key, wrong=wrong, owner=owner
        )
    said = what[0].lower() + what[1:]
    fix = "see docs/card-format.md"
    if "matching regex" in said:
        said, fix = "is no slug", "lower-case letters and digits, words joined by single hyphens"
    return DocumentError(f"'{key}'{owner}: {said}", f"{where}:{line_of(text, path)}", fix)


def _steps(path: str) -> Path_:
    steps: Path_ = []
    for name, index in _STEP.findall(path):
        steps.append(name if name else int(index) if index != "..." else "…")
    return steps


def _named(data: Any, path: Path_) -> str:
    """The names of the parts on the way, as ` in card 'oscar-kass' spell 'con'`."""
    names: list[str] = []
    here = data
    for i, step in enumerate(path):
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(step, int) and isinstance(here, dict) and isinstance(path[i - 1], str):
            called = here.get("id") or here.get("keyword") or here.get("op")
            names.append(f"{path[i - 1]} {repr(called) if called else step + 1}")
    return " in " + " ".join(names) if names else ""


def _fields(kind: Any, data: Any, path: Path_) -> list[str]:
    here = type_at(kind, data, path)
    return [f.encode_name for f in here.fields] if isinstance(here, inspect.StructType) else []


def _choices(kind: Any, data: Any, path: Path_) -> list[str]:
    """The values allowed at the path: of a tag, a literal or the keys of a table."""
    holder = type_at(kind, data, path[:-1])
    here = type_at(kind, data, path)
    if isinstance(holder, inspect.UnionType):
        return [str(o.tag) for o in holder.types if isinstance(o, inspect.StructType)]
    if isinstance(here, inspect.LiteralType):
        return [str(value) for value in here.values]
    if isinstance(here, inspect.UnionType):
        numbers = ["a number"] if any(isinstance(option, inspect.IntType) for option in here.types) else []
        return numbers + [repr(v) for o in here.types if isinstance(o, inspect.LiteralType) for v in o.values]
    return []


def _keys(kind: Any, data: Any, path: Path_) -> list[str]:
    """The keys allowed in the table at the path."""
    here = type_at(kind, data, path)
    if isinstance(here, inspect.DictType) and isinstance(here.key_type, inspect.LiteralType):
        return [str(value) for value in here.key_type.values]
    return []

"""What documents say in place: keys and numbers checked; fighters, cards and scenery that no catalogue has.

A fighter written in a position needs no more than its id: everything else has a usual value, so that a judge's question
names only what it is about.
"""

import re
import unicodedata
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.errors import DocumentError
from esquive.core.mends import leave_out, path_of
from esquive.core.phrases import phrase
from esquive.kaos.cards.documents import Pack
from esquive.kaos.cards.reading import taught
from esquive.kaos.geometry.shapes import (
    CLIMBABLE,
    DIFFICULT,
    FLAG_NAMES,
    IMPASSABLE,
    SIGHT,
    TOP,
    Piece,
    Point,
    Table,
)
from esquive.kaos.geometry.units import CM, format_length, length_of
from esquive.kaos.table.settings import LEAST_SIDE, MOST_SIDE, OFFICIAL_SIDE

SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TABLE_KEYS: Final = ("width", "depth", "scenery")
SCENERY_KEYS: Final = ("id", "kind", "shape", "height", "flags", "low", "high")
MOST_PIECES: Final = 60
HIGHEST: Final = 30 * CM

# What a piece of a kind is unless its flags say otherwise [Ruling R216].
KIND_FLAGS: Final[dict[str, int]] = {
    "wall": IMPASSABLE | SIGHT,
    "house": IMPASSABLE | SIGHT,
    "column": IMPASSABLE | SIGHT,
    "tree": IMPASSABLE | SIGHT,
    "fence": CLIMBABLE,
    "low-wall": CLIMBABLE | SIGHT,
    "rock": CLIMBABLE | TOP | SIGHT,
    "crate": CLIMBABLE | TOP | SIGHT,
    "platform": TOP | SIGHT,
    "hill": CLIMBABLE | TOP | SIGHT,
    "ramp": TOP | SIGHT,
    "wood": DIFFICULT | SIGHT,
    "hedge": DIFFICULT | SIGHT,
    "marsh": DIFFICULT,
    "rubble": DIFFICULT,
    "water": IMPASSABLE,
}

_USUAL_FIGHTER: Final[dict[str, Any]] = {
    "source": "user",
    "tribe": "meleien",
    "cost": 20,
    "height_cm": 3.2,
    "head_cm": 2.9,
    "body_width_cm": 1.2,
    "move_cm": 10,
    "will_dice": 4,
    "life_points": 12,
    "dodge_dice": 4,
}
_USUAL_WEAPON: Final[dict[str, Any]] = {"kind": "close_melee", "dice": 4, "wounds": 4}
_USUAL_SPELL: Final[dict[str, Any]] = {"dice": 4, "range_cm": 20, "defence": "dodge_or_shield"}
_USUAL_SKILL: Final[dict[str, Any]] = {"timing": "action"}
_USUAL_OBJECT: Final[dict[str, Any]] = {"source": "user", "difficulty": 4, "timing": "action"}
_USUAL_EVENT: Final[dict[str, Any]] = {"source": "user"}
_HAVE_TEXT: Final = ("spell", "skill", "object", "event")
_PARTS: Final = {"weapon": _USUAL_WEAPON, "spell": _USUAL_SPELL, "skill": _USUAL_SKILL}
_CARDS: Final = {"fighter": _USUAL_FIGHTER, "object": _USUAL_OBJECT, "event": _USUAL_EVENT}


# --------------------------------------------------------------------------------------------------------------- checks


def check_keys(table: Any, known: tuple[str, ...], where: str) -> dict[str, Any]:
    """The table, if it is one and has no unknown key; raises DocumentError with the nearest key."""
    if not isinstance(table, dict):
        raise DocumentError("a table is expected here", where, "see docs/notation.md")
    for key in table:
        if key not in known:
            near = get_close_matches(str(key), known, 1)
            fix = (
                phrase("did you mean '{near}'?", near=near[0])
                if near
                else phrase("known keys: {known}", known=", ".join(known))
            )
            raise DocumentError("unknown key {key!r}", where, fix, key=key).mended(leave_out((*path_of(where), key)))
    return table


def flag(table: dict[str, Any], key: str, default: bool, where: str) -> bool:
    """The true or false at a key, or the default; 0 and 1 will do."""
    value = table.get(key, default)
    if value not in (0, 1):
        raise DocumentError("{key} cannot be {value!r}", where, "use true or false", key=key, value=value)
    return bool(value)


def length(table: dict[str, Any], key: str, default: int, where: str, least: int, most: int) -> int:
    """The length at a key in micrometres, or the default; raises DocumentError outside the limits."""
    value = length_of(table[key], f"{where}.{key}") if key in table else default
    if not least <= value <= most:
        fix = phrase("from {least} to {most} cm", least=format_length(least), most=format_length(most))
        raise DocumentError("{key} cannot be {value!r}", where, fix, key=key, value=table.get(key))
    return value


def tables(document: dict[str, Any], key: str) -> list[Any]:
    """The list of tables at a key, empty when there is none."""
    found = document.get(key, [])
    if not isinstance(found, list):
        raise DocumentError("{key} is a list of tables", key, phrase("write [[{key}]]", key=key), key=key)
    return found


def slug_of(text: str) -> str:
    """A name as one word of lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def number_of(value: int) -> int | float:
    """A length in micrometres as a document's number of centimetres, exactly."""
    text = format_length(value)
    return float(text) if "." in text else int(text)


# --------------------------------------------------------------------------------------------------- fighters and cards


def read_inline(document: dict[str, Any]) -> Pack | None:
    """The fighters and cards a document brings along, usual values filled in; None when it brings none.

    Fighters stand under `profile`, cards under `object` and `event`. Raises DocumentError that names key and fix.
    """
    found: dict[str, Any] = {}
    for key, kind in (("profile", "fighter"), ("object", "object"), ("event", "event")):
        entries = tables(document, key)
        if entries:
            found[kind] = [_filled(entry, kind, f"{key}[{number}]") for number, entry in enumerate(entries)]
    if not found:
        return None
    try:
        return convert(found, Pack)
    except msgspec.ValidationError as error:
        raise taught(str(error), "document", found) from error


def _filled(entry: Any, kind: str, where: str) -> dict[str, Any]:
    """A fighter or a card with its usual values."""
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise DocumentError("a {kind} needs an id", where, 'for example id = "knight"', kind=kind)
    full = _named({**_CARDS[kind], **entry}, kind)
    if kind == "fighter":
        full.setdefault("role", {"en": "fighter"})
        for part, usual in _PARTS.items():
            if isinstance(full.get(part), list):
                full[part] = [
                    _named({**usual, **one}, part) if isinstance(one, dict) and "id" in one else one
                    for one in full[part]
                ]
    return full


def _named(entry: dict[str, Any], kind: str) -> dict[str, Any]:
    plain = str(entry["id"]).replace("-", " ").capitalize()
    entry.setdefault("name", {"en": plain})
    if isinstance(entry["name"], str):
        entry["name"] = {"en": entry["name"]}
    if kind in _HAVE_TEXT:
        entry.setdefault("text", {"en": plain})
    return entry


# -------------------------------------------------------------------------------------------------------------- scenery


def table_of_document(table: Any, scenery: Any) -> Table:
    """The table of a document, with its scenery; raises DocumentError."""
    check_keys(table, TABLE_KEYS, "table")
    width = length(table, "width", OFFICIAL_SIDE, "table", LEAST_SIDE, MOST_SIDE)
    depth = length(table, "depth", OFFICIAL_SIDE, "table", LEAST_SIDE, MOST_SIDE)
    return Table(width, depth, pieces_of(scenery, "scenery"))


def pieces_of(scenery: Any, where: str) -> tuple[Piece, ...]:
    """The pieces of scenery of a list of tables."""
    if not isinstance(scenery, list) or len(scenery) > MOST_PIECES:
        raise DocumentError(
            phrase("{where} is a list of at most {most_pieces} tables", where=where, most_pieces=MOST_PIECES),
            where,
            phrase("write [[{key}]]", key=where),
        )
    found = tuple(piece_of(entry, f"{where}[{number}]") for number, entry in enumerate(scenery))
    names = [piece.name for piece in found]
    for name in names:
        if names.count(name) > 1:
            raise DocumentError("two pieces are called {name!r}", where, "give each an id of its own", name=name)
    return found


def piece_of(entry: Any, where: str) -> Piece:
    """One piece of scenery: `id kind shape`, and `height flags low high` where its kind does not settle them."""
    check_keys(entry, SCENERY_KEYS, where)
    kind = entry.get("kind", "wall")
    if not isinstance(kind, str) or not SLUG.fullmatch(kind):
        raise DocumentError(
            "kind cannot be {kind!r}",
            where,
            phrase("for example {kind_flags}", kind_flags=", ".join(KIND_FLAGS)),
            kind=kind,
        )
    name = entry.get("id", kind)
    if not isinstance(name, str) or not SLUG.fullmatch(name):
        raise DocumentError("id cannot be {name!r}", where, 'use lower-case words, as in "wall-2"', name=name)
    shape = entry.get("shape")
    if not isinstance(shape, list) or len(shape) < 3:
        raise DocumentError("a piece needs a shape", where, "list at least three corners, as in [[10, 10], [20, 10]]")
    corners = tuple(_point(corner, f"{where}.shape") for corner in shape)
    low = _point(entry["low"], f"{where}.low") if "low" in entry else None
    high = _point(entry["high"], f"{where}.high") if "high" in entry else None
    if (low is None) != (high is None):
        raise DocumentError("a ramp has a low end and a high end", where, "give both low and high, or neither")
    tall = length(entry, "height", 0 if kind in ("marsh", "rubble", "water") else 5 * CM, where, 0, HIGHEST)
    try:
        return Piece(name, kind, corners, tall, _flags(entry, kind, where), low, high)
    except ValueError as error:
        raise DocumentError(error, f"{where}.shape", "list the corners once each, in order round it") from error


def _point(value: Any, where: str) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise DocumentError(
            "{value!r} is no place", where, "a place is two lengths in centimetres, as in [10, 12.5]", value=value
        )
    return length_of(value[0], where), length_of(value[1], where)


def _flags(entry: dict[str, Any], kind: str, where: str) -> int:
    if "flags" not in entry:
        if kind not in KIND_FLAGS:
            raise DocumentError(
                "nobody knows what a {kind!r} does",
                where,
                phrase("give flags: {known}", known=", ".join(FLAG_NAMES)),
                kind=kind,
            )
        return KIND_FLAGS[kind]
    flags = 0
    given = entry["flags"]
    if not isinstance(given, list):
        raise DocumentError(
            "flags are a list", f"{where}.flags", phrase("of {flag_names}", flag_names=", ".join(FLAG_NAMES))
        )
    for name in given:
        if not isinstance(name, str) or name not in FLAG_NAMES:
            raise DocumentError(
                "unknown flag {name!r}",
                f"{where}.flags",
                phrase("known flags: {known}", known=", ".join(FLAG_NAMES)),
                name=name,
            )
        flags |= FLAG_NAMES[name]
    return flags


def write_piece(piece: Piece) -> dict[str, Any]:
    """The table of a piece of scenery, as `piece_of` reads it."""
    entry: dict[str, Any] = {
        "id": piece.name,
        "kind": piece.kind,
        "shape": [[number_of(x), number_of(y)] for x, y in piece.shape],
        "height": number_of(piece.height),
        "flags": [name for name, bit in FLAG_NAMES.items() if piece.flags & bit],
    }
    if piece.low is not None and piece.high is not None:
        entry["low"] = [number_of(value) for value in piece.low]
        entry["high"] = [number_of(value) for value in piece.high]
    return entry

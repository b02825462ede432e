"""Teams as people write them to one another: a figure a line, by its name, often with a number or a bullet.

What a line may look like: `Oscar Kass`, `2x Justice Knight`, `- Anna Tommy (Eternal)`, `3. Bill Tell, level 3`; several
figures in one line have commas, semicolons or plus signs between them. A game says what its figures are called.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from esquive.core.document_faults import together
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.text_search import folded

LIST: Final = ".txt"  # how the file of a list ends
MOST_LINES: Final = 400
MOST_TEXT: Final = 20_000
MOST_COPIES: Final = 40
CLOSEST: Final = 5  # of the names that a line may mean
_LEADING: Final = re.compile(r"^\s*(?:[-*•·–—>]+\s*|\d{1,3}[.)]\s+)+")
_BEFORE: Final = re.compile(r"^(\d{1,2})\s*[x×*]?\s+(?=\D)|^[x×](\d{1,2})\s+", re.IGNORECASE)
_AFTER: Final = re.compile(r"\s*(?:[x×*]\s*(\d{1,2})|\(\s*[x×]?\s*(\d{1,2})\s*[x×]?\s*\))\s*$", re.IGNORECASE)
_LEVEL: Final = re.compile(
    r"[\s,(\[-]*\b(?:level|lvl|lv|niveau|niv|livello|liv|nivel|pts?|points?)\.?\s*:?\s*\d{1,2}\s*[)\]]?\s*$", re.I
)
_LEVEL_FIRST: Final = re.compile(r"[\s,(\[-]*\b\d{1,2}\s*(?:levels?|niveaux?|livelli|pts?|points?)\s*[)\]]?\s*$", re.I)
_BETWEEN: Final = re.compile(r"\s*[;+]\s*|\s*,\s+(?!\s*(?:level|lvl|lv|niv|liv|\d))")
_SIGNS: Final = re.compile(r"[^a-z0-9]+")


class Meant(NamedTuple):
    """What a line of a text means: so many of a figure, or those it may mean where that is not sure ("" and ids)."""

    text: str
    copies: int
    card: str
    choices: tuple[str, ...]


def plain_name(text: str) -> str:
    """A name without case, accents and signs: `L'arène` and `larene` are the same."""
    return _SIGNS.sub("", folded(text))


def read_team(text: str, names: Mapping[str, Sequence[str]]) -> list[Meant]:
    """The figures of a text, line by line; empty lines and those that begin with `#` say nothing.

    `names` has the ids that a plain name (see `plain_name`) may mean, the usual one alone where one is usual.
    """
    found: list[Meant] = []
    for line in text[:MOST_TEXT].splitlines():
        bare = _LEADING.sub("", line).strip()
        if not bare or bare.startswith("#") or bare.endswith(":"):
            continue
        whole = _meant(bare, names)
        parts = [part for part in _BETWEEN.split(bare) if part.strip()]
        found += [whole] if whole.card or len(parts) == 1 else [_meant(part, names) for part in parts]
        if len(found) >= MOST_LINES:
            break
    return found


def _meant(text: str, names: Mapping[str, Sequence[str]]) -> Meant:
    """What one figure's text means."""
    known = names.get(plain_name(text), ())  # a name may have a number of its own
    if known:
        return _settled(text, 1, known)
    bare = _LEVEL_FIRST.sub("", _LEVEL.sub("", text)).strip()
    count = 1
    for pattern in (_BEFORE, _AFTER):
        told = pattern.search(bare)
        if told is not None:
            count = int(next(group for group in told.groups() if group))
            bare = pattern.sub("", bare).strip()
            break
    count = max(1, min(count, MOST_COPIES))
    plain = plain_name(bare)
    if plain in names:
        return _settled(text, count, names[plain])
    near = difflib.get_close_matches(plain, names, n=CLOSEST, cutoff=0.6) if plain else []
    if len(plain) >= 4:
        near += [name for name in names if plain in name and name not in near][:CLOSEST]
    choices = dict.fromkeys(card for name in near for card in names[name])
    return Meant(text, count, "", tuple(choices)[:CLOSEST])


def _settled(text: str, count: int, known: Sequence[str]) -> Meant:
    return Meant(text, count, known[0], ()) if len(known) == 1 else Meant(text, count, "", tuple(known)[: 2 * CLOSEST])


def cards_of_list(text: str, where: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """The ids of all figures of a list; raises DocumentError, which knows all others, for lines that are not sure."""
    found = read_team(text, names)
    unsure = [
        DocumentError(
            "no figure is surely meant by {line!r}",
            where,
            phrase("write one of {choices}", choices=", ".join(one.choices)) if one.choices else "write its name or id",
            line=one.text,
        )
        for one in found
        if not one.card
    ]
    if not found:
        raise DocumentError("names no figure", where, "write one a line, by name")
    if unsure:
        raise together(unsure)
    return ids_of(found)


def ids_of(found: Sequence[Meant]) -> list[str]:
    """The ids of all figures that are sure, one that is there twice named twice."""
    return [one.card for one in found for _ in range(one.copies if one.card else 0)]

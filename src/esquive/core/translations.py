"""What clauses and rulings say in other languages than English.

English is written first; a translation names by `of` the English sentence it stands for, so that a sentence whose
English has changed since is known to be out of date. Such a one is not shown: a rule in another language must never say
something else than the rule that is played.

Clauses stand in `clauses.LANGUAGE.tsv` beside the `clauses.tsv` they translate, with the columns COLUMNS. Rulings stand
in a page named after the ledger, `docs/rulings.LANGUAGE.md`, with the keys of the ledger:

    ### R12. A title
    - Question: one sentence
    - Decision: what we play
    - Reason: why
    - Of: 8 hex digits
"""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from esquive.core.errors import DocumentError
from esquive.core.messages import DEFAULT
from esquive.core.rulings import Ruling, read_sections

COLUMNS: Final = ("clause", "says", "of")
TOLD: Final = ("Question", "Decision", "Reason")
FIELDS: Final = (*TOLD, "Of")

_OF: Final = re.compile(r"[0-9a-f]{8}")


def of(*english: str) -> str:
    """The first 8 hex digits of the SHA-256 of English words in UTF-8, several of them joined by line ends."""
    return sha256("\n".join(english).encode()).hexdigest()[:8]


def of_ruling(ruling: Ruling) -> str:
    """What a translation of this ruling must name: the digits of its title, question, decision and reason."""
    return of(ruling.title, *(ruling.fields[name] for name in TOLD))


class Said:
    """A sentence and the language it is in, which is English where no translation of it as it stands is known."""

    __slots__ = ("language", "text")

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language

    def __repr__(self) -> str:
        return f"Said({self.text!r}, {self.language!r})"


@cache
def read_clauses(path: Path) -> Mapping[str, tuple[str, str]]:
    """The sentence and its `of` by clause, read once a process; none where there is no such file.

    The file is UTF-8 with one header line, tabs, no quoting. Raises DocumentError naming the line at fault.
    """
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise DocumentError("the header is not the one wanted", f"{path.name}:1", f"columns: {' '.join(COLUMNS)}")
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(lines[1:], start=2):
        where = f"{path.name}:{number}"
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or not all(cells):
            raise DocumentError("a line without its three cells", where, f"write: {' '.join(COLUMNS)}")
        clause, says, digits = cells
        if clause in found:
            raise DocumentError(f"clause {clause} is translated twice", where, "remove one line")
        if not _OF.fullmatch(digits):
            raise DocumentError(f'"{digits}" is no `of`', where, "8 hex digits of the English sentence's SHA-256")
        found[clause] = (says, digits)
    return found


def read_rulings(text: str, where: str) -> dict[str, Ruling]:
    """The rulings of a translated ledger by id, with the fields FIELDS; raises DocumentError naming the line."""
    found = read_sections(text, where, FIELDS)
    for ruling in found.values():
        if len(ruling.fields) != len(FIELDS) or not _OF.fullmatch(ruling.fields["Of"]):
            fix = f"each of {', '.join(FIELDS)} once; Of has 8 hex digits"
            raise DocumentError(f"{ruling.ruling} is not whole", f"{where}:{ruling.line}", fix)
    return found


def told(ruling: Ruling, language: str, translated: Mapping[str, Ruling]) -> Ruling:
    """A ruling of the ledger as the page of a language tells it; as it is where the page has it not or out of date."""
    own = translated.get(ruling.ruling)
    if own is None or own.fields["Of"] != of_ruling(ruling):
        return ruling
    fields = ruling.fields | {name: own.fields[name] for name in TOLD}
    return Ruling(ruling.ruling, own.title, ruling.line, fields, language)


def said(sentence: str, clause: str, language: str, folder: Path) -> Said:
    """What a clause of the list in a folder says in a language, given its English sentence."""
    says, digits = read_clauses(folder / f"clauses.{language}.tsv").get(clause, ("", ""))
    return Said(says, language) if digits == of(sentence) else Said(sentence, DEFAULT)

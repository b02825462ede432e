"""The ledger of rulings, docs/rulings.md, as a table: one section for each unclear point of a rulebook.

The page is written for readers and read by the program as it stands:

    ### R12. A title
    - Scope: duel
    - Clauses: 1.3.10, 1.3.10.b, 2.2:103.10
    - Question: one sentence
    - Decision: what we play
    - Reason: why
    - Switch: `option_name`, or release `procedure`, or none
    - Test: `test_ruling_r12_...`; none for a ruling of another format or release

Keeping the page as the only source means that a reader and a test can never see two different decisions.
"""

import re
from typing import Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase

SCOPES: Final = ("duel", "limited", "four players", "later release")
FIELDS: Final = ("Scope", "Clauses", "Question", "Decision", "Reason", "Switch", "Test")

_HEADING: Final = re.compile(r"### (R\d+)\. (.+)")
_FIELD: Final = re.compile(r"- ([A-Z][a-z]+): (.+)")
_NAME: Final = re.compile(r"`([a-z][a-z0-9_]*)`")
NONE: Final = "none"


class Ruling:
    """One decided point: its id, title and the fields of its section, as written in a language."""

    __slots__ = ("fields", "language", "line", "ruling", "title")

    def __init__(self, ruling: str, title: str, line: int, fields: dict[str, str], language: str = "en") -> None:
        self.ruling = ruling
        self.title = title
        self.line = line
        self.fields = fields
        self.language = language

    @property
    def scope(self) -> str:
        """One of SCOPES."""
        return self.fields["Scope"]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause numbers of the current release that the ruling reads; none for a later release."""
        return self.named_of("")

    def named_of(self, release: str) -> tuple[str, ...]:
        """The clause numbers that the ruling names of a later release, or of the current one: ""."""
        listed = self.fields["Clauses"]
        parts = [part.strip().rpartition(":") for part in listed.split(",")] if listed != NONE else []
        return tuple(number for named, _, number in parts if named == release)

    @property
    def tests(self) -> tuple[str, ...]:
        """The names of the test functions that hold the decision."""
        return tuple(_NAME.findall(self.fields["Test"]))

    @property
    def match_options(self) -> tuple[str, ...]:
        """The match option that changes the decision, which the field names before its default; or none."""
        switch = self.fields["Switch"]
        return () if switch.startswith("release ") else tuple(_NAME.findall(switch)[:1])

    @property
    def release_procedures(self) -> tuple[str, ...]:
        """The procedures and numbers of the release file in which the decision is written."""
        switch = self.fields["Switch"]
        return tuple(_NAME.findall(switch)) if switch.startswith("release ") else ()

    def to_data(self) -> dict[str, object]:
        """A JSON-able form; `from_data` reads it."""
        return {"ruling": self.ruling, "title": self.title, "line": self.line, "fields": dict(self.fields)}

    @classmethod
    def from_data(cls, data: dict[str, object]) -> "Ruling":
        """The ruling a dict of `to_data` stands for."""
        fields = data["fields"]
        line = data["line"]
        if not isinstance(fields, dict) or not isinstance(line, int):
            raise DocumentError("a ruling without fields", str(data.get("ruling", "")), "write the index again")
        return cls(str(data["ruling"]), str(data["title"]), line, {str(key): str(fields[key]) for key in fields})

    def __repr__(self) -> str:
        return f"Ruling({self.ruling}, {self.title!r})"


def read_ledger(text: str, where: str) -> dict[str, Ruling]:
    """The rulings of a ledger page by id, in its order; raises DocumentError naming the line at fault.

    Each section must have every field of FIELDS exactly once, in that order, each on one line.
    """
    rulings = read_sections(text, where, FIELDS)
    for ruling in rulings.values():
        _check(ruling, where)
    return rulings


def read_sections(text: str, where: str, order: tuple[str, ...]) -> dict[str, Ruling]:
    """The sections of a page of rulings by id, with the fields they have of those in `order`, which may lack some.

    Raises DocumentError naming the line for a heading that cannot be read or stands twice, and a field out of order.
    """
    found: dict[str, Ruling] = {}
    current: Ruling | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        heading = _HEADING.fullmatch(line)
        field = _FIELD.fullmatch(line)
        if heading:
            if heading.group(1) in found:
                raise DocumentError(f"{heading.group(1)} is decided twice", f"{where}:{number}", "keep one section")
            current = found[heading.group(1)] = Ruling(heading.group(1), heading.group(2), number, {})
        elif line.startswith("### R"):
            raise DocumentError("a heading that cannot be read", f"{where}:{number}", 'write "### R12. Title"')
        elif field and current is not None:
            if field.group(1) != order[min(len(current.fields), len(order) - 1)]:
                raise DocumentError(f"{field.group(1)} out of order", f"{where}:{number}", f"order: {', '.join(order)}")
            current.fields[field.group(1)] = field.group(2)
    return found


def _check(ruling: Ruling, where: str) -> None:
    place = f"{where}:{ruling.line}"
    missing = [name for name in FIELDS if name not in ruling.fields]
    if missing:
        raise DocumentError(f"{ruling.ruling} lacks {', '.join(missing)}", place, "add the lines")
    if ruling.scope not in SCOPES:
        raise DocumentError(
            f'{ruling.ruling} has scope "{ruling.scope}"',
            place,
            phrase("choose from: {known}", known=", ".join(SCOPES)),
        )
    prefix = f"test_ruling_{ruling.ruling.lower()}_"
    if ruling.scope == "duel" and not any(name.startswith(prefix) for name in ruling.tests):
        raise DocumentError(f"{ruling.ruling} names no test of its own", place, f"name a test {prefix}...")

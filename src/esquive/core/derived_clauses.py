"""The clauses of a release that states only what it says otherwise: the rest is said by another release's list.

The list of the base names, clause by clause, which numbers of the other release say the same (its column `it22`). The
list of the other release has rows of three kinds, and together they are the whole book:

    310.2e      a number of its own: what it says, where that is not what the base says, or where the base is silent
    2.7:4.14.3  a clause that only the base numbers: what this release says there; the column `it22` gives the number
                that is cited instead. No clause of this book.
    (no row)    the clause says what the base's clauses of that number say

A note that begins "plays alike: " says why a row changes nothing on the table; one that begins "2.2 only" marks what
the base does not say at all, even where its list names the number. A number may stand for several clauses of the base,
and a clause of the base for several numbers: what is counted are sentences (`Registry.sentences`).
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from esquive.core.clauses import Clause, Registry, parent_of
from esquive.core.errors import DocumentError

ALIKE: Final = "plays alike: "

_IN_TEXT: Final = re.compile(r"(?<![\w.])\d(?:\.\d+)+(?:\.[a-z])?(?![\w])")
_PARTS: Final = re.compile(r"(\d)(\d\d)?(?:\.(\d+))?([a-z])?(-[a-z]+)?")


class DerivedClause(Clause):
    """A clause of such a book: `shared` are the base's clauses that say the same or are what it says otherwise.

    `differs` says whether it plays otherwise than they do; what the base says alike is held by what cites the base.
    """

    __slots__ = ("differs", "is_own")

    def __init__(self, row: Clause, number: str, shared: tuple[str, ...], differs: bool, is_own: bool) -> None:
        super().__init__(number, row.kind, row.is_testable, row.paraphrase, row.fr, "", "", row.notes)
        self.shared = shared
        self.differs = differs
        self.is_own = is_own

    def to_data(self) -> dict[str, Any]:
        """The columns of the table, and the base's clauses."""
        return {**super().to_data(), "shared": list(self.shared), "differs": self.differs}


class DerivedRegistry(Registry):
    """The whole book, in the order of its numbers.

    `base` is the list it is derived from, `stated` what its own list says by number, and `absent` what it says where
    only the base has a clause, by the base's number.
    """

    __slots__ = ("absent", "base", "numbers", "stated")

    def __init__(self, book: str, base: Registry, rows: Iterable[Clause]) -> None:
        self.base = base
        self.stated: dict[str, Clause] = {}
        self.absent: dict[str, Clause] = {}
        for row in rows:
            prefix, _, number = row.clause.rpartition(":")
            (self.absent if prefix else self.stated)[number] = row
        shared: dict[str, list[str]] = {}
        for clause in base:
            for number in clause.numbers:
                shared.setdefault(number, []).append(clause.clause)
        self.numbers: dict[str, tuple[str, ...]] = {clause.clause: self._cited_for(clause) for clause in base}
        every = sorted({*shared, *self.stated}, key=_place)
        super().__init__(book, [self._clause(number, tuple(shared.get(number, ()))) for number in every])

    def _cited_for(self, clause: Clause) -> tuple[str, ...]:
        """The numbers that are cited for a clause of the base: its own, or the nearest that stand for it."""
        number = clause.clause
        while number:
            near = self.base.find(number)
            if near is not None and near.numbers:
                return near.numbers
            if number in self.absent:
                return self.absent[number].numbers
            number = parent_of(number)
        return ()

    def _clause(self, number: str, shared: tuple[str, ...]) -> DerivedClause:
        row = self.stated.get(number)
        if row is not None:
            is_own = not shared or row.notes.startswith("2.2 only")
            return DerivedClause(row, number, shared, ALIKE not in row.notes, is_own)
        said = [self.base.get(one) for one in shared]
        first = next((one for one in said if one.is_testable), said[0])
        text = self.text(shared, lambda one: self.base.get(one).paraphrase)
        row = Clause(number, first.kind, first.is_testable, text, "", "", "", "")
        return DerivedClause(row, number, shared, False, False)

    def text(self, shared: Iterable[str], said: Callable[[str], str]) -> str:
        """What several clauses of the base say, `said` of each, with the numbers of this book in their place."""
        return self.with_own_numbers(" ".join(dict.fromkeys(said(one) for one in shared)))

    def with_own_numbers(self, text: str) -> str:
        """A text in which clauses of the base are named by the numbers of this book."""
        return _IN_TEXT.sub(lambda match: ", ".join(self.numbers.get(match[0], ())) or match[0], text)

    def sentences(self) -> list[tuple[str, ...]]:
        """What a test can hold, in the order of the base and then of this book: a sentence has one number or several.

        A number that says what several clauses of the base say is as many sentences, one for each of them. What the
        base only names and this book rules is a sentence of this book.
        """
        shared = [clause.numbers for clause in self.base.testable() if clause.numbers]
        held = {number for numbers in shared for number in numbers}
        own = [
            one for one in self.testable() if isinstance(one, DerivedClause) and (one.is_own or one.clause not in held)
        ]
        return shared + [(one.clause,) for one in own]

    def __repr__(self) -> str:
        return f"<DerivedRegistry {self.book}: {len(self)} clauses>"


def _place(number: str) -> tuple[int, int, int, str, str]:
    """Where a number such as 310.2e stands in its book: chapter, section, clause, letter, part."""
    found = _PARTS.fullmatch(number)
    if found is None:
        raise DocumentError(f'"{number}" is no number of this book', "clauses.tsv", "numbers look like 310.2e")
    return (int(found[1]), int(found[2] or 0), int(found[3] or 0), found[4] or "", found[5] or "")

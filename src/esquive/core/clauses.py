"""The clauses of a rulebook as a table, and how code, tests and pages cite them.

Every rulebook edition has one `clauses.tsv`: each clause's number, its kind, whether a test can hold it, and what it
says in our own words. A citation is a bracket with the book and the clause, so that one search finds rule, test and
ruling alike; which books exist is told by the caller, since this package knows no game.

    [BOOK 7.2.8.c]          one clause
    [BOOK 7.2.8.c, 7.2.9]   several of one book
    [Ruling R12]            an entry of the ledger docs/rulings.md
"""

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.phrases import phrase

RULING: Final = "Ruling"
COLUMNS: Final = ("clause", "kind", "testable", "paraphrase", "fr", "it22", "it22_differs", "notes")
KINDS: Final = ("choice", "constraint", "definition", "flavour", "modifier", "optional", "procedure", "setup")

_CLAUSE: Final = re.compile(r"(?:fr:|it:|\d\.\d:)?K?\d+(?:\.\d+)*(?:\.?[a-z])?(?:-[a-z]+)?")
_LETTER: Final = re.compile(r"(\d{3}\.\d+)(?:[a-z]|-[a-z]+)")
_RULING: Final = re.compile(r"R\d+")


class Clause:
    """One numbered sentence of a rulebook, in our words."""

    __slots__ = ("clause", "fr", "is_testable", "it22", "it22_differs", "kind", "notes", "paraphrase", "shared")

    def __init__(
        self,
        clause: str,
        kind: str,
        is_testable: bool,
        paraphrase: str,
        fr: str,
        it22: str,
        it22_differs: str,
        notes: str,
    ) -> None:
        self.clause = clause
        self.kind = kind
        self.is_testable = is_testable
        self.paraphrase = paraphrase
        self.fr = fr  # how the French text of the same release differs; "" when it does not
        self.it22 = it22  # the clause numbers of release 2.2 that rule on the same
        self.it22_differs = it22_differs
        self.notes = notes
        self.shared: tuple[str, ...] = ()  # the clauses of the book that this one's is derived from

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of release 2.2, one by one."""
        return tuple(filter(None, self.it22.split(", ")))

    def to_data(self) -> dict[str, Any]:
        """A JSON-able form with the columns of the table as keys."""
        return {
            "clause": self.clause,
            "kind": self.kind,
            "testable": self.is_testable,
            "paraphrase": self.paraphrase,
            "fr": self.fr,
            "it22": self.it22,
            "it22_differs": self.it22_differs,
            "notes": self.notes,
        }

    def __repr__(self) -> str:
        return f"Clause({self.clause!r}, {self.paraphrase!r})"


class Registry:
    """All clauses of one edition of one rulebook, in the order of the book.

    `book` is how citations of this edition begin, such as `KA` in `[KA 1.1.1.a]`.
    """

    __slots__ = ("_clauses", "book")

    def __init__(self, book: str, clauses: Iterable[Clause]) -> None:
        self.book = book
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.clause in self._clauses:
                raise DocumentError(f"clause {clause.clause} is listed twice", f"clauses of {book}", "remove one line")
            self._clauses[clause.clause] = clause

    @classmethod
    def load(cls, path: Path, book: str) -> "Registry":
        """Reads a clauses.tsv (UTF-8, one header line, tabs, no quoting); raises DocumentError naming the line."""
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or tuple(lines[0].split("\t")) != COLUMNS:
            raise DocumentError("the header is not the one wanted", f"{path.name}:1", f"columns: {' '.join(COLUMNS)}")
        return cls(book, [_read_line(line, f"{path.name}:{number}") for number, line in enumerate(lines[1:], start=2)])

    def get(self, clause: str) -> Clause:
        """The clause of that number; raises EsquiveError naming the nearest known numbers."""
        if clause not in self._clauses:
            raise EsquiveError(
                '"{clause}" is no clause of {book}', "clause", self.suggestion(clause), clause=clause, book=self.book
            )
        return self._clauses[clause]

    def suggestion(self, clause: str) -> str:
        """What to write instead of an unknown number."""
        near = difflib.get_close_matches(clause, self._clauses, n=3, cutoff=0.6)
        if len(near) == 3:
            return phrase("did you mean {near} or {second} or {third}?", near=near[0], second=near[1], third=near[2])
        if len(near) == 2:
            return phrase("did you mean {near} or {second}?", near=near[0], second=near[1])
        return phrase("did you mean {near}?", near=near[0]) if near else "numbers look like 7.2.8.c"

    def find(self, clause: str) -> Clause | None:
        """The clause of that number, or None."""
        return self._clauses.get(clause)

    def is_known(self, clause: str) -> bool:
        """Whether the book has a clause of exactly this number."""
        return clause in self._clauses

    def children(self, clause: str) -> list[Clause]:
        """The clauses one level below, in the order of the book: 7.2.8 has 7.2.8.a to 7.2.8.d."""
        self.get(clause)
        return [child for number, child in self._clauses.items() if parent_of(number) == clause]

    def testable(self) -> list[Clause]:
        """The clauses a test can hold, in the order of the book; headings and flavour are none."""
        return [clause for clause in self._clauses.values() if clause.is_testable]

    def sentences(self) -> list[tuple[str, ...]]:
        """What a test can hold, each by its number; in a book derived from another a sentence may have several."""
        return [(clause.clause,) for clause in self.testable()]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __repr__(self) -> str:
        return f"<Registry {self.book}: {len(self)} clauses>"


def parent_of(number: str) -> str:
    """The clause one level above: 7.2.8 of 7.2.8.c, 310.2 of 310.2e, 310 of 310.2, 3 of 310; "" above a chapter."""
    letter = _LETTER.fullmatch(number)
    if letter:
        return letter[1]
    return number[0] if number.isdigit() and len(number) == 3 else number.rpartition(".")[0]


def is_part_of(number: str, whole: str) -> bool:
    """Whether a clause is another one or stands below it: 7.1.3.b is part of 7.1.3 and of itself."""
    while number and number != whole:
        number = parent_of(number)
    return bool(number)


def _read_line(line: str, where: str) -> Clause:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise DocumentError(f"{len(cells)} columns instead of {len(COLUMNS)}", where, "separate the columns by one tab")
    number, kind, testable, paraphrase, fr, it22, it22_differs, notes = cells
    if not _CLAUSE.fullmatch(number):
        raise DocumentError(f'"{number}" is no clause number', where, "numbers look like 7.2.8.c")
    if kind not in KINDS:
        raise DocumentError(
            f'"{kind}" is no kind of clause', where, phrase("choose from: {known}", known=", ".join(KINDS))
        )
    if testable not in ("yes", "no"):
        raise DocumentError(f'testable is "{testable}"', where, "write yes or no")
    if not paraphrase:
        raise DocumentError("the clause has no paraphrase", where, "say in our own words what it rules")
    return Clause(number, kind, testable == "yes", paraphrase, fr, it22, it22_differs, notes)


class Citation:
    """One clause or ruling named in a text: the book, the number, and the line (1 is the first) of the bracket.

    A bracket that begins like a citation but cannot be read is a citation with the number "" and its `text`.
    """

    __slots__ = ("book", "line", "number", "text")

    def __init__(self, book: str, number: str, line: int, text: str) -> None:
        self.book = book
        self.number = number
        self.line = line
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Citation) and (self.book, self.number, self.line) == (
            other.book,
            other.number,
            other.line,
        )

    def __hash__(self) -> int:
        return hash((self.book, self.number, self.line))

    def __repr__(self) -> str:
        return f"Citation({self.book!r}, {self.number!r}, line {self.line}, {self.text!r})"


class Grammar:
    """How citations of the given books are written; `Ruling` is always one of them."""

    __slots__ = ("_pattern", "books")

    def __init__(self, books: Iterable[str]) -> None:
        self.books = (*books, RULING)
        names = "|".join(re.escape(book) for book in sorted(self.books, key=len, reverse=True))
        self._pattern = re.compile(rf"\[({names})[ \n]([^\[\]]*)\]")

    def find(self, text: str) -> list[Citation]:
        """Every citation of a text in order; a bracket of several clauses gives one citation for each."""
        found: list[Citation] = []
        for match in self._pattern.finditer(text):
            book, inside = match.group(1), match.group(2)
            line = text.count("\n", 0, match.start()) + 1
            form = _RULING if book == RULING else _CLAUSE
            for part in inside.split(","):
                number = part.strip()
                found.append(Citation(book, number if form.fullmatch(number) else "", line, match.group(0)))
        return found


def check(citation: Citation, registries: dict[str, Registry], rulings: Iterable[str]) -> str:
    """What is wrong with a citation, in one sentence with the fix; "" when it names something known.

    `registries` are by book; `rulings` are the ids of the ledger.
    """
    if not citation.number:
        return f"{citation.text} cannot be read: write [{citation.book} NUMBER], several separated by commas"
    if citation.book == RULING:
        known = citation.number in set(rulings)
        return "" if known else f"{citation.text}: the ledger docs/rulings.md has no {citation.number}"
    registry = registries.get(citation.book)
    if registry is None:
        return f"{citation.text}: no list of the clauses of {citation.book} is shipped yet"
    if not registry.is_known(citation.number):
        fix = registry.suggestion(citation.number)
        return f'{citation.text}: "{citation.number}" is no clause of {citation.book}: {fix}'
    return ""

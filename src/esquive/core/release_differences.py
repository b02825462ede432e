"""Two releases of a rulebook side by side: every clause on which they differ, and the rule of their files behind it.

Nothing here is a list of its own. What differs stands in the list of clauses that is derived from the other's
(`core.derived`); what it turns on are the keys of the release files that cite one of its clauses and have other values
(`core.releases`). Only why a difference changes nothing on the table is written by hand: as the note of its row.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from esquive.core.clauses import Clause, parent_of
from esquive.core.derived_clauses import ALIKE, DerivedRegistry
from esquive.core.error_translations import NOTES, told
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.releases import Difference, Releases
from esquive.core.rulebook import Rulebook
from esquive.core.shapes import RuleOfRelease, RulesChapter, RulesCompared, RulesDifference, Saying

_RULING: Final = re.compile(r"R\d+")
_LISTED: Final = re.compile(r"\s*\(R\d+(?:, R\d+)*\)|^R\d+(?:, R\d+)*(?:; |$)|; R\d+(?:, R\d+)*$")


class _Row(NamedTuple):
    """A difference: the row of the derived list, and the numbers that each of the two books has for it."""

    row: Clause
    base: tuple[str, ...]
    own: tuple[str, ...]
    place: str  # the number of the derived book by which it is sorted


def side_by_side(
    books: Sequence[Rulebook],
    releases: Releases | None,
    one: str,
    other: str,
    language: str = "en",
    examples: Collection[str] = (),
) -> RulesCompared:
    """Every difference between two releases, by the chapters of the derived book; what plays alike is marked.

    `examples` are the clauses of the derived book that an example is named by.

    Raises DocumentError when no list of the books says in what they differ.
    """
    derived, base, registry = _derived(books, one, other)
    turning = releases.differences(base.release, derived.release) if releases is not None else []
    chapters: dict[str, list[RulesDifference]] = {}
    for row in _rows(registry):
        told = _told(row, derived, base, turning, language, examples)
        if one == base.release:
            told.says.reverse()
            for rule in told.rules:
                rule.values.reverse()
        chapters.setdefault(_chapter_of(row.place), []).append(told)
    return RulesCompared(
        game=derived.game,
        releases=[one, other],
        chapters=[
            RulesChapter(
                clause=number,
                title=derived.says(registry.get(number), language).text.partition(": ")[2].rstrip("."),
                differences=chapters[number],
            )
            for number in sorted(chapters)
        ],
    )


def _derived(books: Sequence[Rulebook], one: str, other: str) -> tuple[Rulebook, Rulebook, DerivedRegistry]:
    """The book whose list is derived from the other one's, that other one, and the list."""
    pairs = []
    for book in books:
        registry = book.registry()
        if book.base is not None and isinstance(registry, DerivedRegistry):
            pairs.append(f"{book.release} {book.base.release}")
            if {book.release, book.base.release} == {one, other}:
                return book, book.base, registry
    fix = phrase("compare: {known}", known=" or ".join(pairs)) if pairs else "ask for another game"
    raise DocumentError("no list says in what {name} and {other} differ", "--compare", fix, name=one, other=other)


def _rows(registry: DerivedRegistry) -> list[_Row]:
    """The differences in the order of the derived book, then what only the base has a clause for."""
    order = {clause.clause: place for place, clause in enumerate(registry)}
    found = [_Row(row, registry.get(number).shared, (number,), number) for number, row in registry.stated.items()]
    for number, row in registry.absent.items():
        above = registry.numbers.get(parent_of(number), ()) or row.numbers
        found.append(_Row(row, (number,), (), above[0]))
    return sorted(found, key=lambda one: order[one.place])


def _told(
    row: _Row,
    derived: Rulebook,
    base: Rulebook,
    turning: list[Difference],
    language: str,
    examples: Collection[str],
) -> RulesDifference:
    note = row.row.notes
    alike = ALIKE in note
    own = row.own if row.own or alike else row.row.numbers
    rules = [
        RuleOfRelease(key=rule.key, values=[rule.values[1], rule.values[0]])
        for rule in turning
        if _names(rule.clauses[0], row.base) or _names(rule.clauses[1], own)
    ]
    known = base.registry()
    said = [base.says(known.get(number), language).text for number in row.base]
    return RulesDifference(
        says=[
            Saying(release=derived.release, clauses=list(row.own), text=derived.says(row.row, language).text),
            Saying(release=base.release, clauses=list(row.base), text=" ".join(said)),
        ],
        alike=alike,
        rules=rules,
        rulings=_RULING.findall(note),
        note=told(_LISTED.sub("", note.replace(ALIKE, "")), language, NOTES),
        example="" if alike else next((number for number in own if number in examples), ""),
    )


def _names(cited: Sequence[str], clauses: Sequence[str]) -> bool:
    """Whether one of the clauses is cited; 312.3 names 312.3-axe as well, which has no number of its own."""
    return any(clause.partition("-")[0] in cited for clause in clauses)


def _chapter_of(number: str) -> str:
    while parent_of(number):
        number = parent_of(number)
    return number

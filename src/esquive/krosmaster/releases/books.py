"""The rulebooks whose clauses are listed, and the numbers by which a match of each release cites them."""

from functools import cache
from pathlib import Path
from typing import Final

from esquive.core.clause_numbering import Numbers
from esquive.core.derived_clauses import DerivedRegistry
from esquive.core.rulebook import Rulebook

PACKAGE: Final = Path(__file__).resolve().parents[1]
LEDGER: Final = "docs/rulings.md"
CURRENT: Final = Rulebook("krosmaster", "2.7", "KA", LEDGER, PACKAGE, "Krosmaster Arena 2.7")
BOOKS: Final = (CURRENT, Rulebook("krosmaster", "2.2", "KA-2.2", LEDGER, PACKAGE, "Krosmaster Arena 2.2", CURRENT))


@cache
def numbers_of(book: str) -> Numbers | None:
    """What a match by this book cites for each clause that rules name; None for the book that rules are written by.

    A release of a user's own has the book that its file says, or that of its base.
    """
    known = next((one for one in BOOKS if one.book == book), CURRENT)
    registry = known.registry()
    if not isinstance(registry, DerivedRegistry):
        return None
    own = {f"{book} {clause.clause}": (clause.clause,) for clause in registry}
    return {**{number: cited for number, cited in registry.numbers.items() if cited}, **own}

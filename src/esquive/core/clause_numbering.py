"""By which numbers a match names the clauses of its rules.

Rules name a clause by one literal: the number of the book that the code is written by, or `KA-2.2 601.3d` where only a
later book has the clause. A match of another release cites that release's numbers: its state has `numbers`, a table
from the literal to all of them, and everything that leaves the rules goes through `cited`. A state without such a table
is played by the book of the code.
"""

from typing import Any

Numbers = dict[str, tuple[str, ...]]


def renumbered(numbers: Numbers | None, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses by the numbers of a table, each once, in their order; rulings, and what it lacks, as they are."""
    if numbers is None:
        return clauses
    return tuple(dict.fromkeys(number for clause in clauses for number in numbers.get(clause, (clause,))))


def cited(state: Any, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses as a match of this state cites them."""
    return renumbered(getattr(state, "numbers", None), clauses)


def cited_one(state: Any, clause: str) -> str:
    """The same as one text, for what has one clause: `308.1, 204.5b`."""
    numbers = getattr(state, "numbers", None)
    return clause if numbers is None else ", ".join(renumbered(numbers, (clause,)))

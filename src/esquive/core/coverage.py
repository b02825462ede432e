"""Which clauses of a rulebook are implemented and tested, counted from citations.

A clause counts as implemented when the game's own code cites it, and as tested when at least one test function or
scenario does. A heading does not speak for the clauses below it, nor they for the heading. In a book derived from
another release's (`core.derived`) a clause that says what the base says is held by what cites the base's; one that
plays otherwise, and one of its own, only by citations of its own number.
"""

from collections.abc import Iterable
from typing import Any

from esquive.core.citations import CODE, Site
from esquive.core.clauses import Registry
from esquive.core.derived_clauses import DerivedClause, DerivedRegistry


class Coverage:
    """The clauses of one edition with everything that cites them."""

    __slots__ = ("_code", "_tests", "game", "registry", "release", "unimplementable")

    def __init__(
        self, game: str, release: str, registry: Registry, sites: Iterable[Site], unimplementable: dict[str, str]
    ) -> None:
        self.game = game
        self.release = release
        self.registry = registry
        self.unimplementable = unimplementable  # clause -> why no software can do it
        self._code: dict[str, list[Site]] = {}
        self._tests: dict[str, list[Site]] = {}
        base = registry.base if isinstance(registry, DerivedRegistry) else None
        shared: dict[tuple[str, str], list[Site]] = {}  # what cites the base, by its number
        for site in sites:
            kind = "code" if site.kind == CODE else "tests"
            if site.book == registry.book:
                (self._code if kind == "code" else self._tests).setdefault(site.number, []).append(site)
            elif base is not None and site.book == base.book:
                shared.setdefault((kind, site.number), []).append(site)
        if base is not None:
            for kind, table in (("code", self._code), ("tests", self._tests)):
                _lend(registry, base, table, {number: found for (one, number), found in shared.items() if one == kind})

    def code(self, clause: str) -> list[Site]:
        """The places in the game's code that cite exactly this clause, or what it shares with the base."""
        return self._code.get(clause, [])

    def tests(self, clause: str) -> list[Site]:
        """The test functions and scenarios that do."""
        return self._tests.get(clause, [])

    def missing(self) -> list[str]:
        """The testable clauses that are not both implemented and tested, the unimplementable ones left out."""
        return [
            clause.clause
            for clause in self.registry.testable()
            if clause.clause not in self.unimplementable
            and not (clause.clause in self._code and clause.clause in self._tests)
        ]

    def to_data(self) -> dict[str, Any]:
        """The document of `esquive rules --coverage --json`; `clauses` counts numbers, the other counts sentences.

        A testable clause is one sentence; in a derived book one number may carry several, and several numbers one
        (`Registry.sentences`). `implemented_and_tested` counts what is both, `unimplemented` and `untested` split
        `missing`, which lists numbers.
        """
        sentences, missing = self.registry.sentences(), self.missing()
        implemented = {one for one in sentences if all(number in self._code for number in one)}
        tested = {one for one in sentences if all(number in self._tests for number in one)}
        return {
            "game": self.game,
            "release": self.release,
            "clauses": len(self.registry),
            "testable": len(sentences),
            "implemented": sum(one in implemented for one in sentences),
            "tested": sum(one in tested for one in sentences),
            "implemented_and_tested": sum(one in implemented and one in tested for one in sentences),
            "missing": missing,
            "unimplemented": [clause for clause in missing if clause not in self._code],
            "untested": [clause for clause in missing if clause not in self._tests],
            "unimplementable": [
                {"clause": clause, "reason": reason} for clause, reason in self.unimplementable.items()
            ],
        }


def _lend(registry: Registry, base: Registry, table: dict[str, list[Site]], cited: dict[str, list[Site]]) -> None:
    """What cites the base holds the clauses that say the same: all of it that a test can hold has to be cited."""
    for clause in registry:
        if isinstance(clause, DerivedClause) and not clause.differs:
            own = table.get(clause.clause, [])
            shared = [one for one in clause.shared if base.get(one).is_testable] or list(clause.shared)
            if own or (shared and all(one in cited for one in shared)):
                table[clause.clause] = [*own, *(site for one in shared for site in cited.get(one, ()))]

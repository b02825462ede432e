"""Which clauses of a rulebook are implemented and tested, counted from citations.

A clause counts as implemented when the game's own code cites it, and as tested when at least one test function or
scenario does. A heading does not speak for the clauses below it, nor they for the heading.
"""

from collections.abc import Iterable
from typing import Any

from esquive.core.citations import CODE, Site
from esquive.core.clauses import Registry


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
        for site in sites:
            if site.book == registry.book:
                table = self._code if site.kind == CODE else self._tests
                table.setdefault(site.number, []).append(site)

    def code(self, clause: str) -> list[Site]:
        """The places in the game's code that cite exactly this clause."""
        return self._code.get(clause, [])

    def tests(self, clause: str) -> list[Site]:
        """The test functions and scenarios that cite exactly this clause."""
        return self._tests.get(clause, [])

    def implemented(self) -> list[str]:
        """The testable clauses that the code cites, in the order of the book."""
        return [clause.clause for clause in self.registry.testable() if clause.clause in self._code]

    def tested(self) -> list[str]:
        """The testable clauses that a test or scenario cites, in the order of the book."""
        return [clause.clause for clause in self.registry.testable() if clause.clause in self._tests]

    def missing(self) -> list[str]:
        """The testable clauses that are not both implemented and tested, the unimplementable ones left out."""
        return [
            clause.clause
            for clause in self.registry.testable()
            if clause.clause not in self.unimplementable
            and not (clause.clause in self._code and clause.clause in self._tests)
        ]

    def to_data(self) -> dict[str, Any]:
        """The document of `esquive rules --coverage --json`; counts are of testable clauses but for `clauses`.

        `implemented_and_tested` counts the clauses that are both, `unimplemented` and `untested` split `missing`.
        """
        implemented, tested, missing = self.implemented(), self.tested(), self.missing()
        return {
            "game": self.game,
            "release": self.release,
            "clauses": len(self.registry),
            "testable": len(self.registry.testable()),
            "implemented": len(implemented),
            "tested": len(tested),
            "implemented_and_tested": len(set(implemented) & set(tested)),
            "missing": missing,
            "unimplemented": [clause for clause in missing if clause not in self._code],
            "untested": [clause for clause in missing if clause not in self._tests],
            "unimplementable": [
                {"clause": clause, "reason": reason} for clause, reason in self.unimplementable.items()
            ],
        }

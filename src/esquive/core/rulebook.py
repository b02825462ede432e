"""A rulebook whose clauses are listed: one release of one game."""

import tomllib
from pathlib import Path

from esquive.core.clauses import Clause, Registry
from esquive.core.translations import Said, said


class Rulebook:
    """Where the clauses and rulings of one release are, and how citations of it begin.

    `package` is the folder of the game, whose code cites the clauses; `folder` holds `clauses.tsv` and
    `unimplementable.toml`, in a wheel `coverage.json` too. `ledger` is the page of rulings, relative to a checkout.
    `also_cited` are how citations of other releases begin, such as `KA-2.2`: the book and the release.
    """

    __slots__ = ("also_cited", "book", "folder", "game", "ledger", "package", "release", "title")

    def __init__(
        self,
        game: str,
        release: str,
        book: str,
        ledger: str,
        package: Path,
        title: str,
        also_cited: tuple[str, ...] = (),
    ) -> None:
        self.game = game
        self.release = release
        self.book = book
        self.ledger = ledger
        self.package = package
        self.folder = package / "releases" / release
        self.title = title
        self.also_cited = also_cited

    def registry(self) -> Registry:
        """The clauses."""
        return Registry.load(self.folder / "clauses.tsv", self.book)

    def cited(self) -> dict[str, Registry]:
        """The clauses of the releases that are cited besides, by book.

        Their `clauses.tsv` names only what they alone have; the rest stands in the column `it22` of this one's.
        """
        found: dict[str, Registry] = {}
        for book in self.also_cited:
            own = Registry.load(self.folder.parent / book.rpartition("-")[2] / "clauses.tsv", book)
            known = {clause.clause: clause for clause in own}
            for clause in self.registry():
                for number in filter(None, clause.it22.split(", ")):
                    known.setdefault(number, Clause(number, clause.kind, False, clause.paraphrase, "", "", "", ""))
            found[book] = Registry(book, known.values())
        return found

    def says(self, clause: Clause, language: str) -> Said:
        """What a clause says in a language; in English, and marked so, where it is not translated as it stands."""
        return said(clause.paraphrase, clause.clause, language, self.folder)

    def unimplementable(self) -> dict[str, str]:
        """The clauses no software can carry out, each with the reason."""
        with (self.folder / "unimplementable.toml").open("rb") as file:
            data = tomllib.load(file)
        return {str(entry["clause"]): str(entry["reason"]) for entry in data["clause"]}

    def __repr__(self) -> str:
        return f"Rulebook({self.game!r}, {self.release!r})"

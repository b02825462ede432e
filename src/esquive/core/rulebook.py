"""A rulebook whose clauses are listed: one release of one game."""

from functools import cache
from pathlib import Path

from esquive.core.clauses import Clause, Registry
from esquive.core.derived_clauses import DerivedClause, DerivedRegistry
from esquive.core.messages import DEFAULT
from esquive.core.rulings import Ruling
from esquive.core.shipped_tables import read_table
from esquive.core.translations import Said, said


class Rulebook:
    """Where the clauses and rulings of one release are, and how citations of it begin.

    `package` is the folder of the game, whose code cites the clauses; `folder` holds `clauses.tsv` and, where some
    cannot be carried out, `unimplementable.toml`; in a wheel `coverage.json` too. `ledger` is the page of rulings,
    relative to a checkout. A book with a `base` lists only what it says otherwise: see `core.derived`.
    """

    __slots__ = ("base", "book", "folder", "game", "ledger", "package", "release", "title")

    def __init__(
        self,
        game: str,
        release: str,
        book: str,
        ledger: str,
        package: Path,
        title: str,
        base: "Rulebook | None" = None,
    ) -> None:
        self.game = game
        self.release = release
        self.book = book
        self.ledger = ledger
        self.package = package
        self.folder = package / "releases" / release
        self.title = title
        self.base = base

    @property
    def key(self) -> str:
        """How its files are called: by the game, and by the release where it has a base."""
        return self.game if self.base is None else f"{self.game}-{self.release}"

    def registry(self) -> Registry:
        """The clauses, read once a process."""
        return _registry(self)

    def read_by(self, ruling: Ruling) -> tuple[str, ...]:
        """The clauses of this book that a ruling reads: those it names of it, and what says the same as the base's."""
        registry = self.registry()
        if not isinstance(registry, DerivedRegistry):
            return ruling.clauses
        listed = ruling.named_of(self.release)
        shared = [number for clause in ruling.clauses for number in registry.base.get(clause).numbers]
        return tuple(dict.fromkeys([*listed, *shared]))

    def says(self, clause: Clause, language: str) -> Said:
        """What a clause says in a language; in English, and marked so, where it is not translated as it stands."""
        own, base = said(clause.paraphrase, clause.clause, language, self.folder), self.base
        if base is None:
            return own
        registry = self.registry()
        shared = clause.shared if isinstance(clause, DerivedClause) else ()
        if not isinstance(registry, DerivedRegistry) or clause.clause in registry.stated or not shared:
            return own
        told = {number: base.says(registry.base.get(number), language) for number in shared}
        if any(one.language != language for one in told.values()):
            return Said(clause.paraphrase, DEFAULT)
        return Said(registry.text(shared, lambda number: told[number].text), language)

    def unimplementable(self) -> dict[str, str]:
        """The clauses no software can carry out, each with the reason."""
        path = self.folder / "unimplementable.toml"
        if not path.is_file():
            return {}
        data = read_table(path)
        return {str(entry["clause"]): str(entry["reason"]) for entry in data["clause"]}

    def __repr__(self) -> str:
        return f"Rulebook({self.game!r}, {self.release!r})"


@cache
def _registry(book: Rulebook) -> Registry:
    own = Registry.load(book.folder / "clauses.tsv", book.book)
    return own if book.base is None else DerivedRegistry(book.book, book.base.registry(), own)

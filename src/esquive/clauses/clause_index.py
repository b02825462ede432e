"""The rulebooks this program knows, with what cites them, from a source checkout or from an installed wheel.

In a checkout the sources and tests that have changed are scanned each time, so the answer is never stale. A wheel holds
no tests; building it writes the same scan beside each edition's clauses as `coverage.json`. That index is not kept in
the repository: it holds line numbers, and a committed copy would be wrong after every other commit.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from esquive.clauses.citation_cache import Scan
from esquive.core.citations import Site
from esquive.core.clauses import Registry
from esquive.core.coverage import Coverage
from esquive.core.errors import EsquiveError
from esquive.core.games import rulebooks
from esquive.core.messages import LANGUAGES
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling, read_ledger
from esquive.core.translations import read_rulings, told

PACKAGE: Final = Path(__file__).resolve().parents[1]
INDEX_FILE: Final = "coverage.json"


EDITIONS: Final[tuple[Rulebook, ...]] = rulebooks()
BOOKS: Final = tuple(known.book for known in EDITIONS)


def edition(game: str, release: str) -> Rulebook:
    """The edition of that game and release; an empty release is the game's first. Raises EsquiveError if unknown."""
    for known in EDITIONS:
        if known.game == game and release in ("", known.release):
            return known
    choices = ", ".join(f"{known.game} {known.release}" for known in EDITIONS)
    raise EsquiveError(f"no list of clauses for {game} {release}".rstrip(), "--game, --release", f"choose: {choices}")


def registries() -> dict[str, Registry]:
    """The clauses of every edition that is shipped, by book."""
    return {known.book: known.registry() for known in EDITIONS}


def checkout() -> Path | None:
    """The root of the source checkout this package runs from; None for an installed wheel."""
    root = PACKAGE.parents[1]
    is_checkout = PACKAGE.parent.name == "src" and (root / "tests").is_dir() and (root / EDITIONS[0].ledger).is_file()
    return root if is_checkout else None


class Index:
    """Everything that cites one edition, and the rulings; `translated` has them by language as its page tells them."""

    __slots__ = ("rulings", "sites", "translated")

    def __init__(
        self, sites: list[Site], rulings: dict[str, Ruling], translated: dict[str, dict[str, Ruling]] | None = None
    ) -> None:
        self.sites = sites
        self.rulings = rulings
        self.translated = translated or {}

    def told(self, ruling: Ruling, language: str) -> Ruling:
        """A ruling in a language; in English where it is not translated as it stands."""
        return told(ruling, language, self.translated.get(language, {}))

    def to_data(self) -> dict[str, Any]:
        """The content of coverage.json."""
        return {
            "sites": [site.to_data() for site in self.sites],
            "rulings": [ruling.to_data() for ruling in self.rulings.values()],
            "translated": {
                language: [ruling.to_data() for ruling in rulings.values()]
                for language, rulings in self.translated.items()
            },
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Index":
        """The index that coverage.json holds."""
        sites = [Site.from_data(entry) for entry in data["sites"]]
        translated = {language: _by_id(rulings) for language, rulings in data["translated"].items()}
        return cls(sites, _by_id(data["rulings"]), translated)


def _by_id(entries: list[dict[str, object]]) -> dict[str, Ruling]:
    return {ruling.ruling: ruling for ruling in map(Ruling.from_data, entries)}


@cache
def scan(root: Path, wanted: Rulebook) -> Index:
    """The index of an edition, read from a source checkout, once a process: sources do not change under it."""
    read = Scan(root, {(known.game, known.release): known.book for known in EDITIONS})
    sites = [*read.code(wanted.package.relative_to(root).as_posix()), *read.tests("tests")]
    read.keep()
    return Index(sites, ledger_of(root, wanted), translated_ledgers(root, wanted))


def ledger_of(root: Path, wanted: Rulebook) -> dict[str, Ruling]:
    """The rulings of an edition, from its page in a source checkout."""
    return read_ledger((root / wanted.ledger).read_text(encoding="utf-8"), wanted.ledger)


def translated_ledgers(root: Path, wanted: Rulebook) -> dict[str, dict[str, Ruling]]:
    """The rulings of an edition by language, from the pages beside its own that translate it."""
    pages = {language: root / wanted.ledger.replace(".md", f".{language}.md") for language in LANGUAGES}
    return {
        language: read_rulings(page.read_text(encoding="utf-8"), page.name)
        for language, page in pages.items()
        if page.is_file()
    }


def all_rulings(root: Path) -> dict[str, Ruling]:
    """The rulings of every edition; their numbers never clash."""
    return {number: ruling for known in EDITIONS for number, ruling in ledger_of(root, known).items()}


def index(wanted: Rulebook) -> Index:
    """The index of an edition: scanned in a checkout, read from coverage.json in an installed wheel."""
    root = checkout()
    if root is not None and wanted.package.is_relative_to(root):
        return scan(root, wanted)
    path = wanted.folder / INDEX_FILE
    if not path.is_file():
        raise EsquiveError(
            "this installation has no index of tests", path.name, "install a wheel that `make wheel` has built"
        )
    return Index.from_data(json.loads(path.read_text(encoding="utf-8")))


def coverage(wanted: Rulebook, cited: Index) -> Coverage:
    """The coverage of an edition by what cites it."""
    return Coverage(wanted.game, wanted.release, wanted.registry(), cited.sites, wanted.unimplementable())

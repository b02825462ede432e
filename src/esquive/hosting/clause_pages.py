"""The page of a clause: what it says in our words, the code that implements it, the tests that hold it.

All rulebooks are served. Their numbers never clash, chapters apart: a clause of Kaos begins with K, one of release 2.2
has three digits before the dot, and the numbers of rulings go on from one ledger to the next.
"""

from functools import cache, lru_cache
from threading import Lock
from typing import Final

from esquive.clauses.clause_index import EDITIONS, Index, coverage, index
from esquive.core.citations import Site
from esquive.core.clauses import Clause
from esquive.core.coverage import Coverage
from esquive.core.derived_clauses import DerivedRegistry
from esquive.core.error_translations import NOTES, told
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.examples import shown
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.messages import DEFAULT
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling
from esquive.core.shapes import RulesCompared, RulesExample
from esquive.hosting.clause_messages import ClauseLine, ClausePage, RulingLine, SameElsewhere
from esquive.hosting.example_studies import desk_examples
from esquive.hosting.protocol import ProtocolError

MOST_EXAMPLES: Final = 512  # those of every language, kept: each takes up to a second to work out
_GATHERING: Final = Lock()
_BOOKS: Final[dict[str, "Book"]] = {}

BARE: Final = ("", "heading")  # what notes say to whoever reads the table


class Book:
    """An edition with everything that cites it."""

    def __init__(self, edition: Rulebook, cited: Index) -> None:
        self.edition = edition
        self.index = cited
        self.coverage: Coverage = coverage(edition, self.index)

    def lines(self, language: str) -> list[ClauseLine]:
        """Every clause in the order of the book, headings included, then every ruling."""
        rulings = [self.index.told(one, language) for one in self.index.rulings.values()]
        return [self._line(one, language) for one in self.coverage.registry if ":" not in one.clause] + [
            ClauseLine(
                one.ruling, "ruling", one.title, one.fields["Decision"], True, True, self.edition.game, one.language, ""
            )
            for one in rulings
        ]

    def _line(self, clause: Clause, language: str) -> ClauseLine:
        said, is_implemented = self.edition.says(clause, language), bool(self.coverage.code(clause.clause))
        return ClauseLine(
            clause.clause,
            clause.kind,
            None,
            said.text,
            clause.is_testable,
            is_implemented,
            self.edition.game,
            said.language,
            self.edition.release,
        )

    def page(self, number: str, language: str) -> ClausePage:
        """The page of a clause or ruling; raises EsquiveError with the nearest number for an unknown one."""
        cited, covered = self.index, self.coverage
        if number in cited.rulings:
            return self._ruling_page(number, language)
        clause = covered.registry.get(number)
        said = self.edition.says(clause, language)
        draw = game_named(self.edition.game).diagram
        rulings = [ruling for ruling in cited.rulings.values() if number in self.edition.read_by(ruling)]
        return ClausePage(
            clause=number,
            title=None,
            kind=clause.kind,
            paraphrase=said.text,
            language=said.language,
            notes=" ".join(told(text, language, NOTES) for text in (clause.fr, clause.notes) if text not in BARE),
            testable=clause.is_testable,
            implemented=bool(covered.code(number)),
            code=[_site(site) for site in covered.code(number)],
            tests=[_site(site) for site in covered.tests(number)],
            children=[child.clause for child in covered.registry.children(number)],
            rulings=[_ruling(cited.told(ruling, language)) for ruling in rulings],
            diagram=next(filter(None, (draw(one, language) for one in (number, *clause.shared))), None),
            game=self.edition.game,
            question="",
            reason="",
            release=self.edition.release,
            elsewhere=_elsewhere(self.edition, clause),
            desk=desk_examples(self.edition.game, number, language),
        )

    def _ruling_page(self, number: str, language: str) -> ClausePage:
        ruling = self.index.told(self.index.rulings[number], language)
        sites = [site for site in self.index.sites if site.number == number and site.book == "Ruling"]
        return ClausePage(
            clause=number,
            title=ruling.title,
            kind="ruling",
            paraphrase=ruling.fields["Decision"],
            language=ruling.language,
            notes="",
            question=ruling.fields["Question"],
            reason=ruling.fields["Reason"],
            testable=True,
            implemented=any(site.kind == "code" for site in sites),
            code=[_site(site) for site in sites if site.kind == "code"],
            tests=[_site(site) for site in sites if site.kind != "code"],
            children=[*ruling.clauses, *ruling.named_of("2.2")],
            rulings=[],
            diagram=None,
            game=self.edition.game,
            release="",
            elsewhere=[],
            desk=desk_examples(self.edition.game, number, language),
        )


def _elsewhere(edition: Rulebook, clause: Clause) -> list[SameElsewhere]:
    """The numbers that other releases of the rulebook have for what a clause is about."""
    if edition.base is not None:
        return [SameElsewhere(edition.base.release, list(clause.shared))] if clause.shared else []
    found = []
    for other in EDITIONS:
        registry = other.registry()
        if other.base is edition and isinstance(registry, DerivedRegistry):
            numbers = [number for number in clause.numbers if registry.is_known(number)]
            found += [SameElsewhere(other.release, numbers)] if numbers else []
    return found


def _book(edition: Rulebook) -> Book:
    """The book of an edition, gathered when first asked for; whoever asks meanwhile waits for it."""
    with _GATHERING:
        if edition.book not in _BOOKS:
            _BOOKS[edition.book] = Book(edition, index(edition))
        return _BOOKS[edition.book]


def _book_of(number: str) -> Book:
    """The book that has this clause or ruling, or would have it."""
    edition = next(
        (known for known in EDITIONS if number in known.registry()),
        EDITIONS[-1] if number.startswith("K") else EDITIONS[0],
    )
    if number.startswith("R"):
        edition = next((known for known in EDITIONS if number in _book(known).index.rulings), edition)
    return _book(edition)


def keep(edition: Rulebook, cited: Index) -> None:
    """Have the book of an edition at hand, gathered elsewhere; one that is at hand already stays."""
    book = Book(edition, cited)
    with _GATHERING:
        _BOOKS.setdefault(edition.book, book)


def clause_page(number: str, language: str = DEFAULT, release: str = "") -> ClausePage:
    """The page of a clause such as `7.2.8.c` or `K20.1`, or of a ruling such as `R12`, in a language.

    Chapters of several releases have one number: `release` says of which, the current one unless told. Raises
    ProtocolError for an unknown one, with the nearest number of the book it would be in.
    """
    wanted = next((one for one in EDITIONS if one.release == release and number in one.registry()), None)
    try:
        return (_book(wanted) if wanted is not None else _book_of(number)).page(number, language)
    except EsquiveError as error:
        raise ProtocolError("no-such-clause", 404, clause=number, suggestion=error.fix) from error


@cache
def clause_lines(language: str = DEFAULT, release: str = "") -> tuple[ClauseLine, ...]:
    """One game after the other: every clause in the order of its book, headings included, then every ruling.

    Without a release each game's current book, with one the books of that release.
    """
    wanted = [one for one in EDITIONS if (one.release == release if release else one.base is None)]
    return tuple(line for edition in wanted for line in _book(edition).lines(language))


@cache
def compare_releases(game: Game, one: str, other: str, language: str) -> RulesCompared:
    """In what two releases differ; raises ProtocolError where no list says it."""
    try:
        return game.compare(one, other, language)
    except DocumentError as error:
        raise ProtocolError("bad-request", why=error) from error


@lru_cache(maxsize=MOST_EXAMPLES)
def example_of(game: Game, clause: str, one: str, other: str, language: str) -> RulesExample:
    """The example of a difference, worked out when first asked for; raises ProtocolError where there is none."""
    known = game.releases
    if clause not in game.examples() or known is None or {one, other} - set(known.names()):
        raise ProtocolError("no-such-clause", 404, clause=clause, suggestion="see `example` of GET /api/compare")
    return shown(game, clause, one, other, language)


def _ruling(ruling: Ruling) -> RulingLine:
    return RulingLine(ruling.ruling, ruling.title, ruling.fields["Decision"], ruling.language)


def _site(site: Site) -> str:
    return f"{site.path}:{site.line} {site.name}".strip()

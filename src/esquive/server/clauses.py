"""The page of a clause: what it says in our words, the code that implements it, the tests that hold it."""

from functools import cache

from esquive.cli.rulebooks import Index, coverage, edition, index
from esquive.core.citations import Site
from esquive.core.coverage import Coverage
from esquive.core.errors import EsquiveError
from esquive.core.rulings import Ruling
from esquive.krosmaster.diagrams import diagram
from esquive.server.protocol import ClauseLine, ClausePage, ProtocolError


@cache
def _cited() -> tuple[Index, Coverage]:
    """Everything that cites the rulebook, gathered when first asked for."""
    wanted = edition("krosmaster", "")
    cited = index(wanted)
    return cited, coverage(wanted, cited)


def clause_page(number: str) -> ClausePage:
    """The page of a clause such as `7.2.8.c`, or of a ruling such as `R12`; raises ProtocolError for an unknown one."""
    cited, covered = _cited()
    if number in cited.rulings:
        return _ruling_page(cited, number)
    try:
        clause = covered.registry.get(number)
    except EsquiveError as error:
        raise ProtocolError("no-such-clause", 404, clause=number, suggestion=error.fix) from error
    rulings = [ruling for ruling in cited.rulings.values() if number in ruling.clauses]
    return ClausePage(
        clause=number,
        title=None,
        kind=clause.kind,
        paraphrase=clause.paraphrase,
        notes=" ".join(text for text in (clause.fr, clause.notes) if text),
        testable=clause.is_testable,
        implemented=bool(covered.code(number)),
        code=[_site(site) for site in covered.code(number)],
        tests=[_site(site) for site in covered.tests(number)],
        children=[child.clause for child in covered.registry.children(number)],
        rulings=[_ruling(ruling) for ruling in rulings],
        diagram=diagram(number),
    )


@cache
def clause_lines() -> tuple[ClauseLine, ...]:
    """Every clause of the release in the order of the book, headings included, then every ruling."""
    cited, covered = _cited()
    clauses = [
        ClauseLine(one.clause, one.kind, None, one.paraphrase, one.is_testable, bool(covered.code(one.clause)))
        for one in covered.registry
        if ":" not in one.clause
    ]
    rulings = [
        ClauseLine(one.ruling, "ruling", one.title, one.fields["Decision"], testable=True, implemented=True)
        for one in cited.rulings.values()
    ]
    return (*clauses, *rulings)


def _ruling_page(cited: Index, number: str) -> ClausePage:
    ruling = cited.rulings[number]
    sites = [site for site in cited.sites if site.number == number and site.book == "Ruling"]
    return ClausePage(
        clause=number,
        title=ruling.title,
        kind="ruling",
        paraphrase=ruling.fields["Decision"],
        notes=f"{ruling.fields['Question']} {ruling.fields['Reason']}",
        testable=True,
        implemented=any(site.kind == "code" for site in sites),
        code=[_site(site) for site in sites if site.kind == "code"],
        tests=[_site(site) for site in sites if site.kind != "code"],
        children=list(ruling.clauses),
        rulings=[],
    )


def _ruling(ruling: Ruling) -> dict[str, str]:
    return {"ruling": ruling.ruling, "title": ruling.title, "decision": ruling.fields["Decision"]}


def _site(site: Site) -> str:
    return f"{site.path}:{site.line} {site.name}".strip()

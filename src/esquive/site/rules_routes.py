"""The addresses at which a page is asked for clauses, comparisons of releases and documents; read when the first is."""

from typing import Final

from esquive.clauses.documents import document
from esquive.core.errors import EsquiveError
from esquive.core.shapes import RulesCompared, RulesExample
from esquive.hosting.clause_messages import ClauseLine, ClausePage
from esquive.hosting.clause_pages import clause_lines, clause_page, compare_releases, example_of
from esquive.hosting.protocol import ProtocolError
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes, Text

ROUTES: Final = Routes()


@ROUTES.at("GET", "/api/clauses")
async def get_clauses(host: PageHost, asked: Asked) -> tuple[ClauseLine, ...]:
    """The table of contents of the rules."""
    return clause_lines(asked.language, asked.query.get("release", ""))


@ROUTES.at("GET", "/api/clauses/{clause:str}")
async def get_clause(host: PageHost, asked: Asked, clause: str) -> ClausePage:
    """A clause or ruling in our words."""
    return clause_page(clause, asked.language, asked.query.get("release", ""))


@ROUTES.at("GET", "/api/compare")
async def get_comparison(host: PageHost, asked: Asked) -> RulesCompared:
    """In what two releases of a game's rulebook differ."""
    return compare_releases(asked.game, asked.needed("one"), asked.needed("other"), asked.language)


@ROUTES.at("GET", "/api/compare/{clause:str}")
async def get_example(host: PageHost, asked: Asked, clause: str) -> RulesExample:
    """The example of a difference."""
    return example_of(asked.game, clause, asked.needed("one"), asked.needed("other"), asked.language)


@ROUTES.at("GET", "/docs/{name:str}")
async def get_document(host: PageHost, asked: Asked, name: str) -> Text:
    """A document that messages point to."""
    try:
        return Text(document(name).read_text(encoding="utf-8"), "text/plain; charset=utf-8")
    except EsquiveError as error:
        raise ProtocolError("no-such-address", 404) from error

"""The words of the rules and of cards that a reader may ask about: how each is written, what it means, by which clause.

`terms.tsv` has the words of each term in three languages, separated by `;`, its name first. What a term means is what
its clauses say, in the words of the release that is played; keyword powers are told as cards tell them. Of 2.7 each
clause is named by its number, what only 2.2 has as rules name it (`KA-2.2 309.8`).
"""

from functools import cache
from importlib.resources import files
from typing import Final

from esquive.core.clause_numbering import renumbered
from esquive.core.errors import EsquiveError
from esquive.core.grammar import joined
from esquive.core.messages import LANGUAGES
from esquive.core.shapes import Term
from esquive.krosmaster.releases import release as release_named
from esquive.krosmaster.releases.books import BOOKS, CURRENT, numbers_of
from esquive.krosmaster.spoken.cards.sentences import keyword_text

_POWER: Final = "power."


@cache
def terms(language: str = "en", release: str = "") -> tuple[Term, ...]:
    """Every term of a release (the current one unless told) in a language, in the order of the table.

    Where two are written alike the first is meant. Terms of which the release's book says nothing are left out.
    """
    params = release_named(release or CURRENT.release)
    book = next((one for one in BOOKS if one.book == params.book), CURRENT)
    registry, numbers = book.registry(), numbers_of(book.book)
    found = []
    for name, clauses, written in _table(language):
        cited = [one for one in renumbered(numbers, clauses) if one in registry]
        if not cited:
            continue
        if name.startswith(_POWER):
            keyword = name.removeprefix(_POWER)
            title, text = keyword_text(keyword, language, params.procedures.get(keyword, ""))
            words = [title]
        else:
            words = list(written)
            text = " ".join(book.says(registry.get(one), language).text for one in cited)
        found.append(Term(id=name, words=[joined(one, language) for one in words], text=text, clause=", ".join(cited)))
    return tuple(found)


@cache
def _table(language: str) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Each term's id, clauses and words in a language; raises EsquiveError for a line that is none."""
    lines = files("esquive").joinpath("krosmaster", "spoken", "terms.tsv").read_text(encoding="utf-8").splitlines()
    found = []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != 2 + len(LANGUAGES):
            raise EsquiveError("no term", f"terms.tsv:{number}", "write id, clauses and words in each language")
        words = cells[2 + LANGUAGES.index(language)].split(";")
        found.append((cells[0], tuple(cells[1].split(",")), tuple(words)))
    return tuple(found)

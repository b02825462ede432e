"""The words of the rules and of cards that a reader may ask about: how each is written, what it means, by which clause.

`terms.tsv` has the words of each term in three languages, separated by `;`, its name first; each may begin a sentence
too. What a term means is what its clauses say.
"""

from functools import cache
from importlib.resources import files

from esquive.core.errors import EsquiveError
from esquive.core.grammar import joined
from esquive.core.messages import LANGUAGES
from esquive.core.rulebook import Rulebook
from esquive.core.shapes import Term


@cache
def terms(book: Rulebook, language: str = "en") -> tuple[Term, ...]:
    """Every term of the table in a language, in its order; raises EsquiveError for a line that is none."""
    lines = files("esquive").joinpath("kaos", "spoken", "terms.tsv").read_text(encoding="utf-8").splitlines()
    registry, found = book.registry(), []
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != 2 + len(LANGUAGES):
            raise EsquiveError("no term", f"terms.tsv:{number}", "write id, clauses and words in each language")
        clauses = cells[1].split(",")
        written = cells[2 + LANGUAGES.index(language)].split(";")
        words = dict.fromkeys([*written, *(word[0].upper() + word[1:] for word in written)])
        text = " ".join(book.says(registry.get(one), language).text for one in clauses)
        found.append(
            Term(id=cells[0], words=[joined(one, language) for one in words], text=text, clause=", ".join(clauses))
        )
    return tuple(found)

"""English that is written where it occurs, told in other languages by catalogues of phrases.

Errors say what is wrong at the place that finds it, deep in the rules, where nobody knows who will read it. So the
English stands there, with named places and the facts that fill them (`core.phrases`), and whoever shows it tells it
again: the catalogues `locale/LANGUAGE/LC_MESSAGES/NAME.po` have it by its English template. What no catalogue knows is
told as it is; tests read the sources and name what is left.
"""

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from esquive.core.errors import EsquiveError
from esquive.core.grammar import joined
from esquive.core.messages import DEFAULT
from esquive.core.phrases import Phrase

ERRORS: Final = "errors"
NOTES: Final = "notes"  # of the lists of clauses


@cache
def _catalogue(name: str, language: str) -> GNUTranslations:
    source = files("esquive").joinpath("locale", language, "LC_MESSAGES", f"{name}.mo")
    try:
        with source.open("rb") as compiled:
            return GNUTranslations(compiled)
    except FileNotFoundError as error:
        raise EsquiveError("the messages have not been compiled", str(source), "run `make play` once") from error


def told(said: object, language: str, catalogue: str = ERRORS) -> str:
    """A phrase with its facts, or an error in one line (what is wrong, where, and the fix), in a language.

    Another text is told as the catalogue has it, and as it is when there is none of it; a function is given the
    language and says it in that one. Raises EsquiveError when the catalogue has not been compiled.
    """
    if callable(said):
        return str(said(language))
    if language == DEFAULT or said == "":  # "" is the head of a catalogue
        return str(said)
    known = _catalogue(catalogue, language)
    if isinstance(said, EsquiveError):
        parts = EsquiveError(told(said.message, language, catalogue), said.where, told(said.fix, language, catalogue))
        return joined(str(parts), language)
    if isinstance(said, Phrase):
        facts = {name: _fact(fact, language, catalogue) for name, fact in said.facts.items()}
        return joined(known.gettext(said.template).format(**facts), language)
    english = str(said)
    found = known.gettext(english)
    return english if found == english else joined(found, language)


def _fact(fact: object, language: str, catalogue: str) -> object:
    """What fills a place: phrases, errors and what depends on the language are told, all else is as it is."""
    is_told = isinstance(fact, Phrase | EsquiveError) or callable(fact)
    return told(fact, language, catalogue) if is_told else fact

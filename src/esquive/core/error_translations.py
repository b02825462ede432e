"""English that is written where it occurs, told in other languages by catalogues of phrases.

Errors say what is wrong at the place that finds it, deep in the rules, where nobody knows who will read it. So the
English stands there, and whoever shows it tells it again: the catalogues `locale/LANGUAGE/LC_MESSAGES/NAME.po` have it
by the English phrase, with numbered places as in `unknown verb {1}`. What no catalogue knows is told as it is; tests
read the sources and name what is left.
"""

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.grammar import joined
from esquive.core.messages import DEFAULT, LANGUAGES

ERRORS: Final = "errors"
NOTES: Final = "notes"  # of the lists of clauses

_PLACE: Final = re.compile(r"\{(\d)\}")
_WITH_FIX: Final = re.compile(r"(.+?) \((.+)\)", re.DOTALL)


class _Listed(GNUTranslations):
    """A catalogue that says what is in it."""

    def entries(self) -> dict[str, str]:
        """Every message by its id; "" is the header."""
        known: dict[Any, str] = self._catalog  # type: ignore[attr-defined]
        return {name: told for name, told in known.items() if isinstance(name, str) and name}


def _entries(name: str, language: str) -> dict[str, str]:
    source = files("esquive").joinpath("locale", language, "LC_MESSAGES", f"{name}.mo")
    try:
        with source.open("rb") as compiled:
            return _Listed(compiled).entries()
    except FileNotFoundError as error:
        raise EsquiveError("the messages have not been compiled", str(source), "run `make play` once") from error


class Phrases:
    """The phrases of one catalogue."""

    __slots__ = ("_patterns", "_told")

    def __init__(self, name: str) -> None:
        """Reads the catalogues of a name; EsquiveError when they have not been compiled."""
        others = {language: _entries(name, language) for language in LANGUAGES if language != DEFAULT}
        known = sorted({english for entries in others.values() for english in entries})
        self._told: dict[str, Mapping[str, str]] = {
            english: {
                DEFAULT: english,
                **{language: entries.get(english, english) for language, entries in others.items()},
            }
            for english in known
        }
        # A phrase with many words of its own is tried before one with few, which would take its words for a place.
        ordered = sorted((one for one in self._told if _PLACE.search(one)), key=lambda one: (-_own(one), one))
        self._patterns = [(_pattern(one), one) for one in ordered]

    def __contains__(self, english: object) -> bool:
        return english in self._told

    def finds(self, english: str) -> bool:
        """Whether a text is one of the phrases with its places filled."""
        return bool(self._find(english)[0])

    def known(self) -> list[str]:
        """The English phrases, in the order of the alphabet."""
        return list(self._told)

    def say(self, phrase: str, language: str, *places: str) -> str:
        """A phrase with its places filled by words that are in the language already; KeyError for an unknown one."""
        return joined(_PLACE.sub(lambda one: places[int(one[1]) - 1], self._told[phrase][language]), language)

    def tell(self, english: str, language: str) -> str:
        """A phrase in a language; as it is in English, or when the catalogue does not know it."""
        if language == DEFAULT:
            return english
        found, places = self._find(english)
        if not found:
            return english
        told = {number: self.tell_all(text, language) for number, text in places.items()}
        return joined(_PLACE.sub(lambda one: told[one[1]], self._told[found][language]), language)

    def tell_all(self, english: str, language: str) -> str:
        """A phrase, or an error in one line: `where: what (fix)`, each part of which is told if it is known."""
        if language == DEFAULT or self._find(english)[0]:
            return self.tell(english, language)
        parts = _WITH_FIX.fullmatch(english)
        if parts and self._find(parts[2])[0]:
            return f"{self.tell_all(parts[1], language)} ({self.tell_all(parts[2], language)})"
        where, colon, what = english.partition(": ")
        if not colon:
            return english
        return joined(f"{where}: {self.tell_all(what, language)}", language)

    def _find(self, english: str) -> tuple[str, dict[str, str]]:
        """The phrase a text is, "" for none, and what stands in its places by number."""
        if english in self._told and not _PLACE.search(english):
            return english, {}
        for pattern, phrase in self._patterns:
            match = pattern.fullmatch(english)
            if match:
                return phrase, {name.removeprefix("p"): text for name, text in match.groupdict().items()}
        return "", {}


def _own(phrase: str) -> int:
    """How many letters of a phrase are its own."""
    return len(_PLACE.sub("", phrase))


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = _PLACE.split(phrase)
    text = ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            text += re.escape(part)
        else:
            # What a phrase begins with is one thing: `FILE: cannot be read` is a place and a phrase.
            any_text = r"(?:(?!: ).)+?" if text == "" else ".+?"
            text += f"(?P=p{part})" if f"<p{part}>" in text else f"(?P<p{part}>{any_text})"
    return re.compile(text, re.DOTALL)


@cache
def phrases(name: str) -> Phrases:
    """The phrases of a catalogue, read when first asked for."""
    return Phrases(name)


def told(error: EsquiveError, language: str) -> str:
    """An error in one line in a language: what is wrong, where, and the fix."""
    known = phrases(ERRORS)
    message, fix = known.tell_all(error.message, language), known.tell_all(error.fix, language)
    return joined(str(EsquiveError(message, error.where, fix)), language)

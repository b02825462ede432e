"""The message catalogues: every sentence of the program by id, in English, French and Italian.

The catalogues are gettext files, `esquive/locale/LANGUAGE/LC_MESSAGES/NAME.po`, compiled when the package is built
or installed (`hatch_build.py`) and read when a language is first asked for. Ids are symbolic (`event.moved`,
`kaos.event.moved`), English is one of the languages, and places are named in braces.
"""

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.grammar import joined

LANGUAGES: Final = ("en", "fr", "it")
DEFAULT: Final = "en"

_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(wanted: str) -> str:
    """The catalogue language of a tag such as `fr` or `fr-CH`; English for one that has no catalogue."""
    language = wanted.lower().replace("_", "-").split("-")[0]
    return language if language in LANGUAGES else DEFAULT


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of whoever reads, as POSIX has it: LC_ALL, else LC_MESSAGES, else LANG; English without them."""
    return language_of(next(filter(None, (environment.get(name) for name in _LOCALES)), ""))


class _Unknown(NullTranslations):
    """What is asked for messages that there are not."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise KeyError(msgid1)


class Messages:
    """The messages of one language and catalogue; EsquiveError when it has not been compiled."""

    __slots__ = ("_known", "_single", "_translations", "language")

    def __init__(self, language: str, catalogue: str) -> None:
        source = files("esquive").joinpath("locale", language, "LC_MESSAGES", f"{catalogue}.mo")
        self.language = language
        try:
            with source.open("rb") as compiled:
                self._translations = GNUTranslations(compiled)
            self._translations.add_fallback(_Unknown())
        except FileNotFoundError as error:
            raise EsquiveError("the messages have not been compiled", str(source), "run `make play` once") from error
        self._single: dict[str, str] = {}  # messages that have one form
        self._known: dict[object, bool] = {}

    def __contains__(self, name: object) -> bool:
        known = self._known.get(name)
        if known is None:
            try:
                known = isinstance(name, str) and bool(name and self._translations.gettext(name))  # "" is the header
            except KeyError:
                known = False
            self._known[name] = known
        return known

    def template(self, name: str, count: int = 1) -> str:
        """The message with its places open, in the form that goes with a count; raises KeyError for an unknown id."""
        told = self._single.get(name)
        if told is None:
            try:
                return self._translations.ngettext(name, name, count)
            except KeyError:  # it has one form, or there is none
                told = self._single[name] = self._translations.gettext(name)
        return told

    def say(self, name: str, places: Mapping[str, Any], count: int = 1) -> str:
        """The message with its places filled and its words joined; KeyError for an unknown id or a place left open."""
        return joined(self.template(name, count).format_map(places), self.language)


@cache
def messages(language: str, catalogue: str = "esquive") -> Messages:
    """The messages of a language, read when first asked for."""
    return Messages(language, catalogue)

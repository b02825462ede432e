"""The message catalogues: every sentence of the program by id, in English, French and Italian.

The catalogues are gettext files, `esquive/locale/LANGUAGE/LC_MESSAGES/esquive.po`, read as they are when a language
is first asked for (some 10 ms): no step of a build can be forgotten, in a checkout or in a wheel. Ids are symbolic
(`event.moved`, `kaos.event.moved`), English is one of the languages, and places are named in braces.
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from esquive.core.joining import joined

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


class Messages:
    """The messages of one language."""

    __slots__ = ("_one", "_translations", "language")

    def __init__(self, language: str) -> None:
        source = files("esquive").joinpath("locale", language, "LC_MESSAGES", "esquive.po")
        catalogue = read_po(BytesIO(source.read_bytes()), locale=language)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        self.language = language
        self._translations = Translations(compiled)
        self._one: dict[str, bool] = {}
        for message in catalogue:
            if message.id:
                name = message.id if isinstance(message.id, str) else message.id[0]
                self._one[name] = isinstance(message.id, str)

    def __contains__(self, name: object) -> bool:
        return name in self._one

    def names(self) -> list[str]:
        """Every id, in the order of the file."""
        return list(self._one)

    def template(self, name: str, count: int = 1) -> str:
        """The message with its places open, in the form that goes with a count; raises KeyError for an unknown id."""
        if self._one[name]:
            return self._translations.gettext(name)
        return self._translations.ngettext(name, name, count)

    def say(self, name: str, places: Mapping[str, Any], count: int = 1) -> str:
        """The message with its places filled and its words joined; KeyError for an unknown id or a place left open."""
        return joined(self.template(name, count).format_map(places), self.language)


@cache
def messages(language: str) -> Messages:
    """The messages of a language, read when first asked for."""
    return Messages(language)

"""Names in a language that stand on no card: given elsewhere, kept as they are, or translated by us.

They lie beside the cards (`catalogue/translations/en.toml`, `fr.toml`, `it.toml`): a name changes nothing in play, and
the hash of the catalogue, which every record names, must not change with a better translation.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.shipped_tables import read_table

LANGUAGES: Final = ("en", "fr", "it")


class Translations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of one language, by the name in English, else by the first there is; English has the latter alone.

    `kept` stay as they are; `given` stand in a rulebook or the data, but not with this card; `ours` are translations.
    """

    kept: frozenset[str] = frozenset()
    given: dict[str, str] = {}
    ours: dict[str, str] = {}


@cache
def translations(language: str) -> Translations:
    """What the file of a language holds, read once; nothing for a language that has no file."""
    if language not in LANGUAGES:
        return Translations()
    file = files("esquive.krosmaster").joinpath("catalogue", "translations", f"{language}.toml")
    return convert(read_table(file), Translations)


def display_name(name: Mapping[Any, str], language: str = "en") -> str:
    """The name in a language, else given elsewhere or translated, else in English, else in whatever it is known in."""
    if language in name:
        return name[language]
    original, known = original_name(name), translations(language)
    return known.given.get(original) or known.ours.get(original, original)


def is_translated(name: Mapping[Any, str], language: str) -> bool:
    """Whether what `display_name` shows is a translation of ours, which no card or rulebook has."""
    return language not in name and original_name(name) in translations(language).ours


def original_name(name: Mapping[Any, str]) -> str:
    """The name in English, else the first there is."""
    return name.get("en") or next(iter(name.values()))

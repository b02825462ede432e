"""What people call figures in lists of teams: by any of their names, the original and the Eternal told apart."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from esquive.core.team_texts import plain_name
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.cards.translations import LANGUAGES, display_name

ETERNAL: Final = "eternal"
_ETERNAL_WORDS: Final = ("Eternal", "Éternel", "Éternelle", "Eterno", "Eterna")
_ORIGINAL_WORDS: Final = ("Original", "Originale")


def list_name(card: CardDocument, language: str) -> str:
    """What a list calls a figure: its name, its version, and whether it is the Eternal one."""
    version = display_name(card.version, language) if card.version else ""
    name = " - ".join(filter(None, (display_name(card.name, language), version)))
    return f"{name} (Eternal)" if card.print == ETERNAL else name


@cache
def names_on_lists(known: Catalogue) -> dict[str, tuple[str, ...]]:
    """By plain name, the ids that it may mean: the one it names in full, else all that share the name.

    A name without a version and without *Eternal* is that of the original without a version, where there is one.
    """
    exact: dict[str, list[str]] = {}
    loose: dict[str, list[str]] = {}
    for card in known.cards.values():
        for name in _full_names(card):
            _note(exact, name, card.id)
        for name in _short_names(card):
            _note(loose, name, card.id)
    return {name: tuple(exact.get(name) or loose[name]) for name in {**loose, **exact}}


def _note(table: dict[str, list[str]], name: str, card: str) -> None:
    ids = table.setdefault(plain_name(name), [])
    if card not in ids:
        ids.append(card)


def _names(card: CardDocument) -> set[str]:
    return {*card.name.values(), *(display_name(card.name, language) for language in LANGUAGES)}


def _versions(card: CardDocument) -> set[str]:
    if not card.version:
        return {""}
    return {*card.version.values(), *(display_name(card.version, language) for language in LANGUAGES)}


def _full_names(card: CardDocument) -> Iterator[str]:
    yield card.id
    words = _ETERNAL_WORDS if card.print == ETERNAL else ("", *_ORIGINAL_WORDS)
    for name in _names(card):
        for version in _versions(card):
            for word in words:
                yield f"{name} {version} {word}"
                if version:
                    yield f"{name} {word} {version}"
                    yield f"{version} {name} {word}"


def _short_names(card: CardDocument) -> Iterator[str]:
    for name in _names(card):
        yield name
        for version in _versions(card):
            yield f"{name} {version}"

"""What a match is played with, for its record: hashes of fighters, cards, battlefield and scenario [`core.uses`]."""

from typing import Any, Final

import msgspec

from esquive.core.used_documents import RELEASE, digest, without_words
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.documents import Document
from esquive.kaos.table.settings import NUMBERS
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.inline_cards import read_inline

BOOK: Final = "2013"
# The hashes of the catalogue's documents, each with the document.
_KNOWN: Final[dict[tuple[str, str], tuple[Document, str]]] = {}
# Pieces of scenery are called by their names in notation, so of these kinds names count.
_WITH_NAMES: Final = ("field", "selection", "scenario")


def uses_of_match(setup: dict[str, Any], state: State) -> dict[str, dict[str, str]]:
    """The numbers agreed on by the book, the fighters, objects and events that may come into play, and by whatever
    ids the set-up names: the scenario, the battlefield, the selection of scenery, ready-made hordes."""
    known, library = catalogue(), state.library
    document = setup.get("position", setup)
    pack = read_inline(library.inline)
    own: dict[tuple[str, str], Document] = {}
    if pack is not None:
        own = {("fighter", one.id): one for one in pack.fighter}
        own |= {("object", one.id): one for one in pack.object}
        own |= {("event", one.id): one for one in pack.event}
    found: dict[str, dict[str, str]] = {RELEASE: {BOOK: digest({name: row[0] for name, row in NUMBERS.items()})}}
    tables: dict[str, tuple[Any, list[str]]] = {
        "fighter": (known.fighters, [profile.id for profile in library.profiles]),
        "object": (known.objects, [card.id for card in library.objects]),
        "event": (known.events, [card.id for card in library.events]),
        **_grounds(document),
    }
    for kind, (table, ids) in tables.items():
        documents = {one: own.get((kind, one), table.get(one)) for one in ids}
        hashes = {one: _hash(kind, its) for one, its in documents.items() if its is not None}
        if hashes:
            found[kind] = hashes
    return found


def _grounds(document: dict[str, Any]) -> dict[str, tuple[Any, list[str]]]:
    """What a set-up names besides cards, by kind: the catalogue's table and the ids."""
    known = catalogue()
    scenarios = [str(document["scenario"])] if document.get("scenario") else []
    grounds = [document.get(key) for key in ("table", "selection")]
    for name in scenarios:
        if name in known.scenarios:
            grounds += [known.scenarios[name].field, known.scenarios[name].selection]
    hordes = document.get("hordes", [])
    names = [one for one in grounds if isinstance(one, str)]
    return {
        "scenario": (known.scenarios, scenarios),
        "field": (known.fields, names),
        "selection": (known.selections, names),
        "horde": (known.hordes, [one for one in hordes if isinstance(one, str)]),
    }


def _hash(kind: str, document: Document) -> str:
    known = _KNOWN.get((kind, document.id))
    if known is not None and known[0] is document:
        return known[1]
    plain = msgspec.to_builtins(document)
    if kind not in _WITH_NAMES:
        plain = without_words(plain)
    else:
        plain = {key: value for key, value in plain.items() if key not in ("name", "text")}
    found = digest(plain)
    if getattr(catalogue(), f"{kind}s").get(document.id) is document:
        _KNOWN[kind, document.id] = document, found
    return found

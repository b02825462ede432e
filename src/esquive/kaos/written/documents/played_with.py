"""What a match is played with, for its record: hashes of fighters, cards, battlefield and scenario [`core.uses`]."""

from typing import Any, Final

import msgspec

from esquive.core.used_documents import RELEASE, digest, without_words
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.documents import Document
from esquive.kaos.table.settings import NUMBERS
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.set_ups import ids_used

BOOK: Final = "2013"
# The hashes of the catalogue's documents, each with the document.
_KNOWN: Final[dict[tuple[str, str], tuple[Document, str]]] = {}
# Pieces of scenery are called by their names in notation, so of these kinds names count.
_WITH_NAMES: Final = ("field", "selection", "scenario")


def uses_of_match(setup: dict[str, Any], state: State) -> dict[str, dict[str, str]]:
    """The numbers agreed on by the book, the fighters, objects and events that may come into play, and by whatever
    ids the set-up names: the scenario, the battlefield, the selection of scenery, ready-made hordes."""
    known: Catalogue = state.library.known or catalogue()
    found: dict[str, dict[str, str]] = {RELEASE: {BOOK: digest({name: row[0] for name, row in NUMBERS.items()})}}
    for kind, ids in ids_used(setup.get("position", setup), state.library).items():
        documents = {one: known.table_of(kind).get(one) for one in ids}
        hashes = {one: _hash(kind, its) for one, its in documents.items() if its is not None}
        if hashes:
            found[kind] = hashes
    return found


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
    if catalogue().table_of(kind).get(document.id) is document:
        _KNOWN[kind, document.id] = document, found
    return found

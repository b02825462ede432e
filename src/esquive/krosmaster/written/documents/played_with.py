"""What a match is played with, for its record: the hashes of its release, its cards and its arena [`core.uses`]."""

from typing import Any, Final

import msgspec

from esquive.core.used_documents import RELEASE, digest, without_words
from esquive.krosmaster.cards.catalogue import hero_of
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import ReleaseParams
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.inline_cards import Document, arena_of, documents_of, is_own

# The hashes of the catalogue's documents and of releases, each with what it is the hash of: matches share those.
_KNOWN: Final[dict[tuple[str, str], tuple[Any, str]]] = {}


def uses_of_match(state: State) -> dict[str, dict[str, str]]:
    """The release, and everything on cards that may come into play: summons and replacements, the tokens of the piles,
    the arena. A board that a position draws is no document."""
    library, params = state.library, state.settings.params
    if library.uses is None:
        documents = documents_of(state)
        kinds = [kind for kind in ("card", "summon", "reward") if documents[kind]]
        library.uses = {kind: {one.id: _hash(kind, one) for one in documents[kind]} for kind in kinds}
    found = {RELEASE: {params.name: _hash_of_release(params)}, **library.uses}
    arena = arena_of(state)
    if arena is not None:
        found["arena"] = {arena.id: _hash("arena", arena)}
    return found


def _hash(kind: str, document: Document) -> str:
    known = _KNOWN.get((kind, document.id))
    if known is not None and known[0] is document:
        return known[1]
    plain = without_words(msgspec.to_builtins(document))
    if isinstance(document, CardDocument):
        plain["hero"] = hero_of(document)  # the name says it where the card does not
    found = digest(plain)
    if not is_own(kind, document):
        _KNOWN[kind, document.id] = document, found
    return found


def _hash_of_release(params: ReleaseParams) -> str:
    known = _KNOWN.get((RELEASE, params.name))
    if known is not None and known[0] is params:
        return known[1]
    found = digest(msgspec.to_builtins(params))
    _KNOWN[RELEASE, params.name] = params, found
    return found

"""Documents of cards that no catalogue has: a set-up or a position brings them along, and every position written of the
match carries them on."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.errors import DocumentError
from esquive.core.packs import brought, carried
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.documents import ArenaDocument, CardDocument, Pack, RewardDocument, SummonDocument
from esquive.krosmaster.table.state import State

INLINE_KEYS: Final = ("card", "summon", "reward", "arena")
Document = CardDocument | SummonDocument | RewardDocument | ArenaDocument


def with_inline(known: Catalogue, document: dict[str, Any]) -> Catalogue:
    """The catalogue and the cards a document brings along; raises DocumentError for an id that is taken.

    What the catalogue holds just so already is no second one; what packs in force have laid over the shipped catalogue
    gives way. A set-up has under `arena` the id of its arena, or the document of one.
    """
    inline = {key: document[key] for key in INLINE_KEYS if document.get(key)}
    arena = inline.get("arena")
    if isinstance(arena, str):
        del inline["arena"]
    elif isinstance(arena, dict):
        inline["arena"] = [arena]
    if not inline:
        return known
    try:
        pack = convert(inline, Pack)
    except msgspec.ValidationError as error:
        raise DocumentError(error, "inline cards", "see docs/card-format.md") from error
    shipped = catalogue()
    fresh = Pack(
        card=brought(pack.card, known.cards, shipped.cards),
        summon=brought(pack.summon, known.summons, shipped.summons),
        reward=brought(pack.reward, known.rewards, shipped.rewards),
        arena=brought(pack.arena, known.arenas, shipped.arenas),
    )
    return known if fresh == Pack() else known.with_pack(fresh)


def arena_of(state: State) -> ArenaDocument | None:
    """The document of the arena; None for a board that was drawn."""
    own = state.library.arena
    return own if own is not None else catalogue().arenas.get(state.board.base.name)


def documents_of(state: State) -> dict[str, list[Document]]:
    """The documents of all cards, summons and rewards a match may meet, and of its arena where that is a document."""
    library = state.library
    arena = arena_of(state)
    found: dict[str, list[Document]] = {key: [] for key in INLINE_KEYS}
    for profile in library.profiles:
        found["card" if isinstance(profile.document, CardDocument) else "summon"].append(profile.document)
    found["reward"] = [reward.document for reward in library.rewards]
    if arena is not None:
        found["arena"] = [arena]
    return found


def _shipped(kind: str) -> Mapping[str, Any]:
    known = catalogue()
    tables = {"card": known.cards, "summon": known.summons, "reward": known.rewards, "arena": known.arenas}
    return tables[kind]


def is_own(kind: str, document: Document) -> bool:
    """Whether a document is not the one the catalogue has by its id."""
    return _shipped(kind).get(document.id) is not document


def own_documents(state: State) -> dict[str, list[Any]]:
    """The documents of a match that the catalogue does not have, by the keys under which they are brought along."""
    found = {
        kind: [carried(one, _shipped(kind)) for one in documents if is_own(kind, one)]
        for kind, documents in documents_of(state).items()
    }
    return {kind: documents for kind, documents in found.items() if documents}

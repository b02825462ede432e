"""Playing a match again, with the sides changed: who wants to, and which match it is.

The id of the next match follows from the one before, so that of two processes that begin it one finds that it is there.
Who wants a rematch is stored: whoever comes back after a restart finds it.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.server.access.identities import HOST
from esquive.server.hosting.protocol import HUMAN
from esquive.server.storage.store import Store, StoredMatch
from esquive.server.storage.tables import MATCHES, REMATCHES, SEATINGS
from esquive.server.storage.writer import Added, Rows


class Rematch(Struct):
    """The players who want to play again, by their places, and the id of the next match, "" until it has begun."""

    again: list[int] = []
    next: str = ""


def next_id(stored: StoredMatch) -> str:
    """The id of the match that follows one; nobody can guess it who does not know the seed."""
    return hashlib.sha256(f"after {stored.id} {stored.seed}".encode()).hexdigest()[:16]


async def rematch_of(store: Store, stored: StoredMatch) -> Rematch:
    """Who wants to play a match again."""
    if not stored.over:
        return Rematch()
    rows = await store.find(select(REMATCHES.c.place).where(REMATCHES.c.match_id == stored.id))
    following = next_id(stored)
    begun = await store.find(select(MATCHES.c.id).where(MATCHES.c.id == following))
    return Rematch(sorted(row["place"] for row in rows), following if begun else "")


async def want(store: Store, stored: StoredMatch, places: Iterable[int]) -> Rematch:
    """Keep that these players want to play again."""
    for place in places:
        try:
            await store.change(Rows([(REMATCHES, [{"match_id": stored.id, "place": place}])]))
        except IntegrityError:
            continue  # it has been said before
    return await rematch_of(store, stored)


def is_wanted(stored: StoredMatch, rematch: Rematch) -> bool:
    """Whether all people want to; bots always do."""
    return all(player.agent != HUMAN or place in rematch.again for place, player in enumerate(stored.players))


def place_after(stored: StoredMatch, place: int) -> int:
    """The place that a player takes in the next match: the one before his own, so that sides change in turn."""
    return (place - 1) % len(stored.players)


def setup_after(stored: StoredMatch) -> dict[str, Any]:
    """The set-up of the next match: teams go with their players, and what belongs to a place stays there."""
    order = [(place + 1) % len(stored.players) for place in range(len(stored.players))]
    try:
        setups = game_named(stored.game).setups
    except DocumentError:  # the package of the game is gone
        setups = None
    return stored.setup if setups is None else setups.rearranged(stored.setup, order)


async def seatings_after(store: Store, stored: StoredMatch, match_id: str) -> list[Added]:
    """The rows that keep whose the seats of the next match are."""
    rows = await store.find(select(SEATINGS).where(SEATINGS.c.match_id == stored.id))
    kept = [
        {**row, "match_id": match_id, "place": HOST if row["place"] == HOST else place_after(stored, row["place"])}
        for row in rows
    ]
    return [(SEATINGS, kept)] if kept else []

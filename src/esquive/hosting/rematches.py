"""Playing a match again, with the sides changed: who wants to, and which match it is.

The id of the next match follows from the one before, so that of two processes that begin it one finds that it is there.
Who wants a rematch is stored: whoever comes back after a restart finds it.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.hosting.grants import HOST, Seating
from esquive.hosting.match_store import MatchStore
from esquive.hosting.protocol import HUMAN
from esquive.hosting.stored_match import StoredMatch

TABLE: Final = -1  # stands among the places of those who want to play again for the table that was laid


class Rematch(Struct):
    """The players who want to play again, by their places, and the id of the next match, "" until it has begun.

    `table` is the id of the gathering for another match of theirs, "" until somebody has laid one.
    """

    again: list[int] = []
    next: str = ""
    table: str = ""


def next_id(stored: StoredMatch) -> str:
    """The id of the match that follows one; nobody can guess it who does not know the seed."""
    return hashlib.sha256(f"after {stored.id} {stored.seed}".encode()).hexdigest()[:16]


def table_id(stored: StoredMatch) -> str:
    """The id of the gathering at which the players of a match meet again, with other teams or in another arena."""
    return hashlib.sha256(f"table after {stored.id} {stored.seed}".encode()).hexdigest()[:16]


def invitation_to_table(stored: StoredMatch) -> str:
    """The invitation to it; whoever does not know the seed cannot guess it."""
    return hashlib.sha256(f"invitation after {stored.id} {stored.seed}".encode()).hexdigest()


async def lay_table(store: MatchStore, stored: StoredMatch) -> None:
    """Keep that somebody has laid it."""
    await store.want_again(stored.id, TABLE)


async def rematch_of(store: MatchStore, stored: StoredMatch) -> Rematch:
    """Who wants to play a match again."""
    if not stored.over:
        return Rematch()
    following, wanting = next_id(stored), await store.wanting_again(stored.id)
    again = [place for place in wanting if place != TABLE]
    table = table_id(stored) if TABLE in wanting else ""
    return Rematch(again, following if await store.has(following) else "", table)


async def want(store: MatchStore, stored: StoredMatch, places: Iterable[int]) -> Rematch:
    """Keep that these players want to play again."""
    for place in places:
        await store.want_again(stored.id, place)
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
        return game_named(stored.game).setups.rearranged(stored.setup, order)
    except DocumentError:  # the package of the game is gone
        return stored.setup


async def seatings_after(store: MatchStore, stored: StoredMatch) -> list[Seating]:
    """Whose the seats of the next match are."""
    return [
        Seating(HOST if one.place == HOST else place_after(stored, one.place), one.person)
        for one in await store.seatings(stored.id)
    ]

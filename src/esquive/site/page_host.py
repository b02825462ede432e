"""A host of matches in a page: whoever has the page has all that is kept in it, and nobody else comes."""

import asyncio
from collections.abc import Callable
from typing import Final

from esquive.hosting.bots import Think, in_thread
from esquive.hosting.grants import Grant, hash_of
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.registry import MatchRegistry, new_seed
from esquive.hosting.rooms import Room
from esquive.site.page_store import PageStore

PACE: Final = 0.1  # seconds between two answers of a bot, as at a server of one's own


class PageHost:
    """The matches of a page, and who plays them by which token."""

    def __init__(
        self, store: PageStore, pace: float = PACE, seeds: Callable[[], bytes] = new_seed, think: Think = in_thread
    ) -> None:
        self.store = store
        self.registry = MatchRegistry(store, pace, seeds, think=think)
        self.seeds = seeds
        self.opening = asyncio.Lock()  # of letters: of one that is opened twice at once, one comes first

    async def open(self) -> None:
        """Begin: what goes on by itself goes on."""
        await self.registry.open()

    async def close(self) -> None:
        """End, once what is under way has been kept."""
        await self.registry.close()

    async def room(self, match_id: str) -> Room:
        """The room of a match; raises ProtocolError as `MatchRegistry.room` does."""
        return await self.registry.room(match_id)

    def grant(self, match_id: str, token: str) -> Grant | None:
        """What a token allows at a match, None without one; raises ProtocolError `bad-token` for one it has not."""
        if not token:
            return None
        found = self.store.grant(match_id, hash_of(token))
        if found is None:
            raise ProtocolError("bad-token", 403)
        return found

    async def entered(self, match_id: str, token: str) -> tuple[Room, frozenset[int]]:
        """The room of a match, and the players that whoever asks answers for."""
        room = await self.room(match_id)
        grant = self.grant(match_id, token)
        return room, grant.players if grant is not None else frozenset()

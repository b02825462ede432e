"""Removal from a running server: matches that are deleted, and players who are forgotten.

The process that plays a match does it, whoever was asked: it stops the bots, tells those who are there, and says to the
other processes that the match is gone. A match whose process is dead is deleted by whoever comes first, in a
transaction that holds its row of `owners`: nobody takes it over meanwhile.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from esquive.hosting.clients import Client
from esquive.hosting.match_store import LostMatch, MatchStore
from esquive.hosting.other_processes import OtherProcesses, Reply
from esquive.hosting.presence import BEAT
from esquive.hosting.protocol import HUMAN, ProtocolError
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import NOBODY, without

HEARD: Final = 3 * BEAT  # seconds after which every process has said whose players it has


class Removals:
    """What one process takes out. `is_idle` says whether nobody uses an open room, `end_room` closes one for good."""

    def __init__(
        self,
        store: MatchStore,
        rooms: Mapping[str, Room],
        is_idle: Callable[[str], bool],
        end_room: Callable[[str], None],
    ) -> None:
        self.others: OtherProcesses[Room] | None = None
        self.show_out: Callable[[str], None] = lambda token: None  # who follows a match with the token of this hash
        self._store = store
        self._rooms = rooms
        self._is_idle = is_idle
        self._end_room = end_room
        self._is_open = asyncio.Event()
        self._began = 0.0

    def begin(self, others: OtherProcesses[Room] | None) -> None:
        """The server is open, and these are the other processes."""
        self.others, self._began = others, time.monotonic()
        self._is_open.set()

    # -------------------------------------------------------------------------------------------------- one match

    async def forget(self, room: Room, places: frozenset[int], deletes: bool) -> None:
        """Forget who plays at these places, or delete the match; raises ProtocolError `others-play-too`."""

        def there(_: Reply) -> None:
            if deletes:
                self.deleted(room.stored.id)

        await room.where_played(
            lambda: room.to_the_end(self._forget(room, places, deletes)),
            lambda others: others.forget(room, places, deletes),
            there,
        )

    async def _forget(self, room: Room, places: frozenset[int], deletes: bool) -> None:
        async with room.lock:
            room.check_ours()
            if not deletes:
                await room.reseat(without(room.stored, places), forgotten=places)
                self.forgotten(room, places)
                return
            players = enumerate(room.stored.players)
            others = [one for place, one in players if place not in places and one.agent == HUMAN]
            if any(one.name != NOBODY for one in others):
                raise ProtocolError("others-play-too", 409)
            if not await self._store.delete([room.stored.id]):
                raise LostMatch(room.stored.id)
            self._tell([room.stored.id])

    def forgotten(self, room: Room, places: frozenset[int]) -> None:
        """Whoever answered for these players watches from now on."""
        for follower in list(room.followers):
            if isinstance(follower, Client):
                follower.controlled -= places

    # ------------------------------------------------------------------------------------------------- many matches

    async def retire(self, match_ids: Iterable[str]) -> list[str]:
        """Delete those of these matches that nobody follows, here or at another process; returns them.

        What another process plays that lives is left to it: it does the same.
        """
        await self._is_open.wait()
        if self.others is not None and self.others.is_hearing:
            await asyncio.sleep(max(0.0, self._began + HEARD - time.monotonic()))
        free = [one for one in match_ids if self._is_free(one)]
        gone = await self._store.delete(free)
        self._tell(gone)
        return gone

    def _is_free(self, match_id: str) -> bool:
        is_followed = self.others is not None and self.others.is_followed(match_id)
        return not is_followed and (match_id not in self._rooms or self._is_idle(match_id))

    def _tell(self, gone: list[str]) -> None:
        for match_id in gone:
            self.deleted(match_id)
            if self.others is not None:
                self.others.tell_deleted(match_id)

    def deleted(self, match_id: str) -> None:
        """A match is there no more: whoever is in its room is told and let go."""
        self._end_room(match_id)

    # ------------------------------------------------------------------------------------------------------- tokens

    def revoke(self, token: str) -> None:
        """The token of this hash counts no more: whoever follows a match with it is shown out, at every process."""
        self.revoked(token)
        if self.others is not None:
            self.others.tell_revoked(token)

    def revoked(self, token: str) -> None:
        """It was taken back, here or elsewhere."""
        self.show_out(token)

"""Delayed spectators: a match as it was some seconds ago; nothing of it reaches them early.

What happens in the room of the match is written down as it happens, and played when its time has come, in a room of
its own whose match never holds more than that. Where that room reads what is stored it finds no more either. Who comes
first waits as long as the delay: what happened before anybody watched was written down by nobody.
"""

import asyncio
import copy
from collections.abc import Awaitable, Callable
from typing import Final, cast

from msgspec import structs

from esquive.hosting.followers import Follower
from esquive.hosting.match_store import MatchStore
from esquive.hosting.participants import Participants
from esquive.hosting.presence import Guest
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.resumption import lines_since, load_match, stored_lines
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import SeatedPlayer, StoredLine
from esquive.hosting.table_messages import SaidMessage, TableMessage

PATIENCE: Final = 600.0  # seconds for which it goes on when nobody watches any more


class Due:
    """What is stored of a match, as far as its time has come."""

    def __init__(self) -> None:
        self.known: list[StoredLine] = []

    async def lines(self, match_id: str, known: int = 0) -> list[StoredLine]:
        """Every answer and roll after the first `known`."""
        return self.known[known:]

    async def snapshot(self, match_id: str) -> None:
        """There are none."""


class DelayedParticipants(Participants):
    """What went on beside the game. Those who watch are counted as all others, and told nothing before its time."""

    def __init__(self, room: Room, store: MatchStore, live: Participants, delay: int, told: TableMessage) -> None:
        super().__init__(room, store, None)
        self.delay = delay
        self._live = live
        self._last = told

    def come(self, guest: Guest) -> None:
        """Somebody has said hello."""
        self._live.watched(guest, True)

    def go(self, guest: Guest) -> None:
        """Somebody is gone."""
        self.unfollow(guest)
        self._live.watched(guest, False)

    def told(self) -> TableMessage:
        """What went on beside the game."""
        return structs.replace(self._last, delay=self.delay)

    def tell(self, told: TableMessage) -> None:
        """This went on."""
        self._last = told
        self._changed()


class DelayedRoom(Room):
    """The room in which a match is played again when its time has come; nobody plays in it."""

    participants: DelayedParticipants

    async def reseat_then(self, players: list[SeatedPlayer]) -> None:
        """Somebody had taken a seat."""
        async with self.lock:
            self.stored.players = players
            self.views.forget()
            self.tell(len(self.match.log))


class DelayedMatch:
    """A match `delay` seconds later. It follows the room and its participants, and must not wait there."""

    controlled: frozenset[int] = frozenset()

    def __init__(self, live: Room, delay: int) -> None:
        self.room: DelayedRoom | None = None
        self.delay = delay
        self.is_ready = asyncio.Event()
        self.is_patient = False
        self._live = live
        self._due = Due()
        self._known = live.version
        self._players = live.stored.players
        self._stored = copy.copy(live.stored)  # as it is now: who sits there is replaced, never changed
        self._stored.over, self._stored.winner = False, ""
        self._time = live.time
        self._begun = self._time.now()
        self._line: asyncio.Queue[tuple[float, Callable[[], Awaitable[None]]]] = asyncio.Queue()
        lines, told = stored_lines(live.match), live.participants.told()
        self._put(lambda: self._begin(lines, told))
        live.followers.add(self)
        live.participants.follow(self)
        self._task = asyncio.create_task(self._work())

    @property
    def wait(self) -> float:
        """In how many seconds there is something to see."""
        return max(0.0, self._begun + self.delay - self._time.now())

    @property
    def is_ended(self) -> bool:
        """Whether nobody watched for so long that it goes on no more."""
        return self._task.done()

    def stop(self) -> None:
        """Go on no more; who waits for something to see waits no longer."""
        self._task.cancel()
        self.is_ready.set()
        self._live.followers.discard(self)
        self._live.participants.unfollow(self)

    # --------------------------------------------------------------------------------------------------- writing down

    def _put(self, what: Callable[[], Awaitable[None]]) -> None:
        self._line.put_nowait((self._time.now() + self.delay, what))

    def changed(self, first_event: int) -> None:
        """The match has gone on, or somebody has taken a seat."""
        known, lines, players = self._known, lines_since(self._live.match, self._known), self._live.stored.players
        self._known = self._live.version
        if players is not self._players:
            self._players = players
            self._put(lambda: self._reseat(players))
        if lines:
            self._put(lambda: self._follow(known, lines))

    def table_changed(self) -> None:
        """Something is otherwise beside the game."""
        told = self._live.participants.told()
        self._put(lambda: self._tell(told))

    def said(self, message: SaidMessage) -> None:
        """Somebody has said something."""
        self._put(lambda: self._say(message))

    def taken_over(self) -> None:
        """It is nothing to those who watch which process plays the match."""

    def failed(self, error: ProtocolError) -> None:
        """Those who watch later see what came of it."""

    # --------------------------------------------------------------------------------------------------- playing again

    async def _work(self) -> None:
        """Do what was written down when its time has come, until nobody watches any more."""
        try:
            while True:
                try:
                    async with self._time.within(PATIENCE):
                        due, what = await self._line.get()
                except TimeoutError:
                    if self.room is not None and not self.room.followers:
                        return
                    continue
                await self._time.sleep(max(0.0, due - self._time.now()))
                await what()
        finally:
            self._live.followers.discard(self)
            self._live.participants.unfollow(self)

    async def _begin(self, lines: list[StoredLine], told: TableMessage) -> None:
        self._due.known = lines
        store = cast(MatchStore, self._due)  # all that a room reads of one in which nobody plays
        match = await load_match(self._stored, store)
        self.room = DelayedRoom(self._stored, match, store, time=self._time)
        self.room.participants = DelayedParticipants(self.room, store, self._live.participants, self.delay, told)
        self.is_ready.set()

    async def _follow(self, known: int, lines: list[StoredLine]) -> None:
        self._due.known = [*self._due.known[:known], *lines]
        await self._then.follow(known, lines)

    async def _reseat(self, players: list[SeatedPlayer]) -> None:
        await self._then.reseat_then(players)

    async def _tell(self, told: TableMessage) -> None:
        self._then.participants.tell(told)

    async def _say(self, message: SaidMessage) -> None:
        self._then.participants.hear_phrase(message.seat, message.phrase)

    @property
    def _then(self) -> DelayedRoom:
        if self.room is None:
            raise AssertionError("nothing is played before the beginning")
        return self.room


class DelayedMatches:
    """Every match that is watched with a delay."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], DelayedMatch] = {}

    def of(self, live: Room, delay: int) -> DelayedMatch:
        """A match so many seconds later; from now on, where nobody watched it so."""
        key = (live.stored.id, delay)
        found = self._known.get(key)
        if found is None or found.is_ended:
            self._known = {known: later for known, later in self._known.items() if not later.is_ended}
            found = self._known[key] = DelayedMatch(live, delay)
        return found

    def room(self, live: Room, delay: int) -> Room:
        """The room in which it is played later; raises ProtocolError `not-yet` before there is anything to see."""
        found = self.of(live, delay)
        if found.room is None:
            raise ProtocolError("not-yet", 409, delay=delay)
        return found.room

    def following(self, match_id: str) -> list[Follower]:
        """Who watches a match with a delay."""
        rooms = [later.room for (known, _), later in self._known.items() if known == match_id]
        return [follower for room in rooms if room is not None for follower in room.followers]

    def stop(self, match_id: str = "") -> None:
        """Let one match, or all of them, go on no more."""
        for key in [key for key in self._known if match_id in ("", key[0])]:
            self._known.pop(key).stop()

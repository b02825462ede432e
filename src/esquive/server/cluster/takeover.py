"""Heartbeats of processes, and the take-over of matches of processes that are dead.

Two tasks: the heartbeat writes one row and waits for nothing else, so that a process that has much to take over, or
waits for a slow match, is not thought dead itself. The other looks every `BEAT` seconds at the matches that are open
here, and now and then for matches that go on without anybody looking (bots alone, running clocks) and whose process is
dead. Each match is taken over by a job of its own, which tries again, ever later, until it has worked.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from esquive.hosting.background_tasks import end
from esquive.hosting.match_store import Held
from esquive.hosting.presence import BEAT
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.stored_match import StoredLine
from esquive.server.cluster.leases import LEASE, LIVES, Leases
from esquive.server.storage.store import Store
from esquive.server.storage.tables import MATCHES, OWNERS
from esquive.server.storage.unattended import going_on

LOG: Final = logging.getLogger("esquive.server")
SOON: Final = 0.25  # seconds after which a heartbeat that failed is tried again; twice as long each time, to BEAT
LONGEST: Final = 300.0  # seconds after which, at the latest, it is tried again to take a match over
AT_ONCE: Final = 4  # matches that are taken over at the same time
EVERY: Final = 60.0  # seconds between two searches for matches that nobody shows, where no process was seen to die
MOST_ALONE: Final = 200  # such matches that one search finds


class Table(Protocol):
    """The participants of an open room."""

    def repeat(self) -> None:
        """Say again who is here."""


class OpenRoom(Protocol):
    """A match that is open here."""

    @property
    def held(self) -> Held | None:
        """Who plays it, as far as is known here."""

    @property
    def is_ours(self) -> bool:
        """Whether it is this process."""

    @property
    def version(self) -> int:
        """How many answers and rolls are known here."""

    @property
    def participants(self) -> Table:
        """Who is at the table."""

    async def belongs_to(self, held: Held) -> None:
        """Hear which process plays it."""

    async def follow(self, known: int, lines: list[StoredLine]) -> None:
        """Play along what is stored."""


class Here(Protocol):
    """The matches of one process, as its `Forwarder` knows them."""

    @property
    def rooms(self) -> Mapping[str, OpenRoom]:
        """Those that are open."""

    async def take_over(self, match_id: str) -> None:
        """Play a match that is open here, unless somebody else does by now."""

    async def adopt(self, held: Held) -> None:
        """Open the room of a match that is this process's now."""

    def show(self, match_id: str) -> None:
        """Tell the owner of a match that is open here that it is shown here too."""

    def deleted(self, match_id: str) -> None:
        """A match is there no more."""


class Takeover:
    """The heartbeat of one process and its look at the others."""

    def __init__(self, leases: Leases, store: Store, here: Here) -> None:
        self._leases = leases
        self._store = store
        self._here = here
        self._tasks: list[asyncio.Task[None]] = []
        self._taking: dict[str, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        self._is_due = asyncio.Event()
        self._is_stopped = False
        self._dead: set[str] = set()
        self._searched: float | None = None

    def begin(self) -> None:
        """Say from now on that this process lives, and look after the matches."""
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._look())]

    def look(self) -> None:
        """A process has ended: look at once."""
        self._searched = None
        self._is_due.set()

    def stop(self) -> None:
        """Take nothing over any more."""
        self._is_stopped = True

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is done any more."""
        return all(task.done() for task in (*self._tasks, *self._taking.values()))

    async def close(self) -> None:
        """End both tasks, and wait for what is under way."""
        self.stop()
        for task in (*self._tasks, *self._taking.values()):
            await end(task)

    # ----------------------------------------------------------------------------------------------------- heartbeat

    async def _beat(self) -> None:
        failed = 0
        while True:
            await asyncio.sleep(min(SOON * 2 ** (failed - 1), BEAT) if failed else BEAT)
            try:
                async with asyncio.timeout(LEASE / 2):  # one that hangs must not keep the next from being said
                    await self._leases.beat()
                failed = 0
            except Exception as error:
                failed += 1
                LOG.error("this process could not say that it lives: %r", error, exc_info=_unexpected(error))

    # ------------------------------------------------------------------------------------------------------- looking

    async def _look(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._is_due.wait(), BEAT)
            except TimeoutError:
                pass
            self._is_due.clear()
            try:
                for room in list(self._here.rooms.values()):
                    room.participants.repeat()
                await self.look_after()
                await self._search()
            except Exception as error:
                LOG.error("the matches could not be looked after: %r", error, exc_info=_unexpected(error))

    async def look_after(self) -> None:
        """Take over what nobody plays any more of the matches that are open here, and read what was not heard."""
        rooms = dict(self._here.rooms)
        if not rooms:
            return
        known = {held.match_id: (held, lives) for held, lives in await self._leases.holders(rooms)}
        versions = await self._store.versions(list(rooms))
        for match_id, room in rooms.items():
            if self._here.rooms.get(match_id) is not room:
                continue
            if match_id not in versions:
                self._here.deleted(match_id)
            elif match_id not in known or not (known[match_id][1] or room.is_ours):
                self._take(match_id, self._here.take_over)
            else:
                self._begin(match_id, self._compare(match_id, room, known[match_id][0], versions[match_id]))

    async def _compare(self, match_id: str, room: OpenRoom, held: Held, version: int) -> None:
        """See whether what is known here of a match is what is stored."""
        if held != room.held:  # it has changed hands, which may not have been heard here
            await room.belongs_to(held)
        if not room.is_ours:
            self._here.show(match_id)
            if room.version < version:
                await room.follow(version, [])

    # --------------------------------------------------------------------------------------------------- taking over

    async def _search(self) -> None:
        """Take over what goes on by itself and is shown by nobody, when its process is dead."""
        dead = await self._leases.dead()
        now, has_died = time.monotonic(), bool(dead - self._dead)
        if not has_died and self._searched is not None and now < self._searched + EVERY:
            return
        wanted = going_on().join(OWNERS, OWNERS.c.match_id == MATCHES.c.id).where(~LIVES).limit(MOST_ALONE)
        for row in await self._store.find(wanted):
            match_id = str(row["id"])
            if match_id not in self._here.rooms:
                self._take(match_id, self._adopt)
        self._dead, self._searched = dead, now

    async def _adopt(self, match_id: str) -> None:
        held = await self._leases.claim(match_id)
        if held.process == self._leases.process:
            await self._here.adopt(held)

    def _take(self, match_id: str, job: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        if not self._is_stopped:
            self._begin(match_id, self._until_taken(match_id, job))

    async def _until_taken(self, match_id: str, job: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        wait = BEAT
        while not self._is_stopped:
            try:
                async with self._places:
                    await job(match_id)
                return
            except Exception as error:
                if isinstance(error, ProtocolError) and error.code == "no-such-match":
                    return
                LOG.error("match %s could not be taken over: %r", match_id, error, exc_info=_unexpected(error))
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST)

    def _begin(self, match_id: str, job: Coroutine[Any, Any, None]) -> None:
        """A job of its own for a match, unless there is one: one that hangs is in nobody's way."""
        if match_id in self._taking:
            job.close()
            return
        task = asyncio.create_task(job)
        self._taking[match_id] = task
        task.add_done_callback(lambda done: self._ended(match_id, done))

    def _ended(self, match_id: str, task: "asyncio.Task[None]") -> None:
        del self._taking[match_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("match %s could not be looked after: %r", match_id, error, exc_info=_unexpected(error))


def _unexpected(error: BaseException) -> BaseException | None:
    """What is logged with all of its trace: what is not a database that is away."""
    return None if isinstance(error, SQLAlchemyError | OSError | ProtocolError) else error

"""Records played again for who looks at a replay: matches of this host, and records that people have brought."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

from esquive.core.errors import EsquiveError
from esquive.core.match_review import VERSION as AS_TOLD, AfterTheGame, LookedBack
from esquive.core.record import Record, parse_record
from esquive.hosting.example_match import EXAMPLE, example_record
from esquive.hosting.match_store import RecordStore
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.replays import Played, ReplayCache, Table, look_back, play_record
from esquive.hosting.resumption import agents_of
from esquive.hosting.rooms import Room

Vet = Callable[[bytes], Awaitable[None]]  # raises ProtocolError `bad-record` for a record that may not be played here


async def trusts(text: bytes) -> None:
    """Whoever brings a record is trusted that it takes no more than a match does."""


class ReplayLibrary:
    """The records that have been played again; `vet` says which of those that are brought may be."""

    def __init__(self, store: RecordStore, vet: Vet = trusts) -> None:
        self._store = store
        self._vet = vet
        self._playing = asyncio.Lock()
        self._shelf: ReplayCache[Played] = ReplayCache()
        self._uploads: ReplayCache[Record] = ReplayCache()
        self._backs: ReplayCache[LookedBack] = ReplayCache()
        self._looking = asyncio.Semaphore(1)  # one at a time: whoever plays goes first

    async def played(self, room: Room, language: str) -> Played:
        """The record of a match up to now, played again."""
        async with room.lock:
            record = Record(room.match.record.header)
            record.entries = list(room.match.record.entries)
            version, players = room.version, room.stored.players
        table = Table(tuple(player.name for player in players), tuple(agents_of(players)), language)
        return await self._shelved(f"{room.stored.id} {version}", record, table)

    async def upload(self, text: bytes, language: str) -> tuple[str, Played]:
        """A record somebody has brought, and the name it is kept by; raises ProtocolError `bad-record`."""
        name = hashlib.sha256(text).hexdigest()[:24]
        if self._uploads.get(name) is None:
            await self._vet(text)
            try:
                record = await asyncio.to_thread(parse_record, text.decode("utf-8"))
            except (EsquiveError, UnicodeDecodeError) as error:
                raise ProtocolError("bad-record", why=error) from error
            played = await self._told(name, record, language)  # what cannot be played is not kept
            self._uploads.put(name, record, len(text))
            await self._store.keep_upload(name, text.decode("utf-8"))
            return name, played
        return name, await self.uploaded(name, language)

    async def uploaded(self, name: str, language: str) -> Played:
        """A record that was brought before, or the example; raises ProtocolError `no-such-replay` once forgotten."""
        record = self._uploads.get(name)
        if record is None and name == EXAMPLE:
            async with self._playing:
                record = await asyncio.to_thread(example_record)
        if record is None:
            text = await self._store.upload(name)
            if text is not None:
                record = await asyncio.to_thread(parse_record, text)
                self._uploads.put(name, record, len(text))
        if record is None:
            raise ProtocolError("no-such-replay", 404)
        return await self._told(name, record, language)

    async def _told(self, name: str, record: Record, language: str) -> Played:
        """A record that was brought, played for whoever looks at it."""
        agents = tuple(str(agent) for agent in record.header["agents"])
        return await self._shelved(name, record, Table((), agents, language))

    async def looked_back(self, name: str, played: Played) -> AfterTheGame:
        """A match that is over, looked back on, in the language it is told in; it is worked out once for all languages.

        Raises ProtocolError `not-over`, and `bad-record` for one that would take too much of the server's time.
        """
        if played.record.end is None:
            raise ProtocolError("not-over", 409)
        if played.game.afterwards is None:
            raise ProtocolError("no-such-address", 404)
        key = f"{name} {AS_TOLD}"
        back = self._backs.get(key)
        if back is None:
            async with self._looking:
                known = self._backs.get(key)  # somebody else may have asked for it meanwhile
                back = known if known is not None else await asyncio.to_thread(look_back, played)
            self._backs.put(key, back, played.size)
        return await asyncio.to_thread(back.told, played.words())

    async def _shelved(self, name: str, record: Record, table: Table) -> Played:
        """A record played again, or taken from the shelf where it was played before for the same table."""
        key = f"{name} {table.language} {'/'.join(table.names)}"
        played = self._shelf.get(key)
        if played is None:
            played = await asyncio.to_thread(play_record, record, table)
            self._shelf.put(key, played, played.size)
        return played

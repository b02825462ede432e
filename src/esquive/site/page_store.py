"""The store of a page: matches in memory, and each change of them with the keeper before anybody is told of it.

A match is kept as its head (`match/ID`), its answers in the order they were given (`lines/ID/NUMBER`) and its last
snapshot (`snapshot/ID`); answers are read once somebody opens it. Entries are msgpack.
"""

import asyncio
import copy
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgspec
from msgspec import Struct, structs

from esquive.hosting.correspondence.mail import Mail, Pending
from esquive.hosting.grants import Grant, Seating
from esquive.hosting.match_store import NOTHING, Beside, Held, StoreConflict
from esquive.hosting.memory_store import KeptMatch, MemoryStore
from esquive.hosting.practice import is_practice
from esquive.hosting.stored_match import SeatedPlayer, Snapshot, Standing, StoredClock, StoredLine, StoredMatch
from esquive.site.keeper import Keeper, KeptAlready

MOST_LISTED: Final = 500
MOST_UPLOADS: Final = 20


class Head(Struct):
    """What is kept of a match beside its answers."""

    match: StoredMatch
    grants: list[Grant]
    seatings: list[Seating]
    clock: StoredClock | None
    again: list[int]


_HEAD: Final = msgspec.msgpack.Decoder(Head)
_LINES: Final = msgspec.msgpack.Decoder(list[StoredLine])
_SNAPSHOT: Final = msgspec.msgpack.Decoder(Snapshot)
_PENDING: Final = msgspec.msgpack.Decoder(Pending)


class PageStore(MemoryStore):
    """The matches and records of a page; `open` it before use."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__()
        self._keeper = keeper
        self._unread: set[str] = set()  # matches whose answers have not been read
        self._writing = asyncio.Lock()

    async def open(self) -> None:
        """Read which matches there are."""
        heads = [_HEAD.decode(kept) for kept in (await self._keeper.read("match/")).values()]
        for head in sorted(heads, key=lambda one: one.match.created):
            kept = KeptMatch(head.match, [], head.grants, head.seatings, head.clock, None, {*head.again})
            self.matches[head.match.id] = kept
            self._unread.add(head.match.id)

    async def _read(self, match_id: str) -> None:
        """Have the answers of a match at hand."""
        if match_id not in self._unread:
            return
        async with self._writing:
            if match_id not in self._unread:
                return
            kept = self.matches[match_id]
            for part in (await self._keeper.read(f"lines/{match_id}/")).values():
                kept.lines += _LINES.decode(part)
            for snapshot in (await self._keeper.read(f"snapshot/{match_id}")).values():
                kept.snapshot = _SNAPSHOT.decode(snapshot)
            self._unread.discard(match_id)

    @asynccontextmanager
    async def _changing(self, match_id: str, dropped: Sequence[str] = ()) -> AsyncIterator[dict[str, bytes]]:
        """A change of a match: made in memory, kept with what else is entered, and unmade where it cannot be kept.

        What is `dropped` goes first; a match that is kept is none any more that has not begun.

        Raises StoreConflict where another tab has kept the same answer before.
        """
        async with self._writing:
            before = _shallow(self.matches[match_id]) if match_id in self.matches else None
            entries: dict[str, bytes] = {}
            try:
                yield entries
                kept = self.matches[match_id]
                head = Head(kept.match, kept.grants, kept.seatings, kept.clock, sorted(kept.again))
                fresh = [] if dropped else [name for name in entries if name.startswith("lines/")]
                gone = [*dropped] if before is not None else [_pending_name(match_id)]
                entries[f"match/{match_id}"] = msgspec.msgpack.encode(head)
                await self._keeper.write(entries, fresh=fresh, dropped=gone)
            except BaseException as error:
                if before is None:
                    self.matches.pop(match_id, None)
                else:
                    self.matches[match_id] = before
                if isinstance(error, KeptAlready):
                    raise StoreConflict(f"another tab has played match {match_id}") from error
                raise

    # ----------------------------------------------------------------------------------------------------- changing

    async def create(self, match: StoredMatch, lines: list[StoredLine], beside: Beside = NOTHING) -> None:
        """Keep a new match with what has fallen already."""
        if match.id in self.matches:
            raise StoreConflict(f"there is a match {match.id} already")
        async with self._changing(match.id) as entries:
            await super().create(match, lines, beside)
            if lines:
                entries[_lines_name(match.id, 0)] = msgspec.msgpack.encode(lines)

    async def append(
        self,
        match_id: str,
        known: int,
        lines: list[StoredLine],
        winner: str | None,
        snapshot: Snapshot | None,
        held: Held | None = None,
        clock: StoredClock | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Add answers after the `known` ones there are."""
        await self._read(match_id)
        async with self._changing(match_id) as entries:
            await super().append(match_id, known, lines, winner, snapshot, held, clock, standing)
            if lines:
                entries[_lines_name(match_id, known)] = msgspec.msgpack.encode(lines)
            if snapshot is not None:
                entries[f"snapshot/{match_id}"] = msgspec.msgpack.encode(snapshot)

    async def seat(
        self,
        match_id: str,
        players: list[SeatedPlayer],
        grants: Sequence[Grant] = (),
        forgotten: frozenset[int] = frozenset(),
        held: Held | None = None,
    ) -> None:
        """Keep who sits at a match, with new grants."""
        async with self._changing(match_id):
            await super().seat(match_id, players, grants, forgotten, held)

    async def keep_clock(self, match_id: str, clock: StoredClock, held: Held | None = None) -> None:
        """Keep how the clocks of a match stand."""
        async with self._changing(match_id):
            await super().keep_clock(match_id, clock, held)

    async def want_again(self, match_id: str, place: int) -> None:
        """Keep that a player wants a rematch."""
        async with self._changing(match_id):
            await super().want_again(match_id, place)

    async def keep_grant(self, grant: Grant) -> None:
        """Keep what a token allows at a match."""
        async with self._changing(grant.match_id):
            self.matches[grant.match_id].grants.append(grant)

    async def delete(self, match_ids: list[str]) -> list[str]:
        """Delete matches with everything that is kept of them."""
        names = [name for one in match_ids for name in (f"match/{one}", f"lines/{one}/", f"snapshot/{one}")]
        async with self._writing:
            await self._keeper.write({}, dropped=names)
            return await super().delete(match_ids)

    # ------------------------------------------------------------------------------------------------------ finding

    async def lines(self, match_id: str, known: int = 0) -> list[StoredLine]:
        """Every answer and roll of a match after the first `known`, in order."""
        await self._read(match_id)
        return await super().lines(match_id, known)

    async def snapshot(self, match_id: str) -> Snapshot | None:
        """The last snapshot of a match, or None."""
        await self._read(match_id)
        return await super().snapshot(match_id)

    def grant(self, match_id: str, hashed: str) -> Grant | None:
        """What the token with this hash allows at a match, or None."""
        kept = self.matches.get(match_id)
        return next((one for one in kept.grants if one.hash == hashed), None) if kept is not None else None

    def latest(self) -> list[StoredMatch]:
        """The matches of this page, newest first, but for those of practice."""
        found = [kept.match for kept in reversed(self.matches.values()) if not is_practice(kept.match.setup)]
        return found[:MOST_LISTED]

    # ---------------------------------------------------------------------------------------- by correspondence

    async def keep_pending(self, pending: Pending) -> None:
        """Keep a match that has not begun."""
        await self._keeper.write({_pending_name(pending.id): msgspec.msgpack.encode(pending)})

    async def pending(self, match_id: str) -> Pending | None:
        """A match that has not begun, or None."""
        found = (await self._keeper.read(_pending_name(match_id))).get(_pending_name(match_id))
        return None if found is None else _PENDING.decode(found)

    async def all_pending(self) -> list[Pending]:
        """Every match that has not begun."""
        return [_PENDING.decode(found) for found in (await self._keeper.read(_pending_name(""))).values()]

    async def drop_pending(self, match_id: str) -> None:
        """Forget one of them."""
        await self._keeper.write({}, dropped=[_pending_name(match_id)])

    async def replace(self, match: StoredMatch, lines: list[StoredLine]) -> None:
        """Keep a match with other answers than before, and all that is kept of it beside, at once."""
        async with self._changing(match.id, (f"lines/{match.id}/", f"snapshot/{match.id}")) as entries:
            kept = self.matches[match.id]
            kept.match, kept.lines, kept.snapshot = copy.deepcopy(match), copy.deepcopy(lines), None
            entries[f"lines/{match.id}/{0:08}"] = msgspec.msgpack.encode(lines)
            self._unread.discard(match.id)

    async def keep_mail(self, match_id: str, mail: Mail) -> None:
        """Keep what a player knows of a match."""
        async with self._changing(match_id):
            self.matches[match_id].match.mail = copy.deepcopy(mail)

    # ------------------------------------------------------------------------------------------- seeds and records

    async def commit(self, commitment: str, seed: bytes) -> None:
        """Keep a seed for one match to come."""
        await self._keeper.write({f"seed/{commitment}": seed})

    async def take_seed(self, commitment: str) -> bytes | None:
        """The seed that was committed to, which nobody will be given again."""
        found = (await self._keeper.read(f"seed/{commitment}")).get(f"seed/{commitment}")
        await self._keeper.write({}, dropped=[f"seed/{commitment}"])
        return found

    async def keep_upload(self, name: str, record: str) -> None:
        """Keep a record that was brought; the first of them make place."""
        known = [one for one in await self._keeper.read("upload/") if one != f"upload/{name}"]
        await self._keeper.write({f"upload/{name}": record.encode()}, dropped=known[: 1 - MOST_UPLOADS])

    async def upload(self, name: str) -> str | None:
        """A record that was brought, or None."""
        found = (await self._keeper.read(f"upload/{name}")).get(f"upload/{name}")
        return None if found is None else found.decode()


def _pending_name(match_id: str) -> str:
    return f"pending/{match_id}"


def _lines_name(match_id: str, known: int) -> str:
    return f"lines/{match_id}/{known:08}"


def _shallow(kept: KeptMatch) -> KeptMatch:
    """A match as it is, for the case that what is done to it has to be unmade."""
    return structs.replace(
        kept,
        match=copy.copy(kept.match),
        lines=[*kept.lines],
        grants=[*kept.grants],
        seatings=[*kept.seatings],
        again={*kept.again},
    )

"""What a host asks of a store holds of every store there is: the database of a server, and the memory of a process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from esquive.hosting.gatherings import GatheringStore, StoredGathering
from esquive.hosting.grants import HOST, Seating, issue
from esquive.hosting.match_store import Beside, MatchStore, StoreConflict
from esquive.hosting.memory_store import MemoryGatherings, MemoryStore
from esquive.hosting.registry import HostStore
from esquive.hosting.stored_match import SeatedPlayer, Snapshot, StoredClock, StoredLine, StoredMatch
from esquive.server.storage.gathering_rows import GatheringRows
from esquive.server.storage.tables import PEOPLE
from esquive.server.storage.writer import Rows
from esquive.site.keeper import MemoryKeeper
from esquive.site.page_store import PageStore
from tests.server.services import database_at
from tests.server.stores import opened

ANN, BOB = SeatedPlayer("Ann", "human"), SeatedPlayer("Bob", "human")
BOTS = [SeatedPlayer("Rob", "random"), SeatedPlayer("Ada", "greedy")]
KINDS = ("database", "memory", "page")


@asynccontextmanager
async def stores(kind: str, tmp_path: Path) -> AsyncIterator[tuple[HostStore, GatheringStore]]:
    if kind != "database":
        memory = MemoryStore() if kind == "memory" else PageStore(MemoryKeeper())
        yield memory, MemoryGatherings(memory)
        return
    people = [{"id": name, "name": name, "created": "2026-11-28T12:00:00+00:00"} for name in ("ann", "bob")]
    async with opened(database_at(tmp_path / "matches.sqlite")) as store:
        await store.change(Rows([(PEOPLE, people)]))
        yield store, GatheringRows(store)


def match(match_id: str, players: list[SeatedPlayer], created: str = "2026-11-28T12:00:00+00:00") -> StoredMatch:
    return StoredMatch(match_id, created, "krosmaster", {"release": "2.7"}, players, "ab" * 32, ["", ""])


async def walk_answers(store: MatchStore) -> None:
    _, grant = issue("m", [0], is_host=True)
    beside = Beside([grant], [Seating(HOST, "ann"), Seating(0, "ann")], StoredClock({"used": [0.0]}))
    first = StoredLine("dice", "initiative 3 4")
    await store.create(match("m", [ANN, BOB]), [first], beside)
    assert await store.load("m") == match("m", [ANN, BOB])
    assert await store.load("other") is None and not await store.has("other") and await store.has("m")
    assert sorted(one.place for one in await store.seatings("m")) == [HOST, 0]
    with pytest.raises(StoreConflict):
        await store.create(match("m", BOTS), [])
    two, clock = [StoredLine("p1", "end"), StoredLine("p2", "end")], StoredClock({"used": [2.5]}, True)
    await store.append("m", 1, two[:1], None, None, None, clock)
    with pytest.raises(StoreConflict):  # somebody else has answered
        await store.append("m", 1, two[1:], None, None)
    assert await store.clock("m") == clock and await store.snapshot("m") is None
    snapshot = Snapshot(3, 1, "hash", {"round": 1})
    await store.append("m", 2, two[1:], "p2", snapshot)
    assert await store.lines("m") == [first, *two] and await store.lines("m", 2) == two[1:]
    assert await store.snapshot("m") == snapshot
    stored = await store.load("m")
    assert stored is not None and (stored.over, stored.winner) == (True, "p2")


async def walk_seats(store: MatchStore) -> None:
    _, both = issue("m", [0, 1], is_host=True)
    await store.create(match("m", [ANN, SeatedPlayer("…", "open")]), [], Beside([both], [Seating(1, "bob")]))
    _, grant = issue("m", [1])
    await store.seat("m", [ANN, BOB], [grant])
    await store.seat("m", [ANN, SeatedPlayer("?", "human")], forgotten=frozenset({1}))
    stored = await store.load("m")
    assert stored is not None and [one.name for one in stored.players] == ["Ann", "?"]
    assert await store.seatings("m") == []


async def walk_what_goes_on(store: MatchStore) -> None:
    await store.create(match("people", [ANN, BOB]), [])
    await store.create(match("bots", BOTS, "2026-11-28T12:00:01+00:00"), [])
    await store.create(match("clock", [ANN, BOB], "2026-11-28T12:00:02+00:00"), [], Beside(clock=StoredClock({})))
    assert await store.going_on(10) == ["bots"]
    await store.keep_clock("clock", StoredClock({"used": [1.0]}, True))
    assert await store.going_on(10) == ["clock", "bots"] and await store.going_on(1) == ["clock"]
    for _ in range(2):  # said twice is said once
        await store.want_again("people", 1)
    assert await store.wanting_again("people") == [1]
    assert await store.delete(["bots"]) == ["bots"]
    assert await store.load("bots") is None and await store.going_on(10) == ["clock"]


async def walk_seeds_and_records(store: HostStore) -> None:
    await store.commit("c" * 64, b"7" * 32)
    assert await store.take_seed("c" * 64) == b"7" * 32
    assert await store.take_seed("c" * 64) is None, "it is given once"
    await store.keep_upload("name", "a record")
    assert (await store.upload("name"), await store.upload("other")) == ("a record", None)


async def walk_gatherings(store: HostStore, gatherings: GatheringStore) -> None:
    late = "2999-01-01T00:00:00+00:00"
    await gatherings.lay(StoredGathering("g", 1, late, '{"keys":["k1"]}'))
    await gatherings.lay(StoredGathering("past", 1, "2020-01-01T00:00:00+00:00", "{}"))
    assert await gatherings.gathering("past") is None and await gatherings.gathering("none") is None
    assert await gatherings.keep(StoredGathering("g", 2, late, '{"keys":["k2"]}'))
    assert not await gatherings.keep(StoredGathering("g", 2, late, "{}")), "somebody else was faster"
    assert await gatherings.gatherings_of("k2") == ["g"] and await gatherings.gatherings_of("k1") == []
    await gatherings.end("g", 1)
    assert await gatherings.gathering("g") == StoredGathering("g", 2, late, '{"keys":["k2"]}')
    await store.create(match("g", [ANN, BOB]), [], Beside(gathered=True))
    assert await gatherings.gathering("g") is None, "it has given way to its match"
    await gatherings.lay(StoredGathering("h", 1, late, "{}"))
    await gatherings.end("h", 1)
    assert await gatherings.gathering("h") is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("walk", [walk_answers, walk_seats, walk_what_goes_on, walk_seeds_and_records])
def test_a_store_keeps_what_a_host_asks_of_it(kind: str, walk: object, tmp_path: Path) -> None:
    async def run() -> None:
        async with stores(kind, tmp_path) as (store, _):
            await walk(store)  # type: ignore[operator]

    asyncio.run(run())


@pytest.mark.parametrize("kind", KINDS)
def test_a_gathering_is_kept_until_it_gives_way_to_its_match(kind: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with stores(kind, tmp_path) as (store, gatherings):
            await walk_gatherings(store, gatherings)

    asyncio.run(run())

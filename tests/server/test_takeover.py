"""The matches of a process that has died go on at those that live, which play matches of their own."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.datastructures import State
from sqlalchemy import text

from esquive.hosting.match_store import Held
from esquive.hosting.protocol import NewMatch
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import StoredMatch
from esquive.server.cluster import takeover
from esquive.server.cluster.channels import MEMORY
from esquive.server.cluster.forwarding import Forwarder
from esquive.server.cluster.leases import Leases
from esquive.server.operations.health import Health, get_ready
from esquive.server.storage.store import Store
from tests.server.given_time import until
from tests.server.services import folder_for, redis_address, redis_in
from tests.server.test_processes import BOTS, AtTable, both_rooms, database, process, run, same, thought_dead
from tests.server.test_store import BOTH, SETUP, Follower, first_option

__all__ = ("database",)
CLOCKED = {**SETUP, "clock": {"turn": 0, "total": 600}}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks and heartbeats come sooner; a lease is as long as ever."""
    monkeypatch.setattr(takeover, "BEAT", 0.1)
    monkeypatch.setattr(takeover, "SOON", 0.05)


@asynccontextmanager
async def processes(database: str, channels: str, number: int) -> AsyncIterator[list[MatchRegistry]]:
    """Several processes of a server, each of which plays a match of its own."""
    async with AsyncExitStack() as stack:
        registries = [await stack.enter_async_context(process(database, channels)) for _ in range(number)]
        for registry in registries:
            await registry.create(msgspec.convert(SETUP, NewMatch))
        yield registries


async def killed(registry: MatchRegistry) -> None:
    """A process says and does nothing any more, and its time is up."""
    near = registry.others
    assert near is not None
    near._is_deaf = True
    await near._takeover.close()
    for bots in registry._bots.values():
        for bot in bots:
            bot.stop()
    await thought_dead(registry)


async def stored_version(registry: MatchRegistry, match_id: str) -> int:
    return (await registry.store.versions([match_id]))[match_id]


async def play_on(room: Room, shown: Room) -> None:
    """An answer at each of two processes."""
    for asked in (room, shown):
        before = asked.version
        assert await asked.answer(BOTH, before, first_option(asked)) is None
        await until(lambda before=before: same(room, shown) and room.version > before, "it is not played along")  # type: ignore[misc]


async def owners(registry: MatchRegistry) -> dict[str, tuple[str, int]]:
    async with registry.store._engine.connect() as connection:
        rows = (await connection.execute(text("SELECT match_id, process, fence FROM owners"))).all()
    return {row[0]: (row[1], row[2]) for row in rows}


def name(registry: MatchRegistry) -> str:
    assert registry.others is not None
    return registry.others.name


def test_a_survivor_that_owns_matches_takes_over_and_its_players_play_on(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with processes(database, redis_url, 3) as (one, other, third):
            room, shown = await both_rooms(one, other)
            too = await third.room(room.stored.id)
            ann, bob, cleo = AtTable(room, 0), AtTable(shown, 1), Follower()
            too.followers.add(cleo)
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            await until(lambda: same(room, shown) and same(room, too), "nobody has played along")
            own = {match: who for match, who in (await owners(other)).items() if match != room.stored.id}
            await killed(one)
            await until(lambda: shown.is_ours or too.is_ours, "nobody has taken the match over")
            await until(lambda: shown.is_ours, "the match has not gone to where its player sits")
            room.participants.go(ann)
            AtTable(shown, 0)
            await play_on(shown, too)
            assert len(await other.store.lines(room.stored.id)) == shown.version
            left = {match: who for match, who in (await owners(other)).items() if match != room.stored.id}
            assert {match: who for match, who in own.items() if who[0] != name(one)} == {
                match: who for match, who in left.items() if who[0] != name(one)
            }
            shown.participants.go(bob)

    run(play)


def test_nobody_takes_a_match_from_a_process_that_lives(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with processes(database, redis_url, 2) as (one, other):
            made = await one.create(msgspec.convert(SETUP, NewMatch))
            assert other.store.leases is not None
            assert await other.store.leases.claim(made.id) == Held(made.id, name(one), 1)
            await thought_dead(one)
            assert await other.store.leases.claim(made.id) == Held(made.id, name(other), 2)

    run(play)


@pytest.mark.parametrize("wanted", [BOTS, CLOCKED], ids=["bots", "clocks"])
def test_what_goes_on_by_itself_goes_on_at_a_survivor_though_nobody_looks(
    database: str, redis_url: str, wanted: dict[str, Any]
) -> None:
    async def play() -> None:
        async with processes(database, redis_url, 2) as (one, other):
            made = await one.create(msgspec.convert(wanted, NewMatch))
            room = await one.room(made.id)
            if room.participants.clock is not None:
                AtTable(room, 0), AtTable(room, 1)
                await until(lambda: room.participants.clock and room.participants.clock.is_ticking, "no clock runs")
                await room.participants.close()  # how it stands is stored
            await killed(one)
            assert made.id not in other.rooms
            await until(lambda: made.id in other.rooms and other.rooms[made.id].is_ours, "nobody goes on with it")
            taken = other.rooms[made.id]
            if taken.participants.clock is not None:
                assert taken.participants.is_ticking
            else:
                before = taken.version
                await until(lambda: taken.match.is_over or taken.version > before + 20, "no bot plays")

    run(play)


def test_the_heartbeat_waits_for_no_match_that_is_taken_over(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do the other matches wait for one that hangs."""

    async def play() -> None:
        async with processes(database, redis_url, 2) as (one, other):
            pairs = [await both_rooms(one, other) for _ in range(2)]
            for _, shown in pairs:
                shown.followers.add(Follower())
            hangs, may_go, beats = asyncio.Event(), asyncio.Event(), asyncio.Queue[str]()
            claim, beat = Forwarder.claim, Leases.beat

            async def slow(self: Forwarder, room: Room) -> None:
                if room is pairs[0][1]:
                    hangs.set()
                    await may_go.wait()
                await claim(self, room)

            async def counted(self: Leases) -> None:
                await beat(self)
                if self is other.store.leases and hangs.is_set():
                    beats.put_nowait("beat")

            monkeypatch.setattr(Forwarder, "claim", slow)
            monkeypatch.setattr(Leases, "beat", counted)
            await killed(one)
            await hangs.wait()
            for _ in range(3):
                await beats.get()
            await until(lambda: pairs[1][1].is_ours, "the other match waits")
            assert not pairs[0][1].is_ours
            may_go.set()
            await until(lambda: pairs[0][1].is_ours, "it is never taken over")

    run(play)


def test_what_nobody_expected_ends_neither_the_heartbeat_nor_the_looking_nor_a_take_over(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with processes(database, redis_url, 2) as (one, other):
            _, shown = await both_rooms(one, other)
            shown.followers.add(Follower())
            beat, holders, load, wrong = Leases.beat, Leases.holders, Store.load, set[str]()
            beaten = asyncio.Event()

            async def beat_then(self: Leases) -> None:
                if self is other.store.leases and "beat" not in wrong:
                    wrong.add("beat")
                    raise KeyError("the heartbeat")
                await beat(self)
                if self is other.store.leases:
                    beaten.set()

            async def holders_then(self: Leases, ids: Iterable[str]) -> list[tuple[Held, bool]]:
                if self is other.store.leases and "look" not in wrong:
                    wrong.add("look")
                    raise KeyError("the looking")
                return await holders(self, ids)

            async def load_then(self: Store, match_id: str) -> StoredMatch | None:
                if self is other.store and match_id == shown.stored.id and "load" not in wrong:
                    wrong.add("load")
                    raise KeyError("the taking over")
                return await load(self, match_id)

            monkeypatch.setattr(Leases, "beat", beat_then)
            monkeypatch.setattr(Leases, "holders", holders_then)
            monkeypatch.setattr(Store, "load", load_then)
            await until(lambda: "look" in wrong, "nobody looks")  # a look that began before has ended by then
            await killed(one)
            await beaten.wait()
            await until(lambda: shown.is_ours, "nobody has taken the match over")
            assert wrong == {"beat", "look", "load"}
            assert await shown.answer(BOTH, shown.version, first_option(shown)) is None

    run(play)
    told = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert {f"'the {what}'" for what in ("heartbeat", "looking", "taking over")} <= {*told}


# ------------------------------------------------------------------------------------------------------------- health


def test_health_tells_that_redis_is_away_and_that_it_is_there_again(
    database: str, redis_program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is ready all the same, and serves whoever sits where the match is played."""
    monkeypatch.setattr("esquive.server.operations.health.FRESH", 0.0)

    async def play(folder: Path) -> None:
        with ExitStack() as first:
            first.enter_context(redis_in(redis_program, folder))
            async with processes(database, redis_address(folder), 2) as (one, other):
                state = State({"health": Health(one.store, channels=one.channels)})
                assert await told(state) == (200, "ok", "reached")
                room, shown = await both_rooms(one, other)
                first.close()
                status, said, channels = await told(state)
                assert (status, said) == (200, f"Redis is {channels}") and channels.startswith("away")
                assert await room.answer(BOTH, room.version, first_option(room)) is None
                with redis_in(redis_program, folder):
                    assert await told(state) == (200, "ok", "reached")
                    room.shown_by.clear()
                    ann = AtTable(room, 0)
                    await until(lambda: bool(room.shown_by), "the first process hears nothing")
                    await until(
                        lambda: any(seat.here for seat in shown.participants.told().seats),
                        "the other process hears nothing",
                    )
                    await play_on(room, shown)
                    room.participants.go(ann)

    with folder_for(None) as folder:
        run(lambda: play(folder))


async def told(state: State) -> tuple[int, str, str]:
    """What `/healthz` answers: the status, what is wrong, and how the channels are."""
    response = await get_ready.fn(state)
    return response.status_code, response.content.status, response.content.channels


def test_a_server_of_one_process_has_no_channels_to_speak_of(database: str) -> None:
    async def play() -> None:
        async with process(database, MEMORY) as alone:
            assert await told(State({"health": Health(alone.store, channels=alone.channels)})) == (200, "ok", "")

    run(play)

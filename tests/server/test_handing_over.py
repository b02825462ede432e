"""A match is played where its players sit: an owner that has none of them gives it to the process that has."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from sqlalchemy import text

from esquive.hosting.match_store import Held
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.server.cluster.channels import Channels
from esquive.server.cluster.forwarding import Forwarder
from esquive.server.cluster.leases import Leases
from esquive.server.cluster.process_messages import Gone, Played, Taken
from tests.server.services import Cluster
from tests.server.test_processes import BOTS, AtTable, both_rooms, database, process, run, same, until
from tests.server.test_store import BOTH, SETUP, Follower, first_option

__all__ = ("database",)
AGAINST_A_BOT = {"players": [SETUP["players"][0], BOTS["players"][1]]}


async def answered(room: Room, times: int = 3) -> None:
    """Give a few answers, for whoever is asked."""
    for _ in range(times):
        assert await room.answer(BOTH, room.version, first_option(room)) is None


async def owner_of(registry: MatchRegistry, room: Room) -> tuple[str, int]:
    """Who plays a match, as the database has it."""
    async with registry.store._engine.connect() as connection:
        wanted = text("SELECT process, fence FROM owners WHERE match_id = :id")
        row = (await connection.execute(wanted, {"id": room.stored.id})).one()
    return row[0], row[1]


def test_a_match_goes_to_where_its_players_sit_and_nothing_is_handed_on(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    ask = Forwarder.ask

    async def noted(self: Forwarder, *given: Any) -> object:
        asked.append(given)
        return await ask(self, *given)

    monkeypatch.setattr(Forwarder, "ask", noted)

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            AtTable(shown, 0), AtTable(shown, 1)
            await until(lambda: shown.is_ours, "the match has not been given")
            assert not room.is_ours and room.stored.id not in one.rooms
            assert other.others is not None
            assert await owner_of(one, shown) == (other.others.name, 2)
            await answered(shown)
            assert asked == []
            assert len(await one.store.lines(shown.stored.id)) == shown.version
            again = await one.room(shown.stored.id)  # whoever asks for it there is shown it as it is
            assert same(again, shown) and not again.is_ours

    run(play)


def test_an_owner_that_has_a_player_keeps_the_match(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            AtTable(room, 0)
            bob = AtTable(shown, 1)
            await until(lambda: all(seat.here for seat in room.participants.told().seats), "nobody has heard of Bob")
            shown.followers.add(Follower())
            await answered(shown)
            await until(lambda: same(room, shown), "the other process has not played along")
            assert room.is_ours and not shown.is_ours
            shown.participants.go(bob)

    run(play)


def test_who_looks_on_keeps_no_match_and_goes_on_looking(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            watching = Follower()
            room.followers.add(watching)
            AtTable(room)
            AtTable(shown, 0)
            await until(lambda: shown.is_ours and not room.is_ours, "the match has not been given")
            assert one.rooms[room.stored.id] is room
            await until(lambda: bool(shown.shown_by), "who looks on is not known")
            await answered(shown)
            await until(lambda: same(room, shown), "who looks on is not told")
            assert watching.told >= 3

    run(play)


def test_clocks_run_on_and_a_bot_plays_on_where_the_match_has_gone(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other, {**AGAINST_A_BOT, "clock": {"turn": 0, "total": 600}})
            await until(lambda: room.asked_player() == 0 and not room.lock.locked(), "the bot plays on")
            AtTable(shown, 0)
            await until(lambda: shown.is_ours and shown.participants.is_ticking, "not given, or its clock stands")
            clock = shown.participants.clock
            assert clock is not None
            due = clock.due(shown.time.now())
            assert due is not None and due <= 600  # nobody has to come back
            version = shown.version
            while shown.asked_player() == 0 and not shown.match.is_over:
                assert await shown.answer(frozenset({0}), shown.version, first_option(shown)) is None
            await until(lambda: shown.asked_player() == 0 or shown.match.is_over, "the bot does not play")
            assert shown.version > version + 1

    run(play)


def test_that_a_match_was_given_may_be_lost(database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever answers finds it out in the database, and so does a process that looks after what it shows."""
    send = Channels.send

    def loses(self: Channels[object], to: str, message: object) -> None:
        if not isinstance(message, Taken):
            send(self, to, message)

    monkeypatch.setattr(Channels, "send", loses)

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            rooms = [await both_rooms(one, other) for _ in range(2)]
            for _, shown in rooms:
                shown.followers.add(Follower())
                AtTable(shown, 0)
            await until(lambda: not any(room.is_ours for room, _ in rooms), "the matches have not been given")
            await answered(rooms[0][1])
            assert rooms[0][1].is_ours
            await until(lambda: rooms[1][1].is_ours, "nobody has looked after it")

    run(play)


def test_nothing_is_told_where_nobody_shows_a_match(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    send = Channels.send

    def noted(self: Channels[object], to: str, message: object) -> None:
        if isinstance(message, Played):
            told.append(to)
        send(self, to, message)

    monkeypatch.setattr(Channels, "send", noted)

    async def play() -> None:
        async with (
            process(database, redis_url) as one,
            process(database, redis_url) as other,
            process(database, redis_url) as third,
        ):
            room, shown = await both_rooms(one, other)
            await until(lambda: bool(room.shown_by), "who shows it is not known")
            alone, _ = await both_rooms(one, one)
            await answered(alone)
            assert told == []
            await answered(room)
            await until(lambda: same(room, shown), "who shows it is not told")
            assert other.others is not None and third.others is not None
            assert set(told) == {other.others.name}

    run(play)


def test_who_held_a_room_while_it_was_given_away_finds_it_up_to_date(database: str, redis_url: str) -> None:
    """As a client does that has been let in, and says hello a moment later."""

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            AtTable(shown, 0)
            await until(lambda: shown.is_ours and room.stored.id not in one.rooms, "the match has not been given")
            await answered(shown)
            assert room.version < shown.version and one.others is not None
            await one.others.keep(room)
            assert one.rooms[room.stored.id] is room and same(room, shown)
            await until(lambda: bool(shown.shown_by), "who shows it is not known")
            await answered(shown)
            await until(lambda: same(room, shown), "who shows it is not told")

    run(play)


def test_a_match_is_given_to_nobody_who_is_dead(cluster: Cluster, database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one:
            room, _ = await both_rooms(one, one)
            held = room.held
            assert held is not None and one.store.leases is not None
            assert await one.store.leases.hand_over(held, "nobody", []) is None
            assert one.others is not None
            assert await owner_of(one, room) == (one.others.name, 1)

    run(play)


def test_what_is_heard_by_a_process_that_is_closing_begins_nothing(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on after the database is closed, with a connection that nobody closes any more."""

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            _, shown = await both_rooms(one, other)
            shown.followers.add(Follower())
            near = other.others
            assert near is not None and not shown.is_ours
            ended, looked = Leases.end, Leases.holders
            late: list[str] = []
            is_ending = asyncio.Event()

            async def end(self: Leases) -> None:
                is_ending.set()
                near._hear(Gone("a neighbour that ends at the same time"))
                await ended(self)

            async def holders(self: Leases, match_ids: Iterable[str]) -> list[tuple[Held, bool]]:
                if self is other.store.leases and is_ending.is_set():
                    late.append("looked after its matches")
                return await looked(self, match_ids)

            monkeypatch.setattr(Leases, "holders", holders)
            near._hear(Gone("a neighbour that has ended before"))
            monkeypatch.setattr(Leases, "end", end)
            await near.close()
            near._hear(Gone("a neighbour that ends later"))
            assert (late, near._jobs, near._takeover.is_at_rest) == ([], set(), True)

    run(play)

"""A match has one room, also when somebody holds a room that was put away meanwhile."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from esquive.server.hosting import registry as halls
from esquive.server.hosting.protocol import NewMatch
from esquive.server.hosting.registry import Hall
from esquive.server.storage.store import sqlite_url
from tests.server.given_time import until
from tests.server.stores import opened
from tests.server.test_store import BOTH, SETUP, Listener, first_option


def test_a_room_put_away_while_somebody_holds_it_is_the_room_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a socket does that has not said hello, or a request between finding the room and its lock."""
    monkeypatch.setattr(halls, "MOST_ROOMS", 1)

    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            hall = Hall(store, 0.0)
            first, second = [(await hall.create(msgspec.convert(SETUP, NewMatch))).id for _ in range(2)]
            held = await hall.room(first)
            await hall.room(second)
            assert first not in hall._rooms
            listener = Listener()
            held.listeners.add(listener)
            other = await hall.room(first)
            assert other is held
            assert await other.answer(BOTH, other.version, first_option(other)) is None
            assert listener.told == 1
            await hall.close()

    asyncio.run(run())


def test_the_bots_of_such_a_room_sit_at_it_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "MOST_ROOMS", 1)
    players = [SETUP["players"][0], {**SETUP["players"][1], "agent": "random"}]

    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            hall = Hall(store, 0.0)
            made = await hall.create(msgspec.convert({"players": players}, NewMatch))
            room = await hall.room(made.id)
            await until(lambda: room.asked_player() == 0 and not room.lock.locked())
            for _ in range(2):
                await hall.create(msgspec.convert(SETUP, NewMatch))
            assert made.id not in hall._rooms
            assert await hall.room(made.id) is room
            assert len(hall._bots[made.id]) == 1
            before = room.version
            while room.asked_player() == 0:
                await room.answer(frozenset({0}), room.version, first_option(room))
            await until(lambda: room.version > before + 1 and room.asked_player() != 1)
            await hall.close()

    asyncio.run(run())

"""A match has one room, also when somebody holds a room that was put away meanwhile."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from esquive.hosting import registry as registries
from esquive.hosting.protocol import NewMatch
from esquive.hosting.registry import MatchRegistry
from esquive.server.storage.database import sqlite_url
from tests.server.given_time import until
from tests.server.stores import opened
from tests.server.test_store import BOTH, SETUP, Follower, first_option


def test_a_room_put_away_while_somebody_holds_it_is_the_room_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a socket does that has not said hello, or a request between finding the room and its lock."""
    monkeypatch.setattr(registries, "MOST_ROOMS", 1)

    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0)
            first, second = [(await registry.create(msgspec.convert(SETUP, NewMatch))).id for _ in range(2)]
            held = await registry.room(first)
            await registry.room(second)
            assert first not in registry.rooms
            follower = Follower()
            held.followers.add(follower)
            other = await registry.room(first)
            assert other is held
            assert await other.answer(BOTH, other.version, first_option(other)) is None
            assert follower.told == 1
            await registry.close()

    asyncio.run(run())


def test_the_bots_of_such_a_room_sit_at_it_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "MOST_ROOMS", 1)
    players = [SETUP["players"][0], {**SETUP["players"][1], "agent": "random"}]

    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0)
            made = await registry.create(msgspec.convert({"players": players}, NewMatch))
            room = await registry.room(made.id)
            await until(lambda: room.asked_player() == 0 and not room.lock.locked())
            for _ in range(2):
                await registry.create(msgspec.convert(SETUP, NewMatch))
            assert made.id not in registry.rooms
            assert await registry.room(made.id) is room
            assert len(registry._bots[made.id]) == 1
            before = room.version
            while room.asked_player() == 0:
                await room.answer(frozenset({0}), room.version, first_option(room))
            await until(lambda: room.version > before + 1 and room.asked_player() != 1)
            await registry.close()

    asyncio.run(run())

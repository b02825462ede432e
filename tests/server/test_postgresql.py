"""Answers on PostgreSQL are added by one statement; whatever goes wrong with it is told as ever."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from esquive.hosting.match_store import StoreConflict
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import StoredLine
from esquive.server.cluster.channels import MEMORY
from esquive.server.storage import postgresql
from esquive.server.storage.postgresql import Appender
from esquive.server.storage.store import Store
from tests.server.test_processes import both_rooms, database, process, run

__all__ = ("database",)
END = [StoredLine("p1", "end")]


async def append(store: Store, room: Room, known: int) -> None:
    await store.append(room.stored.id, known, END, None, None, room.held)


async def last_line(store: Store, room: Room) -> StoredLine:
    return (await store.lines(room.stored.id))[-1]


def test_answers_alone_are_added_by_one_statement(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[list[Exception | None] | None] = []
    usual = Appender.append

    async def noted(self: Appender, given: Any) -> list[Exception | None] | None:
        taken.append(await usual(self, given))
        return taken[-1]

    monkeypatch.setattr(Appender, "append", noted)

    async def play() -> None:
        async with process(database, MEMORY) as one:
            rooms = [(await both_rooms(one, one))[0] for _ in range(3)]
            for room in rooms:  # the first answer of a day is noted beside
                await append(one.store, room, 900)
            assert taken == []
            await asyncio.gather(*(append(one.store, room, 901) for room in rooms))
            assert sum(len(said or ()) for said in taken) == 3
            assert [await last_line(one.store, room) for room in rooms] == END * 3

    run(play)


def test_of_answers_that_wait_together_one_that_cannot_be_is_refused_alone(database: str) -> None:
    async def play() -> None:
        async with process(database, MEMORY) as one:
            rooms = [(await both_rooms(one, one))[0] for _ in range(3)]
            for room in rooms:
                await append(one.store, room, 900)
            said = await asyncio.gather(
                *(append(one.store, room, 900 + (room is not rooms[1])) for room in rooms), return_exceptions=True
            )
            assert [type(each) for each in said] == [type(None), StoreConflict, type(None)]
            assert [len(await one.store.lines(room.stored.id)) - room.version for room in rooms] == [2, 1, 2]

    run(play)


def test_a_connection_that_was_lost_is_opened_again(database: str) -> None:
    async def play() -> None:
        async with process(database, MEMORY) as one:
            room, _ = await both_rooms(one, one)
            ended: list[int] = []
            for known in range(900, 905):
                await append(one.store, room, known)
                async with one.store._engine.begin() as connection:
                    end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = :query")
                    ended.append(len((await connection.execute(end, {"query": postgresql.APPEND})).all()))
            assert ended[:2] == [0, 1] and 1 in ended[2:]
            assert len(await one.store.lines(room.stored.id)) == room.version + 5

    run(play)

"""One connection writes: what waits is committed together, each hears what became of its own, and bots try again."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from esquive.hosting.bots import MOST_TRIES, Bot
from esquive.hosting.protocol import NewMatch, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.server.storage.writer import Writer, begin_as_told
from tests.server.given_time import until
from tests.server.services import database_at
from tests.server.stores import kept, opened
from tests.server.test_store import SETUP, FailingStore, first_option, new_room


def insert(number: int) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(text("INSERT INTO t VALUES (:n)"), {"n": number})


@pytest.mark.sqlite
def test_changes_that_wait_are_committed_together_and_a_bad_one_alone_is_refused(tmp_path: Path) -> None:
    file, commits = tmp_path / "x.sqlite", []

    async def run() -> list[object]:
        engine = create_async_engine(database_at(file))
        event.listen(engine.sync_engine, "connect", lambda made, _: setattr(made, "isolation_level", None))
        event.listen(engine.sync_engine, "begin", begin_as_told)
        writer = Writer(engine)
        await writer.write(lambda connection: connection.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)")))
        event.listen(engine.sync_engine, "commit", lambda connection: commits.append(1))
        said = await asyncio.gather(*(writer.write(insert(n)) for n in (1, 2, 2, 3)), return_exceptions=True)
        await writer.close()
        await engine.dispose()
        return list(said)

    said = asyncio.run(run())
    assert [type(one) for one in said] == [type(None), type(None), IntegrityError, type(None)]
    assert len(commits) < len(said)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT n FROM t ORDER BY n").fetchall() == [(1,), (2,), (3,)]


@pytest.mark.sqlite
def test_a_transaction_that_fails_as_a_whole_is_told_to_all_and_the_next_goes_through(tmp_path: Path) -> None:
    """As when the disk is full."""

    async def run() -> None:
        engine = create_async_engine(database_at(tmp_path / "x.sqlite"))
        writer = Writer(engine)
        missing = await asyncio.gather(*(writer.write(insert(n)) for n in (1, 2)), return_exceptions=True)
        assert all(isinstance(one, SQLAlchemyError) for one in missing)
        await writer.write(lambda connection: connection.execute(text("CREATE TABLE t (n INTEGER)")))
        await writer.write(insert(1))
        await engine.dispose()

    asyncio.run(run())


@pytest.mark.sqlite
def test_forty_matches_answered_at_once_are_all_stored(tmp_path: Path) -> None:
    """With a connection for each of them SQLite said "database is locked"."""
    file = tmp_path / "matches.sqlite"

    async def run() -> int:
        async with opened(database_at(file)) as store:
            registry = MatchRegistry(store, 0.0)
            made = await asyncio.gather(*(registry.create(msgspec.convert(SETUP, NewMatch)) for _ in range(40)))
            rooms = [await registry.room(one.id) for one in made]
            for _ in range(5):
                lines = [first_option(room) for room in rooms]
                told = await asyncio.gather(
                    *(
                        room.answer(frozenset({0, 1}), room.version, line)
                        for room, line in zip(rooms, lines, strict=True)
                    )
                )
                assert told == [None] * len(rooms)
            played = sum(room.version for room in rooms)
        return played

    played = asyncio.run(run())
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (played,)


@pytest.mark.sqlite
def test_a_bot_whose_answer_cannot_be_stored_tells_so_and_tries_again(tmp_path: Path) -> None:
    async def run(failing: int) -> tuple[list[str], int]:
        async with kept(FailingStore(database_at(tmp_path / f"{failing}.sqlite"))) as store:
            room = await new_room(store)
            heard: list[str] = []
            shown: list[int] = []

            class Person:
                is_patient = False

                def changed(self, first_event: int) -> None:
                    shown.append(first_event)
                    store.is_full = True  # one answer is enough here

                def failed(self, error: ProtocolError) -> None:
                    heard.append(error.code)
                    store.is_full = bool(shown) or len(heard) < failing

            room.followers.add(Person())
            bot = Bot(room, room.asked_player() or 0, "random", 0.0)
            bot.patience = 0.0001
            store.is_full = True
            bot.changed(0)
            task = bot._task
            assert task is not None
            await until(lambda: task.done() or shown)
            bot.stop()
            await asyncio.gather(task, return_exceptions=True)
            await room.settle()
        return heard, len(shown)

    heard, played = asyncio.run(run(3))
    assert heard[:3] == ["server-fault"] * 3
    assert played == 1
    heard, played = asyncio.run(run(100))
    assert (len(heard), played) == (MOST_TRIES, 0)

"""The database: what is stored, what is never shown before, and what can no longer be resumed."""

import asyncio
import sqlite3
import threading
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from esquive.core.errors import EsquiveError
from esquive.core.waiting import Decision
from esquive.hosting.bots import Bot
from esquive.hosting.protocol import NewMatch, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import AT_ONCE, Room
from esquive.hosting.stored_match import StoredLine
from esquive.hosting.view_cache import MOST_REMEMBERED, ViewCache
from esquive.server.storage.store import Store
from esquive.server.storage.tables import METADATA
from tests.server.given_time import LONGEST_WAIT, until
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX
from tests.server.stores import Held, kept, opened

SETUP = {"players": [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD}]}
BOTH = frozenset({0, 1})


class Follower:
    """Counts what it is told."""

    def __init__(self, is_patient: bool = False) -> None:
        self.told = 0
        self.is_patient = is_patient

    def changed(self, first_event: int) -> None:
        self.told += 1

    def failed(self, error: ProtocolError) -> None:
        self.told += 1

    def taken_over(self) -> None:
        """Nothing that a player sees."""


class FailingStore(Store):
    """A database whose disk is full while `is_full`."""

    is_full = False

    async def append(self, *args: Any) -> None:
        if self.is_full:
            raise OperationalError("INSERT", {}, OSError("disk full"))
        await super().append(*args)


async def new_room(store: Store) -> Room:
    registry = MatchRegistry(store, 0.0, lambda: b"7" * 32)
    made = await registry.create(msgspec.convert(SETUP, NewMatch))
    return await registry.room(made.id)


def first_option(room: Room) -> str:
    waiting = room.match.waiting
    assert isinstance(waiting, Decision)
    return room.match.game.format(room.match.state, waiting.options()[0])


def test_the_migrations_make_the_tables_the_store_uses(tmp_path: Path) -> None:
    async def make() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            await store.open()  # a second start has nothing to do

    asyncio.run(make())

    def compared(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async def compare() -> None:
        engine = create_async_engine(database_at(tmp_path / "matches.sqlite"))
        async with engine.connect() as connection:
            assert await connection.run_sync(compared) == []
        await engine.dispose()

    asyncio.run(compare())


def test_who_looks_on_is_told_after_who_plays_and_a_few_at_a_time(tmp_path: Path) -> None:
    async def tell() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            order: list[str] = []

            class Noting(Follower):
                def changed(self, first_event: int) -> None:
                    super().changed(first_event)
                    order.append("spectator" if self.is_patient else "player")

            spectators = [Noting(is_patient=True) for _ in range(2 * AT_ONCE + 1)]
            room.followers.update([*spectators, Noting()])
            room.tell(0)
            while order.count("spectator") < len(spectators):
                order.append("somebody else")
                await asyncio.sleep(0)
            runs = [(who, len(list(run))) for who, run in groupby(order) if who != "somebody else"]
            assert runs == [("player", 1), ("spectator", AT_ONCE), ("spectator", AT_ONCE), ("spectator", 1)]
            assert [one.told for one in spectators] == [1] * len(spectators)

    asyncio.run(tell())


def test_rooms_remember_so_much_together_and_no_more() -> None:
    """The room asked longest ago forgets what it has said; one that has grown weighs more."""

    class Forgetful:
        forgot = 0

        def forget(self) -> None:
            self.forgot += 1

    rooms: list[Any] = [Forgetful() for _ in range(3)]
    warm = ViewCache()
    for room in rooms:
        warm.weigh(room, room.forget, MOST_REMEMBERED // 3)
    warm.weigh(rooms[0], rooms[0].forget, MOST_REMEMBERED // 3)
    assert [room.forgot for room in rooms] == [0, 0, 0]
    warm.weigh(rooms[2], rooms[2].forget, MOST_REMEMBERED // 3 + 3)
    assert [room.forgot for room in rooms] == [0, 1, 0]
    warm.weigh(rooms[0], rooms[0].forget, 2 * MOST_REMEMBERED)
    assert [room.forgot for room in rooms] == [0, 1, 1]


def test_an_answer_that_cannot_be_stored_has_not_been_played(tmp_path: Path) -> None:
    """When the disk is full nobody is told anything and the position is the one before; later it goes on."""

    async def play() -> None:
        async with kept(FailingStore(database_at(tmp_path / "matches.sqlite"))) as store:
            room = await new_room(store)
            follower = Follower()
            room.followers.add(follower)
            before, line = room.match.state.to_data(), first_option(room)
            store.is_full = True
            with pytest.raises(ProtocolError) as raised:
                await room.answer(BOTH, room.version, line)
            assert (raised.value.code, follower.told) == ("server-fault", 0)
            assert room.match.state.to_data() == before
            store.is_full = False
            assert await room.answer(BOTH, room.version, line) is None
            assert (room.match.state.to_data() != before, follower.told) == (True, 1)

    asyncio.run(play())


@pytest.mark.sqlite
def test_answers_are_in_the_database_when_listeners_are_told(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def play() -> list[tuple[int, int]]:
        async with opened(database_at(file)) as store:
            room = await new_room(store)
            found: list[tuple[int, int]] = []

            class Reader(Follower):
                def changed(self, first_event: int) -> None:
                    connection = sqlite3.connect(file)
                    stored = connection.execute("SELECT count(*) FROM answers").fetchone()[0]
                    connection.close()
                    found.append((stored, room.version))

            room.followers.add(Reader())
            for _ in range(6):
                await room.answer(BOTH, room.version, first_option(room))
        return found

    found = asyncio.run(play())
    assert len(found) == 6
    assert all(stored == version for stored, version in found)


@pytest.mark.sqlite
def test_a_match_whose_answers_no_longer_fit_is_refused_and_kept(tmp_path: Path) -> None:
    """Answers stored by other rules than these are neither guessed at nor lost."""
    file = tmp_path / "matches.sqlite"

    async def play() -> str:
        async with opened(database_at(file)) as store:
            room = await new_room(store)
            for _ in range(6):
                await room.answer(BOTH, room.version, first_option(room))
        return room.stored.id

    match_id = asyncio.run(play())
    connection = sqlite3.connect(file)
    connection.execute("UPDATE answers SET line = 'move c4' WHERE number = 3")
    connection.commit()
    connection.close()

    async def resume() -> None:
        async with opened(database_at(file)) as store:
            with pytest.raises(ProtocolError) as raised:
                await MatchRegistry(store, 0.0).room(match_id)
            assert raised.value.code == "cannot-resume"
            assert len(await store.lines(match_id)) >= 6

    asyncio.run(resume())


@pytest.mark.sqlite
def test_a_token_is_not_in_the_database(tmp_path: Path) -> None:
    """Whoever reads the file cannot play for others."""

    async def make() -> list[str]:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            made = await MatchRegistry(store, 0.0).create(msgspec.convert(SETUP, NewMatch))
        return [made.token, *(token for token in made.player_tokens if token)]

    tokens = asyncio.run(make())
    content = (tmp_path / "matches.sqlite").read_bytes()
    assert len(set(tokens)) == 3
    assert all(token.encode() not in content for token in tokens)


def added(number: int) -> tuple[int, list[StoredLine], None, None]:
    """What is stored of an answer of some number."""
    return 500 + number, [StoredLine("p1", "end")], None, None


async def cancelled(task: "asyncio.Task[None]", held: Held) -> None:
    """Cancel what waits for a commit, and only then let the commit be made."""
    task.cancel()
    held.let_go()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("after", [False, True])
def test_a_transaction_ends_before_whoever_asked_for_it_is_cancelled(tmp_path: Path, after: bool) -> None:
    """Its connection goes back whole: none is left open for nobody, and what was begun is stored.

    Cancelled before it is committed, or when it is and nobody has been told yet.
    """

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            before, held = len(await store.lines(room.stored.id)), Held(store, after=after)
            task = asyncio.create_task(store.append(room.stored.id, *added(1)))
            await held.reached.wait()
            (transaction,) = store._under_way
            await cancelled(task, held)
            assert transaction.done()
            assert len(await store.lines(room.stored.id)) == before + 1

    asyncio.run(run())


def test_what_waits_for_another_commit_is_stored_though_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            before, held = len(await store.lines(room.stored.id)), Held(store)
            first = asyncio.create_task(store.append(room.stored.id, *added(1)))
            await held.reached.wait()
            second = asyncio.create_task(store.append(room.stored.id, *added(2)))
            await until(store._writer._line.qsize)
            await cancelled(second, held)
            await first
            assert len(await store.lines(room.stored.id)) == before + 2

    asyncio.run(run())


@pytest.mark.sqlite
def test_a_commit_in_its_thread_ends_before_whoever_asked_for_it_is_cancelled(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            before, begun, go_on = len(await store.lines(room.stored.id)), threading.Event(), threading.Event()

            def hold(_: object) -> None:
                begun.set()
                go_on.wait(LONGEST_WAIT)

            assert store._writer._own is not None
            event.listen(store._writer._own, "commit", hold)
            task = asyncio.create_task(store.append(room.stored.id, *added(1)))
            await asyncio.to_thread(begun.wait, LONGEST_WAIT)
            task.cancel()
            go_on.set()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(await store.lines(room.stored.id)) == before + 1

    asyncio.run(run())


def test_a_store_is_closed_when_its_transactions_have_ended_and_begins_none_afterwards(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            held = Held(store)
            under_way = [asyncio.create_task(store.append(room.stored.id, *added(number))) for number in range(10)]
            await until(lambda: len(store._under_way) == len(under_way))
            await held.reached.wait()
            closing = asyncio.create_task(store.close())
            await until(lambda: store._is_closed)
            with pytest.raises(ProtocolError) as raised:
                await store.lines(room.stored.id)
            assert (raised.value.code, raised.value.status) == ("closing", 503)
            assert not closing.done()
            held.let_go()
            await closing
            assert all(task.done() for task in under_way)
            assert await asyncio.gather(*under_way) == [None] * 10

    asyncio.run(run())


@pytest.mark.parametrize("cut", [1, 2, 9, 30])
def test_a_hall_that_closes_while_bots_play_leaves_no_connection_and_no_bot_at_work(tmp_path: Path, cut: int) -> None:
    """What was being answered is stored whole; nobody answers any more. It is closed while a commit is under way."""

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0, lambda: b"7" * 32)
            players = [{**player, "agent": "random"} for player in SETUP["players"]]
            made = [await registry.create(msgspec.convert({"players": players}, NewMatch)) for _ in range(3)]
            rooms = [await registry.room(one.id) for one in made]
            held = Held(store, cut)
            await held.reached.wait()
            bots = [one for room in rooms for one in room.followers if isinstance(one, Bot)]
            closing = asyncio.create_task(registry.close())
            await until(lambda: all(bot._is_stopped for bot in bots))
            held.let_go()
            await closing
            stored = [len(await store.lines(room.stored.id)) for room in rooms]
            assert [room.version for room in rooms] == stored
            for bot in bots:
                bot.changed(0)
            assert [bot for bot in bots if bot._task is not None and not bot._task.done()] == []

    asyncio.run(run())


@pytest.mark.sqlite
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    file.write_text(
        "a shopping list, and long enough to be read as the head of a database: eggs, milk, bread, honey\n" * 9
    )
    before = file.read_bytes()

    async def run() -> None:
        with pytest.raises(EsquiveError, match="file is not a database") as raised:
            async with opened(database_at(file)):
                raise AssertionError("it has been opened")
        assert str(file) in str(raised.value)

    asyncio.run(run())
    assert file.read_bytes() == before


@pytest.mark.sqlite
def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def make() -> None:
        async with opened(database_at(file)) as store:
            await new_room(store)

    asyncio.run(make())
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()

    async def run() -> None:
        with pytest.raises(EsquiveError, match="newer version"):
            async with opened(database_at(file)):
                raise AssertionError("it has been opened")

    asyncio.run(run())
    assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    connection.close()

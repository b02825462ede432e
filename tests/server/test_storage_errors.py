"""A database that is deleted, damaged, locked or full is noticed, told in plain words, and never lied about."""

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from esquive.core.errors import EsquiveError
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rooms import Room
from esquive.server.storage.database import sqlite_url
from esquive.server.storage.errors import Troubles, fault_of
from esquive.server.storage.sqlite_wal import FRAME, HEADER, damage_of
from tests.server.stores import opened
from tests.server.test_store import BOTH, Follower, first_option, new_room

PLAYED = 12


async def refused(room: Room) -> str:
    """The code that an answer is refused with; nothing has been played, and nobody is told."""
    follower, before = Follower(), room.match.state.to_data()
    room.followers.add(follower)
    with pytest.raises(ProtocolError) as raised:
        await room.answer(BOTH, room.version, first_option(room))
    room.followers.discard(follower)
    assert raised.value.status == 503
    assert (room.match.state.to_data(), follower.told) == (before, 0)
    return raised.value.code


def played(file: Path) -> None:
    """A server that was killed: its log is still there."""

    async def run() -> None:
        async with opened(sqlite_url(file)) as store:
            room = await new_room(store)
            for _ in range(PLAYED):
                await room.answer(BOTH, room.version, first_option(room))
            for name in (file.name, f"{file.name}-wal"):
                shutil.copy(file.with_name(name), file.with_name(name.replace("running", "killed")))
            shutil.copy(file.with_name(f"{file.name}.key"), file.with_name("killed.sqlite.key"))

    asyncio.run(run())


def started(file: Path) -> None:
    async def run() -> None:
        async with opened(sqlite_url(file)):
            pass

    asyncio.run(run())


def test_a_second_server_on_the_same_file_is_told_so_and_the_first_plays_on(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def run() -> None:
        async with opened(sqlite_url(file)) as store:
            room = await new_room(store)
            other = [sys.executable, "-m", "esquive.cli.main", "play", "--no-browser", "--port", "0"]
            second = await asyncio.to_thread(
                subprocess.run, [*other, "--data", str(file)], capture_output=True, text=True
            )
            assert second.returncode == 2
            assert "another server" in second.stderr and str(file) in second.stderr and "--data" in second.stderr
            assert second.stderr.count("\n") == 1
            assert await room.answer(BOTH, room.version, first_option(room)) is None

    asyncio.run(run())
    started(file)


def test_the_lock_of_a_server_that_was_killed_is_free(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    code = (
        "import asyncio, os, sys\nfrom pathlib import Path\n"
        "from esquive.server.storage.store import Store\nfrom esquive.server.storage.database import sqlite_url\n"
        "async def run():\n store = Store(sqlite_url(Path(sys.argv[1])))\n await store.open()\n os._exit(9)\n"
        "asyncio.run(run())"
    )
    assert subprocess.run([sys.executable, "-c", code, str(file)], check=False).returncode == 9
    started(file)


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("ending", ["", "-wal"])
def test_nothing_is_acknowledged_in_a_file_that_has_been_deleted(
    tmp_path: Path, ending: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "matches.sqlite"

    async def run() -> None:
        async with opened(sqlite_url(file)) as store:
            room = await new_room(store)
            gone = file.with_name(file.name + ending)
            gone.rename(tmp_path / "moved")
            assert await refused(room) == "storage-gone"
            gone.write_bytes(b"")
            assert await refused(room) == "storage-gone"  # another one in its place is not it
            (tmp_path / "moved").rename(gone)
            assert await room.answer(BOTH, room.version, first_option(room)) is None

    asyncio.run(run())
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == 2  # once that it has gone, once that it is back
    assert str(file) in told[0].getMessage() and told[0].exc_info is None


def test_a_full_disk_is_told_as_such_and_the_match_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            limit = [0]

            def few(connection: sqlite3.Connection, *_: object) -> None:
                connection.execute(f"PRAGMA max_page_count={limit[0] or 1 << 30}")

            assert store._writer._own is not None
            event.listen(store._writer._own, "checkout", few)
            for _ in range(400):
                limit[0] = 1
                try:
                    await room.answer(BOTH, room.version, first_option(room))
                except ProtocolError as error:
                    assert (error.code, error.status) == ("disk-full", 503)
                    break
            else:
                raise AssertionError("the disk was never full")
            version = room.version
            assert len(await store.lines(room.stored.id)) == version
            limit[0] = 0
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            assert room.version > version

    asyncio.run(run())


def test_a_database_that_another_program_locks_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def run() -> None:
        async with opened(sqlite_url(file)) as store:
            room = await new_room(store)
            assert store._writer._own is not None
            event.listen(
                store._writer._own, "checkout", lambda connection, *_: connection.execute("PRAGMA busy_timeout=50")
            )
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            assert await refused(room) == "storage-locked"
            other.execute("ROLLBACK")
            other.close()
            assert await room.answer(BOTH, room.version, first_option(room)) is None

    asyncio.run(run())


def test_an_answer_is_taken_back_also_when_the_database_cannot_be_read(tmp_path: Path) -> None:
    """The position is that of the answers that were acknowledged, out of memory."""

    async def run() -> None:
        async with opened(sqlite_url(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            for _ in range(PLAYED):
                await room.answer(BOTH, room.version, first_option(room))
            before, version, text = room.match.state.to_data(), room.version, room.views.text(BOTH, 0, "en")
        with pytest.raises(ProtocolError):
            await room.answer(BOTH, room.version, first_option(room))
        assert (room.match.state.to_data(), room.version) == (before, version)
        assert room.views.text(BOTH, 0, "en") == text

    asyncio.run(run())


def spoil(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place : place + 64] = bytes(255 - byte for byte in data[place : place + 64])
    file.write_bytes(data)


def test_a_log_with_a_damaged_middle_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """SQLite would go on without the answers behind the damage, and say nothing."""
    played(tmp_path / "running.sqlite")
    log = tmp_path / "killed.sqlite-wal"
    assert damage_of(log) == ""
    spoil(log, log.stat().st_size // 2)
    before = log.read_bytes()
    with pytest.raises(EsquiveError, match="log is damaged") as raised:
        started(tmp_path / "killed.sqlite")
    assert str(log) in str(raised.value) and "backup" in str(raised.value)
    assert log.read_bytes() == before


def test_a_log_whose_frame_has_a_damaged_head_is_refused_too(tmp_path: Path) -> None:
    """It looks like one left over from the log before, but commits of this log lie behind it."""
    played(tmp_path / "running.sqlite")
    log = tmp_path / "killed.sqlite-wal"
    frames = (log.stat().st_size - HEADER) // (FRAME + 4096)
    spoil(log, HEADER + frames // 2 * (FRAME + 4096))
    with pytest.raises(EsquiveError, match=f"frame {frames // 2 + 1} does not add up"):
        started(tmp_path / "killed.sqlite")


def test_a_log_begun_anew_is_whole_whatever_is_left_over_from_the_one_before(tmp_path: Path) -> None:
    file, log = tmp_path / "some.sqlite", tmp_path / "some.sqlite-wal"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE one (text)")
        for _ in range(20):
            database.execute("INSERT INTO one VALUES (?)", ("x" * 5000,))
        long = log.stat().st_size
        database.execute("PRAGMA wal_checkpoint(RESTART)")
        database.execute("INSERT INTO one VALUES ('anew')")
        assert log.stat().st_size == long
        assert damage_of(log) == ""
        spoil(log, long - 5000)
        assert damage_of(log) == ""


@pytest.mark.parametrize("cut", [1, 100, 4096, 5000])
def test_a_log_cut_off_where_it_was_being_written_is_none_that_is_damaged(tmp_path: Path, cut: int) -> None:
    played(tmp_path / "running.sqlite")
    log = tmp_path / "killed.sqlite-wal"
    log.write_bytes(log.read_bytes()[:-cut])
    started(tmp_path / "killed.sqlite")


def test_a_damaged_database_is_refused_at_the_start_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "running.sqlite"
    played(file)
    for page in range(1, file.stat().st_size // 4096):
        spoil(file, page * 4096)
    before = file.read_bytes()
    with pytest.raises(EsquiveError, match=r"damaged|malformed") as raised:
        started(file)
    assert str(file) in str(raised.value) and "backup" in str(raised.value)
    assert file.read_bytes() == before


def told_by_sqlite(do: Callable[[], object]) -> Exception:
    try:
        do()
    except sqlite3.Error as error:
        return OperationalError("INSERT", {}, error)
    raise AssertionError("SQLite said nothing")


def test_a_file_that_may_only_be_read_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    sqlite3.connect(file).execute("CREATE TABLE t (n)").connection.close()
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    error = told_by_sqlite(lambda: connection.execute("INSERT INTO t VALUES (1)"))
    connection.close()
    assert fault_of(error).code == "storage-read-only"
    assert fault_of(OSError(28, "No space left on device")).code == "disk-full"


def test_a_trouble_that_lasts_is_told_once_and_its_end_too(caplog: pytest.LogCaptureFixture) -> None:
    troubles = Troubles("matches.sqlite")
    for _ in range(5):
        troubles.noticed(fault_of(OSError(28, "No space left on device")))
    troubles.passed()
    troubles.passed()
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "disk is full" in caplog.text and "matches.sqlite" in caplog.text

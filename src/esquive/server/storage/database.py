"""The database of a server: its connections, and transactions that end by themselves.

SQLite in WAL mode by default; PostgreSQL by its URL, which several processes of a server may share (see `leases`).

Every connection is closed by who opened it: a transaction ends by itself whoever asked for it is cancelled, `close`
waits for those under way, and none begins afterwards.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Select, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from esquive.core.errors import EsquiveError
from esquive.hosting.match_store import StoreConflict
from esquive.hosting.protocol import ProtocolError
from esquive.server.cluster.leases import Leases
from esquive.server.storage.errors import StorageFault, Troubles, fault_of
from esquive.server.storage.migrate import NotMigrated, lock, migrate
from esquive.server.storage.seed_encryption import Sealer, key_place, sealer
from esquive.server.storage.sqlite_file import DatabaseFile
from esquive.server.storage.tables import MATCHES
from esquive.server.storage.writer import Change, Writer, begin_as_told

WRITING: Final = ("create", "append", "seat", "commit", "take_seed", "keep_upload")
Given = ParamSpec("Given")
Found = TypeVar("Found")
Of = TypeVar("Of", bound="Database")


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{path}"


def database_url(data: str) -> str:
    """The address of the database that `--data` names: a file of SQLite, or the URL of a database.

    Raises EsquiveError for a URL of a kind that is not known here.
    """
    if "://" not in data:
        return sqlite_url(Path(data).resolve())
    try:
        url = make_url(data)
    except ArgumentError as error:
        raise EsquiveError("this is no address of a database", data, "postgresql://user@host/name") from error
    drivers = {"postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
    name = url.drivername.partition("+")[0]
    if name not in drivers:
        raise EsquiveError(
            f"{name!r} is no kind of database that matches can be kept in",
            url.render_as_string(),
            "name a file, or postgresql://user@host/name",
        )
    return url.set(drivername=drivers[name]).render_as_string(hide_password=False)


def _place(url: URL) -> str:
    """What a database is called in messages: the file, or the address without its password."""
    return str(url.database) if url.drivername.startswith("sqlite") else url.render_as_string()


def _migrate(connection: Connection, place: Path) -> Sealer:
    """Bring the tables up to date; returns what seals the seeds, with the key at a place."""
    lock(connection)
    has_sealed = False
    tables = inspect(connection)
    if tables.has_table("matches") and any(column["name"] == "sealed" for column in tables.get_columns("matches")):
        has_sealed = connection.execute(select(MATCHES.c.id).limit(1)).first() is not None
    found = sealer(place, has_sealed)
    migrate(connection, found.seal)
    return found


def whole(
    method: Callable[Concatenate[Of, Given], Coroutine[Any, Any, Found]],
) -> Callable[Concatenate[Of, Given], Coroutine[Any, Any, Found]]:
    """A transaction that ends by itself: who asked for it may be cancelled, but only once its connection is free again.

    Raises ProtocolError `closing` when the store has been closed, StorageFault for what the database cannot do, and
    StoreConflict for what contradicts what is there.
    """

    async def told(store: "Database", transaction: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        try:
            if store.file is not None:
                store.file.check()  # SQLite would make a new file in the place of one that has gone
            found = await transaction()
        except IntegrityError as error:
            raise StoreConflict(str(error.orig)) from error
        except DataError:  # a fault of what was asked for
            raise
        except (SQLAlchemyError, OSError, StorageFault) as error:
            fault = fault_of(error)
            store.troubles.noticed(fault)
            raise fault from error
        if method.__name__ in WRITING:
            store.troubles.passed()
        return found

    @wraps(method)
    async def to_the_end(store: Of, /, *given: Given.args, **more: Given.kwargs) -> Found:
        task = store.begin(told(store, lambda: method(store, *given, **more)))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    return to_the_end


class Database:
    """The database of a server; `open` it before use and `close` it after."""

    def __init__(self, url: str) -> None:
        is_file = url.startswith("sqlite")
        more: dict[str, Any] = {} if is_file else {"pool_pre_ping": True, "pool_recycle": 1800}
        # What is written stays out of what is said of errors: seeds and tokens.
        self._engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **more)
        self._under_way: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        self._today = ""
        self._played_today: set[str] = set()
        self._writer = Writer(self._engine)
        self.file: DatabaseFile | None = None
        if is_file and self._engine.url.database not in (None, "", ":memory:"):
            self.file = DatabaseFile(Path(str(self._engine.url.database)))
            self._writer.check = self.file.check
        self._sealer: Sealer | None = None
        self.troubles = Troubles(_place(self._engine.url))
        self.leases: Leases | None = None  # where several processes may share the database
        if is_file:
            self._writer.listen("connect", _set_sqlite)
            self._writer.listen("begin", begin_as_told)
        else:
            self.leases = Leases(self._engine, secrets.token_hex(8))

    async def open(self, *, is_server: bool = True) -> None:
        """Bring the tables up to date; raises EsquiveError when the database cannot be opened, and leaves it alone.

        A file of SQLite has one server; what is no server may open it beside that one.
        """
        found: list[Sealer] = []
        place = key_place(None if self.file is None else self.file.file)
        try:
            if self.file is not None:
                await asyncio.to_thread(self.file.take, is_server)
            await self._writer.write(lambda connection: found.append(_migrate(connection, place)))
            if self.file is not None:
                self.file.know()
        except EsquiveError:
            await self.close()
            raise
        except (OSError, SQLAlchemyError, sqlite3.Error, NotMigrated) as error:
            await self.close()
            why = error.orig if isinstance(error, DBAPIError) else error
            raise EsquiveError(
                f"this database cannot be opened: {why}",
                _place(self._engine.url),
                "name another one; a file that was made by a newer version needs that version",
            ) from error
        self._sealer = found[0]

    async def close(self) -> None:
        """Close every connection, once the transactions under way have ended."""
        self._is_closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._writer.close()
        await self._engine.dispose()
        if self.file is not None:
            self.file.release()

    @property
    def sealing(self) -> Sealer:
        """What seals the seeds."""
        if self._sealer is None:
            raise AssertionError("the store has not been opened")
        return self._sealer

    def begin(self, transaction: Coroutine[Any, Any, Found]) -> "asyncio.Task[Found]":
        """A task for a transaction, which `close` waits for; raises ProtocolError `closing` after it."""
        if self._is_closed:
            transaction.close()
            raise ProtocolError("closing", 503)
        task = asyncio.ensure_future(transaction)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    @whole
    async def change(self, change: Change) -> None:
        """Carry out a change, in a transaction."""
        await self._writer.write(change)

    @whole
    async def find(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        """The rows a question finds."""
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    @whole
    async def try_writing(self) -> None:
        """Begin to write, and change nothing; raises what the database says when it does not take what is written.

        While it is in trouble something is written: what the disk has no place for is only known then.
        """
        first = select(MATCHES.c.id).limit(1).scalar_subquery()
        wanted = MATCHES.c.id == (first if self.troubles.last else "")
        same = MATCHES.update().where(wanted).values(winner=MATCHES.c.winner)
        await self._writer.write(lambda connection: connection.execute(same))
        self.troubles.passed()


def _set_sqlite(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer, and a commit is on the disk when it returns."""
    try:
        connection.isolation_level = None  # transactions begin when `begin_as_told` says so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # nobody else knows of it yet
        raise

"""The one connection of a server that writes: what is to be written waits in a line, and what waits is committed
together.

SQLite lets one transaction write at a time, and every commit waits for the disk. With a connection for each answer they
would wait for one another, and in the end be refused; in one line each answer waits for the commit under way, and for
the one that takes it along. Nobody is told that something is stored before it is.

Rows that wait are added in one statement a table; answers alone, which is what mostly waits, in a single one where that
is to be had (`appending`). SQLite is written in a thread of its own, in which a whole commit is
one step: through an asynchronous driver each statement of it would wait for the loop, and the loop has players to
serve.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Engine, Executable, Table, create_engine, event
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from esquive.hosting.match_store import Held, LostMatch
from esquive.server.cluster.leases import held_now
from esquive.server.operations import metrics
from esquive.server.storage.postgresql import Appender
from esquive.server.storage.tables import ANSWERS, METADATA

WRITES: Final = "esquive_writes"  # the execution option of the connection that writes
MOST_TOGETHER: Final = 200  # changes in one transaction


Added = tuple[Table, list[dict[str, Any]]]


class Rows(Struct):
    """Rows for tables, and what is executed after they are there; `held` is the match that must still be ours."""

    rows: list[Added]
    then: Sequence[Executable] = ()
    held: Held | None = None

    def __call__(self, connection: Connection) -> None:
        """Adds them; raises LostMatch when another process plays the match by now."""
        if self.held is not None and not held_now(connection, [self.held]):
            raise LostMatch(self.held.match_id)
        for table, rows in self.rows:
            connection.execute(table.insert(), rows)
        for statement in self.then:
            connection.execute(statement)


Change = Callable[[Connection], object]
Waiting = tuple[Change, "asyncio.Future[None]"]
Said = list[Exception | None]  # what was wrong with each change


class Writer:
    """Takes changes, functions that execute statements on a connection, and commits those that wait together."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._line: asyncio.Queue[Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._own: Engine | None = None
        self._appender = Appender(engine) if engine.dialect.name == "postgresql" else None
        self.check: Callable[[], None] | None = None  # raises when the file that is written has gone
        if engine.dialect.name == "sqlite":
            self._thread = ThreadPoolExecutor(1, "esquive-writes")
            self._own = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)

    def listen(self, name: str, function: Callable[..., None]) -> None:
        """Call a function at an event of the connection that writes, as at those that read."""
        event.listen(self._engine.sync_engine, name, function)
        if self._own is not None:
            event.listen(self._own, name, function)

    async def write(self, change: Change) -> None:
        """Returns once the change is committed; raises what the database said when none of it could be."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.put_nowait((change, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await future

    async def close(self) -> None:
        """Ends once nothing waits any more; who writes afterwards begins anew."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        if self._appender is not None:
            await self._appender.close()
        if self._thread is not None and self._own is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._own.dispose)
            self._thread.shutdown(wait=False)

    async def _work(self) -> None:
        """Commits what waits, until nothing does."""
        while not self._line.empty():
            batch = [self._line.get_nowait() for _ in range(min(self._line.qsize(), MOST_TOGETHER))]
            metrics.BATCHES.observe(len(batch))
            said: Said
            try:
                with metrics.BATCH_SECONDS.time():
                    said = await self._commit([change for change, _ in batch])
            except Exception as error:  # noqa: BLE001 - whatever it is, each who waits must hear of it
                said = [error] * len(batch)
            for (_, future), trouble in zip(batch, said, strict=True):
                if future.cancelled():
                    continue
                if trouble is None:
                    future.set_result(None)
                else:
                    future.set_exception(trouble)

    async def _commit(self, changes: list[Change]) -> Said:
        """What was wrong with each of the changes; the others are committed. Raises when none could be."""
        answers = _answers(changes) if self._appender is not None else None
        if self._appender is not None and answers is not None:
            said = await self._appender.append(answers)
            if said is not None:
                return said
        try:
            return await self._transaction(_together, changes)
        except (IntegrityError, DataError):
            if len(changes) == 1:
                raise
            return await self._transaction(_one_by_one, changes)

    async def _transaction(self, work: Callable[[Connection, list[Change]], Said], changes: list[Change]) -> Said:
        if self._thread is not None:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._in_thread, work, changes)
        async with self._engine.connect() as connection:
            writing = await connection.execution_options(**{WRITES: True})
            async with writing.begin():
                return await writing.run_sync(work, changes)

    def _in_thread(self, work: Callable[[Connection, list[Change]], Said], changes: list[Change]) -> Said:
        if self._own is None:
            raise AssertionError("only SQLite is written in a thread")
        if self.check is not None:
            self.check()
        with self._own.connect() as connection:
            writing = connection.execution_options(**{WRITES: True})
            with writing.begin():
                said = work(writing, changes)
        if self.check is not None:
            self.check()  # nobody is told that something is stored which nobody will find
        return said


def _answers(changes: list[Change]) -> list[tuple[Held, list[dict[str, Any]]]] | None:
    """The answers that each change adds to a match, where they all do nothing else, and each to another one."""
    found = {}
    for change in changes:
        if not isinstance(change, Rows) or change.then or change.held is None:
            return None
        if len(change.rows) != 1 or change.rows[0][0] is not ANSWERS:
            return None
        found[change.held.match_id] = (change.held, change.rows[0][1])
    return list(found.values()) if len(found) == len(changes) else None


def _together(connection: Connection, changes: list[Change]) -> Said:
    """The rows of all changes in one statement a table, then what else there is; raises when one of them is wrong."""
    held = [change.held for change in changes if isinstance(change, Rows) and change.held is not None]
    ours = held_now(connection, held) if held else frozenset()
    rows: dict[Table, list[dict[str, Any]]] = {}
    said: Said = []
    others: list[Change] = []
    for change in changes:
        wanted = change.held if isinstance(change, Rows) else None
        said.append(None if wanted is None or wanted in ours else LostMatch(wanted.match_id))
        if said[-1] is not None:
            continue
        if isinstance(change, Rows):
            for table, more in change.rows:
                rows.setdefault(table, []).extend(more)
            others += [Rows([], change.then)] if change.then else []
        else:
            others.append(change)
    for table in METADATA.sorted_tables:
        if table in rows:
            connection.execute(table.insert(), rows[table])
    for other in others:
        other(connection)
    return said


def _one_by_one(connection: Connection, changes: list[Change]) -> Said:
    said: Said = []
    for change in changes:
        try:
            with connection.begin_nested():
                change(connection)
        except (SQLAlchemyError, LostMatch) as error:
            said.append(error)
        else:
            said.append(None)
    return said


def begin_as_told(connection: Any) -> None:
    """SQLite: who will write says so when the transaction begins, and never has to give up in the middle."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

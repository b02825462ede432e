"""The one connection of a server that writes: what is to be written waits in a line, and what waits is committed
together.

SQLite lets one transaction write at a time, and every commit waits for the disk. With a connection for each answer they
would wait for one another, and in the end be refused; in one line each answer waits for the commit under way, and for
the one that takes it along. Nobody is told that something is stored before it is.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

WRITES: Final = "esquive_writes"  # the execution option of the connection that writes
MOST_TOGETHER: Final = 200  # changes in one transaction

Change = Callable[[Connection], object]
Waiting = tuple[Change, "asyncio.Future[None]"]


class Writer:
    """Takes changes, functions that execute statements on a connection, and commits those that wait together."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._line: asyncio.Queue[Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

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

    async def _work(self) -> None:
        """Commits what waits, until nothing does."""
        while not self._line.empty():
            batch = [self._line.get_nowait() for _ in range(min(self._line.qsize(), MOST_TOGETHER))]
            said: list[Exception | None]
            try:
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

    async def _commit(self, changes: list[Change]) -> list[Exception | None]:
        """What was wrong with each of the changes; the others are committed. Raises when none could be."""
        async with self._engine.connect() as connection:
            writing = await connection.execution_options(**{WRITES: True})
            async with writing.begin():
                return await writing.run_sync(_applied, changes)


def _applied(connection: Connection, changes: list[Change]) -> list[Exception | None]:
    if len(changes) == 1:
        changes[0](connection)
        return [None]
    found: list[Exception | None] = []
    for change in changes:
        try:
            with connection.begin_nested():
                change(connection)
        except SQLAlchemyError as error:
            found.append(error)
        else:
            found.append(None)
    return found


def begin_as_told(connection: Any) -> None:
    """SQLite: who will write says so when the transaction begins, and never has to give up in the middle."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

"""Appends answers on PostgreSQL in one statement and one round trip.

As every transaction that stores something of a match, it holds the row that says who plays it (see `leases`): answers
of a match that another process plays by now are left out, and who gave them is told. Whatever else goes wrong is left
to the usual way, which says of each change what is wrong with it.
"""

from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from esquive.hosting.match_store import Held, LostMatch

COLUMNS: Final = ("match_id", "number", "by", "line")
APPEND: Final = """
WITH ours AS MATERIALIZED (
    SELECT owners.match_id FROM owners
    JOIN unnest($1::text[], $2::text[], $3::int[]) AS wanted(match_id, process, fence)
    ON (owners.match_id, owners.process, owners.fence) = (wanted.match_id, wanted.process, wanted.fence)
    ORDER BY owners.match_id FOR SHARE OF owners
), added AS (
    INSERT INTO answers (match_id, number, "by", line)
    SELECT given.* FROM unnest($4::text[], $5::int[], $6::text[], $7::text[]) AS given(match_id, number, "by", line)
    JOIN ours USING (match_id)
)
SELECT match_id FROM ours
"""


class Appender:
    """A connection to PostgreSQL of its own, opened when there are answers to be added, and when it was lost."""

    def __init__(self, engine: AsyncEngine) -> None:
        _, named = engine.dialect.create_connect_args(engine.url)
        self._where = {key: value for key, value in named.items() if not key.startswith("prepared_statement_")}
        self._connection: Any = None

    async def append(self, given: list[tuple[Held, list[dict[str, Any]]]]) -> list[Exception | None] | None:
        """Add the answers of matches, each named once, and commit them: what was wrong with those of each match.

        None when none of them could be added: they have to be written in the usual way.
        """
        import asyncpg  # type: ignore[import-untyped]  # a server on SQLite has no use for it

        rows = [row for _, rows in given for row in rows]
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(**self._where)
            found = await self._connection.fetch(
                APPEND,
                [held.match_id for held, _ in given],
                [held.process for held, _ in given],
                [held.fence for held, _ in given],
                *([row[name] for row in rows] for name in COLUMNS),
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError):
            await self.close()
            return None
        ours = {match_id for (match_id,) in found}
        return [None if held.match_id in ours else LostMatch(held.match_id) for held, _ in given]

    async def close(self) -> None:
        """End the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

"""Gatherings as rows of the database."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import structs
from sqlalchemy import Connection, delete, select, update

from esquive.hosting.gatherings import StoredGathering
from esquive.hosting.grants import time_of
from esquive.server.storage.store import Store
from esquive.server.storage.tables import GATHERINGS, KEYS, PEOPLE
from esquive.server.storage.writer import Rows


class GatheringRows:
    """The gatherings of a store, and of whose keys are whose."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def lay(self, gathering: StoredGathering) -> None:
        """Keep a new gathering; those that have expired make place."""

        def change(connection: Connection) -> None:
            connection.execute(delete(GATHERINGS).where(GATHERINGS.c.expires <= time_of(datetime.now(UTC))))
            connection.execute(GATHERINGS.insert().values(structs.asdict(gathering)))

        await self._store.change(change)

    async def gathering(self, match_id: str) -> StoredGathering | None:
        """A gathering, or None for one that has begun, ended, expired or never was."""
        now = time_of(datetime.now(UTC))
        found = await self._store.find(
            select(GATHERINGS).where(GATHERINGS.c.id == match_id, GATHERINGS.c.expires > now)
        )
        return StoredGathering(**found[0]) if found else None

    async def keep(self, gathering: StoredGathering) -> bool:
        """Keep it in the place of the version before; False when somebody else was faster."""
        changed: list[int] = []
        same = (GATHERINGS.c.id == gathering.id, GATHERINGS.c.version == gathering.version - 1)
        kept = update(GATHERINGS).where(*same).values(version=gathering.version, document=gathering.document)

        def change(connection: Connection) -> None:
            changed.append(connection.execute(kept).rowcount)

        await self._store.change(change)
        return changed == [1]

    async def end(self, match_id: str, version: int) -> None:
        """Keep a gathering no more, if it is of this version."""
        gone = delete(GATHERINGS).where(GATHERINGS.c.id == match_id, GATHERINGS.c.version == version)
        await self._store.change(Rows([], [gone]))

    async def in_lobby(self, most: int) -> list[StoredGathering]:
        """The newest gatherings whose hosts have them shown to everybody: their documents say so, as no name can."""
        marked = GATHERINGS.c.document.contains('"lobby":true', autoescape=True)
        wanted = select(GATHERINGS).where(marked, GATHERINGS.c.expires > time_of(datetime.now(UTC)))
        found = await self._store.find(wanted.order_by(GATHERINGS.c.expires.desc()).limit(most))
        return [StoredGathering(**row) for row in found]

    async def gatherings_of(self, key: str) -> list[str]:
        """The gatherings at which somebody may sit with a key."""
        wanted = select(GATHERINGS.c.id).where(GATHERINGS.c.document.contains(key, autoescape=True))
        return [row["id"] for row in await self._store.find(wanted)]

    async def whose(self, persons: Iterable[str], keys: Iterable[str]) -> dict[str, str]:
        """Of each of these persons that is there, and of each key that is somebody's, whose it is."""
        people = await self._store.find(select(PEOPLE.c.id).where(PEOPLE.c.id.in_(list(persons))))
        theirs = await self._store.find(select(KEYS.c.hash, KEYS.c.person).where(KEYS.c.hash.in_(list(keys))))
        return {row["id"]: row["id"] for row in people} | {row["hash"]: row["person"] for row in theirs}

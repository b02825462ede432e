"""Leases: which process plays which match, where several share one database.

A process says every few seconds that it lives; a match is played by the one process its row in `owners` names. Whoever
finds that process dead takes the match over and counts its fence on. Whatever an owner stores of a match it stores in a
transaction that reads this row and keeps it as it is: a process that was thought dead and goes on cannot store another
word, and nobody takes over in the middle of a transaction. Only the database's clock says when time is up; the clocks
of the machines do not matter, and when it is wrong a match changes hands once more, no answer is lost.

Not chosen: an advisory lock of PostgreSQL's a match. It ends when its session ends, which a network that is cut may
tell after hours, it ties a match to a connection, and it cannot be looked at in the transaction that stores an answer
on another one.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ARRAY, Connection, Executable, String, any_, cast, delete, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from esquive.hosting.match_store import Held
from esquive.hosting.protocol import ProtocolError
from esquive.server.storage.tables import OWNERS, PROCESSES

LEASE: Final = 8.0  # seconds for which a process is believed to live after it has said so
FORGOTTEN: Final = 86_400.0  # seconds after which a dead process is no longer remembered

NOW: Final = func.extract("epoch", func.clock_timestamp())
# Whether the process a row of `owners` names lives. The inner SELECT names `processes` alone, so that it means the same
# wherever it stands: an EXISTS is not correlated with the row of an ON CONFLICT, and there asks whether anybody lives.
LIVES: Final = OWNERS.c.process.in_(select(PROCESSES.c.id).where(PROCESSES.c.expires > NOW))


class Leases:
    """The leases of one process; `process` is its name among those that share the database."""

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self.process = process
        self._engine = engine

    async def beat(self) -> None:
        """Say that this process lives."""
        said = insert(PROCESSES).values(id=self.process, expires=NOW + LEASE)
        said = said.on_conflict_do_update(index_elements=["id"], set_={"expires": NOW + LEASE})
        async with self._engine.begin() as connection:
            await connection.execute(said)
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.expires < NOW - FORGOTTEN))

    async def end(self) -> None:
        """Say that this process is gone: its matches may be taken over at once."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(PROCESSES).where(PROCESSES.c.id == self.process))

    async def claim(self, match_id: str) -> Held:
        """Take a match over unless a process that lives plays it; returns who plays it now.

        Raises ProtocolError `no-such-match` for one that has been deleted.
        """
        mine = insert(OWNERS).values(match_id=match_id, process=self.process, fence=1)
        mine = mine.on_conflict_do_update(
            index_elements=["match_id"],
            set_={"process": self.process, "fence": OWNERS.c.fence + 1},
            where=(OWNERS.c.process != self.process) & ~LIVES,
        )
        owner = select(OWNERS.c.process, OWNERS.c.fence).where(OWNERS.c.match_id == match_id)
        try:
            async with self._engine.begin() as connection:
                found: Any = (await connection.execute(owner.add_columns(LIVES))).first()
                if found is None or (found[0] != self.process and not found[2]):
                    await connection.execute(mine)
                    found = (await connection.execute(owner)).one()
        except IntegrityError as error:  # there is no such match to be played
            raise ProtocolError("no-such-match", 404, id=match_id) from error
        return Held(match_id, found[0], found[1])

    async def dead(self) -> set[str]:
        """The processes that have not said for too long that they live."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(PROCESSES.c.id).where(PROCESSES.c.expires <= NOW))
            return {name for (name,) in rows}

    async def hand_over(self, held: Held, to: str, then: Sequence[Executable]) -> Held | None:
        """Give a match to another process, and execute what goes `then`; None when it is not ours or that is dead."""
        lives = exists().where(PROCESSES.c.id == to, PROCESSES.c.expires > NOW)
        ours = (OWNERS.c.match_id == held.match_id, OWNERS.c.process == held.process, OWNERS.c.fence == held.fence)
        given = OWNERS.update().where(*ours, lives).values(process=to, fence=held.fence + 1)
        async with self._engine.begin() as connection:
            if (await connection.execute(given)).rowcount != 1:
                return None
            for statement in then:
                await connection.execute(statement)
        return Held(held.match_id, to, held.fence + 1)

    async def holders(self, match_ids: Iterable[str]) -> list[tuple[Held, bool]]:
        """Who plays these matches, and whether that process lives."""
        wanted = select(OWNERS, LIVES).where(OWNERS.c.match_id == _one_of(match_ids))
        async with self._engine.connect() as connection:
            return [(Held(*row[:3]), row[3]) for row in (await connection.execute(wanted)).all()]


def changed_hands(match_id: str) -> Executable:
    """What is executed with a change that was not made by whoever plays the match.

    The match stays that process's, which has to read it again before it stores another word.
    """
    return OWNERS.update().where(OWNERS.c.match_id == match_id).values(fence=OWNERS.c.fence + 1)


def _one_of(texts: Iterable[str]) -> Any:
    return any_(cast(literal(list(texts), ARRAY(String)), ARRAY(String)))


def free_for(connection: Connection, match_ids: Iterable[str], process: str) -> list[str]:
    """Those of some matches that no other process plays which lives; nobody takes them over in this transaction."""
    known = list(match_ids)
    rows = select(OWNERS.c.match_id, OWNERS.c.process, LIVES).where(OWNERS.c.match_id == _one_of(known))
    rows = rows.order_by(OWNERS.c.match_id).with_for_update(of=OWNERS)
    others = {match_id for match_id, owner, lives in connection.execute(rows) if lives and owner != process}
    return [one for one in known if one not in others]


def held_now(connection: Connection, wanted: Iterable[Held]) -> frozenset[Held]:
    """Those of the matches that are still held as they were, and will be until the transaction ends."""
    rows = select(OWNERS).where(OWNERS.c.match_id == _one_of({one.match_id for one in wanted}))
    rows = rows.order_by(OWNERS.c.match_id).with_for_update(read=True)
    return frozenset(Held(*row) for row in connection.execute(rows))

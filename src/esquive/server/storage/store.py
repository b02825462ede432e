"""Where matches are kept: a list of answers that is only added to, and snapshots of the position now and then.

An answer is in the database before anybody is told of it, so a server that is killed at any moment goes on from the
last answer that was acknowledged.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Executable, delete, func, select
from sqlalchemy.exc import IntegrityError

from esquive.core.converting import convert
from esquive.hosting.grants import Grant, Seating
from esquive.hosting.match_store import NOTHING, Beside, Held
from esquive.hosting.stored_match import SeatedPlayer, Series, Snapshot, Standing, StoredClock, StoredLine, StoredMatch
from esquive.server.cluster.leases import changed_hands, free_for
from esquive.server.storage.database import Database, whole
from esquive.server.storage.grant_rows import answering_no_more, grant_of, grant_rows, seating_rows
from esquive.server.storage.tables import (
    ANSWERS,
    CLOCKS,
    COMMITMENTS,
    GATHERINGS,
    MATCHES,
    METADATA,
    OWNERS,
    REMATCHES,
    SEATINGS,
    SNAPSHOTS,
    TOKENS,
    UPLOADS,
)
from esquive.server.storage.unattended import going_on
from esquive.server.storage.writer import Added, Rows

MOST_LISTED: Final = 200
MOST_SEEDS: Final = 1000
LARGEST_UPLOADS: Final = 64 << 20  # bytes, of all records that were brought
DELETED_AT_ONCE: Final = 50  # matches deleted in one transaction; players wait for it


class Store(Database):
    """The matches of a server; `open` it before use and `close` it after."""

    # ----------------------------------------------------------------------------------------------------- matches

    @whole
    async def create(self, match: StoredMatch, lines: list[StoredLine], beside: Beside = NOTHING) -> None:
        """Keep a new match with what has fallen already; raises StoreConflict where there is one with its id."""
        values = {
            "id": match.id,
            "created": match.created,
            "game": match.game,
            "content": "",
            "uses": json.dumps(match.uses) if match.uses else "",
            "setup": json.dumps(match.setup),
            "players": _players_text(match.players),
            "tokens": "{}",
            "sealed": self.sealing.seal(match.seed, match.id),
            "nonces": json.dumps(match.nonces),
            "over": match.over,
            "winner": match.winner,
            "changed": match.created[:10],
            "private": match.private,
            "standing": _text_of(match.standing),
            "series": _text_of(match.series),
        }

        rows: list[Added] = [(MATCHES, [values])]
        if self.leases is not None:
            rows.append((OWNERS, [{"match_id": match.id, "process": self.leases.process, "fence": 1}]))
        if lines:
            rows.append((ANSWERS, _rows(match.id, 0, lines)))
        if beside.grants:
            rows.append(grant_rows(*beside.grants))
        if beside.seatings:
            rows.append(seating_rows(match.id, *beside.seatings))
        if beside.clock is not None:
            rows.append((CLOCKS, [{"match_id": match.id, **_clock_values(beside.clock)}]))
        gone = [delete(GATHERINGS).where(GATHERINGS.c.id == match.id)] if beside.gathered else []
        await self._writer.write(Rows(rows, gone))

    @whole
    async def append(
        self,
        match_id: str,
        known: int,
        lines: list[StoredLine],
        winner: str | None,
        snapshot: Snapshot | None,
        held: Held | None = None,
        clock: StoredClock | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Add answers after the `known` ones there are, in one transaction with the clocks; `winner` once it is over.

        The key of an answer is its number, so two servers that played one match apart could not both be stored.
        Raises LostMatch when another process plays the match since it was `held`.
        """
        rows = [(ANSWERS, _rows(match_id, known, lines))]
        if snapshot is not None:
            kept = {"match_id": match_id, "number": snapshot.number, "rolls": snapshot.rolls, "hash": snapshot.hash}
            rows.append((SNAPSHOTS, [{**kept, "document": json.dumps(snapshot.document)}]))
        then: list[Executable] = [] if clock is None else [keeping_clock(match_id, clock)]
        if self._is_first_today(match_id):
            then.append(MATCHES.update().where(MATCHES.c.id == match_id).values(changed=_now()[:10]))
        if standing is not None:
            then.append(MATCHES.update().where(MATCHES.c.id == match_id).values(standing=_text_of(standing)))
        if winner is not None:
            then.append(MATCHES.update().where(MATCHES.c.id == match_id).values(over=True, winner=winner))
        await self._writer.write(Rows(rows, then, held))

    def _is_first_today(self, match_id: str) -> bool:
        """Whether this is the first answer of a match on this day, as far as this process knows."""
        today = _now()[:10]
        if today != self._today:
            self._today, self._played_today = today, set()
        if match_id in self._played_today:
            return False
        self._played_today.add(match_id)
        return True

    @whole
    async def seat(
        self,
        match_id: str,
        players: list[SeatedPlayer],
        grants: Sequence[Grant] = (),
        forgotten: frozenset[int] = frozenset(),
        held: Held | None = None,
    ) -> None:
        """Keep who sits at a match, with new grants; none answers for the `forgotten` places; raises LostMatch."""
        rows = [grant_rows(*grants)] if grants else []
        await self._writer.write(Rows(rows, await self._seated(match_id, players, forgotten), held))

    @whole
    async def forget(self, match_id: str, players: list[SeatedPlayer], forgotten: frozenset[int]) -> None:
        """Forget who played, as an operator does: a server that plays the match has to read who sits there."""
        then = await self._seated(match_id, players, forgotten)
        if self.leases is not None:
            then.append(changed_hands(match_id))
        await self._writer.write(Rows([], then))

    async def _seated(self, match_id: str, players: list[SeatedPlayer], forgotten: frozenset[int]) -> list[Executable]:
        seated = MATCHES.update().where(MATCHES.c.id == match_id).values(players=_players_text(players))
        if not forgotten:
            return [seated]
        async with self._engine.connect() as connection:
            known = (await connection.execute(select(TOKENS).where(TOKENS.c.match_id == match_id))).mappings()
            grants = [grant_of(dict(row)) for row in known]
        return [seated, *answering_no_more(match_id, grants, forgotten)]

    async def delete(self, match_ids: list[str]) -> list[str]:
        """Delete matches with everything that is kept of them, but for those another process plays; returns them."""
        deleted: list[str] = []
        for first in range(0, len(match_ids), DELETED_AT_ONCE):
            deleted += await self._delete(match_ids[first : first + DELETED_AT_ONCE])
        return deleted

    @whole
    async def _delete(self, match_ids: list[str]) -> list[str]:
        chosen: list[list[str]] = []

        def change(connection: Connection) -> None:
            free = match_ids
            if self.leases is not None:
                free = free_for(connection, match_ids, self.leases.process)
            chosen.append(free)  # of the last try, when the first is not committed
            for table in reversed(METADATA.sorted_tables):
                if "match_id" in table.c:
                    connection.execute(delete(table).where(table.c.match_id.in_(free)))
            connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(free)))

        await self._writer.write(change)
        return chosen[-1]

    # ------------------------------------------------------------------------------------------- clocks and rematches

    @whole
    async def clock(self, match_id: str) -> StoredClock | None:
        """The clocks of a match as they were kept, or None where it has none."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(CLOCKS).where(CLOCKS.c.match_id == match_id))).mappings().first()
        return None if row is None else StoredClock(json.loads(row["document"]), row["running"])

    @whole
    async def keep_clock(self, match_id: str, clock: StoredClock, held: Held | None = None) -> None:
        """Keep how the clocks of a match stand; raises LostMatch."""
        await self._writer.write(Rows([], [keeping_clock(match_id, clock)], held))

    @whole
    async def want_again(self, match_id: str, place: int) -> None:
        """Keep that a player wants a rematch; nothing happens where that is known."""
        try:
            await self._writer.write(Rows([(REMATCHES, [{"match_id": match_id, "place": place}])]))
        except IntegrityError:
            pass  # it has been said before

    @whole
    async def wanting_again(self, match_id: str) -> list[int]:
        """The places of those who want a rematch of a match."""
        wanted = select(REMATCHES.c.place).where(REMATCHES.c.match_id == match_id).order_by(REMATCHES.c.place)
        async with self._engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    @whole
    async def seatings(self, match_id: str) -> list[Seating]:
        """Whose the seats of a match are."""
        wanted = select(SEATINGS.c.place, SEATINGS.c.person).where(SEATINGS.c.match_id == match_id)
        async with self._engine.connect() as connection:
            return [Seating(place, person) for place, person in (await connection.execute(wanted)).all()]

    # ------------------------------------------------------------------------------- what any process of a server finds

    @whole
    async def commit(self, commitment: str, seed: bytes) -> None:
        """Keep a seed for one match to come; the oldest make place."""
        late = select(COMMITMENTS.c.commitment).order_by(COMMITMENTS.c.created.desc()).offset(MOST_SEEDS)
        row = {"commitment": commitment, "seed": self.sealing.seal(seed.hex(), commitment), "created": _now()}
        await self._writer.write(
            Rows([(COMMITMENTS, [row])], [delete(COMMITMENTS).where(COMMITMENTS.c.commitment.in_(late))])
        )

    @whole
    async def take_seed(self, commitment: str) -> bytes | None:
        """The seed that was committed to, which nobody will be given again; None when there is none."""
        found: list[str] = []

        def change(connection: Connection) -> None:
            taken = delete(COMMITMENTS).where(COMMITMENTS.c.commitment == commitment).returning(COMMITMENTS.c.seed)
            found.extend(seed for (seed,) in connection.execute(taken))

        await self._writer.write(change)
        return bytes.fromhex(self.sealing.open(found[0], commitment)) if found else None

    @whole
    async def keep_upload(self, name: str, record: str) -> None:
        """Keep a record that was brought; the oldest make place."""
        row = {"name": name, "created": _now(), "size": len(record.encode()), "record": record}

        def change(connection: Connection) -> None:
            connection.execute(delete(UPLOADS).where(UPLOADS.c.name == name))
            connection.execute(UPLOADS.insert().values(row))
            above = func.sum(UPLOADS.c.size).over(order_by=(UPLOADS.c.created.desc(), UPLOADS.c.name))
            sums = select(UPLOADS.c.name, above.label("above")).subquery()
            late = select(sums.c.name).where(sums.c.above > LARGEST_UPLOADS)
            connection.execute(delete(UPLOADS).where(UPLOADS.c.name.in_(late), UPLOADS.c.name != name))

        await self._writer.write(change)

    @whole
    async def upload(self, name: str) -> str | None:
        """A record that was brought, or None."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(UPLOADS.c.record).where(UPLOADS.c.name == name))
            return found.scalar_one_or_none()

    # ------------------------------------------------------------------------------------------------------ finding

    @whole
    async def load(self, match_id: str) -> StoredMatch | None:
        """A match by its id, or None; raises ProtocolError `no-key` when its seed cannot be opened."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(MATCHES).where(MATCHES.c.id == match_id))).mappings().first()
        if row is None:
            return None
        return _match_of(dict(row), self.sealing.open(row["sealed"], match_id))

    @whole
    async def has(self, match_id: str) -> bool:
        """Whether there is a match with this id."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match_id))
            return found.first() is not None

    @whole
    async def going_on(self, most: int) -> list[str]:
        """The matches that go on by themselves, those played last first."""
        async with self._engine.connect() as connection:
            return [row[0] for row in (await connection.execute(going_on().limit(most))).all()]

    @whole
    async def lines(self, match_id: str, known: int = 0) -> list[StoredLine]:
        """Every answer and roll of a match after the first `known`, in order."""
        wanted = select(ANSWERS.c.by, ANSWERS.c.line).where(ANSWERS.c.match_id == match_id, ANSWERS.c.number > known)
        wanted = wanted.order_by(ANSWERS.c.number)
        async with self._engine.connect() as connection:
            return [StoredLine(by, line) for by, line in (await connection.execute(wanted)).all()]

    @whole
    async def versions(self, match_ids: list[str]) -> dict[str, int]:
        """How many answers and rolls are stored of each of these matches."""
        last = select(ANSWERS.c.number).where(ANSWERS.c.match_id == MATCHES.c.id).order_by(ANSWERS.c.number.desc())
        wanted = select(MATCHES.c.id, last.limit(1).scalar_subquery()).where(MATCHES.c.id.in_(match_ids))
        async with self._engine.connect() as connection:
            return {match_id: number or 0 for match_id, number in (await connection.execute(wanted)).all()}

    @whole
    async def snapshot(self, match_id: str) -> Snapshot | None:
        """The last snapshot of a match, or None."""
        wanted = select(SNAPSHOTS).where(SNAPSHOTS.c.match_id == match_id).order_by(SNAPSHOTS.c.number.desc()).limit(1)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).mappings().first()
        if row is None:
            return None
        return Snapshot(row["number"], row["rolls"], row["hash"], json.loads(row["document"]))

    @whole
    async def latest(self, person: str = "", most: int = MOST_LISTED) -> list[StoredMatch]:
        """The latest matches that are not private, or those at which a person has sat down, without their seeds."""
        wanted = select(MATCHES).order_by(MATCHES.c.created.desc()).limit(most)
        if person:
            wanted = wanted.where(MATCHES.c.id.in_(select(SEATINGS.c.match_id).where(SEATINGS.c.person == person)))
        else:
            wanted = wanted.where(MATCHES.c.private.is_(False))
        async with self._engine.connect() as connection:
            return [_match_of(dict(row), "") for row in (await connection.execute(wanted)).mappings()]

    @whole
    async def sat(self, person: str) -> dict[str, list[int]]:
        """The places of a person at each match, that of its creator among them."""
        wanted = select(SEATINGS.c.match_id, SEATINGS.c.place).where(SEATINGS.c.person == person)
        found: dict[str, list[int]] = {}
        async with self._engine.connect() as connection:
            for match_id, place in (await connection.execute(wanted)).all():
                found.setdefault(match_id, []).append(place)
        return found


def _text_of(kept: Standing | Series | None) -> str:
    return "" if kept is None else msgspec.json.encode(kept).decode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")[:26]


def keeping_clock(match_id: str, clock: StoredClock) -> Executable:
    """What has to be executed so that the clocks of a match are kept as they are."""
    return CLOCKS.update().where(CLOCKS.c.match_id == match_id).values(_clock_values(clock))


def _clock_values(clock: StoredClock) -> dict[str, Any]:
    return {"document": json.dumps(clock.document), "running": clock.is_running}


def _players_text(players: list[SeatedPlayer]) -> str:
    return json.dumps([[player.name, player.agent] for player in players])


def _rows(match_id: str, known: int, lines: list[StoredLine]) -> list[dict[str, Any]]:
    return [
        {"match_id": match_id, "number": number, "by": line.by, "line": line.line}
        for number, line in enumerate(lines, known + 1)
    ]


def _match_of(row: dict[str, Any], seed: str) -> StoredMatch:
    return StoredMatch(
        id=row["id"],
        created=row["created"],
        game=row["game"],
        setup=json.loads(row["setup"]),
        players=[SeatedPlayer(name, agent) for name, agent in json.loads(row["players"])],
        seed=seed,
        nonces=json.loads(row["nonces"]),
        over=row["over"],
        winner=row["winner"],
        private=row["private"],
        uses=json.loads(row["uses"]) if row["uses"] else {},
        standing=convert(json.loads(row["standing"]), Standing) if row["standing"] else None,
        series=convert(json.loads(row["series"]), Series) if row["series"] else None,
    )

"""Where matches are kept: a list of answers that is only added to, and snapshots of the position now and then.

An answer is in the database before anybody is told of it, so a server that is killed at any moment goes on from the
last answer that was acknowledged. SQLite in WAL mode by default; PostgreSQL by its URL, which several processes of a
server may share (see `leases`).

Every connection is closed by who opened it: a transaction ends by itself whoever asked for it is cancelled, `close`
waits for those under way, and none begins afterwards.
"""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Executable, Select, delete, func, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from esquive.core.errors import EsquiveError
from esquive.server.cluster.leases import Held, Leases
from esquive.server.hosting.protocol import ProtocolError
from esquive.server.storage.errors import StorageFault, Troubles, fault_of
from esquive.server.storage.migrate import NotMigrated, lock, migrate
from esquive.server.storage.seed_encryption import Sealer, key_place, sealer
from esquive.server.storage.sqlite_file import DatabaseFile
from esquive.server.storage.tables import ANSWERS, COMMITMENTS, MATCHES, OWNERS, SEATINGS, SNAPSHOTS, UPLOADS
from esquive.server.storage.writer import Added, Change, Rows, Writer, begin_as_told

MOST_LISTED = 200
WRITING = ("create", "append", "seat", "commit", "take_seed", "keep_upload")
MOST_SEEDS = 1000
LARGEST_UPLOADS = 64 << 20  # bytes, of all records that were brought
Given = ParamSpec("Given")
Found = TypeVar("Found")


class SeatedPlayer(Struct):
    """A player as stored, in the order of the set-up's teams."""

    name: str
    agent: str


class StoredMatch(Struct):
    """A match without its answers. A `private` one is shown to nobody who has no token for it.

    `uses` is what it is played with (`core.uses`), nothing for a match that was stored before that was known.
    """

    id: str
    created: str
    game: str
    setup: dict[str, Any]
    players: list[SeatedPlayer]
    seed: str
    nonces: list[str]
    over: bool = False
    winner: str = ""
    private: bool = False
    uses: dict[str, Any] = {}


class Snapshot(Struct):
    """The position after answer `number`, of which `rolls` were rolls, as a position document, and its hash."""

    number: int
    rolls: int
    hash: str
    document: dict[str, Any]


class StoredLine(Struct):
    """An answer or roll: who gave it (a seat or `dice`) and its line of notation."""

    by: str
    line: str


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
    method: Callable[Concatenate["Store", Given], Coroutine[Any, Any, Found]],
) -> Callable[Concatenate["Store", Given], Coroutine[Any, Any, Found]]:
    """A transaction that ends by itself: who asked for it may be cancelled, but only once its connection is free again.

    Raises ProtocolError `closing` when the store has been closed, and StorageFault for what the database cannot do.
    """

    async def told(store: "Store", transaction: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
        try:
            if store.file is not None:
                store.file.check()  # SQLite would make a new file in the place of one that has gone
            found = await transaction()
        except (IntegrityError, DataError):  # a fault of what was asked for
            raise
        except (SQLAlchemyError, OSError, StorageFault) as error:
            fault = fault_of(error)
            store.troubles.noticed(fault)
            raise fault from error
        if method.__name__ in WRITING:
            store.troubles.passed()
        return found

    @wraps(method)
    async def to_the_end(store: "Store", /, *given: Given.args, **more: Given.kwargs) -> Found:
        task = store.begin(told(store, lambda: method(store, *given, **more)))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    return to_the_end


class Store:
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
    async def create(
        self,
        match: StoredMatch,
        lines: list[StoredLine],
        also: Sequence[Added] = (),
        then: Sequence[Executable] = (),
    ) -> None:
        """Keep a new match with what has fallen already, and with who may do what at it; `then` is executed too."""
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
        }

        rows = [(MATCHES, [values])]
        if self.leases is not None:
            rows.append((OWNERS, [{"match_id": match.id, "process": self.leases.process, "fence": 1}]))
        if lines:
            rows.append((ANSWERS, _rows(match.id, 0, lines)))
        await self._writer.write(Rows([*rows, *also], then))

    @whole
    async def append(
        self,
        match_id: str,
        known: int,
        lines: list[StoredLine],
        winner: str | None,
        snapshot: Snapshot | None,
        held: Held | None = None,
        also: Sequence[Executable] = (),
    ) -> None:
        """Add answers after the `known` ones there are, in one transaction with `also`; `winner` once it is over.

        The key of an answer is its number, so two servers that played one match apart could not both be stored.
        Raises LostMatch when another process plays the match since it was `held`.
        """
        rows = [(ANSWERS, _rows(match_id, known, lines))]
        if snapshot is not None:
            kept = {"match_id": match_id, "number": snapshot.number, "rolls": snapshot.rolls, "hash": snapshot.hash}
            rows.append((SNAPSHOTS, [{**kept, "document": json.dumps(snapshot.document)}]))
        then: list[Executable] = [*also]
        if self._is_first_today(match_id):
            then.append(MATCHES.update().where(MATCHES.c.id == match_id).values(changed=_now()[:10]))
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
        also: Sequence[Added] = (),
        then: Sequence[Executable] = (),
        held: Held | None = None,
    ) -> None:
        """Keep who sits at a match, with the rows that go with it and what is executed `then`; raises LostMatch."""
        values = {"players": _players_text(players)}
        seated = MATCHES.update().where(MATCHES.c.id == match_id).values(values)
        await self._writer.write(Rows([*also], [seated, *then], held))

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
    async def latest(self, person: str = "") -> list[StoredMatch]:
        """The latest matches that are not private, or those at which a person has sat down, without their seeds."""
        wanted = select(MATCHES).order_by(MATCHES.c.created.desc()).limit(MOST_LISTED)
        if person:
            wanted = wanted.where(MATCHES.c.id.in_(select(SEATINGS.c.match_id).where(SEATINGS.c.person == person)))
        else:
            wanted = wanted.where(MATCHES.c.private.is_(False))
        async with self._engine.connect() as connection:
            return [_match_of(dict(row), "") for row in (await connection.execute(wanted)).mappings()]

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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")[:26]


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
    )


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

"""Where matches are kept: a list of answers that is only added to, and snapshots of the position now and then.

An answer is in the database before anybody is told of it, so a server that is killed at any moment goes on from the
last answer that was acknowledged. SQLite in WAL mode by default; any database SQLAlchemy knows by its URL.

Every connection is closed by who opened it: a transaction ends by itself whoever asked for it is cancelled, `close`
waits for those under way, and none begins afterwards.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Select, event, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from esquive.core.errors import EsquiveError
from esquive.server.protocol import ProtocolError
from esquive.server.tables import ANSWERS, MATCHES, SEATINGS, SNAPSHOTS
from esquive.server.writing import Change, Writer, begin_as_told

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
MOST_LISTED = 200
Given = ParamSpec("Given")
Found = TypeVar("Found")


class SeatedPlayer(Struct):
    """A player as stored, in the order of the set-up's teams."""

    name: str
    agent: str


class StoredMatch(Struct):
    """A match without its answers. A `private` one is shown to nobody who has no token for it."""

    id: str
    created: str
    game: str
    content: str
    setup: dict[str, Any]
    players: list[SeatedPlayer]
    seed: str
    nonces: list[str]
    over: bool = False
    winner: str = ""
    private: bool = False


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


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def whole(
    method: Callable[Concatenate["Store", Given], Coroutine[Any, Any, Found]],
) -> Callable[Concatenate["Store", Given], Coroutine[Any, Any, Found]]:
    """A transaction that ends by itself: who asked for it may be cancelled, but only once its connection is free again.

    Raises ProtocolError `closing` when the store has been closed.
    """

    @wraps(method)
    async def to_the_end(store: "Store", /, *given: Given.args, **more: Given.kwargs) -> Found:
        task = store.begin(method(store, *given, **more))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    return to_the_end


class Store:
    """The database of a server; `open` it before use and `close` it after."""

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(url)
        self._under_way: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        if url.startswith("sqlite"):
            event.listen(self._engine.sync_engine, "connect", _set_sqlite)
            event.listen(self._engine.sync_engine, "begin", begin_as_told)
        self._writer = Writer(self._engine)

    async def open(self) -> None:
        """Bring the tables up to date; raises EsquiveError when the database cannot be opened, and leaves it alone."""
        try:
            await self._writer.write(_migrate)
        except (OSError, SQLAlchemyError, CommandError) as error:
            await self.close()
            why = error.orig if isinstance(error, DBAPIError) else error
            raise EsquiveError(
                f"this database cannot be opened: {why}",
                str(self._engine.url.database),
                "name another one; a file that was made by a newer version needs that version",
            ) from error

    async def close(self) -> None:
        """Close every connection, once the transactions under way have ended."""
        self._is_closed = True
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._writer.close()
        await self._engine.dispose()

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
    async def create(self, match: StoredMatch, lines: list[StoredLine], also: Sequence[Change] = ()) -> None:
        """Keep a new match with what has fallen already, and with who may do what at it."""
        values = {
            "id": match.id,
            "created": match.created,
            "game": match.game,
            "content": match.content,
            "setup": json.dumps(match.setup),
            "players": _players_text(match.players),
            "tokens": "{}",
            "seed": match.seed,
            "nonces": json.dumps(match.nonces),
            "over": match.over,
            "winner": match.winner,
            "private": match.private,
        }

        def change(connection: Connection) -> None:
            connection.execute(MATCHES.insert().values(values))
            if lines:
                connection.execute(ANSWERS.insert(), _rows(match.id, 0, lines))
            for one in also:
                one(connection)

        await self._writer.write(change)

    @whole
    async def append(
        self, match_id: str, known: int, lines: list[StoredLine], winner: str | None, snapshot: Snapshot | None
    ) -> None:
        """Add answers after the `known` ones there are, in one transaction; `winner` once the match is over.

        The key of an answer is its number, so two servers that played one match apart could not both be stored.
        """
        kept: dict[str, Any] = {}
        if snapshot is not None:
            kept = {"match_id": match_id, "number": snapshot.number, "rolls": snapshot.rolls, "hash": snapshot.hash}
            kept["document"] = json.dumps(snapshot.document)

        def change(connection: Connection) -> None:
            connection.execute(ANSWERS.insert(), _rows(match_id, known, lines))
            if kept:
                connection.execute(SNAPSHOTS.insert().values(kept))
            if winner is not None:
                connection.execute(MATCHES.update().where(MATCHES.c.id == match_id).values(over=True, winner=winner))

        await self._writer.write(change)

    @whole
    async def seat(self, match_id: str, players: list[SeatedPlayer], also: Sequence[Change] = ()) -> None:
        """Keep who sits at a match, after somebody has taken a seat, and what `also` is to be kept."""
        values = {"players": _players_text(players)}

        def change(connection: Connection) -> None:
            connection.execute(MATCHES.update().where(MATCHES.c.id == match_id).values(values))
            for one in also:
                one(connection)

        await self._writer.write(change)

    @whole
    async def change(self, change: Change) -> None:
        """Make a change of one's own to the other tables, in one transaction."""
        await self._writer.write(change)

    @whole
    async def rows(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        """What a question of one's own finds."""
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    @whole
    async def load(self, match_id: str) -> StoredMatch | None:
        """A match by its id, or None."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(MATCHES).where(MATCHES.c.id == match_id))).mappings().first()
        return None if row is None else _match_of(dict(row))

    @whole
    async def lines(self, match_id: str) -> list[StoredLine]:
        """Every answer and roll of a match, in order."""
        wanted = select(ANSWERS.c.by, ANSWERS.c.line).where(ANSWERS.c.match_id == match_id).order_by(ANSWERS.c.number)
        async with self._engine.connect() as connection:
            return [StoredLine(by, line) for by, line in (await connection.execute(wanted)).all()]

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
        """The latest matches that are not private, newest first; or those at which a person has sat down."""
        wanted = select(MATCHES).order_by(MATCHES.c.created.desc()).limit(MOST_LISTED)
        if person:
            wanted = wanted.where(MATCHES.c.id.in_(select(SEATINGS.c.match_id).where(SEATINGS.c.person == person)))
        else:
            wanted = wanted.where(MATCHES.c.private.is_(False))
        async with self._engine.connect() as connection:
            return [_match_of(dict(row)) for row in (await connection.execute(wanted)).mappings()]


def _players_text(players: list[SeatedPlayer]) -> str:
    return json.dumps([[player.name, player.agent] for player in players])


def _rows(match_id: str, known: int, lines: list[StoredLine]) -> list[dict[str, Any]]:
    return [
        {"match_id": match_id, "number": number, "by": line.by, "line": line.line}
        for number, line in enumerate(lines, known + 1)
    ]


def _match_of(row: dict[str, Any]) -> StoredMatch:
    return StoredMatch(
        id=row["id"],
        created=row["created"],
        game=row["game"],
        content=row["content"],
        setup=json.loads(row["setup"]),
        players=[SeatedPlayer(name, agent) for name, agent in json.loads(row["players"])],
        seed=row["seed"],
        nonces=json.loads(row["nonces"]),
        over=row["over"],
        winner=row["winner"],
        private=row["private"],
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

"""Identities without accounts: a key that the browser keeps, of which a hash is stored.

A person exists once there is something to remember: a name, a match, a code for another device. A proxy that is named
may say who somebody is in a header; then that is the key.
"""

import re
import secrets
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, select
from sqlalchemy.dialects import postgresql, sqlite

from esquive.hosting.grants import Grant, Person, Seating, hash_of, time_of
from esquive.hosting.protocol import ProtocolError
from esquive.server.storage.grant_rows import grant_rows, seating_rows
from esquive.server.storage.store import Store
from esquive.server.storage.tables import CODES, KEYS, PEOPLE, SEATINGS, TOKENS
from esquive.server.storage.writer import Rows

KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes in base64url
INSERTS: Final[dict[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


class Device(Struct, frozen=True):
    """A browser that is somebody's: how it is called in the list, what it says that it is, since when."""

    hash: str
    name: str
    device: str
    created: str


def key_hash(key: str, signed_in: str = "") -> str:
    """What is stored of a key, or of the name that a proxy gives; "" for none. Raises ProtocolError `bad-key`."""
    if signed_in:
        return hash_of(f"signed in as {signed_in}")
    if key and not KEY.fullmatch(key):
        raise ProtocolError("bad-key", 403)
    return hash_of(key) if key else ""


class Identities:
    """The people of a store; keys come as their hashes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, key: str) -> Person | None:
        """Whose key it is, or None."""
        if not key:
            return None
        rows = await self._store.find(_whose(key))
        return Person(**rows[0]) if rows else None

    async def found(self, key: str, device: str, name: str = "") -> Person:
        """Whose key it is: somebody new, with this name, when it is nobody's yet."""
        person = await self.find(key)
        if person is not None:
            return person
        row = {"id": secrets.token_hex(12), "name": name, "created": time_of(datetime.now(UTC))}
        found: list[Person] = []

        def change(connection: Connection) -> None:
            connection.execute(PEOPLE.insert().values(row))
            if not add_key(connection, key, row["id"], device):  # another request with this key was faster
                connection.execute(PEOPLE.delete().where(PEOPLE.c.id == row["id"]))
            found.append(Person(*connection.execute(_whose(key)).one()))

        await self._store.change(change)
        return found[0]

    async def rename(self, person: Person, name: str) -> None:
        """Keep what somebody wants to be called."""
        change = PEOPLE.update().where(PEOPLE.c.id == person.id).values(name=name)
        await self._store.change(Rows([], [change]))

    async def places(self, person: Person, match_id: str) -> list[int]:
        """The players of a match that are somebody's; HOST among them for whoever has created it."""
        mine = (SEATINGS.c.person == person.id, SEATINGS.c.match_id == match_id)
        return [row["place"] for row in await self._store.find(select(SEATINGS.c.place).where(*mine))]

    async def seat(self, person: Person, match_id: str, place: int, token: str) -> None:
        """Keep that a seat, and the token that was given for it, is somebody's."""
        held = TOKENS.update().where(TOKENS.c.hash == hash_of(token)).values(holder=person.id)
        await self._store.change(Rows([seating_rows(match_id, Seating(place, person.id))], [held]))

    async def devices(self, person: Person) -> list[Device]:
        """The browsers of a person, oldest first."""
        wanted = select(KEYS.c.hash, KEYS.c.name, KEYS.c.device, KEYS.c.created).where(KEYS.c.person == person.id)
        return [Device(**row) for row in await self._store.find(wanted.order_by(KEYS.c.created, KEYS.c.name))]

    async def device(self, person: Person, name: str) -> str:
        """The key of a browser of a person's, as its hash; raises ProtocolError `no-such-device`."""
        for one in await self.devices(person):
            if one.name == name:
                return one.hash
        raise ProtocolError("no-such-device", 404, name=name)

    async def drop(self, person: Person, key: str) -> list[str]:
        """A browser is somebody's no more: neither its key counts, nor any token he holds, whose hashes are returned.

        The browsers that are left ask for others.
        """
        held: list[str] = []

        def change(connection: Connection) -> None:
            connection.execute(KEYS.delete().where(KEYS.c.hash == key))  # first: see `hand`
            connection.execute(CODES.delete().where(CODES.c.person == person.id))  # it may have made one
            taken = TOKENS.delete().where(TOKENS.c.holder == person.id).returning(TOKENS.c.hash)
            held.extend(connection.execute(taken).scalars())

        await self._store.change(change)
        return held

    async def hand(self, key: str, grant: Grant) -> bool:
        """Keep a token for one who has a key, as long as it is his: False when the browser was dropped meanwhile."""
        kept: list[bool] = []

        def change(connection: Connection) -> None:
            mine = select(KEYS.c.hash).where(KEYS.c.hash == key, KEYS.c.person == grant.holder).with_for_update()
            kept.append(connection.execute(mine).first() is not None)
            if kept[0]:
                Rows([grant_rows(grant)])(connection)

        await self._store.change(change)
        return kept[0]


def _whose(key: str) -> Select[Any]:
    """The id and the name of the person whose key it is."""
    joined = PEOPLE.join(KEYS, KEYS.c.person == PEOPLE.c.id)
    return select(PEOPLE.c.id, PEOPLE.c.name).select_from(joined).where(KEYS.c.hash == key)


def add_key(connection: Connection, key: str, person: str, device: str) -> bool:
    """Make a key somebody's; False when it is somebody's already, also since this transaction began."""
    created = time_of(datetime.now(UTC))
    row = {"hash": key, "person": person, "name": key[:12], "device": device[:80], "created": created}
    insert = INSERTS[connection.dialect.name](KEYS).values(row).on_conflict_do_nothing()
    return connection.execute(insert).rowcount == 1

"""People without accounts: who comes again is known by a key that the browser keeps, of which a hash is stored.

A person exists once there is something to remember: a name, a match, a code for another device. A proxy that is named
may say who somebody is in a header; then that is the key.
"""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, select
from sqlalchemy.dialects import postgresql, sqlite

from esquive.server.protocol import ProtocolError
from esquive.server.store import Store
from esquive.server.tables import CODES, KEYS, PEOPLE, SEATINGS, TOKENS
from esquive.server.tokens import hash_of, time_of
from esquive.server.writing import Added, Rows

KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes in base64url
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that looks like another
CODE_LENGTH: Final = 8
CODE_MINUTES: Final = 10
INSERTS: Final[dict[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
HOST: Final = -1  # the place of whoever has created a match, besides those at the table


class Person(Struct, frozen=True):
    """Somebody who comes again."""

    id: str
    name: str


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


class People:
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
            if not _add_key(connection, key, row["id"], device):  # another request with this key was faster
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
        await self._store.change(Rows([seating(match_id, [place], person)], [held]))

    async def devices(self, person: Person) -> list[Device]:
        """The browsers of a person, oldest first."""
        wanted = select(KEYS.c.hash, KEYS.c.name, KEYS.c.device, KEYS.c.created).where(KEYS.c.person == person.id)
        return [Device(**row) for row in await self._store.find(wanted.order_by(KEYS.c.created, KEYS.c.name))]

    async def drop(self, person: Person, name: str) -> list[str]:
        """A browser is somebody's no more: neither its key counts, nor the tokens he holds, whose hashes are returned.

        The browsers that are left ask for others. Raises ProtocolError `no-such-device`.
        """
        gone = [one.hash for one in await self.devices(person) if one.name == name]
        if not gone:
            raise ProtocolError("no-such-device", 404, name=name)

        away = [KEYS.delete().where(KEYS.c.hash == gone[0]), TOKENS.delete().where(TOKENS.c.holder == person.id)]
        held = await self._store.find(select(TOKENS.c.hash).where(TOKENS.c.holder == person.id))
        await self._store.change(Rows([], away))
        return [row["hash"] for row in held]

    # --------------------------------------------------------------------------------------------- another device

    async def code(self, person: Person) -> tuple[str, str]:
        """A code by which another browser becomes this person's, and until when; the one before counts no more."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        expires = time_of(datetime.now(UTC) + timedelta(minutes=CODE_MINUTES))
        row = {"hash": hash_of(code), "person": person.id, "expires": expires}

        before = CODES.delete().where(CODES.c.person == person.id)
        await self._store.change(Rows([], [before, CODES.insert().values(row)]))
        return f"{code[:4]}-{code[4:]}", expires

    async def move(self, key: str, code: str, device: str) -> Person:
        """Make a browser that of the person whose code it has; what was its own goes along.

        Raises ProtocolError `bad-code` for one that is wrong, used or too old.
        """
        read = "".join(letter for letter in code.upper() if letter in LETTERS)
        found: list[str] = []

        def change(connection: Connection) -> None:
            now = time_of(datetime.now(UTC))
            of_code = (CODES.c.hash == hash_of(read), CODES.c.expires > now)
            person = connection.execute(select(CODES.c.person).where(*of_code)).scalar()
            if person is None:
                return
            connection.execute(CODES.delete().where(CODES.c.hash == hash_of(read)))
            before = connection.execute(select(KEYS.c.person).where(KEYS.c.hash == key)).scalar()
            if before is None:
                _add_key(connection, key, person, device)
            elif before != person:
                _merge(connection, before, person)
            found.append(person)

        await self._store.change(change)
        if not found:
            raise ProtocolError("bad-code", 403)
        person = await self.find(key)
        if person is None:
            raise ProtocolError("bad-code", 403)
        return person


def seating(match_id: str, places: list[int], person: Person) -> Added:
    """The rows that keep whose the seats of a match are."""
    return SEATINGS, [{"match_id": match_id, "place": place, "person": person.id} for place in places]


def _merge(connection: Connection, before: str, person: str) -> None:
    """What was one person's becomes another's, who is the same one."""
    for table in (KEYS, SEATINGS):
        connection.execute(table.update().where(table.c.person == before).values(person=person))
    connection.execute(TOKENS.update().where(TOKENS.c.holder == before).values(holder=person))
    connection.execute(CODES.delete().where(CODES.c.person == before))
    connection.execute(PEOPLE.delete().where(PEOPLE.c.id == before))


def _whose(key: str) -> Select[Any]:
    """The id and the name of the person whose key it is."""
    joined = PEOPLE.join(KEYS, KEYS.c.person == PEOPLE.c.id)
    return select(PEOPLE.c.id, PEOPLE.c.name).select_from(joined).where(KEYS.c.hash == key)


def _add_key(connection: Connection, key: str, person: str, device: str) -> bool:
    """Make a key somebody's; False when it is somebody's already, also since this transaction began."""
    created = time_of(datetime.now(UTC))
    row = {"hash": key, "person": person, "name": key[:12], "device": device[:80], "created": created}
    insert = INSERTS[connection.dialect.name](KEYS).values(row).on_conflict_do_nothing()
    return connection.execute(insert).rowcount == 1

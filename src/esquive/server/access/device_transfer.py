"""Device transfer: a browser that is somebody's already lets another one be theirs by a code.

The code alone gives nothing: it may be read over a shoulder, guessed, or sent to the wrong friend. Whoever says it
waits, both browsers show one number, and only what a browser of that person accepts becomes his. What the new browser
had played before goes along.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, select

from esquive.hosting.device_transfer_messages import MoveAsked, MoveState, MoveView
from esquive.hosting.grants import Person, hash_of, time_of
from esquive.hosting.protocol import ProtocolError
from esquive.server.access.identities import add_key
from esquive.server.storage.store import Store
from esquive.server.storage.tables import CODES, KEYS, PEOPLE, SEATINGS, TOKENS
from esquive.server.storage.writer import Rows

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that looks like another
CODE_LENGTH: Final = 8
CODE_MINUTES: Final = 10
FREE: Final = ""  # the state of a code that nobody has said yet; else it is a MoveState


class DeviceTransfers:
    """The codes of a store, and what was asked with them; keys come as their hashes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def code(self, person: Person) -> tuple[str, str]:
        """A code of this person's, and until when it counts; the one before counts no more."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        expires = time_of(datetime.now(UTC) + timedelta(minutes=CODE_MINUTES))
        row = {"hash": hash_of(code), "person": person.id, "expires": expires}
        past = CODES.c.expires <= time_of(datetime.now(UTC))
        before = CODES.delete().where((CODES.c.person == person.id) | past)
        await self._store.change(Rows([], [before, CODES.insert().values(row)]))
        return f"{code[:4]}-{code[4:]}", expires

    async def ask(self, key: str, code: str, device: str) -> MoveView:
        """A browser says a code, and waits from now on; raises ProtocolError `bad-code` for one that does not count.

        A code is good for one browser: another one that says it is told the same as for a wrong one.
        """
        hashed = hash_of("".join(letter for letter in code.upper() if letter in LETTERS))
        found: list[MoveView] = []

        def change(connection: Connection) -> None:
            row = _row(connection, CODES.c.hash == hashed)
            if row is None or row["key"] not in ("", key):
                return
            if connection.execute(select(KEYS.c.person).where(KEYS.c.hash == key)).scalar() == row["person"]:
                found.append(MoveView("done"))
                return
            values = {"key": key, "device": device[:80], "state": "waits"}
            free = CODES.update().where(CODES.c.hash == hashed, CODES.c.state == FREE).values(values)
            is_first = connection.execute(free).rowcount == 1
            others = CODES.update().where(CODES.c.key == key, CODES.c.hash != hashed, CODES.c.state == "waits")
            connection.execute(others.values(state="refused"))  # who asks somebody else has given up the one before
            if is_first or row["key"] == key:
                found.append(MoveView("waits" if is_first else row["state"], check_of(hashed, key)))

        await self._store.change(change)
        if not found:
            raise ProtocolError("bad-code", 403)
        return found[0]

    async def state(self, key: str) -> MoveView:
        """What has become of what a browser asked last."""
        if not key:
            return MoveView("none")
        mine = (CODES.c.key == key, CODES.c.expires > time_of(datetime.now(UTC)))
        rows = await self._store.find(select(CODES).where(*mine).order_by(CODES.c.expires.desc(), CODES.c.hash))
        rows.sort(key=lambda row: row["state"] == "refused")  # those given up for another one come last
        if not rows:
            return MoveView("none")
        return MoveView(_state(rows[0]), check_of(rows[0]["hash"], key), rows[0]["kept"])

    async def asked(self, person: Person) -> MoveAsked | None:
        """The browser that asks to become this person's."""
        now = time_of(datetime.now(UTC))
        waiting = (CODES.c.person == person.id, CODES.c.state == "waits", CODES.c.expires > now)
        rows = await self._store.find(select(CODES).where(*waiting))
        if not rows:
            return None
        return MoveAsked(rows[0]["device"], check_of(rows[0]["hash"], rows[0]["key"]), rows[0]["expires"])

    async def answer(self, person: Person, check: str, is_accepted: bool, kept: str = "") -> None:
        """A browser of this person's accepts or refuses the one that asks; what it keeps goes along.

        Raises ProtocolError `bad-code` where none with this number asks any more.
        """
        done: list[str] = []

        def change(connection: Connection) -> None:
            row = _row(connection, CODES.c.person == person.id)
            if row is None or row["state"] != "waits" or check != check_of(row["hash"], row["key"]):
                return
            answered = CODES.update().where(CODES.c.hash == row["hash"], CODES.c.state == "waits")
            values = {"state": "done", "kept": kept} if is_accepted else {"state": "refused"}
            if connection.execute(answered.values(values)).rowcount != 1:
                return
            if is_accepted:
                _become(connection, row["key"], person.id, row["device"])
            done.append(row["hash"])

        await self._store.change(change)
        if not done:
            raise ProtocolError("bad-code", 403)


def check_of(code: str, key: str) -> str:
    """The number that both browsers show: it follows from the hashes of the code and of the key of who says it."""
    return f"{int(hash_of(f'{code} {key}')[:12], 16) % 10_000:04d}"


def _row(connection: Connection, which: Any) -> RowMapping | None:
    """The code that is meant, if it still counts."""
    return (
        connection.execute(select(CODES).where(which, CODES.c.expires > time_of(datetime.now(UTC)))).mappings().first()
    )


def _state(row: Any) -> MoveState:
    state: MoveState = row["state"]
    return state


def _become(connection: Connection, key: str, person: str, device: str) -> None:
    """A key becomes somebody's; whoever it was before is the same person."""
    if add_key(connection, key, person, device):
        return
    before = connection.execute(select(KEYS.c.person).where(KEYS.c.hash == key)).scalar_one()
    if before == person:
        return
    for table in (KEYS, SEATINGS):
        connection.execute(table.update().where(table.c.person == before).values(person=person))
    connection.execute(TOKENS.update().where(TOKENS.c.holder == before).values(holder=person))
    connection.execute(CODES.delete().where(CODES.c.person == before))
    connection.execute(PEOPLE.delete().where(PEOPLE.c.id == before))

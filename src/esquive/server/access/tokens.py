"""Tokens: what somebody may do at a match. They come in a header, expire, can be taken back, and only hashes are kept.

A token answers for players, or for none: then it lets somebody watch. An invitation is a token too; it lets somebody
take an open seat, or a place among those who watch, and gets a token of his own for it.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import Executable, delete, select

from esquive.server.hosting.protocol import ProtocolError
from esquive.server.storage.store import Store
from esquive.server.storage.tables import SEATINGS, TOKENS
from esquive.server.storage.writer import Added, Rows

DAYS: Final = 90  # of a token since it was last used
INVITATION_DAYS: Final = 7
RENEWED_AFTER: Final = 1  # day: not every use is written down
SEPARATE: Final = "token."  # before the token among the subprotocols of a websocket
PROTOCOL: Final = "esquive"
Invites = Literal["", "seat", "watch"]


class Grant(Struct, frozen=True):
    """What a token allows at a match: `is_host` may take back what others were given, `holder` is a person or ""."""

    hash: str
    name: str
    match_id: str
    players: frozenset[int]
    is_host: bool
    invites: Invites
    issuer: str
    holder: str
    created: str
    expires: str
    delay: int = 0

    def may_revoke(self, other: "Grant") -> bool:
        """Whether who has this token may take the other one back."""
        if other.hash == self.hash or other.issuer == self.name:
            return True
        return self.is_host if not other.players else other.players <= self.players


def hash_of(token: str) -> str:
    """What is stored of a token: whoever reads the database cannot play with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def time_of(when: datetime) -> str:
    """A time as it is stored; later ones come later in the alphabet."""
    return when.astimezone(UTC).isoformat(timespec="seconds")


def issue(
    match_id: str,
    players: Sequence[int],
    *,
    is_host: bool = False,
    invites: Invites = "",
    issuer: str = "",
    holder: str = "",
    delay: int = 0,
) -> tuple[str, Grant]:
    """A new token and what it allows; it counts once it is stored."""
    token, now = secrets.token_urlsafe(24), datetime.now(UTC)
    hashed = hash_of(token)
    expires = now + timedelta(days=INVITATION_DAYS if invites else DAYS)
    return token, Grant(
        hash=hashed,
        name=hashed[:12],
        match_id=match_id,
        players=frozenset(players),
        is_host=is_host,
        invites=invites,
        issuer=issuer,
        holder=holder,
        created=time_of(now),
        expires=time_of(expires),
        delay=delay,
    )


def keeping(grant: Grant) -> Added:
    """The row that stores what a token allows."""
    row = {name: getattr(grant, name) for name in Grant.__struct_fields__}
    return TOKENS, [{**row, "players": json.dumps(sorted(grant.players))}]


class Tokens:
    """The tokens of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, match_id: str, token: str, *kinds: Invites) -> Grant:
        """What a token allows at a match; raises ProtocolError `bad-token` for any other, and for one of another kind.

        `kinds` are those of invitations that will do; without any it has to be a token that is none.

        A token that is used lives on.
        """
        hashed = hash_of(token)
        rows = await self._store.find(select(TOKENS).where(TOKENS.c.hash == hashed))
        grant = _grant_of(rows[0]) if rows else None
        now = datetime.now(UTC)
        if (
            grant is None
            or not hmac.compare_digest(grant.hash, hashed)
            or grant.match_id != match_id
            or grant.expires <= time_of(now)
            or grant.invites not in (kinds or ("",))
        ):
            raise ProtocolError("bad-token", 403)
        if not grant.invites:
            await self._renew(grant, now)
        return grant

    async def _renew(self, grant: Grant, now: datetime) -> None:
        expires = time_of(now + timedelta(days=DAYS))
        if grant.expires >= time_of(now + timedelta(days=DAYS - RENEWED_AFTER)):
            return
        change = TOKENS.update().where(TOKENS.c.hash == grant.hash).values(expires=expires)
        await self._store.change(Rows([], [change]))

    async def of_match(self, match_id: str) -> list[Grant]:
        """Every token of a match that counts, oldest first."""
        counts = TOKENS.c.expires > time_of(datetime.now(UTC))
        wanted = select(TOKENS).where(TOKENS.c.match_id == match_id, counts).order_by(TOKENS.c.created, TOKENS.c.name)
        return [_grant_of(row) for row in await self._store.find(wanted)]

    async def keep(self, grant: Grant) -> None:
        """Store what a new token allows."""
        await self._store.change(Rows([keeping(grant)]))

    async def revoke(self, match_id: str, name: str, by: Grant) -> Grant:
        """Take back a token by its name; raises ProtocolError `no-such-token` for one that is not the asker's."""
        for grant in await self.of_match(match_id):
            if grant.name == name and by.may_revoke(grant):
                await self._store.change(Rows([], [TOKENS.delete().where(TOKENS.c.hash == grant.hash)]))
                return grant
        raise ProtocolError("no-such-token", 404, name=name)

    async def without(self, match_id: str, places: frozenset[int]) -> list[Executable]:
        """What has to be executed so that no token of a match answers for the players of these places any more."""
        gone: list[Executable] = []
        rows = await self._store.find(select(TOKENS).where(TOKENS.c.match_id == match_id))
        for grant in map(_grant_of, rows):
            if not grant.players & places:
                continue
            left, this = sorted(grant.players - places), TOKENS.c.hash == grant.hash
            gone.append(
                TOKENS.update().where(this).values(players=json.dumps(left)) if left else delete(TOKENS).where(this)
            )
        seats = SEATINGS.c.place.in_(sorted(places))
        return [*gone, delete(SEATINGS).where(SEATINGS.c.match_id == match_id, seats)]

    async def gone(self, hashes: Sequence[str]) -> set[str]:
        """Those of some tokens that count no more."""
        now, left = time_of(datetime.now(UTC)), set(hashes)
        for place in range(0, len(hashes), 500):
            some = list(hashes[place : place + 500])
            counts = select(TOKENS.c.hash).where(TOKENS.c.hash.in_(some), TOKENS.c.expires > now)
            left -= {row["hash"] for row in await self._store.find(counts)}
        return left


def _grant_of(row: dict[str, Any]) -> Grant:
    return Grant(**{**row, "players": frozenset(json.loads(row["players"]))})


# ------------------------------------------------------------------------------------------------------- in the headers


def bearer_of(headers: Any) -> str:
    """The token of `Authorization: Bearer`, or ""."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def offered(subprotocols: Sequence[str]) -> str:
    """The token among the subprotocols that a websocket offers, or ""; browsers can send it in no other header."""
    for one in subprotocols:
        if one.startswith(SEPARATE):
            return one.removeprefix(SEPARATE)
    return ""

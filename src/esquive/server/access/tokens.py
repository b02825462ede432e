"""Tokens: they come in a header, expire, can be taken back, and stand for what they allow (`hosting.grants`)."""

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select

from esquive.hosting.grants import DAYS, Grant, Invites, hash_of, time_of
from esquive.hosting.protocol import ProtocolError
from esquive.server.storage.grant_rows import grant_of, grant_rows
from esquive.server.storage.store import Store
from esquive.server.storage.tables import TOKENS
from esquive.server.storage.writer import Rows

RENEWED_AFTER: Final = 1  # day: not every use is written down
SEPARATE: Final = "token."  # before the token among the subprotocols of a websocket
PROTOCOL: Final = "esquive"


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
        grant = grant_of(rows[0]) if rows else None
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
        return [grant_of(row) for row in await self._store.find(wanted)]

    async def keep(self, grant: Grant) -> None:
        """Store what a new token allows."""
        await self._store.change(Rows([grant_rows(grant)]))

    async def revoke(self, match_id: str, name: str, by: Grant) -> Grant:
        """Take back a token by its name; raises ProtocolError `no-such-token` for one that is not the asker's."""
        for grant in await self.of_match(match_id):
            if grant.name == name and by.may_revoke(grant):
                await self._store.change(Rows([], [TOKENS.delete().where(TOKENS.c.hash == grant.hash)]))
                return grant
        raise ProtocolError("no-such-token", 404, name=name)

    async def gone(self, hashes: Sequence[str]) -> set[str]:
        """Those of some tokens that count no more."""
        now, left = time_of(datetime.now(UTC)), set(hashes)
        for place in range(0, len(hashes), 500):
            some = list(hashes[place : place + 500])
            counts = select(TOKENS.c.hash).where(TOKENS.c.hash.in_(some), TOKENS.c.expires > now)
            left -= {row["hash"] for row in await self._store.find(counts)}
        return left


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

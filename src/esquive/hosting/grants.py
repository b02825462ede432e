"""Grants: what the holder of a token may do at a match, and whose its seats are.

A token answers for players, or for none: then it lets somebody watch. An invitation is a token too; it lets somebody
take an open seat, or a place among those who watch, and gets a token of his own for it. Only hashes of tokens are kept.
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

DAYS: Final = 90  # of a token since it was last used
INVITATION_DAYS: Final = 7
HOST: Final = -1  # the place of whoever has created a match, besides those at the table
Invites = Literal["", "seat", "watch"]


class Person(Struct, frozen=True):
    """Somebody who comes again."""

    id: str
    name: str


class Seating(Struct, frozen=True):
    """A place of a match, or HOST, and the id of the person whose it is."""

    place: int
    person: str


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

"""Dice that neither of two players can choose, nor throw again until they suit.

Each player draws a secret and tells its 4,096th hash before the match begins. In the course of the match he tells the
hashes before it, one by one backwards: nobody can guess the next, and everybody can check that it is the one that was
bound. What one player plays until the other is asked is a stretch; its rolls come from one value of each player's
chain. The player whose stretch it is has the other's with the letter before, and tells his own with the one after.
"""

import hashlib
import hmac
from functools import lru_cache
from typing import Final

LENGTH: Final = 4096  # stretches a match may have


def bound(secret: bytes) -> bytes:
    """What is told before the match."""
    return value(secret, 0)


@lru_cache(maxsize=64)
def value(secret: bytes, stretch: int) -> bytes:
    """The value of a player's chain for a stretch, from 1; that of 0 binds them all.

    Raises ValueError after the last.
    """
    if not 0 <= stretch < LENGTH:
        raise ValueError(f"no stretch {stretch}")
    found = hmac.digest(secret, b"dice", "sha256")
    for _ in range(LENGTH - stretch):
        found = hashlib.sha256(found).digest()
    return found


def leads(told: bytes, steps: int, known: bytes) -> bool:
    """Whether a value is the one that lies so many steps before a value that is known."""
    found = told
    for _ in range(steps):
        found = hashlib.sha256(found).digest()
    return steps > 0 and hmac.compare_digest(found, known)


def before(told: bytes) -> bytes:
    """The value of the stretch before that of a value."""
    return hashlib.sha256(told).digest()


def seed_of(inviter: bytes, guest: bytes) -> bytes:
    """The seed of a stretch by the values of both players."""
    return hashlib.sha256(b"stretch" + inviter + guest).digest()

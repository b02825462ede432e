"""Decks that two players shuffle together, so that each draws cards of which the other knows nothing.

The scheme is that of Shamir, Rivest and Adleman ("Mental Poker", 1979) on the elliptic curve P-192: a card is a point,
a lock multiplies it by a secret number, and locks come off in any order. The inviter shuffles a deck and locks it with
one number; the guest shuffles it again and gives each card a lock of its own; the inviter takes the first lock off and
does the same. Whoever is to look at a card is told the other's number of that card alone. A point is its x coordinate,
24 bytes: of a point and its mirror image either stands for the card.

All numbers of a player come from one secret of 32 bytes, so that after the match everything can be worked out again.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import cache
from typing import Final

from ecdsa import NIST192p
from ecdsa.ellipticcurve import INFINITY, PointJacobi
from ecdsa.numbertheory import SquareRootError, square_root_mod_prime

SIZE: Final = 24  # bytes of a point, and of a key
_CURVE: Final = NIST192p.curve
_P: Final = int(_CURVE.p())
_ORDER: Final = int(NIST192p.order)
_MORE: Final = 8  # bytes drawn beyond those of a number, so that every number is as likely as any other


class BadLock(Exception):
    """Bytes that are no point of the curve, or no key."""


class Locks:
    """The numbers of one player, all from his secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def whole(self, deck: int) -> int:
        """The number the inviter locks a deck with as a whole."""
        return self._number(f"deck {deck}")

    def single(self, deck: int, place: int) -> int:
        """The number of one card, by its place in the deck."""
        return self._number(f"card {deck} {place}")

    def key(self, deck: int, place: int) -> bytes:
        """The same as it is told to the other player."""
        return self.single(deck, place).to_bytes(SIZE, "big")

    def order(self, deck: int, size: int) -> list[int]:
        """How the player shuffles a deck: the place each card is taken from."""
        return sorted(range(size), key=lambda place: self._draw(f"order {deck} {place}", 32))

    def _number(self, what: str) -> int:
        return int.from_bytes(self._draw(what, SIZE + _MORE), "big") % (_ORDER - 1) + 1

    def _draw(self, what: str, size: int) -> bytes:
        return hmac.digest(self._secret, what.encode(), "sha512")[:size]


# ------------------------------------------------------------------------------------------------------------- locking


def first_locked(locks: Locks, sizes: Sequence[int]) -> list[bytes]:
    """The decks as the inviter sends them: shuffled, each locked with one number."""
    found = []
    for deck, size in enumerate(sizes):
        points = [card_point(deck, card) for card in range(size)]
        found.append(b"".join(_times(points[place], locks.whole(deck)) for place in locks.order(deck, size)))
    return found


def second_locked(locks: Locks, decks: Sequence[bytes]) -> list[bytes]:
    """The decks as the guest sends them back: shuffled again, each card with a lock of its own.

    Raises BadLock for what is no deck.
    """
    found = []
    for deck, sent in enumerate(decks):
        points = _points(sent)
        taken = [points[place] for place in locks.order(deck, len(points))]
        found.append(b"".join(_times(point, locks.single(deck, place)) for place, point in enumerate(taken)))
    return found


def third_locked(locks: Locks, decks: Sequence[bytes]) -> list[bytes]:
    """The decks as they are played with: the inviter's first lock off, and one of his on each card."""
    found = []
    for deck, sent in enumerate(decks):
        off = pow(locks.whole(deck), -1, _ORDER)
        points = _points(sent)
        numbers = [off * locks.single(deck, place) % _ORDER for place in range(len(points))]
        found.append(b"".join(_times(point, number) for point, number in zip(points, numbers, strict=True)))
    return found


def unlocked(deck: int, locked: bytes, place: int, keys: tuple[bytes, bytes], size: int) -> int:
    """The card at a place of a deck by the keys of both players; raises BadLock where they open none."""
    point = locked[place * SIZE : (place + 1) * SIZE]
    numbers = [int.from_bytes(key, "big") for key in keys]
    if not all(0 < number < _ORDER for number in numbers):
        raise BadLock("no key")
    found = _times(point, pow(numbers[0] * numbers[1], -1, _ORDER))
    cards = _cards(deck, size)
    if found not in cards:
        raise BadLock("no card")
    return cards[found]


def size_of(locked: bytes) -> int:
    """How many cards a locked deck has."""
    return len(locked) // SIZE


# -------------------------------------------------------------------------------------------------------------- points


@cache
def card_point(deck: int, card: int) -> bytes:
    """The point of a card: the first x on the curve in a sequence of hashes, so that nobody knows how two relate."""
    attempt = 0
    while True:
        found = hashlib.sha256(f"esquive {deck} {card} {attempt}".encode()).digest()[:SIZE]
        if int.from_bytes(found, "big") < _P and _lifted(found) is not None:
            return found
        attempt += 1


@cache
def _cards(deck: int, size: int) -> dict[bytes, int]:
    return {card_point(deck, card): card for card in range(size)}


def _points(sent: bytes) -> list[bytes]:
    if len(sent) % SIZE:
        raise BadLock("no deck")
    return [sent[start : start + SIZE] for start in range(0, len(sent), SIZE)]


def _lifted(point: bytes) -> PointJacobi | None:
    """A point of the curve with this x, None where there is none."""
    x = int.from_bytes(point, "big")
    if x >= _P:
        return None
    try:
        y = square_root_mod_prime((pow(x, 3, _P) + int(_CURVE.a()) * x + int(_CURVE.b())) % _P, _P)
    except SquareRootError:
        return None
    return PointJacobi(_CURVE, x, y, 1, _ORDER)


def _times(point: bytes, number: int) -> bytes:
    lifted = _lifted(point)
    found = INFINITY if lifted is None else lifted * number
    if found == INFINITY:
        raise BadLock("no point")
    return int(found.x()).to_bytes(SIZE, "big")

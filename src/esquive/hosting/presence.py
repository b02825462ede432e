"""Presence: who plays is here or has left, and how many watch. Nobody's address or name is kept here.

Where several processes serve one match each says now and then whom it has, and forgets what another has not repeated.
"""

from collections.abc import Iterable
from typing import Final, Protocol

from msgspec import Struct

from esquive.hosting.table_messages import SaidMessage
from esquive.hosting.time_source import OF_THIS_MACHINE, Time

CLAIM_AFTER: Final = 180.0  # seconds after which it counts that who has to decide is gone
GRACE: Final = 2.0  # seconds in which somebody who loads the page again has not left
BEAT: Final = 2.0  # seconds after which a process says again that it lives, and whom it has here
BELIEVED: Final = 3 * BEAT  # seconds for which it is believed what another process has said


class Guest(Protocol):
    """A connection at the table: it plays for players by their places in the set-up, or for none and watches."""

    controlled: frozenset[int]

    def table_changed(self) -> None:
        """Something is otherwise beside the game. Must not wait."""

    def said(self, message: SaidMessage) -> None:
        """Somebody has said something. Must not wait."""


class Elsewhere(Struct):
    """Who is at the table by another process, and when it said so."""

    players: frozenset[int]
    watching: int
    heard: float


class Presence:
    """Who is here, and since when somebody is not; times are UTC in seconds."""

    def __init__(self, time: Time = OF_THIS_MACHINE) -> None:
        self._time = time
        self.guests: set[Guest] = set()
        self.later: set[Guest] = set()  # who watch with a delay: counted, but told nothing as it happens
        self._opened = time.utc()
        self._left: dict[int, float] = {}
        self._elsewhere: dict[str, Elsewhere] = {}

    def come(self, guest: Guest) -> bool:
        """Somebody sits down or watches; says whether that is news."""
        if guest in self.guests:
            return False
        self.guests.add(guest)
        return True

    def go(self, guest: Guest) -> bool:
        """Somebody goes; says whether that is news."""
        if guest not in self.guests:
            return False
        self.guests.discard(guest)
        self._note(guest.controlled)
        return True

    def hear(self, process: str, players: Iterable[int], watching: int) -> bool:
        """Another process says whom it has; says whether that is news."""
        before, now = self._elsewhere.get(process), self._time.now()
        fresh = Elsewhere(frozenset(players), watching, now)
        self._elsewhere[process] = fresh
        if before is not None and (before.players, before.watching) == (fresh.players, watching):
            return False
        self._note(before.players - fresh.players if before else ())
        return True

    def forget(self) -> bool:
        """Forget what processes have said that are silent by now; says whether that is news."""
        late = [name for name, one in self._elsewhere.items() if one.heard < self._time.now() - BELIEVED]
        for name in late:
            self._note(self._elsewhere.pop(name).players)
        return bool(late)

    def _note(self, players: Iterable[int]) -> None:
        """These may have left just now."""
        for player in players:
            if not self._is_connected(player):
                self._left[player] = self._time.utc()

    def _is_connected(self, player: int) -> bool:
        here = any(player in guest.controlled for guest in self.guests)
        return here or any(player in one.players for one in self._elsewhere.values())

    def absent_since(self, player: int) -> float | None:
        """The moment since when a player is not here; None for one who is. Of who never came it is the server's start.

        So after a restart nobody has been away longer than the server has been there.
        """
        return None if self._is_connected(player) else self._left.get(player, self._opened)

    def is_here(self, player: int) -> bool:
        """Whether a player is here, or was a moment ago."""
        return self._is_connected(player) or self._time.utc() < self._left.get(player, 0.0) + GRACE

    @property
    def players(self) -> frozenset[int]:
        """The players who are here by this process."""
        return frozenset(player for guest in self.guests for player in guest.controlled)

    @property
    def watching_here(self) -> int:
        """How many watch by this process."""
        return sum(not guest.controlled for guest in self.guests) + len(self.later)

    @property
    def watching(self) -> int:
        """How many watch."""
        return self.watching_here + sum(one.watching for one in self._elsewhere.values())

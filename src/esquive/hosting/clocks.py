"""Clocks: what each person has used of the time for a turn and for all, and who is thinking.

A clock knows nothing of the match and of real time: whoever asks it says what time it is, in seconds of a clock that
only goes forward. It is written down with every answer, and now and then while somebody thinks; a server that was away
charges nobody for it.
"""

from collections.abc import Iterable
from typing import Any, Final

from esquive.hosting.protocol import ClockWanted
from esquive.hosting.stored_match import StoredClock

NOTICED: Final = 1.0  # second by which clocks at two processes may differ and nobody is told
RETURN: Final = 20.0  # seconds which whoever was thinking has to come back after a restart, before the clock goes on


class Clock:
    """The clocks of the players of a match, by their places in the set-up; `people` have one, bots have none."""

    def __init__(self, wanted: ClockWanted, players: int) -> None:
        self.wanted = wanted
        self.used = [0.0] * players
        self.spent = [0.0] * players  # in the turn of that number
        self.turns = [-1] * players
        self.wishes: set[int] = set()
        self.people: frozenset[int] = frozenset()
        self.is_begun = False
        self.ran_out: list[tuple[int, int, int]] = []  # whose time was out, in which turn, before which event
        self.asked: int | None = None
        self._since: float | None = None  # when the time began that is not in `used` yet; None: the clocks stand still

    # ------------------------------------------------------------------------------------------------------- running

    @property
    def is_paused(self) -> bool:
        """Whether everybody wishes that the clocks stand still."""
        return bool(self.people) and self.people <= self.wishes

    @property
    def is_ticking(self) -> bool:
        """Whether somebody's time runs."""
        return self._since is not None

    def asks(self, player: int | None, turn: int, now: float) -> None:
        """From now on it is this player who thinks, in the turn of that number; None for a bot or for nobody."""
        self.settle(now)
        self.asked = player if player in self.people else None
        if self.asked is not None and self.turns[self.asked] != turn:
            self.turns[self.asked], self.spent[self.asked] = turn, 0.0
        self._go_on(now)

    def begin(self, now: float) -> None:
        """Everybody has come."""
        self.is_begun = True
        self._go_on(now)

    def wish(self, players: Iterable[int], on: bool, now: float) -> None:
        """Somebody wishes a pause, or wishes it no more."""
        self.settle(now)
        self.wishes = self.wishes | set(players) if on else self.wishes - set(players)
        self._go_on(now)

    def come_back(self, player: int, now: float) -> None:
        """Whoever was thinking before a restart is here again, and goes on."""
        if player == self.asked and self._since is not None and self._since > now:
            self._since = now

    def rest(self, now: float) -> None:
        """Stand still until `go_on`: nobody is here whom the time runs for."""
        self.settle(now)
        self._since = None

    def go_on(self, now: float) -> None:
        """Somebody is here again."""
        self._go_on(now)

    def note(self, event: int) -> None:
        """The time of the one who is thinking is out, before this event; told once a turn."""
        if self.asked is not None and (self.asked, self.turns[self.asked]) not in [one[:2] for one in self.ran_out]:
            self.ran_out.append((self.asked, self.turns[self.asked], event))

    def settle(self, now: float) -> None:
        """Charge whoever is thinking for the time up to now."""
        if self._since is None or self.asked is None or now <= self._since:
            return
        self.used[self.asked] += now - self._since
        self.spent[self.asked] += now - self._since
        self._since = now

    def _go_on(self, now: float) -> None:
        runs = self.is_begun and self.asked is not None and not self.is_paused
        if not runs:
            self._since = None
        elif self._since is None:
            self._since = now

    # ------------------------------------------------------------------------------------------------------- looking

    def left(self, player: int, now: float) -> tuple[float | None, float | None]:
        """What a player has left, for the turn and in all; None where there is no limit."""
        since = self._since if player == self.asked else None
        more = max(0.0, now - since) if since is not None else 0.0
        turn, total = self.wanted.turn, self.wanted.total
        return (
            max(0.0, turn - self.spent[player] - more) if turn else None,
            max(0.0, total - self.used[player] - more) if total else None,
        )

    def due(self, now: float) -> float | None:
        """In how many seconds the one who is thinking has run out of time; None while no clock runs."""
        if self.asked is None or self._since is None:
            return None
        left = [one for one in self.left(self.asked, now) if one is not None]
        return min(left) + max(0.0, self._since - now) if left else None

    # ------------------------------------------------------------------------------------------------------- keeping

    def to_document(self, now: float) -> dict[str, Any]:
        """Everything that is kept of it; it stays as it is."""
        used, spent = list(self.used), list(self.spent)
        if self.asked is not None and self._since is not None:
            more = max(0.0, now - self._since)
            used[self.asked] += more
            spent[self.asked] += more
        wanted = {"turn": self.wanted.turn, "total": self.wanted.total, "then": self.wanted.then}
        return {
            **wanted,
            "used": [round(one, 2) for one in used],
            "spent": [round(one, 2) for one in spent],
            "turns": self.turns,
            "wishes": sorted(self.wishes),
            "begun": self.is_begun,
            "ran_out": [list(one) for one in self.ran_out],
        }

    def take(self, document: dict[str, Any]) -> None:
        """Be as it was kept; nobody's time runs before it is said who is thinking."""
        self.used, self.spent, self.turns = document["used"], document["spent"], document["turns"]
        self.wishes, self.is_begun = set(document["wishes"]), document["begun"]
        self.ran_out = [(player, turn, event) for player, turn, event in document.get("ran_out", [])]
        self.asked = self._since = None

    def standing(self, now: float) -> dict[str, Any]:
        """Everything of it, and in how many seconds the time of who is thinking runs; None where it stands still."""
        return {**self.to_document(now), "wait": None if self._since is None else max(0.0, self._since - now)}

    def stand(self, document: dict[str, Any], player: int | None, turn: int, now: float) -> bool:
        """Be as the clocks of another process stand; says whether that is news."""
        before = self.standing(now)
        self.take(document)
        self.asks(player, turn, now)
        self._since = None if document["wait"] is None else now + document["wait"]
        return _differs(before, self.standing(now))

    def wait_for(self, player: int | None, turn: int, now: float) -> None:
        """After a restart: whoever is thinking may come back before the time goes on."""
        self.asks(player, turn, now)
        if self._since is not None:
            self._since = now + RETURN


def _differs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether clocks stand otherwise than others, by more than a message takes."""
    used = [[*standing["used"], *standing["spent"]] for standing in (one, other)]
    if any(abs(mine - theirs) >= NOTICED for mine, theirs in zip(*used, strict=True)):
        return True
    alike = {"used": None, "spent": None}
    return {**one, **alike, "wait": one["wait"] is None} != {**other, **alike, "wait": other["wait"] is None}


def new_clock(wanted: ClockWanted | None, players: int) -> Clock | None:
    """The clocks of a new match; None where it has none."""
    return None if wanted is None or not (wanted.turn or wanted.total) else Clock(wanted, players)


def clock_of(stored: StoredClock | None) -> Clock | None:
    """The clocks of a match as they were kept, or None where it has none."""
    if stored is None:
        return None
    document = stored.document
    clock = Clock(ClockWanted(document["turn"], document["total"], document["then"]), len(document["used"]))
    clock.take(document)
    return clock

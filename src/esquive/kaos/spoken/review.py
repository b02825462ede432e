"""What a match of Kaos is looked back on by: successes of its dice, victory points, fighters out of action, relics."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from esquive.core.frames import on_top
from esquive.core.review_source import Deed, Fell
from esquive.core.waiting import Roll
from esquive.kaos.book.rolls import SIDES, ContestFrame, faces_of
from esquive.kaos.table.events import E_OUT_OF_ACTION, E_RELIC_TAKEN
from esquive.kaos.table.state import State

SCALE: Final = 2000.0  # found by 20 games of bots: docs/after-the-game.md


@cache
def ways_of_successes(needed: int, count: int) -> tuple[int, ...]:
    """How many outcomes of so many D6 show 0, 1, 2 ... dice of what is needed or more [Kaos K14.4]."""
    hits = max(0, SIDES + 1 - needed)
    return tuple(comb(count, k) * hits**k * (SIDES - hits) ** (count - k) for k in range(count + 1))


class KaosAfterwards:
    """See `core.afterwards.Afterwards`."""

    def fell(self, state: State, roll: Roll, outcome: int) -> Fell | None:
        """Successes of the dice of a contest; a six rolled again is a roll of its own [Kaos K15.1]."""
        top = on_top(state, ContestFrame)
        if top is None or not roll.count:
            return None
        needed = top.needed_of(top.side)
        fell = sum(face >= needed for face in faces_of(outcome, roll.count))
        return Fell(roll.kind, roll.seat, roll.count, fell, ways_of_successes(needed, roll.count))

    def named(self, kind: str) -> str:
        """Rolls are called as in the log."""
        return f"kaos.roll.{kind}"

    def score(self, state: State, seat: int) -> int:
        """Victory points [Kaos K1.3]."""
        return state.points[seat]

    def scale(self, state: State) -> float:
        """The same all through a match."""
        return SCALE

    def deeds(self, state: State, events: Sequence[tuple[int, ...]]) -> list[Deed]:
        """Who is out of action, which is the opponent's doing, and relics taken [Kaos K18.9] [Kaos K37.1]."""
        found: list[Deed] = []
        for event in events:
            if event[0] == E_OUT_OF_ACTION:
                found.append(Deed("ko", 1 - state.owner[event[1]], event))
            elif event[0] == E_RELIC_TAKEN:
                found.append(Deed("theft", state.owner[event[1]], event))
        return found


AFTERWARDS: Final = KaosAfterwards()

"""What a match of Krosmaster Arena is looked back on by: successes of its dice, Gallons of Glory, KOs and bargains."""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Final

from esquive.core.review_source import Deed, Fell
from esquive.core.waiting import Roll
from esquive.krosmaster.book.dice import faces_of, hits_of, spoiled_outcome, successes_of
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES, other_face, turner_of_dofus
from esquive.krosmaster.table.events import E_BOUGHT, E_BOUGHT_GG, E_BOUGHT_UP, E_GG_TAKEN, E_KO
from esquive.krosmaster.table.state import NONE, State

# Found by 200 games of bots: docs/after-the-game.md. The fewer Gallons are left, the more a lead decides.
SCALE: Final = 100.0
SCALE_OF_A_GALLON: Final = 60.0


@cache
def ways_of_successes(kind: str, count: int, also: int = NONE, spoiled: bool = False) -> tuple[int, ...]:
    """How many of the 6**count outcomes show 0, 1, 2 ... dice that are, or can be turned to, the face [KA 1.6.2].

    `also` is another face that counts; `spoiled` says that an opponent turns the Dofus.
    """
    hits = hits_of(ROLL_NAMES.index(kind), also, spoiled)
    return tuple(comb(count, k) * hits**k * (6 - hits) ** (count - k) for k in range(count + 1))


@cache
def ways_of_pairs(count: int) -> tuple[int, int]:
    """How many of the 6**count outcomes of Tension dice fall without two alike, and with [KA 5.2.3]."""
    apart = 1
    for die in range(count):
        apart *= max(0, 6 - die)
    return apart, 6**count - apart


class KrosmasterAfterwards:
    """See `core.afterwards.Afterwards`."""

    def fell(self, state: State, roll: Roll, outcome: int) -> Fell | None:
        """Successes of Critical, Armour, Lock and Dodge rolls; Tension dice: whether two show the same face."""
        if roll.kind == "tension":
            is_double = int(len(set(faces_of(outcome, roll.count))) < roll.count)
            return Fell(roll.kind, roll.seat, roll.count, is_double, ways_of_pairs(roll.count), is_luck=False)
        if roll.kind not in ROLL_NAMES or not roll.count:
            return None
        sought = ROLL_NAMES.index(roll.kind)
        also = other_face(state, roll.unit, sought)
        spoiled = turner_of_dofus(state, roll.unit) != NONE
        if spoiled:
            outcome = spoiled_outcome(outcome, roll.count, sought, also)
        fell = successes_of(sought, roll.count, outcome, also)
        return Fell(roll.kind, roll.seat, roll.count, fell, ways_of_successes(roll.kind, roll.count, also, spoiled))

    def named(self, kind: str) -> str:
        """Faces are called as on the dice."""
        return "after.roll.tension" if kind == "tension" else f"face.{kind}"

    def score(self, state: State, seat: int) -> int:
        """Gallons of Glory [KA 1.4.1]."""
        return state.gg[seat]

    def scale(self, state: State) -> float:
        """The fewer Gallons the poorest player has left, the more a lead is worth."""
        return SCALE + SCALE_OF_A_GALLON * min(state.gg)

    def deeds(self, state: State, events: Sequence[tuple[int, ...]]) -> list[Deed]:
        """KOs, purchases, and Gallons taken from another player without a KO or purchase."""
        found: list[Deed] = []
        is_paid = any(event[0] in (E_KO, E_BOUGHT_GG) for event in events)
        for event in events:
            kind = event[0]
            if kind == E_KO:
                found.append(Deed("ko", _gainer(state, event[1], event[2]), event))
            elif kind in (E_BOUGHT_GG, E_BOUGHT, E_BOUGHT_UP):
                found.append(Deed("buy", state.owner[event[1]], event))
            elif kind == E_GG_TAKEN and event[2] >= 0 and not is_paid:
                found.append(Deed("theft", event[1], event))
        return found


def _gainer(state: State, unit: int, by: int) -> int:
    """Who gains by a KO: its author, or of two players the other one where nobody or the own side did it."""
    side_of, owner = state.settings.side_of, state.owner
    if by >= 0 and side_of[owner[by]] != side_of[owner[unit]]:
        return owner[by]
    return -1 if state.settings.has_four_players else 1 - owner[unit]


AFTERWARDS: Final = KrosmasterAfterwards()

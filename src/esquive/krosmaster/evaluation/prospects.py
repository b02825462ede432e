"""What a position promises beyond what lies on the table, in hundredths of a Gallon of Glory.

`evaluation` values what each player has. Here is added what that leads to: the harm the enemy could do in its next
turn, rewards by what they can do rather than by their number, powers where they are of use.
"""

from typing import Final

from esquive.krosmaster.book.dice import ARMOUR, CRITICAL
from esquive.krosmaster.evaluation.strikes import STRIKES, pressure
from esquive.krosmaster.table.board import STRIDE
from esquive.krosmaster.table.entries import UP
from esquive.krosmaster.table.state import State

DANGER: Final = 40  # of the harm to come, in hundredths
DEAR_KAMA: Final = 1  # too much that a Kama counts in `evaluation`: twelve must be worth less than the Gallon they buy
MOST_KAMAS: Final = 16
REWARDS: Final = (18, 42, 66)  # of a reward face down, by rank, beyond what any is worth
UP_REWARDS: Final = (14, 30, 50)  # and of one that is revealed
FIRST_POWER: Final = 12  # of the first power gained or inspired, for each level, beyond what it is worth by itself
FURTHER_POWER: Final = 6  # and of each further one: two dice do more on two figures
CRITICAL_HIT: Final = 4  # of a die on somebody who can strike an enemy, for each level
ARMOURED: Final = 5  # of a die on somebody whom an enemy can strike, for each level


def prospects(state: State, seat: int, own: list[int], others: list[int]) -> int:
    """What the seat may look forward to, less what the others may; `own` and `others` are the units of both sides."""
    total = -DANGER * pressure(state, others, own).harm // 100
    side_of = state.settings.side_of
    for player in range(state.settings.seats):
        dear = DEAR_KAMA * min(state.kamas[player], MOST_KAMAS)
        total += -dear if side_of[player] == side_of[seat] else dear
    for unit in own:
        total += promise_of(state, unit, others)
    for unit in others:
        total -= promise_of(state, unit, own)
    return total


def promise_of(state: State, unit: int, foes: list[int]) -> int:
    """What the rewards and Inspiration dice of a unit promise."""
    worth = 0
    for entry in state.rewards[unit]:
        rank = min(state.library.rewards[entry >> 1].rank, len(REWARDS) - 1)
        worth += UP_REWARDS[rank] if entry & UP else REWARDS[rank]
    inspired = state.inspired[unit]
    powers = state.gained[unit] | inspired
    if powers:
        level = state.level[unit]
        worth += level * (FIRST_POWER + FURTHER_POWER * (powers.bit_count() - 1))
        if inspired >> CRITICAL & 1 and any(_can_strike(state, unit, foe) for foe in foes):
            worth += CRITICAL_HIT * level
        if inspired >> ARMOUR & 1 and any(_can_strike(state, foe, unit) for foe in foes):
            worth += ARMOURED * level
    return worth


def _can_strike(state: State, unit: int, foe: int) -> bool:
    """Whether a unit could walk to where an Attack spell of its card reaches a foe, by distance alone."""
    index = state.profile[unit]
    rows = STRIKES.of(state.library, index)
    if not rows:
        return False
    here, there = state.cell[unit], state.cell[foe]
    steps = abs(there % STRIDE - here % STRIDE) + abs(there // STRIDE - here // STRIDE)
    reach = state.library.profiles[index].mp + state.mp_markers[unit]
    return any(steps <= reach + most for most, _ in rows)

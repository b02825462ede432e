"""What cards change of a unit's rolls: how many dice, which faces count, a second roll, and powers against some only.

A card comes before the rules [KA 1.5.1]. Nothing is asked where nobody in play has such an effect.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from esquive.krosmaster.book.powers.selectors import matches, owner_scope
from esquive.krosmaster.book.powers.values import has_held, reaches
from esquive.krosmaster.cards.ops.continuous import M_AGAIN, M_DICE, M_DUEL, M_FACES, M_ROLL
from esquive.krosmaster.table.entries import C_KIND, C_UNIT, F_DOFUS
from esquive.krosmaster.table.state import NONE, State

ROLL_NAMES: Final = ("critical", "armour", "lock", "dodge")


def powers_against(state: State, unit: int, others: Sequence[int]) -> int:
    """The keyword powers that a unit has against some of the others, as a mask [Ruling R132]."""
    mask = 0
    for owner, index in state.statics[M_DUEL]:
        held = state.library.statics[index]
        if owner == unit and has_held(state, owner, index):
            scope = owner_scope(state, owner)
            if any(other != NONE and matches(state, held.modifier.against, other, scope, other) for other in others):
                mask |= held.mask
    return mask


def number_of_dice(state: State, unit: int, dice: int, sought: int) -> int:
    """How many dice a unit rolls for a face in place of so many [Ruling R133] [Ruling R142].

    Whatever else changes their number has done so.
    """
    for owner, index in state.statics[M_ROLL]:
        bonus = state.library.statics[index].modifier
        if ROLL_NAMES[sought] in bonus.rolls and reaches(state, owner, index, unit):
            dice = max(0, dice + bonus.x)
    for owner, index in state.statics[M_DICE]:
        instead = state.library.statics[index].modifier
        if owner == unit and dice >= instead.least and has_held(state, owner, index):
            dice = instead.dice
    return dice


def changes_dice(state: State) -> bool:
    """Whether some card in play changes how many dice are rolled."""
    return bool(state.statics[M_DICE] or state.statics[M_ROLL])


def other_face(state: State, unit: int, sought: int) -> int:
    """The face that is a success of this kind of roll as well, or NONE [Ruling R134]."""
    for owner, index in state.statics[M_FACES]:
        also = state.library.statics[index].modifier
        if owner == unit and ROLL_NAMES[sought] in also.rolls and has_held(state, owner, index):
            return ROLL_NAMES.index(also.face)
    return NONE


def turner_of_dofus(state: State, unit: int) -> int:
    """The opposing unit whose player turns the Dofus of a unit's rolls, NONE as a rule [Ruling R162]."""
    if unit != NONE:
        for effect in state.lasting:
            if effect[C_KIND] == F_DOFUS and state.enemies(effect[C_UNIT], unit):
                return effect[C_UNIT]
    return NONE


def rolls_again(state: State, unit: int) -> bool:
    """Whether the unit rolls all dice once more when one of them fails [Ruling R135]."""
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_AGAIN])


@cache
def chances(hits: int, count: int, again: bool) -> tuple[Fraction, ...]:
    """How likely 0, 1, ... `count` successes are, with so many of six faces a success; `again`: with a second roll."""
    once = [Fraction(comb(count, k) * hits**k * (6 - hits) ** (count - k), 6**count) for k in range(count + 1)]
    if not again:
        return tuple(once)
    failed = 1 - once[count]
    return (*(failed * share for share in once[:count]), once[count] + failed * once[count])

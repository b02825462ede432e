"""Chapter 4.18: powers copied from other units, read as if they were printed with the copier's name [KA 4.18.8].

A copied power is the original's own index held by the copier: its owner, which "this unit" means, is the copier. So
nothing in a power is rewritten; what has to be found out is whose powers a copier has. That is worked out from the
cards in play alone, never from the indices of the state, and only in matches where some card copies.

A copier also has what those it copies have copied, and copies in its own name by a copied power to copy. Copiers of
each other are no trouble: the sets only grow, until nothing is added.
"""

from typing import Any

from esquive.krosmaster.book.powers.selectors import is_given, is_on_side, matches_kind, types_around
from esquive.krosmaster.cards.library import Profile
from esquive.krosmaster.cards.ops.continuous import M_TYPES, GiveTypes
from esquive.krosmaster.table.state import NONE, State


def members(mask: int) -> list[int]:
    """The units of a mask with a bit each, in the order they came into the game."""
    return [unit for unit in range(mask.bit_length()) if mask >> unit & 1]


def origins(state: State, unit: int, lost: int) -> list[int]:
    """The units whose powers a unit has besides its own, in the order they came into the game [KA 4.18.8].

    `lost` is a mask of units without powers: nothing can be copied from them [KA 4.18.4.g].
    """
    if not state.library.profiles[state.profile[unit]].copies:
        return []
    return members(_everyones(state, lost).get(unit, 0))


def _everyones(state: State, lost: int) -> dict[int, int]:
    """The units each copier in play has powers of, as masks: the least sets that agree with each other."""
    profiles = state.library.profiles
    found = {unit: 0 for unit in state.units_in_play() if profiles[state.profile[unit]].copies and not lost >> unit & 1}
    grows = True
    while grows:
        grows = False
        for copier, before in found.items():
            mask = before
            for other in [copier, *members(before)]:
                mask |= found.get(other, 0)
                for index in profiles[state.profile[other]].copies:
                    mask |= _meant(state, state.library.statics[index].modifier, copier, found, lost)
            mask &= ~(1 << copier)
            if mask != before:
                found[copier] = mask
                grows = True
    return found


def _meant(state: State, modifier: Any, copier: int, found: dict[int, int], lost: int) -> int:
    """The units that a power to copy means when the copier has it, as a mask [KA 4.18.2.d]."""
    mask = 0
    for unit in state.units_in_play():
        if unit == copier or lost >> unit & 1:
            continue
        if is_on_side(state, modifier.side, unit, copier) and matches_kind(state, modifier.kind, unit):
            if modifier.type is None or _counts_as(state, unit, modifier.type, found, lost):
                mask |= 1 << unit
    return mask


def _counts_as(state: State, unit: int, type_: str, found: dict[int, int], lost: int) -> bool:
    """Whether a unit is of the type by its card, or by powers that it has or copies, or that give it [KA 4.18.9]."""
    profiles = state.library.profiles
    if profiles[state.profile[unit]].has_type(type_):
        return True
    for bearer in [unit, *members(found.get(unit, 0))]:
        for index in profiles[state.profile[bearer]].lends:
            modifier = state.library.statics[index].modifier
            if type_ in types_around(state, unit, modifier.side, modifier.kind):
                return True
    for owner, index in state.statics[M_TYPES]:
        modifier = state.library.statics[index].modifier
        if isinstance(modifier, GiveTypes) and type_ in modifier.types and state.cell[owner] and not lost >> owner & 1:
            if is_given(state, modifier, owner, unit):
                return True
    return False


def origin_of(state: State, unit: int, name: str, lost: int) -> int:
    """The unit that a copier has the power of this name from: the first that has it, NONE if it is its own.

    A unit that has a power gains no other one of the same name [KA 4.9.1].
    """
    profiles = state.library.profiles
    if name not in profiles[state.profile[unit]].named:
        for origin in origins(state, unit, lost):
            if name in profiles[state.profile[origin]].named:
                return origin
    return NONE


def has_copied(state: State, unit: int, held: int, lost: int) -> bool:
    """Whether a continuous effect listed for the unit is its own, or copied from a unit that still has it."""
    profile: Profile = state.library.profiles[state.profile[unit]]
    if held in profile.statics:
        return True
    origin = origin_of(state, unit, state.library.statics[held].power, lost)
    return origin != NONE and held in state.library.profiles[state.profile[origin]].statics


def has_copied_power(state: State, unit: int, power: int, lost: int) -> bool:
    """The same of a power that events trigger [KA 4.18.3.c]."""
    profile: Profile = state.library.profiles[state.profile[unit]]
    if power in profile.powers:
        return True
    origin = origin_of(state, unit, state.library.powers[power].id, lost)
    return origin != NONE and power in state.library.profiles[state.profile[origin]].powers


def copies_of(state: State, unit: int) -> tuple[list[int], list[int]]:
    """What is listed for a copier besides its own: triggered powers and continuous effects, each once.

    All that it may have is listed, those of units without powers and those of one name twice included: these change
    with every step, and are told apart when an effect is looked at.
    """
    profiles = state.library.profiles
    own = profiles[state.profile[unit]].named
    powers: list[int] = []
    held: list[int] = []
    for origin in origins(state, unit, 0):
        theirs = profiles[state.profile[origin]]
        powers += [i for i in theirs.powers if state.library.powers[i].id not in own and i not in powers]
        held += [i for i in theirs.statics if state.library.statics[i].power not in own and i not in held]
    return powers, held


def list_copies(state: State) -> None:
    """A piece has come, gone or changed its card: copiers gain and lose powers at once [KA 4.18.4.f] [KA 4.18.4.d]."""
    library = state.library
    listeners = [
        [entry for entry in entries if entry[1] in library.profiles[state.profile[entry[0]]].powers]
        for entries in state.listeners
    ]
    modifiers = [
        [
            (unit, index)
            for unit, index in entries
            if library.statics[index].is_reward
            or library.statics[index].koed
            or index in library.profiles[state.profile[unit]].statics
        ]
        for entries in state.statics
    ]
    for unit in state.units_in_play():
        powers, held = copies_of(state, unit)
        for power in powers:
            listeners[library.powers[power].trigger].append((unit, power))
        for effect in held:
            modifiers[library.statics[effect].kind].append((unit, effect))
    state.listeners = [tuple(entries) for entries in listeners]
    state.statics = [tuple(entries) for entries in modifiers]

"""Chapter 4.10.5: healing, which removes injuries, and what keeps them on a unit."""

from esquive.krosmaster.book.damage import Casting, healing_of
from esquive.krosmaster.book.damage_terms import healing_terms
from esquive.krosmaster.book.powers.terms import packed
from esquive.krosmaster.book.powers.values import injury_cap, keeps_injuries, powers
from esquive.krosmaster.book.wounds import is_in_spell, spare
from esquive.krosmaster.cards.library import P_INTERIOR_FIRE, P_PROFANATION, Spell
from esquive.krosmaster.cards.ops.continuous import M_CAP, M_NO_HEALING
from esquive.krosmaster.table.events import (
    E_HEALED,
    E_HEALING,
    E_THAWED,
    FROST,
    HEALING_LIMIT,
    HEALING_PROFANATION,
    NO_HEALING,
)
from esquive.krosmaster.table.state import INJURIES, State


def heal_targets(state: State, cast: Casting, spell: Spell) -> None:
    """Steps 6 and 7 of a Healing spell: injuries are removed from every target in play [KA 7.3.1] [KA 7.3.2.c]."""
    for unit in cast.targets:
        if state.cell[unit] and state.library.profiles[state.profile[unit]].has_hp:
            number = healing_of(state, cast, spell, unit)
            if state.log is not None:
                state.log.append((E_HEALING, unit, number, packed(healing_terms(state, cast, spell, unit))))
            heal(state, unit, number, cast.caster, thaws=bool(cast.mask & P_INTERIOR_FIRE))


def heal(state: State, unit: int, number: int, source: int, stolen: bool = False, thaws: bool = False) -> None:
    """Remove up to `number` injuries [KA 4.10.5]; `stolen` ones are those of a spell in Step 8 [KA 7.5.18.a].

    Frozen ones only if it `thaws`, as Healing spells of a unit with Interior Fire do, and then first, since nothing
    else heals them [KA-2.2 307.19a] [Ruling R111].
    """
    if not state.cell[unit] or unit in state.koed:
        return
    if powers(state, unit) & P_PROFANATION:
        spare(state, unit, min(number, state.injuries[unit]), HEALING_PROFANATION)
        return
    if state.statics[M_NO_HEALING] and keeps_injuries(state, unit):
        spare(state, unit, min(number, state.injuries[unit]), NO_HEALING)
        return
    if state.statics[M_CAP]:
        cap = injury_cap(state, unit, 1, stolen or is_in_spell(state))
        spare(state, unit, min(number, state.injuries[unit]) - cap, HEALING_LIMIT)
        number = min(number, cap)
    frozen = state.frozen_of(unit, INJURIES) if state.frozen else 0
    healed = min(number, state.injuries[unit] if thaws else state.injuries[unit] - frozen)
    spare(state, unit, min(number, state.injuries[unit]) - healed, FROST)
    if healed <= 0:
        return
    state.injuries[unit] -= healed
    if state.log is not None:
        state.log.append((E_HEALED, unit, healed, source))
    if frozen and thaws:
        state.set_frozen(unit, INJURIES, max(0, frozen - healed))
        if state.log is not None:
            state.log.append((E_THAWED, unit, min(frozen, healed)))

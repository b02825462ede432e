"""Why a spell's damage or healing is what it is: every term of the sums of Step 6 [KA 7.2.7.c] [KA 7.3.2.b].

Must agree with `damage`, which adds up without keeping the terms; a test holds them to it.
"""

from typing import Any

from esquive.krosmaster.book.damage import Casting, bonuses_of, damage_to, healing_of, scope_of_bonus
from esquive.krosmaster.book.effects.later import due
from esquive.krosmaster.book.powers.amounts import amount
from esquive.krosmaster.book.powers.selectors import owner_scope, select
from esquive.krosmaster.book.powers.terms import (
    ADDITION,
    ARMOUR_ROLL,
    CRITICAL_HEALING,
    CRITICAL_ROLL,
    DAMAGE_EFFECT,
    DAMAGE_FLOOR,
    FRAGILE,
    HEAL_ADDITION,
    HEAL_EFFECT,
    HEAL_POWER,
    IMMUNE,
    LASTING,
    PRINTED_DAMAGE,
    PRINTED_HEALING,
    REDUCTION,
    RESISTS_WATER,
    TEMPERED,
    Term,
    floored,
    total,
)
from esquive.krosmaster.book.powers.values import has_held, is_elemental, powers
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import ELEMENT_NAMES, P_FRAGILITY, P_HEAL, P_IMMUNE, P_RESISTANCE, P_TEMPER, Spell
from esquive.krosmaster.cards.ops.continuous import M_DAMAGE, M_HEAL, M_REDUCTION
from esquive.krosmaster.table.state import NONE, State


def damage_terms(state: State, cast: Casting, spell: Spell, unit: int, armours: int) -> list[Term]:
    """Step 6: the total Damage to one target; must agree with `damage.damage_to` [KA 7.2.7.c] [KA 7.2.7.d]."""
    terms: list[Term] = [(spell.base, PRINTED_DAMAGE, NONE, NONE)]
    if cast.bonus:
        terms.append((cast.bonus, LASTING, cast.caster, NONE))
    numbers = state.settings.params.damage
    if cast.criticals > armours:
        terms.append((numbers.critical_bonus, CRITICAL_ROLL, NONE, NONE))
    elif armours > cast.criticals:
        terms.append((-numbers.armour_malus, ARMOUR_ROLL, NONE, NONE))
    terms += _additions(state, cast, spell, unit)
    for owner, index in bonuses_of(state, cast, M_DAMAGE):
        x = _held_bonus(state, cast, spell, unit, owner, index)
        if x:
            terms.append((x, DAMAGE_EFFECT, owner, index))
    mask = powers(state, unit)
    if is_elemental(spell):
        if mask & P_RESISTANCE << spell.element:
            terms.append((-numbers.resistance, RESISTS_WATER + spell.element, unit, NONE))
        if mask & P_IMMUNE:
            left = total(terms)
            return [*terms, (-left, IMMUNE, unit, NONE)] if left > 0 else floored(terms, DAMAGE_FLOOR)
    if mask & P_FRAGILITY:
        terms.append((numbers.fragility, FRAGILE, unit, NONE))
    if mask & P_TEMPER:
        terms.append((-numbers.temper, TEMPERED, unit, NONE))
    for owner, index in state.statics[M_REDUCTION]:
        modifier: Any = state.library.statics[index].modifier
        if modifier.element in (None, ELEMENT_NAMES[spell.element]) and has_held(state, owner, index):
            if unit in select(state, modifier.to, owner_scope(state, owner)):
                terms.append((-modifier.x, REDUCTION, owner, index))
    terms = floored(terms, DAMAGE_FLOOR)
    assert total(terms) == damage_to(state, cast, spell, unit, armours)
    return terms


def _additions(state: State, cast: Casting, spell: Spell, unit: int) -> list[Term]:
    """What the spell's own additional effects add for a target."""
    found: list[Term] = []
    scope = cast.scope(state)
    for index in due(state, cast, unit):
        op = state.library.ops[index]
        if isinstance(op, ops.ExtraDamage) and ELEMENT_NAMES[spell.element] == op.element:
            if unit in select(state, op.to, scope, unit):
                found.append((amount(state, op.x, scope, unit), ADDITION, NONE, NONE))
    return [term for term in found if term[0]]


def _held_bonus(state: State, cast: Casting, spell: Spell, unit: int, owner: int, index: int) -> int:
    """What one continuous effect on the caster adds to the damage of one target."""
    modifier = state.library.statics[index].modifier
    if modifier.element not in (None, ELEMENT_NAMES[spell.element]):
        return 0
    if modifier.spells == "first-attack" and state.attacks_cast > 1:
        return 0
    scope = scope_of_bonus(state, cast, owner)
    return amount(state, modifier.x, scope, unit) if unit in select(state, modifier.against, scope, unit) else 0


def healing_terms(state: State, cast: Casting, spell: Spell, unit: int) -> list[Term]:
    """Step 6 of a Healing spell; must agree with `damage.healing_of` [KA 7.3.2.b] [KA 4.9.16.a]."""
    terms: list[Term] = [(spell.base, PRINTED_HEALING, NONE, NONE)]
    if cast.bonus:
        terms.append((cast.bonus, LASTING, cast.caster, NONE))
    numbers = state.settings.params.damage
    if cast.criticals:
        terms.append((numbers.critical_healing, CRITICAL_HEALING, NONE, NONE))
    if cast.mask & P_HEAL:
        terms.append((numbers.heal_power, HEAL_POWER, cast.caster, NONE))
    scope = cast.scope(state)
    for index in due(state, cast, unit):
        op = state.library.ops[index]
        if isinstance(op, ops.ExtraHeal) and unit in select(state, op.to, scope, unit):
            x = amount(state, op.x, scope, unit)
            if x:
                terms.append((x, HEAL_ADDITION, NONE, NONE))
    for owner, index in bonuses_of(state, cast, M_HEAL):
        x = amount(state, state.library.statics[index].modifier.x, scope_of_bonus(state, cast, owner), unit)
        if x:
            terms.append((x, HEAL_EFFECT, owner, index))
    terms = floored(terms, DAMAGE_FLOOR)
    assert total(terms) == healing_of(state, cast, spell, unit)
    return terms

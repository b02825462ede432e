"""Chapters 7.2.7 and 7.3.2: the total Damage of an Attack spell and the total healing of a Healing spell."""

from typing import Any, Final, Protocol

from esquive.krosmaster.book.effects.later import due
from esquive.krosmaster.book.powers.amounts import amount
from esquive.krosmaster.book.powers.selectors import Scope, owner_scope, select
from esquive.krosmaster.book.powers.values import has_held, is_elemental, powers, reaches
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import ELEMENT_NAMES, P_FRAGILITY, P_HEAL, P_IMMUNE, P_RESISTANCE, P_TEMPER, Spell
from esquive.krosmaster.cards.ops.continuous import M_DAMAGE, M_HEAL, M_REDUCTION
from esquive.krosmaster.cards.who import TARGETS
from esquive.krosmaster.table.state import State

_BOTH: Final = P_FRAGILITY | P_TEMPER


class Casting(Protocol):
    """What the sums need of a spell being cast; `CastFrame` has it."""

    aligned: int
    bets: list[int]
    bonus: int
    caster: int
    criticals: int
    invading: int
    late: list[int]
    mask: int
    own_held: list[int]
    placed: list[int]
    targets: list[int]

    def scope(self, state: State) -> Scope:
        """The scope in which the spell's effects are read."""


def damage_to(state: State, cast: Casting, spell: Spell, unit: int, armours: int) -> int:
    """Step 6: the total Damage to one target, every term of the formula, never below 0.

    [KA 7.2.7.c] [KA 7.2.7.d] "+X element" adds to a spell of that element [KA 7.5.5.a] [KA 7.5.6.a] [KA 7.5.7.a]
    [KA 7.5.8.a]; the four Resistances each take off theirs [KA 4.9.7.a] [KA 4.9.8.a] [KA 4.9.9.a] [KA 4.9.10.a].
    The roll modifier is one term of the sum [KA 7.2.7.b] [Ruling R90]; resistances and Immune look at the spell's
    element, Immune last [KA 4.9.12.a] [Ruling R88] [Ruling R89]. Fragility and Temper count against every spell, a
    Neutral one too [KA-2.2 307.11a] [KA-2.2 307.12a].
    """
    total = spell.base + cast.bonus
    numbers = state.settings.params.damage
    if cast.criticals > armours:
        total += numbers.critical_bonus
    elif armours > cast.criticals:
        total -= numbers.armour_malus
    for index in due(state, cast, unit) if cast.late else []:
        op = state.library.ops[index]
        if isinstance(op, ops.ExtraDamage) and ELEMENT_NAMES[spell.element] == op.element:
            scope = cast.scope(state)
            if unit in select(state, op.to, scope, unit):
                total += amount(state, op.x, scope, unit)
    if state.statics[M_DAMAGE] or cast.own_held:
        total += held_damage(state, cast, spell, unit)
    mask = powers(state, unit)
    if is_elemental(spell):
        if mask & P_RESISTANCE << spell.element:
            total -= numbers.resistance
        if mask & P_IMMUNE:
            return 0
    if mask & _BOTH:
        total += numbers.fragility if mask & P_FRAGILITY else 0
        total -= numbers.temper if mask & P_TEMPER else 0
    if state.statics[M_REDUCTION]:
        total -= held_reduction(state, spell, unit)
    return max(total, 0)


def damage_to_scenery(state: State, cast: Casting, spell: Spell) -> int:
    """Step 6 for scenery: the spell's damage with what the caster adds to each target, and 1 for a Critical Hit.

    [KA-2.2 313.7a] [Ruling R112] Additions to targets of some kind alone, or counted by the target, do not mean it.
    """
    total = spell.base + cast.bonus
    if cast.criticals:
        total += state.settings.params.damage.critical_bonus
    for index in due(state, cast):
        op = state.library.ops[index]
        if isinstance(op, ops.ExtraDamage) and ELEMENT_NAMES[spell.element] == op.element and op.to == TARGETS:
            total += amount(state, op.x, cast.scope(state))
    for owner, index in bonuses_of(state, cast, M_DAMAGE):
        modifier = state.library.statics[index].modifier
        if modifier.element in (None, ELEMENT_NAMES[spell.element]) and modifier.against == TARGETS:
            if modifier.spells != "first-attack" or state.attacks_cast <= 1:
                total += amount(state, modifier.x, scope_of_bonus(state, cast, owner))
    return max(total, 0)


def pierced(state: State, cast: Casting, unit: int) -> int:
    """Step 5: how many dice less the target rolls for Armour [KA 7.5.11.a] [Ruling R87]."""
    dice = 0
    each: int = state.settings.params.dice.pierce_armour
    for index in due(state, cast, unit):
        op = state.library.ops[index]
        if isinstance(op, ops.PierceArmour):
            if op.to == TARGETS or unit in select(state, op.to, cast.scope(state), unit):
                dice += each
    return dice


def bonuses_of(state: State, cast: Casting, kind: int) -> list[tuple[int, int]]:
    """The continuous bonuses on the caster that hold, or that a KO'd one had just before it left [Ruling R45]."""
    noted = cast.own_held if not state.cell[cast.caster] else bonuses_on(state, cast.caster)
    entries = [(entry >> 16, entry & 0xFFFF) for entry in noted]
    return [entry for entry in entries if state.library.statics[entry[1]].kind == kind]


def bonuses_on(state: State, caster: int) -> list[int]:
    """The continuous bonuses that reach a caster now, its own and others', each as owner times 65536 plus index."""
    if not (state.statics[M_DAMAGE] or state.statics[M_HEAL]):
        return []
    return [
        owner << 16 | index
        for kind in (M_DAMAGE, M_HEAL)
        for owner, index in state.statics[kind]
        if reaches(state, owner, index, caster)
    ]


def scope_of_bonus(state: State, cast: Casting, owner: int) -> Scope:
    """The spell's scope as a bonus reads it: "this unit" is the one it comes from [KA 4.18.7]."""
    scope = cast.scope(state)
    if owner != cast.caster:
        own = owner_scope(state, owner)
        scope.owner, scope.seat, scope.origin = own.owner, own.seat, own.origin
    return scope


def held_damage(state: State, cast: Casting, spell: Spell, unit: int) -> int:
    """Damage added by continuous effects on the caster: powers and equipment [KA 7.2.7.c]."""
    total = 0
    for owner, index in bonuses_of(state, cast, M_DAMAGE):
        modifier = state.library.statics[index].modifier
        if modifier.element not in (None, ELEMENT_NAMES[spell.element]):
            continue
        if modifier.spells == "first-attack" and state.attacks_cast > 1:
            continue
        scope = scope_of_bonus(state, cast, owner)
        if unit in select(state, modifier.against, scope, unit):
            total += amount(state, modifier.x, scope, unit)
    return total


def held_reduction(state: State, spell: Spell, unit: int) -> int:
    """Damage taken off by continuous effects on the target [KA 7.2.7.c]."""
    total = 0
    for owner, index in state.statics[M_REDUCTION]:
        modifier: Any = state.library.statics[index].modifier
        if modifier.element not in (None, ELEMENT_NAMES[spell.element]) or not has_held(state, owner, index):
            continue
        if unit in select(state, modifier.to, owner_scope(state, owner)):
            total += modifier.x
    return total


def healing_of(state: State, cast: Casting, spell: Spell, unit: int) -> int:
    """Step 6 of a Healing spell: the Injuries healed, more with a critical success [KA 7.3.2.b] [KA 4.9.16.a]."""
    total = spell.base + cast.bonus
    numbers = state.settings.params.damage
    if cast.criticals:
        total += numbers.critical_healing
    if cast.mask & P_HEAL:
        total += numbers.heal_power
    scope = cast.scope(state)
    for index in due(state, cast, unit):
        op = state.library.ops[index]
        if isinstance(op, ops.ExtraHeal) and unit in select(state, op.to, scope, unit):
            total += amount(state, op.x, scope, unit)
    for owner, index in bonuses_of(state, cast, M_HEAL):
        modifier = state.library.statics[index].modifier
        total += amount(state, modifier.x, scope_of_bonus(state, cast, owner), unit)
    return max(total, 0)

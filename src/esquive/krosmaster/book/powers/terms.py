"""Why a number is what it is: what is printed, and each thing that changes it, with where that comes from.

`values` adds up fast and tells nothing; the functions here go the same way slowly and keep every term. They must agree
with `values`, and a test holds them to it on every position of random games. A term is `(x, why, unit, source)`: what
it adds, a place in `WHYS`, the unit it comes from or NONE, and what of that unit: the index of a continuous effect
(`Library.statics`) or NONE.
"""

from typing import Any, Final

from esquive.core.clause_numbering import cited_one
from esquive.krosmaster.book.powers.amounts import amount
from esquive.krosmaster.book.powers.selectors import owner_scope
from esquive.krosmaster.book.powers.values import (
    adds_to_punch,
    applies_to,
    changes_stat,
    crate_range,
    cube_range,
    reaches,
)
from esquive.krosmaster.cards.library import PUNCH, Spell
from esquive.krosmaster.cards.ops.continuous import M_COST, M_HP, M_PUNCH, M_STAT
from esquive.krosmaster.table.entries import C_KIND, C_UNIT, C_X, F_RANGE
from esquive.krosmaster.table.state import AP, NONE, STAT_NAMES, State

Term = tuple[int, int, int, int]

PRINTED_COST: Final = 0
TECHNIQUE: Final = 1
COST_EFFECT: Final = 2
COST_FLOOR: Final = 3
PRINTED_RANGE: Final = 4
RANGE_MARKERS: Final = 5
CRATE: Final = 6
RANGE_EFFECT: Final = 7
LASTING: Final = 8
PRINTED_HP: Final = 9
HP_EFFECT: Final = 10
HP_FLOOR: Final = 11
PRINTED_DAMAGE: Final = 12
CRITICAL_ROLL: Final = 13
ARMOUR_ROLL: Final = 14
ADDITION: Final = 15
DAMAGE_EFFECT: Final = 16
RESISTS_WATER: Final = 17
RESISTS_AIR: Final = 18
RESISTS_EARTH: Final = 19
RESISTS_FIRE: Final = 20
IMMUNE: Final = 21
REDUCTION: Final = 22
DAMAGE_FLOOR: Final = 23
PRINTED_HEALING: Final = 24
CRITICAL_HEALING: Final = 25
HEAL_POWER: Final = 26
HEAL_EFFECT: Final = 27
HEAL_ADDITION: Final = 28
FRAGILE: Final = 29
TEMPERED: Final = 30
ICE_CUBE: Final = 31
# For each of them what says it (the message `why.NAME`) and the clause it rests on.
WHYS: Final = (
    ("printed", "4.8.1"),
    ("technique", "4.7.11.f"),
    ("effect", "4.8.1"),
    ("floor", "4.8.1"),
    ("printed", "4.15.7"),
    ("markers", "4.12.1"),
    ("crate", "4.17.5.c"),
    ("effect", "4.15.7"),
    ("lasting", "4.18.3.d"),
    ("printed", "4.10.1"),
    ("effect", "4.10.1"),
    ("floor", "4.10.1"),
    ("printed", "7.2.7.c"),
    ("critical-roll", "7.2.7.b"),
    ("armour-roll", "7.2.7.b"),
    ("addition", "7.2.7.c"),
    ("effect", "7.2.7.c"),
    ("resistance", "4.9.7.a"),
    ("resistance", "4.9.8.a"),
    ("resistance", "4.9.9.a"),
    ("resistance", "4.9.10.a"),
    ("immune", "4.9.12.a"),
    ("reduction", "7.2.7.c"),
    ("floor", "7.2.7.d"),
    ("printed", "7.3.2.b"),
    ("critical-roll", "7.3.2.b"),
    ("heal-power", "4.9.16.a"),
    ("effect", "7.3.2.b"),
    ("addition", "7.3.2.b"),
    ("fragility", "KA-2.2 307.11a"),
    ("temper", "KA-2.2 307.12a"),
    ("cube", "KA-2.2 313.5d"),
)

_FIELD: Final = 16  # bits of each field of a packed term
_MASK: Final = (1 << _FIELD) - 1
_OFFSET: Final = 1 << 15


def total(terms: list[Term]) -> int:
    """What the terms add up to."""
    return sum(term[0] for term in terms)


def packed(terms: list[Term]) -> int:
    """Terms as one integer, for the field of an event."""
    number = 1
    for x, why, unit, source in terms:
        for value in (x + _OFFSET, why, unit + 1, source + 1):
            number = number << _FIELD | value
    return number


def unpacked(number: int) -> list[Term]:
    """The terms that `packed` wrote."""
    fields: list[int] = []
    while number > 1:
        fields.insert(0, number & _MASK)
        number >>= _FIELD
    fours = [fields[at : at + 4] for at in range(0, len(fields), 4)]
    return [(x - _OFFSET, why, unit - 1, source - 1) for x, why, unit, source in fours]


def term_facts(state: State, terms: list[Term]) -> list[dict[str, Any]]:
    """Terms as facts of a condition: `x why clause`, with `unit` and `power` or `reward` where it comes from one."""
    facts: list[dict[str, Any]] = []
    for x, why, unit, source in terms:
        name, clause = WHYS[why]
        fact = {"x": x, "why": name, "clause": cited_one(state, clause)}
        if unit != NONE:
            fact.update(source_facts(state, unit, source))
        facts.append(fact)
    return facts


def source_facts(state: State, unit: int, source: int) -> dict[str, str]:
    """Where a term comes from: the unit by name, and the id of its power or Demonic Reward."""
    if unit == NONE:
        return {}
    found = {"unit": state.names[unit]}
    if source != NONE:
        held = state.library.statics[source]
        if held.is_reward:
            reward = next((one.id for one in state.library.rewards if source in one.statics), "")
            return {**found, "reward": reward} if reward else found
        if held.power:
            found["power"] = held.power
    return found


def floored(terms: list[Term], why: int) -> list[Term]:
    """The terms with what keeps their sum from falling below 0."""
    below = total(terms)
    return [*terms, (-below, why, NONE, NONE)] if below < 0 else terms


def cost_terms(state: State, unit: int, spell: Spell, stat: int) -> list[Term]:
    """What a spell costs in AP or MP; must agree with `values.spell_cost` [KA 4.8.1] [KA 4.8.2] [KA 4.7.11.f]."""
    terms: list[Term] = [(spell.ap if stat == AP else spell.mp, PRINTED_COST, NONE, NONE)]
    if spell.dash:
        return terms
    if spell.index == PUNCH and stat == AP:
        discount: int = state.settings.params.punch.technique_discount
        for owner, index in state.statics[M_PUNCH]:
            if owner == unit and adds_to_punch(state, owner, index):
                terms.append((-discount, TECHNIQUE, owner, index))
        terms = floored(terms, COST_FLOOR)
    for owner, index in state.statics[M_COST]:
        modifier = state.library.statics[index].modifier
        if modifier.stat == STAT_NAMES[stat] and reaches(state, owner, index, unit):
            terms.append((modifier.x, COST_EFFECT, owner, index))
    return floored(terms, COST_FLOOR)


def _stat_terms(state: State, unit: int, stat: str, kind: int, why: int) -> list[Term]:
    """What continuous effects add to HP or ranges."""
    found: list[Term] = []
    for owner, index in state.statics[kind]:
        modifier = state.library.statics[index].modifier
        if modifier.stat == stat and changes_stat(state, owner, index, unit):
            x = amount(state, modifier.x, owner_scope(state, owner))
            if x:
                found.append((x, why, owner, index))
    return found


def range_terms(state: State, unit: int, spell: Spell) -> list[Term]:
    """The MAX range of a spell; must agree with `values.farthest` [KA 4.15.7] [KA 4.12.1] [KA 4.17.5.c]."""
    terms: list[Term] = [(spell.most, PRINTED_RANGE, NONE, NONE)]
    if spell.fixed:
        return terms
    if state.range_turn[unit]:
        terms.append((state.range_turn[unit], RANGE_MARKERS, NONE, NONE))
    if crate_range(state, unit):
        terms.append((crate_range(state, unit), CRATE, NONE, NONE))
    if cube_range(state, unit):
        terms.append((cube_range(state, unit), ICE_CUBE, NONE, NONE))
    for effect in state.lasting:
        if effect[C_KIND] == F_RANGE and effect[C_UNIT] == unit and applies_to(effect, spell):
            terms.append((effect[C_X], LASTING, unit, NONE))
    return terms + _stat_terms(state, unit, "range", M_STAT, RANGE_EFFECT)


def hp_terms(state: State, unit: int) -> list[Term]:
    """The HP of a unit; must agree with `values.max_hp` [KA 4.10.1]."""
    printed = state.library.profiles[state.profile[unit]].hp
    terms: list[Term] = [(printed, PRINTED_HP, NONE, NONE)]
    return floored(terms + _stat_terms(state, unit, "hp", M_HP, HP_EFFECT), HP_FLOOR)

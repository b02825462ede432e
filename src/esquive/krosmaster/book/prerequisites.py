"""Chapter 7.1: checking the prerequisites of a spell.

`may_cast_cells` lists the legal cells fast; `cast_conditions` spells out every prerequisite with its clause. The two
must agree: conformance plays them against each other.
"""

from typing import Any

from esquive.core.waiting import Condition
from esquive.krosmaster.book.powers.terms import cost_terms, hp_terms, range_terms, term_facts
from esquive.krosmaster.book.powers.values import farthest, is_blind, max_hp, spell_cost
from esquive.krosmaster.book.scenery import may_push
from esquive.krosmaster.book.sight import blocker_between, castable_cells, cells_without_sight, needs_sight
from esquive.krosmaster.book.targets import hit_again, missed_claim, spared_from
from esquive.krosmaster.cards.library import ATTACK, PER_GAME, PER_TURN, PER_TURN_AND_TARGET, Spell
from esquive.krosmaster.cards.ops.continuous import M_CLAIMS, M_COST, M_NO_SIGHT, M_PUNCH, M_SPARED
from esquive.krosmaster.cards.ranges import CLOSE_COMBAT, LINE, PERSONAL
from esquive.krosmaster.table.board import distance, format_cell, is_adjacent, is_aligned, orientations
from esquive.krosmaster.table.entries import C_KIND, C_SPELL, C_UNIT, F_SPELL, NO_HIT
from esquive.krosmaster.table.state import AP, MP, NONE, State


def spells_of(state: State, unit: int) -> list[int]:
    """The spells a unit has, for reading only: its own, and what a Boost gave it [KA 2.5.1] [KA 4.8.5]."""
    own = state.library.profiles[state.profile[unit]].own_spells
    if not state.lasting:
        return own
    return own + [effect[C_SPELL] for effect in state.lasting if effect[C_KIND] == F_SPELL and effect[C_UNIT] == unit]


def can_afford(state: State, unit: int, spell: Spell) -> bool:
    """Whether limits and costs allow the spell, target apart.

    [KA 7.1.3.a] [KA 7.1.3.c] [KA 7.1.4.a] [KA 7.1.4.b] [KA 7.1.4.c] A red spell once cast counts as no longer printed
    [KA 4.8.4].
    """
    if spell.dash:
        return False
    if state.settings.limits_spells and (spell.kind != ATTACK or spell.control):
        for one in _kind_conditions(state, unit, spell):
            if not one.holds:
                return False
    if spell.limit == PER_TURN and state.cast_turn >> spell.index & 1:
        return False
    if spell.limit == PER_GAME and state.used_game[unit] >> spell.index & 1:
        return False
    if state.statics[M_COST] or state.statics[M_PUNCH]:
        if spell_cost(state, unit, spell, AP) > state.ap[unit] or spell_cost(state, unit, spell, MP) > state.mp[unit]:
            return False
    elif spell.ap > state.ap[unit] or spell.mp > state.mp[unit]:  # nothing in play changes what is printed
        return False
    if spell.injuries and max_hp(state, unit) - state.injuries[unit] < spell.injuries:
        return False
    return spell.kamas <= state.kamas[state.owner[unit]]


def already_hit(state: State, unit: int, spell: Spell, cell: int) -> int:
    """A unit (or, as NO_HIT plus cell, an empty cell) the spell may not target again this turn, or NONE.

    [KA 7.1.2] [KA 7.1.3.b] [Ruling R67] With a choice of orientations one that hits nobody again is enough.
    """
    if not state.hits:
        return NONE
    origin = state.cell[unit]
    if (spell.index << 8 | cell | NO_HIT) in state.hits and not state.units_at(cell):
        return NO_HIT | cell
    ways = orientations(spell.area, origin, cell, state.settings.either_orientation)
    found = [hit_again(state, unit, spell, cell, way, origin) for way in ways]
    return NONE if NONE in found else found[0]


def spared_target(state: State, unit: int, spell: Spell, cell: int) -> int:
    """A unit the spell would target although an effect forbids it, or NONE [KA 7.1.2] [KA 7.1.7].

    With a choice of orientations one that targets no such unit is enough, if it hits nobody again [Ruling R67].
    """
    origin = state.cell[unit]
    ways = orientations(spell.area, origin, cell, state.settings.either_orientation)
    if spell.limit == PER_TURN_AND_TARGET and state.hits:
        ways = [way for way in ways if hit_again(state, unit, spell, cell, way, origin) == NONE] or ways
    found = [spared_from(state, unit, spell, cell, way, origin) for way in ways]
    return NONE if NONE in found else found[0]


def unmet_claim(state: State, unit: int, spell: Spell, cell: int) -> int:
    """A unit the spell would have to target and would not, whichever way it is oriented, or NONE [KA 7.1.7]."""
    origin = state.cell[unit]
    ways = orientations(spell.area, origin, cell, state.settings.either_orientation)
    found = [missed_claim(state, unit, spell, cell, way, origin) for way in ways]
    return NONE if NONE in found else found[0]


def may_cast_cells(state: State, unit: int, spell: Spell, field: int) -> list[int]:
    """Every cell at which the unit may cast the spell now; `field` is its field of sight [KA 7.1.1] [KA 7.1.6].

    Blindness leaves only adjacent ones [KA-2.2 307.13a] [KA-2.2 307.13b].
    """
    if not can_afford(state, unit, spell):
        return []
    cells = castable_cells(state, unit, spell, field)
    if is_blind(state, unit):
        cells = [cell for cell in cells if is_adjacent(cell, state.cell[unit])]
    if spell.limit == PER_TURN_AND_TARGET and state.hits:
        cells = [cell for cell in cells if already_hit(state, unit, spell, cell) == NONE]
    if spell.pushes_cube:
        cells = [cell for cell in cells if may_push(state, unit, cell)]
    if state.statics[M_SPARED]:
        cells = [cell for cell in cells if spared_target(state, unit, spell, cell) == NONE]
    if state.statics[M_CLAIMS]:
        cells = [cell for cell in cells if unmet_claim(state, unit, spell, cell) == NONE]
    return cells


def cast_conditions(state: State, unit: int, spell_index: int, cell: int) -> list[Condition]:
    """Every prerequisite of casting a spell at a cell, the ones that hold and the ones that fail [KA 7.1.1]."""
    if spell_index >= len(state.library.spells) or not state.board.is_on(cell):
        return [Condition("no-such-cast", ("2.5.1", "7.1.5"), False, {})]
    spell = state.library.spells[spell_index]
    found = [
        _spell_condition(state, unit, spell),
        *_kind_conditions(state, unit, spell),
        *_limit_conditions(state, unit, spell, cell),
        *_cost_conditions(state, unit, spell),
        *_place_conditions(state, unit, spell, cell),
        *_effect_conditions(state, unit, spell, cell),
    ]
    return found


def _kind_conditions(state: State, unit: int, spell: Spell) -> list[Condition]:
    """What Summoning spells, and spells that are no Attack spells, have to meet where a release asks for it."""
    steps = state.settings.steps
    found = steps.mob_spells(state, unit, spell) if spell.kind != ATTACK else []
    return found + steps.summon_at_limit(state, unit, spell) if spell.control else found


def _spell_condition(state: State, unit: int, spell: Spell) -> Condition:
    """The unit has the spell; that of a Boost it has until a cast uses it up or its turn ends [Ruling R31]."""
    name, has = state.names[unit], spell.index in spells_of(state, unit)
    facts = {"unit": name, "spell": spell.id}
    if spell.index in state.library.reward_spells:
        return Condition("no-such-spell", ("4.7.5.a", "2.5.1"), has, facts)
    return Condition("no-such-spell", ("2.5.1",), has, facts)


def _limit_conditions(state: State, unit: int, spell: Spell, cell: int) -> list[Condition]:
    facts = {"unit": state.names[unit], "spell": spell.id}
    if spell.limit == PER_TURN:
        cast = bool(state.cast_turn >> spell.index & 1)
        return [Condition("limit-turn", ("7.1.3.a", "4.8.3"), not cast, facts)]
    if spell.limit == PER_GAME:
        cast = bool(state.used_game[unit] >> spell.index & 1)
        return [Condition("limit-game", ("7.1.3.c", "4.8.3", "4.8.4"), not cast, facts)]
    if spell.limit == PER_TURN_AND_TARGET:
        hit = already_hit(state, unit, spell, cell)
        again = "" if hit == NONE else format_cell(hit & 255) if hit & NO_HIT else state.names[hit]
        return [
            Condition(
                "limit-target",
                ("7.1.3.b", "4.8.3"),
                hit == NONE,
                {**facts, "target": again},
            )
        ]
    return []


def _cost_conditions(state: State, unit: int, spell: Spell) -> list[Condition]:
    found: list[Condition] = []
    if spell.dash:
        found.append(Condition("no-gauge", ("4.8.2", "7.1.4.a"), False, {"spell": spell.id}))
    for stat, clause in ((AP, "7.1.4.a"), (MP, "7.1.4.b")):
        cost = spell_cost(state, unit, spell, stat)
        have = state.ap[unit] if stat == AP else state.mp[unit]
        if cost:
            found.append(
                Condition(
                    "no-ap" if stat == AP else "no-mp",
                    (clause,),
                    have >= cost,
                    {
                        "cost": cost,
                        "gauge": have,
                        "missing": max(0, cost - have),
                        "terms": {"cost": term_facts(state, cost_terms(state, unit, spell, stat))},
                    },
                )
            )
    if spell.injuries:
        room = max_hp(state, unit) - state.injuries[unit]
        found.append(
            Condition(
                "injury-cost",
                ("7.1.4.c",),
                room >= spell.injuries,
                {"cost": spell.injuries, "room": room, "terms": {"hp": term_facts(state, hp_terms(state, unit))}},
            )
        )
    if spell.kamas:
        have = state.kamas[state.owner[unit]]
        found.append(
            Condition(
                "no-kamas",
                ("7.1.4", "4.5.3"),
                have >= spell.kamas,
                {"cost": spell.kamas, "stock": have},
            )
        )
    return found


def _effect_conditions(state: State, unit: int, spell: Spell, cell: int) -> list[Condition]:
    """The further prerequisites that the spell's effects and those in play ask for [KA 7.1.7] [KA-2.2 313.6a]."""
    found: list[Condition] = []
    if is_blind(state, unit):
        name, own = state.names[unit], cell == state.cell[unit]
        clauses = ("KA-2.2 307.13b", "KA-2.2 307.13a") if own else ("KA-2.2 307.13a", "KA-2.2 307.13b")
        facts = {"unit": name, "cell": format_cell(cell)}
        found.append(Condition("blind", clauses, is_adjacent(cell, state.cell[unit]), facts))
    if spell.pushes_cube:
        found.append(Condition("push-cube", ("KA-2.2 313.6a",), may_push(state, unit, cell), {"spell": spell.id}))
    if state.statics[M_CLAIMS]:
        claimed = unmet_claim(state, unit, spell, cell)
        name = "" if claimed == NONE else state.names[claimed]
        found.append(Condition("claimed", ("7.1.7",), claimed == NONE, {"target": name}))
    if not state.statics[M_SPARED]:
        return found
    spared = spared_target(state, unit, spell, cell)
    name = "" if spared == NONE else state.names[spared]
    return [*found, Condition("spared", ("7.1.7",), spared == NONE, {"target": name})]


_RANGE_CLAUSES = ("4.15.2", "4.15.3", "4.15.4", "4.15.5", "4.15.6")


def _place_conditions(state: State, unit: int, spell: Spell, cell: int) -> list[Condition]:
    origin = state.cell[unit]
    most = farthest(state, unit, spell)
    away = distance(origin, cell)
    clauses = ("7.1.5", _RANGE_CLAUSES[spell.range_kind])
    facts: dict[str, Any] = {
        "distance": away,
        "min": spell.least,
        "max": most,
        "cell": format_cell(cell),
        "from": format_cell(origin),
    }
    derived = facts
    if spell.range_kind not in (PERSONAL, CLOSE_COMBAT):
        derived = {**facts, "terms": {"max": term_facts(state, range_terms(state, unit, spell))}}
    found: list[Condition] = []
    if spell.range_kind == LINE:
        found.append(Condition("not-aligned", clauses, cell == origin or is_aligned(origin, cell), facts))
        in_range = spell.least <= away <= most
    else:
        in_range = cell in state.board.in_range(origin, spell.range_kind, spell.least, most)
    found.append(Condition("out-of-range", clauses, in_range, derived))
    if needs_sight(spell):
        is_free = bool(state.statics[M_NO_SIGHT]) and bool(cells_without_sight(state, unit, spell) >> cell & 1)
        blocker = NONE if is_free else blocker_between(state, origin, cell, unit)
        found.append(
            Condition(
                "no-sight",
                ("7.1.6", "4.15.9"),
                blocker == NONE,
                {**facts, "blocker": format_cell(blocker) if blocker > 0 else ""},
            )
        )
    return found

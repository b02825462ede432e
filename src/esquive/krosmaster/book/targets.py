"""Chapter 7.2.3: the targets of a spell, and which of them it may not have."""

from esquive.core.waiting import Condition
from esquive.krosmaster.book.powers.selectors import Scope, holds, owner_scope, select
from esquive.krosmaster.book.powers.values import farthest, has_held, is_blind
from esquive.krosmaster.book.sight import cells_without_sight, field_of_sight, needs_sight
from esquive.krosmaster.cards.library import Spell
from esquive.krosmaster.cards.ops.continuous import M_CLAIMS, M_NO_SIGHT, M_SPARED
from esquive.krosmaster.cards.ranges import MULTIPLE, NO_AREA
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import is_adjacent, orientations
from esquive.krosmaster.table.state import NONE, State


def target_cells(
    state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int, most: int
) -> list[int]:
    """The target cells of a spell, the designated one first [KA 7.2.3.a] [KA 7.2.3.b] [KA 7.2.3.c] [KA 4.16.4].

    Multiple Targets are the cells that the spell could be cast at from there, for the Blind the adjacent ones alone
    [Ruling R62] [KA-2.2 602.3c] [KA-2.2 307.13a] [Ruling R128]; any other area reaches all of its cells.

    `origin` is the caster's cell and `most` the spell's MAX range, both as the spell is cast [Ruling R45].
    An area is no additional effect: it stays when those do not apply [KA 4.16.4.a].
    """
    area = spell.area
    if area == NO_AREA:
        return [cell]
    if spell.area_if is not None:
        if not holds(state, spell.area_if, Scope(caster, state.owner[caster], origin, cell)):
            return [cell]
    if area == MULTIPLE:
        every = state.board.in_range(origin, spell.range_kind, spell.least, most)
        if needs_sight(spell):
            field = field_of_sight(state, origin, caster)
            if state.statics[M_NO_SIGHT]:
                field |= cells_without_sight(state, caster, spell)
            every = [other for other in every if field >> other & 1]
        if is_blind(state, caster):
            every = [other for other in every if is_adjacent(other, origin)]
        return [cell] + [other for other in every if other != cell]
    return state.board.area(area, cell, direction)


def hit_again(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> int:
    """A unit that the spell, oriented like this, would target again this turn, or NONE [KA 7.1.3.b] [Ruling R67]."""
    for target in target_cells(state, caster, spell, cell, direction, origin, farthest(state, caster, spell)):
        for other in state.units_at(target):
            if (spell.index << 12 | other) in state.hits:
                return other
    return NONE


def spared_from(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> int:
    """A unit that the spell, oriented like this, would target though it is spared, or NONE [KA 7.1.7]."""
    for target in target_cells(state, caster, spell, cell, direction, origin, farthest(state, caster, spell)):
        for other in state.units_at(target):
            if is_spared(state, other, caster):
                return other
    return NONE


def is_spared(state: State, unit: int, caster: int) -> bool:
    """Whether a continuous effect of the unit forbids the caster to target it [KA 7.1.7]."""
    for owner, index in state.statics[M_SPARED]:
        if owner == unit and has_held(state, owner, index):
            scope = owner_scope(state, owner)
            if caster in select(state, state.library.statics[index].modifier.by, scope):
                return True
    return False


def missed_claim(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> int:
    """A unit that the caster's spells must target and this one, oriented like this, would not, or NONE [KA 7.1.7]."""
    claims = claims_on(state, caster)
    if not claims:
        return NONE
    struck = target_cells(state, caster, spell, cell, direction, origin, farthest(state, caster, spell))
    return next((unit for unit in claims if state.cell[unit] not in struck), NONE)


def claims_on(state: State, caster: int) -> list[int]:
    """The units that each spell of the caster must target, by an effect of theirs [KA 7.1.7]."""
    return [
        owner
        for owner, index in state.statics[M_CLAIMS]
        if has_held(state, owner, index)
        and caster in select(state, state.library.statics[index].modifier.by, owner_scope(state, owner))
    ]


def orientation_conditions(state: State, is_offered: bool, spared: int) -> list[Condition]:
    """What an orientation of an area has to meet; `spared` is a unit that it would target though it is spared.

    [KA 4.16.3] [KA 7.1.7]
    """
    found = [Condition("not-an-option", ("4.16.3",), is_offered or spared != NONE, {})]
    if spared != NONE:
        name = state.names[spared]
        found.append(Condition("spared", ("7.1.7",), False, {"target": name}))
    return found


def aimed_at(state: State, answer: int) -> tuple[list[int], list[int]]:
    """The target cells of a spell as it would be cast, and the units on them; with a choice of ways, of all of them."""
    unit = state.active_unit
    spell = state.library.spells[answers.first_of(answer)]
    cell, origin, most = answers.second_of(answer), state.cell[unit], farthest(state, unit, spell)
    ways = orientations(spell.area, origin, cell, state.settings.either_orientation)
    cells: list[int] = []
    for way in ways:
        struck = target_cells(state, unit, spell, cell, way, origin, most)
        cells += [one for one in struck if one not in cells]
    return cells, [other for one in cells for other in state.units_at(one)]

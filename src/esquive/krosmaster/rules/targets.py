"""Chapter 7.2.3: the targets of a spell, and which of them it may not have."""

from esquive.krosmaster.board import MULTIPLE, NO_AREA
from esquive.krosmaster.effects.selectors import Scope, holds, select
from esquive.krosmaster.library import M_SPARED, Spell
from esquive.krosmaster.rules.sight import castable_cells, field_of_sight
from esquive.krosmaster.rules.values import has_held
from esquive.krosmaster.state import NONE, State


def target_cells(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> list[int]:
    """The target cells of a spell, the designated one first [KA 7.2.3.a] [KA 7.2.3.b] [KA 7.2.3.c] [KA 4.16.4].

    An area is no additional effect: it stays when those do not apply [KA 4.16.4.a].
    """
    area = spell.area
    if area == NO_AREA:
        return [cell]
    if spell.area_if is not None:
        scope = Scope(caster, state.owner[caster], origin)
        scope.main = cell
        if not holds(state, spell.area_if, scope):
            return [cell]
    if area == MULTIPLE:
        if not state.cell[caster]:
            return [cell]
        every = castable_cells(state, caster, spell, field_of_sight(state, origin))
        return [cell] + [other for other in every if other != cell]
    return state.board.area(area, cell, direction)


def hit_again(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> int:
    """A unit that the spell, oriented like this, would target again this turn, or NONE [KA 7.1.3.b] [Ruling R67]."""
    for target in target_cells(state, caster, spell, cell, direction, origin):
        for other in state.units_at(target):
            if (spell.index << 8 | other) in state.hits:
                return other
    return NONE


def spared_from(state: State, caster: int, spell: Spell, cell: int, direction: int, origin: int) -> int:
    """A unit that the spell, oriented like this, would target though it is spared, or NONE [KA 7.1.7]."""
    for target in target_cells(state, caster, spell, cell, direction, origin):
        for other in state.units_at(target):
            if is_spared(state, other, caster):
                return other
    return NONE


def is_spared(state: State, unit: int, caster: int) -> bool:
    """Whether a continuous effect of the unit forbids the caster to target it [KA 7.1.7]."""
    for owner, index in state.modifiers[M_SPARED]:
        if owner == unit and has_held(state, owner, index):
            scope = Scope(owner, state.owner[owner], state.cell[owner])
            if caster in select(state, state.library.held[index].modifier.by, scope):
                return True
    return False

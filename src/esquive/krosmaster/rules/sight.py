"""Chapter 4.15: range and lines of sight."""

from esquive.krosmaster.library import M_UNSEEN, Spell
from esquive.krosmaster.rules.values import blocks_sight, farthest, has_held
from esquive.krosmaster.state import NONE, State


def field_of_sight(state: State, cell: int) -> int:
    """The mask of cells in sight of a cell [KA 4.15.9] [Ruling R58]; the ends of a line never block it."""
    board = state.board
    field = board.open_field(cell)
    shadows = board.shadows(cell)
    hidden = 0
    for unit, place in enumerate(state.cell):
        if place and shadows[place] and place != cell and blocks_sight(state, unit):
            if state.modifiers[M_UNSEEN] and not board_adjacent(place, cell) and is_unseen(state, unit):
                continue
            hidden |= shadows[place]
    return field & ~hidden


def board_adjacent(one: int, other: int) -> bool:
    """Whether two cells are adjacent."""
    return abs(one - other) in (1, 16)


def is_unseen(state: State, unit: int) -> bool:
    """Whether the unit does not block sight for characters that are not adjacent: a card against the rule.

    [KA 1.5.1]
    """
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.modifiers[M_UNSEEN])


def needs_sight(spell: Spell) -> bool:
    """Whether a line of sight can matter for the spell [KA 7.1.6.a] [KA 4.15.5]."""
    return spell.needs_sight


def cells_in_range(state: State, unit: int, spell: Spell) -> list[int]:
    """The cells within range of a spell, aligned for a Line spell, sight left out [KA 7.1.5] [Ruling R57]."""
    return state.board.in_range(state.cell[unit], spell.range_kind, spell.least, farthest(state, unit, spell))


def castable_cells(state: State, unit: int, spell: Spell, field: int) -> list[int]:
    """The cells that may be designated for a spell, usage limits left out; `field` is the caster's field of sight."""
    cells = cells_in_range(state, unit, spell)
    if not needs_sight(spell):
        return cells
    return [cell for cell in cells if field >> cell & 1]


def blocker_between(state: State, origin: int, target: int) -> int:
    """The first cell that blocks the line of sight between two cells, or NONE [KA 4.15.8]."""
    for cell in state.board.between(origin, target):
        if state.board.tree_mask >> cell & 1:
            return cell
        for unit in state.units_at(cell):
            if blocks_sight(state, unit):
                if state.modifiers[M_UNSEEN] and not board_adjacent(cell, origin) and is_unseen(state, unit):
                    continue
                return cell
    return NONE

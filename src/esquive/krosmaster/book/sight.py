"""Chapter 4.15: range and lines of sight."""

from esquive.krosmaster.book.powers.selectors import owner_scope, select
from esquive.krosmaster.book.powers.values import blocks_sight, farthest, has_held, is_fighter
from esquive.krosmaster.cards.library import Spell
from esquive.krosmaster.cards.ops.continuous import M_CLEAR, M_NO_SIGHT, M_SCREENS, M_UNSEEN
from esquive.krosmaster.table.board import CORNERS_CLOSE
from esquive.krosmaster.table.state import NONE, State


def field_of_sight(state: State, cell: int, viewer: int = NONE) -> int:
    """The mask of cells in sight of a cell [KA 4.15.9] [Ruling R58]; the ends of a line never block it.

    `viewer` is the unit that looks, NONE for any character.
    """
    board = state.board
    field = board.open_field(cell)
    shadows = board.shadows(cell)
    hidden = 0
    clear = seen_through(state, viewer) if state.statics[M_CLEAR] else []
    for unit, place in enumerate(state.cell):
        if place and shadows[place] and place != cell and blocks_sight(state, unit):
            if state.statics[M_UNSEEN] and not board_adjacent(place, cell) and is_unseen(state, unit, viewer):
                continue
            if unit in clear:
                continue
            hidden |= shadows[place]
    if state.statics[M_SCREENS]:
        for unit in screens(state, cell):
            hidden |= shadows[state.cell[unit]]
    if board.corners == CORNERS_CLOSE:
        hidden |= behind_gaps(state, cell, viewer)
    return field & ~hidden


def behind_gaps(state: State, cell: int, viewer: int) -> int:
    """The mask of cells behind two blockers that meet at a corner, where the match closes such gaps [Ruling R58]."""
    blocking = 0
    for place in state.board.cells:
        if place != cell and blocks_line(state, place, cell, viewer):
            blocking |= 1 << place
    hidden = 0
    for pair, seen in state.board.gaps(cell):
        if blocking & pair == pair:
            hidden |= seen
    return hidden


def blocks_line(state: State, cell: int, origin: int, viewer: int) -> bool:
    """Whether what is on a cell blocks lines of sight from an origin [KA 4.15.9.a] [KA 4.17.5.b]."""
    if state.board.tree_mask >> cell & 1:
        return True
    for unit in state.units_at(cell):
        if blocks_sight(state, unit):
            if state.statics[M_UNSEEN] and not board_adjacent(cell, origin) and is_unseen(state, unit, viewer):
                continue
            if state.statics[M_CLEAR] and unit in seen_through(state, viewer):
                continue
            return True
    if state.statics[M_SCREENS]:
        return any(state.cell[unit] == cell for unit in screens(state, origin))
    return False


def seen_through(state: State, viewer: int) -> list[int]:
    """The units that do not block lines of sight of the one that looks, by a power of it [Ruling R151]."""
    found: list[int] = []
    for owner, index in state.statics[M_CLEAR]:
        if owner == viewer and has_held(state, owner, index):
            found += select(state, state.library.statics[index].modifier.to, owner_scope(state, owner))
    return found


def screens(state: State, cell: int) -> list[int]:
    """The units beside a cell that block lines of sight of whoever stands there, by a card [Ruling R141]."""
    found: list[int] = []
    for owner, index in state.statics[M_SCREENS]:
        if has_held(state, owner, index):
            selected = select(state, state.library.statics[index].modifier.to, owner_scope(state, owner))
            found += [unit for unit in selected if board_adjacent(state.cell[unit], cell)]
    return found


def board_adjacent(one: int, other: int) -> bool:
    """Whether two cells are adjacent."""
    return abs(one - other) in (1, 16)


def is_unseen(state: State, unit: int, viewer: int) -> bool:
    """Whether the unit does not block sight for characters that are not adjacent: a card against the rule.

    [KA 1.5.1] For a Turret, which is no character, it blocks as ever [KA 4.3.4.b].
    """
    if viewer != NONE and not is_fighter(state, viewer):
        return False
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_UNSEEN])


def needs_sight(spell: Spell) -> bool:
    """Whether a line of sight can matter for the spell [KA 7.1.6.a] [KA 4.15.5]."""
    return spell.needs_sight


def cells_without_sight(state: State, unit: int, spell: Spell) -> int:
    """The mask of cells to which the unit's spell needs no line of sight, by what its card says [KA 1.5.1]."""
    cells = 0
    for owner, index in state.statics[M_NO_SIGHT]:
        give = state.library.statics[index].modifier
        if owner != unit or give.spell not in (None, spell.id) or not has_held(state, owner, index):
            continue
        for other in select(state, give.against, owner_scope(state, owner)):
            cells |= 1 << state.cell[other]
    return cells & ~1


def cells_in_range(state: State, unit: int, spell: Spell) -> list[int]:
    """The cells within range of a spell, aligned for a Line spell, sight left out [KA 7.1.5] [Ruling R57]."""
    return state.board.in_range(state.cell[unit], spell.range_kind, spell.least, farthest(state, unit, spell))


def castable_cells(state: State, unit: int, spell: Spell, field: int) -> list[int]:
    """The cells that may be designated for a spell, usage limits left out; `field` is the caster's field of sight."""
    most = spell.most if spell.fixed else farthest(state, unit, spell)
    cells = state.board.in_range(state.cell[unit], spell.range_kind, spell.least, most)
    if not spell.needs_sight:
        return cells
    if state.statics[M_NO_SIGHT]:
        field |= cells_without_sight(state, unit, spell)
    return [cell for cell in cells if field >> cell & 1]


def blocker_between(state: State, origin: int, target: int, viewer: int = NONE) -> int:
    """The first cell that blocks the line of sight between two cells, or NONE [KA 4.15.8]; see `field_of_sight`."""
    for cell in state.board.between(origin, target):
        if blocks_line(state, cell, origin, viewer):
            return cell
    if state.board.corners == CORNERS_CLOSE:
        for pair, seen in state.board.gaps(origin):
            if seen >> target & 1:
                cells = [cell for cell in state.board.cells if pair >> cell & 1]
                if all(blocks_line(state, cell, origin, viewer) for cell in cells):
                    return cells[0]
    return NONE

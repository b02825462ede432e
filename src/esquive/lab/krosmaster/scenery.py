"""What is true of Ice Cubes and of scenery that can be destroyed, in every position; see `invariants`."""

from esquive.krosmaster.book.scenery import hp_of_scenery
from esquive.krosmaster.table.board import BUSH, SCENERY, TREE, Board, format_cell
from esquive.krosmaster.table.state import State


def scenery_broken(state: State) -> list[str]:
    """Ice Cubes are on the rink, as many as at the start, and nowhere impassable; damaged scenery still stands.

    [KA-2.2 313.6a] [KA-2.2 313.6c] [KA-2.2 313.7b] [KA-2.2 313.7c]
    """
    board = state.board
    found = [
        f"an Ice Cube is on {format_cell(cell)}, which is {'impassable' if board.rink_mask >> cell & 1 else 'no rink'}"
        for cell in board.cells
        if board.cube_mask >> cell & 1 and (not board.rink_mask >> cell & 1 or board.kinds[cell] in (TREE, BUSH))
    ]
    if board.cube_mask.bit_count() > board.base.cube_mask.bit_count():
        found.append(f"there are {board.cube_mask.bit_count()} Ice Cubes, more than at the start")
    found += [
        f"scenery on {format_cell(cell)} is destroyed and cannot be"
        for cell in board.cells
        if board.gone >> cell & 1 and board.base.kinds[cell] not in SCENERY
    ]
    trees, most = board.tree_mask.bit_count(), board.base.tree_mask.bit_count()
    if trees > most:
        found.append(f"there are {trees} Trees, more than at the start")
    found += [
        f"scenery on {format_cell(cell)} has {number} injuries and {hp_of_scenery(state, cell)} HP"
        for cell, number in state.scenery_injuries.items()
        if not 0 < number < hp_of_scenery(state, cell)
    ]
    return found


def left_by_scenery(state: State, before: Board, cell: int) -> int:
    """The Kamas that scenery of the cell has left, if it was destroyed since the board was so [KA-2.2 313.7c]."""
    stood = before.scenery(cell)
    if stood in ("none", "cube") or state.board.scenery(cell) == stood:
        return 0
    kamas: int = state.settings.params.scenery.kamas[stood]
    return kamas

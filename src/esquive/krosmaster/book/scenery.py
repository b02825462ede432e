"""Scenery that moves and breaks: Ice Cubes on a rink and scenery with HP (release 2.2), Trees that change places.

A cube is a free cell that lends range and does not hide what is behind it [KA-2.2 313.5d]. It stays on the rink and
stops before an impassable cell or another cube [KA-2.2 313.6a] [KA-2.2 313.6c] [Ruling R110].
"""

from esquive.krosmaster.book.damage import Casting, damage_to_scenery
from esquive.krosmaster.book.movement import PUSHED, TELEPORTED, shift
from esquive.krosmaster.book.powers.values import is_fighter
from esquive.krosmaster.cards.library import KROSMASTER, Spell
from esquive.krosmaster.cards.ranges import CLOSE_COMBAT
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.board import SCENERY, TREE, is_adjacent
from esquive.krosmaster.table.events import E_CUBE, E_SCENERY_DESTROYED, E_SCENERY_INJURED, E_TREE
from esquive.krosmaster.table.state import BLOCKED, EMPTY, State

# ------------------------------------------------------------------------------------------------------------ Ice Cubes


def holds_cube(state: State, cell: int) -> bool:
    """Whether an Ice Cube stands on the cell [KA-2.2 313.5d]."""
    return bool(state.board.cube_mask >> cell & 1)


def way_of_cube(state: State, cell: int, direction: int, cells: int) -> list[int]:
    """The cells that a cube passes, at most so many: rink, free and without another cube.

    [KA-2.2 313.6a] [KA-2.2 313.6c] [Ruling R110]
    """
    board = state.board
    found: list[int] = []
    for _ in range(cells):
        cell += direction
        if not (board.rink_mask & ~board.cube_mask) >> cell & 1 or state.occupant[cell] != EMPTY:
            break
        found.append(cell)
    return found


def slide(state: State, cell: int, direction: int, cells: int) -> int:
    """Move the cube of a cell in a straight line as far as it can go; returns the cell where it stands then.

    Whoever stands on it stays behind: displacement that is not Push-Cube's takes cube and rider as two targets
    [KA-2.2 313.6b] [KA-2.2 313.6c].
    """
    way = way_of_cube(state, cell, direction, cells)
    if not way:
        return cell
    state.rearrange(state.board.cube_mask ^ (1 << cell | 1 << way[-1]), state.board.gone, state.board.planted)
    if state.log is not None:
        state.log.append((E_CUBE, cell, way[-1]))
    return way[-1]


def push_cube(state: State, caster_cell: int, cell: int, cells: int) -> None:
    """Push-Cube: the cube moves away from the caster, who is next to it, with the character or Bomb on it.

    [KA-2.2 313.6a] [KA-2.2 313.6b] Even Unfazed does not keep a rider from that; a Turret is left behind.
    """
    if not holds_cube(state, cell) or not is_adjacent(caster_cell, cell):
        return
    to = slide(state, cell, cell - caster_cell, cells)
    rider = state.occupant[cell]
    if to != cell and rider >= 0:
        profile = state.library.profiles[state.profile[rider]]
        if profile.piece == KROSMASTER or profile.is_bomb or is_fighter(state, rider):
            shift(state, rider, to, PUSHED)


def may_push(state: State, unit: int, cell: int) -> bool:
    """Whether the unit may cast Push-Cube at the cell: a Krosmaster, and next to it [KA-2.2 313.6a]."""
    is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
    return is_krosmaster and is_adjacent(state.cell[unit], cell)


@procedure("ice_cubes", "fixed")
def no_cube_is_moved(state: State, cells: list[int]) -> list[int]:
    """Scenery stays where it is, whatever displaces the pieces there [KA 4.17.5]."""
    return []


@procedure("ice_cubes", "moved")
def cubes_on_target_cells(state: State, cells: list[int]) -> list[int]:
    """What displaces every target displaces the cubes of the target cells, which are not Unfazed.

    [KA-2.2 313.6c] [KA-2.2 313.5d]
    """
    return [cell for cell in cells if state.board.cube_mask >> cell & 1] if state.board.cube_mask else []


# -------------------------------------------------------------------------------------------------- scenery that breaks


def hp_of_scenery(state: State, cell: int) -> int:
    """How many injuries destroy what stands on the cell; 0 where nothing can [KA-2.2 313.7] [KA-2.2 313.7c]."""
    if not state.settings.breaks_scenery or state.board.kinds[cell] not in SCENERY:
        return 0
    hp: int = state.settings.params.scenery.hp[state.board.scenery(cell)]
    return hp


def may_break(state: State, caster: int, spell: Spell, cell: int) -> bool:
    """Whether the spell damages the scenery of a target cell: only a character's Close Combat Attack does.

    [KA-2.2 313.7a] [KA-2.2 602.3b] [Ruling R112]
    """
    return spell.range_kind == CLOSE_COMBAT and is_fighter(state, caster) and hp_of_scenery(state, cell) > 0


def strike_scenery(state: State, cast: Casting, spell: Spell, cell: int) -> None:
    """Steps 6 and 7 for scenery: injuries without an Armour roll; as many as its HP in one turn destroy it.

    [KA-2.2 313.7a] [KA-2.2 313.7b] [Ruling R112]
    """
    placed = damage_to_scenery(state, cast, spell)
    if not placed:
        return
    if state.log is not None:
        state.log.append((E_SCENERY_INJURED, cell, placed))
    injuries = state.scenery_injuries.get(cell, 0) + placed
    if injuries < hp_of_scenery(state, cell):
        state.scenery_injuries = {**state.scenery_injuries, cell: injuries}
    else:
        destroy(state, cell)


def uproot(state: State, cell: int) -> None:
    """The scenery of a cell is there no more: what stood there from the start, or a Tree that a card has put there."""
    board, bit = state.board, 1 << cell
    is_planted = board.planted & bit
    gone = board.gone if is_planted else board.gone | bit
    state.rearrange(board.cube_mask, gone, board.planted & ~bit)


def swap_with_tree(state: State, unit: int, cell: int) -> None:
    """A unit and the Tree of a cell change places, where nothing else is on the unit's cell [Ruling R156].

    Kamas stay where they lie, under the Tree [KA 4.5.2].
    """
    origin, board = state.cell[unit], state.board
    if not origin or board.kinds[cell] != TREE or board.scenery(origin) != "none":
        return
    if state.occupant[origin] != unit or len(state.units_at(origin)) > 1:
        return
    uproot(state, cell)
    state.scenery_injuries = {origin if at == cell else at: x for at, x in state.scenery_injuries.items()}
    state.occupant[cell] = EMPTY
    shift(state, unit, cell, TELEPORTED)
    board, bit = state.board, 1 << origin
    if board.gone & bit and board.base.kinds[origin] == TREE:  # a Tree stood there from the start
        state.rearrange(board.cube_mask, board.gone & ~bit, board.planted)
    else:
        state.rearrange(board.cube_mask, board.gone, board.planted | bit)
    state.occupant[origin] = BLOCKED
    if state.log is not None:
        state.log.append((E_TREE, cell, origin))


def destroy(state: State, cell: int) -> None:
    """Scenery leaves the board, and Kamas by its kind lie where it stood, under whoever stands there.

    [KA-2.2 313.7c] [Ruling R112]
    """
    kamas: int = state.settings.params.scenery.kamas[state.board.scenery(cell)]
    state.scenery_injuries = {other: number for other, number in state.scenery_injuries.items() if other != cell}
    uproot(state, cell)
    if state.occupant[cell] == BLOCKED:
        state.occupant[cell] = EMPTY
    if kamas:
        state.kamas_on = {**state.kamas_on, cell: state.kamas_on.get(cell, 0) + kamas}
    if state.log is not None:
        state.log.append((E_SCENERY_DESTROYED, cell, kamas))


def heal_scenery(state: State) -> None:
    """At the end of each player's turn all scenery heals [KA-2.2 313.7b]."""
    if state.scenery_injuries:
        state.scenery_injuries = {}

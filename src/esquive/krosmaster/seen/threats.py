"""What a unit threatens: where it can walk in its next turn, and whom its Attack spells reach from there."""

from esquive.core.shapes import Threat
from esquive.krosmaster.book.movement import is_free
from esquive.krosmaster.book.powers.values import farthest
from esquive.krosmaster.book.prerequisites import may_cast_cells, spells_of
from esquive.krosmaster.book.sight import field_of_sight
from esquive.krosmaster.book.targets import target_cells
from esquive.krosmaster.book.unit_turn import fill
from esquive.krosmaster.cards.library import ATTACK
from esquive.krosmaster.table.board import DIRECTIONS, format_cell, orientations
from esquive.krosmaster.table.state import EMPTY, State


def threat(state: State, name: str) -> Threat | None:
    """What a unit of the arena threatens if its turn began now and nothing else moved; None for no such unit.

    Its gauges are filled and its markers count as at the beginning of its turn [KA 6.2.1.b] [KA 6.2.1.c]. Enemies that
    may lock it on its way are not counted against it.
    """
    if name not in state.names or not state.cell[state.names.index(name)]:
        return None
    unit = state.names.index(name)
    scratch = state.copy()
    scratch.log = None
    fill(scratch, unit)
    scratch.cast_turn = 0
    scratch.hits = []
    ways = _ways(scratch, unit)
    struck: set[int] = set()
    origin, gauge = scratch.cell[unit], scratch.mp[unit]
    for cell, steps in ways.items():
        if scratch.occupant[scratch.cell[unit]] == unit:
            scratch.occupant[scratch.cell[unit]] = EMPTY
            scratch.occupant[cell] = unit
        scratch.cell[unit] = cell
        scratch.mp[unit] = gauge - steps * scratch.settings.move_mp
        struck |= _struck_from(scratch, unit)
    side = state.settings.side_of
    enemies = [
        other
        for other in range(len(state.names))
        if state.cell[other] in struck and side[state.owner[other]] != side[state.owner[unit]]
    ]
    return Threat(
        unit=name,
        reach=[format_cell(cell) for cell in ways if cell != origin],
        strikes=sorted(format_cell(cell) for cell in struck),
        hits=[state.names[other] for other in enemies],
    )


def reached_by(state: State, name: str) -> list[str]:
    """The enemies that threaten a unit of the arena, as `threat` says; none for no such unit."""
    if name not in state.names or not state.cell[state.names.index(name)]:
        return []
    side, unit = state.settings.side_of, state.names.index(name)
    enemies = [
        other
        for other in range(len(state.names))
        if state.cell[other] and side[state.owner[other]] != side[state.owner[unit]]
    ]
    found = [threat(state, state.names[enemy]) for enemy in enemies]
    return [one.unit for one in found if one is not None and name in one.hits]


def _ways(state: State, unit: int) -> dict[int, int]:
    """Every cell the unit can walk to with its gauge, its own included, with the cells walked [KA 6.3.2]."""
    start = state.cell[unit]
    found, edge, steps = {start: 0}, [start], 0
    while edge and (steps + 1) * state.settings.move_mp <= state.mp[unit]:
        steps += 1
        edge = list({to for cell in edge for way in DIRECTIONS if is_free(state, to := cell + way)} - found.keys())
        found.update(dict.fromkeys(edge, steps))
    return found


def _struck_from(state: State, unit: int) -> set[int]:
    """The cells that the unit's Attack spells strike from where it stands, all ways of casting them taken together."""
    struck: set[int] = set()
    origin = state.cell[unit]
    field = field_of_sight(state, origin, unit)
    for index in spells_of(state, unit):
        spell = state.library.spells[index]
        if spell.kind != ATTACK:
            continue
        most = farthest(state, unit, spell)
        for cell in may_cast_cells(state, unit, spell, field):
            for way in orientations(spell.area, origin, cell, state.settings.either_orientation):
                struck.update(target_cells(state, unit, spell, cell, way, origin, most))
    return struck

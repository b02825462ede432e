"""Leaving and entering cells: free cells, traps, tombstones and displacement [KA 4.17.3] [KA 4.19.7] [KA 7.5.9.a]."""

from typing import Final

from esquive.krosmaster.book.powers.values import is_fighter, powers
from esquive.krosmaster.book.triggers import S_SPELL, fire_adjacent, fire_steps, put_on_standby
from esquive.krosmaster.book.wounds import PROFANED, check_every_hp, injure, leave, strip
from esquive.krosmaster.cards.library import KROSMASTER, P_PROFANATION, P_UNFAZED
from esquive.krosmaster.cards.trigger_names import T_ALLY_WALKS, T_LEAVES_ADJACENT
from esquive.krosmaster.table.events import E_DISPLACED, E_MOVED, E_PLACED, E_SWAPPED, E_TRAP
from esquive.krosmaster.table.state import EMPTY, NONE, State

WALKED: Final = 0
PUSHED: Final = 1
TELEPORTED: Final = 2
_EVENTS: Final = (E_MOVED, E_DISPLACED, E_PLACED)


def is_free(state: State, cell: int) -> bool:
    """Whether the cell exists and holds no obstacle [KA 4.17.3] [KA 4.17.4] [Ruling R77].

    Trees, Bushes, Krosmasters, Mobs, Bombs and Turrets are obstacles [KA 4.17.5.a] [KA 4.19.4.c] [KA 4.19.5.b]
    [KA 4.19.6.b]; Traps and Tombstones are not [KA 4.19.7.b] [KA 4.19.8.b].
    """
    return state.occupant[cell] == EMPTY


def may_be_moved(state: State, unit: int, mover: int) -> bool:
    """Whether an effect of `mover` may change the unit's cell: Unfazed forbids every foreign one [KA 4.9.17.a]."""
    return bool(state.cell[unit]) and (unit == mover or not powers(state, unit) & P_UNFAZED)


def shift(state: State, unit: int, to: int, how: int) -> None:
    """Put a unit on another free cell and let what lies there, or watches, react [KA 4.19.7.c] [Ruling R74]."""
    origin = state.cell[unit]
    if origin == to:
        return
    if state.library.asks_idle and unit == state.active_unit:
        state.busy = 1
    if state.occupant[origin] == unit:
        state.occupant[origin] = EMPTY
        state.occupant[to] = unit
    state.cell[unit] = to
    if state.log is not None:
        state.log.append((_EVENTS[how], unit, origin, to))
    if state.listeners[T_LEAVES_ADJACENT]:
        fire_adjacent(state, unit, origin)
    if how == WALKED and state.listeners[T_ALLY_WALKS]:
        state.walked_from = origin
        fire_steps(state, unit)
    if state.floor:
        arrive(state, unit)
    check_every_hp(state)


def arrive(state: State, unit: int) -> None:
    """A unit has come to rest on its cell: Traps click, Tombstones are profaned [KA 4.19.7.c] [KA 4.9.31.a].

    The Trap token leaves at once [KA 4.19.7.e]; its Click spell goes on standby [Ruling R75]. A Krosmaster puts an
    injury on a Tombstone it comes to [KA 4.19.8.c].
    """
    cell = state.cell[unit]
    library = state.library
    for lying in list(state.floor):
        if state.cell[lying] != cell or lying == unit:
            continue
        profile = library.profiles[state.profile[lying]]
        if profile.is_trap and is_fighter(state, unit):
            if state.log is not None:
                state.log.append((E_TRAP, lying, unit))
            strip(state, lying)
            leave(state, lying)
            for spell in profile.spells:
                put_on_standby(state, S_SPELL, lying, spell)
        elif powers(state, lying) & P_PROFANATION and library.profiles[state.profile[unit]].piece == KROSMASTER:
            injure(state, lying, state.settings.params.damage.profanation_injuries, NONE, PROFANED)


def path_of(state: State, unit: int, direction: int, cells: int) -> list[int]:
    """The cells a displacement passes, stopping before the first cell that is not free.

    [KA 7.5.9.b] [KA 7.5.10.b] [KA-2.2 605.16b] [KA-2.2 605.17b] [Ruling R70] [Ruling R71]
    """
    found: list[int] = []
    cell = state.cell[unit]
    for _ in range(cells):
        cell += direction
        if state.occupant[cell] != EMPTY:
            break
        found.append(cell)
    return found


def displace(state: State, unit: int, direction: int, cells: int, mover: int) -> int:
    """Move a unit in a straight line as far as possible; returns the number of cells moved [KA 7.5.9.b].

    Only the cell where it ends counts as an arrival [KA 4.19.7.d] [Ruling R74].
    """
    if not may_be_moved(state, unit, mover):
        return 0
    path = path_of(state, unit, direction, cells)
    if path:
        shift(state, unit, path[-1], PUSHED)
        if state.settings.options["profanation"] == "passing":
            profane_passed(state, unit, path[:-1])
    return len(path)


def profane_passed(state: State, unit: int, cells: list[int]) -> None:
    """With the option `profanation = passing`, Tombstones passed over are profaned too [Ruling R78]."""
    if state.library.profiles[state.profile[unit]].piece != KROSMASTER:
        return
    for lying in list(state.floor):
        if state.cell[lying] in cells and powers(state, lying) & P_PROFANATION:
            injure(state, lying, state.settings.params.damage.profanation_injuries, NONE, PROFANED)


def exchange_cells(state: State, one: int, other: int, mover: int) -> None:
    """Two units change places, if neither is Unfazed against the effect [KA 4.9.17.a].

    `mover` is the unit whose effect it is, often one of them. A Trap or Tombstone changes places when nobody stands on
    it [Ruling R117].
    """
    if one == other or not all(may_be_moved(state, unit, mover) for unit in (one, other)):
        return
    first, second = state.cell[one], state.cell[other]
    lies = other in state.floor and is_free(state, second)
    if (state.occupant[second] != other and not lies) or state.occupant[first] != one:
        return
    state.occupant[first] = EMPTY if lies else other
    state.occupant[second] = one
    state.cell[one], state.cell[other] = second, first
    if state.log is not None:
        state.log.append((E_SWAPPED, one, other))
    if state.library.asks_idle and state.active_unit in (one, other):
        state.busy = 1
    for unit, left in ((one, first), (other, second)):
        if state.listeners[T_LEAVES_ADJACENT]:
            fire_adjacent(state, unit, left)
        if state.floor:
            arrive(state, unit)
    check_every_hp(state)

"""How many markers of each kind lie on a unit [KA 4.11.8]."""

from esquive.krosmaster.table.state import AP, MP, RANGE, State


def markers_of(state: State, unit: int, stat: int) -> int:
    """The net number of +1/-1 markers of a stat on a unit [KA 4.11.8], frozen ones apart."""
    if stat == AP:
        return state.ap_markers[unit]
    if stat == MP:
        return state.mp_markers[unit]
    return state.range_markers[unit]


def frozen_markers_of(state: State, unit: int, stat: int) -> int:
    """The net number of frozen +1/-1 markers of a stat on a unit, which cancel only each other [KA-2.2 309.8]."""
    return state.frozen_of(unit, stat) if state.frozen and stat != RANGE else 0


def gained_markers(state: State, unit: int, stat: int) -> int:
    """How many +1 markers of a stat are on a unit, frozen or not [Ruling R111]."""
    return max(0, markers_of(state, unit, stat)) + max(0, frozen_markers_of(state, unit, stat))


def lost_markers(state: State, unit: int, stat: int) -> int:
    """How many -1 markers of a stat are on a unit, frozen or not [Ruling R111]."""
    return max(0, -markers_of(state, unit, stat)) + max(0, -frozen_markers_of(state, unit, stat))

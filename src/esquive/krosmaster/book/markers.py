"""Chapters 4.11 to 4.13: gauges, +1/-1 markers, range markers and special markers.

Frozen AP and MP markers stand beside the ordinary ones: they cancel only each other, and share the MAX and the filling
of the gauges with them [KA-2.2 309.8] [Ruling R111]. They are `State.frozen`; a game without frost never looks there.
"""

from esquive.krosmaster.book.powers.marker_counts import frozen_markers_of, markers_of
from esquive.krosmaster.book.powers.values import has_gauge, max_stat, powers
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.cards.library import P_FROST, P_FROST_ACCELERATION, P_INTERIOR_FIRE, P_SNOWSHOES, P_UNFAZED
from esquive.krosmaster.cards.trigger_names import T_GAINS_AP_MARKER
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.events import (
    E_FROZEN_MARKERS,
    E_FROZEN_RETURNED,
    E_GAINED,
    E_LOST,
    E_MARKERS,
    E_MARKERS_RETURNED,
    E_SPECIAL_MARKER,
)
from esquive.krosmaster.table.state import AP, MP, NONE, RANGE, State


def place_markers(state: State, unit: int, stat: int, number: int, source: int, is_frozen: bool = False) -> int:
    """Place +1 or (negative) -1 markers one at a time; returns how many were actually placed [KA 4.11.8] [Ruling R48].

    `source` is the unit whose effect it is.

    A +1 and a -1 cancel each other. A -1 is refused once the unit has as many as its MAX [KA 4.11.7], frozen and
    ordinary ones together [KA-2.2 309.8]; a unit without the gauge receives none [KA 4.11.6].
    """
    if number == 0 or not state.cell[unit] or not has_gauge(state, unit, stat):
        return 0
    if state.settings.steps.unfazed(state, unit, source):
        return 0
    had = frozen_markers_of(state, unit, stat) if is_frozen else markers_of(state, unit, stat)
    if number > 0:
        placed = number
        if stat == AP and state.listeners[T_GAINS_AP_MARKER]:
            fire(state, T_GAINS_AP_MARKER, NONE, unit)
    else:
        least = -max_stat(state, unit, stat) if stat != RANGE else -99
        if state.frozen or is_frozen:
            others = markers_of(state, unit, stat) if is_frozen else frozen_markers_of(state, unit, stat)
            least += max(0, -others)
        placed = max(0, min(-number, had - least))
    change = placed if number > 0 else -placed
    if is_frozen:
        state.set_frozen(unit, stat, had + change)
    else:
        set_markers(state, unit, stat, had + change)
    if placed and state.log is not None:
        state.log.append((E_FROZEN_MARKERS if is_frozen else E_MARKERS, unit, stat, change))
    return placed


def set_markers(state: State, unit: int, stat: int, value: int) -> None:
    """Note the net number of ordinary markers of a stat on a unit."""
    if stat == AP:
        state.ap_markers[unit] = value
    elif stat == MP:
        state.mp_markers[unit] = value
    else:
        state.range_markers[unit] = value


def freezes_markers(state: State, unit: int, stat: int, number: int, source: int) -> bool:
    """Whether +1 or (negative) -1 markers that a spell of `source` places on its target are frozen ones.

    [KA-2.2 307.21a] [KA-2.2 307.22a] [KA-2.2 307.23a] [KA-2.2 307.24a]
    """
    mask = powers(state, source) & P_FROST
    if not mask or stat == RANGE:
        return False
    bit = (P_FROST_ACCELERATION if stat == AP else P_SNOWSHOES) << (number < 0)
    return state.settings.steps.frost(state, mask & bit, unit)


def receive_frozen(state: State, unit: int, stat: int, number: int) -> None:
    """Frozen markers come to a unit by another way than being placed; on Interior Fire they are ordinary ones.

    [KA-2.2 307.19a] [KA-2.2 605.20a]
    """
    if state.settings.steps.frost(state, 1, unit):
        state.set_frozen(unit, stat, number)
    else:
        state.set_frozen(unit, stat, 0)
        set_markers(state, unit, stat, markers_of(state, unit, stat) + number)


def return_excess(state: State, unit: int, stat: int) -> None:
    """Markers that came by another way go back to the stock where the unit may not have them [Ruling R95].

    A dash holds neither points nor markers [KA 4.11.1.a] [KA 4.11.6]; a gauge has no more -1 than its MAX [KA 4.11.7],
    with the frozen ones, of which ordinary ones go back first [KA-2.2 309.8] [Ruling R111].
    """
    if stat == RANGE:
        return
    column, gauge = (state.ap_markers, state.ap) if stat == AP else (state.mp_markers, state.mp)
    had, had_frozen = column[unit], frozen_markers_of(state, unit, stat)
    if has_gauge(state, unit, stat):
        most = max_stat(state, unit, stat)
        frozen = max(had_frozen, -most)
        column[unit] = max(had, max(0, -frozen) - most)
    else:
        gauge[unit] = column[unit] = frozen = 0
    if frozen != had_frozen:
        state.set_frozen(unit, stat, frozen)
        if state.log is not None:
            state.log.append((E_FROZEN_RETURNED, unit, stat, had_frozen - frozen))
    if column[unit] != had and state.log is not None:
        state.log.append((E_MARKERS_RETURNED, unit, stat, had - column[unit]))


def fill_gauges(state: State, unit: int) -> None:
    """Fill both gauges to their MAX changed by the markers, which are discarded, for this turn [KA 4.11.5].

    Frozen ones count and go like the others [KA-2.2 309.8] [Ruling R111].

    [KA 4.11.5.a] [KA 4.11.5.b] Krosmasters and summons alike start each of their turns full [KA 2.4.6] [KA 3.2.6].
    """
    for stat in (AP, MP):
        if has_gauge(state, unit, stat):
            column = state.ap_markers if stat == AP else state.mp_markers
            gauge = state.ap if stat == AP else state.mp
            gauge[unit] = max(0, max_stat(state, unit, stat) + column[unit] + frozen_markers_of(state, unit, stat))
            column[unit] = 0
            if state.frozen:
                state.set_frozen(unit, stat, 0)


def immediate(state: State, unit: int, stat: int, number: int, source: int) -> None:
    """Gain (or lose, when negative) AP or MP at once; only the active unit can [KA 4.11.4] [Ruling R49].

    The gauge never falls below 0 and may exceed the MAX. `source` is the unit whose effect it is.
    """
    if unit != state.active_unit or not has_gauge(state, unit, stat) or not state.cell[unit]:
        return
    if state.settings.steps.unfazed(state, unit, source):
        return
    gauge = state.ap if stat == AP else state.mp
    before = gauge[unit]
    gauge[unit] = max(0, before + number)
    change = gauge[unit] - before
    if change and state.log is not None:
        state.log.append((E_GAINED, unit, stat, change) if change > 0 else (E_LOST, unit, stat, -change))


def spend(state: State, unit: int, stat: int, number: int) -> None:
    """Take points out of a gauge, down to empty [KA 4.11.3] [Ruling R51]."""
    gauge = state.ap if stat == AP else state.mp
    gauge[unit] = max(0, gauge[unit] - number)


def put_special_marker(state: State, name: int, placer: int, bearer: int) -> None:
    """Put a special marker: so many of a name a team, so many a placer [KA 4.13.1] [KA 4.13.2] [Ruling R102].

    It does nothing by itself: it only recalls an effect of the placer's [KA 4.13.4].
    """
    numbers = state.settings.params.markers
    side_of = state.settings.side_of
    side = side_of[state.owner[placer]]
    kept = state.special_markers.copy()
    by_placer = [marker for marker in kept if marker[1] == placer]
    for marker in by_placer[: max(0, len(by_placer) + 1 - numbers.special_per_placer)]:
        kept.remove(marker)
    of_name = [marker for marker in kept if marker[0] == name and side_of[state.owner[marker[1]]] == side]
    for marker in of_name[: max(0, len(of_name) + 1 - numbers.special_per_name)]:
        kept.remove(marker)
    state.special_markers = [*kept, (name, placer, bearer)]
    if state.log is not None:
        state.log.append((E_SPECIAL_MARKER, bearer, placer))


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("unfazed", "place")
def unfazed_keeps_its_place(state: State, unit: int, source: int) -> bool:
    """Unfazed keeps other units' effects from the cell of a unit and from nothing else [KA 4.9.17.a] [Ruling R73]."""
    return False


@procedure("unfazed", "place-and-points")
def unfazed_keeps_its_points(state: State, unit: int, source: int) -> bool:
    """Unfazed keeps them from its AP, MP and range as well [KA-2.2 307.18a] [Ruling R73]."""
    return unit != source and bool(powers(state, unit) & P_UNFAZED)


@procedure("immediate_gain", "caster")
def caster_gains(state: State, units: list[int]) -> list[int]:
    """Who gains at once: the caster, whose effect it is [KA 7.5.14.a] [KA 7.5.15.a] [Ruling R49]."""
    return units


@procedure("immediate_gain", "active-unit")
def active_unit_gains(state: State, units: list[int]) -> list[int]:
    """The gain enters the gauge of the active piece, whoever cast the spell [KA-2.2 605.14a] [KA-2.2 605.15a]."""
    return [state.active_unit] if state.active_unit != NONE else []


@procedure("frost", "none")
def nothing_freezes(state: State, power: int, unit: int) -> bool:
    """The frost powers do something only with rules that this release has not [KA 4.9.18.a] [Ruling R111]."""
    return False


@procedure("frost", "frozen")
def frost_freezes(state: State, power: int, unit: int) -> bool:
    """Whether a power (its bit, 0 if the source has it not) freezes what the unit receives: not on Interior Fire.

    [KA-2.2 307.19a] [KA-2.2 307.20a] [Ruling R111]
    """
    return power != 0 and not powers(state, unit) & P_INTERIOR_FIRE

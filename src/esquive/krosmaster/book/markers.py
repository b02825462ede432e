"""Chapters 4.11 to 4.13: gauges, +1/-1 markers, range markers and special markers."""

from esquive.krosmaster.book.powers.values import has_gauge, max_stat, powers
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.cards.library import P_UNFAZED, T_GAINS_AP_MARKER
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.events import E_GAINED, E_LOST, E_MARKERS, E_MARKERS_RETURNED, E_SPECIAL_MARKER
from esquive.krosmaster.table.state import AP, MP, NONE, RANGE, State


def place_markers(state: State, unit: int, stat: int, number: int, source: int) -> int:
    """Place +1 or (negative) -1 markers one at a time; returns how many were actually placed [KA 4.11.8] [Ruling R48].

    `source` is the unit whose effect it is.

    A +1 and a -1 cancel each other. A -1 is refused once the unit has as many as its MAX [KA 4.11.7]; a unit without
    the gauge receives none [KA 4.11.6].
    """
    if number == 0 or not state.cell[unit] or not has_gauge(state, unit, stat):
        return 0
    if state.settings.steps.unfazed(state, unit, source):
        return 0
    column = state.ap_markers if stat == AP else state.mp_markers if stat == MP else state.range_markers
    if number > 0:
        column[unit] += number
        placed = number
        if stat == AP and state.listeners[T_GAINS_AP_MARKER]:
            fire(state, T_GAINS_AP_MARKER, NONE, unit)
    else:
        least = -max_stat(state, unit, stat) if stat != RANGE else -99
        placed = max(0, min(-number, column[unit] - least))
        column[unit] -= placed
    if placed and state.log is not None:
        state.log.append((E_MARKERS, unit, stat, placed if number > 0 else -placed))
    return placed


def return_excess(state: State, unit: int, stat: int) -> None:
    """Markers that came by another way go back to the stock where the unit may not have them [Ruling R95].

    A dash holds neither points nor markers [KA 4.11.1.a] [KA 4.11.6]; a gauge has no more -1 than its MAX [KA 4.11.7].
    """
    if stat == RANGE:
        return
    column, gauge = (state.ap_markers, state.ap) if stat == AP else (state.mp_markers, state.mp)
    had = column[unit]
    if has_gauge(state, unit, stat):
        column[unit] = max(had, -max_stat(state, unit, stat))
    else:
        gauge[unit] = column[unit] = 0
    if column[unit] != had and state.log is not None:
        state.log.append((E_MARKERS_RETURNED, unit, stat, had - column[unit]))


def fill_gauges(state: State, unit: int) -> None:
    """Fill both gauges to their MAX changed by the markers, which are discarded, for this turn [KA 4.11.5].

    [KA 4.11.5.a] [KA 4.11.5.b] Krosmasters and summons alike start each of their turns full [KA 2.4.6] [KA 3.2.6].
    """
    for stat in (AP, MP):
        if has_gauge(state, unit, stat):
            column = state.ap_markers if stat == AP else state.mp_markers
            gauge = state.ap if stat == AP else state.mp
            gauge[unit] = max(0, max_stat(state, unit, stat) + column[unit])
            column[unit] = 0


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

"""Fleeing: away at a run towards the nearest corner of the table, doing nothing else [Kaos K27.1] [Kaos K27.3].

Flight is a reaction; it ends where the base touches an edge of the table, or after the number of rounds agreed
[Kaos K27.6] [Kaos K27.7] [Kaos K27.9] [Ruling R225]. A figure whose flight is over plays on, or leaves for good
[Kaos K27.8].
"""

from typing import Final

from esquive.kaos.book.modifiers import is_immobilised, move_of
from esquive.kaos.book.movement import LEAST, affordable, path_of, settle
from esquive.kaos.book.objectives import drop_relic
from esquive.kaos.book.searches import lose_objects
from esquive.kaos.book.victory import eliminated
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.geometry.paths import Passage, cut, moments
from esquive.kaos.geometry.shapes import Base, Point, Table
from esquive.kaos.geometry.shortest_ways import to, way
from esquive.kaos.geometry.units import TOLERANCE
from esquive.kaos.table.events import E_FLED, E_FLIGHT_ENDS, E_LEFT_TABLE
from esquive.kaos.table.state import IN_PLAY, LEFT, State

HARDEST: Final = 4  # uphill over difficult ground [Kaos K11.8]
AT_THE_EDGE: Final = -1  # in `state.fleeing`: the flight is over, what next is for the next activation


def is_fleeing(state: State, figure: int) -> bool:
    """Whether a figure must run when it is activated [Kaos K27.6]."""
    return state.fleeing[figure] > 0


def is_at_the_edge(state: State, figure: int) -> bool:
    """Whether a figure's flight has ended where it may leave the table, or play on [Kaos K27.8]."""
    return state.fleeing[figure] == AT_THE_EDGE and touches_edge(state.table, state.base(figure))


def plays_on(state: State, figure: int) -> None:
    """At the edge, an activation that is a reaction or an interception is playing on [Kaos K27.8] [Ruling R305]."""
    if state.fleeing[figure] == AT_THE_EDGE:
        state.fleeing[figure] = 0


def touches_edge(table: Table, base: Base) -> bool:
    """Whether a base touches an edge of the table, within the tolerance."""
    far = base.reach + TOLERANCE  # no corner is farther from the centre: a first look
    if far < base.x < table.width - far and far < base.y < table.depth - far:
        return False
    for x, y in base.corners:
        if x <= TOLERANCE or y <= TOLERANCE or x >= table.width - TOLERANCE or y >= table.depth - TOLERANCE:
            return True
    return False


def nearest_corner(table: Table, base: Base) -> Point:
    """The corner of the table nearest to the base's centre; of equal ones the southern one [Kaos K27.2]."""
    corners = [(x, y) for y in (0, table.depth) for x in (0, table.width)]
    return min(corners, key=lambda corner: (corner[0] - base.x) ** 2 + (corner[1] - base.y) ** 2)


def flight_legs(state: State, figure: int, spent: int = 0, least: int = LEAST) -> list[Leg]:
    """The way of this round's flight: a run, the shortest way round what cannot be crossed [Kaos K27.4].

    Difficult ground is crossed directly, at its cost [Kaos K27.5]; 3 cm are always possible [Kaos K10.13]. `spent`: the
    movement of the run already used, `least`: what is left of those 3 cm, for one that was sent flying on its way.
    """
    limit = 2 * move_of(state, figure) - spent
    if is_immobilised(state, figure) or (limit <= 0 and least <= 0):
        return []
    base = state.base(figure)
    legs = _way(state, figure, max(limit, 0))
    if limit < HARDEST * least and path_of(state, figure, base, legs).length < least:
        legs = _way(state, figure, HARDEST * least)
    return legs


def _way(state: State, figure: int, limit: int) -> list[Leg]:
    """The way to the nearest corner; where none leads nearer to it, to the nearest edge that one leads to, if any.

    [Kaos K27.2] [Kaos K27.6] [Ruling R225]
    """
    table, base = state.table, state.base(figure)
    keywords = state.card(figure).keywords
    others, is_climber, is_flying = state.others(figure), bool(keywords & CLIMBER), bool(keywords & FLYING)
    corner = nearest_corner(table, base)
    if way(table, base, corner, others, is_climber, is_flying):
        return to(table, base, corner, others, limit, is_climber, is_flying)
    for edge in _edges(table, base):
        legs = way(table, base, edge, others, is_climber, is_flying)
        if touches_edge(table, path_of(state, figure, base, legs).end):
            return to(table, base, edge, others, limit, is_climber, is_flying)
    return []


def _edges(table: Table, base: Base) -> list[Point]:
    """The points of the four edges that are nearest to a base's centre, the nearest first."""
    x, y = base.x, base.y
    edges = [(x, 0), (x, table.depth), (0, y), (table.width, y)]
    return sorted(edges, key=lambda edge: abs(edge[0] - x) + abs(edge[1] - y))


def flight_path(state: State, figure: int, spent: int = 0, least: int = LEAST) -> Passage:
    """The path of this round's flight, as far as the first place where it touches an edge [Kaos K27.7]."""
    return flight_along(state, figure, flight_legs(state, figure, spent, least), spent, least)


def flight_along(state: State, figure: int, legs: list[Leg], spent: int = 0, least: int = LEAST) -> Passage:
    """The same for the legs of the flight, once they are known."""
    made = path_of(state, figure, state.base(figure), legs)
    far = affordable(made, 2 * move_of(state, figure) - spent, least)
    if not state.settings.flight_rounds:
        far = next((gone for gone, base in moments(made) if gone < far and touches_edge(state.table, base)), far)
    return cut(made, far) if far < made.length else made


def begin_flight(state: State, figure: int) -> None:
    """The attacked figure runs before the attacker moves: its activation and its action are gone [Kaos K27.1].

    One that is fleeing already runs on in the same way whenever it is activated by force [Kaos K27.6].
    """
    state.activated[figure] = 1
    state.acted[figure] = 1
    if state.log is not None:
        state.log.append((E_FLED, figure))
    made = flight_path(state, figure)
    settle(state, figure, made)
    end_of_run(state, figure)


def end_of_run(state: State, figure: int) -> None:
    """After each run: is the flight over? [Kaos K27.7] [Kaos K27.9]"""
    if state.status[figure] != IN_PLAY:
        return
    runs = max(state.fleeing[figure], 0) + 1
    wanted = state.settings.flight_rounds
    is_over = runs >= wanted if wanted else touches_edge(state.table, state.base(figure))
    state.fleeing[figure] = AT_THE_EDGE if is_over else runs
    if is_over and state.log is not None:
        state.log.append((E_FLIGHT_ENDS, figure))


def arrive_at_edge(state: State, figure: int) -> None:
    """Reaching an edge ends a flight, for who is sent flying or pushed there as well [Kaos K27.7] [Ruling R225]."""
    if state.settings.flight_rounds or not is_fleeing(state, figure):
        return
    if touches_edge(state.table, state.base(figure)):
        state.fleeing[figure] = AT_THE_EDGE
        if state.log is not None:
            state.log.append((E_FLIGHT_ENDS, figure))


def leave_table(state: State, figure: int) -> None:
    """A figure leaves the table for good, eliminated as far as victory points go [Kaos K27.8]."""
    state.status[figure] = LEFT
    if state.log is not None:
        state.log.append((E_LEFT_TABLE, figure))
    drop_relic(state, figure)
    lose_objects(state, figure)
    eliminated(state, figure)

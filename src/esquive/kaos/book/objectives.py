"""Scenarios: objectives that give victory points beside the fighting [Kaos K1.4] [Kaos K37.1] [Kaos K37.2].

The rulebook names scenarios and describes none; these three kinds are ours, and a scenario file is made of them. The
mode is part of the set-up: nobody changes it during play.
"""

from esquive.kaos.book.victory import score
from esquive.kaos.cards.library import CARRY, HOLD, SURVIVE, Objective
from esquive.kaos.geometry.planar import foot_on, is_inside
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import TOLERANCE
from esquive.kaos.table.events import E_OBJECTIVE, E_RELIC_DROPPED, E_RELIC_TAKEN
from esquive.kaos.table.settings import SCENARIO
from esquive.kaos.table.state import NONE, SEATS, State, changed


def objectives_of(state: State) -> tuple[Objective, ...]:
    """The objectives that count in this match: those of the scenario, none in a battle for points [Kaos K37.2]."""
    return state.library.objectives if state.settings.mode == SCENARIO else ()


def count_objectives(state: State) -> None:
    """At the end of a round: ground held, and fighters that have lasted long enough [Kaos K1.4]."""
    for number, objective in enumerate(objectives_of(state)):
        if objective.kind == HOLD:
            count_held(state, number, objective)
        elif objective.kind == SURVIVE and state.round == objective.rounds and state.in_play(objective.seat):
            gain(state, objective.seat, objective.points)


def count_held(state: State, number: int, objective: Objective) -> None:
    """Ground is held by who has more figures whose bases reach it; it must be held `rounds` rounds running.

    `held` keeps 0 for nobody, and else the rounds it has been held, positive for p1, negative for p2.
    """
    here = [sum(reaches(state.base(figure), objective) for figure in state.in_play(seat)) for seat in range(SEATS)]
    before = state.held[number]
    if here[0] == here[1]:
        now = 0
    elif here[0] > here[1]:
        now = max(before, 0) + 1
    else:
        now = min(before, 0) - 1
    state.held = changed(state.held, number, now)
    if now and abs(now) % max(1, objective.rounds) == 0:
        gain(state, 0 if now > 0 else 1, objective.points)


def gain(state: State, seat: int, points: int) -> None:
    """An objective is reached."""
    if state.log is not None:
        state.log.append((E_OBJECTIVE, seat, points))
    score(state, seat, points)


def reaches(base: Base, objective: Objective) -> bool:
    """Whether any part of a base lies within the radius of an objective's place, or touches that [Ruling R218]."""
    spot = (objective.x, objective.y)
    if is_inside(spot, base.corners):
        return True
    _, square = foot_on(base.corners, spot)
    radius = objective.radius + TOLERANCE
    return square <= radius * radius


# ----------------------------------------------------------------------------------------------------------- the relic


def relic(state: State) -> Objective | None:
    """The scenario's relic to be carried off, or None."""
    for objective in objectives_of(state):
        if objective.kind == CARRY:
            return objective
    return None


def after_move(state: State, figure: int) -> None:
    """A figure that ends a move of its own on the relic takes it; one that carries it to its edge scores."""
    carried = relic(state)
    if carried is None or state.held[relic_number(state)]:
        return
    if state.relic == NONE:
        here = Objective(CARRY, carried.points, state.relic_x, state.relic_y, carried.radius, 0, NONE)
        if reaches(state.base(figure), here):
            state.relic = figure
            if state.log is not None:
                state.log.append((E_RELIC_TAKEN, figure))
    carry_home(state, figure)


def carry_home(state: State, figure: int) -> None:
    """Who stands at its own edge with the relic scores once, by a move of its own or sent there [Ruling R253].

    The own edge is the south edge for p1 and the north edge for p2.
    """
    carried = relic(state) if state.relic == figure else None
    if carried is None or state.held[relic_number(state)] or not is_home(state, figure, state.base(figure)):
        return
    state.held = changed(state.held, relic_number(state), 1)
    gain(state, state.owner[figure], carried.points)


def relic_number(state: State) -> int:
    """The number of the relic among the objectives."""
    return next(number for number, objective in enumerate(state.library.objectives) if objective.kind == CARRY)


def is_home(state: State, figure: int, base: Base) -> bool:
    """Whether a base touches its own table edge."""
    along = [y for _, y in base.corners]
    if state.owner[figure] == 0:
        return min(along) <= TOLERANCE
    return max(along) >= state.table.depth - TOLERANCE


def drop_relic(state: State, figure: int) -> None:
    """Who leaves play lets the relic fall where it stood."""
    if state.relic != figure:
        return
    state.relic, state.relic_x, state.relic_y = NONE, state.x[figure], state.y[figure]
    if relic(state) is not None and state.held[relic_number(state)]:
        return  # it was carried home before: it is done with [Ruling R253]
    if state.log is not None:
        state.log.append((E_RELIC_DROPPED, state.relic_x, state.relic_y))

"""What a match is played for: the scenario's name, what gives victory points, and when the game ends."""

from collections.abc import Iterator
from typing import Any

from esquive.core.ids import format_seat
from esquive.kaos.book.objectives import objectives_of
from esquive.kaos.cards.library import CARRY, HOLD, Objective
from esquive.kaos.cards.making import objectives_of as objectives_in
from esquive.kaos.geometry.units import format_length
from esquive.kaos.seen.shapes import Goal
from esquive.kaos.spoken.bearings import spoken
from esquive.kaos.spoken.wording import Wording, known_in
from esquive.kaos.table.state import NONE, State


def goal_of(state: State, wording: Wording) -> Goal:
    """The goal of a match in one language; without a scenario it is named by its mode."""
    settings = state.settings
    scenario = known_in(state).scenarios.get(state.library.scenario)
    is_own = scenario is not None and state.library.objectives != objectives_in(scenario)
    name = wording.say("kaos.goal.battle") if scenario is None else wording.spoken(scenario.name)
    if scenario is None or is_own:
        told = list(_gains(state, wording))
    else:
        told = [wording.spoken(scenario.text)]
    return Goal(
        name=name,
        text=" ".join(told),
        ends=" ".join(_ends(state, wording)),
        rounds=settings.rounds,
        victory_points=settings.victory_points,
    )


def _gains(state: State, wording: Wording) -> Iterator[str]:
    """What gives victory points [Kaos K1.3] [Kaos K1.4]."""
    yield wording.say(f"kaos.goal.eliminated.{'one' if state.settings.one_point_each else 'cost'}")
    for objective in objectives_of(state):
        yield gain(objective, wording)


def told_objectives(state: State, wording: Wording) -> list[dict[str, Any]]:
    """Of each objective its sentence, and of ground to be held who holds it [Kaos K1.4]."""
    told: list[dict[str, Any]] = []
    for number, objective in enumerate(state.library.objectives):
        entry: dict[str, Any] = {"text": gain(objective, wording)}
        rounds = state.held[number]
        if objective.kind == HOLD and rounds:
            entry["held_by"] = format_seat(0 if rounds > 0 else 1)
            entry["held_for"] = abs(rounds)
        told.append(entry)
    return told


def gain(objective: Objective, wording: Wording) -> str:
    """What an objective gives, in a sentence."""
    kind = "hold" if objective.kind == HOLD else "carry" if objective.kind == CARRY else "survive"
    places = {
        "points": objective.points,
        "at": wording.point(format_length(objective.x), format_length(objective.y)),
        "cm": spoken(objective.radius, wording),
        "rounds": objective.rounds,
        "seat": wording.seat(objective.seat) if objective.seat != NONE else wording.messages.say("kaos.everybody", {}),
    }
    return wording.say(f"kaos.goal.{kind}", places, objective.points)


def _ends(state: State, wording: Wording) -> Iterator[str]:
    """When the game ends, and who wins it then [Kaos K1.1] [Kaos K1.2] [Ruling R214]."""
    settings = state.settings
    if settings.victory_points:
        yield wording.say("kaos.goal.total", {"points": settings.victory_points}, settings.victory_points)
    yield wording.say("kaos.goal.last", {"rounds": settings.rounds}, settings.rounds)

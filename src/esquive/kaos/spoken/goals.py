"""What a puzzle may ask for in a position of Kaos, and how a goal is told."""

from typing import Any

from esquive.core.ids import format_seat
from esquive.core.waiting import Decision
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.state import State

Goal = dict[str, Any]
MORE_WOUNDS = 3  # to be dealt to somebody who is asked to be wounded


def goals(state: State) -> list[Goal]:
    """What the player who is asked may set out to do this round: each enemy out or wounded, a point more, to win."""
    waiting = state.waiting
    seat = waiting.seat if isinstance(waiting, Decision) else state.first
    found: list[Goal] = []
    for enemy in state.in_play(1 - seat):
        name = f"figure.{state.names[enemy]}"
        found.append({f"{name}.out": True})
        if state.life_left(enemy) > MORE_WOUNDS:
            found.append({f"{name}.wounds": {"min": state.wounds[enemy] + MORE_WOUNDS}})
    if state.library.objectives:
        found.append({f"player.{format_seat(seat)}.victory_points": {"min": state.points[seat] + 1}})
    found.append({"winner": format_seat(seat)})
    return found


def goal_told(state: State, goal: Goal, language: str) -> str:
    """A goal as a sentence without its full stop."""
    wording = Wording(state, language)
    told, *others = [_fact_told(state, path, value, wording) for path, value in goal.items()]
    for other in others:
        told = wording.say("kaos.puzzle.and", {"one": told, "other": other[:1].lower() + other[1:]})
    return told


def _fact_told(state: State, path: str, value: Any, wording: Wording) -> str:
    parts = path.split(".")
    least = value.get("min") if isinstance(value, dict) else None
    if parts[0] == "figure" and parts[1] in state.names:
        figure = wording.figure(state.names.index(parts[1]))
        if parts[2] == "out" and value is True:
            return wording.say("kaos.puzzle.out", {"figure": figure})
        if parts[2] == "wounds" and least is not None:
            return wording.say("kaos.puzzle.wounds", {"figure": figure, "n": least}, least)
        if parts[2] == "wounds" and isinstance(value, int):
            return wording.say("kaos.puzzle.unhurt", {"figure": figure, "n": value}, value)
    if parts[0] == "sight" and value == "none" and parts[1] in state.names:
        return wording.say("kaos.puzzle.unseen", {"figure": wording.figure(state.names.index(parts[1]))})
    if parts[0] == "player" and parts[-1] == "victory_points" and least is not None:
        return wording.say("kaos.puzzle.points", {"n": least}, least)
    if path == "winner":
        return wording.say("kaos.puzzle.win")
    shown = value if not isinstance(value, dict) else " – ".join(map(str, value.values()))
    return wording.say("puzzle.fact", {"path": path, "value": shown})

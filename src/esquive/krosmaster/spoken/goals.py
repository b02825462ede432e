"""What a puzzle may ask for in a position of Krosmaster Arena, and how a goal is told."""

from typing import Any

from esquive.core.ids import format_seat
from esquive.core.messages import messages
from esquive.core.waiting import Decision
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.settings import partners_of
from esquive.krosmaster.table.state import NONE, State
from esquive.krosmaster.written.notation import parse_cell_name

Goal = dict[str, Any]


def goals(state: State, cell: str = "") -> list[Goal]:
    """What the player who is asked may set out to do this turn: each KO, a Gallon more, the victory, a cell."""
    waiting = state.waiting
    seat = waiting.seat if isinstance(waiting, Decision) else state.active_seat
    units = range(len(state.names))
    own = partners_of(state.settings, seat)
    enemies = [unit for unit in units if state.owner[unit] not in own and state.cell[unit] != NONE]
    found: list[Goal] = [{f"unit.{state.names[unit]}.ko": True} for unit in enemies]
    found.append({f"player.{format_seat(seat)}.gg": {"min": state.gg[seat] + 1}})
    found.append({"winner": format_seat(seat)})
    if cell and state.active_unit != NONE and state.cell[state.active_unit] != parse_cell_name(state, cell, "cell"):
        found.insert(0, {f"unit.{state.names[state.active_unit]}.at": cell})
    return found


def goal_told(state: State, goal: Goal, language: str) -> str:
    """A goal as a sentence without its full stop."""
    return "; ".join(_fact_told(state, path, value, language) for path, value in goal.items())


def _fact_told(state: State, path: str, value: Any, language: str) -> str:
    said, parts = messages(language), path.split(".")
    if parts[0] == "unit" and len(parts) == 3 and parts[1] in state.names:
        unit = Wording(state, language).unit(state.names.index(parts[1]))
        if parts[2] == "ko" and value is True:
            return said.say("puzzle.ko", {"unit": unit})
        if parts[2] == "at":
            return said.say("puzzle.at", {"unit": unit, "cell": value})
    if parts[0] == "player" and parts[-1] == "gg" and isinstance(value, dict) and "min" in value:
        return said.say("puzzle.gg", {"n": value["min"]})
    if path == "winner" and isinstance(value, str):
        return said.say("puzzle.win", {})
    shown = value if not isinstance(value, dict) else " – ".join(map(str, value.values()))
    return said.say("puzzle.fact", {"path": path, "value": shown})

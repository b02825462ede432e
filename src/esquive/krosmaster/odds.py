"""What counting odds needs to know of Krosmaster Arena: which rolls are alike, when an action is over, what changed."""

from functools import cache
from typing import Any, Final

from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.board import format_cell
from esquive.krosmaster.notation import format_answer, parse_answer
from esquive.krosmaster.reading import read_path
from esquive.krosmaster.rules.dice import ROLL_NAMES, faces_of, successes_of
from esquive.krosmaster.state import State

# A decision of these kinds opens a new action; all others are choices inside one.
NEW_ACTIONS: Final = ("timeline", "deployment", "tension", "inspiration", "next-summon", "activation")
# Columns of the state and the path under which a unit's fact is known.
_UNIT_FACTS: Final = (
    ("profile", "card"),
    ("cell", "at"),
    ("injuries", "injuries"),
    ("ap", "ap"),
    ("mp", "mp"),
    ("ap_markers", "ap_markers"),
    ("mp_markers", "mp_markers"),
    ("range_markers", "range_markers"),
    ("range_turn", "range_turn"),
    ("gained", "powers"),
    ("inspired", "inspiration"),
    ("rewards", "rewards"),
    ("ko", "ko"),
)


@cache
def _classes_of_dice(kind: str, count: int) -> list[tuple[int, int]]:
    """The outcomes of dice, one of each class, with the number of outcomes in it."""
    merged: dict[Any, list[int]] = {}
    for outcome in range(6**count):
        if kind == "tension":
            key: Any = tuple(sorted(faces_of(outcome, count)))
        else:
            key = successes_of(ROLL_NAMES.index(kind), count, outcome)
        entry = merged.setdefault(key, [outcome, 0])
        entry[1] += 1
    return [(outcome, weight) for outcome, weight in merged.values()]


class KrosmasterOdds:
    """See `core.odds.OddsGame`."""

    def parse(self, state: State, line: str) -> int:
        """The answer a line stands for."""
        return parse_answer(state, line)

    def format(self, state: State, answer: int) -> str:
        """The line of an answer."""
        return format_answer(state, answer)

    def classes(self, state: State, roll: Roll) -> list[tuple[int, int]]:
        """Dice that turn by themselves differ only in their successes; the order of Tension dice does not matter."""
        turns_itself = roll.kind in ROLL_NAMES and not state.settings.asks_dice
        if turns_itself or roll.kind == "tension":
            return _classes_of_dice(roll.kind, roll.count)
        return roll.outcomes()

    def is_resolved(self, before: State, state: State) -> bool:
        """An action is over when the next one may be chosen, or a new turn has begun."""
        waiting = state.waiting
        if isinstance(waiting, Over) or state.turn != before.turn:
            return True
        return isinstance(waiting, Decision) and waiting.kind in NEW_ACTIONS

    def changes(self, before: State, state: State) -> dict[str, Any]:
        """What is different, by the paths of scenario files."""
        found: dict[str, Any] = {}
        known = len(before.names)
        for unit, name in enumerate(state.names):
            for column, key in _UNIT_FACTS:
                value = getattr(state, column)[unit]
                if unit >= known or value != getattr(before, column)[unit]:
                    path = f"unit.{name}.{key}"
                    found[path] = read_path(state, path)
        for seat in range(state.settings.seats):
            for key, now, then in (("gg", state.gg, before.gg), ("kamas", state.kamas, before.kamas)):
                if now[seat] != then[seat]:
                    found[f"player.{format_seat(seat)}.{key}"] = now[seat]
        for cell in sorted(set(before.kamas_on) | set(state.kamas_on)):
            if before.kamas_on.get(cell, 0) != state.kamas_on.get(cell, 0):
                found[f"kamas.{format_cell(cell)}"] = state.kamas_on.get(cell, 0)
        for path in ("wild_gg", "winner"):
            value = read_path(state, path)
            if value != read_path(before, path):
                found[path] = value
        return found


ODDS: Final = KrosmasterOdds()

"""Moves that were not declared: after a wound, a riposte, a shield or an interception.

They come at once or not at all, are a simple move at most, and nobody may intercept them.
[Kaos K10.15] [Kaos K18.7] [Kaos K21.8] [Kaos K21.15] [Kaos K26.2] [Kaos K31.4] [Kaos K31.10]
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import OpenFrame
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.movement import (
    allowance_condition,
    are_sane,
    goes,
    path_condition,
    path_of,
    sane_condition,
    settle,
)
from esquive.kaos.book.terms import cost_terms, limit_terms
from esquive.kaos.table import answers
from esquive.kaos.table.answers import legs_of_move
from esquive.kaos.table.events import E_MOVE_LOST
from esquive.kaos.table.state import IN_PLAY, State

# Why a figure may move, with the clause that lets it.
MOVE_FORCED: Final = 0
MOVE_AFTER_RIPOSTE: Final = 1
MOVE_AFTER_SHIELD: Final = 2
MOVE_AFTER_INTERCEPTION: Final = 3
REASONS: Final = (
    ("forced-move", "K26.2"),
    ("move-after-riposte", "K21.8"),
    ("move-after-shield", "K21.15"),
    ("move-after-interception", "K31.4"),
)
STAY_ANSWER: Final = answers.move([])


@fields
class MoveChoiceFrame(OpenFrame[State]):
    """A figure moves now, at most `limit` micrometres, or loses its move of the round. `reason`: see REASONS."""

    NAME = "move"
    STEPS = ("ask",)

    figure: int
    limit: int
    reason: int

    def run(self, state: State) -> bool:
        if state.status[self.figure] == IN_PLAY:
            return True
        state.stack.pop()
        return False

    def waiting(self, state: State) -> Decision:
        return Decision(REASONS[self.reason][0], state.owner[self.figure], self, state)

    def is_listed(self, state: State) -> bool:
        return False

    def conditions(self, state: State, answer: int) -> list[Condition]:
        legs = legs_of_move(answer)
        name = state.names[self.figure]
        found = [Condition("wrong-verb", (REASONS[self.reason][1],), legs is not None, {"figure": name})]
        if not legs:
            return found
        found.append(sane_condition(legs))
        if not are_sane(legs):
            return found
        made = path_of(state, self.figure, state.base(self.figure), legs)
        clause = REASONS[self.reason][1]
        found.append(path_condition(state, self.figure, made))
        if made.problem is None:
            limit = limit_terms(state, self.figure, self.limit, "R235", clause)
            terms = {"cost": cost_terms(made), "limit": limit}
            found.append(allowance_condition(state, self.figure, made.cost, made.length, self.limit, clause, terms))
        return found

    def answer(self, state: State, answer: int) -> None:
        state.stack.pop()
        legs = legs_of_move(answer)
        assert legs is not None, "a move is judged before it is made"
        if not goes(legs) and state.log is not None:
            state.log.append((E_MOVE_LOST, self.figure))
        settle(state, self.figure, path_of(state, self.figure, state.base(self.figure), legs))

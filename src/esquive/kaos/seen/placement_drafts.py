"""Where a spell, a skill or an object may put a figure down: the places that will do, and a line with one of them.

Some effects ask for a place beside a target. A hand that taps or drags it is told at once whether that place will do,
by the conditions of the decision that is waited for.
"""

from math import isqrt
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.frames import on_top
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.effects import place_op
from esquive.kaos.book.movement import are_sane, path_of
from esquive.kaos.book.uses import ops_of
from esquive.kaos.book.windows import FreeWindowFrame
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.geometry.ground import footing, is_free
from esquive.kaos.geometry.movement_areas import BARRED, Field, outlines
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM
from esquive.kaos.seen.decisions import place, spot
from esquive.kaos.seen.draft_problems import told_problem
from esquive.kaos.seen.draft_shapes import DraftLanding, TriedLanding
from esquive.kaos.seen.measurements import told_ring
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Plan, Use
from esquive.kaos.table.state import IN_PLAY
from esquive.kaos.written.notation import format_answer, parse_answer

FINE: Final = 4 * CM // 10  # from one place that is tried to the next; of what reaches far a part of that
PARTS: Final = 16
TAKEN: Final = BARRED // 2  # what a place costs that will not do: an outline passes at the last one that will
FINEST: Final = CM // 100  # to which a hand is exact


class Landing:
    """A line that asks for a place, in one position and language."""

    def __init__(self, wording: Wording, seat: int, line: str) -> None:
        """Raises NotationError for a seat that is not asked, and for a line that asks for no place."""
        state = wording.state
        waiting = state.waiting
        turn, window = on_top(state, ActivationFrame), on_top(state, FreeWindowFrame)
        if (turn is None and window is None) or not isinstance(waiting, Decision) or waiting.seat != seat:
            raise NotationError("nobody is asked for a place", "landing", "wait until you may use what asks for one")
        self.wording = wording
        self.state = state
        self.waiting = waiting
        answer = parse_answer(state, line)
        found = answers.plan_of(answer) or Use.of(answer)
        self.figure = turn.figure if isinstance(found, Plan) and turn is not None else -1
        if isinstance(found, Use):
            self.figure = found.figure
        is_used = found is not None and 0 <= self.figure < len(state.names) and self.stands(found.target)
        op = place_op(ops_of(state, self.figure, found.means)) if found is not None and is_used else None
        if op is None or found is None or (isinstance(found, Plan) and not are_sane(found.first)):
            raise NotationError("{line!r} asks for no place", "landing", "use what puts a figure down", line=line)
        self.op: Op = op
        self.found: Plan | Use = found
        self.end: Base = self.acts_at()

    def stands(self, figure: int) -> bool:
        """Whether a number is that of a figure in play."""
        return 0 <= figure < len(self.state.names) and self.state.status[figure] == IN_PLAY

    def acts_at(self) -> Base:
        """Where who does it stands by then."""
        base, found = self.state.base(self.figure), self.found
        return path_of(self.state, self.figure, base, found.first).end if isinstance(found, Plan) else base

    def try_out(self, draft: DraftLanding) -> TriedLanding:
        """What a place comes to; that of the line where the draft names none."""
        found, target = self.found, self.found.target
        if draft.x is not None and draft.y is not None:
            found.x, found.y = (round(one * CM) // FINEST * FINEST for one in (draft.x, draft.y))
        answer = found.answer()
        failing: Condition | None = next((one for one in self.waiting.conditions(answer) if not one.holds), None)
        old = self.base(target)
        flat = old.at(found.x, found.y, 0, old.facing)
        there = old.at(found.x, found.y, footing(self.state.table, flat).level, old.facing)
        at = place(there.x, there.y, there.z)
        return TriedLanding(
            line=format_answer(self.state, answer),
            figure=self.state.names[target],
            at=spot(there),
            legal=failing is None,
            problem=None if failing is None else told_problem(self.wording, failing, at),
            area=[told_ring(ring) for ring in outlines(self.field(), self.op.amount)] if draft.area else None,
        )

    def base(self, figure: int) -> Base:
        """Where a figure stands by then."""
        return self.end if figure == self.figure else self.state.base(figure)

    def field(self) -> Field:
        """How far the places are from where the target stands that a base may stand at; see `effects.may_place`."""
        state, target, far = self.state, self.found.target, self.op.amount
        old = self.base(target)
        others = tuple(self.base(other) for other in state.in_play() if other != target)
        step = max(FINE, far // PARTS)
        half = far // step + 2
        made = Field(old.x - half * step, old.y - half * step, step, 2 * half + 1)
        for cell in range(len(made.costs)):
            x, y = made.point(cell)
            square = (x - old.x) ** 2 + (y - old.y) ** 2
            is_near = square < (far + 2 * step) ** 2
            is_fit = is_near and is_free(state.table, old.at(x, y, 0, old.facing), others)
            made.costs[cell] = isqrt(square) if is_fit else TAKEN
        return made

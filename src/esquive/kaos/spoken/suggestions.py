"""What is proposed to people: what `kaos.proposals` finds, without moves of some millimetres that serve nothing, nor
runs that lead no farther than a walk.

In a crowd a way worth looking at may end where it begins. Bots weigh it like any other; somebody who reads a list would
ask what it is for.
"""

from typing import Final

from esquive.core.waiting import Decision
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.pools import CONTACT
from esquive.kaos.geometry.measures import within
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM
from esquive.kaos.spoken.dice_pools import plan_dice
from esquive.kaos.table import answers
from esquive.kaos.table.answers import NO_ACTION, RUN, STAY, WALK, Plan
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.notation import acting

LITTLE: Final = CM // 2  # a move that is shorter has to serve something
SPARE: Final = 16  # so many more are looked at, for those that are left out

_Doing = tuple[int, int, int, int, int]


def proposals(state: State, n: int) -> list[int]:
    """Every legal answer where they are listed, else at most n of the best, without moves that serve nothing."""
    waiting = state.waiting
    assert isinstance(waiting, Decision), "answers are proposed to who is asked"
    if waiting.is_listed:
        return waiting.options()
    found = waiting.candidates(n + SPARE)
    figure = acting(state) if waiting.kind == "plan" else getattr(state.stack[-1], "figure", NONE)
    if figure == NONE:
        return found[:n]
    idle = _Idle(state, figure, found)
    return ([answer for answer in found if not idle.is_idle(answer)] or found)[:n]


class _Idle:
    """Tells which of some answers move a figure for nothing."""

    def __init__(self, state: State, figure: int, found: list[int]) -> None:
        self.state = state
        self.figure = figure
        self.base = state.base(figure)
        self.known = set(found)
        self.standing: dict[_Doing, int] = {}  # the most dice of an action without a step
        for plan in filter(None, map(answers.plan_of, found)):
            if plan.kind == STAY and not plan.second:
                dice = self.dice(plan, path_of(state, figure, self.base, plan.first).end)
                self.standing[_doing(plan)] = max(dice, self.standing.get(_doing(plan), 0))

    def dice(self, plan: Plan, base: Base) -> int:
        """What the action of a plan rolls from where it is done."""
        return plan_dice(self.state, self.figure, plan, base) or 0

    def is_idle(self, answer: int) -> bool:
        """Whether the same is proposed without a move, without its second part, or as a walk, and that is as good."""
        plan, legs = answers.plan_of(answer), answers.legs_of_move(answer)
        if legs is not None:
            return self.is_vain(path_of(self.state, self.figure, self.base, legs))
        if plan is None:
            return False
        if plan.kind == RUN and Plan(WALK, plan.first, []).answer() in self.known:
            return True
        first = path_of(self.state, self.figure, self.base, plan.first)
        if plan.second:
            short = Plan(plan.kind, plan.first, [], plan.action, plan.means, plan.target, plan.x, plan.y).answer()
            return short in self.known and self.is_vain(path_of(self.state, self.figure, first.end, plan.second))
        if not self.is_vain(first):
            return False
        still = self.standing.get(_doing(plan))
        return plan.action == NO_ACTION or (still is not None and self.dice(plan, first.end) <= still)

    def is_vain(self, made: Passage) -> bool:
        """Whether a path is of some millimetres and comes to touch, or to touch no more, nobody; nor leads over an
        edge."""
        if not made.has_moved or made.length >= LITTLE or made.fall is not None:
            return False
        return self.touched(made.start) == self.touched(made.end)

    def touched(self, base: Base) -> list[bool]:
        """Which of the others are in contact with a base."""
        return [within(self.state.table, base, other, CONTACT) for other in self.state.others(self.figure)]


def _doing(plan: Plan) -> _Doing:
    return plan.action, plan.means, plan.target, plan.x, plan.y

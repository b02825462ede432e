"""Plans in the order people look for them: what is struck first, then what is shot at, searched for, walked to.

Within a group the attack that is worth most on average comes first, as bots weigh it; of equals the one at the better
place, which is the order they were proposed in.
"""

from typing import Final

from esquive.kaos.book.movement import goes, path_of
from esquive.kaos.book.plans import flags_of
from esquive.kaos.proposals.worth import attack_worth
from esquive.kaos.seen.shapes import Group
from esquive.kaos.table import answers
from esquive.kaos.table.answers import CAST, CHARGE, SEARCH, SHOOT, STRIKE, USE_SKILL, Plan
from esquive.kaos.table.state import NONE, State

GROUPS: Final[tuple[Group, ...]] = ("strike", "charge", "shoot", "cast", "use", "search", "move")
OF_ACTIONS: Final[dict[int, Group]] = {
    STRIKE: "strike",
    SHOOT: "shoot",
    CAST: "cast",
    USE_SKILL: "use",
    SEARCH: "search",
}


def group_of(plan: Plan) -> Group:
    """What a plan is for."""
    return "charge" if plan.kind == CHARGE else OF_ACTIONS.get(plan.action, "move")


def worth_of(state: State, figure: int, plan: Plan) -> int:
    """What the attack of a plan is worth on average from where it is made; 0 where there is none."""
    if plan.action not in (STRIKE, SHOOT, CAST) or plan.target == NONE:
        return 0
    base = path_of(state, figure, state.base(figure), plan.first).end
    there = base if plan.target == figure else state.base(plan.target)
    flags = flags_of(state, figure, plan, goes(plan.first))
    return attack_worth(state, figure, base, plan.means, plan.target, there, flags)


def grouped(state: State, figure: int, found: list[int]) -> list[int]:
    """Plans as answers, group after group, the best first in each."""

    def order(answer: int) -> tuple[int, int]:
        plan = answers.plan_of(answer)
        assert plan is not None, "only plans are grouped"
        return GROUPS.index(group_of(plan)), -worth_of(state, figure, plan)

    return sorted(found, key=order)

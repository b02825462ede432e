"""The best attack on a figure that a hand has put the base of another one down on.

From the end of the hand's path if anything can be done there, for that is the side that was chosen; else from anywhere
in reach, by what is proposed to bots. The order is taste; whether a plan is legal the rules say.
"""

from collections.abc import Iterable
from typing import Final

from esquive.kaos.book.movement import path_of
from esquive.kaos.proposals.candidates import plan_candidates, sorties
from esquive.kaos.seen.plan_groups import worth_of
from esquive.kaos.table import answers
from esquive.kaos.table.answers import CAST, SHOOT, STRIKE, Plan
from esquive.kaos.table.state import State

ATTACKS: Final = (STRIKE, SHOOT, CAST)
LOOKED_AT: Final = 40  # plans worth looking at, of which some attack the figure


def best_attack(state: State, figure: int, target: int, from_there: Iterable[Plan]) -> Plan | None:
    """The attack on a figure that is worth most, or None; `from_there` are plans from where the hand's path ends."""
    near = [plan for plan in from_there if plan.target == target and plan.action in ATTACKS]
    return _best(state, figure, near or _attacks(state, figure, target))


def _attacks(state: State, figure: int, target: int) -> list[Plan]:
    """Every attack on the target that is proposed, without a second part of the move."""
    proposed = [answers.plan_of(answer) for answer in plan_candidates(state, figure, LOOKED_AT)]
    found = [plan for plan in (*filter(None, proposed), *sorties(state, figure)) if not plan.second]
    return [plan for plan in found if plan.target == target and plan.action in ATTACKS]


def _best(state: State, figure: int, plans: list[Plan]) -> Plan | None:
    """The plan whose attack is worth most; of equals the one with the shorter way."""
    start = state.base(figure)

    def order(plan: Plan) -> tuple[int, int, int]:
        made = path_of(state, figure, start, plan.first)
        return -worth_of(state, figure, plan), made.cost, plan.answer()

    return min(plans, key=order, default=None)

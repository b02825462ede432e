"""Whether a destiny point can still change what a roll comes to [Kaos K36.4] [Kaos K36.6].

The rules let both players spend points as long as the action is not finished, also where it is settled already. Whoever
asks them for it may say so. Dice and points lie open on the table, so this tells nobody anything hidden.
"""

from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.exchange import COMPARE, COMPARE_COUNTER, AttackFrame
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.rolls import ASK_DESTINY, ContestFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.book.uses import UseFrame
from esquive.kaos.table.state import NONE, State


def is_point_idle(state: State) -> bool:
    """Whether the player asked for a destiny point cannot change what the roll comes to, however the dice fall.

    A point only ever adds successes, one at most for each die that shows a failure. It is idle where none of them makes
    a difference, whatever the other player may still reach. False where no destiny point is asked for.
    """
    contest = state.stack[-1] if state.stack else None
    if not isinstance(contest, ContestFrame) or contest.step != ASK_DESTINY:
        return False
    side = contest.side
    ours, theirs = _within_reach(state, contest, side), _within_reach(state, contest, 1 - side)
    return all(
        len({_comes_to(state, *((mine, other) if side == 0 else (other, mine))) for mine in ours}) == 1
        for other in theirs
    )


def _within_reach(state: State, contest: ContestFrame, side: int) -> range:
    """The successes a side may end with: what it has, and one more for each failure if it has a point to spend."""
    if side >= contest.sides:
        return range(NONE, NONE + 1)
    now = contest.successes(side)
    more = len(contest.failures(side)) if state.destiny[contest.seat_of(side)] else 0
    return range(now, now + more + 1)


def _comes_to(state: State, ours: int, theirs: int) -> object:
    """What the procedure that asked for the roll makes of so many successes; of one not known here the numbers."""
    asked = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(asked, AttackFrame) and asked.step == COMPARE:
        return asked.comes_to(state, ours, theirs)
    if isinstance(asked, AttackFrame) and asked.step == COMPARE_COUNTER:
        return asked.counter_comes_to(state, ours, theirs)
    if isinstance(asked, FallFrame):
        return asked.saved(ours)
    if isinstance(asked, UseFrame):
        return ours >= 1
    if isinstance(asked, RoundFrame | DeploymentFrame):
        return (ours > theirs) - (ours < theirs)
    return ours, theirs

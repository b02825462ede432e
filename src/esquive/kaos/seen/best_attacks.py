"""The likeliest ways to put an enemy out of action with the figure that acts, or with one that may be activated now.

Ways on an open table are without number: what is weighed are the attacks that are proposed, the best few on each enemy,
by the exact odds of their dice. Whoever is attacked reacts as is worst for the attacker, but does not run away: that
would be told of every attack.
"""

from fractions import Fraction
from typing import Any, Final

from esquive.core.cancellation import check_wanted
from esquive.core.odds import TooManyWays
from esquive.core.strike_shapes import BestStrike, BestStrikes, StrikeSearch, StrikeStep
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.proposals.candidates import plan_candidates, sorties
from esquive.kaos.seen.best_attack import ATTACKS, LOOKED_AT
from esquive.kaos.seen.decisions import Asking
from esquive.kaos.seen.plan_groups import worth_of
from esquive.kaos.spoken.odds_counting import ODDS
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ACTIVATE, FLIGHT, Plan, Reaction
from esquive.kaos.table.state import IN_PLAY, NONE, State
from esquive.kaos.written.notation import format_answer

TOLD: Final = 3
_ACTIVATING: Final = ("initiative", "activate")  # decisions in which a figure may be activated
MOST_PLANS: Final = 3  # attacks of a figure on one enemy that are weighed
MOST_OF_ONE: Final = 5_000  # positions worked out for one attack
MOST_LET_BE: Final = 20  # decisions between an activation and its plan

# Positions from which a plan is made: the answer that activates the figure, NONE where it is active already.
Start = tuple[int, int, Any]
Chances = tuple[Fraction, Fraction]  # out of action, wounded at least


def strike_search(state: State, language: str = "en") -> StrikeSearch | None:
    """The search for the likeliest ways to put enemies out of action; None where nobody is to plan or be activated."""
    waiting = state.waiting
    is_asked = isinstance(waiting, Decision) and waiting.kind in ("plan", *_ACTIVATING)
    return BestAttacks(state, language) if is_asked else None


class _Weighed:
    """An attack whose odds have been counted: how likely it puts its target out of action, and wounds it at least."""

    def __init__(self, start: Start, plan: Plan, out: Fraction, wounded: Fraction) -> None:
        self.start = start
        self.plan = plan
        self.out = out
        self.wounded = wounded

    def order(self) -> tuple[Fraction, Fraction, int]:
        """What the better one has more of; of equals the one with the simpler way."""
        return self.out, self.wounded, -len(self.plan.first) - len(self.plan.second)


class BestAttacks(StrikeSearch):
    """Weighs what is proposed, figure after figure, the attack that is worth most on average first."""

    def __init__(self, state: State, language: str) -> None:
        waiting = state.waiting
        assert isinstance(waiting, Decision), "somebody is asked"
        self.state = state
        self.language = language
        self.seat = waiting.seat
        self._positions = 0
        self._starts: list[tuple[int, int]] = [(NONE, state.active)]
        if waiting.kind in _ACTIVATING:
            mine = [(answers.pack_one(ACTIVATE, figure), figure) for figure in state.unactivated(self.seat)]
            self._starts = [one for one in mine if waiting.refusal(one[0]) is None]
        self._plans: list[tuple[Start, Plan]] = []
        self._weighed: list[_Weighed] = []

    @property
    def positions(self) -> int:
        """How many have been worked out so far."""
        return self._positions

    @property
    def has_ended(self) -> bool:
        """Whether all that is proposed has been weighed."""
        return not self._starts and not self._plans

    def look(self, until: int) -> None:
        """Weighs attacks until so many positions have been worked out."""
        while self._positions < until and not self.has_ended:
            check_wanted()
            if self._plans:
                self._weigh(*self._plans.pop(0))
            else:
                self._list(*self._starts.pop(0))

    def _list(self, option: int, figure: int) -> None:
        """Puts down the attacks of a figure, those on each enemy that are worth most."""
        state = self.state if option == NONE else self._activated(option)
        if state is None:
            return
        proposed = [answers.plan_of(answer) for answer in plan_candidates(state, figure, LOOKED_AT)]
        found = {plan.answer(): plan for plan in (*sorties(state, figure), *filter(None, proposed))}
        enemies = state.in_play(1 - self.seat)
        attacks = [plan for plan in found.values() if plan.action in ATTACKS and plan.target in enemies]
        attacks.sort(key=lambda plan: (-worth_of(state, figure, plan), bool(plan.second), plan.answer()))
        self._positions += len(found)
        count: dict[int, int] = {}
        for plan in attacks:
            count[plan.target] = count.get(plan.target, 0) + 1
            if count[plan.target] <= MOST_PLANS:
                self._plans.append(((option, figure, state), plan))

    def _activated(self, option: int) -> State | None:
        """The position in which a figure plans, what is free before being let be; None where it does not come to it."""
        state = self.state.copy()
        state.log = None
        state.apply(option)
        for _ in range(MOST_LET_BE):
            waiting = state.waiting
            if not isinstance(waiting, Decision):
                return None
            if waiting.kind == "plan":
                return state
            forced = ODDS.forced(state, waiting)
            if forced is None:
                return None
            state.apply(forced)
        return None

    def _weigh(self, start: Start, plan: Plan) -> None:
        count = _Count(start[2], plan.target)
        try:
            out, wounded = count.chances(plan.answer())
        except TooManyWays:
            return
        finally:
            self._positions += count.positions
        self._weighed.append(_Weighed(start, plan, out, wounded))

    def found(self) -> BestStrikes:
        """The best attack on each enemy that may put it out of action, or wound it at least."""
        best: dict[int, _Weighed] = {}
        for one in self._weighed:
            known = best.get(one.plan.target)
            if one.wounded and (known is None or one.order() > known.order()):
                best[one.plan.target] = one
        order = sorted(best.values(), key=lambda one: (-one.out, -one.wounded, one.plan.target))
        return BestStrikes(
            strikes=[self._told(one) for one in order[:TOLD]],
            positions=self.positions,
            complete=False,
            ended=self.has_ended,
            note=Wording(self.state, self.language).say("kaos.best.note"),
        )

    def _told(self, one: _Weighed) -> BestStrike:
        option, _, state = one.start
        lines, steps = [], []
        if option != NONE:
            lines.append(format_answer(self.state, option))
            steps.append(StrikeStep(kind="other", label=_label(self.state, option, self.language)))
        answer = one.plan.answer()
        lines.append(format_answer(state, answer))
        label = _label(state, answer, self.language)
        steps.append(StrikeStep(kind="strike", label=label, percent=_percent(one.out)))
        return BestStrike(
            lines=lines,
            label=label,
            ko=[state.names[one.plan.target]],
            probability=str(one.out),
            percent=_percent(one.out),
            steps=steps,
            wounded=_percent(one.wounded),
        )


class _Count:
    """How likely an attack puts its target out of action, and wounds it at least, by the odds of the dice.

    What the attacker chooses on the way is best for it, what the other player chooses worst, each chance for itself.
    """

    def __init__(self, before: State, target: int) -> None:
        waiting = before.waiting
        assert isinstance(waiting, Decision), "an attack is planned"
        self.before = ODDS.seen_by(before, waiting.seat)
        self.seat = waiting.seat
        self.target = target
        self.positions = 0
        self._known: dict[bytes, Chances] = {}

    def chances(self, answer: int) -> Chances:
        """Both chances after a legal plan; raises TooManyWays."""
        return self._after(self.before, answer)

    def _after(self, state: State, answer: int) -> Chances:
        check_wanted()
        self.positions += 1
        if self.positions > MOST_OF_ONE:
            raise TooManyWays
        after = state.copy()
        after.log = []
        after.apply(answer)
        key = ODDS.key(after)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._from(after)
        return known

    def _from(self, state: State) -> Chances:
        waiting = state.waiting
        if isinstance(waiting, Over) or ODDS.is_resolved(self.before, state):
            is_out = state.status[self.target] > IN_PLAY
            is_wounded = is_out or state.wounds[self.target] > self.before.wounds[self.target]
            return Fraction(is_out), Fraction(is_wounded)
        if isinstance(waiting, Roll):
            weighed = [(weight, self._after(state, one)) for one, weight in ODDS.outcomes(state, waiting)]
            total = sum(weight for weight, _ in weighed)
            out = sum((weight * chances[0] for weight, chances in weighed), Fraction(0))
            return out / total, sum((weight * chances[1] for weight, chances in weighed), Fraction(0)) / total
        forced = ODDS.forced(state, waiting)
        if forced is not None:
            return self._after(state, forced)
        if not waiting.is_listed:
            raise TooManyWays
        options = waiting.options()
        if waiting.kind == "react":
            options = [one for one in options if Reaction.read(one).reaction != FLIGHT] or options
        found = [self._after(state, one) for one in options]
        order = max if waiting.seat == self.seat else min
        return order(out for out, _ in found), order(wounded for _, wounded in found)


def _label(state: State, answer: int, language: str) -> str:
    waiting = state.waiting
    assert isinstance(waiting, Decision), "an answer answers a decision"
    return Asking(waiting, Wording(state, language)).option(answer).label


def _percent(share: Fraction) -> float:
    return round(float(share) * 100, 1)

"""Playing a position out to the end of the turn: the rest of a plan, then a quick policy for whoever is asked."""

from random import Random
from typing import Any, Final

from esquive.agents.greedy import MOST_ALTERNATIVES, GreedyAgent, Thoroughness, UnitTurn
from esquive.agents.lookahead import LookaheadAgent
from esquive.core.evaluation import ProposalEvaluation, WalkEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

QUICK: Final = Thoroughness(places=20, is_hasty=True)  # of the policy
MOST_WAITS: Final = 400  # of one playing-out; no turn takes so many


class QuickPolicy(GreedyAgent):
    """The greedy agent in a hurry, in positions where nothing is hidden any more."""

    def planned(self, game: Game, state: Any, decision: Decision, rng: Random) -> list[int]:
        """The plan that is worth most at once."""
        turn = UnitTurn(self.evaluation, decision.seat, rng, QUICK)
        if self.evaluation.is_turn(decision):
            return turn.plan(state)
        return [turn.best_of(state, decision.options()[:MOST_ALTERNATIVES])]


def rolled_out(
    game: Game, evaluation: WalkEvaluation | ProposalEvaluation, state: Any, plan: list[int], seat: int, dice: Random
) -> int:
    """What the position is worth to a seat at the end of the turn; the position is played on.

    Games whose answers are proposed are played out to the end of the matter, as their greedy agent does.
    """
    if not isinstance(evaluation, WalkEvaluation):
        agent = LookaheadAgent(evaluation)
        return agent.expected(state, plan[0], [dice.getrandbits(32)], seat)
    number = game.turn_of(state)
    for answer in plan:
        state.apply(answer)
    policies: dict[int, QuickPolicy] = {}
    for _ in range(MOST_WAITS):
        waiting = state.waiting
        if isinstance(waiting, Roll):
            state.apply(waiting.sample(dice))
        elif isinstance(waiting, Over) or game.turn_of(state) != number:
            break
        else:
            policy = policies.get(waiting.seat)
            if policy is None:
                policy = policies[waiting.seat] = QuickPolicy(evaluation)
            state.apply(policy.choose(game, state, waiting, dice))
    return evaluation.value(state, seat)

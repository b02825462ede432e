"""The search agent of games whose answers are proposed: its proposals are played out through the other side's reply.

The greedy agent values a position once its own matter is over. Here the next matter of the other side is played too, as
the rule of thumb has it, before the position is valued: who can be struck is struck, instead of being thought in
danger. Proposals are tried with the same dice, what is hidden dealt anew for each try, and the worse ones dropped.
Answers that belong to a matter under way (reactions, rolls improved) are those of the greedy agent.
"""

from random import Random
from typing import Any, Final

from esquive.agents.halving import Budget, halved
from esquive.agents.lookahead import MOST_WAITS, LookaheadAgent
from esquive.core.evaluation import ProposalEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

FEWEST_TRIES: Final = 3  # of a proposal, before it is taken instead of the likeliest


class ReplyingAgent(LookaheadAgent):
    """Plays its proposals out through the reply, as often as there is time for."""

    name = "search"
    is_quick = False

    def __init__(self, evaluation: ProposalEvaluation, budget: Budget) -> None:
        super().__init__(evaluation)
        self.budget = budget

    def weighed(self, game: Game, known: Any, proposals: list[int], rng: Random) -> int:
        """The proposal that did best; that of the greedy agent within a matter, and where time was too short."""
        decision = known.waiting
        if self.evaluation.is_inner(decision):
            return super().weighed(game, known, proposals, rng)
        ahead = Random()
        ahead.setstate(rng.getstate())  # where time was too short, the greedy agent has the chance it would have had
        chance, seat = ahead.getrandbits(32), decision.seat

        def tried(candidate: int, number: int) -> float:
            dice = Random(f"{chance}/{number}")
            dealt = self.evaluation.hide(known, seat, dice)
            dealt.apply(proposals[candidate])
            self.finish(dealt, self.play_on(dealt, MOST_WAITS), dice)
            return self._replied(game, dealt, dice, seat)

        best = halved(len(proposals), tried, self.budget)[0]
        if best.tries < FEWEST_TRIES:
            return super().weighed(game, known, proposals, rng)
        return proposals[best.candidate]

    def _replied(self, game: Game, state: Any, dice: Random, seat: int) -> int:
        """What a position is worth once the other side has done what comes next, in the same turn; it is played on."""
        evaluation, number = self.evaluation, game.turn_of(state)
        is_replied = False
        for _ in range(MOST_WAITS):
            waiting = state.waiting
            if isinstance(waiting, Over) or game.turn_of(state) != number:
                break
            if isinstance(waiting, Roll):
                state.apply(waiting.sample(dice))
            elif evaluation.is_inner(waiting):
                state.apply(evaluation.reply(state, waiting))
            else:
                answer = evaluation.settled(state, waiting)
                if answer is None:
                    if is_replied or waiting.seat == seat:
                        break
                    is_replied, answer = True, _likeliest(waiting)
                state.apply(answer)
        return evaluation.value(state, seat)


def _likeliest(decision: Decision) -> int:
    return decision.candidates(1)[0]

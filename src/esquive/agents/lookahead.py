"""The greedy agent of games whose answers cannot be listed: it weighs a few proposals by playing each of them out.

What the decision proposes is tried on copies, up to the next decision that is a new matter, with the same dice for
every proposal; whatever is asked on the way is answered by a rule of thumb, for both sides. The proposal worth most on
average is taken. Decisions that are not worth so much thought are settled by a rule at once.
"""

from random import Random
from typing import Any, Final

from esquive.core.evaluation import ProposalEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

MOST_WAITS: Final = 200  # of one playing-out; no matter takes so many


class LookaheadAgent:
    """One matter of lookahead with an evaluation; it remembers nothing."""

    name = "greedy"
    is_quick = True

    def __init__(self, evaluation: ProposalEvaluation, effort: int = 1, whims: int = 0) -> None:
        """`effort`: how many times as many dice as usual each proposal is played out with.

        `whims`: how many of a hundred answers are any of the proposals, as chance has it.
        """
        self.evaluation = evaluation
        self.effort = effort
        self.whims = whims

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """One legal answer."""
        known = self.evaluation.hide(state, decision.seat, rng)
        asked = known.waiting
        if self.whims and rng.randrange(100) < self.whims:
            return int(rng.choice(asked.proposals()))
        alike = self.evaluation.alike(known, asked)
        if alike:
            return rng.choice(alike)
        settled = self.evaluation.settled(known, asked)
        if settled is not None:
            return settled
        proposals = self.evaluation.proposals(known, asked)
        if len(proposals) == 1:
            return proposals[0]
        return self.weighed(game, known, proposals, rng)

    def weighed(self, game: Game, known: Any, proposals: list[int], rng: Random) -> int:
        """The proposal worth most on average."""
        asked = known.waiting
        seeds = [rng.getrandbits(32) for _ in range(self.effort * self.evaluation.tries(asked))]
        return max(proposals, key=lambda answer: self.expected(known, answer, seeds, asked.seat))

    def expected(self, state: Any, answer: int, seeds: list[int], seat: int) -> int:
        """The sum of what an answer comes to with each of some dice; the way to the first roll is gone once for all."""
        start = state.copy()
        start.apply(answer)
        left = self.play_on(start, MOST_WAITS)
        if not left:
            return len(seeds) * self.evaluation.value(start, seat)
        return sum(self.played_out(start.copy(), left, Random(seed), seat) for seed in seeds)

    def play_on(self, state: Any, left: int) -> int:
        """Answers by the rule of thumb until dice are to be rolled; how many waits are left then, 0 at an end."""
        while left:
            waiting = state.waiting
            if isinstance(waiting, Roll):
                return left
            if isinstance(waiting, Over) or not self.evaluation.is_inner(waiting):
                return 0
            state.apply(self.evaluation.reply(state, waiting))
            left -= 1
        return 0

    def finish(self, state: Any, left: int, rng: Random) -> None:
        """Plays the matter of a position that waits for a roll to its end; with no waits left it is there."""
        while left:
            state.apply(state.waiting.sample(rng))
            left = self.play_on(state, left - 1)

    def played_out(self, state: Any, left: int, rng: Random, seat: int) -> int:
        """What a position that waits for a roll is worth once the matter is over; the position is played on."""
        self.finish(state, left, rng)
        return self.evaluation.value(state, seat)

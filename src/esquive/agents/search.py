"""The search agent: what the greedy agent finds best is played out to the end of the turn, again and again.

The greedy agent weighs each action of a unit by what comes of it at once. Here the best of them are candidates: each is
played out with the same dice, the rest of the turn by a quick policy for the unit and those that play after it, and the
position at the turn's end is valued. What is hidden from the seat is dealt anew for each playing-out, so that nothing
hangs on what it cannot know. Replies are no part of it: the further a policy plays on, the less its end says.
"""

from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Final

from esquive.agents.base import Agent, Setting
from esquive.agents.greedy import MOST_ALTERNATIVES, GreedyAgent, Thoroughness, UnitTurn
from esquive.agents.halving import Budget, halved
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

QUICK: Final = Thoroughness(places=20, is_hasty=True)  # of the policy
WALKS: Final = 3  # of all candidates, one in so many is a walk without an action
MOST_WAITS: Final = 400  # of one playing-out; no turn takes so many


class Search:
    """Plays the best candidates out to the end of the turn, as often as there is time for."""

    is_offered = False  # until it plays quickly enough without compiled rules
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("seconds", "for a decision; 0: by simulations instead", 0.5, 0.0, 60.0),
        Setting("simulations", "for a decision, where seconds are 0", 50, 1, 100_000),
        Setting("breadth", "candidates of a decision", 8, 2, 64),
    )

    @classmethod
    def for_game(cls, game: Game, seconds: float = 0.5, simulations: int = 50, breadth: int = 8) -> Agent | None:
        """The agent for a game with units that walk, or None for another."""
        evaluation = game.evaluation("search")
        if not isinstance(evaluation, WalkEvaluation):
            return None
        return SearchAgent(evaluation, Budget(simulations, seconds), breadth)


class SearchAgent(GreedyAgent):
    """The greedy agent with its choices played out."""

    name = "search"
    is_quick = False

    def __init__(self, evaluation: WalkEvaluation, budget: Budget, breadth: int) -> None:
        super().__init__(evaluation)
        self.budget = budget
        self.breadth = breadth

    def planned(self, game: Game, state: Any, decision: Decision, rng: Random) -> list[int]:
        """The answers of the plan that did best when played out."""
        turn = UnitTurn(self.evaluation, decision.seat, rng, self.thoroughness)
        known = self.evaluation.hide(state, decision.seat, rng)
        plans = self._plans(turn, known, decision)
        if len(plans) == 1 or not game.turn_of(state):
            return plans[0]
        chance = rng.getrandbits(32)

        def tried(candidate: int, number: int) -> float:
            dice = Random(f"{chance}/{number}")
            dealt = self.evaluation.hide(state, decision.seat, dice)
            return self._played_out(game, dealt, plans[candidate], decision.seat, dice)

        return plans[halved(len(plans), tried, self.budget)[0].candidate]

    def _plans(self, turn: UnitTurn, known: Any, decision: Decision) -> list[list[int]]:
        """The candidates, what greedy thinks best first."""
        if self.evaluation.is_turn(decision):
            walks, actions = (sorted(ways, key=itemgetter(0), reverse=True) for ways in turn.weighed(known))
            few = min(len(walks), max(1, self.breadth // WALKS, self.breadth - len(actions)))
            found = [*actions[: self.breadth - few], *walks[:few]]
        else:
            options = decision.options()[:MOST_ALTERNATIVES]
            found = [(turn.expected(known, option, 0), [option]) for option in options]
        found.sort(key=itemgetter(0), reverse=True)
        return [plan for _, plan in found[: self.breadth]]

    def _played_out(self, game: Game, state: Any, plan: list[int], seat: int, dice: Random) -> int:
        """What the position is worth at the end of the turn; the position is played on."""
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
                    policy = policies[waiting.seat] = QuickPolicy(self.evaluation)
                state.apply(policy.choose(game, state, waiting, dice))
        return self.evaluation.value(state, seat)


class QuickPolicy(GreedyAgent):
    """The greedy agent in a hurry, in positions where nothing is hidden any more."""

    def planned(self, game: Game, state: Any, decision: Decision, rng: Random) -> list[int]:
        """The plan that is worth most at once."""
        turn = UnitTurn(self.evaluation, decision.seat, rng, QUICK)
        if self.evaluation.is_turn(decision):
            return turn.plan(state)
        return [turn.best_of(state, decision.options()[:MOST_ALTERNATIVES])]

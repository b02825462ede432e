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
from esquive.agents.greedy import MOST_ALTERNATIVES, GreedyAgent, UnitTurn
from esquive.agents.halving import Budget, halved
from esquive.agents.replying import ReplyingAgent
from esquive.agents.rollouts import QUICK, rolled_out
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Roll

FEWEST_FORESEEN: Final = 6  # candidates: with fewer, only what is worth most at once is played out
FEWEST_TRIES: Final = 3  # of a candidate, before it is taken instead of what greedy thinks best
MOST_INNER_WAITS: Final = 40  # of one action
WALKS: Final = 3  # of all candidates, one in so many is a walk without an action


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
        """The agent of the game's evaluation, or None for a game that has none; `breadth` is of units that walk."""
        evaluation = game.evaluation("search")
        if evaluation is None:
            return None
        if not isinstance(evaluation, WalkEvaluation):
            return ReplyingAgent(evaluation, Budget(simulations, seconds))
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
        """The answers of the plan that did best when played out; what greedy thinks best where time was too short."""
        turn = UnitTurn(self.evaluation, decision.seat, rng, self.thoroughness)
        known = self.evaluation.hide(state, decision.seat, rng)
        plans = self._plans(turn, known, decision)
        if len(plans) == 1 or not game.turn_of(state):
            return plans[0]
        chance = rng.getrandbits(32)

        def tried(candidate: int, number: int) -> float:
            dice = Random(f"{chance}/{number}")
            dealt = self.evaluation.hide(state, decision.seat, dice)
            return rolled_out(game, self.evaluation, dealt, plans[candidate], decision.seat, dice)

        best = halved(len(plans), tried, self.budget)[0]
        return plans[best.candidate if best.tries >= FEWEST_TRIES else 0]

    def _plans(self, turn: UnitTurn, known: Any, decision: Decision) -> list[list[int]]:
        """The candidates, what greedy thinks best first."""
        if self.evaluation.is_turn(decision):
            walks, actions = (sorted(ways, key=itemgetter(0), reverse=True) for ways in turn.weighed(known))
            few = min(len(walks), max(1, self.breadth // WALKS, self.breadth - len(actions)))
            found = [*self._promising(known, decision.seat, actions, self.breadth - few), *walks[:few]]
        else:
            options = decision.options()[:MOST_ALTERNATIVES]
            found = [(turn.expected(known, option, 0), [option]) for option in options]
        found.sort(key=itemgetter(0), reverse=True)
        return [plan for _, plan in found[: self.breadth]]

    def _promising(
        self, known: Any, seat: int, actions: list[tuple[int, list[int]]], most: int
    ) -> list[tuple[int, list[int]]]:
        """Half of them the actions worth most at once, half those after which another action is worth most.

        A unit that changes places to strike from there gains nothing by the first of the two.
        """
        if len(actions) <= most or most < FEWEST_FORESEEN:
            return actions[:most]
        later = [(self._foreseen(known, seat, plan), value, plan) for value, plan in actions]
        later.sort(key=itemgetter(0), reverse=True)
        found = actions[: most - most // 2]
        known_plans = {tuple(plan) for _, plan in found}
        found += [(value, plan) for _, value, plan in later if tuple(plan) not in known_plans][: most // 2]
        return found

    def _foreseen(self, known: Any, seat: int, plan: list[int]) -> int:
        """What the best action after a plan is worth, if its dice fall as they are likeliest to."""
        state = known.copy()
        for answer in plan:
            state.apply(answer)
        for _ in range(MOST_INNER_WAITS):
            waiting = state.waiting
            if isinstance(waiting, Roll):
                state.apply(max(self.evaluation.classes(state, waiting), key=itemgetter(1))[0])
            elif isinstance(waiting, Decision) and waiting.seat == seat and self.evaluation.is_turn(waiting):
                walks, actions = UnitTurn(self.evaluation, seat, Random(0), QUICK).weighed(state)
                return max(value for value, _ in walks + actions)
            elif isinstance(waiting, Decision) and self.evaluation.is_inner(waiting):
                state.apply(waiting.options()[0])
            else:
                break
        return self.evaluation.value(state, seat)

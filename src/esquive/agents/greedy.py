"""The greedy agent: looks through the turn of the unit it plays and takes the action worth most on average.

For the active unit it walks, on copies, to every cell that can be reached without dice, and weighs there everything the
unit may do: the dice are averaged over their classes of equal outcomes, or over a few samples where there are many. The
same spell on the same cell is weighed only from the best place to cast it from. After each roll it thinks again, so a
plan never outlives what it rests on. It looks no further than its own unit's turn and takes no account of replies.
"""

from random import Random
from typing import Any, Final

from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

MOST_PLACES: Final = 48
MOST_CLASSES: Final = 6
MOST_ROLLS: Final = 3
MOST_ALTERNATIVES: Final = 24
MOST_INNER: Final = 4


class GreedyAgent:
    """One unit-turn of lookahead with an evaluation. It remembers the rest of its plan between two decisions."""

    name = "greedy"
    is_quick = True

    def __init__(self, evaluation: WalkEvaluation, effort: int = 1) -> None:
        """`effort`: how many times as many places, alternatives and classes of dice as usual are looked at."""
        self.evaluation = evaluation
        self.effort = effort
        self._plan: list[int] = []
        self._place: tuple[int, ...] = ()

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """One of the decision's options."""
        options = decision.options()
        if len(options) == 1:
            return options[0]
        is_turn = self.evaluation.is_turn(decision)
        if self._plan and is_turn and self._place == self.evaluation.place(state) and self._plan[0] in options:
            return self._next(state)
        self._plan = []
        search = _Search(self.evaluation, decision.seat, rng, self.effort)
        known = self.evaluation.hide(state, decision.seat, rng)
        if not is_turn:
            return search.best_of(known, options[: MOST_ALTERNATIVES * self.effort])
        self._plan = search.plan(known)
        return self._next(state)

    def _next(self, state: Any) -> int:
        """The next answer of the plan; the rest is kept if it still stands on the way the unit is going."""
        answer = self._plan.pop(0)
        if self._plan:
            after = state.copy()
            after.apply(answer)
            if isinstance(after.waiting, Decision) and self.evaluation.is_turn(after.waiting):
                self._place = self.evaluation.place(after)
            else:
                self._plan = []
        return answer


class _Node:
    """A place the unit can walk to: the position there, its value, and the answers that lead there."""

    __slots__ = ("path", "state", "value")

    def __init__(self, state: Any, value: int, path: tuple[int, ...]) -> None:
        self.state = state
        self.value = value
        self.path = path


class _Search:
    """One act of thinking, for one seat."""

    __slots__ = ("classes", "evaluation", "places", "rng", "seat")

    def __init__(self, evaluation: WalkEvaluation, seat: int, rng: Random, effort: int) -> None:
        self.evaluation = evaluation
        self.seat = seat
        self.rng = rng
        self.places = MOST_PLACES * effort
        self.classes = MOST_CLASSES * effort

    # ------------------------------------------------------------------------------------------------ a unit's turn

    def plan(self, state: Any) -> list[int]:
        """The walk and the action worth most; just ending the turn when nothing is better than what is."""
        start = _Node(state, self.evaluation.value(state, self.seat), ())
        nodes, actions, ending = self.explore(start)
        best_value, best_path = start.value, [ending]
        for node in nodes[1:]:
            if node.value > best_value:
                best_value, best_path = node.value, [*node.path, ending]
        for answer, node in actions.items():
            value = self.expected(node.state, answer, 0)
            if value > best_value:
                best_value, best_path = value, [*node.path, answer]
        return best_path

    def explore(self, start: _Node) -> tuple[list[_Node], dict[int, _Node], int]:
        """Every place reached without dice, each other action with the best place for it, and the answer that ends."""
        nodes = [start]
        seen = {self.evaluation.place(start.state)}
        actions: dict[int, _Node] = {}
        ending = 0
        for node in nodes:
            for answer in node.state.waiting.options():
                if self.evaluation.ends_turn(answer):
                    ending = answer
                elif not self.evaluation.is_step(answer):
                    known = actions.get(answer)
                    if known is None or node.value > known.value:
                        actions[answer] = node
                elif len(nodes) < self.places and not self.walk(node, answer, nodes, seen) and node is start:
                    actions[answer] = node
        return nodes, actions, ending

    def walk(self, node: _Node, answer: int, nodes: list[_Node], seen: set[tuple[int, ...]]) -> bool:
        """Takes a step; False when it raises dice or a choice, and so is an action to be weighed."""
        after = node.state.copy()
        after.apply(answer)
        waiting = after.waiting
        if not (isinstance(waiting, Decision) and self.evaluation.is_turn(waiting)):
            return False
        place = self.evaluation.place(after)
        if place not in seen:
            seen.add(place)
            nodes.append(_Node(after, self.evaluation.value(after, self.seat), (*node.path, answer)))
        return True

    # ------------------------------------------------------------------------------------------------- expectations

    def best_of(self, state: Any, options: list[int]) -> int:
        """The option worth most on average; the first of equals."""
        best, best_value = options[0], self.expected(state, options[0], 0)
        for option in options[1:]:
            value = self.expected(state, option, 0)
            if value > best_value:
                best, best_value = option, value
        return best

    def expected(self, state: Any, answer: int, rolls: int) -> int:
        """What an answer is worth on average once it is resolved."""
        after = state.copy()
        after.apply(answer)
        return self.worth(after, rolls)

    def worth(self, state: Any, rolls: int) -> int:
        """What a position in the middle of an action is worth on average."""
        waiting = state.waiting
        if isinstance(waiting, Roll):
            return self.average(state, waiting, rolls)
        if isinstance(waiting, Over) or not self.evaluation.is_inner(waiting):
            return self.evaluation.value(state, self.seat)
        values = [self.expected(state, option, rolls + 1) for option in waiting.options()[:MOST_INNER]]
        return max(values) if waiting.seat == self.seat else min(values)

    def average(self, state: Any, roll: Roll, rolls: int) -> int:
        """The average over a roll's classes, or over samples: two of many, one when many dice have been rolled."""
        if rolls >= MOST_ROLLS:
            return self.expected(state, roll.sample(self.rng), rolls)
        classes = self.evaluation.classes(state, roll)
        if len(classes) > self.classes:
            return sum(self.expected(state, roll.sample(self.rng), rolls + 1) for _ in range(2)) // 2
        total = sum(weight * self.expected(state, outcome, rolls + 1) for outcome, weight in classes)
        return total // roll.total()

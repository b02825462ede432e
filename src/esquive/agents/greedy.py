"""The greedy agent: looks through the turn of the unit it plays and takes the action worth most on average.

For the active unit it walks, on copies, to every cell that can be reached without dice, and weighs there everything the
unit may do: the dice are averaged over their classes of equal outcomes, or over a few samples where there are many. The
same spell on the same cell is weighed only from the best place to cast it from. After each roll it thinks again, so a
plan never outlives what it rests on. It looks no further than its own unit's turn and takes no account of replies.
"""

from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

MOST_ROLLS: Final = 3
MOST_ALTERNATIVES: Final = 24
MOST_INNER: Final = 4


class Thoroughness(NamedTuple):
    """How closely a unit's turn is looked at.

    `places`: so many of those it can walk to; `classes`: so many of a roll's classes of equal outcomes; `walks_on`:
    whether an action counts with the best walk after it; `is_hasty`: whether a roll's likeliest class stands for all;
    `slip`: by how much each way to go on is misjudged as a rule (the standard deviation, in the units of values).
    """

    places: int = 48
    classes: int = 6
    walks_on: bool = True
    is_hasty: bool = False
    slip: int = 0


class GreedyAgent:
    """One unit-turn of lookahead with an evaluation. It remembers the rest of its plan between two decisions."""

    name = "greedy"
    is_quick = True

    def __init__(self, evaluation: WalkEvaluation, effort: int = 1, *, is_mended: bool = True, slip: int = 0) -> None:
        """`effort`: how many times as many places, alternatives and classes of dice as usual are looked at.

        One that `is_mended` sets up now so, now so, and knows that a unit may walk on after an action; without that it
        plays as in November 2026. `slip`: see Thoroughness.
        """
        self.evaluation = evaluation
        self.effort = effort
        self.is_mended = is_mended
        usual = Thoroughness()
        self.thoroughness = Thoroughness(usual.places * effort, usual.classes * effort, is_mended, slip=slip)
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
        self._plan = self.planned(game, state, decision, rng)
        return self._next(state) if is_turn else self._plan.pop(0)

    def planned(self, game: Game, state: Any, decision: Decision, rng: Random) -> list[int]:
        """The answers to give from here on, at least one; those after it hold in the unit's turn alone."""
        turn = UnitTurn(self.evaluation, decision.seat, rng, self.thoroughness)
        known = self.evaluation.hide(state, decision.seat, rng)
        if self.evaluation.is_turn(decision):
            return turn.plan(known)
        options, most = decision.options(), MOST_ALTERNATIVES * self.effort
        if self.is_mended and not game.turn_of(state):
            return [turn.nearly_best_of(known, rng.sample(options, min(len(options), most)))]
        return [turn.best_of(known, options[:most])]

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


class Place:
    """A place the unit can walk to: the position there, its value, and the answers that lead there.

    `onward` is the value of the best place that can be walked to from there on, itself included.
    """

    __slots__ = ("before", "onward", "path", "state", "value")

    def __init__(self, state: Any, value: int, path: tuple[int, ...], before: "Place | None" = None) -> None:
        self.state = state
        self.value = value
        self.path = path
        self.before = before
        self.onward = value


class UnitTurn:
    """One act of thinking about the turn of the active unit, for one seat."""

    __slots__ = ("evaluation", "rng", "seat", "thoroughness")

    def __init__(self, evaluation: WalkEvaluation, seat: int, rng: Random, thoroughness: Thoroughness) -> None:
        self.evaluation = evaluation
        self.seat = seat
        self.rng = rng
        self.thoroughness = thoroughness

    # ------------------------------------------------------------------------------------------------ a unit's turn

    def plan(self, state: Any) -> list[int]:
        """The walk and the action worth most; just ending the turn when nothing is better than what is."""
        walks, actions = self.weighed(state)
        return max(((self.judged(value), plan) for value, plan in walks + actions), key=itemgetter(0))[1]

    def judged(self, value: float) -> float:
        """What somebody who slips takes a value for."""
        slip = self.thoroughness.slip
        return value + self.rng.gauss(0.0, slip) if slip else value

    def weighed(self, state: Any) -> tuple[list[tuple[int, list[int]]], list[tuple[int, list[int]]]]:
        """What every walk, ended there, and every walk with an action after it is worth on average, as they are found.

        The first walk is staying where it is.
        """
        start = Place(state, self.evaluation.value(state, self.seat), ())
        places, actions, ending = self.explore(start)
        walks = [(place.value, [*place.path, ending]) for place in places]
        return walks, [(self.action_value(at, answer), [*at.path, answer]) for answer, at in actions.items()]

    def action_value(self, place: Place, answer: int) -> int:
        """What an action at a place is worth on average; with what walking on is worth there, if that is counted."""
        value = self.expected(place.state, answer, 0)
        return value + place.onward - place.value if self.thoroughness.walks_on else value

    def explore(self, start: Place) -> tuple[list[Place], dict[int, Place], int]:
        """Every place reached without dice, each other action with the best place for it, and the answer that ends."""
        nodes = [start]
        seen = {self.evaluation.place(start.state)}
        actions: dict[int, Place] = {}
        ending = 0
        for node in nodes:
            for answer in node.state.waiting.options():
                if self.evaluation.ends_turn(answer):
                    ending = answer
                elif not self.evaluation.is_step(answer):
                    known = actions.get(answer)
                    if known is None or node.value > known.value:
                        actions[answer] = node
                elif (
                    len(nodes) < self.thoroughness.places and not self.walk(node, answer, nodes, seen) and node is start
                ):
                    actions[answer] = node
        for node in reversed(nodes):
            if node.before is not None and node.onward > node.before.onward:
                node.before.onward = node.onward
        return nodes, actions, ending

    def walk(self, node: Place, answer: int, nodes: list[Place], seen: set[tuple[int, ...]]) -> bool:
        """Takes a step; False when it raises dice or a choice, and so is an action to be weighed."""
        after = node.state.copy()
        after.apply(answer)
        waiting = after.waiting
        if not (isinstance(waiting, Decision) and self.evaluation.is_turn(waiting)):
            return False
        place = self.evaluation.place(after)
        if place not in seen:
            seen.add(place)
            nodes.append(Place(after, self.evaluation.value(after, self.seat), (*node.path, answer), node))
        return True

    # ------------------------------------------------------------------------------------------------- expectations

    def best_of(self, state: Any, options: list[int]) -> int:
        """The option worth most on average; the first of equals."""
        return max(options, key=lambda option: self.judged(self.expected(state, option, 0)))

    def nearly_best_of(self, state: Any, options: list[int]) -> int:
        """Any of the options that are worth nearly as much as the best."""
        values = [self.expected(state, option, 0) for option in options]
        least = max(values) - self.evaluation.margin
        return self.rng.choice([option for option, value in zip(options, values, strict=True) if value >= least])

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
        if self.thoroughness.is_hasty:
            return self.expected(state, max(classes, key=itemgetter(1))[0], rolls + 1)
        if len(classes) > self.thoroughness.classes:
            return sum(self.expected(state, roll.sample(self.rng), rolls + 1) for _ in range(2)) // 2
        total = sum(weight * self.expected(state, outcome, rolls + 1) for outcome, weight in classes)
        return total // roll.total()

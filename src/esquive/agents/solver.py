"""The exact chance of a goal within a turn: every answer is tried, and every way the dice can fall is weighed.

Nothing is sampled, and positions that come to the same are worked out once. It is for the small positions of puzzles;
a position with too much before it is refused rather than guessed at.

Where answers are without number, as ways on an open table are, every answer that the game proposes is tried: the best
chance is then the best of these, and somebody may find a better one. What any answer is worth is counted all the same.
"""

from typing import Any, Final

from esquive.core.exercises import Exercise
from esquive.core.game import Game
from esquive.core.odds import OddsGame, TooManyWays
from esquive.core.practice import is_reached
from esquive.core.waiting import Decision, Over, Roll

MOST_POSITIONS: Final = 150_000
PROPOSED: Final = 48  # answers tried where they cannot be listed


class Solver:
    """The best play towards the goal of an exercise by the seat that is asked at its start, until its turn is over.

    Whoever else is asked on the way answers against it. Chances lie between 0 and 1. What is worked out is kept: after
    TooManyWays it goes on from there once `most` is larger.
    """

    def __init__(self, game: Game, exercise: Exercise, most: int = MOST_POSITIONS) -> None:
        self.game = game
        self.most = most
        self.goal = exercise.goal
        self.within = exercise.within
        self.document = exercise.document
        self.start: Any = game.from_document(exercise.document)
        assert game.odds is not None and isinstance(self.start.waiting, Decision)  # of a game that has puzzles
        self.odds: OddsGame = game.odds
        self.seat = self.start.waiting.seat
        self.turn = game.turn_of(self.start)
        self.let_be: set[str] = set()  # kinds of decisions that were not tried, but answered as odds are counted
        self._known: dict[bytes, float] = {}

    @property
    def positions(self) -> int:
        """How many positions have been worked out."""
        return len(self._known)

    def chance(self, state: Any) -> float:
        """The chance of the goal from a position on, by the best play."""
        if is_reached(self.game, state, self.goal):
            return 1.0
        waiting = state.waiting
        if isinstance(waiting, Over) or self.game.turn_of(state) != self.turn:
            return 0.0
        if self.within and not is_reached(self.game, state, self.within):
            return 0.0
        key = self.odds.key(state)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self.most:
                raise TooManyWays
            known = self._known[key] = self._worth(state, waiting)
        return known

    def _worth(self, state: Any, waiting: Decision | Roll) -> float:
        if isinstance(waiting, Roll):
            weighed = self.odds.outcomes(state, waiting)
            total = sum(weight for _, weight in weighed)
            return sum(weight * self.after(state, outcome) for outcome, weight in weighed) / total
        forced = self.forced(state, waiting)
        if forced is not None:
            if len(waiting.proposals(2)) > 1:
                self.let_be.add(waiting.kind)
            return self.after(state, forced)
        best, worst = 0.0, 1.0
        for answer in self.answers(state):
            chance = self.after(state, answer)
            best, worst = max(best, chance), min(worst, chance)
            if (best == 1.0) if waiting.seat == self.seat else (worst == 0.0):
                break
        return best if waiting.seat == self.seat else worst

    def forced(self, state: Any, waiting: Decision) -> int | None:
        """The answer to a decision that is not tried every way."""
        return self.odds.forced(state, waiting) if self.odds.is_settled(waiting) else None

    def answers(self, state: Any) -> list[int]:
        """The answers that are tried to the decision that a position waits for."""
        waiting: Decision = state.waiting
        found = waiting.proposals(PROPOSED)
        return [one for one in found if not self.odds.is_vain(state, one)] if waiting.seat == self.seat else found

    def after(self, state: Any, answer: int) -> float:
        """The chance after an answer or a roll."""
        found = state.copy()
        found.apply(answer)
        return self.chance(found)

    def chance_with(self, state: Any, lines: list[str]) -> float:
        """The chance when the next answers are these, whatever is rolled between them, and the best play follows."""
        waiting = state.waiting
        if isinstance(waiting, Roll) and self.game.turn_of(state) == self.turn:
            found = []
            for outcome, weight in self.odds.outcomes(state, waiting):
                after = state.copy()
                after.apply(outcome)
                found.append((weight, self.chance_with(after, lines)))
            return sum(weight * chance for weight, chance in found) / sum(weight for weight, _ in found)
        if not lines or not isinstance(waiting, Decision) or waiting.seat != self.seat:
            return self.chance(state)
        after = state.copy()
        self.game.play(after, lines[0])
        return self.chance_with(after, lines[1:])

    def first_moves(self) -> list[tuple[int, float]]:
        """The answers at the start that do anything, each with its chance, the best first."""
        answers = self.answers(self.start)
        return sorted(((one, self.after(self.start, one)) for one in answers), key=lambda pair: -pair[1])

    def best(self, state: Any) -> str:
        """The answer with the best chance, of somebody else with the worst; the first of equals."""
        order = max if state.waiting.seat == self.seat else min
        return self.game.format(state, order(self.answers(state), key=lambda answer: self.after(state, answer)))

    def worth_of(self, lines: list[str]) -> float:
        """What a try was worth: the best chance there was, less what its answers gave away, however the dice fell."""
        state = self.start.copy()
        worth = self.chance(state)
        for line in lines:
            waiting = state.waiting
            answer = self.game.parse(state, line)
            if isinstance(waiting, Decision) and waiting.seat == self.seat:
                before = self.chance(state)
                if before == 0.0 or is_reached(self.game, state, self.goal):
                    break
                worth *= self.after(state, answer) / before
            state.apply(answer)
        return worth

"""Practice: how far somebody has come in an exercise, as the engine has it."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from esquive.core.errors import NotationError
from esquive.core.exercises import Exercise, LessonStep
from esquive.core.game import Game
from esquive.core.scenario import has_fact
from esquive.core.waiting import Decision

PROPOSED: Final = 40  # answers looked at where they cannot be listed
PRACTICE: Final = "practice"  # the key of a set-up that makes a match one of practice


def setup_of_practice(exercise: Exercise) -> dict[str, Any]:
    """The set-up of a match that plays an exercise."""
    return {"position": exercise.document, PRACTICE: {"exercise": exercise.id, "dice": exercise.dice}}


def is_reached(game: Game, state: Any, facts: dict[str, Any]) -> bool:
    """Whether every fact of a goal is so."""
    return all(has_fact(game.read(state, path), wanted) for path, wanted in facts.items())


class Course:
    """How far somebody has come in an exercise: `step` counts the steps done. It follows a match by its lines."""

    __slots__ = ("_known", "exercise", "game", "seat", "state", "step", "turn")

    def __init__(self, game: Game, exercise: Exercise) -> None:
        self.game = game
        self.exercise = exercise
        self._begin()

    def _begin(self) -> None:
        self.state: Any = self.game.from_document(self.exercise.document)
        waiting = self.state.waiting
        self.seat = waiting.seat if isinstance(waiting, Decision) else 0
        self.turn = self.game.turn_of(self.state)
        self.step = 0
        self._known: list[str] = []

    def follow(self, lines: Sequence[str]) -> None:
        """Go on to where a match has come by its answers and rolls."""
        if list(lines[: len(self._known)]) != self._known:
            self._begin()
        for line in lines[len(self._known) :]:
            waiting = self.state.waiting
            is_answer = isinstance(waiting, Decision) and waiting.seat == self.seat
            self.game.play(self.state, line)
            self._known.append(line)
            self._pass(line if is_answer else "")

    def _pass(self, line: str) -> None:
        """The steps that are done by now; one without facts is done by a line that it accepts."""
        while self.step < len(self.exercise.step):
            step = self.exercise.step[self.step]
            if not (is_reached(self.game, self.state, step.until) if step.until else _accepts(step, line)):
                return
            self.step += 1
            line = ""

    @property
    def now(self) -> LessonStep | None:
        """The step to be done, or None."""
        steps = self.exercise.step
        return steps[self.step] if self.step < len(steps) else None

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached."""
        return self.now is None and is_reached(self.game, self.state, self.exercise.goal)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to try: the goal is reached, or the turn is over."""
        waiting = self.state.waiting
        is_asked = isinstance(waiting, Decision) and waiting.seat == self.seat
        is_on = self.game.turn_of(self.state) == self.turn and is_reached(self.game, self.state, self.exercise.within)
        return self.is_reached or not (is_asked and is_on)

    def lines(self) -> list[str]:
        """The legal answers that go on from here, of those without number the proposed ones.

        None where there is no step, or none of its answers is legal.
        """
        step, waiting = self.now, self.state.waiting
        if step is None or not isinstance(waiting, Decision) or waiting.seat != self.seat:
            return []
        known = [self.game.format(self.state, answer) for answer in waiting.proposals(PROPOSED)]
        return [line for line in known if _accepts(step, line)]

    def reply(self) -> str:
        """What is answered now in the place of somebody else; "" where the learner is asked, or nobody answers."""
        waiting, left = self.state.waiting, [*self.exercise.replies]
        if not left or not isinstance(waiting, Decision) or waiting.seat == self.seat:
            return ""
        for line in self._known:
            if line in left:
                left.remove(line)
        for line in left:
            if self._is_legal(line):
                return line
        return self.game.format(self.state, self.game.least_answer(self.state))

    def _is_legal(self, line: str) -> bool:
        try:
            return self.state.waiting.refusal(self.game.parse(self.state, line)) is None
        except NotationError:
            return False  # no line of this decision

    def objects_to(self, line: str) -> LessonStep | None:
        """The step that a line would not go on with, or None for one that may be played."""
        step = self.now
        return step if step is not None and not _accepts(step, line) else None


def _accepts(step: LessonStep, line: str) -> bool:
    return any(fnmatchcase(line, pattern) for pattern in step.accept)

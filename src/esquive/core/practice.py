"""Exercises: positions to learn a game by, with what is to be done in them and what is said on the way.

An exercise is a position document with a few keys more (`Exercise`). A lesson has steps: each says one thing, names the
answers that go on from there, and is over by one of them, or once facts of the position are so. A puzzle has a goal
and a least chance; what a try was worth is counted (`agents.solver`), never listed.
"""

import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.messages import LANGUAGES
from esquive.core.scenario import has_fact
from esquive.core.waiting import Decision

PRACTICE: Final = "practice"  # the key of a set-up that makes a match one of practice
LESSON: Final = "lesson"
PUZZLE: Final = "puzzle"

Told = dict[str, str]  # by language
Kind = Literal["lesson", "puzzle"]


class LessonStep(Struct, forbid_unknown_fields=True):
    """One thing to do: `accept` are patterns of lines (`move *`), `until` facts by path as scenarios name them.

    Without `until` the first accepted line is enough. `cell` is where to look, `hint` what is said of other answers.
    """

    text: Told
    clause: str
    accept: list[str]
    hint: Told
    until: dict[str, Any] = {}
    cell: str = ""


class Exercise(Struct, forbid_unknown_fields=True, kw_only=True):
    """An exercise read. `dice` are the rolls to come, a line each; what is rolled after them falls as it may.

    `goal` holds facts by path, `within` those that are so as long as the try lasts, besides the turn. `least` is the
    chance that a try of a puzzle must have, in percent; `first` are the answers that come to mind first there, and are
    worth less.
    """

    id: str = ""
    kind: Kind = "lesson"
    title: Told
    text: Told
    done: Told
    clauses: list[str]
    goal: dict[str, Any]
    within: dict[str, Any] = {}
    dice: list[str] = []
    step: list[LessonStep] = []
    least: Annotated[int, Meta(ge=0, le=100)] = 0
    first: list[str] = []
    document: dict[str, Any] = {}


OWN_KEYS: Final = frozenset(Exercise.__struct_fields__) - {"id", "kind", "document"}


def read_exercise(path: Path, kind: Kind) -> Exercise:
    """The exercise of a file, named by the file without its number; raises DocumentError that says what is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        own = {key: value for key, value in data.items() if key in OWN_KEYS}
        exercise = msgspec.convert(own, Exercise)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DocumentError(str(error), str(path), "see docs/practice.md") from error
    exercise.id = path.stem.partition("-")[2]
    exercise.kind = kind
    exercise.document = {key: value for key, value in data.items() if key not in OWN_KEYS}
    told = [exercise.title, exercise.text, exercise.done]
    told += [words for step in exercise.step for words in (step.text, step.hint)]
    if any(set(words) != set(LANGUAGES) for words in told):
        raise DocumentError("a text is not in every language", str(path), f"say it in {', '.join(LANGUAGES)}")
    return exercise


def read_exercises(folder: Path) -> dict[str, Exercise]:
    """The lessons and then the puzzles of a folder, each in the order of the numbers before their names."""
    found: dict[str, Exercise] = {}
    kinds: tuple[tuple[Kind, str], ...] = (("lesson", "lessons"), ("puzzle", "puzzles"))
    for kind, place in kinds:
        paths = sorted(folder.glob(f"{place}/*.toml"), key=lambda path: int(path.stem.partition("-")[0]))
        found |= {exercise.id: exercise for exercise in (read_exercise(path, kind) for path in paths)}
    return found


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
        """The legal answers that go on from here; none where there is no step, or none of its answers is legal."""
        step, waiting = self.now, self.state.waiting
        if step is None or not isinstance(waiting, Decision) or waiting.seat != self.seat:
            return []
        known = [self.game.format(self.state, answer) for answer in waiting.options()]
        return [line for line in known if _accepts(step, line)]

    def objects_to(self, line: str) -> LessonStep | None:
        """The step that a line would not go on with, or None for one that may be played."""
        step = self.now
        return step if step is not None and not _accepts(step, line) else None


def _accepts(step: LessonStep, line: str) -> bool:
    return any(fnmatchcase(line, pattern) for pattern in step.accept)

"""Exercises: positions to learn a game by, with what is to be done in them and what is said on the way.

An exercise is a position document with a few keys more (`Exercise`). A lesson has steps: each says one thing, names the
answers that go on from there, and is over by one of them, or once facts of the position are so. A puzzle has a goal
and a least chance; what a try was worth is counted (`agents.solver`), never listed.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from esquive.core.converting import convert
from esquive.core.errors import DocumentError
from esquive.core.messages import LANGUAGES
from esquive.core.shipped_tables import read_table

Told = dict[str, str]  # by language
Kind = Literal["lesson", "puzzle"]
LESSON: Final = "lesson"
PUZZLE: Final = "puzzle"


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
    worth less. `replies` are what others answer, each once and when it is legal; they do as little as can be done
    besides. Without any nobody answers for them. `theme` names what a puzzle is about: the first hint is told of it.
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
    replies: list[str] = []
    step: list[LessonStep] = []
    least: Annotated[int, Meta(ge=0, le=100)] = 0
    first: list[str] = []
    theme: str = ""
    document: dict[str, Any] = {}


OWN_KEYS: Final = frozenset(Exercise.__struct_fields__) - {"id", "kind", "document"}


def read_exercise(path: Path, kind: Kind) -> Exercise:
    """The exercise of a file, named by the file without its number; raises DocumentError that says what is wrong."""
    try:
        data = read_table(path)
        own = {key: value for key, value in data.items() if key in OWN_KEYS}
        exercise = convert(own, Exercise)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DocumentError(error, str(path), "see docs/practice.md") from error
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

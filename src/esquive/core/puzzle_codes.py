"""Puzzles of one's own: a position, a goal and the chance to be reached, as a code in an address or as an exercise.

The code is one of `core.question_links`; its text is `{"puzzle": [position, goal, least, title]}`. It stands where
the id of an exercise does, so that such a puzzle is played as those of the catalogue are, and nothing is kept of it.
"""

import json
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.exercises import PUZZLE, Exercise
from esquive.core.game import Game
from esquive.core.messages import LANGUAGES, messages
from esquive.core.practice import is_reached
from esquive.core.question_answers import state_of
from esquive.core.question_links import packed, read_code
from esquive.core.waiting import Decision

MOST_CHARACTERS: Final = 8_000  # of a code, which is sent as the id of an exercise
MOST_FACTS: Final = 4  # of a goal
MOST_TITLE: Final = 100
MOST_POSITIONS: Final = 60_000  # that are worked out for a puzzle of one's own: some fifteen seconds
SHORTEST: Final = 40  # characters: no id of the catalogue is as long


class Puzzle(Struct, frozen=True):
    """What makes a position a puzzle: facts by path that make the goal, and the chance in percent to be reached."""

    document: dict[str, Any]
    goal: dict[str, Any]
    least: int
    title: str = ""


def code_of_puzzle(puzzle: Puzzle) -> str:
    """The code of a puzzle; raises DocumentError for one that is too long."""
    said = [puzzle.document, puzzle.goal, puzzle.least, puzzle.title]
    code = packed({"puzzle": said if puzzle.title else said[:3]})
    if len(code) > MOST_CHARACTERS:
        raise DocumentError("the position is too long for a puzzle", "puzzle", "leave out what does not matter")
    return code


def puzzle_of(code: str) -> Puzzle:
    """The puzzle of a code; raises DocumentError that says what is wrong with it."""
    if len(code) > MOST_CHARACTERS:
        raise DocumentError("the position is too long for a puzzle", "puzzle", "leave out what does not matter")
    said = read_code(code)
    said = said.get("puzzle") if isinstance(said, dict) else None
    if not isinstance(said, list) or len(said) not in (3, 4):
        raise _no_puzzle()
    document, goal, least, title = [*said, ""][:4]
    is_told = isinstance(document, dict) and is_goal(goal) and isinstance(title, str) and len(title) <= MOST_TITLE
    if not is_told or type(least) is not int or not 0 <= least <= 100:
        raise _no_puzzle()
    return Puzzle(document, goal, least, title)


def is_goal(said: Any) -> bool:
    """Whether something may be the goal of a puzzle: facts by path, each a value, or a range of numbers."""
    if not isinstance(said, dict) or not 1 <= len(said) <= MOST_FACTS:
        return False
    return all(_is_fact(value) and len(str(key)) <= 80 for key, value in said.items())


def _is_fact(value: Any) -> bool:
    if isinstance(value, dict):
        return set(value) <= {"min", "max"} and bool(value) and all(type(one) is int for one in value.values())
    return isinstance(value, str | int | bool) and len(str(value)) <= 80


def _no_puzzle() -> DocumentError:
    return DocumentError("the link holds something else than a puzzle", "link", "copy the whole link again")


def start_of(game: Game, document: dict[str, Any], goal: dict[str, Any]) -> Any:
    """The position of a puzzle; raises EsquiveError for one that none can be made of."""
    state = state_of(game, document)
    if not game.is_solvable:
        raise EsquiveError("puzzles of {game} cannot be solved", "puzzle", "use Krosmaster Arena", game=game.title)
    if not isinstance(state.waiting, Decision):
        raise EsquiveError("nobody is asked to decide there", "puzzle", "play the rolls that come before it")
    if goal and is_reached(game, state, goal):
        raise EsquiveError("the goal is reached already", "puzzle", "choose something that is still to be done")
    return state


@lru_cache(64)
def own_exercise(game: Game, code: str) -> Exercise:
    """The exercise that a code makes; raises EsquiveError for one that cannot be played."""
    puzzle = puzzle_of(code)
    state = start_of(game, puzzle.document, puzzle.goal)
    told = {language: game.goal_told(state, puzzle.goal, language) for language in LANGUAGES}
    return Exercise(
        id=code,
        kind=PUZZLE,
        title={one: puzzle.title or messages(one).say("puzzle.own", {}) for one in LANGUAGES},
        text={one: goal_with_chance(told[one], puzzle.least, one) for one in LANGUAGES},
        done={one: messages(one).say("puzzle.done", {}) for one in LANGUAGES},
        clauses=[],
        goal=puzzle.goal,
        least=puzzle.least,
        document=puzzle.document,
    )


def exercise_named(game: Game, name: str) -> Exercise | None:
    """An exercise of the catalogue by its id, or one's own by its code; None for an unknown id.

    Raises EsquiveError for a code that makes none.
    """
    known = game.exercises()
    return own_exercise(game, name) if name not in known and len(name) > SHORTEST else known.get(name)


def goal_with_chance(told: str, least: int, language: str) -> str:
    """What a puzzle asks: the goal, and how likely it has to be."""
    name = "puzzle.certain" if least == 100 else "puzzle.likely"
    return messages(language).say(name, {"goal": told, "least": least})


def exercise_text(exercise: Exercise) -> str:
    """The file of an exercise, as docs/practice.md describes it."""
    said: dict[str, Any] = {
        "title": exercise.title,
        "text": exercise.text,
        "done": exercise.done,
        "clauses": exercise.clauses,
        "goal": exercise.goal,
        "least": exercise.least,
        **({"first": exercise.first} if exercise.first else {}),
        **({"theme": exercise.theme} if exercise.theme else {}),
    }
    parts = [f"{key} = {_toml(value)}" for key, value in said.items()]
    return "\n".join([*parts, "", *(f"{key} = {_toml(value)}" for key, value in exercise.document.items())]) + "\n"


def _toml(value: Any) -> str:
    """A plain value in one line of TOML."""
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_toml(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)

"""The solvers of puzzles that are played: kept, so that what one asks is known to the next."""

from functools import lru_cache
from typing import Final

from esquive.agents.solver import Solver
from esquive.core.exercises import PUZZLE
from esquive.core.game import Game
from esquive.core.odds import TooManyWays
from esquive.core.practice import Course
from esquive.core.puzzle_codes import MOST_POSITIONS, own_exercise
from esquive.core.waiting import Decision

MOST_SOLVED: Final = 32


@lru_cache(MOST_SOLVED)
def solver_of(game: Game, exercise: str) -> Solver:
    """The solver of a puzzle of the catalogue by its id, or of one's own by its code."""
    known = game.exercises().get(exercise)
    return Solver(game, known) if known is not None else Solver(game, own_exercise(game, exercise), MOST_POSITIONS)


def reply_of(course: Course) -> str:
    """What somebody else answers in a puzzle as long as its turn lasts: the worst for who solves it; "" for none."""
    waiting = course.state.waiting
    is_asked = isinstance(waiting, Decision) and waiting.seat != course.seat
    if course.exercise.kind != PUZZLE or not is_asked or course.is_reached:
        return ""
    if course.game.turn_of(course.state) != course.turn:
        return ""
    solver = solver_of(course.game, course.exercise.id)
    try:
        forced = solver.forced(course.state, waiting)
        return solver.best(course.state) if forced is None else course.game.format(course.state, forced)
    except TooManyWays:
        return course.game.format(course.state, course.game.least_answer(course.state))

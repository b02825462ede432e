"""What a try at a puzzle was worth: the chance of its answers beside the best there was."""

import asyncio
from functools import lru_cache
from typing import Final

from esquive.agents.solver import Solver
from esquive.core.exercises import PUZZLE
from esquive.core.game import Game
from esquive.core.odds import TooManyWays
from esquive.core.puzzle_codes import MOST_POSITIONS, own_exercise
from esquive.core.shapes import PracticeTry
from esquive.hosting.finished_matches import catch_up
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rooms import Room

MOST_SOLVED: Final = 32
_SOLVING: Final = asyncio.Lock()


async def tried(room: Room) -> PracticeTry:
    """What the try that a room's match holds was worth; raises ProtocolError for no puzzle, and before it is over."""
    course = room.course
    if course is None or course.exercise.kind != PUZZLE:
        raise ProtocolError("no-such-exercise", 404, exercise=room.stored.id)
    await catch_up(room)
    async with room.lock:
        lines = room.match.record.lines()
        course.follow(lines)
        reached, over = course.is_reached, course.is_over
    if not over:
        raise ProtocolError("not-over", 409)
    async with _SOLVING:  # one at a time: it is work, and the second to ask finds it done
        solver = await asyncio.to_thread(_solver, room.game, course.exercise.id)
        try:
            best, chance = await asyncio.to_thread(_weighed, solver, lines)
        except TooManyWays as error:  # no puzzle that the desk has made
            raise ProtocolError("bad-question", why=error) from error
    least = course.exercise.least
    return PracticeTry(chance, best, least, chance >= least, reached, over)


@lru_cache(MOST_SOLVED)
def _solver(game: Game, exercise: str) -> Solver:
    known = game.exercises().get(exercise)
    return Solver(game, known) if known is not None else Solver(game, own_exercise(game, exercise), MOST_POSITIONS)


def _weighed(solver: Solver, lines: list[str]) -> tuple[float, float]:
    """The best chance there was and that of a try, in percent to a tenth."""
    found = solver.chance(solver.start), solver.worth_of(lines)
    return round(found[0] * 100, 1), round(found[1] * 100, 1)

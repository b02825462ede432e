"""What a try at a puzzle was worth, the chance of its answers beside the best there was, and help on the way."""

import asyncio
from typing import Any, Final

from esquive.agents.solved_lines import SolvedStep, given_away, solved_line
from esquive.agents.solver import PROPOSED, Solver
from esquive.core.exercises import PUZZLE, Exercise
from esquive.core.messages import messages
from esquive.core.odds import TooManyWays
from esquive.core.puzzle_shapes import GivenAwayChance, PracticeTry, PuzzleHelp, SolvedLineStep
from esquive.core.waiting import Decision
from esquive.hosting.finished_matches import catch_up
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.puzzle_solvers import solver_of
from esquive.hosting.rooms import Room

LOOK: Final = 1  # how much help is asked for: what to look at,
FIRST: Final = 2  # and the best answer,
LINE: Final = 3  # and the line to its end
NEAR: Final = 1e-9
_SOLVING: Final = asyncio.Lock()


async def tried(room: Room, wanted: int = 0, language: str = "en") -> PracticeTry:
    """What the try that a room's match holds was worth, with the help that is wanted.

    Raises ProtocolError for no puzzle, and before the try is over, unless it is help that is wanted.
    """
    course = room.course
    if course is None or course.exercise.kind != PUZZLE:
        raise ProtocolError("no-such-exercise", 404, exercise=room.stored.id)
    await catch_up(room)
    async with room.lock:
        lines = room.match.record.lines()
        course.follow(lines)
        reached, over, state = course.is_reached, course.is_over, course.state.copy()
    if not over and not wanted:
        raise ProtocolError("not-over", 409)
    exercise = course.exercise
    async with _SOLVING:  # one at a time: it is work, and the second to ask finds it done
        solver = await asyncio.to_thread(solver_of, room.game, exercise.id)
        try:
            best = _percent(await asyncio.to_thread(solver.chance, solver.start))
            found = PracticeTry(0.0, best, exercise.least, False, reached, over)
            if over:
                await asyncio.to_thread(_weigh, found, solver, lines, language)
            elif wanted:
                found.help = await asyncio.to_thread(_helped, solver, exercise, state, wanted, language)
        except TooManyWays as error:  # no puzzle that the desk has made
            raise ProtocolError("bad-question", why=error) from error
    return found


def _weigh(found: PracticeTry, solver: Solver, lines: list[str], language: str) -> None:
    """Fills in what a try was worth, and what it gave away first.

    Where answers are without number a try may be better than all that were counted; it is the best chance then.
    """
    found.chance = _percent(solver.worth_of(lines))
    found.best = max(found.best, found.chance)
    found.solved = found.chance >= found.least
    lost = given_away(solver, lines)
    if lost:
        first = lost[0]
        better = next(one.answer for one in solved_line(solver, first.state) if one.is_own)
        found.lost = GivenAwayChance(
            _named(solver, first.state, first.answer, language),
            _named(solver, first.state, better, language),
            _percent(first.before),
            _percent(first.after),
        )


def _helped(solver: Solver, exercise: Exercise, state: Any, wanted: int, language: str) -> PuzzleHelp:
    """Help from a position on."""
    say = messages(language).say
    chance = solver.chance(state)
    found = PuzzleHelp("", "", [], "", _percent(chance), "")
    waiting = state.waiting
    if chance == 0.0 or not isinstance(waiting, Decision) or waiting.seat != solver.seat:
        found.look = say("puzzle.lost", {})
        return found
    answers = solver.answers(state)
    keep = sum(solver.after(state, one) >= chance - NEAR for one in answers)
    told = say("puzzle.keep", {"keep": keep, "all": len(answers)}, keep)
    found.look = " ".join([say(f"puzzle.look.{exercise.theme}", {}), told] if exercise.theme else [told])
    found.counted = "" if waiting.is_listed else say("puzzle.proposed", {"n": min(len(answers), PROPOSED)})
    if wanted >= FIRST:
        steps = solved_line(solver, state)
        first = next((one for one in steps if one.is_own), None)
        if first is not None:
            found.first = _named(solver, first.state, first.answer, language)
            found.do = solver.game.format(first.state, first.answer)
        if wanted >= LINE:
            found.line = [_told(solver, one, language) for one in steps]
    return found


def _named(solver: Solver, state: Any, answer: int, language: str) -> str:
    """An answer in words, with its notation where others are called the same, as plans that end elsewhere are."""
    words, line = solver.game.words(state, language), solver.game.format(state, answer)
    name = words.answer(answer)
    alike = any(one != answer and words.answer(one) == name for one in solver.answers(state))
    return f"{name} ({line})" if name and alike else name or line


def _told(solver: Solver, step: SolvedStep, language: str) -> SolvedLineStep:
    """A step of a line in words; of dice what they are hoped to show."""
    words, waiting = solver.game.words(step.state, language), step.state.waiting
    if isinstance(waiting, Decision):
        text = _named(solver, step.state, step.answer, language)
    else:
        shown = ", ".join(words.outcome(step.answer))
        text = messages(language).say("rules.labelled", {"label": words.thrown_for(waiting), "text": shown})
    return SolvedLineStep(text, step.is_own, _percent(step.chance))


def _percent(chance: float) -> float:
    return round(chance * 100, 1)

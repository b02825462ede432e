"""Make a puzzle of this: the solver's verdict on a position of the desk, and the puzzle as a code and as a file.

It is worked out as far as whoever asks says, in positions, and what is known is kept for a while: asked again with
more, the solver goes on where it stopped. So a page shows how far it is, and breaks off by not asking again.
"""

import json
from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from esquive.agents.solver import Solver
from esquive.core.errors import DocumentError
from esquive.core.exercises import Exercise
from esquive.core.game import Game
from esquive.core.messages import messages
from esquive.core.odds import TooManyWays
from esquive.core.puzzle_codes import (
    MOST_POSITIONS,
    Puzzle,
    code_of_puzzle,
    exercise_text,
    goal_with_chance,
    is_goal,
    own_exercise,
    start_of,
)
from esquive.core.question_links import lasting
from esquive.core.waiting import Decision
from esquive.hosting.desk_messages import DeskPuzzle, PuzzleGoal, PuzzleMove, PuzzleQuestion

MOST_SOLVERS: Final = 3  # that are kept; each knows some tens of thousands of positions
NEAR: Final = 1e-9
SETTLED: Final = frozenset({"faces"})  # decisions in which nothing is better than what is answered
_SOLVERS: Final[OrderedDict[str, Solver]] = OrderedDict()
_ONE_AT_A_TIME: Final = Lock()


def puzzle_view(game: Game, state: Any, wanted: PuzzleQuestion, language: str) -> DeskPuzzle:
    """What may be asked for in a position, and the verdict on the goal that was chosen; raises EsquiveError."""
    document = lasting(game, game.to_document(state))
    start_of(game, document, {})
    goals = [PuzzleGoal(goal, game.goal_told(state, goal, language)) for goal in game.goals(state, wanted.place)]
    found = DeskPuzzle(goals, "", 0, MOST_POSITIONS, False, 0.0, [], 0, "", "")
    if not wanted.goal:
        return found
    if not is_goal(wanted.goal):
        raise DocumentError("the goal is no facts by path", "puzzle", 'as in {"unit.healey.ko": true}')
    start_of(game, document, wanted.goal)
    found.text = game.goal_told(state, wanted.goal, language)
    if wanted.most:
        with _ONE_AT_A_TIME:
            solver = _solver(game, document, wanted.goal)
            solver.most = min(wanted.most, MOST_POSITIONS)
            _solve(found, solver, wanted, language)
    return found


def _solver(game: Game, document: dict[str, Any], goal: dict[str, Any]) -> Solver:
    """The solver of a position and goal, one that is kept if there is."""
    key = json.dumps([game.name, document, goal], sort_keys=True)
    known = _SOLVERS.pop(key, None)
    if known is None:
        told: dict[str, str] = {}
        known = Solver(game, Exercise(title=told, text=told, done=told, clauses=[], goal=goal, document=document))
    _SOLVERS[key] = known
    while len(_SOLVERS) > MOST_SOLVERS:
        _SOLVERS.popitem(last=False)
    return known


def counted_over(solver: Solver, language: str) -> str:
    """What a verdict does not look at: ways that were not proposed, and what was let be; "" where it looks at all."""
    say, told = messages(language).say, []
    waiting = solver.start.waiting
    if isinstance(waiting, Decision) and not waiting.is_listed:
        told.append(say("puzzle.proposed", {"n": len(solver.answers(solver.start))}))
    if solver.let_be - SETTLED:
        told.append(say("puzzle.let-be", {}))
    return " ".join(told)


def _solve(found: DeskPuzzle, solver: Solver, wanted: PuzzleQuestion, language: str) -> None:
    """Fills in the verdict, as far as it is known within the bound."""
    try:
        moves = solver.first_moves()
    except TooManyWays:
        found.positions = solver.positions
        return
    best = moves[0][1] if moves else 0.0
    words = solver.game.words(solver.start, language)
    found.positions = solver.positions
    found.is_solved = True
    found.best = round(best * 100, 1)
    found.answers = len(solver.answers(solver.start))
    found.counted = counted_over(solver, language)
    found.moves = [
        PuzzleMove(solver.game.format(solver.start, answer), words.answer(answer), round(chance * 100, 1))
        for answer, chance in moves
        if best > 0 and chance >= best - NEAR
    ]
    least = int(best * 100 + NEAR)
    if least:
        document = solver.game.to_document(solver.start)
        puzzle = Puzzle(lasting(solver.game, document), wanted.goal, least, wanted.title.strip())
        found.link = code_of_puzzle(puzzle)
        found.text = goal_with_chance(found.text, least, language)
        found.file = exercise_text(own_exercise(solver.game, found.link))

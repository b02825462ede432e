"""What a solver knows, to be told: the shortest line that keeps the best chance, and what a try has given away."""

from collections import deque
from typing import Any, Final, NamedTuple

from esquive.agents.solver import Solver
from esquive.core.practice import is_reached
from esquive.core.waiting import Decision, Over, Roll

NEAR: Final = 1e-9
MOST_LOOKED_AT: Final = 4_000  # positions on the way of a line


class SolvedStep(NamedTuple):
    """One answer or roll of a line: the position before it, the answer, and the chance of the goal after it."""

    state: Any
    answer: int
    chance: float
    is_own: bool


class GivenAway(NamedTuple):
    """An answer of a try that lost chance: the position before it, its answer, and the chances before and after."""

    state: Any
    answer: int
    before: float
    after: float


def solved_line(solver: Solver, start: Any) -> list[SolvedStep]:
    """The shortest line from a position to the goal that keeps the best chance, the dice falling as is hoped.

    Somebody else answers as is worst. It is empty where the goal is out of reach, and breaks off where too many lines
    are equal.
    """
    lines: deque[tuple[Any, tuple[SolvedStep, ...]]] = deque([(start.copy(), ())])
    seen: set[bytes] = set()
    longest: tuple[SolvedStep, ...] = ()
    while lines and len(seen) < MOST_LOOKED_AT:
        state, line = lines.popleft()
        if is_reached(solver.game, state, solver.goal):
            return list(line)
        longest = line if len(line) > len(longest) else longest
        for step in _steps(solver, state):
            after = state.copy()
            after.apply(step.answer)
            key = solver.odds.key(after)
            if key not in seen:
                seen.add(key)
                lines.append((after, (*line, step)))
    return list(longest)


def _steps(solver: Solver, state: Any) -> list[SolvedStep]:
    """The answers that keep the best chance, of a roll the outcome hoped for, of somebody else the worst."""
    waiting = state.waiting
    here = solver.chance(state)
    if isinstance(waiting, Over) or here == 0.0:
        return []
    if isinstance(waiting, Roll):
        weighed = solver.odds.outcomes(state, waiting)
        best = max(weighed, key=lambda one: (solver.after(state, one[0]), one[1]))[0]
        return [SolvedStep(state, best, solver.after(state, best), False)]
    forced = solver.forced(state, waiting)
    is_own = waiting.seat == solver.seat
    answers = solver.answers(state) if forced is None else [forced]
    found = [SolvedStep(state, one, solver.after(state, one), is_own and forced is None) for one in answers]
    equal = [one for one in found if abs(one.chance - here) < NEAR]
    return equal if is_own else equal[:1]


def given_away(solver: Solver, lines: list[str]) -> list[GivenAway]:
    """The answers of a try that lost chance, in their order."""
    state, found = solver.start.copy(), []
    for line in lines:
        waiting = state.waiting
        answer = solver.game.parse(state, line)
        if isinstance(waiting, Decision) and waiting.seat == solver.seat:
            before = solver.chance(state)
            if before == 0.0 or is_reached(solver.game, state, solver.goal):
                break
            after = solver.after(state, answer)
            if after < before - NEAR:
                found.append(GivenAway(state.copy(), answer, before, after))
        state.apply(answer)
    return found

"""Every puzzle of Kaos is what the solver says it is, over the answers that are proposed; a better one counts too."""

import pytest

from esquive.agents.solved_lines import given_away, solved_line
from esquive.agents.solver import Solver
from esquive.core.exercises import Exercise
from esquive.core.games import game_named
from esquive.kaos.releases.books import BOOKS

GAME = game_named("kaos")
PUZZLES = [one for one in GAME.exercises().values() if one.kind == "puzzle"]


def test_there_are_twenty_puzzles() -> None:
    assert len(PUZZLES) == 20


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda one: one.id)
def test_a_puzzle_can_be_solved_and_what_comes_to_mind_first_does_not(puzzle: Exercise) -> None:
    """Nothing is let be in it: no destiny point and nothing that is free may change the verdict."""
    solver = Solver(GAME, puzzle)
    best = solver.chance(solver.start)
    assert best * 100 >= puzzle.least > best * 100 - 6
    assert solver.chance_with(solver.start.copy(), puzzle.first) * 100 < puzzle.least
    assert not solver.let_be
    assert puzzle.theme and all(BOOKS[0].registry().is_known(clause) for clause in puzzle.clauses)


def test_the_solved_line_keeps_the_best_chance_and_ends_at_the_goal() -> None:
    solver = Solver(GAME, GAME.exercises()["round-the-back"])
    steps = solved_line(solver, solver.start)
    own = [GAME.format(one.state, one.answer) for one in steps if one.is_own]
    assert len(own) == 1 and " strike enc-grelonne glaive" in own[0]
    assert steps[0].chance == solver.chance(solver.start)
    assert steps[-1].chance == 1.0
    assert given_away(solver, own) == []


def test_what_was_given_away_is_told_with_both_chances() -> None:
    puzzle = GAME.exercises()["round-the-back"]
    solver = Solver(GAME, puzzle)
    (lost,) = given_away(solver, puzzle.first)
    assert (round(lost.before, 3), round(lost.after, 3)) == (0.605, 0.482)


def test_an_answer_that_nobody_proposed_is_weighed_like_any() -> None:
    """Shooting from a place between those that are proposed: its exact chance, by whoever finds it."""
    solver = Solver(GAME, GAME.exercises()["stand-and-shoot"])
    line = "plan walk 28.5,31 shoot tha-gonfalon heavy-crossbow"
    assert GAME.parse(solver.start, line) not in solver.answers(solver.start)
    assert 0.8 < solver.worth_of([line]) < solver.chance(solver.start)

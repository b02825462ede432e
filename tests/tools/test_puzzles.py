"""How agents do at puzzles: the best play gives nothing away, and search thinks of what a second action is for."""

from random import Random

import pytest

from esquive.agents.base import Agent, agent_named
from esquive.agents.solver import Solver
from esquive.core.games import game_named
from tools.puzzles import WON, agent_for, given_away

GAME = game_named("krosmaster")


def solver(name: str) -> Solver:
    return Solver(GAME, GAME.exercises()[name])


class Perfect:
    """Answers what the solver finds best."""

    name = "perfect"

    def __init__(self, of: Solver) -> None:
        self.of = of

    def choose(self, game: object, state: object, decision: object, rng: Random) -> int:
        return int(GAME.parse(state, self.of.best(state)))


def lost(name: str, agent: Agent | None, tries: int = 1) -> list[float]:
    of = solver(name)
    return [given_away(of, agent or Perfect(of), Random(number)) for number in range(tries)]


def test_the_best_play_gives_nothing_away_and_a_poor_one_what_it_gives_away() -> None:
    assert lost("worth-the-walk", None) == pytest.approx([0.0])
    assert sum(lost("worth-the-walk", agent_named("random", "krosmaster"), 4)) > 0


def test_an_agent_that_is_told_the_goal_values_it_as_a_win() -> None:
    of = solver("unlocked")
    agent = agent_for("greedy", of)
    state = of.start.copy()
    evaluation = getattr(agent, "evaluation")  # noqa: B009  # agents need not have one
    assert evaluation.value(state, of.seat) < WON
    for _ in range(3):
        state.play(of.best(state))
    assert evaluation.value(state, of.seat) == WON


def test_search_finds_a_shot_that_needs_another_action_first_and_greedy_does_not() -> None:
    of = solver("long-shot")
    told = {
        name: sum(given_away(of, agent_for(name, of), Random(number)) for number in range(2))
        for name in ("greedy", "search:seconds=0,simulations=32,breadth=16")
    }
    assert told["greedy"] > 1
    assert told["search:seconds=0,simulations=32,breadth=16"] == pytest.approx(0.0)

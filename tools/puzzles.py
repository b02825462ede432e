"""How agents do at the puzzles: what they give away of the best chance there is, which is counted exactly.

    python tools/puzzles.py --agents greedy search:seconds=0,simulations=200 --tries 20

Each try is played with dice of its own. Whenever the one who solves is asked, the chance of the goal after the agent's
answer is held beside the best one (`agents.solver`): a puzzle is solved where nothing is given away in any try. The
agents are told the goal: a position in which it is reached is worth as much as a game that is won.
"""

import argparse
from random import Random
from typing import Any, Final

from esquive.agents.base import Agent, agent_named
from esquive.agents.solver import Solver
from esquive.core.exercises import PUZZLE
from esquive.core.games import game_named, games
from esquive.core.practice import is_reached
from esquive.core.waiting import Decision, Over, Roll

WON: Final = 1_000_000  # as an evaluation says it of a game that is won


def given_away(solver: Solver, agent: Agent, rng: Random) -> float:
    """What one try of a puzzle gives away of the best chance, from 0 to 1."""
    game, state = solver.game, solver.start.copy()
    lost = 0.0
    while game.turn_of(state) == solver.turn and not is_reached(game, state, solver.goal):
        waiting: Any = state.waiting
        if isinstance(waiting, Over):
            break
        if isinstance(waiting, Roll):
            state.apply(waiting.sample(rng))
            continue
        before = solver.chance(state)
        if waiting.seat == solver.seat:
            answer = agent.choose(game, state, waiting, rng)
        else:
            answer = min(waiting.options(), key=lambda option: solver.after(state, option))
        if waiting.seat == solver.seat:
            lost += before - solver.after(state, answer)
        state.apply(answer)
    return lost


def agent_for(text: str, solver: Solver) -> Agent:
    """An agent that plays for the goal of a puzzle."""
    agent = agent_named(text, solver.game.name)
    base = getattr(agent, "evaluation")  # noqa: B009  # an agent without one cannot be told a goal

    class Towards(type(base)):  # type: ignore[misc]  # whatever the game's is
        """The evaluation of the game, but for the goal."""

        def value(self, state: Any, seat: int) -> int:
            """A win where the goal is reached."""
            is_there = is_reached(solver.game, state, solver.goal)
            is_within = not solver.within or is_reached(solver.game, state, solver.within)
            return WON if is_there and is_within else int(super().value(state, seat))

    setattr(agent, "evaluation", Towards())  # noqa: B010
    return agent


def main() -> None:
    """Prints a row for each puzzle, a column for each agent: what was given away on average, in percent."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--agents", nargs="+", default=["greedy"])
    parser.add_argument("--tries", type=int, default=20)
    options = parser.parse_args()
    for game in games():
        for name, exercise in game_named(game.name).exercises().items():
            if exercise.kind != PUZZLE or game.odds is None:
                continue
            solver = Solver(game, exercise)
            assert isinstance(solver.start.waiting, Decision)
            best = solver.chance(solver.start)
            told = []
            for text in options.agents:
                lost = [given_away(solver, agent_for(text, solver), Random(number)) for number in range(options.tries)]
                told.append(f"{text}: -{100 * sum(lost) / len(lost):.1f}")
            print(f"{game.name:<11}{name:<22} best {100 * best:5.1f}   {'   '.join(told)}", flush=True)


if __name__ == "__main__":
    main()

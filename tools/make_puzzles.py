"""Puzzles made by search: bots play, and the solver looks for turns in which the best answer is not the one in sight.

    python tools/make_puzzles.py krosmaster --seeds 1-3 --drawn 400 --out build/puzzles
    python tools/make_puzzles.py kaos --seeds 1-40 --out build/puzzles

Of each position before a turn what lies about the figure that acts is kept (`tools/puzzle_positions.py`), each goal of
the game is asked for, and the exact chances of the first answers are counted (`agents.solver`). With `--drawn` small
positions are drawn by the seeds instead, which finds more. Those shipped are of seeds 1 to 3, and of seeds 1, 11, 21
and 31 of Kaos; the first of these was drawn before the draw was changed, so the seeds do not give all of them again. A
turn is worth asking for where few first answers keep the best chance, another one tempts, and the greedy bot, told the
goal, gives some of it away. Then all that does not matter is left out, as long as the verdict stays. What is found is
written as exercises, easy ones first, with generated texts: they are read, and given titles, by whoever takes them
into the catalogue.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from puzzle_positions import SOURCES, Source
from puzzles import agent_for, given_away

from esquive.agents.base import agent_named
from esquive.agents.solved_lines import solved_line
from esquive.agents.solver import Solver
from esquive.core.errors import EsquiveError
from esquive.core.exercises import Exercise
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.messages import LANGUAGES, messages
from esquive.core.odds import TooManyWays
from esquive.core.practice import is_reached
from esquive.core.puzzle_codes import exercise_text, goal_with_chance
from esquive.core.waiting import Decision, Over, Roll
from esquive.lab.fixtures import setups_drawn

MOST_ANSWERS: Final = 3_000  # of a game that is played for its positions
MOST_POSITIONS: Final = 800  # of a puzzle: a quarter of a second or so
LEAST_CHANCE: Final = 0.3
LEAST_GAP: Final = 0.08  # that the greedy bot gives away
TEMPTING: Final = 0.1  # chance of an answer that one may fall for
MOST_BEST: Final = 0.4  # of the first answers may keep the best chance
TRIES: Final = 1
NEAR: Final = 1e-9


class Verdict(NamedTuple):
    """What the solver says of a position: the best chance, and the first answers that keep it."""

    best: float
    moves: frozenset[str]


class Found(NamedTuple):
    """A puzzle with what it is ordered by: how many answers its line has, and how many positions it needs."""

    exercise: Exercise
    line: list[str]
    positions: int
    gap: float
    seed: str


def solver_of(game: Game, document: dict[str, Any], goal: dict[str, Any], most: int = MOST_POSITIONS) -> Solver:
    """The solver of a position and a goal."""
    told: dict[str, str] = {}
    return Solver(game, Exercise(title=told, text=told, done=told, clauses=[], goal=goal, document=document), most)


def verdict_of(solver: Solver) -> Verdict | None:
    """The verdict, or None where there is too much to look at, or something was not looked at."""
    try:
        moves = solver.first_moves()
    except TooManyWays:
        return None
    if not moves or solver.let_be - {"faces"}:
        return None
    best = moves[0][1]
    names = (solver.game.format(solver.start, answer) for answer, chance in moves if chance >= best - NEAR)
    return Verdict(best, frozenset(names))


def positions_of(game: Game, source: Source, seed: str) -> Iterator[Any]:
    """The positions before each turn of a game between two bots."""
    state = game.new(setups_drawn(game.name, "", None).draw(Random(f"{seed}/draw")))
    rng, agent = Random(seed), agent_named("greedy", game.name)
    for _ in range(MOST_ANSWERS):
        waiting = state.waiting
        if isinstance(waiting, Over):
            return
        if isinstance(waiting, Roll):
            state.apply(waiting.sample(rng))
            continue
        if source.is_start(state):
            yield state
        state.apply(agent.choose(game, state, waiting, rng))


def search(game: Game, seed: str) -> Iterator[Found]:
    """The puzzles of one game between bots."""
    source = SOURCES[game.name]
    for state in positions_of(game, source, seed):
        for document in source.near(game, state):
            try:
                start = game.from_document(document)
            except EsquiveError:
                continue  # what is left is no position, as where nobody is left to win
            if not isinstance(start.waiting, Decision):
                continue
            for goal in source.goals(game, start):
                found = puzzle_of(game, source, document, goal, seed)
                if found is not None:
                    yield found


def draw(game: Game, seed: str, count: int) -> Iterator[Found]:
    """The puzzles among so many positions drawn by a seed."""
    source = SOURCES[game.name]
    for number in range(count):
        document = source.drawn(Random(f"{seed}/{number}"))
        try:
            start = game.from_document(document)
        except EsquiveError:
            continue  # somebody stands where nobody can
        if not isinstance(start.waiting, Decision):
            continue
        for goal in source.goals(game, start):
            found = puzzle_of(game, source, document, goal, f"{seed}/{number}")
            if found is not None:
                yield found
                break


def puzzle_of(game: Game, source: Source, document: dict[str, Any], goal: dict[str, Any], seed: str) -> Found | None:
    """The puzzle that a position and a goal make, or None for none worth asking."""
    if is_reached(game, game.from_document(document), goal):
        return None
    solver = solver_of(game, document, goal)
    verdict = verdict_of(solver)
    if verdict is None or not verdict.best >= LEAST_CHANCE:
        return None
    if len(verdict.moves) > MOST_BEST * len(solver.answers(solver.start)):
        return None
    tempting = tempting_answer(solver, verdict.best)
    if tempting is None:
        return None
    gap, first = greedy_play(solver, verdict.best)
    if gap < LEAST_GAP:
        return None
    worth = solver.chance_with(solver.start.copy(), first)
    if not 0 < worth < verdict.best - NEAR:
        first = [tempting]
    document = trimmed(game, source, document, goal, verdict, first)
    solver = solver_of(game, document, goal)
    if verdict_of(solver) is None:
        return None
    worth = solver.chance_with(solver.start.copy(), first)
    least = rounded(verdict.best)
    if worth * 100 >= least:
        return None
    solver.most *= 10  # the shortest line may lead where the verdict did not look
    try:
        steps = [step for step in solved_line(solver, solver.start) if step.is_own]
    except TooManyWays:
        return None
    line = [game.format(step.state, step.answer) for step in steps]
    exercise = exercise_of(game, solver, goal, least, first)
    exercise.theme = source.theme(game, solver.start, line, first)
    return Found(exercise, line, solver.positions, gap, seed)


def tempting_answer(solver: Solver, best: float) -> str | None:
    """The first answer worth most of those that are clearly worse than the best: without one nobody could go wrong."""
    worse = [(answer, chance) for answer, chance in solver.first_moves() if TEMPTING <= chance <= best - LEAST_GAP]
    line = solver.game.format(solver.start, worse[0][0]) if worse else None
    return None if line == "end" else line


def rounded(best: float) -> int:
    """The chance to ask for: certainty, or the best there is down to the next five in a hundred."""
    percent = int(best * 100 + NEAR)
    return percent if percent == 100 else percent - percent % 5


def greedy_play(solver: Solver, best: float) -> tuple[float, list[str]]:
    """What the greedy bot gives away, told the goal, and what it answers until it has lost the first of it."""
    lost = sum(given_away(solver, agent_for("greedy", solver), Random(number)) for number in range(TRIES)) / TRIES
    first: list[str] = []
    state, agent, rng = solver.start.copy(), agent_for("greedy", solver), Random(0)
    while isinstance(state.waiting, Decision) and state.waiting.seat == solver.seat and len(first) < 8:
        answer = agent.choose(solver.game, state, state.waiting, rng)
        first.append(solver.game.format(state, answer))
        if solver.after(state, answer) < best - NEAR:
            break
        state.apply(answer)
    return lost, first


def trimmed(
    game: Game, source: Source, document: dict[str, Any], goal: dict[str, Any], verdict: Verdict, first: list[str]
) -> dict[str, Any]:
    """The position without all that can be left out, as long as the verdict stays and the first answers lose."""

    def stays(smaller: dict[str, Any]) -> bool:
        try:
            solver = solver_of(game, smaller, goal)
            if not isinstance(solver.start.waiting, Decision) or is_reached(game, solver.start, goal):
                return False
            return (
                verdict_of(solver) == verdict and solver.chance_with(solver.start.copy(), first) < verdict.best - NEAR
            )
        except (EsquiveError, AssertionError):
            return False

    has_changed = True
    while has_changed:
        has_changed = False
        for smaller in source.smaller(document, goal):
            if stays(smaller):
                document, has_changed = smaller, True
                break
    return document


def exercise_of(game: Game, solver: Solver, goal: dict[str, Any], least: int, first: list[str]) -> Exercise:
    """The exercise with texts told from its goal."""
    told = {one: game.goal_told(solver.start, goal, one) for one in LANGUAGES}
    return Exercise(
        kind="puzzle",
        title=dict.fromkeys(LANGUAGES, "?"),
        text={one: goal_with_chance(told[one], least, one) for one in LANGUAGES},
        done={one: messages(one).say("puzzle.done", {}) for one in LANGUAGES},
        clauses=[],
        goal=goal,
        least=least,
        first=first,
        document=solver.document,
    )


def numbers(text: str) -> range:
    """Numbers as in `3-8`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    """Writes what is found, a file each, and tells it in a line."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("game", choices=sorted(SOURCES))
    parser.add_argument("--seeds", type=numbers, default=range(1, 11))
    parser.add_argument("--out", type=Path, default=Path("build/puzzles"))
    parser.add_argument("--most", type=int, default=2, help="puzzles of one theme and figure")
    parser.add_argument(
        "--drawn", type=int, default=0, help="positions drawn by chance for each seed, instead of games"
    )
    options = parser.parse_args()
    game = game_named(options.game)
    options.out.mkdir(parents=True, exist_ok=True)
    count: Counter[tuple[str, str]] = Counter()
    for seed in options.seeds:
        for found in draw(game, str(seed), options.drawn) if options.drawn else search(game, str(seed)):
            about = (found.exercise.theme, SOURCES[game.name].about(found.exercise.document))
            count[about] += 1
            if count[about] > options.most:
                continue
            name = f"{len(found.line):02}-{found.positions:05}-{found.exercise.theme}-{about[1]}-{seed}-{count[about]}"
            line = "; ".join(found.line)
            head = f"# seed {seed}, greedy gives away {100 * found.gap:.0f} %, line: {line}\n"
            (options.out / f"{name}.toml").write_text(head + exercise_text(found.exercise), encoding="utf-8")
            print(name, f"least {found.exercise.least}", line, "| first:", "; ".join(found.exercise.first), flush=True)


if __name__ == "__main__":
    main()

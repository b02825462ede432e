"""Where pieces of scenery are placed: anywhere they close nothing off, best between the middle and one's own side."""

from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.proposals.places import random_facing
from esquive.kaos.table.answers import Placing
from esquive.kaos.table.state import State

TRIES: Final = 12
GRID: Final = 5 * CM
ENOUGH: Final = 25 * CM  # between two pieces: farther apart is no better
ANGLES: Final = ((0, 90 * DEGREE), (180 * DEGREE, 270 * DEGREE))


def sample_scenery(state: State, frame: SceneryFrame, rng: Rng) -> int:
    """A piece somewhere, turned by chance."""
    left = frame.left(state)
    table = state.table
    for _ in range(TRIES):
        piece = left[int(rng.random() * len(left))]
        place = [piece, int(rng.random() * table.width), int(rng.random() * table.depth), random_facing(rng)]
        answer = Placing(*place).answer()
        if _is_legal(state, frame, answer):
            return answer
    return next(iter(_grid(state, frame, 1)))


def scenery_candidates(state: State, frame: SceneryFrame, n: int) -> list[int]:
    """Places of a grid, the middle of the table first."""
    return _grid(state, frame, n)


def spread_out(state: State, placings: list[int]) -> list[int]:
    """Of some places those farthest from the scenery that lies, a quarter of them: what is heaped hides nobody."""

    def gap(answer: int) -> int:
        one = Placing.read(answer)
        return min(((one.x - x) ** 2 + (one.y - y) ** 2 for _, x, y, _ in state.placed), default=0)

    gaps = sorted((min(gap(answer), ENOUGH**2) for answer in placings), reverse=True)
    least = gaps[len(gaps) // 4] if gaps else 0
    return [answer for answer in placings if gap(answer) >= least]


def _grid(state: State, frame: SceneryFrame, n: int) -> list[int]:
    """The first n legal places, from the middle outwards, unturned or turned; finer when there are none.

    All is as seen from the own edge: whoever begins, the table is as good for one player as for the other.
    """
    table = state.table
    found: list[int] = []
    for grid in (GRID, CM):
        points = [(x, y) for x in range(grid, table.width, grid) for y in range(grid, table.depth, grid)]
        points.sort(key=lambda point: abs(2 * point[0] - table.width) + abs(2 * point[1] - table.depth))
        if frame.seat == 1:
            points = [(table.width - x, table.depth - y) for x, y in points]
        for piece in frame.left(state):
            for x, y in points:
                for angle in ANGLES[frame.seat]:
                    answer = Placing(piece, x, y, angle).answer()
                    if _is_legal(state, frame, answer):
                        found.append(answer)
                        if len(found) == n:
                            return found
        if found:
            break
    return found


def _is_legal(state: State, frame: SceneryFrame, answer: int) -> bool:
    return all(condition.holds for condition in frame.conditions(state, answer))

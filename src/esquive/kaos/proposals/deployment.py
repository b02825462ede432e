"""Where fighters are deployed: near the comrades, in view of them, far enough from the enemies, not all in a heap."""

from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.deployment import DeploymentFrame, lies_in, zone_of
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.sight import sees
from esquive.kaos.geometry.units import CM, TURN
from esquive.kaos.proposals.places import direction, near, random_facing, settled
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Placing
from esquive.kaos.table.state import RESERVE, State

TRIES: Final = 24
GRID: Final = 2 * CM
APART: Final = 20 * CM
ASK_ANSWER: Final = answers.pack(answers.ASK, [])


def sample_deployment(state: State, frame: DeploymentFrame, rng: Rng) -> int:
    """A figure at a place by chance, mostly near a comrade; now and then the opponent is asked."""
    seat = frame.asked()
    mine = _reserve(state, seat)
    if (not mine or rng.random() < 0.15) and _is_legal(state, frame, ASK_ANSWER):
        return ASK_ANSWER
    figure = mine[int(rng.random() * len(mine))]
    comrades = state.in_play(seat)
    west, south, east, north = area_of(state, seat)
    for _ in range(TRIES):
        x, y = west + int(rng.random() * (east - west)), south + int(rng.random() * (north - south))
        if comrades and rng.random() < 0.7:
            comrade = comrades[int(rng.random() * len(comrades))]
            x, y = near(rng, (state.x[comrade], state.y[comrade]), 15 * CM)
        base = state.base_at(figure, x, y, 0, random_facing(rng))
        if _is_plausible(state, figure, base):
            answer = _place(figure, base)
            if _is_legal(state, frame, answer):
                return answer
    return _somewhere(state, frame, mine)


def deployment_candidates(state: State, frame: DeploymentFrame, n: int) -> list[int]:
    """Each figure at the best places of a grid: beyond 20 cm of the enemies but not much, with comrades about."""
    seat = frame.asked()
    mine = _reserve(state, seat)
    found: list[int] = []
    if not mine:
        return [ASK_ANSWER]
    share = max(1, n // len(mine))
    points = sorted(grid_of(state, seat, GRID), key=lambda point: -_score(state, seat, point[0], point[1]))
    for figure in mine:
        found += _best_places(state, frame, figure, share, points)
    if _is_legal(state, frame, ASK_ANSWER):
        found.append(ASK_ANSWER)
    return found[:n] or [_somewhere(state, frame, mine)]


def area_of(state: State, seat: int) -> tuple[int, int, int, int]:
    """Where a seat deploys: west, south, east and north of its zone, or of the table."""
    zone = state.library.zones[seat] if state.library.zones else None
    return zone or (0, 0, state.table.width, state.table.depth)


def grid_of(state: State, seat: int, step: int) -> list[tuple[int, int]]:
    """The points of a grid over where a seat deploys, from its own left and its own edge on.

    Both players see the same from their sides: else of equally good places one would take those near its scenery, the
    other those far from it, and a battlefield that looks alike from both sides would not play alike.
    """
    west, south, east, north = area_of(state, seat)
    points = [(x, y) for x in range(west + step, east, step) for y in range(south + step, north, step)]
    return points if seat == 0 else [(west + east - x, south + north - y) for x, y in points]


def _best_places(state: State, frame: DeploymentFrame, figure: int, n: int, points: list[tuple[int, int]]) -> list[int]:
    """The best places for a figure; `points`: of the grid, the best first."""
    seat = state.owner[figure]
    facing = TURN // 4 if seat == 0 else 3 * TURN // 4
    found: list[int] = []
    tried = 0
    for x, y in points:
        for angle in (_outlook(state, figure, x, y, facing), facing):
            base = state.base_at(figure, x, y, 0, angle)
            if not _is_plausible(state, figure, base):
                continue
            tried += 1
            answer = _place(figure, base)
            if answer not in found and _is_legal(state, frame, answer):
                found.append(answer)
                break
        if len(found) == n or tried == 4 * n:
            break
    return found


def _outlook(state: State, figure: int, x: int, y: int, facing: int) -> int:
    """Towards the nearest enemy, or across the table while there is none."""
    enemies = state.in_play(1 - state.owner[figure])
    if not enemies:
        return facing
    closest = min(enemies, key=lambda enemy: (state.x[enemy] - x) ** 2 + (state.y[enemy] - y) ** 2)
    return direction(state.x[closest] - x, state.y[closest] - y)


def _score(state: State, seat: int, x: int, y: int) -> int:
    """Own side of the table, comrades within a hand's breadth, enemies just beyond reach."""
    table = state.table
    behind = y if seat == 0 else table.depth - y
    wanted = table.depth // 5
    score = -abs(behind - wanted) // CM - abs(x - table.width // 2) // (3 * CM)
    for comrade in state.in_play(seat):
        gap = abs(state.x[comrade] - x) + abs(state.y[comrade] - y)
        score -= max(0, 4 * CM - gap) // CM * 8 + max(0, gap - 15 * CM) // (4 * CM)
    return score


def _is_plausible(state: State, figure: int, base: Base) -> bool:
    """Whether a place is free, in the zone, off the enemies and in view: what costs less than all conditions do."""
    found = settled(state, base, state.others())
    if found is None:
        return False
    seat = state.owner[figure]
    zone = zone_of(state, figure)
    if zone is not None and not lies_in(found, zone):
        return False
    if any(within(state.table, found, state.base(enemy), APART) for enemy in state.in_play(1 - seat)):
        return False
    comrades = state.in_play(seat)
    return not comrades or any(
        sees(state.table, state.base(comrade), found, state.others(comrade)) for comrade in comrades
    )


def _somewhere(state: State, frame: DeploymentFrame, mine: list[int]) -> int:
    """The first legal place of a grid, for whichever figure has one; asking the opponent when none has.

    Raises RuntimeError where no figure fits anywhere on the table: no rule says what happens then.
    """
    for step in (GRID, CM // 2):
        for figure in mine:
            for x, y in grid_of(state, state.owner[figure], step):
                base = state.base_at(figure, x, y, 0, 0)
                if _is_plausible(state, figure, base) and _is_legal(state, frame, _place(figure, base)):
                    return _place(figure, base)
    for figure in mine:
        answer = _least_bad(state, frame, figure)
        if answer is not None:
            return answer
    if not _is_legal(state, frame, ASK_ANSWER):
        raise RuntimeError(f"{', '.join(state.names[figure] for figure in mine)}: no place on the table is free")
    return ASK_ANSWER


def _least_bad(state: State, frame: DeploymentFrame, figure: int) -> int | None:
    """Where a figure stands that fits nowhere 20 cm off, nowhere in view or not into its zone [Ruling R257].

    The farthest free places first, those of the zone before all others.
    """
    enemies = [state.base(enemy) for enemy in state.in_play(1 - state.owner[figure])]
    others = state.others()
    zone = zone_of(state, figure)
    places: list[tuple[bool, int, int]] = []
    for x in range(GRID // 2, state.table.width, GRID):
        for y in range(GRID // 2, state.table.depth, GRID):
            base = settled(state, state.base_at(figure, x, y, 0, 0), others)
            if base is not None:
                far = min([distance(state.table, base, enemy) for enemy in enemies], default=0)
                places.append((zone is not None and not lies_in(base, zone), -far, _place(figure, base)))
    for _, _, answer in sorted(places):
        if _is_legal(state, frame, answer):
            return answer
    return None


def _reserve(state: State, seat: int) -> list[int]:
    return [figure for figure, status in enumerate(state.status) if status == RESERVE and state.owner[figure] == seat]


def _place(figure: int, base: Base) -> int:
    return Placing(figure, base.x, base.y, base.facing).answer()


def _is_legal(state: State, frame: DeploymentFrame, answer: int) -> bool:
    return all(condition.holds for condition in frame.conditions(state, answer))

"""Moves that were not declared: after a wound, a riposte, a shield or an interception."""

from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.moves import MoveChoiceFrame
from esquive.kaos.geometry.legs import GO, JUMP, TURN as TURNING, Leg
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import TURN
from esquive.kaos.proposals.places import direction, fitted, random_facing, towards
from esquive.kaos.proposals.worth import danger_at, taste
from esquive.kaos.table import answers
from esquive.kaos.table.state import State

TRIES: Final = 4
WAYS: Final = 8
STAY_ANSWER: Final = answers.move([])


def sample_move(state: State, frame: MoveChoiceFrame, rng: Rng) -> int:
    """A move by chance: staying, turning, or some legs as far as they go."""
    if rng.random() < 0.15:
        return STAY_ANSWER
    base = state.base(frame.figure)
    for _ in range(TRIES):
        legs, _ = fitted(state, frame.figure, base, random_legs(state, base, frame.limit, rng), frame.limit)
        answer = answers.move(legs)
        if is_legal(state, frame, answer):
            return answer
    return STAY_ANSWER


def random_legs(state: State, base: Base, limit: int, rng: Rng) -> list[Leg]:
    """A path of a turn, of one to three lines, maybe of a leap at its end, or a last turn; not yet fitted."""
    legs: list[Leg] = []
    if rng.random() < 0.4:
        legs.append(Leg(TURNING, 0, 0, random_facing(rng)))
    count = 1 + int(rng.random() * 3) if rng.random() < 0.5 else 1
    x, y = base.x, base.y
    for number in range(count):
        pieces = state.table.pieces
        far = limit // count
        if pieces and rng.random() < 0.15:
            goal = pieces[int(rng.random() * len(pieces))].box
            angle = towards(base, Base((goal[0] + goal[2]) // 2, (goal[1] + goal[3]) // 2, 0, 0, base.side))
        else:
            angle = random_facing(rng)
        length = int((0.3 + 0.7 * rng.random()) * far)
        if number == count - 1 and rng.random() < 0.2:
            run, leap = along(angle, length * 2 // 3), along(angle, length * 2 // 3 + length * 3 // 10)
            legs += [Leg(GO, x + run[0], y + run[1], 0), Leg(JUMP, x + leap[0], y + leap[1], 0)]
        else:
            dx, dy = along(angle, length)
            x, y = x + dx, y + dy
            legs.append(Leg(GO, x, y, 0))
    if rng.random() < 0.5:
        legs.append(Leg(TURNING, 0, 0, random_facing(rng)))
    return legs


def is_legal(state: State, frame: MoveChoiceFrame, answer: int) -> bool:
    """Whether every condition of a move holds."""
    return all(condition.holds for condition in frame.conditions(state, answer))


def move_candidates(state: State, frame: MoveChoiceFrame, n: int) -> list[int]:
    """Staying, turning to the nearest enemy, and lines in eight directions, whole and half; the safest first."""
    figure = frame.figure
    base = state.base(figure)
    scored: list[tuple[int, int]] = [(-place_value(state, figure, base), STAY_ANSWER)]
    for tried in _lines(state, figure, base, frame.limit):
        legs, made = fitted(state, figure, base, tried, frame.limit)
        if legs and made.fall is None:
            scored.append((-place_value(state, figure, made.end), answers.move(legs)))
    found: list[int] = []
    for _, answer in sorted(scored):
        if len(found) == n:
            break
        if answer not in found and is_legal(state, frame, answer):
            found.append(answer)
    return found or [STAY_ANSWER]


def _lines(state: State, figure: int, base: Base, limit: int) -> list[list[Leg]]:
    """A turn to the nearest enemy, and lines that end with one; not yet fitted."""
    enemies = [state.base(enemy) for enemy in state.in_play(1 - state.owner[figure])]
    closest = min(enemies, key=lambda enemy: (enemy.x - base.x) ** 2 + (enemy.y - base.y) ** 2) if enemies else None
    start = base.facing
    found: list[list[Leg]] = []
    if closest is not None:
        start = towards(base, closest)
        found.append([Leg(TURNING, 0, 0, start)])
    for way in range(WAYS):
        for part in (2, 1):
            dx, dy = along((start + way * TURN // WAYS) % TURN, limit * part // 2)
            legs = [Leg(GO, base.x + dx, base.y + dy, 0)]
            if closest is not None:
                legs.append(Leg(TURNING, 0, 0, direction(closest.x - base.x - dx, closest.y - base.y - dy)))
            found.append(legs)
    return found


def place_value(state: State, figure: int, base: Base) -> int:
    """How good a place is to be left at: what one likes about it, less what threatens it there."""
    return taste(state, figure, base) - danger_at(state, figure, base)

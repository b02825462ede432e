"""Where a figure could go: directions, spots round others, and paths cut to what is possible and affordable."""

from bisect import bisect
from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.movement import LEAST, affordable, path_of
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.ground import ground_at, is_free
from esquive.kaos.geometry.legs import GO, TURN as TURNING, Leg
from esquive.kaos.geometry.paths import Passage, base_at
from esquive.kaos.geometry.shapes import Base, Bases, Point
from esquive.kaos.geometry.shortest_ways import way_within
from esquive.kaos.geometry.trigonometry import BITS, along, cosine, sine
from esquive.kaos.geometry.units import CM, DEGREE, TURN
from esquive.kaos.geometry.walks import walk
from esquive.kaos.table.state import State

TOUCH: Final = 100  # left between two bases in contact: well within the tolerance, clear of any overlap
_REPAIRS: Final = 5
_PULL: Final = 300  # how much a leg that runs into something is drawn back at first
# The tangents of 0.5, 1.5 ... 44.5 degrees, times 2 to the 32.
_TANGENTS: Final = [
    (sine(degree * DEGREE + DEGREE // 2) << 32) // cosine(degree * DEGREE + DEGREE // 2) for degree in range(45)
]


def direction(dx: int, dy: int) -> int:
    """The direction of a vector, to the nearest whole degree, in thousandths."""
    low, high = min(abs(dx), abs(dy)), max(abs(dx), abs(dy))
    if not high:
        return 0
    degrees = bisect(_TANGENTS, (low << 32) // high)
    if abs(dy) > abs(dx):
        degrees = 90 - degrees
    if dx < 0:
        degrees = 180 - degrees
    if dy < 0:
        degrees = -degrees
    return degrees % 360 * DEGREE


def towards(base: Base, other: Base) -> int:
    """The facing that looks at another base."""
    return direction(other.x - base.x, other.y - base.y)


def random_facing(rng: Rng) -> int:
    """Any facing, one of 72."""
    return int(rng.random() * 72) * 5 * DEGREE


def near(rng: Rng, point: Point, far: int) -> Point:
    """A point by chance, no farther from another than `far` micrometres."""
    dx, dy = along(random_facing(rng), int(rng.random() * far))
    return (point[0] + dx, point[1] + dy)


def beside(base: Base, other: Base, angle: int, gap: int) -> Base:
    """The base put next to another in a direction from it, its face turned to it, with a gap between the two."""
    turned = (angle - other.facing) % TURN
    reach = other.side * (abs(cosine(turned)) + abs(sine(turned))) >> BITS + 1
    dx, dy = along(angle, base.side // 2 + reach + gap)
    return base.at(other.x + dx, other.y + dy, other.z, (angle + TURN // 2) % TURN)


def settled(state: State, base: Base, others: Bases) -> Base | None:
    """The base at the level of its place, or None where it cannot stand."""
    level = ground_at(state.table, base.x, base.y)[0]
    place = base if level == base.z else base.at(base.x, base.y, level, base.facing)
    return place if is_free(state.table, place, others) else None


def reach_of(base: Base, point: Point) -> int:
    """The square of how far a base's centre is from a point."""
    return (base.x - point[0]) ** 2 + (base.y - point[1]) ** 2


# --------------------------------------------------------------------------------------------------------------- paths


def is_affordable(made: Passage, limit: int) -> bool:
    """Whether a path is clear and costs no more than may be spent [Kaos K10.13]."""
    return made.problem is None and (made.cost <= limit or (limit > 0 and made.length <= LEAST))


def plain(legs: list[Leg]) -> list[Leg]:
    """Legs as they are declared: a turn has no place, a line and a leap have no facing."""
    return [Leg(leg.kind, 0, 0, leg.facing) if leg.kind == TURNING else Leg(leg.kind, leg.x, leg.y, 0) for leg in legs]


def fitted(state: State, figure: int, base: Base, legs: list[Leg], limit: int) -> tuple[list[Leg], Passage]:
    """Legs cut down until they can be walked for `limit` micrometres of movement; none at all if that fails."""
    legs = plain(legs)
    for number in range(_REPAIRS):
        made = path_of(state, figure, base, legs)
        if is_affordable(made, limit):
            return legs, made
        if made.problem is not None:
            legs = _without_problem(made, legs, number)
        else:
            legs = shortened(made, legs, affordable(made, limit) - number * _PULL)
    return [], path_of(state, figure, base, [])


def _without_problem(made: Passage, legs: list[Leg], number: int) -> list[Leg]:
    """The legs up to what was in the way, less and less of the one at fault."""
    problem = made.problem
    assert problem is not None
    leg = legs[problem.leg]
    if leg.kind != GO:
        return legs[: problem.leg] + (legs[problem.leg + 1 :] if leg.kind == TURNING else [])
    from_x, from_y = made.end.x, made.end.y
    x, y = problem.at
    if number:
        x, y = (from_x + x) // 2, (from_y + y) // 2
    else:
        dx, dy = along(direction(from_x - x, from_y - y), _PULL)
        if abs(dx) >= abs(from_x - x) and abs(dy) >= abs(from_y - y):
            return legs[: problem.leg]
        x, y = x + dx, y + dy
    return [*legs[: problem.leg], Leg(GO, x, y, 0)]


def shortened(made: Passage, legs: list[Leg], distance: int) -> list[Leg]:
    """The legs as far as a distance along the path they make; a jump is left out as a whole."""
    if distance <= 0:
        return [leg for leg in legs[:1] if leg.kind == TURNING]
    left = distance
    for stretch in made.pieces:
        if left <= stretch.length:
            before = legs[: stretch.leg]
            if legs[stretch.leg].kind != GO:
                return before
            last = base_at(made, distance)
            return [*before, Leg(GO, last.x, last.y, 0)]
        left -= stretch.length
    return legs


def way_to(state: State, figure: int, base: Base, place: Base, limit: int) -> tuple[list[Leg], Passage] | None:
    """The way to a place, facing as the place says: straight on if possible, else round what is in the way.

    The figure turns first where it stands, or last if there is no room for that. None when it gets nowhere near, or
    for no less than `limit` micrometres of movement.
    """
    turn = Leg(TURNING, 0, 0, place.facing)
    straight = Leg(GO, place.x, place.y, 0)
    keywords = state.card(figure).keywords
    climber, flying = bool(keywords & CLIMBER), bool(keywords & FLYING)
    others = state.others(figure)
    turned = base.at(base.x, base.y, base.z, place.facing)
    for start, legs in ((turned, [turn, straight]), (base, [straight, turn])):
        gone = walk(state.table, start, place.x, place.y, others, 0, climber, flying, is_rough=True)
        if gone.stopped >= 0 or gone.fell:
            continue
        made = path_of(state, figure, base, legs)
        if made.problem is None and made.fall is None:
            return legs, made
    first = path_of(state, figure, base, [turn])
    legs = [turn] if first.problem is None else []
    start = base if first.problem is not None else first.end
    found = way_within(state.table, start, (place.x, place.y), others, limit, climber, flying)
    if found is None:
        return None
    legs = plain(legs + found + ([] if legs else [turn]))
    made = path_of(state, figure, base, legs)
    if made.problem is not None or made.fall is not None:
        return None
    if abs(made.end.x - place.x) + abs(made.end.y - place.y) > CM // 100:
        return None
    return legs, made

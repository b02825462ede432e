"""Paths: what a base passes over, what it costs, where it is stopped and where it falls.

A path is a list of legs. The centre of the base is measured [Kaos K10.10]; the square it sweeps may not overlap other
bases, nor scenery in its way, nor leave the table [Ruling R201] [Ruling R203]. Costs are counted in half micrometres a
micrometre of path and rounded up once a stretch: two of what is level, four upwards, one downwards, all doubled in
difficult ground [Kaos K11.1] [Kaos K11.2] [Kaos K11.8].

Turning on the spot neither breaks a straight line nor is a move. A figure that leaps may pass over bodies and pieces
whose tops are at most 3 cm above its take-off, never over what is impassable; it pays the length seen from above.
"""

from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.ground import Footing, footing, ground_at, landing, lean, nearest_free
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.passages import Fall, Passage, Problem
from esquive.kaos.geometry.planar import (
    first_overlapped,
    is_on_table,
    is_well_on_table,
    meets_piece,
    over_piece,
    overlap,
    overlaps,
    swept,
)
from esquive.kaos.geometry.sections import nearest_root
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.units import CM, SLACK, TURN as WHOLE_TURN
from esquive.kaos.geometry.walks import DOWN, FLAT, LEAP, UP, Stretch, Walk, walk

__all__ = [
    "DOWN",
    "FLAT",
    "GO",
    "JUMP",
    "LEAP",
    "TURN",
    "UP",
    "Fall",
    "Leg",
    "Passage",
    "Problem",
    "Stretch",
    "base_at",
    "cut",
    "left_at",
    "moments",
    "passage",
]

# A jump gains this much height at most, and one down by no more is harmless [Kaos K11.5] [Kaos K11.7].
JUMP_HEIGHT: Final = 3 * CM
# Between two moments of a path, for interceptions.
MOMENT: Final = CM // 2
KEPT: Final = 1 << 10  # how many passages are kept
Step = tuple[int, int, int, int]  # a leg: its kind, where it leads, and how the base faces then; 0 where it leaves that


def passage(
    table: Table,
    base: Base,
    legs: list[Leg],
    others: Bases,
    climber: bool = False,
    flying: bool = False,
    leaves: bool = False,
) -> Passage:
    """Walks a path, leg by leg, up to its end, the first problem or a fall.

    `others`: the bases of all other figures in play. `climber`, `flying`: see `walks.walk`. `leaves`: the base may go
    over the edge of the table [Kaos K27.8]. What is given back is kept, and not to be changed.
    """
    if not legs:
        return Passage(table, base, tuple(others))
    steps = tuple([(leg.kind, 0, 0, leg.facing) if leg.kind == TURN else (leg.kind, leg.x, leg.y, 0) for leg in legs])
    return _passage(table, base, steps, tuple(others), climber, flying, leaves)


# What it reads is what it is given, of legs only what matters to them: tables, pieces and bases never change.
@kept(KEPT)
def _passage(
    table: Table,
    base: Base,
    steps: tuple[Step, ...],
    others: tuple[Base, ...],
    climber: bool,
    flying: bool,
    leaves: bool,
) -> Passage:
    made = Passage(table, base, others)
    for number, (kind, x, y, facing) in enumerate(steps):
        if kind == GO:
            _go(made, number, (x, y), climber, flying, leaves)
        elif kind == TURN:
            _turn(made, number, facing, climber, flying, leaves)
        elif kind == JUMP:
            _jump(made, number, (x, y), leaves)
        else:
            raise ValueError(f"leg {number} is of no known kind: {kind}")
        if made.problem is not None or made.fall is not None:
            return made
    if steps and (not leaves or is_on_table(table, made.end)):
        _stand(made, len(steps) - 1)
    return made


def _stop(made: Passage, kind: str, leg: int, at: Point, piece: Piece | None = None, figure: int = -1) -> Problem:
    made.problem = Problem(kind, leg, at, piece, figure, {})
    return made.problem


def _go(made: Passage, number: int, goal: Point, climber: bool, flying: bool, leaves: bool) -> None:
    base = made.end
    table = made.table
    found = walk(table, base, goal[0], goal[1], made.others, number, climber, flying)
    # What comes first counts: something in the way, an edge to fall from, or the edge of the table.
    is_off = (
        not leaves
        and not is_well_on_table(table, goal[0], goal[1], base.reach)
        and not is_on_table(table, base.at(goal[0], goal[1], base.z, base.facing))
    )
    most = _last_on_table(table, base, goal) if is_off else 0
    if found.stopped >= 0 and not (is_off and most < found.stopped):
        at = _farthest(made, base, goal, found, climber, flying)
        _stop(made, found.what, number, at, found.piece, found.figure)
        return
    if is_off:
        x, y, _ = found.stretches[-1].end if found.stretches else (base.x, base.y, base.z)
        if not (found.fell and is_on_table(table, base.at(x, y, base.z, base.facing))):
            _stop(made, "off-table", number, _along(base, goal, most))
            return
    for stretch in found.stretches:
        made.add(stretch)
    if found.fell:
        _fall_off(made, base)
    elif found.stretches:
        made.end = base.at(goal[0], goal[1], found.stretches[-1].end[2], base.facing)


def _farthest(made: Passage, base: Base, goal: Point, gone: Walk, climber: bool, flying: bool) -> Point:
    """The last place the base slides to before a walk is stopped: rounded, it may have to be a little less.

    A shorter line is within two micrometres of it, and whoever is not near enough to look closer is farther off.
    """
    distance = gone.stopped
    back = 0
    while back < distance:
        x, y = _along(base, goal, distance - back)
        if walk(made.table, base, x, y, gone.beside, 0, climber, flying, is_rough=True).stopped < 0:
            return (x, y)
        back = 2 * back + 1
    return (base.x, base.y)


def _fall_off(made: Passage, base: Base) -> None:
    at = made.pieces[-1].end if made.pieces else (base.x, base.y, base.z)
    edge = base.at(at[0], at[1], at[2], base.facing)
    made.fall = Fall(len(made.pieces), at, landing(made.table, edge, made.others))
    made.end = made.fall.landing


def _along(base: Base, goal: Point, distance: int) -> Point:
    dx, dy = goal[0] - base.x, goal[1] - base.y
    length = nearest_root(dx * dx + dy * dy)
    return (base.x + dx * distance // length, base.y + dy * distance // length)


def _last_on_table(table: Table, base: Base, goal: Point) -> int:
    """How far along a line all of the base is on the table."""
    dx, dy = goal[0] - base.x, goal[1] - base.y
    low, high = 0, nearest_root(dx * dx + dy * dy)
    while low < high:
        middle = (low + high + 1) >> 1
        x, y = _along(base, goal, middle)
        if is_on_table(table, base.at(x, y, base.z, base.facing)):
            low = middle
        else:
            high = middle - 1
    return low


def _turn(made: Passage, number: int, facing: int, climber: bool, flying: bool, leaves: bool) -> None:
    """Turns on the spot, free, where the base has room as it then stands [Kaos K10.11] [Ruling R204]."""
    base = made.end
    facing %= WHOLE_TURN
    if facing == base.facing:
        return
    turned = base.at(base.x, base.y, base.z, facing)
    at = (base.x, base.y)
    figure = first_overlapped(turned, made.others)
    piece = _barring(made.table, turned, climber, flying) if figure < 0 else None
    if figure >= 0 or piece is not None:
        _stop(made, "turn", number, at, piece, figure).facts = {"facing": facing}
    elif not leaves and not is_on_table(made.table, turned):
        _stop(made, "off-table", number, at)
    else:
        made.end = turned


def _barring(table: Table, turned: Base, climber: bool, flying: bool) -> Piece | None:
    """The piece of scenery that a base lies over and may not, at its own level; None when there is none."""
    x, y = turned.x, turned.y
    for piece in table.about(x, y, turned.reach):
        if not meets_piece(turned, piece):
            continue
        if piece.flags & IMPASSABLE:
            return piece
        if piece.is_solid and not flying and not (piece.is_standable and (climber or piece.flags & CLIMBABLE)):
            if piece.level_at(x, y) > turned.z + lean(ground_at(table, x, y)[1], turned):
                return piece
    return None


def _jump(made: Passage, number: int, goal: Point, leaves: bool) -> None:
    """Leaps in a straight line, no farther than half the run-up nor higher than 3 cm [Kaos K11.4] [Kaos K11.5]."""
    base = made.end
    table = made.table
    dx, dy = goal[0] - base.x, goal[1] - base.y
    length = nearest_root(dx * dx + dy * dy)
    if length == 0:
        return
    run_up = made.run_up(dx, dy)
    if 2 * length > run_up + SLACK:
        _stop(made, "jump-too-long", number, _along(base, goal, run_up // 2)).facts = {
            "length": length,
            "run_up": run_up,
            "most": run_up // 2,
        }
        return
    level = ground_at(table, goal[0], goal[1])[0]
    place = base.at(goal[0], goal[1], level, base.facing)
    if not leaves and not is_on_table(table, place):
        _stop(made, "off-table", number, _along(base, goal, _last_on_table(table, base, goal)))
        return
    hexagon = swept(base, dx, dy)
    highest = base.z + JUMP_HEIGHT
    reach = base.reach
    west, east = min(base.x, goal[0]) - reach, max(base.x, goal[0]) + reach
    south, north = min(base.y, goal[1]) - reach, max(base.y, goal[1]) + reach
    for index, other in enumerate(made.others):
        far = other.reach
        if other.x + far < west or other.x - far > east or other.y + far < south or other.y - far > north:
            continue
        top = other.z + other.height
        if (top > highest and overlaps(hexagon, other.corners)) or overlap(place, other):
            _stop(made, "figure", number, (base.x, base.y), None, index).facts = {"top": top, "highest": highest}
            return
    for piece in table.between(west, south, east, north):
        is_impassable = piece.flags & IMPASSABLE != 0
        top = max(piece.level_at(base.x, base.y), piece.level_at(goal[0], goal[1]))
        if (is_impassable or top > highest) and over_piece(hexagon, piece):
            kind = "piece" if is_impassable else "jump-too-high"
            _stop(made, kind, number, (base.x, base.y), piece).facts = {"top": top, "highest": highest}
            return
    made.add(
        Stretch(number, (base.x, base.y, base.z), (goal[0], goal[1], level), length, LEAP, False, base.facing, dx, dy)
    )
    made.end = place
    if base.z - level > JUMP_HEIGHT:
        above = base.at(goal[0], goal[1], base.z, base.facing)
        rest = place if _is_clear(footing(table, place)) else landing(table, above, made.others)
        made.fall = Fall(len(made.pieces), (goal[0], goal[1], base.z), rest)
        made.end = rest
        return
    _stand(made, number)


def _is_clear(found: Footing) -> bool:
    return found.blocker is None and found.is_stable


def _stand(made: Passage, number: int) -> None:
    """Looks at the footing where a path or a jump ends [Ruling R205]."""
    base = made.end
    if not base.z and not made.table.about(base.x, base.y, base.reach):
        return  # on bare ground all is well
    found = footing(made.table, base)
    slack = lean(found.ground, base)
    if found.blocker is not None:
        _stop(made, "no-footing", number, (base.x, base.y), found.blocker)
    elif found.level > base.z + slack:  # it stops at the foot of a face, its centre exactly below the edge
        _stop(made, "no-footing", number, (base.x, base.y), found.ground)
    elif not found.is_stable:
        made.fall = Fall(len(made.pieces), (base.x, base.y, base.z), landing(made.table, base, made.others))
        made.end = made.fall.landing
    elif found.level != base.z:
        made.end = base.at(base.x, base.y, found.level, base.facing)


def base_at(made: Passage, distance: int) -> Base:
    """The base once its centre has gone so far along the path, in micrometres; its last place when that is farther.

    Where it turns it is met before turning.
    """
    if distance <= 0:
        return made.start
    for stretch in made.pieces:
        if distance <= stretch.length:
            return _base_on(made.start, stretch, distance)
        distance -= stretch.length
    return made.end


def _base_on(base: Base, stretch: Stretch, distance: int) -> Base:
    (x, y, z), (fx, fy, fz) = stretch.start, stretch.end
    length = stretch.length
    if distance < length:
        x += (2 * (fx - x) * distance + length) // (2 * length)
        y += (2 * (fy - y) * distance + length) // (2 * length)
        z += (2 * (fz - z) * distance + length) // (2 * length)
    else:
        x, y, z = fx, fy, fz
    return base.at(x, y, z, stretch.facing)


def moments(made: Passage) -> list[tuple[int, Base]]:
    """The base along the path: its first and last place, every way point, and at most half a centimetre between two.

    Each with how far the centre has gone. Where it turns both facings are given, the earlier first. The list is kept
    with the passage, and neither is to be changed.
    """
    if made.moments is None:
        made.moments = _moments(made)
    return made.moments


def _moments(made: Passage) -> list[tuple[int, Base]]:
    found = [(0, made.start)]
    gone = 0
    for stretch in made.pieces:
        count = -(-stretch.length // MOMENT)
        if stretch.facing != found[-1][1].facing:
            found.append((gone, _base_on(made.start, stretch, 0)))
        for number in range(1, count + 1):
            part = stretch.length * number // count
            found.append((gone + part, _base_on(made.start, stretch, part)))
        gone += stretch.length
    last = found[-1][1]
    end = made.end
    if (end.x, end.y, end.z, end.facing) != (last.x, last.y, last.z, last.facing):
        found.append((gone, end))
    return found


def cut(made: Passage, distance: int) -> Passage:
    """What is walked of a path that is cut short once the centre has gone so far, in micrometres.

    A base that is left hanging on a face, in a jump high above the ground, or at a place without footing falls from
    there; one left against the foot of what it was about to climb, or over another base in a jump, steps to the nearest
    free place.
    """
    if distance >= made.length:
        return made
    short = Passage(made.table, made.start, made.others)
    left = max(distance, 0)
    last: Stretch | None = None
    for stretch in made.pieces:
        if left <= 0:
            break
        last = stretch
        if left < stretch.length:
            last = _part(made.start, stretch, left)
        short.add(last)
        short.end = _base_on(made.start, last, last.length)
        left -= last.length
    if last is None:
        return short
    base = short.end
    found = footing(made.table, base)
    slack = lean(found.ground, base)
    is_hanging = last.is_vertical and last is not made.pieces[len(short.pieces) - 1]
    if is_hanging or base.z - found.level > slack or not found.is_stable:
        _fall_from(short, base, found)
    elif found.blocker is not None or found.level > base.z + slack or _is_over(base, last, made.others):
        short.end = nearest_free(made.table, base, made.others, base.z + SLACK)
    elif found.level != base.z:
        short.end = base.at(base.x, base.y, found.level, base.facing)
    return short


def left_at(table: Table, base: Base, others: Bases) -> Passage:
    """The path of a base that goes no farther from where it is: on a face or without footing it falls from there."""
    made = Passage(table, base, others)
    found = footing(table, base)
    if abs(base.z - found.level) > lean(found.ground, base) or not found.is_stable:
        _fall_from(made, base, found)
    return made


def _fall_from(made: Passage, base: Base, found: Footing) -> None:
    """Straight down where that is free, else to the nearest place that is [Ruling R275]."""
    settled = base.at(base.x, base.y, found.level, base.facing)
    is_free = found.level < base.z and _is_clear(found) and first_overlapped(settled, made.others) < 0
    rest = settled if is_free else landing(made.table, base, made.others)
    made.fall = Fall(len(made.pieces), (base.x, base.y, base.z), rest)
    made.end = rest


def _is_over(base: Base, last: Stretch, others: Bases) -> bool:
    """Whether a jump was cut short over another base."""
    return last.kind == LEAP and first_overlapped(base, others) >= 0


def _part(base: Base, stretch: Stretch, length: int) -> Stretch:
    end = _base_on(base, stretch, length)
    return Stretch(
        stretch.leg,
        stretch.start,
        (end.x, end.y, end.z),
        length,
        stretch.kind,
        stretch.is_difficult,
        stretch.facing,
        stretch.dx,
        stretch.dy,
    )

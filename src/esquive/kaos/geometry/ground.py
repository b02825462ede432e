"""Levels and footing: how high a place is, what holds a base up there, and what is in its way.

The level of a place is that of the highest piece one may stand on under the centre of the base, else the table's, 0. A
base keeps its footing while at least half of it is supported at that level [Ruling R205]. The table supports all of a
base on it; up on scenery the supported area is cut out exactly, corners being fractions.

A base on a ramp is not level, and one at its end is half on the ramp, half on the ground it leads to. So what differs
from a base's level by no more than its `lean` is the same level: STEP, and on a ramp as much again as the ramp rises
over half the diagonal of the base.
"""

from math import gcd, isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.obstacles import around, bars, lies_over
from esquive.kaos.geometry.planar import first_overlapped, is_inside, is_on_table, root_up
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.trigonometry import BITS, ONE, cosine, sine
from esquive.kaos.geometry.units import CM, SLACK, TURN

# Differences of level up to this are walked as if they were none.
STEP: Final = CM // 2
KEPT: Final = 1 << 10  # how many footings are kept

Corner = tuple[int, int, int]  # x, y and what both are divided by, which is positive


class Footing:
    """How a base stands at a place.

    `level`: micrometres above the table; `is_stable`: whether at least half of the base is held up at that level
    [Ruling R205]; `blocker`: a piece of scenery in the way, None when there is none; `ground`: the piece it stands on,
    None for the table.
    """

    __slots__ = ("_base", "_held", "_support", "blocker", "ground", "is_stable", "level")

    def __init__(
        self, level: int, blocker: Piece | None, ground: Piece | None, base: Base, held: list[Piece] | None
    ) -> None:
        """`held`: what holds up a part of the base, None when all of it is held."""
        self.level = level
        self.blocker = blocker
        self.ground = ground
        self._base = base
        self._held = held
        self._support = -1 if held is not None else 1000  # mostly nobody asks how much it is
        self.is_stable = held is None or _is_half_on(base, held) or self.support >= 500

    @property
    def support(self) -> int:
        """Thousandths of the base that are held up at its level, to the nearest."""
        if self._support < 0:
            corners = self._base.corners
            whole = area_twice(corners)
            bare, parts = uncovered_twice(corners, self._held or [])
            self._support = (2001 * whole * parts - 2000 * bare) // (2 * whole * parts)
        return self._support

    def __repr__(self) -> str:
        return f"Footing({self.level}, {self.support}, {self.blocker!r}, {self.ground!r})"


def ground_at(table: Table, x: int, y: int) -> tuple[int, Piece | None]:
    """The level of a point, in micrometres, and the piece that makes it; None for the table."""
    level = 0
    ground: Piece | None = None
    for piece in table.about(x, y, 0):
        if piece.is_standable:
            west, south, east, north = piece.box
            if west <= x <= east and south <= y <= north:
                height = piece.level_at(x, y)
                if (height > level or (ground is None and height == level)) and is_inside((x, y), piece.shape):
                    level, ground = height, piece
    return level, ground


def lean(ground: Piece | None, base: Base) -> int:
    """How much what holds up a base on this ground, or is not in its way there, may differ from its level."""
    if ground is None or ground.low is None or ground.high is None:
        return STEP
    dx, dy = ground.high[0] - ground.low[0], ground.high[1] - ground.low[1]
    return STEP + ground.height * base.reach // isqrt(dx * dx + dy * dy)


@kept(KEPT)
def footing(table: Table, base: Base) -> Footing:
    """How a base would stand at its place, whatever level it says it is at [Ruling R205].

    It is in the way of a piece that may never be stood in, and of any solid piece higher than its own lean. What it
    reads is what it is given, which never changes.
    """
    x, y, reach = base.x, base.y, base.reach
    near = table.about(x, y, reach)
    if not near:
        return Footing(0, None, None, base, None)
    level, ground = ground_at(table, x, y)
    slack = lean(ground, base)
    blocker = _blocker(near, base, x, y, level + slack)
    return Footing(level, blocker, ground, base, None if level <= slack else _held(near, base, level, slack))


def _blocker(near: tuple[Piece, ...], base: Base, x: int, y: int, highest: int) -> Piece | None:
    """The first piece that is in the way of a base at a point, facing as it does; it may stand in none that is higher.

    `near`: those about the point.
    """
    reach = base.reach
    for piece in near:
        west, south, east, north = piece.box
        if x + reach <= west or x - reach >= east or y + reach <= south or y - reach >= north:
            continue
        if piece.flags & IMPASSABLE or (piece.is_solid and piece.level_at(x, y) > highest):
            if bars(piece, base, x, y, x, y):
                return piece
    return None


def _held(near: tuple[Piece, ...], base: Base, level: int, slack: int) -> list[Piece] | None:
    """The pieces that hold up parts of a base at a level, None when one of them holds all of it."""
    held: list[Piece] = []
    for piece in near:
        if piece.is_standable and abs(piece.level_at(base.x, base.y) - level) <= slack and lies_over(base, piece):
            if len(piece.parts) == 1 and not _sides_through(piece.parts[0], base):
                return None
            held.append(piece)
    return held


def _sides_through(part: tuple[Point, ...], base: Base) -> int:
    """How many sides of a convex polygon a base lies beyond, in part or all of it: none when all of it lies within."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = base.corners
    count = 0
    ax, ay = part[-1]
    for bx, by in part:
        ex, ey = bx - ax, by - ay
        if min(ex * py - ey * px, ex * qy - ey * qx, ex * ry - ey * rx, ex * sy - ey * sx) < ex * ay - ey * ax:
            count += 1
        ax, ay = bx, by
    return count


def _is_half_on(base: Base, held: list[Piece]) -> bool:
    """Whether a first look tells that half of a base is held up: its centre is, and a single side runs through it.

    A line that does not have the centre of a square beyond it leaves half of it; corners rounded to micrometres change
    less of a base than the half thousandth that support is rounded by.
    """
    for piece in held:
        if len(piece.parts) == 1 and _sides_through(piece.parts[0], base) == 1:
            if is_inside((base.x, base.y), piece.parts[0]):
                return True
    return False


def area_twice(polygon: tuple[Point, ...]) -> int:
    """Twice the area of an anticlockwise polygon, in square micrometres."""
    double = 0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        double += ax * by - ay * bx
        ax, ay = bx, by
    return double


def uncovered_twice(polygon: tuple[Point, ...], pieces: list[Piece]) -> tuple[int, int]:
    """Twice the area of a convex polygon that none of the pieces covers, exactly, in square micrometres.

    A fraction: above and below the line.
    """
    left: list[list[Corner]] = [[(x, y, 1) for x, y in polygon]]
    for piece in pieces:
        for part in piece.parts:
            rest: list[list[Corner]] = []
            for bare in left:
                _take_away(bare, part, rest)
            left = rest
    total, parts = 0, 1
    for bare in left:
        ax, ay, aw = bare[-1]
        for bx, by, bw in bare:
            weight = aw * bw
            total = total * weight + (ax * by - ay * bx) * parts
            parts *= weight
            ax, ay, aw = bx, by, bw
    return total, parts


def _take_away(polygon: list[Corner], part: tuple[Point, ...], rest: list[list[Corner]]) -> None:
    """Adds to `rest` the convex pieces of a convex polygon that lie outside a convex part."""
    inner = polygon
    ax, ay = part[-1]
    for bx, by in part:
        inner, outer = _split(inner, bx - ax, by - ay, ax, ay)
        if len(outer) > 2:
            rest.append(outer)
        if len(inner) < 3:
            return
        ax, ay = bx, by


def _split(polygon: list[Corner], ex: int, ey: int, ax: int, ay: int) -> tuple[list[Corner], list[Corner]]:
    """What of a convex polygon lies left and what right of the line through ax,ay along ex,ey."""
    left: list[Corner] = []
    right: list[Corner] = []
    shift = ex * ay - ey * ax
    px, py, pw = polygon[-1]
    p_side = ex * py - ey * px - shift * pw
    for qx, qy, qw in polygon:
        q_side = ex * qy - ey * qx - shift * qw
        if p_side < 0 < q_side or q_side < 0 < p_side:
            near, far = abs(p_side), abs(q_side)
            x, y, w = px * far + qx * near, py * far + qy * near, pw * far + qw * near
            common = gcd(x, y, w)
            crossing = (x // common, y // common, w // common)
            left.append(crossing)
            right.append(crossing)
        if q_side >= 0:
            left.append((qx, qy, qw))
        if q_side <= 0:
            right.append((qx, qy, qw))
        px, py, pw, p_side = qx, qy, qw, q_side
    return left, right


def is_free(table: Table, base: Base, others: Bases) -> bool:
    """Whether a base may stand at its place: on the table, on a stable footing, clear of scenery and other bases."""
    if not is_on_table(table, base):
        return False
    if first_overlapped(base, others) >= 0:
        return False
    if not table.about(base.x, base.y, base.reach):
        return True
    found = footing(table, base)
    return found.blocker is None and found.is_stable


# How finely a landing is looked for: rings this far apart, this many places on each.
_RING: Final = CM // 4
_ROUND: Final = 24
_FARTHEST: Final = 30 * CM


def landing(table: Table, base: Base, others: Bases) -> Base:
    """Where a falling base comes to rest: the nearest free place below it, at the level there [Kaos K12.1]."""
    return nearest_free(table, base, others, base.z - 1)


def _is_taken(base: Base, x: int, y: int, others: list[Base]) -> bool:
    """Whether a base at a point, facing as it does, overlaps another; must agree with `planar.overlap`."""
    for other in others:
        dx, dy = other.x - x, other.y - y
        square = dx * dx + dy * dy
        far = base.reach + other.reach
        if square >= far * far:
            continue
        near = ((base.side + other.side) >> 1) - 2 * SLACK
        if square < near * near and near > 0:
            return True
        if around(other, base.facing, base.side).is_crossed(-dx, -dy, -dx, -dy):
            return True
    return False


def nearest_free(table: Table, base: Base, others: Bases, highest: int) -> Base:
    """The nearest free place for a base no higher than `highest` micrometres above the table.

    Looked for on rings a quarter of a centimetre apart, 24 places on each, the way it faces first; its own place, at
    the level there, when none is free within 30 cm.
    """
    angles = [base.facing + number * TURN // _ROUND for number in range(_ROUND)]
    directions = [(cosine(angle), sine(angle)) for angle in angles]
    here = [(root_up((other.x - base.x) ** 2 + (other.y - base.y) ** 2), other) for other in others]
    half, reach = ONE >> 1, base.reach
    # Where the centre is when the whole base is on the table, and a hair beyond.
    off = 2 * SLACK
    west, east = max(base.x - x for x, _ in base.corners) - off, max(x - base.x for x, _ in base.corners) - off
    south, north = max(base.y - y for _, y in base.corners) - off, max(y - base.y for _, y in base.corners) - off
    east, north = table.width - east, table.depth - north
    for distance in range(0, _FARTHEST, _RING):
        # Only those whose distance from the middle is like that of the ring may be met on it.
        met = [other for far, other in here if abs(far - distance) <= reach + other.reach + SLACK]
        for cos, sin in directions if distance else directions[:1]:
            x, y = base.x + (distance * cos + half >> BITS), base.y + (distance * sin + half >> BITS)
            if x < west or x > east or y < south or y > north:
                continue
            if met and _is_taken(base, x, y, met):
                continue
            level, ground = ground_at(table, x, y)
            if level > highest or _blocker(table.about(x, y, reach), base, x, y, level + lean(ground, base)):
                continue
            place = base.at(x, y, level, base.facing)
            if is_free(table, place, ()):
                return place
    return base.at(base.x, base.y, ground_at(table, base.x, base.y)[0], base.facing)

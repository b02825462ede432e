"""Obstacles grown by a base: what bars its centre as they bar the base.

A square that slides in a straight line passes over a convex polygon as its centre passes through the polygon grown by
the square. Both have sides of the same directions, and lie as deep in each other along each of them: so which lines are
barred is said in the same integers as `planar.overlaps` has it of the square's way and the polygon.
"""

from itertools import pairwise
from math import isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.planar import Polygon
from esquive.kaos.geometry.shapes import Base, Piece, Point
from esquive.kaos.geometry.trigonometry import offsets_of
from esquive.kaos.geometry.units import DEGREE, SLACK

KEPT: Final = 1 << 12  # how many obstacles are kept
RIGHT_ANGLE: Final = 90 * DEGREE


class Obstacle:
    """The outline of an obstacle grown by a base, convex; `west south east north`: its bounds.

    `edges`: the vector of each side, and what a point comes to that lies SLACK within it: no more is beyond that side.
    """

    __slots__ = ("east", "edges", "north", "outline", "south", "west")

    def __init__(self, outline: Polygon) -> None:
        self.outline = outline
        across = [x for x, _ in outline]
        along = [y for _, y in outline]
        self.west, self.east = min(across), max(across)
        self.south, self.north = min(along), max(along)
        self.edges: list[tuple[int, int, int]] = []
        ax, ay = outline[-1]
        for bx, by in outline:
            ex, ey = bx - ax, by - ay
            self.edges.append((ex, ey, ex * ay - ey * ax + isqrt(SLACK * SLACK * (ex * ex + ey * ey))))
            ax, ay = bx, by

    def is_crossed(self, x: int, y: int, fx: int, fy: int) -> bool:
        """Whether the line of a centre goes through it by more than SLACK."""
        if (x <= self.west and fx <= self.west) or (x >= self.east and fx >= self.east):
            return False
        if (y <= self.south and fy <= self.south) or (y >= self.north and fy >= self.north):
            return False
        for ex, ey, least in self.edges:
            if ex * y - ey * x <= least and ex * fy - ey * fx <= least:
                return False
        return self.is_parted(x, y, fx, fy)

    def across(self, y: int) -> tuple[int, int]:
        """The first and the last x at which a centre lies within it by more than SLACK; the last is less for none."""
        first, last = self.west, self.east
        for ex, ey, least in self.edges:
            room = ex * y - least
            if ey > 0:
                last = min(last, (room - 1) // ey)
            elif ey:
                first = max(first, room // ey + 1)
            elif room <= 0:
                last = first - 1
        return first, last

    def beyond(self, x: int, y: int) -> int:
        """The sides that a point lies beyond, as bits: a line whose ends have one in common does not go through it.

        Of all other lines nothing is left to ask but `is_parted`.
        """
        bits = 0
        bit = 1
        for ex, ey, least in self.edges:
            if ex * y - ey * x <= least:
                bits |= bit
            bit += bit
        return bits

    def is_parted(self, x: int, y: int, fx: int, fy: int) -> bool:
        """Whether there is more than SLACK of it on both sides of a line; a point, which has no sides, parts all."""
        dx, dy = fx - x, fy - y
        if not (dx or dy):
            return True
        here = dx * y - dy * x
        most = isqrt(SLACK * SLACK * (dx * dx + dy * dy))
        left = right = False
        for px, py in self.outline:
            beside = dx * py - dy * px - here
            if beside > most:
                if right:
                    return True
                left = True
            elif beside < -most:
                if left:
                    return True
                right = True
        return False


def obstacle(polygon: Polygon, facing: int, side: int) -> Obstacle:
    """A convex polygon grown by a base that faces so; a square that has turned by a right angle is the same."""
    return _obstacle(polygon, facing % RIGHT_ANGLE, side)


def around(other: Base, facing: int, side: int) -> Obstacle:
    """Another base grown by one that faces so, as it is seen from the other's own centre.

    Corners are rounded as they lie from the centre, so it is the same, moved, wherever the other stands.
    """
    return _around(other.facing % RIGHT_ANGLE, other.side, facing % RIGHT_ANGLE, side)


def obstacles_of(piece: Piece, facing: int, side: int) -> tuple[Obstacle, ...]:
    """The convex parts of a piece of scenery, grown by a base that faces so."""
    return _obstacles_of(piece, facing % RIGHT_ANGLE, side)


# What is kept reads what it is given, which never changes.
@kept(KEPT)
def _obstacle(polygon: Polygon, facing: int, side: int) -> Obstacle:
    return Obstacle(grown(polygon, tuple([(-cx, -cy) for cx, cy in offsets_of(facing, side)])))


@kept(KEPT)
def _around(other_facing: int, other_side: int, facing: int, side: int) -> Obstacle:
    return Obstacle(
        grown(offsets_of(other_facing, other_side), tuple([(-cx, -cy) for cx, cy in offsets_of(facing, side)]))
    )


@kept(KEPT)
def _obstacles_of(piece: Piece, facing: int, side: int) -> tuple[Obstacle, ...]:
    return tuple([obstacle(part, facing, side) for part in piece.parts])


def bars(piece: Piece, base: Base, x: int, y: int, fx: int, fy: int) -> bool:
    """Whether a base, facing as it does, passes over a piece of scenery on the line between two points."""
    for part in obstacles_of(piece, base.facing, base.side):
        if part.is_crossed(x, y, fx, fy):
            return True
    return False


def lies_over(base: Base, piece: Piece) -> bool:
    """Whether a base lies over a piece of scenery by more than rounding; must agree with `planar.meets_piece`."""
    west, south, east, north = piece.box
    x, y, reach = base.x, base.y, base.reach
    if x + reach <= west or x - reach >= east or y + reach <= south or y - reach >= north:
        return False
    return bars(piece, base, x, y, x, y)


def grown(polygon: Polygon, other: Polygon) -> Polygon:
    """All sums of a point of one convex polygon and one of another: convex, anticlockwise, no straight corners.

    Its sides are those of the two by their directions, from the corner farthest west, the southernmost of such.
    """
    (x, y), one = _sides(polygon)
    (dx, dy), two = _sides(other)
    x, y = x + dx, y + dy
    corners: list[Point] = [(x, y)]
    last_x = last_y = 0
    while one or two:
        if not two or (one and one[-1][0] * two[-1][1] >= one[-1][1] * two[-1][0]):
            ex, ey = one.pop()
        else:
            ex, ey = two.pop()
        x, y = x + ex, y + ey
        if last_x * ey == last_y * ex and (last_x or last_y):
            corners[-1] = (x, y)
        else:
            corners.append((x, y))
        last_x, last_y = ex, ey
    return tuple(corners[:-1])


def _sides(polygon: Polygon) -> tuple[Point, list[Point]]:
    """The corner farthest west, the southernmost of such, and the sides from there on, the last one first."""
    start = polygon.index(min(polygon))
    ordered = polygon[start:] + polygon[: start + 1]
    return ordered[0], [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(ordered) if ax != bx or ay != by][::-1]

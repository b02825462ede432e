"""Obstacles grown by a base: what bars its centre as they bar the base.

A square that slides in a straight line passes over a convex polygon as its centre passes through the polygon grown by
the square. Both have sides of the same directions, and lie as deep in each other along each of them: so which lines are
barred is said in the same integers as `planar.overlaps` has it of the square's way and the polygon.
"""

from itertools import pairwise
from typing import Final

from esquive.kaos.geometry.kept import kept
from esquive.kaos.geometry.planar import Polygon
from esquive.kaos.geometry.shapes import Base, Piece, Point
from esquive.kaos.geometry.trigonometry import offsets_of
from esquive.kaos.geometry.units import SLACK

KEPT: Final = 1 << 11  # how many obstacles are kept


class Obstacle:
    """The outline of an obstacle grown by a base, convex; `west south east north`: its bounds."""

    __slots__ = ("_edges", "east", "north", "outline", "south", "west")

    def __init__(self, outline: Polygon) -> None:
        self.outline = outline
        across = [x for x, _ in outline]
        along = [y for _, y in outline]
        self.west, self.east = min(across), max(across)
        self.south, self.north = min(along), max(along)
        # The vector of each side, what a point on it comes to, and SLACK: at most, and squared.
        self._edges: list[tuple[int, int, int, int, int]] = []
        ax, ay = outline[-1]
        for bx, by in outline:
            ex, ey = bx - ax, by - ay
            most, square = SLACK * (abs(ex) + abs(ey)), SLACK * SLACK * (ex * ex + ey * ey)
            self._edges.append((ex, ey, ex * ay - ey * ax, most, square))
            ax, ay = bx, by

    def is_crossed(self, x: int, y: int, fx: int, fy: int) -> bool:
        """Whether the line of a centre goes through it by more than SLACK."""
        if (x <= self.west and fx <= self.west) or (x >= self.east and fx >= self.east):
            return False
        if (y <= self.south and fy <= self.south) or (y >= self.north and fy >= self.north):
            return False
        for ex, ey, base, most, square in self._edges:
            one = ex * y - ey * x - base
            deepest = ex * fy - ey * fx - base
            deepest = max(deepest, one)
            if deepest <= 0 or (deepest <= most and deepest * deepest <= square):
                return False
        dx, dy = fx - x, fy - y
        if not (dx or dy):
            return True
        beside = [dx * py - dy * px for px, py in self.outline]
        here = dx * y - dy * x
        deepest = min(max(beside) - here, here - min(beside))
        return deepest > 0 and deepest * deepest > SLACK * SLACK * (dx * dx + dy * dy)


# What is kept reads what it is given, which never changes.
@kept(KEPT)
def obstacle(polygon: Polygon, facing: int, side: int) -> Obstacle:
    """A convex polygon grown by a base that faces so."""
    return Obstacle(grown(polygon, tuple([(-cx, -cy) for cx, cy in offsets_of(facing, side)])))


@kept(KEPT)
def obstacles_of(piece: Piece, facing: int, side: int) -> tuple[Obstacle, ...]:
    """The convex parts of a piece of scenery, grown by a base that faces so."""
    return tuple([obstacle(part, facing, side) for part in piece.parts])


def bars(piece: Piece, base: Base, x: int, y: int, fx: int, fy: int) -> bool:
    """Whether a base, facing as it does, passes over a piece of scenery on the line between two points."""
    for part in obstacles_of(piece, base.facing, base.side):
        if part.is_crossed(x, y, fx, fy):
            return True
    return False


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

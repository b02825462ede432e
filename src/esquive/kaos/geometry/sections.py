"""The parts of a straight line: where the ground changes under it, and how high it is from one change to the next.

The line of the base's centre is cut wherever the ground changes: at the outlines of pieces one may stand on and of
difficult ground, and where a ramp begins to rise, ends rising, or passes through something else. Between two cuts one
piece, or the table, makes the level, which rises or falls evenly. Cuts are rounded to micrometres along the line, so
that lengths and costs add up exactly.
"""

from itertools import pairwise
from math import isqrt

from esquive.kaos.geometry.ground import STEP
from esquive.kaos.geometry.obstacles import Obstacle
from esquive.kaos.geometry.planar import Polygon, is_inside
from esquive.kaos.geometry.shapes import DIFFICULT, Base, Piece, Point, Table


class Section:
    """Between two cuts: from `start` to `end` along the line, at levels `low` to `high` on `ground`.

    `first` and `last`: the points there.
    """

    __slots__ = ("end", "first", "ground", "high", "is_difficult", "last", "low", "start")

    def __init__(
        self,
        start: int,
        end: int,
        first: Point,
        last: Point,
        low: int,
        high: int,
        ground: Piece | None,
        is_difficult: bool,
    ) -> None:
        self.start = start
        self.end = end
        self.first = first
        self.last = last
        self.low = low
        self.high = high
        self.ground = ground
        self.is_difficult = is_difficult


class Line:
    """The straight line of a base's centre to x,y: points along it, micrometres from its start."""

    __slots__ = ("base", "dx", "dy", "is_rough", "length")

    def __init__(self, base: Base, x: int, y: int, is_rough: bool) -> None:
        self.base = base
        self.is_rough = is_rough
        self.dx = x - base.x
        self.dy = y - base.y
        self.length = nearest_root(self.dx * self.dx + self.dy * self.dy)

    def at(self, distance: int) -> Point:
        """The point at a distance from the start, rounded."""
        double = 2 * self.length
        return (
            self.base.x + (2 * self.dx * distance + self.length) // double,
            self.base.y + (2 * self.dy * distance + self.length) // double,
        )

    def contact(self, obstacles: tuple[Obstacle, ...], start: int, end: int, from_x: int = 0, from_y: int = 0) -> int:
        """How far the base slides before it lies over one of some obstacles, which it does between the two.

        Obstacles are as they are seen from a point, which is the corner of the table if none is given. Not looked for
        on a rough line: then `start`.
        """
        if self.is_rough:
            return start
        dx, dy, length = 2 * self.dx, 2 * self.dy, self.length
        double = 2 * length
        here_x, here_y = self.base.x - from_x, self.base.y - from_y
        x, y = here_x + (dx * start + length) // double, here_y + (dy * start + length) // double
        low, high = start, end
        clear, certain = self.bounds_of(obstacles[0], here_x, here_y, start)
        for grown in obstacles[1:]:
            beyond, within = self.bounds_of(grown, here_x, here_y, start)
            clear = min(clear, beyond)
            certain = min(certain, within)
        while low < high:
            middle = (low + high + 1) >> 1
            if middle <= clear:
                low = middle
                continue
            if middle >= certain:
                high = middle - 1
                continue
            fx, fy = here_x + (dx * middle + length) // double, here_y + (dy * middle + length) // double
            for grown in obstacles:
                if grown.is_crossed(x, y, fx, fy):
                    high = middle - 1
                    break
            else:
                low = middle
        return low

    def bounds_of(self, grown: Obstacle, x: int, y: int, start: int) -> tuple[int, int]:
        """How far the base has for certain not come to an obstacle, and from where on it has, starting from x,y.

        It has not as long as it stays beyond a side that it begins beyond; points are rounded, which may add as much to
        what they come to as the parts of that side, together, are long. It has, at `start` or later, when it was deeper
        than SLACK within all sides by twice that rounding: wherever it ends, its line goes through there.
        """
        dx, dy, length = self.dx, self.dy, self.length
        clear, first, last = 0, start, length
        for ex, ey, least in grown.edges:
            rounding = abs(ex) + abs(ey)
            gain = ex * dy - ey * dx
            room = least - ex * y + ey * x
            deep = room + 2 * rounding
            if gain > 0:
                if room > rounding:
                    far = (room - rounding) * length // gain
                    clear = max(clear, far)
                if deep > 0:
                    far = -(-deep * length // gain)
                    first = max(first, far)
            else:
                if room > rounding:
                    clear = length
                if gain:
                    far = deep * length // gain
                    last = min(last, far)
                elif deep > 0:
                    last = -1
        return clear, first if first <= last else length + 1


def nearest_root(square: int) -> int:
    """The square root, rounded to the nearest integer."""
    return (isqrt(4 * square) + 1) >> 1


def near_and_under(table: Table, line: Line, x: int, y: int) -> tuple[list[Piece], list[Piece]]:
    """The pieces of scenery that a line to x,y may be about, and those of them that may cut it: a first look.

    The former are within a base's reach of it, rounding and all. Of a ramp its bounds alone count: a line is cut where
    it crosses the ends of one.
    """
    base = line.base
    here_x, here_y, reach, dx, dy, length = base.x, base.y, base.reach, line.dx, line.dy, line.length
    west, east = (here_x, x) if here_x < x else (x, here_x)
    south, north = (here_y, y) if here_y < y else (y, here_y)
    near: list[Piece] = []
    under: list[Piece] = []
    for piece in table.between(west - reach, south - reach, east + reach, north + reach):
        left, low, right, high = piece.box
        if west - reach >= right or left >= east + reach or south - reach >= high or low >= north + reach:
            continue
        if piece.is_ramp:
            near.append(piece)
            under.append(piece)
            continue
        beside = [dx * (py - here_y) - dy * (px - here_x) for px, py in piece.shape]
        least, most = min(beside), max(beside)
        if dx and dy:
            far = reach * (length + 1)
            if least > far or most < -far:
                continue
        near.append(piece)
        if piece.is_standable or piece.flags & DIFFICULT:
            if west <= right and left <= east and south <= high and low <= north:
                if least <= length and most >= -length:
                    under.append(piece)
    return near, under


def cuts_of(line: Line, pieces: list[Piece]) -> list[int]:
    """Where a line is cut, with its two ends, in order; `pieces`: all that it may lead over that one walks on or in."""
    cuts = {0, line.length}
    for piece in pieces:
        _cut_by_outline(cuts, line, piece.shape)
        if piece.low is not None and piece.high is not None:
            _cut_by_ends(cuts, line, piece.low, piece.high)
    return sorted(cuts)


def sections_between(line: Line, cuts: list[int], pieces: list[Piece], flying: bool) -> list[Section]:
    """The parts of a line between cuts of it that come one after the other."""
    sections: list[Section] = []
    first = line.at(cuts[0])
    for start, end in pairwise(cuts):
        # The middle says which pieces are under this section.
        x, y = line.at((start + end) >> 1)
        last = line.at(end)
        under = [piece for piece in pieces if _has_under(piece, x, y)]
        if not under:
            sections.append(Section(start, end, first, last, 0, 0, None, False))
        elif len(under) == 1:
            piece = under[0]
            is_difficult = not flying and piece.flags & DIFFICULT != 0
            if piece.is_standable:
                low, high = piece.level_at(first[0], first[1]), piece.level_at(last[0], last[1])
                sections.append(Section(start, end, first, last, low, high, piece, is_difficult))
            else:
                sections.append(Section(start, end, first, last, 0, 0, None, is_difficult))
        else:
            _add_sections(sections, line, start, end, under, flying)
        first = last
    return sections


def difficult_length(line: Line, flats: list[Piece]) -> int:
    """How much of a line leads over difficult ground that lies flat on the table, of which these are all there is."""
    found = 0
    for start, end in pairwise(cuts_of(line, flats)):
        x, y = line.at((start + end) >> 1)
        for piece in flats:
            if _has_under(piece, x, y):
                found += end - start
                break
    return found


def _has_under(piece: Piece, x: int, y: int) -> bool:
    west, south, east, north = piece.box
    return west <= x <= east and south <= y <= north and is_inside((x, y), piece.shape)


def _cut_by_outline(cuts: set[int], line: Line, shape: Polygon) -> None:
    x, y, dx, dy = line.base.x, line.base.y, line.dx, line.dy
    ax, ay = shape[-1]
    before = dx * (ay - y) - dy * (ax - x)
    for bx, by in shape:
        after = dx * (by - y) - dy * (bx - x)
        if (before < 0) != (after < 0):
            ex, ey = bx - ax, by - ay
            share = (ax - x) * ey - (ay - y) * ex
            whole = dx * ey - dy * ex
            if whole < 0:
                share, whole = -share, -whole
            if 0 < share < whole:
                cuts.add((2 * line.length * share + whole) // (2 * whole))
        elif before == 0 == after:  # the line runs along this side: it may leave the piece at either end of it
            _cut_at(cuts, line, ax, ay)
            _cut_at(cuts, line, bx, by)
        ax, ay, before = bx, by, after


def _cut_at(cuts: set[int], line: Line, x: int, y: int) -> None:
    share = line.dx * (x - line.base.x) + line.dy * (y - line.base.y)
    whole = line.dx * line.dx + line.dy * line.dy
    if 0 < share < whole:
        cuts.add((2 * line.length * share + whole) // (2 * whole))


def _cut_by_ends(cuts: set[int], line: Line, low: Point, high: Point) -> None:
    """Where a line crosses the two ends between which a ramp rises."""
    ux, uy = high[0] - low[0], high[1] - low[1]
    whole = line.dx * ux + line.dy * uy  # 0 when the line runs across the slope: then no share lies between
    for x, y in (low, high):
        share = (x - line.base.x) * ux + (y - line.base.y) * uy
        if 0 < share < whole or whole < share < 0:
            cuts.add((2 * line.length * abs(share) + abs(whole)) // (2 * abs(whole)))


def _add_sections(sections: list[Section], line: Line, start: int, end: int, under: list[Piece], flying: bool) -> None:
    first, last = line.at(start), line.at(end)
    standing = [piece for piece in under if piece.is_standable]
    low, at_start = _highest(standing, first)
    high, at_end = _highest(standing, last)
    if at_start is not at_end and at_start is not None and at_end is not None and end - start > 2:
        # One rises through the other on the way: cut where they are level.
        rise = high - at_start.level_at(*last)
        lead = low - at_end.level_at(*first)
        if rise > 0 and lead > 0:
            middle = start + (end - start) * lead // (lead + rise)
            if start < middle < end:
                _add_sections(sections, line, start, middle, under, flying)
                _add_sections(sections, line, middle, end, under, flying)
                return
    # Level with each other at one of the two ends: the middle says which one is walked on.
    ground = at_start if at_start is at_end else _highest(standing, line.at((start + end) >> 1))[1]
    if ground is not None:
        low, high = ground.level_at(*first), ground.level_at(*last)
    is_difficult = False
    if not flying:
        for piece in under:
            if piece.flags & DIFFICULT and min(low, high) <= piece.height + STEP:
                is_difficult = is_difficult or not piece.is_standable or piece is ground
    sections.append(Section(start, end, first, last, low, high, ground, is_difficult))


def _highest(pieces: list[Piece], point: Point) -> tuple[int, Piece | None]:
    level = 0
    ground: Piece | None = None
    for piece in pieces:
        height = piece.level_at(point[0], point[1])
        if ground is None or height > level:
            level, ground = height, piece
    return level, ground

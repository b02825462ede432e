"""One straight line of a path over ground and scenery: its stretches, what they cost, and what stops it.

The line of the base's centre is cut wherever the ground changes: at the outlines of pieces one may stand on and of
difficult ground, and where a ramp begins to rise, ends rising, or passes through something else. Between two cuts one
piece, or the table, makes the level, which rises or falls evenly. Cuts are rounded to micrometres along the line, so
that lengths and costs add up exactly.
"""

from itertools import pairwise
from math import isqrt
from typing import Final

from esquive.kaos.geometry.ground import STEP, ground_at, lean
from esquive.kaos.geometry.planar import Polygon, is_inside, over_piece, overlaps, swept
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, Base, Bases, Piece, Point, Table

# Kinds of stretches.
FLAT: Final = 0
UP: Final = 1
DOWN: Final = 2
LEAP: Final = 3
STRETCH_NAMES: Final = ("flat", "up", "down", "jump")

Place = tuple[int, int, int]  # x, y, z


class Stretch:
    """A piece of path that costs the same all along: only the part that rises or falls costs otherwise [Kaos K11.3].

    `start` and `end`: x, y, z of the centre; `length`: along the ground, slopes and vertical faces measured along
    themselves, jumps from take-off to landing as seen from above; `weight`: twice what a micrometre costs; `cost`:
    length times weight over two, rounded up once; `kind`: FLAT, UP, DOWN or LEAP; `leg`: its number; `facing`: of the
    base; `dx dy`: the direction of its leg.
    """

    __slots__ = ("cost", "dx", "dy", "end", "facing", "is_difficult", "kind", "leg", "length", "start", "weight")

    def __init__(
        self,
        leg: int,
        start: Place,
        end: Place,
        length: int,
        kind: int,
        is_difficult: bool,
        facing: int,
        dx: int,
        dy: int,
    ) -> None:
        self.leg = leg
        self.start = start
        self.end = end
        self.length = length
        self.kind = kind
        self.is_difficult = is_difficult
        self.facing = facing
        self.dx = dx
        self.dy = dy
        weight = 4 if kind == UP else 1 if kind == DOWN else 2
        self.weight = weight * 2 if is_difficult else weight
        self.cost = (length * self.weight + 1) >> 1

    @property
    def is_vertical(self) -> bool:
        """Whether it goes straight up or down a face."""
        return self.start[0] == self.end[0] and self.start[1] == self.end[1]

    def __repr__(self) -> str:
        return f"Stretch({STRETCH_NAMES[self.kind]}, {self.start}, {self.end}, length={self.length}, cost={self.cost})"


class Walk:
    """What comes of walking a straight line: stretches up to where it ends, is stopped, or falls.

    `stopped`: the distance along the line at which something is in the way, -1 when nothing is; then `what` names the
    kind, and `piece` or `figure` (an index in the others, else -1) what it is. `fell`: whether the last stretch ends at
    an edge the base goes over.
    """

    __slots__ = ("fell", "figure", "piece", "stopped", "stretches", "what")

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []
        self.stopped = -1
        self.what = ""
        self.piece: Piece | None = None
        self.figure = -1
        self.fell = False

    def stop(self, distance: int, what: str, piece: Piece | None, figure: int) -> None:
        """Something is in the way; what is met first counts."""
        if self.stopped < 0 or distance < self.stopped:
            self.stopped, self.what, self.piece, self.figure = distance, what, piece, figure


class _Section:
    """Between two cuts: from `start` to `end` along the line, at levels `low` to `high` on `ground`."""

    __slots__ = ("end", "ground", "high", "is_difficult", "low", "start")

    def __init__(self, start: int, end: int, low: int, high: int, ground: Piece | None, is_difficult: bool) -> None:
        self.start = start
        self.end = end
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

    def sweep(self, start: int, end: int) -> Polygon:
        """What the base passes over between two distances."""
        x, y = self.at(start)
        fx, fy = self.at(end)
        shift_x, shift_y = x - self.base.x, y - self.base.y
        return tuple([(px + shift_x, py + shift_y) for px, py in swept(self.base, fx - x, fy - y)])

    def contact(self, polygons: tuple[Polygon, ...], start: int, end: int) -> int:
        """How far the base slides before it lies over one of some convex polygons, which it does between the two.

        Not looked for on a rough line: then `start`.
        """
        if self.is_rough:
            return start
        low, high = start, end
        while low < high:
            middle = (low + high + 1) >> 1
            sweep = self.sweep(start, middle)
            if any(overlaps(sweep, polygon) for polygon in polygons):
                high = middle - 1
            else:
                low = middle
        return low


def nearest_root(square: int) -> int:
    """The square root, rounded to the nearest integer."""
    return (isqrt(4 * square) + 1) >> 1


def walk(
    table: Table,
    base: Base,
    x: int,
    y: int,
    others: Bases,
    leg: int = 0,
    climber: bool = False,
    flying: bool = False,
    is_rough: bool = False,
) -> Walk:
    """Slides a base in a straight line to x,y with its present facing [Kaos K10.10] [Kaos K11.1] [Ruling R201].

    A climber and a flying figure take any side of a piece one may stand on as climbable; a flying one is in the way of
    impassable pieces and other bases only, and difficult ground does not slow it. `is_rough`: says what stops it but
    not exactly where, which is faster.
    """
    found = Walk()
    line = Line(base, x, y, is_rough)
    if line.length == 0:
        return found
    hexagon = swept(base, line.dx, line.dy)
    west = min(base.x, x) - base.reach
    east = max(base.x, x) + base.reach
    south = min(base.y, y) - base.reach
    north = max(base.y, y) + base.reach
    for index, other in enumerate(others):
        reach = other.reach
        if west < other.x + reach and other.x - reach < east and south < other.y + reach and other.y - reach < north:
            if overlaps(hexagon, other.corners):
                found.stop(line.contact((other.corners,), 0, line.length), "figure", None, index)
    near = [
        piece
        for piece in table.pieces
        if west < piece.box[2] and piece.box[0] < east and south < piece.box[3] and piece.box[1] < north
    ]
    if near or base.z:
        sections = _sections(line, near, flying)
        for piece in near:
            if piece.flags & IMPASSABLE or (
                piece.is_solid and not flying and not (piece.is_standable and (climber or piece.flags & CLIMBABLE))
            ):
                if over_piece(hexagon, piece):
                    _meet(found, line, sections, piece)
        _climb(found, table, line, sections, leg, climber or flying)
    elif found.stopped < 0:
        found.stretches.append(
            Stretch(leg, (base.x, base.y, 0), (x, y, 0), line.length, FLAT, False, base.facing, line.dx, line.dy)
        )
    return found


def first_met(base: Base, x: int, y: int, others: Bases) -> int:
    """The first of others that a base meets anywhere on a straight line to x,y, by its index; -1 when it meets none.

    Whoever is farther from the line than both bases reach is passed over at once.
    """
    dx, dy = x - base.x, y - base.y
    length = nearest_root(dx * dx + dy * dy)
    if length == 0:
        return -1
    hexagon: Polygon = ()
    for index, other in enumerate(others):
        across, along = other.x - base.x, other.y - base.y
        far = (base.reach + other.reach) * (length + 1)
        if -far < dx * along - dy * across < far and -far < dx * across + dy * along < far + length * length + length:
            hexagon = hexagon or swept(base, dx, dy)
            if overlaps(hexagon, other.corners):
                return index
    return -1


def is_unhindered(table: Table, base: Base, x: int, y: int) -> bool:
    """Whether a base slides to x,y with nothing in its way and no edge to fall from; must agree with `walk`.

    Where nothing near can be stood on or is hard to walk there is one section, level with the table: then what the base
    passes over says all.
    """
    west, east = min(base.x, x) - base.reach, max(base.x, x) + base.reach
    south, north = min(base.y, y) - base.reach, max(base.y, y) + base.reach
    is_flat = not base.z
    near: list[Piece] = []
    for piece in table.pieces:
        box = piece.box
        if west < box[2] and box[0] < east and south < box[3] and box[1] < north:
            near.append(piece)
            is_flat = is_flat and not (piece.is_standable or piece.flags & DIFFICULT)
    if not is_flat:
        found = walk(table, base, x, y, (), is_rough=True)
        return found.stopped < 0 and not found.fell
    hexagon = swept(base, x - base.x, y - base.y)
    for piece in near:
        if piece.flags & IMPASSABLE or (piece.is_solid and piece.height > STEP):
            if over_piece(hexagon, piece):
                return False
    return True


def _sections(line: Line, near: list[Piece], flying: bool) -> list[_Section]:
    cuts = {0, line.length}
    for piece in near:
        if piece.is_standable or piece.flags & DIFFICULT:
            _cut_by_outline(cuts, line, piece.shape)
        if piece.low is not None and piece.high is not None:
            _cut_by_ends(cuts, line, piece.low, piece.high)
    ordered = sorted(cuts)
    sections: list[_Section] = []
    for start, end in pairwise(ordered):
        # The middle says which pieces are under this section.
        x, y = line.at((start + end) >> 1)
        under = [piece for piece in near if _has_under(piece, x, y)]
        _add_sections(sections, line, start, end, under, flying)
    return sections


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
    whole = line.dx * ux + line.dy * uy
    if whole == 0:
        return
    for x, y in (low, high):
        share = (x - line.base.x) * ux + (y - line.base.y) * uy
        if 0 < share < whole or whole < share < 0:
            cuts.add((2 * line.length * abs(share) + abs(whole)) // (2 * abs(whole)))


def _add_sections(sections: list[_Section], line: Line, start: int, end: int, under: list[Piece], flying: bool) -> None:
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
    sections.append(_Section(start, end, low, high, ground, is_difficult))


def _highest(pieces: list[Piece], point: Point) -> tuple[int, Piece | None]:
    level = 0
    ground: Piece | None = None
    for piece in pieces:
        height = piece.level_at(point[0], point[1])
        if ground is None or height > level:
            level, ground = height, piece
    return level, ground


def _meet(found: Walk, line: Line, sections: list[_Section], piece: Piece) -> None:
    """Stops the walk where it comes against a piece that is in its way there."""
    if piece.flags & IMPASSABLE:
        found.stop(line.contact(piece.parts, 0, line.length), "piece", piece, -1)
        return
    for section in sections:
        slack = lean(section.ground, line.base)
        before = piece.level_at(*line.at(section.start)) - section.low - slack
        after = piece.level_at(*line.at(section.end)) - section.high - slack
        start, end = section.start, section.end
        if before <= 0 and after <= 0:
            continue
        if before <= 0:
            start += (end - start) * -before // (after - before)
        elif after <= 0:
            end -= (end - start) * -after // (before - after)
        if start < end and over_piece(line.sweep(start, end), piece):
            found.stop(line.contact(piece.parts, start, end), "wall", piece, -1)
            return


def _climb(found: Walk, table: Table, line: Line, sections: list[_Section], leg: int, can_climb: bool) -> None:
    """Adds the stretches of the sections and of the faces between them, up to where something stops them."""
    base = line.base
    level = base.z
    ground = ground_at(table, base.x, base.y)[1]
    for section in sections:
        if 0 <= found.stopped < section.start:
            return
        start = line.at(section.start)
        step = section.low - level
        if abs(step) > STEP:
            side = section.ground if step > 0 else ground
            if can_climb or (side is not None and side.flags & CLIMBABLE):
                found.stretches.append(
                    Stretch(
                        leg,
                        (*start, level),
                        (*start, section.low),
                        abs(step),
                        UP if step > 0 else DOWN,
                        False,
                        base.facing,
                        line.dx,
                        line.dy,
                    )
                )
            elif step > 0:
                found.stop(section.start, "wall", section.ground, -1)
                return
            else:
                found.fell = True
                found.stopped = -1
                return
        if found.stopped == section.start:
            return
        rise = section.high - section.low
        plain = section.end - section.start
        kind = UP if rise > 0 else DOWN if rise < 0 else FLAT
        length = nearest_root(plain * plain + rise * rise) if rise else plain
        last = found.stretches[-1] if found.stretches else None
        begin = (*start, section.low)
        if (
            last is not None
            and kind == last.kind == FLAT
            and last.is_difficult == section.is_difficult
            and last.end == begin
        ):
            begin, length = last.start, length + last.length
            found.stretches.pop()
        end = (*line.at(section.end), section.high)
        found.stretches.append(
            Stretch(leg, begin, end, length, kind, section.is_difficult, base.facing, line.dx, line.dy)
        )
        level, ground = section.high, section.ground

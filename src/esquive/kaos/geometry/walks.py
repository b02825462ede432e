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
from esquive.kaos.geometry.obstacles import Obstacle, bars, obstacle, obstacles_of
from esquive.kaos.geometry.planar import Polygon, is_inside
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

    def contact(self, obstacles: tuple[Obstacle, ...], start: int, end: int) -> int:
        """How far the base slides before it lies over one of some obstacles, which it does between the two.

        Not looked for on a rough line: then `start`.
        """
        if self.is_rough:
            return start
        x, y = self.at(start)
        low, high = start, end
        clear = min([self.clear(grown, x, y) for grown in obstacles])
        while low < high:
            middle = (low + high + 1) >> 1
            if middle <= clear:
                low = middle
                continue
            fx, fy = self.at(middle)
            for grown in obstacles:
                if grown.is_crossed(x, y, fx, fy):
                    high = middle - 1
                    break
            else:
                low = middle
        return low

    def clear(self, grown: Obstacle, x: int, y: int) -> int:
        """How far along the line a base from x,y on it has for certain not come to an obstacle: a first look.

        As long as it stays beyond a side that it begins beyond; points are rounded, which may add as much to what they
        come to as the parts of that side, together, are long.
        """
        best = 0
        here_x, here_y, dx, dy, length = self.base.x, self.base.y, self.dx, self.dy, self.length
        for ex, ey, least in grown.edges:
            if ex * y - ey * x <= least:
                gain = ex * dy - ey * dx
                room = least - (ex * here_y - ey * here_x) - abs(ex) - abs(ey)
                if room > 0 and room * length > best * gain:
                    best = room * length // gain if gain > 0 else length
        return best


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
    for index in _met(base, x, y, others):
        grown = obstacle(others[index].corners, base.facing, base.side)
        found.stop(line.contact((grown,), 0, line.length), "figure", None, index)
    near = _near(table, line, x, y)
    under = [piece for piece in near if _may_lie_under(piece, line, x, y)]
    if not base.z and not under:
        # The ground is the table all along: one section, and what is in the way is so from its beginning to its end.
        for piece in near:
            if is_in_the_way(piece, climber, flying) and (piece.flags & IMPASSABLE or piece.height > STEP):
                if bars(piece, base, base.x, base.y, x, y):
                    what = "piece" if piece.flags & IMPASSABLE else "wall"
                    found.stop(line.contact(_grown(line, piece), 0, line.length), what, piece, -1)
        if found.stopped < 0:
            start, end = (base.x, base.y, 0), (x, y, 0)
            found.stretches.append(Stretch(leg, start, end, line.length, FLAT, False, base.facing, line.dx, line.dy))
        return found
    sections = _sections(line, under, flying)
    for piece in near:
        if is_in_the_way(piece, climber, flying) and bars(piece, base, base.x, base.y, x, y):
            _meet(found, line, sections, piece)
    _climb(found, table, line, sections, leg, climber or flying)
    return found


def is_in_the_way(piece: Piece, climber: bool, flying: bool) -> bool:
    """Whether a piece stops who comes against it from below, or at all."""
    if piece.flags & IMPASSABLE:
        return True
    return piece.is_solid and not flying and not (piece.is_standable and (climber or piece.flags & CLIMBABLE))


def _may_lie_under(piece: Piece, line: Line, x: int, y: int) -> bool:
    """Whether a line to x,y may be cut by a piece: a first look that leaves out those beside it, rounding and all."""
    if piece.is_ramp:
        return True
    if not (piece.is_standable or piece.flags & DIFFICULT):
        return False
    here_x, here_y, dx, dy = line.base.x, line.base.y, line.dx, line.dy
    west, south, east, north = piece.box
    if (here_x < west and x < west) or (here_x > east and x > east):
        return False
    if (here_y < south and y < south) or (here_y > north and y > north):
        return False
    sides = [dx * (py - here_y) - dy * (px - here_x) for px, py in piece.shape]
    return min(sides) <= line.length and max(sides) >= -line.length


def _near(table: Table, line: Line, x: int, y: int) -> list[Piece]:
    """The pieces of scenery that a line to x,y may be about: those within a base's reach of it.

    Of a ramp its bounds alone count: a line is cut where it crosses the ends of one.
    """
    base = line.base
    reach, dx, dy = base.reach, line.dx, line.dy
    west, east = min(base.x, x) - reach, max(base.x, x) + reach
    south, north = min(base.y, y) - reach, max(base.y, y) + reach
    found: list[Piece] = []
    for piece in table.pieces:
        left, low, right, high = piece.box
        if west < right and left < east and south < high and low < north:
            if dx and dy and not piece.is_ramp:
                far = reach * (line.length + 1)
                beside = [dx * (py - base.y) - dy * (px - base.x) for px, py in piece.shape]
                if min(beside) > far or max(beside) < -far:
                    continue
            found.append(piece)
    return found


def first_met(base: Base, x: int, y: int, others: Bases) -> int:
    """The first of others that a base passes over on a straight line to x,y, by its index; -1 when there is none."""
    met = _met(base, x, y, others)
    return met[0] if met else -1


def _met(base: Base, x: int, y: int, others: Bases) -> list[int]:
    """Those of others that a base passes over on a straight line to x,y; most are left out by where they are."""
    here_x, here_y, reach = base.x, base.y, base.reach
    west, east = (here_x, x) if here_x < x else (x, here_x)
    south, north = (here_y, y) if here_y < y else (y, here_y)
    dx, dy = x - here_x, y - here_y
    length = nearest_root(dx * dx + dy * dy)
    met: list[int] = []
    if not length:
        return met
    for index, other in enumerate(others):
        far = reach + other.reach
        if other.x - far >= east or other.x + far <= west or other.y - far >= north or other.y + far <= south:
            continue
        if abs(dx * (other.y - here_y) - dy * (other.x - here_x)) >= far * (length + 1):
            continue
        if obstacle(other.corners, base.facing, base.side).is_crossed(here_x, here_y, x, y):
            met.append(index)
    return met


def _sections(line: Line, pieces: list[Piece], flying: bool) -> list[_Section]:
    """The parts of a line; `pieces`: all that it may lead over, of those that one walks on or in."""
    cuts = {0, line.length}
    for piece in pieces:
        _cut_by_outline(cuts, line, piece.shape)
        if piece.low is not None and piece.high is not None:
            _cut_by_ends(cuts, line, piece.low, piece.high)
    ordered = sorted(cuts)
    sections: list[_Section] = []
    for start, end in pairwise(ordered):
        # The middle says which pieces are under this section.
        x, y = line.at((start + end) >> 1)
        under = [piece for piece in pieces if _has_under(piece, x, y)]
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
        found.stop(line.contact(_grown(line, piece), 0, line.length), "piece", piece, -1)
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
        if start < end and bars(piece, line.base, *line.at(start), *line.at(end)):
            found.stop(line.contact(_grown(line, piece), start, end), "wall", piece, -1)
            return


def _grown(line: Line, piece: Piece) -> tuple[Obstacle, ...]:
    return obstacles_of(piece, line.base.facing, line.base.side)


def _climb(found: Walk, table: Table, line: Line, sections: list[_Section], leg: int, can_climb: bool) -> None:
    """Adds the stretches of the sections and of the faces between them, up to where something stops them."""
    base = line.base
    level = base.z
    ground: Piece | None = None
    for section in sections:
        if 0 <= found.stopped < section.start:
            return
        start = line.at(section.start)
        step = section.low - level
        if abs(step) > STEP:
            if not section.start and step < 0:
                ground = ground_at(table, base.x, base.y)[1]
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

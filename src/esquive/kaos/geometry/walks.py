"""One straight line of a path over ground and scenery: its stretches, what they cost, and what stops it.

Where the ground changes under a line it is cut (see `sections`); what is in the way of the base is met somewhere along
the parts, and between two of them a face is climbed, or fallen from.
"""

from typing import Final

from esquive.kaos.geometry.ground import STEP, ground_at, lean
from esquive.kaos.geometry.obstacles import Obstacle, around, bars, obstacles_of
from esquive.kaos.geometry.sections import Line, Section, cuts_of, near_and_under, nearest_root, sections_between
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, Base, Bases, Piece, Table

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
    an edge the base goes over. `beside`: the others that the line comes near enough to for looking closer.
    """

    __slots__ = ("beside", "fell", "figure", "piece", "stopped", "stretches", "what")

    def __init__(self) -> None:
        self.stretches: list[Stretch] = []
        self.stopped = -1
        self.what = ""
        self.piece: Piece | None = None
        self.figure = -1
        self.fell = False
        self.beside: list[Base] = []

    def stop(self, distance: int, what: str, piece: Piece | None, figure: int) -> None:
        """Something is in the way; what is met first counts."""
        if self.stopped < 0 or distance < self.stopped:
            self.stopped, self.what, self.piece, self.figure = distance, what, piece, figure


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
    here_x, here_y, facing, side = base.x, base.y, base.facing, base.side
    for index in _beside(base, x, y, line.length, others):
        other = others[index]
        from_x, from_y = other.x, other.y
        grown = around(other, facing, side)
        found.beside.append(other)
        if grown.is_crossed(here_x - from_x, here_y - from_y, x - from_x, y - from_y):
            found.stop(line.contact((grown,), 0, line.length, from_x, from_y), "figure", None, index)
            if is_rough:
                return found
    near, under = near_and_under(table, line, x, y)
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
    cuts = cuts_of(line, under)
    barring = [
        piece for piece in near if is_in_the_way(piece, climber, flying) and bars(piece, base, base.x, base.y, x, y)
    ]
    if is_rough and barring:
        # What is met before anything else counts, and mostly the first part says what that is.
        sections = sections_between(line, cuts[:2], under, flying)
        for piece in barring:
            _meet(found, line, sections, piece)
            if not found.stopped:
                return found
        found = Walk()
    sections = sections_between(line, cuts, under, flying)
    for piece in barring:
        _meet(found, line, sections, piece)
    _climb(found, table, line, sections, leg, climber or flying)
    return found


def is_in_the_way(piece: Piece, climber: bool, flying: bool) -> bool:
    """Whether a piece stops who comes against it from below, or at all."""
    if piece.flags & IMPASSABLE:
        return True
    return piece.is_solid and not flying and not (piece.is_standable and (climber or piece.flags & CLIMBABLE))


def first_met(base: Base, x: int, y: int, others: Bases) -> int:
    """The first of others that a base passes over on a straight line to x,y, by its index; -1 when there is none."""
    dx, dy = x - base.x, y - base.y
    length = nearest_root(dx * dx + dy * dy)
    if length:
        for index in _beside(base, x, y, length, others):
            other = others[index]
            from_x, from_y = other.x, other.y
            grown = around(other, base.facing, base.side)
            if grown.is_crossed(base.x - from_x, base.y - from_y, x - from_x, y - from_y):
                return index
    return -1


def _beside(base: Base, x: int, y: int, length: int, others: Bases) -> list[int]:
    """The others that a base may come to on a straight line to x,y, which is so long: a first look."""
    here_x, here_y, own = base.x, base.y, base.reach
    dx, dy = x - here_x, y - here_y
    found: list[int] = []
    reach = far = west = south = east = north = 0
    for index, other in enumerate(others):
        if other.reach != reach:  # nearly all are of a size
            reach = other.reach
            far = own + reach
            west, east = (here_x - far, x + far) if here_x < x else (x - far, here_x + far)
            south, north = (here_y - far, y + far) if here_y < y else (y - far, here_y + far)
        from_x = other.x
        if from_x <= west or from_x >= east:
            continue
        from_y = other.y
        if from_y <= south or from_y >= north:
            continue
        if abs(dx * (from_y - here_y) - dy * (from_x - here_x)) < far * (length + 1):
            found.append(index)
    return found


def _meet(found: Walk, line: Line, sections: list[Section], piece: Piece) -> None:
    """Stops the walk where it comes against a piece that is in its way there."""
    if piece.flags & IMPASSABLE:
        found.stop(line.contact(_grown(line, piece), 0, line.length), "piece", piece, -1)
        return
    for section in sections:
        slack = lean(section.ground, line.base)
        (x, y), (fx, fy) = section.first, section.last
        before = piece.level_at(x, y) - section.low - slack
        after = piece.level_at(fx, fy) - section.high - slack
        start, end = section.start, section.end
        if before <= 0 and after <= 0:
            continue
        if before <= 0:
            start += (end - start) * -before // (after - before)
            x, y = line.at(start)
        elif after <= 0:
            end -= (end - start) * -after // (before - after)
            fx, fy = line.at(end)
        if start < end and bars(piece, line.base, x, y, fx, fy):
            found.stop(line.contact(_grown(line, piece), start, end), "wall", piece, -1)
            return


def _grown(line: Line, piece: Piece) -> tuple[Obstacle, ...]:
    return obstacles_of(piece, line.base.facing, line.base.side)


def _climb(found: Walk, table: Table, line: Line, sections: list[Section], leg: int, can_climb: bool) -> None:
    """Adds the stretches of the sections and of the faces between them, up to where something stops them."""
    base = line.base
    level = base.z
    ground: Piece | None = None
    for section in sections:
        if 0 <= found.stopped < section.start:
            return
        start = section.first
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
        end = (*section.last, section.high)
        found.stretches.append(
            Stretch(leg, begin, end, length, kind, section.is_difficult, base.facing, line.dx, line.dy)
        )
        level, ground = section.high, section.ground

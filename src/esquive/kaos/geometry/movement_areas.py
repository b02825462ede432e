"""Where a base gets to for so much movement: a field of costs over the ground, and the outlines of what it affords.

The field is a grid about the base. What a place costs is what the cheapest way found there costs: straight on, or round
corners of what is in the way (see `ways`), each line walked by `walks.walk` over the real ground. So every place of the
field can be come to for what it says; with its present facing, without jumps, and without falling. Only a way that
saves something by bending in the middle of difficult ground is not found.

Outlines are cut out of the field where the cost passes the limit, between two places of the grid as far as the one is
from it and the other beyond.
"""

from heapq import heappop, heappush
from math import isqrt
from typing import Final

from esquive.kaos.geometry.ground import STEP, footing, ground_at
from esquive.kaos.geometry.obstacles import Obstacle, obstacle
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.sections import Line, difficult_length, nearest_root
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.walks import walk

BARRED: Final = 1 << 40  # what a place costs that nobody comes to
CELLS: Final = 720  # of a field at most, so that a fast figure's is coarser, not slower
FINEST: Final = CM  # from one place of the grid to the next
MOST_LINES: Final = 700  # tried between corners
RISE: Final = 17  # tenths of its height that a rise costs at least beside the way as seen from above, by any slope
MOST_TRIES: Final = 10  # corners tried for a place that is out of sight

Ring = list[Point]


class Field:
    """What places cost: `costs`, row by row from the south-west at `x y`, `wide` a row, `step` from one to the next."""

    __slots__ = ("costs", "step", "wide", "x", "y")

    def __init__(self, x: int, y: int, step: int, wide: int) -> None:
        self.x = x
        self.y = y
        self.step = step
        self.wide = wide
        self.costs: list[int] = [BARRED] * (wide * wide)

    def point(self, cell: int) -> Point:
        """The place of a cell."""
        row, column = divmod(cell, self.wide)
        return self.x + column * self.step, self.y + row * self.step

    def cost_at(self, x: int, y: int) -> int:
        """What the dearest of the four places about a point costs; BARRED outside."""
        column, row = (x - self.x) // self.step, (y - self.y) // self.step
        if not (0 <= column < self.wide - 1 and 0 <= row < self.wide - 1):
            return BARRED
        cell = row * self.wide + column
        return max(self.costs[cell + more] for more in (0, 1, self.wide, self.wide + 1))


def field(
    table: Table, base: Base, others: Bases, limit: int, least: int = 0, climber: bool = False, flying: bool = False
) -> Field:
    """The field of costs of a base, up to `limit` micrometres of movement; `climber`, `flying`: see `walks.walk`.

    `least`: how far it comes straight on whatever that costs [Kaos K10.13].
    """
    return _Flood(table, base, others, limit, least, climber, flying).field


class _Flood:
    """One field in the making: first what is come to straight on, then the rest round corners."""

    __slots__ = (
        "_bars",
        "_base",
        "_climber",
        "_flying",
        "_least",
        "_limit",
        "_near",
        "_nodes",
        "_others",
        "_rough",
        "_table",
        "field",
    )

    def __init__(
        self, table: Table, base: Base, others: Bases, limit: int, least: int, climber: bool, flying: bool
    ) -> None:
        self._table = table
        self._base = base
        step = max(FINEST, isqrt(limit * limit * 22 // (7 * CELLS)))
        self._limit = limit + 2 * step  # a little beyond it, so that an outline is cut between two costs
        self._least = least
        self._climber = climber
        self._flying = flying
        far = self._limit + base.reach
        self._others = tuple(
            other for other in others if _square(other.x - base.x, other.y - base.y) < (far + other.reach) ** 2
        )
        self._near = [
            piece
            for piece in table.pieces
            if piece.box[0] < base.x + far
            and base.x - far < piece.box[2]
            and piece.box[1] < base.y + far
            and base.y - far < piece.box[3]
        ]
        # Outlines grown by the base: of what bars every line through them, and of ground that is not plain.
        self._bars: list[Obstacle] = []
        self._rough: list[tuple[Obstacle, Piece]] = []
        self._look_round()
        # Corners come to: what each costs, and the base there, the cheapest first.
        self._nodes: list[tuple[int, Base]] = [(0, base)]
        half = limit // step + 2
        self.field = Field(base.x - half * step, base.y - half * step, step, 2 * half + 1)
        left = self._straight()
        if left:
            self._find_corners()
            self._round_corners(left)

    # -------------------------------------------------------------------------------------------------- what is there

    def _look_round(self) -> None:
        """Sorts what is near into what bars every line over it and what has to be walked to know."""
        facing, side, base = self._base.facing, self._base.side, self._base
        self._bars = [obstacle(other.corners, facing, side) for other in self._others]
        stays_down = not base.z and not any(self._is_way_up(piece) for piece in self._near)
        for piece in self._near:
            grown = [obstacle(part, facing, side) for part in piece.parts]
            is_solid = piece.is_solid and not self._flying and piece.height > STEP
            if piece.flags & IMPASSABLE or (is_solid and (stays_down or not piece.is_standable)):
                self._bars += grown
            elif piece.is_standable or piece.flags & DIFFICULT:
                self._rough += [(one, piece) for one in grown]

    def _is_way_up(self, piece: Piece) -> bool:
        return piece.is_standable and (
            piece.is_ramp or self._climber or self._flying or piece.flags & CLIMBABLE != 0 or piece.height <= STEP
        )

    def _free(self) -> list[int]:
        """The cells in reach, on the table, that nothing bars for sure."""
        made, base, grown = self.field, self._base, self._bars
        across = max(x - base.x for x, _ in base.corners)
        along = max(y - base.y for _, y in base.corners)
        found: list[int] = []
        for cell in range(len(made.costs)):
            x, y = made.point(cell)
            if _square(x - base.x, y - base.y) > self._limit * self._limit:
                continue
            if not (across <= x <= self._table.width - across and along <= y <= self._table.depth - along):
                continue
            for one in grown:
                if one.west < x < one.east and one.south < y < one.north and one.is_crossed(x, y, x, y):
                    break
            else:
                found.append(cell)
        return found

    def _stands(self, x: int, y: int) -> bool:
        """Whether the base has a footing at a place; on the bare table it has."""
        reach = self._base.reach
        for piece in self._near:
            west, south, east, north = piece.box
            if piece.is_solid or piece.is_standable:
                if west - reach < x < east + reach and south - reach < y < north + reach:
                    break
        else:
            return True
        level = ground_at(self._table, x, y)[0]
        found = footing(self._table, self._base.at(x, y, level, self._base.facing))
        return found.blocker is None and found.is_stable

    # ------------------------------------------------------------------------------------------------------- the ways

    def _cost(self, start: Base, x: int, y: int) -> tuple[int, int]:
        """What a straight line costs, BARRED if it cannot be gone, and the level where it ends."""
        fx, fy = start.x, start.y
        west, east = (x, fx) if x < fx else (fx, x)
        south, north = (y, fy) if y < fy else (fy, y)
        bars = self._bars
        for number, one in enumerate(bars):
            if west < one.east and one.west < east and south < one.north and one.south < north:
                if one.is_crossed(fx, fy, x, y):
                    # What bars this line bars the next one too, more often than not.
                    bars[number], bars[0] = bars[0], one
                    return BARRED, 0
        if not start.z:
            flats: list[Piece] = []  # difficult ground that nobody steps up to: only how much of it there is counts
            for one, piece in self._rough:
                if west <= one.east and one.west <= east and south <= one.north and one.south <= north:
                    if one.is_crossed(fx, fy, x, y):
                        if piece.is_standable:
                            break
                        if not self._flying:
                            flats.append(piece)
            else:
                if not flats:
                    return nearest_root(_square(x - fx, y - fy)), 0
                line = Line(start, x, y, True)
                return line.length + difficult_length(line, flats), 0
        found = walk(self._table, start, x, y, (), 0, self._climber, self._flying, True)  # figures are among the bars
        if found.stopped >= 0 or found.fell:
            return BARRED, 0
        cost = 0
        for stretch in found.stretches:
            cost += stretch.cost
        return cost, found.stretches[-1].end[2] if found.stretches else start.z

    def _straight(self) -> list[int]:
        """Fills in what is come to straight on; the cells that are not, or cost more than their way is long."""
        made, base = self.field, self._base
        left: list[int] = []
        for cell in self._free():
            x, y = made.point(cell)
            cost = self._cost(base, x, y)[0]
            far = isqrt(_square(x - base.x, y - base.y))
            if cost < BARRED and not self._stands(x, y):
                continue
            made.costs[cell] = min(cost, self._least) if far <= self._least and cost < BARRED else cost
            if cost > far + 2:
                left.append(cell)
        return left

    def _corners(self) -> list[Point]:
        """The points that shortest ways turn at."""
        facing, side = self._base.facing, self._base.side
        points: list[Point] = []
        for other in self._others:
            points += obstacle(other.corners, facing, side).outline
        for piece in self._near:
            for part in piece.parts:
                points += obstacle(part, facing, side).outline
            if piece.is_standable:
                points += piece.shape
            if piece.low is not None and piece.high is not None:
                points += [piece.low, piece.high]
        base, table = self._base, self._table
        return [
            (x, y)
            for x, y in dict.fromkeys(points)
            if _square(x - base.x, y - base.y) < self._limit * self._limit
            and is_on_table(table, base.at(x, y, base.z, base.facing))
        ]

    def _find_corners(self) -> None:
        """The cheapest ways to the corners, from the base and from one another."""
        corners = self._corners()
        closed: set[int] = set()
        known: dict[tuple[int, int], tuple[int, int]] = {}
        heap: list[tuple[int, int, int]] = []
        self._reach_out(heap, corners, closed, 0)
        tried = 0
        while heap and tried < MOST_LINES:
            hope, corner, node = heappop(heap)
            if corner in closed:
                continue
            x, y = corners[corner]
            before, start = self._nodes[node]
            line = known.get((node, corner))
            if line is None:
                tried += 1
                line = known[node, corner] = self._cost(start, x, y)
                cost = before + line[0]
                if cost > self._limit:
                    continue
                if cost > hope + 2:
                    heappush(heap, (cost, corner, node))
                    continue
            closed.add(corner)
            self._nodes.append((before + line[0], start.at(x, y, line[1], start.facing)))
            self._reach_out(heap, corners, closed, len(self._nodes) - 1)

    def _reach_out(self, heap: list[tuple[int, int, int]], corners: list[Point], closed: set[int], node: int) -> None:
        cost, start = self._nodes[node]
        for corner, (x, y) in enumerate(corners):
            if corner not in closed:
                hope = cost + isqrt(_square(x - start.x, y - start.y))
                if hope <= self._limit:
                    heappush(heap, (hope, corner, node))

    def _round_corners(self, left: list[int]) -> None:
        """Fills in what is come to round corners, from the corners that promise most."""
        made, limit = self.field, self._limit
        corners = [(cost, node.x, node.y, node.z, number) for number, (cost, node) in enumerate(self._nodes) if number]
        is_level = not any(piece.is_standable for piece in self._near)
        for cell in left:
            x, y = made.point(cell)
            best = made.costs[cell]
            most = min(best - 1, limit)
            level = 0 if is_level else ground_at(self._table, x, y)[0] - STEP
            hopes: list[tuple[int, int]] = []
            for cost, fx, fy, fz, number in corners:
                least = cost + (level - fz) * RISE // 10 if level > fz else cost
                if least > most:
                    continue
                room = most - least + 1
                square = (x - fx) * (x - fx) + (y - fy) * (y - fy)
                if square < room * room:
                    hopes.append((least + isqrt(square), number))
            if not hopes or (best == BARRED and not self._stands(x, y)):
                continue
            for hope, number in sorted(hopes)[:MOST_TRIES]:
                if hope >= best:
                    break
                before, start = self._nodes[number]
                best = min(best, before + self._cost(start, x, y)[0])
            made.costs[cell] = best


def _square(dx: int, dy: int) -> int:
    return dx * dx + dy * dy


# ------------------------------------------------------------------------------------------------------------ outlines

# Of the four places round a cell, south-west, south-east, north-east, north-west, those that are in: which sides an
# outline comes in by and leaves by (south 0, east 1, north 2, west 3), with what is in on its left.
_LINES: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),
    ((0, 3),),
    ((1, 0),),
    ((1, 3),),
    ((2, 1),),
    ((0, 3), (2, 1)),
    ((2, 0),),
    ((2, 3),),
    ((3, 2),),
    ((0, 2),),
    ((1, 0), (3, 2)),
    ((1, 2),),
    ((3, 1),),
    ((0, 1),),
    ((3, 0),),
    (),
)


def outlines(made: Field, limit: int) -> list[Ring]:
    """The outlines of the places that cost at most `limit`, round them anticlockwise and round holes clockwise."""
    wide, costs = made.wide, made.costs
    after: dict[tuple[int, int], tuple[int, int]] = {}
    points: dict[tuple[int, int], Point] = {}
    out = [False] * (wide + 2)  # with a rim that is out, west and east, south and north
    above = out
    for row in range(-1, wide):
        below = above
        first = (row + 1) * wide
        above = out if row + 1 == wide else [False, *[cost <= limit for cost in costs[first : first + wide]], False]
        if below == above == out:
            continue
        for column in range(-1, wide):
            bits = below[column + 1] + 2 * below[column + 2] + 4 * above[column + 2] + 8 * above[column + 1]
            if bits in (0, 15):
                continue
            corners = [
                (column, row),
                (column + 1, row),
                (column + 1, row + 1),
                (column, row + 1),
            ]
            found = [costs[y * wide + x] if 0 <= x < wide and 0 <= y < wide else BARRED for x, y in corners]
            for come, leave in _LINES[bits]:
                ends = []
                for side in (come, leave):
                    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 4]
                    edge = (min(ax, bx) + min(ay, by) * (wide + 2), int(ay != by))
                    if edge not in points:
                        points[edge] = _between(made, corners[side], corners[(side + 1) % 4], found, side, limit)
                    ends.append(edge)
                after[ends[0]] = ends[1]
    return _rings(after, points)


def _between(made: Field, one: Point, other: Point, found: list[int], side: int, limit: int) -> Point:
    """Where the cost passes the limit between two places; half way where one of them cannot be come to."""
    here, there = found[side], found[(side + 1) % 4]
    share, whole = (1, 2) if max(here, there) >= BARRED else (limit - here, there - here)
    (ax, ay), (bx, by), step = one, other, made.step
    return (
        made.x + ax * step + (bx - ax) * step * share // whole,
        made.y + ay * step + (by - ay) * step * share // whole,
    )


def _rings(after: dict[tuple[int, int], tuple[int, int]], points: dict[tuple[int, int], Point]) -> list[Ring]:
    rings: list[Ring] = []
    while after:
        first, edge = after.popitem()
        ring = [points[first]]
        while edge != first:
            ring.append(points[edge])
            edge = after.pop(edge)
        rings.append(ring)
    return rings

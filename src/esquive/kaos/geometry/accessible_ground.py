"""Which places figures can get to by moving, so that no piece of scenery closes one off [Kaos K5.6] [Kaos K5.7].

A flood over a grid one centimetre apart, for the square of one base, facing east or turned by half a right angle, from
the largest open ground of the table: by walking, climbing what is climbable, and jumps. A jump covers 3 to 6 cm along
a row or column of the grid, has its run-up straight behind it, and gains no more height than jumps may. Nobody falls on
purpose. Other figures do not count: they move.

Only ground of the table is a zone that may not be closed off. The top of a tower that nobody can get on to is no such
zone, but nobody is deployed there either [Kaos K6.2]. A gap that leaves a base less than a grid step of play may count
as closed.

Cells are bits of long integers, one integer for each facing: over open ground a flood goes on in all directions at
once, and only where scenery is near is each step walked.

Most questions are about places near the open. Where open ground alone is more than half of all the ground there can be,
the flood comes to all of it, wherever it begins: what lies there, or some steps from there, needs no flood of the whole
table. Such a place is looked for backwards, and the way that is found to it counts as open from then on.
"""

from heapq import heapify, heappop, heappush
from typing import Final

from esquive.kaos.geometry.ground import STEP, footing, ground_at
from esquive.kaos.geometry.legs import GO, JUMP, Leg
from esquive.kaos.geometry.obstacles import Obstacle, obstacles_of
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.geometry.walks import is_in_the_way, walk

GRID: Final = CM
_FACINGS: Final = (0, 45 * DEGREE)
_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
_STRAIGHT: Final = _STEPS[:4]
_JUMPS: Final = (3, 4, 5, 6)
RUN_UP: Final = 2 * max(_JUMPS) * GRID  # what the longest of these jumps needs [Kaos K11.4]
_FEW: Final = 400  # places come to on the way back to open ground, before the whole table is flooded

Masks = list[int]  # of cells, one mask a facing


class Reach:
    """What a base of one size can get to on a table.

    `unreachable`: grid points of the table's ground where the base could stand but cannot come, ordered by y, then x.

    The cell of column and row is the bit `row * stride + column`; between two rows lie as many bits of no cell as the
    longest run-up and jump are wide, so that no step to a side comes to another row.
    """

    __slots__ = (
        "_all",
        "_bars",
        "_came",
        "_climb",
        "_close",
        "_flooded",
        "_free",
        "_hops",
        "_near",
        "_open",
        "_raised",
        "_side",
        "_stands",
        "_stride",
        "_table",
        "_uneven",
        "_unreachable",
        "_walked",
    )

    def __init__(self, table: Table, side: int) -> None:
        self._table = table
        self._side = side
        self._stride = table.width // GRID + 1 + 3 * max(_JUMPS)
        # Where all of a base is on the table; cells with scenery about them, and with scenery that may bar a step.
        self._all: Masks = [self._all_on_table(facing) for facing in _FACINGS]
        reach = Base(0, 0, 0, 0, side).reach
        # From the foot of a climbable face to the top the centre has to go farther than one step: at most so many.
        self._climb = reach // GRID + 2
        bars = [piece for piece in table.pieces if _may_bar(piece)]
        self._near = self._round(list(table.pieces), reach + 2 * GRID, GRID)
        self._close = self._round(bars, reach + GRID, 0)
        # Cells that are not told by what bars the ground of the table: those on pieces, and about ramps. Steps between
        # cells that are not even near such are told by it as well.
        tops = [piece for piece in bars if piece.is_standable]
        self._raised = self._round(tops, 0, 0) | self._round(list(table.ramps), reach, 0)
        self._uneven = self._round(tops, GRID, 0) | self._round(list(table.ramps), reach + GRID, 0)
        self._bars = [
            [grown for piece in bars if _stops_on_ground(piece) for grown in obstacles_of(piece, facing, side)]
            for facing in _FACINGS
        ]
        self._raised &= _either(self._all)
        # Cells where a base may stand: those on the ground, until the whole table is surveyed.
        self._free: Masks = [
            cells & ~self._raised & ~self._barred(facing) for cells, facing in zip(self._all, _FACINGS, strict=True)
        ]
        # Of raised cells: with which facings a base may stand there, as bits; and what steps came to.
        self._stands: dict[int, int] = {}
        self._walked: dict[tuple[int, int, int], bool] = {}
        self._open = self._open_ground()
        self._hops: dict[int, int] = {}
        self._came: Masks = [0, 0]
        self._unreachable: list[Point] = []
        self._flooded = False

    @property
    def unreachable(self) -> list[Point]:
        """Grid points of the table's ground where the base could stand but cannot come, ordered by y, then x."""
        self._flood_all()
        return self._unreachable

    def has(self, x: int, y: int) -> bool:
        """Whether a base comes to a point, or to one of the grid's points round it [Kaos K6.2]."""
        cells = {
            row * self._stride + column for column in (x // GRID, -(-x // GRID)) for row in (y // GRID, -(-y // GRID))
        }
        known = None if self._flooded else self._leads_back(cells)
        if known is not None:
            return known
        self._flood_all()
        came = _either(self._came)
        return any(_has(came, cell) for cell in cells)

    # ------------------------------------------------------------------------------------------------- the open ground

    def _open_ground(self) -> Masks:
        """Ground of the table that is all one, if it is more than half of all there can be; else none.

        Each flood that comes to some of it comes to all of it, and one of its size is found whichever comes first.
        """
        left = _either(self._free)
        ground = (left | self._raised).bit_count()
        if left.bit_count() * 2 <= ground:  # then it counts that nobody stands on the ground where a piece is
            ground -= sum(1 for cell in _bits(self._raised) if ground_at(self._table, *self._point(cell))[0] > 0)
        most = ground // 2
        while left.bit_count() > most:
            first = left & -left
            came = [first & free for free in self._free]
            self._spread(came, came[:])
            cells = _either(came)
            if cells.bit_count() > most:
                return came
            left &= ~cells
        return [0, 0]

    def _leads_back(self, cells: set[int]) -> bool | None:
        """Whether a base comes from open ground to one of some cells, looked for backwards; None for not known.

        Not known is what takes many places, and what only a jump might decide that begins away from the open.
        """
        ground = _either(self._open)
        if not ground:
            return None
        if any(_has(ground, cell) for cell in cells):
            return True
        places = [(cell, facing) for cell in sorted(cells) for facing in range(2) if self._is_free(cell, facing)]
        hops = self._hops_from_open()
        seen = set(places)  # what seems nearest to the open is looked at first
        heap = [(hops.get(cell, _FEW), cell, facing) for cell, facing in places]
        heapify(heap)
        while heap:
            if len(seen) > _FEW:
                return None
            _, cell, facing = heappop(heap)
            for place in self._before(cell, facing):
                if place not in seen and self._is_free(*place) and self._is_step(place[0], cell, facing):
                    seen.add(place)
                    if _has(self._open[place[1]], place[0]):
                        return True
                    heappush(heap, (hops.get(place[0], _FEW), *place))
        is_known = True
        for cell, facing in seen:
            if _has(self._near, cell):
                if self._is_jumped_to(cell, facing, self._open[facing]):
                    return True
                is_known = is_known and not self._is_jumped_to(cell, facing, self._free[facing] | self._raised)
        return False if is_known else None

    def _hops_from_open(self) -> dict[int, int]:
        """By cell beside open ground: how many steps it is from there if nothing bars them; worked out once."""
        if not self._hops:
            cells = _either(self._all)
            reached = _either(self._open)
            count = 0
            while cells & ~reached:
                new = self._around(reached) & cells & ~reached
                if not new:
                    break
                count += 1
                self._hops.update(dict.fromkeys(_bits(new), count))
                reached |= new
        return self._hops

    def _before(self, cell: int, facing: int) -> list[tuple[int, int]]:
        """The places from which a turn, a step or a climb may lead to a place."""
        found = [(cell, 1 - facing)]
        for dx, dy in _STEPS:
            step = dy * self._stride + dx
            found.append((cell - step, facing))
            if not (dx and dy):
                for count in range(2, self._climb + 1):
                    foot = cell - step * count
                    if not (self._is_free(foot + step, 0) or self._is_free(foot + step, 1)):
                        found.append((foot, facing))
        return found

    def _is_step(self, cell: int, other: int, facing: int) -> bool:
        """Whether a step or a climb leads from a place to the next one: nothing is in the way of a step in the open."""
        if cell == other:
            return True
        if _has(self._close, cell) and _has(self._close, other):
            return self._is_walked(cell, other, facing)
        return self._around(1 << cell) >> other & 1 == 1

    def _is_free(self, cell: int, facing: int) -> bool:
        """Whether a base may stand at a cell with a facing."""
        if _has(self._raised, cell):
            return self._standing(cell) >> facing & 1 == 1
        return _has(self._free[facing], cell)

    def _standing(self, cell: int) -> int:
        """With which facings a base may stand at a raised cell, as bits; worked out once."""
        known = self._stands.get(cell)
        if known is None:
            known = 0
            for facing in range(2):
                if _has(self._all[facing], cell):
                    at = footing(self._table, self._base(cell, facing))
                    if at.blocker is None and at.is_stable:
                        known |= 1 << facing
            self._stands[cell] = known
        return known

    def _point(self, cell: int) -> Point:
        row, column = divmod(cell, self._stride)
        return column * GRID, row * GRID

    def _base(self, cell: int, facing: int) -> Base:
        """The base that stands at a cell."""
        x, y = self._point(cell)
        return Base(x, y, ground_at(self._table, x, y)[0], _FACINGS[facing], self._side)

    # ------------------------------------------------------------------------------------------------------ the survey

    def _flood_all(self) -> None:
        """Floods the whole table from its largest open ground, once."""
        if self._flooded:
            return
        self._flooded = True
        left = ground = self._survey()
        most = 0
        while most < left.bit_count():
            came = self._flood(left & -left)
            cells = _either(came)
            count = (left & cells).bit_count()
            left &= ~cells
            if count > most:
                self._came, most = came, count
        barred = ground & ~_either(self._came)
        self._unreachable = [self._point(cell) for cell in _bits(barred)]

    def _survey(self) -> int:
        """Finds where a base may stand; the cells of it that are ground of the table."""
        ground = _either(self._free)
        found = [self._free[0], self._free[1]]
        for cell in _bits(self._raised):
            standing = self._standing(cell)
            if standing:
                for facing in range(2):
                    found[facing] |= (standing >> facing & 1) << cell
                if ground_at(self._table, *self._point(cell))[0] == 0:
                    ground |= 1 << cell
        self._free = found
        return ground

    def _all_on_table(self, facing: int) -> int:
        """The cells where all of a base is on the table: columns and rows on their own say so."""
        table = self._table
        middle_x, middle_y = table.width // 2, table.depth // 2
        row_of_cells = 0
        for column in range(table.width // GRID + 1):
            if is_on_table(table, Base(column * GRID, middle_y, 0, facing, self._side)):
                row_of_cells |= 1 << column
        found = 0
        for row in range(table.depth // GRID + 1):
            if is_on_table(table, Base(middle_x, row * GRID, 0, facing, self._side)):
                found |= row_of_cells << row * self._stride
        return found

    def _barred(self, facing: int) -> int:
        """The cells where a base on the ground of the table would stand in scenery."""
        found = 0
        for piece in self._table.pieces:
            if not piece.flags & IMPASSABLE and not (piece.is_solid and piece.height > STEP and not piece.is_ramp):
                continue
            for grown in obstacles_of(piece, facing, self._side):
                found |= self._cells_in(grown)
        return found

    def _cells_in(self, outline: Obstacle) -> int:
        """The cells of the table that lie within an outline."""
        found = 0
        last_column, last_row = self._table.width // GRID, self._table.depth // GRID
        for row in range(max(outline.south // GRID, 0), min(outline.north // GRID, last_row) + 1):
            west, east = outline.across(row * GRID)
            first, last = max(-(-west // GRID), 0), min(east // GRID, last_column)
            found |= ((1 << max(last - first + 1, 0)) - 1) << row * self._stride + first
        return found

    def _round(self, pieces: list[Piece], far: int, more: int) -> int:
        """The cells of the table that lie in the bounds of a piece, grown by a length, and up to `more` beyond."""
        found = 0
        last_column, last_row = self._table.width // GRID, self._table.depth // GRID
        for piece in pieces:
            west, south, east, north = piece.box
            first, last = max((west - far) // GRID, 0), min((east + far + more) // GRID, last_column)
            cells = (1 << max(last - first + 1, 0)) - 1 << first
            for row in range(max((south - far) // GRID, 0), min((north + far + more) // GRID, last_row) + 1):
                found |= cells << row * self._stride
        return found

    # ------------------------------------------------------------------------------------------------------- the flood

    def _flood(self, start: int) -> Masks:
        """All that a base comes to from a cell, with either facing that it may have there."""
        came = [start & free for free in self._free]
        new = came[:]
        while _either(new):
            new = self._spread(came, new)
            for more in (self._walks, self._jumps):
                new = more(came, new)
                if _either(new):
                    came[0] |= new[0]
                    came[1] |= new[1]
                    break
        return came

    def _spread(self, came: Masks, new: Masks) -> Masks:
        """Goes on over open ground, turning at will, and adds to what was reached; gives back all that is new."""
        total = new[:]
        while _either(new):
            found: Masks = []
            for facing, cells in enumerate(new):
                steps = self._around(cells & ~self._close) | (self._around(cells) & ~self._close)
                found.append((steps | new[1 - facing]) & self._free[facing] & ~came[facing])
            for facing, cells in enumerate(found):
                came[facing] |= cells
                total[facing] |= cells
            new = found
        return total

    def _around(self, cells: int) -> int:
        """The cells one step from others, and these."""
        row = cells | cells << 1 | cells >> 1
        return row | row << self._stride | row >> self._stride

    def _walks(self, came: Masks, new: Masks) -> Masks:
        """What single steps and climbs lead to from places just reached, where scenery is near."""
        found = [0, 0]
        standing = _either(self._free)
        for facing in range(2):
            targets = set(_bits(self._free[facing] & self._close & ~came[facing]))
            if not targets:
                continue
            for cell in _bits(new[facing] & self._close):
                for dx, dy in _STEPS:
                    step = dy * self._stride + dx
                    ways = [cell + step]
                    if not (dx and dy) and not _has(standing, cell + step):
                        ways = [cell + step * count for count in range(2, self._climb + 1)]
                    for other in ways:
                        if other in targets and self._is_walked(cell, other, facing):
                            targets.remove(other)
                            found[facing] |= 1 << other
        return found

    def _is_walked(self, cell: int, other: int, facing: int) -> bool:
        """Whether a base gets from one cell to another in a straight line; worked out once."""
        known = self._walked.get((cell, other, facing))
        if known is None:
            x, y = self._point(cell)
            fx, fy = self._point(other)
            if _has(self._uneven, cell) or _has(self._uneven, other):
                gone = walk(self._table, self._base(cell, facing), fx, fy, (), is_rough=True)
                known = gone.stopped < 0 and not gone.fell
            else:
                known = not any(grown.is_crossed(x, y, fx, fy) for grown in self._bars[facing])
            self._walked[cell, other, facing] = known
        return known

    def _jumps(self, came: Masks, _: Masks) -> Masks:
        """Places beside what has been reached that a jump leads to."""
        found = [0, 0]
        for facing in range(2):
            for cell in _bits(self._near & self._free[facing] & ~came[facing]):
                if self._is_jumped_to(cell, facing, came[facing]):
                    found[facing] |= 1 << cell
        return found

    def _is_jumped_to(self, cell: int, facing: int, came: int) -> bool:
        place = self._base(cell, facing)
        for dx, dy in _STRAIGHT:
            step = dy * self._stride + dx
            for count in _JUMPS:
                edge = cell - step * count
                back = edge - step * count * 2
                if not (_has(came, edge) and _has(came, back)):
                    continue
                take_off = self._base(edge, facing)
                legs = [Leg(GO, take_off.x, take_off.y, 0), Leg(JUMP, place.x, place.y, 0)]
                made = passage(self._table, self._base(back, facing), legs, [])
                if made.problem is None and made.fall is None:
                    return True
        return False


def _may_bar(piece: Piece) -> bool:
    """Whether a piece may be in the way of a base or hold it up: else one only walks through it."""
    return piece.flags & IMPASSABLE != 0 or piece.is_solid or piece.is_standable


def _stops_on_ground(piece: Piece) -> bool:
    """Whether a piece stops who walks on the table and neither climbs nor flies; ramps stop on one side only."""
    return (
        is_in_the_way(piece, False, False)
        and not piece.is_ramp
        and (piece.flags & IMPASSABLE != 0 or piece.height > STEP)
    )


def _either(masks: Masks) -> int:
    """The cells of either facing."""
    return masks[0] | masks[1]


def _has(cells: int, cell: int) -> bool:
    return cell >= 0 and cells >> cell & 1 == 1


def _bits(cells: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest."""
    text = bin(cells)[:1:-1]
    found: list[int] = []
    at = text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def unreachable(table: Table, side: int) -> list[Point]:
    """Points of the table's ground where a base of this side could stand but cannot come to; none is as it should be.

    `side`: of the widest base in either horde, in micrometres [Kaos K5.6]. Ordered by y, then x.
    """
    return Reach(table, side).unreachable

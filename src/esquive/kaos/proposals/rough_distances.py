"""How far it is to walk round scenery, roughly: for taste, which asks it of many places, and never for a rule.

A flood over a grid one centimetre apart from where one wants to be, by turns to four sides and to eight, so that its
front is an octagon; each front is kept. What a base may not stand in bars it, at the level of the table and with the
base facing east; other figures do not, since they move. Cells are bits of long integers.
"""

from math import isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.ground import STEP
from esquive.kaos.geometry.obstacles import obstacles_of
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, Piece, Table
from esquive.kaos.geometry.units import CM

GRID: Final = CM
ABOUT: Final = 2  # how many cells off one may be: grids are coarse, and walls with a base on each side thicker


class Roads:
    """The free cells of a table for a base of one side, and the fronts of floods from the cells asked about."""

    __slots__ = ("_free", "_fronts", "_near", "_stride")

    def __init__(self, table: Table, side: int) -> None:
        columns, rows = table.width // GRID + 1, table.depth // GRID + 1
        self._stride = columns + 2 * ABOUT
        row = (1 << columns) - 1
        self._free = 0
        for number in range(rows):
            self._free |= row << number * self._stride
        for piece in table.pieces:
            if bars_walkers(piece):
                self._free &= ~self._barred(piece, side, columns, rows)
        self._fronts: dict[int, list[int]] = {}
        self._near: dict[int, int] = {}

    def _barred(self, piece: Piece, side: int, columns: int, rows: int) -> int:
        """The cells where a base would stand in a piece."""
        found = 0
        for grown in obstacles_of(piece, 0, side):
            for row in range(max(grown.south // GRID, 0), min(grown.north // GRID + 1, rows)):
                first, last = grown.across(row * GRID)
                low, high = max(-(-first // GRID), 0), min(last // GRID, columns - 1)
                found |= ((1 << max(high - low + 1, 0)) - 1) << row * self._stride + low
        return found

    def between(self, x: int, y: int, goal_x: int, goal_y: int) -> int:
        """About how far it is to walk from a point to another, in micrometres, or some 4 cm less; -1 without a way."""
        fronts = self._fronts_from(self._cell(goal_x, goal_y))
        cell = self._about(self._cell(x, y))
        straight = isqrt((goal_x - x) * (goal_x - x) + (goal_y - y) * (goal_y - y)) // GRID
        if straight < len(fronts) and fronts[straight] & cell:
            return straight * GRID  # nothing is in the way
        if not fronts[-1] & cell:
            return -1
        low, high = 0, len(fronts) - 1
        while low < high:
            middle = (low + high) >> 1
            if fronts[middle] & cell:
                high = middle
            else:
                low = middle + 1
        return low * GRID

    def _cell(self, x: int, y: int) -> int:
        return (y + GRID // 2) // GRID * self._stride + (x + GRID // 2) // GRID

    def _about(self, cell: int) -> int:
        """The free cells at most ABOUT off a cell."""
        known = self._near.get(cell)
        if known is None:
            cells = 1 << cell
            for _ in range(ABOUT):
                row = cells | cells << 1 | cells >> 1
                cells = row | row << self._stride | row >> self._stride
            known = self._near[cell] = cells & self._free
        return known

    def _fronts_from(self, cell: int) -> list[int]:
        """What a flood from about a cell has come to after each step; the last of them is all it comes to."""
        known = self._fronts.get(cell)
        if known is None:
            came = self._about(cell)
            known = [came]
            is_square = False
            while True:
                row = came | came << 1 | came >> 1
                around = row if is_square else came
                new = (row | around << self._stride | around >> self._stride) & self._free
                if new == came and known[-1] == came and len(known) > 1:
                    break
                known.append(new)
                came = new
                is_square = not is_square
            self._fronts[cell] = known
        return known


def bars_walkers(piece: Piece) -> bool:
    """Whether a piece is in the way of whoever walks on the table and neither flies nor climbs."""
    if piece.flags & IMPASSABLE:
        return True
    return piece.is_solid and piece.height > STEP and not piece.is_ramp and not piece.flags & CLIMBABLE


@kept(16)
def roads_of(table: Table, side: int) -> Roads:
    """The roads of a table for bases of a side; tables and pieces never change."""
    return Roads(table, side)

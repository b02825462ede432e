"""Which places figures can get to by moving, so that no piece of scenery closes one off [Kaos K5.6] [Kaos K5.7].

A flood over a grid one centimetre apart, for the square of one base, facing east or turned by half a right angle, from
the largest open ground of the table: by walking, climbing what is climbable, and jumps. A jump covers 3 to 6 cm along
a row or column of the grid, has its run-up straight behind it, and gains no more height than jumps may. Nobody falls on
purpose. Other figures do not count: they move.

Only ground of the table is a zone that may not be closed off. The top of a tower that nobody can get on to is no such
zone, but nobody is deployed there either [Kaos K6.2]. A gap that leaves a base less than a grid step of play may count
as closed.
"""

from typing import Final

from esquive.kaos.geometry.ground import footing, ground_at
from esquive.kaos.geometry.legs import GO, JUMP, Leg
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.shapes import Base, Point, Table
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.geometry.walks import walk

GRID: Final = CM
_FACINGS: Final = (0, 45 * DEGREE)
_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
_JUMPS: Final = (3, 4, 5, 6)
RUN_UP: Final = 2 * max(_JUMPS) * GRID  # what the longest of these jumps needs [Kaos K11.4]

Cell = tuple[int, int]


class Reach:
    """What a base of one size can get to on a table.

    `unreachable`: grid points of the table's ground where the base could stand but cannot come, ordered by y, then x.
    """

    __slots__ = ("_came", "_free", "_near", "_side", "_table", "unreachable")

    def __init__(self, table: Table, side: int) -> None:
        self._table = table
        self._side = side
        # The bases that may stand at each cell, one a facing; cells with scenery about them.
        self._free: dict[Cell, dict[int, Base]] = {}
        self._near: set[Cell] = set()
        self._survey()
        self._came: set[tuple[Cell, int]] = set()
        ground = [cell for cell, bases in self._free.items() if any(base.z == 0 for base in bases.values())]
        left = set(ground)
        largest: set[tuple[Cell, int]] = set()
        most = 0
        for cell in ground:
            if cell in left:
                came = self._flood(cell)
                cells = {place for place, _ in came}
                count = len(left & cells)
                left -= cells
                if count > most:
                    largest, most = came, count
                if most >= len(left):
                    break
        self._came = largest
        reached = {place for place, _ in largest}
        self.unreachable: list[Point] = [
            (cell[0] * GRID, cell[1] * GRID)
            for cell in sorted(ground, key=lambda cell: (cell[1], cell[0]))
            if cell not in reached
        ]

    def has(self, x: int, y: int) -> bool:
        """Whether a base comes to a point, or to one of the grid's points round it [Kaos K6.2]."""
        for column in (x // GRID, -(-x // GRID)):
            for row in (y // GRID, -(-y // GRID)):
                if any(((column, row), facing) in self._came for facing in _FACINGS):
                    return True
        return False

    def _survey(self) -> None:
        table = self._table
        reach = Base(0, 0, 0, 0, self._side).reach
        for piece in table.pieces:
            west, south, east, north = piece.box
            far = reach + 2 * GRID
            for column in range((west - far) // GRID, (east + far) // GRID + 2):
                for row in range((south - far) // GRID, (north + far) // GRID + 2):
                    self._near.add((column, row))
        for row in range(table.depth // GRID + 1):
            for column in range(table.width // GRID + 1):
                cell = (column, row)
                x, y = column * GRID, row * GRID
                level = ground_at(table, x, y)[0] if cell in self._near else 0
                found: dict[int, Base] = {}
                for facing in _FACINGS:
                    base = Base(x, y, level, facing, self._side)
                    if is_on_table(table, base):
                        if cell in self._near:
                            at = footing(table, base)
                            if at.blocker is not None or not at.is_stable:
                                continue
                        found[facing] = base
                if found:
                    self._free[cell] = found

    def _flood(self, start: Cell) -> set[tuple[Cell, int]]:
        came = {(start, facing) for facing in self._free[start]}
        todo = sorted(came)
        while todo:
            while todo:
                cell, facing = todo.pop()
                for other in self._walks(cell, facing, came):
                    came.add(other)
                    todo.append(other)
            todo = self._jumps(came)
            came.update(todo)
        return came

    def _walks(self, cell: Cell, facing: int, came: set[tuple[Cell, int]]) -> list[tuple[Cell, int]]:
        found = []
        base = self._free[cell][facing]
        for turned in self._free[cell]:
            if (cell, turned) not in came:
                found.append((cell, turned))
        for dx, dy in _STEPS:
            other = (cell[0] + dx, cell[1] + dy)
            place = self._free.get(other, {}).get(facing)
            if place is None or (other, facing) in came:
                continue
            if cell in self._near and other in self._near:
                gone = walk(self._table, base, place.x, place.y, [], is_rough=True)
                if gone.stopped >= 0 or gone.fell:
                    continue
            found.append((other, facing))
        # From the foot of a climbable face to the top the centre has to go farther than one step.
        if cell in self._near:
            found.extend(self._climbs(cell, facing, came))
        return found

    def _climbs(self, cell: Cell, facing: int, came: set[tuple[Cell, int]]) -> list[tuple[Cell, int]]:
        found = []
        base = self._free[cell][facing]
        most = base.reach // GRID + 2
        for dx, dy in _STEPS[:4]:
            if (cell[0] + dx, cell[1] + dy) in self._free:
                continue
            for count in range(2, most + 1):
                other = (cell[0] + dx * count, cell[1] + dy * count)
                place = self._free.get(other, {}).get(facing)
                if place is not None and (other, facing) not in came:
                    gone = walk(self._table, base, place.x, place.y, [], is_rough=True)
                    if gone.stopped < 0 and not gone.fell:
                        found.append((other, facing))
        return found

    def _jumps(self, came: set[tuple[Cell, int]]) -> list[tuple[Cell, int]]:
        """Places beside what has been reached that a jump leads to."""
        found = []
        for cell in sorted(self._near & self._free.keys()):
            for facing, place in sorted(self._free[cell].items()):
                if (cell, facing) not in came and self._is_jumped_to(cell, facing, place, came):
                    found.append((cell, facing))
        return found

    def _is_jumped_to(self, cell: Cell, facing: int, place: Base, came: set[tuple[Cell, int]]) -> bool:
        for dx, dy in _STEPS[:4]:
            for count in _JUMPS:
                edge = (cell[0] - dx * count, cell[1] - dy * count)
                back = (edge[0] - dx * count * 2, edge[1] - dy * count * 2)
                if (edge, facing) not in came or (back, facing) not in came:
                    continue
                legs = [
                    Leg(GO, edge[0] * GRID, edge[1] * GRID, 0),
                    Leg(JUMP, place.x, place.y, 0),
                ]
                made = passage(self._table, self._free[back][facing], legs, [])
                if made.problem is None and made.fall is None:
                    return True
        return False


def unreachable(table: Table, side: int) -> list[Point]:
    """Points of the table's ground where a base of this side could stand but cannot come to; none is as it should be.

    `side`: of the widest base in either horde, in micrometres [Kaos K5.6]. Ordered by y, then x.
    """
    return Reach(table, side).unreachable

"""The grid: cells in rows and columns [KA 4.17.1], distance, sight, areas and straight lines, in exact integers.

A cell is an index into a list with a stride of 16 and a border of walls: `a1` is 17, one step north is +16, one step
east is +1. Boards are at most 14 by 14. Sets of cells are integers used as bit masks, one bit a cell.

A line of sight is the segment between two cell centres. A cell is cut only if the segment passes through its
interior; touching a corner does not cut it, unless the match has it so [Ruling R58]. For every pair of cells the cells
cut are computed once; from those, for every origin and every blocker, the mask of cells the blocker hides (its shadow),
so that a whole field of sight is a handful of integer operations.
"""

from functools import cache
from typing import Final

from esquive.krosmaster.cards.ranges import (
    AXE,
    BREATH,
    CLOSE_COMBAT,
    CROSS,
    HAMMER,
    HAND,
    LINE,
    ORIENTED,
    PERSONAL,
    SHOVEL,
    SQUARE,
    STAFF,
)

STRIDE: Final = 16
SIZE: Final = 256
LARGEST: Final = 14
NORTH: Final = 16
SOUTH: Final = -16
EAST: Final = 1
WEST: Final = -1
DIRECTIONS: Final = (NORTH, EAST, SOUTH, WEST)
OFF_BOARD: Final = 0

# What a cell holds besides pieces [KA 4.17.5].
WALL: Final = 0
FREE: Final = 1
TREE: Final = 2
BUSH: Final = 3
CRATE: Final = 4
DEMON: Final = 5
RINK: Final = 6
CUBE: Final = 7
SCENERY: Final = (TREE, BUSH, CRATE)  # what can be destroyed [KA-2.2 313.7]
KIND_NAMES: Final = ("wall", "free", "tree", "bush", "crate", "demon", "rink", "cube")
MAP_LETTERS: Final = {"T": TREE, "B": BUSH, "C": CRATE, "D": DEMON, "~": RINK, "I": CUBE, ".": FREE, "s": FREE}

# What becomes of a line of sight that touches a cell's corner [Ruling R58]: nothing; it ends where two blockers meet at
# that corner; any blocker touched ends it.
CORNERS_OPEN: Final = 0
CORNERS_CLOSE: Final = 1
CORNERS_BLOCK: Final = 2
CORNER_NAMES: Final = ("open", "between", "blocks")


def make_cell(column: int, row: int) -> int:
    """The cell of a column and a row, both counted from 1."""
    return row * STRIDE + column


def column_of(cell: int) -> int:
    """The column of a cell, from 1."""
    return cell % STRIDE


def row_of(cell: int) -> int:
    """The row of a cell, from 1 in the south."""
    return cell // STRIDE


_CELLS: Final = ["", *(f"{chr(96 + cell % STRIDE)}{cell // STRIDE}" for cell in range(1, SIZE))]


def format_cell(cell: int) -> str:
    """The public name of a cell (`c4`), or "" for the cell of a piece that is not on the board."""
    return _CELLS[cell] if 0 <= cell < SIZE else f"{chr(96 + cell % STRIDE)}{cell // STRIDE}"


def parse_cell(text: str) -> int:
    """The cell that a public name stands for; raises ValueError when the text is no cell name at all."""
    if len(text) < 2 or not text[0].isalpha() or not text[1:].isdigit() or text[1] == "0":
        raise ValueError(text)
    column = ord(text[0]) - 96
    row = int(text[1:])
    if not (1 <= column <= LARGEST and 1 <= row <= LARGEST):
        raise ValueError(text)
    return make_cell(column, row)


def distance(a: int, b: int) -> int:
    """Cells from one cell to the other, counting adjacent cells only [KA 4.15.1] [Ruling R57]."""
    return abs(a % STRIDE - b % STRIDE) + abs(a // STRIDE - b // STRIDE)


def is_adjacent(a: int, b: int) -> bool:
    """Whether two cells have a side in common [KA 4.17.2]."""
    difference = a - b
    return difference in (1, -1, STRIDE, -STRIDE)


def is_aligned(a: int, b: int) -> bool:
    """Whether two different cells share a row or a column [KA 4.15.4]."""
    return a != b and (a % STRIDE == b % STRIDE or a // STRIDE == b // STRIDE)


def directions_between(a: int, b: int, either: bool) -> list[int]:
    """The directions along the larger difference from a to b; two when equal, four on one cell.

    [Ruling R64] [Ruling R68]

    `either`: for b in line with a on neither side, both directions, whatever the differences. The order is that of
    `DIRECTIONS`: north, east, south, west.
    """
    columns = b % STRIDE - a % STRIDE
    rows = b // STRIDE - a // STRIDE
    if columns == 0 and rows == 0:
        return list(DIRECTIONS)
    found: list[int] = []
    for direction in DIRECTIONS:
        along = rows * (1 if direction == NORTH else -1) if direction in (NORTH, SOUTH) else columns * direction
        if along > 0 and (either or along == max(abs(columns), abs(rows))):
            found.append(direction)
    return found


# The orientations of an Axe, each with its direction and its side: twice the one and once the other [Ruling R65].
AXE_WAYS: Final = {
    2 * ahead + side: (ahead, side)
    for ahead in DIRECTIONS
    for side in ((EAST, WEST) if ahead in (NORTH, SOUTH) else (NORTH, SOUTH))
}


def orientations(area: int, origin: int, cell: int, either: bool) -> list[int]:
    """The ways in which an attack from one cell on another may turn an area; one way, 0, for an area without any.

    [KA 4.16.3] [KA-2.2 312.3] [Ruling R64] An Axe has two sides in each direction: see `AXE_WAYS`.
    """
    if area not in ORIENTED:
        return [0]
    ways = directions_between(origin, cell, either)
    return ways if area != AXE else [way for way, (ahead, _) in AXE_WAYS.items() if ahead in ways]


def cells_cut(columns: int, rows: int) -> list[tuple[int, int]]:
    """The cells whose interior the segment between two centres crosses, as offsets from the first, ends left out.

    The segment leaves (0, 0) for (columns, rows). Cell (x, y) is cut when the segment and the open square of side 1
    around its centre share a point: exact integers, by comparing cross products at the square's corners.
    """
    found: list[tuple[int, int]] = []
    for x in range(min(0, columns), max(0, columns) + 1):
        for y in range(min(0, rows), max(0, rows) + 1):
            if (x, y) in ((0, 0), (columns, rows)):
                continue
            # Twice the signed distance of each corner from the line, scaled: the square is cut when signs differ.
            sides = [columns * (2 * y + v) - rows * (2 * x + u) for u in (-1, 1) for v in (-1, 1)]
            if min(sides) < 0 < max(sides):
                found.append((x, y))
    return found


def corners_passed(columns: int, rows: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of cells between which the segment between two centres passes, as offsets from the first.

    There the segment goes through the corner where the two cells meet and enters neither of them.
    """
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    step_x, step_y = (1 if columns >= 0 else -1), (1 if rows >= 0 else -1)
    for x in range(abs(columns)):
        for y in range(abs(rows)):
            # The corner at (x + 1/2, y + 1/2), as if the segment went north-east.
            if (2 * x + 1) * abs(rows) == (2 * y + 1) * abs(columns):
                found.append(((step_x * (x + 1), step_y * y), (step_x * x, step_y * (y + 1))))
    return found


def _cut_table() -> dict[tuple[int, int], list[tuple[int, int]]]:
    reach = range(-LARGEST + 1, LARGEST)
    positive = {(c, r): cells_cut(c, r) for c in range(LARGEST) for r in range(LARGEST)}
    table: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for c in reach:
        for r in reach:
            sign_c, sign_r = (1 if c >= 0 else -1), (1 if r >= 0 else -1)
            table[c, r] = [(x * sign_c, y * sign_r) for x, y in positive[abs(c), abs(r)]]
    return table


_OPEN: Final = _cut_table()
_BLOCKED: Final = {way: cut + [cell for pair in corners_passed(*way) for cell in pair] for way, cut in _OPEN.items()}
_CUT: Final = (_OPEN, _OPEN, _BLOCKED)  # by `corners`: where they close, `_gaps_of` says what closes them


def cells_of(width: int, height: int) -> list[int]:
    """Every cell of a board, row by row from the south-west."""
    return [make_cell(column, row) for row in range(1, height + 1) for column in range(1, width + 1)]


# Geometry depends on the size of the board alone, so all boards of a process share it; nobody writes into it.


@cache
def _steps_between(corners: int, x: int, y: int) -> list[int]:
    """The steps from a cell to those that the segment to the centre of another one cuts, the nearest first."""
    cut = sorted((abs(right) + abs(up), right + up * STRIDE) for right, up in _CUT[corners][x, y])
    return [step for _, step in cut]


@cache
def _rings_of(width: int, height: int, cell: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(width + height)]
    for other in cells_of(width, height):
        found[distance(cell, other)].append(other)
    return found


@cache
def _shadows_of(width: int, height: int, cell: int, corners: int) -> list[int]:
    found = [0] * SIZE
    for target in cells_of(width, height):
        for x, y in _CUT[corners][target % STRIDE - cell % STRIDE, target // STRIDE - cell // STRIDE]:
            found[cell + x + y * STRIDE] |= 1 << target
    return found


@cache
def _gaps_of(width: int, height: int, cell: int) -> list[tuple[int, int]]:
    found: dict[int, int] = {}
    for target in cells_of(width, height):
        for one, other in corners_passed(target % STRIDE - cell % STRIDE, target // STRIDE - cell // STRIDE):
            pair = 1 << cell + one[0] + one[1] * STRIDE | 1 << cell + other[0] + other[1] * STRIDE
            found[pair] = found.get(pair, 0) | 1 << target
    return list(found.items())


# How many arrangements of cubes and broken scenery a board remembers before it begins anew.
ARRANGEMENTS: Final = 1024


class Board:
    """An arena: its size, what each cell holds, set-up cells and Kamas at the start [KA 1.2.1].

    `kinds` has one entry a cell index (256, walls included). `starts[seat]` lists that seat's set-up cells. Boards
    are shared by all states of a game and never change; what moves (units, Kamas) is in the state. `corners` says
    whether sight passes the corners of cells (`CORNERS_OPEN` and so on).

    Where an Ice Cube has moved or scenery is destroyed, a state goes on with another board, which `arranged` gives:
    `base` is the one set up, `gone` the mask of the cells whose scenery is destroyed, `cube_mask` and `rink_mask` those
    of cubes and rink [KA-2.2 313.5d]. `kinds` says CUBE where a cube stands on mere rink; a Demon cell remains one.
    """

    __slots__ = (
        "_arranged",
        "_fields",
        "_fields_past",
        "_reach",
        "_shadows",
        "_territories",
        "base",
        "cells",
        "corners",
        "cube_mask",
        "free_mask",
        "gone",
        "height",
        "kamas",
        "kinds",
        "name",
        "planted",
        "raised_mask",
        "rink_mask",
        "starts",
        "tree_mask",
        "width",
    )

    def __init__(
        self,
        name: str,
        width: int,
        height: int,
        kinds: list[int],
        kamas: dict[int, int],
        starts: list[list[int]],
        corners: int = CORNERS_OPEN,
        rink: int = 0,
    ) -> None:
        """`rink` is the mask of rink cells that `kinds` does not tell: those with a Demon, or drawn with Kamas."""
        self.name = name
        self.corners = corners
        self.width = width
        self.height = height
        self.kinds = kinds
        self.kamas = kamas
        self.starts = starts
        self.cells: list[int] = cells_of(width, height)
        self.free_mask = 0
        self.tree_mask = 0
        self.cube_mask = 0
        self.rink_mask = rink
        self.raised_mask = 0  # cells with a Crate or a cube, from which spells reach farther
        for cell in self.cells:
            self.free_mask |= 1 << cell
            if kinds[cell] == TREE:
                self.tree_mask |= 1 << cell
            elif kinds[cell] in (RINK, CUBE):
                self.rink_mask |= 1 << cell
            if kinds[cell] in (CRATE, CUBE):
                self.raised_mask |= 1 << cell
            if kinds[cell] == CUBE:
                self.cube_mask |= 1 << cell
        self.base: Board = self
        self.gone = 0
        self.planted = 0  # the cells of Trees that a card has put there
        self._arranged: dict[tuple[int, int, int], Board] = {}
        self._shadows: dict[int, list[int]] = {}
        self._fields: dict[int, int] = {}
        self._fields_past: dict[int, dict[int, int]] = {self.tree_mask: self._fields}
        self._reach: dict[int, list[int]] = {}
        self._territories: dict[int, int] = {}

    def arranged(self, cubes: int, gone: int, planted: int = 0) -> "Board":
        """This board with its Ice Cubes on the cells of one mask, without the scenery of those of another, and with
        Trees put on those of a third.

        One board an arrangement, whoever asks: a state holds it by one reference, and what it has seen of lines of
        sight is kept. All arrangements share what does not depend on scenery.
        """
        base = self.base
        if cubes == base.cube_mask and not gone | planted:
            return base
        found = base._arranged.get((cubes, gone, planted))
        if found is None:
            if len(base._arranged) >= ARRANGEMENTS:
                base._arranged.clear()
                base._fields_past = {base.tree_mask: base._fields}
            found = base._with(cubes, gone, planted)
            base._arranged[cubes, gone, planted] = found
        return found

    def _with(self, cubes: int, gone: int, planted: int) -> "Board":
        """A new board that differs from this one, as set up, by its cubes, Trees and the scenery that is gone."""
        kinds = self.kinds.copy()
        for cell in self.cells:
            bit = 1 << cell
            if gone & bit or (kinds[cell] == CUBE and not cubes & bit):
                kinds[cell] = RINK if self.rink_mask & bit else FREE
            if cubes & self.rink_mask & bit and kinds[cell] in (FREE, RINK):
                kinds[cell] = CUBE
            if planted & bit:
                kinds[cell] = TREE
        board = Board(self.name, self.width, self.height, kinds, self.kamas, self.starts, self.corners, self.rink_mask)
        board.cube_mask = cubes
        board.raised_mask |= cubes
        board.base = self
        board.gone = gone
        board.planted = planted
        board._shadows, board._reach, board._territories = self._shadows, self._reach, self._territories
        board._fields = self._fields_past.setdefault(board.tree_mask, {})
        return board

    def scenery(self, cell: int) -> str:
        """What stands on a cell besides pieces: `tree`, `bush`, `crate`, `cube` or `none` [KA 4.17.5]."""
        if self.cube_mask >> cell & 1:
            return KIND_NAMES[CUBE]
        return KIND_NAMES[self.kinds[cell]] if self.kinds[cell] in SCENERY else "none"

    def rings(self, cell: int) -> list[list[int]]:
        """The cells of the board at each distance from a cell: entry d lists those at distance d, south-west first."""
        return _rings_of(self.width, self.height, cell)

    def in_range(self, cell: int, kind: int, least: int, most: int) -> list[int]:
        """The cells at a distance from `least` to `most`, aligned for a Line spell.

        [KA 4.15.3] [KA 4.15.4] [KA 7.1.5]
        """
        if kind == PERSONAL:
            return [cell]
        if kind == CLOSE_COMBAT:
            least, most = 1, 1
        key = ((most * 64 + least) * 8 + kind) * SIZE + cell
        found = self._reach.get(key)
        if found is None:
            rings = self.rings(cell)
            near = [other for d in range(max(least, 0), min(most, len(rings) - 1) + 1) for other in rings[d]]
            if kind == LINE:
                near = [other for other in near if other == cell or is_aligned(cell, other)]
            found = near
            self._reach[key] = found
        return found

    def shadows(self, cell: int) -> list[int]:
        """For an origin, the mask of cells that a blocker on each cell index hides from it [KA 4.15.9]."""
        found = self._shadows.get(cell)
        if found is None:
            found = _shadows_of(self.width, self.height, cell, self.corners)
            self._shadows[cell] = found
        return found

    def gaps(self, cell: int) -> list[tuple[int, int]]:
        """For an origin, the gaps its lines of sight pass: the mask of the two cells, and that of the cells seen.

        [KA 4.15.9] [Ruling R58]
        """
        return _gaps_of(self.width, self.height, cell)

    def open_field(self, cell: int) -> int:
        """The mask of cells seen from a cell past the Trees alone [KA 4.17.5.b]."""
        field = self._fields.get(cell)
        if field is None:
            shadows = self.shadows(cell)
            hidden = 0
            for other in self.cells:
                if self.kinds[other] == TREE:
                    hidden |= shadows[other]
            field = self.free_mask & ~hidden
            self._fields[cell] = field
        return field

    def between(self, a: int, b: int) -> list[int]:
        """The cells that the segment between two centres cuts, from a to b, ends left out [KA 4.15.9] [Ruling R58]."""
        return [a + step for step in _steps_between(self.corners, b % STRIDE - a % STRIDE, b // STRIDE - a // STRIDE)]

    def is_on(self, cell: int) -> bool:
        """Whether the cell exists on this board."""
        return 0 <= cell < SIZE and self.kinds[cell] != WALL

    def is_crate(self, cell: int) -> bool:
        """Whether the cell holds a Crate [KA 4.17.5.c]."""
        return self.kinds[cell] == CRATE

    def area(self, area: int, cell: int, direction: int) -> list[int]:
        """The cells of an area of effect, the target cell first, cells off the board left out.

        [Ruling R65] [Ruling R66]

        `direction` is the orientation of the attack, used by Hammer, Staff, Shovel, Hand and Breath [KA 4.16.3], and by
        the Axe, of which it is one of `AXE_WAYS` [KA-2.2 312.3-axe].
        """
        side = EAST if direction in (NORTH, SOUTH) else NORTH
        if area == CROSS:
            offsets = [NORTH, EAST, SOUTH, WEST]
        elif area == SQUARE:
            offsets = [15, 16, 17, -1, 1, -17, -16, -15]
        elif area == HAMMER:
            offsets = [side, -side, direction]
        elif area == STAFF:
            offsets = [side, -side]
        elif area == SHOVEL:
            offsets = [direction]
        elif area == HAND:
            offsets = [direction, 2 * direction]
        elif area == BREATH:
            offsets = [direction, direction + side, direction - side]
        elif area == AXE:
            offsets = list(AXE_WAYS.get(direction, (direction,)))
        else:
            offsets = []
        return [cell] + [cell + offset for offset in offsets if self.is_on(cell + offset)]

    def territory(self, side: int, rows: int) -> int:
        """The mask of the rows or columns nearest a side: 0 south, 1 west, 2 north, 3 east [KA 4.20.1]."""
        mask = self._territories.get(rows << 2 | side)
        if mask is None:
            mask = 0
            upright = side % 2 == 0
            least = 1 if side < 2 else (self.height if upright else self.width) + 1 - rows
            for cell in self.cells:
                if least <= (cell // STRIDE if upright else cell % STRIDE) < least + rows:
                    mask |= 1 << cell
            self._territories[rows << 2 | side] = mask
        return mask

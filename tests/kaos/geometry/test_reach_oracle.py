"""What can be come to on small tables, against a plain flood that tries every turn, step, climb and jump by walking."""

from collections import deque
from random import Random

import pytest

from esquive.kaos.geometry.accessible_ground import _FACINGS, _JUMPS, _STEPS, GRID, Reach, _bits
from esquive.kaos.geometry.ground import STEP, ground_at, is_free
from esquive.kaos.geometry.legs import GO, JUMP, Leg
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.walks import walk
from tests.kaos.geometry.drawing import Made, draw

SIDE = 25_000
Place = tuple[int, int, int]  # column, row, which facing
WALL = Made(9, IMPASSABLE)

LAYOUTS: dict[str, str] = {
    "two thirds and one": "......w....\n" * 5,
    "one third and two": "....w......\n" * 5,
    "two halves": ".....w.....\n" * 5,
    "three parts": "...w...w....\n" * 5,
    "a low block across": "....s......\n" * 4,
    "a step across": "....q......\n" * 4,
    "a tower to climb": "..........\n..........\n...ccc....\n...ccc....\n..........\n..........\n",
    "a tower nobody gets on to": "..........\n..........\n...ttt....\n...ttt....\n..........\n..........\n",
    "a ramp and what it leads to": "..........\n..........\n.rrrpp....\n.rrrpp....\n..........\n..........\n",
    "a ramp behind walls": ".....w....\n.....w....\n.....wrrpp\n.....wrrpp\n.....w....\n.....w....\n",
    "all but a corner": "wwwwwwww\nwwwwwwww\nwwwwwwww\n...wwwww\n...wwwww\n...wwwww\n",
    "nothing at all": "wwww\nwwww\nwwww\n",
}
MADE = {
    "w": WALL,
    "s": Made(2, 0),
    "q": Made(STEP / CM, 0),
    "c": Made(6, TOP | CLIMBABLE),
    "t": Made(6, TOP),
    "r": Made(3, 0, "e"),
    "p": Made(3, TOP),
}


def at_random(seed: str) -> str:
    """A layout of 8 by 5 squares with some walls, blocks, steps, towers and a ramp."""
    rng = Random(seed)
    rows = [["."] * 8 for _ in range(5)]
    for letter in rng.sample("wwssqctrp", 5):
        if not any(letter in row for row in rows):
            x, y, wide, deep = rng.randrange(7), rng.randrange(4), rng.randrange(1, 4), rng.randrange(1, 4)
            free = all(cell == "." for row in rows[y : y + deep] for cell in row[x : x + wide])
            for row in rows[y : y + deep] if free else []:
                row[x : x + wide] = [letter] * len(row[x : x + wide])
    return "".join("".join(row) + "\n" for row in rows)


LAYOUTS |= {f"at random {number}": at_random(f"{number}") for number in range(10)}


def laid_out(name: str) -> Table:
    """The table of a layout; one with a lane aslant that is closed at both ends."""
    if name == "a lane aslant":
        return aslant()
    text = LAYOUTS[name]
    table, _ = draw(text, **{letter: made for letter, made in MADE.items() if letter in text})
    return table


def aslant() -> Table:
    """Two walls aslant with 2.9 cm between them, into which a base of 2.5 cm goes only turned, closed at both ends."""
    near, far = 1_025 * CM // 1_000, 4 * CM

    def wall(one: int, other: int, start: int, end: int) -> Piece:
        a, b = start * CM, end * CM
        shape = ((a + one, a - one), (b + one, b - one), (b + other, b - other), (a + other, a - other))
        return Piece("wall", "wall", shape, 5 * CM, IMPASSABLE)

    lids = [wall(far, -far, 6, 8), wall(far, -far, 18, 20)]
    return Table(28 * CM, 26 * CM, (wall(near, far, 6, 20), wall(-near, -far, 6, 20), *lids))


class Plain:
    """The flood as the book has it, with nothing told from afar."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.columns, self.rows = table.width // GRID, table.depth // GRID
        self.free = {
            (column, row, facing)
            for column in range(self.columns + 1)
            for row in range(self.rows + 1)
            for facing in range(2)
            if is_free(table, self.base((column, row, facing)), ())
        }
        self.bare = {place[:2] for place in self.free if self.base(place).z == 0}

    def base(self, place: Place) -> Base:
        x, y = place[0] * GRID, place[1] * GRID
        return Base(x, y, ground_at(self.table, x, y)[0], _FACINGS[place[2]], SIDE)

    def stands(self, column: int, row: int) -> bool:
        return (column, row, 0) in self.free or (column, row, 1) in self.free

    def nexts(self, place: Place) -> list[Place]:
        """What one turn, step or climb leads to."""
        column, row, facing = place
        found = [(column, row, 1 - facing)]
        for dx, dy in _STEPS:
            most = 1
            if not (dx and dy) and not self.stands(column + dx, row + dy):
                most = self.base(place).reach // GRID + 2
            for count in range(1, most + 1):
                there = (column + dx * count, row + dy * count, facing)
                if there in self.free:
                    gone = walk(self.table, self.base(place), there[0] * GRID, there[1] * GRID, (), is_rough=True)
                    if gone.stopped < 0 and not gone.fell:
                        found.append(there)
        return [there for there in found if there in self.free]

    def jumps(self, came: set[Place]) -> list[Place]:
        """What a jump with its run-up leads to from what has been come to."""
        found = []
        for place in self.free - came:
            column, row, facing = place
            for dx, dy in _STEPS[:4]:
                for count in _JUMPS:
                    edge = (column - dx * count, row - dy * count, facing)
                    back = (edge[0] - dx * count * 2, edge[1] - dy * count * 2, facing)
                    if edge in came and back in came:
                        here = self.base(edge)
                        legs = [Leg(GO, here.x, here.y, 0), Leg(JUMP, column * GRID, row * GRID, 0)]
                        made = passage(self.table, self.base(back), legs, [])
                        if made.problem is None and made.fall is None and made.end.z == self.base(place).z:
                            found.append(place)
        return found

    def flood(self, start: tuple[int, int]) -> set[Place]:
        """All that is come to from a cell."""
        came = {(*start, facing) for facing in range(2)} & self.free
        new = deque(came)
        while new:
            while new:
                for there in self.nexts(new.popleft()):
                    if there not in came:
                        came.add(there)
                        new.append(there)
            for place in self.jumps(came):
                if place not in came:
                    came.add(place)
                    new.append(place)
        return came

    def all(self) -> tuple[set[tuple[int, int]], list[Point]]:
        """The cells come to from the largest ground, and the points of ground that are not."""
        left = sorted(self.bare, key=lambda cell: (cell[1], cell[0]))
        best: set[tuple[int, int]] = set()
        while left:
            came = {place[:2] for place in self.flood(left[0])}
            if len(came & set(left)) > len(best & self.bare):
                best = came
            left = [cell for cell in left if cell not in came]
        closed = sorted(self.bare - best, key=lambda cell: (cell[1], cell[0]))
        return best, [(column * GRID, row * GRID) for column, row in closed]


@pytest.mark.parametrize("name", [*LAYOUTS, "a lane aslant"])
def test_what_is_come_to_is_what_a_plain_flood_comes_to(name: str) -> None:
    """[Kaos K5.6] [Kaos K6.2]: looked for backwards one place after the other, and all at once."""
    table = laid_out(name)
    came, closed = Plain(table).all()
    reach = Reach(table, SIDE)
    for column in range(table.width // GRID + 1):
        for row in range(table.depth // GRID + 1):
            assert reach.has(column * GRID, row * GRID) == ((column, row) in came), (column, row)
    assert reach.unreachable == closed
    assert Reach(table, SIDE).unreachable == closed


@pytest.mark.parametrize("name", [*LAYOUTS, "a lane aslant"])
def test_masks_of_cells_are_what_each_cell_says(name: str) -> None:
    """[Kaos K6.2]: where a base is on the table, and what lies in the bounds of pieces."""
    table = laid_out(name)
    reach = Reach(table, SIDE)
    cells = [(column, row) for row in range(table.depth // GRID + 1) for column in range(table.width // GRID + 1)]
    for angle in _FACINGS:
        wanted = [
            row * reach._stride + column
            for column, row in cells
            if is_on_table(table, Base(column * GRID, row * GRID, 0, angle, SIDE))
        ]
        assert _bits(reach._all_on_table(angle)) == wanted
    for piece in table.pieces:
        west, south, east, north = piece.box
        for far, more in ((0, 0), (17_000, 0), (17_000, GRID), (0, GRID)):
            wanted = [
                row * reach._stride + column
                for column, row in cells
                if column * GRID > west - far - GRID and column * GRID <= east + far + more
                if row * GRID > south - far - GRID and row * GRID <= north + far + more
            ]
            assert _bits(reach._round([piece], far, more)) == wanted


@pytest.mark.parametrize("cells", [0, 1, 2, 3, 5, 1 << 63, (1 << 70) - 1, 1 << 200 | 1 << 64 | 1, 0b1011_0000])
def test_the_bits_of_a_mask_are_numbered_from_the_lowest(cells: int) -> None:
    """The lowest is 0."""
    assert _bits(cells) == [number for number in range(cells.bit_length()) if cells >> number & 1]

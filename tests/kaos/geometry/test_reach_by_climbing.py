"""Places one gets to by climbing only, on every side of a tower and anywhere on the table."""

import pytest

from esquive.kaos.geometry.reach import Reach
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, SIGHT, TOP, Piece, Point, Table
from esquive.kaos.geometry.units import CM


def block(west: int, south: int, width: int, depth: int, flags: int) -> Piece:
    """A block 6 cm high, too high to jump on to; in hundredths of a centimetre."""
    east, north = west + width, south + depth
    corners: list[Point] = [(west, south), (east, south), (east, north), (west, north)]
    return Piece("block", "block", tuple((x * 100, y * 100) for x, y in corners), 6 * CM, SIGHT | flags)


@pytest.mark.parametrize("open_side", ["west", "south", "east", "north"])
@pytest.mark.parametrize(("x", "y"), [(2400, 800), (801, 2401), (2499, 899)])
def test_a_tower_is_climbed_from_the_one_side_that_is_open(x: int, y: int, open_side: str) -> None:
    """[Kaos K6.2] [Kaos K11.1]: walls stand against the other three; without holds nobody gets up."""
    walls = {
        "west": block(x - 200, y - 200, 200, 900, IMPASSABLE),
        "south": block(x - 200, y - 200, 900, 200, IMPASSABLE),
        "east": block(x + 500, y - 200, 200, 900, IMPASSABLE),
        "north": block(x - 200, y + 500, 900, 200, IMPASSABLE),
    }
    closed = tuple(wall for side, wall in walls.items() if side != open_side)
    middle = ((x + 250) * 100, (y + 250) * 100)
    for flags, is_reached in ((TOP | CLIMBABLE, True), (TOP, False)):
        reach = Reach(Table(40 * CM, 40 * CM, (block(x, y, 500, 500, flags), *closed)), 25_000)
        assert reach.has(*middle) == is_reached
        assert reach.unreachable == []

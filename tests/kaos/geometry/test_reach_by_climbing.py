"""Places one gets to by climbing or jumping only, on every side of them and anywhere on the table."""

import pytest

from esquive.kaos.geometry.accessible_ground import Reach
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, SIGHT, TOP, Piece, Point, Table
from esquive.kaos.geometry.units import CM


def block(west: int, south: int, width: int, depth: int, flags: int, height: int = 6) -> Piece:
    """A block 6 cm high, too high to jump on to, unless told otherwise; in hundredths of a centimetre."""
    east, north = west + width, south + depth
    corners: list[Point] = [(west, south), (east, south), (east, north), (west, north)]
    return Piece("block", "block", tuple((x * 100, y * 100) for x, y in corners), height * CM, SIGHT | flags)


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


def test_a_pillar_whose_top_begins_two_steps_from_its_foot_is_climbed() -> None:
    """[Kaos K6.2] [Kaos K11.1]: 1.3 cm wide, just enough for half a base; three steps would lead into a wall."""
    walls = (block(1450, 1100, 430, 200, IMPASSABLE), block(1450, 1700, 430, 200, IMPASSABLE))
    walls += (block(1680, 1100, 200, 800, IMPASSABLE),)
    for flags, is_reached in ((TOP | CLIMBABLE, True), (TOP, False)):
        reach = Reach(Table(30 * CM, 30 * CM, (block(1450, 1300, 130, 400, flags), *walls)), 25_000)
        assert reach.has(15 * CM, 15 * CM) == is_reached


@pytest.mark.parametrize("low_side", ["west", "south", "east", "north", "none"])
def test_a_yard_is_jumped_into_over_the_one_wall_that_is_low(low_side: str) -> None:
    """[Kaos K5.6] [Kaos K11.4] [Kaos K11.5]: a wall of 2 cm is jumped over from any side, one of 6 is not."""
    sides = {
        "west": (2400, 2400, 200, 1200),
        "south": (2400, 2400, 1200, 200),
        "east": (3400, 2400, 200, 1200),
        "north": (2400, 3400, 1200, 200),
    }
    walls = tuple(
        block(*where, 0, 2) if side == low_side else block(*where, IMPASSABLE) for side, where in sides.items()
    )
    reach = Reach(Table(60 * CM, 60 * CM, walls), 25_000)
    assert reach.has(30 * CM, 30 * CM) == (low_side != "none")
    assert (reach.unreachable == []) == (low_side != "none")

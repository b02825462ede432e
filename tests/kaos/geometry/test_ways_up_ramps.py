"""Up a narrow ramp one comes from straight in front of its foot, whichever way it rises."""

import pytest

from esquive.kaos.geometry import shortest_ways
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import IMPASSABLE, SIGHT, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import foot

TABLE = 60 * CM
# A ramp 3 cm wide and 10 cm long that rises 4 cm to the east, on to a terrace, round the middle of the table.
RAMP = ((-15, -2), (-5, -2), (-5, 1), (-15, 1))
TERRACE = ((-5, -6), (5, -6), (5, 6), (-5, 6))


def turned(point: tuple[float, float], quarters: int) -> Point:
    """A point in centimetres from the middle, turned so many right angles round it, in micrometres."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return 23 * CM + int(x * CM), 31 * CM + int(y * CM)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("start", [(-8, 5), (-8, -6), (-16, 4)])
def test_the_way_up_a_narrow_ramp_begins_in_front_of_its_foot(start: Point, quarters: int) -> None:
    """[Kaos K27.4]: nobody climbs its sides."""
    low, high = turned((-15, -0.5), quarters), turned((-5, -0.5), quarters)
    ramp = Piece("ramp", "ramp", tuple(turned(point, quarters) for point in RAMP), 4 * CM, SIGHT | TOP, low, high)
    terrace = Piece("terrace", "terrace", tuple(turned(point, quarters) for point in TERRACE), 4 * CM, SIGHT | TOP)
    table = Table(TABLE, TABLE, (ramp, terrace))
    base = Base(*turned(start, quarters), 0, 0, 25_000)
    made = passage(table, base, shortest_ways.way(table, base, turned((1, 0), quarters), []), [])
    assert made.problem is None and made.fall is None
    assert (made.end.x, made.end.y, made.end.z) == (*turned((1, 0), quarters), 4 * CM)
    assert made.length < 40 * CM


@pytest.mark.parametrize("quarters", range(4))
def test_the_way_off_a_narrow_ramp_turns_where_the_whole_base_has_left_it(quarters: int) -> None:
    """[Kaos K27.4]: half the diagonal of the base, 17 679 micrometres, and a millimetre beyond the head of the ramp."""
    low, high = turned((-15, -0.5), quarters), turned((-5, -0.5), quarters)
    ramp = Piece("ramp", "ramp", tuple(turned(point, quarters) for point in RAMP), 4 * CM, SIGHT | TOP, low, high)
    terrace = Piece("terrace", "terrace", tuple(turned(point, quarters) for point in TERRACE), 4 * CM, SIGHT | TOP)
    table = Table(TABLE, TABLE, (ramp, terrace))
    base = Base(*turned((-8, -6), quarters), 0, 0, 25_000)
    beyond = turned((-5 + 1.7679 + 0.1, -0.5), quarters)
    points = [(leg.x, leg.y) for leg in shortest_ways.way(table, base, turned((1, 0), quarters), [])]
    assert points[2:] == [beyond, turned((1, 0), quarters)]


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("goal", [(-8, 5), (-8, -6), (-16, 4)])
def test_the_way_down_a_narrow_ramp_begins_on_its_top(goal: Point, quarters: int) -> None:
    """[Kaos K27.4]: nobody walks over its sides nor over the edge of the terrace."""
    low, high = turned((-15, -0.5), quarters), turned((-5, -0.5), quarters)
    ramp = Piece("ramp", "ramp", tuple(turned(point, quarters) for point in RAMP), 4 * CM, SIGHT | TOP, low, high)
    terrace = Piece("terrace", "terrace", tuple(turned(point, quarters) for point in TERRACE), 4 * CM, SIGHT | TOP)
    table = Table(TABLE, TABLE, (ramp, terrace))
    base = Base(*turned((1, 0), quarters), 4 * CM, 0, 25_000)
    made = passage(table, base, shortest_ways.way(table, base, turned(goal, quarters), []), [])
    assert made.problem is None and made.fall is None
    assert (made.end.x, made.end.y, made.end.z) == (*turned(goal, quarters), 0)
    assert made.length < 40 * CM


def test_past_walls_and_others_the_way_up_begins_before_the_foot_of_the_ramp() -> None:
    """[Kaos K27.4]: 26 cm; round the far side of the tower it would be 62."""

    def rectangle(west: int, south: int, east: int, north: int) -> tuple[Point, ...]:
        return ((west, south), (east, south), (east, north), (west, north))

    pieces = (
        Piece("tower", "tower", rectangle(150_000, 100_000, 220_000, 150_000), 4 * CM, SIGHT | TOP),
        Piece(
            "ramp",
            "ramp",
            rectangle(80_000, 110_605, 150_000, 140_605),
            4 * CM,
            SIGHT,
            (80_000, 125_605),
            (150_000, 125_605),
        ),
        Piece("wall", "wall", rectangle(60_000, 160_605, 90_000, 190_605), 5 * CM, IMPASSABLE | SIGHT),
        Piece("wall", "wall", rectangle(65_000, 140_605, 75_000, 170_605), 5 * CM, IMPASSABLE | SIGHT),
    )
    table = Table(40 * CM, 40 * CM, pieces)
    others = [foot(90_000, 80_605), foot(30_000, 80_605, 0, 45_000)]
    base = foot(120_000, 60_000, 0, 45_000)
    made = passage(table, base, shortest_ways.way(table, base, (205_000, 125_000), others), others)
    assert (made.end.x, made.end.y, made.end.z) == (205_000, 125_000, 4 * CM) and 258_000 < made.length < 260_000

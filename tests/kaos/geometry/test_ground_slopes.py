"""What stands on a slope, wherever on the table it lies and whichever way it rises."""

import pytest

from esquive.kaos.geometry.ground import STEP, lean
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.passages import UP
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import SIGHT, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM


def slope(low: Point, high: Point) -> Piece:
    """A ramp 3 cm high, its foot and its top in centimetres."""
    west, east = min(low[0], high[0]) - 2, max(low[0], high[0]) + 2
    south, north = min(low[1], high[1]) - 2, max(low[1], high[1]) + 2
    corners = ((west, south), (east, south), (east, north), (west, north))
    shape = tuple((x * CM, y * CM) for x, y in corners)
    foot, top = (low[0] * CM, low[1] * CM), (high[0] * CM, high[1] * CM)
    return Piece("ramp", "ramp", shape, 3 * CM, SIGHT | TOP, foot, top)


SLOPES = pytest.mark.parametrize(
    ("low", "high"),
    [((10, 40), (20, 40)), ((60, 25), (50, 25)), ((40, 7), (40, 17)), ((13, 50), (13, 40)), ((30, 9), (36, 17))],
)


def beyond(low: Point, high: Point, tenths: int, aside: int = 0) -> Point:
    """A point so many tenths of the way up a slope 10 cm long, and centimetres to the left of it, in micrometres."""
    dx, dy = high[0] - low[0], high[1] - low[1]
    return low[0] * CM + (dx * tenths - dy * aside) * CM // 10, low[1] * CM + (dy * tenths + dx * aside) * CM // 10


@SLOPES
def test_a_base_leans_as_steeply_as_its_slope(low: Point, high: Point) -> None:
    """3 cm over 10 cm, whichever way [Ruling R205]."""
    base = Base(low[0] * CM, low[1] * CM, 0, 0, 25_000)
    assert lean(slope(low, high), base) == STEP + 3 * base.reach // 10
    assert lean(None, base) == STEP


@pytest.mark.parametrize("aside", [-1, 0, 1])
@SLOPES
def test_a_slope_rises_between_its_foot_and_its_top_and_is_level_beyond(low: Point, high: Point, aside: int) -> None:
    """Its footprint is 2 cm longer at either end, where nothing costs double [Kaos K11.3]."""
    table = Table(75 * CM, 60 * CM, (slope(low, high),))
    foot, top = beyond(low, high, 0, aside), beyond(low, high, 10, aside)
    start, end = beyond(low, high, -4, aside), beyond(low, high, 11, aside)
    made = passage(table, Base(*start, 0, 0, 25_000), [Leg(GO, *end, 0)], [])
    assert made.problem is None and made.fall is None and made.end.z == 3 * CM
    rising = [(stretch.start, stretch.end) for stretch in made.pieces if stretch.kind == UP]
    assert rising == [((*foot, 0), (*top, 3 * CM))]
    assert all(stretch.start[2] == stretch.end[2] for stretch in made.pieces if stretch.kind != UP)


@pytest.mark.parametrize("is_gentle_first", [True, False])
@pytest.mark.parametrize(("start", "end"), [(5, 23), (23, 5)])
def test_where_one_slope_rises_through_another_the_way_changes_over(
    start: int, end: int, is_gentle_first: bool
) -> None:
    """2 cm over 10 from x = 10, and 4 cm over 10 from x = 14: they are level at 18, 1.6 cm up [Kaos K11.3]."""
    gentle = Piece("gentle", "ramp", band(10, 20), 2 * CM, SIGHT | TOP, (10 * CM, 40 * CM), (20 * CM, 40 * CM))
    steep = Piece("steep", "ramp", band(14, 24), 4 * CM, SIGHT | TOP, (14 * CM, 40 * CM), (24 * CM, 40 * CM))
    table = Table(75 * CM, 60 * CM, (gentle, steep) if is_gentle_first else (steep, gentle))
    base = Base(start * CM, 40 * CM, 36_000 if start == 23 else 0, 0, 25_000)
    made = passage(table, base, [Leg(GO, end * CM, 40 * CM, 0)], [])
    assert made.problem is None and made.fall is None
    levels = {point[0]: point[2] for stretch in made.pieces for point in (stretch.start, stretch.end)}
    assert {x // CM: z for x, z in levels.items() if x in (10 * CM, 14 * CM, 18 * CM, 20 * CM, 23 * CM)} == {
        10: 0,
        14: 8_000,
        18: 16_000,
        20: 24_000,
        23: 36_000,
    }


def band(west: int, east: int) -> tuple[Point, ...]:
    """A strip across the way, 8 cm wide."""
    return ((west * CM, 36 * CM), (east * CM, 36 * CM), (east * CM, 44 * CM), (west * CM, 44 * CM))


@pytest.mark.parametrize("aside", [-1, 0, 1])
@pytest.mark.parametrize(
    ("tenths", "rises"), [(-1, False), (0, False), (1, True), (5, True), (9, True), (10, False), (11, False)]
)
@SLOPES
def test_a_slope_rises_at_every_point_between_its_foot_and_its_top(
    low: Point, high: Point, tenths: int, rises: bool, aside: int
) -> None:
    """[Kaos K11.3] [Ruling R264]: as far aside as may be, and neither at its ends nor beyond them."""
    assert slope(low, high).rises_at(*beyond(low, high, tenths, aside)) == rises
    assert not Piece("top", "ledge", band(10, 20), 3 * CM, TOP).rises_at(15 * CM, 40 * CM)

"""No piece of scenery may close a zone off [Kaos K5.6]."""

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.geometry import reach as reach_module
from esquive.kaos.geometry.reach import GRID, Reach, unreachable
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, TOP, Piece, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw

YARD = """
    ............
    ............
    ...nnnnnn...
    ...w....e...
    ...w....e...
    ...w....e...
    ...wssGGe...
    ............
    ............
    ............
    ............
    ............
    ............
    ............
"""


def yard(south: Made, gate: Made) -> list[tuple[int, int]]:
    """Ground that cannot be reached when a yard with three walls is closed by a fourth, and a gate."""
    wall = Made(5, IMPASSABLE)
    table, _ = draw(YARD, n=wall, w=wall, e=wall, s=south, G=gate)
    return unreachable(table, 25_000)


def test_a_yard_closed_on_every_side_is_unreachable() -> None:
    """[Kaos K5.6]"""
    wall = Made(5, IMPASSABLE)
    closed = yard(wall, wall)
    assert closed
    assert all(100_000 < x < 200_000 and 200_000 < y < 275_000 for x, y in closed)
    assert closed == sorted(closed, key=lambda point: (point[1], point[0]))


def test_a_wall_that_can_be_climbed_or_jumped_closes_nothing() -> None:
    """[Kaos K5.6]"""
    wall = Made(5, IMPASSABLE)
    assert yard(Made(5, TOP | CLIMBABLE), wall) == []
    assert yard(Made(2, 0), wall) == []
    assert yard(Made(3.5, 0), wall) != []


def test_a_gap_too_narrow_for_the_base_is_closed() -> None:
    """[Kaos K5.6] [Ruling R204]"""
    wall = Made(5, IMPASSABLE)
    table, _ = draw(YARD, n=wall, w=wall, e=wall, s=wall, G=Made(0, 0))
    assert unreachable(table, 25_000) == []
    assert unreachable(table, 60_000) != []


def test_a_roof_nobody_gets_on_to_is_no_closed_zone_but_out_of_reach() -> None:
    """[Kaos K6.2]"""
    table, _ = draw(
        """
        ............
        .ppp....qqq.
        .ppp....qqq.
        .....rrrqqq.
        ............
        """,
        p=Made(9, TOP),
        q=Made(5, TOP),
        r=Made(5, 0, "e"),
    )
    reach = Reach(table, 25_000)
    assert reach.unreachable == []
    assert not reach.has(62_500, 75_000)
    assert reach.has(237_500, 62_500)
    assert reach.has(20_000, 20_000)


@pytest.mark.parametrize("field", sorted(catalogue().fields))
@pytest.mark.parametrize("side", [25_000, 40_000])
def test_a_place_looked_for_from_its_end_is_judged_as_the_flood_of_the_whole_table_judges_it(
    field: str, side: int
) -> None:
    """[Kaos K6.2]"""
    table = catalogue().table(field)
    reach, whole = Reach(table, side), Reach(table, side)
    closed = whole.unreachable
    came = whole._came[0] | whole._came[1]
    known = 0
    for x in range(0, table.width, 2 * GRID):
        for y in range(0, table.depth, 2 * GRID):
            cell = y // GRID * reach._stride + x // GRID
            found = reach._leads_back({cell})
            if found is not None:
                assert found == (came >> cell & 1 == 1)
                known += 1
    assert not reach._flooded
    assert known * 5 > table.width * table.depth // GRID // GRID  # most of every other point each way
    assert reach.unreachable == closed


def test_a_lane_that_is_wide_enough_for_a_base_turned_along_it_is_gone_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """[Kaos K6.2]: aslant and 2.9 cm wide, for a base of 2.5 cm that is 3.5 cm from corner to corner."""
    monkeypatch.setattr(reach_module, "_FEW", 0)  # so that the whole table is flooded
    near, far = 1_025 * CM // 1_000, 4 * CM  # from the middle of the lane, east and south alike

    def wall(one: int, other: int) -> Piece:
        a, b = 20 * CM, 60 * CM
        shape = ((a + one, a - one), (b + one, b - one), (b + other, b - other), (a + other, a - other))
        return Piece("wall", "wall", shape, 5 * CM, IMPASSABLE)

    reach = Reach(Table(80 * CM, 80 * CM, (wall(near, far), wall(-near, -far))), 25_000)
    assert reach.has(40 * CM, 40 * CM)
    assert not reach.has(43 * CM, 37 * CM)

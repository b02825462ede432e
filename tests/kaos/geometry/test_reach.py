"""No piece of scenery may close a zone off [Kaos K5.6]."""

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.geometry import accessible_ground as reach_module
from esquive.kaos.geometry.accessible_ground import GRID, Reach, unreachable
from esquive.kaos.geometry.ground import ground_at, is_free
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Base, Piece, Table
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.geometry.walks import walk
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
            is_come_to = came >> cell & 1 == 1
            if found is not None:
                assert found == is_come_to
                known += 1
            else:
                assert not is_come_to, "the way to the open is found without looking far about"
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


UNEVEN = """
    ................
    ..ppp....mmm....
    ..pppBB..mmm..w.
    ..ppprrr......w.
    .....t........w.
    .....t..ccc.....
    .nnn....ccc.bb..
    .nnn........bb..
    ................
"""


@pytest.mark.parametrize("side", [20_000, 25_000, 40_000])
def test_a_cell_is_free_and_a_step_is_possible_as_for_any_base(side: int) -> None:
    """What is told a row at a time, and without walking, is what footing and walks say [Kaos K6.2] [Ruling R205]."""
    table, _ = draw(
        UNEVEN,
        p=Made(4, TOP),
        r=Made(4, 0, "w"),
        t=Made(0.4, TOP),
        m=Made(6, DIFFICULT),
        w=Made(5, IMPASSABLE),
        c=Made(2, TOP | CLIMBABLE),
        b=Made(0.4, SIGHT),
        n=Made(3, TOP),
        B=Made(3, SIGHT),
    )
    made = Reach(table, side)
    stride = made._stride
    walked = [0, 0]
    for facing, angle in enumerate((0, 45 * DEGREE)):
        free: dict[int, Base] = {}
        for row in range(table.depth // GRID + 1):
            for column in range(table.width // GRID + 1):
                x, y = column * GRID, row * GRID
                base = Base(x, y, ground_at(table, x, y)[0], angle, side)
                assert made._is_free(row * stride + column, facing) == is_free(table, base, [])
                if is_free(table, base, []):
                    free[row * stride + column] = base
        for cell, base in free.items():
            for step in (1, stride, stride + 1, stride - 1):
                other = free.get(cell + step)
                if other is not None:
                    gone = walk(table, base, other.x, other.y, [])
                    is_clear = gone.stopped < 0 and not gone.fell
                    assert made._is_walked(cell, cell + step, facing) == is_clear
                    assert made._is_step(cell, cell + step, facing) == is_clear
                    walked[is_clear] += 1
    assert min(walked) > 5

"""Levels, footing and landings [Kaos K12.1] [Ruling R205]."""

from fractions import Fraction

import pytest

from esquive.kaos.geometry.ground import STEP, area_twice, footing, ground_at, landing, nearest_free, uncovered_twice
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Piece
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.drawing import Made, draw, foot

PLATFORM = """
    ........
    ..pppp..
    ..pppp..
    ..pppp..
    ........
"""


def test_the_level_is_that_of_the_highest_piece_under_the_centre() -> None:
    table, _ = draw(
        """
        ppppp
        .rrqq
        .....
        """,
        p=Made(3, TOP),
        q=Made(2, TOP),
        r=Made(2, 0, "e"),
    )
    assert ground_at(table, 60_000, 60_000)[0] == 30_000
    assert ground_at(table, 90_000, 40_000)[0] == 20_000
    assert ground_at(table, 50_000, 40_000)[0] == 10_000  # half up the ramp
    assert ground_at(table, 50_000, 10_000) == (0, None)


def test_difficult_ground_and_walls_are_no_level() -> None:
    table, _ = draw("mmww.", m=Made(8, DIFFICULT), w=Made(5, IMPASSABLE))
    assert ground_at(table, 10_000, 10_000) == (0, None)
    assert ground_at(table, 60_000, 10_000) == (0, None)


def test_a_base_keeps_its_footing_while_half_of_it_is_supported() -> None:
    """[Ruling R205]"""
    table, _ = draw(PLATFORM, p=Made(4, TOP))
    inside = footing(table, foot(100_000, 60_000, 40_000))
    assert (inside.level, inside.support, inside.is_stable, inside.blocker) == (40_000, 1000, True, None)
    at_the_edge = footing(table, foot(150_000, 60_000, 40_000))
    assert (at_the_edge.level, at_the_edge.support, at_the_edge.is_stable) == (40_000, 500, True)
    at_the_corner = footing(table, foot(150_000, 100_000, 40_000))
    assert (at_the_corner.support, at_the_corner.is_stable) == (250, False)
    near_the_corner = footing(table, foot(147_500, 97_500, 40_000))
    assert (near_the_corner.support, near_the_corner.is_stable) == (360, False)


def test_platforms_side_by_side_hold_a_base_together() -> None:
    """[Ruling R205]"""
    table, _ = draw(
        """
        .....
        .pq..
        .....
        """,
        p=Made(4, TOP),
        q=Made(4.4, TOP),
    )
    assert footing(table, foot(48_000, 37_500)).support == 1000
    apart, _ = draw(
        """
        .....
        .pq..
        .....
        """,
        p=Made(4, TOP),
        q=Made(6, TOP),
    )
    found = footing(apart, foot(48_000, 37_500))
    assert found.blocker is apart.pieces[1]
    assert found.support == 580  # 14.5 of 25 mm


def test_pieces_that_lie_over_each_other_support_no_more_than_once() -> None:
    table, _ = draw(
        """
        .......
        .pqp...
        .......
        """,
        p=Made(4, TOP),
        q=Made(4, TOP),
    )
    assert footing(table, foot(95_000, 37_500)).support == 700


def test_a_base_at_the_top_of_a_ramp_stands_on_both() -> None:
    table, _ = draw(
        """
        ......
        rrrrpp
        ......
        """,
        p=Made(4, TOP),
        r=Made(4, 0, "e"),
    )
    for x in (95_000, 105_000):
        found = footing(table, foot(x, 37_500))
        assert (found.support, found.blocker) == (1000, None)
    assert footing(table, foot(1_000, 37_500)).blocker is None


def test_scenery_higher_than_a_small_step_is_in_the_way_of_a_standing_base() -> None:
    table, (base,) = draw(".>pp", p=Made(4, TOP | CLIMBABLE))
    assert footing(table, base).blocker is None
    assert footing(table, base.at(base.x + 1_000, base.y, 0, 0)).blocker is table.pieces[0]
    kerb, (base,) = draw(".>pp", p=Made(STEP / CM, TOP))
    assert footing(kerb, base.at(base.x + 1_000, base.y, 0, 0)).blocker is None


def test_a_falling_base_comes_to_rest_at_the_nearest_free_place_below() -> None:
    """[Kaos K12.1]"""
    table, _ = draw(PLATFORM, p=Made(4, TOP))
    edge = foot(150_000, 60_000, 40_000)
    rest = landing(table, edge, [])
    assert (rest.x, rest.y, rest.z) == (162_500, 60_000, 0)
    taken = landing(table, edge, [rest])
    assert (taken.x, taken.y) != (rest.x, rest.y)
    assert footing(table, taken).blocker is None


def test_the_nearest_free_place_is_the_place_itself_when_it_is_free() -> None:
    table, (base, other) = draw(".>.<.")
    assert repr(nearest_free(table, base, [other], 0)) == repr(base)
    moved = nearest_free(table, other.at(other.x - 5_000, other.y, 0, 0), [other], 0)
    assert abs(moved.x - other.x) >= 25_000 - 10


def test_what_nothing_covers_is_all_of_it_and_what_is_covered_whole_is_nothing() -> None:
    """[Ruling R205]: exactly."""
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    cover = Piece("cover", "cover", square, 10, TOP)
    assert uncovered_twice(square, []) == (area_twice(square), 1) == (200, 1)
    assert uncovered_twice(square, [cover])[0] == 0


@pytest.mark.parametrize("facing", [0, 45 * DEGREE, 30 * DEGREE])
def test_what_holds_up_a_base_is_its_share_on_the_piece_all_of_it_up_to_the_very_edge(facing: int) -> None:
    """[Ruling R205]: in thousandths; the outline belongs to what one stands on."""
    table, _ = draw("ppp\nppp\nppp", p=Made(4, TOP))
    top = table.pieces[0]
    edge = 75_000 - max(x for x, _ in foot(0, 0, 0, facing).corners)
    for beyond in (-5_000, -1, 0, 1, 12, 13, 500, 4_000, 12_000):
        for base in (foot(edge + beyond, 37_500, 40_000, facing), foot(37_500, 75_000 - edge - beyond, 40_000, facing)):
            bare, whole = Fraction(*uncovered_twice(base.corners, [top])), area_twice(base.corners)
            assert footing(table, base).support == ((whole - bare) * 2000 + whole) // (2 * whole)
            assert (bare == 0) is (beyond <= 0)

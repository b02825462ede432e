"""Overlap and distance of bases and scenery [Kaos K9.2] [Kaos K10.11]."""

from random import Random

import pytest

from esquive.kaos.geometry.ground import area_twice
from esquive.kaos.geometry.planar import (
    crossing,
    distance,
    is_inside,
    is_on_table,
    meets_piece,
    nearest,
    overlap,
    piece_within,
    swept,
    within,
)
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Piece, Point
from esquive.kaos.geometry.units import CM, DEGREE, SLACK
from tests.kaos.geometry.drawing import Made, draw, foot


def test_bases_side_to_side_touch_without_overlapping() -> None:
    """[Kaos K9.2]"""
    _, (a, b) = draw("..><..")
    assert not overlap(a, b)
    assert distance(a, b) == 0
    assert within(a, b, 0)


def test_the_distance_is_the_shortest_from_base_to_base() -> None:
    """[Kaos K9.2]"""
    _, (a, b) = draw(">..<")
    assert distance(a, b) == 5 * CM
    assert within(a, b, 5 * CM)
    assert not within(a, b, 5 * CM - 1)
    assert nearest(a, b) == ((25_000, 0), (75_000, 0))  # of several pairs the first found
    assert nearest(b, a) == ((75_000, 25_000), (25_000, 25_000))


def test_the_distance_from_corner_to_corner_is_slanting_and_rounded_up() -> None:
    """[Kaos K9.2]"""
    _, (a, b) = draw(
        """
        ..<
        ...
        >..
        """
    )
    assert distance(a, b) == 35_356  # 25000 times the root of two is 35355.3
    assert nearest(b, a) == ((25_000, 25_000), (50_000, 50_000))
    assert not within(a, b, 35_355)


def test_the_distance_between_two_levels_is_measured_in_space() -> None:
    """[Kaos K9.2]"""
    a = foot(100_000, 100_000)
    b = foot(100_000 + 25_000 + 30_000, 100_000, 40_000)
    assert distance(a, b) == 50_000
    assert distance(a, foot(100_000, 100_000, 40_000)) == 40_000
    assert not within(a, b, 49_999)
    assert within(a, b, 50_000)


def test_a_corner_pointing_at_a_side_is_as_far_as_it_is_from_the_line() -> None:
    a = foot(100_000, 100_000)
    b = foot(150_000, 100_000, 0, 45 * DEGREE)
    tip = min(x for x, _ in b.corners)
    assert distance(a, b) == tip - 112_500
    assert nearest(a, b) == ((112_500, 100_000), (tip, 100_000))


def test_an_overlap_no_deeper_than_rounding_is_none() -> None:
    a = foot(100_000, 100_000)
    assert not overlap(a, foot(125_000 - SLACK, 110_000))
    assert overlap(a, foot(125_000 - SLACK - 1, 110_000))


def test_bases_that_overlap_at_no_corner_overlap() -> None:
    a = Base(100_000, 100_000, 0, 0, 50_000)
    assert overlap(a, Base(100_000, 100_000, 0, 45 * DEGREE, 50_000))
    assert overlap(a, foot(100_000, 100_000))
    one, two = nearest(a, foot(100_000, 100_000))
    assert one == two


def test_bases_on_two_levels_may_not_share_ground() -> None:
    """[Ruling R201]"""
    assert overlap(foot(100_000, 100_000), foot(110_000, 100_000, 80_000))


def test_a_base_in_the_notch_of_a_piece_does_not_meet_it() -> None:
    outline = (
        (0, 0),
        (90_000, 0),
        (90_000, 90_000),
        (60_000, 90_000),
        (60_000, 30_000),
        (30_000, 30_000),
        (30_000, 90_000),
        (0, 90_000),
    )
    piece = Piece("u", "wall", outline, 40_000, IMPASSABLE)
    assert not meets_piece(foot(45_000, 60_000), piece)
    assert not meets_piece(foot(45_000, 42_500), piece)
    assert meets_piece(foot(45_000, 42_400), piece)
    assert piece_within(foot(45_000, 60_000), piece, 2_500)
    assert not piece_within(foot(45_000, 60_000), piece, 2_499)
    assert sum(len(part) - 2 for part in piece.parts) == len(outline) - 2


def test_a_piece_is_a_solid_up_to_its_top() -> None:
    """[Kaos K22.7]"""
    table, (base,) = draw(".>.ww", w=Made(3, IMPASSABLE))
    assert piece_within(base, table.pieces[0], 25_000)
    assert not piece_within(base.at(base.x, base.y, 60_000, 0), table.pieces[0], 25_000)
    assert piece_within(base.at(base.x, base.y, 30_000, 0), table.pieces[0], 25_000)


def test_a_base_stays_wholly_on_the_table() -> None:
    """[Ruling R203]"""
    table, (base,) = draw(
        """
        ...
        >..
        """
    )
    assert is_on_table(table, base)
    assert not is_on_table(table, base.at(base.x - 20, base.y, 0, 0))
    assert not is_on_table(table, base.at(base.x, base.y, 0, 45 * DEGREE))


def test_the_outline_of_a_polygon_is_inside() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert all(is_inside(point, square) for point in ((0, 0), (5, 0), (10, 5), (5, 10), (0, 5), (10, 10), (5, 5)))
    assert not any(is_inside(point, square) for point in ((-1, 0), (11, 0), (5, 11), (-1, 10), (11, 10), (5, -1)))


def test_what_a_sliding_base_passes_over_is_a_hexagon() -> None:
    base = foot(100_000, 100_000)
    assert area_twice(swept(base, 50_000, 0)) == 2 * 75_000 * 25_000
    assert set(swept(base, 50_000, 50_000)) == {
        (87_500, 87_500),
        (112_500, 87_500),
        (162_500, 137_500),
        (162_500, 162_500),
        (137_500, 162_500),
        (87_500, 112_500),
    }


@pytest.mark.parametrize(
    ("end", "other", "meeting"),
    [
        ((12, 6), (9, -3), (6, 3)),
        ((6, 3), (9, -3), (6, 3)),  # it ends on the other line
        ((5, 2), (9, -3), None),  # short of it
        ((12, 6), (5, 5), None),  # the other ends short of it
        ((-8, -4), (9, -3), None),  # away from it
        ((8, -11), (9, -3), None),  # along it, beside it
    ],
)
def test_two_lines_meet_where_they_cross_or_end(end: Point, other: Point, meeting: Point | None) -> None:
    """The same whichever way each of them runs; the first begins at 2,1, the other at 3,9 [Kaos K9.2]."""
    start, from_ = (2, 1), (3, 9)
    for one, two in (((start, end), (from_, other)), ((end, start), (from_, other)), ((start, end), (other, from_))):
        assert crossing(*one, *two) == crossing(*two, *one) == meeting


def test_lines_that_run_along_each_other_meet_nowhere_in_particular() -> None:
    assert crossing((0, 0), (10, 0), (4, 0), (20, 0)) is None
    assert crossing((0, 0), (10, 5), (0, 0), (10, 5)) is None


def test_two_squares_that_cross_like_a_star_have_no_distance() -> None:
    """Turned by 45 degrees over one another, neither holds a corner of the other [Kaos K9.2]."""
    square, turned = foot(10 * CM, 10 * CM), foot(10 * CM, 10 * CM, facing=45 * DEGREE)
    assert overlap(square, turned) and distance(square, turned) == 0
    assert is_inside(nearest(square, turned)[0], square.corners)
    assert nearest(square, turned)[0] == nearest(square, turned)[1]


@pytest.mark.parametrize("seed", range(6))
def test_bases_that_overlap_share_the_point_where_they_are_nearest(seed: int) -> None:
    """In any way: corners within, and sides that cross without holding each other's corners."""
    rng = Random(seed)
    found = 0
    while found < 60:
        one = foot(50_000, 50_000, 0, rng.randrange(360_000))
        other = foot(50_000 + rng.randrange(-30_000, 30_000), 50_000 + rng.randrange(-30_000, 30_000), 0, 0)
        if not overlap(one, other):
            continue
        found += 1
        here, there = nearest(one, other)
        assert here == there
        for base in (one, other):
            grown = Base(base.x, base.y, 0, base.facing, base.side + 4, 0, 0, 0)  # for rounding
            assert is_inside(here, grown.corners)

"""Lengths, angles and sines are exact integers, the same on every machine [Ruling R218]."""

import math

import pytest

from esquive.core.errors import NotationError
from esquive.kaos.geometry.shapes import Base, Piece, convex_parts
from esquive.kaos.geometry.trigonometry import BITS, along, cosine, sine
from esquive.kaos.geometry.units import (
    CM,
    DEGREE,
    TURN,
    format_angle,
    format_length,
    length_of,
    parse_angle,
    parse_length,
)


@pytest.mark.parametrize(
    ("text", "length"), [("12.5", 125_000), ("0", 0), ("-0.05", -500), ("0.0001", 1), ("-0.0001", -1), ("3", 3 * CM)]
)
def test_lengths_are_read_and_written_exactly(text: str, length: int) -> None:
    assert parse_length(text) == length
    assert format_length(length) == text


@pytest.mark.parametrize("text", ["", "three", "nan", "inf", "0.00001", "99999"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_length(text)


def test_angles_are_brought_into_one_turn() -> None:
    assert parse_angle("-45") == 315 * DEGREE
    assert parse_angle("360") == 0
    assert format_angle(parse_angle("22.5")) == "22.5"


def test_numbers_of_a_document_are_lengths_but_truth_values_are_not() -> None:
    assert length_of(2.5, "height") == length_of("2.5", "height") == 25_000
    assert length_of(3, "height") == 30_000
    with pytest.raises(NotationError):
        length_of(True, "height")


def test_sines_are_those_of_the_mathematical_library_to_its_last_digits() -> None:
    for angle in (*range(0, TURN, 7_919), *range(0, 3_000, 97), *range(-TURN, 0, 31_337)):
        radians = math.radians(angle / DEGREE)
        assert abs(sine(angle) / 2**BITS - math.sin(radians)) < 1e-14
        assert abs(cosine(angle) / 2**BITS - math.cos(radians)) < 1e-14


def test_right_angles_have_exact_sines() -> None:
    assert [sine(quarter * TURN // 4) for quarter in range(4)] == [0, 1 << BITS, 0, -1 << BITS]
    assert along(90 * DEGREE, 30_000) == (0, 30_000)
    assert along(180 * DEGREE, 30_000) == (-30_000, 0)


def test_corners_are_rounded_once_and_move_with_the_base() -> None:
    for facing in range(0, TURN, 11_111):
        base = Base(1_000_000, 2_000_000, 0, facing, 25_000)
        moved = base.at(1_300_000, 1_900_000, 0, facing)
        for (x, y), (u, v) in zip(base.corners, moved.corners, strict=True):
            assert (u - x, v - y) == (300_000, -100_000)
            assert abs(math.hypot(x - base.x, y - base.y) - 12_500 * math.sqrt(2)) < 1
            assert (x - base.x) ** 2 + (y - base.y) ** 2 <= base.reach**2


def test_a_piece_may_be_drawn_either_way_round() -> None:
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert Piece("a", "wall", square, 1, 0).shape == square
    assert Piece("a", "wall", square[::-1], 1, 0).shape == square


def test_an_outline_is_cut_into_convex_parts_of_the_same_area() -> None:
    star = ((0, 0), (30, 10), (60, 0), (50, 30), (60, 60), (30, 50), (0, 60), (10, 30))
    parts = convex_parts(star)
    assert len(parts) > 1
    assert sum(_double(part) for part in parts) == _double(star)
    assert convex_parts(((0, 0), (5, 0), (10, 0), (10, 10), (0, 10))) == (((0, 0), (10, 0), (10, 10), (0, 10)),)


STAR_IN_ONE_STROKE = ((0, 100), (-59, -81), (95, 31), (-95, 31), (59, -81))


@pytest.mark.parametrize(
    "outline", [((0, 0), (10, 0), (20, 0)), ((0, 0), (10, 10), (10, 0), (0, 10)), STAR_IN_ONE_STROKE]
)
def test_an_outline_that_encloses_nothing_or_crosses_itself_is_refused(outline: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="outline"):
        convex_parts(outline)


def _double(polygon: tuple[tuple[int, int], ...]) -> int:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs)

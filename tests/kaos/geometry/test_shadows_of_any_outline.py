"""Lines through outlines that are not convex: where exactly each part of them begins and ends."""

import pytest

from esquive.kaos.geometry.shadows import FAR, HAIR, Screen, _mark, chords_of, edges_and_form, shadow_of
from esquive.kaos.geometry.shapes import Base, Piece, Point
from esquive.kaos.geometry.units import CM

# An angle: 10 cm along each outer side, its arms 4 cm wide, the inner corner at 4,4.
ANGLE = ((0, 0), (10 * CM, 0), (10 * CM, 4 * CM), (4 * CM, 4 * CM), (4 * CM, 10 * CM), (0, 10 * CM))


def chords(shape: tuple[Point, ...], start: Point, end: Point) -> list[tuple[float, float]]:
    """The parts of the way inside, as shares of it to four places."""
    screen = Screen(Piece("p", "", shape, 5 * CM, 0), edges_and_form(shape), (-FAR, 5 * CM), start)
    found = chords_of(screen, *start, *end)
    assert all(d0 > 0 and d1 > 0 for _, d0, _, d1 in found)
    return [(round(n0 / d0, 4), round(n1 / d1, 4)) for n0, d0, n1, d1 in found]


@pytest.mark.parametrize(("at", "inside"), [((2, 8), True), ((8, 2), True), ((8, 8), False), ((2, 2), True)])
def test_a_line_straight_down_is_inside_where_its_foot_is(at: Point, inside: bool) -> None:
    """[Kaos K6.6]: all the way, or nowhere."""
    spot = (at[0] * CM, at[1] * CM)
    assert chords(ANGLE, spot, spot) == ([(0, 1)] if inside else [])


def test_across_both_arms_a_line_is_inside_twice() -> None:
    """[Kaos K6.6]: from 0 to 4 and from 10 to 14, a hair taken off."""
    shape = (*ANGLE[:3], (4 * CM, 4 * CM), (4 * CM, 10 * CM), (10 * CM, 10 * CM), (10 * CM, 14 * CM), (0, 14 * CM))
    assert chords(shape, (8 * CM, -5 * CM), (8 * CM, 20 * CM)) == [(0.2, 0.36), (0.6, 0.76)]


@pytest.mark.parametrize("off", [-3 * HAIR, -HAIR, 0])
def test_a_line_that_touches_a_corner_from_outside_is_not_inside(off: int) -> None:
    """[Ruling R218]: past the corner at 10,4, aslant, and past that at 0,0."""
    assert chords(ANGLE, (9 * CM - off, 5 * CM), (11 * CM - off, 3 * CM)) == []
    assert chords(ANGLE, (-CM + off, CM), (CM + off, -CM)) == []


def test_a_line_through_the_inner_corner_is_inside_on_both_sides_of_it() -> None:
    """[Kaos K6.6]: from 8,0 by 4,4 to 0,8, but for a hair round the corner."""
    found = chords(ANGLE, (9 * CM, -CM), (-CM, 9 * CM))
    assert found[0][0] == pytest.approx(0.1, abs=0.0003)
    assert found[-1][1] == pytest.approx(0.9, abs=0.0003)


def test_a_line_all_but_along_a_side_is_inside_once_the_side_ends() -> None:
    """[Kaos K6.6]: it begins at a corner and rises a micrometre over the whole side, which ends at half its length."""
    shape = ((0, 0), (50_001, 1), (50_001, -50_000), (150_000, -50_000), (150_000, 50_000), (0, 50_000))
    assert chords(shape, (0, 0), (100_001, 2)) == [(0.5001, 1)]


def test_a_mark_keeps_what_it_is_divided_by_above_0() -> None:
    """Marks are compared by their first entry."""
    for n, d in ((7, -1), (7, -2), (-7, -1), (7, 1)):
        mark = _mark(n, d)
        assert mark[2] == abs(d) and mark[1] * d == n * mark[2] and mark[0] * mark[2] == mark[1] << 128


@pytest.mark.parametrize(
    ("bottom", "top", "hidden"),
    [
        (-FAR, 30, (-FAR, 30)),  # as high as the eye: nothing above the eye is hidden
        (-FAR, 31, (-FAR, FAR)),  # a micrometre higher, right before the eye: everything is
        (30, 40, (30, FAR)),
        (29, 40, (-FAR, FAR)),
    ],
)
def test_what_begins_at_the_eye_hides_all_above_it_or_all_below(bottom: int, top: int, hidden: tuple[int, int]) -> None:
    """[Kaos K6.6]: the eye 30 high, the screen from where it stands to half of the way."""
    screen = Screen(Base(0, 0, 0, 0, 25_000), ((), True), (bottom, top), (0, 0))
    assert shadow_of(screen, (0, 1, 1, 2), 0, 0, 30, 100, 0) == hidden

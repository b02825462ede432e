"""An outline that is not convex hides as the rectangles it is made of; heights that touch leave a line between them."""

from random import Random

import pytest

from esquive.kaos.geometry.shadows import HAIR
from esquive.kaos.geometry.shapes import SIGHT, Base, Piece, Point, Table
from esquive.kaos.geometry.sight import is_clear, sight
from esquive.kaos.geometry.units import CM

WIDE = 75 * CM
TOP = 4 * CM

# Letters drawn in centimetres, and the rectangles they are made of (west, south, east, north).
ANGLE = ((20, 20), (50, 20), (50, 30), (30, 30), (30, 50), (20, 50))
HORSESHOE = ((20, 20), (50, 20), (50, 50), (40, 50), (40, 30), (30, 30), (30, 50), (20, 50))
STAIRS = ((20, 20), (50, 20), (50, 30), (40, 30), (40, 40), (30, 40), (30, 50), (20, 50))
OUTLINES = [
    (ANGLE, [(20, 20, 50, 30), (20, 20, 30, 50)]),
    (HORSESHOE, [(20, 20, 50, 30), (20, 20, 30, 50), (40, 20, 50, 50)]),
    (STAIRS, [(20, 20, 50, 30), (20, 20, 40, 40), (20, 20, 30, 50)]),
]


def wall(corners: tuple[Point, ...]) -> Piece:
    """A wall 4 cm high by its corners in centimetres."""
    return Piece("wall", "wall", tuple((x * CM, y * CM) for x, y in corners), TOP, SIGHT)


def rectangle(west: int, south: int, east: int, north: int) -> Piece:
    """The same for a rectangle."""
    return wall(((west, south), (east, south), (east, north), (west, north)))


def near_a_limit(rng: Random) -> int:
    """A length on the table: anywhere, or within two hairs of a whole number of 10 cm, where the sides are."""
    if rng.random() < 0.5:
        return rng.randrange(10 * CM, 60 * CM)
    return rng.randrange(2, 6) * 10 * CM + rng.randrange(-2 * HAIR, 2 * HAIR + 1)


@pytest.mark.parametrize(("outline", "rectangles"), OUTLINES)
@pytest.mark.parametrize("level", [0, 6 * CM])
def test_an_outline_hides_as_the_rectangles_it_is_made_of(
    outline: tuple[Point, ...], rectangles: list[tuple[int, int, int, int]], level: int
) -> None:
    """[Kaos K6.6] [Kaos K23.8]: lines on the ground, and lines that come down over its top from above."""
    whole = Table(WIDE, WIDE, (wall(outline),))
    parts = Table(WIDE, WIDE, tuple(rectangle(*sides) for sides in rectangles))
    rng = Random(level)
    verdicts = set()
    for _ in range(300):
        start = (near_a_limit(rng), near_a_limit(rng), level + rng.randrange(CM))
        end = (near_a_limit(rng), near_a_limit(rng), rng.randrange(TOP + CM))
        clear = is_clear(whole, start, end, [])
        assert clear == is_clear(parts, start, end, []), (start, end)
        verdicts.add(clear)
    assert verdicts == {True, False}


@pytest.mark.parametrize("below", [1, 300, 2_000])
def test_between_two_that_hide_what_touches_one_line_is_left(below: int) -> None:
    """[Kaos K23.8] [Ruling R218]: the target would have to rise up to it and no farther.

    One body above another, their hidden heights ending where the other's begin, at the height of the head.
    """
    level = 3 * CM
    viewer = Base(20 * CM, 30 * CM, 0, 0, 25_000, level, level, 12_000)
    under = Base(30 * CM, 30 * CM, 0, 0, 25_000, level + HAIR, 0, 40_000)
    over = Base(30 * CM, 30 * CM, level - HAIR, 0, 25_000, 3 * CM, 0, 40_000)
    target = Base(45 * CM, 30 * CM, 0, 0, 25_000, level - below, level - below, 2_000)
    answer = sight(Table(WIDE, WIDE, ()), viewer, target, [under, over])
    assert not answer.is_visible and answer.margin == -below

"""A convex polygon cut by a line: both halves together are all of it, each on its own side, to the last corner."""

from fractions import Fraction
from random import Random

import pytest

from esquive.kaos.geometry.ground import Corner, _split

SQUARE: tuple[tuple[int, int], ...] = ((0, 0), (12, 0), (12, 12), (0, 12))
HOUSE: tuple[tuple[int, int], ...] = ((0, 0), (12, 0), (15, 6), (6, 15), (0, 12))


def twice_the_area(corners: list[Corner]) -> Fraction:
    """By the formula of the surveyor."""
    points = [(Fraction(x, w), Fraction(y, w)) for x, y, w in corners]
    return sum(
        (ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)), Fraction(0)
    )


@pytest.mark.parametrize("seed", range(80))
def test_a_cut_loses_nothing_and_puts_everything_on_its_side(seed: int) -> None:
    """Through corners, along sides, past it, or anywhere."""
    rng = Random(seed)
    shape = rng.choice((SQUARE, HOUSE))
    first = rng.randrange(len(shape))
    shape = shape[first:] + shape[:first]
    ax, ay = rng.choice((*shape, (rng.randrange(-3, 16), rng.randrange(-3, 16))))
    bx, by = rng.choice((*shape, (rng.randrange(-3, 16), rng.randrange(-3, 16))))
    ex, ey = (bx - ax, by - ay) if (ax, ay) != (bx, by) else (1, 2)
    polygon = [(x, y, 1) for x, y in shape]
    scaled = [(x * 3, y * 3, 3) for x, y in shape]
    left, right = _split(polygon, ex, ey, ax, ay)
    for corners, sign in ((left, 1), (right, -1)):
        for x, y, w in corners:
            assert w > 0 and sign * (ex * (y - ay * w) - ey * (x - ax * w)) >= 0
    areas = [twice_the_area(corners) if len(corners) > 2 else Fraction(0) for corners in (left, right)]
    assert min(areas) >= 0 and sum(areas) == twice_the_area(polygon)
    again = [twice_the_area(corners) if len(corners) > 2 else Fraction(0) for corners in _split(scaled, ex, ey, ax, ay)]
    assert again == areas

"""Obstacles grown by a base bar the same lines of its centre as they bar the base [Ruling R201]."""

from random import Random

import pytest

from esquive.kaos.geometry.obstacles import Obstacle, grown, obstacle
from esquive.kaos.geometry.planar import is_inside, overlaps, swept
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.units import CM, DEGREE, SLACK, TURN

SQUARE = ((0, 0), (4 * CM, 0), (4 * CM, 4 * CM), (0, 4 * CM))
TRIANGLE = ((0, 0), (6 * CM, 0), (3 * CM, 5 * CM))
LONG = ((0, 0), (2 * CM, -CM), (9 * CM, 2 * CM), (9 * CM, 3 * CM), (CM, CM))
WITH_A_CORNER_IN_A_STRAIGHT_LINE = ((0, 0), (3 * CM, 0), (6 * CM, 0), (6 * CM, 2 * CM), (0, 2 * CM))
SHAPES = (SQUARE, TRIANGLE, LONG, WITH_A_CORNER_IN_A_STRAIGHT_LINE)
FACINGS = (0, 45 * DEGREE, 90 * DEGREE, 180 * DEGREE, 77_123)


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_outline_turns_left_at_each_corner_and_holds_every_sum(shape: tuple[Point, ...], facing: int) -> None:
    """What a base has to be taken round: points in a straight line are no corners."""
    corners = Base(0, 0, 0, facing, 3 * CM).corners
    outline = grown(shape, corners)
    for a, b, c in zip(outline[-1:] + outline[:-1], outline, outline[1:] + outline[:1], strict=True):
        assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0
    assert all(is_inside((x + px, y + py), outline) for x, y in shape for px, py in corners)
    assert set(outline) <= {(x + px, y + py) for x, y in shape for px, py in corners}
    assert outline[0] == min(outline)


@pytest.mark.parametrize("seed", range(40))
def test_a_line_is_barred_exactly_when_what_the_base_passes_over_overlaps_the_obstacle(seed: int) -> None:
    """To the micrometre: many of the lines end a hair from the obstacle, or pass along its side."""
    rng = Random(seed)
    shape = rng.choice(SHAPES)
    seen = set()
    for _ in range(200):
        facing = rng.choice((*FACINGS, rng.randrange(TURN)))
        start = [rng.randint(-4, 12) * CM // 2 + rng.randint(-SLACK - 2, SLACK + 2) for _ in range(2)]
        base = Base(start[0], start[1], 0, facing, rng.choice((2, 3)) * CM)
        far = rng.choice((0, 1, 20, CM, 7 * CM))
        dx, dy = rng.choice(((far, 1), (-far, 0), (0, far), (rng.randint(-far, far), rng.randint(-far, far))))
        if dx or dy:
            expected = overlaps(swept(base, dx, dy), shape)
            assert obstacle(shape, facing, base.side).is_crossed(base.x, base.y, base.x + dx, base.y + dy) == expected
            seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize(("into", "crossed"), [(SLACK - 1, False), (SLACK, False), (SLACK + 1, True)])
def test_a_corner_is_cut_by_more_than_the_slack_or_not_at_all(into: int, crossed: bool) -> None:
    """A line 4 to 3 across, whose distance from the corner is a whole number of micrometres [Ruling R201]."""
    met = Obstacle(SQUARE)
    x, y = 4 * CM - 3 * into, 4 * CM + into
    assert met.is_crossed(x - 4 * CM, y + 3 * CM, x + 4 * CM, y - 3 * CM) is crossed
    assert met.is_crossed(x + 4 * CM, y - 3 * CM, x - 4 * CM, y + 3 * CM) is crossed


def test_of_two_slivers_the_sum_begins_where_both_do() -> None:
    """Their first sides go up as steeply as they go east."""
    sliver = ((0, 0), (2, 2), (2, 3), (0, 1))
    assert grown(sliver, sliver) == ((0, 0), (4, 4), (4, 6), (0, 2))

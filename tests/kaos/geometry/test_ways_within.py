"""A way that costs more than may be spent is given up early, and no other way is [Kaos K27.4]."""

from random import Random

import pytest

from esquive.kaos.geometry.ground import _is_taken, ground_at
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import overlap
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.ways import way, way_within
from tests.kaos.geometry.drawing import draw, foot
from tests.kaos.geometry.test_ways_lines_tried import DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_only_a_way_that_costs_more_than_may_be_spent_is_given_up(name: str) -> None:
    """[Kaos K27.4]: down ramps too, where a way costs less than it is long [Kaos K11.2]."""
    drawn = DRAWN[name]
    table, bases = draw(drawn.picture, **drawn.legend)
    base, others = (bases[0], bases[1:]) if drawn.start is None else (foot(*drawn.start), bases)
    base = foot(base.x, base.y, ground_at(table, base.x, base.y)[0], base.facing)
    legs = way(table, base, drawn.goal, others)
    cost = passage(table, base, legs, others).cost
    is_there = bool(legs) and (legs[-1].x, legs[-1].y) == drawn.goal
    for part in range(30):
        limit = cost * part // 20
        found = way_within(table, base, drawn.goal, others, limit)
        assert found == legs or (found is None and (limit < cost or not is_there)), (limit, cost)
    assert way_within(table, base, drawn.goal, others, 0) is None or not is_there


def test_a_place_is_taken_by_whom_a_base_there_overlaps() -> None:
    """[Ruling R201]: said of the outline grown by the base as of the two bases."""
    rng = Random(1)
    for _ in range(4_000):
        base = foot(20 * CM, 20 * CM, 0, rng.randrange(360_000))
        other = foot(20 * CM + rng.randrange(-40_000, 40_000), 20 * CM + rng.randrange(-40_000, 40_000), 0, 30_000)
        assert _is_taken(base, base.x, base.y, [other]) == overlap(base, other)

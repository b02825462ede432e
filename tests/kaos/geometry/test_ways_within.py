"""A way that costs more than may be spent is given up early, and no other way is [Kaos K27.4]."""

from random import Random

import pytest

from esquive.kaos.geometry.ground import _is_taken, ground_at
from esquive.kaos.geometry.legs import GO
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import overlap
from esquive.kaos.geometry.shapes import IMPASSABLE, TOP, Piece, Table
from esquive.kaos.geometry.shortest_ways import way, way_within
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw, foot
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


LONG_RAMP = {"p": Made(10, TOP), "r": Made(10, 0, "w")}
STEPPED_ON = {"p": Made(0.4, TOP), "r": Made(0.4, 0, "w")}
CASES = {
    # A way that goes down a ramp costs half its length there: from the top, ...
    "down a long ramp": ("ppprrrrrrrrrrrr....", LONG_RAMP, (62_500, 12_500, 100_000), (400_000, 12_500)),
    # ... and after a step that costs nothing.
    "on to a low terrace and down": (">...pprrrrrrrrrrrr....", STEPPED_ON, None, (500_000, 12_500)),
    "up a long ramp": (">....rrrrrrrrrrrrppp", {"p": Made(10, TOP), "r": Made(10, 0, "e")}, None, (450_000, 12_500)),
    "straight on": (">.......", {}, None, (180_000, 12_500)),
    "round a wall": (
        """
        .......
        ...w...
        >..w...
        ...w...
        .......
        .......
        """,
        {"w": Made(5, IMPASSABLE)},
        None,
        (162_500, 81_300),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_way_that_costs_just_what_may_be_spent_is_found(name: str) -> None:
    """[Kaos K11.2] [Kaos K11.3] [Kaos K27.4]: to the micrometre."""
    picture, legend, start, goal = CASES[name]
    table, bases = draw(picture, **legend)
    base = bases[0] if start is None else foot(*start)
    legs = way(table, base, goal, [])
    made = passage(table, base, legs, [])
    assert (made.problem, made.fall, made.end.x, made.end.y) == (None, None, *goal)
    assert way_within(table, base, goal, [], made.cost) == legs
    assert way_within(table, base, goal, [], made.cost // 4) is None
    for limit in range(made.cost // 4, made.cost, 5_000):  # given up, or found early; never only a part of it
        assert way_within(table, base, goal, [], limit) in (None, legs)


def test_a_way_down_a_long_ramp_costs_less_than_it_is_long() -> None:
    """[Kaos K11.2]: that is why a way is not given up for being longer than what may be spent."""
    picture, legend, start, goal = CASES["down a long ramp"]
    assert start is not None
    table, _ = draw(picture, **legend)
    base = foot(*start)
    made = passage(table, base, way(table, base, goal, []), [])
    assert made.cost < made.length - 15 * CM


def lane() -> Table:
    """Two walls aslant with 2.9 cm between them, which a base of 2.5 cm goes through only turned."""
    near, far, start, end = 10_250, 4 * CM, 10 * CM, 30 * CM

    def slab(one: int, other: int) -> Piece:
        shape = ((start + one, start - one), (end + one, end - one), (end + other, end - other))
        return Piece("wall", "wall", (*shape, (start + other, start - other)), 5 * CM, IMPASSABLE)

    return Table(40 * CM, 40 * CM, (slab(near, far), slab(-near, -far)))


def test_a_way_that_is_given_up_is_not_replaced_by_one_with_another_facing() -> None:
    """[Ruling R204]: turned, the lane is shorter; but who need not turn goes round, however long that is."""
    table, base, goal = lane(), foot(8 * CM, 8 * CM), (32 * CM, 32 * CM)
    legs = way(table, base, goal, [])
    cost = passage(table, base, legs, []).cost
    turned = base.at(base.x, base.y, 0, 45_000)
    short = passage(table, turned, way(table, turned, goal, []), []).cost
    assert {leg.kind for leg in legs} == {GO} and short < cost - CM
    for limit in range(short - CM // 2, cost, CM // 4):
        assert way_within(table, base, goal, [], limit) is None
    assert way_within(table, base, goal, [], cost) == legs
    assert way_within(table, turned, goal, [], short) == way(table, turned, goal, [])

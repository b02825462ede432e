"""The shortest way round what is in the way [Kaos K27.4] [Kaos K27.5]."""

import math
from random import Random

import pytest

from esquive.kaos.geometry import shortest_ways
from esquive.kaos.geometry.ground import ground_at, is_free
from esquive.kaos.geometry.legs import GO, TURN
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.walks import walk
from tests.kaos.geometry.drawing import Made, draw, foot


def length_of(table: Table, base: Base, goal: tuple[int, int], others: list[Base]) -> int:
    made = passage(table, base, shortest_ways.way(table, base, goal, others), others)
    assert made.problem is None
    assert made.fall is None
    assert (made.end.x, made.end.y) == goal
    return made.length


def test_with_nothing_in_the_way_the_way_is_straight() -> None:
    table, (base,) = draw(">......")
    legs = shortest_ways.way(table, base, (150_000, 12_500), [])
    assert [(leg.kind, leg.x, leg.y) for leg in legs] == [(GO, 150_000, 12_500)]
    assert shortest_ways.way(table, base, (base.x, base.y), []) == []


def test_the_way_goes_round_the_nearer_end_of_a_wall() -> None:
    """[Kaos K27.4]"""
    table, (base,) = draw(
        """
        .......
        ...w...
        ...w...
        >..w...
        ...w...
        .......
        .......
        """,
        w=Made(5, IMPASSABLE),
    )
    # From 1.25 over two corners at 6.25 and 11.25, each 5 south, to 16.25.
    slanting = (50_000**2 + 50_000**2) ** 0.5
    assert abs(length_of(table, base, (162_500, 87_500), []) - (2 * slanting + 50_000)) < 5


def test_the_way_goes_round_other_bases_too() -> None:
    """[Ruling R201]"""
    table, (base, other) = draw(
        """
        .......
        >..<...
        .......
        """
    )
    legs = shortest_ways.way(table, base, (162_500, 37_500), [other])
    assert len(legs) > 1
    assert length_of(table, base, (162_500, 37_500), [other]) < 165_000


def test_difficult_ground_is_crossed_directly() -> None:
    """[Kaos K27.5]"""
    table, (base,) = draw(
        """
        .......
        >.mmm..
        .......
        """,
        m=Made(0, DIFFICULT),
    )
    assert length_of(table, base, (162_500, 37_500), []) == 150_000


def test_the_way_up_leads_over_the_ramp_and_down_again() -> None:
    table, (base,) = draw(
        """
        ........
        .pppp...
        .pppp...
        ....r...
        ....r...
        >.......
        """,
        p=Made(4, TOP),
        r=Made(4, 0, "n"),
    )
    up = passage(table, base, shortest_ways.way(table, base, (50_000, 100_000), []), [])
    assert (up.problem, up.fall, up.end.z) == (None, None, 40_000)
    down = passage(table, up.end, shortest_ways.way(table, up.end, (base.x, base.y), []), [])
    assert (down.problem, down.fall, down.end.z) == (None, None, 0)


def test_a_figure_climbs_over_what_can_be_climbed_when_that_is_shorter() -> None:
    table, (base,) = draw(
        """
        .......
        ...w...
        >..w...
        ...w...
        .......
        """,
        w=Made(1, TOP | CLIMBABLE),
    )
    assert length_of(table, base, (162_500, 62_500), []) == 150_000 + 20_000


def test_a_figure_turns_first_where_only_another_facing_fits() -> None:
    """[Ruling R204]"""
    table, (base,) = draw(
        """
        ...w...
        >......
        ...u...
        """,
        w=Made(5, IMPASSABLE),
        u=Made(5, IMPASSABLE),
    )
    turned = base.at(base.x + 10_000, base.y, 0, 45_000)
    legs = shortest_ways.way(table, turned, (150_000, 37_500), [])
    assert legs[0].kind == TURN
    made = passage(table, turned, legs, [])
    assert (made.problem, made.end.x) == (None, 150_000)


def test_a_goal_that_is_taken_means_the_nearest_free_place() -> None:
    """[Kaos K27.2]"""
    table, (base, other) = draw(
        """
        >......
        .......
        .....<.
        """
    )
    made = passage(table, base, shortest_ways.way(table, base, (other.x, other.y), [other]), [other])
    assert made.problem is None
    assert (made.end.x - other.x) ** 2 + (made.end.y - other.y) ** 2 <= 30_000**2
    corner = passage(table, base, shortest_ways.way(table, base, (table.width, 0), [other]), [other])
    assert (corner.end.x, corner.end.y) == (table.width - 12_500, 12_500)


def test_a_closed_zone_is_approached_as_far_as_can_be() -> None:
    """[Kaos K27.4]"""
    table, (base,) = draw(
        """
        ....w..
        ....w..
        >...w..
        ....w..
        """,
        w=Made(5, IMPASSABLE),
    )
    made = passage(table, base, shortest_ways.way(table, base, (160_000, 37_500), []), [])
    assert made.problem is None
    assert made.end.x <= 87_510


def test_a_yard_without_a_gate_is_approached_to_the_nearest_corner_of_its_walls() -> None:
    """[Kaos K27.4]: 5 cm from its middle to the wall beside it and half a base more; that wall ends 2.5 cm lower."""
    wall = Made(5, IMPASSABLE)
    table, (base,) = draw(
        """
        ..........
        ..........
        ...nnnn...
        ...w..e...
        >..w..e...
        ...ssss...
        ..........
        ..........
        """,
        n=wall,
        w=wall,
        e=wall,
        s=wall,
    )
    middle = (125_000, 100_000)
    made = passage(table, base, shortest_ways.way(table, base, middle, []), [])
    assert (made.problem, made.fall) == (None, None)
    assert (abs(made.end.x - middle[0]), abs(made.end.y - middle[1])) == (62_500, 12_500)


def test_a_way_is_cut_where_its_cost_reaches_the_limit() -> None:
    table, (base,) = draw(">.mmmm...", m=Made(0, DIFFICULT))
    legs = shortest_ways.to(table, base, (200_000, 12_500), [], 100_000)
    made = passage(table, base, legs, [])
    assert (made.cost, made.length) == (100_000, 68_750)
    assert shortest_ways.to(table, base, (200_000, 12_500), [], 0) == []


def test_a_way_is_not_cut_where_there_is_no_footing() -> None:
    """[Ruling R205]"""
    table, (base,) = draw(">...w....", w=Made(1, TOP | CLIMBABLE))
    for limit in range(0, 220_000, 7_000):
        made = passage(table, base, shortest_ways.to(table, base, (200_000, 12_500), [], limit), [])
        assert (made.problem, made.fall) == (None, None)
        assert made.cost <= limit


@pytest.mark.parametrize("limit", range(60_000, 87_500, 1_700))
def test_a_way_without_footing_at_its_end_is_left_off_half_a_centimetre_at_a_time(limit: int) -> None:
    """[Ruling R205]: the base touches the face of the platform after 7.5 cm, its centre comes there after 8.75."""
    table, (base,) = draw(">...w....", w=Made(1, TOP | CLIMBABLE))
    made = passage(table, base, shortest_ways.to(table, base, (200_000, 12_500), [], limit), [])
    assert (made.problem, made.fall) == (None, None)
    assert made.length == limit - max(0, -(-(limit - 75_000) // (CM // 2))) * (CM // 2)


def shortest_of_all(table: Table, base: Base, goal: tuple[int, int], others: list[Base]) -> float:
    """The shortest way among all lines between all corners of others and of walls, tried one and all."""
    points = [(base.x, base.y), goal]
    for corners in (*(other.corners for other in others), *(part for piece in table.pieces for part in piece.parts)):
        grown = {(px - cx + base.x, py - cy + base.y) for px, py in corners for cx, cy in base.corners}
        points.extend(sorted(grown))
    known = {0: 0.0}
    done: set[int] = set()
    while 1 not in done and known.keys() - done:
        here = min(known.keys() - done, key=lambda index: (known[index], index))
        done.add(here)
        x, y = points[here]
        for index, (fx, fy) in enumerate(points):
            length = known[here] + math.hypot(fx - x, fy - y)
            if length < known.get(index, math.inf):
                found = walk(table, base.at(x, y, 0, base.facing), fx, fy, others, is_rough=True)
                if found.stopped < 0 and is_on_table(table, base.at(fx, fy, 0, base.facing)):
                    known[index] = length
    return known.get(1, math.inf)


@pytest.mark.parametrize("seed", range(12))
def test_no_way_round_is_shorter(seed: int) -> None:
    """[Kaos K27.4]"""
    rng = Random(seed)
    table = Table(250_000, 250_000, ())
    others: list[Base] = []
    while len(others) < 14:
        base = foot(rng.randrange(250_000), rng.randrange(250_000), 0, rng.randrange(360_000))
        if is_free(table, base, others):
            others.append(base)
    goal = others.pop()
    base = others.pop()
    goal = goal.at(goal.x, goal.y, 0, base.facing)
    if is_free(table, goal, others):
        best = shortest_of_all(table, base, (goal.x, goal.y), others)
        made = passage(table, base, shortest_ways.way(table, base, (goal.x, goal.y), others), others)
        if best < math.inf and made.end.facing == base.facing:
            assert abs(made.length - best) < 20


@pytest.mark.parametrize("seed", range(25))
def test_every_way_is_a_passage_without_problems(seed: int) -> None:
    rng = Random(seed)
    table, _ = draw(
        """
        ....................
        ..ppp.....mmm.......
        ..ppp.....mmm..w....
        ..ppprrr.......w....
        ...............w....
        .....ccc............
        .....ccc.....uuuu...
        ................u...
        ....................
        """,
        p=Made(4, TOP),
        r=Made(4, 0, "w"),
        m=Made(0, DIFFICULT),
        w=Made(5, IMPASSABLE),
        c=Made(2, TOP | CLIMBABLE),
        u=Made(5, IMPASSABLE),
    )
    others: list[Base] = []
    while len(others) < 9:
        x, y = rng.randrange(table.width), rng.randrange(table.depth)
        base = foot(x, y, ground_at(table, x, y)[0], rng.randrange(360_000))
        if is_free(table, base, others):
            others.append(base)
    base = others.pop()
    goal = (rng.randrange(table.width), rng.randrange(table.depth))
    legs = shortest_ways.way(table, base, goal, others)
    made = passage(table, base, legs, others)
    assert (made.problem, made.fall) == (None, None)
    assert not any(overlap(made.end, other) for other in others)
    assert legs == shortest_ways.way(table, base, goal, others)
    short = passage(table, base, shortest_ways.to(table, base, goal, others, 10 * CM), others)
    assert (short.problem, short.fall) == (None, None)
    assert short.cost <= 10 * CM

"""Ways along the edges of the table, places at them, and ways that are given up [Kaos K27.4]."""

import math
from random import Random

import pytest

from esquive.kaos.geometry.ground import is_free
from esquive.kaos.geometry.legs import TURN
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Piece, Point, Table
from esquive.kaos.geometry.shortest_ways import way, way_within
from esquive.kaos.geometry.units import CM, SLACK
from tests.kaos.geometry.drawing import Made, draw, foot
from tests.kaos.geometry.test_ways import shortest_of_all

SIDE = 20 * CM


def turned(point: Point, quarters: int) -> Point:
    """A point of a square table of 20 cm, turned so many right angles round its middle."""
    x, y = point
    for _ in range(quarters):
        x, y = SIDE - y, x
    return x, y


def wall(*corners: Point) -> Piece:
    return Piece("wall", "wall", corners, 5 * CM, IMPASSABLE)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize(("lacking", "goes"), [(0, True), (SLACK, True), (SLACK + 1, False)])
def test_a_way_leads_between_a_wall_and_the_edge_where_no_more_than_rounding_lacks(
    quarters: int, lacking: int, goes: bool
) -> None:
    """[Ruling R201]: a wall across the table leaves a base's width at its end."""
    gap = 25_000 - lacking
    corners = [(9 * CM, gap), (11 * CM, gap), (11 * CM, SIDE), (9 * CM, SIDE)]
    table = Table(SIDE, SIDE, (wall(*(turned(corner, quarters) for corner in corners)),))
    base = foot(*turned((3 * CM, 10 * CM), quarters))
    goal = turned((17 * CM, 10 * CM), quarters)
    made = passage(table, base, way(table, base, goal, []), [])
    assert ((made.end.x, made.end.y) == goal) == goes


@pytest.mark.parametrize("quarters", range(4))
def test_a_goal_off_the_table_is_moved_on_to_it_before_a_free_place_is_looked_for(quarters: int) -> None:
    """[Kaos K27.2]: two stand where it would be. Straight in from there is 2.5 cm, beside them 3.

    From the edge itself, half a base farther out, beside them would be nearer.
    """
    others = [foot(*turned((10 * CM + aside, 12_500), quarters)) for aside in (-5_000, 5_000)]
    base = foot(*turned((10 * CM, 15 * CM), quarters))
    table = Table(SIDE, SIDE, ())
    for beyond in (0, -12_000):
        made = passage(table, base, way(table, base, turned((10 * CM, beyond), quarters), others), others)
        assert made.problem is None
        x, y = turned((made.end.x, made.end.y), 4 - quarters)
        assert abs(x - 10 * CM) <= SLACK and 37_500 <= y <= 38_500


def test_of_two_facings_that_come_as_near_the_present_one_is_kept() -> None:
    """[Ruling R204]: both come to the foot of the ramp, and no nearer to what lies behind the wall."""
    table, (base,) = draw(
        """
        .....w..
        ...rrw..
        ...rrw..
        >..rrw..
        ...rrw..
        .....w..
        """,
        r=Made(4, 0, "e"),
        w=Made(9, IMPASSABLE),
    )
    legs = way(table, base, (175_000, 75_000), [])
    assert legs and legs[0].kind != TURN


def random_walls(rng: Random) -> tuple[Table, Base, Point]:
    """A table of 40 cm with six walls, a base in the west and a free place in the east."""
    pieces = []
    for _ in range(6):
        x, y, wide, deep = (
            rng.randrange(5, 30) * CM,
            rng.randrange(35) * CM,
            rng.randrange(1, 9),
            rng.randrange(1, 14),
        )
        pieces.append(wall((x, y), (x + wide * CM, y), (x + wide * CM, y + deep * CM), (x, y + deep * CM)))
    table = Table(2 * SIDE, 2 * SIDE, tuple(pieces))
    base = foot(2 * CM, rng.randrange(2, 38) * CM)
    while True:
        goal = (rng.randrange(20, 39) * CM, rng.randrange(2, 38) * CM)
        if is_free(table, base.at(*goal, 0, 0), []):
            return table, base, goal


@pytest.mark.parametrize("seed", range(20))
def test_a_way_is_given_up_or_the_same_whatever_may_be_spent(seed: int) -> None:
    """Never another way, and never one that only comes near."""
    table, base, goal = random_walls(Random(seed))
    legs = way(table, base, goal, [])
    made = passage(table, base, legs, [])
    is_there = (made.end.x, made.end.y) == goal
    for part in range(8, 24):
        limit = made.cost * part // 20
        found = way_within(table, base, goal, [], limit)
        assert found == legs or (found is None and (limit < made.cost or not is_there)), part


@pytest.mark.parametrize("seed", range(20))
def test_no_way_round_walls_is_shorter(seed: int) -> None:
    """[Kaos K27.4]: among all lines between all corners."""
    table, base, goal = random_walls(Random(100 + seed))
    made = passage(table, base, way(table, base, goal, []), [])
    best = shortest_of_all(table, base, goal, [])
    if best < math.inf and made.end.facing == base.facing:
        assert abs(made.length - best) < 20


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("facing", [10, 30, 70])
def test_who_stands_askew_comes_as_near_to_a_corner_of_the_table_as_a_base_can(quarters: int, facing: int) -> None:
    """[Ruling R203]: its own corners touch both edges there."""
    base = foot(10 * CM, 10 * CM, 0, facing * 1_000)
    made = passage(Table(SIDE, SIDE, ()), base, way(Table(SIDE, SIDE, ()), base, turned((0, 0), quarters), []), [])
    assert made.problem is None and made.end.facing == base.facing
    corners = [turned(corner, 4 - quarters) for corner in made.end.corners]
    assert abs(min(x for x, _ in corners)) <= 2 and abs(min(y for _, y in corners)) <= 2

"""Where a base gets to: each place in reach can be come to for what it costs, and none is left out."""

from itertools import chain

import pytest

from esquive.kaos.book.modifiers import move_of
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.movement_areas import BARRED, Field, field, outlines
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_inside
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, TOP, Base, Piece, Table
from esquive.kaos.geometry.shortest_ways import way
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.lanes import charge_lanes
from tests.kaos import playing
from tests.kaos.games import positions
from tests.kaos.playing import box, mine, platform, theirs

START = Base(40 * CM, 40 * CM, 0, 0, 25_000)
OPEN = Table(80 * CM, 80 * CM, ())
TENTH = CM // 10


def area(ring: list[tuple[int, int]]) -> float:
    """Square centimetres inside an outline; less than nothing of a hole."""
    double = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True))
    return double / 2 / CM / CM


def cost_of(made: Field, x: float, y: float) -> int:
    """What the place of the grid nearest to a point costs."""
    column = round((x * CM - made.x) / made.step)
    return made.costs[round((y * CM - made.y) / made.step) * made.wide + column]


def test_on_open_ground_it_is_a_circle() -> None:
    """As large as one, but for the straight lines between its points."""
    made = field(OPEN, START, (), 20 * CM)
    (walked,), (run,) = outlines(made, 10 * CM), outlines(made, 20 * CM)
    assert area(walked) == pytest.approx(3.1416 * 100, rel=0.02)
    assert area(run) == pytest.approx(3.1416 * 400, rel=0.02)
    for x, y in walked:
        assert ((x - START.x) ** 2 + (y - START.y) ** 2) ** 0.5 == pytest.approx(10 * CM, abs=CM // 4)


def test_it_ends_at_the_edge_of_the_table() -> None:
    """All of the base stays on it [Ruling R203]."""
    corner = START.at(2 * CM, 3 * CM, 0, 0)
    (ring,) = outlines(field(OPEN, corner, (), 10 * CM), 10 * CM)
    assert min(x for x, _ in ring) >= 12_500 - CM and min(y for _, y in ring) >= 12_500 - CM


def test_behind_a_wall_it_costs_the_way_round() -> None:
    """Shortest ways turn at the corners of the wall grown by the base."""
    wall = box(at=(35, 44), size=(10, 1))
    made = field(Table(80 * CM, 80 * CM, (wall,)), START, (), 15 * CM)
    west = ((40 - 33.75) ** 2 + (42.75 - 40) ** 2) ** 0.5
    round_it = west + (46.25 - 42.75) + ((40 - 33.75) ** 2 + (48 - 46.25) ** 2) ** 0.5
    assert cost_of(made, 40, 48) == pytest.approx(round_it * CM, rel=0.01)
    assert cost_of(made, 40, 44.5) == BARRED
    assert cost_of(made, 40, 32) == pytest.approx(8 * CM, abs=2)


def test_difficult_ground_costs_double_and_what_is_climbed_more() -> None:
    """[Kaos K11.8] [Kaos K11.1]; what cannot be climbed is not come to."""
    marsh = box(at=(20, 44), size=(40, 4), height=0, flags=DIFFICULT, name="marsh")
    made = field(Table(80 * CM, 80 * CM, (marsh,)), START, (), 15 * CM)
    assert cost_of(made, 40, 50) == pytest.approx(14 * CM, abs=TENTH)
    ledge = platform(at=(36, 43), size=(8, 8), flags=TOP | CLIMBABLE)
    made = field(Table(80 * CM, 80 * CM, (ledge,)), START, (), 15 * CM)
    assert cost_of(made, 40, 47) == pytest.approx((7 + 6) * CM, abs=TENTH)
    sheer = platform(at=(36, 43), size=(8, 8))
    made = field(Table(80 * CM, 80 * CM, (sheer,)), START, (), 15 * CM)
    assert cost_of(made, 40, 47) == BARRED


def test_a_hole_is_an_outline_of_its_own() -> None:
    other = START.at(40 * CM, 46 * CM, 0, 0)
    rings = outlines(field(OPEN, START, (other,), 15 * CM), 15 * CM)
    assert sorted(area(ring) > 0 for ring in rings) == [False, True]
    hole = next(ring for ring in rings if area(ring) < 0)
    assert is_inside((other.x, other.y), tuple(hole)) and -area(hole) == pytest.approx(25, rel=0.3)


def test_three_centimetres_are_always_possible() -> None:
    """[Kaos K10.13]."""
    marsh = Piece("marsh", "marsh", ((0, 0), (80 * CM, 0), (80 * CM, 80 * CM), (0, 80 * CM)), 0, DIFFICULT)
    made = field(Table(80 * CM, 80 * CM, (marsh,)), START, (), 8 * CM, least=3 * CM)
    assert cost_of(made, 43, 40) <= 3 * CM and cost_of(made, 44, 40) == 8 * CM


def test_in_games_every_place_in_reach_is_come_to_for_no_more() -> None:
    """The way that is found to it is no dearer than the field says; and what the field bars no way leads to."""
    looked = 0
    for number, (state, _, rng) in enumerate(chain(positions(2), positions(3))):
        figures = state.in_play()
        if number % 40 or not figures:
            continue
        figure = rng.choice(list(figures))
        base, others, limit = state.base(figure), state.others(figure), 2 * move_of(state, figure)
        climber, flying = (bool(state.card(figure).keywords & bit) for bit in (CLIMBER, FLYING))
        if not limit:
            continue
        made = field(state.table, base, others, limit, 0, climber, flying)
        for cell in rng.sample(range(len(made.costs)), 25):
            x, y = made.point(cell)
            legs = way(state.table, base, (x, y), others, climber, flying)
            gone = passage(state.table, base, legs, others, climber, flying)
            is_there = gone.problem is None and (gone.end.x, gone.end.y) == (x, y)
            if made.costs[cell] <= limit:
                looked += 1
                assert is_there, (number, figure, x, y)
            elif is_there and gone.end.facing == base.facing:
                assert gone.cost >= limit * 19 // 20 or any(leg.kind == 1 for leg in legs), (number, figure, x, y)
    assert looked > 30


def test_a_lane_ends_beside_an_enemy_and_is_long_enough_for_a_charge() -> None:
    """A straight line of a simple move at least [Kaos K28.4]; none where something stands in it."""
    figures = {"hero": mine(at=(24, 20)), "foe": theirs(at=(40, 20))}
    state = playing.Table(figures).turn_of("hero").state
    made = field(state.table, state.base(0), state.others(0), 20 * CM)
    (lane,) = charge_lanes(state, 0, state.base(0), made)
    assert lane.target == 1
    for (sx, sy), (ex, ey) in zip(lane.starts, lane.ends, strict=True):
        assert ((sx - ex) ** 2 + (sy - ey) ** 2) ** 0.5 >= 10 * CM - 500
        assert ((ex - 40 * CM) ** 2 + (ey - 20 * CM) ** 2) ** 0.5 < 4 * CM
    walled = playing.Table(figures, pieces=[box(at=(34, 10), size=(1, 20))]).turn_of("hero").state
    made = field(walled.table, walled.base(0), walled.others(0), 20 * CM)
    assert charge_lanes(walled, 0, walled.base(0), made) == []

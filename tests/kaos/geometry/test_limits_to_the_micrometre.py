"""Exactly at a limit, just below it and just above it: levels, edges of the table, slopes, steps and lines of sight."""

from random import Random

import pytest

from esquive.kaos.geometry import measures, planar
from esquive.kaos.geometry.ground import ground_at, nearest_free
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table, piece_within
from esquive.kaos.geometry.shadows import HAIR, edges_and_form
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.sight import samples, sight
from esquive.kaos.geometry.units import CM, SLACK
from esquive.kaos.geometry.walks import walk
from tests.kaos.geometry.drawing import foot

WIDE = 75 * CM
# Two directions a degree apart, to the last digit of the tangent that the rules work with.
RUN: Point = (92_069, 105_296)
LEAP: Point = (900 * 48, 900 * 53)


def block(west: int, south: int, east: int, north: int, height: int, flags: int, name: str = "block") -> Piece:
    """A rectangle by its sides, in centimetres; its height in micrometres."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Piece(name, name, tuple((x * CM, y * CM) for x, y in corners), height, flags)


def ramp(west: int, south: int, east: int, north: int, height: int) -> Piece:
    """A rectangle that rises from its west side to its east side, in centimetres."""
    flat = block(west, south, east, north, height * CM, SIGHT | TOP)
    middle = (south + north) * CM // 2
    return Piece("ramp", "ramp", flat.shape, flat.height, flat.flags, (west * CM, middle), (east * CM, middle))


# ------------------------------------------------------------------------------------------------------------ distances


@pytest.mark.parametrize("level", [0, 4 * CM])
@pytest.mark.parametrize("apart", [0, 1, 25_000, 123_457])
@pytest.mark.parametrize("facing", [0, 30_000, 45_000])
def test_two_at_one_level_are_as_far_apart_as_on_the_table(level: int, apart: int, facing: int) -> None:
    """[Kaos K9.2]: within that distance and not within less, each seen from the other."""
    one, other = foot(30 * CM, 30 * CM, level), foot(30 * CM + 37_500 + apart, 30 * CM, level, facing)
    far = planar.distance(one.at(one.x, one.y, 0, 0), other.at(other.x, other.y, 0, facing))
    assert planar.distance(one, other) == planar.distance(other, one) == far
    assert planar.within(one, other, far) and planar.within(other, one, far)
    assert far == 0 or not (planar.within(one, other, far - 1) or planar.within(other, one, far - 1))


def test_straight_above_the_distance_is_the_height() -> None:
    """[Kaos K9.2]: exactly so far is within it."""
    low, high = foot(30 * CM, 30 * CM), foot(30 * CM, 30 * CM, 4 * CM)
    assert planar.distance(low, high) == 4 * CM
    assert planar.within(low, high, 4 * CM) and not planar.within(low, high, 4 * CM - 1)


def test_on_a_slope_within_a_distance_is_no_farther_than_it() -> None:
    """[Kaos K9.2] [Ruling R264]: to the micrometre, wherever the two lie."""
    slope = ramp(10, 10, 50, 50, 10)
    table = Table(WIDE, WIDE, (slope,))
    rng = Random(5)
    for _ in range(60):
        one, other = (
            Base(x, y, slope.level_at(x, y), rng.randrange(360_000), 25_000)
            for x, y in ((rng.randrange(15, 45) * CM + rng.randrange(CM), rng.randrange(15, 45) * CM) for _ in range(2))
        )
        far = measures.distance(table, one, other)
        assert measures.distance(table, other, one) == pytest.approx(far, abs=1)
        assert measures.within(table, one, other, far)
        assert far == 0 or not measures.within(table, one, other, far - 1)


def test_neighbours_that_touch_on_a_slope_are_within_nothing() -> None:
    """[Kaos K9.2] [Ruling R264]: side by side at one height, or one behind the other."""
    slope = ramp(10, 10, 50, 50, 10)
    table = Table(WIDE, WIDE, (slope,))
    here = foot(30 * CM, 30 * CM, slope.level_at(30 * CM, 30 * CM))
    for x, y in ((30 * CM, 32 * CM + 5_000), (32 * CM + 5_000, 30 * CM), (32 * CM + 5_000, 32 * CM + 5_000)):
        there = foot(x, y, slope.level_at(x, y))
        assert measures.distance(table, here, there) == 0
        assert measures.within(table, here, there, 0) and measures.within(table, there, here, 0)


@pytest.mark.parametrize(("above", "lies"), [(-SLACK - 1, False), (-SLACK, True), (SLACK, True), (SLACK + 1, False)])
def test_a_base_lies_on_a_slope_whose_level_is_its_own_but_for_rounding(above: int, lies: bool) -> None:
    """[Ruling R264] [Ruling R218]."""
    slope = ramp(10, 10, 50, 50, 10)
    table = Table(WIDE, WIDE, (slope,))
    level = slope.level_at(30 * CM, 30 * CM)
    one, other = foot(30 * CM, 30 * CM, level + above), foot(36 * CM, 30 * CM, slope.level_at(36 * CM, 30 * CM))
    assert (measures.slope_under(table, one, other) is slope) == lies
    assert (measures.slope_under(table, other, one) is slope) == lies


def test_a_base_over_a_piece_is_as_far_from_it_as_it_stands_above_it() -> None:
    """[Kaos K22.7]."""
    wall = block(20, 20, 40, 40, 3 * CM, IMPASSABLE)
    over = foot(30 * CM, 30 * CM, 3 * CM + 25_000)
    assert piece_within(over, wall, 25_000) and not piece_within(over, wall, 24_999)
    assert piece_within(over.at(over.x, over.y, 3 * CM, 0), wall, 0)
    assert not piece_within(over.at(over.x, over.y, 0, 0), wall, -1)
    beside = foot(20 * CM - 12_500 - 25_000, 30 * CM)
    assert piece_within(beside, wall, 25_000) and not piece_within(beside, wall, 24_999)
    assert piece_within(foot(20 * CM - 12_500, 30 * CM), wall, 0)
    assert not piece_within(foot(20 * CM - 12_501, 30 * CM), wall, 0)


@pytest.mark.parametrize(("x", "y"), [(12_500, 30 * CM), (30 * CM, 12_500), (-12_500, 30 * CM), (30 * CM, -12_500)])
def test_a_base_may_hang_over_each_edge_of_the_table_by_rounding_only(x: int, y: int) -> None:
    """[Ruling R203] [Ruling R218]: `x` and `y` below 0 count from the far edge."""
    table = Table(WIDE, 60 * CM, ())
    for out, is_on in ((0, True), (SLACK, True), (SLACK + 1, False)):
        across = x - out if 0 < x < CM * 2 else table.width + x + out if x < 0 else x
        along = y - out if 0 < y < CM * 2 else table.depth + y + out if y < 0 else y
        assert is_on_table(table, foot(across, along)) == is_on


# --------------------------------------------------------------------------------------------------------------- ground


def test_the_foot_of_a_ramp_is_the_ramp_and_of_equal_tops_the_first_is_the_ground() -> None:
    """[Kaos K11.1]."""
    slope, one = ramp(10, 10, 20, 20, 3), block(30, 10, 40, 20, 3 * CM, TOP, "one")
    same, higher = block(35, 10, 45, 20, 3 * CM, TOP, "same"), block(38, 10, 50, 20, 4 * CM, TOP, "higher")
    table = Table(WIDE, WIDE, (slope, one, same, higher))
    assert ground_at(table, 10 * CM, 15 * CM) == (0, slope)
    assert ground_at(table, 36 * CM, 15 * CM) == (3 * CM, one)
    assert ground_at(table, 39 * CM, 15 * CM) == (4 * CM, higher)
    assert ground_at(table, 9 * CM, 15 * CM) == (0, None)


ALONG_THE_MARSH = pytest.mark.parametrize(
    ("start", "end"),
    [
        ((10, 20), (40, 20)),
        ((40, 20), (10, 20)),
        ((10, 30), (40, 30)),
        ((40, 30), (10, 30)),
        ((20, 10), (20, 40)),
        ((20, 40), (20, 10)),
        ((30, 10), (30, 40)),
        ((30, 40), (30, 10)),
    ],
)


@ALONG_THE_MARSH
def test_along_the_very_edge_of_a_marsh_only_its_own_length_costs_double(start: Point, end: Point) -> None:
    """[Kaos K11.8]: 10 of 30 cm, on whichever side it lies and whichever way one walks."""
    table = Table(WIDE, WIDE, (block(20, 20, 30, 30, 0, DIFFICULT),))
    base = foot(start[0] * CM, start[1] * CM)
    made = passage(table, base, [Leg(GO, end[0] * CM, end[1] * CM, 0)], [])
    assert [(stretch.length, stretch.is_difficult) for stretch in made.pieces] == [
        (10 * CM, False),
        (10 * CM, True),
        (10 * CM, False),
    ]
    assert made.cost == 40 * CM


@pytest.mark.parametrize(
    ("flags", "climber", "flying", "is_barred"),
    [
        (TOP, False, False, True),
        (TOP, True, False, False),
        (TOP, False, True, False),
        (TOP | CLIMBABLE, False, False, False),
        (CLIMBABLE, False, False, True),  # one may not stand on it, so there is nothing to climb up to
        (CLIMBABLE, True, False, True),
        (0, True, False, True),
        (0, False, True, False),
        (DIFFICULT, False, False, False),
        (IMPASSABLE, True, True, True),
    ],
)
def test_what_bars_a_way_and_a_turn(flags: int, climber: bool, flying: bool, is_barred: bool) -> None:
    """[Kaos K10.11] [Kaos K11.1] [Ruling R204] [Ruling R216]: a piece 5 cm high, just beyond the side of the base."""
    piece = block(20, 0, 40, 60, 5 * CM, flags)
    table = Table(WIDE, WIDE, (piece,))
    base = foot(20 * CM - 12_500, 30 * CM)
    for leg in (Leg(TURN, 0, 0, 45_000), Leg(GO, 20 * CM - 10_000, 30 * CM, 0)):
        made = passage(table, base, [leg], [], climber, flying)
        is_stopped = made.problem is not None and made.problem.kind in ("turn", "piece", "wall")
        if leg.kind == TURN or is_barred:
            assert is_stopped == is_barred


@pytest.mark.parametrize("into", [0, SLACK])
def test_who_touches_somebody_already_does_not_get_any_nearer(into: int) -> None:
    """[Ruling R201] [Ruling R218]: rounding may have them overlap by a hair."""
    base, other = foot(20 * CM, 30 * CM), foot(22 * CM + 5_000 - into, 30 * CM)
    made = passage(Table(WIDE, WIDE, ()), base, [Leg(GO, 30 * CM, 30 * CM, 0)], [other])
    assert made.problem is not None and made.problem.kind == "figure"
    assert made.length == 0 and 0 <= made.problem.at[0] - base.x <= SLACK - into


@pytest.mark.parametrize(("start", "end"), [((20, 30), (-9, 30)), ((20, 30), (99, 30)), ((50, 20), (50, -9))])
@pytest.mark.parametrize("aside", [0, 6])
def test_a_path_that_leaves_the_table_is_stopped_where_it_would(start: Point, end: Point, aside: int) -> None:
    """[Ruling R203]: the base touches the edge there, but for rounding."""
    table = Table(WIDE, 60 * CM, ())
    base = foot(start[0] * CM, start[1] * CM)
    x, y = (end[0], end[1] + aside) if start[1] == end[1] else (end[0] + aside, end[1])
    made = passage(table, base, [Leg(GO, x * CM, y * CM, 0)], [])
    assert made.problem is not None and made.problem.kind == "off-table"
    px, py = made.problem.at
    gap = min(px, py, table.width - px, table.depth - py) - 12_500
    assert -SLACK - 1 <= gap <= 2
    assert abs((px - base.x) * (y * CM - base.y) - (py - base.y) * (x * CM - base.x)) <= 120 * CM


@pytest.mark.parametrize(
    ("length", "kind"), [(20_000, ""), (20_000 + SLACK // 2, ""), (20_000 + SLACK // 2 + 1, "jump-too-long")]
)
def test_a_jump_is_half_its_run_up_and_rounding_longer_at_most(length: int, kind: str) -> None:
    """[Kaos K11.4] [Ruling R218]: 2 cm after 4 cm."""
    base = foot(20 * CM, 30 * CM)
    steps = [Leg(GO, 24 * CM, 30 * CM, 0), Leg(JUMP, 24 * CM + length, 30 * CM, 0)]
    made = passage(Table(WIDE, WIDE, ()), base, steps, [])
    assert ("" if made.problem is None else made.problem.kind) == kind


@pytest.mark.parametrize(("aside", "kind"), [(0, ""), (1, ""), (-1, "jump-too-long")])
def test_a_run_up_one_degree_aside_is_straight_and_no_farther_aside(aside: int, kind: str) -> None:
    """[Kaos K11.4]: a micrometre of the jump decides."""
    base = foot(20 * CM, 20 * CM)
    edge = (base.x + RUN[0], base.y + RUN[1])
    steps = [Leg(GO, *edge, 0), Leg(JUMP, edge[0] + LEAP[0], edge[1] + LEAP[1] + aside, 0)]
    made = passage(Table(WIDE, WIDE, ()), base, steps, [])
    assert ("" if made.problem is None else made.problem.kind) == kind


def test_where_nothing_is_free_a_base_comes_to_rest_where_it_is() -> None:
    """[Kaos K12.1]: at the level there; a table without any room."""
    table = Table(5 * CM, 5 * CM, (block(0, 0, 5, 5, 3 * CM, TOP), block(0, 0, 5, 5, 5 * CM, IMPASSABLE)))
    base = foot(25_000, 25_000, 7 * CM, 90_000)
    rest = nearest_free(table, base, [], 7 * CM)
    assert (rest.x, rest.y, rest.z, rest.facing) == (25_000, 25_000, 3 * CM, 90_000)


# ---------------------------------------------------------------------------------------------------------------- sight


@pytest.mark.parametrize(("lower", "seen"), [(-1, 1), (0, 1), (1, 0)])
def test_a_crown_at_the_very_edge_of_what_is_hidden_is_seen(lower: int, seen: int) -> None:
    """[Kaos K23.8] [Ruling R218]: a wall a hair higher than the head hides all that lies below the head."""
    wall = block(30, 0, 31, 60, 29_000 + HAIR, SIGHT)
    viewer = foot(20 * CM, 30 * CM)
    target = Base(45 * CM, 30 * CM, 0, 0, 25_000, 29_000 - lower, 29_000 - lower, 1_000)
    answer = sight(Table(WIDE, WIDE, (wall,)), viewer, target, [])
    assert (answer.seen > 0) == bool(seen) and answer.is_visible == bool(seen)
    assert answer.margin == -lower


@pytest.mark.parametrize(("height", "level"), [(12_499, 12_499), (12_500, 0), (12_501, 0)])
def test_a_point_of_a_base_is_lifted_on_to_ground_less_than_half_its_side_higher(height: int, level: int) -> None:
    """[Kaos K25.9]: the uphill half of a base, and no more than a slope is steep."""
    table = Table(WIDE, WIDE, (block(30, 0, 40, 60, height, TOP),))
    _, outline = samples(table, foot(30 * CM, 30 * CM))
    assert {z for x, _, z in outline if x > 30 * CM + HAIR} == {level}
    assert {z for x, _, z in outline if x < 30 * CM} == {0}


@pytest.mark.parametrize(
    ("shape", "is_convex"),
    [
        (((0, 0), (4, 0), (4, 2), (0, 2)), True),
        (((0, 0), (3, 1), (2, 4), (-1, 3)), True),
        (((0, 0), (5, 0), (1, 4)), True),
        (((0, 0), (2, 0), (4, 0), (4, 2), (0, 2)), True),
        (((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (0, 2)), False),
        (((0, 0), (4, -3), (2, 0), (4, 3)), False),
        (((0, 0), (4, 4), (8, 0), (4, 9)), False),
    ],
)
def test_an_outline_is_convex_when_it_turns_left_at_every_corner(shape: tuple[Point, ...], is_convex: bool) -> None:
    """Wherever it begins; corners in a straight line do not count [Kaos K23.7]."""
    for first in range(len(shape)):
        turned = tuple((x * CM, y * CM) for x, y in shape[first:] + shape[:first])
        assert edges_and_form(turned)[1] == is_convex


# ----------------------------------------------------------------------------------------------------------- walks


@pytest.mark.parametrize("inside", [SLACK - 1, SLACK, SLACK + 2])
@pytest.mark.parametrize("is_wall", [False, True])
def test_who_stands_as_near_as_may_be_walks_no_nearer(inside: int, is_wall: bool) -> None:
    """[Ruling R201]: not by a micrometre, at a wall nor at a figure."""
    base = foot(20 * CM, 20 * CM)
    side = base.x + base.side // 2 - inside
    corners = ((side, 10 * CM), (30 * CM, 10 * CM), (30 * CM, 30 * CM), (side, 30 * CM))
    pieces = (Piece("wall", "wall", corners, 5 * CM, SIGHT | IMPASSABLE),) if is_wall else ()
    others = [] if is_wall else [foot(base.x + base.side - inside, base.y)]
    found = walk(Table(WIDE, WIDE, pieces), base, 25 * CM, 20 * CM, others)
    assert (found.stopped, found.stretches) == (max(SLACK - inside, 0), [])


def test_before_its_low_end_a_ramp_is_as_low_as_the_table_and_behind_its_high_end_as_high_as_it_gets() -> None:
    """[Kaos K11.1]: where the outline goes on beyond the ends of the slope."""
    shape = ((0, 0), (90_000, 0), (90_000, 30_000), (0, 30_000))
    ramp = Piece("ramp", "ramp", shape, 4 * CM, TOP, (10_000, 15_000), (80_000, 15_000))
    levels = [ramp.level_at(x, 7_000) for x in (0, 9_999, 10_000, 45_000, 80_000, 80_001, 90_000)]
    assert levels == [0, 0, 0, 2 * CM, 4 * CM, 4 * CM, 4 * CM]

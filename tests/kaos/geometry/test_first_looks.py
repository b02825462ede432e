"""What a quick look says before anything is worked out exactly, and where exactly it begins and ends."""

import pytest

from esquive.kaos.geometry.arcs import margin
from esquive.kaos.geometry.ground import (
    _is_half_on,
    _is_taken,
    _sides_through,
    _split,
    footing,
    ground_at,
    landing,
    nearest_free,
)
from esquive.kaos.geometry.legs import GO, TURN, Leg
from esquive.kaos.geometry.measures import distance, slope_under, within
from esquive.kaos.geometry.obstacles import Obstacle, around
from esquive.kaos.geometry.passages import _is_same_direction
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.drawing import foot

SQUARE = ((0, 0), (10 * CM, 0), (10 * CM, 10 * CM), (0, 10 * CM))
SIDES = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}


def top(west: float, south: float, east: float, north: float, height: float = 4) -> Piece:
    """A platform by its bounds, all in centimetres."""
    w, s, e, n = (round(length * CM) for length in (west, south, east, north))
    return Piece("top", "platform", ((w, s), (e, s), (e, n), (w, n)), round(height * CM), TOP)


COPRIME = (7, 35, 173)  # degrees at which a side of 2.5 cm is as many micrometres wide as long, with no common divisor


# --- how much of a base is held up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "count"),
    [
        (50_000, 50_000, 0),
        (12_500, 50_000, 0),  # its side on that of the polygon
        (12_499, 50_000, 1),
        (87_500, 50_000, 0),
        (87_501, 50_000, 1),
        (50_000, 12_499, 1),
        (50_000, 87_501, 1),
        (12_499, 12_499, 2),
        (87_501, 87_501, 2),
        (87_501, 12_499, 2),
        (120_000, 120_000, 2),
    ],
)
@pytest.mark.parametrize("quarters", range(4))
def test_a_base_lies_beyond_the_sides_that_it_sticks_out_over(x: int, y: int, count: int, quarters: int) -> None:
    """To the micrometre, and whichever of its corners it is [Ruling R205]."""
    assert _sides_through(SQUARE, foot(x, y, 0, quarters * 90 * DEGREE)) == count


@pytest.mark.parametrize("turn", [0, 30, 45, 77])
def test_a_base_on_a_slanting_side_is_beyond_that_one_alone(turn: int) -> None:
    """Of a triangle, whose sides have all directions [Ruling R205]."""
    triangle = ((0, 0), (40 * CM, 0), (10 * CM, 30 * CM))
    assert _sides_through(triangle, foot(16 * CM, 9 * CM, 0, turn * DEGREE)) == 0
    for x, y in ((20 * CM, 0), (25 * CM, 15 * CM), (5 * CM, 15 * CM)):
        assert _sides_through(triangle, foot(x, y, 0, turn * DEGREE)) == 1
    assert _sides_through(triangle, foot(0, 0, 0, turn * DEGREE)) == 2


def test_a_single_side_through_a_base_leaves_half_of_it_if_its_centre_is_within() -> None:
    """[Ruling R205]: two sides may leave a quarter, and of what the centre is not on nothing is said."""
    piece = Piece("top", "platform", SQUARE, 4 * CM, TOP)
    assert _is_half_on(foot(0, 50_000), [piece])
    assert _is_half_on(foot(100_000, 50_000), [piece])
    assert not _is_half_on(foot(-1, 50_000), [piece])
    assert not _is_half_on(foot(0, 0), [piece])


def test_what_holds_a_little_of_a_base_beside_a_corner_does_not_hold_half_of_it() -> None:
    """[Ruling R205]: a quarter on the one platform, a tenth on the other, the rest over nothing."""
    table = Table(40 * CM, 40 * CM, (top(10, 10, 20, 20), top(21, 10, 30, 30)))
    found = footing(table, foot(20 * CM, 20 * CM, 4 * CM))
    assert (found.level, found.is_stable) == (4 * CM, False)
    assert 300 < found.support < 400


def test_half_a_centimetre_is_no_step_and_a_micrometre_more_is_one() -> None:
    """[Ruling R205]: the ground beside it holds up what hangs over; so do two tops that differ by as much."""
    for height, support in ((0.5, 1000), (0.5001, 250)):
        kerb = Table(40 * CM, 40 * CM, (top(10, 10, 20, 20, height),))
        found = footing(kerb, foot(20 * CM, 20 * CM, 5_000))
        assert (found.support, found.is_stable) == (support, support == 1000)
        pair = Table(40 * CM, 40 * CM, (top(10, 10, 20, 30, 4), top(20, 10, 30, 30, 4 + height)))
        on_higher = footing(pair, foot(20 * CM + 500, 20 * CM))
        assert on_higher.support == (1000 if height == 0.5 else 520)


@pytest.mark.parametrize(("x", "y"), [(4, 3), (2, 3), (3, 4), (3, 2), (2, 2), (4, 4)])
def test_the_edge_of_a_top_belongs_to_it(x: int, y: int) -> None:
    """Also where it is the edge of the squares by which pieces are kept; a micrometre beyond is the table."""
    table = Table(40 * CM, 40 * CM, (top(2, 2, 4, 4),))
    assert ground_at(table, x * CM, y * CM)[0] == 4 * CM
    assert ground_at(table, 2 * CM - 1, y * CM)[0] == ground_at(table, x * CM, 4 * CM + 1)[0] == 0


def test_a_corner_beyond_a_line_by_a_micrometre_is_on_one_side_of_it_alone() -> None:
    """What is cut in two shares its corners on the line and no others."""
    left, right = _split([(0, 5, 1), (-3, -1, 1), (3, -1, 1)], 1, 0, 0, 0)
    assert {(x / w, y / w) for x, y, w in left} == {(0, 5), (-2.5, 0), (2.5, 0)}
    assert {(x / w, y / w) for x, y, w in right} == {(-3, -1), (3, -1), (-2.5, 0), (2.5, 0)}
    left, right = _split([(0, -5, 1), (3, 1, 1), (-3, 1, 1)], 1, 0, 0, 0)
    assert {(x / w, y / w) for x, y, w in right} == {(0, -5), (-2.5, 0), (2.5, 0)}
    assert {(x / w, y / w) for x, y, w in left} == {(-3, 1), (3, 1), (-2.5, 0), (2.5, 0)}


# --- the nearest free place -------------------------------------------------------------------------------------------


def test_who_falls_by_a_micrometre_lands_where_it_is() -> None:
    """[Kaos K12.1]: whatever is lower is below it; and what is as high is not."""
    table = Table(60 * CM, 60 * CM, (top(10, 10, 40, 40, 3),))
    landed = landing(table, foot(25 * CM, 25 * CM, 3 * CM + 1), [])
    assert (landed.x, landed.y, landed.z) == (25 * CM, 25 * CM, 3 * CM)
    assert landing(table, foot(25 * CM, 25 * CM, 3 * CM), []).z == 0


def test_a_place_on_a_ring_is_rounded_to_the_nearest_micrometre() -> None:
    """[Kaos K12.1]: 4.5 mm have to be gone aslant, which the ring at 5 mm does first; 3535.53 each way."""
    table = Table(60 * CM, 60 * CM, ())
    base = foot(30 * CM, 30 * CM, 0, 45 * DEGREE)
    behind = foot(30 * CM - 14_496, 30 * CM - 14_496, 0, 45 * DEGREE)
    found = nearest_free(table, base, [behind], 0)
    assert (found.x - base.x, found.y - base.y) == (3_536, 3_536)


@pytest.mark.parametrize("degrees", range(0, 90, 7))
def test_bases_side_by_side_take_each_other_s_place_only_by_more_than_rounding(degrees: int) -> None:
    """[Ruling R201]: at every micrometre about the limit as their outlines say it, without a first look."""
    base = foot(30 * CM, 30 * CM, 0, degrees * DEGREE)
    (ax, ay), (bx, by) = base.corners[1], base.corners[0]
    for closer in range(4, 24):
        other = foot(
            base.x + (bx - ax) * (25_000 - closer) // 25_000,
            base.y + (by - ay) * (25_000 - closer) // 25_000,
            0,
            base.facing,
        )
        dx, dy = base.x - other.x, base.y - other.y
        wanted = around(other, base.facing, base.side).is_crossed(dx, dy, dx, dy)
        assert _is_taken(base, base.x, base.y, [other]) == wanted


# --- slopes -----------------------------------------------------------------------------------------------------------


def sloping(rises: str) -> tuple[Table, Piece]:
    """A ramp of 10 cm each way that rises 5 cm, round the middle of the table, and a platform all along its top."""
    dx, dy = SIDES[rises]
    shape = ((15 * CM, 15 * CM), (25 * CM, 15 * CM), (25 * CM, 25 * CM), (15 * CM, 25 * CM))
    low, high = (20 * CM - 5 * CM * dx, 20 * CM - 5 * CM * dy), (20 * CM + 5 * CM * dx, 20 * CM + 5 * CM * dy)
    ramp = Piece("ramp", "ramp", shape, 5 * CM, 0, low, high)
    x, y = 20 + 10 * dx, 20 + 10 * dy
    return Table(40 * CM, 40 * CM, (ramp, top(x - 5, y - 5, x + 5, y + 5, 5))), ramp


def placed(table: Table, rises: str, ahead: float, aside: float, z: int | None = None) -> Base:
    """A base so many centimetres up the slope from its middle, and so many to the left."""
    dx, dy = SIDES[rises]
    x, y = round((20 + ahead * dx - aside * dy) * CM), round((20 + ahead * dy + aside * dx) * CM)
    return foot(x, y, ground_at(table, x, y)[0] if z is None else z)


@pytest.mark.parametrize("rises", SIDES)
def test_a_slope_is_under_two_bases_of_which_one_has_its_centre_on_it(rises: str) -> None:
    """[Ruling R264]: the other may be at its foot or at its top, on the edges of the slope too; not beside it."""
    table, ramp = sloping(rises)
    middle = placed(table, rises, 0, 0)
    foot_of_it, top_of_it = placed(table, rises, -5.5, 0), placed(table, rises, 5.5, 0)
    assert (foot_of_it.z, middle.z, top_of_it.z) == (0, 25_000, 50_000)
    for other in (foot_of_it, top_of_it, placed(table, rises, 0, 5), placed(table, rises, 0, -5)):
        assert slope_under(table, middle, other) is ramp
        assert slope_under(table, other, middle) is ramp
    # Nobody's centre is on it: level with each other on the platform, and one at each end.
    assert slope_under(table, top_of_it, placed(table, rises, 8, 0)) is None
    assert slope_under(table, foot_of_it, top_of_it) is None
    # On its very top edge one is on it.
    assert slope_under(table, placed(table, rises, 5, 0), placed(table, rises, 8, 0)) is ramp
    assert slope_under(table, placed(table, rises, 5.0001, 0), placed(table, rises, 8, 0)) is None
    # Beside it, as high as it is there, on something else.
    beside = placed(table, rises, 0, 6, 25_000)
    assert slope_under(table, middle, beside) is None
    assert slope_under(table, placed(table, rises, 0, 5), placed(table, rises, 2, 5)) is ramp
    # At its top, but with two corners beside its sides.
    assert slope_under(table, middle, placed(table, rises, 5.5, 5, 50_000)) is None


@pytest.mark.parametrize("rises", SIDES)
def test_a_distance_on_a_slope_has_its_rise_in_it(rises: str) -> None:
    """[Ruling R264]: 3 cm as seen from above, 1.5 of rise; the same from the one as from the other."""
    table, _ = sloping(rises)
    low, high = placed(table, rises, -3, 0), placed(table, rises, 2.5, 0)
    assert distance(table, low, high) == distance(table, high, low) == 33_542  # the root of 11.25 square centimetres
    assert within(table, low, high, 33_542) and not within(table, low, high, 33_541)


# --- outlines, and directions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "outline",
    [
        ((0, 0), (300, 0), (300, 200), (0, 200)),
        ((0, 0), (301, 40), (260, 333), (-41, 290)),
        ((100, 0), (200, 0), (300, 100), (300, 201), (199, 300), (100, 300), (0, 203), (0, 100)),
        ((0, 0), (400, 0), (399, 1), (3, 150)),
    ],
)
def test_a_row_lies_within_an_outline_from_the_first_place_to_the_last(outline: tuple[Point, ...]) -> None:
    """Each place of each row as a line that goes nowhere has it: by more than a hair within."""
    made = Obstacle(outline)
    for y in range(made.south - 2, made.north + 3):
        first, last = made.across(y)
        for x in {made.west - 1, made.east + 1, *range(first - 1, first + 2), *range(last - 1, last + 2)}:
            assert made.is_crossed(x, y, x, y) == (first <= x <= last), (x, y)


def test_one_degree_apart_directions_are_one_and_a_little_more_they_are_not() -> None:
    """[Kaos K28.4]: 174 551 ten millionths are its tangent, to the last of a thousand millions."""
    for ahead in (10_000_000, 1_000_000_000):
        most = ahead * 174_551 // 10_000_000
        for turn in (1, -1):
            assert _is_same_direction(1, 0, ahead, turn * most)
            assert not _is_same_direction(1, 0, ahead, turn * (most + 1))
    assert not _is_same_direction(1, 0, -10_000_000, 0)


def test_an_angle_holds_what_stands_on_two_of_its_parts() -> None:
    """[Ruling R205]: an angle of two parts, of which neither holds all of the base."""
    shape = ((10 * CM, 10 * CM), (30 * CM, 10 * CM), (30 * CM, 20 * CM), (20 * CM, 20 * CM), (20 * CM, 30 * CM))
    angle = Piece("angle", "platform", (*shape, (10 * CM, 30 * CM)), 4 * CM, TOP)
    table = Table(40 * CM, 40 * CM, (angle,))
    assert footing(table, foot(15 * CM, 20 * CM)).support == 1000
    assert footing(table, foot(20 * CM, 20 * CM)).support == 750


@pytest.mark.parametrize("degrees", COPRIME)
def test_less_than_a_micrometre_behind_the_line_is_a_margin_of_0(degrees: int) -> None:
    """[Kaos K19.4]: and as little in front of it is one; moved by the least that a line aslant can be passed by."""
    figure = foot(30 * CM, 30 * CM, 0, degrees * DEGREE)
    (ax, ay), (bx, by) = figure.corners[1], figure.corners[2]
    ex, ey = bx - ax, by - ay
    other = foot(30 * CM, 30 * CM, 0, degrees * DEGREE)
    beyond = max(ex * y - ey * x for x, y in other.corners) - ex * ay + ey * ax
    for wanted, answer in ((-1, 0), (0, 0), (1, 1)):
        dx = (beyond - wanted) * pow(ey, -1, abs(ex)) % abs(ex)
        dy = (wanted - beyond + ey * dx) // ex
        moved = other.at(other.x + dx, other.y + dy, 0, other.facing)
        assert max(ex * y - ey * x for x, y in moved.corners) - ex * ay + ey * ax == wanted
        assert margin(figure, moved) == answer


@pytest.mark.parametrize(("length", "has_moved"), [(0, False), (1, True), (10 * CM, True)])
def test_a_micrometre_is_a_move_and_a_turn_is_none(length: int, has_moved: bool) -> None:
    """[Kaos K10.11]"""
    base = foot(20 * CM, 20 * CM)
    legs = [Leg(TURN, 0, 0, 90 * DEGREE), Leg(GO, base.x + length, base.y, 0)]
    assert passage(Table(40 * CM, 40 * CM, ()), base, legs, []).has_moved is has_moved

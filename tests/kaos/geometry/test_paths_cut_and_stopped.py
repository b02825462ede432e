"""Where exactly a path ends: stopped at once, cut at the end of a climb, on a slope, at the edge of the table."""

import pytest

from esquive.kaos.geometry.ground import STEP, ground_at, lean
from esquive.kaos.geometry.legs import GO, TURN, Leg
from esquive.kaos.geometry.paths import base_at, cut, passage
from esquive.kaos.geometry.planar import overlap
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece, Point, Table
from esquive.kaos.geometry.units import CM, DEGREE, SLACK
from tests.kaos.geometry.drawing import Made, draw, foot, go, jump
from tests.kaos.geometry.test_limits_to_the_micrometre import block, ramp

WIDE = 75 * CM
LEDGE = block(24, 10, 44, 30, 5 * CM, SIGHT | TOP | CLIMBABLE)


def table(*pieces: Piece) -> Table:
    """A table of 75 cm by 75."""
    return Table(WIDE, WIDE, pieces)


def test_a_path_cut_at_the_top_of_a_climb_ends_there_and_just_before_it_falls() -> None:
    """[Kaos K11.3] [Kaos K12.1]: 4 cm, then 5 up; at the top half of the base is held up."""
    base = foot(20 * CM, 20 * CM)
    made = passage(table(LEDGE), base, [go(base, 8)], [])
    top = cut(made, 9 * CM)
    assert top.fall is None and (top.end.x, top.end.z) == (24 * CM, 5 * CM)
    assert cut(made, 9 * CM - 1).fall is not None


def test_a_path_cut_at_the_foot_of_a_climb_down_ends_there() -> None:
    """[Kaos K11.3] [Kaos K12.1]: 4 cm, then 5 down; beside the ledge, and from half-way down it falls."""
    base = foot(28 * CM, 20 * CM, 5 * CM)
    made = passage(table(LEDGE), base, [go(base, -8)], [])
    down = cut(made, 9 * CM)
    assert down.fall is None and (down.end.x, down.end.z) == (24 * CM - 12_500, 0)
    assert cut(made, 8 * CM).fall is not None


def test_a_path_cut_on_a_slope_ends_at_the_level_of_the_slope() -> None:
    """[Ruling R205]: to the micrometre, wherever it is cut."""
    slope = ramp(20, 10, 27, 30, 3)
    ground = table(slope)
    base = foot(15 * CM, 20 * CM)
    made = passage(ground, base, [go(base, 12)], [])
    for distance in range(60_001, 110_000, 977):
        end = cut(made, distance).end
        assert end.z == ground_at(ground, end.x, end.y)[0], distance


def test_a_path_cut_short_keeps_what_was_walked() -> None:
    table, (base,) = draw(">.mm..", m=Made(0, DIFFICULT))
    made = passage(table, base, [go(base, 12.5)], [])
    short = cut(made, 50_000)
    assert (short.length, short.cost, short.end.x) == (50_000, 62_500, 62_500)
    assert cut(made, 125_000) is made
    assert (cut(made, 0).length, cut(made, 0).end is base) == (0, True)


def test_a_figure_cut_short_on_a_face_falls_from_there() -> None:
    """[Kaos K12.1]"""
    table, (base,) = draw(
        """
        ..........
        >..ppp....
        ..........
        """,
        p=Made(3, TOP | CLIMBABLE),
    )
    made = passage(table, base, [go(base, 10)], [])
    short = cut(made, 62_500 + 20_000)
    assert short.fall is not None
    assert (short.fall.drop, short.end.z) == (20_000, 0)
    at_the_foot = cut(made, 60_000)
    assert at_the_foot.fall is None
    assert at_the_foot.end.x <= 62_510


def test_a_jump_cut_short_ends_beside_the_body_it_was_over() -> None:
    table, (base, other) = draw(
        """
        ............
        >.....<.....
        ............
        """
    )
    small = foot(other.x, other.y, height=30_000)
    made = passage(table, base, [go(base, 12), jump(base, 17.9)], [small])
    short = cut(made, 150_000)
    assert short.fall is None
    assert not overlap(short.end, small)
    assert overlap(base_at(made, 150_000), small)


def test_who_turns_where_it_stands_a_little_off_the_ground_stands_on_it() -> None:
    """[Ruling R205]: what differs by no more than half a centimetre is the same level."""
    base = foot(20 * CM, 20 * CM, STEP // 2)
    made = passage(table(), base, [Leg(TURN, 0, 0, 90 * DEGREE)], [])
    assert made.problem is None and (made.end.z, made.end.facing) == (0, 90 * DEGREE)


@pytest.mark.parametrize("goal", [(80 * CM, 20 * CM), (80 * CM, 30 * CM)])
def test_who_touches_the_edge_of_the_table_is_stopped_where_it_stands(goal: Point) -> None:
    """[Ruling R203]: not a micrometre beyond it, what rounding allows for included."""
    base = foot(WIDE - 12_500 + SLACK, 20 * CM)
    problem = passage(table(), base, [Leg(GO, *goal, 0)], []).problem
    assert problem is not None and (problem.kind, problem.at) == ("off-table", (base.x, base.y))


def test_who_touches_a_wall_is_stopped_where_it_stands() -> None:
    """[Ruling R201]: nothing of the line is walked, what rounding allows for being used up."""
    wall = block(30, 10, 32, 30, 5 * CM, IMPASSABLE | SIGHT)
    base = foot(30 * CM - 12_500 + SLACK, 20 * CM)
    made = passage(table(wall), base, [go(base, 5)], [])
    assert made.problem is not None and (made.problem.kind, made.problem.at) == ("piece", (base.x, base.y))
    assert made.length == 0


@pytest.mark.parametrize(("more", "kind"), [(0, ""), (1, "wall")])
@pytest.mark.parametrize("way", ["up", "down"])
def test_beside_a_slope_a_box_is_in_the_way_that_is_a_micrometre_higher_than_its_lean(
    more: int, kind: str, way: str
) -> None:
    """[Ruling R205]: at the low end only, where the base stands over it; further up the slope is above it."""
    slope = ramp(20, 10, 30, 20, 3)
    low, high = foot(20 * CM, 15 * CM), foot(28 * CM, 15 * CM, 24_000)
    ground = table(slope)
    slack = lean(ground_at(ground, 28 * CM, 15 * CM)[1], low)
    crate = Piece(
        "crate",
        "crate",
        ((19 * CM, 15 * CM), (24 * CM, 15 * CM), (24 * CM, 16 * CM), (19 * CM, 16 * CM)),
        slack + more,
        SIGHT,
    )
    base, leg = (low, go(low, 8)) if way == "up" else (high, go(high, -8))
    problem = passage(table(slope, crate), base, [leg], []).problem
    assert ("" if problem is None else problem.kind) == kind


@pytest.mark.parametrize("other", [Leg(TURN, 1, 2, 3), Leg(GO, 0, 2, 3), Leg(GO, 1, 0, 3), Leg(GO, 1, 2, 0)])
def test_legs_that_differ_in_anything_are_not_the_same(other: Leg) -> None:
    """Plans are compared by their legs."""
    assert other != Leg(GO, 1, 2, 3) and other == Leg(*other.fields())


def test_a_path_cut_after_a_micrometre_is_a_micrometre_long() -> None:
    """[Kaos K20.16]: what lies within its movement is walked, however little; of no way nothing is."""
    base = foot(20 * CM, 20 * CM)
    made = passage(table(), base, [go(base, 4), go(base, 4, 4)], [])
    for distance in (0, 1, 4 * CM - 1, 4 * CM, 4 * CM + 1, 8 * CM):
        assert cut(made, distance).length == distance


def test_a_way_to_where_one_stands_is_none() -> None:
    """[Kaos K10.10]: on the table and on a ledge, before and after others."""
    for base in (foot(20 * CM, 20 * CM), foot(30 * CM, 20 * CM, 5 * CM)):
        made = passage(table(LEDGE), base, [go(base, 0), go(base, 0, 4), go(base, 0, 4)], [])
        assert made.problem is None and [stretch.length for stretch in made.pieces] == [4 * CM]
        assert passage(table(LEDGE), base, [go(base, 0)], []).pieces == []


def test_who_turns_first_is_met_before_turning_where_it_sets_off() -> None:
    """[Kaos K31.5]: turned from the first micrometre on."""
    base = foot(20 * CM, 20 * CM)
    made = passage(table(), base, [Leg(TURN, 0, 0, 45 * DEGREE), go(base, 4)], [])
    assert [base_at(made, distance).facing for distance in (0, 1, 4 * CM)] == [0, 45 * DEGREE, 45 * DEGREE]

"""Paths: what they cost, what stops them, jumps and falls [Kaos K10.10] [Kaos K11.1] [Kaos K12.1]."""

from itertools import pairwise

from esquive.kaos.geometry.ground import ground_at
from esquive.kaos.geometry.legs import TURN, Leg
from esquive.kaos.geometry.paths import DOWN, FLAT, UP, base_at, moments, passage
from esquive.kaos.geometry.planar import distance
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.drawing import SQUARE, Made, draw, face, foot, go


def test_a_path_is_as_long_as_the_way_of_the_centre() -> None:
    """[Kaos K10.10]"""
    table, (base,) = draw(
        """
        ......
        >.....
        """
    )
    made = passage(table, base, [go(base, 3), go(base, 6, 2), face(90)], [])
    assert made.problem is None
    assert made.length == made.cost == 30_000 + 36_056
    assert (made.end.x, made.end.y, made.end.facing) == (72_500, 32_500, 90 * DEGREE)
    assert made.straight == 36_056


def test_turning_on_the_spot_is_free_and_no_move() -> None:
    """[Kaos K10.11]"""
    table, (base,) = draw(
        """
        ...
        .>.
        ...
        """
    )
    made = passage(table, base, [face(135)], [])
    assert (made.length, made.cost, made.has_moved, made.end.facing) == (0, 0, False, 135 * DEGREE)
    assert [there.facing for _, there in moments(made)] == [0, 135 * DEGREE]


def test_a_base_may_slide_along_another_but_not_through_it() -> None:
    """[Ruling R201]"""
    table, (base, other) = draw(
        """
        ..........
        >.........
        ....<.....
        """
    )
    assert passage(table, base, [go(base, 20)], [other]).problem is None
    made = passage(table, base, [go(base, 20, -0.1)], [other])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.figure, made.problem.leg) == ("figure", 0, 0)
    assert distance(base.at(*made.problem.at, 0, 0), other) <= 1
    assert made.length == 0


def test_a_gap_narrower_than_the_base_is_impassable() -> None:
    """[Ruling R204]"""
    table, (base,) = draw(
        """
        ..u..
        >....
        ..w..
        """,
        u=Made(3, IMPASSABLE),
        w=Made(3, IMPASSABLE),
    )
    assert passage(table, base, [go(base, 8)], []).problem is None  # exactly as wide as the base
    turned = base.at(base.x + 10_000, base.y, 0, 5 * DEGREE)
    made = passage(table, turned, [go(base, 8)], [])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.piece) == ("piece", table.pieces[0])


def test_a_base_turns_where_it_has_room_as_it_then_stands() -> None:
    """[Kaos K10.11] [Ruling R204]"""
    table, (north, base, south) = draw(
        """
        ..<..
        ..>..
        ..<..
        """
    )
    assert passage(table, base, [face(180)], [north, south]).problem is None
    made = passage(table, base, [face(170)], [north, south])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.figure) == ("turn", 0)
    assert passage(table, base, [go(base, 3), face(170)], [north, south]).problem is None


def test_a_base_never_leaves_the_table_unless_it_flees() -> None:
    """[Ruling R203] [Kaos K27.8]"""
    table, (base,) = draw(">...")
    made = passage(table, base, [go(base, 12)], [])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.at) == ("off-table", (87_510, 12_500))
    assert passage(table, base, [go(base, 12)], [], leaves=True).problem is None


def test_difficult_ground_costs_double() -> None:
    """[Kaos K11.8]"""
    table, (base,) = draw(">.mm..", m=Made(0, DIFFICULT))
    made = passage(table, base, [go(base, 12.5)], [])
    assert [(piece.length, piece.cost, piece.is_difficult) for piece in made.pieces] == [
        (37_500, 37_500, False),
        (50_000, 100_000, True),
        (37_500, 37_500, False),
    ]
    assert (made.length, made.cost, made.straight) == (125_000, 175_000, 37_500)


def test_up_a_ramp_costs_double_along_the_slope_and_down_half() -> None:
    """[Kaos K11.1] [Kaos K11.2] [Kaos K11.3]"""
    table, (base,) = draw(
        """
        ............
        >..rrrrpp...
        ............
        """,
        r=Made(7.5, 0, "e"),
        p=Made(7.5, TOP),
    )
    up = passage(table, base, [go(base, 19)], [])
    assert [(piece.kind, piece.length, piece.cost) for piece in up.pieces] == [
        (FLAT, 62_500, 62_500),
        (UP, 125_000, 250_000),
        (FLAT, 27_500, 27_500),
    ]
    assert (up.end.z, up.straight) == (75_000, 27_500)
    down = passage(table, up.end, [go(base, 0)], [])
    assert down.cost == 27_500 + 62_500 + 62_500
    assert down.straight == down.length == up.length


def test_along_the_border_of_two_tops_one_walks_on_that_which_one_stands_on() -> None:
    """[Kaos K11.8] [Ruling R205]: of two as high the first, whichever is difficult."""
    plain, difficult = Made(3, TOP), Made(3, TOP | DIFFICULT)
    for south, north in ((plain, difficult), (difficult, plain)):
        table, _ = draw("bbbb\naaaa", a=south, b=north)
        base = foot(SQUARE, SQUARE, 30_000)
        ground = ground_at(table, base.x, base.y)[1]
        made = passage(table, base, [go(base, 5)], [])
        assert made.problem is None and ground is table.pieces[0]
        assert [(piece.length, piece.is_difficult) for piece in made.pieces] == [(50_000, south is difficult)]


def test_uphill_in_difficult_ground_costs_four_times_and_downhill_once() -> None:
    """[Kaos K11.8]"""
    table, (base,) = draw(
        """
        ............
        >..rrrr.....
        ............
        """,
        r=Made(7.5, DIFFICULT, "e"),
    )
    up = passage(table, base, [go(base, 11.25)], [])
    assert [(piece.kind, piece.length, piece.cost) for piece in up.pieces][1] == (UP, 62_500, 250_000)
    assert passage(table, up.end, [go(base, 0)], []).cost == 62_500 + 62_500


def test_a_platform_that_cannot_be_climbed_is_a_wall_from_below() -> None:
    """[Kaos K11.1]"""
    table, (base,) = draw(
        """
        ........
        >..ppp..
        ........
        """,
        p=Made(3, TOP),
    )
    made = passage(table, base, [go(base, 11)], [])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.piece, made.problem.at) == ("wall", table.pieces[0], (62_510, 37_500))
    assert passage(table, base, [go(base, 11)], [], climber=True).problem is None
    assert passage(table, base, [go(base, 11)], [], flying=True).problem is None


def test_a_climbed_face_costs_double_its_height_up_and_half_of_it_down() -> None:
    """[Kaos K11.1] [Kaos K11.2]"""
    table, (base,) = draw(
        """
        ..........
        >..ppp....
        ..........
        """,
        p=Made(3, TOP | CLIMBABLE),
    )
    made = passage(table, base, [go(base, 20)], [])
    assert [(piece.kind, piece.is_vertical, piece.length, piece.cost) for piece in made.pieces] == [
        (FLAT, False, 62_500, 62_500),
        (UP, True, 30_000, 60_000),
        (FLAT, False, 75_000, 75_000),
        (DOWN, True, 30_000, 15_000),
        (FLAT, False, 62_500, 62_500),
    ]
    assert made.straight == 62_500


def test_nobody_stays_against_the_foot_of_a_face_he_overlaps() -> None:
    """[Ruling R205]"""
    table, (base,) = draw(
        """
        ..........
        >..ppp....
        ..........
        """,
        p=Made(3, TOP | CLIMBABLE),
    )
    for far in (5.5, 6.25):
        made = passage(table, base, [go(base, far)], [])
        assert made.problem is not None
        assert (made.problem.kind, made.problem.piece) == ("no-footing", table.pieces[0])


def test_a_small_step_is_walked() -> None:
    table, (base,) = draw(
        """
        ......
        >..ppp
        ......
        """,
        p=Made(0.5, TOP),
    )
    made = passage(table, base, [go(base, 12)], [])
    assert (made.problem, made.fall, made.length, made.cost) == (None, None, 120_000, 120_000)
    assert made.end.z == 5_000


def test_walking_off_an_edge_is_a_fall() -> None:
    """[Kaos K12.1] [Ruling R231]"""
    table, _ = draw(
        """
        ........
        ..ppp...
        ........
        """,
        p=Made(2, TOP),
    )
    base = foot(100_000, 37_500, 20_000)
    made = passage(table, base, [go(base, 8)], [])
    assert made.fall is not None
    assert (made.fall.at, made.fall.drop, made.length) == ((125_000, 37_500, 20_000), 20_000, 25_000)
    assert (made.end.x, made.end.y, made.end.z) == (137_500, 37_500, 0)


def test_standing_with_less_than_half_the_base_supported_is_a_fall() -> None:
    """[Ruling R205]"""
    table, _ = draw(
        """
        ........
        ..pppp..
        ..pppp..
        ........
        """,
        p=Made(4, TOP),
    )
    base = foot(100_000, 50_000, 40_000)
    made = passage(table, base, [go(base, 4.8, 2.3)], [])
    assert made.fall is not None
    assert (made.fall.drop, made.end.z) == (40_000, 0)
    assert passage(table, base, [go(base, 5, 0)], []).fall is None


def test_the_moments_of_a_path_are_half_a_centimetre_apart_at_most() -> None:
    """[Kaos K31.1]"""
    table, (base,) = draw(
        """
        ......
        >.....
        """
    )
    made = passage(table, base, [go(base, 3.2), face(90), go(base, 6, 2)], [])
    found = moments(made)
    gaps = [after[0] - before[0] for before, after in pairwise(found)]
    assert max(gaps) <= CM // 2
    assert found[0][1] is base
    assert (found[-1][0], found[-1][1].facing) == (made.length, 90 * DEGREE)
    assert any(there.facing == 0 and (there.x, there.y) == (44_500, 12_500) for _, there in found)
    assert repr(base_at(made, 20_000)) == repr(base.at(base.x + 20_000, base.y, 0, 0))
    assert repr(base_at(made, 10**9)) == repr(made.end)


def test_bases_that_turn_in_their_path_sweep_with_their_new_facing() -> None:
    table, (base, other) = draw(
        """
        ..........
        ..........
        >.........
        ....<.....
        ..........
        """
    )
    made = passage(table, base, [go(base, 3), Leg(TURN, 0, 0, 45 * DEGREE), go(base, 20)], [other])
    assert made.problem is not None
    assert (made.problem.leg, made.problem.kind) == (2, "figure")


def test_half_way_up_a_ramp_a_base_is_half_as_high() -> None:
    """[Kaos K31.5]: where it is met."""
    table, (base,) = draw(
        """
        ....pp
        >.rrpp
        """,
        p=Made(3, TOP),
        r=Made(3, 0, "e"),
    )
    made = passage(table, base, [go(base, 10)], [])
    assert made.problem is None and made.end.z == 30_000
    slope = next(stretch for stretch in made.pieces if stretch.kind == UP)
    before = sum(stretch.length for stretch in made.pieces[: made.pieces.index(slope)])
    for share in (4, 2):
        met = base_at(made, before + slope.length // share)
        assert abs(met.z - 30_000 // share) <= 1 and abs(met.x - (50_000 + 50_000 // share)) <= 1
    down = passage(table, made.end, [go(made.end, -10)], [])
    slope = next(stretch for stretch in down.pieces if stretch.kind == DOWN)
    before = sum(stretch.length for stretch in down.pieces[: down.pieces.index(slope)])
    assert abs(base_at(down, before + slope.length // 4).z - 22_500) <= 1

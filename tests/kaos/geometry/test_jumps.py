"""Jumps: how far, over what, and where they come down [Kaos K11.5]."""

from esquive.kaos.geometry.paths import LEAP, passage
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, TOP
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw, face, foot, go, jump


def test_a_jump_is_half_as_long_as_the_straight_move_before_it() -> None:
    """[Kaos K11.4]"""
    table, (base,) = draw(
        """
        ..........
        >.........
        """
    )
    made = passage(table, base, [go(base, 4), go(base, 8), face(90), jump(base, 12)], [])
    assert (made.problem, made.cost, made.pieces[-1].kind, made.straight) == (None, 120_000, LEAP, 0)
    too_long = passage(table, base, [go(base, 8), jump(base, 12.1)], [])
    assert too_long.problem is not None
    assert too_long.problem.kind == "jump-too-long"
    assert too_long.problem.facts == {"length": 41_000, "run_up": 80_000, "most": 40_000}


def test_a_run_up_is_straight_and_of_this_move_only() -> None:
    """[Kaos K11.4] [Kaos K11.6]"""
    table, (base,) = draw(
        """
        ..........
        ..........
        >.........
        """
    )
    for legs in ([jump(base, 1)], [go(base, 8), jump(base, 8, 3)], [go(base, 0, 4), go(base, 2, 4), jump(base, 4, 4)]):
        made = passage(table, base, legs, [])
        assert made.problem is not None
        assert made.problem.kind == "jump-too-long"
    twice = passage(table, base, [go(base, 8), jump(base, 12), jump(base, 13)], [])
    assert twice.problem is not None
    assert twice.problem.leg == 2


def test_a_jump_clears_what_is_three_centimetres_high_and_no_more() -> None:
    """[Kaos K11.5]"""
    for height, kind in ((3, ""), (3.1, "jump-too-high")):
        table, (base,) = draw(
            """
            ............
            >.....w.....
            ............
            """,
            w=Made(height, 0),
        )
        made = passage(table, base, [go(base, 12.5), jump(base, 17.5)], [])
        assert (made.problem.kind if made.problem else "") == kind
        on_it = passage(table, base, [go(base, 12.5), jump(base, 17)], [])
        assert on_it.problem is not None


def test_a_jump_clears_no_wood_taller_than_three_centimetres_that_one_could_walk_through() -> None:
    """[Kaos K11.5] [Ruling R273] [Ruling R327]: the height alone decides, and running through costs double."""
    for height, kind in ((0, ""), (3, ""), (3.1, "jump-too-high"), (8, "jump-too-high")):
        table, (base,) = draw(
            """
            ............
            >.....w.....
            ............
            """,
            w=Made(height, DIFFICULT),
        )
        for distance_gone, far in ((12.5, 17.5), (12.5, 15)):  # over it, and into the middle of it
            made = passage(table, base, [go(base, distance_gone), jump(base, far)], [])
            assert (made.problem.kind if made.problem else "") == kind


def test_a_jump_goes_over_a_body_no_taller_than_three_centimetres_above_it() -> None:
    """[Kaos K11.5] [Ruling R201]"""
    table, (base, other) = draw(
        """
        ............
        >.....<.....
        """
    )
    legs = [go(base, 12), jump(base, 17.9)]
    tall = passage(table, base, legs, [other])
    assert tall.problem is not None
    assert (tall.problem.kind, tall.problem.figure) == ("figure", 0)
    small = foot(other.x, other.y, height=30_000)
    assert passage(table, base, legs, [small]).problem is None
    on_it = passage(table, base, [go(base, 12), jump(base, 15)], [small])
    assert on_it.problem is not None


def test_ruling_r327_nobody_jumps_over_what_is_impassable() -> None:
    """However low it is [Kaos K11.5] [Ruling R327]."""
    table, (base,) = draw(
        """
        ............
        >.....w.....
        """,
        w=Made(1, IMPASSABLE),
    )
    made = passage(table, base, [go(base, 12), jump(base, 17.9)], [])
    assert made.problem is not None
    assert made.problem.kind == "piece"


def test_jumping_down_three_centimetres_is_harmless_and_more_is_a_fall_of_the_whole_height() -> None:
    """[Kaos K11.7]"""
    for height, drop in ((3, 0), (4, 40_000)):
        table, _ = draw(
            """
            ..........
            pppp......
            ..........
            """,
            p=Made(height, TOP),
        )
        base = foot(12_500, 37_500, height * CM)
        made = passage(table, base, [go(base, 8), jump(base, 10.1)], [])
        assert made.problem is None
        assert (made.fall.drop if made.fall else 0) == drop
        assert (made.end.x, made.end.z) == (113_500, 0)


def test_a_jump_may_land_three_centimetres_higher() -> None:
    """[Kaos K11.5]"""
    for height, kind in ((3, ""), (3.5, "jump-too-high")):
        table, (base,) = draw(
            """
            ..........
            >....pppp.
            ..........
            """,
            p=Made(height, TOP),
        )
        made = passage(table, base, [go(base, 9), jump(base, 13.5)], [])
        assert (made.problem.kind if made.problem else "") == kind
        assert made.end.z == (0 if kind else 30_000)


def test_a_jump_across_a_ramp_is_as_high_as_its_higher_end_on_the_way() -> None:
    """[Kaos K11.5]: it comes down beside the head of a ramp 5 cm high, having taken off beside its foot."""
    table, (base,) = draw(
        """
        >...........
        ............
        ............
        .....rr.....
        ............
        ............
        ............
        """,
        r=Made(5, 0, "e"),
    )
    for legs, kind in (([go(base, 11, -5.5), jump(base, 16.5, -8.25)], "jump-too-high"), ([go(base, 10, -5)], "")):
        made = passage(table, base, legs, [])
        assert (made.problem.kind if made.problem is not None else "") == kind

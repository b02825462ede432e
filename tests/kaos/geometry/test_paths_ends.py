"""Where turns, jumps and falls end at a limit: of the table, of a leg, of a step, over somebody."""

import pytest

from esquive.kaos.geometry.accessible_ground import Reach
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.paths import base_at, left_at, moments, passage
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw, face, foot, go, jump


def test_a_jump_off_the_table_is_refused_where_the_table_ends() -> None:
    """[Kaos K11.5] [Ruling R203]: the last place on it is 1.25 cm from the edge."""
    table, (base,) = draw(">.......")
    legs = [go(base, 15), jump(base, 20)]
    made = passage(table, base, legs, [])
    assert made.problem is not None
    assert (made.problem.kind, made.problem.leg) == ("off-table", 1)
    assert made.problem.at[0] - (table.width - 12_500) in range(11)
    off = passage(table, base, legs, [], leaves=True)
    assert off.problem is None and not is_on_table(table, off.end)


@pytest.mark.parametrize(("turns", "facing"), [((450,), 90), ((-90,), 270), ((360,), 0), ((90, 450, 720), 0)])
def test_a_turn_is_told_in_any_number_of_whole_turns(turns: tuple[int, ...], facing: int) -> None:
    """[Kaos K10.11]: and to the facing it has already is none."""
    table, (base,) = draw("...\n.>.\n...")
    made = passage(table, base, [face(degrees) for degrees in turns], [])
    assert (made.problem, made.end.facing) == (None, facing * 1_000)


def test_a_turn_to_the_facing_one_has_needs_no_room() -> None:
    """[Ruling R204]: somebody stands so near that any other turn would be stopped."""
    table, (base, other) = draw(">>.\n...")
    near = other.at(other.x - 3, other.y, 0, 0)
    assert passage(table, base, [Leg(TURN, 0, 0, 360_000)], [near]).problem is None
    stopped = passage(table, base, [Leg(TURN, 0, 0, 405_000)], [near]).problem
    assert stopped is not None and (stopped.kind, stopped.facts) == ("turn", {"facing": 45_000})


def test_where_a_path_turns_it_is_met_before_turning() -> None:
    table, (base,) = draw(
        """
        ......
        ......
        >.....
        """
    )
    made = passage(table, base, [go(base, 5), face(90), go(base, 5, 4)], [])
    assert [base_at(made, length).facing for length in (49_999, 50_000, 50_001)] == [0, 0, 90_000]
    assert base_at(made, -1) is made.start and base_at(made, 90_001) is made.end


def test_who_jumps_down_on_to_uneven_ground_comes_to_rest_near_there() -> None:
    """[Ruling R275]: half over a wall there is no footing; the nearest free place is beside it."""
    table, _ = draw(
        """
        ........
        ........
        .ppp....
        .ppp.b..
        .ppp.b..
        .ppp.b..
        """,
        p=Made(4, TOP),
        b=Made(1, 0),
    )
    base = foot(35_000, 30_000, 40_000)
    goal = (120_000, 30_000)
    made = passage(table, base, [go(base, 6), Leg(JUMP, *goal, 0)], [])
    assert made.problem is None and made.fall is not None
    assert made.fall.at == (*goal, 40_000)
    assert made.end.z == 0 and abs(made.end.x - goal[0]) + abs(made.end.y - goal[1]) < 3 * CM


@pytest.mark.parametrize("number", [0, 1])
def test_who_falls_comes_to_rest_beside_who_stands_below(number: int) -> None:
    """[Ruling R275]: whichever of the others it is."""
    table, _ = draw(">.......\n........\n........\n........")
    base = foot(10 * CM, 5 * CM, 5 * CM)
    others = [foot(10 * CM, 5 * CM), foot(17 * CM, 5 * CM)]
    made = left_at(table, base, others if number == 0 else others[::-1])
    assert made.fall is not None and made.end.z == 0
    assert not any(overlap(made.end, other) for other in others)
    assert max(abs(made.end.x - base.x), abs(made.end.y - base.y)) < 3 * CM


@pytest.mark.parametrize(("height", "is_difficult"), [(0.5, True), (0.5001, False)])
def test_ground_is_difficult_under_a_floor_no_higher_than_a_step(height: float, is_difficult: bool) -> None:
    """[Kaos K11.8]: a plank over a marsh; not where it lies a step higher."""
    marsh, (base,) = draw(">.mmmm...", m=Made(0, DIFFICULT))
    plank, _ = draw(">.pppp...", p=Made(height, TOP))
    table = Table(marsh.width, marsh.depth, (*marsh.pieces, *plank.pieces))
    made = passage(table, base, [go(base, 10)], [], climber=True)
    assert (made.problem, made.fall) == (None, None)
    assert any(stretch.is_difficult for stretch in made.pieces) == is_difficult


@pytest.mark.parametrize(("x", "comes"), [(8 * CM, True), (85_000, True), (9 * CM, False), (95_000, False)])
def test_a_place_between_points_of_the_grid_is_come_to_where_one_of_them_is(x: int, comes: bool) -> None:
    """[Kaos K6.2]: 8.75 cm are as far as a base comes before the wall, whatever has been looked at before."""
    table, _ = draw("....w...\n....w...\n....w...\n....w...", w=Made(5, IMPASSABLE))
    for is_flooded in (False, True):
        reach = Reach(table, 25_000)
        assert not is_flooded or reach.unreachable
        assert reach.has(x, 5 * CM) == comes


WALLED = """
........
.....w..
>....w..
.....w..
........
"""


def test_nothing_is_walked_after_what_stops_a_path() -> None:
    table, (base,) = draw(WALLED, w=Made(5, IMPASSABLE))
    made = passage(table, base, [go(base, 3), go(base, 15), go(base, 3, 3)], [])
    assert made.problem is not None and (made.problem.kind, made.problem.leg) == ("piece", 1)
    assert len(made.pieces) == 1 and (made.end.x, made.end.y) == (base.x + 3 * CM, base.y)


def test_nothing_is_walked_after_a_fall() -> None:
    table, _ = draw("........\nppp.....\nppp.....", p=Made(4, TOP))
    base = foot(3 * CM, 25_000, 40_000)
    made = passage(table, base, [go(base, 8), go(base, 12)], [])
    assert made.problem is None and made.fall is not None
    assert made.end.z == 0 and made.end.x < base.x + 9 * CM


def test_who_goes_nowhere_is_not_asked_for_footing() -> None:
    """[Ruling R205]: a base that hangs beside a block; a leg of no length asks."""
    table, _ = draw("........\n...b....\n........", b=Made(2, 0))
    base = foot(75_000, 37_500)
    assert passage(table, base, [], []).problem is None
    turned = passage(table, base, [face(0)], []).problem
    assert turned is not None and turned.kind == "no-footing"


def test_a_path_that_ends_without_footing_names_its_last_leg() -> None:
    """[Ruling R205]: at the foot of what it would have to climb."""
    table, (base,) = draw(WALLED, w=Made(2, TOP | CLIMBABLE))
    made = passage(table, base, [go(base, 5), go(base, 7), go(base, 11)], [])
    assert made.problem is not None and (made.problem.kind, made.problem.leg) == ("no-footing", 2)


def test_over_a_terrace_at_the_edge_of_the_table_nobody_walks_off_it() -> None:
    """[Ruling R203]: up a step on it, and not down from it, for the table ends there."""
    table, _ = draw("....pp\n....pp", p=Made(4.4, TOP))
    low, _ = draw("..pp..\n..pp..", p=Made(4, TOP))
    both = Table(table.width, table.depth, (*table.pieces, *low.pieces))
    base = foot(7 * CM, 25_000, 40_000)
    made = passage(both, base, [go(base, 12)], [])
    assert made.fall is None and made.problem is not None and made.problem.kind == "off-table"


def test_beside_a_box_no_more_than_a_step_higher_one_turns() -> None:
    """[Ruling R204]: the corner of the base goes over it, to the micrometre."""
    tower, _ = draw("....\n.pp.\n.pp.\n....", p=Made(4, TOP))
    for height, is_free in ((4, True), (4.5, True), (4.5001, False)):
        box, _ = draw("....\n...b\n...b\n....", b=Made(height, 0))
        table = Table(tower.width, tower.depth, (*tower.pieces, *box.pieces))
        problem = passage(table, foot(62_500, 50_000, 40_000), [face(45)], []).problem
        assert (problem is None) == is_free


def test_who_is_in_the_way_of_a_turn_is_named_alone() -> None:
    """[Ruling R204]: a wall is as near on the other side."""
    table, (base, other) = draw("w>>.\nw...", w=Made(5, IMPASSABLE))
    problem = passage(table, base, [face(45)], [other]).problem
    assert problem is not None and (problem.figure, problem.piece) == (0, None)


def test_a_jump_to_where_one_stands_is_none_and_one_of_a_micrometre_is_one() -> None:
    """[Kaos K11.4]"""
    table, (base,) = draw(">.......")
    here = passage(table, base, [go(base, 8), jump(base, 8)], [])
    assert (here.problem, len(here.pieces)) == (None, 1)
    there = passage(table, base, [go(base, 8), Leg(JUMP, base.x + 80_001, base.y, 0)], [])
    assert (there.problem, [stretch.length for stretch in there.pieces]) == (None, [80_000, 1])


def test_a_jump_that_ends_without_footing_is_stopped_though_one_would_walk_on() -> None:
    """[Kaos K11.5] [Ruling R205]: half over a block there is none."""
    table, (base,) = draw("........\n.....b..\n>....b..\n........", b=Made(2, 0))
    made = passage(table, base, [go(base, 7), jump(base, 10.4), go(base, 10.4, 2)], [])
    assert made.problem is not None and made.problem.leg == 1


def test_moments_tell_both_facings_at_each_turn_also_back_to_the_first() -> None:
    table, (base,) = draw("........\n........\n>.......")
    legs = [go(base, 4), face(90), go(base, 4, 4), face(0), go(base, 8, 4)]
    found = moments(passage(table, base, legs, []))
    assert [(gone, at.facing) for gone, at in found if gone in (40_000, 80_000)] == [
        (40_000, 0),
        (40_000, 90_000),
        (80_000, 90_000),
        (80_000, 0),
    ]


def test_a_base_a_step_above_the_ground_rests_and_one_a_micrometre_higher_falls() -> None:
    """[Ruling R205]: on a tower as on the table, and over the ends of both it falls."""
    table, _ = draw("........\n..pppp..\n..pppp..\n........", p=Made(4, TOP))
    for x, ground in ((25_000, 0), (100_000, 40_000)):
        for above, falls in ((0, False), (5_000, False), (5_001, True)):
            made = left_at(table, foot(x, 50_000, ground + above), [])
            assert (made.fall is not None) == falls
            assert made.end.z == (ground if falls else ground + above)
    over = left_at(table, foot(47_000, 50_000, 40_000), [])
    assert over.fall is not None and over.end.z == 0


def test_north_as_east_a_path_ends_at_the_edge_of_the_table() -> None:
    """[Ruling R203]: also where the goal is far off it."""
    table, _ = draw(">.......\n" * 8)
    for facing, goal, end in ((0, (900_000, 50_000), (187_500, 50_000)), (0, (30_000, 900_000), (30_000, 187_500))):
        made = passage(table, foot(30_000, 50_000, 0, facing), [Leg(GO, *goal, 0)], [])
        assert made.problem is not None and made.problem.kind == "off-table"
        assert abs(made.problem.at[0] - end[0]) + abs(made.problem.at[1] - end[1]) <= 12


@pytest.mark.parametrize(
    ("rises", "y", "kind"), [("n", 60, ""), ("n", 95, "jump-too-high"), ("s", 60, "jump-too-high")]
)
def test_a_jump_across_a_ramp_is_as_high_as_the_ramp_is_there(rises: str, y: int, kind: str) -> None:
    """[Kaos K11.5]: across its foot, where it is 1 cm high, and across its head, where it is 4 or 4.5."""
    table, _ = draw(
        "............\n............\n.......rr...\n.......rr...\n............\n............", r=Made(5, 0, rises)
    )
    base = foot(12_500, y * 1_000)
    made = passage(table, base, [go(base, 15), jump(base, 22.5)], [])
    assert (made.problem.kind if made.problem is not None else "") == kind

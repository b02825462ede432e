"""Where turns, jumps and falls end at a limit: of the table, of a leg, of a step, over somebody."""

import pytest

from esquive.kaos.geometry.legs import JUMP, TURN, Leg
from esquive.kaos.geometry.paths import base_at, left_at, passage
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.reach import Reach
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, TOP, Table
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
    table, (_, *_rest) = draw(
        """
        v.......
        ........
        pppp....
        pppp.b..
        pppp.b..
        pppp....
        """,
        p=Made(4, TOP),
        b=Made(1, 0),
    )
    base = foot(20_000, 50_000, 40_000)
    legs = [go(base, 7), Leg(JUMP, base.x + 100_000, base.y, 0)]
    made = passage(table, base, legs, [])
    assert made.problem is None and made.fall is not None
    goal = (base.x + 100_000, base.y)
    assert made.end.z == 0 and abs(made.end.x - goal[0]) + abs(made.end.y - goal[1]) < 4 * CM


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

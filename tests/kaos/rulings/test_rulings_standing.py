"""The ledger of rulings, standing and moving: R201 to R205, R216, R264 to R276, each held by a drawn position."""

from math import isqrt
from typing import Any

import pytest

from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.modifiers import add_effect, move_of
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import HalfMove, Immobilise, Move
from esquive.kaos.geometry import measures
from esquive.kaos.geometry.planar import distance, meets_piece, overlap, within
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece
from esquive.kaos.geometry.sight import sees
from esquive.kaos.geometry.units import CM
from tests.kaos.playing import PASS, Figure, Table, box, cm, mine, platform, ranged, theirs
from tests.kaos.rulings.positions import duel, face, leap, path, problem, ramp, refusals, to, turn_of


def alone(*pieces: Any, **hero: Any) -> Table:
    """The hero alone at 20,20 with some scenery, its turn just begun."""
    keys = {"at": (20, 20), **hero}
    return turn_of(Table({"hero": mine(**keys)}, pieces, size=(100, 60)))


# -------------------------------------------------------------------------------------------------- in the way, or not


@pytest.mark.parametrize("other", [mine(at=(25, 20)), theirs(at=(25, 20))])
def test_ruling_r201_nobody_moves_through_another_figure_but_bases_may_touch(other: Any) -> None:
    """[Ruling R201]: friend or enemy; the other's base begins at 23.75 and ends at 21.25 in the north."""
    table = turn_of(Table({"hero": mine(at=(20, 20)), "other": other}))
    assert refusals(table, "plan run 35,20") == ["path-figure"]
    assert refusals(table, "plan run 22.5,20") == []
    assert refusals(table, "plan run 20,22.5 32,22.5") == []
    assert refusals(table, "plan run 20,22.4 32,22.4") == ["path-figure"]
    above = {"hero": mine(at=(23.6, 10)), "other": theirs(at=(26, 20), z=4)}
    table = turn_of(Table(above, [platform((25.5, 5), (9, 30), 4)]))
    assert refusals(table, "plan run 23.6,28") == ["path-figure"]


def test_ruling_r202_leaving_contact_is_free() -> None:
    """[Ruling R202]: 8 cm away cost 8 cm, nothing is rolled, and the foe, activated, can do nothing about it."""
    table = turn_of(duel(activated=1)).play("plan walk 12,20")
    assert table.asks == "rest" and table.place("hero") == (12, 20, 0)
    assert [fact["cost"] for fact in table.facts("moved")] == [8] and table.facts("pool") == []


def test_ruling_r203_a_base_stays_wholly_on_the_table() -> None:
    """[Ruling R203]: half a base from the edge, and corners that swing out on the way only."""
    table = alone(at=(8, 20))
    assert refusals(table, "plan walk 1.25,20") == []
    assert refusals(table, "plan walk 1.24,20") == ["path-off-table"]
    assert refusals(table, "plan walk 1.25,20 face 90") == []
    assert refusals(table, "plan walk 1.25,20 face 45") == ["path-off-table"]


@pytest.mark.parametrize(("edge", "bars"), [(21.25, []), (21.2, ["path-piece"])])
def test_ruling_r204_a_gap_narrower_than_the_base_is_closed(edge: float, bars: list[str]) -> None:
    """[Ruling R204]: 2.5 cm between two walls let a base through, 2.45 cm do not."""
    table = alone(box((24, 0), (1, 18.75)), box((24, edge), (1, 30)))
    assert refusals(table, "plan walk 28,20") == bars


def test_ruling_r204_turning_needs_room_for_the_final_square_only() -> None:
    """[Ruling R204]: between walls as far apart as the base is wide it turns to stand along them, never across."""
    corridor = alone(box((15, 21.25), (10, 1)), box((15, 17.75), (10, 1)))
    assert refusals(corridor, "plan stay face 90") == []
    assert refusals(corridor, "plan stay face 180") == []
    assert refusals(corridor, "plan stay face 80") == ["path-turn"]
    post = alone(box((21.3, 20), (1, 4)))
    assert refusals(post, "plan stay face 45") == ["path-turn"]
    assert refusals(post, "plan stay face 90") == []


def test_ruling_r204_figures_in_contact_turn_by_right_angles() -> None:
    """[Ruling R204] [Kaos K10.11]: the square over its own ground stays clear of its neighbour."""
    table = turn_of(duel())
    assert [refusals(table, f"plan stay face {facing}") for facing in (90, 180, 270)] == [[], [], []]
    assert refusals(table, "plan stay face 45") == ["path-turn"]
    table.play("plan stay face 90")
    assert table.read("hero", "facing") == 90_000


def test_ruling_r205_a_base_stands_while_half_of_it_is_supported() -> None:
    """[Ruling R205]: out over an edge, and out over a corner where little more than a quarter is held."""
    table = Table({"hero": mine(at=(25, 15), z=3)}, [platform((20, 10), (10, 10), 3)])
    assert path(table, "hero", to(30, 15)).fall is None
    assert path(table, "hero", to("30.01", 15)).fall is not None
    assert path(table, "hero", to(29.9, 15)).fall is None
    cornered = path(table, "hero", to(29.9, 19.9))
    assert cornered.fall is not None and cornered.fall.drop == 3 * CM


def test_ruling_r216_the_flags_of_a_piece_say_what_it_is() -> None:
    """[Ruling R216]: impassable, climbable, difficult, opaque, to be stood on; a ramp always."""
    there = ((24, 15), (4, 10))
    table = alone()

    def barred(flags: int, height: float = 2) -> str:
        return problem(alone(box(*there, height, flags)), "hero", to(26, 20))

    assert problem(table, "hero", to(26, 20)) == ""
    assert barred(IMPASSABLE) == barred(IMPASSABLE | TOP | CLIMBABLE) == "piece"
    assert barred(TOP) == "wall" and barred(TOP | CLIMBABLE) == ""
    assert path(alone(box(*there, 2, TOP | CLIMBABLE)), "hero", to(26, 20)).end.z == cm(2)
    assert path(alone(box(*there, 0, DIFFICULT)), "hero", to(26, 20)).cost == cm(4 + 2 * 2)
    assert path(alone(ramp((22, 15), (10, 10), 2)), "hero", to(32, 20)).end.z == cm(2)
    for flags, is_seen in ((TOP, True), (TOP | SIGHT, False)):
        table = duel(10, pieces=[box((25, 10), (1, 20), 6, flags)])
        hero, foe = table.state.base(0), table.state.base(1)
        assert sees(table.state.table, hero, foe, []) == is_seen


# ----------------------------------------------------------------------------------------------- measuring and walking


def test_ruling_r264_distances_are_measured_through_space() -> None:
    """[Ruling R264]: 4 cm apart as seen from above and 3 cm up are 5 cm."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26.5, 20), z=3)}, [platform((24, 10), (9, 20), 3)])
    assert distance(table.state.base(0), table.state.base(1)) == cm(5)
    assert within(table.state.base(0), table.state.base(1), cm(5))
    assert not within(table.state.base(0), table.state.base(1), cm("4.9999"))


def on_slope(hero: Figure, foe: Figure, *more: Piece) -> Table:
    """The hero and the foe at a ramp from 20 to 30 that rises by 4 cm; the foe was here first."""
    return Table({"hero": hero, "foe": foe}, [ramp((20, 15), (10, 10), 4), *more])


def apart(table: Table) -> int:
    """How far the hero and the foe are from each other."""
    return measures.distance(table.state.table, table.state.base(0), table.state.base(1))


def test_ruling_r264_neighbours_on_one_slope_are_in_contact() -> None:
    """[Ruling R264] [Kaos K21.2] [Kaos K9.2]: one above the other, though their centres are 1 cm apart in height."""
    table = on_slope(mine(at=(22, 20), z=0.8), theirs(at=(24.5, 20), z=1.8))
    assert apart(table) == 0
    turn_of(table).play("plan stay strike foe sword", "react none", dice=["6111", "1"])
    assert [fact["dice"] for fact in table.facts("pool")][:1] == [4]  # no malus of distance [Kaos K21.3]


def test_ruling_r264_nobody_shoots_up_a_slope_at_who_is_in_contact() -> None:
    """[Ruling R264] [Kaos K23.11] [Kaos K25.2]: nor is it close by; from a centimetre on it is."""
    table = turn_of(on_slope(mine(at=(22, 20), z=0.8, weapons=[ranged()]), theirs(at=(24.5, 20), z=1.8)))
    assert "not-in-contact" in refusals(table, "plan stay shoot foe bow")
    table = turn_of(on_slope(mine(at=(22, 20), z=0.8, weapons=[ranged()]), theirs(at=(25.5, 20), z=2.2)))
    assert refusals(table, "plan stay shoot foe bow") == []


def test_ruling_r264_what_lies_between_two_on_a_slope_is_measured_along_it() -> None:
    """[Ruling R264]: 3 cm as seen from above and 1.2 cm up; aslant, by what rises between the nearest points."""
    assert apart(on_slope(mine(at=(22, 20), z=0.8), theirs(at=(27.5, 20), z=3))) == isqrt(30_000**2 + 12_000**2) + 1
    assert apart(on_slope(mine(at=(22, 18), z=0.8), theirs(at=(23, 23), z=1.2))) == cm(2.5)
    near = on_slope(mine(at=(22, 20), z=0.8), theirs(at=(27.5, 20), z=3)).state
    assert measures.within(near.table, near.base(0), near.base(1), 32_311)
    assert not measures.within(near.table, near.base(0), near.base(1), 32_310)


@pytest.mark.parametrize(
    ("low", "high"),
    [(mine(at=(19, 20)), theirs(at=(21.5, 20), z=0.6)), (mine(at=(28.5, 20), z=3.4), theirs(at=(31, 20), z=4))],
)
def test_ruling_r264_a_slope_has_its_foot_and_its_top_with_it(low: Figure, high: Figure) -> None:
    """[Ruling R264]: from the ground before it, and from the ledge it leads to."""
    assert apart(on_slope(low, high, platform((30, 15), (10, 10), 4))) == 0


@pytest.mark.parametrize(
    ("beside", "above", "far"),
    [
        (mine(at=(25, 13.75)), theirs(at=(25, 16.25), z=2), 2),
        (mine(at=(25, 13.75), z=1), theirs(at=(25, 16.25), z=2), 1),
        (mine(at=(19.5, 13.75)), theirs(at=(22, 16.25), z=0.8), 0.8),
        (mine(at=(32.5, 20)), theirs(at=(30, 20), z=4), 4),
    ],
)
def test_ruling_r264_beside_a_slope_is_another_level(beside: Figure, above: Figure, far: float) -> None:
    """[Ruling R264]: on the table, half as high, a corner past the line of its foot, or under its far end."""
    assert apart(on_slope(beside, above)) == cm(far)


@pytest.mark.parametrize(("north", "straight"), [("20.08", 10), ("20.12", 5)])
def test_ruling_r265_the_path_of_the_centre_is_measured(north: str, straight: int) -> None:
    """[Ruling R265]: 3 and 4 cm round a bend are 7; half a degree is still straight, more than one is not."""
    table = alone()
    assert path(table, "hero", to(23, 20), face(90), to(23, 24)).length == cm(7)
    bent = path(table, "hero", to(25, 20), to(30, north))
    assert bent.straight == pytest.approx(cm(straight), abs=cm(0.01))


def test_ruling_r266_turning_is_free_and_no_move() -> None:
    """[Ruling R266]: who turns has not moved, and nobody is asked to intercept."""
    table = turn_of(duel(1)).play("plan stay face 90")
    assert table.asks == "rest" and table.read("hero", "facing") == 90_000
    assert table.read("hero", "moved") == 0 and table.facts("moved") == []
    assert refusals(turn_of(duel(1, activated=1)), "plan walk 15,20 face 90 15,15 face 200") == []


@pytest.mark.parametrize(("height", "bars"), [("0.5", ""), ("0.51", "wall")])
def test_ruling_r267_half_a_centimetre_is_stepped_over(height: str, bars: str) -> None:
    """[Ruling R267]: at no cost; higher it is a face, which has to be climbed."""
    table = alone(platform((24, 10), (9, 20), height))
    assert problem(table, "hero", to(26, 20)) == bars
    if not bars:
        assert path(table, "hero", to(26, 20)).cost == cm(6)


def test_ruling_r268_up_costs_double_and_down_half_along_the_slope() -> None:
    """[Ruling R268]: 4 cm along and 3 cm up are 5 cm of slope: 10 up, 2.5 down."""
    table = alone(ramp((20, 10), (4, 20), 3), platform((24, 10), (9, 20), 3))
    up = path(table, "hero", to(24, 20))
    assert (up.length, up.cost, up.end.z) == (cm(5), cm(10), cm(3))
    table = Table({"hero": mine(at=(24, 20), z=3)}, [ramp((20, 10), (4, 20), 3), platform((24, 10), (9, 20), 3)])
    assert path(table, "hero", to(20, 20)).cost == cm(2.5)


@pytest.mark.parametrize(("flags", "keywords", "bars"), [(0, 0, "wall"), (CLIMBABLE, 0, ""), (0, CLIMBER, "")])
def test_ruling_r268_faces_are_climbed_where_climbable_or_by_climbers(flags: int, keywords: int, bars: str) -> None:
    """[Ruling R268]: 4 cm to the face, 3 cm up at double cost, 2 cm on; who may not climb is stopped, or falls."""
    piece = platform((24, 10), (9, 20), 3, SIGHT | TOP | flags)
    table = alone(piece, keywords=keywords)
    assert problem(table, "hero", to(26, 20)) == bars
    if not bars:
        assert path(table, "hero", to(26, 20)).cost == cm(4 + 2 * 3 + 2)
    above = Table({"hero": mine(at=(26, 20), z=3, keywords=keywords)}, [piece])
    assert (path(above, "hero", to(20, 20)).fall is not None) == bool(bars)
    assert problem(alone(box((24, 10), (2, 20), 3, SIGHT | flags), keywords=keywords), "hero", to(29, 20)) == "wall"
    assert problem(alone(piece, keywords=FLYING), "hero", to(26, 20)) == ""


def test_ruling_r269_difficult_ground_multiplies_with_slopes() -> None:
    """[Ruling R269]: 5 cm of slope cost 20 up and 5 down."""
    hill = [ramp((20, 10), (4, 20), 3, DIFFICULT), platform((24, 10), (9, 20), 3)]
    assert path(alone(*hill), "hero", to(24, 20)).cost == cm(20)
    table = Table({"hero": mine(at=(24, 20), z=3)}, hill)
    assert path(table, "hero", to(20, 20)).cost == cm(5)


def test_ruling_r270_a_difficult_piece_that_is_not_stood_on_is_walked_through() -> None:
    """[Ruling R270]: a wood of 8 cm; a difficult platform is a platform."""
    table = alone(box((24, 10), (10, 20), 8, SIGHT | DIFFICULT, "wood"))
    made = path(table, "hero", to(26, 20))
    assert made.problem is None and made.cost == cm(4 + 2 * 2) and made.end.z == 0
    assert problem(alone(box((24, 10), (10, 20), 8, DIFFICULT | TOP)), "hero", to(26, 20)) == "wall"


def test_ruling_r271_three_centimetres_of_ground_are_always_possible() -> None:
    """[Ruling R271]: 3 cm in a bog that would cost more than there is; a shrunken move; held fast, nothing."""
    bog = box((10, 10), (30, 20), 0, DIFFICULT)
    table = alone(bog, move=5)
    assert refusals(table, "plan walk 23,20") == []
    assert refusals(table, "plan walk 23.01,20") == ["movement"]
    table.play("plan walk 23,20")
    assert table.place("hero") == (23, 20, 0)
    table = alone()
    add_effect(table.state, 0, Op(Move, 0, -9 * CM, ALWAYS, ROUND, 0, 1))
    assert move_of(table.state, 0) == cm(3)
    add_effect(table.state, 0, Op(HalfMove, 0, 0, ALWAYS, ROUND, 0, 2))
    assert move_of(table.state, 0) == cm(3)
    add_effect(table.state, 0, Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 3))
    assert "held-fast" in refusals(table, "plan walk 21,20")


# --------------------------------------------------------------------------------------------------------------- jumps


def test_ruling_r272_a_jump_is_paid_for_and_its_run_up_is_the_last_straight_line() -> None:
    """[Ruling R272]: 6 cm of run-up and 3 of jump cost 9; a bend begins a new run-up, a turn on the spot does not."""
    table = alone()
    made = path(table, "hero", to(26, 20), leap(29, 20))
    assert (made.problem, made.cost, made.length) == (None, cm(9), cm(9))
    assert problem(table, "hero", to(26, 20), leap(29.1, 20)) == "jump-too-long"
    assert problem(table, "hero", to(23, 20), face(30), to(26, 20), leap(29, 20)) == ""
    assert problem(table, "hero", to(26, 20), to(26, 22), leap(26, 23)) == ""
    assert problem(table, "hero", to(26, 20), to(26, 22), leap(26, 23.1)) == "jump-too-long"
    assert problem(table, "hero", to(26, 20), leap(28, 20), leap(29, 20)) == "jump-too-long"
    assert refusals(table, "plan walk 26,20 jump 29,20 30,20") == []
    assert refusals(table, "plan walk 26,20 jump 29,20 30.1,20") == ["movement"]


def test_ruling_r273_a_jump_clears_and_lands_at_most_3_cm_higher() -> None:
    """[Ruling R273]: a fence, a ledge, a body; what is impassable is never jumped."""

    def leaps(*pieces: Any, body: float = 3) -> str:
        table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(60, 20), height=body)}, pieces)
        table.state.set_base(1, table.state.base_at(1, cm(30), cm(20), 0, 0))
        return problem(table, "hero", to(27, 20), leap(33, 20))

    assert leaps(body=3) == "" and leaps(body=3.1) == "figure"
    for height, bars in ((3, ""), (3.1, "jump-too-high")):
        fence = Table({"hero": mine(at=(10, 20))}, [box((30, 10), (1, 20), height, SIGHT)])
        assert problem(fence, "hero", to(28, 20), leap(33, 20)) == bars
        ledge = Table({"hero": mine(at=(10, 20))}, [platform((30, 10), (20, 20), height)])
        assert problem(ledge, "hero", to(28, 20), leap(33, 20)) == bars
    closed = Table({"hero": mine(at=(10, 20))}, [box((30, 10), (1, 20), 1, IMPASSABLE)])
    assert problem(closed, "hero", to(28, 20), leap(33, 20)) == "piece"


@pytest.mark.parametrize(("height", "wounds"), [(3, 0), (3.1, 4)])
def test_ruling_r274_a_jump_down_of_more_than_3_cm_is_a_fall_of_all_of_it(height: float, wounds: int) -> None:
    """[Ruling R274]: 3.1 cm are four begun."""
    table = Table({"hero": mine(at=(20, 20), z=height)}, [platform((10, 10), (16, 20), height)], size=(100, 60))
    turn_of(table).play("plan walk 25,20 jump 27.5,20", dice=["1" * 20] if wounds else [])
    assert table.read("hero", "wounds") == wounds and table.place("hero") == (27.5, 20, 0)


# --------------------------------------------------------------------------------------------------------------- falls


def test_ruling_r275_who_falls_lies_at_the_nearest_free_lower_place() -> None:
    """[Ruling R275]: another figure stands below; the falling one lies beside it, its facing kept."""
    ledge = platform((10, 10), (15, 20), 5)
    free = Table({"hero": mine(at=(20, 20), z=5)}, [ledge])
    made = path(free, "hero", to(30, 20))
    assert made.fall is not None and made.end.z == 0 and made.end.x < cm(26.6)
    taken = Table({"hero": mine(at=(20, 20), z=5), "foe": theirs(at=(28.3, 20))}, [ledge])
    made = path(taken, "hero", to(30, 20))
    assert made.fall is not None and made.end.z == 0 and made.end.facing == 0
    assert not overlap(made.end, taken.state.base(1))
    assert not meets_piece(made.end, ledge) and not meets_piece(path(free, "hero", to(30, 20)).end, ledge)
    assert distance(made.end, made.start) < cm(8)


def test_ruling_r276_the_roll_of_a_fall_is_made_of_itself() -> None:
    """[Ruling R276]: 3 points left are 3 dice; nothing is asked before them; a six rolls again, destiny counts."""
    table = Table({"hero": mine(at=(20, 20), wounds=17, armour=9, activated=1)}, destiny=(1, 0))
    table.start(FallFrame(table["hero"], cm(4.5)))
    table.play(PASS, dice=["611", "4"])
    assert table.facts("fell") == [{"figure": "hero", "drop": 4.5, "wounds": 5}]
    assert table.read("hero", "status") == 2
    table = Table({"hero": mine(at=(20, 20), wounds=10, activated=1)}, destiny=(1, 0))
    table.start(FallFrame(table["hero"], cm(4.5))).play("destiny", dice=["6111111111", "4", "444444444"])
    assert table.read("hero", "wounds") == 10

"""What a path is, what it costs, and what is said of one that cannot be walked."""

import pytest

from esquive.kaos.book.movement import (
    FARTHEST,
    MOST_LEGS,
    allowance_condition,
    are_sane,
    canonical,
    goes,
    leads_away,
    path_condition,
    path_of,
    settle,
    walkable,
)
from esquive.kaos.cards.library import CARRY, FLYING, Objective
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece
from esquive.kaos.geometry.units import TURN as WHOLE_TURN
from esquive.kaos.table.settings import SCENARIO
from tests.kaos.playing import Step, Table, box, cm, face, jump, legs, mine, platform, theirs
from tests.sentences import said


def walked(table: Table, *steps: Step) -> tuple[str, dict[str, object]]:
    """What is said of a path of the hero: the kind of its condition and its facts."""
    made = path_of(table.state, 0, table.state.base(0), legs(*steps))
    condition = path_condition(table.state, 0, made)
    return ("" if condition.holds else condition.kind), condition.facts


def test_what_bars_a_path_is_named_with_its_place() -> None:
    """[Kaos K20.16] [Ruling R201] [Ruling R204]: figures and scenery alike."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20))}, [box((15, 30), (10, 2))])
    kind, facts = walked(table, (25, 20), (40, 20))
    assert kind == "path-figure" and facts["blocker"] == "foe" and facts["leg"] == 2
    kind, facts = walked(table, (20, 40))
    assert kind == "path-piece" and facts["blocker"] == "wall" and str(facts["at"]).startswith("20,28.7")
    assert walked(table, (25, 20)) == ("", {"figure": "hero"})


def test_a_gap_narrower_than_the_base_is_no_way() -> None:
    """[Ruling R204]: 2.4 cm for a base of 2.5; 2.6 is one."""
    for gap, why in ((2.4, "path-piece"), (2.6, "")):
        pair = (box((10, 30), (10 - gap / 2, 2)), box((20 + gap / 2, 30), (10, 2)))
        assert walked(Table({"hero": mine(at=(20, 20))}, pair), (20, 40))[0] == why


def test_bases_may_touch_on_the_way() -> None:
    """[Ruling R201]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 22.5))})
    assert walked(table, (40, 20))[0] == "" and walked(table, (40, 20.1))[0] == "path-figure"


def test_one_that_flies_crosses_what_is_not_impassable() -> None:
    """[Kaos K11.1] [Ruling R216]: keywords of the card count."""
    low = box((25, 15), (2, 10), 2, SIGHT, "hedge")
    wall = box((25, 15), (2, 10), 2, IMPASSABLE | SIGHT)
    assert walked(Table({"hero": mine(at=(20, 20))}, [low]), (35, 20))[0] != ""
    assert walked(Table({"hero": mine(at=(20, 20), keywords=FLYING)}, [low]), (35, 20))[0] == ""
    assert walked(Table({"hero": mine(at=(20, 20), keywords=FLYING)}, [wall]), (35, 20))[0] != ""


@pytest.mark.parametrize(
    ("cost", "length", "limit", "holds"),
    [(10, 10, 10, True), (10.0001, 10.0001, 10, False), (12, 3, 10, True), (12.1, 3.0001, 10, False), (1, 1, 0, False)],
)
def test_a_path_costs_no_more_than_may_be_spent(cost: float, length: float, limit: float, holds: bool) -> None:
    """[Kaos K10.1] [Kaos K10.13] [Kaos K10.14]: 3 cm over the ground always, nothing for who is held fast."""
    table = Table({"hero": mine(at=(20, 20))})
    assert allowance_condition(table.state, 0, cm(cost), cm(length), cm(limit), "K10.1").holds == holds


def test_uphill_in_difficult_ground_costs_four_times() -> None:
    """[Kaos K11.8] [Kaos K11.1] [Kaos K11.2] [Kaos K11.3]: and downhill in it as much as level ground."""
    outline = ((cm(30), cm(15)), (cm(40), cm(15)), (cm(40), cm(25)), (cm(30), cm(25)))
    ramp = Piece("ramp", "ramp", outline, cm(1), DIFFICULT, (cm(30), cm(20)), (cm(40), cm(20)))
    table = Table({"hero": mine(at=(31, 20), z=0.1)}, [ramp])
    up = path_of(table.state, 0, table.state.base(0), legs((38, 20)))
    assert up.problem is None and up.cost == pytest.approx(4 * up.length, abs=4)
    down = path_of(table.state, 0, up.end, legs((31, 20)))
    assert down.cost == pytest.approx(down.length, abs=4)


def test_turning_alone_goes_nowhere() -> None:
    """[Kaos K10.11]."""
    assert not goes(legs(face(90))) and goes(legs(face(90), (20, 20)))
    assert not leads_away(cm(20), cm(20), legs(face(90), (20, 20)))
    assert leads_away(cm(20), cm(20), legs((20, 20), (20, 20.1)))


def test_legs_are_written_in_one_way() -> None:
    """[Kaos K20.16]: where one turns and how one faces are filled in."""
    base = Table({"hero": mine(at=(20, 20), faces=30)}).state.base(0)
    found = canonical(base, [Leg(TURN, 7, 7, 90_000), Leg(GO, cm(21), cm(20), 5), Leg(TURN, 9, 9, 0)])
    assert found == [
        *(TURN, cm(20), cm(20), 90_000),
        *(GO, cm(21), cm(20), 90_000),
        *(TURN, cm(21), cm(20), 0),
    ]


def test_sane_legs_are_few_near_and_of_known_kinds() -> None:
    """[Kaos K20.16]."""
    good = Leg(GO, 0, 0, 0)
    assert are_sane([]) and are_sane([good] * MOST_LEGS) and not are_sane([good] * (MOST_LEGS + 1))
    for bad in (Leg(3, 0, 0, 0), Leg(-1, 0, 0, 0), Leg(GO, FARTHEST + 1, 0, 0), Leg(TURN, 0, 0, WHOLE_TURN)):
        assert not are_sane([good, bad])


def test_a_figure_that_has_walked_stands_there_and_has_moved() -> None:
    """[Kaos K10.9] [Kaos K25.6]: and takes the relic it ends on [Kaos K37.1]."""
    relic = Objective(CARRY, 10, cm(30), cm(20), cm(1), 0, -1)
    table = Table({"hero": mine(at=(20, 20))}, objectives=[relic], mode=SCENARIO, relic_x=cm(30), relic_y=cm(20))
    settle(table.state, 0, path_of(table.state, 0, table.state.base(0), legs((25, 20))))
    assert table.read("hero", "moved") == 1 and table.state.relic == -1
    settle(table.state, 0, path_of(table.state, 0, table.state.base(0), legs((30, 20))))
    assert table.state.relic == 0 and table.facts("relic-taken") == [{"figure": "hero"}]


@pytest.mark.parametrize(
    ("leg", "is_one"),
    [
        (Leg(GO, FARTHEST, -FARTHEST, 0), True),
        (Leg(JUMP, -FARTHEST, FARTHEST, 0), True),
        (Leg(GO, FARTHEST + 1, 0, 0), False),
        (Leg(GO, -FARTHEST - 1, 0, 0), False),
        (Leg(JUMP, 0, FARTHEST + 1, 0), False),
        (Leg(JUMP, 0, -FARTHEST - 1, 0), False),
        (Leg(TURN, 0, 0, 0), True),
        (Leg(TURN, 0, 0, WHOLE_TURN - 1), True),
        (Leg(TURN, 0, 0, WHOLE_TURN), False),
        (Leg(TURN, 0, 0, -1), False),
        (Leg(TURN, 1, 0, 0), False),
        (Leg(TURN, 0, 1, 0), False),
        (Leg(GO, 5, 5, 1), False),
        (Leg(JUMP, 5, 5, 1), False),
        (Leg(3, 5, 5, 0), False),
        (Leg(-1, 5, 5, 0), False),
    ],
)
def test_a_leg_is_a_step_a_turn_or_a_jump_and_nothing_that_does_not_matter(leg: Leg, is_one: bool) -> None:
    """[Kaos K20.16]: a turn has no place, a step and a jump have no facing; nobody goes farther than 10 m."""
    assert are_sane([leg]) == is_one
    assert are_sane([leg] * MOST_LEGS) == is_one and not are_sane([leg] * (MOST_LEGS + 1))


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        (((-5, 20),), "Hero would leave the table at 1.249, 20."),
        (((25, 20), jump(30, 20)), "The jump from 27.5, 20 is longer than half of the straight move before it."),
        ((face(45),), "There is no room to turn at 20, 20: Foe is too near."),
        (((1.25, 20), face(45)), "Hero would leave the table at 1.25, 20."),
    ],
)
def test_what_bars_a_path_is_said_in_its_own_words(steps: tuple[Step, ...], sentence: str) -> None:
    """[Kaos K20.16] [Kaos K11.4] [Ruling R203] [Ruling R204]: with who is in the way, where somebody is."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(20, 22.5))})
    made = path_of(table.state, 0, table.state.base(0), legs(*steps))
    assert said(table.state, path_condition(table.state, 0, made)) == sentence


@pytest.mark.parametrize(("x", "y"), [(50, 30), (10, 30), (30, 50), (30, 10)])
def test_a_line_that_is_barred_is_walked_up_to_what_bars_it_whichever_way_it_leads(x: int, y: int) -> None:
    """[Kaos K20.16]: walls 3 cm wide all round begin 8 cm off; half a base before them the centre stops."""
    ring = [box((38, 20), (3, 20)), box((19, 20), (3, 20)), box((20, 38), (20, 3)), box((20, 19), (20, 3))]
    table = Table({"hero": mine(at=(30, 30))}, ring)
    made, whole = walkable(table.state, 0, table.state.base(0), legs((x, y)))
    assert whole == 0 and made.length == pytest.approx(cm(6.75), abs=20)
    assert (made.end.x - cm(30), made.end.y - cm(30)) == pytest.approx(
        (made.length * (x - 30) // 20, made.length * (y - 30) // 20), abs=2
    )


def test_a_path_barred_after_a_place_where_nobody_can_stand_ends_before_it() -> None:
    """[Kaos K20.16] [Ruling R205]: at the foot of the face it has no footing, half-way to it it has."""
    ledge = platform((24, 10), (16, 20), 5, SIGHT | TOP | CLIMBABLE)
    table = Table({"hero": mine(at=(18, 20)), "foe": theirs(at=(25.5, 20), z=5)}, [ledge])
    for steps in (((20, 20), (22, 20), (24, 20), (26, 20)), ((20, 20), (22, 20), (24, 20), jump(34, 20))):
        made, whole = walkable(table.state, 0, table.state.base(0), legs(*steps))
        assert (whole, made.end.x, made.end.z) == (2, cm(22), 0)

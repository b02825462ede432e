"""Sending flying with a long melee weapon."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.terms import unpacked
from esquive.kaos.book.wounds import BY_FORCE
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from esquive.kaos.geometry.units import MOST
from esquive.kaos.table import answers
from esquive.kaos.table.events import E_WOUNDED
from esquive.kaos.table.state import OUT
from tests.kaos.playing import PASS, Table, box, go, mine, platform, slam, theirs


def struck(
    *pieces: Any, wounds: int = 8, foe: Any = None, options: dict[str, Any] | None = None, **others: Any
) -> Table:
    """The hero faces east at 20,20 and has just wounded the foe, 1 cm before it at 23.5,20."""
    victim = foe if foe is not None else theirs(at=(23.5, 20), activated=1)
    table = Table({"hero": mine(at=(20, 20)), "foe": victim, **others}, pieces, options=options)
    return table.start(SlamFrame(table["hero"], table["foe"], wounds))


def refusals(table: Table, answer: int) -> list[str]:
    """The kinds of the conditions that fail."""
    return [condition.kind for condition in table.conditions(answer) if not condition.holds]


def test_the_player_who_dealt_the_wounds_decides() -> None:
    """[Kaos K22.5]: the victim may be left where it is."""
    table = struck()
    assert table.asks == "slam" and isinstance(table.waiting, Decision) and table.waiting.seat == 0
    assert not table.waiting.is_listed
    table.play(PASS)
    assert table.place("foe") == (23.5, 20, 0) and table.facts("slammed") == []


def test_the_victim_is_sent_to_a_place_its_facing_kept() -> None:
    """[Kaos K22.6]: it is no move of its own [Kaos K25.6]."""
    table = struck().play(slam(25, 22))
    assert table.place("foe") == (25, 22, 0)
    assert (table.read("foe", "facing"), table.read("foe", "moved")) == (180_000, 0)
    assert table.facts("slammed") == [{"figure": "foe", "by": "hero", "x": 25, "y": 22}]
    assert table.facts("slammed-into") == [] and table.asks == "rest"


@pytest.mark.parametrize(("x", "fails"), [(26, []), ("26.0001", ["slam-distance"])])
def test_the_victim_is_displaced_at_most_2_5_cm(x: Any, fails: list[str]) -> None:
    """[Kaos K22.6] [Ruling R229]."""
    assert refusals(struck(), slam(x, 20)) == fails


def test_as_agreed_the_victim_is_placed_within_2_5_cm_of_the_striker() -> None:
    """[Ruling R229]: a switch of the match; however far it is from where the victim was."""
    table = struck(options={"slam": "placed"})
    assert refusals(table, slam(25, 20)) == []
    assert refusals(table, slam(25.1, 20)) == ["slam-distance"]
    assert refusals(table, slam(23.5, 23.6)) == []


def test_the_victim_ends_in_the_attack_angle_of_the_striker() -> None:
    """[Kaos K22.6]: the rear line of the hero is at 18.75."""
    beside = theirs(at=(18, 23), activated=1)
    assert refusals(struck(foe=beside), slam(18, 25)) == []
    assert refusals(struck(foe=beside), slam(17.5, 25)) == ["slam-angle"]


def test_nobody_is_sent_off_the_table() -> None:
    """[Ruling R203]: a base stays wholly on it."""
    table = Table({"hero": mine(at=(70, 20)), "foe": theirs(at=(73.5, 20), activated=1)})
    table.start(SlamFrame(table["hero"], table["foe"], 8))
    assert "slam-on-table" in refusals(table, slam(75, 20))
    assert refusals(table, slam(73.75, 20)) == []


# -------------------------------------------------------------------------------------------------------------- against


def test_pushed_against_a_wall_the_victim_of_8_wounds_suffers_4_more() -> None:
    """[Kaos K22.7] [Kaos K22.8]: the rulebook's example; armour does not count again."""
    foe = theirs(at=(23.5, 20), activated=1, wounds=8, life=20, armour=2)
    table = struck(box((26, 10), (1, 20)), foe=foe).play(slam(26, 20))
    assert table.place("foe")[0] == pytest.approx(24.75, abs=0.002)
    assert table.read("foe", "wounds") == 12
    assert table.facts("slammed-into") == [{"figure": "foe", "wounds": 4}]


@pytest.mark.parametrize(("rounding", "wounds"), [("up", 3), ("down", 2)])
def test_half_of_the_wounds_is_rounded_up_unless_agreed_otherwise(rounding: str, wounds: int) -> None:
    """[Kaos K22.7] [Ruling R230]: half of 5."""
    table = struck(box((26, 10), (1, 20)), wounds=5, options={"half_wounds": rounding})
    table.play(slam(26, 20))
    assert table.read("foe", "wounds") == wounds


def test_another_figure_crushes_as_a_wall_does_and_is_unhurt() -> None:
    """[Kaos K22.7]: friend or enemy of the victim."""
    table = struck(wounds=8, friend=theirs(at=(27, 20))).play(slam(26, 20))
    assert table.place("foe")[0] == pytest.approx(24.5, abs=0.002)
    assert table.read("foe", "wounds") == 4 and table.read("friend", "wounds") == 0


def test_a_victim_already_in_contact_with_a_wall_is_crushed_where_it_stands() -> None:
    """[Kaos K22.7]: it can be sent against it."""
    table = struck(box((24.75, 10), (1, 20))).play(slam(25, 20))
    assert table.read("foe", "wounds") == 4
    assert table.place("foe")[0] == pytest.approx(23.5, abs=0.002)


def test_a_victim_that_just_reaches_a_wall_is_sent_against_it() -> None:
    """[Kaos K22.7] [Ruling R218]: contact is enough."""
    table = struck(box((26, 10), (1, 20))).play(slam(24.75, 20))
    assert table.read("foe", "wounds") == 4


def test_a_victim_that_stops_short_of_a_wall_or_slides_along_it_is_not() -> None:
    """[Kaos K22.7]: it is sent past, not against."""
    assert struck(box((26, 10), (1, 20))).play(slam(24, 20)).read("foe", "wounds") == 0
    assert struck(box((20, 21.25), (20, 1))).play(slam(26, 20)).read("foe", "wounds") == 0


def test_the_striker_itself_is_nothing_to_be_crushed_against() -> None:
    """[Kaos K22.7]: sent towards whoever strikes, the victim stops there."""
    table = struck().play(slam(22, 20))
    assert table.place("foe")[0] == pytest.approx(22.5, abs=0.002) and table.read("foe", "wounds") == 0


def test_a_climbable_wall_is_a_wall_to_who_is_sent_flying() -> None:
    """[Kaos K22.7]: nobody climbs on the way."""
    cliff = box((26, 10), (20, 20), height=3, flags=SIGHT | TOP | CLIMBABLE)
    table = struck(cliff).play(slam(26, 20))
    assert table.read("foe", "wounds") == 4 and table.place("foe")[2] == 0
    assert table.place("foe")[0] == pytest.approx(24.75, abs=0.002)


def test_a_climbable_wall_nearby_leaves_every_other_wall_as_it_is() -> None:
    """[Kaos K22.7]."""
    cliff = box((22, 22), (4, 4), height=3, flags=SIGHT | TOP | CLIMBABLE, name="cliff")
    table = struck(cliff, box((26, 10), (1, 11))).play(slam(26, 20))
    assert table.read("foe", "wounds") == 4 and table.place("foe")[0] == pytest.approx(24.75, abs=0.002)


@pytest.mark.parametrize(("gap", "wounds"), [(0.09, 4), (0.11, 0)])
def test_a_corner_that_just_reaches_a_climbable_wall_is_sent_against_it(gap: float, wounds: int) -> None:
    """[Kaos K22.7] [Ruling R218]: the corner of a base turned by half a right angle is 1.7678 cm ahead of it."""
    cliff = box((24.5 + 1.7678 + gap, 10), (20, 20), height=3, flags=SIGHT | TOP | CLIMBABLE)
    foe = theirs(at=(23.5, 20), faces=135, activated=1)
    assert struck(cliff, foe=foe).play(slam(24.5, 20)).read("foe", "wounds") == wounds


def test_what_half_the_wounds_are_for_is_told_and_no_card_is_named() -> None:
    """[Kaos K22.7]."""
    table = struck(box((26, 10), (1, 20))).play(slam(26, 20))
    (made,) = [event[-1] for event in table.state.log or () if event[0] == E_WOUNDED]
    assert unpacked(made) == [("slam", 4, "K22.7", 0)]


def test_a_marsh_is_nothing_to_be_crushed_against() -> None:
    """[Kaos K22.7]: ground without height is slid over."""
    assert struck(box((25, 10), (20, 20), height=0, flags=2)).play(slam(26, 20)).read("foe", "wounds") == 0


def test_half_the_wounds_may_put_the_victim_out_of_action() -> None:
    """[Kaos K18.9]."""
    foe = theirs(at=(23.5, 20), activated=1, wounds=17, life=20)
    table = struck(box((26, 10), (1, 20)), foe=foe).play(slam(26, 20))
    assert table.read("foe", "status") == OUT and table.state.points[0] == 20


def test_a_victim_activated_by_force_that_is_crushed_to_death_has_no_move_left() -> None:
    """[Kaos K26.2] [Kaos K18.9]."""
    foe = theirs(at=(23.5, 20), activated=BY_FORCE, wounds=17, life=20)
    table = struck(box((26, 10), (1, 20)), foe=foe).play(slam(26, 20))
    assert (table.read("foe", "status"), table.read("foe", "activated")) == (OUT, 1)


# ---------------------------------------------------------------------------------------------------------------- falls


def test_over_an_edge_the_victim_falls() -> None:
    """[Kaos K22.6] [Kaos K12.1] [Kaos K12.3]: a ledge of 3 cm costs 3 wounds, less the successes of the life left."""
    ledge = platform((10, 10), (14, 20))
    table = Table(
        {
            "hero": mine(at=(19, 20), z=3),
            "foe": theirs(at=(22.5, 20), z=3, life=6, wounds=2, activated=1),
        },
        [ledge],
    )
    table.start(SlamFrame(table["hero"], table["foe"], 2)).play(slam(25, 20), dice=["4123"])
    assert table.place("foe")[2] == 0
    assert table.facts("fell") == [{"figure": "foe", "drop": 3, "wounds": 3}]
    assert table.read("foe", "wounds") == 2 + 2


def test_the_slam_comes_first_then_half_the_wounds_then_the_fall() -> None:
    """[Ruling R212]: pushed against a tower at the corner of a ledge; what life is left then rolls for the fall."""
    table = Table(
        {
            "hero": mine(at=(19, 20), z=3),
            "foe": theirs(at=(22.5, 20), z=3, life=6, activated=1),
        },
        [platform((10, 10), (14, 10.1)), box((24.65, 10), (1, 20), height=8, name="tower")],
    )
    table.start(SlamFrame(table["hero"], table["foe"], 4)).play(slam(25, 20), dice=["1111"])
    events = table.events()
    assert events.index("slammed") < events.index("slammed-into") < events.index("fell")
    assert table.read("foe", "wounds") == 2 + 3


# -------------------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize("answer", [0, -1, answers.SLAM, go((25, 20)), slam(25, 20) + (1 << 90), PASS + 256, 1 << 300])
def test_any_integer_is_judged(answer: int) -> None:
    """An answer that is none is refused, whatever it is."""
    assert refusals(struck(), answer) == ["slam-or-pass"]


def test_a_place_far_from_any_table_is_refused() -> None:
    """The largest numbers an answer holds."""
    for edge in (-(2**31), 2**31 - 1):
        assert refusals(struck(), answers.pack(answers.SLAM, [edge, edge])) == ["slam-or-pass"]


@pytest.mark.parametrize(
    ("x", "y", "fails"), [(MOST, 0, False), (0, -MOST, False), (MOST + 1, 0, True), (0, -MOST - 1, True)]
)
def test_a_place_ten_metres_off_is_judged_and_one_beyond_is_none(x: int, y: int, fails: bool) -> None:
    """[Kaos K22.6]."""
    found = refusals(struck(), answers.pack(answers.SLAM, [x, y]))
    assert (found == ["slam-or-pass"]) == fails and found != []

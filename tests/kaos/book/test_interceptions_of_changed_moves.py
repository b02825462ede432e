"""Moves that come otherwise than declared, and what meets them: held fast, sent flying, turned first, over an edge."""

import pytest

from esquive.kaos.cards.library import IN_FREE_WINDOW, UNOPPOSED
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise
from esquive.kaos.table import answers
from tests.kaos.playing import (
    DONE,
    SKILL,
    SPELL,
    STAY,
    SWORD,
    Table,
    face,
    intercept,
    jump,
    long,
    mine,
    plan,
    platform,
    ranged,
    react,
    skill,
    slam,
    spell,
    theirs,
)

HERO, FOE, OTHER, THIRD = 0, 1, 2, 3
FAST = (Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 1),)


def test_a_charger_held_fast_before_it_sets_off_does_not_strike() -> None:
    """[Kaos K28.5] [Kaos K10.14]: it stands within reach already, but has no straight line behind it."""
    web = skill(timing=IN_FREE_WINDOW, is_free=True, effects=FAST)
    figures = {"hero": mine(at=(20, 20), move=5), "foe": theirs(at=(22.5, 23.5), faces=270, skills=[web])}
    table = Table(figures).turn_of("hero")
    table.play(plan("charge", (25.5, 20), face(90), action="strike", means=SWORD, target=FOE), react("none"))
    table.play(answers.pack(answers.USE, [FOE, SKILL, HERO, 0, 0]))
    assert table.place("hero") == (20, 20, 0) and table.asks == "rest"
    assert [fact["figure"] for fact in table.facts("missed")] == ["hero"] and table.read("hero", "acted") == 1


@pytest.mark.parametrize(("successes", "struck"), [("44411", []), ("11111", ["foe", "bow"])])
def test_who_is_held_fast_before_it_sets_off_is_struck_neither_on_its_way_nor_after_it(
    successes: str, struck: list[str]
) -> None:
    """[Kaos K31.10] [Ruling R211]: it does not move; whoever meant to strike it has played [Ruling R314]."""
    figures = {
        "hero": mine(at=(20, 20), life=40),
        "mage": theirs(at=(40, 20), spells=[spell(5, 40, UNOPPOSED, effects=FAST)]),
        "foe": theirs(at=(20, 22.5), faces=270),
        "bow": theirs(at=(40, 30), weapons=[ranged(5)]),
    }
    table = Table(figures).turn_of("hero").play(plan("walk", (23, 20)))
    table.play(intercept(1, SPELL), intercept(2, SWORD, 0), intercept(3, SWORD, "after"), dice=[successes])
    if struck:
        table.play(react("none"), react("none"), dice=["4111", "4111"])
    table.play(STAY)
    assert table.asks == "rest" and [fact["figure"] for fact in table.facts("hit") if fact["means"] == SWORD] == struck
    assert table.read("foe", "activated") == table.read("bow", "activated") == 1


def test_nobody_is_struck_in_the_middle_of_a_jump_because_it_was_sent_flying_before() -> None:
    """[Kaos K31.5] [Ruling R309]: sent back, it is over the gap where the second strike would meet it."""
    figures = {
        "hero": mine(at=(20, 20), life=40),
        "reaper": theirs(at=(24, 23.5), faces=270, weapons=(long(),)),
        "second": theirs(at=(31.5, 22.5), faces=270),
    }
    table = Table(figures).turn_of("hero").play(plan("run", (28, 20), jump(31, 20), (34, 20)))
    table.play(intercept(1, SWORD, 3.5), intercept(2, SWORD, 11.5), react("none"), dice=["4411"])
    table.play(slam(21.2, 20), STAY)
    assert table.place("hero") == (34, 20, 0) and table.asks == "rest"
    assert [fact["figure"] for fact in table.facts("missed")] == ["second"]


def test_who_jumps_down_too_far_has_fallen_before_it_is_struck_at_the_foot() -> None:
    """[Kaos K11.7] [Kaos K12.1] [Kaos K31.5]: sent flying from there it has not escaped the fall, nor does it go on."""
    figures = {"hero": mine(at=(18, 20), z=5, life=40), "foe": theirs(at=(31.5, 20), weapons=(long(),))}
    table = Table(figures, [platform((10, 10), (16, 20), 5)]).turn_of("hero")
    table.play(plan("run", (25, 20), jump(28, 20), (28, 24)), intercept(FOE, SWORD, 10), dice=["4" + 39 * "1"])
    assert table.read("hero", "wounds") == 4 and table.place("hero") == (28, 20, 0)
    table.play(react("none"), slam(28, 19), dice=["4411"])
    assert table.read("hero", "wounds") == 9 and table.place("hero") == (28, 19, 0)
    assert table.asks == "rest" and len(table.facts("fell")) == 1


def test_who_dies_of_its_fall_is_not_struck_at_the_foot() -> None:
    """[Kaos K11.7] [Ruling R211]."""
    figures = {"hero": mine(at=(18, 20), z=5, life=5), "foe": theirs(at=(31.5, 20), weapons=(long(),))}
    table = Table(figures, [platform((10, 10), (16, 20), 5)]).turn_of("hero")
    table.play(plan("run", (25, 20), jump(28, 20)), intercept(FOE, SWORD, 10), dice=["11111"])
    assert table.facts("out-of-action") and table.facts("interception") == []
    assert [fact["figure"] for fact in table.facts("missed")] == ["foe"] and table.asks == "rest"


@pytest.mark.parametrize("turned", [False, True])
def test_sent_flying_from_the_edge_it_was_about_to_go_over_a_figure_goes_on(turned: bool) -> None:
    """[Kaos K31.12] [Ruling R315]: the way point beyond the edge was not reached; the 12 cm left lead over it."""
    figures = {
        "hero": mine(at=(18, 20), z=5, life=40),
        "foe": theirs(at=(24, 23.5), faces=270, z=5, weapons=(long(),)),
    }
    table = Table(figures, [platform((10, 10), (16, 20), 5)]).turn_of("hero")
    table.play(plan("run", (29, 20), *[face(90)] * turned), intercept(FOE, SWORD, 8), react("none"), dice=["4411"])
    assert table.place("hero") == (26, 20, 5)
    table.play(slam(24, 19), dice=["4" * 5 + 30 * "1"])
    assert table.place("hero")[2] == 0 and table.place("hero")[0] > 26
    assert len(table.facts("fell")) == 1 and table.asks == "rest"


@pytest.mark.parametrize(("faces", "turns", "is_legal"), [(45, 0, False), (0, 45, True)])
def test_who_turns_and_acts_before_it_leaves_is_struck_as_it_then_stands(
    faces: int, turns: int, is_legal: bool
) -> None:
    """[Kaos K31.1] [Kaos K31.5]: 3 cm from the side of its base, 2.5 cm from the corner."""
    figures = {
        "hero": mine(at=(20, 20), faces=faces),
        "foe": theirs(at=(23.2, 20), activated=1),
        "guard": theirs(at=(20, 25.5), faces=270),
        "watch": theirs(at=(16.5, 20), faces=0),
    }
    table = Table(figures).turn_of("hero")
    table.play(plan("walk", face(turns), action="strike", means=SWORD, target=FOE, then=[(20, 17)]), react("none"))
    assert (table.why(intercept(OTHER, SWORD, 0)) == "") == is_legal
    offered = [answers.fields_of(answer)[0] for answer in table.state.stack[-1].options(table.state)[1:]]
    assert offered == ([OTHER] if is_legal else []) + [THIRD]
    if is_legal:
        table.play(intercept(OTHER, SWORD, 0), DONE, react("none"), STAY, dice=["111", "411"])
        assert [fact["figure"] for fact in table.facts("hit")] == ["guard"]


@pytest.mark.parametrize("goal", [15, 12])
def test_who_walks_along_the_very_edge_of_a_ledge_falls_where_it_ends(goal: int) -> None:
    """[Kaos K12.1]: half of its base is held up as far as the corner, neither beyond it nor less before it."""
    figures = {"hero": mine(at=(12, 20), z=5, life=40), "foe": theirs(at=(60, 60), activated=1)}
    table = Table(figures, [platform((12, 17), (6, 6), 5)]).turn_of("hero")
    table.play(plan("run", (12, goal)), dice=["4" + 39 * "1"])
    assert table.facts("moved")[0]["cost"] == 3 and table.place("hero")[1:] == (17, 0)
    assert table.facts("fell") == [{"figure": "hero", "drop": 5, "wounds": 5}] and table.read("hero", "wounds") == 4

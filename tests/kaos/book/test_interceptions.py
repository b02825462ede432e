"""Interceptions: who may strike or shoot at a mover, when, and what comes of it."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.cards.library import Weapon
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op
from esquive.kaos.cards.ops import Forbid
from esquive.kaos.geometry.units import CM
from esquive.kaos.table import answers
from tests.kaos.playing import (
    DONE,
    SECOND,
    SPELL,
    STAY,
    SWORD,
    Figure,
    Table,
    close,
    face,
    go,
    intercept,
    jump,
    long,
    mine,
    plan,
    ranged,
    react,
    slam,
    spell,
    theirs,
)

GUARD, OTHER = 1, 2
PASSES = plan("run", (36, 20))


def passing(guard: Figure | None = None, hero: Figure | None = None, **more: Figure) -> Table:
    """The hero runs from 20,20 to 36,20, past a guard at 28,23 that looks south: 0.5 cm apart at the nearest."""
    figures = {
        "hero": hero or mine(at=(20, 20)),
        "guard": guard or theirs(at=(28, 23), faces=270),
        **more,
    }
    return Table(figures).turn_of("hero")


def offered(table: Table) -> list[list[int]]:
    """The interceptions listed now, field by field."""
    frame = table.state.stack[-1]
    assert isinstance(frame, ActivationFrame)
    return [answers.fields_of(answer) for answer in frame.options(table.state)[1:]]


# -------------------------------------------------------------------------------------------------------------- who may


def test_who_has_not_played_may_strike_an_adversary_that_passes() -> None:
    """[Kaos K31.1] [Kaos K31.5] [Kaos K31.7]: anywhere within 2.5 cm, at a place of its choice on the path."""
    table = passing().play(PASSES)
    assert table.asks == "intercept"
    for at, why in ((8, ""), (3, ""), (2.9, "melee-reach"), (12.9, ""), (13.1, "melee-reach"), (17, "off-the-path")):
        assert table.why(intercept(GUARD, at=at)) == why, at


def test_the_first_point_of_the_path_counts() -> None:
    """[Kaos K31.1]: when the mover leaves it."""
    table = passing(guard=theirs(at=(20, 23), faces=270)).play(PASSES)
    assert table.why(intercept(GUARD, at=0)) == ""
    table.play(intercept(GUARD, at=0))
    table.play(react("none"), STAY, dice=["111"])
    assert table.place("hero") == (36, 20, 0)


@pytest.mark.parametrize("columns", [{"activated": 1}, {"fleeing": 1}])
def test_who_has_played_or_flees_does_not_intercept(columns: dict[str, int]) -> None:
    """[Kaos K31.1] [Kaos K27.3]: nobody is asked then."""
    table = passing(guard=theirs(at=(28, 23), faces=270, **columns)).play(PASSES)
    assert table.asks == "rest"


def test_the_attack_angle_counts_as_it_is() -> None:
    """[Kaos K31.3] [Kaos K31.5]: no turn comes before the strike."""
    assert passing(guard=theirs(at=(28, 23), faces=90)).play(PASSES).asks == "rest"


def test_friends_do_not_intercept_nor_does_who_is_attacked() -> None:
    """[Kaos K20.13]."""
    attacked = passing(friend=mine(at=(28, 17), faces=90))
    attacked.play(plan("walk", (27, 20), action="strike", means=SWORD, target=GUARD), react("none"), dice=["111"])
    assert attacked.asks == "rest"


def test_only_the_figure_activated_is_intercepted_and_only_if_it_moves() -> None:
    """[Kaos K31.10]: turning on the spot is no move."""
    table = passing(guard=theirs(at=(20, 23.3), faces=270)).play(plan("stay", face(90)))
    assert table.asks == "rest"


@pytest.mark.parametrize("what", ["action", "interception"])
def test_cards_may_forbid_it(what: str) -> None:
    """[Kaos K16.3]."""
    table = passing()
    add_effect(table.state, GUARD, Op(Forbid, 1 << FORBIDDEN.index(what), 1, ALWAYS, ROUND, 0, 1))
    assert table.play(PASSES).asks == "rest"


def test_nobody_has_to_intercept() -> None:
    """[Kaos K20.13]: it may move on, its turn untouched."""
    table = passing().play(PASSES, DONE)
    assert table.asks == "rest" and table.read("guard", "activated") == 0


# ----------------------------------------------------------------------------------------------------------- the strike


def test_the_strike_is_the_action_and_the_turn_of_who_makes_it() -> None:
    """[Kaos K31.2] [Kaos K20.13]: hit or missed."""
    table = passing().play(PASSES, intercept(GUARD, at=8), react("none"), STAY, dice=["111"])
    assert table.read("guard", "activated") == table.read("guard", "acted") == 1 and table.asks == "rest"


def test_the_mover_is_struck_on_its_way_and_goes_on() -> None:
    """[Kaos K31.5] [Kaos K31.12]: it stands there while the strike is resolved."""
    table = passing().play(PASSES, intercept(GUARD, at=8))
    assert table.asks == "react" and table.place("hero") == (28, 20, 0)
    table.play(react("none"), STAY, dice=["411"])
    assert table.read("hero", "wounds") == 5 and table.place("hero") == (36, 20, 0)
    assert table.facts("moved")[-1]["cost"] == 16


@pytest.mark.parametrize(
    ("weapon", "y", "dice"), [(close(), 23, 3), (close(), 22.5, 4), (long(), 23, 4), (long(), 22.5, 3)]
)
def test_the_malus_of_distance_is_that_of_the_weapon(weapon: Weapon, y: float, dice: int) -> None:
    """[Kaos K31.8] [Kaos K21.3] [Kaos K22.4]: close weapons beyond contact, long ones in it."""
    guard = theirs(at=(28, y), faces=270, weapons=(weapon,))
    table = passing(guard=guard).play(PASSES, intercept(GUARD, at=8), react("none"), dice=["1" * dice])
    assert table.facts("pool")[0]["dice"] == dice


def test_the_best_place_is_offered() -> None:
    """[Kaos K31.5] [Kaos K31.8]: in contact for a close weapon, if the path leads there; out of it for a long one."""
    touching = passing(guard=theirs(at=(28, 22.5), faces=270, weapons=(close(), long()))).play(PASSES)
    found = offered(touching)
    assert [fields[1] for fields in found] == [SWORD, SECOND]
    state = touching.state
    for _, means, _, distance in found:
        gap = max(0, abs(280_000 - 200_000 - distance) - 25_000)
        assert (gap <= 500) == (means == SWORD)
    assert state.activated[GUARD] == 0


def test_no_strike_at_a_figure_in_the_air() -> None:
    """[Kaos K31.5]: before the jump or after it."""
    table = passing(guard=theirs(at=(34, 23), faces=270)).play(plan("run", (32, 20), jump(36, 20)))
    assert table.why(intercept(GUARD, at=14)) == "off-the-path"
    assert table.why(intercept(GUARD, at=12)) == table.why(intercept(GUARD, at=16)) == ""


def test_no_strike_at_a_figure_in_the_air_in_the_second_half_of_its_move() -> None:
    """[Kaos K31.5] [Kaos K20.15]: 4 cm, the action, 4 cm more, and a jump of 2."""
    figures = {"hero": mine(at=(20, 20)), "guard": theirs(at=(24, 29), faces=270), "foe": theirs(at=(26.5, 20))}
    table = Table(figures).turn_of("hero")
    table.play(plan("walk", (24, 20), action="strike", means=SWORD, target=2, then=[(24, 24), jump(24, 26)]))
    table.play(react("none"))
    assert [table.why(intercept(GUARD, at=at)) for at in (8, 9, 10)] == ["", "off-the-path", ""]


def test_no_strike_before_the_path_begins() -> None:
    """[Kaos K31.5]: not even a micrometre."""
    table = passing(guard=theirs(at=(20, 24), faces=270)).play(PASSES)
    assert table.why(intercept(GUARD, at=0)) == ""
    assert table.why(intercept(GUARD, at=-1 / CM)) == "off-the-path"


def test_both_halves_of_a_split_move_may_be_intercepted() -> None:
    """[Kaos K31.5] [Kaos K20.15]: the first before the strike of the mover, the second after it."""
    table = Table(
        {
            "hero": mine(at=(20, 20)),
            "one": theirs(at=(22, 23), faces=270, weapons=(close(dice=1),)),
            "two": theirs(at=(23, 26), faces=0, weapons=(close(dice=1),)),
            "foe": theirs(at=(28.5, 20)),
        }
    ).turn_of("hero")
    declared = plan("walk", (26, 20), action="strike", means=SWORD, target=3, then=[(26, 24)])
    table.play(declared, react("none"))
    assert table.why(intercept(2, at=6)) != "" and table.why(intercept(1, at=2)) == ""
    assert [fields[3] for fields in offered(table)] == [0, 7 * CM]  # along the whole of both halves
    assert table.why(intercept(2, at=6.25)) == "melee-reach"
    table.play(intercept(1, at=2), intercept(2, at=9))
    assert table.place("hero") == (22, 20, 0)


def test_a_strike_in_the_second_half_comes_after_the_action() -> None:
    """[Kaos K20.15]: 4 cm into the second half of a move whose first half is 6 cm."""
    table = Table(
        {
            "hero": mine(at=(20, 20)),
            "foe": theirs(at=(28.5, 20)),
            "two": theirs(at=(29, 24), faces=180, weapons=(close(),)),
        }
    ).turn_of("hero")
    declared = plan("walk", (26, 20), action="strike", means=SWORD, target=1, then=[(26, 24)])
    table.play(declared, react("dodge"), intercept(2, at=9), dice=["1111", "111"])
    assert table.asks == "react" and table.place("hero") == (26, 23, 0)
    assert table.read("hero", "acted") == 1
    assert table.why(react("riposte", SWORD)) == "action-to-give-up"  # its action is over
    table.play(react("none"), STAY, dice=["111"])
    assert table.place("hero") == (26, 24, 0)


def test_a_move_all_after_the_strike_is_intercepted_on_its_way() -> None:
    """[Kaos K31.5]: nothing before the action, everything after it."""
    table = Table(
        {
            "hero": mine(at=(20, 20)),
            "foe": theirs(at=(22.5, 20)),
            "two": theirs(at=(23, 26), faces=180, weapons=(close(),)),
        }
    ).turn_of("hero")
    declared = plan("walk", action="strike", means=SWORD, target=1, then=[(20, 28)])
    table.play(declared, react("dodge"), intercept(2, at=6), dice=["1111", "111"])
    assert table.asks == "react" and table.place("hero") == (20, 26, 0)


def test_a_strike_where_the_mover_stands_comes_when_it_leaves() -> None:
    """[Kaos K31.1] [Kaos K20.15]: after its own strike, if it only moves then."""
    table = Table(
        {
            "hero": mine(at=(20, 20)),
            "foe": theirs(at=(22.5, 20)),
            "two": theirs(at=(17, 20), faces=0, weapons=(close(),)),
        }
    ).turn_of("hero")
    declared = plan("walk", action="strike", means=SWORD, target=1, then=[(20, 28)])
    table.play(declared, react("dodge"), intercept(2, at=0), dice=["1111", "111"])
    assert table.asks == "react" and table.place("hero") == (20, 20, 0) and table.read("hero", "acted") == 1
    table.play(react("none"), STAY, dice=["111"])
    assert table.place("hero") == (20, 28, 0)


def test_strikes_come_in_the_order_of_the_path() -> None:
    """[Kaos K20.14] [Kaos K31.11]: shots before it first, shots after it last."""
    table = passing(
        other=theirs(at=(32, 17), faces=90),
        archer=theirs(at=(28, 50), faces=270, weapons=(ranged(),)),
    ).play(PASSES, intercept(GUARD, at=9))
    assert table.why(intercept(OTHER, at=8.9)) == "out-of-order"
    assert table.why(intercept(OTHER, at=9)) == ""
    assert table.why(intercept(3)) == "out-of-order"
    assert table.why(intercept(3, at="after")) == ""
    assert table.why(intercept(GUARD, at=9)) == "already-activated"
    for fields in offered(table):
        assert table.why(answers.pack(answers.INTERCEPT, fields)) == ""


def test_a_strike_later_on_the_path_is_still_offered() -> None:
    """[Kaos K31.5]: who could have struck first may strike later."""
    table = passing(other=theirs(at=(28, 17), faces=90)).play(PASSES, intercept(GUARD, at=8))
    assert table.asks == "intercept" and offered(table)[0][3] >= 80_000


def test_the_mover_may_dodge_each_strike() -> None:
    """[Kaos K31.11] [Kaos K29.4]: one die fewer each time."""
    table = passing(other=theirs(at=(32, 17), faces=90), hero=mine(at=(20, 20), dodge=3))
    table.play(PASSES, intercept(GUARD, at=8), intercept(OTHER, at=12), react("dodge"), dice=["111", "111"])
    table.play(react("dodge"), STAY, STAY, dice=["111", "11"])
    assert table.asks == "rest" and table.read("hero", "dodges") == 2


def test_the_mover_ripostes_only_by_giving_up_its_declared_action() -> None:
    """[Kaos K31.11] [Ruling R238]: with none to give up it may not."""
    running = passing().play(PASSES, intercept(GUARD, at=8))
    assert running.why(react("riposte", SWORD)) == "action-to-give-up"
    table = passing(foe=theirs(at=(32.5, 20)))
    declared = plan("walk", (30, 20), action="strike", means=SWORD, target=OTHER)
    table.play(declared, react("none"), intercept(GUARD, at=8), react("riposte", SWORD), STAY, dice=["111", "111"])
    assert table.asks == "rest" and table.place("hero") == (30, 20, 0)
    assert table.read("hero", "acted") == 1 and len(table.facts("rolled")) == 2  # its strike at the foe is given up


def test_a_mover_put_out_of_action_ends_its_move_and_its_action() -> None:
    """[Ruling R211] [Kaos K31.12]: later strikes are lost; who struck moves all the same."""
    table = passing(hero=mine(at=(20, 20), life=5), other=theirs(at=(32, 17), faces=90), ally=mine(at=(60, 60)))
    table.play(PASSES, intercept(GUARD, at=8), intercept(OTHER, at=12), react("none"), dice=["411"])
    assert table.facts("out-of-action") == [{"figure": "hero"}] and table.place("hero") == (28, 20, 0)
    assert table.asks == "move-after-interception"


def test_a_mover_sent_flying_resumes_from_where_it_lies() -> None:
    """[Kaos K31.12] [Kaos K22.6]: towards the rest of its path, with the movement that is left."""
    guard = theirs(at=(28, 23), faces=270, weapons=(long(wounds=2),))
    table = passing(guard=guard).play(PASSES, intercept(GUARD, at=8), react("none"), dice=["4111"])
    assert table.asks == "slam"
    table.play(slam(28, 17.5))
    x, y, _ = table.place("hero")
    # 8 of 20 cm are spent; 36,20 is 8.38 cm from 28,17.5.
    assert (x, y) == (36, 20) and table.asks == "rest"
    spent = table.facts("moved")[-1]["cost"]
    assert 8.37 < spent < 8.39


def test_a_mover_sent_flying_gets_no_farther_than_its_movement() -> None:
    """[Kaos K31.12]: 16 cm at a run of 16; from 2.5 cm behind it falls short."""
    guard = theirs(at=(28, 23), faces=270, weapons=(long(wounds=2),))
    table = passing(guard=guard, hero=mine(at=(20, 20), move=8)).play(
        PASSES, intercept(GUARD, at=8), react("none"), dice=["4111"]
    )
    table.play(slam(26, 20))
    assert table.place("hero") == (34, 20, 0) and len(table.facts("move-stopped")) == 1


def test_a_turn_at_the_place_of_the_strike_is_still_made() -> None:
    """[Kaos K31.12] [Kaos K10.11]: where it turns it is struck before turning."""
    guard = theirs(at=(28, 23.5), faces=270, weapons=(long(wounds=2),))
    table = passing(guard=guard).play(
        plan("run", (28, 20), face(180), (24, 20)), intercept(GUARD, at=8), react("none"), dice=["4111"]
    )
    table.play(slam(28, 18))
    assert table.state.facing[0] == 180_000 and table.place("hero")[:2] == (24, 20)


def test_a_strike_at_a_place_the_mover_never_comes_to_is_lost() -> None:
    """[Kaos K20.16] [Ruling R211]: sent flying away from it."""
    guard = theirs(at=(28, 23), faces=270, weapons=(long(wounds=2),))
    far = theirs(at=(39.5, 23), faces=270, weapons=(close(),))
    table = passing(guard=guard, hero=mine(at=(20, 20), move=8), other=far)
    table.play(PASSES, intercept(GUARD, at=8), intercept(OTHER, at=16), react("none"), dice=["4111"])
    table.play(slam(26, 20), STAY)  # 34,20 is as far as it comes, 3 cm short of the other
    assert [fact["figure"] for fact in table.facts("missed")] == ["other"]
    assert table.asks == "rest" and table.read("other", "activated") == 1


# ----------------------------------------------------------------------------------------------------- shots and spells


def archer(**keys: Any) -> Figure:
    """Somebody with a bow and a spell, 15 cm away."""
    return theirs(at=(28, 38), faces=270, weapons=(ranged(dice=5), close()), spells=(spell(dice=5),), **keys)


def test_shots_come_before_or_after_the_move_never_along_it() -> None:
    """[Kaos K31.6]: and melee strikes never before or after it."""
    table = passing(guard=archer()).play(PASSES)
    for means in (SWORD, SPELL):
        assert table.why(intercept(GUARD, means)) == table.why(intercept(GUARD, means, "after")) == ""
        assert table.why(intercept(GUARD, means, 8)) == "wrong-moment"
    striker = passing().play(PASSES)
    assert striker.why(intercept(GUARD)) == striker.why(intercept(GUARD, at="after")) == "wrong-moment"


@pytest.mark.parametrize(("moment", "dice", "x"), [("before", 5, 20), ("after", 4, 36)])
def test_a_shot_before_the_move_has_no_moving_target_and_one_after_it_has(moment: str, dice: int, x: float) -> None:
    """[Kaos K31.9] [Kaos K25.6]."""
    table = passing(guard=archer()).play(PASSES, intercept(GUARD, SWORD, moment))
    assert table.place("hero")[0] == x
    table.play(react("none"), dice=["1" * dice])
    assert table.facts("pool")[0]["dice"] == dice


def test_a_shot_that_the_move_leaves_without_dice_is_not_declared() -> None:
    """[Kaos K31.9] [Kaos K25.5]: one die before it, none after it."""
    bowman = theirs(at=(28, 38), faces=270, weapons=(ranged(dice=1),))
    table = passing(guard=bowman).play(PASSES)
    assert table.why(intercept(GUARD)) == "" and table.why(intercept(GUARD, at="after")) == "dice-left"
    assert [fields[2] for fields in offered(table)] == [0]


def test_a_shot_after_the_move_comes_after_the_action_and_the_second_half() -> None:
    """[Kaos K31.6] [Kaos K20.15]."""
    table = passing(guard=archer(), foe=theirs(at=(28.5, 20)))
    declared = plan("walk", (26, 20), action="strike", means=SWORD, target=OTHER, then=[(26, 24)])
    table.play(declared, react("dodge"), intercept(GUARD, SWORD, "after"), dice=["1111", "111"])
    assert table.asks == "react" and table.place("hero") == (26, 24, 0)
    assert table.why(react("riposte", SWORD)) != ""


def test_who_shoots_has_no_move_afterwards() -> None:
    """[Kaos K31.4]: only a close melee weapon leaves one."""
    table = passing(guard=archer()).play(PASSES, intercept(GUARD, SWORD), react("none"), dice=["11111"])
    assert table.asks == "rest"
    spear = passing(guard=theirs(at=(28, 23), faces=270, weapons=(long(),)))
    assert spear.play(PASSES, intercept(GUARD, at=8), react("none"), dice=["1111"]).asks == "rest"


def test_who_struck_with_a_close_weapon_moves_when_the_turn_is_over() -> None:
    """[Kaos K31.4] [Kaos K31.3]: a simple move, in the order declared, after the action and the second half."""
    table = passing(other=theirs(at=(32, 17), faces=90)).play(
        PASSES, intercept(GUARD, at=8), intercept(OTHER, at=12), react("none"), react("none"), dice=["111", "111"]
    )
    waiting = table.waiting
    assert isinstance(waiting, Decision) and waiting.kind == "move-after-interception" and waiting.seat == 1
    assert table.place("hero") == (36, 20, 0)
    assert table.why(go((28, 33.1))) == "movement"
    table.play(go((28, 33)))
    assert table.place("guard") == (28, 33, 0)
    table.play(go((32, 7)))
    assert table.asks == "rest" and table.place("other") == (32, 7, 0)


def test_initiative_does_not_change_hands_by_interceptions() -> None:
    """[Kaos K31.12]."""
    table = passing().play(PASSES, intercept(GUARD, at=8), react("none"), STAY, dice=["111"])
    assert table.state.initiative == 0 and table.facts("initiative") == []


@pytest.mark.parametrize(
    "fields",
    [
        [1, SWORD, 3, 0],
        [1, SWORD, -1, 0],
        [1, 99, 1, 80_000],
        [1, SWORD, 1, -1],
        [0, SWORD, 1, 80_000],
        [9, SWORD, 1, 0],
    ],
)
def test_interceptions_made_of_any_integers_are_judged(fields: list[int]) -> None:
    """[Kaos K20.13]."""
    table = passing().play(PASSES)
    assert table.why(answers.pack(answers.INTERCEPT, fields)) != ""


def test_shots_have_no_place_along_the_path() -> None:
    """[Kaos K31.6]: one way to say each."""
    table = passing(guard=archer()).play(PASSES)
    assert table.why(answers.pack(answers.INTERCEPT, [GUARD, SWORD, 0, 5])) == "wrong-moment"

"""Falls: wounds by the centimetre, the dice that save, and what follows."""

import pytest

from esquive.core.waiting import Roll
from esquive.kaos.book import rolls
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.terms import unpacked
from esquive.kaos.book.wounds import BY_FORCE
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Dice
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from esquive.kaos.table.events import EVENTS
from tests.kaos.playing import (
    DESTINY,
    SWORD,
    Table,
    cm,
    face,
    jump,
    long,
    mine,
    plan,
    platform,
    react,
    slam,
    theirs,
)


def falling(drop: float, destiny: tuple[int, int] = (0, 0), **keys: int) -> Table:
    """The hero, with a life gauge of 4 unless told otherwise, has fallen so many centimetres."""
    keys.setdefault("life", 4)
    table = Table({"hero": mine(at=(20, 20), **keys), "foe": theirs(at=(60, 60))}, destiny=destiny)
    return table.start(FallFrame(table["hero"], cm(drop)))


@pytest.mark.parametrize(("drop", "wounds"), [(0.5, 1), (1, 1), (1.0001, 2), (2.9, 3), (3, 3), (7.2, 8)])
def test_a_fall_is_a_wound_for_each_centimetre_begun(drop: float, wounds: int) -> None:
    """[Kaos K12.1] [Ruling R231]: even under 3 cm."""
    table = falling(drop, life=20, wounds=10).play(dice=["1" * 10])
    assert table.read("hero", "wounds") == 10 + wounds
    assert table.facts("fell") == [{"figure": "hero", "drop": drop, "wounds": wounds}]


def test_armour_does_not_count() -> None:
    """[Kaos K12.2]."""
    assert falling(3, armour=5).play(dice=["1111"]).read("hero", "wounds") == 3


def test_one_die_a_point_left_in_the_gauge_when_the_fall_begins() -> None:
    """[Kaos K12.3]: rolled without being asked for, sixes rolled again."""
    table = falling(3, life=9, wounds=4)
    waiting = table.waiting
    assert isinstance(waiting, Roll) and (waiting.kind, waiting.count, waiting.seat) == ("fall", 5, 0)
    assert table.play(dice=["61111", "5"]).read("hero", "wounds") == 5


@pytest.mark.parametrize(("dice", "wounds"), [("1111", 3), ("4111", 2), ("4411", 1), ("4441", 0), ("4444", 0)])
def test_each_success_cancels_a_wound(dice: str, wounds: int) -> None:
    """[Kaos K12.4]: never more than there are."""
    table = falling(3).play(dice=[dice])
    assert table.read("hero", "wounds") == wounds
    assert sum(fact["saved"] for fact in table.facts("fall-saved")) == 3 - wounds
    suffered = [event[-1] for event in table.log() if EVENTS[event[0]].name == "wounded"]
    terms = [("fall", 3, "K12.1", 0), *([("saved", wounds - 3, "K12.4", 0)] if wounds < 3 else [])]
    assert [unpacked(one) for one in suffered] == ([terms] if wounds else [])  # no card has a hand in it


def test_destiny_and_cards_help() -> None:
    """[Kaos K12.3] [Kaos K36.4]."""
    table = falling(3, destiny=(1, 0), life=2).play(dice=["11"])
    assert table.play(DESTINY, dice=["44"]).read("hero", "wounds") == 1
    cushion = Table({"hero": mine(at=(20, 20), life=2)})
    add_effect(cushion.state, 0, Op(Dice, 1 << rolls.FALL, 2, ALWAYS, ROUND, 0, 1))
    assert cushion.start(FallFrame(0, cm(1))).play(dice=["1114"]).read("hero", "wounds") == 0


def test_a_fall_may_put_out_of_action() -> None:
    """[Kaos K18.9]."""
    table = falling(6).play(dice=["1111"])
    assert table.facts("out-of-action") == [{"figure": "hero"}] and table.asks == "rest"


def test_no_drop_is_no_fall() -> None:
    """[Kaos K12.1]: nor is anything rolled for who is gone."""
    assert falling(0).asks == "rest"
    table = Table({"hero": mine(at=(20, 20), status=2)})
    assert table.start(FallFrame(0, cm(5))).asks == "rest"


def test_who_falls_is_activated_by_force_and_moves_when_all_is_over() -> None:
    """[Kaos K26.1] [Kaos K26.2]: whoever made it fall sees to that."""
    table = falling(3).play(dice=["1111"])
    assert table.state.activated[0] == BY_FORCE and table.asks == "rest"


def test_walking_over_an_edge_is_a_fall() -> None:
    """[Kaos K12.1] [Ruling R205]: the mover ends at the foot; its turn goes on."""
    tower = platform((10, 15), (12, 10), 5)
    table = Table({"hero": mine(at=(18, 20), z=5, life=6)}, [tower]).turn_of("hero")
    table.play(plan("walk", (26, 20)), dice=["411111"])
    assert table.place("hero")[2] == 0 and table.read("hero", "wounds") == 4
    assert table.facts("fell")[0]["drop"] == 5 and table.asks == "rest"


def test_a_step_off_the_very_edge_is_a_fall_too() -> None:
    """[Kaos K12.1] [Ruling R205]: its centre stands over the edge, so nothing of the way is walked before it falls."""
    tower = platform((10, 15), (12, 10), 5)
    table = Table({"hero": mine(at=(22, 20), z=5, life=6)}, [tower]).turn_of("hero")
    table.play(plan("walk", (26, 20)), dice=["411111"])
    assert table.place("hero")[2] == 0 and table.read("hero", "wounds") == 4
    assert table.facts("fell")[0]["drop"] == 5 and table.asks == "rest"


def test_who_turns_until_too_little_holds_it_up_falls() -> None:
    """[Kaos K12.1] [Ruling R205]: aslant on a narrow wall more than half of a base is held up, along it less."""
    wall = platform((10, 19.42), (20, 1.16), 5)
    table = Table({"hero": mine(at=(20, 20), z=5, faces=45, life=6)}, [wall]).turn_of("hero")
    table.play(plan("stay", face(0)), dice=["411111"])
    assert table.place("hero")[2] == 0 and table.read("hero", "wounds") == 4
    assert table.read("hero", "moved") == 0  # turning and falling are no moves [Kaos K10.11]


@pytest.mark.parametrize(("height", "wounds"), [(3, 0), (3.2, 4)])
def test_jumping_down_more_than_three_centimetres_is_a_fall(height: float, wounds: int) -> None:
    """[Kaos K11.7]: three are harmless; above that the whole height counts."""
    tower = platform((10, 15), (12, 10), height, SIGHT | TOP | CLIMBABLE)
    table = Table({"hero": mine(at=(12, 20), z=height)}, [tower]).turn_of("hero")
    dice = ["1" * 20] if wounds else []
    table.play(plan("run", (20, 20), jump(24, 20)), dice=dice)
    assert table.place("hero")[0] == 24 and table.read("hero", "wounds") == wounds


def test_no_action_is_planned_beyond_a_fall() -> None:
    """[Kaos K12.1] [Kaos K20.16]: nor a second part."""
    tower = platform((10, 15), (12, 10), 5)
    table = Table({"hero": mine(at=(18, 20), z=5), "foe": theirs(at=(27, 20))}, [tower]).turn_of("hero")
    assert table.why(plan("walk", (24.5, 20), action="strike", means=SWORD, target=1)) == "falls-first"


def test_slam_half_wounds_fall_and_then_the_move() -> None:
    """[Ruling R212] [Kaos K26.2]: the victim of a spear is sent over an edge; its move comes last of all."""
    tower = platform((10, 15), (14, 10), 2, SIGHT | TOP | CLIMBABLE)
    figures = {
        "hero": mine(at=(18, 20), z=2, weapons=(long(wounds=3),)),
        "foe": theirs(at=(22, 20), z=2, life=8),
    }
    table = Table(figures, [tower]).turn_of("hero")
    table.play(plan("stay", action="strike", means=SWORD, target=1), react("none"), dice=["4111"])
    assert table.asks == "slam"
    table.play(slam(24.4, 20), dice=["11111"])
    assert table.asks == "forced-move" and table.read("foe", "wounds") == 5
    kinds = [kind for kind in table.events() if kind in ("wounded", "slammed", "fell", "forced", "move-lost")]
    assert kinds == ["wounded", "forced", "slammed", "fell", "wounded"]

"""A figure's turn: declared, answered, resolved in order, and what is lost."""

from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.cards.library import AS_ACTION, FRIEND, IN_FREE_WINDOW, SELF, ObjectCard
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op
from esquive.kaos.cards.ops import ExtraAction, Forbid, Immobilise
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.table import answers
from tests.kaos.playing import (
    DONE,
    PASS,
    SKILL,
    STAY,
    SWORD,
    Figure,
    Table,
    box,
    close,
    face,
    go,
    intercept,
    long,
    mine,
    plan,
    ranged,
    react,
    skill,
    theirs,
)

HERO, FOE, ARCHER = 0, 1, 2


def duel(*pieces: Piece, hero: Figure | None = None, foe: Figure | None = None, **more: Figure) -> Table:
    """The hero at 20,20 with a movement of 10, the foe at 28.5,20 looking at it."""
    figures = {"hero": hero or mine(at=(20, 20)), "foe": foe or theirs(at=(28.5, 20)), **more}
    return Table(figures, pieces)


STRIKES = plan("walk", (26, 20), action="strike", means=SWORD, target=FOE)
SPLITS = plan("walk", (26, 20), action="strike", means=SWORD, target=FOE, then=[(26, 24)])


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting.kind, waiting.seat


# ----------------------------------------------------------------------------------------------- declared and answered


def test_the_attacker_declares_then_the_defender_answers_and_only_then_anything_happens() -> None:
    """[Kaos K20.1] [Kaos K20.9] [Kaos K20.15] [Kaos K20.16] [Kaos K13.1]."""
    table = duel(guard=theirs(at=(23, 24), faces=270)).turn_of("hero")
    assert asked(table) == ("plan", 0)
    table.play(STRIKES)
    assert asked(table) == ("react", 1) and table.place("hero") == (20, 20, 0)
    table.play(react("dodge"))
    assert asked(table) == ("intercept", 1) and table.place("hero") == (20, 20, 0)
    table.play(DONE, dice=["1111", "111"])
    assert table.place("hero") == (26, 20, 0)
    kinds = [kind for kind in table.events() if kind in ("activated", "declared", "reaction", "moved", "rolled")]
    assert kinds == ["activated", "declared", "reaction", "moved", "rolled", "rolled"]


def test_the_figure_activated_has_played() -> None:
    """[Kaos K7.1] [Kaos K7.3] [Kaos K20.7]: what it did not do is lost."""
    table = duel().turn_of("hero").play(plan("walk", (20, 22)))
    assert table.asks == "rest"
    assert (table.read("hero", "activated"), table.read("hero", "acted"), table.read("hero", "moved")) == (1, 1, 1)
    assert table.read("foe", "activated") == 0


def test_turning_on_the_spot_is_no_move() -> None:
    """[Kaos K10.11]: the facing changes, nothing else."""
    table = duel().turn_of("hero").play(plan("stay", face(123)))
    assert table.state.facing[HERO] == 123_000 and table.read("hero", "moved") == 0
    assert table.facts("moved") == []


def test_a_move_is_carried_out_without_dice() -> None:
    """[Kaos K10.9] [Kaos K20.3]: what it cost is told."""
    table = duel().turn_of("hero").play(plan("run", (20, 25), face(90), (15, 25)))
    assert table.place("hero") == (15, 25, 0) and table.state.facing[HERO] == 90_000
    assert table.facts("moved") == [{"figure": "hero", "x": 15, "y": 25, "z": 0, "angle": 90, "cost": 10}]
    assert table.facts("rolled") == []


# ------------------------------------------------------------------------------------------------------ order of things


def test_the_move_comes_before_the_strike_and_the_second_part_after_it() -> None:
    """[Kaos K20.5] [Kaos K20.15] [Kaos K21.6] [Kaos K21.7]: 6 cm, the strike, 4 cm."""
    table = duel().turn_of("hero").play(SPLITS, react("none"), dice=["4441"])
    # The wounded foe moves before the second part: its move belongs to the exchange [Kaos K26.2].
    assert asked(table) == ("forced-move", 1) and table.place("hero") == (26, 20, 0)
    assert table.read("foe", "wounds") == 5
    table.play(STAY)
    assert table.asks == "rest" and table.place("hero") == (26, 24, 0)


def test_the_riposte_comes_once_the_attacker_has_ended_its_first_part() -> None:
    """[Kaos K20.10] [Kaos K21.8] [Kaos K21.9]: then the riposting figure moves its 10 cm, then the attacker goes on."""
    table = duel().turn_of("hero").play(SPLITS, react("riposte", SWORD), dice=["4111", "1111"])
    assert asked(table) == ("move-after-riposte", 1)
    assert table.place("hero") == (26, 20, 0)
    assert table.why(go((38.5, 20.1))) == "movement"
    table.play(go((38.5, 20)))
    assert table.place("hero") == (26, 24, 0) and table.place("foe") == (38.5, 20, 0)


def test_the_dice_of_a_ranged_riposte_are_those_before_the_move() -> None:
    """[Kaos K20.10] [Ruling R233]: 3 dice, one band beyond the range; the attacker has not moved yet."""
    foe = theirs(at=(40, 20), weapons=(ranged(dice=3, reach=10),))
    table = duel(foe=foe, hero=mine(at=(20, 20), weapons=(ranged(dice=2),))).turn_of("hero")
    shot = plan("walk", (30, 20), action="shoot", means=SWORD, target=FOE)
    table.play(shot, react("riposte", SWORD), dice=["11", "11"])  # 2 + point-blank - moved; 3 - one band
    assert [fact["dice"] for fact in table.facts("pool")] == [2, 2]


def test_an_attack_on_who_is_gone_or_out_of_reach_is_lost() -> None:
    """[Kaos K24.3] [Ruling R211] [Kaos K27.1]: the action is spent all the same."""
    table = duel(foe=theirs(at=(32.5, 20))).turn_of("hero")
    table.play(plan("walk", (30, 20), action="strike", means=SWORD, target=FOE), react("flee"))
    assert table.asks == "rest" and table.facts("rolled") == []
    assert table.facts("missed") == [{"figure": "hero", "target": "foe", "means": SWORD}]
    assert table.read("hero", "acted") == 1 and table.place("hero") == (30, 20, 0)


def test_a_search_is_noted_and_rolled_for_later() -> None:
    """[Kaos K32.5]."""
    lamp = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, 2, -1, 1, (), ())
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 60))}, objects=[lamp])
    table.state.object_pile = [1]
    table.turn_of("hero").play(plan("walk", action="search", then=[(20, 25)]))
    assert table.read("hero", "searching") == 1 and table.events()[-2:] == ["searching", "moved"]


# ---------------------------------------------------------------------------------------------------------- windows


def windows_of(declared: int, *lines: int) -> list[str]:
    """Which moments the hero, who has a free skill, is given in its turn."""
    free = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF)
    table = duel(hero=mine(at=(20, 20), skills=(free,), weapons=(close(dice=0),))).turn_of("hero")
    table.play(declared, *lines)
    found: list[str] = []
    while table.asks != "rest":
        found.append(table.asks)
        table.play(PASS)
    return found


def test_free_uses_come_before_and_after_the_move_and_the_action() -> None:
    """[Kaos K35.3] [Kaos K20.15]: each moment there is, none that there is not."""
    assert windows_of(plan("stay")) == ["free-before-move"]
    assert windows_of(plan("walk", (20, 22))) == ["free-before-move", "free-after-move"]
    whole = ["free-before-move", "free-after-move", "free-after-action", "free-after-move"]
    assert windows_of(SPLITS, react("none")) == whole
    assert windows_of(STRIKES, react("none")) == whole[:3]


def test_who_is_held_fast_after_declaring_stays_where_it_is() -> None:
    """[Kaos K10.14] [Kaos K20.16]: not even 3 cm."""
    table = duel(guard=theirs(at=(23, 24), faces=270)).turn_of("hero").play(plan("run", (20, 35)))
    add_effect(table.state, HERO, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    table.play(DONE)
    assert table.place("hero") == (20, 20, 0) and len(table.facts("move-stopped")) == 1


def test_who_is_kept_from_acting_after_declaring_loses_its_action() -> None:
    """[Kaos K20.7]."""
    table = duel().turn_of("hero").play(STRIKES)
    add_effect(table.state, HERO, Op(Forbid, 1 << FORBIDDEN.index("action"), 1, ALWAYS, ROUND, 0, 1))
    table.play(react("dodge"))
    assert table.asks == "rest" and len(table.facts("missed")) == 1 and table.read("foe", "dodges") == 0


def test_a_card_may_let_a_figure_play_again() -> None:
    """[Kaos K20.8]: except through magic or a special skill, two actions are forbidden."""
    again = skill(targets=FRIEND, effects=(Op(ExtraAction, 0, 1, ALWAYS, ROUND, 0, 1),))
    hero = mine(at=(26, 20), activated=1, acted=1)
    table = duel(hero=hero, leader=mine(at=(60, 60), skills=(again,))).turn_of("leader")
    table.play(plan("stay", action="use", means=SKILL, target=HERO))
    assert table.read("hero", "activated") == 0 and table.read("leader", "activated") == 1
    strike = plan("stay", action="strike", means=SWORD, target=FOE)
    table.turn_of("hero").play(strike, react("none"), STAY, dice=["4111"])
    assert table.read("foe", "wounds") == 5 and table.read("hero", "activated") == 1


def test_a_second_part_is_walked_even_when_the_target_is_gone() -> None:
    """[Kaos K20.5] [Kaos K20.16]: the route binds; the foe is out of action."""
    table = duel(foe=theirs(at=(28.5, 20), life=4), other=theirs(at=(60, 60))).turn_of("hero")
    table.play(SPLITS, react("none"), dice=["4111"])
    assert table.asks == "rest" and table.place("hero") == (26, 24, 0)


def test_a_mover_killed_by_a_riposte_ends_its_turn() -> None:
    """[Kaos K17.5] [Ruling R211]: its second part is lost, the riposting figure still moves."""
    table = duel(hero=mine(at=(20, 20), life=5), ally=mine(at=(60, 60))).turn_of("hero")
    table.play(SPLITS, react("riposte", SWORD), STAY, dice=["1111", "4111"])
    assert table.facts("out-of-action") == [{"figure": "hero"}] and table.asks == "rest"


def test_a_slammed_attacker_walks_its_second_part_from_where_it_lies() -> None:
    """[Kaos K31.12] [Kaos K22.6]: with what is left of its movement."""
    foe = theirs(at=(30, 20), weapons=(long(dice=4, wounds=2),))
    table = duel(foe=foe).turn_of("hero")
    declared = plan("walk", (26, 20), action="strike", means=SWORD, target=FOE, then=[(26, 24)])
    table.play(declared, react("riposte", SWORD), dice=["111", "4411"])
    assert table.asks == "slam"
    table.play(answers.pack(answers.SLAM, [240_000, 200_000]))
    # 4 cm are left, 26,24 is 4.47 cm away.
    x, y, _ = table.place("hero")
    assert abs((x - 24) ** 2 + y**2 - 2 * 20 * y + 400 - 16) < 0.001 and len(table.facts("move-stopped")) == 1


def test_the_defender_may_activate_several_figures_to_intercept() -> None:
    """[Kaos K20.13] [Kaos K20.14]: those not attacked, one after another, until it is done."""
    table = duel(
        one=theirs(at=(22, 23), faces=270, weapons=(close(dice=1),)),
        two=theirs(at=(24, 17), faces=90, weapons=(close(dice=1),)),
        wall=theirs(at=(60, 60)),
    ).turn_of("hero")
    table.play(STRIKES, react("none"), intercept(2, at=2), intercept(3, at=4))
    assert [table.read(name, "activated") for name in ("one", "two", "foe", "wall")] == [1, 1, 0, 0]


def test_a_wall_between_keeps_a_strike_from_being_declared() -> None:
    """[Ruling R207]: as everywhere."""
    table = duel(box((24, 15), (0.5, 10), 8), foe=theirs(at=(26, 20))).turn_of("hero")
    assert table.why(plan("walk", (22.7, 20), action="strike", means=SWORD, target=FOE)) == "in-view"

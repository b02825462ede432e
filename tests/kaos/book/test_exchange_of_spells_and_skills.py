"""Exchanges with spells, interceptions, cards and skills in them, and those of which nothing comes."""

import pytest

from esquive.core.frames import Frame
from esquive.core.waiting import Decision
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.means import FREE, GIVES_UP, INTERCEPTION
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.wounds import ForcedMovesFrame
from esquive.kaos.cards.library import AS_REACTION, LIFE_GAUGE, SELF, UNOPPOSED, WILL
from esquive.kaos.cards.op_codes import ALWAYS, NOW, ROUND, Op, rolls_mask
from esquive.kaos.cards.ops import Armour, Dice, Needed, Wounds
from esquive.kaos.table.state import OUT, State
from tests.kaos.exchanging import attack, duel, wounds
from tests.kaos.playing import (
    DESTINY,
    PASS,
    SKILL,
    SPELL,
    STAY,
    SWORD,
    Table,
    close,
    go,
    long,
    mine,
    ranged,
    react,
    skill,
    slam,
    spell,
    theirs,
)

# ------------------------------------------------------------------------------------------------------- spell ripostes


def test_a_spell_that_ripostes_is_resolved_on_its_own() -> None:
    """[Ruling R233] [Kaos K23.14]: the strike needs one success, the spell has to beat its printed defence."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(dice=["411"])
    assert isinstance(table.waiting, Decision) and (table.asks, table.waiting.seat) == ("react", 0)
    table.play(react("resist"), STAY, dice=["44441", "4111"])
    assert wounds(table) == (2, 5)


def test_the_striker_may_resist_the_spell_and_strike_all_the_same() -> None:
    """[Ruling R233] [Kaos K24.2]."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(react("resist"), STAY, dice=["411", "41111", "4411"])
    assert wounds(table) == (0, 5) and table.facts("resisted") == [{"figure": "hero", "attacker": "foe"}]


def test_the_striker_may_dodge_the_spell_but_no_more() -> None:
    """[Kaos K29.3] [Kaos K23.15]: it has played, so no shield; and no riposte to a riposte."""
    table = attack(duel(1, hero={"shield": 3}, spells=[spell(4, 30, wounds=2)]), "riposte", SPELL)
    table.play(dice=["111"])
    assert isinstance(table.waiting, Decision)
    assert table.waiting.options() == [react("dodge"), react("submit")]
    table.play(react("dodge"), dice=["41111", "441"])
    assert wounds(table) == (0, 0) and table.read("hero", "dodges") == 1
    assert table.facts("dodged") == [{"figure": "hero", "attacker": "foe"}]


def test_who_is_shooting_cannot_dodge_what_comes_back() -> None:
    """[Kaos K23.22]: the spell is not opposed, nobody is asked."""
    table = attack(duel(15, hero={"weapons": [ranged(4, 4)]}, spells=[spell(4, 30, wounds=2)]), "riposte", SPELL)
    table.play(dice=["1111", "4111"])
    assert wounds(table) == (2, 0) and table.read("hero", "dodges") == 0


def test_will_is_rolled_in_crossing_fire_on_both_sides() -> None:
    """[Kaos K23.22] [Kaos K23.14]."""
    card = spell(4, 30, WILL, wounds=2)
    table = attack(duel(15, hero={"spells": [card]}, spells=[card]), "riposte", SPELL, means=SPELL)
    table.play(react("resist"), dice=["4111", "4411", "4111", "4411"])
    assert [fact["roll"] for fact in table.facts("pool")] == [7, 8, 7, 8]
    assert wounds(table) == (0, 0)
    assert table.facts("resisted") == [{"figure": "foe", "attacker": "hero"}, {"figure": "hero", "attacker": "foe"}]


def test_a_spell_to_dodge_is_not_dodged_by_who_shoots_back() -> None:
    """[Kaos K23.22]: the caster rolls alone."""
    table = attack(
        duel(15, hero={"spells": [spell(4, 30, wounds=2)]}, weapons=[ranged(4, 3)]), "riposte", SWORD, means=SPELL
    )
    table.play(STAY, dice=["4111", "4111"])
    assert wounds(table) == (3, 2)


def test_a_spell_that_ripostes_may_need_more_successes() -> None:
    """[Kaos K23.19]."""
    table = attack(duel(1, spells=[spell(4, 30, UNOPPOSED, wounds=2, required=3)]), "riposte", SPELL)
    table.play(dice=["111", "44111"])
    assert wounds(table) == (0, 0)


# -------------------------------------------------------------------------------------------------------- interceptions


def test_an_interception_activates_who_strikes() -> None:
    """[Kaos K31.2]: it is its action; the mover is not activated by force."""
    table = duel()
    attack(table, attacker="foe", target="hero", flags=INTERCEPTION).play(dice=["4111"])
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    assert wounds(table) == (5, 0) and table.asks == "rest" and table.facts("forced") == []


def test_the_mover_that_ripostes_gives_up_its_action_and_has_no_move_for_it() -> None:
    """[Kaos K31.11] [Ruling R238]."""
    table = duel()
    attack(table, "riposte", SWORD, attacker="foe", target="hero", flags=INTERCEPTION | GIVES_UP)
    table.play(dice=["4111", "4411"])
    assert wounds(table) == (0, 5) and table.read("hero", "acted") == 1
    assert table.asks == "rest" and table.facts("move-lost") == []


def test_the_mover_with_nothing_to_give_up_does_not_riposte() -> None:
    """[Ruling R238]."""
    table = duel()
    attack(table, "riposte", SWORD, attacker="foe", target="hero", flags=INTERCEPTION).play(dice=["4111"])
    assert wounds(table) == (5, 0)


# ----------------------------------------------------------------------------------------------- what does not come off


def test_an_attack_that_has_become_impossible_fails_and_costs_the_defender_nothing() -> None:
    """[Kaos K27.1] [Ruling R236]: the target has fled out of reach; its riposte or dodge does not count either."""
    for reaction, means in (("flee", 0), ("riposte", SWORD), ("dodge", 0)):
        table = attack(duel(5), reaction, means).play()
        assert table.facts("missed") and table.asks == "rest"
        assert (table.read("hero", "acted"), table.read("foe", "activated"), table.read("foe", "dodges")) == (1, 0, 0)


def test_a_fleeing_figure_still_in_reach_is_struck_unopposed() -> None:
    """[Kaos K27.1] [Kaos K27.3]."""
    table = attack(duel(activated=1, acted=1, fleeing=1), "flee").play(dice=["4111"])
    assert wounds(table) == (0, 5)


@pytest.mark.parametrize("gone", ["hero", "foe"])
def test_the_strikes_of_and_at_who_has_left_are_lost(gone: str) -> None:
    """[Ruling R211]."""
    table = duel()
    table.state.status[table[gone]] = OUT
    attack(table, "riposte", SWORD).play()
    assert table.events() == []


# ----------------------------------------------------------------------------------------------- destiny, cards, skills


def test_both_players_may_improve_their_rolls_before_the_result_is_fixed() -> None:
    """[Kaos K36.4] [Kaos K36.6]: the attacker is asked first."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), activated=1)}, active="hero", destiny=(1, 1))
    attack(table, "dodge").play(DESTINY, DESTINY, dice=["4111", "111", "444", "444"])
    assert wounds(table) == (0, 5) and table.state.destiny == [0, 0]


def test_a_card_may_change_the_dice_of_a_riposte() -> None:
    """[Kaos K16.3]: bonuses for attacks count for ripostes, which are attacks."""
    table = duel()
    add_effect(table.state, table["foe"], Op(Dice, rolls_mask(("attack",)), 1, ALWAYS, ROUND, 0, 4))
    attack(table, "riposte", SWORD).play(STAY, dice=["4111", "41111"])
    assert wounds(table) == (5, 5)


def test_a_card_may_ask_for_another_value_than_4() -> None:
    """[Kaos K17.8]: the foe needs a 5 to dodge."""
    table = duel(activated=1)
    add_effect(table.state, table["foe"], Op(Needed, rolls_mask(("dodge",)), 5, ALWAYS, ROUND, 0, 4))
    attack(table, "dodge").play(dice=["4111", "444"])
    assert wounds(table) == (0, 5)


def test_a_skill_used_in_reaction_comes_before_the_attack() -> None:
    """[Kaos K20.12] [Kaos K34.2]: it is the activation of its user; here 4 points of armour."""
    steady = skill(timing=AS_REACTION, targets=SELF, effects=(Op(Armour, 0, 4, ALWAYS, ROUND, 0, 5),))
    table = attack(duel(skills=[steady]), "skill", SKILL).play(STAY, dice=["4111"])
    assert wounds(table) == (0, 1)
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    assert table.events().index("skill-used") < table.events().index("rolled")


def test_a_skill_in_reaction_may_put_the_attacker_out_of_action_before_it_strikes() -> None:
    """[Kaos K20.12] [Ruling R211]: its strike is lost, and whoever else the skill wounded moves."""
    fire = skill(timing=AS_REACTION, effects=(Op(Wounds, 1, 20, ALWAYS, NOW, 0, 5),))
    table = attack(duel(skills=[fire]), "skill", SKILL).play()
    assert table.read("hero", "status") == OUT and wounds(table) == (20, 0)
    assert table.facts("rolled") == [] and table.facts("move-lost") == [{"figure": "foe"}]


def test_a_free_skill_used_in_reaction_activates_nobody() -> None:
    """[Kaos K35.2]."""
    steady = skill(timing=AS_REACTION, is_free=True, targets=SELF, effects=(Op(Armour, 0, 5, ALWAYS, ROUND, 0, 5),))
    table = attack(duel(skills=[steady]), "skill", SKILL).play(dice=["4111"])
    assert wounds(table) == (0, 0) and table.read("foe", "activated") == 0


def test_a_free_spell_costs_no_action_and_activates_nobody() -> None:
    """[Kaos K35.1] [Kaos K35.2]."""
    table = Table(
        {"hero": mine(at=(20, 20), spells=[spell(4, 30, LIFE_GAUGE, is_free=True)]), "foe": theirs(at=(30, 20), life=2)}
    )
    attack(table, "resist", means=SPELL, flags=FREE).play(dice=["41111", "11"])
    assert (table.read("hero", "activated"), table.read("hero", "acted")) == (0, 0)


def test_who_casts_a_free_spell_and_is_wounded_by_the_answer_is_activated_by_force() -> None:
    """[Kaos K26.1] [Kaos K35.2] [Kaos K23.20]: it had not played; first the riposting figure loses its move."""
    table = Table(
        {
            "hero": mine(at=(20, 20), spells=[spell(4, 30, UNOPPOSED, is_free=True)]),
            "foe": theirs(at=(40, 20), weapons=[ranged(4, 3)]),
        }
    )
    attack(table, "riposte", SWORD, means=SPELL, flags=FREE).play(go((20, 30)), dice=["1111", "4111"])
    assert wounds(table) == (3, 0) and table.facts("move-lost") == [{"figure": "foe"}]
    assert [fact["figure"] for fact in table.facts("forced")] == ["hero"]


def test_a_position_in_the_middle_of_an_exchange_is_copied_whole() -> None:
    """A copy plays on to the same end, by itself."""
    table = attack(duel(1, hero={"weapons": [long(4, 4)]}, weapons=[close(), ranged()]), "riposte", SWORD)
    copy = table.state.copy()
    table.play(slam(25, 20), STAY, dice=["4411", "111"])
    assert wounds(table) == (0, 4) and copy.wounds == [0, 0]
    table.state, copy = copy, table.state
    table.state.log = []
    table.play(PASS, STAY, dice=["4411", "111"])
    assert wounds(table) == (0, 4) and table.place("foe") == (23.5, 20, 0)


@pytest.mark.parametrize(
    "frame",
    [AttackFrame(0, SWORD, 1), SlamFrame(0, 1, 2), ReactionFrame(0, SWORD, 1, 0, 0, 0, 0), ForcedMovesFrame()],
)
def test_a_frame_is_copied_field_by_field(frame: Frame[State]) -> None:
    """Every field of a saved frame is one a copy has too."""
    frame = frame.copy()
    for number, field in enumerate(frame.FIELDS):
        setattr(frame, field, 100 + number)
    frame.step = len(frame.STEPS) - 1
    assert frame.copy().to_data() == frame.to_data()


@pytest.mark.parametrize(("will", "hero"), [("4411", 2), ("4441", 0), ("4111", 2)])
def test_a_spell_that_ripostes_has_to_do_as_well_as_its_defence(will: str, hero: int) -> None:
    """[Kaos K17.6] [Ruling R233]: equal successes let it through."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(react("resist"), STAY, dice=["411", "44111", will])
    assert wounds(table) == (hero, 5)


def test_a_spell_that_ripostes_without_success_is_missed_and_not_resisted() -> None:
    """[Kaos K17.1] [Kaos K24.2]: nobody has rolled anything."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(react("resist"), STAY, dice=["411", "11111", "1111"])
    assert wounds(table) == (0, 5) and table.facts("resisted") == []
    assert table.facts("missed") == [{"figure": "foe", "target": "hero", "means": SPELL}]

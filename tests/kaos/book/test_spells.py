"""Spells: their defences, the successes they need, what they do, and who may be their target."""

from typing import Any

import pytest

from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import FRIEND, LIFE_GAUGE, SELF, UNOPPOSED, WILL
from esquive.kaos.cards.op_codes import ALWAYS, NOW, ROUND, Op, rolls_mask
from esquive.kaos.cards.ops import Dice, Wounds
from esquive.kaos.table import answers
from tests.kaos.playing import SPELL, STAY, SWORD, Table, go, mine, ranged, spell, theirs

CURSE = Op(Dice, rolls_mask(()), -1, ALWAYS, ROUND, 0, 3)
SCORCH = Op(Wounds, 0, 3, ALWAYS, NOW, 0, 3)


def cast(reaction: str = "none", foe: dict[str, Any] | None = None, **keys: Any) -> Table:
    """The hero casts its spell, 4 dice at 12 cm, at the foe, which reacts."""
    card = spell(**{"dice": 4, "reach": 30, **keys})
    table = Table(
        {"hero": mine(at=(20, 20), spells=[card]), "foe": theirs(at=(34.5, 20), **(foe or {}))}, active="hero"
    )
    return table.start(AttackFrame(table["hero"], SPELL, table["foe"], answers.REACTION_NAMES.index(reaction)))


def test_a_spell_takes_effect_when_the_caster_has_more_successes() -> None:
    """[Kaos K24.2] [Kaos K23.2] [Kaos K23.4] [Kaos K23.16]."""
    table = cast("resist", defence=WILL, effects=(CURSE,)).play(dice=["4411", "4111"])
    assert table.facts("effect") and len(table.state.lasting) == 1


def test_a_spell_is_lost_when_the_target_has_more_successes() -> None:
    """[Kaos K24.2] [Kaos K24.3]: the action is spent all the same."""
    table = cast("resist", defence=WILL, effects=(CURSE,)).play(dice=["4111", "4411"])
    assert table.state.lasting == [] and table.facts("resisted") == [{"figure": "foe", "attacker": "hero"}]
    assert table.read("hero", "acted") == 1


def test_equal_successes_let_the_spell_through() -> None:
    """[Kaos K17.6] [Kaos K24.2]: but none at all is a failure [Kaos K17.1]."""
    assert cast("resist", defence=WILL, effects=(CURSE,)).play(dice=["4411", "4411"]).state.lasting
    table = cast("resist", defence=WILL, effects=(CURSE,)).play(dice=["1111", "1111"])
    assert table.state.lasting == [] and table.facts("missed")


def test_the_life_gauge_rolls_one_die_a_point_left() -> None:
    """[Kaos K23.17]."""
    table = cast("resist", {"life": 9, "wounds": 7, "activated": 1}, defence=LIFE_GAUGE, wounds=1)
    table.play(dice=["4411", "41"])
    assert table.read("foe", "wounds") == 8


def test_a_spell_may_be_dodged_or_met_with_a_shield() -> None:
    """[Kaos K23.15] [Kaos K29.4] [Kaos K21.14] [Kaos K21.15]: a dodge counts, a shield is the action."""
    table = cast("dodge", wounds=2).play(dice=["4111", "441"])
    assert table.facts("dodged") and table.read("foe", "dodges") == 1 and table.read("foe", "wounds") == 0
    assert table.read("foe", "dodged") == 0  # it was no melee [Kaos K29.10]
    table = cast("shield", {"shield": 2}, wounds=2).play(dice=["4111", "44"])
    assert table.facts("parried") and table.read("foe", "activated") == 1
    assert table.asks == "move-after-shield"


def test_a_figure_that_submits_rolls_nothing() -> None:
    """[Kaos K23.18]."""
    table = cast("submit", defence=WILL, effects=(CURSE,)).play(dice=["4111"])
    assert len(table.state.lasting) == 1


@pytest.mark.parametrize(("dice", "succeeds"), [("4411", False), ("4441", True)])
def test_a_spell_may_need_more_successes_even_of_who_submits(dice: str, succeeds: bool) -> None:
    """[Kaos K23.19]."""
    table = cast("submit", defence=WILL, required=3, effects=(CURSE,)).play(dice=[dice])
    assert bool(table.state.lasting) == succeeds
    assert bool(table.facts("missed")) != succeeds


def test_a_spell_on_a_willing_figure_needs_one_success_and_is_not_opposed() -> None:
    """[Kaos K17.7]: a friend, though the card prescribes a defence."""
    for targets, name in ((FRIEND, "friend"), (SELF, "hero")):
        figures = {
            "hero": mine(at=(20, 20), spells=[spell(4, 30, WILL, targets=targets, effects=(CURSE,))]),
            "friend": mine(at=(34.5, 20)),
        }
        table = Table(figures, active="hero")
        table.start(AttackFrame(table["hero"], SPELL, table[name])).play(dice=["4111"])
        assert table.state.lasting[0].figure == table[name]


def test_armour_counts_against_a_spell_unless_its_card_says_otherwise() -> None:
    """[Kaos K18.3] [Kaos K18.6]."""
    foe = {"armour": 2, "activated": 1}
    assert cast("submit", foe, wounds=6).play(dice=["4111"]).read("foe", "wounds") == 4
    assert cast("submit", foe, wounds=6, ignores_armour=True).play(dice=["4111"]).read("foe", "wounds") == 6


def test_of_the_spells_only_those_that_wound_activate_by_force() -> None:
    """[Kaos K18.8] [Kaos K23.14]: a curse does not, wounds printed do, and so do wounds among the effects."""
    table = cast("submit", effects=(CURSE,)).play(dice=["4111"])
    assert (table.read("foe", "activated"), table.asks) == (0, "rest")
    table = cast("submit", wounds=1).play(go((34.5, 25)), dice=["4111"])
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    table = cast("submit", effects=(SCORCH,)).play(STAY, dice=["4111"])
    assert (table.read("foe", "activated"), table.read("foe", "wounds")) == (1, 3)


def test_wounds_stopped_by_armour_activate_nobody() -> None:
    """[Kaos K18.7]."""
    table = cast("submit", {"armour": 3}, wounds=3).play(dice=["4111"])
    assert (table.read("foe", "activated"), table.asks) == (0, "rest")


def test_an_unopposed_spell_needs_one_success() -> None:
    """[Kaos K17.7] [Kaos K17.1]."""
    assert cast("none", defence=UNOPPOSED, effects=(CURSE,)).play(dice=["4111"]).state.lasting
    assert not cast("none", defence=UNOPPOSED, effects=(CURSE,)).play(dice=["3111"]).state.lasting


def test_a_target_put_out_of_action_is_under_no_effect() -> None:
    """[Kaos K18.9]: wounds come first."""
    table = cast("submit", {"life": 4}, wounds=4, effects=(CURSE,)).play(dice=["4111"])
    assert table.facts("out-of-action") and table.state.lasting == []


@pytest.mark.parametrize("agreed", ["independent", "opposed"])
def test_a_spell_that_crosses_a_missile_is_rolled_as_a_spell(agreed: str) -> None:
    """[Kaos K17.8] [Kaos K16.3]: what cards change for spells counts, and is over with the roll."""
    table = Table(
        {
            "hero": mine(at=(20, 20), weapons=[ranged(4, 4)]),
            "foe": theirs(at=(40, 20), spells=[spell(2, defence=UNOPPOSED, wounds=3)]),
        },
        active="hero",
        options={"crossing_fire": agreed},
    )
    add_effect(table.state, 1, ops.Dice(rolls=("spell",), dice=1, until="next-roll").at_play("staff"))
    add_effect(table.state, 1, ops.Needed(rolls=("spell",), value=5, until="next-roll").at_play("fog"))
    table.start(AttackFrame(0, SWORD, 1, answers.RIPOSTE, SPELL)).play(dice=["1111", "441"])
    assert table.read("hero", "wounds") == 0 and table.state.lasting == []

"""Where the dice of a skill, what forbids it and what adds to it meet in one exchange."""

import pytest

from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.cards.library import LIFE_GAUGE, WILL
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op, mask_of, rolls_mask
from esquive.kaos.cards.ops import Dice, Forbid
from tests.kaos.exchanging import attack, duel, wounds
from tests.kaos.playing import SPELL, SWORD, Table, ranged, spell


def mesmerised(defence: int, rolled: str) -> Table:
    """The foe cannot use its will, has two dice more on some rolls, and answers a spell with its bow."""
    table = duel(15, hero={"spells": [spell(4, defence=defence, wounds=3)]}, life=2, weapons=[ranged(4, 3)])
    add_effect(table.state, table["foe"], Op(Forbid, mask_of(("will",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 1))
    add_effect(table.state, table["foe"], Op(Dice, rolls_mask((rolled,)), 2, ALWAYS, ROUND, 0, 2))
    return attack(table, "riposte", SWORD, means=SPELL)


def test_no_bonus_gives_dice_to_a_will_that_cannot_be_used() -> None:
    """[Kaos K23.16] [Kaos K16.1] [Kaos K8.9]: dice come beside those of a skill, and here is none to be used."""
    table = mesmerised(WILL, "will").play(dice=["4111", "1111"])
    assert wounds(table) == (0, 2) and table.facts("resisted") == []


@pytest.mark.parametrize(("saved", "suffered"), [("4411", 0), ("4111", 2)])
def test_a_will_that_cannot_be_used_is_nothing_to_the_life_gauge(saved: str, suffered: int) -> None:
    """[Kaos K23.17] [Kaos K16.1]: two points left, and the bonus on that roll."""
    table = mesmerised(LIFE_GAUGE, "life-gauge")
    table.play(dice=["4111", saved, "1111"])
    assert wounds(table) == (0, suffered)

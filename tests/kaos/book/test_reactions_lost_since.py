"""Reactions declared in good time that something has made impossible before the attack is resolved."""

import pytest

from esquive.kaos.cards.library import AS_REACTION, IN_FREE_WINDOW, SELF, UNOPPOSED
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op, mask_of
from esquive.kaos.cards.ops import Armour, Forbid
from esquive.kaos.table import answers
from tests.kaos.playing import (
    SKILL,
    SPELL,
    STAY,
    SWORD,
    Table,
    close,
    mine,
    plan,
    ranged,
    react,
    skill,
    spell,
    theirs,
)

HERO, FOE = 0, 1
STEADY = skill(timing=AS_REACTION, targets=SELF, effects=(Op(Armour, 0, 4, ALWAYS, ROUND, 0, 5),))
NO_RIPOSTE = Op(Forbid, mask_of(("riposte",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7)


def free(means: int, target: int = FOE) -> int:
    """The hero uses something free."""
    return answers.pack(answers.USE, [HERO, means, target, 0, 0])


def test_who_was_activated_by_force_since_reacts_with_no_skill_that_is_its_action() -> None:
    """[Kaos K26.1] [Kaos K34.2]: its action is lost; a free skill is none and helps all the same."""
    for is_free, suffered in ((False, 7), (True, 3)):
        sting = spell(4, 30, UNOPPOSED, wounds=2, ignores_armour=True, is_free=True)
        steady = skill(timing=AS_REACTION, targets=SELF, is_free=is_free, effects=STEADY.effects)
        figures = {"hero": mine(at=(18, 20), spells=[sting]), "foe": theirs(at=(22.5, 20), skills=[steady])}
        table = Table(figures).turn_of("hero")
        table.play(plan("walk", (20, 20), action="strike", means=SWORD, target=FOE), react("skill", SKILL))
        table.play(free(SPELL), "react none", STAY, dice=["41111", "4111"])
        assert table.read("foe", "wounds") == suffered
        assert len(table.facts("skill-used")) == 0 and table.asks == "rest"


@pytest.mark.parametrize("weapon", [close(), ranged(4)])
def test_a_riposte_forbidden_since_is_lost(weapon: object) -> None:
    """[Kaos K16.3] [Kaos K20.9]: fixed before the move or not; who does not riposte is not activated by it."""
    hush = skill(is_free=True, timing=IN_FREE_WINDOW, effects=(NO_RIPOSTE,))
    figures = {"hero": mine(at=(16, 20), skills=[hush]), "foe": theirs(at=(22.5, 20), armour=9, weapons=[weapon])}
    table = Table(figures).turn_of("hero")
    table.play(plan("walk", (20, 20), action="strike", means=SWORD, target=FOE), react("riposte", SWORD))
    table.play(free(SKILL), dice=["4111"])
    assert table.read("hero", "wounds") == 0 and table.read("foe", "activated") == 0
    assert table.asks == "rest"

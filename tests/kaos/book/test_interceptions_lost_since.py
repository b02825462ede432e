"""Interceptions declared that a card used since does not allow any more: they are lost."""

import pytest

from esquive.kaos.cards import ops
from esquive.kaos.cards.library import IN_FREE_WINDOW
from esquive.kaos.cards.ops import Forbidden
from esquive.kaos.table import answers
from tests.kaos.playing import SKILL, SWORD, Table, intercept, mine, plan, skill, theirs


@pytest.mark.parametrize("forbidden", ["action", "interception"])
def test_a_strike_forbidden_since_it_was_declared_is_lost(forbidden: Forbidden) -> None:
    """[Kaos K16.3] [Kaos K20.15] [Ruling R211]: as the action of the figure activated is; the striker has played."""
    card = skill(
        timing=IN_FREE_WINDOW, is_free=True, effects=(ops.Forbid(what_not=(forbidden,), until="round").at_play("gaze"),)
    )
    table = Table({"hero": mine(at=(20, 20), skills=[card]), "foe": theirs(at=(27, 20))}).turn_of("hero")
    table.play(plan("walk", (24.5, 20)), intercept(table["foe"], SWORD, 4.5))
    table.play(answers.pack(answers.USE, [table["hero"], SKILL, table["foe"], 0, 0]))
    assert not table.facts("interception") and len(table.facts("missed")) == 1
    assert table.read("foe", "activated") == 1 and table.place("hero") == (24.5, 20, 0)

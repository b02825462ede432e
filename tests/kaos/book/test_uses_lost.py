"""Something used whose target is out of reach by the time it comes to it: it is spent, and nothing comes of it."""

import pytest

from esquive.kaos.book.uses import UseFrame
from esquive.kaos.cards import ops
from tests.kaos.playing import SKILL, Table, cm, mine, skill, theirs


@pytest.mark.parametrize(("at", "lost"), [((26, 20), 0), ((27.6, 20), 1)])
def test_a_use_out_of_reach_is_lost_whatever_was_rolled_before(at: tuple[float, float], lost: int) -> None:
    """[Kaos K34.2] [Kaos K34.3]: 5 cm from base to base."""
    card = skill(reach=cm(5), effects=(ops.Dice(dice=-1, until="round").at_play("knack"),))
    table = Table({"hero": mine(at=(20, 20), skills=[card]), "foe": theirs(at=at)}, successes_a=3)
    table.start(UseFrame(0, SKILL, 1, 0, 0, 0))
    assert len(table.facts("missed")) == lost and len(table.facts("effect")) == 1 - lost
    assert table.asks == "rest" and table.read("hero", "acted") == 1

"""Steals Health with several targets, some of which take nothing."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, mine, power, spell, summon, theirs

BAT = card(
    "bat",
    hp=9,
    spells=[spell("drain", range=ANYWHERE, cost={"ap": 1}, area="cross", do=[{"op": "steal-health"}])],
)
HARD = card("hard", powers=[power("shell", holds=[{"give": [{"op": "damage-reduction", "x": 9}]}])])
IRON = card("iron", powers=[power("skin", holds=[{"give": [{"op": "injury-cap", "x": 0}]}])])
GHOST = card("ghost", powers=[power("unseen", holds=[{"give": [{"op": "unseen"}]}])])
GRAVE = summon("grave", category="mechanism", mp="-", ap="-", hp=3, powers=[{"keyword": "profanation"}])


def drained(other: dict[str, Any], *pack: Part) -> int:
    """What the bat has left of 5 injuries after draining a fighter and another target two cells and more away."""
    units = {"hero": mine("bat", injuries=5), "foe": theirs("fighter"), "other": other, "rest": theirs("fighter")}
    table = Table("hero . . foe other . rest", units, turn="hero", pack=[BAT, *pack])
    table.play("cast drain d1", dice=["lock"] * 3)
    assert (table.unit("foe", "injuries"), len(table.facts("damage"))) == (2, 2)
    return int(table.unit("hero", "injuries"))


@pytest.mark.parametrize(
    "untouched",
    [
        pytest.param((theirs("hard"), HARD), id="no damage is left"),
        pytest.param((theirs("iron"), IRON), id="a cap of 0"),
        pytest.param((theirs("ghost"), GHOST), id="unseen"),
        pytest.param((theirs("grave", summoner="rest"), GRAVE), id="a Tombstone"),
    ],
)
def test_a_target_that_takes_no_injury_neither_adds_to_the_health_stolen_nor_takes_from_it(
    untouched: tuple[dict[str, Any], Part],
) -> None:
    """2 injuries were placed, on the fighter, so 2 are removed from the caster [KA 7.5.18.a] [Ruling R93]."""
    assert drained(*untouched) == 3


def test_every_target_that_takes_an_injury_adds_to_the_health_stolen() -> None:
    """Two of each fighter; one of a unit with one HP left [KA 7.5.18.a] [KA 4.10.4] [Ruling R93]."""
    assert drained(theirs("fighter")) == 1
    assert drained(theirs("fighter", injuries=7)) == 2


def test_a_target_whose_hp_end_as_another_is_injured_is_koed_and_adds_nothing() -> None:
    """The dog has 4 HP and 5 injuries once its master is no longer unhurt: no injury is placed on it.

    [KA 4.10.2] [KA 4.10.8] [Ruling R93]
    """
    unhurt = {"is": "injuries", "max": 0}
    lent = {"op": "stat-bonus", "stat": "hp", "x": 3, "to": {"who": "units", "side": "ally", "type": "dog"}}
    pack = [
        card("master", powers=[power("care", holds=[{"give": [lent], "that": unhurt}])]),
        card("dog", hp=4, level=1, types=["dog"]),
    ]
    units = {
        "hero": mine("bat", injuries=5),
        "foe": theirs("master"),
        "dog": theirs("dog", injuries=5),
        "rest": theirs("fighter"),
    }
    table = Table("hero . . foe dog . rest", units, turn="hero", pack=[BAT, *pack])
    assert table.unit("dog", "hp") == 7
    table.play("cast drain d1", dice=["lock"] * 3)
    assert (table.unit("dog", "ko"), table.unit("hero", "injuries")) == (True, 3)
    assert [fact["unit"] for fact in table.facts("injured")] == ["foe"]
    assert table.facts("ko") == [{"unit": "dog", "by": "nobody"}]

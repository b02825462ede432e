"""HP that something lends and takes away: when it is looked at, who is KO'd by it, and with how many injuries."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, striker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, theirs

LENT = {"op": "stat-bonus", "stat": "hp", "x": 3}
BESIDE_AN_ALLY = {"is": "count", "of": {"who": "units", "side": "ally", "adjacent_to": "self"}}
# 4 HP, and 3 more beside an ally.
BOAR = card("boar", hp=4, powers=[power("stubborn", holds=[{"give": [LENT], "that": BESIDE_AN_ALLY}])])
# 4 HP, and 3 more with a +1 AP marker.
PEACOCK = card(
    "peacock", hp=4, powers=[power("proud", holds=[{"give": [LENT], "that": {"is": "has-markers", "stat": "ap"}}])]
)
PLUCK = {"op": "remove-markers", "stats": ["ap"]}
MAIN = {"who": "main"}

BESIDE = """
    .    .    . .
    hero boar . .
    .    pal  . other
    """


@pytest.mark.parametrize("move", [{"op": "swap", "to": MAIN}, {"op": "push-back", "x": 1}], ids=["swap", "push"])
def test_lent_hp_end_at_the_very_step_away_and_no_healing_comes_in_time(move: dict[str, Any]) -> None:
    """The Boar leaves its ally with 5 injuries and 4 HP: it is KO'd before the rest of the spell [KA 4.10.2]."""
    cure = {"op": "heal-injuries", "x": 3}
    units = {"hero": mine("mage"), "boar": theirs("boar", injuries=5), "pal": theirs("ox"), "other": theirs("ox")}
    pack = [BOAR, card("ox", hp=20)]
    table = Table(BESIDE, units, turn="hero", pack=[*pack, mage(move, cure)]).play("cast act b2")
    assert (table.unit("boar", "ko"), table.facts("healed")) == (True, [])
    cured = Table(BESIDE, units, turn="hero", pack=[*pack, mage(cure, move)]).play("cast act b2")
    assert (cured.unit("boar", "ko"), cured.unit("boar", "injuries")) == (False, 2)


def test_hp_that_end_with_a_ko_are_a_ko_in_the_same_step() -> None:
    """The herald dies of Step 3, and with it who had only its HP left, before any die [KA 4.10.2] [KA 7.2.4.d]."""
    song = {"op": "stat-bonus", "stat": "hp", "x": 2, "to": {"who": "units", "side": "ally", "other": True}}
    herald = card("herald", types=["herald"], hp=1, powers=[power("song", holds=[{"give": [song]}])])
    shot = {"op": "injure", "x": 1, "to": {"who": "units", "type": "herald"}}
    units = {
        "hero": mine("striker"),
        "foe": theirs("villager", injuries=5),
        "herald": theirs("herald"),
        "other": theirs("fighter"),
    }
    table = Table("hero foe herald other", units, turn="hero", pack=[striker(shot), herald])
    assert table.unit("foe", "hp") == 6
    table.start("cast hit b1")
    assert table.asked == "p1 critical roll"
    assert (table.unit("herald", "ko"), table.unit("foe", "ko")) == (True, True)
    table.play(dice=["lock"])
    assert table.read("player.p1.gg") == 6 + 3 + 1


def plucked(*do: dict[str, Any], injuries: int) -> Table:
    """The peacock loses its marker, and with it 3 of 7 HP, before other effects of the same spell."""
    plucker: Part = mage({**PLUCK, "to": MAIN}, *do, powers=[keyword("prospecting")])
    units = {
        "hero": mine("mage"),
        "foe": theirs("peacock", injuries=injuries, ap_markers=1),
        "other": theirs("fighter"),
    }
    return Table("hero foe other", units, turn="hero", pack=[PEACOCK, plucker]).play("cast act b1")


def test_who_has_no_hp_left_takes_no_injury_and_is_koed_by_nobody() -> None:
    """4 injuries on what are 4 HP now: the injury that comes next has no part in the KO [KA 4.10.2] [Ruling R92]."""
    injury = {"op": "injure", "x": 1, "to": MAIN}
    for injuries in (4, 5):
        table = plucked(injury, injuries=injuries)
        assert table.facts("injured") == []
        assert table.facts("ko") == [{"unit": "foe", "by": "nobody"}]
        assert table.read("player.p1.kamas") == 0
    last = plucked(injury, injuries=3)
    assert last.facts("ko") == [{"unit": "foe", "by": "hero"}]
    assert last.read("player.p1.kamas") == 1


def test_injuries_beyond_the_hp_that_are_left_go_back_to_the_stock() -> None:
    """6 injuries on 4 HP are 4, while the order of the KO's is still to be chosen [KA 4.10.8] [Ruling R95]."""
    strip = {**PLUCK, "to": {"who": "units", "type": "bird"}}
    pack = [mage(strip), card("peafowl", hp=4, types=["bird"], powers=PEACOCK[1]["power"])]
    bird = {"injuries": 6, "ap_markers": 1}
    units = {
        "hero": mine("mage"),
        "own": mine("peafowl", **bird),
        "foe": theirs("peafowl", **bird),
        "other": theirs("fighter"),
    }
    table = Table("hero own foe other", units, turn="hero", pack=pack).play("cast act a1")
    assert table.asked == "p1 ko-order"
    assert (table.unit("own", "injuries"), table.unit("foe", "injuries")) == (4, 4)


def test_a_cap_of_0_lets_no_injury_through_to_be_answered() -> None:
    """No injury is placed, so nobody has inflicted one, and Counter does not answer [KA 7.2.8.d] [KA 4.9.15.a]."""
    pack = [card("iron", powers=[power("skin", holds=[{"give": [{"op": "injury-cap", "x": 0}]}]), keyword("counter")])]
    units = {"hero": mine("fighter"), "foe": theirs("iron")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast strike b1", dice=["critical", "lock"])
    assert (table.facts("injured"), table.facts("counter")) == ([], [])
    assert (table.unit("foe", "injuries"), table.unit("hero", "injuries")) == (0, 0)


@pytest.mark.parametrize(("hp", "is_koed"), [(3, True), (4, True), (5, False)])
def test_a_unit_left_without_hp_is_koed_unhurt(hp: int, is_koed: bool) -> None:
    """No injury is as many as no HP, and there are never fewer than none [KA 4.10.2]."""
    dread = {"op": "stat-bonus", "stat": "hp", "x": -4, "to": {"who": "units", "adjacent_to": "self"}}
    ghost = card("ghost", powers=[power("dread", holds=[{"give": [dread]}])])
    units = {"ghost": mine("ghost"), "foe": theirs("frail"), "other": theirs("fighter")}
    table = Table("ghost . foe . other", units, turn="ghost", pack=[ghost, card("frail", hp=hp)]).play("move b1")
    assert (table.unit("foe", "ko"), table.unit("foe", "injuries")) == (is_koed, 0)

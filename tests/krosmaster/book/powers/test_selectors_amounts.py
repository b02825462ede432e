"""How much: each amount over its range."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, striker
from tests.krosmaster.playing import Table, card, mine, spell, theirs


def injuries_of(x: Any, units: dict[str, dict[str, Any]], field: str, dice: tuple[str, ...] = ("lock", "lock")) -> int:
    """The injuries of `foe` after `hit` of base 0 with this much extra damage."""
    table = Table(
        field,
        units,
        turn="hero",
        pack=[striker({"op": "extra-damage", "x": x, "element": "earth"}, base=0), card("ox", hp=20)],
    )
    table.play(f"cast hit {table.unit('foe', 'at')}", dice=dice)
    return int(table.unit("foe", "injuries"))


ROW = "hero . foe ally imp imp-2"
UNITS = {
    "hero": mine("striker", injuries=5),
    "foe": theirs("fighter"),
    "ally": mine("fighter"),
    "imp": mine("imp", summoner="hero"),
    "imp-2": mine("imp", summoner="hero"),
}
ALLIES = {"who": "units", "side": "ally"}


@pytest.mark.parametrize(
    ("x", "total"),
    [
        ({"per": "unit", "of": ALLIES}, 4),
        ({"per": "unit", "of": ALLIES, "every": 2}, 2),
        ({"per": "unit", "of": ALLIES, "every": 3}, 1),
        ({"per": "unit", "of": ALLIES, "every": 5}, 0),
        ({"per": "unit", "of": ALLIES, "max": 1}, 1),
        ({"per": "unit", "of": ALLIES, "max": 1, "x": 3}, 3),
        ({"per": "unit", "of": ALLIES, "distinct": True}, 3),
        ({"per": "unit", "of": {**ALLIES, "kind": "summon"}, "distinct": True}, 1),
        ({"per": "injuries"}, 5),
        ({"per": "injuries", "every": 2}, 2),
        ({"per": "distance"}, 2),
        ({"per": "max-range"}, 7),
    ],
    ids=str,
)
def test_an_amount_counts_what_it_says(x: Any, total: int) -> None:
    """Numbers read when the damage is summed up [KA 7.2.7.c] [KA 4.18.10]."""
    spells = {"kind": "no-line-of-sight", "min": 0, "max": 7}
    hit = spell("hit", range=spells, base=0, cost={"ap": 1}, do=[{"op": "extra-damage", "x": x, "element": "earth"}])
    table = Table(ROW, UNITS, turn="hero", pack=[card("striker", spells=[hit])])
    table.play("cast hit c1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == total


@pytest.mark.parametrize(("injuries", "extra"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_the_injuries_may_be_those_of_the_target(injuries: int, extra: int) -> None:
    """For every three injuries on the target [KA 7.2.7.c]."""
    x = {"per": "injuries", "every": 3, "of": {"who": "targets"}}
    units = {"hero": mine("striker", injuries=7), "foe": theirs("ox", injuries=injuries)}
    assert injuries_of(x, units, "hero foe") == injuries + extra


@pytest.mark.parametrize(("ap", "mp", "extra"), [(0, 0, 0), (2, 0, 2), (2, 1, 3), (-1, 2, 2)])
def test_each_plus_marker_of_the_target_counts_and_no_minus_marker(ap: int, mp: int, extra: int) -> None:
    """Net +1 markers; -1 markers count for nothing [KA 4.11.8]."""
    units = {"hero": mine("striker"), "foe": theirs("fighter", ap_markers=ap, mp_markers=mp)}
    assert injuries_of({"per": "markers"}, units, "hero foe") == extra


@pytest.mark.parametrize(("stats", "extra"), [(["ap"], 4), (["mp"], 2), (["ap", "mp"], 6)])
def test_what_is_left_is_what_the_cost_leaves_even_if_it_is_lost_in_the_same_spell(stats: Any, extra: int) -> None:
    """+1 for each point left, counted once the cost has been paid [KA 7.2.2.a] [KA 7.2.4.e]."""
    effects: tuple[dict[str, Any], ...] = (
        {"op": "extra-damage", "x": {"per": "unspent", "stats": stats}, "element": "earth"},
        {"op": "empty-gauges", "stats": ["ap", "mp"]},
    )
    units = {"hero": mine("striker", ap=5, mp=2), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[striker(*effects, base=0)])
    table.play("cast hit b1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == extra
    assert table.unit("hero", "ap", "mp") == (0, 0)


@pytest.mark.parametrize(
    ("no", "die", "injuries"), [(False, "critical", 3), (False, "lock", 1), (True, "critical", 2), (True, "lock", 2)]
)
def test_a_bonus_may_hang_on_the_critical_hit_roll(no: bool, die: str, injuries: int) -> None:
    """One more if the roll has a success, or has none; a Critical Hit adds its own 1 besides [KA 7.2.5.a]."""
    x = {"per": "critical-roll", "no": no}
    pack = [striker({"op": "extra-damage", "x": x, "element": "earth"}, base=1)]
    units = {"hero": mine("striker"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast hit b1", dice=[die, "lock"])
    assert table.unit("foe", "injuries") == injuries


def test_kod_krosmasters_of_the_own_side_count_and_no_others() -> None:
    """Out of play for good: the side's Krosmasters that were KO'd [KA 4.10.2]."""
    effect = {"op": "markers", "stat": "mp", "x": {"per": "ko"}, "to": {"who": "self"}}
    kill = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
    act = mage(effect)[1]["spell"]
    pack = [card("mage", spells=[*act, kill])]
    units = {"hero": mine("mage"), "pal": mine("villager"), "foe": theirs("villager"), "far": theirs("fighter")}
    table = Table("hero pal foe far", units, turn="hero", pack=pack)
    table.play("cast kill c1", dice=["lock", "lock"]).play("cast act a1")
    assert table.unit("hero", "mp_markers") == 0
    table.play("cast kill b1", dice=["lock", "lock"]).play("cast act a1")
    assert table.unit("hero", "mp_markers") == 1


@pytest.mark.parametrize(("stat", "gained"), [("ap", 3), ("mp", 2), ("range", 1)])
def test_ruling_r111_markers_of_a_stat_count_frozen_or_not(stat: str, gained: int) -> None:
    """1 AP and 2 frozen, 2 frozen MP, 1 range marker; frozen injuries are no range markers [Ruling R111]."""
    cold = {"ap_markers": 1, "frozen_ap_markers": 2, "frozen_mp_markers": 2, "range_markers": 1}
    units = {"hero": mine("mage"), "foe": theirs("fighter", injuries=5, frozen_injuries=4, **cold)}
    count = {"per": "markers", "stats": [stat], "of": {"who": "targets"}}
    act = mage({"op": "markers", "stat": "range", "x": count})
    table = Table("hero foe", units, turn="hero", pack=[act], release="2.2").play("cast act b1")
    assert table.unit("foe", "range_markers") == 1 + gained

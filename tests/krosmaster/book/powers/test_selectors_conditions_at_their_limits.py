"""Conditions and amounts joined, negated and counted: each just short of holding, and just holding."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Table, card, mine, power, reward, spell, theirs

SELF = {"who": "self"}
MAIN = {"who": "main"}
DULL = ["lock", "lock"]
YES: dict[str, Any] = {"is": "injuries", "max": 0}
NO: dict[str, Any] = {"is": "injuries", "min": 1}


def holds(
    that: dict[str, Any], units: dict[str, dict[str, Any]] | None = None, field: str = "hero foe", **keys: Any
) -> bool:
    """Whether the condition holds as the mage `hero`, uninjured, casts at the foe."""
    effect = {"op": "if", "that": that, "then": [marker(SELF)], "otherwise": [marker(SELF, stat="ap")]}
    pack = [mage(effect), *keys.pop("pack", [])]
    table = Table(field, units or {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=pack, **keys)
    table.play(f"cast act {table.unit('foe', 'at') or 'a1'}")
    did = table.unit("hero", "mp_markers", "ap_markers")
    assert did in ((1, 0), (0, 1))
    return bool(did == (1, 0))


@pytest.mark.parametrize(
    ("that", "expected"),
    [
        ({"is": "not", "that": YES}, False),
        ({"is": "not", "that": NO}, True),
        ({"is": "all", "of": [YES, YES]}, True),
        ({"is": "all", "of": [YES, NO]}, False),
        ({"is": "all", "of": [NO, NO]}, False),
        ({"is": "any", "of": [NO, YES]}, True),
        ({"is": "any", "of": [NO, NO]}, False),
        ({"is": "any", "of": [YES, YES]}, True),
        ({"is": "koed"}, False),
        ({"is": "not", "that": {"is": "koed"}}, True),
    ],
    ids=str,
)
def test_conditions_are_joined_and_negated(that: dict[str, Any], expected: bool) -> None:
    """Not, all, any [KA 4.18.4.e]."""
    assert holds(that) is expected


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [(0, 2, True), (1, None, True), (2, None, True), (3, None, False), (0, 1, False), (2, 2, True), (0, 0, False)],
)
def test_a_count_lies_between_its_bounds(least: int, most: int | None, expected: bool) -> None:
    """Two enemies [KA 4.18.10]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "far": theirs("fighter")}
    that = {"is": "count", "of": {"who": "units", "side": "enemy"}, "min": least, "max": most}
    assert holds(that, units, "hero foe far") is expected


@pytest.mark.parametrize(("least", "most", "expected"), [(0, 2, False), (3, 3, True), (4, None, False), (1, 3, True)])
def test_injuries_lie_between_their_bounds(least: int, most: int | None, expected: bool) -> None:
    """Three on the caster [KA 4.18.10]."""
    units = {"hero": mine("mage", injuries=3), "foe": theirs("fighter")}
    assert holds({"is": "injuries", "min": least, "max": most}, units) is expected


@pytest.mark.parametrize(
    ("name", "types", "x", "expected"),
    [
        ("avengers", ["avenger", "avenger"], 2, True),
        ("avengers", ["avenger", "vigilante"], 2, True),
        ("avengers", ["avenger", "villain"], 2, False),
        ("villains", ["villain", "villain"], 2, True),
        ("villains", ["villain", "avenger"], 2, False),
        ("villains", ["villain", "villain"], 3, False),
    ],
)
def test_avengers_and_villains_of_both_sides_are_counted(name: str, types: list[str], x: int, expected: bool) -> None:
    """One of each side, in the arena [KA 4.9.19.a] [KA 4.9.20.a] [Ruling R114]."""
    pack = [card("one", types=[types[0]]), card("two", types=[types[1]])]
    units = {"hero": mine("mage"), "foe": theirs("one"), "pal": mine("two"), "gone": mine("one", at="")}
    assert holds({"is": name, "x": x}, units, "hero foe pal", pack=pack) is expected


@pytest.mark.parametrize(("op", "type_"), [("retribution", "avenger"), ("revenge", "villain")])
@pytest.mark.parametrize(("x", "extra"), [(1, 1), (2, 1), (3, 0)])
def test_retribution_and_revenge_ask_for_so_many(op: str, type_: str, x: int, extra: int) -> None:
    """What follows applies with at least as many in the arena [KA 4.9.19.a] [KA 4.9.20.a]."""
    effect = {"op": op, "x": x, "then": [marker(SELF)]}
    pack = [mage(effect), card("one", types=[type_]), card("other", types=["monk"])]
    units = {"hero": mine("mage"), "foe": theirs("one"), "pal": mine("one"), "rest": mine("other")}
    table = Table("hero foe pal rest", units, turn="hero", pack=pack).play("cast act b1")
    assert table.unit("hero", "mp_markers") == extra


def test_the_first_cast_of_a_spell_is_the_first_of_the_turn() -> None:
    """Of this spell, whatever else was cast; of any Attack, Punch included [KA 4.18.2.a]."""
    first = {"op": "if", "that": {"is": "first-cast"}, "then": [marker(SELF)]}
    attack = {"op": "if", "that": {"is": "first-cast", "spells": "attack"}, "then": [marker(SELF, stat="ap")]}
    spells = [
        spell("one", range=ANYWHERE, base=0, cost={"ap": 1}, do=[first, attack]),
        spell("two", range=ANYWHERE, base=0, cost={"ap": 1}, do=[first, attack]),
        spell("hum", "personal", kind="special", cost={"ap": 0}),
    ]
    units = {"hero": mine("singer"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=[card("singer", spells=spells)])

    def got(line: str, dice: list[str] = DULL) -> list[str]:
        return [fact["stat"] for fact in table.play(line, dice=dice).facts("markers")]

    assert got("cast hum a1", []) == []
    assert got("cast one c1") == ["mp", "ap"]
    assert got("cast one c1") == []
    assert got("cast two c1") == ["mp"]
    assert got("cast two c1") == []
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert got("cast two c1") == ["mp", "ap"]


def test_a_power_is_no_first_cast_of_a_spell() -> None:
    """What no spell does cannot be the first time that a spell does it [KA 4.18.2.a]."""
    gain = {"op": "gain-kamas", "x": 1}
    groan = power("groan", when="suffers-injuries", that={"is": "first-cast"}, do=[gain])
    sigh = power("sigh", when="suffers-injuries", do=[{"op": "if", "that": {"is": "first-cast"}, "then": [gain]}, gain])
    units = {"hero": mine("fighter"), "foe": theirs("moaner")}
    table = Table("hero foe", units, turn="hero", pack=[card("moaner", powers=[groan, sigh])])
    table.play("cast strike b1", dice=["lock", "lock"], answers=["resolve 2"])
    assert table.read("player.p2.kamas") == 1


def test_a_spell_cast_by_its_own_ko_knows_that_its_owner_is_koed() -> None:
    """Two more damage once KO'd [KA 4.10.2] [Ruling R45]."""
    more = {"op": "if", "that": {"is": "koed"}, "then": [{"op": "extra-damage", "x": 2, "element": "fire"}]}
    burst = spell("burst", "personal", element="fire", base=1, cost={"ap": 1}, area="cross", do=[more])
    last = power("last", when="is-koed", do=[{"op": "cast", "spell": "burst"}])
    pack = [card("drake", hp=2, spells=[burst], powers=[last]), card("ox", hp=20)]
    units = {"hero": mine("fighter"), "foe": theirs("drake"), "far": theirs("ox")}
    dead = Table("hero foe far", units, turn="hero", pack=pack).play("cast strike b1", dice=["lock"] * 5)
    assert (dead.unit("hero", "injuries"), dead.unit("far", "injuries")) == (3, 3)
    alive = Table("far hero", {"hero": mine("drake"), "far": theirs("ox")}, turn="hero", pack=pack)
    assert alive.play("cast burst b1", dice=["lock"] * 3).unit("far", "injuries") == 1


@pytest.mark.parametrize(("dice", "injuries"), [(["critical", "critical"], 4), (["critical", "lock"], 3), (DULL, 1)])
def test_each_critical_success_may_count(dice: list[str], injuries: int) -> None:
    """One more for each, and one for the roll won [KA 7.2.5.a] [KA 7.2.7.b]."""
    x = {"per": "critical-successes"}
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}, do=[{"op": "extra-damage", "x": x, "element": "earth"}])
    keen = card("keen", spells=[hit], powers=[{"keyword": "critical-hit"}])
    units = {"hero": mine("keen"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[keen]).play("cast hit b1", dice=[*dice, "lock"])
    assert table.unit("foe", "injuries") == injuries


@pytest.mark.parametrize(("double", "armours", "injuries"), [(False, 1, 1), (True, 1, 2), (True, 2, 1), (False, 2, 0)])
def test_a_doubled_critical_success_weighs_against_armour(double: bool, armours: int, injuries: int) -> None:
    """One success counted twice beats one Armour and ties with two [KA 7.2.5.a] [KA 7.2.7.b]."""
    do = [{"op": "double-criticals"}] if double else []
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}, do=do)
    wall = card("wall", powers=[{"keyword": "armour"}])
    units = {"hero": mine("keen"), "foe": theirs("wall")}
    dice = ["critical", *["armour"] * armours, *["lock"] * (2 - armours)]
    table = Table("hero foe", units, turn="hero", pack=[wall, card("keen", spells=[hit])])
    assert table.play("cast hit b1", dice=dice).unit("foe", "injuries") == injuries


@pytest.mark.parametrize(("level", "gallons"), [(0, 0), (2, 2)])
def test_a_level_set_for_the_fight_is_what_its_ko_is_worth(level: int, gallons: int) -> None:
    """[KA 4.18.3.d] [Ruling R20] [KA 2.4.2]"""
    hit = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
    act = mage({"op": "set-level", "x": level, "to": MAIN})[1]["spell"]
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "rest": theirs("fighter")}
    table = Table("hero foe rest", units, turn="hero", pack=[card("mage", spells=[*act, hit])]).play("cast act b1")
    assert (table.unit("foe", "level"), table.unit("rest", "level")) == (level, 3)
    table.play("cast kill b1", dice=DULL)
    assert table.read("player.p1.gg") == 6 + gallons


@pytest.mark.parametrize(
    ("x", "steal", "before", "after"),
    [
        (2, True, (1, 5), (3, 3)),
        (2, True, (1, 1), (2, 0)),
        (2, False, (1, 5), (3, 5)),
        (-2, False, (3, 5), (1, 5)),
        (-2, False, (1, 5), (0, 5)),
    ],
)
def test_kamas_come_from_the_reserve_or_from_the_opponent(
    x: int, steal: bool, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """What is stolen is taken from the other stock, as much as there is [KA 4.5.1] [KA 4.18.5]."""
    effect = {"op": "gain-kamas", "x": x, "steal": steal}
    players = {"p1": {"kamas": before[0]}, "p2": {"kamas": before[1]}}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[mage(effect)], players=players).play("cast act b1")
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == after


@pytest.mark.parametrize(("x", "gauges"), [(2, (5, 4)), (-2, (3, 2))])
def test_equipment_fills_the_gauges_it_enlarges_and_empties_none(x: int, gauges: tuple[int, int]) -> None:
    """MAX AP and MP 2 more: 2 more to spend now; 2 less: nothing is lost this turn [KA 4.7.5.c] [Ruling R30]."""
    give = [{"op": "stat-bonus", "stat": "ap", "x": x}, {"op": "stat-bonus", "stat": "mp", "x": x}]
    pack = [reward("boots", kind="equipment", slot="set", rank="jade", holds=[{"give": give}])]
    units = {"hero": mine("fighter", ap=3, mp=2, rewards=[{"id": "boots", "face": "down"}]), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("reveal boots")
    assert table.unit("hero", "max_ap", "max_mp") == (6 + x, 3 + x)
    assert table.unit("hero", "ap", "mp") == gauges


@pytest.mark.parametrize("dash", ["ap", "mp"])
def test_equipment_gives_nothing_to_a_gauge_that_is_a_dash(dash: str) -> None:
    """Neither at once nor as a MAX: no change of AP or MP affects the unit [KA 4.11.1.a] [KA 4.11.1.b]."""
    give = [{"op": "stat-bonus", "stat": "ap", "x": 2}, {"op": "stat-bonus", "stat": "mp", "x": 2}]
    pack = [
        reward("boots", kind="equipment", slot="set", rank="jade", holds=[{"give": give}]),
        card("statue", **{dash: "-"}),
    ]
    full = {"ap": 6, "mp": 3, dash: 0}
    units = {
        "hero": mine("statue", rewards=[{"id": "boots", "face": "down"}], **full),
        "foe": theirs("fighter"),
    }
    table = Table("hero foe", units, turn="hero", pack=pack).play("reveal boots")
    expected = {"ap": 8, "mp": 5, dash: 0}
    assert table.unit("hero", "ap", "mp") == (expected["ap"], expected["mp"])


@pytest.mark.parametrize(("stats", "left"), [(["ap"], (0, 2)), (["mp"], (5, 0)), (["ap", "mp"], (0, 0))])
def test_gauges_are_emptied_as_named(stats: list[str], left: tuple[int, int]) -> None:
    """AP, MP or both, of the active unit alone [KA 4.11.4]."""
    units = {"hero": mine("mage", ap=6, mp=2), "foe": theirs("fighter")}
    everybody = {"who": "units"}
    effect = {"op": "empty-gauges", "stats": stats, "to": everybody}
    table = Table("hero foe", units, turn="hero", pack=[mage(effect)]).play("cast act b1")
    assert table.unit("hero", "ap", "mp") == left
    assert {fact["unit"] for fact in table.facts("lost")} == {"hero"}


@pytest.mark.parametrize(("x", "ap"), [(2, 7), (-2, 3), (-9, 0)])
def test_an_immediate_change_is_of_the_gauge_and_of_the_active_unit(x: int, ap: int) -> None:
    """Beyond the MAX, never below 0 [KA 4.11.4] [KA 7.5.14.a]."""
    units = {"hero": mine("mage", ap=6), "foe": theirs("fighter"), "pal": mine("fighter")}
    effect = {"op": "immediate-gain", "stat": "ap", "x": x, "to": {"who": "units"}}
    table = Table("hero foe pal", units, turn="hero", pack=[mage(effect)]).play("cast act b1")
    assert table.unit("hero", "ap") == ap
    assert (table.unit("foe", "ap"), table.unit("pal", "ap")) == (0, 0)


def test_the_spell_that_ends_the_turn_ends_it() -> None:
    """The Activation Phase is over, the end of the turn follows [KA 6.4.1] [KA 6.3.8]."""
    last = power("last", when="end-of-own-turn", do=[marker(SELF, stat="range")])
    pack = [mage({"op": "end-turn"}, powers=[last], initiative=9)]
    units = {"hero": mine("mage"), "pal": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero foe pal", units, turn="hero", pack=pack).play("cast act b1")
    assert table.read("turn.unit") == "pal"
    assert table.unit("hero", "range_markers", "ap", "mp") == (1, 0, 0)

"""Unseen units, stolen health, and what a unit out of play leaves behind it."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Part, Table, card, mine, power, spell, summon, theirs

DULL = ["lock", "lock"]
SELF = {"who": "self"}
UNSEEN = power("unseen", holds=[{"give": [{"op": "unseen"}]}])


def drain(element: str = "earth") -> Part:
    """A Krosmaster whose Attack of 2 steals health, anywhere; it has 5 injuries in these tests."""
    steal = [{"op": "steal-health"}]
    return card("bat", hp=9, spells=[spell("drain", range=ANYWHERE, element=element, cost={"ap": 1}, do=steal)])


def healed(foe: str, pack: list[Part], field: str = "hero . foe other", **keys: Any) -> tuple[int, int]:
    """What the bat has left of 5 injuries after draining c1, and the injuries of the foe there."""
    units = {"hero": mine("bat", injuries=5), "foe": theirs(foe, **keys), "other": theirs("villager")}
    table = Table(field, units, turn="hero", pack=[drain(), *pack])
    table.play(f"cast drain {table.unit('foe', 'at')}", dice=DULL)
    return table.unit("hero", "injuries"), table.unit("foe", "injuries")


def test_health_is_stolen_for_injuries_really_placed() -> None:
    """2 of a fighter; 1 of what has one HP left [KA 7.5.18.a] [KA 4.10.8]."""
    assert healed("fighter", []) == (3, 2)
    assert healed("fighter", [], injuries=7)[0] == 4


def test_no_health_is_stolen_of_who_takes_no_injury() -> None:
    """A cap of 0 places none [KA 7.5.18.a] [KA 7.2.8.d]."""
    iron = card("iron", powers=[power("skin", holds=[{"give": [{"op": "injury-cap", "x": 0}]}])])
    assert healed("iron", [iron]) == (5, 0)


@pytest.mark.parametrize(("field", "left"), [(". .\nhero foe", 3), (". foe\nhero .", 5)])
def test_health_stolen_on_a_condition_is_stolen_when_that_holds_for_the_cast(field: str, left: int) -> None:
    """Track: of a target in line with the caster, and of no other [KA 7.5.21.a] [KA 7.5.18.a]."""
    steal = [{"op": "track", "then": [{"op": "steal-health"}]}]
    bat = card("bat", hp=9, spells=[spell("drain", range=ANYWHERE, cost={"ap": 1}, do=steal)])
    units = {"hero": mine("bat", injuries=5), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[bat])
    table.play(f"cast drain {table.unit('foe', 'at')}", dice=DULL)
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (left, 2)


def test_no_health_is_stolen_of_a_tombstone() -> None:
    """It takes no injury but by being profaned [KA 7.5.18.a] [KA 4.9.31.a]."""
    grave = summon("grave", category="mechanism", mp="-", ap="-", hp=3, powers=[{"keyword": "profanation"}])
    units = {"hero": mine("bat", injuries=5), "grave": theirs("grave", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero grave foe", units, turn="hero", pack=[drain(), grave]).play("cast drain b1", dice=DULL)
    assert (table.unit("hero", "injuries"), table.unit("grave", "injuries")) == (5, 0)


def test_an_unseen_unit_is_injured_from_beside_it_and_from_nowhere_else() -> None:
    """No injury and no health from two cells away, both from the next cell [KA 1.5.2] [KA 7.5.18.a]."""
    ghost = card("ghost", powers=[UNSEEN])
    assert healed("ghost", [ghost]) == (5, 0)
    assert healed("ghost", [ghost], ". hero foe other") == (3, 2)


def test_an_unseen_unit_shields_itself_and_nobody_else() -> None:
    """Its ally is injured from afar [KA 1.5.2]."""
    units = {"hero": mine("fighter"), "ghost": theirs("ghost"), "foe": theirs("fighter")}
    table = Table(". . . ghost\nhero . . foe", units, turn="hero", pack=[card("ghost", powers=[UNSEEN])])
    assert table.play("cast arrow d1", dice=DULL).unit("foe", "injuries") == 2
    assert table.play("cast arrow d2", dice=DULL).unit("ghost", "injuries") == 0


def test_an_unseen_unit_is_injured_as_ever_by_what_is_no_character_and_by_itself() -> None:
    """A Turret three cells away, and its own spell [KA 1.5.2] [KA 4.3.4.a]."""
    burn = spell("burn", "personal", base=1, cost={"ap": 1})
    ghost = card("ghost", powers=[UNSEEN], spells=[burn])
    own = Table("ghost . foe", {"ghost": mine("ghost"), "foe": theirs("fighter")}, turn="ghost", pack=[ghost])
    assert own.play("cast burn a1", dice=DULL).unit("ghost", "injuries") == 1
    drop = power(
        "drop", when="start-of-own-turn", do=[{"op": "injure", "x": 1, "to": {"who": "units", "side": "enemy"}}]
    )
    totem = summon("totem", category="mechanism", mp="-", powers=[drop])
    units = {"hero": mine("fighter"), "totem": mine("totem", summoner="hero"), "ghost": theirs("ghost")}
    far = Table("hero totem . . ghost", units, turn="hero", pack=[ghost, totem]).play("end")
    assert far.unit("ghost", "injuries") == 1


GRUDGE = power("grudge", when="ally-suffers-injuries", do=[marker(SELF, stat="ap")])


def test_a_watcher_of_allies_is_set_off_by_whoever_injures_one() -> None:
    """p1's own blow on p1's unit, watched by a third one, and an opponent's [KA 4.10.6.a] [KA 4.18.2.d]."""
    units = {
        "hero": mine("fighter"),
        "pal": mine("villager"),
        "watcher": mine("mourner"),
        "foe": theirs("fighter", injuries=1),
    }
    field = """
        .       pal  foe
        watcher hero .
        """
    pack = [card("mourner", initiative=1, powers=[GRUDGE])]
    table = Table(field, units, turn="hero", pack=pack).play("cast strike b2", dice=DULL)
    assert table.unit("pal", "injuries") == 2
    assert table.unit("watcher", "ap_markers") == 1
    other = Table(field, units, turn="foe", pack=pack).play("cast strike b2", dice=DULL)
    assert other.unit("watcher", "ap_markers") == 1


def test_a_power_set_off_by_its_owners_ko_looks_round_the_cell_it_stood_on() -> None:
    """Adjacent means adjacent to the last cell, in the condition and in the effect [Ruling R45] [KA 4.18.2.c]."""
    around = {"who": "units", "side": "enemy", "adjacent_to": "self"}
    last = power(
        "last-blow",
        when="is-koed",
        that={"is": "count", "of": around},
        do=[{"op": "injure", "x": 1, "to": around}],
    )
    martyr = card("martyr", hp=2, powers=[last])
    units = {"hero": mine("fighter"), "pal": mine("villager"), "foe": theirs("martyr"), "rest": theirs("fighter")}
    field = """
        .    pal .   .
        hero foe .   rest
        """
    table = Table(field, units, turn="hero", pack=[martyr]).play("cast strike b1", dice=DULL)
    assert table.unit("foe", "at") == ""
    assert (table.unit("hero", "injuries"), table.unit("pal", "injuries")) == (1, 1)
    far = Table("hero . foe rest pal", units, turn="hero", pack=[martyr]).play("cast arrow c1", dice=DULL)
    assert (far.unit("hero", "injuries"), far.unit("pal", "injuries")) == (0, 0)


def test_a_power_of_the_start_of_the_summoners_turn_is_set_off_then_and_in_no_other_turn() -> None:
    """Once, as the turn of its own summoner begins, and not in the turn of another ally [KA 6.2.1.d] [Ruling R79]."""
    wake = power("wake", when="start-of-summoner-turn", do=[marker(SELF, x=1, stat="range")])
    units = {
        "hero": mine("fighter", at="a1"),
        "pal": mine("villager"),
        "totem": mine("totem", summoner="hero"),
        "foe": theirs("fighter"),
    }
    totem = summon("totem", category="mechanism", mp="-", ap="-", powers=[wake])
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table(". totem . pal foe", units, turn=begin, pack=[totem]).play()
    assert table.unit("totem", "range_markers") == 1
    begin = {"player": "p1", "unit": "pal", "phase": "preliminary"}
    table = Table(". totem . pal foe", units, turn=begin, pack=[totem]).play()
    assert table.unit("totem", "range_markers") == 0


@pytest.mark.parametrize(("before", "after"), [(2, -2), (-3, 3), (0, 0), (9, -6)])
def test_inverted_markers_are_as_many_of_the_other_sign(before: int, after: int) -> None:
    """+1 become -1, no more than the MAX (6 AP), and the reverse [KA 4.11.7] [KA 4.11.8]."""
    invert = {"op": "invert-markers", "stats": ["ap"], "to": {"who": "main"}}
    units = {"hero": mine("mage"), "foe": theirs("fighter", ap_markers=before, mp_markers=1)}
    table = Table("hero foe", units, turn="hero", pack=[mage(invert)]).play("cast act b1")
    assert table.unit("foe", "ap_markers", "mp_markers") == (after, 1)


def test_markers_and_injuries_are_exchanged_with_the_main_target_alone() -> None:
    """An additional target keeps its own [KA 7.5.20.a] [KA 4.10.7]."""
    swap = ({"op": "exchange-markers"}, {"op": "exchange-injuries"})
    units = {
        "hero": mine("mage", ap_markers=1, injuries=1),
        "foe": theirs("fighter", ap_markers=-2, injuries=2),
        "by": theirs("fighter", ap_markers=3, injuries=3),
    }
    table = Table("hero . foe by", units, turn="hero", pack=[mage(*swap, area="cross")]).play("cast act c1")
    assert table.unit("hero", "ap_markers", "injuries") == (-2, 2)
    assert table.unit("foe", "ap_markers", "injuries") == (1, 1)
    assert table.unit("by", "ap_markers", "injuries") == (3, 3)
    assert len(table.facts("exchanged")) == 2


def test_nothing_is_exchanged_by_a_caster_with_itself() -> None:
    """The main target has to be another unit [KA 7.5.20.a] [KA 4.10.7]."""
    swap = ({"op": "exchange-markers"}, {"op": "exchange-injuries"})
    units = {"hero": mine("mage", ap_markers=1, injuries=1), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=[mage(*swap)]).play("cast act a1")
    assert table.unit("hero", "ap_markers", "injuries") == (1, 1)
    assert table.facts("exchanged") == []


def test_each_of_several_unseen_units_is_out_of_reach() -> None:
    """Neither is injured from afar, and an ally between them is [KA 1.5.2]."""
    blast = spell("blast", range=ANYWHERE, cost={"ap": 1}, area="cross")
    pack = [card("ghost", powers=[UNSEEN]), card("blaster", spells=[blast])]
    units = {"hero": mine("blaster"), "one": theirs("ghost"), "foe": theirs("fighter"), "two": theirs("ghost")}
    table = Table("hero . one foe two", units, turn="hero", pack=pack).play("cast blast d1", dice=["lock"] * 4)
    assert [table.unit(name, "injuries") for name in ("one", "foe", "two")] == [0, 2, 0]


def test_an_unseen_unit_without_its_powers_is_injured_and_the_other_one_is_not() -> None:
    """[KA 1.5.2] [KA 4.18.4.g]: who has lost its powers is seen like anybody else."""
    blast = spell("blast", range=ANYWHERE, cost={"ap": 1}, area="cross")
    hush = spell("hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers"}])
    pack = [card("ghost", powers=[UNSEEN]), card("blaster", spells=[blast, hush])]
    units = {"hero": mine("blaster"), "one": theirs("ghost"), "foe": theirs("fighter"), "two": theirs("ghost")}
    table = Table("hero . one foe two", units, turn="hero", pack=pack)
    table.play("cast hush c1").play("cast blast d1", dice=["lock"] * 4)
    assert [table.unit(name, "injuries") for name in ("one", "foe", "two")] == [2, 2, 0]

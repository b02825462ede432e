"""How far a spell reaches once it is being cast, and who sees past whom."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

GREEN = {"kind": "target", "min": 1, "max": 2, "fixed": False}
SLOW = [{"op": "markers", "stat": "mp", "x": -1}]


def test_a_boost_of_range_serves_the_multiple_targets_of_the_spell_that_uses_it_up() -> None:
    """Every other cell that could have been targeted, the Boost included [KA 7.2.3.c] [KA 4.16.3] [KA 4.7.5.a]."""
    wave = spell("wave", range=GREEN, kind="special", area="multiple-targets", do=SLOW)
    units = {
        "hero": mine("waver", rewards=[{"id": "spyglass", "face": "down"}]),
        "near": theirs("fighter"),
        "far": theirs("villager"),
    }
    field = """
        near .    .  .
        .    hero .  .
        .    .    .  .
        .    .    .  far
        """
    table = Table(field, units, turn="hero", pack=[card("waver", spells=[wave])])
    table.play("reveal spyglass").play("cast wave a4")
    assert (table.unit("near", "mp_markers"), table.unit("far", "mp_markers")) == (-1, -1)
    assert "cast wave d1" not in table.options("cast")  # used up


def test_the_max_range_that_an_effect_reads_is_that_of_the_spell_as_it_was_cast() -> None:
    """Ogrest's Sob of MAX 1 with a Spyglass: 4, and 4 markers [KA 4.15.7] [KA 4.7.5.a]."""
    units = {"hero": mine("ogrest-child", rewards=[{"id": "spyglass", "face": "down"}]), "foe": theirs("fighter")}
    table = Table("hero . . . foe", units, turn="hero").play("reveal spyglass")
    table.play("cast sob e1", dice=["lock", "lock"])
    assert table.unit("hero", "range_markers") == 4


def test_multiple_targets_of_a_caster_koed_by_the_cost_are_those_it_could_have_targeted() -> None:
    """The other steps are performed as usual, from its last cell, a Crate here [KA 7.2.2.b] [Ruling R45]."""
    cost = {"ap": 1, "injuries": 2}
    wave = spell("wave", range=GREEN, kind="special", area="multiple-targets", cost=cost, do=SLOW)
    units = {
        "hero": mine("waver", injuries=6, at="b1"),
        "pal": mine("villager"),
        "near": theirs("fighter"),
        "far": theirs("villager"),
        "out": theirs("villager"),
    }
    field = """
        .    pal . .   .   .
        near C   . .   far out
        """
    table = Table(field, units, turn="hero", pack=[card("waver", spells=[wave])]).play("cast wave a1")
    assert not table.unit("hero", "at")
    assert {fact["unit"] for fact in table.facts("markers")} == {"pal", "near", "far"}


@pytest.mark.parametrize(("keys", "reached"), [({"spells": "this"}, "other"), ({"element": "fire"}, "flame")])
def test_a_bonus_of_range_is_for_the_spell_or_the_element_that_it_names(keys: dict[str, Any], reached: str) -> None:
    """The other green spells keep their MAX [KA 4.15.7] [KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "range", "x": 3, **keys}
    spells = [
        spell("other", range=GREEN, cost={"ap": 1}, kind="special", do=[bonus]),
        spell("stone", range=GREEN, cost={"ap": 1}),
        spell("flame", range=GREEN, cost={"ap": 1}, element="fire"),
    ]
    units = {"hero": mine("archer"), "foe": theirs("fighter")}
    table = Table("hero . . . . foe", units, turn="hero", pack=[card("archer", spells=spells)]).play("cast other b1")
    far = [line.split()[1] for line in table.options("cast") if line.endswith(" f1")]
    assert far == [reached]


def test_an_unseen_unit_blocks_the_sight_of_a_turret() -> None:
    """A Turret is no character, and only characters see past it [KA 4.3.4.b] [KA 4.19.6] [KA 4.15.9.a]."""
    shot = spell("shot", (1, 4), cost={"ap": 1})
    gun = summon("gun", category="mechanism", family="turret", mp="-", ap=2, spells=[shot])
    units = {
        "hero": mine("mage", at="a2"),
        "gun": mine("gun", summoner="hero"),
        "ghost": theirs("srammy"),
        "foe": theirs("fighter"),
    }
    field = """
        .   . .     .
        gun . ghost foe
        """
    table = Table(field, units, turn="gun", pack=[gun, mage()])
    refusal = table.refused("cast shot d1")
    assert (refusal.kind, refusal.facts["blocker"]) == ("no-sight", "c1")
    units["hero"], units["gun"] = mine("fighter"), mine("gun", summoner="hero", at="a2")
    seen = Table(field.replace("gun", "hero"), units, turn="hero", pack=[gun, mage()])
    assert "cast arrow d1" in seen.options("cast")


def test_an_area_under_a_condition_is_the_target_cell_alone_where_it_fails() -> None:
    """A Cross for aligned targets only: in line it strikes both, off line one [KA 4.16.4] [KA 4.16.4.a]."""
    reach = {"kind": "no-line-of-sight", "min": 1, "max": 4}
    sweep = spell("sweep", range=reach, kind="special", area="cross", area_if={"is": "aligned"}, do=SLOW)
    units = {"hero": mine("sweeper"), "one": theirs("fighter"), "other": theirs("villager")}
    field = """
        .    one other
        hero .   .
        """
    pack = [card("sweeper", spells=[sweep])]
    off_line = Table(field, units, turn="hero", pack=pack).play("cast sweep b2")
    assert (off_line.unit("one", "mp_markers"), off_line.unit("other", "mp_markers")) == (-1, 0)
    in_line = Table(field, units, turn="hero", pack=pack).play("cast sweep b1")
    assert (in_line.unit("one", "mp_markers"), in_line.unit("other", "mp_markers")) == (-1, 0)
    aside = Table(field, units, turn="hero", pack=pack).play("cast sweep c1")
    assert (aside.unit("one", "mp_markers"), aside.unit("other", "mp_markers")) == (0, -1)

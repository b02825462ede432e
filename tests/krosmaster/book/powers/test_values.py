"""MAX AP, MAX MP, costs and dice with everything that modifies them."""

from typing import Any

import pytest

from esquive.krosmaster.game import GAME
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, power, reward, spell, theirs

DULL = ["lock", "lock"]


def lasting(name: str, *give: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A power that gives these continuous effects."""
    return power(name, holds=[{"give": list(give), **keys}])


def test_equipment_serves_its_bearer_where_some_card_copies_powers() -> None:
    """What equipment gives is no power, so it is neither copied nor lost [KA 4.18.8] [Ruling R101]."""
    ape = card("ape", powers=[lasting("mimicry", {"op": "copy-powers", "side": "ally"})])
    more = [{"op": "stat-bonus", "stat": "ap", "x": 2}, {"op": "damage-bonus", "x": 2}]
    boots = reward("boots", kind="equipment", slot="set", rank="jade", holds=[{"give": more}])
    worn = [{"id": "boots", "face": "up"}]
    units = {"hero": mine("fighter", rewards=worn), "foe": theirs("fighter"), "ape": mine("ape"), "pal": mine("ape")}
    table = Table("hero foe ape pal", units, turn="hero", pack=[ape, boots])
    assert [table.unit(name, "max_ap") for name in ("hero", "ape", "pal")] == [8, 6, 6]
    assert table.play("cast strike b1", dice=DULL).unit("foe", "injuries") == 2 + 2


@pytest.mark.parametrize(("x", "most"), [(-2, (4, 1)), (-3, (3, 0)), (-4, (2, 0)), (-7, (0, 0))])
def test_max_ap_and_mp_may_be_nothing_but_not_less(x: int, most: tuple[int, int]) -> None:
    """A malus of the neighbour takes 6 AP and 3 MP down to 0 at most [KA 4.11.1] [KA 4.11.2]."""
    near = {"who": "units", "side": "enemy", "adjacent_to": "self"}
    drain = [{"op": "stat-bonus", "stat": stat, "x": x, "to": near} for stat in ("ap", "mp")]
    units = {"hero": mine("fighter"), "leech": theirs("drain"), "pal": mine("fighter")}
    table = Table("hero leech . pal", units, turn="hero", pack=[card("drain", powers=[lasting("drain", *drain)])])
    assert table.unit("hero", "max_ap", "max_mp") == most
    assert table.unit("pal", "max_ap", "max_mp") == (6, 3)


@pytest.mark.parametrize(
    ("name", "element"),
    [("chance", "water"), ("agility", "air"), ("strength", "earth"), ("intelligence", "fire"), ("wisdom", None)],
)
def test_a_die_more_for_one_element_is_for_no_other(name: str, element: str | None) -> None:
    """Attacking with it and attacked with it [KA 4.9.21.a] [KA 4.9.22.a] [KA 4.9.23.a] [KA 4.9.24.a] [Ruling R86]."""
    elements = ["water", "air", "earth", "fire", "neutral"]
    spells = [spell(f"of-{one}", range=ANYWHERE, element=one, base=1, cost={"ap": 1}) for one in elements]
    pack = [card("sage", spells=spells, powers=[keyword(name)]), card("plain", spells=spells)]
    for one in elements:
        dice = (2, 1) if one == element else (1, 1)
        for hero, foe in (("sage", "plain"), ("plain", "sage")):
            table = Table("hero foe", {"hero": mine(hero), "foe": theirs(foe)}, turn="hero", pack=pack)
            table.play(f"cast of-{one} b1", dice=["lock"] * sum(dice))
            rolled = [len(fact["dice"]) for kind in ("critical-roll", "armour-roll") for fact in table.facts(kind)]
            assert rolled == list(dice if hero == "sage" else reversed(dice))


JAB = {"op": "punch-effect", "do": [{"op": "markers", "stat": "mp", "x": -1}]}
TECHNIQUE = reward("jab", kind="equipment", slot="technique", holds=[{"give": [JAB]}])


def costs(table: Table, unit: str) -> dict[str, int]:
    """What the unit's spells cost in AP as its view shows them."""
    views = GAME.view(table.state, 0).units
    spells = next(one for one in views if one.id == unit).spells
    return {one.id: one.cost.ap for one in spells}


def test_a_technique_makes_the_punch_of_its_bearer_cheaper_and_nothing_else() -> None:
    """Neither its other spells nor the Punch of another unit, which has no effect of it either.

    [KA 4.7.11.e] [KA 4.7.11.f]
    """
    learned = [{"id": "jab", "face": "up"}]
    units = {"hero": mine("fighter", rewards=learned), "foe": theirs("fighter"), "pal": mine("fighter")}
    table = Table("hero foe pal", units, turn="hero", pack=[TECHNIQUE])
    hero, pal = costs(table, "hero"), costs(table, "pal")
    assert hero == {**pal, "punch": pal["punch"] - 1}
    table.play("cast strike b1", dice=DULL)
    assert (table.unit("hero", "ap"), table.unit("foe", "mp_markers")) == (6 - 3, 0)
    other = Table("hero foe pal", units, turn="pal", pack=[TECHNIQUE]).play("cast punch b1", dice=DULL)
    assert (other.unit("pal", "ap"), other.unit("foe", "mp_markers")) == (6 - pal["punch"], 0)
    table = Table("hero foe pal", units, turn="hero", pack=[TECHNIQUE]).play("cast punch b1", dice=DULL)
    assert (table.unit("hero", "ap"), table.unit("foe", "mp_markers")) == (7 - pal["punch"], -1)


def test_only_the_unit_that_slips_away_is_not_locked_whatever_else_lasts() -> None:
    """Neither another unit that slips nor another effect on this one changes that [KA 4.14.1] [KA 4.18.4.b]."""
    main = {"who": "main"}
    effects = {
        "slip": {"op": "slip", "to": main},
        "cheer": {"op": "bonus", "stat": "damage", "x": 1, "until": "turn", "to": main},
    }
    spells = [spell(name, range=ANYWHERE, kind="special", cost={"ap": 1}, do=[do]) for name, do in effects.items()]
    units = {"hero": mine("slider"), "foe": theirs("fighter"), "pal": mine("fighter")}
    table = Table(". hero foe pal", units, turn="hero", pack=[card("slider", spells=spells)])
    for line in ("cast cheer d1", "cast slip d1", "cast cheer b1"):
        assert table.play(line).again().start("move a1").asked == "p2 lock roll"
    table.play("cast slip b1").play("move a1")
    assert table.unit("hero", "at", "mp") == ("a1", 2)


@pytest.mark.parametrize(("x", "paid"), [(-1, 2), (-3, 0), (-5, 0), (1, 4)])
def test_a_changed_cost_is_never_below_nothing(x: int, paid: int) -> None:
    """A spell of 3 AP; nobody gains AP by casting [KA 4.8.1] [Ruling R100]."""
    bonus = {"op": "cost-bonus", "stat": "ap", "x": x, "to": {"who": "units", "side": "ally", "other": True}}
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "pal": mine("thrift")}
    table = Table("hero foe pal", units, turn="hero", pack=[card("thrift", powers=[lasting("thrift", bonus)])])
    assert table.play("cast strike b1", dice=DULL).unit("hero", "ap") == 6 - paid


def test_keywords_and_hp_that_a_unit_gives_are_those_of_whom_it_gives_them_to() -> None:
    """The neighbours on its side and not itself, each power once, while it stands there [KA 4.18.4.a] [KA 4.9.1]."""
    near = {"who": "units", "side": "ally", "other": True, "adjacent_to": "self"}
    gifts: list[dict[str, Any]] = [
        {"op": "have-powers", "powers": ["armour", "lock"], "to": near},
        {"op": "stat-bonus", "stat": "hp", "x": 2, "to": near},
    ]
    pack = [card("bard", powers=[lasting("hymn", *gifts)]), card("guard", powers=[keyword("lock")])]
    units = {"far": mine("guard"), "pal": mine("guard"), "bard": mine("bard"), "foe": theirs("guard")}
    table = Table(". far . pal bard foe", units, turn="bard", pack=pack)
    found = {name: table.unit(name, "powers", "hp") for name in units}
    assert found == {"far": (["lock"], 8), "pal": (["armour", "lock"], 10), "bard": ([], 8), "foe": (["lock"], 8)}


@pytest.mark.parametrize("dash", ["ap", "mp"])
def test_a_dash_is_a_gauge_that_no_malus_and_no_bonus_touches(dash: str) -> None:
    """The other gauge of the unit has one all the same [KA 4.11.1.a] [KA 4.11.1.b]."""
    more = [{"op": "stat-bonus", "stat": stat, "x": 2} for stat in ("ap", "mp")]
    statue = card("statue", powers=[lasting("pride", *more)], **{dash: "-"})
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("statue")}, turn="hero", pack=[statue])
    assert table.unit("foe", "max_ap", "max_mp") == ((0, 5) if dash == "ap" else (8, 0))


@pytest.mark.parametrize(("field", "most"), [(". . . . . . .", 2), ("C . . . . . .", 3)])
def test_an_alterable_range_is_one_longer_from_a_crate(field: str, most: int) -> None:
    """And that of no other spell [KA 4.17.5.c] [KA 4.15.7]."""
    spells = [
        spell(name, range={"kind": "target", "min": 1, "max": 2, "fixed": name == "fixed"}, cost={"ap": 1})
        for name in ("green", "fixed")
    ]
    units = {"hero": mine("archer", at="a1"), "foe": theirs("fighter", at="g1")}
    table = Table(field, units, turn="hero", pack=[card("archer", spells=spells)])
    reached = {
        name: len([line for line in table.options("cast") if f" {name} " in line]) for name in ("green", "fixed")
    }
    assert reached == {"green": most, "fixed": 2}


@pytest.mark.parametrize(("learned", "dearer", "paid"), [(4, 1, 2), (5, 1, 1), (6, 1, 1), (6, 2, 2), (7, 1, 1)])
def test_techniques_make_punch_free_at_most_before_anything_makes_it_dearer(
    learned: int, dearer: int, paid: int
) -> None:
    """5 AP less 1 for each, not below 0 [KA 4.7.11.f]; then what an opponent adds to it [KA 4.8.1] [Ruling R100]."""
    toll = {"op": "cost-bonus", "stat": "ap", "x": dearer, "to": {"who": "units", "side": "enemy"}}
    names = [f"jab-{number}" for number in range(learned)]
    pack = [reward(name, kind="equipment", slot="technique", holds=[{"give": [JAB]}]) for name in names]
    pack.append(card("toll", powers=[lasting("toll", toll)]))
    worn = [{"id": name, "face": "up"} for name in names]
    units = {"hero": mine("fighter", rewards=worn), "foe": theirs("toll")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast punch b1", dice=DULL)
    assert (table.facts("paid")[0]["ap"], table.unit("foe", "mp_markers")) == (paid, -min(learned, 3))


@pytest.mark.parametrize("element", ["water", "air", "earth", "fire", "neutral"])
def test_a_die_more_for_critical_hit_and_for_armour(element: str) -> None:
    """Two dice for each, but one for a Neutral Attack [KA 7.2.5.b] [KA 4.9.3.a] [KA 4.9.4.a] [KA 4.10.3.b]."""
    hit = spell("hit", range=ANYWHERE, element=element, base=1, cost={"ap": 1})
    both = [card("keen", spells=[hit], powers=[keyword("critical-hit")]), card("clad", powers=[keyword("armour")])]
    table = Table("hero foe", {"hero": mine("keen"), "foe": theirs("clad")}, turn="hero", pack=both)
    assert table.start("cast hit b1").rolls.count == (1 if element == "neutral" else 2)
    table.start("lock" if element == "neutral" else "lock lock")
    assert table.rolls.count == 2

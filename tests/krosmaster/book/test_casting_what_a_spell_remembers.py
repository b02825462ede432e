"""What a spell remembers from step to step, and what it leaves to no other spell."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, theirs

SELF = {"who": "self"}
DULL = ["lock", "lock"]
SLOW = {"op": "markers", "stat": "mp", "x": -1}


def test_what_acts_in_later_steps_of_one_spell_acts_in_no_step_of_the_next() -> None:
    """Extra damage, Pierce Armour and Steal Health belong to the spell that has them [KA 7.2.4.a] [KA 7.2.7.c]."""
    effects = [
        SLOW,
        {"op": "extra-damage", "x": 2, "element": "earth"},
        {"op": "pierce-armour"},
        {"op": "steal-health"},
    ]
    spells = [spell("drain", base=1, cost={"ap": 1}, do=effects), spell("poke", base=1, cost={"ap": 1})]
    pierce = spell("prick", base=1, cost={"ap": 1}, do=[{"op": "pierce-armour"}])
    units = {"hero": mine("drainer", injuries=5), "foe": theirs("ox")}
    pack = [card("drainer", spells=[*spells, pierce]), card("ox", hp=20)]
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast drain b1", dice=["lock"])
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (2, 3)
    other = table.again()
    table.play("cast poke b1", dice=DULL)
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (2, 4)
    other.play("cast prick b1", dice=["lock"])
    assert (other.unit("hero", "injuries"), other.unit("foe", "injuries")) == (2, 4)


@pytest.mark.parametrize(("injuries", "dice"), [(0, 2), (7, 1)])
def test_a_power_that_goes_with_a_unit_koed_in_step_3_gives_no_die_in_step_4(injuries: int, dice: int) -> None:
    """The KO comes at the end of Step 3, and what the unit lent ends with it [KA 7.2.4.d] [KA 4.18.4.g]."""
    lend = {"op": "have-powers", "powers": ["critical-hit"], "to": {"who": "units", "side": "ally", "other": True}}
    burn = {"op": "injure", "x": 1, "to": {"who": "units", "side": "ally", "other": True}}
    blow = spell("blow", base=1, do=[burn])
    pack = [card("brute", spells=[blow]), card("bard", powers=[power("song", holds=[{"give": [lend]}])])]
    units = {"hero": mine("brute"), "bard": mine("bard", injuries=injuries), "foe": theirs("fighter")}
    table = Table("bard hero foe", units, turn="hero", pack=pack).start("cast blow c1")
    assert (table.asked, table.rolls.count) == ("p1 critical roll", dice)


@pytest.mark.parametrize(("ally", "own"), [("a1", 2), ("b1", 3)])
def test_a_die_for_the_next_spell_is_spent_by_the_spell_of_its_bearer_alone(ally: str, own: int) -> None:
    """Beside dice that last for the turn; what another was lent stays with it [KA 4.18.3.d] [KA 7.2.5.b]."""

    def lend(name: str, spells: str) -> dict[str, Any]:
        die = {"op": "bonus", "stat": "critical-dice", "x": 1, "spells": spells, "until": "player-turn"}
        do = [{**die, "to": {"who": "main"}}]
        return spell(name, range=ANYWHERE, kind="special", cost={"ap": 1}, do=do)

    hit = spell("hit", range=ANYWHERE, base=0, cost={"ap": 1})
    pack = [
        card("muse", ap=9, spells=[lend("once", "next"), lend("always", "all"), hit]),
        card("mate", initiative=2, spells=[hit]),
        card("last", initiative=1),
    ]
    units = {"hero": mine("muse"), "pal": mine("mate"), "foe": theirs("last")}
    table = Table("hero pal foe", units, turn="hero", pack=pack)
    table.play("cast always b1").play(f"cast once {ally}").play("cast always a1")
    assert table.start("cast hit c1").rolls.count == 2
    table.play(dice=["lock"] * 3).play("end")
    assert table.read("turn.unit") == "pal"
    assert table.start("cast hit c1").rolls.count == own
    table.play(dice=["lock"] * (own + 1))
    assert table.start("cast hit c1").rolls.count == 2


@pytest.mark.parametrize(("at", "places"), [("c2", "c2"), ("d3", "")])
def test_an_area_may_ask_how_the_target_lies(at: str, places: str) -> None:
    """An area that the spell has only in line with its caster looks at the targeted cell [KA 4.16.4] [KA 4.15.4]."""
    sweep = spell("sweep", range=ANYWHERE, kind="special", area="cross", area_if={"is": "aligned"}, do=[SLOW])
    units = {"hero": mine("sweeper"), "foe": theirs("fighter"), "far": theirs("fighter")}
    field = """
        .    . far .
        hero . .   foe
        .    . .   .
        """
    table = Table(field, units, turn="hero", pack=[card("sweeper", spells=[sweep])]).play(f"cast sweep {at}")
    found = [table.unit(name, "mp_markers") for name in ("far", "foe")]
    assert found == ([-1, -1] if places else [0, 0])


def shoveller(veiled_at: str, sees: bool = True) -> Table:
    """The hero on b2 turns a Shovel from its own cell as it likes, but for a unit that spares itself."""
    veil = {"op": "spared", "by": {"who": "units", "side": "enemy"}}
    veiled = card("veiled", powers=[power("veil", holds=[{"give": [veil]}])] if sees else [])
    dig = spell("dig", "personal", kind="special", area="shovel", cost={"ap": 1}, do=[SLOW])
    units = {"hero": mine("digger", at="b2"), "veiled": theirs("veiled", at=veiled_at)}
    table = Table(". . .\n. . .\n. . .", units, turn="hero", pack=[card("digger", spells=[dig]), veiled])
    return table.play("cast dig b2")


SIDES = {"b3": "north", "c2": "east", "b1": "south", "a2": "west"}


@pytest.mark.parametrize("at", list(SIDES))
def test_an_orientation_is_chosen_among_those_that_spare_whoever_is_spared(at: str) -> None:
    """No orientation at all is refused for itself and not for whom it would target [KA 4.16.3] [KA 7.1.7]."""
    table = shoveller(at)
    left = [way for way in ("north", "east", "south", "west") if way != SIDES[at]]
    assert sorted(table.options()) == sorted(f"choose {way}" for way in left)
    assert table.refused("choose none").clauses == ("4.16.3",)
    refusal = table.refused(f"choose {SIDES[at]}")
    assert (refusal.clauses, refusal.facts) == (("7.1.7",), {"target": "veiled"})
    assert table.play(f"choose {left[0]}").unit("veiled", "mp_markers") == 0
    bare = shoveller(at, sees=False).play(f"choose {SIDES[at]}")
    assert bare.unit("veiled", "mp_markers") == -1


def test_a_spell_cast_by_a_power_may_be_turned_at_a_unit_that_is_spared() -> None:
    """Whom a spell may not target is a prerequisite, and who casts by a power meets none [KA 7.1.7] [KA 7.2.9.d]."""
    veil = {"op": "spared", "by": {"who": "units"}}
    veiled = card("veiled", powers=[power("veil", holds=[{"give": [veil]}])], spells=[spell("shot", (1, 2), base=1)])
    whirl = spell("whirl", "personal", kind="special", area="shovel", cost={"ap": "-"}, do=[SLOW])
    thorny = card(
        "thorny",
        spells=[whirl],
        powers=[power("whirl", when="suffers-injuries", do=[{"op": "cast", "spell": "whirl"}])],
    )
    units = {"veiled": mine("veiled", at="b3"), "foe": theirs("thorny", at="b2")}
    table = Table(". . .\n. . .\n. . .", units, turn="veiled", pack=[veiled, thorny])
    table.play("cast shot b2", dice=DULL)
    assert sorted(table.options()) == ["choose east", "choose north", "choose south", "choose west"]
    assert table.play("choose north").unit("veiled", "mp_markers") == -1


def test_stolen_health_waits_beside_what_the_injuries_set_off() -> None:
    """In the one list before the effects of those injured, with as much as was placed [KA 7.5.18.a]."""
    sting = power("sting", when="suffers-injuries", do=[{"op": "gain-kamas", "x": 1}])
    cheer = power("cheer", when="casts", do=[{"op": "gain-kamas", "x": 2}])
    bite = spell("bite", range=ANYWHERE, base=2, area="cross", do=[{"op": "steal-health"}])
    pack = [card("bat", hp=9, spells=[bite], powers=[cheer]), card("wasp", powers=[sting])]
    units = {"hero": mine("bat", injuries=7), "foe": theirs("wasp"), "far": theirs("wasp")}
    table = Table("hero . foe far", units, turn="hero", pack=pack).play("cast bite c1", dice=["lock"] * 3)
    assert table.options() == [f"resolve {number}" for number in range(1, 5)]
    first = table.again().play("resolve 1")
    assert (first.unit("hero", "injuries"), first.read("player.p1.kamas")) == (7, 2)
    table.play("resolve 2")
    assert (table.unit("hero", "injuries"), table.read("player.p1.kamas")) == (3, 0)
    assert table.play("resolve 3").read("player.p2.kamas") == 1


@pytest.mark.parametrize(("crowned", "hurt"), [(False, 2), (True, 1)])
def test_who_rolls_no_die_has_no_armour(crowned: bool, hurt: int) -> None:
    """Its only die pierced: no success, and without a critical the printed damage [KA 7.2.6.c] [Ruling R87]."""
    prick = spell("prick", base=2, cost={"ap": 1}, do=[{"op": "pierce-armour"}])
    powers = [keyword("armour")] if crowned else []
    units = {"hero": mine("pricker"), "foe": theirs("knight")}
    pack = [card("pricker", spells=[prick]), card("knight", powers=powers)]
    table = Table("hero foe", units, turn="hero", pack=pack)
    table.play("cast prick b1", dice=["lock", "armour"] if crowned else ["lock"])
    assert table.unit("foe", "injuries") == hurt


@pytest.mark.parametrize("limit", ["turn-and-target", None])
def test_an_orientation_that_targets_a_unit_again_is_left_out_of_a_spell_limited_by_target(limit: str | None) -> None:
    """Only eastwards is it new to whoever it targets; without the limit either will do [KA 7.1.3.b] [Ruling R67]."""
    keys = {"limit": limit} if limit else {}
    dig = spell("dig", range=ANYWHERE, kind="special", area="shovel", cost={"ap": 1}, do=[SLOW], **keys)
    units = {"hero": mine("digger"), "foe": theirs("fighter"), "far": theirs("fighter")}
    field = """
        .    foe .
        .    .   far
        hero .   .
        """
    table = Table(field, units, turn="hero", pack=[card("digger", spells=[dig])])
    unhurt = table.again().play("cast dig b2")
    assert sorted(unhurt.options()) == ["choose east", "choose north"]
    table.play("cast dig b3").play("cast dig b2")
    assert sorted(table.options("choose")) == ([] if limit else ["choose east", "choose north"])
    if not limit:
        table.play("choose north")
    assert [table.unit(name, "mp_markers") for name in ("foe", "far")] == ([-1, -1] if limit else [-2, 0])


@pytest.mark.parametrize(("at", "ways"), [("c3", ["choose east", "choose north"]), ("c2", []), ("b3", [])])
def test_an_area_is_turned_one_of_two_ways_towards_a_diagonal_and_track_serves_no_diagonal(
    at: str, ways: list[str]
) -> None:
    """In line there is one way and nothing to ask, and Track has its effect [KA 4.16.3] [KA 7.5.21.b]."""
    track = {"op": "track", "then": [{"op": "markers", "stat": "ap", "x": 1, "to": SELF}]}
    dig = spell("dig", range=ANYWHERE, kind="special", area="shovel", cost={"ap": 1}, do=[track])
    units = {"hero": mine("digger", at="b2"), "foe": theirs("fighter", at="a1")}
    table = Table(". . .\n. . .\n. . .", units, turn="hero", pack=[card("digger", spells=[dig])])
    table.play(f"cast dig {at}")
    assert sorted(table.options("choose")) == ways
    if ways:
        table.play(ways[0])
    assert table.unit("hero", "ap_markers") == (0 if ways else 1)


@pytest.mark.parametrize(("stain", "dice"), [(False, 1), (True, 2)])
def test_what_a_power_adds_to_spells_is_not_applied_once_the_power_is_lost(stain: bool, dice: int) -> None:
    """The leap of Step 3 ends beside an enemy who takes the powers: nothing pierces Armour in Step 5 [KA 4.18.3.c]."""
    near = {"who": "units", "side": "enemy", "adjacent_to": "self"}
    shame = power("shame", holds=[{"give": [{"op": "have-no-powers", "to": near}]}] if stain else [
        {"give": [{"op": "have-powers", "powers": ["heal"]}]}
    ])  # fmt: skip
    lance = power("lance", holds=[{"give": [{"op": "spell-effects", "do": [{"op": "pierce-armour"}]}]}])
    leap = spell("leap", (1, 3), do=[{"op": "move-closer", "x": 1}])
    pack = [card("lancer", spells=[leap], powers=[lance]), card("shamer", powers=[shame, keyword("armour")])]
    table = Table("hero . foe", {"hero": mine("lancer"), "foe": theirs("shamer")}, turn="hero", pack=pack)
    table.play("cast leap c1", dice=["lock"] * (1 + dice))
    assert len(table.facts("armour-roll")[0]["dice"]) == dice

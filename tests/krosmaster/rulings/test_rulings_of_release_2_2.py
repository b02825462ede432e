"""What the ledger decides for release 2.2 alone, or says that 2.2 keeps."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

MISS = ["lock", "lock"]  # neither a Critical nor an Armour


def table(drawing: str, units: dict[str, Any], turn: Any = "hero", **keys: Any) -> Table:
    """A position of release 2.2."""
    return Table(drawing, units, turn=turn, release="2.2", **keys)


# -------------------------------------------------------------------------------------------------- the book in general


def test_ruling_r2_in_release_2_2_a_ban_that_a_card_or_a_power_states_stands() -> None:
    """The permission prevails between two rules; a card's ban, Unfazed and lost powers are explicit.

    [KA-2.2 105.1] [KA-2.2 105.2] [KA-2.2 601.7] [KA-2.2 307.18a] [Ruling R2]
    """
    ban = power("aegis", holds=[{"give": [{"op": "spared", "by": {"who": "units", "side": "enemy"}}]}])
    push = spell("shove", (1, 3), kind="special", cost={"ap": 1}, do=[{"op": "push-back", "x": 1}])
    mute = spell("mute", "personal", kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "turn"}])
    pack = [
        card("pusher", spells=[push, mute], powers=[keyword("unfazed")]),
        card("rock", powers=[keyword("unfazed")]),
        card("holy", powers=[ban]),
    ]
    units = {"hero": mine("pusher"), "rock": theirs("rock"), "holy": theirs("holy"), "foe": theirs("fighter")}
    played = table("hero . rock .\n. . . .\nholy . . foe", units, pack=pack)
    assert played.play("cast shove c3").unit("rock", "at") == "c3"
    assert played.refused("cast shove a1").kind == "spared"
    assert "unfazed" not in played.play("cast mute a3").unit("hero", "powers")


def test_ruling_r35_in_release_2_2_dice_that_do_not_exist_are_not_sold() -> None:
    """The first player's first turn has no dice: he has placed none, and takes nothing all the same.

    [KA-2.2 402.2] [KA-2.2 404.2] [Ruling R35]
    """
    drawing = "s s\ns s\n. .\ns s\ns s"
    units = {"hero": mine("fighter", at=""), "foe": theirs("fighter", at="")}
    played = table(drawing, units, {"player": "p1", "phase": "setup"})
    played.play("deploy hero a1", answers=["deploy foe a5"])
    assert (played.asked, played.read("turn.number"), played.read("player.p1.kamas")) == ("p1 activation", 1, 0)


def test_ruling_r41_in_release_2_2_what_a_mechanism_summoned_leaves_with_it() -> None:
    """The clause speaks of a character; whatever a piece has placed leaves, in silence [KA-2.2 315.8] [Ruling R41]."""
    nest = summon("nest", category="mechanism", mp="-", hp=1)
    units = {
        "hero": mine("fighter"),
        "nest": theirs("nest", summoner="foe"),
        "petard": theirs("petard", summoner="nest"),
        "foe": theirs("fighter"),
    }
    played = table("hero nest petard . foe", units, pack=[nest]).play("cast strike b1", dice=MISS)
    assert (played.unit("nest", "ko"), played.unit("petard", "at")) == (True, "")
    assert "cast" not in played.events[1:]


def test_ruling_r54_in_release_2_2_losses_come_once_when_all_have_rolled() -> None:
    """A power that a roll sets off in between sees full gauges [KA-2.2 310.2d] [KA-2.2 310.2e] [Ruling R54]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "near": theirs("fighter")}
    played = table(". near .\n. hero foe", units)
    for line in ("move a1", "locker foe", "roll lock", "roll armour"):
        played.start(line)
    assert played.unit("hero", "ap", "mp") == (6, 2)
    assert played.play(dice=["armour", "dodge"]).unit("hero", "ap", "mp", "at") == (0, 0, "b1")


def test_ruling_r61_in_release_2_2_any_unit_on_a_crate_gains_range() -> None:
    """A Turret too, though the clause says character [KA-2.2 313.5c] [Ruling R61]."""
    units = {
        "hero": mine("fighter"),
        "turret": mine("harpooner", at="a2", ap=2, summoner="hero"),
        "foe": theirs("fighter"),
    }
    shot = "cast harpoon f2"
    assert shot in table("C . . . . foe\nhero . . . . .", units, "turret").options("cast")
    assert shot not in table(". . . . . foe\nhero . . . . .", units, "turret").options("cast")


@pytest.mark.parametrize("at", ["hero", "turret"])
def test_ruling_r86_in_release_2_2_no_unit_holds_one_power_twice(at: str) -> None:
    """A character does not, says the clause, and no other piece does either [KA-2.2 207.2] [Ruling R86]."""
    aura = power("aura", holds=[{"give": [{"op": "have-powers", "powers": ["armour"], "to": {"who": "units"}}]}])
    turret = summon("turret", category="mechanism", family="turret", mp="-", hp=4, powers=[keyword("armour")])
    pack = [turret, card("herald", powers=[aura, keyword("armour")])]
    units = {"foe": theirs("fighter"), "hero": mine("herald"), "turret": mine("turret")}
    played = table("turret foe hero", units, "foe", pack=pack)
    played.start(f"cast strike {played.unit(at, 'at')}").start("roll lock")
    assert played.rolls.count == 2


def test_ruling_r99_in_release_2_2_an_injury_paid_is_neither_inflicted_nor_suffered() -> None:
    """[KA-2.2 308.5d] [KA-2.2 602.2a] [Ruling R99]"""
    mark = {"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}
    watch = [power(when, when=when, do=[mark]) for when in ("suffers-injuries", "inflicts-injuries")]
    blow = spell("blow", kind="special", cost={"ap": 1, "injuries": 2}, do=[{"op": "push-back", "x": 1}])
    units = {"hero": mine("zealot"), "foe": theirs("fighter")}
    played = table("hero foe . .", units, pack=[card("zealot", spells=[blow], powers=watch)]).play("cast blow b1")
    assert played.unit("hero", "injuries", "mp_markers") == (2, 0)


# ---------------------------------------------------------------------------------------------- what 2.2 leaves unclear


def test_ruling_r107_an_effect_that_is_partly_impossible_does_as_much_as_it_can() -> None:
    """Pushed 3 with 2 free cells behind, a unit goes 2; with none it stays, and the rest of the spell works.

    [KA-2.2 602.4b] [KA-2.2 314.3] [Ruling R107]
    """
    shove = mage({"op": "push-back", "x": 3}, {"op": "markers", "stat": "mp", "x": -1})
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    far = table("hero foe . . T", units, pack=[shove]).play("cast act b1")
    assert far.unit("foe", "at", "mp_markers") == ("d1", -1)
    near = table("hero foe T", units, pack=[shove]).play("cast act b1")
    assert near.unit("foe", "at", "mp_markers") == ("b1", -1)


def test_ruling_r108_the_dice_of_a_bomb_are_its_summoners_players() -> None:
    """It is nobody's for texts, and its player rolls for Armour all the same [KA-2.2 315.4a] [Ruling R108]."""
    units = {"hero": mine("fighter"), "petard": theirs("petard", summoner="foe"), "foe": theirs("fighter")}
    played = table("hero petard . . foe", units).start("cast strike b1").start("roll lock")
    assert played.asked == "p2 armour roll"


@pytest.mark.parametrize(("side", "meant"), [("ally", []), ("enemy", []), ("allied-unit", ["petard"])])
def test_ruling_r108_a_bomb_is_an_allied_piece_and_a_trap_is_none(side: str, meant: list[str]) -> None:
    """[KA-2.2 303.1] [KA-2.2 303.3] [KA-2.2 315.4a] [KA-2.2 315.6a] [Ruling R108]"""
    drain = {"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "side": side, "kind": "mechanism"}}
    units = {
        "hero": mine("mage"),
        "petard": mine("petard", summoner="hero"),
        "snare": mine("snare", summoner="hero", at="c1"),
        "foe": theirs("fighter"),
    }
    played = table("hero petard . foe", units, pack=[mage(drain)]).play("cast act a1")
    assert [fact["unit"] for fact in played.facts("markers")] == meant


def test_ruling_r108_a_bomb_that_kos_somebody_brings_loot_and_no_gg_for_wisdom() -> None:
    """2 Kamas for the Loot of the foe; only an opposing Krosmaster would take a GG for its Wisdom.

    [KA-2.2 307.31a] [KA-2.2 307.35a] [Ruling R108]
    """
    pack = [card("prize", level=2, hp=2, powers=[keyword("wisdom"), keyword("loot", x=2)])]
    gg = {}
    for line, drawing in (("cast arrow c1", "hero . petard foe . other"), ("cast arrow d1", "hero . . foe . other")):
        units = {
            "hero": mine("fighter"),
            "petard": mine("petard", summoner="hero"),
            "foe": theirs("prize"),
            "other": theirs("fighter"),
        }
        there = {name: unit for name, unit in units.items() if name in drawing}
        played = table(drawing, there, pack=pack, wild_gg=0).play(line, dice=["lock"] * (4 if "petard" in there else 2))
        assert (played.unit("foe", "ko"), played.read("player.p1.kamas")) == (True, 2)
        gg["petard" in there] = sum(fact["x"] for fact in played.facts("gg-taken"))
    assert gg == {True: 2, False: 3}


@pytest.mark.parametrize(
    ("powers", "struck"), [([], ["near", "beside", "far", "behind"]), (["blindness"], ["near", "beside"])]
)
def test_ruling_r128_multiple_targets_of_the_blind_are_adjacent(powers: list[str], struck: list[str]) -> None:
    """A shape reaches further, from an adjacent cell [KA-2.2 307.13a] [KA-2.2 602.3b] [KA-2.2 602.3c] [Ruling R128]."""
    reach = {"kind": "no-line-of-sight", "min": 1, "max": 3}
    storm = spell("storm", range=reach, area="multiple-targets", cost={"ap": 1})
    lance = spell("lance", (1, 3), area="shovel", cost={"ap": 1})
    units = {name: theirs("fighter") for name in ("near", "beside", "far", "behind")}
    hero = mine("mole", powers=powers)
    drawing = "beside . far\nhero near behind\n. . ."
    played = table(drawing, {"hero": hero, **units}, pack=[card("mole", spells=[storm, lance])])
    if powers:
        shaped = played.again().play("cast lance b2", dice=["lock"] * 3)
        assert [fact["unit"] for fact in shaped.facts("injured")] == ["near", "behind"]
    hit = played.play("cast storm b2", dice=["lock"] * (1 + len(struck))).facts("injured")
    assert sorted(fact["unit"] for fact in hit) == sorted(struck)


@pytest.mark.parametrize("release", ["2.2", "2.7"])
def test_ruling_r129_a_blind_bomb_explodes_on_its_own_cell(release: str) -> None:
    """So does what a power of a Blind Krosmaster casts; by choice neither may be cast there.

    [KA-2.2 307.13b] [KA-2.2 315.4] [KA-2.2 315.4e] [Ruling R129]
    """
    roar = spell("roar", "personal", base=1, area="cross", cost={"ap": 1})
    wake = power("wake", when="end-of-own-turn", do=[{"op": "cast", "spell": "roar"}])
    pack = [card("mole", spells=[spell("strike"), roar], powers=[keyword("blindness"), wake])]
    units = {
        "hero": mine("mole"),
        "petard": theirs("petard", summoner="foe", powers=["blindness"]),
        "foe": theirs("fighter"),
    }
    played = Table("hero petard foe", units, turn="hero", pack=pack, release=release)
    assert played.refused("cast roar a1").kind == "blind"
    played.play("cast strike b1", dice=["lock"] * 5)
    assert (played.unit("foe", "injuries"), played.unit("hero", "injuries")) == (2, 2)
    for line in ("end", "roll lock", "roll lock"):
        played.start(line)
    assert played.unit("hero", "injuries") == 3


def test_ruling_r109_an_attack_that_summons_is_tested_with_the_limit_of_its_own_kind() -> None:
    """Another kind at its limit forbids nothing; its own does, damage and all [KA-2.2 601.3d] [Ruling R109]."""
    call = [{"op": "summon", "summon": "imp", "where": "around-self"}]
    pack = [card("caller", spells=[spell("dive", (1, 9), cost={"ap": 1}, summons=1, do=call)])]
    units = {"hero": mine("caller"), "petard": mine("petard", summoner="hero"), "foe": theirs("fighter")}
    played = table(". . petard . foe\nhero . . . .", units, pack=pack)
    assert played.play("cast dive e2", dice=MISS, answers=["choose b1"]).facts("summoned")
    assert played.refused("cast dive e2").kind == "summon-limit"


@pytest.mark.parametrize(("number", "came"), [(0, ["imp-2", "imp-3"]), (1, []), (2, ["imp-2"])])
def test_ruling_r109_an_effect_without_a_number_is_bound_by_the_spells_of_its_team(
    number: int, came: list[str]
) -> None:
    """A power brings imps to both free cells, unless a mate's spell has a number [KA-2.2 315.7b] [Ruling R109]."""
    call = [{"op": "summon", "summon": "imp", "where": "around-self"}]
    poke = spell("poke", (1, 5), cost={"ap": 1})
    pack = [
        card("herald", powers=[power("flock", when="targets", do=call)], spells=[poke]),
        card("mate", spells=[spell("call", "personal", summons=number, kind="special", do=call)] if number else []),
    ]
    units = {
        "hero": mine("herald"),
        "mate": mine("mate"),
        "imp": mine("imp", summoner="hero"),
        "foe": theirs("fighter"),
    }
    played = table("mate imp . .\n. . . .\nhero . . foe", units, pack=pack)
    played.play("cast poke d1", dice=MISS, answers=["choose a2"] if number == 2 else [])
    assert [fact["unit"] for fact in played.facts("summoned")] == came


def test_ruling_r109_an_effect_without_a_number_is_bound_by_its_summoners_spell_for_mechanisms() -> None:
    """The Bombs of a mate do not count, nor does its number [KA-2.2 315.7c] [Ruling R109]."""
    lay = [{"op": "summon", "summon": "petard", "where": "around-self"}]
    spells = [spell(f"lay-{most}", "personal", summons=most, kind="special", do=lay) for most in (1, 3)]
    poke = spell("poke", (1, 5), cost={"ap": 1})
    pack = [
        card("layer", powers=[power("litter", when="targets", do=lay)], spells=[poke, spells[0]]),
        card("other", spells=[spells[1]]),
    ]
    units = {
        "hero": mine("layer"),
        "mate": mine("other"),
        "petard": mine("petard", summoner="mate"),
        "foe": theirs("fighter"),
    }
    played = table("mate petard . .\n. . . .\nhero . . foe", units, pack=pack)
    played.play("cast poke d1", dice=MISS, answers=["choose a2"])
    assert [fact["cell"] for fact in played.facts("summoned")] == ["a2"]

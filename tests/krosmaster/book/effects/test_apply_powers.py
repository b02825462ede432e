"""Powers lost and kept, effects that last the player's turn, unlocked units, improved attacks, injuries that stay."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, striker
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, theirs

STAIN = power(
    "stain",
    holds=[
        {
            "give": [
                {
                    "op": "have-no-powers",
                    "keep_same": True,
                    "to": {"who": "units", "side": "enemy", "adjacent_to": "self"},
                }
            ]
        }
    ],
)


def test_two_stains_leave_each_other_and_take_everything_else() -> None:
    """A power of the same id is spared, so both go on working [KA 4.18.4.g] [Ruling R101]."""
    blot = card("blot", powers=[STAIN, keyword("lock")])
    units = {"hero": mine("blot"), "foe": theirs("blot"), "pal": mine("guard"), "far": theirs("guard")}
    pack = [blot, card("guard", powers=[keyword("armour")])]
    table = Table("pal foe hero . far", units, turn="hero", pack=pack)
    assert [table.unit(name, "powers") for name in units] == [[], [], [], ["armour"]]


def test_a_stain_whose_owner_has_lost_its_powers_takes_none() -> None:
    """Loss of powers goes first, a resolved one before all [KA 4.18.4.g]."""
    blot = card("blot", initiative=1, powers=[STAIN])
    silence = {"op": "lose-powers", "to": {"who": "main"}}
    units = {"hero": mine("mage"), "pal": mine("guard"), "foe": theirs("blot")}
    pack = [blot, mage(silence), card("guard", powers=[keyword("armour")])]
    table = Table("hero . foe pal", units, turn="hero", pack=pack)
    assert table.unit("pal", "powers") == []
    assert table.play("cast act c1").unit("pal", "powers") == ["armour"]


@pytest.mark.parametrize(("until", "still"), [("turn", False), ("player-turn", True)])
def test_an_effect_of_the_players_turn_outlasts_the_units_turn_and_ends_with_the_players(
    until: str, still: bool
) -> None:
    """This turn is the unit's, your turn the player's [Ruling R47]."""
    gain = {"op": "gain-power", "powers": ["armour"], "until": until, "to": {"who": "units", "side": "ally"}}
    units = {"hero": mine("mage"), "pal": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero pal . foe", units, turn="hero", pack=[mage(gain, initiative=9)]).play("cast act a1")
    assert table.unit("pal", "powers") == ["armour"]
    table.play("end")
    assert (table.unit("pal", "powers") == ["armour"]) is still
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.read("turn.unit") == "foe"
    assert table.unit("pal", "powers") == []


def test_a_bonus_of_the_players_turn_serves_every_unit_it_was_given_to() -> None:
    """The units are fixed when the effect starts [KA 4.18.4.b]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "until": "player-turn", "to": {"who": "units", "side": "ally"}}
    units = {"hero": mine("mage"), "pal": mine("fighter"), "foe": theirs("fighter")}
    table = (
        Table("hero . pal foe", units, turn="hero", pack=[mage(bonus, initiative=9)]).play("cast act a1").play("end")
    )
    table.play("cast strike d1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == 4


def test_nobody_tries_to_lock_a_unit_that_slips_away() -> None:
    """It leaves its enemies without any roll, this turn only [KA 4.14.1]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table(". hero foe", units, turn="hero", pack=[mage({"op": "slip"})])
    assert table.again().start("move a1").asked == "p2 lock roll"
    assert table.play("cast act b1").play("move a1").unit("hero", "at", "mp") == ("a1", 2)


def pierce(to: dict[str, Any] | None = None) -> dict[str, Any]:
    """The power that gives Attack spells Pierce Armour, against some targets."""
    op: dict[str, Any] = {"op": "pierce-armour", **({"to": to} if to else {})}
    return power("drill", holds=[{"give": [{"op": "spell-effects", "do": [op]}]}])


def test_a_power_adds_effects_to_every_attack_spell() -> None:
    """The target rolls no Armour die, Punch included; Healing spells get nothing [KA 7.5.11.a] [KA 7.2.4.a]."""
    mend = spell("mend", range=ANYWHERE, kind="heal", base=1, cost={"ap": 1})
    driller = card("driller", ap=9, spells=[*striker()[1]["spell"], mend], powers=[pierce()])
    units = {"hero": mine("driller"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[driller])
    table.play("cast hit b1", dice=["lock"]).play("cast punch b1", dice=["lock"])
    table.play("cast mend b1", dice=["lock"])
    assert table.unit("foe", "injuries") == 1


def test_armour_may_be_pierced_for_some_targets_only() -> None:
    """Only the targets next to the caster roll one die less [KA 7.5.11.a] [Ruling R87]."""
    near = pierce({"who": "targets", "adjacent_to": "self"})
    units = {"hero": mine("striker"), "foe": theirs("fighter"), "far": theirs("fighter")}
    table = Table("hero foe far", units, turn="hero", pack=[striker(powers=[near], area="shovel")])
    table.play("cast hit b1", dice=["lock", "lock"])
    assert [fact["unit"] for fact in table.facts("armour-roll")] == ["far"]


def test_injuries_of_a_marked_unit_can_neither_be_removed_nor_exchanged() -> None:
    """A prohibition goes before the permissions to heal and to exchange [KA 1.5.2]."""
    keep = power("bleed", holds=[{"give": [{"op": "no-healing", "to": {"who": "units", "marked": True}}]}])
    mark = spell("mark", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "special-marker", "name": "cut"}])
    mend = spell("mend", range=ANYWHERE, kind="heal", base=2, cost={"ap": 1})
    swap = spell("swap", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "exchange-injuries"}])
    units = {"hero": mine("surgeon", injuries=1), "foe": theirs("fighter", injuries=4)}
    table = Table("hero foe", units, turn="hero", pack=[card("surgeon", spells=[mark, mend, swap], powers=[keep])])
    assert table.again().play("cast mend b1", dice=["lock"]).unit("foe", "injuries") == 2
    assert table.again().play("cast swap b1").unit("foe", "injuries") == 1
    table.play("cast mark b1")
    assert table.again().play("cast mend b1", dice=["lock"]).unit("foe", "injuries") == 4
    assert table.play("cast swap b1").unit("foe", "injuries") == 4
    assert table.unit("hero", "injuries") == 1


@pytest.mark.parametrize(("base", "healed"), [(1, 0), (2, 1), (4, 1)])
def test_a_power_may_ask_for_so_many_injuries_at_once(base: int, healed: int) -> None:
    """Two or more in one go, however many they are [KA 4.10.6.a]."""
    brother = power(
        "brother",
        when="suffers-injuries",
        at_least=2,
        do=[{"op": "heal-injuries", "x": 1, "to": {"who": "units", "side": "ally", "other": True}}],
    )
    units = {"hero": mine("striker"), "foe": theirs("monk"), "pal": theirs("fighter", injuries=3)}
    table = Table("hero foe . pal", units, turn="hero", pack=[striker(base=base), card("monk", powers=[brother])])
    table.play("cast hit b1", dice=["lock", "lock"])
    assert table.unit("pal", "injuries") == 3 - healed


@pytest.mark.parametrize(("killer", "gained"), [("hero", 0), ("monk", 1)])
def test_a_power_may_ask_who_caused_it(killer: str, gained: int) -> None:
    """`by` is the author of the KO, whoever bears the power [Ruling R92]."""
    cheer = power(
        "cheer",
        when="unit-is-koed",
        by={"who": "units", "type": "monk"},
        do=[{"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}],
    )
    kill = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
    pack = [
        card("plain", spells=[kill], initiative=9),
        card("monk", types=["monk"], spells=[kill], initiative=8),
        card("fan", powers=[cheer], initiative=1),
    ]
    units = {
        "hero": mine("plain"),
        "monk": mine("monk"),
        "fan": mine("fan"),
        "foe": theirs("villager"),
        "far": theirs("fighter"),
    }
    table = Table("hero monk fan foe far", units, turn=killer, pack=pack)
    table.play("cast kill d1", dice=["lock", "lock"])
    assert table.unit("fan", "mp_markers") == gained

"""Terms of the sums of Step 6 that continuous effects and elements add, term by term."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]
ENEMIES = {"who": "units", "side": "enemy"}
OTHER_ALLIES = {"who": "units", "side": "ally", "other": True}


def knight(*give: dict[str, Any], name: str = "knight", **keys: Any) -> Part:
    """A Krosmaster with a fire and a neutral Attack of 2, a Heal of 2, and these continuous effects."""
    burn = spell("burn", range=ANYWHERE, element="fire", base=2, cost={"ap": 1})
    bash = spell("bash", range=ANYWHERE, element="neutral", base=2, cost={"ap": 1})
    mend = spell("mend", range=ANYWHERE, kind="heal", element="water", base=2, cost={"ap": 1})
    powers = [power("gift", holds=[{"give": list(give)}])] if give else []
    return card(name, spells=[burn, bash, mend], powers=powers, hp=20, **keys)


def table(pack: list[Part], field: str = "hero pal foe far", **units: dict[str, Any]) -> Table:
    """The hero casts; the pal is of its side, foe and far are not."""
    cards = [OX, *pack]
    if all(name != "plain" for name in (part[1]["id"] for part in cards)):
        cards.append(knight(name="plain"))
    usual = {"hero": mine("plain"), "pal": mine("ox"), "foe": theirs("ox"), "far": theirs("ox")}
    return Table(field, {**usual, **units}, turn="hero", pack=cards)


def hurt(table: Table, line: str, name: str = "foe", dice: list[str] = DULL) -> int:
    """The injuries of a unit once the line has been played."""
    return int(table.play(line, dice=dice).unit(name, "injuries"))


@pytest.mark.parametrize(("line", "damage"), [("cast burn c1", 5), ("cast bash c1", 2)])
def test_a_damage_bonus_of_an_element_adds_to_spells_of_that_element_alone(line: str, damage: int) -> None:
    """+3 fire [KA 7.2.7.c] [Ruling R88]."""
    pack = [knight({"op": "damage-bonus", "x": 3, "element": "fire"})]
    assert hurt(table(pack, hero=mine("knight")), line) == damage


def test_a_damage_bonus_for_the_other_allies_does_not_serve_its_owner() -> None:
    """The owner itself casts without it, an ally with it, an opponent without it [KA 4.18.4.a] [KA 4.18.2.d]."""
    banner = knight({"op": "damage-bonus", "x": 3, "to": OTHER_ALLIES})
    assert hurt(table([banner], hero=mine("knight")), "cast burn c1") == 2
    assert hurt(table([banner], pal=mine("knight")), "cast burn c1") == 5
    assert hurt(table([banner], far=theirs("knight")), "cast burn c1") == 2


def test_a_damage_bonus_for_the_first_attack_serves_the_first_one_of_the_turn() -> None:
    """Once cast, the second Attack of the turn goes without [KA 7.2.7.c]."""
    match = table([knight({"op": "damage-bonus", "x": 3, "spells": "first-attack"})], hero=mine("knight"))
    assert hurt(match, "cast burn c1") == 5
    assert hurt(match, "cast burn c1") == 7


def test_a_damage_bonus_against_some_targets_serves_against_them_alone() -> None:
    """+3 against Krosmasters of level 5 or more [KA 7.2.7.c]."""
    pack = [knight({"op": "damage-bonus", "x": 3, "against": {"min_level": 5}}), card("giant", hp=20, level=5)]
    match = table(pack, hero=mine("knight"), far=theirs("giant"))
    assert hurt(match, "cast burn c1") == 2
    assert hurt(match, "cast burn d1", "far") == 5


def test_damage_bonuses_of_several_owners_add_up() -> None:
    """The caster's own and two of its allies' [KA 7.2.7.c]."""
    banner = knight({"op": "damage-bonus", "x": 1, "to": {"who": "units", "side": "ally"}})
    match = table([banner], "hero pal foe far pal-2", hero=mine("knight"), pal=mine("knight"), **{"pal-2": mine("ox")})
    assert hurt(match, "cast burn c1") == 4


@pytest.mark.parametrize(("line", "damage"), [("cast burn c1", 1), ("cast bash c1", 2)])
def test_a_reduction_of_an_element_takes_off_spells_of_that_element_alone(line: str, damage: int) -> None:
    """-1 fire on the target [KA 7.2.7.c]."""
    pack = [knight({"op": "damage-reduction", "x": 1, "element": "fire"})]
    assert hurt(table(pack, foe=theirs("knight")), line) == damage


def test_a_reduction_never_turns_damage_into_healing() -> None:
    """The sum is never below 0 [KA 7.2.7.d]."""
    pack = [knight({"op": "damage-reduction", "x": 9})]
    match = table(pack, foe=theirs("knight", injuries=4)).play("cast burn c1", dice=DULL)
    assert match.unit("foe", "injuries") == 4
    assert match.facts("damage")[0]["x"] == 0


def test_a_reduction_is_that_of_the_target_and_of_whom_it_is_given_to() -> None:
    """One on its owner alone is no ally's; one for the other allies is not its owner's [KA 7.2.7.c]."""
    own = knight({"op": "damage-reduction", "x": 1})
    assert hurt(table([own], far=theirs("knight")), "cast burn c1") == 2
    shield = knight({"op": "damage-reduction", "x": 1, "to": OTHER_ALLIES})
    assert hurt(table([shield], far=theirs("knight")), "cast burn c1") == 1
    assert hurt(table([shield], foe=theirs("knight")), "cast burn c1") == 2
    assert hurt(table([shield], pal=mine("knight")), "cast burn c1") == 2


def test_reductions_add_up() -> None:
    """Its own and an ally's [KA 7.2.7.c]."""
    shield = knight({"op": "damage-reduction", "x": 1, "to": {"who": "units", "side": "ally"}})
    assert hurt(table([shield], foe=theirs("knight"), far=theirs("knight")), "cast burn c1") == 0


def test_immune_makes_the_damage_of_an_elemental_spell_nothing_at_all() -> None:
    """No damage from fire, all of it from a neutral spell [KA 4.9.12.a]."""
    ghost = card("ghost", hp=20, powers=[keyword("immune")])
    match = table([ghost], foe=theirs("ghost")).play("cast burn c1", dice=["critical", "lock"])
    assert [fact["x"] for fact in match.facts("damage")] == [0]
    assert match.unit("foe", "injuries") == 0
    assert hurt(match, "cast bash c1") == 2


@pytest.mark.parametrize("element", ["water", "air", "earth", "fire"])
def test_a_resistance_takes_one_off_its_element_and_off_no_other(element: str) -> None:
    """[KA 4.9.7.a] [KA 4.9.8.a] [KA 4.9.9.a] [KA 4.9.10.a]"""
    elements = ["water", "air", "earth", "fire", "neutral"]
    spells = [spell(f"of-{one}", range=ANYWHERE, element=one, base=2, cost={"ap": 1}) for one in elements]
    pack = [OX, card("sage", ap=9, spells=spells), card("hard", hp=20, powers=[keyword(f"resistance-{element}")])]
    found = []
    for one in elements:
        match = Table("sage hard", {"sage": mine("sage"), "hard": theirs("hard")}, turn="sage", pack=pack)
        found.append(hurt(match, f"cast of-{one} b1", "hard"))
    assert found == [1 if one == element else 2 for one in elements]


def healed(match: Table, dice: str = "lock") -> int:
    """How much of 9 injuries the pal loses to the hero's Heal."""
    return 9 - int(match.play("cast mend b1", dice=[dice]).unit("pal", "injuries"))


def test_a_healing_bonus_serves_whom_it_is_given_to() -> None:
    """The caster's own adds, one for the other allies serves an ally's spell and not its owner's [KA 7.3.2.b]."""
    hurt_pal = mine("ox", injuries=9)
    assert healed(table([], pal=hurt_pal)) == 2
    assert healed(table([], pal=hurt_pal), "critical") == 3
    own = knight({"op": "heal-bonus", "x": 2})
    assert healed(table([own], hero=mine("knight"), pal=hurt_pal)) == 4
    assert healed(table([own], hero=mine("plain"), pal=mine("knight", injuries=9))) == 2
    choir = knight({"op": "heal-bonus", "x": 2, "to": OTHER_ALLIES})
    assert healed(table([choir], pal=mine("knight", injuries=9))) == 4
    assert healed(table([choir], hero=mine("knight"), pal=hurt_pal)) == 2
    assert healed(table([choir], far=theirs("knight"), pal=hurt_pal)) == 2


def test_a_healing_malus_never_turns_healing_into_injuries() -> None:
    """The sum is never below 0 [KA 7.3.2.b]."""
    match = table([knight({"op": "heal-bonus", "x": -5})], hero=mine("knight"), pal=mine("ox", injuries=9))
    assert healed(match) == 0


def test_extra_healing_is_for_the_targets_it_names() -> None:
    """Two more on the main target, none on the other one [KA 7.3.2.b]."""
    rain = spell(
        "rain",
        range=ANYWHERE,
        kind="heal",
        element="water",
        base=1,
        cost={"ap": 1},
        area="cross",
        do=[{"op": "extra-heal", "x": 2, "to": {"who": "main"}}],
    )
    units = {"medic": mine("medic"), "pal": mine("ox", injuries=9), "by": mine("ox", injuries=9), "foe": theirs("ox")}
    match = Table("medic . pal by . foe", units, turn="medic", pack=[OX, card("medic", spells=[rain])])
    match.play("cast rain c1", dice=["lock"])
    assert (match.unit("pal", "injuries"), match.unit("by", "injuries")) == (6, 8)

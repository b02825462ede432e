"""Printed cards that change rolls: how many dice, which faces count, and whether they are rolled again."""

from fractions import Fraction

import pytest

from esquive.krosmaster.seen.previews import reach
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs

OX = card("ox", hp=20, level=1)
SPLASH = spell("splash", range=ANYWHERE, element="water", base=1, cost={"ap": 1})
STAB = spell("stab", range=ANYWHERE, element="earth", base=1, cost={"ap": 1})
WAVE = card("wave", hp=20, spells=[SPLASH])
RIPPLE = card("ripple", hp=20, spells=[{**SPLASH, "id": "ripple"}])
STONE = card("stone", hp=20, spells=[STAB])
FIELD = """
    . .    .   .
    . hero foe .
    . .    .   .
"""


def table(hero: str, foe: str, turn: str = "hero", **more: str) -> Table:
    units = {"hero": mine(hero), "foe": theirs(foe)}
    return Table(FIELD, units, turn=turn, pack=[OX, WAVE, STONE])


@pytest.mark.parametrize("who", ["percimol", "percimol-eternal"])
def test_ruling_r132_percimol_has_dice_powers_against_who_has_a_water_spell(who: str) -> None:
    """Percimol, Puddlage: Critical Hit, Armour, Dodge and Lock against characters with a Water spell [KA 1.5.1]."""
    wet, dry = table(who, "wave"), table(who, "stone")
    strike = "cast pudd-thud c2"
    assert [one.again().start(strike).rolls.count for one in (wet, dry)] == [2, 1]
    assert [one.again().start("move a2").rolls.count for one in (wet, dry)] == [1, 1]  # the lock roll of the other
    assert [one.again().start("move a2").start("armour").rolls.count for one in (wet, dry)] == [2, 1]
    struck = [
        table(who, foe, turn="foe").start(f"cast {name} b2").start("armour")
        for foe, name in (("wave", "splash"), ("stone", "stab"))
    ]
    assert [one.rolls.count for one in struck] == [2, 1]
    locked = [table(who, foe, turn="foe").start("move d2").rolls.count for foe in ("wave", "stone")]
    assert locked == [2, 1]


def test_percimol_s_one_critical_roll_counts_for_all_when_one_target_has_a_water_spell() -> None:
    """One roll for every target of the Hammer [KA 7.2.5.c] [Ruling R132]."""
    units = {"hero": mine("percimol"), "foe": theirs("stone"), "other": theirs("wave")}
    field = """
        . .    .     .
        . hero foe   .
        . .    other .
    """
    both = Table(field, units, turn="hero", pack=[WAVE, STONE])
    assert both.start("cast pudd-thud c2").rolls.count == 2
    assert both.start("armour armour").rolls.count == 1


@pytest.mark.parametrize(("powers", "dice"), [([], 1), (["critical-hit"], 3)])
def test_ruling_r133_dragon_pig_rolls_three_dice_in_place_of_two(powers: list[str], dice: int) -> None:
    """Dragon Pig, Piggy-Business [KA 1.5.1]."""
    units = {"hero": mine("dragon-pig", powers=powers), "foe": theirs("ox")}
    assert Table(FIELD, units, turn="hero", pack=[OX]).start("cast skewering c2").rolls.count == dice


def test_dragon_pig_s_dice_are_counted_after_pierce_armour() -> None:
    """Two dice less one pierced are one, and one stays one [Ruling R133]."""
    pierce = spell("pierce", range=ANYWHERE, base=1, cost={"ap": 1}, do=[{"op": "pierce-armour"}])
    for name, dice in ((pierce, 1), (STAB, 3)):
        units = {"hero": mine("dragon-pig", powers=["armour"]), "foe": theirs("foe")}
        rolling = Table(FIELD, units, turn="foe", pack=[card("foe", spells=[name])]).start(f"cast {name['id']} b2")
        assert rolling.start("armour").rolls.count == dice


def test_ruling_r134_atcham_succeeds_with_dodge_faces_too() -> None:
    """Atcham, Felinpossible: on Critical, Armour and Lock rolls, not on Dodge rolls twice [KA 1.6.2]."""
    hit = table("atcham", "ox").play("cast secret-weapon c2", dice=["dodge", "lock"])
    assert hit.facts("critical-roll")[0]["successes"] == 1
    for face, successes in (("critical_dodge", 1), ("dofus", 1), ("lock", 0)):
        rolled = table("atcham", "ox").play("cast secret-weapon c2", dice=[face, "lock"])
        assert rolled.facts("critical-roll")[0]["successes"] == successes
    armoured = table("atcham", "stone", turn="foe").play("cast stab b2", dice=["lock", "dodge"])
    assert armoured.facts("armour-roll")[0]["successes"] == 1
    caught = table("atcham", "stone", turn="foe").play("move d2", dice=["dodge", "lock"])
    assert "locked" in caught.events


def test_the_odds_of_atcham_count_four_faces_of_six() -> None:
    """One point more with Critical, Dodge, Critical/Dodge and Dofus, an Armour die of the other in the way."""
    odds = table("atcham", "ox").odds("cast secret-weapon c2", lambda one: one.unit("foe", "injuries"))
    hit, armour = Fraction(4, 6), Fraction(2, 6)
    assert odds[2] == hit * (1 - armour)
    assert odds[1] == hit * armour + (1 - hit) * (1 - armour)


def test_ruling_r135_kerub_crepin_rolls_all_dice_again_when_one_fails() -> None:
    """Kerub Crepin, Ecaflip's Second Chance: once, and the second roll stands [KA 1.6.2]."""
    again = table("kerub-crepin", "ox").play("cast claw-of-ceangal c2", dice=["lock", "critical", "armour"])
    assert [one["successes"] for one in again.facts("critical-roll")] == [0, 1]
    kept = table("kerub-crepin", "ox").play("cast claw-of-ceangal c2", dice=["dofus", "lock"])
    assert [one["successes"] for one in kept.facts("critical-roll")] == [1]
    twice = table("kerub-crepin", "ox").play("cast claw-of-ceangal c2", dice=["lock", "lock", "lock"])
    assert [one["successes"] for one in twice.facts("critical-roll")] == [0, 0]


def test_kerub_crepin_turns_dice_before_and_after_they_are_rolled_again() -> None:
    """With dice that are turned by hand a wild die may be turned to a failure, which has all rolled again."""
    units = {"hero": mine("kerub-crepin"), "foe": theirs("ox")}
    asked = Table(FIELD, units, turn="hero", pack=[OX], options={"turn_dice": "ask"}).start("cast claw-of-ceangal c2")
    asked.start("dofus").start("faces lock")
    assert asked.asked == "p1 critical roll"
    asked.start("critical_dodge").start("faces critical")
    assert asked.asked == "p2 armour roll"


def test_the_odds_of_kerub_crepin_are_those_of_two_tries() -> None:
    """A Critical die succeeds with 3 faces of 6, twice tried with 3 of 4."""
    odds = table("kerub-crepin", "ox").odds("cast claw-of-ceangal c2", lambda one: one.unit("foe", "injuries"))
    hit, armour = Fraction(3, 4), Fraction(2, 6)
    assert odds[2] == hit * (1 - armour)


def test_what_one_is_told_of_a_way_past_lockers_knows_their_cards() -> None:
    """The chance to get away is that of the rolls as cards change them."""
    for who, lock in (("ox", Fraction(2, 6)), ("atcham", Fraction(4, 6)), ("kerub-crepin", 1 - Fraction(4, 6) ** 2)):
        walking = table(who, "stone", turn="foe")
        away = next(one for one in reach(walking.state, walking.state.names.index("foe")) if one.cell == "d2")
        dodge = Fraction(3, 6)
        assert away.through == round(float(dodge * (1 - lock)) * 100, 1)

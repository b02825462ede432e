"""Powers that come or go while a spell is being resolved, and the dice and sums of its later steps."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, striker
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs

UNITS = {"hero": mine("striker"), "foe": theirs("fighter"), "last": theirs("villager")}
SELF = {"who": "self"}


def critical_dice(*do: dict[str, Any], powers: Any = (), **keys: Any) -> int:
    """How many dice the striker rolls for the Critical Hit of a spell that does this in Step 3."""
    table = Table("hero foe last", UNITS, turn="hero", pack=[striker(*do, powers=powers, **keys)])
    table.start("cast hit b1")
    assert table.asked == "p1 critical roll"
    return table.rolls.count


@pytest.mark.parametrize("name", ["critical-hit", "strength"])
def test_a_power_gained_in_step_3_gives_its_die_in_step_4(name: str) -> None:
    """A power gained is applied at once [KA 4.18.4.f] [KA 4.9.3.a] [KA 4.9.23.a] [KA 7.2.5.b]."""
    assert critical_dice() == 1
    assert critical_dice({"op": "gain-power", "powers": [name], "to": SELF}) == 2


def test_a_power_lost_in_step_3_gives_no_die_in_step_4() -> None:
    """[KA 4.18.4.g] [KA 4.9.3.a]"""
    lose = {"op": "lose-powers", "to": SELF}
    assert critical_dice(powers=[keyword("critical-hit")]) == 2
    assert critical_dice(lose, powers=[keyword("critical-hit")]) == 1


def test_a_caster_that_is_koed_in_step_3_rolls_with_the_powers_it_had_on_leaving() -> None:
    """Gained first, then KO'd by its own spell [Ruling R45] [KA 7.2.4.d] [KA 4.9.3.a]."""
    gain = {"op": "gain-power", "powers": ["critical-hit"], "to": SELF}
    die = {"op": "injure", "x": 9, "to": SELF}
    units = {**UNITS, "pal": mine("villager")}
    table = Table("hero foe last pal", units, turn="hero", pack=[striker(gain, die)])
    table.start("cast hit b1")
    assert (table.asked, table.rolls.count, table.unit("hero", "ko")) == ("p1 critical roll", 2, True)


def test_a_die_lent_to_the_next_spell_is_none_of_this_ones() -> None:
    """It serves the spell after, and that one alone, beside the dice of powers [KA 4.18.3.d] [KA 7.2.5.b]."""
    lend = {"op": "bonus", "stat": "critical-dice", "x": 1, "spells": "next", "to": SELF}
    plain = spell("plain", range=ANYWHERE, base=1, cost={"ap": 1})
    focus = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}, limit="turn", do=[lend])
    pack = [card("striker", spells=[focus, plain], powers=[keyword("critical-hit")])]
    table = Table("hero foe last", UNITS, turn="hero", pack=pack)
    assert table.start("cast hit b1").rolls.count == 2
    table.play(dice=["lock", "lock", "lock"])
    assert table.start("cast plain b1").rolls.count == 3
    table.play(dice=["lock", "lock", "lock", "lock"])
    assert table.start("cast plain b1").rolls.count == 2


def test_a_healer_that_gains_its_power_in_step_3_heals_one_more() -> None:
    """[KA 4.9.16.a] [KA 4.18.4.f]"""
    gain = {"op": "gain-power", "powers": ["heal"], "to": SELF}
    mend = spell("mend", range=ANYWHERE, kind="heal", base=1, cost={"ap": 1}, do=[gain])
    units = {"hero": mine("healer"), "pal": mine("fighter", injuries=5), "last": theirs("villager")}
    table = Table("hero pal last", units, turn="hero", pack=[card("healer", spells=[mend])])
    assert table.play("cast mend b1", dice=["lock"]).unit("pal", "injuries") == 3

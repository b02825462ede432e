"""The turns of summons: of Mechanisms that can do nothing themselves, and of summons of summons."""

from typing import Any

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

HATCH = power("hatch", when="suffers-injuries", do=[{"op": "summon", "summon": "imp", "where": "around-self"}])
NEST = summon("nest", category="mechanism", mp="-", ap="-", hp=9, powers=[HATCH])
ROUND = ["keep", "done"]
DULL = ["lock", "armour"]


def nest(**more: dict[str, Any]) -> dict[str, dict[str, Any]]:
    units = {"hero": mine("fighter"), "nest": mine("nest", summoner="hero"), **more}
    return {**units, "mate": mine("villager"), "foe": theirs("fighter")}


def test_a_summon_of_a_mechanism_acts_after_the_passed_turn_of_its_summoner() -> None:
    """The nest's turn is passed by unasked, the imp's comes just after it [KA 4.19.1.g] [KA 5.5.1] [Ruling R40]."""
    table = Table("hero nest . mate . foe", nest(), turn="hero", pack=[NEST])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert (table.unit("imp", "summoner"), table.unit("imp", "at")) == ("nest", "c1")
    table.play("end")
    assert (table.asked, table.read("turn.unit")) == ("p1 activation", "imp")
    table.play("end")
    assert table.read("turn.unit") == "mate"
    table.play("end", dice=DULL, answers=ROUND).play("end", dice=DULL, answers=ROUND).play("end")
    assert table.read("turn.unit") == "imp"


def test_wear_counts_the_turns_of_a_summoner_that_can_do_nothing() -> None:
    """At the beginning of its summoner's turn, whoever that is [KA 4.9.30.a] [Ruling R40]."""
    moth = summon("moth", hp=4, powers=[keyword("wear")])
    units = nest(moth=mine("moth", summoner="nest"))
    table = Table("hero nest moth mate . foe", units, turn="hero", pack=[NEST, moth])
    assert table.unit("moth", "injuries") == 0
    table.play("end")
    assert (table.read("turn.unit"), table.unit("moth", "injuries")) == ("moth", 1)


def test_what_lasts_to_the_end_of_a_mechanisms_next_turn_ends_with_it() -> None:
    """A Turret that has lost its powers and can do nothing has them back [Ruling R47] [Ruling R40] [KA 6.4.1]."""
    wall = summon("wall", category="mechanism", mp="-", ap="-", hp=9, powers=[keyword("obstructive")])
    hush = {"op": "lose-powers", "until": "next-turn"}
    silence = spell("silence", (1, 9), kind="special", cost={"ap": 1}, do=[hush])
    units = {"foe": theirs("hush"), "hero": mine("fighter"), "wall": mine("wall", summoner="hero")}
    units |= {"mate": mine("villager")}
    table = Table("foe . wall . hero mate", units, turn="foe", pack=[wall, card("hush", spells=[silence])])
    table.play("cast silence c1").play("end", dice=DULL, answers=ROUND)
    assert (table.read("turn.unit"), table.unit("wall", "powers")) == ("hero", [])
    table.play("end")
    assert (table.read("turn.unit"), table.unit("wall", "powers")) == ("mate", ["obstructive"])


def test_a_position_in_the_turn_of_a_summons_summon_has_had_the_turns_before_it() -> None:
    """Its summoner and that one's have acted: after it comes the next Krosmaster [KA 5.5.1] [KA 4.19.1.g]."""
    units = {"hero": mine("fighter"), "imp": mine("imp", summoner="hero"), "cub": mine("imp", summoner="imp")}
    units |= {"mate": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero imp cub mate . foe", units, turn="cub")
    assert table.play("end").read("turn.unit") == "mate"

"""Bonuses that an effect leaves on a unit: for its next spell, for this spell, or for all of them."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, mine, spell, theirs

DULL = ["lock", "lock"]


def sage(gift: dict[str, Any], place: int) -> Part:
    """A caster of an earth and an air Attack and a Heal, whose Special spell `gift` is printed at a given place."""
    spells = [
        spell("rock", range=ANYWHERE, base=1, cost={"ap": 1}),
        spell("gust", range=ANYWHERE, element="air", base=1, cost={"ap": 1}),
        spell("mend", range=ANYWHERE, kind="heal", element="water", base=1, cost={"ap": 1}),
    ]
    spells.insert(place, spell("gift", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[gift]))
    return card("sage", ap=9, spells=spells)


def begun(gift: dict[str, Any], place: int) -> Table:
    """The sage has given itself a bonus."""
    units = {"hero": mine("sage"), "foe": theirs("ox"), "pal": mine("ox", injuries=9)}
    pack = [sage(gift, place), card("ox", hp=20)]
    return Table("hero foe pal", units, turn="hero", pack=pack).play("cast gift a1")


def dice_of(table: Table, line: str) -> int:
    """How many dice the line's Critical Hit roll has; the table goes on after it."""
    table.start(line)
    number = table.rolls.count
    table.play(dice=["lock"] * (number if "mend" in line else number + 1))
    return number


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("spells", "second"), [("next", 1), ("all", 3)])
def test_lent_dice_are_for_the_next_spell_or_for_all_of_the_turn(spells: str, second: int, place: int) -> None:
    """Two dice more on the next roll, and on those after it if they are lent for all [KA 4.18.3.d] [KA 4.7.5.a]."""
    table = begun({"op": "bonus", "stat": "critical-dice", "x": 2, "spells": spells}, place)
    assert [dice_of(table, f"cast {line}") for line in ("rock b1", "gust b1", "mend c1")] == [3, second, second]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_lent_dice_of_an_element_are_used_up_by_a_spell_of_another(place: int) -> None:
    """The next spell spends them, whatever its element is [KA 4.7.5.a] [Ruling R31] [Ruling R88]."""
    gift = {"op": "bonus", "stat": "critical-dice", "x": 2, "spells": "next", "element": "air"}
    table = begun(gift, place)
    assert dice_of(table.again(), "cast gust b1") == 3
    assert [dice_of(table, f"cast {line}") for line in ("rock b1", "gust b1")] == [1, 1]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("x", [1, 2])
def test_a_bonus_for_this_spell_is_for_this_one_alone(place: int, x: int) -> None:
    """Each cast of it leaves the next one stronger, and no other spell [KA 4.18.3.d] [Ruling R88]."""
    grow = {"op": "bonus", "stat": "damage", "x": x, "spells": "this"}
    spells = [spell(name, range=ANYWHERE, base=1, cost={"ap": 1}) for name in ("one", "two")]
    spells.insert(place, spell("grow", range=ANYWHERE, base=1, cost={"ap": 1}, do=[grow]))
    units = {"hero": mine("grower"), "foe": theirs("ox")}
    table = Table("hero foe", units, turn="hero", pack=[card("grower", ap=9, spells=spells), card("ox", hp=20)])
    damage = []
    for name in ("grow", "one", "grow", "two", "grow"):
        table.play(f"cast {name} b1", dice=["lock", "lock"])
        damage.append(table.facts("damage")[0]["x"])
    assert damage == [1, 1, 1 + x, 1, 1 + 2 * x]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_improved_spell_is_the_one_that_is_named(place: int) -> None:
    """Wherever it is printed, and until the end of the turn [KA 4.18.3.d] [KA 7.2.4.a]."""
    better = {"op": "improve-spell", "spell": "best", "do": [{"op": "markers", "stat": "mp", "x": -1}]}
    spells = [
        spell("hone", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[better]),
        spell("poke", range=ANYWHERE, base=1, cost={"ap": 1}),
    ]
    spells.insert(place, spell("best", range=ANYWHERE, base=1, cost={"ap": 1}))
    units = {"hero": mine("smith"), "foe": theirs("ox")}
    table = Table("hero foe", units, turn="hero", pack=[card("smith", ap=9, spells=spells), card("ox", hp=20)])
    marked = []
    for line in ("best", "hone", "poke", "best", "best"):
        table.play(f"cast {line} b1", dice=[] if line == "hone" else ["lock", "lock"])
        marked.append(table.unit("foe", "mp_markers"))
    assert marked == [0, 0, 0, -1, -2]


def test_a_buff_improves_the_next_spell_of_its_element_alone() -> None:
    """A bonus for a fire spell is not for an earth one [Ruling R88] [KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "element": "fire", "to": {"who": "self"}}
    spells = [
        spell("boast", "personal", kind="special", cost={"ap": 1}, do=[bonus]),
        spell("burn", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}),
        spell("bury", range=ANYWHERE, element="earth", base=1, cost={"ap": 1}),
    ]
    units = {"hero": mine("boaster"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[card("boaster", spells=spells)]).play("cast boast a1")
    assert table.play("cast bury b1", dice=DULL).unit("foe", "injuries") == 1
    assert table.play("cast burn b1", dice=DULL).unit("foe", "injuries") == 4


def test_a_bonus_for_this_spell_serves_no_other_spell() -> None:
    """The spell it came from is stronger the next time, another of the same element is not [KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "spells": "this", "to": {"who": "self"}}
    spells = [
        spell("burn", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}, do=[bonus]),
        spell("blaze", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}),
    ]
    units = {"hero": mine("burner"), "foe": theirs("ox")}
    pack = [card("burner", spells=spells), card("ox", hp=20)]
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast burn b1", dice=DULL)
    assert table.play("cast blaze b1", dice=DULL).unit("foe", "injuries") == 2
    assert table.play("cast burn b1", dice=DULL).unit("foe", "injuries") == 5

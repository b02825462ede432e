"""Rulings on Ice Cubes and on scenery that can be destroyed, of release 2.2."""

import pytest

from tests.krosmaster.book.test_scenery import cubes, rink
from tests.krosmaster.book.test_scenery_destroyed import arena
from tests.krosmaster.playing import theirs


def test_ruling_r110_a_cube_and_its_rider_are_two_targets() -> None:
    """Push Back moves each as far as it can go [KA-2.2 313.6c]; Push-Cube moves both together [KA-2.2 313.6b]."""
    drawing, rider = "hero I ~ . . foe", theirs("fighter", at="b1")
    pushed = rink(drawing, rider=rider).play("cast gust b1")
    assert (cubes(pushed), pushed.unit("rider", "at")) == (["c1"], "d1")
    carried = rink(drawing, rider=rider).play("cast push-cube b1")
    assert (cubes(carried), carried.unit("rider", "at")) == (["c1"], "c1")


def test_ruling_r110_push_cube_aimed_where_no_cube_is_does_nothing() -> None:
    """Whoever stands there stays, and its cost is paid [KA-2.2 313.6a] [Ruling R107]."""
    table = rink("hero ~ ~ I . foe", rider=theirs("fighter", at="b1")).play("cast push-cube b1")
    assert (cubes(table), table.unit("rider", "at"), table.unit("hero", "ap")) == (["d1"], "b1", 8)


def test_ruling_r110_a_cube_stops_before_another_cube() -> None:
    """[KA-2.2 313.6a]"""
    assert cubes(rink("hero I ~ I ~ foe").play("cast push-cube b1")) == ["c1", "d1"]


def test_ruling_r112_scenery_is_destroyed_only_where_the_match_asks_for_it() -> None:
    """[KA-2.2 313.7]"""
    asked = arena("hero C foe").play("cast chop b1", dice=["lock"])
    usual = arena("hero C foe", options={}).play("cast chop b1", dice=["lock"])
    assert (asked.read("scenery.b1"), usual.read("scenery.b1")) == ("none", "crate")


@pytest.mark.parametrize("line", ["cast arrow c1", "cast shove c1"])
def test_ruling_r112_only_close_combat_attacks_damage_scenery(line: str) -> None:
    """Not those at range, nor what is no Attack [KA-2.2 313.7a]."""
    table = arena("hero . C . foe")
    if line == "cast shove c1":
        table.play("move b1").play(line)
    else:
        table.play(line, dice=["lock"])
    assert (table.read("scenery.c1"), table.read("scenery_injuries.c1")) == ("crate", 0)


def test_ruling_r112_an_area_of_close_combat_damages_the_scenery_of_all_its_cells() -> None:
    """9 are enough for the Bush aimed at and for the Crate behind it; a Tree of 12 HP stands.

    [KA-2.2 313.7a] [KA-2.2 601.2] [KA-2.2 602.3b] [Ruling R112]
    """
    both = arena("hero B C . foe").play("cast sweep b1", dice=["lock"])
    assert [(fact["cell"], fact["x"]) for fact in both.facts("scenery-injured")] == [("b1", 9), ("c1", 9)]
    assert [both.read(f"scenery.{cell}") for cell in ("b1", "c1")] == ["none", "none"]
    assert [both.read(f"kamas.{cell}") for cell in ("b1", "c1")] == [2, 1]
    behind = arena("hero . T . foe").play("cast sweep b1", dice=["lock"])
    assert (behind.read("scenery.c1"), behind.read("scenery_injuries.c1")) == ("tree", 9)
    beside = arena("hero . C foe\n. C . .").play("cast sweep b2", dice=["lock"])
    assert (beside.read("scenery.b1"), beside.read("scenery.c2")) == ("crate", "none")


def test_ruling_r112_a_unit_on_a_crate_stays_and_kamas_appear_under_it() -> None:
    """It is struck as well, with an Armour roll of its own [KA-2.2 313.7c]."""
    table = arena("hero C . foe", sitter=theirs("fighter", at="b1"))
    table.play("cast chop b1", dice=["lock", "armour"])
    assert (table.unit("sitter", "at", "injuries"), table.read("kamas.b1")) == (("b1", 2), 1)
    assert table.read("scenery.b1") == "none"

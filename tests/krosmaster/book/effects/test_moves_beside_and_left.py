"""Cells beside the main target and cells just left: whether there is one at all."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs


@pytest.mark.parametrize(
    ("lying", "beside"),
    [({}, []), ({"rest": mine("tombstone", at="c2")}, ["choose c1", "choose c3"])],
)
def test_several_targets_round_an_empty_main_cell_are_next_to_nothing(
    lying: dict[str, dict[str, Any]], beside: list[str]
) -> None:
    """The target is the one on the main target cell, be it only a Tombstone, when there are several.

    [KA 7.2.3.a] [KA 4.18.5]
    """
    field = """
        hero .   .  . .
        .    foe .  on .
        .    .   .  . .
        """
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "on": theirs("fighter"), **lying}
    place = {"op": "place", "where": "next-to-target"}
    table = Table(field, units, turn="hero", pack=[mage(place, area="cross")]).play("cast act c2")
    assert sorted(table.options("choose")) == beside
    assert table.unit("hero", "at") == "a3"


def test_a_piece_that_could_not_be_placed_has_left_no_cell() -> None:
    """The cell left is that of the last piece to be moved: here one that stays where it is [KA 4.18.5]."""
    closer = {"op": "move-closer", "x": 1}
    call = {"op": "summon", "summon": "imp", "where": "cell-left"}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    for effects, arrived in (((closer, call), "a1"), ((closer, {"op": "place"}, call), "")):
        table = Table("hero . . foe", units, turn="hero", pack=[mage(*effects)]).play("cast act d1")
        assert table.unit("hero", "at") == "b1"
        assert [fact["cell"] for fact in table.facts("summoned")] == ([arrived] if arrived else [])


def test_the_only_target_is_the_one_to_stand_beside_wherever_it_is() -> None:
    """On a cell of the area, or pushed there before: not the main target cell [KA 4.18.3.e] [KA 7.2.3.a]."""
    place = {"op": "place", "where": "next-to-target"}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    field = """
        T    .  .   .
        hero .  foe .
        """
    table = Table(field, units, turn="hero", pack=[mage(place, area="cross")]).play("cast act d1")
    assert sorted(table.options()) == ["choose b1", "choose c2", "choose d1"]
    push = {"op": "push-back", "x": 1}
    pushed = Table(field, units, turn="hero", pack=[mage(push, place)]).play("cast act c1")
    assert sorted(pushed.options()) == ["choose c1", "choose d2"]


def test_a_place_is_only_for_a_piece_that_may_be_moved_and_a_cell_that_is_free() -> None:
    """An Unfazed ally stays, and nobody comes onto another unit's cell [KA 4.9.17.a] [KA 4.17.3] [KA 4.18.5]."""
    place = {"op": "place", "to": {"who": "units", "side": "ally", "other": True, "kind": "krosmaster"}}
    units = {"hero": mine("mage"), "rock": mine("rock"), "pal": mine("fighter"), "foe": theirs("fighter")}
    pack = [mage(place), card("rock", powers=[keyword("unfazed")])]
    table = Table("hero rock pal . foe", units, turn="hero", pack=pack)
    places = table.again().play("cast act d1")
    assert [places.unit(name, "at") for name in units] == ["a1", "b1", "d1", "e1"]
    assert table.play("cast act e1").facts("placed") == []


def test_the_first_of_several_units_changes_places_with_the_caster() -> None:
    """Only two pieces exchange cells [KA 4.18.5] [Ruling R117]."""
    swap = {"op": "swap", "to": {"who": "targets", "side": "enemy"}}
    units = {"hero": mine("mage"), "one": theirs("fighter"), "two": theirs("fighter")}
    table = Table("hero . one two", units, turn="hero", pack=[mage(swap, area="cross")]).play("cast act c1")
    assert [table.unit(name, "at") for name in units] == ["c1", "a1", "d1"]


def test_a_formation_lands_within_the_board_and_takes_only_neighbours() -> None:
    """A neighbour whose cell would be off the board or taken stays; those two cells away or aslant do not belong.

    [KA 4.9.17.a] [KA 4.17.1] [KA 4.18.5]
    """
    field = """
        .    .     .     .    .     .
        .    far   north .    .     .
        .    west  hero  east .     T
        .    slant south two  .     .
        .    .     .     .    .     .
        """
    names = ("hero", "north", "east", "south", "west", "far", "slant", "two")
    units = {name: mine("mage" if name == "hero" else "fighter") for name in names}
    table = Table(field, {**units, "foe": theirs("fighter", at="a5")}, turn="hero", pack=[mage({"op": "place-group"})])
    corner = table.again().play("cast act f1")
    assert [corner.unit(name, "at") for name in names] == ["f1", "f2", "d3", "c2", "e1", "b4", "b2", "d2"]
    tree = table.play("cast act e3")
    assert [tree.unit(name, "at") for name in names] == ["e3", "e4", "d3", "e2", "b3", "b4", "b2", "d2"]


@pytest.mark.parametrize("cell", ["a1", "d1", "f1"])
def test_no_formation_lands_on_a_cell_that_is_not_free(cell: str) -> None:
    """The caster's own, an opponent's or a Tree's: nobody moves [KA 4.17.3] [KA 4.18.5]."""
    units = {"hero": mine("mage"), "pal": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero pal . foe . T .", units, turn="hero", pack=[mage({"op": "place-group"})])
    table.play(f"cast act {cell}")
    assert [table.unit(name, "at") for name in units] == ["a1", "b1", "d1"]
    assert table.facts("placed") == []


def test_a_formation_whose_caster_is_out_of_play_stays() -> None:
    """KO'd by what the spell costs [KA 4.18.6] [Ruling R45]."""
    carry = spell("carry", range=ANYWHERE, kind="special", cost={"injuries": 8}, do=[{"op": "place-group"}])
    units = {"hero": mine("bearer"), "pal": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero pal . foe . .", units, turn="hero", pack=[card("bearer", spells=[carry])])
    table.play("cast carry e1")
    assert [table.unit(name, "at") for name in units] == ["", "b1", "d1"]
    assert table.facts("placed") == []

"""What an effect leaves behind for the next one: whom it was about, whether it moved a piece, what comes later."""

from fractions import Fraction
from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker, striker
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

SELF = {"who": "self"}
MAIN = {"who": "main"}
SUBJECT = {"who": "subject"}
FOES: dict[str, Any] = {"who": "units", "side": "enemy"}
DULL = ["lock", "lock"]
UNITS = {"hero": mine("mage"), "foe": theirs("fighter")}
TOLD = {"op": "if", "that": {"is": "displaced"}, "then": [marker(SELF)], "otherwise": [marker(SELF, stat="ap")]}


def test_after_effects_about_one_unit_nobody_is_the_subject_of_a_spell() -> None:
    """They end with that unit: what is printed behind them goes on as before [KA 7.2.4.e] [KA 4.18.3.e]."""
    about = {"op": "with", "to": MAIN, "do": [marker(SUBJECT, stat="ap")]}
    effects = (about, marker(SUBJECT, stat="range"), marker(SELF))
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(*effects)]).play("cast act b1")
    assert [(fact["unit"], fact["stat"]) for fact in table.facts("markers")] == [("foe", "ap"), ("hero", "mp")]


@pytest.mark.parametrize("op", ["move-closer", "retreat"])
def test_who_can_neither_come_closer_to_itself_nor_retreat_from_itself_has_not_been_displaced(op: str) -> None:
    """Its own cell is the target: the push before it moved a piece, this moves none [KA 7.5.9.b] [Ruling R71]."""
    effects = ({"op": "push-back", "x": 1, "to": FOES}, {"op": op, "x": 1}, TOLD)
    table = Table(". hero foe .", UNITS, turn="hero", pack=[mage(*effects)]).play("cast act b1")
    assert (table.unit("hero", "at"), table.unit("foe", "at")) == ("b1", "d1")
    assert [fact["stat"] for fact in table.facts("markers")] == ["ap"]


@pytest.mark.parametrize(("damage", "first"), [(1, True), (3, False)])
def test_damage_added_among_other_effects_is_added_in_its_step(damage: int, first: bool) -> None:
    """Step 3 gives the markers, Step 6 the damage, whichever is printed first [KA 7.2.4.e] [KA 4.18.3.a]."""
    extra = {"op": "extra-damage", "x": damage, "element": "earth"}
    effects = (extra, marker(MAIN)) if first else (marker(MAIN), extra)
    units = {"hero": mine("striker"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[striker(*effects)]).play("cast hit b1", dice=DULL)
    assert table.unit("foe", "injuries", "mp_markers") == (1 + damage, 1)


def test_the_damage_that_a_power_would_add_is_added_to_no_later_spell() -> None:
    """A power has no Step 6: of its effects only the marker is left for the next spell to see [KA 4.18.3.a]."""
    boast = power(
        "boast",
        when="start-of-own-turn",
        do=[{"op": "extra-damage", "x": 3, "element": "earth"}, marker(SELF, stat="range")],
    )
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    units = {"hero": mine("boaster"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn=begin, pack=[card("boaster", spells=[hit], powers=[boast])]).play()
    assert table.unit("hero", "range_markers") == 1
    assert table.play("cast hit b1", dice=DULL).unit("foe", "injuries") == 1


# -------------------------------------------------------------------------------------------------------- displacement


@pytest.mark.parametrize(
    ("at", "end"), [("e4", "c4"), ("a4", "c4"), ("d5", "d3"), ("d1", "d3"), ("b5", "b3"), ("b1", "b3"), ("a2", "c2")]
)
def test_a_piece_attracted_stops_level_with_the_caster(at: str, end: str) -> None:
    """Along a row at its column, along a column at its row, from every side [KA 7.5.10.a] [Ruling R68]."""
    units = {"hero": mine("mage", at="c3"), "foe": theirs("fighter", at=at)}
    field = "\n".join([". . . . ."] * 5)
    table = Table(field, units, turn="hero", pack=[mage({"op": "attract", "x": 4})]).play(f"cast act {at}")
    assert table.unit("foe", "at") == end


@pytest.mark.parametrize(
    ("at", "end"), [("e4", "e3"), ("a4", "a3"), ("d5", "c5"), ("d1", "c1"), ("b5", "c5"), ("b1", "c1"), ("a2", "a3")]
)
def test_who_comes_closer_stops_level_with_the_target(at: str, end: str) -> None:
    """The caster's own way, along the row or column of the larger difference [KA 7.5.17.a] [Ruling R71]."""
    units = {"hero": mine("mage", at="c3"), "foe": theirs("fighter", at=at)}
    field = "\n".join([". . . . ."] * 5)
    table = Table(field, units, turn="hero", pack=[mage({"op": "move-closer", "x": 4})]).play(f"cast act {at}")
    assert table.unit("hero", "at") == end


# ------------------------------------------------------------------------------------------------- choices and places


@pytest.mark.parametrize("types", [[], ["boss"], ["boss", "boss"]])
def test_the_only_unit_an_effect_may_be_applied_to_needs_no_choice(types: list[str]) -> None:
    """One boss is meant at once; between two the caster's player chooses; without one nobody is [KA 4.18.3.e]."""
    hurt = {"op": "injure", "x": 1, "to": {**FOES, "type": "boss", "choose": True}}
    pack = [mage(hurt, marker(SELF)), card("king", types=["boss"])]
    names = ["foe", "far"]
    units = {"hero": mine("mage")}
    units |= {name: theirs("king" if place < len(types) else "fighter") for place, name in enumerate(names)}
    table = Table("hero foe far", units, turn="hero", pack=pack).play("cast act a1")
    if len(types) == 2:
        assert (table.asked, table.options()) == ("p1 choice", ["choose foe", "choose far"])
        table.play("choose far")
    assert (table.asked, table.unit("hero", "mp_markers")) == ("p1 activation", 1)
    hurt_units = [name for name in names if table.unit(name, "injuries")]
    assert hurt_units == [[], ["foe"], ["far"]][len(types)]


PULL = {"op": "place", "to": FOES, "where": "next-to-self"}


@pytest.mark.parametrize(("field", "moved"), [("near . T hero . far", "near"), ("far . T hero . near", "near")])
def test_pieces_placed_together_go_one_after_the_other_as_they_came_into_the_game(field: str, moved: str) -> None:
    """One cell is free: the first takes it, and for the second there is none [KA 4.18.5] [KA 4.17.3]."""
    units = {"hero": mine("mage"), "near": theirs("fighter"), "far": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mage(PULL)]).play("cast act d1")
    assert table.asked == "p1 activation"
    assert [(fact["unit"], fact["to"]) for fact in table.facts("placed")] == [(moved, "e1")]


def test_the_cell_is_chosen_for_the_piece_that_came_first_and_then_for_the_next() -> None:
    """Two free cells: the first goes to the one chosen, the other to the one left [KA 4.18.3.e] [KA 4.18.5]."""
    units = {"hero": mine("mage"), "near": theirs("fighter"), "far": theirs("fighter")}
    table = Table("far . hero . near", units, turn="hero", pack=[mage(PULL)]).play("cast act c1")
    assert table.options() == ["choose d1", "choose b1"]
    table.play("choose b1")
    assert table.asked == "p1 activation"
    assert (table.unit("near", "at"), table.unit("far", "at")) == ("b1", "d1")


@pytest.mark.parametrize(
    ("field", "x", "asked"),
    [
        ("hero near . far . . .", 1, False),
        ("hero near far . . . .", 1, True),
        ("hero near . . far . .", 2, False),
        ("hero near . far . . .", 2, True),
        ("hero near far . . last .", 1, True),
        ("hero near . . far last .", 1, True),
        ("hero near . far . last .", 1, False),
    ],
)
def test_the_order_of_pushes_is_asked_only_where_one_piece_comes_to_the_others_cell(
    field: str, x: int, asked: bool
) -> None:
    """Only where the order matters is it the active player's to decide [KA 1.7.1] [KA 7.5.9.b] [Ruling R69]."""
    names = [name for name in ("near", "far", "last") if name in field.split()]
    units = {"hero": mine("mage")} | {name: theirs("fighter") for name in names}
    push = {"op": "push-back", "x": x, "to": FOES}
    table = Table(field, units, turn="hero", pack=[mage(push)]).play("cast act a1")
    assert table.asked == ("p1 push-order" if asked else "p1 activation")


def test_what_was_chosen_of_one_effect_is_not_counted_as_chosen_of_the_next() -> None:
    """Two options of the first, then the cards of the second: none of those has been chosen yet [KA 4.18.3.e]."""
    first = {"op": "choose", "n": 2, "options": [[marker(SELF)], [marker(MAIN)], [marker(SELF, stat="ap")]]}
    change = {"op": "replace", "card": "ogre", "others": ["dwarf"]}
    pack = [mage(first, change), card("ogre"), card("dwarf")]
    table = Table("hero foe", UNITS, turn="hero", pack=pack).play("cast act b1").play("choose 3")
    assert table.refused("choose 3").facts == {"chosen": [3]}
    table.play("choose 1")
    assert table.options() == ["choose 1", "choose 2"]
    assert table.refused("choose 3").facts == {"chosen": []}
    assert table.play("choose 2").unit("hero", "card") == "dwarf"


@pytest.mark.parametrize(("n", "chances"), [(1, {0: 2, 1: 2}), (2, {0: 1, 1: 2, 2: 1})], ids=["one coin", "two coins"])
def test_every_coin_falls_by_itself_on_heads_or_tails(n: int, chances: dict[int, int]) -> None:
    """In quarters: the chances of so many heads, and no other outcome."""
    flip = {"op": "coins", "n": n, "heads": [marker(SELF)]}
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(flip)])
    assert table.again().start("cast act a1").rolls.total() == 2**n
    found = table.odds("cast act a1", "unit.hero.mp_markers")
    assert found == {heads: Fraction(quarters, 4) for heads, quarters in chances.items()}


def test_the_main_target_is_the_one_targeted_wherever_it_has_been_moved() -> None:
    """Pushed away by the first effect it is still meant by the second, and not who stands beside it [KA 7.2.3.a]."""
    effects = (
        {"op": "push-back", "x": 1, "to": MAIN},
        {"op": "place", "to": {**FOES, "type": "monk"}},
        marker(MAIN, x=-1),
    )
    units = {**UNITS, "nun": theirs("nun")}
    pack = [mage(*effects, area="cross"), card("nun", types=["monk"])]
    table = Table("nun hero . foe . .", units, turn="hero", pack=pack).play("cast act d1")
    assert (table.unit("foe", "at"), table.unit("nun", "at")) == ("e1", "d1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["foe"]

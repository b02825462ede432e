"""Placing and summoning on a free cell that the player chooses."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, keyword, mine, reward, theirs

UNITS = {"hero": mine("mage"), "foe": theirs("fighter")}
FIELD = """
    .    T   .
    .    foe .
    hero .   B
    """


def test_a_free_cell_next_to_the_target_is_chosen_by_the_casters_player() -> None:
    """Free and sharing a side with the target's cell; anything else is refused [KA 4.18.3.e] [KA 4.17.3]."""
    table = Table(FIELD, UNITS, turn="hero", pack=[mage({"op": "place", "where": "next-to-target"})])
    table.play("cast act b2")
    assert table.asked == "p1 choice"
    assert sorted(table.options()) == ["choose a2", "choose b1", "choose c2"]
    refusal = table.refused("choose b3")
    assert (refusal.kind, refusal.clauses) == ("not-an-option", ("4.18.3.e", "4.17.3"))
    assert table.play("choose c2").unit("hero", "at") == "c2"


def test_the_only_free_cell_is_taken_and_without_one_nothing_moves() -> None:
    """As much as possible: one cell needs no question, none no move [KA 4.18.5]."""
    pack = [mage({"op": "place", "where": "next-to-target"})]
    one = Table("hero . B foe .", UNITS, turn="hero", pack=pack).play("cast act d1")
    assert one.unit("hero", "at") == "e1"
    none = Table("hero . B foe T", UNITS, turn="hero", pack=pack).play("cast act d1")
    assert none.unit("hero", "at") == "a1"
    empty = Table("hero . . . foe", UNITS, turn="hero", pack=pack).play("cast act c1")
    assert empty.unit("hero", "at") == "a1"  # no target, nothing to stand next to


def test_next_to_self_moves_the_caster_or_its_target_beside_the_caster() -> None:
    """The cells round the caster [KA 4.18.2.c]."""
    table = Table(FIELD, UNITS, turn="hero", pack=[mage({"op": "place", "where": "next-to-self"})]).play("cast act a1")
    assert sorted(table.options()) == ["choose a2", "choose b1"]
    assert table.play("choose a2").unit("hero", "at") == "a2"
    pull = {"op": "place", "to": {"who": "main"}, "where": "next-to-self"}
    other = Table(FIELD, UNITS, turn="hero", pack=[mage(pull)]).play("cast act b2").play("choose b1")
    assert other.unit("foe", "at") == "b1"


def test_an_unfazed_unit_of_somebody_else_is_not_placed() -> None:
    """Only its own effects move it [KA 4.9.17.a]."""
    rock = card("rock", powers=[keyword("unfazed")])
    pull = {"op": "place", "to": {"who": "main"}, "where": "next-to-self"}
    units = {"hero": mine("mage"), "foe": theirs("rock")}
    table = Table("hero . . foe", units, turn="hero", pack=[mage(pull), rock]).play("cast act d1")
    assert (table.asked, table.unit("foe", "at")) == ("p1 activation", "d1")


def test_itself_or_an_ally_next_to_it_is_chosen_before_the_place() -> None:
    """The caster, or one ally adjacent to it, on the target cell [KA 4.18.3.e]."""
    portal: dict[str, Any] = {
        "op": "place",
        "to": {"who": "units", "side": "ally", "adjacent_to": "self", "or_self": True, "choose": True},
    }
    units = {"hero": mine("mage"), "ally": mine("fighter"), "far": mine("fighter"), "foe": theirs("fighter")}
    table = Table("foe hero ally far . .", units, turn="hero", pack=[mage(portal)]).play("cast act f1")
    assert sorted(table.options()) == ["choose ally", "choose hero"]
    assert table.refused("choose far").clauses == ("4.18.3.e",)
    assert table.again().play("choose ally").unit("ally", "at") == "f1"
    assert table.play("choose hero").unit("hero", "at") == "f1"


def test_one_summon_comes_onto_a_chosen_cell_next_to_the_target() -> None:
    """Free, without any unit, and below the control value [KA 4.19.1.a] [KA 4.19.1.b] [KA 4.19.9.c]."""
    call = {"op": "summon", "summon": "imp", "where": "next-to-target"}
    units = {**UNITS, "snare": theirs("snare", at="c2")}
    pack = [mage(call)]
    pack[0][1]["spell"][0]["summons"] = 1
    table = Table(FIELD, units, turn="hero", pack=pack).play("cast act b2")
    assert sorted(table.options()) == ["choose a2", "choose b1"]
    table.play("choose b1")
    assert table.unit("imp", "at") == "b1"
    again = table.play("cast act b2")
    assert (again.asked, "summoned" in again.events) == ("p1 activation", False)  # the control value is reached


def test_a_summon_may_come_onto_every_free_cell_round_its_summoner() -> None:
    """All free cells next to the caster at once; without a control value nothing limits them [Ruling R81]."""
    call = {"op": "summon", "summon": "imp", "where": "around-self"}
    field = """
        . . .
        T hero foe
        . . .
        """
    table = Table(field, UNITS, turn="hero", pack=[mage(call)]).play("cast act b2")
    assert {fact["cell"] for fact in table.facts("summoned")} == {"b1", "b3"}


def test_places_are_exchanged_with_a_trap_that_nobody_stands_on() -> None:
    """A Trap is a Unit and its cell is free; nobody arrives on it [KA 4.4.3] [KA 4.19.7.b] [Ruling R117]."""
    swap = {"op": "swap", "to": {"who": "main", "side": "ally"}}
    units = {
        "hero": mine("mage"),
        "snare": mine("snare", summoner="hero", at="c1"),
        "other": mine("snare", summoner="hero", at="a1"),
        "foe": theirs("fighter"),
    }
    field = "hero . . . foe"
    table = Table(field, units, turn="hero", pack=[mage(swap)]).play("cast act c1")
    assert (table.unit("hero", "at", "injuries"), table.unit("snare", "at")) == (("c1", 0), "a1")
    assert table.unit("other", "at") == "a1"
    units["snare"] = mine("snare", summoner="hero", at="e1")
    taken = Table(field, units, turn="hero", pack=[mage(swap)]).play("cast act e1")  # an opponent stands on it
    assert (taken.unit("hero", "at"), taken.unit("snare", "at"), taken.unit("foe", "at")) == ("a1", "e1", "e1")


@pytest.mark.parametrize("order", [("hero", "west", "east"), ("hero", "east", "west")])
def test_a_formation_moves_together_whoever_came_into_play_first(order: tuple[str, ...]) -> None:
    """A cell that one of them leaves is free for the next: as much as possible [KA 4.18.5]."""
    known = {"hero": mine("mage", at="b1"), "west": mine("fighter", at="a1"), "east": mine("fighter", at="c1")}
    units = {**{name: known[name] for name in order}, "foe": theirs("fighter")}
    table = Table(". . . . . . foe", units, turn="hero", pack=[mage({"op": "place-group"})]).play("cast act d1")
    assert [table.unit(name, "at") for name in ("west", "hero", "east")] == ["c1", "d1", "e1"]


def test_a_boost_may_bring_a_summon_or_a_card_that_nobody_in_the_match_names() -> None:
    """Its advantage is whatever the token says [KA 4.7.5.a] [KA 4.19.9.b] [KA 7.5.19.a]."""
    pack = [
        reward("whistle", do=[{"op": "summon", "summon": "imp", "where": "next-to-target"}]),
        reward("mask", do=[{"op": "replace", "card": "villager"}]),
    ]
    units = {
        "hero": mine("fighter", rewards=[{"id": "whistle", "face": "down"}, {"id": "mask", "face": "down"}]),
        "foe": theirs("fighter"),
    }
    table = Table("T hero . foe", units, turn="hero", pack=pack)
    assert table.again().play("reveal whistle").unit("imp", "at", "summoner") == ("c1", "hero")
    assert table.play("reveal mask").unit("hero", "card") == "villager"

"""Push Back narrowed to some targets, or away from the main target cell; and what comes after a displacement."""

from typing import Any

import pytest

from esquive.krosmaster.seen.decisions import decision_view
from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, keyword, mine, theirs

FIELD = """
    .    .    up  .  .
    hero .    foe .  .
    .    imp  .   .  .
    """
UNITS = {"hero": mine("mage"), "foe": theirs("fighter"), "up": theirs("villager"), "imp": mine("imp", summoner="hero")}


def test_only_the_targets_selected_are_pushed() -> None:
    """Each target that passes the filter is moved, the others stay [KA 7.5.9.a]."""
    push = {"op": "push-back", "x": 1, "to": {"who": "targets", "side": "ally"}}
    table = Table(FIELD, UNITS, turn="hero", pack=[mage(push, area="square")]).play(
        "cast act c2", answers=["choose south"]
    )
    assert [table.unit(name, "at") for name in ("foe", "up", "imp")] == ["c2", "c3", "b1"]


def test_units_that_are_no_targets_can_be_pushed() -> None:
    """Whoever is next to the caster, targeted or not [KA 4.18.2.c]."""
    push = {"op": "push-back", "x": 2, "to": {"who": "units", "adjacent_to": "self"}}
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "far": theirs("fighter")}
    table = Table("hero foe . . far", units, turn="hero", pack=[mage(push)]).play("cast act a1")
    assert (table.unit("foe", "at"), table.unit("far", "at")) == ("d1", "e1")


def test_a_push_away_from_the_main_cell_leaves_the_main_target_alone() -> None:
    """Additional targets move away from the main target cell, not from the caster [KA 7.5.9.a]."""
    push = {"op": "push-back", "x": 1, "away_from": "main-cell"}
    field = """
        .    .  .   . .
        .    .  up  . .
        hero by foe on .
        .    .  low . .
        .    .  .   . .
        """
    units = {"hero": mine("mage"), **{name: theirs("fighter") for name in ("up", "by", "foe", "on", "low")}}
    table = Table(field, units, turn="hero", pack=[mage(push, area="cross")]).play("cast act c3")
    places = [table.unit(name, "at") for name in ("foe", "up", "on", "low", "by")]
    assert places == ["c3", "c5", "e3", "c1", "b3"]  # `by` has the caster behind it


def test_the_cell_left_is_that_of_the_piece_moved_last() -> None:
    """The caster goes where its target was; without a displacement there is no such cell [KA 4.18.5]."""
    effects = ({"op": "attract", "x": 1}, {"op": "place", "where": "cell-left"})
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero . . foe .", units, turn="hero", pack=[mage(*effects)]).play("cast act d1")
    assert (table.unit("foe", "at"), table.unit("hero", "at")) == ("c1", "d1")
    touching = Table("hero foe . .", units, turn="hero", pack=[mage(*effects)]).play("cast act b1")
    assert (touching.unit("foe", "at"), touching.unit("hero", "at")) == ("b1", "a1")


def test_a_summon_comes_onto_the_cell_that_the_caster_has_left() -> None:
    """Only if the caster did move, and within the control value [KA 4.19.1.a] [KA 4.19.9.c]."""
    effects = ({"op": "move-closer", "x": 1}, {"op": "summon", "summon": "imp", "where": "cell-left"})
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table(". hero . foe", units, turn="hero", pack=[mage(*effects)]).play("cast act d1")
    assert (table.unit("hero", "at"), table.unit("imp", "at")) == ("c1", "b1")
    assert table.unit("imp", "summoner") == "hero"
    blocked = Table(". . hero foe", units, turn="hero", pack=[mage(*effects)]).play("cast act d1")
    assert "summoned" not in blocked.events


def test_one_piece_chosen_is_pushed_and_an_unfazed_one_may_be_chosen_in_vain() -> None:
    """With `choose` one of the pieces selected is moved; whether it can be is not asked before [KA 4.18.3.e]."""
    push = {"op": "push-back", "x": 1, "to": {"who": "units", "side": "enemy", "choose": True}}
    rock = card("rock", powers=[keyword("unfazed")])
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "far": theirs("rock")}
    table = Table("hero . foe . far .", units, turn="hero", pack=[mage(push), rock])
    other = table.again()
    table.play("cast act b1", answers=["choose foe"])
    assert (table.unit("foe", "at"), table.unit("far", "at")) == ("d1", "e1")
    other.play("cast act b1", answers=["choose far"])
    assert (other.unit("foe", "at"), other.unit("far", "at")) == ("c1", "e1")


@pytest.mark.parametrize(
    ("op", "clause"),
    [("push-back", "7.5.9.a"), ("attract", "7.5.10.a"), ("retreat", "7.5.16.a"), ("move-closer", "7.5.17.a")],
)
def test_the_judge_names_the_clause_of_the_displacement_whose_direction_is_asked(op: str, clause: str) -> None:
    """Pushing, attracting, retreating and moving closer have clauses of their own.

    [KA 7.5.9.a] [KA 7.5.10.a] [KA 7.5.16.a] [KA 7.5.17.a]
    """
    field = """
        . . .    .   .
        . . .    foe .
        . . hero .   .
        . . .    .   .
        """
    pack = [mage({"op": op, "x": 1})]
    table = Table(field, {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=pack).play("cast act d3")
    assert table.asked == "p1 direction"
    every = [f"choose {way}" for way in ("north", "east", "south", "west")]
    wrong = next(line for line in every if line not in table.options())
    assert table.refused(wrong).clauses == (clause,)
    shown = decision_view(table.state, 0)
    assert shown is not None and shown.clause == clause


def pushed(second: str) -> Table:
    """Two foes are pushed two cells each by one spell; where the second one stands is given."""
    push: dict[str, Any] = {"op": "push-back", "x": 2, "to": {"who": "units", "side": "enemy"}}
    units = {"hero": mine("mage", at="c3"), "foe": theirs("fighter", at="d3"), "far": theirs("fighter", at=second)}
    return Table("\n".join([". . . . . . . . ."] * 9), units, turn="hero", pack=[mage(push)]).play("cast act c3")


@pytest.mark.parametrize(
    ("second", "asked"),
    [("e3", True), ("f3", True), ("g3", False), ("b3", False), ("c4", False)],
)
def test_the_order_of_pushes_is_asked_where_their_ways_meet(second: str, asked: bool) -> None:
    """Two cells from d3 end at f3: a piece there, or one that passes there, can be in the way [KA 1.7.1]."""
    assert (pushed(second).asked == "p1 push-order") is asked

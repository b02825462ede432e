"""Push Back narrowed to some targets, or away from the main target cell; and what comes after a displacement."""

from tests.krosmaster.effects.casting import mage
from tests.krosmaster.playing import Table, mine, theirs

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

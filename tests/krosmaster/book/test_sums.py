"""Why damage and healing are what they are: every term, and nothing that adds nothing."""

from typing import Any

import pytest

from esquive.krosmaster.book.powers.terms import term_facts, unpacked
from esquive.krosmaster.table.events import E_DAMAGE, E_HEALING
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

SELF = {"who": "self"}
PER_MARKER = {"per": "markers", "stats": ["ap"], "of": SELF}  # nobody has AP markers here
REACH = (0, 3)


def made(table: Table, line: str, *dice: str) -> list[tuple[int, str, str]]:
    """What the damage or healing of a spell is made of: how much, why, by which clause."""
    table.play(line, dice=dice)
    (event,) = [event for event in table.state.log or () if event[0] in (E_DAMAGE, E_HEALING)]
    return [(term["x"], term["why"], term["clause"]) for term in term_facts(table.state, unpacked(event[-1]))]


def gives(slug: str, **give: Any) -> dict[str, Any]:
    """A power that gives one continuous effect."""
    return power(slug, holds=[{"give": [give]}])


@pytest.mark.parametrize(
    ("effect", "terms"),
    [
        ({"op": "extra-damage", "x": 2, "element": "fire"}, [(2, "addition", "7.2.7.c")]),
        ({"op": "extra-damage", "x": PER_MARKER, "element": "fire"}, []),
        ({"op": "extra-damage", "x": 2, "element": "water"}, []),
        ({"op": "extra-damage", "x": 2, "element": "fire", "to": {"who": "targets", "side": "ally"}}, []),
    ],
)
def test_what_the_spell_adds_for_its_target_in_its_element_is_a_term(
    effect: dict[str, Any], terms: list[tuple[int, str, str]]
) -> None:
    """[KA 7.2.7.c] [KA 7.5.8.a]"""
    mage = card("mage", spells=[spell("burn", element="fire", base=1, do=[effect])])
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=[mage])
    assert made(table, "cast burn b1", "lock", "lock") == [(1, "printed", "7.2.7.c"), *terms]


@pytest.mark.parametrize(
    ("mine_has", "theirs_has", "terms"),
    [
        ({"op": "damage-bonus", "x": 2}, None, [(2, "effect", "7.2.7.c")]),
        ({"op": "damage-bonus", "x": 2, "element": "fire"}, None, [(2, "effect", "7.2.7.c")]),
        ({"op": "damage-bonus", "x": 2, "element": "air"}, None, []),
        ({"op": "damage-bonus", "x": PER_MARKER}, None, []),
        ({"op": "damage-bonus", "x": 2, "spells": "first-attack"}, None, [(2, "effect", "7.2.7.c")]),
        (None, {"op": "damage-reduction", "x": 1}, [(-1, "reduction", "7.2.7.c")]),
        (None, {"op": "damage-reduction", "x": 1, "element": "air"}, []),
        (None, {"op": "damage-reduction", "x": 4}, [(-4, "reduction", "7.2.7.c"), (2, "floor", "7.2.7.d")]),
    ],
)
def test_what_continuous_effects_add_and_take_off_are_terms(
    mine_has: dict[str, Any] | None, theirs_has: dict[str, Any] | None, terms: list[tuple[int, str, str]]
) -> None:
    """[KA 7.2.7.c] [KA 7.2.7.d]"""
    mage = card(
        "mage",
        spells=[spell("burn", element="fire", base=2)],
        powers=[gives("edge", **mine_has)] if mine_has else [],
    )
    wall = card("wall", powers=[gives("hide", **theirs_has)] if theirs_has else [])
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("wall")}, turn="hero", pack=[mage, wall])
    assert made(table, "cast burn b1", "lock", "lock") == [(2, "printed", "7.2.7.c"), *terms]


def test_the_second_attack_of_a_turn_has_no_bonus_for_the_first() -> None:
    """[KA 7.2.7.c]"""
    rush = gives("rush", op="damage-bonus", x=2, spells="first-attack")
    mage = card("mage", spells=[spell("burn", base=1)], powers=[rush])
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=[mage])
    assert len(made(table, "cast burn b1", "lock", "lock")) == 2
    assert made(table, "cast burn b1", "lock", "lock") == [(1, "printed", "7.2.7.c")]


def test_a_bonus_left_for_the_next_spell_is_a_term_of_that_spell_alone() -> None:
    """[KA 4.18.3.d] [KA 7.2.7.c]"""
    focus = {"op": "bonus", "stat": "damage", "x": 2, "spells": "next", "to": SELF}
    ready = spell("ready", "personal", kind="special", cost={"ap": 0}, do=[focus])
    mage = card("mage", spells=[spell("burn", base=1), ready])
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=[mage])
    table.play("cast ready a1")
    assert made(table, "cast burn b1", "lock", "lock") == [(1, "printed", "7.2.7.c"), (2, "lasting", "4.18.3.d")]
    assert made(table, "cast burn b1", "lock", "lock") == [(1, "printed", "7.2.7.c")]


@pytest.mark.parametrize(
    ("effect", "powers", "die", "terms"),
    [
        ({"op": "extra-heal", "x": 2}, [], "lock", [(2, "addition", "7.3.2.b")]),
        ({"op": "extra-heal", "x": PER_MARKER}, [], "lock", []),
        ({"op": "extra-heal", "x": 2, "to": {"who": "targets", "side": "enemy"}}, [], "lock", []),
        (None, [{"keyword": "heal"}], "lock", [(1, "heal-power", "4.9.16.a")]),
        (None, [gives("heart", op="heal-bonus", x=2)], "lock", [(2, "effect", "7.3.2.b")]),
        (None, [gives("heart", op="heal-bonus", x=PER_MARKER)], "lock", []),
        (None, [], "critical", [(1, "critical-roll", "7.3.2.b")]),
    ],
)
def test_healing_says_what_it_is_made_of(
    effect: dict[str, Any] | None, powers: list[Any], die: str, terms: list[tuple[int, str, str]]
) -> None:
    """[KA 7.3.2.b] [KA 4.9.16.a]"""
    balm = spell("balm", REACH, kind="heal", element="water", base=1, do=[effect] if effect else [])
    medic = card("medic", spells=[balm], powers=powers)
    units = {"hero": mine("medic"), "pal": mine("fighter", injuries=7), "foe": theirs("fighter")}
    table = Table("hero pal . foe", units, turn="hero", pack=[medic])
    assert made(table, "cast balm b1", die) == [(1, "printed", "7.3.2.b"), *terms]

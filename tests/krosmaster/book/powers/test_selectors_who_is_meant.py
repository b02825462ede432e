"""Whom an effect means: kinds and types of units, the cells it looks from, and conditions on several units at once."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, marker
from tests.krosmaster.playing import Table, card, mine, power, theirs

SELF = {"who": "self"}
ALL = {"who": "units"}
SUBJECT = {"who": "subject"}
DULL = ["lock", "lock"]


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        ("krosmaster", "foe hero statue"),
        ("summon", "bomb imp"),
        ("character", "foe hero imp"),
        ("mechanism", "bomb statue"),
        ("any", "bomb foe hero imp statue"),
    ],
)
def test_every_unit_is_a_krosmaster_or_a_summon_and_a_character_or_a_mechanism(kind: str, who: str) -> None:
    """Without an MP characteristic, a dash, it is a mechanism, even a Krosmaster.

    [KA 4.3.3] [KA 4.3.4.a] [KA 4.3.4.b] [Ruling R103]
    """
    pack = [mage(marker({**ALL, "kind": kind}, stat="range")), card("statue", mp="-")]
    units = {
        "hero": mine("mage"),
        "imp": mine("imp", summoner="hero"),
        "bomb": mine("petard", summoner="hero"),
        "statue": theirs("statue"),
        "foe": theirs("fighter"),
    }
    table = Table("hero imp bomb statue foe", units, turn="hero", pack=pack).play("cast act a1")
    assert {fact["unit"] for fact in table.facts("markers")} == set(who.split())


@pytest.mark.parametrize(
    ("keys", "who"),
    [
        ({"not_type": "boss"}, "hero imp foe"),
        ({"not_type": "monk"}, "hero imp king"),
        ({"not_type": "imp"}, "hero foe king"),
        ({"not_type": "boss", "side": "enemy"}, "foe"),
    ],
    ids=str,
)
def test_a_type_that_is_left_out_leaves_out_nobody_else(keys: dict[str, Any], who: str) -> None:
    """Everybody but Krosmasters or summons of the type, on either side [KA 4.18.9] [Ruling R84]."""
    pack = [mage(marker({**ALL, **keys})), card("king", types=["boss"]), card("nun", types=["monk"])]
    units = {
        "hero": mine("mage"),
        "imp": mine("imp", summoner="hero"),
        "king": theirs("king"),
        "foe": theirs("nun"),
    }
    table = Table("hero imp king foe", units, turn="hero", pack=pack).play("cast act a1")
    assert {fact["unit"] for fact in table.facts("markers")} == set(who.split())


@pytest.mark.parametrize(
    ("near", "far", "expected"),
    [(1, 1, True), (1, 0, True), (0, 1, True), (-1, 1, True), (0, 0, False), (-1, 0, False)],
)
def test_one_of_several_units_with_a_marker_is_enough(near: int, far: int, expected: bool) -> None:
    """Some opposing unit has a +1 AP marker; the contrary is that none has [KA 4.11.8] [KA 4.18.10]."""
    that = {"is": "has-markers", "stat": "ap", "of": {**ALL, "side": "enemy"}}
    units = {
        "hero": mine("mage", ap_markers=1),
        "near": theirs("fighter", ap_markers=near),
        "far": theirs("fighter", ap_markers=far),
    }
    for condition, holds in ((that, expected), ({**that, "no": True}, not expected)):
        effect = {"op": "if", "that": condition, "then": [marker(SELF)]}
        table = Table("hero near far", units, turn="hero", pack=[mage(effect)]).play("cast act a1")
        assert bool(table.unit("hero", "mp_markers")) is holds


def test_of_no_unit_at_all_none_has_a_marker() -> None:
    """Nobody is of the type, so nobody bears one [KA 4.11.8]."""
    that = {"is": "has-markers", "stat": "ap", "of": {**ALL, "type": "boss"}}
    units = {"hero": mine("mage", ap_markers=1), "foe": theirs("fighter", ap_markers=1)}
    effect = {"op": "if", "that": that, "then": [marker(SELF)], "otherwise": [marker(SELF, stat="range")]}
    table = Table("hero foe", units, turn="hero", pack=[mage(effect)]).play("cast act a1")
    assert [fact["stat"] for fact in table.facts("markers")] == ["range"]


def test_what_a_unit_does_as_it_leaves_play_it_does_round_the_cell_it_stood_on() -> None:
    """Adjacent to its last cell, on its row or column, and as far away as from there [KA 4.18.2.c] [Ruling R45]."""
    last = power(
        "last",
        when="is-koed",
        do=[
            marker({**ALL, "adjacent_to": "self"}, stat="ap"),
            marker({**ALL, "aligned_with": "self"}),
            marker(SUBJECT, stat="range"),
        ],
    )
    field = """
        .    .   up  .
        hero .   dead pal
        .    .   .   off
        """
    units = {
        "hero": mine("fighter"),
        "dead": theirs("ghoul"),
        "up": theirs("fighter"),
        "pal": theirs("fighter"),
        "off": theirs("fighter"),
    }
    table = Table(field, units, turn="hero", pack=[card("ghoul", hp=1, powers=[last])])
    table.play("cast arrow c2", dice=DULL)
    found = [(fact["unit"], fact["stat"]) for fact in table.facts("markers")]
    assert found == [("up", "ap"), ("pal", "ap"), ("hero", "mp"), ("up", "mp"), ("pal", "mp"), ("hero", "range")]


@pytest.mark.parametrize("filter_", ["adjacent_to", "aligned_with"])
def test_where_there_is_no_subject_nobody_is_beside_it_or_in_line_with_it(filter_: str) -> None:
    """A power of one's own turn is about no other unit, wherever one stands [KA 4.18.2.c] [KA 4.18.5]."""
    song = power("song", when="start-of-own-turn", do=[marker({**ALL, filter_: "subject"}), marker(SELF, stat="range")])
    field = """
        far . . .
        pal . . .
        foe . . hero
        """
    units = {"hero": mine("bard"), "pal": mine("fighter"), "foe": theirs("fighter"), "far": theirs("fighter")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table(field, units, turn=begin, pack=[card("bard", powers=[song])]).play()
    assert [table.unit(name, "mp_markers") for name in units] == [0, 0, 0, 0]
    assert table.unit("hero", "range_markers") == 1


@pytest.mark.parametrize(
    ("type_", "cells", "expected"),
    [
        (None, ("a12", "b1"), True),
        (None, ("a1", "b12"), True),
        (None, ("a12", "b12"), True),
        (None, ("a1", "b1"), False),
        ("boss", ("a12", "b12"), False),
    ],
)
def test_one_of_several_units_in_the_opponents_territory_is_enough(
    type_: str | None, cells: tuple[str, str], expected: bool
) -> None:
    """Some ally but the owner is there; where nobody is meant nobody is [KA 4.20.1]."""
    allies: dict[str, Any] = {**ALL, "side": "ally", "other": True, "type": type_}
    effect = {"op": "if", "that": {"is": "in-opponent-territory", "of": allies}, "then": [marker(SELF)]}
    units = {
        "hero": mine("mage", at="c6"),
        "one": mine("fighter", at=cells[0]),
        "two": mine("fighter", at=cells[1]),
        "foe": theirs("fighter", at="c1"),
    }
    table = Table("\n".join([". . ."] * 12), units, turn="hero", pack=[mage(effect)]).play("cast act c6")
    assert bool(table.unit("hero", "mp_markers")) is expected


@pytest.mark.parametrize(
    ("near", "far", "expected"), [(3, 0, True), (0, 3, True), (3, 3, True), (2, 5, False), (0, 0, False)]
)
def test_one_of_several_units_with_so_many_injuries_is_enough(near: int, far: int, expected: bool) -> None:
    """Some opposing unit has 3 or 4, each looked at by itself; the caster's own do not count [KA 4.18.10]."""
    that = {"is": "injuries", "min": 3, "max": 4, "of": {**ALL, "side": "enemy"}}
    effect = {"op": "if", "that": that, "then": [marker(SELF)]}
    units = {
        "hero": mine("mage", injuries=3),
        "near": theirs("fighter", injuries=near),
        "far": theirs("fighter", injuries=far),
    }
    table = Table("hero near far", units, turn="hero", pack=[mage(effect)]).play("cast act a1")
    assert bool(table.unit("hero", "mp_markers")) is expected


def test_of_no_unit_at_all_none_is_injured() -> None:
    """Nobody is of the type [KA 4.18.10]."""
    effect = {"op": "if", "that": {"is": "injuries", "of": {**ALL, "type": "boss"}}, "then": [marker(SELF)]}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[mage(effect)]).play("cast act a1")
    assert table.unit("hero", "mp_markers") == 0


def test_prosecution_counts_the_types_printed_and_not_those_a_power_gives() -> None:
    """The opponent's avenger makes the chameleon one, not the team it began with [KA 4.18.2.b] [KA 4.18.9]."""
    mimic = power("mimic", holds=[{"give": [{"op": "have-types", "side": "enemy"}]}])
    effects = [
        {"op": "if", "that": {"is": "prosecution", "x": 1}, "then": [marker(SELF, stat="range")]},
        {"op": "if", "that": {"is": "avengers", "x": 2}, "then": [marker(SELF)]},
    ]
    pack = [mage(*effects), card("lizard", powers=[mimic]), card("judge", types=["avenger"])]
    units = {"hero": mine("mage"), "pal": mine("lizard"), "foe": theirs("judge")}
    table = Table("hero pal foe", units, turn="hero", pack=pack).play("cast act a1")
    assert [fact["stat"] for fact in table.facts("markers")] == ["mp"]


@pytest.mark.parametrize(
    ("keys", "who"),
    [
        ({"min_level": 3}, "hero chief"),
        ({"min_level": 4}, "chief"),
        ({"min_level": 6}, ""),
        ({"max_level": 5}, "hero chief boy"),
        ({"max_level": 2}, "boy"),
        ({"max_level": 0}, ""),
        ({"min_level": 2, "max_level": 4}, "hero"),
    ],
    ids=str,
)
def test_a_level_is_at_least_or_at_most_so_high(keys: dict[str, int], who: str) -> None:
    """Levels 1, 3 and 5, the bounds included; a summon has none [KA 4.3.3.a] [KA 4.3.3.b] [KA 4.19.1.c]."""
    pack = [mage(marker({**ALL, **keys})), card("chief", level=5)]
    units = {
        "hero": mine("mage"),
        "imp": mine("imp", summoner="hero"),
        "chief": theirs("chief"),
        "boy": theirs("villager"),
    }
    table = Table("hero imp chief boy", units, turn="hero", pack=pack).play("cast act a1")
    assert {fact["unit"] for fact in table.facts("markers")} == set(who.split())


@pytest.mark.parametrize(("at", "expected"), [("b2", True), ("c2", False)])
def test_who_leaves_play_stood_on_a_crate_or_not(at: str, expected: bool) -> None:
    """Its own last effect looks at the cell it has left [KA 4.18.2.c] [Ruling R45]."""
    last = power("last", when="is-koed", do=[{"op": "if", "that": {"is": "on-crate"}, "then": [marker(SUBJECT)]}])
    units = {"hero": mine("fighter"), "dead": theirs("ghoul", at=at), "rest": theirs("fighter", at="d1")}
    field = """
        hero C . .
        .    . . .
        """
    table = Table(field, units, turn="hero", pack=[card("ghoul", hp=1, powers=[last])])
    table.play(f"cast arrow {at}", dice=DULL)
    assert not table.unit("dead", "at")
    assert bool(table.unit("hero", "mp_markers")) is expected

"""Whom an effect acts on: each filter of a selector lets through what it says and nothing else."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, marker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

FIELD = """
    .    ally .   .
    imp  hero foe .
    .    .    .   far
    """
UNITS = {
    "hero": mine("mage"),
    "ally": mine("fighter", ap_markers=1),
    "imp": mine("imp", summoner="hero"),
    "foe": theirs("guard", mp_markers=2, range_markers=1),
    "far": theirs("fighter", ap_markers=-1),
}
GUARD = card("guard", level=5, spells=[spell("splash", element="water")], powers=[keyword("unfazed")])


def reached(selector: dict[str, Any], at: str = "b2") -> set[str]:
    """The units that get a marker when the mage casts at a cell."""
    table = Table(FIELD, UNITS, turn="hero", pack=[mage(marker(selector)), GUARD])
    table.play(f"cast act {at}")
    return {fact["unit"] for fact in table.facts("markers")}


@pytest.mark.parametrize(
    ("keys", "who"),
    [
        ({"side": "ally", "adjacent_to": "self"}, "ally imp"),
        ({"side": "ally", "adjacent_to": "self", "or_self": True}, "ally hero imp"),
        ({"side": "ally", "kind": "summon", "or_self": True}, "hero imp"),
        ({"aligned_with": "self"}, "ally foe imp"),
        ({"without_markers": "ap"}, "far foe hero imp"),
        ({"without_markers": "mp"}, "ally far hero imp"),
        ({"without_markers": "range"}, "ally far hero imp"),
        ({"weakened": "ap"}, "far"),
        ({"weakened": "mp"}, ""),
        ({"beside": "imp"}, "hero"),
        ({"power": "unfazed"}, "foe"),
        ({"knows": "water"}, "foe"),
        ({"knows": "neutral"}, "ally far foe hero"),
        ({"knows": "fire"}, ""),
        ({"highest": True}, "foe"),
        ({"max_level": 3}, "ally far hero"),  # a summon has no level, not even a low one
        ({"min_level": 0}, "ally far foe hero"),
        ({"own": True}, "imp"),
    ],
    ids=str,
)
def test_a_filter_lets_through_what_it_says(keys: dict[str, Any], who: str) -> None:
    """Every unit in play that passes all filters, the others not [KA 4.18.2.c] [KA 4.18.2.d] [KA 4.18.9]."""
    assert reached({"who": "units", **keys}) == set(who.split())


def test_in_line_with_the_target_is_its_row_or_column_and_not_the_target() -> None:
    """The row and column of the main target cell, without what stands on it [KA 4.18.2.c]."""
    assert reached({"who": "units", "aligned_with": "target"}, at="d2") == {"hero", "imp", "foe", "far"}
    assert reached({"who": "units", "aligned_with": "target"}, at="c2") == {"hero", "imp"}


def test_the_highest_is_nobody_when_two_of_a_side_share_the_level() -> None:
    """Higher than every other one of its side: a tie is no highest [KA 4.18.10]."""
    pair = [GUARD, card("twin", level=5)]
    units: dict[str, dict[str, Any]] = {**UNITS, "far": theirs("twin"), "ally": mine("villager")}
    table = Table(FIELD, units, turn="hero", pack=[mage(marker({"who": "units", "highest": True})), *pair])
    table.play("cast act b2")
    assert {fact["unit"] for fact in table.facts("markers")} == {"hero"}


def test_the_bearer_of_the_marker_is_found_for_its_placer_only() -> None:
    """A special marker recalls an effect of the Krosmaster that placed it [KA 4.13.4]."""
    pack: list[Part] = [
        card(
            "mage",
            spells=[
                spell("mark", (1, 4), kind="special", cost={"ap": 1}, do=[{"op": "special-marker", "name": "thorn"}]),
                spell("act", (1, 4), kind="special", cost={"ap": 1}, do=[marker({"who": "units", "marked": True})]),
            ],
        ),
        GUARD,
        summon("toad"),
    ]
    table = Table(FIELD, UNITS, turn="hero", pack=pack)
    assert table.again().play("cast act c2").facts("markers") == []
    table.play("cast mark c2").play("cast act c2")
    assert [fact["unit"] for fact in table.facts("markers")] == ["foe"]


def test_a_partners_turn_is_neither_ones_own_nor_an_opponents() -> None:
    """[KA 4.18.2.d] [KA 9.3.2]: the condition `turn`, read by p1's power in the turns of all four players."""
    own, other = ({"is": "turn", "whose": whose} for whose in ("own", "opponent"))
    bonus = {"op": "stat-bonus", "stat": "mp"}
    watcher = card("watcher", mp=3, powers=[
        power("day", holds=[{"give": [{**bonus, "x": 1}], "that": own}]),
        power("night", holds=[{"give": [{**bonus, "x": 2}], "that": other}]),
    ])  # fmt: skip
    units = {f"u{n}": {"card": "watcher", "owner": f"p{n}"} for n in range(1, 5)}
    found = []
    for name in units:
        table = Table("u1 u2 u3 u4", units, turn=name, pack=[watcher], format="two-against-two")
        found.append(table.unit("u1", "max_mp"))
    assert found == [4, 5, 3, 5]

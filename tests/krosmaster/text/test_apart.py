"""What is otherwise in one position than in another, in words."""

from typing import Any

import pytest

from esquive.krosmaster.seen.differences import told_apart
from tests.krosmaster.playing import Table, mine, theirs


def position(foe: dict[str, Any] | None = None, **hero: Any) -> Table:
    units = {"hero": mine("fighter", **hero), "foe": theirs("fighter", **foe or {})}
    return Table("hero . foe", units, turn="hero", release="2.2")


def apart(one: Table, other: Table, language: str = "en") -> list[list[str]]:
    return told_apart([one.state, other.state], language)


def test_positions_that_are_alike_have_nothing_to_tell() -> None:
    assert apart(position(), position()) == [[], []]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"injuries": 3}, (["Fighter: 3 injuries"], ["Fighter: 0 injuries"])),
        ({"ap": 2, "mp": 1}, (["Fighter: 2 AP, 1 MP"], ["Fighter: 6 AP, 3 MP"])),
        ({"mp_markers": -2}, (["Fighter: 2 −1 MP markers"], [])),
        ({"injuries": 1, "frozen_injuries": 1}, (["Fighter: 1 injury, 1 frozen injury"], ["Fighter: 0 injuries"])),
        ({"frozen_ap_markers": -1}, (["Fighter: a frozen −1 AP marker"], [])),
    ],
)
def test_what_is_otherwise_with_a_figure_is_told_of_both(
    keys: dict[str, Any], told: tuple[list[str], list[str]]
) -> None:
    """No marker is told as none."""
    assert apart(position(**keys), position()) == list(told)


def test_where_somebody_stands_and_who_has_how_much_is_told() -> None:
    moved = position().play("move b1")
    assert apart(moved, position()) == [["Fighter: on b1, 2 MP"], ["Fighter: on a1, 3 MP"]]
    rich = Table(
        "hero . foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn="hero",
        release="2.2",
        players={"p2": {"gg": 2, "kamas": 1}},
    )
    assert apart(rich, position()) == [["Player 2: 2 GG, 1 Kama"], ["Player 2: 6 GG, 0 Kamas"]]


def test_a_ko_says_it_all() -> None:
    units = {"hero": mine("fighter"), "foe": theirs("fighter", injuries=7), "mate": theirs("villager")}
    alive = Table("hero foe mate", units, turn="hero")
    gone = alive.again().play("cast punch b1", dice=["lock", "lock"])
    told = apart(gone, alive)
    assert [texts[1] for texts in told] == ["Fighter: KO'd", "Fighter: on b1, 7 injuries"]

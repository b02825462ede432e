"""Kamas gained from, stolen from or given to the player of the main target."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, mine, theirs

UNITS = {"hero": mine("mage"), "foe": theirs("fighter"), "pal": mine("fighter")}


@pytest.mark.parametrize("steal", [False, True])
@pytest.mark.parametrize(
    ("x", "at", "given", "stolen"),
    [
        (4, "b1", (5, 10), (9, 2)),
        (9, "b1", (5, 15), (11, 0)),
        (4, "c1", (9, 6), (5, 6)),
        (4, "d1", (5, 6), (5, 6)),
    ],
)
def test_kamas_of_the_player_of_the_target(
    steal: bool, x: int, at: str, given: tuple[int, int], stolen: tuple[int, int]
) -> None:
    """From the reserve to the player of the target, or from its stock; nobody there, or one's own stock: nothing.

    [KA 4.5.1] [KA 4.18.5]
    """
    players = {"p1": {"kamas": 5}, "p2": {"kamas": 6}}
    gain = {"op": "gain-kamas", "x": x, "of": "target", "steal": steal}
    table = Table("hero foe pal .", UNITS, turn="hero", pack=[mage(gain)], players=players).play(f"cast act {at}")
    expected = stolen if steal else given
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == expected
    assert ("kamas" in table.events) == (expected != (5, 6))


@pytest.mark.parametrize(
    ("keys", "standing", "lying", "left"),
    [
        ({"x": 2, "steal": True}, theirs("fighter"), mine("tombstone"), (7, 4)),
        ({"x": 2, "steal": True}, mine("fighter"), theirs("tombstone"), (5, 6)),
        ({"x": -2}, theirs("fighter"), mine("tombstone"), (5, 4)),
        ({"x": -2}, mine("fighter"), theirs("tombstone"), (3, 6)),
    ],
)
def test_of_two_units_on_the_cell_the_one_that_stands_there_pays(
    keys: dict[str, Any], standing: dict[str, Any], lying: dict[str, Any], left: tuple[int, int]
) -> None:
    """A Tombstone is no obstacle and may be of the other player [KA 4.5.1] [KA 4.19.8.b] [Ruling R115]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "rest": {**lying, "at": "c1"}, "upright": standing}
    players = {"p1": {"kamas": 5}, "p2": {"kamas": 6}}
    gain = {"op": "gain-kamas", "of": "target", **keys}
    table = Table("hero foe upright", units, turn="hero", pack=[mage(gain)], players=players).play("cast act c1")
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == left

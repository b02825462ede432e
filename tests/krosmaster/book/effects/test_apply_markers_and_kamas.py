"""Doubling and removing markers, the power that watches for +1 AP markers, and the Kamas of the target's player."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, marker, striker
from tests.krosmaster.playing import Table, card, mine, power, theirs

MAIN = {"who": "main"}


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 2), (3, 6), (-1, -2), (-4, -6)])
def test_markers_are_doubled_by_placing_as_many_again(before: int, after: int) -> None:
    """+1 on +1 and -1 on -1, with no more -1 than the MAX (here 6 AP) [KA 4.11.7] [KA 4.11.8]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter", ap_markers=before, range_markers=2)}
    double = {"op": "double-markers", "stats": ["ap", "mp"], "to": MAIN}
    table = Table("hero foe", units, turn="hero", pack=[mage(double)]).play("cast act b1")
    assert table.unit("foe", "ap_markers", "mp_markers", "range_markers") == (after, 0, 2)


@pytest.mark.parametrize(
    ("x", "sign", "before", "after"),
    [
        (None, 0, 3, 0),
        (None, 0, -3, 0),
        (None, 1, -3, -3),
        (None, -1, -3, 0),
        (1, 0, 3, 2),
        (1, 0, -3, -2),
        (1, -1, -3, -2),
        (1, -1, 3, 3),
        (5, 1, 3, 0),
    ],
)
def test_markers_are_removed_by_number_and_sign(x: int | None, sign: int, before: int, after: int) -> None:
    """All or at most `x`, of either sign or of one; removing places none [KA 4.11.8]."""
    remove: dict[str, Any] = {"op": "remove-markers", "stats": ["mp"], "sign": sign, "to": MAIN}
    if x is not None:
        remove["x"] = x
    units = {"hero": mine("mage"), "foe": theirs("fighter", mp_markers=before)}
    table = Table("hero foe", units, turn="hero", pack=[mage(remove)]).play("cast act b1")
    assert table.unit("foe", "mp_markers") == after
    assert "markers" not in table.events


def test_a_power_watches_for_plus_ap_markers_on_the_units_it_names() -> None:
    """Set off once for each unit that receives them, not by its own, by -1 or by MP markers [KA 4.18.3]."""
    watch = power(
        "envy",
        when="unit-gains-ap-marker",
        of={"who": "subject", "side": "ally", "kind": "krosmaster", "other": True},
        do=[marker({"who": "self"})],
    )
    fan = card("fan", powers=[watch])
    units = {"hero": mine("mage"), "fan": mine("fan"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    everybody = {"who": "units"}

    def gained(effect: dict[str, Any]) -> int:
        table = Table("hero fan imp foe", units, turn="hero", pack=[mage(effect), fan]).play("cast act a1")
        return int(table.unit("fan", "mp_markers"))

    assert gained(marker(everybody, x=2, stat="ap")) == 1  # only `hero` is another allied Krosmaster
    assert gained(marker(everybody, x=-1, stat="ap")) == 0
    assert gained(marker({"who": "units", "side": "enemy"}, stat="ap")) == 0
    assert gained(marker({"who": "units", "kind": "summon"}, stat="mp")) == 0


@pytest.mark.parametrize(("at", "left"), [("b1", (5, 2)), ("c1", (1, 6))])
def test_the_player_of_the_target_loses_the_kamas(at: str, left: tuple[int, int]) -> None:
    """Whoever controls the targeted unit pays into the reserve [KA 4.5.1]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "pal": mine("fighter")}
    lose = {"op": "gain-kamas", "x": -4, "of": "target"}
    players = {"p1": {"kamas": 5}, "p2": {"kamas": 6}}
    table = Table("hero foe pal", units, turn="hero", pack=[mage(lose)], players=players).play(f"cast act {at}")
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == left


def test_a_stock_is_never_below_nothing() -> None:
    """As much as there is [KA 4.18.5]."""
    units = {"hero": mine("striker"), "foe": theirs("fighter")}
    lose = {"op": "gain-kamas", "x": -4, "of": "target"}
    players = {"p1": {"kamas": 1}, "p2": {"kamas": 3}}
    table = Table("hero foe", units, turn="hero", pack=[striker(lose)], players=players)
    table.play("cast hit b1", dice=["lock", "lock"])
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == (1, 0)

"""-1 markers that are more than a MAX which has fallen: they stay, no more come, and no gauge falls below 0."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

DULL = ["lock", "lock"]


def fallen(stat: str, most: int, *, op: dict[str, Any] | None = None) -> Table:
    """The foe had a MAX one higher, and as many -1 markers, until its piper was KO'd."""
    tune = {"op": "stat-bonus", "stat": stat, "x": 1, "to": {"who": "units", "side": "ally", "other": True}}
    kill = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
    also = spell("also", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[op] if op else [])
    pack = [card("piper", powers=[power("tune", holds=[{"give": [tune]}])]), card("killer", spells=[kill, also])]
    units = {
        "hero": mine("killer"),
        "foe": theirs("fighter", **{f"{stat}_markers": -most - 1}),
        "piper": theirs("piper"),
    }
    table = Table("hero . foe piper", units, turn="hero", pack=pack)
    assert table.unit("foe", f"max_{stat}") == most + 1
    table.play("cast kill d1", dice=DULL)
    assert table.unit("foe", f"max_{stat}", f"{stat}_markers") == (most, -most - 1)
    return table


@pytest.mark.parametrize(("stat", "most"), [("ap", 6), ("mp", 3)])
def test_a_gauge_never_begins_a_turn_below_0(stat: str, most: int) -> None:
    """One marker more than the MAX leaves 0, and all of them are discarded [KA 4.11.5.a] [KA 4.11.5.b]."""
    table = fallen(stat, most)
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.read("turn.unit") == "foe"
    assert table.unit("foe", stat, f"{stat}_markers") == (0, 0)


@pytest.mark.parametrize(("stat", "most"), [("ap", 6), ("mp", 3)])
def test_as_many_markers_as_the_max_leave_nothing(stat: str, most: int) -> None:
    """MAX less MAX is 0 [KA 4.11.5.a] [KA 4.11.5.b]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter", **{f"{stat}_markers": -most})}
    table = Table("hero . . foe", units, turn="hero")
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.unit("foe", stat, f"{stat}_markers") == (0, 0)


@pytest.mark.parametrize(("stat", "most"), [("ap", 6), ("mp", 3)])
def test_who_has_more_markers_than_its_max_receives_none_and_loses_none(stat: str, most: int) -> None:
    """A thief gets nothing of them either [KA 4.11.7] [KA 7.5.12.a] [Ruling R94]."""
    table = fallen(stat, most, op={"op": "markers", "stat": stat, "x": -1}).play("cast also c1")
    assert (table.unit("foe", f"{stat}_markers"), table.facts("markers")) == (-most - 1, [])
    table = fallen(stat, most, op={"op": "steal-markers", "stat": stat, "x": 2}).play("cast also c1")
    assert (table.unit("foe", f"{stat}_markers"), table.unit("hero", f"{stat}_markers")) == (-most - 1, 0)

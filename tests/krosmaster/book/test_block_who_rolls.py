"""Who rolls in a Block when pieces come and go while it lasts."""

import pytest

from tests.krosmaster.playing import Table, card, mine, power, theirs

FIELD = """
    . .    .   .    .
    . hero foe pal  .
    . .    .   .    last
"""


def test_an_enemy_that_comes_beside_the_mover_during_a_block_rolls_too() -> None:
    """Step 5 asks who is adjacent then and has not rolled, whenever it came [KA 4.14.2.e] [KA 4.14.1]."""
    swap = {"op": "swap", "to": {"who": "units", "side": "ally", "other": True, "adjacent_to": "self"}}
    pack = [card("crier", powers=[power("cry", when="own-lock-roll", do=[swap])])]
    units = {"hero": mine("fighter"), "foe": theirs("crier"), "pal": theirs("villager"), "last": theirs("villager")}
    table = Table(FIELD, units, turn="hero", pack=pack)
    table.play("move a2", dice=["armour", "dodge", "lock", "dodge"])
    assert (table.unit("pal", "at"), table.unit("foe", "at")) == ("c2", "d2")
    assert [fact["unit"] for fact in table.facts("lock-roll")] == ["foe", "pal"]
    assert table.unit("hero", "at", "ap", "mp") == ("a2", 5, 1)


def test_an_enemy_that_comes_back_beside_the_mover_rolls_once() -> None:
    """Two that change places at each of their Lock rolls: each has rolled once, whatever stands there then.

    [KA 4.14.2.e]
    """
    swap = {"op": "swap", "to": {"who": "units", "side": "ally", "other": True, "type": "crier"}}
    pack = [card("crier", types=["crier"], powers=[power("cry", when="own-lock-roll", do=[swap])])]
    units = {"hero": mine("fighter"), "foe": theirs("crier"), "pal": theirs("crier"), "last": theirs("villager")}
    table = Table(FIELD, units, turn="hero", pack=pack)
    table.play("move a2", dice=["armour", "dodge", "armour", "dodge"])
    assert (table.unit("foe", "at"), table.unit("pal", "at")) == ("c2", "d2")
    assert [fact["unit"] for fact in table.facts("lock-roll")] == ["foe", "pal"]
    assert table.unit("hero", "at", "ap", "mp") == ("a2", 6, 2)


@pytest.mark.parametrize("locker", ["north", "east", "south", "west"])
def test_the_first_unit_of_a_match_locks_from_any_side(locker: str) -> None:
    """A Block is asked for whoever stands there [KA 4.14.1] [KA 6.3.2]."""
    cells = {"north": "c4", "east": "d3", "south": "c2", "west": "b3"}
    away = {"north": "move c2", "east": "move b3", "south": "move c4", "west": "move d3"}[locker]
    units = {"foe": theirs("fighter", at=cells[locker]), "hero": mine("fighter", at="c3")}
    table = Table("\n".join([". . . . ."] * 5), units, turn="hero").start(away)
    assert table.asked == "p2 lock roll"

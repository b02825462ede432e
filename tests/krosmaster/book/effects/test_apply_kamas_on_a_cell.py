"""Kamas that an effect takes from a cell: where there are any, and where nobody else stands."""

import pytest

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, mine, theirs


@pytest.mark.parametrize(
    ("cell", "taken"),
    [
        ("a1", 2),  # the caster's own
        ("b1", 0),  # an opponent's
        ("c1", 0),  # an ally's
        ("d1", 2),  # free
        ("e1", 0),  # free, without any
        ("f1", 2),  # with a Tombstone, which is no obstacle
    ],
)
@pytest.mark.parametrize("remove", [False, True])
def test_kamas_are_taken_from_a_free_cell_or_the_casters_own(cell: str, taken: int, remove: bool) -> None:
    """As many as said, to the stock or to the reserve; from anybody else's cell none.

    [KA 4.5.2] [KA 4.17.3] [KA 4.19.8.b]
    """
    take = {"op": "take-kama", "x": 2, "remove": remove}
    kamas = dict.fromkeys(("a1", "b1", "c1", "d1", "f1"), 3)
    units = {
        "hero": mine("mage"),
        "foe": theirs("fighter"),
        "pal": mine("fighter"),
        "rest": theirs("tombstone", at="f1"),
    }
    table = Table("hero foe pal . . .", units, turn="hero", pack=[mage(take)], kamas=kamas).play(f"cast act {cell}")
    left = {**kamas, "e1": 0}
    left[cell] -= taken
    assert {one: table.read(f"kamas.{one}") for one in left} == left
    assert table.read("player.p1.kamas") == (0 if remove else taken)
    facts = [{"unit": "hero", "cell": cell, "x": taken}] if taken else []
    assert [{key: fact[key] for key in ("unit", "cell", "x")} for fact in table.facts("kama-taken")] == facts

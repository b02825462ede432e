"""How much: amounts that count nothing, and amounts that stop at a limit of their own."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, marker, striker
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

SELF = {"who": "self"}


@pytest.mark.parametrize("x", [{"per": "max-range"}, {"per": "distance"}], ids=str)
def test_a_power_has_neither_a_range_nor_a_distance_to_itself(x: dict[str, Any]) -> None:
    """What counts cells of a spell counts none where no spell is cast [KA 4.15.1] [KA 4.15.7] [KA 4.18.5]."""
    wake = power("wake", when="start-of-own-turn", do=[marker(SELF), {**marker(SELF, stat="range"), "x": x}])
    grow = power("grow", holds=[{"give": [{"op": "stat-bonus", "stat": "ap", "x": x}]}])
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    units = {"hero": mine("riser"), "foe": theirs("fighter")}
    pack = [card("riser", spells=[spell("far-off", (1, 7))], powers=[wake, grow])]
    table = Table("hero . . foe", units, turn=begin, pack=pack).play()
    assert table.unit("hero", "mp_markers", "range_markers", "max_ap") == (1, 0, 6)


@pytest.mark.parametrize(
    ("kamas", "every", "most", "count"),
    [(0, 1, 3, 0), (2, 1, 3, 2), (3, 1, 3, 3), (4, 1, 3, 3), (5, 2, 3, 2), (9, 2, 3, 3), (1, 2, 3, 0)],
)
def test_so_much_for_so_many_kamas_in_the_stock_up_to_a_limit(kamas: int, every: int, most: int, count: int) -> None:
    """The stock of the owner's player, not the opponent's [KA 4.5.1] [KA 4.18.10]."""
    x = {"per": "kamas", "every": every, "max": most, "x": 2}
    effect = {"op": "markers", "stat": "mp", "x": x, "to": SELF}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    players = {"p1": {"kamas": kamas}, "p2": {"kamas": 7}}
    table = Table("hero foe", units, turn="hero", pack=[mage(effect)], players=players).play("cast act a1")
    assert table.unit("hero", "mp_markers") == 2 * count


@pytest.mark.parametrize(
    ("x", "extra"),
    [
        ({"per": "injuries", "of": {"who": "targets"}}, [3, 1, 0]),
        ({"per": "markers", "of": {"who": "targets"}}, [0, 2, 1]),
        ({"per": "injuries", "of": {"who": "main"}}, [3, 3, 3]),
    ],
    ids=str,
)
def test_what_counts_on_the_targets_counts_on_each_by_itself(x: dict[str, Any], extra: list[int]) -> None:
    """Each target takes damage of its own; what counts on the main target is the same for all [KA 7.2.7.e]."""
    more = {"op": "extra-damage", "x": x, "element": "earth"}
    field = """
        .    .   one .
        hero .   foe two
        .    .   .   .
        """
    units = {
        "hero": mine("striker"),
        "foe": theirs("ox", injuries=3),
        "one": theirs("ox", injuries=1, ap_markers=2),
        "two": theirs("ox", mp_markers=1),
    }
    pack = [striker(more, base=1, area="cross"), card("ox", hp=20)]
    table = Table(field, units, turn="hero", pack=pack).play("cast hit c2", dice=["lock"] * 4)
    damage = {fact["unit"]: fact["x"] for fact in table.facts("damage")}
    assert damage == {name: 1 + number for name, number in zip(("foe", "one", "two"), extra, strict=True)}


@pytest.mark.parametrize(("near", "far", "expected"), [(2, 0, True), (0, 2, True), (0, 0, False)])
def test_a_condition_on_the_targets_holds_if_one_of_them_meets_it(near: int, far: int, expected: bool) -> None:
    """Read before any target is looked at by itself [KA 4.18.10]."""
    that = {"is": "injuries", "min": 2, "of": {"who": "targets"}}
    pack = [mage({"op": "if", "that": that, "then": [marker(SELF)]}, area="cross")]
    units = {
        "hero": mine("mage"),
        "near": theirs("fighter", injuries=near),
        "far": theirs("fighter", injuries=far),
        "last": theirs("fighter", injuries=5),
    }
    table = Table("hero . near far . last", units, turn="hero", pack=pack).play("cast act c1")
    assert bool(table.unit("hero", "mp_markers")) is expected

"""Which Mechanisms have a turn to play, and which turns pass unasked."""

from typing import Any

import pytest

from tests.krosmaster.playing import Part, Table, card, mine, power, summon, theirs


def statue(kind: str) -> Part:
    """A Mechanism that copies the powers of allied units of a type and has nothing else."""
    copy = {"op": "copy-powers", "side": "ally", "type": kind}
    mimicry = power("mimicry", holds=[{"give": [copy]}])
    return summon("statue", category="mechanism", mp="-", ap="-", hp=9, powers=[mimicry])


@pytest.mark.parametrize("when", ["start-of-own-turn", "end-of-own-turn"])
@pytest.mark.parametrize(("kind", "turn"), [("bard", "statue"), ("knight", "mate")])
def test_a_mechanism_has_a_turn_by_a_copied_power_of_its_turn(when: str, kind: str, turn: str) -> None:
    """What it copies is its own; somebody else's power gives it no turn [KA 4.18.8] [Ruling R40]."""
    song = power("song", when=when, do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "self"}}])
    pack = [statue(kind), card("bard", types=["bard"], powers=[song]), card("sir", types=["knight"])]
    units = {
        "hero": mine("bard"),
        "statue": mine("statue", summoner="hero"),
        "mate": mine("sir"),
        "foe": theirs("bard"),
    }
    table = Table("hero statue . mate . foe", units, turn="hero", pack=pack)
    assert table.play("end").read("turn.unit") == turn


WALL = summon("wall", category="mechanism", mp=2, ap=3, hp=9)


def walls(**keys: Any) -> Table:
    """A hero with two Mechanisms that have gauges and nothing to do with them."""
    units = {"hero": mine("fighter"), "one": mine("wall", summoner="hero", **keys)}
    units |= {"two": mine("wall", summoner="hero"), "mate": mine("villager"), "foe": theirs("fighter")}
    return Table("hero one two mate . foe", units, turn="hero", pack=[WALL])


def test_turns_in_which_nothing_can_be_done_are_passed_by_unasked() -> None:
    """Neither asked for, nor for their order, though other units have such summons [KA 4.19.1.g] [Ruling R40]."""
    table = walls().play("end")
    assert table.read("turn.unit") == "mate"
    assert [fact["unit"] for fact in table.facts("unit-turn")] == ["mate"]


def test_the_gauges_of_a_mechanism_are_empty_once_its_turn_has_passed() -> None:
    """It was filled and emptied, and its markers are gone with that [KA 4.11.5] [KA 6.4.1] [Ruling R40]."""
    table = walls(ap_markers=1, mp_markers=-1, range_markers=2)
    table.play("end")
    for name in ("one", "two"):
        assert table.unit(name, "ap", "mp") == (0, 0)
        assert table.unit(name, "ap_markers", "mp_markers", "range_markers") == (0, 0, 0)


def test_only_the_summons_of_the_unit_that_has_acted_have_had_their_turn() -> None:
    """Another Krosmaster's Mechanism keeps its markers until that one has acted [KA 4.19.1.g] [KA 4.11.5.b]."""
    units = {"hero": mine("fighter"), "mate": mine("villager"), "foe": theirs("fighter")}
    units["one"] = mine("wall", summoner="mate", ap_markers=1, range_markers=2)
    table = Table("hero mate one . foe", units, turn="hero", pack=[WALL]).play("end")
    assert (table.read("turn.unit"), table.unit("one", "ap_markers", "range_markers")) == ("mate", (1, 2))
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.unit("one", "ap_markers", "range_markers") == (0, 0)

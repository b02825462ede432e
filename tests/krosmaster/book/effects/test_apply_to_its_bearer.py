"""What an effect leaves on a unit is that unit's: the number of the effect never says whose it is."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

DULL = ["lock", "lock"]
MAIN = {"who": "main"}


def caster(name: str, initiative: int, *extra: dict[str, Any]) -> Part:
    """A Krosmaster with an Attack of 1, one of range 2, a Heal of 1 and what else is given."""
    spells = [
        spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}),
        spell("shot", range={"kind": "target", "min": 1, "max": 2, "fixed": False}, base=1, cost={"ap": 1}),
        spell("mend", range=ANYWHERE, kind="heal", base=1, cost={"ap": 1}),
        *extra,
    ]
    return card(name, spells=spells, initiative=initiative, hp=20)


def lent(bonus: dict[str, Any], to: str, by: str) -> Table:
    """Unit 0 gives the bonus to a unit for the whole turn of its player; then it is another unit's turn."""
    give = {"op": "bonus", "until": "player-turn", "to": MAIN, **bonus}
    act = mage(give)[1]["spell"][0]
    units = {
        "zero": mine("zero", at="a1"),
        "one": mine("one", at="a2"),
        "two": mine("two", at="a3"),
        "foe": theirs("ox", at="f4"),
        "far": theirs("ox", at="f5", injuries=9),
    }
    pack = [caster("zero", 9, act), caster("one", 8), caster("two", 7), card("ox", hp=20)]
    table = Table("\n".join([". . . . . ."] * 5), units, turn="zero", pack=pack)
    table.play(f"cast act {table.unit(to, 'at')}")
    while table.read("turn.unit") != by:
        table.play("end")
    return table


@pytest.mark.parametrize("x", [1, 2])
@pytest.mark.parametrize("to", ["zero", "one", "two"])
@pytest.mark.parametrize("by", ["one", "two"])
def test_a_bonus_is_its_bearers_whatever_its_number(x: int, to: str, by: str) -> None:
    """Damage, healing and range of whom it was given to, and of nobody else [KA 4.18.4.b] [KA 4.18.3.d]."""
    table = lent({"stat": "damage", "x": x}, to, by)
    assert table.play("cast hit f4", dice=DULL).unit("foe", "injuries") == 1 + (x if to == by else 0)
    table = lent({"stat": "heal", "x": x}, to, by)
    assert table.play("cast mend f5", dice=["lock"]).unit("far", "injuries") == 8 - (x if to == by else 0)
    table = lent({"stat": "range", "x": x}, to, by)
    row = table.unit(by, "at")[1]
    reached = max(line.split()[2] for line in table.options("cast") if line.startswith("cast shot") and line[-1] == row)
    assert "abcdef".index(reached[0]) == 2 + (x if to == by else 0)


@pytest.mark.parametrize("to", ["zero", "one", "two"])
def test_a_power_gained_is_its_bearers(to: str) -> None:
    """[KA 4.18.4.b] [KA 4.18.4.f]"""
    gain = {"op": "gain-power", "powers": ["lock"], "until": "player-turn", "to": MAIN}
    lose = {"op": "lose-powers", "until": "player-turn", "to": MAIN}
    for op, having in ((gain, [to]), (lose, [name for name in ("zero", "one", "two") if name != to])):
        powers = [] if op is gain else [keyword("lock")]
        spells = mage(op)[1]["spell"]
        pack = [card("zero", spells=spells, powers=powers), card("one", powers=powers), card("two", powers=powers)]
        units = {name: mine(name) for name in ("zero", "one", "two")}
        table = Table("zero one two foe", {**units, "foe": theirs("fighter")}, turn="zero", pack=pack)
        table.play(f"cast act {table.unit(to, 'at')}")
        assert [name for name in ("zero", "one", "two") if table.unit(name, "powers") == ["lock"]] == having


def test_a_second_and_a_third_summon_of_a_kind_have_names_of_their_own() -> None:
    """One number after the other, none used twice [KA 4.3.1]."""
    call = {"op": "summon", "summon": "imp", "where": "target"}
    spells = mage(call)[1]["spell"]
    spells[0]["summons"] = 9
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero . . . . foe", units, turn="hero", pack=[card("mage", spells=spells)])
    for cell in ("b1", "c1", "d1"):
        table.play(f"cast act {cell}")
    assert [table.unit(name, "at") for name in ("imp", "imp-2", "imp-3")] == ["b1", "c1", "d1"]


@pytest.mark.parametrize("beside", ["c4", "d3", "c2", "b3"])
def test_an_unseen_unit_blocks_the_sight_of_who_stands_beside_it_on_any_side(beside: str) -> None:
    """North, east, south and west [KA 1.5.1] [KA 4.17.2]."""
    ghost = card("ghost", powers=[{"id": "unseen", "name": {"en": "Unseen"}, "while": [{"give": [{"op": "unseen"}]}]}])
    behind = {"c4": "c5", "d3": "e3", "c2": "c1", "b3": "a3"}[beside]
    units = {"hero": mine("fighter", at="c3"), "ghost": theirs("ghost", at=beside), "foe": theirs("fighter", at=behind)}
    field = "\n".join([". . . . ."] * 5)
    near = Table(field, units, turn="hero", pack=[ghost])
    refusal = near.refused(f"cast arrow {behind}")
    assert (refusal.kind, refusal.facts["blocker"]) == ("no-sight", beside)
    opposite = {"c4": "c2", "d3": "b3", "c2": "c4", "b3": "d3"}[beside]
    units["hero"] = mine("fighter", at=opposite)
    assert f"cast arrow {behind}" in Table(field, units, turn="hero", pack=[ghost]).options("cast")


@pytest.mark.parametrize(("beside", "goal"), [("c4", "f6"), ("d3", "g5"), ("c2", "f4"), ("b3", "e5")])
def test_a_formation_is_kept_on_every_side(beside: str, goal: str) -> None:
    """The neighbour, north, east, south or west, stands beside the caster again [KA 4.9.17.a] [KA 4.17.2]."""
    units = {
        "hero": mine("mage", at="c3"),
        "pal": mine("fighter", at=beside),
        "slant": mine("fighter", at="b2"),
        "imp": mine("imp", summoner="hero", at="b4"),
        "foe": theirs("fighter", at="a1"),
    }
    field = "\n".join([". . . . . . ."] * 7)
    table = Table(field, units, turn="hero", pack=[mage({"op": "place-group"}, area="none")]).play("cast act f5")
    assert (table.unit("hero", "at"), table.unit("pal", "at")) == ("f5", goal)
    assert (table.unit("slant", "at"), table.unit("imp", "at")) == ("b2", "b4")


def test_a_farmer_gains_one_kama_for_any_number_collected() -> None:
    """Once a turn, and none without collecting [KA 4.9.28.a]."""
    farmer = card("farmer", initiative=9, powers=[keyword("farmer")])
    units = {"hero": mine("farmer", at="a1"), "pal": mine("villager"), "foe": theirs("fighter")}
    for times, kamas in ((0, 0), (1, 2), (2, 3)):
        table = Table(". . pal foe", units, turn="hero", pack=[farmer], kamas={"a1": 2})
        for _ in range(times):
            table.play("collect")
        assert table.play("end").read("player.p1.kamas") == kamas


def test_a_farmer_koed_after_its_turn_has_ended_gains_its_kama_all_the_same() -> None:
    """Leaving play is not losing the power, and the Kama comes to the stock [KA 4.9.28.a] [Ruling R44]."""
    die = power("tired", when="end-of-own-turn", do=[{"op": "injure", "x": 9}])
    farmer = card("farmer", initiative=9, powers=[keyword("farmer"), die])
    units = {"hero": mine("farmer", at="a1"), "pal": mine("villager"), "foe": theirs("fighter")}
    for first in ("resolve 1", "resolve 2"):
        table = Table(". . pal foe", units, turn="hero", pack=[farmer], kamas={"a1": 1})
        table.play("collect").play("end", answers=[first])
        assert (table.unit("hero", "ko"), table.read("turn.unit")) == (True, "pal")
        assert table.read("player.p1.kamas") == 2


def test_a_summon_of_a_summon_leaves_with_its_summoners_summoner() -> None:
    """All down the line, without being KO'd [KA 4.10.2.a] [Ruling R41]."""
    pack = [summon("wolf")]
    units = {
        "hero": mine("fighter"),
        "foe": theirs("villager"),
        "imp": theirs("imp", summoner="foe", injuries=1),
        "wolf": theirs("wolf", summoner="imp"),
        "rest": theirs("fighter"),
        "cub": theirs("wolf", summoner="rest"),
    }
    table = Table("hero foe imp wolf rest cub", units, turn="hero", pack=pack)
    table.play("cast strike b1", dice=DULL).play("cast strike b1", dice=DULL)
    assert [table.unit(name, "at") for name in ("foe", "imp", "wolf", "rest", "cub")] == ["", "", "", "e1", "f1"]
    assert [table.unit(name, "ko") for name in ("foe", "imp", "wolf")] == [True, False, False]
    assert table.unit("imp", "injuries") == 0

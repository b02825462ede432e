"""Moving, buying and casting step by step: what each has to meet, and what is offered."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import parse_cell, parse_map
from tests.krosmaster.effects.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, mine, power, reward, spell, theirs

DULL = ["lock", "lock"]


@pytest.mark.parametrize("locker", ["north", "east", "south", "west"])
def test_the_first_unit_of_a_match_locks_from_any_side(locker: str) -> None:
    """A Block is asked for whoever stands there [KA 4.14.1] [KA 6.3.2]."""
    cells = {"north": "c4", "east": "d3", "south": "c2", "west": "b3"}
    away = {"north": "move c2", "east": "move b3", "south": "move c4", "west": "move d3"}[locker]
    units = {"foe": theirs("fighter", at=cells[locker]), "hero": mine("fighter", at="c3")}
    table = Table("\n".join([". . . . ."] * 5), units, turn="hero").start(away)
    assert table.asked == "p2 lock roll"


def test_who_stands_in_the_way_is_named() -> None:
    """A unit by its name, scenery and the edge as such [KA 6.3.2] [KA 4.17.4]."""
    units = {"foe": theirs("fighter", at="a1"), "hero": mine("fighter", at="b1")}
    table = Table("T T\n. .", units, turn="hero")
    assert table.refused("move a1").facts["by"] == "foe"
    assert table.refused("move b2").facts["by"] == "scenery"
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    beyond = waiting.conditions(answers.pack(answers.MOVE, parse_cell("c1")))
    assert [one.facts["by"] for one in beyond if one.kind == "not-free"] == ["scenery"]


def test_a_gallon_is_bought_once_a_turn_and_again_in_the_next() -> None:
    """[KA 4.6.3] [Ruling R22]"""
    units = {"hero": mine("fighter", at="a1"), "foe": theirs("villager")}
    table = Table("D . . foe", units, turn="hero", players={"p1": {"kamas": 40}}).play("buy gg")
    assert table.refused("buy gg").kind == "gg-bought"
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.read("turn.unit") == "hero"
    table.play("buy gg")
    assert table.read("player.p1.gg") == 8


def limited(area: str) -> Table:
    """A spell of one area, once a turn on each target, and two foes in a row beyond an empty cell."""
    sweep = spell("sweep", range=ANYWHERE, base=0, cost={"ap": 1}, area=area, limit="turn-and-target")
    units = {"hero": mine("sweeper"), "foe": theirs("fighter"), "far": theirs("fighter")}
    field = """
        .    . . .   .
        hero . . foe far
        .    . . .   .
        """
    return Table(field, units, turn="hero", pack=[card("sweeper", ap=9, spells=[sweep])])


@pytest.mark.parametrize(("area", "again"), [("shovel", "c2"), ("hand", "b2"), ("breath", "c2"), ("cross", "c2")])
def test_a_limit_by_target_looks_at_every_cell_of_the_area(area: str, again: str) -> None:
    """The foe was targeted: no area may hold it again this turn, wherever its main cell [KA 7.1.3.b] [Ruling R67]."""
    table = limited(area)
    assert f"cast sweep {again}" in table.options("cast")
    table.play("cast sweep d2", dice=["lock"] * (2 if area == "none" else 3))
    assert table.refused(f"cast sweep {again}").clauses[0] == "7.1.3.b"
    assert "cast sweep a3" in table.options("cast")


@pytest.mark.parametrize(("area", "line"), [("shovel", "c2"), ("hand", "b2"), ("breath", "c2"), ("cross", "c2")])
def test_a_spared_unit_is_spared_by_every_cell_of_the_area(area: str, line: str) -> None:
    """No area may hold it, wherever its main cell [KA 7.1.7]."""
    sweep = spell("sweep", range=ANYWHERE, base=0, cost={"ap": 1}, area=area)
    saint = card("saint", powers=[power("aura", holds=[{"give": [{"op": "spared", "by": {"who": "units"}}]}])])
    units = {"hero": mine("sweeper"), "foe": theirs("saint")}
    field = """
        .    . . .
        hero . . foe
        .    . . .
        """
    table = Table(field, units, turn="hero", pack=[card("sweeper", ap=9, spells=[sweep]), saint])
    assert table.refused(f"cast sweep {line}").kind == "spared"
    assert "cast sweep a3" in table.options("cast")


def test_two_piles_of_ten_are_dealt_however_many_tokens_a_rank_has() -> None:
    """What is left over stays out of the game [KA 1.3.7] [Ruling R10]."""
    pack = [reward(f"more-{number}", copies=9) for number in range(3)]
    table = Table.match([["fighter"], ["villager"]], pack=pack)
    assert table.state.piles_closed == [10] * 6


def test_set_up_cells_drawn_on_a_map_belong_to_the_side_whose_two_rows_they_lie_in() -> None:
    """[KA 1.3.9] [KA 9.2.4]: a third row is nobody's."""
    board = parse_map("drawn", "\n".join(["s s s s s s"] * 6), sides=[0, 1, 2, 3], start_rows=2)
    rows = [[parse_cell(f"{column}{row}") for row in range(1, 7) for column in "abcdef"]][0]
    wanted = [
        {cell for cell in rows if cell // 16 <= 2},
        {cell for cell in rows if cell % 16 <= 2},
        {cell for cell in rows if cell // 16 >= 5},
        {cell for cell in rows if cell % 16 >= 5},
    ]
    assert [set(cells) for cells in board.starts] == wanted


def pushed(second: str) -> Table:
    """Two foes are pushed two cells each by one spell; where the second one stands is given."""
    push: dict[str, Any] = {"op": "push-back", "x": 2, "to": {"who": "units", "side": "enemy"}}
    units = {"hero": mine("mage", at="c3"), "foe": theirs("fighter", at="d3"), "far": theirs("fighter", at=second)}
    return Table("\n".join([". . . . . . . . ."] * 9), units, turn="hero", pack=[mage(push)]).play("cast act c3")


@pytest.mark.parametrize(
    ("second", "asked"),
    [("e3", True), ("f3", True), ("g3", False), ("b3", False), ("c4", False)],
)
def test_the_order_of_pushes_is_asked_where_their_ways_meet(second: str, asked: bool) -> None:
    """Two cells from d3 end at f3: a piece there, or one that passes there, can be in the way [KA 1.7.1]."""
    assert (pushed(second).asked == "p1 push-order") is asked


def test_a_buff_improves_the_next_spell_of_its_element_alone() -> None:
    """A bonus for a fire spell is not for an earth one [Ruling R88] [KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "element": "fire", "to": {"who": "self"}}
    spells = [
        spell("boast", "personal", kind="special", cost={"ap": 1}, do=[bonus]),
        spell("burn", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}),
        spell("bury", range=ANYWHERE, element="earth", base=1, cost={"ap": 1}),
    ]
    units = {"hero": mine("boaster"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[card("boaster", spells=spells)]).play("cast boast a1")
    assert table.play("cast bury b1", dice=DULL).unit("foe", "injuries") == 1
    assert table.play("cast burn b1", dice=DULL).unit("foe", "injuries") == 4


def test_a_bonus_for_this_spell_serves_no_other_spell() -> None:
    """The spell it came from is stronger the next time, another of the same element is not [KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "spells": "this", "to": {"who": "self"}}
    spells = [
        spell("burn", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}, do=[bonus]),
        spell("blaze", range=ANYWHERE, element="fire", base=1, cost={"ap": 1}),
    ]
    units = {"hero": mine("burner"), "foe": theirs("ox")}
    pack = [card("burner", spells=spells), card("ox", hp=20)]
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast burn b1", dice=DULL)
    assert table.play("cast blaze b1", dice=DULL).unit("foe", "injuries") == 2
    assert table.play("cast burn b1", dice=DULL).unit("foe", "injuries") == 5

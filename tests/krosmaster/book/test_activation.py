"""What a unit may do in its Activation Phase: spells it has and can pay, whom it may target, what it may buy."""

from itertools import permutations
from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import parse_cell
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, reward, spell, theirs

DULL = ["lock", "armour"]
ROUND = ["keep", "done"]


def test_punch_is_cast_once_a_turn_and_again_in_the_next() -> None:
    """[KA 4.8.5] [KA 4.8.3] [KA 7.1.3.a]"""
    table = Table("hero foe", {"hero": mine("villager"), "foe": theirs("fighter")}, turn="hero")
    table.play("cast punch b1", dice=["lock", "lock"])
    assert table.options("cast") == []
    table.play("end", dice=DULL, answers=ROUND).play("end", dice=DULL, answers=ROUND)
    assert table.read("turn.unit") == "hero"
    assert table.options("cast") == ["cast punch b1"]


@pytest.mark.parametrize("order", list(permutations(("one", "two", "three"))), ids="-".join)
@pytest.mark.parametrize("limit", ["turn", "game"])
def test_a_spell_at_its_limit_is_offered_no_more_and_the_others_are(limit: str, order: tuple[str, ...]) -> None:
    """Each has a limit of its own, whichever is cast first [KA 7.1.3.a] [KA 7.1.3.c] [KA 4.8.3]."""
    names = sorted(order)
    spells = [spell(name, "personal", kind="special", cost={"ap": 1}, limit=limit) for name in names]
    units = {"hero": mine("caster"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=[card("caster", spells=spells)])
    for done, name in enumerate(order, 1):
        table.play(f"cast {name} a1")
        offered = [line.split()[1] for line in table.options("cast") if "punch" not in line]
        assert offered == [other for other in names if other not in order[:done]]


@pytest.mark.parametrize(("ap", "offered"), [(2, ["cast strike b1"]), (1, [])])
def test_a_spell_that_is_cheaper_now_is_offered_for_what_it_costs_now(ap: int, offered: list[str]) -> None:
    """3 AP printed, 1 less by a power [KA 4.8.1] [KA 7.1.4.a]."""
    bargain = power("bargain", holds=[{"give": [{"op": "cost-bonus", "stat": "ap", "x": -1}]}])
    units = {"hero": mine("thrifty", ap=ap), "foe": theirs("fighter")}
    pack = [card("thrifty", spells=[spell("strike")], powers=[bargain])]
    assert Table("hero foe", units, turn="hero", pack=pack).options("cast") == offered


@pytest.mark.parametrize("order", ["hero . foe pal", "foe . hero pal", "foe . pal hero"])
def test_a_spell_that_a_boost_gives_is_its_bearers(order: str) -> None:
    """Whoever comes first in the match; it is gone once it is cast [KA 4.7.5.a] [KA 2.5.1]."""
    gust = spell("gust", range=ANYWHERE, kind="special", cost={"ap": 1})
    pack = [reward("fan", spell=[gust])]
    fan = [{"id": "fan", "face": "down"}]
    cards = {"hero": mine("villager", rewards=fan), "foe": theirs("villager"), "pal": mine("villager")}
    units: dict[str, Any] = {name: cards[name] for name in order.split() if name != "."}
    table = Table(order, units, turn="hero", pack=pack)
    assert not any("gust" in line for line in table.options("cast"))
    table.play("reveal fan")
    assert "cast gust a1" in table.options("cast")
    table.play("cast gust a1")
    assert table.refused("cast gust a1").kind == "no-such-spell"


@pytest.mark.parametrize("first", ["hero", "lou"])
def test_who_began_its_turn_beside_lou_may_not_target_her_whoever_comes_first(first: str) -> None:
    """Of two characters only the one that began beside her is kept away [KA 7.1.7] [KA 4.17.2]."""
    cards = {"hero": mine("fighter"), "lou": theirs("lou")}
    units: dict[str, Any] = {first: cards[first], **cards, "mate": mine("fighter"), "last": theirs("fighter")}
    turn = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero lou . mate . last", units, turn=turn).play()
    assert table.refused("cast strike b1").facts == {"target": "lou"}
    table.play("end").play("move c1")
    assert "cast strike b1" in table.options("cast")


def test_a_spell_without_limit_may_be_turned_on_whom_it_has_hit_before() -> None:
    """Northwards at somebody it has hit already, because it may not be turned on the other [KA 7.1.7] [KA 4.16.3]."""
    veil = {"op": "spared", "by": {"who": "units", "side": "enemy"}}
    dig = spell("dig", (0, 9), kind="special", area="shovel", cost={"ap": 1})
    pack = [card("digger", spells=[dig]), card("veiled", powers=[power("veil", holds=[{"give": [veil]}])])]
    units = {"hero": mine("digger"), "north": theirs("fighter"), "veiled": theirs("veiled")}
    field = """
        .    north .
        .    .     veiled
        hero .     .
        """
    table = Table(field, units, turn="hero", pack=pack).play("cast dig b3")
    table.play("cast dig b2")
    assert "cast dig b2" in table.options("cast")


def test_of_four_players_whoever_buys_a_gallon_takes_the_wild_one_while_there_is_one() -> None:
    """Nobody is named, nobody loses one [KA 4.6.3] [KA 9.2.3]."""
    units = {f"u{n}": {"card": "villager", "owner": f"p{n}"} for n in (1, 2, 3, 4)}
    units["u1"]["at"] = "a1"
    stocks: dict[str, Any] = {f"p{n}": {"gg": 3, "kamas": 12} for n in (1, 2, 3, 4)}
    table = Table("D . u2 . u3 . u4", units, turn="u1", format="free-for-all", wild_gg=1, players=stocks)
    table.play("buy gg")
    assert table.asked == "p1 activation"
    assert table.read("wild_gg") == 0
    assert [table.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [4, 3, 3, 3]


def test_a_step_costs_1_mp_and_a_kama_picked_up_1_ap() -> None:
    """The Kama goes from the cell to the stock; the rest lie there still [KA 6.3.2] [KA 6.3.3]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero . . foe", units, turn="hero", kamas={"b1": 3}).play("move b1")
    assert table.unit("hero", "at", "ap", "mp") == ("b1", 6, 2)
    table.play("collect").play("collect")
    assert table.unit("hero", "ap", "mp") == (4, 2)
    assert (table.read("player.p1.kamas"), table.read("kamas.b1")) == (2, 1)


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

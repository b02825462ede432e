"""Chapter 9: the Gallons of Glory that go from one of four players to another, and whom they are taken from."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, spell

MARTYR = card("martyr", spells=[spell("ordeal", "personal", kind="special", cost={"ap": 1, "injuries": 1})], level=2)
SLAYER = card("slayer", spells=[spell("blow", base=9)], level=2)
PACK = (MARTYR, SLAYER)
SEATS = ("p1", "p2", "p3", "p4")


def of(seat: str, name: str = "slayer", **keys: Any) -> dict[str, Any]:
    """A unit of one of the four players."""
    return {"card": name, "owner": seat, **keys}


def stocks(*gallons: int) -> dict[str, dict[str, int]]:
    """The players' Gallons, p1's first."""
    return {seat: {"gg": number} for seat, number in zip(SEATS, gallons, strict=True)}


def gallons(table: Table) -> list[int]:
    """What each of the four has."""
    return [table.read(f"player.{seat}.gg") for seat in SEATS]


def four(
    drawing: str, units: dict[str, dict[str, Any]], turn: Any, *gg: int, kamas_of_p1: int = 0, **keys: Any
) -> Table:
    """Four players with so many Gallons; none is wild unless told otherwise."""
    keys = {"format": "free-for-all", "wild_gg": 0, **keys}
    players = stocks(*gg)
    players["p1"]["kamas"] = kamas_of_p1
    return Table(drawing, units, turn=turn, pack=PACK, players=players, **keys)


def ordeal(*gg: int, gone: str = "", **keys: Any) -> Table:
    """p1's martyr pays with its last HP; some players have no Krosmaster any more."""
    units = {"a": of("p1", "martyr", injuries=7), "a2": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    units = {name: {**table, "at": ""} if table["owner"] in gone.split() else table for name, table in units.items()}
    drawing = " ".join([name for name in units if "at" not in units[name]] + ["."])
    return four(drawing, units, "a", *gg, **keys).play("cast ordeal a1")


def test_the_gallons_of_an_own_krosmaster_go_to_the_only_opponent_left_unasked() -> None:
    """p3 and p4 have neither a Krosmaster nor Gallons: they do not play any more [KA 9.2.5] [Ruling R104]."""
    table = ordeal(3, 3, 0, 0, gone="p3 p4")
    assert (gallons(table), table.asked) == ([1, 5, 0, 0], "p1 activation")
    assert table.facts("gg-given") == [{"seat": "p1", "to": "p2", "x": 2}]
    assert (table.unit("a", "ko"), table.read("turn.unit")) == (True, "a2")


@pytest.mark.parametrize("gone", ["", "p4"])
def test_who_has_gallons_or_a_krosmaster_is_still_playing(gone: str) -> None:
    """p3 has a Krosmaster and no Gallon, p4 perhaps a Gallon and no Krosmaster [KA 9.2.5] [Ruling R104]."""
    table = ordeal(3, 3, 0, 1, gone=gone)
    assert (table.asked, table.options()) == ("p1 give-gg", ["choose p2", "choose p3", "choose p4"])


def test_who_gives_the_last_gallons_away_may_end_the_game() -> None:
    """p2 alone has any then, and nothing is wild: it is over though all have Krosmasters [KA 9.2.5] [KA 1.4.1]."""
    table = ordeal(2, 3, 0, 0).play("choose p2")
    assert (gallons(table), table.asked, table.read("winner")) == ([0, 5, 0, 0], "over", "p2")
    assert table.state.over_clause == "1.4.1"
    wild = ordeal(2, 3, 0, 0, wild_gg=1).play("choose p2")
    assert (gallons(wild), wild.asked, wild.read("winner")) == ([0, 5, 0, 0], "p1 activation", "none")


def test_a_player_without_gallons_has_none_to_give() -> None:
    """The Krosmaster is KO'd all the same [KA 9.2.5] [Ruling R16]."""
    table = ordeal(0, 3, 3, 3).play("choose p3")
    assert (gallons(table), table.facts("gg-given")) == ([0, 3, 3, 3], [])
    assert (table.unit("a", "ko"), table.read("turn.unit")) == (True, "a2")


def slain(*gg: int, wild: int) -> Table:
    """p1 KO's p2's only Krosmaster, of level 2."""
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    return four("a b . c d", units, "a", *gg, wild_gg=wild).play("cast blow b1", dice=["lock", "lock"])


def test_all_gallons_of_a_player_without_krosmasters_may_be_the_last_ones() -> None:
    """p1 takes level 2 and then the other 3, and alone has any: over at once [KA 9.2.3] [KA 1.4.1]."""
    table = slain(1, 5, 0, 0, wild=0)
    assert (gallons(table), table.asked, table.read("winner")) == ([6, 0, 0, 0], "over", "p1")
    assert [(fact["seat"], fact["x"]) for fact in table.facts("gg-taken")] == [("p1", 2), ("p1", 3)]
    assert table.state.over_clause == "1.4.1"


def test_of_a_player_without_gallons_nothing_more_is_taken() -> None:
    """The level came from the wild ones, or took all there was [KA 9.2.3] [KA 4.6.2]."""
    for stock, wild, taken in ((0, 3, [2]), (2, 0, [2])):
        table = slain(3, stock, 3, 3, wild=wild)
        assert [fact["x"] for fact in table.facts("gg-taken")] == taken
        assert (gallons(table), table.asked) == ([5, 0, 3, 3], "p1 activation")


def market(*gg: int, wild: int = 0) -> Table:
    """p1 buys a Gallon on a Demon cell."""
    units = {"a": of("p1", at="a1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    return four("D . b . c . d", units, "a", *gg, wild_gg=wild, kamas_of_p1=30).play("buy gg")


def test_a_bought_gallon_comes_from_the_only_opponent_who_has_one_unasked() -> None:
    """Once, and for one price [KA 4.6.3] [KA 9.1.1]."""
    table = market(3, 0, 2, 0)
    assert (gallons(table), table.asked) == ([4, 0, 1, 0], "p1 activation")
    assert (table.read("player.p1.kamas"), table.unit("a", "ap")) == (18, 5)
    assert gallons(market(3, 2, 2, 2, wild=1)) == [4, 2, 2, 2]


def tension(*gg: int, gone: str = "", format_: str = "free-for-all", wild: int = 0) -> Table:
    """p2 rolls a double and keeps it."""
    units = {name: of(seat) for name, seat in zip("abcd", SEATS, strict=True)}
    units = {name: {**table, "at": ""} if table["owner"] in gone.split() else table for name, table in units.items()}
    drawing = " . ".join(name for name in units if "at" not in units[name])
    turn = {"player": "p2", "phase": "tension", "number": 6}
    table = four(drawing, units, turn, *gg, format=format_, wild_gg=wild)
    return table.play(dice=["lock", "lock"], answers=["keep"])


def test_the_second_gallon_lost_to_a_double_may_end_the_game() -> None:
    """p2 loses its only one, and p3 alone has any left [KA 9.2.6] [KA 1.4.1]."""
    table = tension(0, 1, 2, 0).play("choose p3", answers=["choose p2"])
    assert (gallons(table), table.asked, table.read("winner")) == ([0, 0, 1, 0], "over", "p3")
    assert table.facts("gg-lost") == [{"seat": "p3", "x": 1}, {"seat": "p2", "x": 1}]
    wild = tension(0, 1, 2, 0, wild=1).play("choose p3", answers=["choose p2"])
    assert (gallons(wild), wild.asked) == ([0, 0, 1, 0], "p2 inspiration")


def test_with_two_players_left_nobody_chooses_who_loses_to_a_double() -> None:
    """The active player's only opponent, then the only other player: both lose one [KA 9.2.6] [Ruling R104]."""
    table = tension(0, 3, 3, 0, gone="p1 p4")
    assert (gallons(table), table.asked) == ([0, 2, 2, 0], "p2 inspiration")


def test_the_second_to_lose_to_a_double_is_anybody_but_the_first() -> None:
    """Two against two also the partner of the one who chooses, who need not be an opponent [KA 9.2.6] [KA 9.3.3]."""
    table = tension(3, 3, 3, 3, format_="two-against-two", wild=3).play("choose p1")
    assert (table.asked, table.options()) == ("p1 double", ["choose p2", "choose p3", "choose p4"])
    table.play("choose p3")
    assert (gallons(table), table.read("wild_gg")) == ([2, 3, 2, 3], 3)

"""Printed cards that deal with Demonic Rewards, Kamas and what they pay for: a test for each sentence."""

import pytest

from tests.krosmaster.playing import Table, card, mine, reward, theirs

OX = card("ox", hp=20)
BOOST = reward(
    "dull-boost", kind="boost", rank="granite", copies=3, do=[{"op": "immediate-gain", "stat": "mp", "x": 1}]
)
PILES = [{"rank": "granite", "pile": 1, "closed": 9, "up": "dull-boost"}]


def settled(table: Table, *lines: str) -> Table:
    """Every roll shows Locks only until something else is asked; then come the lines."""
    for line in (*lines, ""):
        while table.asked.endswith("roll") and "draw" not in table.asked:
            table.start(" ".join(["lock"] * table.rolls.count))
        if line:
            table.start(line)
    return table


def test_ruling_r153_albin_daje_and_paz_depikaz_buy_rewards_by_a_spell() -> None:
    """Fabricacion de Pocima: of the lowest rank, for nothing, wherever he stands [KA 4.7.6] [KA 4.7.8]."""
    units = {"who": mine("albin-daje"), "pal": mine("ox", injuries=3), "foe": theirs("ox")}
    table = Table("who . pal . foe", units, turn="who", pack=[OX, BOOST], pile=PILES)
    settled(table.start("cast fabricacion-de-pocima c1"))
    assert all(line.startswith("buy granite") for line in table.options())
    assert "buy granite 1 up" in table.options()
    table.start("buy granite 1 up")
    while not table.asked.endswith("allocation"):
        table.start(table.options()[0])
    settled(table.start("give pal"))
    assert len(table.unit("pal", "rewards")) == 1
    assert (table.unit("who", "ap"), table.read("player.p1.kamas")) == (1, 0)
    assert table.unit("pal", "injuries") == 2


@pytest.mark.parametrize(("cell", "kamas", "asked"), [("c1", 3, True), ("c1", 2, False), ("a2", 9, False)])
def test_paz_depikaz_may_buy_where_she_strikes_a_unit_on_a_demon_cell(cell: str, kamas: int, asked: bool) -> None:
    """Manga Ancha: for its price and no AP, or not at all [Ruling R153]."""
    units = {"who": mine("paz-depikaz", at="a1"), "foe": theirs("ox", at="c1"), "pal": theirs("ox", at="a2")}
    players = {"p1": {"kamas": kamas}}
    table = Table(". . .\n. . D", units, turn="who", pack=[OX, BOOST], pile=PILES, players=players)
    settled(table.start(f"cast manga-ancha {cell}"))
    assert any(line.startswith("buy") for line in table.options()) == asked
    if asked:
        assert "choose none" in table.options()
        settled(table.start("choose none"))
        assert table.read("player.p1.kamas") == kamas


def test_paz_depikaz_leaps_onto_a_free_demon_cell_only() -> None:
    """Salto a la Torera: the targeted free Demon cell [KA 4.17.3]."""
    units = {"who": mine("paz-depikaz", at="a1"), "foe": theirs("ox", at="e1")}
    for cell, at in (("c1", "c1"), ("d1", "a1")):
        table = Table(". . D . .", units, turn="who", pack=[OX]).play(f"cast salto-a-la-torera {cell}")
        assert table.unit("who", "at") == at


@pytest.mark.parametrize(("named", "kamas"), [(1, 8), (3, 6)])
def test_ruling_r155_paz_depikaz_guesses_the_kind_of_a_reward(named: int, kamas: int) -> None:
    """Bingo: named before the token is drawn; 2 Kamas if it is of that kind [KA 4.7.5]."""
    units = {"who": mine("paz-depikaz", at="a1"), "foe": theirs("ox", at="e1")}
    table = Table("D . . . .", units, turn="who", pack=[OX, BOOST], pile=PILES, players={"p1": {"kamas": 9}})
    table.start("buy granite 1 down")
    assert table.options() == ["choose 1", "choose 2", "choose 3"]
    table.start(f"choose {named}")
    assert "draw" in table.asked
    table.start("dull-boost")
    assert table.read("player.p1.kamas") == kamas
    up = Table("D . . . .", units, turn="who", pack=[OX, BOOST], pile=PILES, players={"p1": {"kamas": 9}})
    assert not any(line.startswith("choose") for line in up.start("buy granite 1 up").options())


def test_ruling_r154_emily_o_nair_pays_for_the_control_value_of_reaping() -> None:
    """Come to Mama: the number paid is that of Reaping until the end of the turn; printed it is 0 [KA 4.19.9.c]."""
    units = {"who": mine("emily-onair", ap=10), "foe": theirs("ox"), "pal": mine("ox")}
    board = {"turn": "who", "pack": [OX], "players": {"p1": {"kamas": 3}}}
    bare = settled(Table("who . foe . pal", units, **board).start("cast reaping c1"))
    assert "reaper" not in bare.state.names
    table = Table("who . foe . pal", units, **board).start("cast come-to-mama a1")
    assert table.options() == ["choose 0", "choose 1", "choose 2", "choose 3"]
    table.start("choose 1")
    assert table.read("player.p1.kamas") == 2
    table.start("cast reaping c1")
    settled(table.start(table.options("choose")[0]))
    assert table.unit("reaper", "summoner") == "who"
    settled(table.start("cast reaping c1"))
    assert "reaper-2" not in table.state.names  # one allied summon is in play, as many as the value
    free = settled(Table("who . foe . pal", units, **board).start("cast come-to-mama a1").start("choose 0"))
    assert free.read("player.p1.kamas") == 3

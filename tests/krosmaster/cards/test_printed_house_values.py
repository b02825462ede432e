"""Printed figures of which a value or a reading is the house's own: a test for each such sentence."""

import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs

HIT = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
OX = card("ox", hp=20)
MULTI = card("multi", hp=20, types=["multiman"])
DULL = ["lock", "lock"]


@pytest.mark.parametrize("who", ["lumino", "lumino-eternal"])
def test_tambourino_heals_two_and_a_multiman_two_more(who: str) -> None:
    """Lumino, Tambourino: the printed number, and the text besides [KA 7.3.2.b] [KA 7.2.4.a]."""
    units = {"lumino": mine(who, ap=9), "multi": mine("multi", injuries=6), "ox": mine("ox", injuries=6)}
    for target, cell, left in (("multi", "b1", 2), ("ox", "c1", 4)):
        table = Table("lumino multi ox", units, turn="lumino", pack=[OX, MULTI])
        table.play(f"cast tambourino {cell}", dice=["lock"])
        assert table.unit(target, "injuries") == left


GRAVES = """
    nun  .    .    .
    .    tomb foe  .
    .    pal  .    far
"""


def test_the_nun_s_tombstones_frighten_who_stands_beside_them_as_her_turn_ends() -> None:
    """The Nun, Cryptophilia: -1 MP for opposing characters beside allied Tombstones, and nobody else."""
    units = {
        "nun": mine("the-nun"), "tomb": mine("tombstone", summoner="nun"), "pal": mine("ox"),
        "foe": theirs("ox"), "far": theirs("ox"),
    }  # fmt: skip
    table = Table(GRAVES, units, turn="nun", pack=[OX]).start("end")
    assert [table.unit(who, "mp_markers") for who in ("foe", "far", "pal")] == [-1, 0, 0]


def test_elite_chafer_s_song_has_the_tombstones_frighten() -> None:
    """Elite Chafer, Funerary Song, whoever it strikes."""
    units = {
        "nun": mine("elite-chafer"), "tomb": mine("tombstone", summoner="nun"), "pal": mine("ox"),
        "foe": theirs("ox"), "far": theirs("ox"),
    }  # fmt: skip
    table = Table(GRAVES, units, turn="nun", pack=[OX]).play("cast funerary-song c3", dice=["lock"] * 3)
    assert [table.unit(who, "mp_markers") for who in ("foe", "far", "pal")] == [-1, 0, 0]


def test_sphincter_cell_leaves_an_atooin_that_is_koed_as_his_turn_begins() -> None:
    """Sphincter Cell, Turtle Formation and Tortuous: on the cell he left; no Atooin outlives his next turn."""
    units = {"cell": mine("sphincter-cell"), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table(". cell foe . pal", units, turn="cell", pack=[OX])
    table.play("cast turtle-formation c1", dice=DULL)
    assert table.unit("cell", "at") == "a1" and table.unit("atooin", "at") == "b1"
    power = next(one for one in catalogue().cards["sphincter-cell"].power if one.id == "tortuous")
    assert power.when == "start-of-own-turn"


@pytest.mark.parametrize("who", ["the-nun", "elite-chafer", "sphincter-cell"])
def test_what_is_of_the_house_says_so(who: str) -> None:
    """Marked, with a note, so that an owner knows what to type in (docs/packs.md)."""
    found = catalogue().cards[who]
    assert found.house and found.note and found.note.startswith("House values")

"""Printed cards with two sides: what turns them, and what each side does; a test for each sentence."""

import pytest

from esquive.core.games import game_named
from esquive.krosmaster.written.documents.positions import from_document
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

OX = card("ox", hp=20)
BULL = card("bull", hp=20, ap=9, level=2, spells=[spell("slay", (1, 9), base=19, cost={"ap": 1})])
BACK = "veronica-sino-experimentada"


def settle(table: Table) -> Table:
    """Every roll that is asked for now shows Locks only."""
    while table.asked.endswith("roll"):
        table.start(" ".join(["lock"] * table.rolls.count))
    return table


def test_ruling_r160_veronica_sino_turns_her_card_and_back() -> None:
    """Subida de nivel: at a KO in her turn; Siete vidas: instead of her own, for 2 GG [KA 7.5.19.a] [KA 1.5.1]."""
    units = {"who": mine("veronica-sino", injuries=3, ap_markers=1), "foe": theirs("bull", injuries=19),
             "pal": mine("ox"), "far": theirs("bull")}  # fmt: skip
    table = Table("who foe pal far", units, turn="who", pack=[OX, BULL])
    assert settle(table.start("cast puerta-giratoria b1")).unit("who", "card", "injuries", "ap") == (BACK, 3, 3)
    assert table.unit("foe", "ko") and table.unit("who", "level") == 4
    turned = {**units, "who": mine(BACK, injuries=3), "foe": theirs("bull")}
    struck = Table("who foe pal far", turned, turn="foe", pack=[OX, BULL])
    before = struck.read("player.p2.gg")
    settle(struck.start("cast slay a1"))
    assert struck.unit("who", "card", "injuries", "ko", "at") == ("veronica-sino", 0, False, "a1")
    assert struck.read("player.p2.gg") == before + 2 and "ko" not in struck.events
    assert from_document(struck.document()).turned == struck.state.turned == 1
    assert settle(struck.start("cast slay a1")).unit("who", "ko")  # the first side has no such power


@pytest.mark.parametrize(("turned", "injuries"), [(True, 3), (False, 2)])
def test_puerta_giratoria_strikes_harder_once_the_card_has_been_turned(turned: bool, injuries: int) -> None:
    """In this fight, either way [Ruling R160]."""
    units = {"who": mine("veronica-sino", turned=turned), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table("who foe pal", units, turn="who", pack=[OX])
    assert settle(table.start("cast puerta-giratoria b1")).unit("foe", "injuries") == injuries


def test_a_ko_outside_her_turn_does_not_turn_her() -> None:
    """While she is the active unit [Ruling R160]."""
    units = {"who": mine("veronica-sino"), "pal": mine("bull"), "foe": theirs("ox"), "far": theirs("ox")}
    table = Table("who pal foe far", units, turn="pal", pack=[OX, BULL])
    settle(table.start("cast slay c1"))
    settle(table.start("cast slay c1"))
    assert table.unit("foe", "ko") and table.unit("who", "card") == "veronica-sino"


@pytest.mark.parametrize(("named", "ap"), [(1, 7), (2, 6)])
def test_ruling_r161_veronica_sino_bets_on_the_damage(named: int, ap: int) -> None:
    """Hagan sus Apuestas: named before the dice; 1 AP if the damage is exactly that [KA 7.2.7.a]."""
    units = {"who": mine(BACK), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table("who . foe pal", units, turn="who", pack=[OX]).start("cast hagan-sus-apuestas c1")
    assert table.options() == [f"choose {number}" for number in range(12)]
    assert settle(table.start(f"choose {named}")).unit("who", "ap") == ap
    assert table.unit("foe", "injuries") == 1


def test_ruling_r162_veronica_sino_turns_the_dofus_of_her_opponents() -> None:
    """Juego Trucado: a Dofus of theirs is no success, in her turn; with `ask` her player turns it [KA 1.6.2.c]."""
    units = {"who": mine(BACK, ap=9), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table("who foe pal", units, turn="who", pack=[OX]).start("cast juego-trucado b1")
    assert table.start("lock").asked == "p2 armour roll"
    assert table.start("dofus").unit("foe", "injuries") == 2  # no Armour though a Dofus fell
    own = Table("who foe pal", units, turn="who", pack=[OX]).start("cast hagan-sus-apuestas b1").start("choose 3")
    assert own.start("lock").start("dofus").unit("foe", "injuries") == 0  # as ever
    asked = Table("who foe pal", units, turn="who", pack=[OX], options={"turn_dice": "ask"})
    asked.start("cast juego-trucado b1").start("lock").start("dofus")
    assert asked.asked == "p1 faces"
    assert sorted(asked.options()) == ["faces armour", "faces critical", "faces dodge", "faces lock"]
    assert asked.start("faces armour").unit("foe", "injuries") == 1
    assert "team-reverse" in [
        one.kind for one in game_named("krosmaster").setups.violations([BACK, "albinarakna", "albinarakna"], "limited")
    ]


def test_a_dofus_of_a_second_roll_is_turned_by_the_opponent_too() -> None:
    """Whoever rolls all dice again, and a Dofus falls again: each of them is hers [Ruling R135] [Ruling R162]."""
    again = [power("again", holds=[{"give": [{"op": "roll-again"}]}])]
    foe = card("ox", hp=20, powers=again)
    units = {"who": mine(BACK, ap=9), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table("who foe pal", units, turn="who", pack=[foe], options={"turn_dice": "ask"})
    table.start("cast juego-trucado b1").start("lock").start("dofus")
    assert table.asked == "p1 faces"
    table.start("faces lock")
    assert table.asked == "p2 armour roll"
    table.start("dofus")
    assert table.asked == "p1 faces"
    assert table.start("faces lock").unit("foe", "injuries") == 2
    wild = Table("who foe pal", units, turn="who", pack=[foe], options={"turn_dice": "ask"})
    wild.start("cast juego-trucado b1").start("lock").start("critical_dodge")
    assert wild.asked == "p2 faces"  # its own wild faces stay with the roller

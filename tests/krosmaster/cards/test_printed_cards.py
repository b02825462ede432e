"""Printed cards at play, read once more against what they say: one test for each sentence."""

from typing import Any

import pytest

from esquive.core.waiting import Roll
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]
POKE = spell("poke", range=ANYWHERE, base=1, cost={"ap": 1})


def plainly(table: Table, line: str) -> Table:
    """The line played, and a Lock on each die that anybody rolls for it."""
    table.start(line)
    while isinstance(table.state.waiting, Roll):
        table.start(" ".join(["lock"] * table.rolls.count))
    return table


@pytest.mark.parametrize(("hit", "markers"), [("d1", 1), ("e1", 0), ("a1", 0)])
def test_le_chouque_is_hoisted_by_whatever_hurts_another_allied_character(hit: str, markers: int) -> None:
    """Hoist High: an ally's blow too; no mechanism, not himself [KA 4.10.6.a] [KA 4.3.4.b]."""
    units = {
        "chouque": mine("le-chouque"),
        "hero": mine("striker"),
        "pal": mine("ox"),
        "ball": mine("gobbowl-ball", summoner="pal"),
        "foe": theirs("ox"),
    }
    pack = [OX, card("striker", spells=[POKE])]
    table = Table("chouque hero . pal ball foe", units, turn="hero", pack=pack).play(f"cast poke {hit}", dice=DULL)
    assert table.unit("chouque", "ap_markers") == markers


def test_le_chouques_saber_strikes_an_ally_and_hoists_him() -> None:
    """Bloody Saber deals 2 more to an ally, whose injuries are suffered like any [KA 4.10.6.a]."""
    units = {"chouque": mine("le-chouque", injuries=5), "pal": mine("ox"), "foe": theirs("ox")}
    table = Table("chouque . pal . foe", units, turn="chouque", pack=[OX])
    table.play("cast bloody-saber c1", dice=DULL, answers=["resolve 1"])
    assert (table.unit("pal", "injuries"), table.unit("chouque", "injuries")) == (2, 3)
    assert table.unit("chouque", "ap_markers") == 1


@pytest.mark.parametrize(
    ("piece", "left"),
    [(None, 1), (theirs("fighter", at="c1"), 2), (theirs("lethal-trap", at="c1", summoner="foe"), 1)],
)
def test_the_queen_of_thieves_takes_kamas_from_free_cells_only(piece: Any, left: int) -> None:
    """Misery: a unit stands on the Kamas, or nothing does, or a Trap, which leaves the cell free [KA 4.17.3]."""
    units: dict[str, Any] = {"queen": mine("queen-of-thieves", at="a1"), "foe": theirs("fighter", at="e1")}
    if piece is not None:
        units["lies"] = piece
    table = Table(". . . . .", units, turn="queen", kamas={"c1": 2}).play("cast misery c1")
    assert table.read("kamas.c1") == left


@pytest.mark.parametrize(
    ("who", "line", "kamas"),
    [
        ("queen-of-thieves", "cast hold-up b1", [6, 4, 5, 5]),
        ("oscar-kass-eternal", "cast deviousness d1", [6, 5, 5, 4]),
    ],
)
def test_a_thief_robs_the_stock_of_the_targeted_krosmasters_player(who: str, line: str, kamas: list[int]) -> None:
    """Among four players, of the opponents, the one whose Krosmaster is targeted pays [KA 4.5.1] [KA 9.1.1]."""
    units = {
        "thief": mine(who),
        "two": theirs("ox"),
        "three": {"card": "ox", "owner": "p3"},
        "four": {"card": "ox", "owner": "p4"},
    }
    players = {seat: {"kamas": 5} for seat in ("p1", "p2", "p3", "p4")}
    field = """
        .     .   .     .
        thief two three four
        """
    table = Table(field, units, turn="thief", pack=[OX], players=players, format="free-for-all")
    plainly(table, line)
    assert [table.read(f"player.{seat}.kamas") for seat in players] == kamas


@pytest.mark.parametrize(("cell", "kamas"), [("b2", [6, 5, 4, 5]), ("a1", [5, 5, 5, 5])])
def test_the_queen_of_thieves_robs_a_partner_too_and_herself_of_nothing(cell: str, kamas: list[int]) -> None:
    """Hold-Up: the targeted Krosmaster's player, whoever that is [KA 4.5.1] [KA 9.3.3]."""
    units = {
        "queen": mine("queen-of-thieves", at="a2"),
        "pal": mine("ox", at="a1"),
        "partner": {"card": "ox", "owner": "p3", "at": "b2"},
        "two": theirs("ox", at="d1"),
        "four": {"card": "ox", "owner": "p4", "at": "d2"},
    }
    players = {seat: {"kamas": 5} for seat in ("p1", "p2", "p3", "p4")}
    field = ". . . .\n. . . ."
    table = Table(field, units, turn="queen", pack=[OX], players=players, format="two-against-two")
    plainly(table, f"cast hold-up {cell}")
    assert [table.read(f"player.{seat}.kamas") for seat in players] == kamas


def vampire(**keys: Any) -> Table:
    """The Master Vampire in reach of two opposing Krosmasters."""
    units = {"vampire": mine("master-vampire", **keys), "foe": theirs("fighter"), "other": theirs("fighter")}
    return Table(
        """
        .       .   .     .
        vampire .   foe   .
        .       .   other .
        """,
        units,
        turn="vampire",
    )


def test_the_master_vampire_lands_next_to_the_krosmaster_he_strikes() -> None:
    """Fangtastic: a free cell next to the targeted Krosmaster, chosen by its player [KA 4.18.3.e] [KA 4.17.3]."""
    table = vampire().play("cast fangtastic c2")
    assert sorted(table.options("choose")) == ["choose b2", "choose c3", "choose d2"]
    table.play("choose d2", dice=DULL)
    assert table.unit("vampire", "at") == "d2"
    assert table.unit("foe", "injuries") == 1


def test_the_master_vampire_stays_when_no_krosmaster_is_targeted() -> None:
    """Fangtastic speaks of the targeted Krosmaster; an empty cell has none [KA 7.2.4.b]."""
    table = vampire().play("cast fangtastic b2", dice=["lock"])
    assert table.unit("vampire", "at") == "a2"


def test_the_master_vampires_servant_may_not_target_him() -> None:
    """Seduction: the opposing Krosmaster that bears his marker, and no other [KA 7.1.7] [KA 4.13.2]."""
    units = {
        "vampire": theirs("master-vampire"),
        "foe": mine("fighter", special_markers=[{"name": "servant", "by": "vampire"}]),
        "other": mine("fighter"),
    }
    table = Table("foe vampire other", units, turn="foe")
    assert table.refused("cast strike b1").clauses == ("7.1.7",)
    assert (
        Table("foe vampire other", units, turn="other").play("cast strike b1", dice=DULL).unit("vampire", "injuries")
        == 2
    )


CHARGES = [
    ("victor-don-voom", "furia", 2, 1),
    ("victor-don-voom-eternal", "furia", 2, 1),
    ("boowolf", "thirst-for-blood", 2, 1),
    ("royal-gobball", "royal-charge", 3, 2),
    ("strawberry-king", "royal-tantrum", 2, 1),
    ("goultard", "charge", 3, 2),
    ("goultard-eternal", "charge", 3, 2),
    ("skidmonk", "here-we-go", 5, 4),
    ("jahash", "titanic-leap", 4, 3),
]


@pytest.mark.parametrize(("who", "cast", "reach", "steps"), CHARGES)
@pytest.mark.parametrize("injuries", [0, 19])
def test_a_charge_runs_to_the_one_it_targets(who: str, cast: str, reach: int, steps: int, injuries: int) -> None:
    """Closer to the targeted character, a KO'd one too: it was the target [KA 7.2.4.b]."""
    at = "abcdef"[reach] + "1"
    units = {"hero": mine(who, at="a1"), "foe": theirs("ox", at=at, injuries=injuries)}
    table = plainly(Table(". . . . . .", units, turn="hero", pack=[OX]), f"cast {cast} {at}")
    assert table.unit("hero", "at") == "abcdef"[steps] + "1"


@pytest.mark.parametrize(("who", "cast", "reach", "steps"), CHARGES)
def test_a_charge_at_nobody_stays_where_it_is(who: str, cast: str, reach: int, steps: int) -> None:
    """An empty cell may be cast at, but there is no targeted character to run to [KA 7.2.4.b]."""
    assert steps
    units = {"hero": mine(who, at="a1"), "foe": theirs("ox", at="f2")}
    field = """
        . . . . . .
        . . . . . .
        """
    table = plainly(Table(field, units, turn="hero", pack=[OX]), f"cast {cast} {'abcdef'[reach]}1")
    assert table.unit("hero", "at") == "a1"


@pytest.mark.parametrize(("who", "at"), [("ox", "d1"), ("imp", "a1")])
def test_jahash_leaps_only_towards_a_krosmaster(who: str, at: str) -> None:
    """Titanic Leap runs to the targeted Krosmaster and to no summon, which it injures all the same [KA 4.3.3]."""
    units = {"hero": mine("jahash", at="a1"), "foe": theirs(who, at="e1"), "boss": theirs("ox", at="f1")}
    table = plainly(Table(". . . . . .", units, turn="hero", pack=[OX]), "cast titanic-leap e1")
    assert table.unit("hero", "at") == at
    assert table.facts("injured") == [{"unit": "foe", "x": 1, "by": "hero"}]


@pytest.mark.parametrize(("who", "cell", "at"), [("ox", "b1", "b1"), ("post", "b1", "b1"), ("ox", "a2", "a2")])
def test_a_hangover_pushes_its_target_and_its_caster_moves_closer(who: str, cell: str, at: str) -> None:
    """Hangover: whatever the target is, a Mechanism or nobody too [KA 7.5.17.a] [Ruling R71]."""
    post = summon("post", category="mechanism", mp="-", ap="-", hp=5)
    units = {"hero": mine("pandalida", at="a1"), "foe": theirs("ox", at="d1"), "target": theirs(who, at="b1")}
    field = """
        . . . .
        . . . .
        """
    table = plainly(Table(field, units, turn="hero", pack=[OX, post]), f"cast hangover {cell}")
    assert table.unit("hero", "at") == at
    assert table.unit("target", "at") == ("c1" if cell == "b1" else "b1")


def test_a_flaming_burp_breathes_on_four_cells_and_injures_pandalida() -> None:
    """Flaming Burp: 4 AP and an injury, 2 fire damage to the Breath [KA 4.16.3] [KA 7.2.2.a]."""
    units = {name: theirs("ox") for name in ("foe", "left", "far", "right")}
    field = """
        .    .   left
        hero foe far
        .    .   right
        """
    table = Table(field, {"hero": mine("pandalida"), **units}, turn="hero", pack=[OX])
    plainly(table, "cast flaming-burp b2")
    assert [table.unit(name, "injuries") for name in units] == [2, 2, 2, 2]
    assert table.unit("hero", "injuries", "ap") == (1, 2)


@pytest.mark.parametrize(("cell", "healed"), [("c1", 2), ("d1", 3)])
def test_a_disembowelment_of_nobody_heals_nobody(cell: str, healed: int) -> None:
    """Disembowelment: those next to the targeted character, and without one there are none [KA 7.2.4.b]."""
    units = {
        "chouque": mine("le-chouque", at="a1"),
        "foe": theirs("ox", at="c1"),
        "pal": mine("ox", at="d2" if cell == "d1" else "c2", injuries=3),
    }
    field = """
        . . . . .
        . . . . .
        """
    table = Table(field, units, turn="chouque", pack=[OX])
    plainly(table, f"cast disembowelment {cell}")
    assert table.unit("pal", "injuries") == healed


@pytest.mark.parametrize(("target", "markers"), [("c1", (-1, 0)), ("a1", (0, 0))])
def test_nox_takes_time_from_characters_only(target: str, markers: tuple[int, int]) -> None:
    """Eliacube Master: opposing characters, Mechanisms being none [KA 4.3.4.b]."""
    units = {
        "nox": mine("nox-eternal", at="c3"),
        "foe": theirs("ox", at="c1"),
        "trap": theirs("gobbowl-ball", at="a1", summoner="foe"),
    }
    field = """
        . . . . .
        . . . . .
        . . . . .
        """
    table = plainly(Table(field, units, turn="nox", pack=[OX]), f"cast hand-sword {target}")
    assert table.unit("foe", "ap_markers") == markers[0]


@pytest.mark.parametrize(("who", "punch"), [("emma-sacre", 1), ("anathar", 1), ("qilby-traitor", 1)])
def test_a_bonus_to_elemental_damage_is_no_bonus_to_punch(who: str, punch: int) -> None:
    """The four elements' signs stand on these cards; Punch is neutral [KA 4.13.2] [KA 7.2.1]."""
    units = {"hero": mine(who), "foe": theirs("anathar"), "pal": mine("ox")}
    table = plainly(Table("hero foe . pal", units, turn="hero", pack=[OX]), "cast punch b1")
    assert table.unit("foe", "injuries") == punch


@pytest.mark.parametrize(
    ("who", "cast", "cell", "injuries"),
    [
        ("emma-sacre", "sword-of-iop", "c1", 2),
        ("anathar", "arrangementor", "c1", 2),
        ("qilby-traitor", "wakflood", "c1", 3),
    ],
)
def test_a_bonus_to_elemental_damage_counts_for_each_element(who: str, cast: str, cell: str, injuries: int) -> None:
    """Compulsion, Cribbling and False Friend with a spell of an element [KA 4.13.2]."""
    units = {"hero": mine(who, at="a1"), "foe": theirs("anathar", at="c1"), "pal": mine("ox", at="e1")}
    table = plainly(Table(". . . . .", units, turn="hero", pack=[OX]), f"cast {cast} {cell}")
    assert table.unit("foe", "injuries") == injuries


def test_backlash_adds_to_each_other_earth_spell_of_the_turn() -> None:
    """Backlash: +1 to every Earth spell after it in this turn, that of a Reward too [KA 6.4.1] [KA 4.18.3.d]."""
    units = {"doo": mine("doo-rex", rewards=[{"id": "falling-star", "face": "down"}]), "foe": theirs("ox")}
    table = Table("doo foe .", units, turn="doo", pack=[OX])
    assert plainly(table, "cast backlash b1").unit("foe", "injuries") == 1
    assert plainly(table.play("reveal falling-star"), "cast impact b1").unit("foe", "injuries") == 1 + 3 + 1


@pytest.mark.parametrize(("injuries", "x"), [(0, 3), (2, 3)])
def test_ko_fang_looks_at_the_opponents_own_injuries(injuries: int, x: int) -> None:
    """Smithereens: 2 more on an opponent without injuries, whatever lies on its cell [KA 4.17.3]."""
    units = {
        "kofang": mine("ko-fang-the-white", at="a1"),
        "foe": theirs("ox", at="c1", injuries=injuries),
        "trap": theirs("lethal-trap", at="c1", summoner="foe"),
    }
    table = plainly(Table(". . .", units, turn="kofang", pack=[OX]), "cast smithereens c1")
    assert table.unit("foe", "injuries") == (x if injuries == 0 else injuries + 1)


@pytest.mark.parametrize(("cell", "asked"), [("a1", "p1 activation"), ("c1", "p1 activation")])
def test_wakforce_opens_the_armour_of_every_adjacent_target(cell: str, asked: str) -> None:
    """Wakforce: a Mechanism's as a Krosmaster's; neither rolls a die [KA 7.5.11.a]."""
    wall = summon("wall", category="mechanism", mp="-", ap="-", hp=5)
    units = {"wall": theirs("wall", summoner="foe"), "yugo": mine("yugo-unleashed"), "foe": theirs("ox")}
    table = Table("wall yugo foe", units, turn="yugo", pack=[OX, wall]).start(f"cast punch {cell}").start("lock")
    assert table.asked == asked


@pytest.mark.parametrize(("element", "injuries"), [("punch", 1), ("sword-of-iop", 2)])
def test_emmas_first_attack_spell_uses_her_compulsion_up(element: str, injuries: int) -> None:
    """Compulsion: the first Attack spell of the turn; after a Punch no spell has the bonus [KA 7.2.7.c]."""
    units = {"emma": mine("emma-sacre", ap=12, at="a1"), "foe": theirs("ox", at="b1")}
    table = Table(". . .", units, turn="emma", pack=[OX])
    first = plainly(table, f"cast {element} b1").unit("foe", "injuries")
    assert first == injuries
    assert plainly(table, "cast sword-of-iop b1").unit("foe", "injuries") == first + 1


@pytest.mark.parametrize("side", [mine, theirs])
@pytest.mark.parametrize(("row", "left"), [(1, False), (10, True)])
def test_the_strawberry_king_rules_every_strawberry_jelly(row: int, left: bool, side: Any) -> None:
    """Gelatinous Invasion: all Strawberry Jellies, whoever summoned them [KA 4.18.7] [Ruling R84]."""
    units = {
        "king": mine("strawberry-king", at=f"a{row}"),
        "pal": mine("ox", at="c1"),
        "foe": theirs("ox", at="c10"),
        "jelly": side("strawberry-jelly", at="b5", summoner="pal" if side is mine else "foe"),
    }
    table = Table("\n".join([". . ."] * 10), units, turn="king", pack=[OX]).start("end")
    assert table.unit("jelly", "at") == ("b5" if left else "")
    assert not left or table.unit("jelly", "mp_markers") == 1

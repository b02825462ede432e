"""Printed cards that speak of characters, allies or Krosmasters: what else stands there is left alone [KA 4.3.4]."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, mine, power, reward, spell, summon, theirs

DULL = ["lock", "lock"]
POST = summon("post", category="mechanism", mp="-", hp=12, ap=3)
OX = card("ox", hp=20)


@pytest.mark.parametrize("anna", ["anna-tommy", "anna-tommy-eternal"])
@pytest.mark.parametrize(("piece", "at"), [("post", "a1"), ("imp", "c1"), ("ox", "c1")])
def test_anna_tommy_changes_places_with_allied_characters_only(anna: str, piece: str, at: str) -> None:
    """Transposition names a character, which a mechanism is not [KA 4.3.4.b]."""
    units = {"anna": mine(anna), "pal": mine(piece), "foe": theirs("ox")}
    if piece != "ox":
        units["pal"]["summoner"] = "anna"
    table = Table("anna . pal . foe", units, turn="anna", pack=[POST, OX]).play("cast transposition c1")
    assert table.unit("anna", "at") == at


@pytest.mark.parametrize("lying", ["foe", "grampy"])
def test_grampys_feline_friends_heal_the_ally_and_never_the_opponent_on_the_same_cell(lying: str) -> None:
    """An opponent that stands on a Trap of either side suffers 2 and heals nothing [Ruling R115]."""
    owner = mine if lying == "grampy" else theirs
    units = {
        "grampy": mine("grampy", injuries=5, at="a1"),
        "foe": theirs("ox", injuries=4, at="d1"),
        "trap": owner("lethal-trap", at="d1", summoner=lying),
    }
    table = Table(". . . .", units, turn="grampy", pack=[OX])
    table.play("cast feline-friends d1", answers=["choose foe"])
    assert (table.unit("foe", "injuries"), table.unit("grampy", "injuries")) == (6, 3)


def test_grampys_feline_friends_heal_a_targeted_ally() -> None:
    """An allied target heals 3, its side suffers nothing and he heals nothing himself."""
    units = {"grampy": mine("grampy", injuries=5), "pal": mine("ox", injuries=4), "foe": theirs("ox", at="a2")}
    table = Table(
        """
        .      . . .
        grampy . . pal
        """,
        units,
        turn="grampy",
        pack=[OX],
    ).play("cast feline-friends d1")
    assert (table.unit("pal", "injuries"), table.unit("grampy", "injuries")) == (1, 5)


def test_minotorors_magic_seeds_heal_every_targeted_character() -> None:
    """Opponents and Mobs too, mechanisms not [KA 4.3.4.b]."""
    units = {
        "minotoror": mine("minotoror"),
        "imp": mine("imp", summoner="minotoror", injuries=1),
        "post": mine("post", summoner="minotoror", injuries=3),
        "foe": theirs("ox", injuries=3),
    }
    table = Table("minotoror imp post foe", units, turn="minotoror", pack=[POST, OX]).play("cast magic-seeds b1")
    assert [table.unit(name, "injuries") for name in ("imp", "post", "foe")] == [0, 3, 2]


@pytest.mark.parametrize(("piece", "markers"), [("post", 0), ("ox", -2)])
def test_gahfeld_slows_down_a_targeted_character(piece: str, markers: int) -> None:
    """Two -1 AP markers on a character; a mechanism with AP keeps them [KA 4.3.4.b] [KA 4.11.6]."""
    units = {"grampy": mine("grampy-protector"), "target": theirs(piece), "foe": theirs("ox")}
    if piece == "post":
        units["target"]["summoner"] = "foe"
    table = Table("grampy . target . foe", units, turn="grampy", pack=[POST, OX]).play("cast gahfeld c1", dice=DULL)
    assert table.unit("target", "ap_markers") == markers
    assert table.unit("target", "injuries") == 1


@pytest.mark.parametrize(("piece", "injuries"), [("post", 7), ("ox", 9)])
def test_fatal_fatality_counts_the_injuries_of_a_character(piece: str, injuries: int) -> None:
    """1 and 1 more for every 3 of 6, on a character only [KA 4.3.4.b]."""
    units = {"sram": mine("hemorrhage"), "target": theirs(piece, injuries=6), "foe": theirs("ox")}
    if piece == "post":
        units["target"]["summoner"] = "foe"
    table = Table("sram target . foe", units, turn="sram", pack=[POST, OX]).play("cast fatal-fatality b1", dice=DULL)
    assert table.unit("target", "injuries") == injuries


def test_arno_kelse_turns_about_a_character_and_not_about_a_mechanism() -> None:
    """Pirouette places him beside the targeted character [KA 4.3.4.b]; a mechanism is struck all the same."""
    field = """
        .    .      .
        arno target foe
        """
    pieces: dict[str, dict[str, Any]] = {"post": theirs("post", summoner="foe"), "ox": theirs("ox")}
    at = {}
    for piece, keys in pieces.items():
        units = {"arno": mine("arno-kelse"), "target": keys, "foe": theirs("ox")}
        table = Table(field, units, turn="arno", pack=[POST, OX]).play("cast pirouette b1", dice=DULL)
        at[piece] = table.unit("arno", "at")
        assert table.unit("target", "injuries") == 1
    assert at == {"post": "a1", "ox": "b2"}


@pytest.mark.parametrize(("piece", "kamas"), [("imp", 1), ("ox", 1)])
def test_bankruptcy_empties_the_purse_of_the_targets_player(piece: str, kamas: int) -> None:
    """Four Kamas go back to the reserve, for a Mob as for a Krosmaster [KA 4.5.1]."""
    units = {"queen": mine("queen-of-thieves"), "target": theirs(piece), "foe": theirs("ox")}
    if piece == "imp":
        units["target"]["summoner"] = "foe"
    table = Table("queen target . foe", units, turn="queen", pack=[OX], players={"p2": {"kamas": 5}})
    table.play("cast bankruptcy b1", dice=DULL)
    assert table.read("player.p2.kamas") == kamas


STRONG = card(
    "strong",
    initiative=5,
    powers=[
        power("wrath", when="end-of-own-turn", do=[{"op": "injure", "x": 5, "to": {"who": "units", "side": "enemy"}}])
    ],
    spells=[
        spell("blow", base=6),
        spell("curse", base=0, do=[{"op": "injure", "x": 5}]),
        spell("balm", kind="heal", element=None, base=5),
        spell("prayer", kind="special", do=[{"op": "heal-injuries", "x": 5}]),
    ],
)


@pytest.mark.parametrize(
    ("line", "original", "eternal"),
    [
        ("cast blow b1", 11, 10),
        ("cast curse b1", 11, 10),
        ("cast balm b1", 5, 6),
        ("cast prayer b1", 5, 6),
        ("end", 13, 10),
    ],
)
def test_merkator_takes_and_heals_three_at_a_time_from_a_spell(line: str, original: int, eternal: int) -> None:
    """Krobust limits spells and their additional effects, not what a power does; Krowsome limits all [KA 7.2.8.d]."""
    dice = {"cast blow b1": ["lock"] * 2, "cast curse b1": ["lock"] * 2, "cast balm b1": ["lock"]}.get(line, [])
    injuries = []
    for merkator in ("merkator", "merkator-eternal"):
        units = {"foe": mine("strong"), "merkator": theirs(merkator, injuries=8), "next": mine("ox")}
        table = Table("foe merkator . next", units, turn="foe", pack=[STRONG, OX]).play(line, dice=dice)
        injuries.append(table.unit("merkator", "injuries"))
    assert injuries == [original, eternal]


def test_a_demonic_reward_heals_merkator_of_more_than_three() -> None:
    """Krobust speaks of spells; a Boost of the house that heals 4 is none [KA 4.7.5.a]."""
    tonic = reward("tonic", do=[{"op": "heal-injuries", "x": 4, "to": {"who": "self"}}])
    units = {"merkator": mine("merkator", injuries=8, rewards=[{"id": "tonic"}]), "foe": theirs("ox")}
    table = Table("merkator . foe", units, turn="merkator", pack=[OX, tonic]).play("reveal tonic")
    assert table.unit("merkator", "injuries") == 4


@pytest.mark.parametrize(("level", "injuries"), [(4, 2), (5, 1), (6, 1)])
def test_percylax_hunts_the_highest_of_all_his_opponents(level: int, injuries: int) -> None:
    """Big-Game Hunter among four: a third player's Krosmaster of that level or above spoils it [KA 4.18.2.d]."""
    pack = [card("target", level=5, hp=20), card("third", level=level, hp=20)]
    units = {
        "percedal": mine("percedal-percylax"),
        "eva": mine("evangelyne"),
        "target": theirs("target"),
        "third": {"card": "third", "owner": "p3"},
        "fourth": {"card": "villager", "owner": "p4"},
    }
    field = """
        eva      .      fourth
        percedal target third
        """
    table = Table(field, units, turn="percedal", pack=pack, format="free-for-all")
    table.play("cast slap b1", dice=["lock"] * 3)
    assert table.unit("target", "injuries") == injuries

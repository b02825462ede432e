"""Printed cards whose numbers depend on something: one test for each sentence."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]

RIKTUS = [
    ("amakna-riktus", "musculature", "c1", ["lock"] * 3, "mp_markers", -1),
    ("bonta-riktus", "torsion", "e1", ["lock"] * 3, "range_markers", -1),
    ("sufokia-riktus", "apnea", "e1", ["lock"] * 3, "ap_markers", -1),
    ("brakmar-riktus", "ruse", "c1", ["lock"] * 3, "injuries", 2),
]


@pytest.mark.parametrize(("who", "name", "at", "dice", "key", "value"), RIKTUS)
def test_a_riktus_strikes_harder_where_a_bandit_has_struck_in_the_players_turn(
    who: str, name: str, at: str, dice: list[str], key: str, value: int
) -> None:
    """An effect more if a Bandit has already hurt the target during the player's turn [Ruling R47]."""
    stab = spell("stab", range=ANYWHERE, base=1, cost={"ap": 1})
    units = {"thug": mine("thug"), "riktus": mine(who), "foe": theirs("ox", at=at)}
    before = 1 if key == "injuries" else 0

    def played(types: list[str], *, stabs: bool = True) -> int:
        thug = card("thug", types=types, initiative=9, spells=[stab])
        table = Table("thug riktus . . . .", units, turn="thug", pack=[OX, thug])
        if stabs:
            table.play(f"cast stab {at}", dice=DULL)
        table.play("end").play(f"cast {name} {at}", dice=dice)
        return int(table.unit("foe", key))

    assert played(["bandit"]) == value
    assert played(["monk"]) == before
    assert played(["bandit"], stabs=False) == 0


@pytest.mark.parametrize(("wild", "farthest"), [(0, "d1"), (1, "e1"), (2, "e1"), (3, "f1")])
def test_a_kanniball_sees_farther_for_every_two_wild_allies(wild: int, farthest: str) -> None:
    """Wild Range: itself is one of them, opponents are not [KA 4.15.7] [KA 4.18.2.d]."""
    units: dict[str, dict[str, Any]] = {"hero": mine("kanniball-jav"), "foe": theirs("savage")}
    units |= {f"pal-{number}": mine("savage") for number in range(wild)}
    row = " ".join(["hero", *["."] * 7])
    pals = " ".join([*[f"pal-{number}" for number in range(wild)], *["."] * (7 - wild), "foe"])
    table = Table(f"{pals}\n{row}", units, turn="hero", pack=[card("savage", types=["wild"])])
    reached = [line.split()[2] for line in table.options("cast") if line.startswith("cast javelin")]
    assert max(cell for cell in reached if cell.endswith("1")) == farthest


def test_andchain_calls_his_kanniballs_to_dinner() -> None:
    """Kanniball Andchain: until the player's turn ends they lose their powers and hit harder by 1 [Ruling R47]."""
    units = {"chain": mine("kanniball-andchain"), "jav": mine("kanniball-jav"), "foe": theirs("ox")}
    table = Table("chain . jav . . foe", units, turn="chain", pack=[OX]).play("cast dinners-readdddy a1")
    assert table.unit("chain", "powers") == []
    table.play("end")
    assert table.play("cast javelin f1", dice=["lock"]).unit("foe", "injuries") == 2


@pytest.mark.parametrize(("injuries", "damage"), [(0, 3), (1, 1)])
def test_ko_fang_smashes_an_uninjured_opponent(injuries: int, damage: int) -> None:
    """Ko-Fang, Smithereens: +2 [KA 4.18.10]."""
    units = {"fang": mine("ko-fang-the-white"), "foe": theirs("ox", injuries=injuries)}
    table = Table("fang . foe", units, turn="fang", pack=[OX]).play("cast smithereens c1", dice=DULL)
    assert table.unit("foe", "injuries") == injuries + damage


@pytest.mark.parametrize(("injuries", "damage"), [(2, 1), (3, 2), (9, 4)])
def test_hemorrhage_kills_by_what_has_bled(injuries: int, damage: int) -> None:
    """Hemorrhage, Fatal Fatality: +1 for every 3 injuries on the target [KA 7.2.7.c]."""
    units = {"hem": mine("hemorrhage"), "foe": theirs("ox", injuries=injuries)}
    table = Table("hem foe", units, turn="hem", pack=[OX]).play("cast fatal-fatality b1", dice=DULL)
    assert table.unit("foe", "injuries") == injuries + damage


def test_cathy_ranik_spends_more_with_different_summons() -> None:
    """Cathy Ranik, Frivolous Spending: +1 for each allied summon of another name [KA 7.2.7.c]."""
    units = {
        "cathy": mine("cathy-ranik"),
        "tofu": mine("tofu", summoner="cathy"),
        "tofu-2": mine("tofu", summoner="cathy"),
        "imp": mine("imp", summoner="cathy"),
        "foe": theirs("ox"),
        "snare": theirs("gobball"),
    }
    table = Table("cathy foe . . tofu tofu-2 imp snare", units, turn="cathy", pack=[OX])
    assert table.play("cast frivolous-spending b1", dice=DULL).unit("foe", "injuries") == 2


def test_ogrest_sees_farther_by_the_range_of_his_sob() -> None:
    """Ogrest Child, Sob: as many +1 range markers as its MAX range, which is fixed at 1 [KA 4.15.7]."""
    units = {"ogrest": mine("ogrest-child"), "foe": theirs("ox")}
    table = Table("ogrest foe", units, turn="ogrest", pack=[OX]).play("cast sob b1", dice=DULL)
    assert table.unit("ogrest", "range_markers") == 1


@pytest.mark.parametrize(
    ("who", "line", "key"), [("henual", "cast devotion b1", "ap"), ("ghett-outadier", "cast acceleration b1", "mp")]
)
@pytest.mark.parametrize(("before", "after"), [(0, 2), (-1, 1), (1, 1)])
def test_who_has_a_marker_already_gets_no_more(who: str, line: str, key: str, before: int, after: int) -> None:
    """Devotion and Acceleration: +2 on targets without a + marker of the kind [KA 4.11.8]."""
    units = {"hero": mine(who), "pal": mine("ox", **{f"{key}_markers": before}), "foe": theirs("ox")}
    table = Table("hero pal . foe", units, turn="hero", pack=[OX]).play(line)
    assert table.unit("pal", f"{key}_markers") == after


def team(count: int) -> tuple[dict[str, dict[str, Any]], list[Any]]:
    """As many different Avengers off the board as asked for, beside the hero."""
    names = [f"avenger-{letter}" for letter in "abcdefg"[:count]]
    return {name: mine(name, at="") for name in names}, [card(name, types=["avenger"]) for name in names]


@pytest.mark.parametrize(
    ("who", "line", "others", "reads"),
    [
        ("krobax", "cast nimbo-stratus c1", 1, ("mp_markers", -1)),
        ("beelzebug", "cast asphalt c1", 2, ("ap_markers", -1)),
        ("skale", "cast thalasso c1", 2, ("at", "c1")),
    ],
)
def test_a_multiman_prosecutes_with_enough_different_avengers(
    who: str, line: str, others: int, reads: tuple[str, Any]
) -> None:
    """Prosecution: the Multiman itself is one of the Avengers the team began with [KA 4.18.2.b]."""
    for count in (others - 1, others):
        extra, pack = team(count)
        units = {"hero": mine(who), "foe": theirs("ox"), **extra}
        table = Table("hero . foe . . .", units, turn="hero", pack=[OX, *pack]).play(line, dice=DULL)
        if who == "skale":
            assert table.unit("hero", "at") == ("b1" if count == others else "a1")
        else:
            assert table.unit("foe", reads[0]) == (reads[1] if count == others else 0)


@pytest.mark.parametrize(
    ("who", "others", "key", "without", "with_"),
    [("krobax", 3, "max_ap", 5, 8), ("trank", 4, "powers", [], ["armour", "lock", "unfazed"])],
)
def test_a_multimans_blood_awakes_with_enough_avengers(
    who: str, others: int, key: str, without: Any, with_: Any
) -> None:
    """The continuous power holds exactly from the number printed on [KA 4.18.4.e]."""
    for count, expected in ((others - 1, without), (others, with_)):
        extra, pack = team(count)
        units = {"hero": mine(who), "foe": theirs("ox"), **extra}
        table = Table("hero . foe", units, turn="hero", pack=[OX, *pack])
        found = table.unit("hero", key)
        assert (sorted(found) if isinstance(found, list) else found) == expected


@pytest.mark.parametrize(("stocks", "kamas", "healed"), [((1, 2), 2, 0), ((2, 2), 2, 1)])
def test_king_nidas_earns_or_heals_by_what_he_has(stocks: tuple[int, int], kamas: int, healed: int) -> None:
    """King Nidas, Magot Sacré: 1 Kama if he has fewer, else 1 injury healed [KA 4.5.1]."""
    players = {"p1": {"kamas": stocks[0]}, "p2": {"kamas": stocks[1]}}
    units = {"nidas": mine("king-nidas", injuries=3), "foe": theirs("ox")}
    hit = Table("nidas . foe", units, turn="nidas", pack=[OX], players=players).play("move b1")
    hit.play("cast punch c1", dice=DULL)
    assert (hit.read("player.p1.kamas"), hit.unit("nidas", "injuries")) == (kamas, 3 - healed)


def test_the_queen_of_thieves_ruins_the_targets_player() -> None:
    """Queen of Thieves, Bankruptcy: -4 AP, and its player loses 4 Kamas [KA 4.5.1]."""
    units = {"queen": mine("queen-of-thieves"), "foe": theirs("ox")}
    players = {"p1": {"kamas": 5}, "p2": {"kamas": 6}}
    table = Table("queen . foe", units, turn="queen", pack=[OX], players=players)
    table.play("cast bankruptcy c1", dice=DULL)
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == (5, 2)
    assert table.unit("foe", "ap_markers") == -4


@pytest.mark.parametrize(("stocks", "mp", "damage"), [((1, 2), 3, 2), ((2, 2), 5, 1)])
def test_the_queen_of_thieves_fights_when_poor_and_runs_when_rich(
    stocks: tuple[int, int], mp: int, damage: int
) -> None:
    """Rapine Occulte: +1 damage this turn with fewer Kamas, else 2 MP at once [KA 7.5.14.a]."""
    players = {"p1": {"kamas": stocks[0]}, "p2": {"kamas": stocks[1]}}
    units = {"queen": mine("queen-of-thieves"), "foe": theirs("ox")}
    begin = {"player": "p1", "unit": "queen", "phase": "preliminary"}
    table = Table("queen foe", units, turn=begin, pack=[OX], players=players).play()
    full = table.state.library.profiles[table.state.profile[0]].mp
    assert table.unit("queen", "mp") == full + (mp - 3)
    assert table.again().play("cast hold-up b1", dice=DULL).unit("foe", "injuries") == damage
    assert table.play("cast punch b1", dice=DULL).unit("foe", "injuries") == damage  # a Neutral spell too


@pytest.mark.parametrize(("other", "damage"), [(4, 2), (5, 1)])
def test_percedal_hunts_the_biggest_game(other: int, damage: int) -> None:
    """Percedal Percylax: +1 against a level above every other opposing Krosmaster's, with a Tofu ally in play."""
    pack = [
        card("big", level=5, hp=20),
        card("other", level=other, hp=20),
        card("mate", types=["brotherhood-of-the-tofu"]),
    ]
    units = {"percy": mine("percedal-percylax"), "mate": mine("mate"), "foe": theirs("big"), "far": theirs("other")}
    table = Table("percy foe mate far", units, turn="percy", pack=pack)
    table.play("cast slap b1", dice=["lock", "lock", "lock"])
    assert table.unit("foe", "injuries") == damage


@pytest.mark.parametrize(("element", "damage"), [("air", 2), ("fire", 1)])
def test_anathar_eats_what_he_knows(element: str, damage: int) -> None:
    """Anathar, Cribbling: +1 if a targeted character has a spell of the same element [KA 7.2.7.c]."""
    target = card("target", hp=20, spells=[spell("own", element=element)])
    units = {"anathar": mine("anathar"), "foe": theirs("target")}
    table = Table("anathar foe", units, turn="anathar", pack=[target])
    table.play("cast demonic-maw b1", dice=["lock", "lock", "lock"])
    assert table.unit("foe", "injuries") == damage


def test_lydia_vokins_arrow_glances_off_to_an_opponent_in_line() -> None:
    """Lydia Vokin, Flecha Curva: one opponent on the row or column of the target suffers 1 injury [KA 4.18.3.e]."""
    field = """
        .     . . up  . .
        lydia . . foe . on
        .     . . .   off .
        """
    units = {
        "lydia": mine("lydia-vokin"),
        "foe": theirs("ox"),
        "up": theirs("ox"),
        "on": theirs("ox"),
        "off": theirs("ox"),
    }
    table = Table(field, units, turn="lydia", pack=[OX]).start("cast flecha-curva d2")
    assert sorted(table.options()) == ["choose on", "choose up"]
    table.play("choose up", dice=DULL)
    assert [table.unit(name, "injuries") for name in ("foe", "up", "on", "off")] == [1, 1, 0, 0]


def test_the_puny_vampires_victim_cannot_be_healed() -> None:
    """Puny Vampire: the bearer of Bleeding keeps its injuries, by healing spells too [KA 4.13.4] [KA 1.5.2]."""
    mend = spell("mend", range=ANYWHERE, kind="heal", base=2, cost={"ap": 1})
    units = {"vampire": mine("puny-vampire"), "medic": mine("medic"), "foe": theirs("ox", injuries=5)}
    pack = [OX, card("medic", initiative=1, spells=[mend])]
    table = Table(". medic . .\nvampire . . foe", units, turn="vampire", pack=pack)
    table.play("cast certain-death d1").play("end").play("cast mend d1", dice=["lock"])
    assert table.unit("foe", "injuries") == 5
    table.play("cast mend a1", dice=["lock"])
    assert "healed" not in table.events  # the vampire has no injury; nothing else was marked

"""Printed cards that place, move and summon: one test for each sentence."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, keyword, mine, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]


@pytest.mark.parametrize("version", ["yugo", "yugo-eternal"])
def test_yugos_portal_moves_himself_or_an_ally_next_to_him(version: str) -> None:
    """Yugo, Transfer Portal [KA 4.18.3.e]."""
    units = {"yugo": mine(version), "pal": mine("fighter"), "far": mine("fighter"), "foe": theirs("fighter")}
    table = Table("pal yugo . . far foe", units, turn="yugo").play("cast transfer-portal d1")
    assert sorted(table.options()) == ["choose pal", "choose yugo"]
    assert table.again().play("choose pal").unit("pal", "at") == "d1"
    assert table.play("choose yugo").unit("yugo", "at") == "d1"


def test_arno_kelse_pirouettes_onto_a_free_cell_next_to_his_target() -> None:
    """Arno Kelse, Pirouette [KA 4.17.3]."""
    units = {"arno": mine("arno-kelse"), "foe": theirs("ox")}
    table = Table("arno foe . .", units, turn="arno", pack=[OX]).play("cast pirouette b1", dice=DULL)
    assert table.unit("arno", "at") == "c1"
    assert table.unit("foe", "injuries") == 1  # the blow still lands


def test_cleophee_tumbles_only_round_an_opponent() -> None:
    """Cleophee, Tumble: an ally is struck without a tumble [KA 4.18.2.d]."""
    units = {"cleo": mine("cleophee"), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table("pal cleo foe .", units, turn="cleo", pack=[OX])
    assert table.again().play("cast tumble a1", dice=DULL).unit("cleo", "at") == "b1"
    assert table.play("cast tumble c1", dice=DULL).unit("cleo", "at") == "d1"


@pytest.mark.parametrize(("cells", "damage"), [(2, 3), (3, 2), (5, 0)])
def test_cleophees_shot_loses_one_damage_for_each_cell(cells: int, damage: int) -> None:
    """Cleophee, Impetuous Shot [KA 7.2.7.c]."""
    row = ["cleo", *["."] * (cells - 1), "foe"]
    table = Table(" ".join(row), {"cleo": mine("cleophee"), "foe": theirs("ox")}, turn="cleo", pack=[OX])
    table.play(f"cast impetuous-shot {'abcdef'[cells]}1", dice=DULL)
    assert table.unit("foe", "injuries") == damage


@pytest.mark.parametrize(
    ("who", "spell", "foe"),
    [("qilby-traitor", "wrong-move", "c2"), ("remington-smisse-mercenary", "jump-the-gun", "d2")],
)
def test_two_of_them_step_aside_onto_a_free_cell_next_to_themselves(who: str, spell: str, foe: str) -> None:
    """Qilby, Wrong Move; Remington, Jump the Gun [KA 4.17.3]."""
    field = """
        .    . . .
        hero . . .
        T    . . .
        """
    units = {"hero": mine(who), "foe": theirs("ox", at=foe)}
    table = Table(field, units, turn="hero", pack=[OX]).start(f"cast {spell} {foe}")
    assert sorted(table.options()) == ["choose a3", "choose b2"]
    table.start("choose a3")
    assert table.unit("hero", "at") == "a3"


def test_franky_bery_dribbles_to_a_ball_and_to_nothing_else() -> None:
    """Franky Béry, Dribble: next to the targeted Gobbowl Ball [KA 4.18.9]."""
    units = {"franky": mine("franky-bery"), "ball": mine("gobbowl-ball", summoner="franky"), "foe": theirs("ox")}
    table = Table("foe . franky . ball .", units, turn="franky", pack=[OX])
    assert table.again().play("cast dribble a1").unit("franky", "at") == "c1"
    table.play("cast dribble e1")
    assert sorted(table.options()) == ["choose d1", "choose f1"]
    assert table.play("choose f1").unit("franky", "at") == "f1"


def test_franky_bery_shoots_his_ball_at_the_opponents_it_comes_to_lie_next_to() -> None:
    """Franky Béry, Shoot: pushed 2, then 2 injuries to each opponent next to the ball [KA 7.5.9.a]."""
    units = {
        "franky": mine("franky-bery"),
        "ball": mine("gobbowl-ball", summoner="franky"),
        "foe": theirs("ox"),
        "far": theirs("ox"),
        "pal": mine("ox"),
    }
    field = """
        .      .    .   pal .
        franky ball .   .   foe
        .      far  .   .   .
        """
    table = Table(field, units, turn="franky", pack=[OX]).play("cast shoot b2", dice=DULL)
    assert table.unit("ball", "at") == "d2"
    assert [table.unit(name, "injuries") for name in ("foe", "far", "pal")] == [2, 0, 0]


def test_persee_phore_takes_the_cell_her_target_has_left() -> None:
    """Persée Phore, Happy Tunnel [KA 7.5.10.a]."""
    units = {"persee": mine("persee-phore"), "foe": theirs("ox")}
    table = Table("persee . . foe", units, turn="persee", pack=[OX]).play("cast happy-tunnel d1", dice=DULL)
    assert (table.unit("foe", "at"), table.unit("persee", "at")) == ("c1", "d1")


def test_harry_gloo_blows_away_the_characters_next_to_where_he_lands() -> None:
    """Harry Gloo, Viento Glacial: adjacent characters, not mechanisms, are pushed 1 [KA 4.3.4]."""
    units = {
        "harry": mine("harry-gloo"),
        "foe": theirs("ox"),
        "ball": theirs("gobbowl-ball"),
        "far": theirs("ox"),
    }
    field = """
        .     . .    .   .
        .     . ball .   .
        harry . .    foe .
        .     . .    .   far
        """
    table = Table(field, units, turn="harry", pack=[OX]).play("cast viento-glacial c2")
    assert [table.unit(name, "at") for name in ("harry", "foe", "ball", "far")] == ["c2", "e2", "c3", "e1"]


def test_chabal_throws_a_summon_at_the_opponents() -> None:
    """Chabal O'Leary, Right in the Face: placed, then -1 MP and 1 injury for each opponent next to it [KA 4.18.3.e]."""
    units = {
        "chabal": mine("chabal-oleary"),
        "imp": mine("imp", summoner="chabal"),
        "foe": theirs("ox"),
        "far": theirs("ox"),
    }
    table = Table("imp chabal . . . foe far", units, turn="chabal", pack=[OX]).play("cast right-in-the-face e1")
    assert table.unit("imp", "at") == "e1"
    assert table.unit("foe", "mp_markers", "injuries") == (-1, 1)
    assert table.unit("far", "mp_markers", "injuries") == (0, 0)


def test_fabine_passes_the_ball() -> None:
    """Fabine Berthaz, Disengage: an adjacent allied ball; -1 AP and 1 injury next to it [KA 4.18.9]."""
    units = {
        "fabine": mine("fabine-berthaz"),
        "ball": mine("gobbowl-ball", summoner="fabine"),
        "imp": mine("imp", summoner="fabine"),
        "foe": theirs("ox"),
    }
    table = Table("imp fabine ball . . foe", units, turn="fabine", pack=[OX])
    table.play("cast disengage e1", dice=["lock", "lock"])  # only the ball can be chosen; Critical Hit, two dice
    assert table.unit("ball", "at") == "e1"
    assert table.unit("foe", "ap_markers", "injuries") == (-1, 1)


def test_malee_buhrum_throws_an_enemy_who_is_hurt_by_the_move() -> None:
    """Malee Buhrum, Chamrak: one adjacent enemy on the free target cell, 1 injury [KA 4.18.3.e]."""
    units = {"malee": mine("malee-buhrum"), "foe": theirs("ox"), "rock": theirs("rock"), "pal": mine("ox")}
    field = """
        .   pal   .
        foe malee rock
        .   .     .
        """
    pack = [OX, card("rock", powers=[keyword("dodge")])]
    table = Table(field, units, turn="malee", pack=pack).play("cast chamrak b1")
    assert sorted(table.options()) == ["choose foe", "choose rock"]
    table.play("choose foe")
    assert table.unit("foe", "at", "injuries") == ("b1", 1)


def test_malee_buhrums_stain_takes_the_powers_of_enemies_next_to_her() -> None:
    """Malee Buhrum, Stain: another Malee keeps her own Stain [KA 4.18.4.g]."""
    units = {"malee": mine("malee-buhrum"), "foe": theirs("malee-buhrum"), "pal": mine("rock"), "rock": theirs("rock")}
    pack = [card("rock", powers=[keyword("dodge")])]
    table = Table("rock malee foe pal", units, turn="malee", pack=pack)
    assert table.unit("rock", "powers") == []
    assert table.unit("pal", "powers") == []


def test_poochan_throws_an_ally_that_is_no_boss() -> None:
    """Poochan, Karcham: the ally thrown suffers 1 injury [KA 4.18.9]."""
    units = {"poochan": mine("poochan"), "pal": mine("ox"), "king": mine("king"), "foe": theirs("ox")}
    pack = [OX, card("king", types=["boss"])]
    table = Table("pal poochan . . foe\n. king . . .", units, turn="poochan", pack=pack).play("cast karcham d2")
    assert table.unit("pal", "at", "injuries") == ("d2", 1)  # the Boss is no choice, so nothing was asked


@pytest.mark.parametrize(
    ("who", "owner", "line"), [("malee-buhrum", "p2", "cast chamrak c1"), ("poochan", "p1", "cast karcham c1")]
)
def test_only_a_character_is_hurt_by_being_thrown(who: str, owner: str, line: str) -> None:
    """Chamrak and Karcham move a mechanism too, but their injury is for the moved character [KA 4.3.4.b]."""
    units: dict[str, dict[str, Any]] = {
        "hero": mine(who),
        "petard": {"card": "petard", "owner": owner, "summoner": "hero" if owner == "p1" else "foe"},
        "foe": theirs("ox"),
    }
    table = Table("petard hero . . foe", units, turn="hero", pack=[OX]).play(line)
    assert table.unit("petard", "at", "injuries") == ("c1", 0)


def test_marty_nee_follows_the_ally_she_throws() -> None:
    """Marty Née, One-Two: the ally on the target cell, then herself next to it [KA 4.18.5]."""
    units = {"marty": mine("marty-nee"), "pal": mine("ox"), "foe": theirs("ox")}
    table = Table("pal marty . . foe", units, turn="marty", pack=[OX]).play("cast one-two d1")
    assert (table.unit("pal", "at"), table.unit("marty", "at")) == ("d1", "c1")


@pytest.mark.parametrize("who", ["crocabulia", "dragossiper-the-nag", "dragostess", "dreggoog-the-downunder"])
def test_a_dreggon_lays_an_egg_where_it_stood(who: str) -> None:
    """Lay Immature Dreggon: one closer, the summon on the cell just left [KA 4.19.1.a]."""
    lay = "lay-royal-immature-dreggon" if who == "crocabulia" else "lay-immature-dreggon"
    units = {"dreggon": mine(who), "foe": theirs("ox")}
    table = Table("foe . dreggon . .", units, turn="dreggon", pack=[OX]).play(f"cast {lay} d1")
    assert (table.unit("dreggon", "at"), table.unit("immature-dreggon", "at")) == ("d1", "c1")


def test_a_dreggon_broods_over_its_own_young_only() -> None:
    """Brooding: +2 AP markers on the Immature Dreggons it summoned itself, as its turn starts [KA 6.2.1.d]."""
    units: dict[str, dict[str, Any]] = {
        "nag": mine("dragossiper-the-nag"),
        "tess": mine("dragostess"),
        "egg": mine("immature-dreggon", summoner="nag"),
        "other": mine("immature-dreggon", summoner="tess"),
        "foe": theirs("ox"),
    }
    begin = {"player": "p1", "unit": "nag", "phase": "preliminary"}
    table = Table("nag egg . tess other . foe", units, turn=begin, pack=[OX]).play()
    assert (table.unit("egg", "ap_markers"), table.unit("other", "ap_markers")) == (2, 0)


@pytest.mark.parametrize(
    ("who", "line", "place"),
    [("dragostess", "cast dragorlotage b1", "d1"), ("kriss-krass", "cast controlled-slide b1", "b1")],
)
def test_a_push_for_a_kind_of_target_leaves_others_alone(who: str, line: str, place: str) -> None:
    """Dragorlotage pushes an Immature Dreggon 2; Controlled Slide pushes Gobbowlers only [KA 4.18.9]."""
    units = {"hero": mine(who), "egg": theirs("immature-dreggon", summoner="nag"), "nag": theirs("dragossiper-the-nag")}
    dice = DULL if who == "kriss-krass" else []
    table = Table("hero egg . . . nag", units, turn="hero").play(line, dice=dice)
    assert table.unit("egg", "at") == place


def test_grougalorasalar_pushes_the_additional_targets_away_from_the_main_one() -> None:
    """Grougalorasalar, Night Terror [KA 7.5.9.a]."""
    field = """
        .    . up  . .
        hero . foe . .
        .    . .   . .
        """
    units = {"hero": mine("grougalorasalar"), "foe": theirs("ox"), "up": theirs("ox")}
    table = Table(". . . . .\n" + field, units, turn="hero", pack=[OX]).play("cast night-terror c2")
    assert (table.unit("foe", "at"), table.unit("up", "at")) == ("c2", "c4")


@pytest.mark.parametrize(
    ("who", "line", "summon", "dice"),
    [
        ("albinarakna", "cast invocacion-de-albina c1", "albino-arachnid", []),
        ("black-crow", "cast crobak-nosedive c1", "crobak", DULL),
        ("lord-crow", "cast crobak-dive e1", "crobak", []),
    ],
)
def test_a_summon_swoops_down_next_to_the_targeted_opponent(who: str, line: str, summon: str, dice: list[str]) -> None:
    """Albina, and the crows' Crobaks, on a free cell next to the target [KA 4.19.1.a]."""
    far = line.endswith("e1")
    field = "hero . . . foe ." if far else "hero . foe T . ."
    table = Table(field, {"hero": mine(who), "foe": theirs("ox")}, turn="hero", pack=[OX]).play(
        line, dice=dice, answers=["choose d1"] if far else []
    )
    assert table.unit(summon, "at") == ("d1" if far else "b1")


def test_nothing_swoops_down_on_an_ally() -> None:
    """The targeted opponent: an ally draws no Crobak [KA 4.18.2.d]."""
    units = {"hero": mine("lord-crow"), "pal": mine("ox"), "foe": theirs("ox")}
    table = Table("hero . . . pal . foe", units, turn="hero", pack=[OX]).play("cast crobak-dive e1")
    assert "summoned" not in table.events


def test_the_black_crow_flies_past_his_enemies() -> None:
    """Black Crow, Flight: 3 MP at once, and nobody may lock him this turn [KA 4.14.1]."""
    units = {"crow": mine("black-crow"), "foe": theirs("ox")}
    table = Table("foe crow . . . . . .", units, turn="crow", pack=[OX]).play("cast flight-of-the-black-crow b1")
    assert table.unit("crow", "mp") == 7
    assert table.play("move c1").unit("crow", "at") == "c1"


def test_the_bwork_archer_steps_back_from_krosmasters_in_line() -> None:
    """Bwork Archer, Pump-Action Bow: in line the target is pushed 1, the archer steps back 2 [KA 7.5.21.a]."""
    units = {"bwork": mine("bwork-archer"), "foe": theirs("ox"), "imp": theirs("imp", summoner="foe")}
    field = """
        . .   .     . .   . .
        . imp .     bwork . foe .
        """
    table = Table(field, units, turn="bwork", pack=[OX])
    krosmaster = table.again().play("cast pump-action-bow f1", dice=DULL)
    assert (krosmaster.unit("foe", "at"), krosmaster.unit("bwork", "at")) == ("g1", "c1")
    summon = table.play("cast pump-action-bow b1", dice=DULL)
    assert summon.facts("displaced")[0]["unit"] == "imp"
    assert summon.unit("bwork", "at") == "d1"

"""Printed cards whose powers watch, hold or choose: one test for each sentence."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, spell, summon, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]
KILL = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
POKE = spell("poke", range=ANYWHERE, base=1, cost={"ap": 1})


@pytest.mark.parametrize("who", ["boomba", "hazwonarm", "buck-anear"])
@pytest.mark.parametrize(("base", "healed"), [(1, 0), (2, 1)])
def test_two_injuries_at_once_heal_every_other_piwate(who: str, base: int, healed: int) -> None:
    """Brethren of the Coast [KA 4.10.6.a]."""
    hit = spell("hit", range=ANYWHERE, base=base, cost={"ap": 1}, element="neutral")
    units = {
        "foe": mine("brute"),
        "hero": theirs(who),
        "mate": theirs("mate", injuries=3),
        "ox": theirs("ox", injuries=3),
    }
    pack = [OX, card("brute", spells=[hit]), card("mate", types=["piwate"])]
    table = Table("foe . hero . mate . ox", units, turn="foe", pack=pack).play("cast hit c1", dice=DULL)
    assert table.unit("hero", "injuries") == base
    assert (table.unit("mate", "injuries"), table.unit("ox", "injuries")) == (3 - healed, 3)


def test_buck_anear_makes_his_side_immune_for_the_players_turn() -> None:
    """Buck Anear, Turt Hell: allied characters, until the end of the player's turn [Ruling R47]."""
    units = {"buck": mine("buck-anear"), "pal": mine("villager"), "foe": theirs("ox")}
    table = Table("buck pal . foe", units, turn="buck", pack=[OX]).play("cast turt-hell a1")
    assert "immune" in table.unit("pal", "powers")
    table.play("end")
    assert "immune" in table.unit("pal", "powers")
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert "immune" not in table.unit("pal", "powers")


@pytest.mark.parametrize("who", ["felonious-monk", "friar-tubs", "grim-preacher", "skidmonk"])
def test_the_first_ko_by_a_monk_in_a_turn_cheers_every_allied_krosmaster(who: str) -> None:
    """Laid Low: +1 AP and +1 MP once a turn, and only if a Monk did it [KA 4.18.2.a] [Ruling R92]."""
    units = {
        "abbot": mine("abbot"),
        "hero": mine(who),
        "foe": theirs("villager"),
        "foe-2": theirs("villager"),
        "far": theirs("ox"),
    }
    pack = [OX, card("abbot", types=["monk"], spells=[KILL])]
    table = Table("abbot hero . foe foe-2 far", units, turn="abbot", pack=pack).play("cast kill d1", dice=DULL)
    assert table.unit("abbot", "ap_markers", "mp_markers") == (1, 1)
    assert table.unit("hero", "ap_markers", "mp_markers") == (1, 1)
    table.play("cast kill e1", dice=DULL)
    assert table.unit("hero", "ap_markers", "mp_markers") == (1, 1)
    layman = [OX, card("abbot", spells=[KILL])]
    other = Table("abbot hero . foe foe-2 far", units, turn="abbot", pack=layman).play("cast kill d1", dice=DULL)
    assert other.unit("hero", "ap_markers") == 0


@pytest.mark.parametrize("who", ["count-harebourg", "count-harebourg-eternal"])
def test_harebourg_suffers_with_his_sinistros_and_gains_ap(who: str) -> None:
    """Pendulum: injured by an opposing Krosmaster, not by a summon or an ally [KA 4.10.6.b]."""
    units = {
        "foe": mine("brute"),
        "imp": mine("imp", summoner="foe"),
        "count": theirs(who),
        "bubo": theirs("bubotron", summoner="count"),
    }
    pack = [card("brute", spells=[POKE], initiative=9)]
    field = "foe . count\n. imp bubo"
    table = Table(field, units, turn="foe", pack=pack)
    table.play("cast poke c1", dice=DULL)
    assert table.unit("count", "injuries", "ap_markers") == (1, 1)
    by_summon = Table(field, units, turn="imp", pack=pack).play("cast scratch c1", dice=DULL)
    assert by_summon.unit("bubo", "injuries") == 1
    assert by_summon.unit("count", "injuries", "ap_markers") == (0, 0)


def test_amalius_gains_ap_for_each_ally_who_receives_ap_in_his_turn() -> None:
    """Amalius: Motivating Haka reaches allies without a +1 AP marker; Captain's Energy adds 1 AP for each of them."""
    units = {
        "amalius": mine("amalius"),
        "pal": mine("ox"),
        "rich": mine("ox", ap_markers=1),
        "foe": theirs("ox"),
    }
    field = """
        .   .  rich    .  .
        .   .  .       .  .
        pal .  amalius . foe
        """
    table = Table(field, units, turn="amalius", pack=[OX]).play("cast motivating-haka a1")
    assert table.unit("pal", "ap_markers", "mp_markers") == (1, 1)
    assert table.unit("rich", "ap_markers", "mp_markers") == (1, 0)
    assert table.unit("foe", "ap_markers") == 0
    assert table.unit("amalius", "ap") == 7


@pytest.mark.parametrize(("row", "markers"), [(1, 0), (12, -1)])
def test_amalius_feints_in_his_opponents_territory(row: int, markers: int) -> None:
    """Amalius, Feint: -1 MP and -1 AP if the target stands there [KA 4.20.1]."""
    field = "\n".join([". . ."] * 12)
    units = {"amalius": mine("amalius", at=f"a{row}"), "foe": theirs("ox", at=f"c{row}")}
    table = Table(field, units, turn="amalius", pack=[OX]).play(f"cast feint c{row}", dice=DULL)
    assert table.unit("foe", "mp_markers", "ap_markers") == (markers, markers)


@pytest.mark.parametrize(("mp", "markers"), [("-", 0), (2, -1)])
def test_amalius_feints_at_characters(mp: int | str, markers: int) -> None:
    """Amalius, Feint: no marker for a mechanism, even one with AP, in that territory [KA 4.3.4.b]."""
    tower = summon("tower", category="mob" if mp != "-" else "mechanism", mp=mp, ap=4, hp=5)
    units = {"amalius": mine("amalius", at="a12"), "boss": theirs("ox"), "foe": theirs("tower", at="c12")}
    field = "\n".join([". . .", ". . .", *[". . ."] * 9, "boss . ."])
    table = Table(field, units, turn="amalius", pack=[OX, tower]).play("cast feint c12", dice=DULL)
    assert table.unit("foe", "ap_markers", "injuries") == (markers, 1)


def test_jerry_savage_gets_mp_when_another_allied_krosmaster_gets_ap() -> None:
    """Jerry Savage, Look at me! [KA 4.18.3]."""
    give = spell("give", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "markers", "stat": "ap", "x": 2}])
    units = {"giver": mine("giver"), "jerry": mine("jerry-savage"), "foe": theirs("ox")}
    table = Table("giver jerry foe", units, turn="giver", pack=[OX, card("giver", spells=[give])])
    table.play("cast give c1")
    assert table.unit("jerry", "mp_markers") == 0
    table.play("cast give b1")
    assert table.unit("jerry", "mp_markers") == 0
    assert table.play("cast give a1").unit("jerry", "mp_markers") == 1


def test_arty_and_his_neighbours_are_unfazed_in_the_opponents_turns() -> None:
    """Arty, Bububble [KA 4.18.4.e]."""
    units = {"foe": theirs("ox"), "arty": mine("arty"), "pal": mine("ox"), "far": mine("ox")}
    own = Table("arty pal . far foe", units, turn="arty", pack=[OX])
    assert [own.unit(name, "powers") for name in ("arty", "pal", "far")] == [[], [], []]
    other = Table("arty pal . far foe", units, turn="foe", pack=[OX])
    assert [other.unit(name, "powers") for name in ("arty", "pal", "far")] == [["unfazed"], ["unfazed"], []]


@pytest.mark.parametrize("who", ["deminoball", "minotoror"])
def test_another_minotor_gives_pierce_armour(who: str) -> None:
    """Totor: with an allied Minotor in play its Attack spells pierce, Punch included [KA 7.5.11.a]."""
    units = {"hero": mine(who), "pal": mine("cow"), "foe": theirs("ox")}
    alone = Table("hero foe pal", units, turn="hero", pack=[OX, card("cow")])
    alone.play("cast punch b1", dice=DULL)
    together = Table("hero foe pal", units, turn="hero", pack=[OX, card("cow", types=["minotor"])])
    together.play("cast punch b1", dice=["lock"])
    assert together.unit("foe", "injuries") == 1


def test_yugo_unleashed_pierces_the_armour_next_to_him() -> None:
    """Yugo Unleashed, Wakforce: only against adjacent targets [KA 7.5.11.a]."""
    units = {"yugo": mine("yugo-unleashed"), "foe": theirs("ox"), "far": theirs("ox")}
    table = Table("yugo foe far . .", units, turn="yugo", pack=[OX]).play("cast wakfurnace b1", dice=["lock", "lock"])
    assert [fact["unit"] for fact in table.facts("armour-roll")] == ["far"]
    assert table.unit("yugo", "mp") == 0
    assert table.unit("foe", "injuries") == 2  # 1, and 1 for the MP it had left


def test_joris_runs_for_one_more_damage_a_movement_point() -> None:
    """Joris, Crazy Run: counted after the cost of 1 MP, then all MP are lost [KA 7.2.2.a]."""
    units = {"joris": mine("joris-master"), "foe": theirs("ox")}
    table = Table("joris . foe", units, turn="joris", pack=[OX]).play("cast crazy-run c1", dice=DULL)
    assert (table.unit("foe", "injuries"), table.unit("joris", "mp")) == (3, 0)


@pytest.mark.parametrize(("field", "damage"), [("joris foe . .", 1), ("joris foe T .", 4)])
def test_joris_crushes_a_target_that_cannot_be_pushed(field: str, damage: int) -> None:
    """Joris, Draconian Crisis: +3 if the push moved nothing [KA 7.5.9.b]."""
    units = {"joris": mine("joris-swashbuckler"), "foe": theirs("ox")}
    table = Table(field, units, turn="joris", pack=[OX]).play("cast draconian-crisis b1", dice=DULL)
    assert table.unit("foe", "injuries") == damage


@pytest.mark.parametrize(("unfazed", "markers"), [(False, (0, -1)), (True, (1, 0))])
def test_nox_slows_whom_he_hurts_or_speeds_up_himself(unfazed: bool, markers: tuple[int, int]) -> None:
    """Nox, Eliacube Master: -1 AP on the opponent; +1 AP on Nox instead if it is Unfazed [KA 4.9.17.a]."""
    target = card("target", hp=20, powers=[keyword("unfazed")] if unfazed else [])
    units = {"nox": mine("nox-eternal"), "foe": theirs("target")}
    table = Table("nox . foe", units, turn="nox", pack=[target]).play("cast hand-sword c1", dice=DULL)
    assert (table.unit("nox", "ap_markers"), table.unit("foe", "ap_markers")) == markers


@pytest.mark.parametrize(("choice", "gauges"), [("choose 1", (8, 4)), ("choose 2", (4, 6))])
def test_otomai_begins_his_turn_with_one_of_two_potions(choice: str, gauges: tuple[int, int]) -> None:
    """Otomai, Potion Bag: 4 AP or 2 MP at once [KA 7.5.14.a] [KA 4.18.3.e]."""
    begin = {"player": "p1", "unit": "otomai", "phase": "preliminary"}
    units = {"otomai": mine("otomai"), "foe": theirs("ox")}
    table = Table("otomai . foe", units, turn=begin, pack=[OX]).play(choice)
    assert table.unit("otomai", "ap", "mp") == gauges


@pytest.mark.parametrize(("ap", "mp", "damage"), [(0, 0, 2), (1, 0, 2), (-1, 2, 3), (1, 1, 3)])
def test_otomai_burns_harder_where_both_kinds_of_markers_lie(ap: int, mp: int, damage: int) -> None:
    """Otomai, Ogrine Burn: at least one AP marker and one MP marker, of either sign [KA 4.11.8]."""
    units = {"otomai": mine("otomai"), "foe": theirs("ox", ap_markers=ap, mp_markers=mp)}
    table = Table("otomai . foe", units, turn="otomai", pack=[OX]).play("cast ogrine-burn c1", dice=DULL)
    assert table.unit("foe", "injuries") == damage


def test_otomai_doubles_markers() -> None:
    """Otomai, Alchemical Power [KA 4.11.8]."""
    units = {"otomai": mine("otomai"), "foe": theirs("ox", ap_markers=-2, mp_markers=1)}
    table = Table("otomai . foe", units, turn="otomai", pack=[OX]).play("cast alchemical-power c1", dice=DULL)
    assert table.unit("foe", "ap_markers", "mp_markers") == (-4, 2)


def test_flopin_gives_his_arrow_two_different_effects() -> None:
    """Flopin, DIY: the arrow pushes 1 and deals 1 more, this turn [KA 4.18.3.e]."""
    units = {"flopin": mine("flopin"), "foe": theirs("ox")}
    table = Table("flopin . foe . .", units, turn="flopin", pack=[OX]).play(
        "cast diy a1", answers=["choose 2", "choose 3"]
    )
    table.play("cast tactical-arrow c1", dice=DULL)
    assert table.unit("foe", "at", "injuries", "ap_markers") == ("d1", 1, 0)


@pytest.mark.parametrize(("choice", "jelly"), [("choose 1", "strawberry-jelly"), ("choose 4", "mint-jelly")])
def test_emperor_jellix_chooses_his_guard(choice: str, jelly: str) -> None:
    """Emperor Jellix, Imperial Guard: one of four Jellies [KA 4.19.1.a]."""
    units = {"jellix": mine("emperor-jellix"), "foe": theirs("ox")}
    table = Table("jellix . . foe", units, turn="jellix", pack=[OX]).play("cast imperial-guard b1", answers=[choice])
    assert table.unit(jelly, "at") == "b1"


@pytest.mark.parametrize(
    ("choice", "after"), [("choose 1", (-1, 0, 1)), ("choose 2", (0, -1, 1)), ("choose 3", (0, 0, 2))]
)
def test_doctor_vapor_turns_a_range_marker_into_something_else(choice: str, after: tuple[int, ...]) -> None:
    """Doctor Vapor, Viálogo: a -1 range marker goes, one of three effects comes; without one nothing [KA 4.18.3.e]."""
    dice = ["lock", "lock", "lock"]
    units = {"doctor": mine("doctor-vapor"), "foe": theirs("ox", range_markers=-2)}
    table = Table("doctor . foe", units, turn="doctor", pack=[OX]).play("cast vialogo c1", dice=dice, answers=[choice])
    assert table.unit("foe", "ap_markers", "mp_markers", "injuries") == after
    assert table.unit("foe", "range_markers") == -1
    units = {"doctor": mine("doctor-vapor"), "foe": theirs("ox", range_markers=1)}
    plain = Table("doctor . foe", units, turn="doctor", pack=[OX]).play("cast vialogo c1", dice=dice)
    assert plain.unit("foe", "range_markers", "injuries") == (1, 1)


@pytest.mark.parametrize(
    ("bet", "die", "damage"), [("choose 1", "critical", 3), ("choose 1", "lock", 1), ("choose 2", "lock", 2)]
)
def test_tarolina_bets_on_her_roll(bet: str, die: str, damage: int) -> None:
    """Tarolina, Llamada Afortunada: announced before the roll, +1 if right [KA 7.2.5.a]."""
    units = {"tarolina": mine("tarolina"), "foe": theirs("ox")}
    table = Table("tarolina . foe", units, turn="tarolina", pack=[OX])
    table.play("cast llamada-afortunada c1", dice=[die, "lock"], answers=[bet])
    assert table.unit("foe", "injuries") == damage


def test_captain_amakna_commends_one_ally_if_two_avengers_are_about() -> None:
    """Captain Amakna, Krommendable: +1 MP and +1 AP, 2 AP more for an Avenger [KA 4.9.19.a]."""
    units: dict[str, dict[str, Any]] = {
        "captain": mine("captain-amakna-eternal"),
        "jack": mine("jack"),
        "king": mine("king"),
        "pal": mine("ox"),
        "foe": theirs("ox"),
    }
    pack = [OX, card("jack", types=["avenger"]), card("king", types=["boss"])]
    table = Table("captain jack king pal foe", units, turn="captain", pack=pack).start("end")
    assert sorted(table.options()) == ["choose jack", "choose pal"]
    jack = table.again().start("choose jack")
    assert jack.unit("jack", "ap_markers", "mp_markers") == (0, 0)  # filled into the gauges of its turn, which began
    assert jack.unit("jack", "ap", "mp") == (9, 4)
    pal = table.start("choose pal")
    assert pal.unit("pal", "ap_markers", "mp_markers") == (1, 1)


def test_maskemane_may_become_another_version_in_his_first_turn_only() -> None:
    """Masquerade: another version of the same level, or none [KA 7.5.19.a]."""
    units = {"mask": mine("maskemane-classic"), "foe": theirs("ox")}

    def at_turn(number: int) -> Table:
        begin = {"player": "p1", "unit": "mask", "phase": "preliminary", "number": number}
        return Table("mask . foe", units, turn=begin, pack=[OX]).play()

    assert at_turn(3).asked == "p1 activation"
    first = at_turn(1)
    assert first.options() == ["choose 1", "choose 2", "choose none"]
    assert first.again().play("choose 1").unit("mask", "card") == "maskemane-coward"
    assert first.play("choose none").unit("mask", "card") == "maskemane-classic"


@pytest.mark.parametrize(("who", "other"), [("adamai", "adamai-dragon"), ("adamai-dragon", "adamai")])
def test_adamai_changes_form(who: str, other: str) -> None:
    """Adamai, Metamorphosis: his other version, with what lies on him [KA 7.5.19.a]."""
    units = {"adamai": mine(who, injuries=2), "foe": theirs("ox")}
    table = Table("adamai . foe", units, turn="adamai", pack=[OX]).play("cast metamorphosis a1")
    assert table.unit("adamai", "card", "injuries", "ap") == (other, 2, 4)

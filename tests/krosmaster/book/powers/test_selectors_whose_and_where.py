"""Whose an effect is and where it looks from: owners, subjects, main cells, and the turns things last."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, reward, spell, theirs

SELF = {"who": "self"}
MAIN = {"who": "main"}
DULL = ["lock", "lock"]
UNITS = {"hero": mine("mage"), "foe": theirs("fighter")}


def test_an_area_on_a_diagonal_is_oriented_anew_at_each_cast() -> None:
    """Without a limit the same target may be hit in either orientation again [KA 4.16.3] [Ruling R64]."""
    sweep = spell("sweep", range=ANYWHERE, base=0, cost={"ap": 1}, area="shovel")
    field = """
        .    .   .
        .    foe .
        hero .   .
        """
    table = Table(field, {"hero": mine("sweeper"), "foe": theirs("fighter")}, turn="hero", pack=[sweeper(sweep)])
    for way in ("north", "east"):
        table.start("cast sweep b2")
        assert table.options() == ["choose north", "choose east"]
        table.play(f"choose {way}", dice=DULL)


def sweeper(*spells: dict[str, Any]) -> Part:
    """A Krosmaster with these spells."""
    return card("sweeper", spells=list(spells))


def test_the_main_target_of_a_power_is_its_owner_where_it_stands() -> None:
    """A power that nobody else sets off acts on its owner's cell [KA 4.18.3] [KA 4.18.7]."""
    wake = power("wake", when="start-of-own-turn", do=[marker(MAIN, stat="range")])
    units = {"hero": mine("riser"), "foe": theirs("fighter")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero foe", units, turn=begin, pack=[card("riser", powers=[wake])]).play()
    assert table.unit("hero", "range_markers") == 1


def test_a_boost_acts_on_the_cell_and_the_unit_of_its_bearer() -> None:
    """Main target, targets and self are one [KA 4.7.5] [KA 4.7.10]."""
    pack = [reward("tonic", do=[marker(MAIN, stat="ap"), marker({"who": "targets"}, x=2), marker(SELF, stat="range")])]
    units = {"hero": mine("fighter", rewards=[{"id": "tonic", "face": "down"}]), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("reveal tonic")
    assert table.unit("hero", "ap_markers", "mp_markers", "range_markers") == (1, 2, 1)
    assert [fact["unit"] for fact in table.facts("markers")] == ["hero"] * 3


def test_a_place_next_to_the_subject_is_nowhere_without_a_subject() -> None:
    """A power of the own turn has none [KA 4.18.5]."""
    hop = power("hop", when="start-of-own-turn", do=[{"op": "place", "where": "next-to-subject"}, marker(SELF)])
    units = {"hero": mine("hopper"), "foe": theirs("fighter")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table(". . hero foe", units, turn=begin, pack=[card("hopper", powers=[hop])]).play()
    assert (table.asked, table.unit("hero", "at", "mp_markers")) == ("p1 activation", ("c1", 1))


@pytest.mark.parametrize("blows", [1, 2, 3])
def test_the_injuries_of_a_units_turn_are_those_since_it_began(blows: int) -> None:
    """Those of the unit before it in the same player's turn do not count, however many [KA 4.18.2.b] [Ruling R47]."""
    that = {"is": "inflicted-this-turn", "on": {"who": "units"}, "by": {"who": "units"}}
    check = {"op": "if", "that": that, "then": [marker(SELF)]}
    stab = spell("stab", range=ANYWHERE, base=1, cost={"ap": 1})
    pack = [card("thug", initiative=9, spells=[stab]), card("mage", spells=[stab, *mage(check)[1]["spell"]])]
    units = {"thug": mine("thug"), "hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("thug hero foe", units, turn="thug", pack=pack)
    for _ in range(blows):
        table.play("cast stab c1", dice=DULL)
    table.play("end").play("cast act b1")
    assert table.unit("hero", "mp_markers") == 0
    for _ in range(blows):
        table.play("cast stab c1", dice=DULL)
    assert table.play("cast act b1").unit("hero", "mp_markers") == 1


@pytest.mark.parametrize(("number", "x", "left"), [(1, 1, 0), (-1, 1, 0), (2, 1, 1), (-2, 1, -1), (1, 3, 0)])
def test_the_last_marker_is_removed_like_any_other(number: int, x: int, left: int) -> None:
    """As many as are said, of either sign, never more than there are [KA 4.11.8]."""
    remove = {"op": "remove-markers", "stats": ["ap"], "x": x, "to": MAIN}
    units = {**UNITS, "foe": theirs("fighter", ap_markers=number)}
    table = Table("hero foe", units, turn="hero", pack=[mage(remove)]).play("cast act b1")
    assert table.unit("foe", "ap_markers") == left


def test_a_stain_goes_on_while_its_owner_has_other_effects_on_it_and_others_have_lost_theirs() -> None:
    """Only the owner's own loss of powers ends it [KA 4.18.4.g] [Ruling R101]."""
    take = {"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "adjacent_to": "self"}}
    blot = card("blot", initiative=1, powers=[power("stain", holds=[{"give": [take]}])])
    cheer: dict[str, Any] = {"op": "bonus", "stat": "damage", "x": 1, "to": MAIN}
    hush: dict[str, Any] = {"op": "lose-powers", "to": MAIN}
    guard = card("guard", powers=[keyword("armour")])
    units = {"hero": mine("mage"), "foe": theirs("blot"), "pal": mine("guard"), "far": theirs("guard")}
    for effect, at in ((cheer, "c1"), (hush, "f1")):
        table = Table("hero . foe pal . far", units, turn="hero", pack=[blot, guard, mage(effect)])
        assert table.play(f"cast act {at}").unit("pal", "powers") == []
    table = Table("hero . foe pal . far", units, turn="hero", pack=[blot, guard, mage(hush)])
    assert table.play("cast act c1").unit("pal", "powers") == ["armour"]


LENT = {"op": "stat-bonus", "stat": "hp", "x": 3}


@pytest.mark.parametrize("effect", ["swap", "place"])
def test_hp_lent_by_a_neighbour_end_when_places_are_exchanged(effect: str) -> None:
    """The boar leaves its neighbour by an effect, with 5 injuries of 4 HP [KA 4.10.2] [KA 4.17.2]."""
    beside = {"is": "count", "of": {"who": "units", "side": "enemy", "adjacent_to": "self"}}
    boar = card("boar", hp=4, powers=[power("stubborn", holds=[{"give": [LENT], "that": beside}])])
    act: dict[str, Any] = {"op": "swap"} if effect == "swap" else {"op": "place", "to": SELF, "where": "target"}
    pack = [boar, card("rider", spells=mage(act)[1]["spell"], powers=boar[1]["power"], hp=4)]
    units = {"hero": mine("rider", injuries=5), "foe": theirs("fighter"), "pal": mine("villager")}
    table = Table("foe hero . pal .", units, turn="hero", pack=pack)
    assert table.unit("hero", "hp") == 7
    table.play(f"cast act {'d1' if effect == 'swap' else 'e1'}")
    assert table.unit("hero", "ko")


def test_gauges_and_range_are_empty_after_the_turn() -> None:
    """What was not used is lost [KA 4.11.3] [KA 6.4.1] [KA 4.12.1]."""
    units = {**UNITS, "hero": mine("mage", range_markers=2, ap_markers=1, mp_markers=-1)}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero foe", units, turn=begin, pack=[mage(marker(SELF))]).play()
    assert table.unit("hero", "ap", "mp", "range_turn") == (7, 2, 2)
    assert table.unit("hero", "ap_markers", "mp_markers", "range_markers") == (0, 0, 0)
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.unit("hero", "ap", "mp", "range_turn") == (0, 0, 0)


def test_a_technique_may_ask_for_the_opponents_territory() -> None:
    """Punch gets its effects there, and is cast without them elsewhere [KA 7.5.22.a] [KA 4.7.11.e]."""
    raid = {"op": "invasion", "then": [marker(MAIN, x=-1, stat="ap")]}
    pack = [
        reward("raid", kind="equipment", slot="technique", holds=[{"give": [{"op": "punch-effect", "do": [raid]}]}])
    ]
    field = "\n".join([". ."] * 12)
    for cell, foe, markers in (("a8", "b8", -1), ("a7", "b7", 0), ("a5", "b5", 0)):
        units = {
            "hero": mine("fighter", at=cell, rewards=[{"id": "raid", "face": "up"}]),
            "foe": theirs("fighter", at=foe),
        }
        table = Table(field, units, turn="hero", pack=pack).play(f"cast punch {foe}", dice=DULL)
        assert table.unit("foe", "ap_markers") == markers, cell


@pytest.mark.parametrize(("at", "extra"), [("c1", 2), ("a3", 2), ("b2", 0), ("c2", 0)])
def test_track_adds_in_line_and_not_beside_it(at: str, extra: int) -> None:
    """Row or column of the caster [KA 7.5.21.a] [KA 7.5.21.b]."""
    track = {"op": "track", "then": [{"op": "extra-damage", "x": 2, "element": "earth"}]}
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}, do=[track])
    units = {"hero": mine("tracker", at="a1"), "foe": theirs("fighter", at=at)}
    table = Table("\n".join([". . ."] * 3), units, turn="hero", pack=[card("tracker", spells=[hit])])
    assert table.play(f"cast hit {at}", dice=DULL).unit("foe", "injuries") == 1 + extra


def test_powers_that_watch_their_neighbours_leave_see_every_way_of_leaving() -> None:
    """By walking, by a push, by an exchange; not somebody far away, not the watcher itself [KA 4.18.2.c]."""
    watch = power("watch", when="unit-leaves-adjacent", do=[marker(SELF, stat="ap")])
    eye = card("eye", powers=[watch, keyword("itty-bitty")])
    push = mage({"op": "push-back", "x": 1}, area="none")
    units = {"hero": mine("mage", at="c3"), "eye": theirs("eye", at="b3"), "foe": theirs("villager", at="b4")}
    field = "\n".join([". . . . ."] * 5)
    walked = Table(field, units, turn="hero", pack=[eye, push]).play("move d3")
    assert walked.unit("eye", "ap_markers") == 1
    far = walked.play("move d4")
    assert far.unit("eye", "ap_markers") == 1
    units = {**units, "hero": mine("mage", at="b5")}
    pushed = Table(field, units, turn="hero", pack=[eye, push]).play("cast act b4")
    assert (pushed.unit("foe", "at"), pushed.unit("eye", "ap_markers")) == ("b4", 0)
    units = {**units, "hero": mine("mage", at="a4")}
    pushed = Table(field, units, turn="hero", pack=[eye, push]).play("cast act b4")
    assert (pushed.unit("foe", "at"), pushed.unit("eye", "ap_markers")) == ("c4", 1)


def four(gg: int) -> list[str]:
    """Whom p2 may name after a double when p3 has lost its Krosmaster and has this many GG."""
    units = {
        "a": {"card": "fighter", "owner": "p1"},
        "b": {"card": "fighter", "owner": "p2"},
        "c": {"card": "fighter", "owner": "p3", "at": ""},
        "d": {"card": "fighter", "owner": "p4"},
    }
    players = {seat: {"gg": gg if seat == "p3" else 3} for seat in ("p1", "p2", "p3", "p4")}
    turn = {"player": "p2", "phase": "tension", "number": 6}
    table = Table("a . b . d", units, turn=turn, wild_gg=3, players=players, format="free-for-all")
    return table.play(dice=DULL, answers=["keep"]).options()


@pytest.mark.parametrize(("gg", "named"), [(0, False), (1, True), (2, True)])
def test_who_has_neither_krosmaster_nor_gallon_cannot_be_named(gg: int, named: bool) -> None:
    """One GG is enough to lose one [KA 9.2.6] [Ruling R104]."""
    assert four(gg) == ["choose p1", *(["choose p3"] if named else []), "choose p4"]


def test_who_has_another_effect_on_it_is_locked_as_ever() -> None:
    """Only the effect that says so lets a unit slip away [KA 4.14.1]."""
    boast = {"op": "bonus", "stat": "damage", "x": 1}
    table = Table(". hero foe", UNITS, turn="hero", pack=[mage(boast)]).play("cast act b1").start("move a1")
    assert table.asked == "p2 lock roll"


def test_an_effect_begun_before_any_turn_ends_with_the_first_one() -> None:
    """A power of the start of the fight gives +1 damage for "the turn" [KA 1.3.10] [Ruling R47]."""
    boast = power("boast", when="start-of-fight", do=[{"op": "bonus", "stat": "damage", "x": 1}])
    burn = spell("burn", range={"kind": "no-line-of-sight", "min": 0, "max": 24}, base=1, cost={"ap": 1})
    pack = [
        card("early", initiative=9, spells=[burn], powers=[boast], hp=20),
        card("late", initiative=1, spells=[burn], powers=[boast], hp=20),
    ]
    table = Table.match([["early", "late"], ["villager"]], pack=pack)
    table.play("deploy early a1", answers=["deploy late c1", "deploy villager b12"])
    assert table.read("turn.unit") == "early"
    table.play("cast burn c1", dice=DULL)
    assert table.unit("late", "injuries") == 2
    table.play("end").play("cast burn a1", dice=DULL)
    assert table.unit("early", "injuries") == 1


def test_the_distance_that_counts_is_that_of_the_target_looked_at() -> None:
    """Two cells to the main target, three to the one behind it [KA 4.15.1] [KA 7.2.7.e]."""
    x = {"per": "distance"}
    hit = spell(
        "hit",
        range=ANYWHERE,
        base=0,
        cost={"ap": 1},
        area="cross",
        do=[{"op": "extra-damage", "x": x, "element": "earth"}],
    )
    units = {"hero": mine("archer"), "foe": theirs("fighter"), "far": theirs("fighter")}
    table = Table("hero . foe far", units, turn="hero", pack=[card("archer", spells=[hit])])
    table.play("cast hit c1", dice=["lock"] * 3)
    assert (table.unit("foe", "injuries"), table.unit("far", "injuries")) == (2, 3)


def test_two_unseen_units_hide_nothing_each() -> None:
    """One behind the other, both passed by the line of sight [KA 1.5.1]."""
    ghost = card("ghost", powers=[{"id": "unseen", "name": {"en": "Unseen"}, "while": [{"give": [{"op": "unseen"}]}]}])
    units = {"hero": mine("fighter"), "one": theirs("ghost"), "two": theirs("ghost"), "foe": theirs("fighter")}
    table = Table("hero . one two foe", units, turn="hero", pack=[ghost])
    assert "cast arrow e1" in table.options("cast")
    found = Table("hero . one foe two", units, turn="hero", pack=[ghost]).refused("cast arrow e1")
    assert found.facts["blocker"] == "d1"


def test_a_power_summons_without_a_control_value() -> None:
    """Nothing limits it but the free cells [Ruling R81] [KA 4.19.9.b]."""
    call = power("call", when="start-of-own-turn", do=[{"op": "summon", "summon": "imp", "where": "around-self"}])
    units = {"hero": mine("caller", at="b2"), "foe": theirs("fighter", at="c3")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("\n".join([". . ."] * 3), units, turn=begin, pack=[card("caller", powers=[call])]).play()
    assert {table.unit(name, "at") for name in ("imp", "imp-2", "imp-3", "imp-4")} == {"a2", "b1", "b3", "c2"}


@pytest.mark.parametrize(("keep", "damage"), [(True, 2), (False, 1)])
def test_a_stain_that_spares_its_own_name_spares_all_of_that_power(keep: bool, damage: int) -> None:
    """The same power of the other one also adds damage, and goes on doing so [KA 4.18.4.g] [Ruling R101]."""
    beside = {"who": "units", "side": "enemy", "adjacent_to": "self"}
    give = [{"op": "have-no-powers", "keep_same": keep, "to": beside}, {"op": "damage-bonus", "x": 1}]
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
    blot = card("blot", spells=[hit], powers=[power("stain", holds=[{"give": give}])])
    units = {"hero": mine("blot"), "foe": theirs("blot")}
    table = Table("hero foe", units, turn="hero", pack=[blot]).play("cast hit b1", dice=DULL)
    assert table.unit("foe", "injuries") == damage


def test_powers_that_watch_their_neighbours_leave_see_an_exchange_of_places() -> None:
    """The neighbour leaves by the swap; somebody else comes, which is no leaving [KA 4.18.2.c]."""
    watch = power("watch", when="unit-leaves-adjacent", do=[marker(SELF, stat="ap")])
    eye = card("eye", powers=[watch])
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "eye": theirs("eye"), "far": theirs("eye")}
    table = Table("hero far . foe eye", units, turn="hero", pack=[eye, mage({"op": "swap"})])
    table.play("cast act d1", answers=["resolve 1"])
    assert [table.unit(name, "at") for name in ("hero", "foe")] == ["d1", "a1"]
    assert [table.unit(name, "ap_markers") for name in ("eye", "far")] == [1, 1]


@pytest.mark.parametrize(("kind", "damage"), [("krosmaster", 5), ("summon", 1)])
def test_a_number_read_from_the_target_passes_the_filters_first(kind: str, damage: int) -> None:
    """One more for each injury on a target of the kind: a Krosmaster with 4 is no summon [KA 7.2.7.c] [KA 4.3.3]."""
    x = {"per": "injuries", "of": {"who": "targets", "kind": kind}}
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}, do=[{"op": "extra-damage", "x": x, "element": "earth"}])
    units = {"hero": mine("striker"), "foe": theirs("ox", injuries=4)}
    table = Table("hero foe", units, turn="hero", pack=[card("striker", spells=[hit]), card("ox", hp=20)])
    assert table.play("cast hit b1", dice=DULL).unit("foe", "injuries") == 4 + damage


@pytest.mark.parametrize(("row", "inside"), [(7, False), (8, True)])
def test_a_power_invades_from_where_its_owner_stands(row: int, inside: bool) -> None:
    """Without a spell it is the owner's cell that counts [KA 7.5.22.a] [Ruling R96]."""
    raid = power("raid", when="start-of-own-turn", do=[{"op": "invasion", "then": [marker(SELF, stat="range")]}])
    units = {"hero": mine("raider", at=f"a{row}"), "foe": theirs("fighter", at="a12")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("\n".join(["."] * 12), units, turn=begin, pack=[card("raider", powers=[raid])]).play()
    assert bool(table.unit("hero", "range_markers")) is inside

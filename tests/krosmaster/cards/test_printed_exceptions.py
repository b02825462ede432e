"""Printed cards that make an exception to a whole rule: a test for each sentence."""

import pytest

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.table.board import is_adjacent
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, reward, spell, theirs

HIT = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
SLAY = spell("slay", range=ANYWHERE, base=14, cost={"ap": 1})
BLESS = spell("bless", "personal", kind="special", cost={"ap": 1}, do=[{"op": "immediate-gain", "stat": "mp", "x": 1}])
WIDE = spell("wide", "close-combat", base=1, cost={"ap": 1}, area="hammer")
OX = card("ox", hp=20)
BULL = card("bull", hp=20, ap=9, spells=[HIT, SLAY, BLESS, WIDE])
BOOST = reward("dull-boost", kind="boost", rank="silver", copies=3, do=[{"op": "immediate-gain", "stat": "mp", "x": 1}])
DULL = ["lock", "lock"]


def test_ruling_r137_eskal_ybur_grows_with_every_reward() -> None:
    """Eskal Ybur, Munchkin: +1 MAX AP and +1 HP per Demonic Reward, face down too; any number of them [KA 4.7.9]."""
    held = [{"id": "aero-boost", "face": "down"}, {"id": "dull-boost", "face": "down"}]
    bare = Table("eskal . foe", {"eskal": mine("eskal-ybur"), "foe": theirs("bull")}, turn="eskal", pack=[BULL])
    rich = Table(
        "eskal . foe", {"eskal": mine("eskal-ybur", rewards=held), "foe": theirs("bull")}, turn="eskal",
        pack=[BULL, BOOST],
    )  # fmt: skip
    for key in ("hp", "max_ap"):
        assert rich.unit("eskal", key) == bare.unit("eskal", key) + 2
    assert rich.unit("eskal", "level") == 1


def test_eskal_ybur_loses_the_hp_of_a_boost_that_he_reveals_and_may_be_koed_by_it() -> None:
    """HP that fall to the injuries are a KO [KA 4.10.8] [Ruling R95] [Ruling R137]."""
    held = [{"id": "dull-boost", "face": "down"}]
    units = {"eskal": mine("eskal-ybur", rewards=held), "pal": mine("ox"), "foe": theirs("bull")}
    plain = Table("eskal pal foe", units, turn="eskal", pack=[BULL, BOOST, OX])
    printed = plain.unit("eskal", "hp") - 1
    plain.play("reveal dull-boost")
    assert plain.unit("eskal", "hp") == printed
    hurt = {**units, "eskal": mine("eskal-ybur", rewards=held, injuries=printed)}
    table = Table("eskal pal foe", hurt, turn="eskal", pack=[BULL, BOOST, OX]).start("reveal dull-boost")
    assert table.unit("eskal", "ko")


def test_eskal_ybur_is_given_rewards_beyond_his_level_and_may_spend_their_ap_at_once() -> None:
    """Any number [KA 4.7.9]; the gauge grows with the MAX in his turn [Ruling R30] [Ruling R137]."""
    held = [{"id": "dull-boost", "face": "down"}] * 2
    units = {"eskal": mine("eskal-ybur", rewards=held, ap=3), "foe": theirs("bull")}
    table = Table(
        "eskal D foe", units, turn="eskal", pack=[BULL, BOOST], pile=[{"rank": "silver", "up": "dull-boost"}],
        players={"p1": {"kamas": 9}},
    )  # fmt: skip
    table.play("move b1", dice=[])
    before = table.unit("eskal", "ap")
    buy = next(line for line in table.options("buy") if line.endswith("up"))
    table.start(buy)
    while not table.asked.endswith("allocation"):
        table.start(table.options()[0] if table.options() else "x")
    spent = before - table.unit("eskal", "ap")
    table.start("give eskal")
    assert len(table.unit("eskal", "rewards")) == 3
    assert table.unit("eskal", "ap") == before - spent + 1


def test_ruling_r138_moon_stays_in_play_when_he_is_koed() -> None:
    """Moon, Moon Hammer: his opponent gains 5 GG, he keeps his cell and has no injuries [KA 4.6.2]."""
    units = {"moon": mine("moon", ap_markers=1), "pal": mine("ox"), "foe": theirs("bull")}
    hp = Table("moon pal foe", units, turn="foe", pack=[BULL, OX]).unit("moon", "hp")
    hurt = {**units, "moon": mine("moon", ap_markers=1, injuries=hp - 1)}
    table = Table("moon pal foe", hurt, turn="foe", pack=[BULL, OX])
    before = table.read("player.p2.gg")
    table.play("cast hit a1", dice=DULL)
    assert table.unit("moon", "at", "injuries", "ap_markers", "ko") == ("a1", 0, 1, False)
    assert table.read("player.p2.gg") == before + 5
    assert "ko" in table.events and "removed" not in table.events


FIELD = """
    .   . . .
    .   phaeris foe .
    .   pal     .   .
"""


@pytest.mark.parametrize("began", [True, False])
def test_ruling_r139_who_began_beside_phaeris_must_target_him(began: bool) -> None:
    """Phaeris, Protector of the Purple Claws [KA 7.1.7]: others only together with him, and no Personal spell."""
    field = FIELD if began else FIELD.replace("phaeris foe .", "phaeris . foe")
    units = {"phaeris": mine("phaeris-devastated"), "pal": mine("ox"), "foe": theirs("bull")}
    table = Table(field, units, turn="foe", pack=[BULL, OX])
    if began:
        table = begin_turn(table)
        for line in ("cast hit b3", "cast bless c2"):
            refusal = table.refused(line)
            assert (refusal.kind, refusal.clauses, refusal.facts) == ("claimed", ("7.1.7",), {"target": "phaeris"})
        assert "cast hit b2" in table.options("cast") and "cast wide b2" in table.options("cast")
        assert [line for line in table.options("cast") if line.startswith("cast hit")] == ["cast hit b2"]
        held = [one for one in table.judged("cast hit b2") if one.kind == "claimed"]
        assert [one.holds for one in held] == [True]
    else:
        assert {"cast hit b3", "cast hit b2"} <= set(begin_turn(table).options("cast"))


def begin_turn(table: Table) -> Table:
    """The position as if the active unit had begun its turn where it stands."""
    state = table.state
    unit = state.active_unit
    state.began_beside = sum(
        1 << other
        for other in state.units_in_play()
        if other != unit and is_adjacent(state.cell[other], state.cell[unit])
    )
    return table


def test_ruling_r140_missiz_burnzz_hurts_who_targets_the_bearer_of_her_marker() -> None:
    """Missiz Burnzz, Flame Return: the marker goes, 2 injuries to the active unit [KA 4.13.2] [KA 7.2.9]."""
    units = {"miss": mine("missiz-burnzz"), "foe": theirs("bull"), "other": theirs("ox"), "pal": mine("ox")}
    table = Table("miss . . foe other pal", units, turn="miss", pack=[BULL, OX]).play("cast fire-guardian d1")
    assert len(table.state.special_markers) == 1
    table.play("cast icarbonized d1", dice=DULL)  # her own spell, too
    assert table.unit("miss", "injuries") == 2 and table.state.special_markers == []


def test_nothing_happens_where_somebody_else_is_targeted_or_nobody_is_marked() -> None:
    units = {"miss": mine("missiz-burnzz"), "foe": theirs("bull"), "other": theirs("ox")}
    table = Table("miss . . foe . other", units, turn="miss", pack=[BULL, OX])
    table.play("cast icarbonized d1", dice=DULL)
    assert table.unit("miss", "injuries") == 0


def test_ruling_r141_lemon_jellies_block_the_sight_of_who_stands_beside_them() -> None:
    """Lemon King, Nice Zest [KA 4.15.9]: of units of either side beside the Jelly, and of nobody else."""
    gun = card("gun", hp=20, spells=[spell("shot", (1, 9), base=1, cost={"ap": 1})])
    field = "foe jelly . . pal king"
    units = {"king": mine("lemon-king"), "jelly": mine("lemon-jelly", summoner="king"), "pal": mine("gun")}
    beside = Table(field, {**units, "foe": theirs("gun")}, turn="foe", pack=[gun])
    assert beside.refused("cast shot e1").kind == "no-sight"
    assert "cast shot b1" in beside.options("cast")
    away = Table("foe . jelly . pal king", {**units, "foe": theirs("gun")}, turn="foe", pack=[gun])
    assert "cast shot e1" in away.options("cast")
    alone = {name: keys for name, keys in units.items() if name != "king"} | {"king": mine("gun")}
    assert "cast shot e1" in Table(field, {**alone, "foe": theirs("gun")}, turn="foe", pack=[gun]).options("cast")


def test_ruling_r142_the_bearer_of_medor_thraki_s_marker_rolls_one_die_less() -> None:
    """Medor Thraki, Driving: no Unfazed, and one die less of every roll [KA 4.18.4.g] [Ruling R87]."""
    steady = card("steady", hp=20, spells=[HIT], powers=[{"keyword": "unfazed"}, {"keyword": "armour"}])
    units = {"medor": mine("medor-thraki"), "foe": theirs("steady"), "pal": mine("ox")}
    table = Table("medor . . foe pal", units, turn="medor", pack=[steady, OX])
    assert table.unit("foe", "powers") == ["armour", "unfazed"]
    table.play("cast tally-ho d1")
    assert table.unit("foe", "powers") == ["armour"]
    marked = {**units, "foe": theirs("steady", special_markers=[{"name": "hunted", "by": "medor"}])}
    struck = Table("medor . . foe pal", marked, turn="medor", pack=[steady, OX]).start("cast macetication d1")
    while "critical" in struck.asked:
        struck.start("lock")
    assert struck.rolls.count == 1  # two for Armour, one of them gone
    striking = Table("medor . . foe pal", marked, turn="foe", pack=[steady, OX]).start("cast hit e1")
    assert "armour" in striking.asked  # no die for Critical: no roll, and no success
    leaving = Table("medor . . foe pal", marked, turn="foe", pack=[steady, OX]).start("move c1")
    assert "lock" in leaving.asked
    assert "dodge" not in leaving.start("lock").asked


def test_ruling_r143_elite_riktus_lets_a_bandit_join_a_team_of_level_12() -> None:
    """Elite Riktus, Gang Leader [KA 1.1.1.b]: level 14 with a level-2 Bandit, if five Bandits are there without it."""
    setups = game_named("krosmaster").setups
    known = catalogue().cards
    twos = [one.id for one in known.values() if "bandit" in one.types and one.level == 2]
    team = ["elite-riktus", *twos[:4]]
    assert setups.violations(team, "constructed") == []
    assert setups.violations([*team, twos[0]], "constructed") == [], "14 with one that joins"
    other = next(one.id for one in known.values() if one.level == 2 and "bandit" not in one.types)
    assert [one.kind for one in setups.violations([*team, other], "constructed")] == ["team-level"]
    fewer = ["elite-riktus", *twos[:3], other, twos[3]]
    assert [one.kind for one in setups.violations(fewer, "constructed")] == ["team-level"]
    assert setups.violations([*team, twos[0]], "limited") == []


def test_ruling_r144_missiz_freezz_s_marker_goes_in_place_of_injuries() -> None:
    """Missiz Freezz, Defrosting: all injuries of one spell, once; the bearer pays its own costs [KA 4.10.6.c]."""
    units = {"miss": mine("missiz-freezz"), "pal": mine("ox"), "foe": theirs("bull")}
    table = Table("miss . pal . foe", units, turn="miss", pack=[BULL, OX]).play("cast ice-chest c1")
    assert len(table.state.special_markers) == 1
    marked = {**units, "pal": mine("ox", special_markers=[{"name": "icy-armor", "by": "miss"}])}
    struck = Table("miss . pal . foe", marked, turn="foe", pack=[BULL, OX]).play("cast slay c1", dice=DULL)
    assert struck.unit("pal", "injuries") == 0 and struck.state.special_markers == []
    assert [one["why"] for one in struck.facts("spared")] == ["marker"]
    assert "special-marker-removed" in struck.events and "injured" not in struck.events
    struck.play("cast hit c1", dice=DULL)
    assert struck.unit("pal", "injuries") == 1


def test_missiz_freezz_s_cold_chain_slows_a_krosmaster_two_cells_from_its_target() -> None:
    """Cold Chain: of either side, chosen by her player; nobody where there is none [Ruling R144]."""
    units = {"miss": mine("missiz-freezz"), "foe": theirs("bull"), "other": theirs("ox"), "far": theirs("ox")}
    table = Table("miss . . foe . other . far", units, turn="miss", pack=[BULL, OX])
    table.play("cast cold-chain d1", dice=DULL)
    assert [table.unit(who, "ap_markers") for who in ("foe", "other", "far")] == [0, -2, 0]
    assert table.unit("other", "mp_markers") == -1


@pytest.mark.parametrize(("kamas", "injuries", "left"), [(9, 2, 7), (1, 3, 0), (0, 4, 0)])
def test_ruling_r145_grampy_shopkeeper_pays_for_injuries_beyond_two(kamas: int, injuries: int, left: int) -> None:
    """Grampy Shopkeeper, Golden Parachute: a Kama for each injury beyond two [KA 4.5.1]."""
    blow = card("bull", hp=20, ap=9, spells=[spell("blow", range=ANYWHERE, base=4, cost={"ap": 1}), HIT])
    units = {"grampy": mine("grampy-shopkeeper"), "foe": theirs("bull")}
    table = Table("grampy . foe", units, turn="foe", pack=[blow], players={"p1": {"kamas": kamas}})
    table.play("cast blow a1", dice=DULL)
    assert (table.unit("grampy", "injuries"), table.read("player.p1.kamas")) == (injuries, left)
    spared = [(one["x"], one["why"]) for one in table.facts("spared")]
    assert spared == ([(4 - injuries, "kamas")] if injuries < 4 else [])


def test_grampy_shopkeeper_gains_a_kama_for_each_ap_left() -> None:
    """Extended Warrenty: what is left once its cost was paid [KA 4.5.1]."""
    units = {"grampy": mine("grampy-shopkeeper", ap=4), "foe": theirs("ox")}
    table = Table("grampy . foe", units, turn="grampy", pack=[OX], players={"p1": {"kamas": 1}})
    table.play("cast extended-warrenty c1", dice=DULL)
    assert table.unit("grampy", "ap") == 1 and table.read("player.p1.kamas") == 2


def test_ruling_r146_darkli_moon_makes_the_first_koed_wild_cheaper() -> None:
    """Darkli Moon, Shadow of the Jungle: 2 GG fewer, at least 1, for the first Wild ally of level 2 or more."""
    wild = {
        name: card(name, hp=1, types=["wild"], level=level) for name, level in (("one", 1), ("two", 2), ("four", 4))
    }
    units = {
        "moon": mine("darkli-moon"),
        **{name: mine(name) for name in wild},
        "foe": theirs("bull"),
        "pal": theirs("ox"),
    }
    board = {"turn": "foe", "pack": [BULL, OX, *wild.values()]}
    table = Table("moon one two four . foe pal", units, **board, players={"p1": {"gg": 9}})
    before = table.read("player.p2.gg")
    given = []
    for cell in ("b1", "d1", "c1"):
        table.play(f"cast hit {cell}", dice=DULL)
        given.append(table.read("player.p2.gg") - before - sum(given))
    assert given == [1, 2, 2]  # level 1 is too low; then 4 less 2; then no more
    alone = Table("two . . foe", {"two": mine("two"), "foe": theirs("bull")}, **board, players={"p1": {"gg": 9}})
    lone = {"moon": mine("darkli-moon"), "mate": mine("ox"), "foe": theirs("bull"), "pal": theirs("ox")}
    own = Table("moon mate . foe pal", lone, **board, players={"p1": {"gg": 9}})
    assert alone.play("cast hit a1", dice=DULL).read("player.p2.gg") - before == 2
    assert own.play("cast slay a1", dice=DULL).read("player.p2.gg") - before == 1  # an ally of his own, of level 2


def test_a_trap_that_targets_the_bearer_of_missiz_burnzz_s_marker_sets_her_off() -> None:
    """Whose spell it is does not matter; the active unit is hurt, here the one that stepped in [Ruling R140]."""
    units = {
        "walker": mine("ox", special_markers=[{"name": "will-o-the-wisp", "by": "miss"}]),
        "miss": theirs("missiz-burnzz"), "snare": theirs("snare", summoner="miss", at="b1"), "pal": mine("ox"),
    }  # fmt: skip
    table = Table("walker . . miss pal", units, turn="walker", pack=[OX])
    table.play("move b1", dice=DULL)
    assert table.unit("walker", "injuries") == 4 and table.state.special_markers == []


def test_darkli_moon_s_first_time_is_the_first_though_his_power_was_lost() -> None:
    """The first Wild is the first, and the order of two KO'd at once is asked for [KA 1.7.1] [KA 4.18.2.a]."""
    wild = [card(f"wild-{level}", hp=1, types=["wild"], level=level) for level in (2, 4)]
    mute = spell("mute", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "turn"}])
    burst = spell("burst", range=ANYWHERE, base=1, cost={"ap": 1}, area="cross")
    foe = card("bull", hp=20, ap=9, spells=[HIT, mute, burst])
    units = {"moon": mine("darkli-moon"), "low": mine("wild-2"), "high": mine("wild-4"), "foe": theirs("bull"),
             "mate": mine("ox"), "pal": theirs("ox")}  # fmt: skip
    field = "moon . . low . high . foe . pal mate"
    board = {"turn": "foe", "pack": [OX, foe, *wild], "players": {"p1": {"gg": 9}}}
    table = Table(field, units, **board)
    before = table.read("player.p2.gg")
    table.play("cast mute a1").play("cast hit d1", dice=DULL)
    assert table.read("player.p2.gg") == before + 2 and len(table.state.once_fight) == 1
    both = Table(field, units, **board).start("cast burst e1").start("lock").start("lock").start("lock")
    assert both.asked.endswith("ko-order")


def test_a_position_says_whom_a_turn_began_beside() -> None:
    """Phaeris: as it is written; where nothing is written, as it is drawn (docs/notation.md) [Ruling R139]."""
    units = {"phaeris": mine("phaeris-devastated"), "pal": mine("ox"), "foe": theirs("bull")}
    table = Table(FIELD, units, turn="foe", pack=[BULL, OX])
    assert table.refused("cast hit b3").kind == "claimed"
    assert table.document()["turn"]["began_beside"] == ["phaeris"]
    turn = {"player": "p2", "unit": "foe", "phase": "activation", "began_beside": []}
    assert "cast hit b3" in Table(FIELD, units, turn=turn, pack=[BULL, OX]).options("cast")
    with pytest.raises(DocumentError, match="began_beside"):
        Table(FIELD, units, turn={**turn, "began_beside": ["nobody"]}, pack=[BULL, OX])

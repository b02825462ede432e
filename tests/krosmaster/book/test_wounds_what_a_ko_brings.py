"""What a KO brings and to whom, and what Buffs, special markers and stocks do at their edges."""

from random import Random
from typing import Any

import pytest

from esquive.krosmaster.spoken.odds_counting import KrosmasterOdds
from esquive.krosmaster.written.hidden_information import hide
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, reward, spell, summon, theirs

DULL = ["lock", "lock"]
KILL = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})


def killer(slug: str, *powers: Any, **keys: Any) -> Part:
    """A Krosmaster that KO's anybody."""
    return card(slug, spells=[KILL], powers=list(powers), **keys)


def kamas_of(foe: dict[str, Any], *pals: dict[str, Any], hero: dict[str, Any] | None = None, pack: Any = ()) -> int:
    """The Kamas p1 gains when the hero KO's the foe."""
    units = {"hero": hero or mine("plain"), "foe": foe, "rest": theirs("plain")}
    units |= {f"pal-{number}": pal for number, pal in enumerate(pals)}
    cards = [killer("plain"), killer("digger", keyword("prospecting")), *pack]
    table = Table(" ".join(units), units, turn="hero", pack=cards)
    return int(table.play("cast kill b1", dice=DULL).read("player.p1.kamas"))


def test_each_ally_with_prospecting_finds_a_kama_in_the_ko_of_a_krosmaster() -> None:
    """The author's own too; not an opponent's, not one out of play, not for a summon [KA 4.9.26.a]."""
    assert kamas_of(theirs("villager")) == 0
    assert kamas_of(theirs("villager"), mine("digger")) == 1
    assert kamas_of(theirs("villager"), mine("digger"), mine("digger"), hero=mine("digger")) == 3
    assert kamas_of(theirs("villager"), theirs("digger")) == 0
    assert kamas_of(theirs("imp"), mine("digger"), hero=mine("digger")) == 0
    assert kamas_of(mine("villager"), mine("digger")) == 0


def test_loot_is_paid_to_the_author_for_krosmasters_and_summons() -> None:
    """As many Kamas as printed; none for a KO by the own side [KA 4.9.29.a]."""
    rich = card("rich", powers=[keyword("loot", x=3)])
    purse = summon("purse", powers=[keyword("loot", x=2)])
    assert kamas_of(theirs("rich"), pack=[rich]) == 3
    assert kamas_of(theirs("purse"), pack=[purse]) == 2
    assert kamas_of(theirs("rich"), mine("digger"), pack=[rich]) == 4
    assert kamas_of(mine("rich"), pack=[rich]) == 0


@pytest.mark.parametrize(
    ("author", "victim", "gallons"),
    [
        (("boss", False), ("wise", False), 4),  # a Boss KO's a Krosmaster with Wisdom
        (("wise", False), ("boss", False), 4),  # one with Wisdom KO's a Boss
        (("wise", False), ("plain", False), 3),
        (("plain", False), ("wise", False), 3),
        (("boss", False), ("plain", False), 3),
        (("plain", False), ("boss", False), 3),
    ],
)
def test_wisdom_and_a_boss_make_a_ko_worth_one_gallon_more(
    author: tuple[str, bool], victim: tuple[str, bool], gallons: int
) -> None:
    """Whichever of the two is which [KA 4.9.25.a]."""
    pack = [killer("plain"), killer("boss", types=["boss"]), killer("wise", keyword("wisdom"))]
    units = {"hero": mine(author[0]), "foe": theirs(victim[0]), "rest": theirs("plain")}
    table = Table("hero foe rest", units, turn="hero", pack=pack).play("cast kill b1", dice=DULL)
    assert table.read("player.p1.gg") == 6 + gallons
    assert (table.read("wild_gg"), table.read("player.p2.gg")) == (0, 6 - gallons + 1)


def test_the_wisdom_of_both_brings_a_gallon_each() -> None:
    """Two powers of two units: a wise Boss KO's a wise Boss, level 3 and 1 and 1 [KA 4.9.25.a]."""
    pack = [killer("sage", keyword("wisdom"), types=["boss"]), killer("plain")]
    units = {"hero": mine("sage"), "foe": theirs("sage"), "rest": theirs("plain")}
    table = Table("hero foe rest", units, turn="hero", pack=pack).play("cast kill b1", dice=DULL)
    assert (table.read("player.p1.gg"), table.read("player.p2.gg"), table.read("wild_gg")) == (11, 2, 0)


@pytest.mark.parametrize("first", ["foe", "purse"])
def test_the_loot_of_a_summon_koed_with_its_summoner_is_paid(first: str) -> None:
    """Both are KO'd before either is removed, whichever is removed first [KA 4.9.29.a] [Ruling R42] [KA 4.10.2.a]."""
    blast = spell("blast", range=ANYWHERE, base=9, cost={"ap": 1}, area="cross")
    pack = [card("blaster", spells=[blast]), summon("purse", powers=[keyword("loot", x=2)])]
    cells = {"foe": "c1", "purse": "d1"} if first == "foe" else {"purse": "c1", "foe": "d1"}
    units = {
        "hero": mine("blaster", at="a1"),
        "foe": theirs("villager", at=cells["foe"]),
        "purse": theirs("purse", summoner="foe", at=cells["purse"]),
        "rest": theirs("fighter", at="g1"),
    }
    table = Table(". . . . . . .", units, turn="hero", pack=pack).play("cast blast c1", dice=["lock"] * 3)
    assert (table.unit("foe", "ko"), table.unit("purse", "at")) == (True, "")
    assert table.read("player.p1.kamas") == 2


@pytest.mark.parametrize("first", ["hush", "foe"])
@pytest.mark.parametrize(("silencer", "kamas"), [("hush", 0), ("villager", 4)])
def test_kamas_of_a_ko_go_by_the_powers_at_its_instant(silencer: str, kamas: int, first: str) -> None:
    """Who takes the powers beside it is KO'd in the same step: nobody has them back by its leaving first.

    [KA 4.9.26.a] [KA 4.9.29.a] [Ruling R42] [Ruling R43]
    """
    blast = spell("blast", (1, 1), base=9, cost={"ap": 1}, area="shovel")
    stain = {"op": "have-no-powers", "to": {"who": "units", "adjacent_to": "self"}}
    pack = [
        card("blaster", spells=[blast], powers=[keyword("prospecting")]),
        card("rich", powers=[keyword("loot", x=3)]),
        card("hush", powers=[power("stain", holds=[{"give": [stain]}])]),
    ]
    drawing = "hero hush foe . pal rest"
    units = {"hero": mine("blaster"), "hush": mine(silencer), "foe": theirs("rich")}
    units |= {"pal": mine("fighter"), "rest": theirs("fighter")}
    table = Table(drawing, units, turn="hero", pack=pack)
    table.play("cast blast b1", dice=["lock"] * 3, answers=[f"choose {first}"])
    assert (table.unit("foe", "ko"), table.read("player.p1.kamas")) == (True, kamas)


def four(**players: dict[str, int]) -> Table:
    """p1 KO's somebody or steals Kamas, with four players each alone."""
    take = spell("take", "personal", kind="special", cost={"ap": 1}, do=[{"op": "gain-kamas", "x": 2, "steal": True}])
    units = {
        "a": {"card": "thief", "owner": "p1"},
        "b": {"card": "thief", "owner": "p2"},
        "c": {"card": "thief", "owner": "p3"},
        "d": {"card": "thief", "owner": "p4"},
    }
    stocks = {seat: {"kamas": 5, "gg": 3} for seat in ("p1", "p2", "p3", "p4")} | players
    pack = [card("thief", spells=[KILL, take])]
    return Table("a . b . c . d", units, turn="a", pack=pack, players=stocks, format="free-for-all")


@pytest.mark.parametrize(("turn", "loser"), [("p1", "p2"), ("p2", "p3"), ("p4", "p1")])
def test_with_four_players_the_next_opponent_in_turn_order_pays(turn: str, loser: str) -> None:
    """After the last player comes the first [KA 4.1.2] [Ruling R104]."""
    table = four()
    while table.read("turn.player") != turn:
        table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    unit = table.read("turn.unit")
    table.play(f"cast take {table.unit(unit, 'at')}")
    stocks = {seat: table.read(f"player.{seat}.kamas") for seat in ("p1", "p2", "p3", "p4")}
    refunds = {f"p{number}": 3 if f"p{number}" <= turn and number > 1 else 0 for number in (1, 2, 3, 4)}
    wanted = {seat: 5 + refunds[seat] + (2 if seat == turn else -2 if seat == loser else 0) for seat in stocks}
    assert stocks == wanted


def marker_of(*lines: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    """The special markers after each (caster, name, target) has been played in turn."""
    names = ["thorn", "rose"]
    spells = [
        spell(name, range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "special-marker", "name": name}])
        for name in names
    ]
    pack = [card("gardener", initiative=9, spells=spells), card("florist", initiative=8, spells=spells)]
    units = {
        "hero": mine("gardener", at="a1"),
        "pal": mine("florist", at="b1"),
        "foe": theirs("gardener", at="c1"),
        "far": theirs("florist", at="d1"),
    }
    table = Table(". . . .", units, turn="hero", pack=pack)
    for caster, name, target in lines:
        while table.read("turn.unit") != caster:
            own = table.read("turn.unit")
            last = own in ("pal", "far")
            dice, answers = (["lock", "armour"], ["keep", "done"]) if last else ([], [])
            table.play("end", dice=dice, answers=answers)
        table.play(f"cast {name} {table.unit(target, 'at')}")
    state = table.state
    kinds = [op.name if hasattr(op, "name") else "" for op in state.library.ops]
    return sorted(
        (kinds[name], state.names[placer], state.names[bearer]) for name, placer, bearer in state.special_markers
    )


def test_a_placer_has_one_special_marker_and_a_team_one_of_a_name() -> None:
    """A second one of the placer, or of the name in the team, moves it; another team's stays.

    [KA 4.13.1] [KA 4.13.2] [Ruling R102]
    """
    assert marker_of(("hero", "thorn", "foe")) == [("thorn", "hero", "foe")]
    assert marker_of(("hero", "thorn", "foe"), ("hero", "thorn", "far")) == [("thorn", "hero", "far")]
    assert marker_of(("hero", "thorn", "foe"), ("hero", "rose", "far")) == [("rose", "hero", "far")]
    assert marker_of(("hero", "thorn", "foe"), ("pal", "thorn", "far")) == [("thorn", "pal", "far")]
    both = marker_of(("hero", "thorn", "foe"), ("pal", "rose", "far"))
    assert both == [("rose", "pal", "far"), ("thorn", "hero", "foe")]
    across = marker_of(("hero", "thorn", "foe"), ("foe", "thorn", "hero"))
    assert across == [("thorn", "foe", "hero"), ("thorn", "hero", "foe")]


def test_buffs_leave_as_the_next_own_turn_begins_and_equipment_stays() -> None:
    """Two Buffs and a cap: AP and HP of the Buffs end with them [KA 6.2.1.a] [KA 4.7.5.b] [Ruling R32]."""
    give = [{"op": "stat-bonus", "stat": "ap", "x": 1}]
    vigour = [{"op": "stat-bonus", "stat": "hp", "x": 2}]
    pack = [
        reward("pep", kind="buff", holds=[{"give": give}]),
        reward("vim", kind="buff", holds=[{"give": vigour}]),
        reward("cap", kind="equipment", slot="set", holds=[{"give": give}]),
    ]
    rewards = [{"id": name, "face": "up"} for name in ("pep", "vim", "cap")]
    units = {"hero": mine("fighter", at="a1", rewards=rewards), "pal": mine("villager"), "foe": theirs("fighter")}
    table = Table(". . pal foe", units, turn="hero", pack=pack)
    assert table.unit("hero", "max_ap", "hp") == (8, 10)
    table.play("end").play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.unit("hero", "max_ap", "hp") == (8, 10)
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.read("turn.unit") == "hero"
    assert table.unit("hero", "max_ap", "ap", "hp") == (7, 7, 8)
    assert table.unit("hero", "rewards") == [{"id": "cap", "face": "up"}]


def test_a_buffs_hp_gone_may_be_a_ko() -> None:
    """9 injuries are too many for 8 HP [KA 4.10.2] [KA 6.2.1.a]."""
    pack = [reward("vim", kind="buff", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 2}]}])]
    bearer = mine("fighter", injuries=9, rewards=[{"id": "vim", "face": "up"}])
    units = {"hero": bearer, "pal": mine("villager"), "foe": theirs("fighter")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero pal foe", units, turn=begin, pack=pack).play()
    assert table.unit("hero", "ko") and table.read("turn.unit") == "pal"


def test_who_is_koed_as_a_buff_ends_is_gone_before_gauges_fill_and_the_turn_starts() -> None:
    """The bearer, or an ally whose HP the Buff lent: none of their powers works any more.

    [KA 4.10.2] [KA 6.2.1.a] [KA 6.2.1.b] [KA 6.2.1.d]
    """
    allies = {"who": "units", "side": "ally"}
    pack = [
        reward("vim", kind="buff", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 2}]}]),
        reward("song", kind="buff", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 2, "to": allies}]}]),
        card("heir", powers=[power("gift", when="start-of-own-turn", do=[{"op": "gain-kamas", "x": 5}])]),
        card(
            "piper",
            powers=[power("pipe", holds=[{"give": [{"op": "stat-bonus", "stat": "mp", "x": 1, "to": allies}]}])],
        ),
    ]

    def begun(buff: str, hero: int, pal: int) -> Table:
        units = {
            "hero": mine("heir", injuries=hero, rewards=[{"id": buff, "face": "up"}]),
            "pal": mine("piper", injuries=pal),
            "foe": theirs("fighter"),
        }
        begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
        return Table("hero pal foe", units, turn=begin, pack=pack).play()

    bearer_gone = begun("vim", 9, 0)
    assert (bearer_gone.read("turn.unit"), bearer_gone.read("player.p1.kamas")) == ("pal", 0)
    ally_gone = begun("song", 0, 9)
    assert ally_gone.unit("pal", "ko") and ally_gone.unit("hero", "mp") == 3
    nobody_gone = begun("song", 7, 7)
    assert (nobody_gone.unit("hero", "mp"), nobody_gone.read("player.p1.kamas")) == (4, 5)


def test_a_face_down_reward_that_leaves_with_its_krosmaster_stays_unseen() -> None:
    """Its owner knows which one it was; to the opponent it may be any of its rank [KA 4.10.2.a] [KA 4.7.8.b]."""
    rewards = [{"id": "herders-crook", "face": "down"}, {"id": "barrel-snail", "face": "up"}]
    foe, rest = theirs("villager", rewards=rewards), theirs("plain")
    units = {"hero": mine("plain"), "foe": foe, "mate": mine("villager"), "rest": rest}
    table = Table("hero foe rest mate", units, turn="hero", pack=[killer("plain")])
    names = [one.id for one in table.state.library.rewards]

    def unseen(seat: int) -> list[int]:
        return list(KrosmasterOdds().seen_by(table.state, seat).pool)

    mine_before, theirs_before = unseen(0), unseen(1)
    table.play("cast kill b1", dice=DULL)
    assert table.unit("foe", "ko") and (unseen(0), unseen(1)) == (mine_before, theirs_before)
    assert (unseen(0)[names.index("herders-crook")], unseen(1)[names.index("herders-crook")]) == (1, 0)
    left = [hide(table.state, 0, Random(seed)).pool for seed in range(60)]
    assert {pool[names.index("herders-crook")] for pool in left} == {0, 1}
    assert {sum(pool) for pool in left} == {sum(table.state.pool)}
    assert all(hide(table.state, 1, Random(seed)).pool == table.state.pool for seed in range(3))


def test_who_becomes_a_crafter_after_a_purchase_has_had_the_first_one_of_the_turn() -> None:
    """Bought at the usual price, it was the first all the same; the next turn has a first one again [KA 4.9.27.a]."""
    badge = [{"give": [{"op": "have-powers", "powers": ["crafter"]}]}]
    units = {
        "hero": mine("fighter", at="a1", rewards=[{"id": "badge", "face": "down"}]),
        "foe": theirs("villager"),
    }
    pack = [reward("badge", kind="equipment", slot="pet", holds=badge)]
    table = Table("D . foe", units, turn="hero", players={"p1": {"kamas": 30}}, pack=pack)
    table.play("buy jade 1 down", dice=["racing-heart"], answers=["give hero"])
    table.play("reveal badge").play("buy jade 1 down", dice=["hunters-tusk"])
    assert (table.read("player.p1.kamas"), table.unit("hero", "ap")) == (30 - 6 - 6, 6 - 1 - 1)
    table.play("give hero").play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    table.play("end", dice=["lock", "dodge"], answers=["keep", "inspire hero lock", "inspire hero dodge"])
    table.play("buy jade 1 down", dice=["spyglass"])
    assert (table.read("player.p1.kamas"), table.unit("hero", "ap")) == (30 - 6 - 6 - 5, 6)


def test_a_power_that_lasts_the_fight_and_one_that_lasts_to_the_bearers_next_turn() -> None:
    """[KA 4.18.3.d] [Ruling R47]: lost until the end of the bearer's own next turn, gained for good."""
    hush = spell(
        "hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "next-turn"}]
    )
    pack = [card("silencer", spells=[hush]), card("guard", powers=[keyword("armour")])]
    units = {"hero": mine("silencer"), "foe": theirs("guard"), "far": theirs("villager"), "pal": mine("villager")}
    table = Table("hero foe far pal", units, turn="hero", pack=pack).play("cast hush b1")
    assert table.unit("foe", "powers") == []
    table.play("end")
    assert (table.read("turn.unit"), table.unit("foe", "powers")) == ("pal", [])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert (table.read("turn.unit"), table.unit("foe", "powers")) == ("foe", [])
    table.play("end")
    assert (table.read("turn.unit"), table.unit("foe", "powers")) == ("far", ["armour"])


def test_a_level_0_krosmaster_and_one_of_the_own_side_are_worth_what_they_are() -> None:
    """Level 0 nothing; an own KO still goes to the opponent [KA 2.4.2] [Ruling R17] [Ruling R20]."""
    boost = power("nobody", holds=[{"give": [{"op": "have-powers", "powers": ["lock"]}]}])
    pack = [killer("plain"), card("pawn", level=1, powers=[boost])]
    units = {"hero": mine("plain"), "pal": mine("pawn"), "foe": theirs("plain"), "rest": theirs("pawn")}
    table = Table("hero pal foe rest", units, turn="hero", pack=pack).play("cast kill b1", dice=DULL)
    assert (table.read("player.p1.gg"), table.read("player.p2.gg"), table.read("wild_gg")) == (6, 7, 0)


def test_one_gallon_is_bought_of_an_opponent_who_has_several() -> None:
    """With four players and no wild one left [KA 4.6.3] [KA 9.1.1]."""
    units = {
        "a": {"card": "fighter", "owner": "p1", "at": "a1"},
        "b": {"card": "fighter", "owner": "p2"},
        "c": {"card": "fighter", "owner": "p3"},
        "d": {"card": "fighter", "owner": "p4"},
    }
    players = {"p1": {"gg": 3, "kamas": 12}, "p2": {"gg": 3}, "p3": {"gg": 3}, "p4": {"gg": 1}}
    table = Table("D . b . c . d", units, turn="a", players=players, wild_gg=0, format="free-for-all")
    table.play("buy gg").play("choose p3")
    assert [table.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [4, 3, 2, 1]

"""Rulings on Counter, authors of KO's, limits of injuries, loss of powers, and units without MP."""

from typing import Any

import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from tests.krosmaster.playing import Table, card, keyword, mine, power, reward, spell, summon, theirs

NOTHING = ["lock", "lock"]
THORNY = card("thorny", powers=[keyword("counter")])
PUSH = [{"op": "push-back", "x": 1}]
# A mechanism that injures the enemy that leaves it.
NETTLE = summon(
    "nettle",
    category="mechanism",
    mp="-",
    ap="-",
    powers=[
        power(
            "sting",
            when="unit-leaves-adjacent",
            of={"side": "enemy"},
            do=[{"op": "injure", "x": 2, "to": {"who": "subject"}}],
        )
    ],
)


def test_ruling_r91_counter_answers_once_for_each_spell_in_the_opponents_turn() -> None:
    """2 injuries or 1, a spell is answered by 1, in Step 8, which nothing answers again [KA 4.9.15.a] [Ruling R91]."""
    knight = card("knight", spells=[spell("strike", cost={"ap": 1})], powers=[keyword("counter")])
    units = {"hero": mine("knight"), "foe": theirs("thorny")}
    table = Table("hero foe", units, turn="hero", pack=[knight, THORNY])
    table.play("cast strike b1", dice=["critical", "lock"])
    assert table.facts("injured") == [{"unit": "foe", "x": 3, "by": "hero"}, {"unit": "hero", "x": 1, "by": "foe"}]
    table.play("cast strike b1", dice=NOTHING)
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (2, 5)


def test_ruling_r91_each_unit_that_a_spell_injures_counters_it() -> None:
    """One spell on two owners of Counter is answered by both [KA 4.9.15.a] [Ruling R91]."""
    sweeper = card("sweeper", spells=[spell("sweep", area="shovel")])
    units = {"hero": mine("sweeper"), "foe": theirs("thorny"), "other": theirs("thorny")}
    table = Table("hero foe other", units, turn="hero", pack=[sweeper, THORNY])
    table.play("cast sweep b1", dice=["lock", "lock", "lock"], answers=["resolve 1"])
    assert [fact["by"] for fact in table.facts("injured")] == ["hero", "hero", "foe", "other"]


def test_ruling_r91_counter_strikes_a_mechanism_in_play_in_the_opponents_turn_only() -> None:
    """A mechanism that injures is answered while in play; in its owner's own turn Counter is still.

    [KA 4.10.6.b] [Ruling R91]
    """
    bully = card("bully", spells=[spell("push", kind="special", do=PUSH)])
    field = """
        .    nettle . .
        hero foe    . .
        """
    units = {"hero": mine("bully"), "foe": theirs("thorny"), "nettle": mine("nettle", summoner="hero")}
    table = Table(field, units, turn="hero", pack=[bully, THORNY, NETTLE])
    table.play("cast push b1")
    assert table.facts("injured") == [{"unit": "foe", "x": 2, "by": "nettle"}, {"unit": "nettle", "x": 1, "by": "foe"}]
    own = Table(field, units, turn="foe", pack=[bully, THORNY, NETTLE])
    own.play("move c1", dice=["critical", "dodge"])
    assert own.facts("injured") == [{"unit": "foe", "x": 2, "by": "nettle"}]


def test_ruling_r91_two_counters_of_one_unit_answer_once() -> None:
    """Printed and gained it is one power of that name [KA 4.9.1] [Ruling R91]."""
    units = {"hero": mine("fighter"), "foe": theirs("thorny", powers=["counter"])}
    table = Table("hero foe", units, turn="hero", pack=[THORNY]).play("cast strike b1", dice=["lock", "lock"])
    assert [fact["by"] for fact in table.facts("injured")] == ["hero", "foe"]


def test_ruling_r91_two_counters_answer_each_other_in_a_third_players_turn() -> None:
    """In p1's turn those of p2 and p3 go on until one of the two is KO'd [KA 4.9.15.a] [KA 4.10.6.b] [Ruling R91]."""
    lash = [{"op": "injure", "x": 1, "to": {"who": "units", "type": "rival"}}]
    bristle = power("bristle", when="suffers-injuries", once="turn", do=lash)
    pack = [
        card("bristly", hp=9, powers=[keyword("counter"), bristle]),
        card("rival", types=["rival"], hp=3, powers=[keyword("counter")]),
    ]
    units = {
        "hero": {"card": "fighter", "owner": "p1"},
        "one": {"card": "bristly", "owner": "p2"},
        "two": {"card": "rival", "owner": "p3"},
        "mate": {"card": "fighter", "owner": "p3"},
        "last": {"card": "fighter", "owner": "p4"},
    }
    table = Table("hero one two mate last", units, turn="hero", pack=pack, format="free-for-all")
    table.play("cast strike b1", dice=["lock", "lock"], answers=["resolve 1"])
    while table.asked == "p1 standby":
        table.play("resolve 1")
    assert table.unit("two", "ko") and not table.unit("one", "ko")
    assert table.unit("one", "injuries") == 2 + 3


def test_ruling_r91_a_trap_that_has_left_is_not_countered() -> None:
    """The Trap is gone when the Counter resolves: it is dropped, and strikes nobody else [KA 7.2.9.b] [Ruling R91]."""
    bully = card("bully", spells=[spell("push", kind="special", do=PUSH)])
    units = {"hero": mine("bully"), "foe": theirs("thorny"), "snare": mine("snare", at="c1", summoner="hero")}
    table = Table("hero foe . .", units, turn="hero", pack=[bully, THORNY])
    table.play("cast push b1", dice=NOTHING)
    assert table.facts("injured") == [{"unit": "foe", "x": 2, "by": "snare"}]
    assert table.facts("dropped") == [{"unit": "foe"}]


MISER = card(
    "miser", spells=[spell("strike"), spell("arrow", (1, 4))], powers=[keyword("prospecting"), keyword("wisdom")]
)
PURSE = card("purse", level=1, hp=2, types=["boss"], powers=[keyword("loot", x=2)])


def test_ruling_r92_the_source_of_the_last_injury_is_the_author_of_the_ko() -> None:
    """A Krosmaster's KO brings Prospecting, Loot and Wisdom's GG, the wild one first [KA 4.9.25.a] [Ruling R92]."""
    units = {"hero": mine("miser"), "foe": theirs("purse"), "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=[MISER, PURSE])
    table.play("cast strike b1", dice=NOTHING)
    assert table.facts("ko") == [{"unit": "foe", "by": "hero"}]
    assert table.read("player.p1.kamas") == 3  # 1 and 2
    assert (table.read("player.p1.gg"), table.read("wild_gg"), table.read("player.p2.gg")) == (8, 0, 5)


def test_ruling_r121_a_ko_d_caster_inflicts_the_injuries_of_its_spell() -> None:
    """Its side's Prospecting counts; nobody is left to be countered, and what watches its own injuries is silent.

    [KA 7.2.2.b] [KA 7.2.8.a] [KA 4.18.6] [Ruling R121]
    """
    rage = power("rage", when="inflicts-injuries", do=[{"op": "gain-kamas", "x": 5}])
    groan = power("groan", when="suffers-injuries", do=[{"op": "gain-kamas", "x": 1}])
    blow = spell("blow", base=3, cost={"ap": 1, "injuries": 1})
    pack = [card("martyr", spells=[blow], powers=[rage]), card("victim", powers=[groan, keyword("counter")]),
            card("digger", powers=[keyword("prospecting")])]  # fmt: skip
    for injuries, kamas in ((0, (0, 1)), (5, (1, 1))):
        units = {
            "hero": mine("martyr", injuries=7),
            "mate": mine("digger"),
            "foe": theirs("victim", injuries=injuries),
            "other": theirs("fighter"),
        }
        table = Table("hero foe other mate", units, turn="hero", pack=pack)
        table.play("cast blow b1", dice=["lock", "lock"])
        assert table.facts("injured")[1] == {"unit": "foe", "x": 3, "by": "hero"}
        assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == kamas
        assert "counter" not in table.events


@pytest.mark.parametrize(("stained", "gallons"), [(False, 6 + 3 + 1), (True, 6 + 3)])
def test_ruling_r122_wisdom_is_read_with_the_level_in_the_ko_sequence(stained: bool, gallons: int) -> None:
    """The Boss that takes its powers is still in play then [KA 4.9.25.a] [KA 4.10.2.a] [Ruling R122]."""
    stain = power(
        "stain",
        holds=[{"give": [{"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "adjacent_to": "self"}}]}],
    )
    pack = [
        card("sage", spells=[spell("strike")], powers=[keyword("wisdom")]),
        card("king", types=["boss"], powers=[stain] if stained else []),
    ]
    units = {"hero": mine("sage"), "foe": theirs("king", injuries=7), "other": theirs("fighter")}
    table = Table("hero foe other", units, turn="hero", pack=pack)
    assert table.play("cast strike b1", dice=["lock", "lock"]).read("player.p1.gg") == gallons


def test_ruling_r122_a_ko_d_author_has_the_wisdom_of_its_card() -> None:
    """Paying with its last HP it still KO's the Boss [KA 7.2.2.b] [KA 4.9.25.a] [Ruling R122]."""
    blow = spell("blow", base=3, cost={"ap": 1, "injuries": 1})
    pack = [card("sage", level=1, spells=[blow], powers=[keyword("wisdom")]), card("king", types=["boss"])]
    units = {
        "hero": mine("sage", injuries=7),
        "mate": mine("fighter"),
        "foe": theirs("king", injuries=7),
        "other": theirs("fighter"),
    }
    table = Table("hero foe other mate", units, turn="hero", pack=pack, wild_gg=0)
    table.play("cast blow b1", dice=["lock", "lock"])
    assert (table.read("player.p1.gg"), table.read("player.p2.gg")) == (6 - 1 + 3 + 1, 6 + 1 - 3 - 1)


def test_ruling_r92_a_bomb_counts_for_loot_and_not_for_prospecting() -> None:
    """KO'd by the explosion of p1's own Bomb: 2 Kamas of Loot, none of Prospecting, no Wisdom.

    [KA 4.9.26.a] [Ruling R92]
    """
    units = {
        "hero": mine("miser"),
        "petard": mine("petard", summoner="hero"),
        "foe": theirs("purse"),
        "other": theirs("fighter"),
    }
    table = Table("hero . petard foe . other", units, turn="hero", pack=[MISER, PURSE])
    table.play("cast arrow c1", dice=["lock"] * 4)
    assert table.facts("ko")[1] == {"unit": "foe", "by": "petard"}
    assert (table.read("player.p1.kamas"), table.read("player.p1.gg"), table.read("wild_gg")) == (2, 7, 0)


def test_ruling_r92_ones_own_side_koes_no_opposing_piece() -> None:
    """Striking down one's own piece gives the opponent its GG and nobody Kamas [KA 4.9.29.a] [Ruling R92]."""
    units = {"hero": mine("miser"), "mate": mine("purse"), "foe": theirs("miser")}
    table = Table("hero mate foe", units, turn="hero", pack=[MISER, PURSE])
    table.play("cast strike b1", dice=NOTHING)
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == (0, 0)
    assert (table.read("player.p2.gg"), table.read("wild_gg")) == (7, 0)


def test_ruling_r92_wear_of_its_own_gives_no_author() -> None:
    """A summon with Loot that wears away pays nobody [KA 4.9.29.a] [KA 4.9.30.a] [Ruling R92]."""
    candle = summon("candle", hp=1, powers=[keyword("wear"), keyword("loot", x=2)])
    units = {"hero": mine("fighter"), "candle": mine("candle", summoner="hero"), "foe": theirs("fighter")}
    turn = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero candle foe", units, turn=turn, pack=[candle])
    assert table.unit("candle", "ko") is True
    assert (table.read("player.p1.kamas"), table.read("player.p2.kamas")) == (0, 0)


def test_ruling_r97_a_limit_on_injuries_acts_in_step_7() -> None:
    """5 damage place 3 injuries on Merkator, and so many are stolen back [KA 7.2.8.d] [Ruling R97]."""
    vampire = card("vampire", spells=[spell("bite", base=5, do=[{"op": "steal-health"}])])
    units = {"hero": mine("vampire", injuries=5), "foe": theirs("merkator")}
    table = Table("hero foe", units, turn="hero", pack=[vampire])
    table.play("cast bite b1", dice=NOTHING)
    assert table.facts("damage")[0]["x"] == 5
    assert (table.unit("foe", "injuries"), table.unit("hero", "injuries")) == (3, 2)


def test_ruling_r97_krobust_is_the_only_one_of_its_names() -> None:
    """Merkator has one such power, Krobalèze in French; Krowsome is no other one [KA 7.5.20.a] [Ruling R97]."""
    named = [one for one in catalogue().cards["merkator"].power if one.name is not None]
    assert [(one.id, one.name["fr"]) for one in named if one.name is not None] == [("krobust", "Krobalèze")]


def test_ruling_r101_a_unit_without_powers_keeps_its_equipment_bonus() -> None:
    """Powers of any origin go, new ones too; AP, MP and range of equipment stay [KA 4.18.4.g] [Ruling R101]."""
    hush = spell("hush", (1, 3), kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "turn"}])
    bless = spell("bless", (1, 3), kind="special", cost={"ap": 1}, do=[
        {"op": "gain-power", "powers": ["lock"], "to": {"who": "targets"}},
        {"op": "gain-power", "powers": ["dodge"], "until": "fight", "to": {"who": "targets"}},
    ])  # fmt: skip
    pack = [
        card("silencer", initiative=4, spells=[hush, bless]),
        card("proud", powers=[keyword("counter"), power("pride", holds=[
            {"give": [{"op": "stat-bonus", "stat": "ap", "x": 2}]},
        ])]),
        reward("boots", kind="equipment", slot="pet", holds=[{"give": [
            {"op": "stat-bonus", "stat": "ap", "x": 1},
            {"op": "stat-bonus", "stat": "mp", "x": 1},
            {"op": "have-powers", "powers": ["armour"]},
        ]}]),
    ]  # fmt: skip
    worn = [{"id": "boots", "face": "up"}]
    units = {
        "hero": mine("silencer"),
        "mate": mine("villager"),
        "foe": theirs("proud", rewards=worn, inspiration=["critical"], level=1),
    }
    table = Table("hero . foe mate", units, turn="hero", pack=pack)
    assert table.unit("foe", "powers") == ["critical-hit", "armour", "counter"]
    assert table.unit("foe", "max_ap", "max_mp") == (9, 4)
    table.play("cast hush c1").play("cast bless c1")
    assert table.unit("foe", "powers") == []
    assert table.unit("foe", "rewards", "inspiration", "level") == (worn, ["critical-hit"], 1)
    assert table.unit("foe", "max_ap", "max_mp") == (7, 4)  # the 2 AP of its own power are gone, the Pet's 1 stay
    table.play("end")
    assert table.read("turn.unit") == "mate"
    assert table.unit("foe", "powers") == ["critical-hit", "armour", "dodge", "counter"]
    assert table.unit("foe", "max_ap", "max_mp") == (9, 4)


def test_ruling_r103_a_krosmaster_without_mp_is_a_mechanism() -> None:
    """It does not lock and is no character in texts, but stands in the way and blocks sight.

    [KA 4.3.4.b] [Ruling R103]
    """
    sign = {"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "kind": "character"}}
    crier = card(
        "crier",
        spells=[
            spell("call", "personal", kind="special", cost={"ap": 1}, do=[sign]),
            spell("shot", (1, 4), cost={"ap": 1}),
        ],
    )  # fmt: skip
    units: dict[str, Any] = {"hero": mine("crier"), "statue": theirs("statue"), "foe": theirs("fighter")}
    table = Table(
        """
        .    .      .
        hero statue foe
        """,
        units,
        turn="hero",
        pack=[crier, card("statue", mp="-")],
    )
    table.play("cast call a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["hero", "foe"]
    assert table.refused("move b1").kind == "not-free"
    assert table.refused("cast shot c1").facts["blocker"] == "b1"
    assert "lock-roll" not in table.play("move a2").events


def test_ruling_r103_a_mob_of_0_mp_is_a_character() -> None:
    """0 is a value: such a Mob locks whoever leaves it [KA 4.3.4.a] [Ruling R103]."""
    units = {"hero": mine("fighter"), "stump": theirs("stump"), "foe": theirs("fighter")}
    table = Table(". hero stump foe", units, turn="hero", pack=[summon("stump", mp=0)])
    table.play("move a1", dice=["lock", "critical"])
    assert table.facts("caught") == [{"unit": "hero", "by": "stump"}]

"""Rulings on dice, damage, injuries, costs and limits of spells."""

from typing import Any

import pytest

from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, reward, spell, theirs

NOTHING = ["lock", "lock"]  # no success for the caster, none for the target


def dice_for(table: Table, line: str, *results: str) -> int:
    """How many dice the roll needs that comes after a line and these results."""
    trial = table.again()
    for text in (line, *results):
        trial.state.apply(parse_answer(trial.state, text))
    return trial.rolls.count


def test_ruling_r86_each_power_of_another_name_adds_one_die() -> None:
    """Critical Hit and the power of the element add up; Neutral has one die, healing no element.

    [KA 7.2.5.b] [Ruling R86]
    """
    mage = card(
        "mage",
        spells=[
            spell("fire", element="fire"),
            spell("water", element="water"),
            spell("blunt", element="neutral"),
            spell("mend", kind="heal", base=1),
            spell("hex", kind="special", do=[{"op": "markers", "stat": "mp", "x": -1}]),
        ],
        powers=[keyword("critical-hit"), keyword("intelligence")],
    )
    warded = theirs("warded", powers=["armour"], inspiration=["armour", "critical"])
    ward = card("warded", powers=[keyword("armour"), keyword("intelligence")])
    table = Table("mage warded", {"mage": mine("mage"), "warded": warded}, turn="mage", pack=[mage, ward])
    assert dice_for(table, "cast fire b1") == 3
    assert dice_for(table, "cast water b1") == 2
    assert dice_for(table, "cast blunt b1") == 1
    assert dice_for(table, "cast mend b1") == 2
    # Armour printed, gained and inspired is one power; Intelligence joins it against fire, a Neutral spell is usual.
    assert dice_for(table, "cast fire b1", "roll lock lock lock") == 3
    assert dice_for(table, "cast water b1", "roll lock lock") == 2
    assert dice_for(table, "cast blunt b1", "roll lock") == 2
    special = table.again().play("cast hex b1")
    assert not {"critical-roll", "armour-roll"} & set(special.events)


def test_ruling_r87_pierce_armour_can_leave_no_die() -> None:
    """One die less 1 is none: no roll, no success; never fewer than none [KA 7.2.6.c] [Ruling R87]."""
    pierce = {"op": "pierce-armour"}
    piercer = card("piercer", spells=[spell("awl", do=[pierce]), spell("drill", do=[pierce, pierce])])
    armoured = card("armoured", powers=[keyword("armour")])
    for foe, line, dice, injuries in (
        ("fighter", "cast awl b1", ["critical"], 3),
        ("armoured", "cast awl b1", ["critical", "armour"], 2),
        ("fighter", "cast drill b1", ["lock"], 2),
        ("armoured", "cast drill b1", ["critical"], 3),
    ):
        units = {"hero": mine("piercer"), "foe": theirs(foe)}
        table = Table("hero foe", units, turn="hero", pack=[piercer, armoured])
        assert table.play(line, dice=dice).unit("foe", "injuries") == injuries


def test_ruling_r88_an_elemental_bonus_adds_only_to_its_own_element() -> None:
    """+2 air does nothing for a fire spell, and a Resistance to air nothing against it [KA 7.5.6.a] [Ruling R88]."""
    gust = [{"op": "extra-damage", "x": 2, "element": "air"}]
    mage = card("mage", spells=[spell("fire", element="fire", do=gust), spell("air", element="air", do=gust)])
    airy = card("airy", powers=[keyword("resistance-air")])
    units = {"hero": mine("mage"), "foe": theirs("airy")}
    table = Table("hero foe", units, turn="hero", pack=[mage, airy])
    assert table.again().play("cast fire b1", dice=NOTHING).unit("foe", "injuries") == 2
    (damage,) = table.play("cast air b1", dice=NOTHING).facts("damage")
    assert (damage["unit"], damage["x"], damage["element"]) == ("foe", 3, 1)


def test_ruling_r89_immune_acts_after_all_terms_are_added() -> None:
    """Terms are added before the floor of 0, and Immune makes an Elemental total 0 last of all.

    [KA 7.2.7.d] [Ruling R89]
    """
    storm = [{"op": "extra-damage", "x": 2, "element": "air"}]
    mage = card(
        "mage", spells=[spell("gale", element="air", base=1, do=storm), spell("blunt", element="neutral", base=1)]
    )
    resistant = card("resistant", powers=[keyword("resistance-air")])
    immune = card("immune", powers=[keyword("immune")])
    pack = [mage, resistant, immune]
    # 1 - 1 for Armour - 1 for the Resistance + 2: a floor of 0 on the way would leave 2.
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("resistant")}, turn="hero", pack=pack)
    assert table.play("cast gale b1", dice=["lock", "armour"]).unit("foe", "injuries") == 1
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("immune")}, turn="hero", pack=pack)
    assert table.play("cast gale b1", dice=["critical", "lock"]).unit("foe", "injuries") == 0
    assert table.play("cast blunt b1", dice=["critical", "lock"]).unit("foe", "injuries") == 2


def test_ruling_r90_a_spell_of_base_0_can_still_injure() -> None:
    """The better roll makes 0 a 1; a total of 0 is no injury, no Counter, no stolen health.

    [KA 7.2.8.b] [Ruling R90]
    """
    leech = card("gnat", spells=[spell("prick", base=0, do=[{"op": "steal-health"}])])
    thorny = card("thorny", powers=[keyword("counter")])
    units = {"hero": mine("gnat", injuries=4), "foe": theirs("thorny")}
    table = Table("hero foe", units, turn="hero", pack=[leech, thorny])
    missed = table.again().play("cast prick b1", dice=NOTHING)
    assert (missed.unit("foe", "injuries"), missed.unit("hero", "injuries")) == (0, 4)
    assert not {"injured", "standby", "counter", "healed"} & set(missed.events)
    hit = table.play("cast prick b1", dice=["critical", "lock"], answers=["resolve 1"])
    assert hit.unit("foe", "injuries") == 1
    assert {"counter", "healed"} <= set(hit.events)


def test_ruling_r93_steals_health_counts_the_injuries_of_all_targets() -> None:
    """3 injuries really placed on two targets remove 3, but no more than the caster has [KA 7.5.18.a] [Ruling R93]."""
    bat = card("bat", spells=[spell("swarm", element="air", area="shovel", do=[{"op": "steal-health"}])])
    for injuries, left in ((6, 3), (2, 0)):
        units = {
            "bat": mine("bat", injuries=injuries),
            "weak": theirs("fighter", injuries=7),  # takes 1 of the 2
            "foe": theirs("fighter"),
        }
        table = Table("bat weak foe", units, turn="bat", pack=[bat])
        table.play("cast swarm b1", dice=["lock", "lock", "lock"])
        assert [fact["x"] for fact in table.facts("injured")] == [1, 2]
        assert table.unit("bat", "injuries") == left


FRAIL = card("frail", hp=4, level=2, mp=2, spells=[])


def changeling(hp: int = 8) -> Part:
    """A Krosmaster that exchanges injuries with its target, or becomes the frail one of 4 HP."""
    trade = spell("trade", kind="special", cost={"ap": 1}, do=[{"op": "exchange-injuries"}])
    change = spell("change", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "frail"}])
    return card("changeling", hp=hp, spells=[trade, change], powers=[keyword("prospecting")])


def test_ruling_r95_an_exchange_never_gives_more_injuries_than_hp() -> None:
    """7 injuries moved to a piece of 4 HP are 4 and a KO by nobody, which still gives GG [KA 4.10.8] [Ruling R95]."""
    units = {"hero": mine("changeling", injuries=7), "foe": theirs("villager", injuries=1), "other": theirs("fighter")}
    table = Table("hero foe other", units, turn="hero", pack=[changeling(), FRAIL])
    table.play("cast trade b1")
    assert table.facts("ko") == [{"unit": "foe", "by": "nobody"}]
    assert table.unit("hero", "injuries") == 1
    assert "injured" not in table.events
    assert (table.read("player.p1.gg"), table.read("player.p1.kamas")) == (7, 0)


def test_ruling_r95_a_replaced_piece_with_too_many_injuries_is_koed_by_nobody() -> None:
    """5 injuries on a new card of 4 HP: KO'd by nobody [KA 7.5.19.a] [KA 4.10.2] [Ruling R95]."""
    units = {"hero": mine("changeling", injuries=5), "mate": mine("fighter"), "foe": theirs("changeling")}
    table = Table("hero mate foe", units, turn="hero", pack=[changeling(), FRAIL])
    table.play("cast change a1")
    assert table.facts("ko") == [{"unit": "hero", "by": "nobody"}]
    assert (table.unit("hero", "ko"), table.read("player.p2.kamas")) == (True, 0)


@pytest.mark.parametrize(("line", "level", "gallons"), [("cast humble a1", 0, 6), ("cast nothing a1", 5, 11)])
def test_ruling_r95_a_replaced_piece_keeps_the_level_that_an_effect_gave_it(
    line: str, level: int, gallons: int
) -> None:
    """An ongoing effect passes to the new card, a printed level does not; its KO is worth what it has then.

    [KA 7.5.19.a] [KA 4.18.3.d] [Ruling R95]
    """
    personal = {"reach": "personal", "kind": "special", "cost": {"ap": 1}}
    pack = [
        card("man", level=2, spells=[
            spell("humble", do=[{"op": "set-level", "x": 0}], **personal),
            spell("nothing", **personal),
            spell("change", do=[{"op": "replace", "card": "wolf"}], **personal),
        ]),
        card("wolf", level=5, spells=[spell("sacrifice", cost={"injuries": 1})]),
    ]  # fmt: skip
    units = {"hero": mine("man", injuries=7), "mate": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero foe mate", units, turn="hero", pack=pack)
    table.play(line).play("cast change a1")
    assert table.unit("hero", "card", "level") == ("wolf", level)
    assert table.play("cast sacrifice b1", dice=NOTHING).read("player.p2.gg") == gallons


def test_ruling_r95_a_replaced_piece_keeps_its_place_rewards_and_summons() -> None:
    """Cell, Timeline place, rewards, markers and summons stay with the new card [KA 7.5.19.a] [Ruling R95]."""
    quail = [{"id": "running-quail", "face": "up"}]
    units = {
        "hero": mine("changeling", injuries=3, rewards=quail, mp_markers=-1),
        "imp": mine("imp", summoner="hero"),
        "mate": mine("fighter", at="c1"),
    }
    table = Table("hero imp .", units, turn="hero", pack=[changeling(), FRAIL])
    table.play("cast change a1")
    assert table.unit("hero", "card", "at", "injuries", "mp_markers") == ("frail", "a1", 3, -1)
    assert table.unit("hero", "rewards") == quail
    assert table.unit("hero", "max_mp") == 3  # 2 of the new card, 1 of the Pet that is still worn
    assert table.unit("imp", "summoner", "at") == ("hero", "b1")
    assert table.read("player.p1.timeline") == ["hero", "mate"]


def test_ruling_r95_markers_that_a_piece_could_not_receive_go_back() -> None:
    """-1 MP above the MAX of 2, by a new card or an exchange; markers of a gauge that is a dash [Ruling R95].

    [KA 4.11.6] [KA 4.11.7] [KA 7.5.19.a] [KA 7.5.20.a]
    """
    change = spell("change", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "frail"}])
    swap = spell("swap", kind="special", cost={"ap": 1}, do=[{"op": "exchange-markers"}])
    changer = card("changer", mp=5, spells=[change, swap])
    units = {"hero": mine("changer", mp_markers=-4, ap_markers=-1), "foe": theirs("frail", mp_markers=1)}
    table = Table("hero foe", units, turn="hero", pack=[changer, FRAIL])
    assert table.again().play("cast change a1").unit("hero", "mp_markers", "ap_markers") == (-2, -1)
    table.play("cast swap b1")
    assert (table.unit("hero", "mp_markers"), table.unit("foe", "mp_markers")) == (1, -2)


def test_ruling_r96_track_and_invasion_are_read_once_in_step_2() -> None:
    """Moving into or out of line or territory during the spell changes nothing.

    [KA 7.5.21.a] [KA 7.5.22.a] [Ruling R96]
    """
    reach = {"kind": "no-line-of-sight", "min": 1, "max": 9}
    slow = {"op": "track", "then": [{"op": "markers", "stat": "mp", "x": -1}]}
    hunter = card(
        "hunter",
        spells=[
            spell("stalk", range=reach, kind="special", do=[{"op": "move-closer", "x": 2}, slow]),
            spell("leap", range=reach, kind="special", do=[{"op": "place"}, {
                "op": "track", "then": [{"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}]}]),
        ],
    )  # fmt: skip
    field = """
        .    . foe .
        hero . .   .
        """
    units = {"hero": mine("hunter"), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[hunter])
    stalked = table.again().play("cast stalk c2")  # off line when cast, below its target after the move
    assert (stalked.unit("hero", "at"), stalked.unit("foe", "mp_markers")) == ("c1", 0)
    leapt = table.play("cast leap d1")  # in line when cast, on the very cell after the leap
    assert (leapt.unit("hero", "at"), leapt.unit("hero", "mp_markers")) == ("d1", 1)


def test_ruling_r96_the_territory_is_the_5_rows_nearest_the_opponent() -> None:
    """Invasion from row 6 of 10 and not from row 5, as it was before the caster moved [KA 4.20.1] [Ruling R96]."""
    bonus = {"op": "invasion", "then": [{"op": "extra-damage", "x": 2, "element": "earth"}]}
    raider = card(
        "raider",
        spells=[
            spell("raid", (1, 3), do=[{"op": "retreat", "x": 1}, bonus]),
            spell("rush", (1, 3), do=[{"op": "move-closer", "x": 1}, bonus]),
        ],
    )
    column = ["foe" if row == 8 else "hero" if row == 6 else "." for row in range(10, 0, -1)]
    units = {"hero": mine("raider"), "foe": theirs("fighter")}
    table = Table("\n".join(column), units, turn="hero", pack=[raider])
    table.play("cast raid a8", dice=NOTHING)
    assert (table.unit("hero", "at"), table.unit("foe", "injuries")) == ("a5", 4)
    table.play("cast rush a8", dice=NOTHING)
    assert (table.unit("hero", "at"), table.unit("foe", "injuries")) == ("a6", 6)


def test_ruling_r96_a_technique_reads_invasion_as_a_spell_does() -> None:
    """What a Technique adds to Punch asks for the opponent's territory too [KA 7.5.22.a] [KA 4.7.11.e] [Ruling R96]."""
    trip = {"op": "invasion", "then": [{"op": "markers", "stat": "mp", "x": -1}]}
    trick = reward(
        "trick", kind="equipment", slot="technique", holds=[{"give": [{"op": "punch-effect", "do": [trip]}]}]
    )
    units = {"hero": mine("fighter", rewards=[{"id": "trick", "face": "up"}]), "foe": theirs("fighter")}
    for row, slowed in ((6, -1), (5, 0)):
        column = ["foe" if at == row + 1 else "hero" if at == row else "." for at in range(10, 0, -1)]
        table = Table("\n".join(column), units, turn="hero", pack=[trick])
        table.play(f"cast punch a{row + 1}", dice=NOTHING)
        assert table.unit("foe", "mp_markers") == slowed


def test_ruling_r98_limits_of_use_are_counted_for_each_unit() -> None:
    """A red spell is spent by its caster, even in vain, and not by the other copy of the card.

    [KA 7.1.3.c] [Ruling R98]
    """
    vain = [{"op": "attract", "x": 1}]
    twin = card(
        "twin",
        spells=[
            spell("once", (1, 3), kind="special", cost={"ap": 1}, limit="game", do=vain),
            spell("daily", (1, 3), kind="special", cost={"ap": 1}, limit="turn", do=vain),
        ],
    )
    table = Table("one other . .", {"one": mine("twin"), "other": mine("twin")}, turn="one", pack=[twin])
    table.play("cast once b1").play("cast daily b1")
    assert table.refused("cast once b1").clauses == ("7.1.3.c", "4.8.3", "4.8.4")
    assert table.refused("cast daily b1").clauses == ("7.1.3.a", "4.8.3")
    table.play("end")
    assert table.read("turn.unit") == "other"
    table.play("cast once c1").play("cast daily c1")
    assert table.refused("cast once c1").kind == "limit-game"


def test_ruling_r98_replacing_a_piece_keeps_its_counts() -> None:
    """A piece that changes its card and back again has still spent its red spell [KA 4.8.4] [Ruling R98]."""
    once = spell("once", "personal", kind="special", cost={"ap": 1}, limit="game")
    to_wolf = spell("to-wolf", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "wolf"}])
    to_man = spell("to-man", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "man"}])
    pack = [card("man", spells=[once, to_wolf]), card("wolf", spells=[to_man])]
    table = Table("hero .", {"hero": mine("man")}, turn="hero", pack=pack)
    table.play("cast once a1").play("cast to-wolf a1").play("cast to-man a1")
    assert table.unit("hero", "card") == "man"
    assert table.refused("cast once a1").kind == "limit-game"


def known_spells() -> list[Part]:
    """A tide that can be cast once, and a rite that marks whoever knows water."""
    rite = [{"op": "markers", "stat": "mp", "x": -1, "to": {"who": "units", "knows": "water"}}]
    tide = spell("tide", (1, 2), element="water", cost={"ap": 1}, limit="game", do=rite)
    return [card("seer", spells=[spell("rite", "personal", kind="special", cost={"ap": 1}, do=rite), tide])]


def test_ruling_r98_a_red_spell_that_was_cast_is_no_spell_of_its_unit() -> None:
    """Whoever asks which spells it has finds it no longer on its profile [KA 4.8.4] [Ruling R98]."""
    units = {"hero": mine("seer"), "mate": mine("seer", used=["tide"]), "foe": theirs("seer")}
    table = Table("mate hero foe", units, turn="hero", pack=known_spells())
    table.play("cast rite b1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["hero", "foe"]
    table.play("cast tide c1", dice=NOTHING).play("cast rite b1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["foe"]


def test_ruling_r98_a_red_spell_is_known_until_it_is_resolved() -> None:
    """Its own effects are read before it leaves the profile [KA 4.8.4] [KA 7.2.1.b] [Ruling R98]."""
    units = {"hero": mine("seer"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=known_spells())
    table.play("cast tide c1", dice=NOTHING)
    assert [fact["unit"] for fact in table.facts("markers")] == ["hero"]
    assert table.refused("cast tide c1").clauses == ("7.1.3.c", "4.8.3", "4.8.4")


def test_ruling_r99_a_unit_may_pay_with_its_last_hp() -> None:
    """2 HP left pay a cost of 2: KO'd by nobody, and the blow still falls; 1 HP left do not.

    [KA 7.2.2.b] [Ruling R99]
    """
    hunter = card("hunter", powers=[keyword("prospecting")])
    units = {"leech": mine("leech", injuries=6), "mate": mine("villager"), "foe": theirs("hunter")}
    table = Table("mate . leech foe", units, turn="leech", pack=[hunter])
    table.play("cast sacrifice d1", dice=NOTHING)
    assert table.facts("ko") == [{"unit": "leech", "by": "nobody"}]
    assert table.facts("injured") == [
        {"unit": "leech", "x": 2, "by": "nobody"},
        {"unit": "foe", "x": 3, "by": "leech"},
    ]
    assert (table.read("player.p2.gg"), table.read("wild_gg"), table.read("player.p1.gg")) == (9, 0, 4)
    assert table.read("player.p2.kamas") == 0
    assert (table.read("turn.unit"), table.asked) == ("mate", "p1 activation")
    poor = Table("mate . leech foe", {**units, "leech": mine("leech", injuries=7)}, turn="leech", pack=[hunter])
    assert poor.refused("cast sacrifice d1").clauses == ("7.1.4.c",)


def test_ruling_r99_no_power_lessens_or_answers_an_injury_paid() -> None:
    """A limit of 1 injury does not cheapen a cost of 2, and it is suffered by nobody [KA 4.10.6.c] [Ruling R99]."""
    grudge = {"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}
    martyr = card(
        "martyr",
        spells=[spell("vow", "personal", kind="special", cost={"ap": 1, "injuries": 2})],
        powers=[
            power("thick-skin", holds=[{"give": [{"op": "injury-cap", "x": 1}]}]),
            power("grudge", when="suffers-injuries", do=[grudge]),
        ],
    )
    table = Table("hero .", {"hero": mine("martyr")}, turn="hero", pack=[martyr]).play("cast vow a1")
    assert table.unit("hero", "injuries", "ap_markers") == (2, 0)


def technique(slug: str, stat: str) -> Part:
    """A Technique whose Punch puts a -1 marker of the stat on its target."""
    effect = {"op": "punch-effect", "do": [{"op": "markers", "stat": stat, "x": -1}]}
    return reward(slug, kind="equipment", slot="technique", holds=[{"give": [effect]}])


def test_ruling_r100_punch_costs_one_ap_less_for_each_technique() -> None:
    """5 AP less 1 for each, once per turn; Techniques act in the order of their revelation.

    [KA 4.7.11.f] [Ruling R100]
    """
    pack = [technique("feint", "mp"), technique("jab", "ap")]
    worn = [{"id": "feint", "face": "down"}, {"id": "jab", "face": "up"}]
    units = {"hero": mine("fighter", ap=7, rewards=worn), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack)
    one = table.again().play("cast punch b1", dice=NOTHING)
    assert one.facts("paid")[0]["ap"] == 4
    table.play("reveal feint").play("cast punch b1", dice=NOTHING)
    assert table.facts("paid")[0]["ap"] == 3
    assert [fact["stat"] for fact in table.facts("markers")] == ["ap", "mp"]
    assert table.refused("cast punch b1").clauses == ("7.1.3.a", "4.8.3")
    early = [{"id": "feint", "face": "up"}, {"id": "jab", "face": "down"}]
    other = Table("hero foe", {**units, "hero": mine("fighter", rewards=early)}, turn="hero", pack=pack)
    other.play("reveal jab").play("cast punch b1", dice=NOTHING)
    assert [fact["stat"] for fact in other.facts("markers")] == ["mp", "ap"]


def test_ruling_r100_a_cost_falls_to_0_and_a_dash_never_changes() -> None:
    """Six Techniques make Punch free, a discount of 9 a spell of 3 AP; a dash stays one.

    [KA 4.8.1] [KA 4.8.2] [Ruling R100]
    """
    pack = [technique(f"blow-{number}", "mp") for number in range(6)]
    worn = [{"id": f"blow-{number}", "face": "up"} for number in range(6)]
    units: dict[str, Any] = {"hero": mine("fighter", ap=0, rewards=worn), "foe": theirs("fighter")}
    free = Table("hero foe", units, turn="hero", pack=pack).play("cast punch b1", dice=NOTHING)
    assert (free.facts("paid")[0]["ap"], free.unit("hero", "ap")) == (0, 0)
    thrifty = card(
        "thrifty",
        spells=[spell("strike"), spell("fate", cost={"ap": "-"})],
        powers=[power("bargain", holds=[{"give": [{"op": "cost-bonus", "stat": "ap", "x": -9}]}])],
    )
    units = {"hero": mine("thrifty", ap=1), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[thrifty])
    assert table.refused("cast fate b1").clauses == ("4.8.2", "7.1.4.a")
    table.play("cast strike b1", dice=NOTHING)
    assert (table.facts("paid")[0]["ap"], table.unit("hero", "ap")) == (0, 1)

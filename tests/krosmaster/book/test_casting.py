"""The steps of a spell in chapter 7.2: who its targets stay, what a caster still has, and what waits for Step 8."""

from typing import Any

from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

MAIN = {"who": "main"}
SELF = {"who": "self"}


def caster(*spells: dict[str, Any], powers: Any = (), **keys: Any) -> Part:
    """The card `caster` with these spells and powers."""
    return card("caster", spells=spells, powers=powers, **keys)


# ------------------------------------------------------------------------------------------------ Step 2: main targets


def test_a_main_target_stays_one_when_it_is_displaced_in_step_3() -> None:
    """Main targets are the units on the cell when targets are determined [KA 7.2.3.a], wherever they go after."""
    blow = spell(
        "blow",
        base=1,
        do=[
            {"op": "push-back", "x": 1},
            {"op": "markers", "stat": "mp", "x": -1, "to": MAIN},
            {"op": "special-marker", "name": "mark"},
            {"op": "extra-damage", "x": 2, "element": "earth", "to": MAIN},
        ],
    )
    table = Table("hero foe .", {"hero": mine("caster"), "foe": theirs("fighter")}, turn="hero", pack=[caster(blow)])
    table.play("cast blow b1", dice=["lock", "lock"])
    assert table.unit("foe", "at", "mp_markers", "injuries") == ("c1", -1, 3)
    assert table.unit("foe", "special_markers") == [{"name": "mark", "by": "hero"}]


def test_an_additional_target_that_comes_to_the_main_cell_is_no_main_target() -> None:
    """Drawn onto the targeted cell in Step 3, it was on another one in Step 2 [KA 7.2.3.a] [KA 7.2.3.b]."""
    pull = spell(
        "pull",
        (1, 3),
        kind="special",
        area="cross",
        do=[{"op": "attract", "x": 1}, {"op": "markers", "stat": "mp", "x": -1, "to": MAIN}],
    )
    units = {"hero": mine("caster"), "foe": theirs("fighter")}
    table = Table("hero . . foe .", units, turn="hero", pack=[caster(pull)])
    table.play("cast pull c1")
    assert table.unit("foe", "at", "mp_markers") == ("c1", 0)
    table = Table("hero . . foe .", units, turn="hero", pack=[caster(pull)])
    table.play("cast pull d1")
    assert table.unit("foe", "at", "mp_markers") == ("c1", -1)


def test_injuries_are_exchanged_with_a_main_target_that_has_been_pushed() -> None:
    """[KA 7.2.3.a] [KA 4.10.7]"""
    trick = spell("trick", kind="special", do=[{"op": "push-back", "x": 1}, {"op": "exchange-injuries"}])
    units = {"hero": mine("caster", injuries=3), "foe": theirs("fighter", injuries=1)}
    table = Table("hero foe .", units, turn="hero", pack=[caster(trick)])
    table.play("cast trick b1")
    assert (table.unit("hero", "injuries"), table.unit("foe", "at", "injuries")) == (1, ("c1", 3))


# ------------------------------------------------------------------------------------------------ Step 8: on standby


def proud(*order: str) -> Part:
    """The card `proud`: hurt, it gains an AP marker (`first`), and an MP marker if it has one of AP (`second`)."""
    gain = {"op": "markers", "stat": "ap", "x": 1, "to": SELF}
    more = {"op": "markers", "stat": "mp", "x": 1, "to": SELF}
    known = {
        "first": power("first", when="suffers-injuries", do=[gain]),
        "second": power("second", when="suffers-injuries", that={"is": "has-markers", "stat": "ap"}, do=[more]),
    }
    return card("proud", powers=[known[name] for name in order])


def test_an_effect_whose_condition_does_not_hold_yet_stays_until_it_is_chosen() -> None:
    """Only the effect chosen disappears when it cannot be resolved [KA 7.2.9.b]; the order is free [KA 7.2.9.a]."""
    units = {"hero": mine("fighter"), "foe": theirs("proud")}
    table = Table("hero foe .", units, turn="hero", pack=[proud("second", "first")])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert (table.asked, table.options()) == ("p1 standby", ["resolve 1", "resolve 2"])
    other = table.again()
    table.play("resolve 2")
    assert (table.unit("foe", "ap_markers", "mp_markers"), table.facts("dropped")) == ((1, 1), [])
    other.play("resolve 1")
    assert (other.unit("foe", "ap_markers", "mp_markers"), other.facts("dropped")) == ((1, 0), [{"unit": "foe"}])


def test_effects_of_which_none_can_be_resolved_disappear_unasked() -> None:
    """[KA 7.2.9.b]"""
    units = {"hero": mine("fighter"), "foe": theirs("proud")}
    table = Table("hero foe .", units, turn="hero", pack=[proud("second")])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert (table.asked, table.facts("dropped")) == ("p1 activation", [{"unit": "foe"}])


def test_a_condition_that_no_effect_can_bring_about_asks_nobody() -> None:
    """Whether it is the first turn does not change while effects wait: the effect is gone at once [KA 7.2.9.b]."""
    gain = {"op": "markers", "stat": "ap", "x": 1, "to": SELF}
    early = power("early", when="suffers-injuries", that={"is": "first-turn"}, do=[gain])
    late = power("late", when="suffers-injuries", that={"is": "not", "that": {"is": "first-turn"}}, do=[gain])
    units = {"hero": mine("fighter"), "foe": theirs("proud")}
    table = Table("hero foe .", units, turn="hero", pack=[card("proud", powers=[early, late])])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.asked == "p1 activation" and table.unit("foe", "ap_markers") == 1
    assert table.facts("dropped") == [{"unit": "foe"}]


def test_a_unit_whose_hp_end_in_step_8_is_koed_before_the_next_effect() -> None:
    """KO is checked continuously, also between two effects on standby [KA 4.10.2]."""
    weak = power("weak", when="suffers-injuries", do=[{"op": "lose-powers", "to": SELF}])
    tall = power("tall", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 4}]}])
    cry = power("cry", when="ally-suffers-injuries", do=[{"op": "gain-kamas", "x": 1}])
    howl = power("howl", when="ally-suffers-injuries", do=[{"op": "gain-kamas", "x": 2}])
    table = Table(
        "hero foe ally",
        {"hero": mine("fighter"), "foe": theirs("giant", injuries=7), "ally": theirs("mourner")},
        turn="hero",
        pack=[card("giant", powers=[weak, tall]), card("mourner", powers=[cry, howl])],
    )
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.options() == ["resolve 1", "resolve 2", "resolve 3"]
    table.play("resolve 1")
    assert (table.unit("foe", "ko"), table.read("player.p2.kamas"), table.asked) == (True, 0, "p1 standby")


# ------------------------------------------------------------------------------------------- a caster that is KO'd


def dying(injuries: int, powers: Any = (), ally: Any = ()) -> Table:
    """A caster with 8 HP pays 2 injuries for a blow of 1; with 6 before, it is KO'd by it."""
    blow = spell("blow", cost={"ap": 1, "injuries": 2}, base=1)
    units = {"hero": mine("caster", injuries=injuries), "foe": theirs("fighter"), "mate": mine("singer")}
    pack = [caster(blow, powers=powers), card("singer", powers=ally)]
    return Table("hero foe . mate", units, turn="hero", pack=pack).play("cast blow b1", dice=["lock", "lock"])


def test_what_a_power_adds_to_spells_is_not_lost_with_a_caster_that_pays_its_last_hp() -> None:
    """The spell goes on with the powers its caster had on leaving [Ruling R45] [KA 7.2.2.b] [KA 7.2.4.a]."""
    slow = {"op": "markers", "stat": "mp", "x": -1}
    hit = {"op": "extra-damage", "x": 1, "element": "earth"}
    adds = power("slowing", holds=[{"give": [{"op": "spell-effects", "do": [slow, hit]}]}])
    for injuries, gone in ((0, False), (6, True)):
        table = dying(injuries, powers=[adds])
        assert (table.unit("hero", "ko"), table.unit("foe", "injuries", "mp_markers")) == (gone, (2, -1))


def test_a_bonus_from_an_ally_is_not_lost_with_a_caster_that_pays_its_last_hp() -> None:
    """It was one of the values the caster had on leaving [Ruling R45] [KA 7.2.2.b] [KA 7.2.7.c]."""
    song = {"op": "damage-bonus", "x": 1, "to": {"who": "units", "side": "ally"}}
    for injuries, gone in ((0, False), (6, True)):
        table = dying(injuries, ally=[power("song", holds=[{"give": [song]}])])
        assert (table.unit("hero", "ko"), table.unit("foe", "injuries")) == (gone, 2)


def test_the_last_cell_of_a_caster_koed_in_step_3_is_the_one_it_left_from() -> None:
    """Distances of the later steps are counted from where it was when it was KO'd [Ruling R45] [KA 7.2.4.d]."""
    shot = spell(
        "shot",
        (1, 5),
        base=0,
        do=[
            {"op": "retreat", "x": 2},
            {"op": "injure", "x": 9, "to": SELF},
            {"op": "extra-damage", "x": {"per": "distance"}, "element": "earth"},
        ],
    )
    units = {"hero": mine("caster"), "foe": theirs("fighter"), "mate": mine("fighter")}
    table = Table(". . hero . foe mate", units, turn="hero", pack=[caster(shot)])
    table.play("cast shot e1", dice=["lock", "lock"])
    assert (table.unit("hero", "ko"), table.unit("foe", "injuries")) == (True, 4)


def test_a_caster_whose_hp_end_as_it_pays_is_koed_at_the_end_of_step_1() -> None:
    """HP that it has only while hardly hurt end with the injuries paid [KA 4.10.2] [KA 7.2.2.b]: it never retreats."""
    sturdy = power(
        "sturdy", holds=[{"that": {"is": "injuries", "max": 7}, "give": [{"op": "stat-bonus", "stat": "hp", "x": 2}]}]
    )
    burst = spell("burst", cost={"ap": 1, "injuries": 1}, base=1, do=[{"op": "retreat", "x": 1}])
    units = {"hero": mine("caster", injuries=7), "foe": theirs("fighter"), "mate": mine("fighter")}
    table = Table(". hero foe mate", units, turn="hero", pack=[caster(burst, powers=[sturdy])])
    table.play("cast burst c1", dice=["lock", "lock"])
    assert (table.unit("hero", "ko"), table.unit("foe", "injuries"), table.facts("displaced")) == (True, 1, [])


def test_the_powers_of_a_caster_are_those_it_has_once_the_cost_is_paid() -> None:
    """A power that comes or goes with the injuries paid counts so in Steps 4 and 6 [KA 7.2.2.a] [KA 4.18.4.e]."""
    mad = {"is": "injuries", "min": 2}
    give = [{"op": "have-powers", "powers": ["critical-hit"]}, {"op": "damage-bonus", "x": 1}]
    for that, dice, hurt in ((mad, 2, 3), ({"is": "not", "that": mad}, 1, 2)):
        blow = spell("blow", cost={"ap": 1, "injuries": 2}, base=2)
        units = {"hero": mine("caster"), "foe": theirs("fighter")}
        pack = [caster(blow, powers=[power("mood", holds=[{"that": that, "give": give}])])]
        table = Table("hero foe .", units, turn="hero", pack=pack).start("cast blow b1")
        assert table.rolls.count == dice
        assert table.play(dice=["lock"] * (dice + 1)).unit("foe", "injuries") == hurt


def test_a_healer_that_pays_its_last_hp_heals_as_much_as_an_ally_lets_it() -> None:
    """[Ruling R45] [KA 7.3.2.b]"""
    mend = spell("mend", (1, 3), kind="heal", base=1, cost={"ap": 1, "injuries": 2})
    balm = {"op": "heal-bonus", "x": 1, "to": {"who": "units", "side": "ally"}}
    units = {"hero": mine("caster", injuries=6), "mate": mine("singer", injuries=5), "foe": theirs("fighter")}
    pack = [caster(mend, powers=[keyword("heal")]), card("singer", powers=[power("balm", holds=[{"give": [balm]}])])]
    table = Table("hero mate foe", units, turn="hero", pack=pack).play("cast mend b1", dice=["lock"])
    assert (table.unit("hero", "ko"), table.unit("mate", "injuries")) == (True, 2)


def test_a_caster_koed_by_the_cost_puts_no_special_marker() -> None:
    """A KO'd Krosmaster has no special markers on others [KA 4.13.3], this one neither."""
    curse = spell("curse", kind="special", cost={"ap": 1, "injuries": 1}, do=[{"op": "special-marker", "name": "mark"}])
    for injuries, marks in ((0, [{"name": "mark", "by": "hero"}]), (7, [])):
        units = {"hero": mine("caster", injuries=injuries), "foe": theirs("fighter"), "mate": mine("fighter")}
        table = Table("hero foe mate", units, turn="hero", pack=[caster(curse)]).play("cast curse b1")
        assert table.unit("foe", "special_markers") == marks


def test_a_unit_replaced_by_one_with_a_dash_has_no_gauge_and_no_markers_for_it() -> None:
    """A dash is no gauge [KA 4.11.1.a], and who has none receives no markers [KA 4.11.6] [KA 7.5.19.a]."""
    change = spell("change", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "statue"}])
    units = {"hero": mine("caster", mp_markers=2, ap_markers=-1), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=[caster(change), card("statue", mp="-")])
    table.play("cast change a1")
    assert table.unit("hero", "mp", "mp_markers", "ap", "ap_markers") == (0, 0, 5, -1)
    assert table.options("move") == []


def test_what_only_a_spell_can_have_does_not_pass_from_a_power_to_the_next_spell() -> None:
    """Extra damage and Pierce Armour are additional effects of the spell that has them [KA 7.2.4.a] [KA 7.2.7.c]."""
    odd = power(
        "odd",
        when="suffers-injuries",
        do=[{"op": "extra-damage", "x": 3, "element": "earth"}, {"op": "pierce-armour"}],
    )
    units = {"hero": mine("fighter"), "foe": theirs("thug")}
    table = Table("hero foe", units, turn="hero", pack=[card("thug", hp=20, powers=[odd])])
    for hurt in (2, 4):
        assert table.play("cast strike b1", dice=["lock", "lock"]).unit("foe", "injuries") == hurt

"""Chapter 4.10: what no other test shows of injuries and KO."""

from esquive.core.waiting import Roll
from esquive.krosmaster.written.notation import parse_answer
from esquive.lab.krosmaster.invariants import check
from tests.krosmaster.playing import Table, card, mine, reward, spell, theirs

LENT = {"op": "stat-bonus", "stat": "hp", "x": 3}
BOAR = card(
    "boar",
    hp=4,
    powers=[
        {
            "id": "stubborn",
            "name": {"en": "Stubborn"},
            "while": [{"give": [LENT], "that": {"is": "count", "of": {"who": "units", "adjacent_to": "self"}}}],
        }
    ],
)
PUSHER = card("pusher", spells=[spell("shove", kind="special", element=None, do=[{"op": "push-back", "x": 1}])])


def test_hp_lent_by_a_condition_end_the_moment_it_fails() -> None:
    """[KA 4.10.2]: pushed away from its neighbour the Boar has 4 HP and 5 injuries, and is KO'd."""
    units = {"hero": mine("pusher"), "boar": theirs("boar", injuries=5), "other": theirs("fighter")}
    table = Table("hero boar . . other", units, turn="hero", pack=[BOAR, PUSHER])
    assert table.unit("boar", "hp") == 7
    table.play("cast shove b1")
    assert table.unit("boar", "ko")


def test_walking_out_of_lent_hp_is_a_ko_too() -> None:
    """[KA 4.10.2] [KA 6.3.2]: the check is continuous, whatever the reason."""
    units = {"boar": mine("boar", injuries=5), "friend": mine("fighter"), "foe": theirs("fighter")}
    table = Table("boar friend . . foe\n. . . . .", units, turn="boar", pack=[BOAR])
    table.play("move a1")
    assert table.unit("boar", "ko") and table.read("player.p2.gg") == 6 + table.unit("boar", "level")


def test_hp_taken_away_by_an_effect_are_a_ko_with_fewer_injuries_than_printed_hp() -> None:
    """[KA 4.10.2] [KA 4.10.8]: 4 HP, 2 injuries, and a neighbour that takes 2 HP away as it comes."""
    dread = {"op": "stat-bonus", "stat": "hp", "x": -2, "to": {"who": "units", "adjacent_to": "self"}}
    ghost = card("ghost", mp=3, powers=[{"id": "dread", "name": {"en": "Dread"}, "while": [{"give": [dread]}]}])
    units = {"ghost": mine("ghost"), "foe": theirs("frail", injuries=2), "other": theirs("fighter")}
    table = Table("ghost . foe . other", units, turn="ghost", pack=[ghost, card("frail", hp=4)])
    table.play("move b1")
    assert table.unit("foe", "ko") and not table.unit("other", "ko")


def test_a_clicked_trap_leaves_without_its_markers() -> None:
    """[KA 4.10.2.a] [KA 4.19.7.e]: nothing stays on a token that has left."""
    trap = theirs("snare", range_markers=-1, summoner="foe", at="b1")
    table = Table("hero . . foe", {"hero": mine("fighter"), "trap": trap, "foe": theirs("fighter")}, turn="hero")
    table.play("move b1", dice=["lock", "lock"])
    assert table.unit("trap", "at", "range_markers") == ("", 0)


def test_hp_lent_by_markers_end_with_the_markers() -> None:
    """[KA 4.10.2]: nobody moves and nobody is injured, but 4 HP are too few for 5 injuries."""
    bearer = {"is": "has-markers", "stat": "ap", "sign": 1}
    proud = [{"id": "proud", "name": {"en": "Proud"}, "while": [{"give": [LENT], "that": bearer}]}]
    strip = [{"op": "remove-markers", "stats": ["ap"], "to": {"who": "main"}}]
    pack = [
        card("peacock", hp=4, powers=proud),
        card("plucker", spells=[spell("pluck", kind="special", element=None, do=strip)]),
    ]
    units = {"hero": mine("plucker"), "foe": theirs("peacock", injuries=5, ap_markers=2), "other": theirs("fighter")}
    table = Table("hero foe other", units, turn="hero", pack=pack)
    assert table.unit("foe", "hp") == 7
    table.play("cast pluck b1")
    assert table.unit("foe", "ko")


def test_a_caster_koed_by_its_cost_keeps_its_own_bonuses_and_gains_nobody_elses() -> None:
    """[KA 7.2.2.b] [KA 7.2.7.c] [Ruling R45]: +1 of its own, nothing of an ally's that is for the ally alone."""
    more = {"op": "damage-bonus", "x": 1}
    strong = [{"id": "strong", "name": {"en": "Strong"}, "while": [{"give": [more]}]}]
    last = spell("last", (1, 3), base=2, cost={"ap": 1, "injuries": 2})
    for powers, damage in ((strong, 3), ([], 2)):
        pack = [card("martyr", hp=2, spells=[last], powers=powers), card("brute", powers=strong), card("ox", hp=20)]
        units = {"hero": mine("martyr"), "foe": theirs("ox"), "pal": mine("brute")}
        table = Table("hero . foe pal", units, turn="hero", pack=pack).start("cast last c1")
        table.play(dice=["lock", "lock"])
        assert table.unit("hero", "ko")
        assert table.unit("foe", "injuries") == damage


def test_nothing_but_its_name_is_left_of_a_koed_krosmaster() -> None:
    """[KA 4.10.2.a] [KA 4.7.12]: markers of every kind, Inspiration, rewards and injuries leave with it."""
    bearer = theirs(
        "villager",
        injuries=3,
        ap_markers=2,
        mp_markers=-1,
        range_markers=1,
        inspiration=["lock"],
        rewards=[{"id": "charm", "face": "down"}],
    )
    units = {"hero": mine("fighter"), "foe": bearer, "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=[reward("charm")])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.unit("foe", "ko", "at", "injuries") == (True, "", 0)
    assert table.unit("foe", "ap_markers", "mp_markers", "range_markers", "range_turn") == (0, 0, 0, 0)
    assert (table.unit("foe", "powers"), table.unit("foe", "rewards")) == ([], [])


def test_a_unit_koed_in_its_own_turn_has_nothing_left_to_spend() -> None:
    """[KA 4.10.2.a] [KA 6.4.1]: its gauges are empty while others still have to choose."""
    grudge = [
        {
            "id": name,
            "name": {"en": name.title()},
            "when": "unit-is-koed",
            "do": [{"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}],
        }
        for name in ("sorrow", "anger")
    ]
    pack = [
        card("martyr", hp=2, spells=[spell("last", (1, 3), cost={"ap": 1, "injuries": 2}, kind="special")]),
        card("mourner", powers=grudge),
    ]
    units = {"hero": mine("martyr"), "foe": theirs("mourner"), "pal": mine("villager")}
    table = Table("hero . foe pal", units, turn="hero", pack=pack).play("cast last c1")
    assert table.asked == "p1 standby"
    assert table.unit("hero", "ko", "ap", "mp") == (True, 0, 0)


def test_hp_that_end_with_their_power_are_a_ko_before_the_dice_of_the_spell() -> None:
    """[KA 4.10.2] [KA 7.2.4.d]: the powers are lost in Step 3, and no Critical die is thrown at who is gone."""
    brave = card("brave", hp=4, powers=[{"id": "brave", "name": {"en": "Brave"}, "while": [{"give": [LENT]}]}])
    loss = {"op": "lose-powers", "to": {"who": "targets"}}
    breaker = card("breaker", spells=[spell("scorn", do=[loss])])
    units = {"hero": mine("breaker"), "brave": theirs("brave", injuries=5), "other": theirs("fighter")}
    table = Table("hero brave . . other", units, turn="hero", pack=[brave, breaker])
    assert table.unit("brave", "hp") == 7
    table.state.log = []
    table.state.apply(parse_answer(table.state, "cast scorn b1"))
    assert isinstance(table.state.waiting, Roll)
    assert table.unit("brave", "ko")
    assert check(table.state) == []

"""Rulings on the worked examples, and the points that remain."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

NOTHING = ["lock", "lock"]


@pytest.mark.parametrize("hp", [7, 6])
def test_ruling_r113_the_examples_end_alike_with_either_text_s_numbers(hp: int) -> None:
    """With 13 HP or 12 Maskun John is KO'd, and his Counter wins the game for its owner.

    [KA 7.2.8.c] [KA 7.2.9.d] [Ruling R113]
    """
    pack = [
        card("shooter", level=4, spells=[spell("blazing-arrow", (1, 4), element="fire")]),
        card("masked", level=2, hp=hp),
    ]
    worn = [{"id": "prespic-set", "face": "up"}]  # 6 HP and Counter
    units = {
        "jems": mine("shooter", injuries=7),
        "mate": mine("villager"),
        "maskun": theirs("masked", injuries=11, rewards=worn),
        "other": theirs("villager"),
    }
    players = {"p1": {"gg": 2}, "p2": {"gg": 2}}
    table = Table("jems . maskun mate other", units, turn="jems", pack=pack, players=players, wild_gg=1)
    table.play("cast blazing-arrow c1", dice=NOTHING)
    taken = [(fact["seat"], fact["from"], fact["x"]) for fact in table.facts("gg-taken")]
    assert taken == [("p1", "wild", 1), ("p1", "p2", 1), ("p2", "p1", 4)]
    assert table.facts("injured")[0]["x"] == hp - 5
    assert (table.read("winner"), table.read("player.p2.gg"), table.read("player.p1.gg")) == ("p2", 5, 0)


@pytest.mark.parametrize("critical", ["critical", "lock"])
def test_ruling_r113_a_bomb_takes_1_of_3_or_of_2(critical: str) -> None:
    """3 damage or 2, the Bomb takes 1; the order of Step 8 decides over Oscar.

    [KA 7.2.8.c] [KA 7.2.9.d] [Ruling R113]
    """
    oscar = card("oscar", hp=10, spells=[spell("con", element="water", do=[{"op": "steal-health"}])])
    units = {
        "oscar": mine("oscar", injuries=8),
        "mate": mine("villager"),
        "bomb": theirs("firebomb"),
        "foe": theirs("villager"),
    }
    table = Table("oscar bomb . mate foe", units, turn="oscar", pack=[oscar])
    table.play("cast con b1", dice=[critical, "lock"])
    assert table.facts("injured") == [{"unit": "bomb", "x": 1, "by": "oscar"}]
    assert (table.asked, table.unit("bomb", "at"), len(table.options("resolve"))) == ("p1 standby", "", 2)
    # The steal, created as Step 7 begins, is 1; the explosion 2.
    stolen = {}
    for first in ("resolve 1", "resolve 2"):
        order = table.again().play(first, dice=["lock", "lock"])
        stolen[order.unit("oscar", "ko")] = order
    assert stolen[False].unit("oscar", "injuries") == 9
    assert stolen[True].facts("dropped") == [{"unit": "oscar"}]
    assert stolen[True].read("player.p2.gg") == 9


AVENGERS = {"is": "avengers", "x": 2}


def test_ruling_r114_retribution_counts_both_sides_and_the_owner() -> None:
    """The owner and one enemy make two; alone the owner makes one; Revenge likewise.

    [KA 4.9.19.a] [KA 4.9.20.a] [Ruling R114]
    """
    slow = [{"op": "markers", "stat": "mp", "x": -1}]
    pack = [
        card("judge", types=["avenger"], spells=[
            spell("doom", (1, 4), kind="special", cost={"ap": 1}, do=[{"op": "retribution", "x": 2, "then": slow}]),
            spell("spite", (1, 4), kind="special", cost={"ap": 1}, do=[{"op": "revenge", "x": 1, "then": slow}]),
        ]),
        card("sheriff", types=["avenger"]),
        card("bandit", types=["villain"]),
    ]  # fmt: skip
    for foe, doomed, spited in (("sheriff", -1, 0), ("bandit", 0, -1), ("fighter", 0, 0)):
        units = {"hero": mine("judge"), "foe": theirs(foe)}
        table = Table("hero foe", units, turn="hero", pack=pack)
        assert table.again().play("cast doom b1").unit("foe", "mp_markers") == doomed
        assert table.again().play("cast spite b1").unit("foe", "mp_markers") == spited


def test_ruling_r114_an_additional_effect_reads_the_number_when_it_resolves() -> None:
    """An Avenger summoned by the first effect of a spell counts for the second [KA 7.2.4.e] [Ruling R114]."""
    summon_first = [
        {"op": "summon", "summon": "deputy"},
        {"op": "retribution", "x": 2, "then": [{"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}]},
    ]
    pack = [
        card("judge", types=["avenger"], spells=[spell("posse", (1, 4), kind="special", summons=2, do=summon_first)]),
        summon("deputy", family="avenger"),
    ]
    table = Table("hero . foe", {"hero": mine("judge"), "foe": theirs("fighter")}, turn="hero", pack=pack)
    assert table.again().play("cast posse c1").unit("hero", "mp_markers") == 0  # nobody comes to an occupied cell
    assert table.play("cast posse b1").unit("hero", "mp_markers") == 1


def more(x: int) -> dict[str, Any]:
    """More earth damage, an effect of Step 6."""
    return {"op": "extra-damage", "x": x, "element": "earth"}


@pytest.mark.parametrize(
    ("condition", "injuries"),
    [
        ({"op": "retribution", "x": 3, "then": [more(3)]}, 5),
        ({"op": "if", "that": {"is": "avengers", "x": 3}, "then": [more(3)], "otherwise": [more(1)]}, 5),
        ({"op": "revenge", "x": 1, "then": [more(3)]}, 2),
        ({"op": "if", "that": {"is": "not", "that": AVENGERS}, "then": [more(3)], "otherwise": [more(1)]}, 3),
        ({"op": "retribution", "x": 3, "then": [{"op": "revenge", "x": 1, "then": [more(3)]}, more(1)]}, 3),
    ],
)
def test_ruling_r114_more_damage_reads_its_condition_in_step_6(condition: dict[str, Any], injuries: int) -> None:
    """The spell calls a third Avenger and KO's the only Villain after the condition is printed.

    [KA 4.9.19.a] [KA 4.9.20.a] [KA 7.5.7.a] [Ruling R114]
    """
    afterwards = [
        {"op": "summon", "summon": "deputy", "where": "around-self"},
        {"op": "injure", "x": 1, "to": {"who": "units", "type": "villain"}},
    ]
    pack = [
        card("judge", types=["avenger"], spells=[spell("doom", summons=2, do=[condition, *afterwards])]),
        card("sheriff", types=["avenger"]),
        summon("deputy", family="avenger", hp=1),
        summon("bandit", family="villain", hp=1),
    ]
    units = {"hero": mine("judge"), "foe": theirs("sheriff"), "bandit": mine("bandit", summoner="hero")}
    table = Table(". hero foe bandit", units, turn="hero", pack=pack)
    table.play("cast doom c1", dice=NOTHING)
    assert table.facts("ko")[0]["unit"] == "bandit"
    assert table.unit("foe", "injuries") == injuries


@pytest.mark.parametrize(("villains", "dice"), [(1, 0), (2, 1)])
def test_ruling_r114_pierce_armour_reads_its_condition_in_step_5(villains: int, dice: int) -> None:
    """A Villain that the spell KO's in Step 3 no longer counts when Armour is rolled [KA 7.5.11.a] [Ruling R114]."""
    ambush = [
        {"op": "revenge", "x": villains, "then": [{"op": "pierce-armour"}]},
        {"op": "injure", "x": 1, "to": {"who": "units", "kind": "summon"}},
    ]
    pack = [
        card("boss", types=["villain"], spells=[spell("ambush", do=ambush)]),
        summon("bandit", family="villain", hp=1),
    ]
    units = {"hero": mine("boss"), "foe": theirs("fighter"), "bandit": mine("bandit", summoner="hero")}
    table = Table("hero foe bandit", units, turn="hero", pack=pack)
    table.play("cast ambush b1", dice=["lock"] + ["lock"] * dice)
    assert table.facts("ko") == [{"unit": "bandit", "by": "hero"}]
    assert len(table.facts("armour-roll")) == dice


@pytest.mark.parametrize(("villains", "healed"), [(1, 2), (2, 0)])
def test_ruling_r114_stolen_health_reads_its_condition_in_step_8(villains: int, healed: int) -> None:
    """The second Villain, KO'd in Step 7, is no longer in the arena when health is stolen.

    [KA 4.9.20.a] [KA 7.5.18.a] [Ruling R114]
    """
    bite = spell("bite", do=[{"op": "revenge", "x": villains, "then": [{"op": "steal-health"}]}])
    pack = [card("ghoul", types=["villain"], spells=[bite])]
    units = {"hero": mine("ghoul", injuries=5), "foe": theirs("ghoul", injuries=6), "other": theirs("fighter")}
    table = Table("hero foe other", units, turn="hero", pack=pack)
    table.play("cast bite b1", dice=NOTHING)
    assert ("dropped" in table.events) == (not healed)
    assert table.unit("hero", "injuries") == 5 - healed


def test_ruling_r114_a_displacement_is_asked_for_in_step_3() -> None:
    """Whether the push before moved its piece is settled there, for more damage too [KA 7.2.4.e] [Ruling R114]."""
    crush = [
        {"op": "push-back", "x": 1},
        {"op": "if", "that": {"is": "displaced"}, "then": [more(1)], "otherwise": [more(3)]},
    ]
    pack = [card("ram", spells=[spell("crush", do=crush)])]
    for drawing, injuries in (("hero foe .", 3), (". hero foe", 5)):
        table = Table(drawing, {"hero": mine("ram"), "foe": theirs("fighter")}, turn="hero", pack=pack)
        at = "b1" if injuries == 3 else "c1"
        assert table.play(f"cast crush {at}", dice=NOTHING).unit("foe", "injuries") == injuries


def test_ruling_r114_a_continuous_effect_holds_or_fails_at_every_instant() -> None:
    """Armour that asks for two Avengers is gone once the second is KO'd [KA 4.18.4.e] [KA 4.18.6] [Ruling R114]."""
    resolve = power("resolve", holds=[{"that": AVENGERS, "give": [{"op": "have-powers", "powers": ["armour"]}]}])
    pack = [
        card("judge", types=["avenger"], spells=[spell("strike")], powers=[resolve]),
        card("sheriff", types=["avenger"]),
    ]
    units = {"hero": mine("judge"), "foe": theirs("sheriff", injuries=6), "other": theirs("fighter")}
    table = Table("hero foe other", units, turn="hero", pack=pack)
    assert table.unit("hero", "powers") == ["armour"]
    assert table.play("cast strike b1", dice=NOTHING).unit("hero", "powers") == []


def test_ruling_r115_units_on_one_cell_are_not_adjacent_and_are_targeted_together() -> None:
    """What lies under a piece is not beside it, and shares every spell at the cell.

    [KA 4.17.2] [KA 7.2.3.a] [Ruling R115]
    """
    sign = {"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "adjacent_to": "self"}}
    feeler = card(
        "feeler",
        spells=[
            spell("feel", "personal", kind="special", cost={"ap": 1}, do=[sign]),
            spell("strike"),
        ],
    )  # fmt: skip
    mat = summon("mat", category="mechanism", obstacle=False, mp="-", ap="-", hp=4)
    units = {
        "hero": mine("feeler", at="a1"),
        "under": mine("mat", at="a1"),
        "foe": theirs("fighter", at="b1"),
        "below": theirs("mat", at="b1"),
    }
    table = Table(". . .", units, turn="hero", pack=[feeler, mat])
    table.play("cast feel a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["foe", "below"]
    assert table.refused("cast strike a1").clauses == ("7.1.5", "4.15.2")
    table.play("cast strike b1", dice=["lock", "lock", "armour"])
    assert [table.unit(name, "injuries") for name in ("foe", "below")] == [2, 1]


def test_ruling_r116_a_unit_with_empty_gauges_does_what_costs_nothing() -> None:
    """A spell of 0 AP, a reward revealed, and then what its AP allow [KA 4.14.4] [KA 6.3.7] [Ruling R116]."""
    pauper = card("pauper", spells=[spell("curse", kind="special", cost={"ap": 0}), spell("poke", cost={"ap": 2})])
    wind = [{"id": "second-wind", "face": "down"}]
    units = {"hero": mine("pauper", ap=0, mp=0, rewards=wind), "foe": theirs("fighter")}
    table = Table(". hero foe", units, turn="hero", pack=[pauper], kamas={"b1": 2})
    assert table.options() == ["cast curse a1", "cast curse c1", "reveal second-wind", "end"]
    assert table.refused("move a1").clauses == ("6.3.2",)
    table.play("cast curse c1").play("reveal second-wind").play("cast poke c1", dice=NOTHING)
    assert (table.unit("foe", "injuries"), table.unit("hero", "ap")) == (2, 0)


def test_ruling_r117_a_trap_in_a_targeted_cell_is_pushed_and_takes_no_injury() -> None:
    """No Armour roll, no injury, no MP marker; pushed it stops before a piece and clicks for nobody.

    [KA 4.19.7] [Ruling R117]
    """
    effects = [{"op": "push-back", "x": 3}, {"op": "markers", "stat": "mp", "x": -1}]
    sweeper = card("sweeper", spells=[spell("broom", (1, 4), do=effects)])
    units = {"hero": mine("sweeper"), "snare": theirs("snare", at="b1"), "foe": theirs("fighter")}
    table = Table("hero . . foe", units, turn="hero", pack=[sweeper])
    table.play("cast broom b1", dice=["critical"])
    assert table.unit("snare", "at", "injuries", "mp_markers") == ("c1", 0, 0)
    assert not {"armour-roll", "damage", "injured", "trap", "ko"} & set(table.events)


def test_ruling_r117_nothing_happens_to_scenery_and_kamas() -> None:
    """A spell at a tree, a Crate or Kamas rolls its own die and changes nothing there.

    [KA 4.17.5] [KA 4.5.2] [Ruling R117]
    """
    sweeper = card("sweeper", spells=[spell("broom", (1, 4), cost={"ap": 1}, do=[{"op": "push-back", "x": 3}])])
    units = {"hero": mine("sweeper"), "rock": theirs("rock", at="e1")}
    rock = card("rock", powers=[keyword("unfazed")])
    table = Table("hero 2 C . . T", units, turn="hero", pack=[sweeper, rock])
    before = table.document()["board"]
    for cell in ("b1", "c1"):
        table.play(f"cast broom {cell}", dice=["critical"])
    assert (table.document()["board"], table.read("kamas.b1")) == (before, 2)
    tree = Table("hero T .", {"hero": mine("sweeper")}, turn="hero", pack=[sweeper])
    tree.play("cast broom b1", dice=["critical"])
    assert tree.document()["board"]["map"] == ". T ."


def test_ruling_r127_a_condition_is_asked_of_each_target_where_it_stands() -> None:
    """Both are pushed one cell away from the caster; only one of them comes next to the partner.

    [KA 7.5.6.a] [KA 7.2.7.e] [Ruling R127]
    """
    beside = {"is": "count", "of": {"who": "units", "side": "ally", "other": True, "adjacent_to": "target"}}
    doom = spell("doom", (1, 4), element="air", area="cross", do=[
        {"op": "push-back", "x": 1},
        {"op": "if", "that": beside, "then": [{"op": "extra-damage", "x": 3, "element": "air"}]},
    ])  # fmt: skip
    units = {"mage": mine("mage"), "near": theirs("fighter"), "far": theirs("fighter"), "mate": mine("villager")}
    drawing = """
    .    .   near .   .
    mage .   far  .   mate
    .    .   .    .   .
    """
    table = Table(drawing, units, turn="mage", pack=[card("mage", spells=[doom])])
    table.play("cast doom c2", dice=["lock"] * 3)
    assert (table.unit("near", "injuries"), table.unit("far", "injuries")) == (2, 5)

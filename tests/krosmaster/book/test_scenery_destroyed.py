"""Trees, Bushes and Crates that are destroyed, an optional rule of release 2.2 [KA-2.2 313.7]."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

BREAKABLE: dict[str, str] = {"destructible_scenery": "on"}
AXEMAN = card(
    "axeman",
    ap=12,
    spells=[
        spell("chop", base=3, cost={"ap": 3}),
        spell("fell", base=6, cost={"ap": 4}),
        spell("arrow", (1, 4), base=9),
        spell("sweep", base=9, area="shovel"),
        spell("shove", kind="special", do=[{"op": "push-back", "x": 1}]),
        spell("rage", base=1, cost={"ap": 1}, do=[{"op": "extra-damage", "x": 2, "element": "earth"}]),
    ],
)
PACK = [
    AXEMAN,
    card("mighty", spells=[spell("chop", base=2)], powers=[
        power("might", holds=[{"give": [{"op": "damage-bonus", "x": 1}]}]),
    ]),
    card("weak", spells=[spell("chop", base=2)], powers=[
        power("weakness", holds=[{"give": [{"op": "damage-bonus", "x": -3}]}]),
    ]),
    card("picky", spells=[spell("chop", base=2, do=[
        {"op": "extra-damage", "x": 2, "element": "fire"},
        {"op": "extra-damage", "x": 4, "element": "earth", "to": {"who": "targets", "side": "enemy"}},
    ])], powers=[
        power("grudge", holds=[{"give": [
            {"op": "damage-bonus", "x": 8, "element": "water"},
            {"op": "damage-bonus", "x": 16, "against": {"who": "targets", "side": "enemy"}},
        ]}]),
    ]),
    card("eager", spells=[spell("chop", base=2)], powers=[
        power("rush", holds=[{"give": [{"op": "damage-bonus", "x": 3, "spells": "first-attack"}]}]),
    ]),
    card("drunk", ap=9, spells=[spell("chop", base=2), spell("drink", "personal", kind="special", cost={"ap": 1}, do=[
        {"op": "bonus", "stat": "damage", "x": 2},
    ])]),
    summon("gun", category="mechanism", family="turret", mp="-", ap=6, hp=2, spells=[spell("blow", base=9)]),
    summon("imp-lumberjack", mp=2, ap=6, spells=[spell("hack", base=3)]),
    card("archer", spells=[spell("bow", (1, 5))]),
]  # fmt: skip


def arena(drawing: str, turn: str | dict[str, Any] = "hero", **keys: Any) -> Table:
    """A game of 2.2 in which scenery can be destroyed; the hero is an axeman of p1, the foe a fighter of p2."""
    document = {
        "options": keys.pop("options", BREAKABLE),
        "kamas": keys.pop("kamas", None),
        "board": keys.pop("board", None),
    }
    units = {"hero": mine("axeman"), "foe": theirs("fighter"), **keys}
    return Table(drawing, units, turn=turn, pack=PACK, release="2.2", **document)


@pytest.mark.parametrize(
    ("letter", "kind", "blows", "kamas"), [("C", "crate", 1, 1), ("B", "bush", 2, 2), ("T", "tree", 4, 3)]
)
def test_scenery_with_injuries_equal_to_its_hp_is_destroyed_and_leaves_kamas(
    letter: str, kind: str, blows: int, kamas: int
) -> None:
    """A Tree has 12 HP and leaves 3 Kamas, a Bush 6 and 2, a Crate 3 and 1 [KA-2.2 313.7c]."""
    table = arena(f"hero {letter} foe")
    for _ in range(blows):
        assert (table.read("scenery.b1"), table.read("kamas.b1")) == (kind, 0)
        table.play("cast chop b1", dice=["lock"])
    assert (table.read("scenery.b1"), table.read("kamas.b1")) == ("none", kamas)
    assert table.events[-2:] == ["scenery-injured", "scenery-destroyed"]


def test_scenery_one_injury_short_of_its_hp_stands() -> None:
    """[KA-2.2 313.7b]"""
    table = arena("hero T foe", board={"scenery_injuries": {"b1": 8}}).play("cast chop b1", dice=["lock"])
    assert (table.read("scenery.b1"), table.read("scenery_injuries.b1")) == ("tree", 11)


def test_a_critical_hit_counts_and_scenery_rolls_no_armour() -> None:
    """The Critical die alone is rolled: 3 and 1 [Ruling R112] [KA-2.2 313.7a]."""
    table = arena("hero T foe").play("cast chop b1", dice=["critical"])
    assert table.read("scenery_injuries.b1") == 4


def test_scenery_heals_at_the_end_of_each_players_turn() -> None:
    """Only injuries of one turn destroy it [KA-2.2 313.7b]."""
    table = arena("hero B foe").play("cast chop b1", dice=["lock"])
    assert table.read("scenery_injuries.b1") == 3
    table.play("end", dice=["lock", "dodge"])
    while table.read("turn.unit") != "foe":
        table.play(table.options()[0])
    assert (table.read("scenery.b1"), table.read("scenery_injuries.b1")) == ("bush", 0)


def test_injuries_of_two_units_in_one_turn_add_up() -> None:
    """One turn is the player's, whoever strikes in it [KA-2.2 313.7b]."""
    table = arena(
        "hero B imp foe",
        turn={"player": "p1", "unit": "imp", "phase": "activation"},
        imp=mine("imp-lumberjack", summoner="hero"),
        board={"scenery_injuries": {"b1": 3}},
    )
    assert table.play("cast hack b1", dice=["lock"]).read("scenery.b1") == "none"


def test_only_a_character_damages_scenery() -> None:
    """A Turret's Close Combat leaves it whole [KA-2.2 313.7a]."""
    table = arena(
        "hero . foe\ngun T .",
        turn={"player": "p1", "unit": "gun", "phase": "activation"},
        gun=mine("gun", summoner="hero"),
    )
    table.play("cast blow b1", dice=["lock"])
    assert (table.read("scenery.b1"), table.read("scenery_injuries.b1")) == ("tree", 0)


def test_what_the_caster_adds_to_every_target_counts_for_scenery() -> None:
    """Additional effects of the spell, and powers [Ruling R112]."""
    assert arena("hero T foe").play("cast rage b1", dice=["lock"]).read("scenery_injuries.b1") == 3
    mighty = arena("hero T foe", hero=mine("mighty")).play("cast chop b1", dice=["lock"])
    assert mighty.read("scenery_injuries.b1") == 3


def test_what_the_caster_takes_from_its_damage_never_heals_scenery() -> None:
    """Damage is never below 0 [KA-2.2 602.7] [Ruling R112]."""
    table = arena("hero T foe", hero=mine("weak")).play("cast chop b1", dice=["lock"])
    assert (table.read("scenery_injuries.b1"), table.facts("scenery-injured")) == (0, [])


def test_an_addition_of_another_element_or_to_some_targets_alone_is_not_meant_for_scenery() -> None:
    """[Ruling R112]"""
    table = arena("hero T foe", hero=mine("picky")).play("cast chop b1", dice=["lock"])
    assert table.read("scenery_injuries.b1") == 2


def test_a_bonus_for_the_first_attack_of_the_turn_counts_once_for_scenery() -> None:
    """5 injuries, then 2 more [KA-2.2 313.7a] [Ruling R112]."""
    table = arena("hero T foe", hero=mine("eager")).play("cast chop b1", dice=["lock"])
    assert table.read("scenery_injuries.b1") == 5
    assert table.play("cast chop b1", dice=["lock"]).read("scenery_injuries.b1") == 7


def test_a_bonus_left_on_the_caster_counts_for_scenery() -> None:
    """As for any target [KA-2.2 313.7a] [Ruling R112]."""
    table = arena("hero T foe", hero=mine("drunk")).play("cast drink a1").play("cast chop b1", dice=["lock"])
    assert table.read("scenery_injuries.b1") == 4


def test_destroyed_scenery_forgets_its_injuries_and_other_scenery_keeps_them() -> None:
    """[KA-2.2 313.7b] [KA-2.2 313.7c]"""
    table = arena("hero B foe\nT . .")
    for line in ("cast chop b2", "cast chop a1", "cast chop b2"):
        table.play(line, dice=["lock"])
    assert (table.read("scenery.b2"), table.read("scenery_injuries.a1")) == ("none", 3)
    assert len(table.state.scenery_injuries) == 1


def test_punch_damages_scenery() -> None:
    """It is Close Combat [KA-2.2 205.3] [KA-2.2 313.7a]."""
    assert arena("hero T foe").play("cast punch b1", dice=["lock"]).read("scenery_injuries.b1") == 1


def test_where_a_tree_stood_one_walks_and_sees() -> None:
    """The cell is free, and sight passes [KA-2.2 313.7c] [KA-2.2 313.3]."""
    units = {"friend": mine("archer", at="a2")}
    drawing = ". T . foe\nhero . . ."
    table = arena(drawing, board={"scenery_injuries": {"b2": 9}}, **units)
    table.play("move b1").play("cast chop b2", dice=["lock"])
    assert "move b2" in table.options()
    before = arena(drawing, turn="friend", **units)
    after = arena(drawing, turn="friend", board={"scenery": {"b2": "none"}}, **units)
    assert "cast bow d2" not in before.options()
    assert "cast bow d2" in after.options()


def test_an_ice_cube_cannot_be_destroyed() -> None:
    """Trees, Bushes and Crates are [KA-2.2 313.7] [Ruling R112]."""
    table = arena("hero I foe").play("cast fell b1", dice=["lock"])
    assert (table.read("scenery.b1"), table.read("scenery_injuries.b1")) == ("cube", 0)


def test_kamas_of_scenery_come_to_those_that_lie_there() -> None:
    """[KA-2.2 313.7c]"""
    table = arena("hero C foe", kamas={"b1": 2}).play("cast chop b1", dice=["lock"])
    assert table.read("kamas.b1") == 3


def test_release_2_7_has_no_scenery_that_can_be_destroyed() -> None:
    """The option is refused, with what to do."""
    with pytest.raises(DocumentError, match=r"scenery cannot be destroyed in release 2\.7 \(leave the option out"):
        Table(
            "hero T foe", {"hero": mine("axeman"), "foe": theirs("fighter")}, turn="hero", pack=PACK, options=BREAKABLE
        )


def test_whoever_the_blow_strikes_too_resists_and_the_scenery_does_not() -> None:
    """Powers of a unit on a Crate are its own [Ruling R112]."""
    tough = card("tough", powers=[keyword("resistance-earth")])
    units = {"hero": mine("axeman"), "foe": theirs("fighter"), "sitter": theirs("tough", at="b1")}
    table = Table("hero C . foe", units, turn="hero", pack=[*PACK, tough], release="2.2", options=BREAKABLE)
    table.play("cast rage b1", dice=["lock", "lock"])
    assert (table.unit("sitter", "injuries"), table.read("scenery.b1")) == (2, "none")

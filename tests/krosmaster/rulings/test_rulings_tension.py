"""Rulings on the tension roll, the dice and inspiration."""

import pytest

from esquive.core.errors import NotationError
from tests.krosmaster.playing import Table, mine, theirs

FIELD = """
    . .    .   .
    . hero foe .
    . .    .   .
"""


def test_ruling_r36_the_reroll_is_chosen_before_faces_are_turned() -> None:
    """Two dice are kept or exchanged for one, then turned, then looked at for a double [Ruling R36] [KA 5.2.2]."""
    table = Table(
        FIELD,
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        wild_gg=0,
    ).play(dice=["dofus", "lock"])
    assert (table.asked, table.options()) == ("p1 tension", ["keep", "reroll"])
    assert "5.2.2" in table.refused("faces dodge lock").clauses
    kept = table.again().play("keep")
    assert kept.asked == "p1 faces"
    doubled = kept.again().play("faces lock lock")
    assert ("double" in doubled.events, doubled.read("player.p1.gg")) == (True, 5)
    single = kept.play("faces armour lock")
    assert ("double" in single.events, single.read("player.p1.gg")) == (False, 6)
    table.play("reroll", dice=["lock"])
    assert ("double" in table.events, table.read("player.p1.gg")) == (False, 6)
    assert table.options("inspire") == ["inspire hero lock"]


def test_ruling_r37_the_roller_turns_the_die_to_any_allowed_face() -> None:
    """Right after the roll and to his own harm if he likes; `auto` turns to a success [Ruling R37] [KA 1.6.2.c]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table(FIELD, units, turn="hero", options={"turn_dice": "ask"})
    table.start("cast strike c2").start("critical_dodge")
    assert (table.asked, table.options()) == ("p1 faces", ["faces critical", "faces dodge"])
    assert "1.6.2.b" in table.refused("faces lock").clauses
    table.start("faces dodge")
    assert table.asked == "p2 armour roll"
    table.start("dofus")
    assert (table.asked, len(table.options())) == ("p2 faces", 4)
    table.play("faces critical")
    assert table.unit("foe", "injuries") == 2
    auto = Table(FIELD, units, turn="hero").play("cast strike c2", dice=["critical_dodge", "dofus"])
    assert (auto.unit("foe", "injuries"), "faces" in auto.events) == (2, False)
    assert [roll["successes"] for name in ("critical-roll", "armour-roll") for roll in auto.facts(name)] == [1, 1]
    with pytest.raises(NotationError):
        Table(FIELD, units, turn="hero").play("cast strike c2", dice=["critical_dodge:lock", "lock"])


def test_ruling_r38_an_inspiration_die_stays_until_its_players_next_turn() -> None:
    """On an own Krosmaster, also one that has the power, until before the next roll [Ruling R38] [KA 5.3.3]."""
    table = Table(
        FIELD,
        {
            "hero": mine("fighter", powers=["lock"]),
            "imp": mine("imp", summoner="hero", at="a3"),
            "foe": theirs("fighter"),
        },
        turn={"player": "p1", "phase": "tension"},
    ).play("keep", dice=["lock", "dodge"])
    assert table.options("inspire") == ["inspire hero lock", "inspire hero dodge"]
    assert {table.refused("inspire foe lock").kind, table.refused("inspire imp lock").kind} == {"not-a-krosmaster"}
    table.play("inspire hero lock", answers=["inspire hero dodge", "end", "end"], dice=["armour", "critical"])
    table.play("keep", answers=["done"])
    assert table.unit("hero", "inspiration", "powers") == (["lock", "dodge"], ["lock", "dodge"])
    table.play("move d2", dice=["lock", "lock", "dodge"])
    assert table.facts("lock-roll") == [{"unit": "hero", "dice": ["lock", "lock"], "successes": 2}]
    table.play("end", dice=["armour", "critical"])
    assert table.events.index("inspiration-ends") < table.events.index("tension")
    assert table.unit("hero", "inspiration", "powers") == ([], ["lock"])

"""Rulings on Block, Lock and Dodge."""

from typing import Any

from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

FIELD = """
    . .    .   .
    . hero foe .
    . .    .   .
"""


def leaving(*dice: str, hero: dict[str, Any] | None = None, foe: dict[str, Any] | None = None) -> Table:
    """The hero walks away from the foe with these Lock and Dodge dice."""
    units = {
        "hero": mine("fighter", **(hero or {})),
        "foe": {**theirs("fighter"), **(foe or {})},
        "last": theirs("villager", at="d3"),
    }
    return Table(FIELD, units, turn="hero").play("move a2", dice=dice)


def test_ruling_r50_no_success_on_either_side_is_caught() -> None:
    """Equal is Caught, 0 to 0 too [Ruling R50] [KA 4.14.2.d]."""
    for dice in (("critical", "armour"), ("lock", "dodge"), ("dofus", "critical_dodge")):
        table = leaving(*dice)
        assert table.facts("caught") == [{"unit": "hero", "by": "foe"}]
        assert table.unit("hero", "ap", "mp", "at") == (5, 1, "a2")
    assert leaving("critical", "dodge").unit("hero", "ap", "mp", "at") == (6, 2, "a2")
    assert leaving("lock", "armour").unit("hero", "ap", "mp", "at") == (3, 0, "b2")


def test_ruling_r51_a_blocked_unit_pays_no_mp_for_the_move_it_did_not_make() -> None:
    """With 1 MP left it moves and pays; a loss beyond the gauge leaves no debt [Ruling R51] [KA 4.14.2.f]."""
    table = leaving("lock", "lock", hero={"mp": 4})
    assert table.unit("hero", "ap", "mp", "at") == (3, 0, "a2")
    table = leaving("lock", "lock", hero={"mp": 3})
    assert (table.unit("hero", "mp", "at"), "held" in table.events) == ((0, "b2"), True)
    table = leaving("critical", "armour", hero={"mp": 1, "ap": 0})
    assert table.unit("hero", "ap", "mp", "at", "ap_markers", "mp_markers") == (0, 0, "b2", 0, 0)
    rounds = ["keep", "done", "end", "end", "keep", "done"]
    table.play("end", dice=["lock", "dodge", "lock", "dodge"], answers=rounds)
    assert table.unit("hero", "ap", "mp") == (6, 3)
    stuck = leaving("critical", "armour", hero={"mp": 1, "ap": 5})
    assert stuck.unit("hero", "mp", "ap", "at") == (0, 4, "b2")


def test_ruling_r52_every_paid_move_from_beside_an_enemy_can_be_blocked() -> None:
    """Wherever it leads, Mobs included, but no displacement and no arrival [Ruling R52] [KA 4.14.1] [KA 6.3.2]."""
    table = Table(
        """
        .    near .   .
        hero .    .   .
        foe  .    far .
        """,
        {
            "hero": mine("leaper", ap=12, mp=4),
            "foe": theirs("fighter"),
            "near": theirs("fighter"),
            "far": theirs("fighter"),
            "imp": mine("imp", summoner="hero", at="d2"),
            "hunter": theirs("fighter", at="d3"),
        },
        turn="hero",
        pack=[card("leaper", spells=[spell("leap", (1, 1), kind="special", do=[{"op": "retreat", "x": 1}])])],
    )
    table.play("move b2", dice=["critical", "dodge"])
    assert table.facts("lock-roll") == [{"unit": "foe", "dice": ["critical"], "successes": 0}]
    leap = table.again().play("cast leap b3")
    assert (leap.unit("hero", "at"), "lock-roll" in leap.events) == ("b1", False)
    table.play("move c2", dice=["critical", "dodge"])
    assert [fact["unit"] for fact in table.facts("lock-roll")] == ["near"]
    table.play("end").play("move d1", dice=["critical", "dodge"])
    assert table.facts("escaped") == [{"unit": "imp", "by": "hunter"}]


def test_ruling_r53_itty_bitty_neither_locks_nor_is_locked() -> None:
    """Krosmasters and Mobs lock, a Mob only catches, mechanisms do not [Ruling R53] [KA 4.14.3] [KA 4.14.7]."""
    assert leaving(hero={"powers": ["itty-bitty"]}).unit("hero", "ap", "mp", "at") == (6, 2, "a2")
    assert leaving(foe={"powers": ["itty-bitty"]}).unit("hero", "ap", "mp", "at") == (6, 2, "a2")
    table = leaving("lock", "armour", foe=theirs("imp"))
    assert (table.facts("caught"), table.unit("hero", "ap", "mp")) == ([{"unit": "hero", "by": "foe"}], (5, 1))
    assert leaving(foe=theirs("petard")).unit("hero", "ap", "mp", "at") == (6, 2, "a2")


def test_ruling_r54_every_locker_rolls_even_when_the_mp_are_gone() -> None:
    """In the order the active player names, and he cannot stop in between [Ruling R54] [KA 4.14.2.e]."""
    table = Table(
        """
        . two  .
        . hero one
        . .    .
        """,
        {"hero": mine("fighter"), "one": theirs("fighter"), "two": theirs("fighter")},
        turn="hero",
    ).play("move a2")
    assert (table.asked, sorted(table.options())) == ("p1 locker", ["locker one", "locker two"])
    assert "4.14.2.b" in table.refused("end").clauses
    table.play("locker two", dice=["lock", "critical", "lock", "dodge"])
    assert [fact["unit"] for fact in table.facts("lock-roll")] == ["two", "one"]
    assert (table.events[2], table.unit("hero", "ap", "mp", "at")) == ("locked", (2, 0, "b2"))


def test_ruling_r55_a_locker_no_longer_adjacent_does_not_roll() -> None:
    """Powers of a Lock roll resolve at once, and a mover displaced moves no more [Ruling R55] [KA 4.14.2]."""
    hurt = {"op": "injure", "x": 2, "to": {"who": "units", "side": "ally", "other": True}}
    shove = {"op": "push-back", "x": 1}
    pack = [
        card("brute", powers=[power("rage", when="own-lock-roll", do=[hurt])]),
        card("shover", powers=[power("shove", when="own-lock-roll", do=[shove])]),
    ]
    drawing = """
        . two  .   .
        . hero one .
        . .    .   last
    """
    units = {
        "hero": mine("fighter"),
        "one": theirs("brute"),
        "two": theirs("fighter", injuries=6),
        "last": theirs("villager"),
    }
    table = Table(drawing, units, turn="hero", pack=pack).play(
        "move b1", answers=["locker one"], dice=["armour", "dodge"]
    )
    assert (table.unit("two", "ko"), table.unit("hero", "at", "mp")) == (True, ("b1", 2))
    assert [fact["unit"] for fact in table.facts("lock-roll")] == ["one"]
    units["one"] = theirs("shover")
    table = Table(drawing, units, turn="hero", pack=pack).play("move b1", answers=["locker one"], dice=["armour"])
    assert (table.unit("hero", "at", "ap", "mp"), table.asked) == (("a2", 6, 3), "p1 activation")
    assert "dodge-roll" not in table.events

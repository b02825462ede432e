"""How many dice a Block is rolled with, what they cost, and when the mover goes at all."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, keyword, mine, power, theirs

FIELD = """
    . .    .   .
    . hero foe .
    . .    .   rest
"""
LEAVES = "move a2"


def leaving(hero: dict[str, Any], foe: dict[str, Any]) -> Table:
    """The hero walks away from the foe; nothing is rolled yet."""
    return Table(FIELD, {"hero": hero, "foe": foe, "rest": theirs("villager")}, turn="hero").start(LEAVES)


@pytest.mark.parametrize(("powers", "dice"), [([], 1), (["lock"], 2), (["dodge"], 1)])
def test_a_character_with_lock_rolls_two_dice_for_it(powers: list[str], dice: int) -> None:
    """One more than anybody else, and Dodge lends none [KA 4.14.2.b] [KA 4.14.5] [KA 4.9.5.a]."""
    table = leaving(mine("fighter", powers=["lock"]), theirs("fighter", powers=powers))
    assert (table.asked, table.rolls.count) == ("p2 lock roll", dice)


@pytest.mark.parametrize(("powers", "dice"), [([], 1), (["dodge"], 2), (["lock"], 1)])
def test_a_mover_with_dodge_rolls_two_dice_for_it(powers: list[str], dice: int) -> None:
    """One more than anybody else, and Lock lends none [KA 4.14.2.c] [KA 4.14.6] [KA 4.9.6.a]."""
    table = leaving(mine("fighter", powers=powers), theirs("fighter", powers=["dodge"])).start("armour")
    assert (table.asked, table.rolls.count) == ("p1 dodge roll", dice)


@pytest.mark.parametrize(
    ("lock", "dodge", "event", "left"),
    [
        (["lock", "lock"], ["dodge", "dodge"], "caught", ("a2", 5, 1)),
        (["lock", "lock"], ["dodge", "armour"], "locked", ("b2", 3, 0)),
        (["lock", "armour"], ["dodge", "armour"], "caught", ("a2", 5, 1)),
        (["lock", "armour"], ["dodge", "dodge"], "escaped", ("a2", 6, 2)),
        (["armour", "armour"], ["armour", "armour"], "caught", ("a2", 5, 1)),
    ],
)
def test_more_successes_lock_as_many_catch_and_fewer_let_go(
    lock: list[str], dodge: list[str], event: str, left: tuple[str, int, int]
) -> None:
    """With two dice each: 3 MP and 3 AP, 1 and 1, or nothing; a move that is made costs 1 MP.

    [KA 4.14.2.d] [KA 4.14.2.f] [Ruling R50]
    """
    table = Table(
        FIELD,
        {
            "hero": mine("fighter", powers=["dodge"]),
            "foe": theirs("fighter", powers=["lock"]),
            "rest": theirs("villager"),
        },
        turn="hero",
    ).play(LEAVES, dice=lock + dodge)
    assert len(table.facts(event)) == 1
    assert table.unit("hero", "at", "ap", "mp") == left


def test_a_mover_whose_way_was_taken_during_the_block_stays_and_pays_nothing_for_the_move() -> None:
    """The cell has to be free when it moves: an enemy that came there holds it back [KA 4.14.2.f] [KA 4.17.3]."""
    come = {"op": "place", "to": {"who": "units", "type": "hound"}, "where": "next-to-subject"}
    pack = [
        card("hunter", powers=[power("whistle", when="own-lock-roll", do=[come])]),
        card("hound", types=["hound"], powers=[keyword("itty-bitty")]),
    ]
    units = {"hero": mine("fighter"), "foe": theirs("hunter"), "rest": theirs("hound")}
    table = Table(FIELD, units, turn="hero", pack=pack).play(LEAVES, dice=["armour"])
    other = table.again().play("choose b3", dice=["dodge"])
    assert other.unit("hero", "at", "ap", "mp") == ("a2", 6, 2)
    table.play("choose a2", dice=["dodge"])
    assert (table.unit("rest", "at"), table.facts("held")) == ("a2", [{"unit": "hero"}])
    assert table.unit("hero", "at", "ap", "mp") == ("b2", 6, 3)

"""How many ways three positions can go on, to depth 3: fixed here, and counted twice each time.

A rule that allows or forbids one thing too many, or rolls a die too many, changes a number. When a rule is changed on
purpose the plain count says what the new numbers are; work out by hand why before writing them down.
"""

from collections.abc import Callable

import pytest

from esquive.krosmaster.table.state import State
from tests.counts.counting import count, count_plainly
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs


def skirmish() -> State:
    """Two steps, arrows that a Tree stops, a hop to oneself or next to it once a turn, Punch, a Kama to collect.

    At first: 3 steps, 11 cells in range and sight of the arrow, 4 of the hop, 3 for Punch, and the end of the turn.
    """
    return Table(
        """
        . .   T  foe
        . .   .  .
        . hero .  1
        """,
        {"hero": mine("shooter", mp=2, ap=6), "foe": theirs("fighter")},
        turn="hero",
        pack=[
            card(
                "shooter",
                spells=[spell("arrow", (1, 4), element="air"), spell("hop", (0, 1), kind="special", limit="turn")],
            )
        ],
    ).state


def melee() -> State:
    """Leaving two enemies, one with Lock and one without, with Dodge: the order of the lockers, and their dice.

    At first: 2 steps, the whirl, Punch on 4 sides, the end. Then: each step asks which of 2 locks first, each blow
    rolls a die that is a success or not, the end leads to the 21 pairs that two Tension dice can show: 4 + 10 + 21.
    """
    return Table(
        """
        .   .    .
        foe hero guard
        .   .    .
        """,
        {"hero": mine("dancer"), "foe": theirs("fighter"), "guard": theirs("guard")},
        turn="hero",
        pack=[
            card("dancer", spells=[spell("whirl", "personal", area="cross")], powers=[keyword("dodge")]),
            card("guard", powers=[keyword("lock"), keyword("counter")]),
        ],
    ).state


def tension() -> State:
    """A player's turn begins: two dice, kept or one rolled again, wild faces turned, dice placed, GG lost.

    Of 21 pairs each is rolled again (6 faces) or kept. Kept, 6 pairs of two faces are placed in 5 ways (two
    Krosmasters, two faces, or not at all), 4 doubles in 3, and the wild ones are turned in 4 * 2 + 4 * 4 + 4 + 8 + 16.
    """
    return Table(
        """
        hero  .
        other foe
        """,
        {"hero": mine("fighter"), "other": mine("villager"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        options={"turn_dice": "ask"},
    ).state


COUNTS: list[tuple[Callable[[], State], tuple[int, int, int]]] = [
    (skirmish, (22, 173, 1280)),
    (melee, (8, 35, 76)),
    (tension, (21, 42, 220)),
]
CASES = [(make, depth, numbers[depth - 1]) for make, numbers in COUNTS for depth in (1, 2, 3)]
IDS = [f"{make.__name__}-{depth}" for make, depth, _ in CASES]


@pytest.mark.parametrize(("make", "depth", "number"), CASES, ids=IDS)
def test_the_engine_counts_as_many_ways_as_it_always_has(make: Callable[[], State], depth: int, number: int) -> None:
    assert count(make(), depth) == number


@pytest.mark.parametrize(("make", "depth", "number"), CASES, ids=IDS)
def test_the_plain_count_finds_the_same_ways(make: Callable[[], State], depth: int, number: int) -> None:
    assert count_plainly(make(), depth) == number

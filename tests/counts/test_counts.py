"""How many ways a few positions of both releases can go on, to depth 3: fixed here, and counted twice each time.

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


def melee(release: str = "2.7") -> State:
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
        release=release,
    ).state


def italian_melee() -> State:
    """The same by release 2.2: only the end leads to more, since the 94 ways of the dice have no reroll before them."""
    return melee("2.2")


def tension(release: str = "2.7") -> State:
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
        release=release,
    ).state


def italian_tension() -> State:
    """The same by release 2.2: no die is rolled again, so the 94 ways without that come one answer sooner."""
    return tension("2.2")


def rink() -> State:
    """By release 2.2: a cube to push, scenery to break, a foe to freeze with its last HP.

    At first: 2 steps, one of them onto the cube, the blow and the push on 4 sides each, the end of the turn.
    """
    return Table(
        """
        .  ~    .
        I  hero foe
        ~  B    .
        """,
        {"hero": mine("glazier", mp=1, ap=4), "foe": theirs("fighter", injuries=7)},
        turn="hero",
        pack=[
            card(
                "glazier",
                spells=[
                    spell("blow", cost={"ap": 2}, base=1, element="water"),
                    spell("push-cube", kind="special", cost={"ap": 1}, do=[{"op": "push-cube", "x": 2}]),
                ],
                powers=[keyword("freezing")],
            )
        ],
        options={"destructible_scenery": "on"},
        release="2.2",
    ).state


COUNTS: list[tuple[Callable[[], State], tuple[int, int, int]]] = [
    (skirmish, (22, 173, 1280)),
    (melee, (8, 35, 76)),
    (tension, (21, 42, 220)),
    (italian_melee, (8, 35, 128)),
    (italian_tension, (21, 94, 418)),
    (rink, (11, 77, 464)),
]
CASES = [(make, depth, numbers[depth - 1]) for make, numbers in COUNTS for depth in (1, 2, 3)]
IDS = [f"{make.__name__}-{depth}" for make, depth, _ in CASES]


@pytest.mark.parametrize(("make", "depth", "number"), CASES, ids=IDS)
def test_the_engine_counts_as_many_ways_as_it_always_has(make: Callable[[], State], depth: int, number: int) -> None:
    assert count(make(), depth) == number


@pytest.mark.parametrize(("make", "depth", "number"), CASES, ids=IDS)
def test_the_plain_count_finds_the_same_ways(make: Callable[[], State], depth: int, number: int) -> None:
    assert count_plainly(make(), depth) == number

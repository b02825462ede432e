"""Games of Kaos played by chance never break a promise; a position that does is told what is wrong with it."""

from collections.abc import Callable
from typing import Any

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.op_codes import LastingEffect, Op
from esquive.kaos.cards.ops import HalfMove
from esquive.kaos.game import GAME
from esquive.kaos.geometry.units import CM
from esquive.kaos.table.state import OUT, State
from esquive.kaos.written.hidden_information import hide
from esquive.lab.kaos.invariants import check
from tests.kaos.games import positions
from tests.kaos.text.test_notation import document


@pytest.mark.parametrize("seed", range(10, 18))
def test_no_answer_breaks_a_promise(seed: int) -> None:
    for number, (state, _, rng) in enumerate(positions(seed)):
        assert check(state) == []
        if number % 10 == 0:
            assert check(hide(state, number % 3 - 1, rng)) == []


def sound() -> State:
    """A position with cards, in which everything is right."""
    known = catalogue()
    decks = {"objects": sorted(known.object_cards), "events": sorted(known.event_cards)}
    return GAME.from_document(document(turn={}, decks=decks))


def test_a_sound_position_has_no_faults() -> None:
    assert check(sound()) == []


def column(name: str, value: int) -> Callable[[State], None]:
    """Puts a value into a column of the first figure."""

    def change(state: State) -> None:
        getattr(state, name)[0] = value

    return change


def field(name: str, value: Any) -> Callable[[State], None]:
    """Puts a value into a field of the state."""
    return lambda state: setattr(state, name, value)


def moved(x: int, y: int) -> Callable[[State], None]:
    """Puts the first figure elsewhere."""
    return lambda state: state.set_base(0, state.base_at(0, x, y, 0, 0))


def lifted(state: State) -> None:
    """Lets the first figure float."""
    state.set_base(0, state.base_at(0, 10 * CM, 10 * CM, CM, 0))


BROKEN: list[tuple[Callable[[State], None], str]] = [
    (field("wounds", [0]), "wounds has 1 entries"),
    (field("destiny", [0]), "destiny has 1 entries"),
    (field("names", ["a", "a", "b"]), "two figures have one name"),
    (column("wounds", -1), "has -1 wounds"),
    (column("wounds", 12), "is in play with its life gauge full"),
    (column("status", 9), "has status 9"),
    (column("acted", 2), "acted is 2"),
    (column("activated", 2), "activated is 2"),
    (column("dodged", 1 << 9), "dodged"),
    (column("fleeing", -2), "fleeing -2"),
    (column("x", 5), "its base at"),
    (moved(5_000, 100_000), "not wholly on the table"),
    (moved(100_000, 190_000), "overlap"),
    (lifted, "cm high"),
    (field("object_pile", []), "the pile of objects"),
    (field("object_bottom", [0]), "is in 2 places"),
    (field("carried", [(0, 0, 1)]), "is in 2 places"),
    (field("event_edge", [99] * 99), "the pile of events"),
    (field("reserved", [0, 0]), "the deck has"),
    (field("in_force", [(0, 0)]), "in force for 0 rounds"),
    (field("destiny", [-1, 0]), "-1 destiny points"),
    (field("active", 7), "figure 7 is active"),
    (field("relic", 0), "a relic is carried"),
    (field("held", [1]), "held has 1 entries"),
    (field("lasting", [LastingEffect(9, Op(HalfMove))]), "an effect lies on figure 9"),
]


@pytest.mark.parametrize(("change", "says"), BROKEN, ids=[says for _, says in BROKEN])
def test_a_broken_promise_is_told(change: Callable[[State], None], says: str) -> None:
    state = sound()
    change(state)
    assert any(says in fault for fault in check(state)), check(state)


def test_who_is_out_of_action_carries_nothing() -> None:
    state = sound()
    state.object_pile = [0, *state.object_pile[1:]]
    state.carried = [(0, 0, 1)]
    assert check(state) == []
    state.status[0] = OUT
    assert any("carries" in fault for fault in check(state))

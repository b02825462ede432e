"""Events: drawn, kept in reserve, played, alone or in parts."""

from typing import Any

import pytest

from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.event_cards import EventsFrame, end_of_events
from esquive.kaos.book.modifiers import armour_of
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import EventCard
from esquive.kaos.table import answers
from tests.kaos.playing import STAY, Table, mine, theirs

KEEP = answers.pack(answers.CHOOSE_WORD, [answers.WORD_KEEP])
STORM, HALVES, CRUST, WAVE = range(4)


def event(
    name: str, parts: int = 1, rounds: int = 1, *effects: ops.Base, holds: tuple[ops.Base, ...] = ()
) -> EventCard:
    """An event card."""
    codes, standing = (tuple(op.at_play(name) for op in given) for given in (effects, holds))
    return EventCard(name, name, "here", parts, 4, rounds, codes, standing)


CARDS = (
    event("storm"),
    event("halves", 2, 2),
    event("crust", holds=(ops.Armour(armour=1),)),
    event("wave", 1, 1, ops.Wounds(wounds=2)),
)


def play(card: int) -> int:
    """Playing a card."""
    return answers.pack(answers.CHOOSE_CARD, [card])


def start(pile: list[int] | None = None, **keys: Any) -> Table:
    """The events of a round; p1 holds the initiative."""
    lists = {name: keys.pop(name) for name in ("reserved", "event_edge", "in_force") if name in keys}
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20))}, events=CARDS, **keys)
    table.state.event_pile = pile if pile is not None else [2, 4, 1, 1]
    for name, value in lists.items():
        setattr(table.state, name, value)
    return table.start(EventsFrame())


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Roll | Decision)
    return waiting.kind, waiting.seat


def test_each_player_takes_a_card_the_holder_of_the_initiative_first() -> None:
    """[Kaos K33.6]."""
    table = start(first=1)
    assert asked(table) == ("draw-event", 1)
    table.state.apply(STORM)
    assert asked(table) == ("draw-event", 0)
    assert table.state.event_pile == [1, 4, 1, 1]


def test_the_pile_has_no_order_and_its_cards_are_private() -> None:
    """[Kaos K33.5]."""
    roll = start().waiting
    assert isinstance(roll, Roll) and roll.weights == (2, 4, 1, 1) and roll.private_to == 0


def test_nobody_draws_from_an_empty_pile() -> None:
    """[Kaos K33.6]: the last card goes to who is first."""
    assert start([0, 0, 0, 0]).asks == "rest"
    table = start([1, 0, 0, 0])
    table.state.apply(STORM)
    assert asked(table) == ("event", 0)


def test_the_opponent_of_the_holder_says_first_whether_it_plays() -> None:
    """[Kaos K33.10]: nothing is shown before both have said."""
    table = start().play(dice=["storm", "crust"])
    assert asked(table) == ("event", 1)
    table.play(play(CRUST))
    assert asked(table) == ("event", 0) and table.facts("event-revealed") == []
    table.play(KEEP)
    assert table.facts("event-revealed") == [{"seat": 1, "card": CRUST}]


def test_a_card_drawn_is_kept_or_played() -> None:
    """[Kaos K33.7]."""
    table = start().play(KEEP, KEEP, dice=["storm", "crust"])
    assert table.state.reserved == [STORM, CRUST] and table.state.event_edge == [0, 0, 0, 0]
    assert [fact["seat"] for fact in table.facts("event-kept")] == [1, 0]


def test_of_two_cards_one_must_be_played() -> None:
    """[Kaos K33.8] [Kaos K33.9]."""
    table = start(reserved=[STORM, -1]).play(dice=["halves", "crust"]).play(KEEP)
    refusal = table.refusal(KEEP)
    assert refusal is not None and refusal.kind == "must-play"
    table.play(play(STORM))
    assert table.state.reserved[0] == HALVES


def test_a_card_in_reserve_may_be_played_instead_of_the_new_one() -> None:
    """[Kaos K33.7] [Kaos K33.9]."""
    table = start(reserved=[STORM, -1]).play(dice=["storm", "crust"]).play(KEEP, play(STORM))
    assert table.state.reserved[0] == STORM and table.facts("event-happens") == [{"card": STORM}]


def test_only_the_own_cards_are_played() -> None:
    """[Kaos K33.10]."""
    table = start().play(dice=["storm", "crust"])
    refusal = table.refusal(play(STORM))
    assert refusal is not None and refusal.kind == "wrong-card"


def test_an_event_on_a_single_card_happens_at_once() -> None:
    """[Kaos K33.11]."""
    table = start().play(play(CRUST), KEEP, dice=["storm", "crust"])
    assert table.facts("event-happens") == [{"card": CRUST}] and table.state.in_force == [(CRUST, 1)]
    assert [armour_of(table.state, figure) for figure in (0, 1)] == [1, 1]


def test_an_event_in_parts_waits_face_up_for_the_others() -> None:
    """[Kaos K33.12] [Kaos K33.13]: from either player, over any number of rounds."""
    table = start().play(play(HALVES), KEEP, dice=["storm", "halves"])
    assert table.state.event_edge[HALVES] == 1 and table.facts("event-waits") == [{"card": HALVES, "parts": 1}]
    assert table.facts("event-happens") == []
    table.start(EventsFrame()).play(KEEP, play(HALVES), dice=["halves", "crust"])
    assert table.facts("event-happens") == [{"card": HALVES}] and table.state.event_edge[HALVES] == 0


def test_two_parts_shown_together_make_one_event() -> None:
    """[Kaos K33.12]."""
    table = start().play(play(HALVES), play(HALVES), dice=["halves", "halves"])
    assert table.state.in_force == [(HALVES, 2)]


@pytest.mark.parametrize("cards", [("storm", "crust"), ("storm", "storm")])
def test_several_events_in_one_round_are_all_cancelled(cards: tuple[str, str]) -> None:
    """[Kaos K33.14]: they go back to the pile."""
    numbers = {"storm": STORM, "crust": CRUST}
    table = start().play(play(numbers[cards[1]]), play(numbers[cards[0]]), dice=cards)
    assert table.facts("events-cancelled") and table.state.in_force == []
    assert table.state.event_pile == [2, 4, 1, 1] and sum(table.state.event_edge) == 0


def test_an_event_of_an_earlier_round_is_not_cancelled() -> None:
    """[Kaos K33.14]."""
    table = start(in_force=[(HALVES, 1)]).play(play(CRUST), KEEP, dice=["storm", "crust"])
    assert table.state.in_force == [(HALVES, 1), (CRUST, 1)]


def test_all_parts_of_a_cancelled_event_go_back() -> None:
    """[Kaos K33.14]."""
    table = start(event_edge=[0, 1, 0, 0]).play(play(HALVES), play(STORM), dice=["storm", "halves"])
    assert table.facts("events-cancelled") and table.state.event_pile[HALVES] == 5
    assert table.state.event_edge[HALVES] == 0


def test_an_event_lasts_one_round_unless_its_card_says_otherwise() -> None:
    """[Kaos K33.15]: then it goes back to the pile before the next initiative."""
    table = start(in_force=[(STORM, 1), (HALVES, 2)], pile=[0, 0, 0, 0])
    end_of_events(table.state)
    assert table.state.in_force == [(HALVES, 1)] and table.state.event_pile == [1, 0, 0, 0]
    end_of_events(table.state)
    assert table.state.in_force == [] and table.state.event_pile == [1, 2, 0, 0]
    assert [fact["card"] for fact in table.facts("event-ends")] == [STORM, HALVES]


def test_whoever_an_event_wounds_is_activated_and_moves_at_once() -> None:
    """[Kaos K26.1] [Kaos K26.2] [Kaos K18.8]."""
    table = start().play(play(WAVE), KEEP, dice=["storm", "wave"])
    assert [table.read(name, "wounds") for name in ("hero", "foe")] == [2, 2] and table.asks == "forced-move"
    table.play(STAY, STAY)
    assert table.asks == "rest" and [table.read(name, "activated") for name in ("hero", "foe")] == [1, 1]

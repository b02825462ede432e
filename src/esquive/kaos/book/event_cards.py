"""Events: drawn at the start of the round, kept or played, alone or in several parts [Kaos K33.6] [Kaos K33.12].

The pile is shuffled anew before every initiative [Kaos K33.15]: like that of the objects it is never put in an order,
and a card is drawn when it is taken.
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.wounds import ForcedMovesFrame
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ChoosingCard, ChoosingWord
from esquive.kaos.table.events import (
    E_EVENT_DRAWN,
    E_EVENT_ENDS,
    E_EVENT_HAPPENS,
    E_EVENT_KEPT,
    E_EVENT_REVEALED,
    E_EVENT_WAITS,
    E_EVENTS_CANCELLED,
)
from esquive.kaos.table.state import NONE, SEATS, State, changed

DRAW: Final = 0
ASK: Final = 1
REVEAL: Final = 2
KEEP_ANSWER: Final = ChoosingWord(answers.WORD_KEEP).answer()


@fields
class EventsFrame(Frame[State]):
    """Each player takes a card, the holder of the initiative first; the opponent says first whether to play one.

    [Kaos K33.6] [Kaos K33.10]. `turn` counts the players done in this step; `drawn` is the card each has just taken,
    `played` the one each plays, NONE for none.
    """

    NAME = "events"
    STEPS = ("draw", "ask", "reveal")

    turn: int = 0
    drawn: list[int] = [NONE] * SEATS
    played: list[int] = [NONE] * SEATS

    def seat(self, state: State) -> int:
        """Who draws or is asked: the holder draws first and is asked last [Kaos K33.10]."""
        is_holder = (self.turn == 0) == (self.step == DRAW)
        return state.first if is_holder else 1 - state.first

    def run(self, state: State) -> bool:
        while self.step != REVEAL:
            if self.turn == SEATS:
                self.turn = 0
                self.step += 1
            elif (self.step == DRAW and any(state.event_pile)) or (self.step == ASK and self.cards(state)):
                return True
            else:
                self.turn += 1
        state.stack.pop()
        self.reveal(state)
        return False

    def cards(self, state: State) -> list[int]:
        """The cards the player asked may play: the one just drawn, the one in reserve, equal ones once."""
        seat = self.seat(state)
        return sorted({card for card in (self.drawn[seat], state.reserved[seat]) if card != NONE})

    def must_play(self, state: State) -> bool:
        """Whether one of two cards must be played: only one may be kept in reserve [Kaos K33.8] [Kaos K33.9]."""
        seat = self.seat(state)
        return self.drawn[seat] != NONE and state.reserved[seat] != NONE

    # --------------------------------------------------------------------------------------------------------- waiting

    def waiting(self, state: State) -> Roll | Decision:
        seat = self.seat(state)
        if self.step == DRAW:
            return Roll("draw-event", seat, len(state.event_pile), 1, NONE, tuple(state.event_pile), seat)
        return Decision("event", seat, self, state)

    def options(self, state: State) -> list[int]:
        found = [ChoosingCard(card).answer() for card in self.cards(state)]
        return found if self.must_play(state) else [KEEP_ANSWER, *found]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if answer == KEEP_ANSWER:
            return [Condition("must-play", ("K33.8", "K33.9"), not self.must_play(state), {})]
        holds = answer in self.options(state)
        return [Condition("wrong-card", ("K33.7", "K33.10"), holds, {})]

    def answer(self, state: State, answer: int) -> None:
        seat = self.seat(state)
        if self.step == DRAW:
            state.event_pile = changed(state.event_pile, answer, state.event_pile[answer] - 1)
            self.drawn[seat] = answer
            if state.log is not None:
                state.log.append((E_EVENT_DRAWN, seat, answer))
        else:
            self.choose(state, seat, NONE if answer == KEEP_ANSWER else ChoosingCard.read(answer).card)
        self.turn += 1

    def choose(self, state: State, seat: int, card: int) -> None:
        """The card played is put down unseen; what is left, if anything, is the reserve [Kaos K33.7]."""
        mine = [held for held in (self.drawn[seat], state.reserved[seat]) if held != NONE]
        if card != NONE:
            mine.remove(card)
        self.played[seat] = card
        state.reserved[seat] = mine[0] if mine else NONE
        if mine and state.log is not None:
            state.log.append((E_EVENT_KEPT, seat))

    # ------------------------------------------------------------------------------------------------------- revealing

    def reveal(self, state: State) -> None:
        """The cards are shown; whole events happen, unless several would in one round [Kaos K33.10] [Kaos K33.14]."""
        for seat in (state.first, 1 - state.first):
            card = self.played[seat]
            if card == NONE:
                continue
            if state.log is not None:
                state.log.append((E_EVENT_REVEALED, seat, card))
            state.event_edge = changed(state.event_edge, card, state.event_edge[card] + 1)
        whole = whole_events(state)
        for card in range(len(state.event_edge)):
            if card in self.played and card not in whole and state.log is not None:
                state.log.append((E_EVENT_WAITS, card, state.event_edge[card]))
        if len(whole) > 1:
            cancel(state, whole)
        elif whole:
            happen(state, whole[0])


def whole_events(state: State) -> list[int]:
    """The events all of whose parts lie at the table's edge, one entry a time it would happen [Kaos K33.12].

    Two cards of an event on a single card, revealed together, are two events.
    """
    found: list[int] = []
    for card, number in enumerate(state.event_edge):
        found += [card] * (number // state.library.events[card].parts)
    return found


def cancel(state: State, cards: list[int]) -> None:
    """Several events in one round are all cancelled and go back to the pile [Kaos K33.14]."""
    for card in cards:
        take_from_edge(state, card)
        put_in_pile(state, card)
    if state.log is not None:
        state.log.append((E_EVENTS_CANCELLED,))


def happen(state: State, card: int) -> None:
    """An event happens, one on a single card as soon as it is revealed [Kaos K33.11].

    It lasts as long as its card says, one round unless it says otherwise [Kaos K33.15].
    """
    take_from_edge(state, card)
    event = state.library.events[card]
    state.in_force = [*state.in_force, (card, event.rounds)]
    if state.log is not None:
        state.log.append((E_EVENT_HAPPENS, card))
    state.stack.append(ForcedMovesFrame())  # whoever is wounded moves once everything has happened [Kaos K26.2]
    apply_effects(state, event.effects, NONE, NONE, 0, 0)


def end_of_events(state: State) -> None:
    """Before the next initiative: events that have lasted their time go back to the pile [Kaos K33.15]."""
    kept: list[tuple[int, ...]] = []
    for card, rounds in state.in_force:
        if rounds > 1:
            kept.append((card, rounds - 1))
            continue
        put_in_pile(state, card)
        if state.log is not None:
            state.log.append((E_EVENT_ENDS, card))
    state.in_force = kept


def take_from_edge(state: State, card: int) -> None:
    """The parts of an event leave the table's edge [Kaos K33.13]."""
    parts = state.library.events[card].parts
    state.event_edge = changed(state.event_edge, card, state.event_edge[card] - parts)


def put_in_pile(state: State, card: int) -> None:
    """The parts of an event go back to the pile."""
    state.event_pile = changed(state.event_pile, card, state.event_pile[card] + state.library.events[card].parts)

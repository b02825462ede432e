"""Searching for objects at the end of the round [Kaos K32.6] [Kaos K36.7].

The pile of objects is never put in an order: a card is drawn when somebody looks at it, with the same odds, and nothing
secret is stored. Only cards put back under the pile have a place there [Kaos K32.12].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.kaos.book.rolls import SIDES, dice_number, faces_of
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ChoosingFigure, ChoosingNumber, ChoosingWord
from esquive.kaos.table.events import E_OBJECT_DRAWN, E_OBJECT_KEPT, E_OBJECT_LOST, E_OBJECT_RETURNED, E_SEARCH_ROLL
from esquive.kaos.table.state import NONE, SEATS, State, changed

BEGIN: Final = 0
SPEND: Final = 1
ROLL: Final = 2
DRAW: Final = 3
KEEP: Final = 4

NO_ANSWER: Final = ChoosingWord(answers.WORD_NO).answer()


@fields
class SearchesFrame(Frame[State]):
    """Each player searches in turn, the round's initiative winner first [Kaos K32.6].

    `turn` counts the players done; `best` is the best die; `card` the object drawn; `spent` the destiny points used.
    """

    NAME = "searches"
    STEPS = ("begin", "spend", "roll", "draw", "keep")

    turn: int = 0
    spent: int = 0
    best: int = 0
    card: int = NONE

    def seat(self, state: State) -> int:
        """Who searches."""
        return state.first if self.turn == 0 else 1 - state.first

    def run(self, state: State) -> bool:
        while self.step == BEGIN:
            if self.turn == SEATS:
                state.stack.pop()
                return False
            seat = self.seat(state)
            self.spent = self.best = 0
            self.card = NONE
            if not cards_left(state):
                self.turn += 1  # an empty pile means no search [Kaos K32.7]
            elif state.destiny[seat] and state.in_play(seat):
                self.step = SPEND
            elif searchers(state, seat):
                self.step = ROLL
            else:
                self.turn += 1
        if self.step == DRAW and not sum(state.object_pile):
            self.take_card(state, state.object_bottom[0])
            return False
        return True

    # --------------------------------------------------------------------------------------------------------- waiting

    def dice(self, state: State) -> int:
        """One die for each figure that searched unhurt, and one for each point [Kaos K32.6] [Kaos K36.7]."""
        return len(searchers(state, self.seat(state))) + self.spent

    def waiting(self, state: State) -> Roll | Decision:
        seat = self.seat(state)
        if self.step == SPEND:
            return Decision("search", seat, self, state)
        if self.step == KEEP:
            return Decision("object", seat, self, state)
        if self.step == ROLL:
            count = self.dice(state)
            return Roll("search", seat, SIDES**count, count)
        return Roll("draw-object", seat, len(state.object_pile), 1, NONE, tuple(state.object_pile), seat)

    def options(self, state: State) -> list[int]:
        if self.step == SPEND:
            points = state.destiny[self.seat(state)]
            return [ChoosingNumber(number).answer() for number in range(points + 1)]
        bearers = self.bearers(state)
        return [NO_ANSWER, *(ChoosingFigure(figure).answer() for figure in bearers)]

    def bearers(self, state: State) -> list[int]:
        """Who may keep the object: those that searched, any figure after a search by destiny alone [Kaos K32.10]."""
        seat = self.seat(state)
        return searchers(state, seat) or state.in_play(seat)

    def conditions(self, state: State, answer: int) -> list[Condition]:
        seat = self.seat(state)
        if self.step == SPEND:
            holds = answer in self.options(state)
            return [Condition("search-points", ("K36.7", "K36.8"), holds, {"points": state.destiny[seat]})]
        names = [state.names[figure] for figure in self.bearers(state)]
        holds = answer in self.options(state)
        return [Condition("object-bearer", ("K32.8", "K32.10"), holds, {"bearers": names})]

    def answer(self, state: State, answer: int) -> None:
        if self.step == SPEND:
            self.spend(state, ChoosingNumber.read(answer).number)
        elif self.step == ROLL:
            faces = faces_of(answer, self.dice(state))
            self.best = max(faces)
            if state.log is not None:
                state.log.append((E_SEARCH_ROLL, self.seat(state), dice_number(faces)))
            self.step = DRAW
        elif self.step == DRAW:
            self.take_card(state, answer)
        else:
            self.keep(state, NONE if answer == NO_ANSWER else ChoosingFigure.read(answer).figure)

    def spend(self, state: State, points: int) -> None:
        """Points are spent before any die is rolled; they make a search even where nobody searches [Kaos K36.8]."""
        self.spent = points
        state.destiny[self.seat(state)] -= points
        if self.dice(state):
            self.step = ROLL
        else:
            self.next_player()

    def take_card(self, state: State, card: int) -> None:
        """The first card of the pile is drawn after the roll [Kaos K32.7]; a die must equal its value [Kaos K32.8]."""
        if state.object_pile[card]:
            state.object_pile = changed(state.object_pile, card, state.object_pile[card] - 1)
        else:
            state.object_bottom = state.object_bottom[1:]
        self.card = card
        if state.log is not None:
            state.log.append((E_OBJECT_DRAWN, self.seat(state), card))
        if self.best >= state.library.objects[card].difficulty:
            self.step = KEEP
        else:
            self.put_back(state)

    def keep(self, state: State, figure: int) -> None:
        """Who keeps the object shows its difficulty and who carries it, never its text [Kaos K32.9] [Kaos K32.10]."""
        if figure == NONE:
            self.put_back(state)
            return
        card = state.library.objects[self.card]
        state.carried = [*state.carried, (figure, self.card, card.uses)]
        if state.log is not None:
            state.log.append((E_OBJECT_KEPT, figure, card.difficulty))
        self.next_player()

    def put_back(self, state: State) -> None:
        """The card goes back under the pile [Kaos K32.12]."""
        state.object_bottom = [*state.object_bottom, self.card]
        if state.log is not None:
            state.log.append((E_OBJECT_RETURNED, self.seat(state)))
        self.next_player()

    def next_player(self) -> None:
        """The other player's search comes next."""
        self.turn += 1
        self.step = BEGIN


def cards_left(state: State) -> int:
    """How many objects may still be found."""
    return sum(state.object_pile) + len(state.object_bottom)


def searchers(state: State, seat: int) -> list[int]:
    """The figures of a player that searched this round and suffered no wound [Kaos K32.6]."""
    return [figure for figure in state.in_play(seat) if state.searching[figure] and not state.hurt[figure]]


def lose_objects(state: State, figure: int) -> None:
    """What an eliminated figure carried goes under the pile: nobody takes it over [Kaos K32.11]."""
    lost = [entry for entry in state.carried if entry[0] == figure]
    if not lost:
        return
    state.carried = [entry for entry in state.carried if entry[0] != figure]
    state.object_bottom = [*state.object_bottom, *(entry[1] for entry in lost)]
    if state.log is not None:
        state.log.append((E_OBJECT_LOST, figure))

"""Chapter 9: four players, free-for-all or two against two.

Everything else is played as with two; here is what asks one player to name another: who is given GG after a KO by
one's own side [KA 9.2.5], who loses GG to a double [KA 9.2.6], and whose GG is bought [KA 4.6.3].
"""

from typing import Any, Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.ids import format_seat
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.victory import check_gg, has_krosmaster, lose_gg, opponents_of, take_gg
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import E_GG_GIVEN, E_GG_TAKEN
from esquive.krosmaster.table.state import State

GIVE_GG: Final = 0
BUY_GG: Final = 1
DOUBLE: Final = 2
DOUBLE_BACK: Final = 3
_KINDS: Final = ("give-gg", "steal-gg", "double", "double")
_CLAUSES: Final = ("9.2.5", "4.6.3", "9.2.6", "9.2.6")


@fields
class SeatFrame(Frame[State]):
    """A player names another one, for the purpose given; a single candidate is taken without asking."""

    NAME = "seat"

    purpose: int
    seat: int
    number: int

    def run(self, state: State) -> bool:
        seats = self.seats(state)
        if len(seats) > 1:
            return True
        state.stack.pop()
        if seats:
            self.take(state, seats[0])
        return False

    def seats(self, state: State) -> list[int]:
        """The players who may be named [KA 9.2.5] [KA 9.2.6] [Ruling R104]."""
        others = opponents_of(state, self.seat)
        if self.purpose == BUY_GG:
            return [other for other in others if state.gg[other] > 0]
        if self.purpose == DOUBLE_BACK:
            others = [other for other in range(state.settings.seats) if other != self.seat]
        return [other for other in others if has_krosmaster(state, other) or state.gg[other] > 0]

    def take(self, state: State, other: int) -> None:
        """Carry out what the player was named for."""
        if self.purpose == GIVE_GG:
            give_gg(state, self.seat, other, self.number)
        elif self.purpose == BUY_GG:
            take_gg(state, self.seat, other, self.number)
        elif self.purpose == DOUBLE:
            lose_gg(state, other, self.number)
            check_gg(state)  # one player loses after the other, so this may be the end [KA 1.4.1]
            state.stack.append(SeatFrame(DOUBLE_BACK, other, self.number))
        else:
            lose_gg(state, other, self.number)
            check_gg(state)

    def waiting(self, state: State) -> Decision:
        return Decision(_KINDS[self.purpose], self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        state.stack.pop()
        self.take(state, answers.first_of(answer))

    def options(self, state: State) -> list[int]:
        return [answers.pack(answers.CHOOSE_SEAT, other) for other in self.seats(state)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        legal = answer in self.options(state)
        facts: dict[str, Any] = {}
        if self.purpose == DOUBLE:
            facts["opponents"] = [format_seat(other) for other in self.seats(state)]
        return [Condition("not-an-option", (_CLAUSES[self.purpose],), legal, facts)]


def give_gg(state: State, giver: int, taker: int, number: int) -> None:
    """A player gives GG out of the own stock to an opponent, as many as there are [KA 9.2.5] [Ruling R16]."""
    given = min(number, state.gg[giver])
    if given:
        state.gg[giver] -= given
        state.gg[taker] += given
        if state.log is not None:
            state.log.append((E_GG_GIVEN, giver, taker, given))
    check_gg(state)


def steal_everything(state: State, taker: int, loser: int) -> None:
    """Who KO's another player's last Krosmaster steals all of that player's GG [KA 9.2.3]."""
    stolen = state.gg[loser]
    if stolen:
        state.gg[loser] = 0
        state.gg[taker] += stolen
        if state.log is not None:
            state.log.append((E_GG_TAKEN, taker, loser, stolen))
        check_gg(state)

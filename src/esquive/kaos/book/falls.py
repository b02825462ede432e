"""Falls: a wound for each centimetre begun, whatever the armour, less what the dice save [Kaos K12.1]."""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Waiting
from esquive.kaos.book.pools import figure_pool
from esquive.kaos.book.rolls import FALL, ContestFrame, made_of
from esquive.kaos.book.terms import Term
from esquive.kaos.book.wounds import suffer
from esquive.kaos.geometry.units import CM
from esquive.kaos.table.events import E_FALL_SAVED, E_FELL
from esquive.kaos.table.state import IN_PLAY, State

SAVE: Final = 0
WOUND: Final = 1


@fields
class FallFrame(Frame[State]):
    """A figure has fallen: `drop` micrometres from where its base stood to where it lies [Kaos K12.1] [Ruling R231].

    It is already at the foot. One die a point left in the life gauge when the fall begins [Kaos K12.3]; each success
    cancels a wound [Kaos K12.4]; armour does not count [Kaos K12.2]. The roll is no reaction and cannot be refused.
    Who is activated by force by the wounds moves when all that made it fall is over [Kaos K26.2]: whoever makes others
    fall puts a `ForcedMovesFrame` below.
    """

    NAME = "fall"
    STEPS = ("save", "wound")

    figure: int
    drop: int

    @property
    def wounds(self) -> int:
        """One for each centimetre begun [Kaos K12.1]."""
        return -(-self.drop // CM)

    def saved(self, successes: int) -> int:
        """The wounds that so many successes cancel [Kaos K12.4]."""
        return min(successes, self.wounds)

    def run(self, state: State) -> bool:
        figure = self.figure
        if state.status[figure] != IN_PLAY or self.wounds <= 0:
            state.stack.pop()
            return False
        if self.step == SAVE:
            if state.log is not None:
                state.log.append((E_FELL, figure, self.drop, self.wounds))
            self.step = WOUND
            pool = figure_pool(state, figure, FALL, state.life_left(figure), "K12.3")
            made_of(state, pool.terms)
            state.stack.append(ContestFrame(FALL, state.owner[figure], figure, pool.dice))
            return False
        saved = self.saved(state.successes_a)
        if saved and state.log is not None:
            state.log.append((E_FALL_SAVED, figure, saved))
        state.stack.pop()
        made: list[Term] = [("fall", self.wounds, "K12.1", 0)]
        made += [("saved", -saved, "K12.4", 0)] if saved else []
        suffer(state, figure, self.wounds - saved, made)
        return False

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("a fall is rolled for by its contest")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("a fall is answered to its contest")

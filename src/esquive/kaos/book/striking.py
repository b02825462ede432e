"""A strike of opportunity: a normal attack on the figure activated, which may react [Kaos K31.2] [Kaos K31.11].

The figure struck may always dodge; a riposte or its shield cost it the action it declared [Ruling R238].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Waiting
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.exchange import attack_found_possible
from esquive.kaos.book.modifiers import is_forbidden
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.table.events import E_INTERCEPTION, E_MISSED
from esquive.kaos.table.state import IN_PLAY, State

REACT: Final = 0
ATTACK: Final = 1
DONE: Final = 2


@fields
class StrikeFrame(Frame[State]):
    """One interception: who strikes, with what, at whom; `flags`: see `means`.

    A strike that is no longer possible, because the mover never came there or somebody is gone, is lost [Ruling R211].
    """

    NAME = "strike"
    STEPS = ("react", "attack", "done")

    striker: int
    means: int
    mover: int
    flags: int

    def run(self, state: State) -> bool:
        if self.step == DONE:
            state.stack.pop()
        elif self.step == REACT:
            if not self.is_possible(state):
                if state.log is not None:
                    state.log.append((E_MISSED, self.striker, self.mover, self.means))
                state.stack.pop()
                return False
            base = state.base(self.striker)
            if state.log is not None:
                state.log.append((E_INTERCEPTION, self.striker, self.means, self.mover))
            self.step = ATTACK
            state.stack.append(
                ReactionFrame(self.striker, self.means, self.mover, base.x, base.y, base.z, base.facing, self.flags)
            )
        else:
            self.step = DONE  # what has been said in reaction has changed nothing
            against = (self.striker, self.means, self.mover, state.reaction, state.reaction_means)
            state.stack.append(attack_found_possible(*against, self.flags))
        return False

    def is_possible(self, state: State) -> bool:
        """Whether striker and mover are both there, and the one still may strike and reaches the other [Kaos K16.3]."""
        if state.status[self.striker] != IN_PLAY or state.status[self.mover] != IN_PLAY:
            return False
        if is_forbidden(state, self.striker, "interception"):  # by a card used since
            return False
        base, target = state.base(self.striker), state.base(self.mover)
        return may_attack(state, self.striker, base, self.means, self.mover, target, flags=self.flags)

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("a strike waits for nothing itself")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("a strike takes no answers")

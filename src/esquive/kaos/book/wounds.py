"""Which wounds are inflicted: ticked on the life gauge, after armour; out of action; activated by force.

No die is rolled for the wounds of a weapon [Kaos K18.4]. A wound, whatever its source, activates by force a figure that
has not yet played: it loses its action and must move at once, or lose its move of the round [Kaos K26.1] [Kaos K18.8].
"""

from collections.abc import Iterable
from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Waiting
from esquive.kaos.book.flight import begin_flight, is_fleeing
from esquive.kaos.book.modifiers import armour_of, is_immobilised, move_of
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.book.objectives import drop_relic
from esquive.kaos.book.searches import lose_objects
from esquive.kaos.book.terms import Term, armour_terms, packed, wound_terms
from esquive.kaos.book.victory import eliminated
from esquive.kaos.table.events import E_ARMOUR, E_FORCED, E_MOVE_LOST, E_OUT_OF_ACTION, E_WOUNDED
from esquive.kaos.table.state import IN_PLAY, OUT, State

# In `state.activated`: activated by a wound, its immediate move still to come [Kaos K26.2].
BY_FORCE: Final = 2


def after_armour(state: State, figure: int, wounds: int) -> int:
    """What is left of one hit after armour, which counts for each; never below nothing [Kaos K18.3] [Kaos K22.8]."""
    stopped = min(armour_of(state, figure), wounds)
    if stopped <= 0:
        return max(wounds, 0)
    if state.log is not None:
        state.log.append((E_ARMOUR, figure, stopped, packed(armour_terms(state, figure))))
    return wounds - stopped


def suffer(state: State, figure: int, wounds: int, made: Iterable[Term] = ()) -> int:
    """A figure ticks wounds on its life gauge, armour already subtracted; returns how many [Kaos K18.2].

    `made`: what the wounds are made of, before armour; the log tells it.
    Whose deed it was changes nothing: the victim's opponent scores [Kaos K1.3]. A full gauge puts it out of action; a
    figure not yet activated is activated by force, its move comes with `ForcedMovesFrame`.

    [Kaos K18.7] [Kaos K18.9] [Kaos K26.1]
    """
    due, wounds = wounds, min(wounds, state.life_left(figure))
    if wounds <= 0 or state.status[figure] != IN_PLAY:
        return 0
    state.wounds[figure] += wounds
    state.hurt[figure] = 1
    if state.log is not None:
        terms = wound_terms(list(made), due, wounds)
        state.log.append((E_WOUNDED, figure, wounds, state.wounds[figure], packed(terms)))
    if state.life_left(figure) <= 0:
        out_of_action(state, figure)
    elif not state.activated[figure] and figure != state.active:
        force(state, figure)
    return wounds


def force(state: State, figure: int) -> None:
    """A wounded figure counts as having played: its action is lost, a move at once is all it has [Kaos K26.1]."""
    state.activated[figure] = BY_FORCE
    state.acted[figure] = 1
    if state.log is not None:
        state.log.append((E_FORCED, figure))


def out_of_action(state: State, figure: int) -> None:
    """A fighter whose life gauge is full is eliminated and leaves the table [Kaos K18.9] [Kaos K1.3].

    What it carried goes under the pile, the relic falls where it stood.
    """
    state.status[figure] = OUT
    if state.activated[figure] == BY_FORCE:
        state.activated[figure] = 1  # the move it had to make is lost
    if state.log is not None:
        state.log.append((E_OUT_OF_ACTION, figure))
    drop_relic(state, figure)
    lose_objects(state, figure)
    eliminated(state, figure)


@fields
class ForcedMovesFrame(Frame[State]):
    """Figures activated by force move at once, up to a simple move, or lose their move [Kaos K26.2] [Ruling R235].

    Once whatever wounded them is wholly resolved; in the order of their numbers.
    """

    NAME = "forced-moves"
    STEPS = ("next",)

    def run(self, state: State) -> bool:
        for figure in state.in_play():
            if state.activated[figure] == BY_FORCE:
                state.activated[figure] = 1
                if is_fleeing(state, figure):
                    begin_flight(state, figure)  # whenever it is activated it runs on [Kaos K27.6]
                    return False
                offer_move(state, figure, forced_limit(state, figure), MOVE_FORCED)
                return False
        state.stack.pop()
        return False

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("forced moves are asked for by the frames of the moves")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("forced moves are answered to the frames of the moves")


def forced_limit(state: State, figure: int) -> int:
    """How far a figure activated by force may go: a simple move, or as agreed a run [Ruling R235]."""
    simple = move_of(state, figure)
    return 2 * simple if state.settings.runs_when_forced else simple


def offer_move(state: State, figure: int, limit: int, reason: int) -> None:
    """Asks a figure for the move it may make now; one that cannot move loses it [Kaos K10.14]."""
    if is_immobilised(state, figure):
        if state.log is not None:
            state.log.append((E_MOVE_LOST, figure))
        return
    state.stack.append(MoveChoiceFrame(figure, limit, reason))

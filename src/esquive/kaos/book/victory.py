"""Winning: victory points, their total, and the end of the game [Kaos K1.2] [Kaos K1.3] [Kaos K37.1]."""

from typing import Final

from esquive.core.frames import DRAW, UNDECIDED
from esquive.kaos.table.events import E_OVER, E_POINTS
from esquive.kaos.table.state import RESERVE, SEATS, State

# Why a game is over: the word of the log, the sentence, and the clause or ruling.
TOTAL: Final = 0
ELIMINATED: Final = 1
BOTH_ELIMINATED: Final = 2
LAST_ROUND: Final = 3
EQUAL_TOTALS: Final = 4
REASONS: Final = (
    ("total", "the total of victory points is reached", "K1.2"),
    ("eliminated", "the other horde has no fighter left", "K1.1"),
    ("both-eliminated", "neither horde has a fighter left", "R215"),
    ("last-round", "the last round is over", "R214"),
    ("equal-totals", "both totals are reached and equal", "K1.2"),
)
ONE_EACH: Final = (1 << SEATS) - 1  # one more activation each when both reach the total together [Kaos K1.2]


def score(state: State, seat: int, points: int) -> None:
    """A player gains victory points [Kaos K1.3] [Kaos K1.4]."""
    if not points:
        return
    state.points[seat] += points
    if state.log is not None:
        state.log.append((E_POINTS, seat, points, state.points[seat]))


def eliminated(state: State, figure: int) -> None:
    """A fighter is gone, out of action or off the table: its cost goes to the opponent [Kaos K1.3] [Kaos K27.8]."""
    worth = 1 if state.settings.one_point_each else state.card(figure).cost
    score(state, 1 - state.owner[figure], worth)


def has_fighters(state: State, seat: int) -> bool:
    """Whether a player has a figure in play, or one still to be deployed."""
    if state.in_play(seat):
        return True
    return any(status == RESERVE and state.owner[figure] == seat for figure, status in enumerate(state.status))


def check_activation(state: State, seat: int) -> None:
    """After each activation by a seat: is a horde gone, or a total reached? [Kaos K1.2] [Ruling R215]

    Both totals reached in one activation: the higher wins; equal ones are settled once each seat has had one more
    activation [Ruling R244].
    """
    if not state.more:
        check_now(state)
        return
    check_fighters(state)
    state.more &= ~(1 << seat)
    if state.winner == UNDECIDED and not state.more:
        if state.points[0] == state.points[1]:
            end(state, DRAW, EQUAL_TOTALS)
        else:
            end(state, leader(state), TOTAL)


def check_now(state: State) -> None:
    """Is a total reached, or a horde gone? The total comes first: who reaches it wins, fighters or none [Kaos K1.2]."""
    if not state.more:
        check_totals(state)
    if state.winner == UNDECIDED:
        check_fighters(state)


def check_fighters(state: State) -> None:
    """A horde without fighters has lost; two without go by their points [Kaos K1.1] [Ruling R215]."""
    if state.in_play(0) and state.in_play(1):
        return
    alive = [has_fighters(state, seat) for seat in range(SEATS)]
    if not alive[0] and not alive[1]:
        end(state, leader(state), BOTH_ELIMINATED)
    elif not alive[0] or not alive[1]:
        end(state, 0 if alive[0] else 1, ELIMINATED)


def check_totals(state: State) -> None:
    """The first to reach the total agreed wins [Kaos K1.2]."""
    wanted = state.settings.victory_points
    if not wanted or max(state.points) < wanted:
        return
    if state.points[0] == state.points[1]:
        state.more = ONE_EACH
    else:
        end(state, leader(state), TOTAL)


def check_round(state: State) -> None:
    """After each round: objectives have been counted; the last round ends the game [Ruling R214]."""
    check_now(state)
    if state.winner == UNDECIDED and state.round >= state.settings.rounds:
        end(state, leader(state), LAST_ROUND)


def leader(state: State) -> int:
    """The seat with more victory points, or DRAW."""
    if state.points[0] == state.points[1]:
        return DRAW
    return 0 if state.points[0] > state.points[1] else 1


def end(state: State, winner: int, reason: int) -> None:
    """The game is over."""
    state.winner = winner
    _, state.over_reason, state.over_clause = REASONS[reason]
    if state.log is not None:
        state.log.append((E_OVER, winner, reason))

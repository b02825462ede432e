"""What every position can do besides the game's own: be printed, be read and be played in notation.

A state names its game, and the rest is asked of the door of that game (`core.games`): no state knows how it is drawn or
how a line reads.
"""

from typing import Any, ClassVar

from esquive.core.games import game_named
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over


def play_line(state: Any, line: str) -> None:
    """Answer in notation what a state waits for; see `Game.play`."""
    game_named(state.game).play(state, line)


def line_of(state: Any, answer: int) -> str:
    """The line of notation of an answer or outcome to what a state waits for."""
    return game_named(state.game).format(state, answer)


def answer_of(state: Any, line: str) -> int:
    """The answer or outcome a line of notation stands for; raises NotationError."""
    return game_named(state.game).parse(state, line)


def drawn(state: Any) -> str:
    """A state as text, for a terminal."""
    return game_named(state.game).draw(state)


def told_short(state: Any) -> str:
    """A state in one line: its game and turn, and who is asked."""
    waiting = state.waiting
    if isinstance(waiting, Over):
        asked = f"over, {format_seat(waiting.winner)} has won" if waiting.winner >= 0 else "over, a draw"
    elif isinstance(waiting, Decision):
        asked = f"{format_seat(waiting.seat)} is asked for {waiting.kind}"
    else:
        asked = f"a roll is due: {waiting.kind}"
    return f"<{state.game}, turn {game_named(state.game).turn_of(state)}: {asked}>"


class Position:
    """A state that is printed, read and played like this; those of `core.columns` are."""

    __slots__ = ()

    game: ClassVar[str] = ""

    def play(self, line: str) -> None:
        """Answer in notation what is waited for: an answer such as `cast con d4`, or how a roll falls.

        Raises IllegalAnswer, which holds the refusal with its sentence and clauses, for an answer that is illegal,
        and NotationError for a line that is none; then nothing has changed.
        """
        play_line(self, line)

    def line_of(self, answer: int) -> str:
        """The line of notation of an answer or outcome to what is waited for."""
        return line_of(self, answer)

    def answer_of(self, line: str) -> int:
        """The answer or outcome a line of notation stands for; raises NotationError."""
        return answer_of(self, line)

    def __str__(self) -> str:
        return drawn(self)

    def __repr__(self) -> str:
        return told_short(self)

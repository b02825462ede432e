"""What every position can do besides the game's own: be printed, be read and played in notation.

A state derives from `Position` and names its game; the rest is asked of the game's door (`core.games`), so that no
state knows how it is drawn or how a line of notation reads.
"""

from typing import Any, ClassVar

from esquive.core.games import game_named
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over


class Position:
    """A state of the game of this name."""

    __slots__ = ()

    game: ClassVar[str]
    waiting: Any

    def play(self, line: str) -> None:
        """Answer in notation what is waited for: an answer such as `cast con d4`, or how a roll falls.

        Raises IllegalAnswer, which holds the refusal with its sentence and clauses, for an answer that is illegal,
        and NotationError for a line that is none; then nothing has changed.
        """
        game_named(self.game).play(self, line)

    def line_of(self, answer: int) -> str:
        """The line of notation of an answer or outcome to what is waited for."""
        return game_named(self.game).format(self, answer)

    def answer_of(self, line: str) -> int:
        """The answer or outcome a line of notation stands for; raises NotationError."""
        return game_named(self.game).parse(self, line)

    def __str__(self) -> str:
        return game_named(self.game).draw(self)

    def __repr__(self) -> str:
        waiting = self.waiting
        if isinstance(waiting, Over):
            asked = f"over, {format_seat(waiting.winner)} has won" if waiting.winner >= 0 else "over, a draw"
        elif isinstance(waiting, Decision):
            asked = f"{format_seat(waiting.seat)} is asked for {waiting.kind}"
        else:
            asked = f"a roll is due: {waiting.kind}"
        return f"<{self.game}, turn {game_named(self.game).turn_of(self)}: {asked}>"

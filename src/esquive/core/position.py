"""What every position can do besides the game's own: be printed, be read and be played in notation.

A state names its game, and the rest is asked of the door of that game (`core.games`): no state knows how it is drawn or
how a line reads.
"""

import copy
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Self

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.core.ids import format_seat
from esquive.core.phrases import phrase
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


class PlainPosition(Position):
    """A position of a small game: all that makes it stands in its `fields`, and it asks for answers by itself.

    The game gives `waiting`, `answers`, `conditions` and `apply`; a `Decision` of it has the position as its frame.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    log: list[tuple[int, ...]] | None = None

    def answers(self) -> Sequence[int]:
        """Every legal answer to what is asked, in a fixed order."""
        raise NotImplementedError

    def is_listed(self, state: Any) -> bool:
        """Whether the legal answers can be listed."""
        return True

    def options(self, state: Any) -> list[int]:
        """Every legal answer."""
        return list(self.answers())

    def sample(self, state: Any, rng: Random) -> int:
        """One legal answer by chance."""
        return rng.choice(self.answers())

    def candidates(self, state: Any, n: int) -> list[int]:
        """The first n legal answers."""
        return list(self.answers()[:n])

    def to_data(self) -> dict[str, Any]:
        """Every field, JSON-able."""
        return {name: copy.deepcopy(getattr(self, name)) for name in self.fields}

    def with_data(self, data: dict[str, Any]) -> Self:
        """This position with fields as they are given; raises DocumentError for one there is not."""
        for name, value in data.items():
            if name not in self.fields:
                raise DocumentError(
                    "unknown key {key!r}", "", phrase("keys: {known}", known=", ".join(self.fields)), key=name
                )
            setattr(self, name, copy.deepcopy(value))
        return self

    def copy(self) -> Self:
        """An independent copy without the event log."""
        found = copy.copy(self)
        found.log = None
        return found.with_data(self.to_data())

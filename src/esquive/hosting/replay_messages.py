"""What is shown of a record: a part of the protocol, declared as the rest of it is in `protocol`."""

from typing import Literal

from msgspec import Struct

from esquive.core.ids import SeatName
from esquive.hosting.protocol import Seated


class ReplayLine(Struct):
    """A sentence of the log with its clause."""

    sentence: str
    clause: str


class ReplayStep(Struct):
    """One answer or roll, with those that belong to it: who gave it (a seat or `dice`), its line, the turn it led to,
    and what happened. `heading` is a heading that stands before it, such as whose turn begins, or "".

    While the match goes on `line` is "" where it is not one's own. `answer` is the line in words where nothing else is
    told of it, or "". `opens` says that another action begins with it, such as a walk, or an attack with its rolls.
    """

    by: SeatName | Literal["dice"]
    line: str
    turn: int
    log: list[ReplayLine]
    heading: str
    answer: str
    opens: bool


class Replay(Struct):
    """A record as a list of steps, of any game; step n is the position after the first n of them.

    `own` are the seats that whoever asks has played.
    `changed` says what it was played with that is not the same any more: cards, release, rules; a sentence each.
    """

    id: str
    game: str
    release: str
    format: str
    players: list[Seated]
    own: list[SeatName]
    over: bool
    changed: list[str]
    steps: list[ReplayStep]

"""The messages about what goes on beside the game: who is here, the clocks, a phrase said, who watches.

They are for who has asked for them (`table`), and never part of a position: a bot or a script that plays needs none.
"""

from typing import Literal

from msgspec import Struct

from esquive.core.ids import SeatName
from esquive.hosting.protocol import Wanted

Phrase = Literal[
    "hello", "good-luck", "well-played", "what-luck", "oops", "one-moment", "thank-you", "good-game"
]  # said by name, and read by each in the own language


class AskTable(Wanted, tag="table"):
    """Asks to be told what goes on beside the game, now and whenever it changes."""


class Say(Wanted, tag="say"):
    """Says one of the phrases to everybody at the table; who only watches says nothing."""

    phrase: Phrase


class Pause(Wanted, tag="pause"):
    """Wishes that the clocks stand still, or wishes it no more: they do while every person who plays wishes it."""

    on: bool


class Presence(Struct):
    """Whether somebody is here for a seat, and since when not (UTC, ISO 8601); "" for who is here, and for a bot.

    From the moment `claim` on the opponents may claim the match while this seat is to decide.
    """

    seat: SeatName
    here: bool
    since: str
    claim: str


class TimeLeft(Struct):
    """What a seat has left, in seconds: for this turn, and in all; null where there is no limit."""

    seat: SeatName
    turn: float | None
    total: float | None


class RanOut(Struct):
    """A seat had no time left before the event of that number, and the server answered for it."""

    seat: SeatName
    event: int


class ClockView(Struct):
    """The clocks as they stand: whose one is `ticking` (none while they are paused, or have not begun), and which seats
    wish a pause. `turn`, `total` and `then` are what was agreed on. `ran_out` says once a turn whose time was out."""

    turn: int
    total: int
    then: str
    begun: bool
    paused: bool
    ticking: SeatName | None
    wishes: list[SeatName]
    left: list[TimeLeft]
    ran_out: list[RanOut]


class TableMessage(Struct, tag="table"):
    """Who is here, how many watch, the clocks if any; `delay` is how many seconds later this client sees it all."""

    seats: list[Presence]
    watching: int
    clock: ClockView | None
    delay: int


class SaidMessage(Struct, tag="said"):
    """Somebody at the table has said a phrase."""

    seat: SeatName
    phrase: Phrase


class LaterMessage(Struct, tag="later"):
    """What this client may see lies `delay` seconds back; there is nothing yet, and will be in about `wait` seconds."""

    delay: int
    wait: int

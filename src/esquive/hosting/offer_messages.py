"""What players wish of one another, as it is told to each of them, and how a match has ended by their will."""

from typing import Literal

from msgspec import Struct

from esquive.core.ids import SeatName

What = Literal["undo", "draw", "resign", "claim", "correct"]
How = Literal["resigned", "agreed", "claimed", "timed", "forfeited"]


class WishView(Struct):
    """Something that the seat `by` wishes, until all seats of `waits` have agreed.

    `since`, for an undo, is the number of the first event that would be taken back.
    """

    what: What
    by: SeatName
    waits: list[SeatName]
    since: int


class DeclinedView(Struct):
    """What was wished last, and which seat did not agree."""

    what: What
    by: SeatName


class WishesView(Struct):
    """What players wish of one another. It is told to those who play, and each is told of his own `undo` alone.

    `undo` says how one's own last answer could be taken back: `free`, with the consent of others (`ask`), or not at all
    (""). Once the match is over `again` are the seats that want a rematch, and `next` is the id of it, "" until all do.
    `forgotten` are the seats whose players asked to be forgotten: then there is no rematch, and nobody wants one.
    `table` is where they gather for another match, with other teams or in another arena, and `invitation` is to it;
    both "" while nobody has laid one.
    """

    undo: Literal["", "free", "ask"]
    open: list[WishView]
    declined: DeclinedView | None
    again: list[SeatName]
    next: str
    forgotten: list[SeatName]
    table: str = ""
    invitation: str = ""


class EndedView(Struct):
    """An end that no rule made: `how` it came about, the seat that brought it about, who has won (none: a draw), and
    all of it in a sentence."""

    how: How
    by: SeatName
    winners: list[SeatName]
    sentence: str


class SeriesScore(Struct):
    """How many matches of a series whoever sits in a seat has won."""

    seat: SeatName
    wins: int


class SeriesView(Struct):
    """The matches that the same players have played one after the other, with this one once it is over.

    `best_of` is how many there are at most, 0 for as many as one likes; `won` says that one more could not change who
    has won.
    """

    best_of: int
    scores: list[SeriesScore]
    drawn: int
    won: bool


class RematchMade(Struct):
    """The match that is played instead, with a `token` for one's place in it; both "" while the seats of `waits` have
    not said that they want to play again."""

    id: str
    token: str
    waits: list[SeatName]

"""What the coach says of a match [docs/protocol.md]. Chances are those to win, from 0 to 1."""

from msgspec import Struct

from esquive.core.ids import SeatName


class CoachWay(Struct):
    """A way to go on: what one does in turn, what it is good for, and the chance it leaves.

    `reason` is "" where that is not told.
    """

    does: list[str]
    reason: str
    chance: float


class CoachMark(Struct):
    """A decision that gave something away: the step it belongs to, what was done, and the ways that were better.

    `entry` is its number in the record, from 1; `mark` one of `doubtful`, `bad` and `very-bad`.
    """

    entry: int
    step: int
    turn: int
    seat: SeatName
    mark: str
    does: str
    chance: float
    given_away: float
    better: list[CoachWay]


class CoachSide(Struct):
    """What there is to say of a seat: how many decisions, what they gave away by decision, its marks by name, its luck.

    `luck` is the chance to win that the dice gave its side; `result` 1 for a match won, 0 for one lost, 0.5 for a draw,
    null for one that was broken off.
    """

    seat: SeatName
    decisions: int
    error_rate: float
    marks: dict[str, int]
    luck: float
    result: float | None
    without_luck: float | None


class CoachReport(Struct):
    """What the coach has found up to now, `done` of all `of` entries; ask again until nothing is left.

    `marked` leaves out as many as whoever asks knows already. `players` are the names of the seats.
    """

    done: int
    of: int
    marked: list[CoachMark]
    sides: list[CoachSide]
    players: list[str]


class CoachRollouts(Struct):
    """How much better the best way did than the one played, rolled out `tries` times: the mean and its interval (95 %).

    `sure` says whether the interval leaves no doubt which is better.
    """

    tries: int
    gain: float
    least: float
    most: float
    sure: bool


class CoachHints(Struct):
    """The best ways to go on with the decision one is asked, the best first."""

    ways: list[CoachWay]

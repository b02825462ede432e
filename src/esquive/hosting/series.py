"""Series: matches that the same players play one after the other, and how many each has won.

What was played before is kept with each match (`StoredMatch.series`). It goes on from a match that is over, with its
rematch or with another one between the same players: by then they may sit in other places, so wins go by name.
"""

from collections.abc import Sequence

from msgspec import Struct

from esquive.core.ids import SEAT_NAMES
from esquive.hosting.match_setup import winners_of
from esquive.hosting.offer_messages import SeriesScore, SeriesView
from esquive.hosting.stored_match import SeatedPlayer, Series, StoredMatch


class SeriesSoFar(Struct):
    """What the players of a match have won with it, by name."""

    wins: dict[str, int] = {}
    best_of: int = 0
    drawn: int = 0


def with_this(stored: StoredMatch) -> Series:
    """The series with the match itself, as far as that is over; a match that nobody has won or drawn does not count."""
    before = stored.series or Series()
    wins = [*before.wins] or [0] * len(stored.players)
    if not stored.over:
        return Series(before.best_of, wins, before.drawn)
    if stored.winner in SEAT_NAMES:
        for place in winners_of(stored.game, stored.setup, SEAT_NAMES.index(stored.winner)):
            wins[place] += 1
    return Series(before.best_of, wins, before.drawn + (stored.winner == "draw"))


def so_far(stored: StoredMatch) -> SeriesSoFar:
    """What goes on after a match; a series that has been won begins anew."""
    series = with_this(stored)
    if series.is_won:
        series = Series(series.best_of, [0] * len(stored.players))
    names = [player.name for player in stored.players]
    return SeriesSoFar(dict(zip(names, series.wins, strict=True)), series.best_of, series.drawn)


def series_of(before: SeriesSoFar | None, players: Sequence[SeatedPlayer], best_of: int = 0) -> Series | None:
    """What is kept with a match between these players: nothing of a series that others have played, or of another
    length than is wanted now (0: as it is)."""
    names = [player.name for player in players]
    if before is not None and {*before.wins} == {*names} and best_of in (0, before.best_of):
        return Series(before.best_of, [before.wins[name] for name in names], before.drawn)
    return Series(best_of, [0] * len(names)) if best_of else None


def view_of(stored: StoredMatch, seats: Sequence[int]) -> SeriesView | None:
    """The series as it is shown; `seats` are the places in the order of the seats. None for a match by itself."""
    if stored.series is None:
        return None
    series = with_this(stored)
    scores = [SeriesScore(SEAT_NAMES[seat], series.wins[place]) for seat, place in enumerate(seats)]
    return SeriesView(series.best_of, scores, series.drawn, series.is_won)

"""Taking an open seat of a match."""

from collections.abc import Sequence

from esquive.core.ids import SEAT_NAMES
from esquive.hosting.grants import Grant, issue
from esquive.hosting.player_names import check_apart, cleaned, told_apart
from esquive.hosting.protocol import HUMAN, OPEN, ProtocolError, SeatTaken, SeatWanted
from esquive.hosting.stored_match import SeatedPlayer, StoredMatch


def open_seat(
    stored: StoredMatch, places: Sequence[int], wanted: SeatWanted
) -> tuple[SeatTaken, list[SeatedPlayer], Grant]:
    """The open seat somebody takes, who sits at the match then, and what his token allows; nothing is stored here.

    `places` are the players' places by seat. Raises ProtocolError `no-open-seat`, and for a name that cannot be.
    """
    seats = [seat for seat, place in enumerate(places) if stored.players[place].agent == OPEN]
    if wanted.seat:
        seats = [seat for seat in seats if SEAT_NAMES[seat] == wanted.seat]
    if not seats:
        raise ProtocolError("no-open-seat", 409, id=stored.id)
    place, name = places[seats[0]], cleaned(wanted.name)
    others = [one.name for one in stored.players if one.agent != OPEN]
    check_apart([name], others)
    name, like = told_apart(name, others)
    token, grant = issue(stored.id, [place])
    seated = [SeatedPlayer(name, HUMAN) if n == place else one for n, one in enumerate(stored.players)]
    return SeatTaken(stored.id, token, SEAT_NAMES[seats[0]], name, like), seated, grant

"""A match that is over, asked of any process: its record, an analysis, a branch, a rematch, what a try was worth."""

from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rooms import Room


async def catch_up(room: Room) -> None:
    """Play here what the process that plays the match has stored by now; it may not have been heard yet."""
    if not room.is_ours:
        await room.follow(room.version + 1, [])


async def check_over(room: Room) -> None:
    """Raises ProtocolError `not-over` for a match that goes on, and `letter-sealed` before nothing of it is hidden."""
    if not room.match.is_over:
        await catch_up(room)
    if not room.match.is_over:
        raise ProtocolError("not-over", 409)
    if room.stored.is_sealed:
        raise ProtocolError("letter-sealed", 409)

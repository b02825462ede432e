"""What is offered at the process that plays a match, shown where it is shown too."""

from esquive.hosting.offers import Offers
from esquive.hosting.rooms import Room
from esquive.server.cluster.process_messages import Standing


async def stand(room: Room, at: Standing) -> None:
    """What stands at the process that plays the match, where it is at the version that is shown here."""
    async with room.lock:
        if room.is_ours or room.version != at.version:
            return
        if room.wishes != at.wishes:
            room.wishes = at.wishes
            room.tell(len(room.match.log))
        if at.clock is not None:
            room.participants.hear_clock(at.clock)


async def hear(room: Room, wishes: Offers) -> None:
    """What is wished at the process that plays the match."""
    async with room.lock:
        room.wishes = wishes
        room.tell(len(room.match.log))

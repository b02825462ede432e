"""Offers are sent to the process that plays the match, and what all have agreed to is done there."""

from esquive.server.cluster.leases import LostMatch
from esquive.server.cluster.process_messages import Standing
from esquive.server.hosting.offers import Offers
from esquive.server.hosting.protocol import Wish
from esquive.server.hosting.rooms import Room


async def wish(room: Room, controlled: frozenset[int], wanted: Wish) -> None:
    """Take an offer, or an answer to one: returns once what follows from it is stored and has been told.

    Raises ProtocolError as `Offers.say` does; then nothing has changed.
    """
    await room.to_the_end(_wish(room, controlled, wanted))


async def _wish(room: Room, controlled: frozenset[int], wanted: Wish) -> None:
    while True:
        if not room.is_ours and room.forwarder is not None:
            if await room.forwarder.wish(room, controlled, wanted) is not None:
                return
        try:
            return await _grant(room, controlled, wanted)
        except LostMatch:
            await room.lost()


async def _grant(room: Room, controlled: frozenset[int], wanted: Wish) -> None:
    async with room.lock:
        room.check_there()
        if not room.is_ours:
            raise LostMatch(room.stored.id)
        deed = room.wishes.say(room, controlled, wanted)
        if deed is not None:
            await room.do(deed)
        else:
            room.tell(len(room.match.log))
        if room.forwarder is not None:
            room.forwarder.proposed(room)


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

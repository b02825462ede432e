"""Who may ask for a rematch, and the place that whoever asks gets in it."""

from esquive.core.ids import SEAT_NAMES, SeatName
from esquive.hosting.finished_matches import check_over
from esquive.hosting.grants import Grant, issue
from esquive.hosting.match_store import MatchStore
from esquive.hosting.protocol import HUMAN, ProtocolError
from esquive.hosting.rematches import Rematch, place_after, rematch_of
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import StoredMatch, forgotten_places


async def may_ask(room: Room, grant: Grant, store: MatchStore) -> set[int]:
    """The people of a match, one of whom asks for a rematch; raises ProtocolError where he may not.

    Of a match of bots alone its host asks. One that has not begun is refused once a player has been forgotten
    (`nobody-to-play`): he can never ask for it.
    """
    await check_over(room)
    players = room.stored.players
    people = {place for place, player in enumerate(players) if player.agent == HUMAN}
    if not grant.players & people and (people or not grant.is_host):
        raise ProtocolError("not-your-decision", 403)
    if forgotten_places(players) and not (await rematch_of(store, room.stored)).next:
        raise ProtocolError("nobody-to-play", 409)
    return people


async def check_follows(room: Room, grant: Grant) -> None:
    """Raises ProtocolError where whoever asks does not play a match that is over, and so may play none after it."""
    await check_over(room)
    if not grant.players and not grant.is_host:
        raise ProtocolError("not-your-decision", 403)


async def reread_everywhere(room: Room) -> None:
    """What was said about playing again is told to all who follow a match, those at other processes too."""
    await room.reread()
    if room.others is not None:
        room.others.reseated(room)


def place_in(match_id: str, before: StoredMatch, grant: Grant) -> tuple[str, Grant]:
    """The token, and its grant, of whoever had one at the match before."""
    places = [place_after(before, place) for place in sorted(grant.players)]
    return issue(match_id, places, is_host=grant.is_host, holder=grant.holder)


def waited_for(room: Room, rematch: Rematch, people: set[int]) -> list[SeatName]:
    """The seats of those people who have not asked for a rematch yet."""
    return [SEAT_NAMES[seat] for seat in room.seats if room.player_in(seat) in people - {*rematch.again}]

"""The address at which a rematch is asked for, and the place in it is got [docs/protocol.md]."""

from typing import Final

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath

from esquive.core.ids import SEAT_NAMES
from esquive.hosting.finished_matches import check_over
from esquive.hosting.grants import issue
from esquive.hosting.offer_messages import RematchMade
from esquive.hosting.protocol import HUMAN, ProtocolError
from esquive.hosting.rematches import is_wanted, place_after, rematch_of, want
from esquive.hosting.stored_match import forgotten_places
from esquive.server.access.authorization import authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.client_address import visitor_of
from esquive.server.http.match_routes import Asking, check_bots, registry_of
from esquive.server.http.openapi import FAULTS


@post("/api/matches/{match_id:str}/rematch", responses=FAULTS)
async def post_rematch(match_id: FromPath[str], request: Asking, state: State) -> RematchMade:
    """Says that one wants to play a match again. Once all do it begins, and whoever asks gets a token for his place.

    Bots want to at once, so a match against them begins with the first who asks; of one of bots alone with its host.
    One that has not begun is refused once a player has been forgotten (`nobody-to-play`): he can never ask for it.
    """
    registry, authorization = registry_of(state), authorization_of(state)
    token = bearer_of(request.headers)
    room = await authorization.room(request, registry, match_id, token)
    stored = room.stored
    grant = await authorization.granted(request, room, token)
    await check_over(room)
    people = {place for place, player in enumerate(stored.players) if player.agent == HUMAN}
    if not grant.players & people and (people or not grant.is_host):
        raise ProtocolError("not-your-decision", 403)
    if forgotten_places(stored.players) and not (await rematch_of(registry.store, stored)).next:
        raise ProtocolError("nobody-to-play", 409)
    rematch = await want(registry.store, stored, sorted(grant.players & people))
    if not rematch.next and is_wanted(stored, rematch):
        if not people:
            check_bots(request, state)
        rematch.next = await registry.again(stored)
        if not people:
            state.bot_matches[rematch.next] = visitor_of(request.scope).address
    await room.reread()
    if room.others is not None:  # those at the other processes hear who wants to play again too
        room.others.reseated(room)
    token = ""
    if rematch.next:
        places = [place_after(stored, place) for place in sorted(grant.players)]
        token, given = issue(rematch.next, places, is_host=grant.is_host, holder=grant.holder)
        await authorization.tokens.keep(given)
    waits = [seat for seat in room.seats if room.player_in(seat) in people - {*rematch.again}]
    return RematchMade(rematch.next, token, [SEAT_NAMES[seat] for seat in waits])


ROUTES: Final = (post_rematch,)

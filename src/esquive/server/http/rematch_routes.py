"""The address at which a rematch is asked for, and the place in it is got [docs/protocol.md]."""

from typing import Final

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath

from esquive.hosting.offer_messages import RematchMade
from esquive.hosting.rematch_places import may_ask, place_in, reread_everywhere, waited_for
from esquive.hosting.rematches import is_wanted, want
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
    people = await may_ask(room, grant, registry.store)
    rematch = await want(registry.store, stored, sorted(grant.players & people))
    if not rematch.next and is_wanted(stored, rematch):
        if not people:
            check_bots(request, state)
        rematch.next = await registry.again(stored)
        if not people:
            state.bot_matches[rematch.next] = visitor_of(request.scope).address
    await reread_everywhere(room)
    token = ""
    if rematch.next:
        token, given = place_in(rematch.next, stored, grant)
        await authorization.tokens.keep(given)
    return RematchMade(rematch.next, token, waited_for(room, rematch, people))


ROUTES: Final = (post_rematch,)

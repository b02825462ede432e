"""The address at which a player asks to be forgotten: `POST /api/matches/{id}/forget`."""

from typing import Any, Final

from litestar import Request, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from esquive.core.ids import SEAT_NAMES
from esquive.hosting.protocol import Forget, Forgotten, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.server.access.authorization import authorization_of
from esquive.server.http.openapi import FAULTS


@post("/api/matches/{match_id:str}/forget", status_code=200, responses=FAULTS)
async def post_forget(
    match_id: FromPath[str], data: JSONBody[Forget], request: Request[Any, Any, Any], state: State
) -> Forgotten:
    """Forgets who plays with a token, or deletes the match where nobody else plays it; who only watches does neither.

    A match that no person plays is deleted by whoever has created it.
    """
    registry: MatchRegistry = state.registry
    room = await authorization_of(state).room(request, registry, match_id, data.token)
    grant = await authorization_of(state).granted(request, room, data.token)
    places = grant.players
    if not places and not (data.delete and grant.is_host):
        raise ProtocolError("not-a-player", 403)
    seats = [SEAT_NAMES[seat] for seat in room.seats if room.player_in(seat) in places]
    await registry.removals.forget(room, places, data.delete)
    return Forgotten(match_id, seats, data.delete)


ROUTES: Final[list[Any]] = [post_forget]

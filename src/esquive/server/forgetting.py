"""A player asks to be forgotten, with the token of a seat: `POST /api/matches/{id}/forget`."""

from typing import Any, Final

from litestar import Request, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from esquive.core.ids import SEAT_NAMES
from esquive.server.connection import Connection
from esquive.server.hall import Hall
from esquive.server.keeping import NOBODY, delete_matches, without
from esquive.server.protocol import HUMAN, Forget, Forgotten, ProtocolError
from esquive.server.reception import reception_of
from esquive.server.rooms import Room
from esquive.server.schema import FAULTS

CLOSED_BY_RULE: Final = 4400


@post("/api/matches/{match_id:str}/forget", status_code=200, responses=FAULTS)
async def post_forget(
    match_id: FromPath[str], data: JSONBody[Forget], request: Request[Any, Any, Any], state: State
) -> Forgotten:
    """Forgets who plays with a token, or deletes the match where nobody else plays it; who only watches does neither.

    A match that no person plays is deleted by whoever has created it.
    """
    hall: Hall = state.hall
    room = await reception_of(state).room(request, hall, match_id, data.token)
    tokens = reception_of(state).tokens
    grant = await reception_of(state).granted(request, room, data.token)
    places = grant.players
    if not places and not (data.delete and grant.is_host):
        raise ProtocolError("not-a-player", 403)
    seats = [SEAT_NAMES[seat] for seat in room.seats if room.player_in(seat) in places]
    others = [
        one
        for place, one in enumerate(room.stored.players)
        if place not in places and one.agent == HUMAN and one.name != NOBODY
    ]
    if data.delete and others:
        raise ProtocolError("others-play-too", 409)
    async with room.lock:
        await room.reseat(without(room.stored, places), then=await tokens.without(match_id, places))
        _take_seats_away(room, places)
    if data.delete:
        later = hall.laters.following(match_id)
        hall.close_room(match_id)
        await delete_matches(hall.store, [match_id])
        hall.close_room(match_id)  # somebody may have looked at it meanwhile
        for listener in (*room.listeners, *later):
            if isinstance(listener, Connection):
                listener.let_go(CLOSED_BY_RULE, "no-such-match")
    return Forgotten(match_id, seats, data.delete)


def _take_seats_away(room: Room, places: frozenset[int]) -> None:
    """Who follows the match with such a token watches it from now on."""
    for listener in list(room.listeners):
        if isinstance(listener, Connection):
            listener.controlled -= places


ROUTES: Final[list[Any]] = [post_forget]

"""Who may come to a match: invitations, the tokens one has given away, and one's own by the key of the browser."""

import asyncio
from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import language_of
from esquive.hosting.grants import HOST, Grant, issue
from esquive.hosting.protocol import (
    Invitation,
    InvitationWanted,
    MatchSummary,
    MatchToken,
    ProtocolError,
    TokenLine,
    WatchWanted,
)
from esquive.hosting.rooms import Room
from esquive.hosting.summaries import summary_of
from esquive.server.access.authorization import authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.match_routes import registry_of, store_of
from esquive.server.http.openapi import FAULTS

Asking = Request[Any, Any, Any]
MOST_OWN: Final = 500  # matches of one person in a list


async def _own(match_id: str, request: Asking, state: State) -> tuple[Room, Grant]:
    """A match and what the asker's token allows there; raises ProtocolError `bad-token` without one."""
    authorization, token = authorization_of(state), bearer_of(request.headers)
    room = await authorization.room(request, registry_of(state), match_id, token)
    grant = await authorization.admitted(request, room, token)
    if grant is None:
        raise ProtocolError("bad-token", 403)
    return room, grant


@post("/api/matches/{match_id:str}/invitations", responses=FAULTS)
async def post_invitation(
    match_id: FromPath[str], data: JSONBody[InvitationWanted], request: Asking, state: State
) -> Invitation:
    """Invites somebody; only who plays, or has created the match, may."""
    room, own = await _own(match_id, request, state)
    if not own.players and not own.is_host:
        raise ProtocolError("bad-token", 403)
    if data.delay and not room.stored.private:
        raise ProtocolError("delay-needs-private", 409)
    delay = data.delay if data.to == "watch" else 0
    token, grant = issue(match_id, [], invites=data.to, issuer=own.name, delay=delay)
    await authorization_of(state).tokens.keep(grant)
    return Invitation(match_id, token, grant.name, grant.expires)


@post("/api/matches/{match_id:str}/watch", responses=FAULTS)
async def post_watch(match_id: FromPath[str], data: JSONBody[WatchWanted], request: Asking, state: State) -> MatchToken:
    """Takes a place among those who watch: the first thing that whoever is invited does."""
    authorization = authorization_of(state)
    room = await authorization.room(request, registry_of(state), match_id, data.invitation)
    invited = await authorization.granted(request, room, data.invitation, "seat", "watch")
    token, grant = issue(match_id, [], issuer=invited.issuer, delay=invited.delay)
    await authorization.tokens.keep(grant)
    return MatchToken(match_id, token, invited.invites == "seat", invited.delay)


@get("/api/matches/{match_id:str}/tokens", responses=FAULTS)
async def get_tokens(match_id: FromPath[str], request: Asking, state: State) -> list[TokenLine]:
    """The tokens and invitations of a match that the asker may take back, the own one included."""
    return await _lines(*await _own(match_id, request, state), state)


async def _lines(room: Room, own: Grant, state: State) -> list[TokenLine]:
    known = [grant for grant in await authorization_of(state).tokens.of_match(room.stored.id) if own.may_revoke(grant)]
    seats = {room.player_in(seat): SEAT_NAMES[seat] for seat in room.seats}
    return [
        TokenLine(
            name=grant.name,
            seats=sorted(seats[player] for player in grant.players),
            invites=grant.invites,
            own=grant.hash == own.hash,
            created=grant.created,
            expires=grant.expires,
        )
        for grant in known
    ]


@post("/api/matches/{match_id:str}/tokens/{name:str}/revoke", status_code=200, responses=FAULTS)
async def post_revoke(match_id: FromPath[str], name: FromPath[str], request: Asking, state: State) -> list[TokenLine]:
    """Takes a token back, and lists those that are left: whoever follows the match with it is shown out."""
    room, own = await _own(match_id, request, state)
    gone = await authorization_of(state).tokens.revoke(match_id, name, own)
    registry_of(state).removals.revoke(gone.hash)
    return [] if gone.hash == own.hash else await _lines(room, own, state)


@post("/api/matches/{match_id:str}/tokens", responses=FAULTS)
async def post_token(match_id: FromPath[str], request: Asking, state: State) -> MatchToken:
    """A token for one's own seats of a match, by the key: for a browser that has lost its list, or another one."""
    authorization = authorization_of(state)
    key = authorization.key(request)
    person = await authorization.people.find(key)
    places = await authorization.people.places(person, match_id) if person else []
    if person is None or not places:
        raise ProtocolError("no-such-match", 404, id=match_id)
    players = [place for place in places if place != HOST]
    token, grant = issue(match_id, players, is_host=HOST in places, holder=person.id)
    if not await authorization.people.hand(key, grant):
        raise ProtocolError("no-such-match", 404, id=match_id)
    return MatchToken(match_id, token, False)


@get("/api/me/matches", responses=FAULTS)
async def get_own_matches(
    request: Asking, state: State, lang: FromQuery[str] = "en", most: FromQuery[int] = MOST_OWN
) -> list[MatchSummary]:
    """The matches at which one has sat down, private ones included, newest first."""
    authorization = authorization_of(state)
    person = await authorization.people.find(authorization.key(request))
    if person is None:
        return []
    store, language = store_of(state), language_of(lang)
    matches, places = await store.latest(person.id, max(1, min(most, MOST_OWN))), await store.sat(person.id)
    return await asyncio.to_thread(lambda: [summary_of(one, places.get(one.id, ()), language) for one in matches])


ROUTES: Final = (post_invitation, post_watch, get_tokens, post_revoke, post_token, get_own_matches)

"""The addresses of gatherings (`hosting.gatherings`)."""

import asyncio
from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import structs

from esquive.core.messages import language_of
from esquive.hosting.gathering_messages import (
    GatheringMade,
    GatheringPlace,
    GatheringView,
    GuestSeated,
    GuestWanted,
    NewGathering,
)
from esquive.hosting.gatherings import Gatherings
from esquive.hosting.grants import Grant
from esquive.hosting.match_setup import known_game
from esquive.hosting.own_packs import check_packs
from esquive.hosting.pack_messages import PacksVerdict
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rematch_places import reread_everywhere
from esquive.hosting.rematches import lay_table
from esquive.hosting.rooms import Room
from esquive.hosting.summaries import summary_of
from esquive.server.access.authorization import Authorization, authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.match_routes import LARGEST_PACKS, followed, registry_of, store_of
from esquive.server.http.openapi import FAULTS
from esquive.server.storage.gathering_rows import GatheringRows

Asking = Request[Any, Any, Any]


def gatherings_of(state: State) -> Gatherings:
    """The gatherings of the application."""
    has_lobby = authorization_of(state).entrance.lobby
    return Gatherings(GatheringRows(store_of(state)), registry_of(state), has_lobby)


@post("/api/gatherings", request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_gathering(
    data: JSONBody[NewGathering], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> GatheringMade:
    """Lays a table for friends: the match begins once everybody has sat down."""
    authorization = authorization_of(state)
    after = await followed(data.match, request, state)
    made = await gatherings_of(state).lay(
        data,
        language_of(lang),
        lambda name: authorization.person(request, name),
        authorization.key(request),
        after.stored if after else None,
    )
    if after is not None:
        await lay_table(registry_of(state).store, after.stored)
        await reread_everywhere(after)
    return made


@get("/api/gatherings/{match_id:str}", responses=FAULTS)
async def get_gathering(match_id: FromPath[str], request: Asking, state: State) -> GatheringView:
    """Who has sat down, for those who sit there or are invited."""
    token, authorization = bearer_of(request.headers), authorization_of(state)
    view = await gatherings_of(state).view(match_id, token)
    if view is not None:
        return view
    room = await authorization.room(request, registry_of(state), match_id, token)
    return _begun(room, await authorization.granted(request, room, token, "", "seat"))


def _begun(room: Room, grant: Grant) -> GatheringView:
    """What is shown of a gathering whose match is played."""
    if grant.delay:  # who sits there by now is nothing for somebody who sees the match later
        raise ProtocolError("bad-token", 403)
    match = summary_of(room.stored)
    players = enumerate(room.stored.players)
    places = [GatheringPlace(place, player.name, player.agent, place in grant.players) for place, player in players]
    about: tuple[str, str, str, str, dict[str, str]] = (match.game, match.release, match.format, "", {})
    return GatheringView(room.stored.id, True, *about, False, grant.is_host, "", None, places)


@get("/api/gatherings/{match_id:str}/packs", responses=FAULTS)
async def get_packs(
    match_id: FromPath[str], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> PacksVerdict:
    """The cards of its host's own that this match is chosen from, for those who sit there or are invited."""
    match = await gatherings_of(state).packs(match_id, bearer_of(request.headers))
    verdict = await asyncio.to_thread(check_packs, known_game(match.game), match.packs, language_of(lang))
    return structs.replace(verdict, files=match.packs)


@post("/api/gatherings/{match_id:str}/seats", responses=FAULTS)
async def post_guest(
    match_id: FromPath[str], data: JSONBody[GuestWanted], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> GuestSeated:
    """Takes a place at the table, with a name and a team; with the last one the match begins."""
    authorization = authorization_of(state)
    key = authorization.key(request)
    known = await authorization.people.find(key)
    seated = await gatherings_of(state).sit(
        match_id, data, language_of(lang), lambda name: authorization.person(request, name), known, key
    )
    if seated is None:
        raise await _not_there(authorization, match_id, data.invitation)
    return seated


async def _not_there(authorization: Authorization, match_id: str, invitation: str) -> ProtocolError:
    """What is told of a table at which nobody sits down any more: whoever was invited, that all places are taken."""
    try:
        await authorization.tokens.find(match_id, invitation, "seat")
    except ProtocolError as error:
        if error.code != "bad-token":
            raise
        return ProtocolError("no-such-match", 404, id=match_id)
    return ProtocolError("no-open-seat", 409, id=match_id)


@post("/api/gatherings/{match_id:str}/leave", status_code=200, responses=FAULTS)
async def post_leave(match_id: FromPath[str], request: Asking, state: State) -> GatheringView:
    """Stands up again; when the host does, nobody gathers any more. Answers what was left behind."""
    return await gatherings_of(state).leave(match_id, bearer_of(request.headers))


ROUTES: Final = (post_gathering, get_gathering, get_packs, post_guest, post_leave)

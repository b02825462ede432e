"""The addresses of the lobby (`hosting.lobby`): off, unless the configuration says otherwise."""

import asyncio
from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from esquive.core.messages import language_of
from esquive.hosting.lobby import MOST_TABLES, MOST_WATCHED, can_be_watched, table_of
from esquive.hosting.lobby_messages import HereWanted, LobbyView
from esquive.hosting.summaries import summary_of
from esquive.server.access.authorization import authorization_of
from esquive.server.http.gathering_routes import gatherings_of
from esquive.server.http.match_routes import store_of
from esquive.server.http.openapi import FAULTS

Asking = Request[Any, Any, Any]


@get("/api/lobby", responses=FAULTS)
async def get_lobby(state: State, lang: FromQuery[str] = "en") -> LobbyView:
    """The tables that wait for anybody, who is here, and what can be watched."""
    return await _shown(state, lang)


@post("/api/lobby", status_code=200, responses=FAULTS)
async def post_lobby(
    data: JSONBody[HereWanted], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> LobbyView:
    """Says, with one's key, that one is here, or that one is not any more; answers the lobby."""
    authorization = authorization_of(state)
    key = authorization.key(request)
    if authorization.entrance.lobby and key:
        state.visitors.say(key, data.name)
    return await _shown(state, lang)


async def _shown(state: State, lang: str) -> LobbyView:
    if not authorization_of(state).entrance.lobby:
        return LobbyView(False, [], [], [])
    tables = [table_of(one) for one in await gatherings_of(state).in_lobby(MOST_TABLES)]
    watched = [one for one in await store_of(state).latest() if can_be_watched(one)][:MOST_WATCHED]
    language = language_of(lang)
    matches = await asyncio.to_thread(lambda: [summary_of(one, (), language) for one in watched])
    return LobbyView(True, tables, state.visitors.names(), matches)


ROUTES: Final = (get_lobby, post_lobby)

"""The addresses of branching (`hosting.branching`)."""

from typing import Final

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from esquive.core.messages import language_of
from esquive.hosting.branching import begun_of, branch, is_of_bots
from esquive.hosting.branching_messages import Begun, OnwardWanted
from esquive.hosting.finished_matches import check_over
from esquive.hosting.grants import Person
from esquive.hosting.protocol import HUMAN, MatchCreated
from esquive.hosting.replays import Played
from esquive.server.access.authorization import authorization_of, holder_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.client_address import visitor_of
from esquive.server.http.match_routes import Asking, check_bots, entered, registry_of
from esquive.server.http.openapi import FAULTS


@post("/api/matches/{match_id:str}/onward/{step:int}", responses=FAULTS)
async def post_onward(
    match_id: FromPath[str],
    step: FromPath[int],
    data: JSONBody[OnwardWanted],
    request: Asking,
    state: State,
    lang: FromQuery[str] = "en",
) -> MatchCreated:
    """Begins a match from a step of one that is over; before, its position holds secrets (`not-over`)."""
    room, _ = await entered(match_id, request, state)
    await check_over(room)
    played = await registry_of(state).library.played(room, language_of(lang))
    grant = await authorization_of(state).admitted(request, room, bearer_of(request.headers))
    holder = holder_of(grant)  # who asks here comes with no key
    return await _begin(played, Begun("match", match_id, step), data, request, state, holder)


@post("/api/replays/{name:str}/onward/{step:int}", responses=FAULTS)
async def post_upload_onward(
    name: FromPath[str],
    step: FromPath[int],
    data: JSONBody[OnwardWanted],
    request: Asking,
    state: State,
    lang: FromQuery[str] = "en",
) -> MatchCreated:
    """The same from a step of a record that was brought."""
    played = await registry_of(state).library.uploaded(name, language_of(lang))
    people = [one.name for one in data.seats if one.agent == HUMAN]
    person = await authorization_of(state).person(request, people[0] if people else "")
    return await _begin(played, Begun("file", name, step), data, request, state, person)


@get("/api/matches/{match_id:str}/begun", responses=FAULTS)
async def get_begun(match_id: FromPath[str], request: Asking, state: State) -> Begun:
    """Where a match of practice was begun from."""
    room, _ = await entered(match_id, request, state)
    return begun_of(room.stored.setup)


async def _begin(
    played: Played, begun: Begun, data: OnwardWanted, request: Asking, state: State, person: Person | None
) -> MatchCreated:
    if is_of_bots(data):
        check_bots(request, state)
    made = await branch(registry_of(state), played, begun, data, person)
    if is_of_bots(data):
        state.bot_matches[made.id] = visitor_of(request.scope).address
    return made


ROUTES: Final = (post_onward, post_upload_onward, get_begun)

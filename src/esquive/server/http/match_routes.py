"""Matches: the addresses at which they are created, joined, looked at and played [docs/protocol.md]."""

import asyncio
from math import ceil
from typing import Any, Final

import msgspec
from litestar import Request, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import language_of
from esquive.core.shapes import Drawing
from esquive.hosting.clients import CLOSED_BY_RULE
from esquive.hosting.delayed_spectators import DelayedMatch
from esquive.hosting.desk_messages import DeskLink
from esquive.hosting.finished_matches import check_over
from esquive.hosting.grants import Grant
from esquive.hosting.protocol import (
    HUMAN,
    OPEN,
    DiceCommitment,
    MatchCreated,
    MatchSummary,
    NewMatch,
    ProtocolError,
    SeatTaken,
    SeatWanted,
)
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rematch_places import check_follows
from esquive.hosting.replay_messages import Replay
from esquive.hosting.rooms import Room
from esquive.hosting.series import so_far
from esquive.hosting.summaries import summary_of
from esquive.hosting.table_messages import LaterMessage
from esquive.server.access.authorization import authorization_of
from esquive.server.access.tokens import PROTOCOL, bearer_of, offered
from esquive.server.http.client_address import visitor_of
from esquive.server.http.openapi import DRAWING, FAULTS
from esquive.server.http.operator_routes import present
from esquive.server.http.throttling import too_full, too_much
from esquive.server.http.websocket import Connection
from esquive.server.storage.store import Store

Asking = Request[Any, Any, Any]


def store_of(state: State) -> Store:
    """What the application keeps its matches in."""
    store: Store = state.store
    return store


LARGEST_PACKS: Final = 1024 * 1024  # of a body that may bring packs


def registry_of(state: State) -> MatchRegistry:
    """The matches of the application."""
    registry: MatchRegistry = state.registry
    return registry


@post("/api/dice", responses=FAULTS)
async def post_dice(state: State) -> DiceCommitment:
    """Commits to a seed for a match to come, before its players name their nonces."""
    return DiceCommitment(await registry_of(state).commit())


@post("/api/matches", request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_match(
    data: JSONBody[NewMatch], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> MatchCreated:
    """Creates a match; with a key it is listed among one's own."""
    people = [player for player in data.players if player.agent == HUMAN]
    is_of_bots = not people and all(player.agent != OPEN for player in data.players)
    if is_of_bots:
        check_bots(request, state)
    person = await authorization_of(state).person(request, people[0].name if people else "")
    private, after = authorization_of(state).entrance.private, await followed(data, request, state)
    before = so_far(after.stored) if after else None
    made = await registry_of(state).create(data, language_of(lang), person, private, before)
    if is_of_bots:
        state.bot_matches[made.id] = visitor_of(request.scope).address
    return made


def check_bots(request: Asking, state: State) -> None:
    """Matches that bots play among themselves take time of their own: raises ProtocolError for one too many."""
    limits, visitor = state.limits, visitor_of(request.scope)
    playing = registry_of(state).bot_matches()
    state.bot_matches = {one: who for one, who in state.bot_matches.items() if one in playing}
    if limits.spares(visitor):
        return
    if len(playing) >= limits.all_bot_matches:
        raise too_full(60)
    if list(state.bot_matches.values()).count(visitor.address) >= limits.bot_matches:
        raise too_much(60)


async def followed(wanted: NewMatch, request: Asking, state: State) -> Room | None:
    """The match after which one is played, for one of its players; raises ProtocolError for anybody else."""
    if wanted.after is None:
        return None
    authorization, token = authorization_of(state), wanted.after.token
    room = await authorization.room(request, registry_of(state), wanted.after.match, token)
    await check_follows(room, await authorization.granted(request, room, token))
    return room


@get("/api/matches", responses=FAULTS)
async def get_matches(state: State, lang: FromQuery[str] = "en") -> list[MatchSummary]:
    """The latest matches that everybody may see, newest first."""
    matches, language = await store_of(state).latest(), language_of(lang)
    return await asyncio.to_thread(lambda: [summary_of(one, (), language) for one in matches])


async def entered(match_id: str, request: Asking, state: State) -> tuple[Room, frozenset[int]]:
    """The room of a match, and the players that the asker answers for."""
    authorization, token = authorization_of(state), bearer_of(request.headers)
    room = await authorization.room(request, registry_of(state), match_id, token)
    grant = await authorization.admitted(request, room, token)
    if grant is not None and grant.delay:
        return registry_of(state).laters.room(room, grant.delay), frozenset()
    return room, grant.players if grant else frozenset()


@get("/api/matches/{match_id:str}", responses=FAULTS)
async def get_match(match_id: FromPath[str], request: Asking, state: State) -> dict[str, Any]:
    """The position document of a match, with what the token's player may not know left out."""
    room, controlled = await entered(match_id, request, state)
    async with room.lock:
        return room.document(controlled)


@get("/api/matches/{match_id:str}/record", media_type="application/x-ndjson", responses=FAULTS)
async def get_record(match_id: FromPath[str], request: Asking, state: State) -> str:
    """The record of a match that is over, dice and their seed included."""
    room, _ = await entered(match_id, request, state)
    await check_over(room)
    async with room.lock:
        return room.match.record.to_text()


@post("/api/matches/{match_id:str}/seats", responses=FAULTS)
async def post_seat(match_id: FromPath[str], data: JSONBody[SeatWanted], request: Asking, state: State) -> SeatTaken:
    """Takes an open seat of a match; with a key it is listed among one's own."""
    authorization = authorization_of(state)
    authorization.key(request)  # what cannot be a key is told before a seat is taken with it
    room = await authorization.room(request, registry_of(state), match_id, data.invitation)
    await authorization.may_sit(request, room, data.invitation)
    taken = await room.seat(data)
    person = await authorization.person(request, data.name)
    if person is not None:
        await authorization.people.seat(person, match_id, room.player_in(SEAT_NAMES.index(taken.seat)), taken.token)
    return taken


@get("/api/matches/{match_id:str}/replay", responses=FAULTS)
async def get_replay(match_id: FromPath[str], request: Asking, state: State, lang: FromQuery[str] = "en") -> Replay:
    """The steps of a match up to now, as the token's player may know them."""
    room, controlled = await entered(match_id, request, state)
    return (await registry_of(state).library.played(room, language_of(lang))).shown(
        match_id, room.knower(controlled), controlled
    )


@get("/api/matches/{match_id:str}/replay/{step:int}", responses=DRAWING)
async def get_replay_step(
    match_id: FromPath[str], step: FromPath[int], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> Drawing:
    """The position of a match after a step."""
    room, controlled = await entered(match_id, request, state)
    return (await registry_of(state).library.played(room, language_of(lang))).drawing(step, room.knower(controlled))


@get("/api/matches/{match_id:str}/replay/{step:int}/link", responses=FAULTS)
async def get_replay_link(match_id: FromPath[str], step: FromPath[int], request: Asking, state: State) -> DeskLink:
    """The same position for the judge's desk, as far as one may know it."""
    room, controlled = await entered(match_id, request, state)
    played = await registry_of(state).library.played(room, "en")
    return DeskLink(await asyncio.to_thread(played.link, step, room.knower(controlled)))


# ----------------------------------------------------------------------------------------------------- the websocket


@websocket("/api/matches/{match_id:str}/ws")
async def play(
    socket: WebSocket[Any, Any, Any], match_id: FromPath[str], state: State, lang: FromQuery[str] = "en"
) -> None:
    """Follows a match and, with a token, plays it."""
    subprotocols = socket.scope.get("subprotocols") or []
    await socket.accept(subprotocols=PROTOCOL if PROTOCOL in subprotocols else None)
    with present(state, socket):
        await _serve(socket, match_id, state, language_of(lang))


async def _serve(socket: WebSocket[Any, Any, Any], match_id: str, state: State, language: str) -> None:
    subprotocols = socket.scope.get("subprotocols") or []
    try:
        authorization, token = authorization_of(state), offered(subprotocols) or bearer_of(socket.headers)
        room = await authorization.room(socket, registry_of(state), match_id, token)
        grant = await authorization.admitted(socket, room, token)
    except ProtocolError as error:
        await _close(socket, error, language)
        return
    await _visit(socket, room, grant, state, language)


async def _visit(
    socket: WebSocket[Any, Any, Any], room: Room, grant: Grant | None, state: State, language: str
) -> None:
    """Serves a client until it goes, or its token does."""
    visits, token = authorization_of(state).visits, grant.hash if grant else ""
    ended = visits.begin(token)
    later = registry_of(state).laters.of(room, grant.delay) if grant and grant.delay else None
    controlled = grant.players if grant else frozenset()
    visit = Connection(socket, room, controlled, language).run() if later is None else _watch(socket, later, language)
    talk = asyncio.ensure_future(visit)
    end = asyncio.ensure_future(ended.wait())
    try:
        await asyncio.wait({talk, end}, return_when=asyncio.FIRST_COMPLETED)
        if not talk.done():
            talk.cancel()
            await asyncio.wait({talk})
            await _close(socket, ProtocolError("bad-token", 403), language)
        elif not talk.cancelled():
            talk.result()  # what went wrong is the application's to tell
    finally:
        visits.end(token, ended)
        end.cancel()
        talk.cancel()
        await asyncio.wait({talk, end})


async def _watch(socket: WebSocket[Any, Any, Any], later: DelayedMatch, language: str) -> None:
    """Shows a match with a delay to a client; what it has said before there is anything to see is answered then."""
    first: Any = await socket.receive()
    if first["type"] == "websocket.disconnect":
        return
    await socket.send_text(msgspec.json.encode(LaterMessage(later.delay, ceil(later.wait))).decode())
    await later.is_ready.wait()
    if later.room is not None:
        await Connection(socket, later.room, frozenset(), language).run(first)


async def _close(socket: WebSocket[Any, Any, Any], error: ProtocolError, language: str) -> None:
    await socket.send_text(msgspec.json.encode(error.to_message(language)).decode())
    await socket.close(code=CLOSED_BY_RULE, reason=error.code)


ROUTES: Final = (
    post_dice,
    post_match,
    get_matches,
    get_match,
    get_record,
    post_seat,
    get_replay,
    get_replay_step,
    get_replay_link,
    play,
)

"""Branching: a new match of practice from a step of a replay, with dice of its own.

Its set-up holds the position document, and under `practice` where that is from: so its record says what it is. It is
never listed, and open to nobody without a link.
"""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from esquive.core.messages import language_of
from esquive.core.waiting import Over
from esquive.hosting.finished_matches import check_over
from esquive.hosting.match_setup import check_agents
from esquive.hosting.protocol import (
    HUMAN,
    OPEN,
    AgentName,
    MatchCreated,
    NewPlayer,
    PlayerName,
    ProtocolError,
    Wanted,
)
from esquive.hosting.replays import Played
from esquive.server.access.authorization import authorization_of, holder_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.client_address import visitor_of
from esquive.server.http.match_routes import Asking, check_bots, entered, registry_of
from esquive.server.http.openapi import FAULTS

if TYPE_CHECKING:
    from esquive.hosting.grants import Person

PRACTICE: Final = "practice"  # the key of a set-up that makes a match one of practice


class OnwardPlayer(Wanted):
    """Who sits in a seat of the new match: somebody here, a bot, or whoever takes an `open` seat by a link."""

    name: PlayerName
    agent: AgentName = "human"


class OnwardWanted(Wanted):
    """Asks to play on from a step of a replay: one player for each seat, in the order of the seats."""

    seats: Annotated[list[OnwardPlayer], Meta(min_length=2, max_length=4)]


class Begun(Struct):
    """Which replay and `step` a match of practice was begun from; `of` is "" for any other match."""

    of: Literal["match", "file", ""]
    id: str
    step: int


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
    told = room.stored.setup.get(PRACTICE, {})
    return Begun(told["of"], told["id"], told["step"]) if "of" in told else Begun("", "", 0)


async def _begin(
    played: Played, begun: Begun, data: OnwardWanted, request: Asking, state: State, person: "Person | None"
) -> MatchCreated:
    position = await asyncio.to_thread(_position, played, begun.step)
    if len(data.seats) != played.game.seats_of(position):
        raise ProtocolError("bad-request", why=f"it takes {played.game.seats_of(position)} players")
    check_agents(played.game.name, [one.agent for one in data.seats])
    people = [one for one in data.seats if one.agent == HUMAN]
    is_of_bots = not people and all(one.agent != OPEN for one in data.seats)
    if is_of_bots:
        check_bots(request, state)
    order = sorted(range(len(data.seats)), key=lambda seat: played.game.player_in(position, seat))
    players = [NewPlayer(data.seats[seat].name, [], data.seats[seat].agent) for seat in order]
    made = await registry_of(state).begin(played.game, _setup(played, position, begun), players, person)
    if is_of_bots:
        state.bot_matches[made.id] = visitor_of(request.scope).address
    return made


def _position(played: Played, step: int) -> Any:
    """The position after a step; raises ProtocolError `no-such-step`, also for the one in which the match was over."""
    last = len(played.ends)
    if not 0 <= step <= last:
        raise ProtocolError("no-such-step", 404, step=step, last=last)
    position = played.state_at(step)
    if isinstance(position.waiting, Over):
        raise ProtocolError("no-such-step", 404, step=step, last=last - 1)
    return position


def _setup(played: Played, position: Any, begun: Begun) -> dict[str, Any]:
    header = played.record.header
    old = {**header["setup"].get("position", {}), **header["setup"]}
    known = {key: old[key] for key in ("release", "format") if key in old}
    told = {"of": begun.of, "id": begun.id, "step": begun.step}
    return {**known, "position": played.game.to_document(position), PRACTICE: told}


ROUTES: Final = (post_onward, post_upload_onward, get_begun)

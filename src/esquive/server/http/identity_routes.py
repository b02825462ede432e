"""The addresses of identities: the password of the server, one's name, one's browsers, and the code for another one."""

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from esquive.hosting.device_transfer_messages import Me, MoveAnswer, MoveCode, MoveView, MoveWanted
from esquive.hosting.grants import Person
from esquive.hosting.player_names import cleaned
from esquive.hosting.protocol import (
    DeviceLine,
    DoorView,
    NameWanted,
    Password,
    ProtocolError,
)
from esquive.server.access.authorization import authorization_of, device_of
from esquive.server.access.password import cookie_of
from esquive.server.http.client_address import visitor_of
from esquive.server.http.gathering_routes import gatherings_of
from esquive.server.http.match_routes import registry_of
from esquive.server.http.openapi import FAULTS

Asking = Request[Any, Any, Any]


@get("/api/door", responses=FAULTS)
async def get_door(request: Asking, state: State) -> DoorView:
    """What the server asks of those who come."""
    return _door(request, state, visitor_of(request.scope).is_inside)


def _door(request: Asking, state: State, is_inside: bool) -> DoorView:
    authorization = authorization_of(state)
    # Whoever sits at the machine invites others by an address that is no "localhost"; it is nobody else's business.
    reached = list(authorization.reached) if is_inside and visitor_of(request.scope).is_here else []
    entrance = authorization.entrance
    return DoorView(not authorization.door.is_open, is_inside, entrance.private, reached, lobby=entrance.lobby)


@post("/api/door", responses=FAULTS)
async def post_door(data: JSONBody[Password], request: Asking, state: State) -> Response[DoorView]:
    """Says the password: the answer has a cookie that is the pass."""
    authorization = authorization_of(state)
    view = _door(request, state, True)
    if authorization.door.is_open:
        return Response(view)
    is_proxied = visitor_of(request.scope).is_proxied
    scheme = request.headers.get("x-forwarded-proto", "") if is_proxied else request.scope.get("scheme", "")
    ticket = authorization.door.enter(data.password)
    return Response(view, headers={"set-cookie": cookie_of(ticket, scheme == "https")})


async def _shown(person: Person | None, request: Asking, state: State) -> Me:
    if person is None:
        return Me("", [])
    authorization = authorization_of(state)
    own = authorization.key(request)
    known = await authorization.people.devices(person)
    lines = [DeviceLine(one.name, one.device, one.created, one.hash == own) for one in known]
    return Me(person.name, lines, await authorization.moves.asked(person))


async def _known(request: Asking, state: State, name: str = "") -> Person:
    """Who asks; raises ProtocolError `keyless` for somebody without a key."""
    person = await authorization_of(state).person(request, name)
    if person is None:
        raise ProtocolError("keyless", 401)
    return person


@get("/api/me", responses=FAULTS)
async def get_me(request: Asking, state: State) -> Me:
    """Who one is by the key; nobody yet, with neither name nor browsers, before there is anything to remember."""
    authorization = authorization_of(state)
    return await _shown(await authorization.people.find(authorization.key(request)), request, state)


@post("/api/me", status_code=200, responses=FAULTS)
async def post_me(data: JSONBody[NameWanted], request: Asking, state: State) -> Me:
    """Says what one wants to be called."""
    name = cleaned(data.name)
    person = await _known(request, state, name)
    await authorization_of(state).people.rename(person, name)
    return await _shown(Person(person.id, name), request, state)


@post("/api/me/codes", responses=FAULTS)
async def post_code(request: Asking, state: State) -> MoveCode:
    """A code for another browser."""
    return MoveCode(*await authorization_of(state).moves.code(await _known(request, state)))


@post("/api/me/move", status_code=200, responses=FAULTS)
async def post_move(data: JSONBody[MoveWanted], request: Asking, state: State) -> MoveView:
    """Asks that this browser become that of the person whose code it is, with the matches it has."""
    authorization = authorization_of(state)
    key = authorization.key(request)
    if not key:
        raise ProtocolError("keyless", 401)
    return await authorization.moves.ask(key, data.code, device_of(request))


@get("/api/me/move", responses=FAULTS)
async def get_move(request: Asking, state: State) -> MoveView:
    """What has become of that; it is asked for every few seconds."""
    authorization = authorization_of(state)
    return await authorization.moves.state(authorization.key(request))


@post("/api/me/move/answer", status_code=200, responses=FAULTS)
async def post_move_answer(data: JSONBody[MoveAnswer], request: Asking, state: State) -> Me:
    """Accepts or refuses the browser that asks to become one's own."""
    authorization = authorization_of(state)
    person = await authorization.people.find(authorization.key(request))
    if person is None:
        raise ProtocolError("bad-code", 403)
    await authorization.moves.answer(person, data.check, data.accept, data.kept)
    return await _shown(person, request, state)


@post("/api/me/devices/{name:str}/revoke", status_code=200, responses=FAULTS)
async def post_drop(name: FromPath[str], request: Asking, state: State) -> Me:
    """A browser is one's own no more; its tokens count no more."""
    authorization = authorization_of(state)
    person = await authorization.people.find(authorization.key(request))
    if person is None:
        raise ProtocolError("no-such-device", 404, name=name)
    key = await authorization.people.device(person, name)
    await gatherings_of(state).withdraw(person, key)
    for token in await authorization.people.drop(person, key):
        registry_of(state).removals.revoke(token)
    return await _shown(await authorization.people.find(authorization.key(request)), request, state)


ROUTES: Final = (get_door, post_door, get_me, post_me, post_code, post_move, get_move, post_move_answer, post_drop)

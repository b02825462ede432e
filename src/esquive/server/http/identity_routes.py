"""The door and oneself: the password of the server, one's name, one's browsers, and the code for another one."""

from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from esquive.server.access.authorization import device_of, reception_of
from esquive.server.access.identities import Person
from esquive.server.access.password import cookie_of
from esquive.server.hosting.device_transfer_messages import Me, MoveAnswer, MoveCode, MoveView, MoveWanted
from esquive.server.hosting.player_names import cleaned
from esquive.server.hosting.protocol import (
    DeviceLine,
    DoorView,
    NameWanted,
    Password,
    ProtocolError,
)
from esquive.server.http.client_address import visitor_of
from esquive.server.http.gathering_routes import withdraw
from esquive.server.http.match_routes import hall_of
from esquive.server.http.openapi import FAULTS

Asking = Request[Any, Any, Any]


@get("/api/door", responses=FAULTS)
async def get_door(request: Asking, state: State) -> DoorView:
    """What the server asks of those who come."""
    return _door(request, state, visitor_of(request.scope).is_inside)


def _door(request: Asking, state: State, is_inside: bool) -> DoorView:
    reception = reception_of(state)
    # Whoever sits at the machine invites others by an address that is no "localhost"; it is nobody else's business.
    reached = list(reception.reached) if is_inside and visitor_of(request.scope).is_here else []
    return DoorView(not reception.door.is_open, is_inside, reception.entrance.private, reached)


@post("/api/door", responses=FAULTS)
async def post_door(data: JSONBody[Password], request: Asking, state: State) -> Response[DoorView]:
    """Says the password: the answer has a cookie that is the pass."""
    reception = reception_of(state)
    view = _door(request, state, True)
    if reception.door.is_open:
        return Response(view)
    is_proxied = visitor_of(request.scope).is_proxied
    scheme = request.headers.get("x-forwarded-proto", "") if is_proxied else request.scope.get("scheme", "")
    ticket = reception.door.enter(data.password)
    return Response(view, headers={"set-cookie": cookie_of(ticket, scheme == "https")})


async def _shown(person: Person | None, request: Asking, state: State) -> Me:
    if person is None:
        return Me("", [])
    reception = reception_of(state)
    own = reception.key(request)
    known = await reception.people.devices(person)
    lines = [DeviceLine(one.name, one.device, one.created, one.hash == own) for one in known]
    return Me(person.name, lines, await reception.moves.asked(person))


async def _known(request: Asking, state: State, name: str = "") -> Person:
    """Who asks; raises ProtocolError `keyless` for somebody without a key."""
    person = await reception_of(state).person(request, name)
    if person is None:
        raise ProtocolError("keyless", 401)
    return person


@get("/api/me", responses=FAULTS)
async def get_me(request: Asking, state: State) -> Me:
    """Who one is by the key; nobody yet, with neither name nor browsers, before there is anything to remember."""
    reception = reception_of(state)
    return await _shown(await reception.people.find(reception.key(request)), request, state)


@post("/api/me", status_code=200, responses=FAULTS)
async def post_me(data: JSONBody[NameWanted], request: Asking, state: State) -> Me:
    """Says what one wants to be called."""
    name = cleaned(data.name)
    person = await _known(request, state, name)
    await reception_of(state).people.rename(person, name)
    return await _shown(Person(person.id, name), request, state)


@post("/api/me/codes", responses=FAULTS)
async def post_code(request: Asking, state: State) -> MoveCode:
    """A code for another browser."""
    return MoveCode(*await reception_of(state).moves.code(await _known(request, state)))


@post("/api/me/move", status_code=200, responses=FAULTS)
async def post_move(data: JSONBody[MoveWanted], request: Asking, state: State) -> MoveView:
    """Asks that this browser become that of the person whose code it is, with the matches it has."""
    reception = reception_of(state)
    key = reception.key(request)
    if not key:
        raise ProtocolError("keyless", 401)
    return await reception.moves.ask(key, data.code, device_of(request))


@get("/api/me/move", responses=FAULTS)
async def get_move(request: Asking, state: State) -> MoveView:
    """What has become of that; it is asked for every few seconds."""
    reception = reception_of(state)
    return await reception.moves.state(reception.key(request))


@post("/api/me/move/answer", status_code=200, responses=FAULTS)
async def post_move_answer(data: JSONBody[MoveAnswer], request: Asking, state: State) -> Me:
    """Accepts or refuses the browser that asks to become one's own."""
    reception = reception_of(state)
    person = await reception.people.find(reception.key(request))
    if person is None:
        raise ProtocolError("bad-code", 403)
    await reception.moves.answer(person, data.check, data.accept)
    return await _shown(person, request, state)


@post("/api/me/devices/{name:str}/revoke", status_code=200, responses=FAULTS)
async def post_drop(name: FromPath[str], request: Asking, state: State) -> Me:
    """A browser is one's own no more; its tokens count no more."""
    reception = reception_of(state)
    person = await reception.people.find(reception.key(request))
    if person is None:
        raise ProtocolError("no-such-device", 404, name=name)
    key = await reception.people.device(person, name)
    await withdraw(hall_of(state).store, person, key)
    for token in await reception.people.drop(person, key):
        hall_of(state).removals.revoke(token)
    return await _shown(await reception.people.find(reception.key(request)), request, state)


ROUTES: Final = (get_door, post_door, get_me, post_me, post_code, post_move, get_move, post_move_answer, post_drop)

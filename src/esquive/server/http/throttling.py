"""Rate limits and time limits of requests and websockets, as a layer round the application.

It stands behind the check of origins (`origins`). What it refuses is told with the seconds to wait (429 for what one
address does, 503 for what all do together); a websocket is opened, told, and closed with a code and the same reason.
"""

import logging
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from esquive.core.messages import language_of
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.access.password import ServerPassword
from esquive.server.cluster.channels import MEMORY
from esquive.server.cluster.shared_rate_limits import SharedBuckets, Wanted
from esquive.server.http.client_address import Proxies, Visitor
from esquive.server.http.rate_limits import Bucket, Buckets, Limits

LOG: Final = logging.getLogger("esquive.server")
TOO_MUCH: Final = 4429  # of a websocket
TOO_FULL: Final = 4503
NO_HELLO: Final = 4408
OF_ALL: Final = {"matches": "all_matches", "uploads": "all_uploads", "dice": "all_dice", "guesses": "all_guesses"}


class _Kind(msgspec.Struct):
    """What a message says that it is; nothing else of it is read here."""

    type: str = ""


_KIND: msgspec.json.Decoder[_Kind] = msgspec.json.Decoder(_Kind)


def kind_of(method: str, path: str) -> str:
    """The rate, by its name in Limits, that a request counts for besides `requests`; "" for none.

    The path is the one that is routed (see `spelling`).
    """
    if method != "POST":
        return ""
    steps = path.strip("/").split("/")
    if steps[0] != "api":
        return ""
    match steps[1:]:
        case ["matches"] | ["gatherings"] | ["learn", _] | ["matches" | "replays", _, "onward", _]:
            return "matches"
        case ["matches", _, "seats" | "watch" | "invitations" | "tokens" | "rematch"] | ["gatherings", _, "seats"]:
            return "seats"
        case ["replays"]:
            return "uploads"
        case ["dice"]:
            return "dice"
        case ["teams", "check" | "read" | "draw"] | ["packs" | "desk" | "studies" | "lobby"]:
            return "team_checks"
        case ["door"] | ["me", "move"]:
            return "guesses"
    return ""


class Throttle:
    """An ASGI layer that counts, by the address of whoever asks."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        proxies: Proxies,
        door: ServerPassword,
        time: Time = OF_THIS_MACHINE,
        shared: SharedBuckets | None = None,
    ) -> None:
        """`shared` are the buckets that several processes have together; what is open at a time each counts itself."""
        self.app = app
        self.shared = shared or SharedBuckets(MEMORY)
        self.time = time
        self.limits = limits
        self.proxies = proxies
        self.door = door
        names = ("requests", "matches", "uploads", "dice", "seats", "team_checks", "guesses", *OF_ALL.values())
        self._buckets = {name: Buckets(getattr(limits, name), time.now) for name in names}
        self._sockets: Counter[str] = Counter()
        self._followers: Counter[str] = Counter()
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is not too much."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        visitor = self._visitor(scope, given)
        scope["esquive.visitor"] = visitor  # type: ignore[typeddict-unknown-key]
        path = str(scope["path"])
        if b"token=" in scope["query_string"] and path.startswith("/api/"):
            await refuse(ProtocolError("token-in-address"), scope, receive, send)
        elif not visitor.is_inside and not self.door.is_free(str(scope.get("method", "")), path):
            await refuse(ProtocolError("door-closed", 401), scope, receive, send)
        elif str(scope["type"]) == "websocket":
            await self._follow(visitor, scope, receive, send)
        else:
            await self._answer(visitor, scope, receive, send)

    def _visitor(self, scope: Any, given: dict[str, str]) -> Visitor:
        peer = (scope.get("client") or ("",))[0]
        visitor = self.proxies.visitor(peer, given, self.door.admits(given.get("cookie", "")))
        if not self._has_warned and "x-forwarded-for" in given and not visitor.is_proxied:
            self._has_warned = True
            LOG.warning("a proxy at %s is not named as trusted: all who come through it count as one address", peer)
        return visitor

    # ---------------------------------------------------------------------------------------------------- over HTTP

    async def _answer(self, visitor: Visitor, scope: Any, receive: Receive, send: Send) -> None:
        error = await self.excess(visitor, kind_of(scope["method"], scope["path"]))
        if error is not None:
            await refuse(error, scope, receive, send)
            return
        await self.app(scope, self._in_time(receive), send)

    async def excess(self, visitor: Visitor, kind: str) -> ProtocolError | None:
        """What of a request is too much, or None; it has been counted then."""
        if self.limits.spares(visitor):
            return None
        names = ("requests", kind) if kind else ("requests",)
        wanted = [Wanted(name, getattr(self.limits, name), visitor.address) for name in names]
        if kind in OF_ALL:
            wanted.append(Wanted(OF_ALL[kind], getattr(self.limits, OF_ALL[kind])))
        taken = await self.shared.take(wanted)
        place, wait = taken if taken is not None else self._take(wanted)
        if not place:
            return None
        return too_much(wait) if wanted[place - 1].address else too_full(wait)

    def _take(self, wanted: Sequence[Wanted]) -> tuple[int, float]:
        """As `SharedBuckets.take`, from this process's own buckets."""
        for place, one in enumerate(wanted, 1):
            wait = self._buckets[one.name].take(one.address)
            if wait:
                return place, wait
        return 0, 0.0

    def _in_time(self, receive: Receive) -> Receive:
        """What a client sends, as long as all of it has come in time."""
        if not self.limits.apply:
            return receive
        end = self.time.now() + self.limits.body_seconds
        is_whole = False

        async def received() -> Any:
            nonlocal is_whole
            if is_whole:  # now the application only listens for whether the client goes away
                return await receive()
            try:
                async with self.time.within(max(0.0, end - self.time.now())):
                    message = await receive()
            except TimeoutError as error:
                raise ProtocolError("too-slow", 408, limit=f"{self.limits.body_seconds:g}") from error
            is_whole = not (message["type"] == "http.request" and message.get("more_body"))
            return message

        return received

    # ------------------------------------------------------------------------------------------------- over websockets

    async def _follow(self, visitor: Visitor, scope: Any, receive: Receive, send: Send) -> None:
        address, path = visitor.address, str(scope["path"])
        error = self._crowd(visitor, path)
        if error is not None:
            await refuse(error, scope, receive, send)
            return
        self._sockets[address] += 1
        self._followers[path] += 1
        try:
            talk = _Talk(self.limits, self.limits.spares(visitor), receive, send, _language(scope), self.time)
            await self.app(scope, talk.receive, talk.send)
        finally:
            for counter, key in ((self._sockets, address), (self._followers, path)):
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def _crowd(self, visitor: Visitor, path: str) -> ProtocolError | None:
        """What is too much about one more websocket, or None."""
        if not self.limits.apply:
            return None
        if self._sockets.total() >= self.limits.all_sockets:
            return too_full(30)
        if self._followers[path] >= self.limits.match_sockets:
            return ProtocolError("match-full", 503, seconds=30, most=self.limits.match_sockets)
        if not self.limits.spares(visitor) and self._sockets[visitor.address] >= self.limits.sockets:
            return ProtocolError("too-many-sockets", 429, seconds=10, most=self.limits.sockets)
        return None


class _Talk:
    """What goes through one websocket: closed when no hello comes, or too much of anything."""

    def __init__(
        self, limits: Limits, is_spared: bool, receive: Receive, send: Send, language: str, time: Time
    ) -> None:
        self._time = time
        self._limits = limits
        self._is_spared = is_spared
        self._receive = receive
        self._send = send
        self._language = language
        self._messages = Bucket(limits.messages)
        self._hellos = Bucket(limits.hellos)
        self._end: float | None = None  # of the wait for the first hello
        self._is_greeted = not limits.apply
        self._is_closed = False

    async def send(self, message: Message) -> None:
        """Sends, unless the websocket has been closed here meanwhile."""
        if self._is_closed:
            return
        if message["type"] == "websocket.accept":
            self._end = self._time.now() + self._limits.hello_seconds
        await self._send(message)

    async def receive(self) -> Any:
        """The next message; that the client is gone, when the websocket has been closed."""
        if self._is_closed:
            return {"type": "websocket.disconnect", "code": 1006}
        if self._is_greeted or self._end is None:
            event: Any = await self._receive()
        else:
            try:
                async with self._time.within(max(0.0, self._end - self._time.now())):
                    event = await self._receive()
            except TimeoutError:
                return await self._close(ProtocolError("no-hello", 408, limit=f"{self._limits.hello_seconds:g}"))
        if event["type"] != "websocket.receive" or (self._is_spared and self._is_greeted):
            return event
        now, is_hello = self._time.now(), _is_hello(event)
        self._is_greeted = self._is_greeted or is_hello
        wait = 0.0
        if not self._is_spared:
            wait = self._messages.take(now) or (self._hellos.take(now) if is_hello else 0.0)
        return await self._close(too_much(wait)) if wait else event

    async def _close(self, error: ProtocolError) -> Any:
        self._is_closed = True
        for message in _farewell(error, self._language):
            await self._send(message)
        return {"type": "websocket.disconnect", "code": close_code(error)}


def too_much(wait: float) -> ProtocolError:
    """One address asks too much."""
    return ProtocolError("too-much", 429, seconds=math.ceil(wait))


def too_full(wait: float) -> ProtocolError:
    """All addresses together ask too much."""
    return ProtocolError("too-full", 503, seconds=math.ceil(wait))


def close_code(error: ProtocolError) -> int:
    """The code a websocket is closed with: 4000 and the status of HTTP."""
    return 4000 + error.status


def _is_hello(event: Any) -> bool:
    text = event.get("text")
    try:
        return _KIND.decode(text if text is not None else event.get("bytes") or b"").type == "hello"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _language(scope: Any) -> str:
    wanted = dict(pair.partition("=")[::2] for pair in scope["query_string"].decode("latin-1").split("&"))
    return language_of(wanted.get("lang", "en"))


def _farewell(error: ProtocolError, language: str) -> list[Any]:
    text = msgspec.json.encode(error.to_message(language)).decode()
    return [
        {"type": "websocket.send", "text": text},
        {"type": "websocket.close", "code": close_code(error), "reason": error.code},
    ]


def headers_of(error: ProtocolError) -> dict[str, str]:
    """The headers a refusal has: after how many seconds it may be tried again."""
    return {"retry-after": str(error.places["seconds"])} if "seconds" in error.places else {}


async def refuse(error: ProtocolError, scope: Any, receive: Receive, send: Send) -> None:
    """Says no: an answer with an error, or a websocket that is opened, told and closed."""
    language = _language(scope)
    messages: list[Any]
    if scope["type"] == "websocket":
        await receive()
        messages = [{"type": "websocket.accept"}, *_farewell(error, language)]
    else:
        body = msgspec.json.encode(error.fault(language))
        known = {"content-type": "application/json", "content-length": str(len(body)), **headers_of(error)}
        headers = [(name.encode(), value.encode()) for name, value in known.items()]
        messages = [
            {"type": "http.response.start", "status": error.status, "headers": headers},
            {"type": "http.response.body", "body": body, "more_body": False},
        ]
    for message in messages:
        await send(message)

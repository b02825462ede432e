"""Checks the Host and Origin headers of requests: its own names, its own pages or no page at all.

A page of somebody else's in the same browser may send requests here, and a name of somebody else's may be made to point
here. Such requests are told from a player's by what the browser says of them: the host it asked for, and the origin of
the page that asks. What is answered carries headers by which a browser shows nothing of ours in foreign pages, and runs
nothing foreign in ours.
"""

import ipaddress
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from esquive.core.messages import language_of
from esquive.hosting.protocol import ProtocolError

LOCAL: Final = "localhost"
FORBIDDEN: Final = 4403  # of a websocket
READS: Final = ("GET", "HEAD", "OPTIONS")
LONGEST_PART: Final = 200  # characters between two slashes
OF_CODES: Final = "/api/learn/"  # where a puzzle that somebody has made is named by a code that holds all of it
LONGEST_CODE: Final = 8_000
JSON: Final = ("application/json", "application/x-ndjson")

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # places on the board are told in style attributes
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


def is_path(path: str) -> bool:
    """Whether a path can be one: no file or address has a longer part or a NUL in its name."""
    longest = LONGEST_CODE if path.startswith(OF_CODES) else LONGEST_PART
    return "\0" not in path and all(len(part) <= longest for part in path.split("/"))


class OriginCheck:
    """An ASGI layer around the application; `names` are the names it may be reached by, besides any bare address.

    A bare address (127.0.0.1) cannot be made to point elsewhere, so it is as good as a name of ours.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = frozenset((LOCAL, *(name.lower() for name in names)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may be answered, with the headers; refuses the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        error = self.fault(scope, given)
        if error is None:
            await self.app(scope, receive, _with_headers(send))
        elif str(scope["type"]) == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": error.code})
        else:
            await _refuse(error, scope, _with_headers(send))

    def fault(self, scope: Any, given: dict[str, str]) -> ProtocolError | None:
        """What is wrong with a request, or None."""
        host = given.get("host", "")
        if not is_path(scope["path"]):
            return ProtocolError("no-such-address", 404)
        if not self.is_ours(host):
            return ProtocolError("foreign-host", 400, host=host[:80])
        if scope["type"] == "http" and scope["method"] in READS and given.get("sec-fetch-site") != "cross-site":
            return None
        origin = given.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return ProtocolError("foreign-origin", 403, origin=origin[:80])
        if scope["type"] == "http" and scope["method"] not in READS and given.get("content-length") != "0":
            kind = given.get("content-type", "").partition(";")[0].strip().lower()
            if kind not in JSON:
                return ProtocolError("not-json-content", 415, kind=kind[:80])
        return None

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this server."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _with_headers(send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(one for one in HEADERS if one[0] not in known)]
        await send(message)

    return told


async def _refuse(error: ProtocolError, scope: Any, send: Send) -> None:
    wanted = dict(pair.partition("=")[::2] for pair in scope["query_string"].decode("latin-1").split("&"))
    body = msgspec.json.encode(error.fault(language_of(wanted.get("lang", "en"))))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})

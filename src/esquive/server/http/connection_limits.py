"""Limits of connections: those that say nothing, or are one too many, are closed before anything is read.

The application sees a request once its headers have come; what is before that is the business of uvicorn, whose
protocol is narrowed here.
"""

import asyncio
import logging
from collections import Counter
from typing import Any, ClassVar, Final

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from esquive.hosting.protocol import ProtocolError
from esquive.hosting.time_source import OF_THIS_MACHINE, Alarm, Time
from esquive.server.http.client_address import Proxies
from esquive.server.http.rate_limits import Limits, raise_descriptors
from esquive.server.http.throttling import too_full, too_much
from esquive.server.http.websocket_protocol import Sockets

LOG: Final = logging.getLogger("esquive.server")
LARGEST_MESSAGE: Final = 64 * 1024
FEWEST: Final = 16  # connections, however few descriptors there are


def config_of(app: Any, limits: Limits, proxies: Proxies, time: Time = OF_THIS_MACHINE, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the application within the limits; `more` is uvicorn's own.

    Whose address a request has is found by `throttling`, so uvicorn's own trust in headers is switched off.
    """
    usual: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "ws": Sockets,
        "ws_max_size": LARGEST_MESSAGE,
        "timeout_graceful_shutdown": 2,
        "proxy_headers": False,
        "http": narrowed(limits, proxies, raise_descriptors(), time),
    }
    logging.getLogger("uvicorn.error").addFilter(is_news)
    return uvicorn.Config(app, **{**usual, **more})


def is_news(record: logging.LogRecord) -> bool:
    """Whether a line of the log is no mere answer to what was no HTTP, and has been refused as that already."""
    return record.exc_info is None or not isinstance(record.exc_info[1], h11.LocalProtocolError)


class ConnectionLimits(H11Protocol):
    """One connection, until its headers have been read or it becomes a websocket.

    `most` connections there may be in all, and `by_address` counts those there are.
    """

    time: ClassVar[Time]
    limits: ClassVar[Limits]
    proxies: ClassVar[Proxies]
    most: ClassVar[int]
    by_address: ClassVar[Counter[str]]

    counted = ""
    waiting: Alarm | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:  # the descriptors run out, whatever is lifted
            self._refuse(too_full(5))
        elif self.limits.apply:
            self._count()
            self._wait()

    def _count(self) -> None:
        peer = self.client[0] if self.client else ""
        visitor = self.proxies.visitor(peer, {})
        if self.proxies.trusts(peer) or self.limits.spares(visitor):
            return
        if self.by_address[visitor.address] >= self.limits.connections:
            self._refuse(too_much(10))
            return
        self.counted = visitor.address
        self.by_address[visitor.address] += 1

    def _discount(self) -> None:
        if self.counted:
            self.by_address[self.counted] -= 1
            if not self.by_address[self.counted]:
                del self.by_address[self.counted]
            self.counted = ""

    def _wait(self) -> None:
        """The headers have to come in time; whoever sends them byte by byte gets no more of it."""
        if self.waiting is None and not self.transport.is_closing():
            self.waiting = self.time.call_later(self.limits.header_seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _too_late(self) -> None:
        self.waiting = None
        if self.conn.their_state is h11.IDLE:
            self._refuse(ProtocolError("too-slow", 408, limit=f"{self.limits.header_seconds:g}"))

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if not self.limits.apply:
            return
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._wait()
        elif self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        self._discount()  # `throttling` counts websockets itself
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._discount()
        super().connection_lost(exc)

    def _refuse(self, error: ProtocolError) -> None:
        """Answers without having read, and closes."""
        body = msgspec.json.encode(error.fault())
        head = [f"HTTP/1.1 {error.status} {error.code}", "content-type: application/json", "connection: close"]
        head += [f"content-length: {len(body)}"]
        if "seconds" in error.places:
            head += [f"retry-after: {error.places['seconds']}"]
        self.transport.write("\r\n".join([*head, "", ""]).encode() + body)
        self.transport.close()


def narrowed(limits: Limits, proxies: Proxies, descriptors: int, time: Time = OF_THIS_MACHINE) -> type[H11Protocol]:
    """uvicorn's protocol with the limits of connections, for a process that may have so many descriptors."""
    most = max(FEWEST, descriptors - limits.spare_descriptors)
    bound = {"time": time, "limits": limits, "proxies": proxies, "most": most, "by_address": Counter()}
    return type("BoundConnectionLimits", (ConnectionLimits,), bound)

"""The websocket of a player for tools/load_clients.py: what a player needs of RFC 6455 and RFC 7692, and no more.

Hundreds of players share two cores with the servers they measure, so they are to cost little: a library of websockets
takes twice as long. That servers and other clients agree on what a websocket is, is tested elsewhere.
"""

import asyncio
import base64
import os
import re
from collections import deque
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from isal import isal_zlib

FIN: Final = 0x80
COMPRESSED: Final = 0x40  # the first reserved bit [RFC 7692 6]
MASKED: Final = 0x80
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
TAIL: Final = b"\x00\x00\xff\xff"  # of a flush: left out of a message [RFC 7692 7.2.1]
KEY: Final = bytes(4)  # masks nothing: it protects caches on the way, of which there are none
WINDOW: Final = 15
OFFER: Final = "permessage-deflate; client_max_window_bits"  # as browsers do
AGREED: Final = b"permessage-deflate"
OWN_WINDOW: Final = re.compile(rb"client_max_window_bits=(\d+)")
OWN_ALONE: Final = b"client_no_context_takeover"


class Closed(ConnectionError):
    """The server has closed the websocket."""


class Socket(asyncio.Protocol):
    """A websocket: `recv` gives one message after the other, `send` sends one."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._read = bytearray()
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._messages: deque[bytes | ConnectionError] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._transport: Any = None
        self._inflate: Any = None
        self._deflate: Any = None
        self._window = WINDOW
        self._is_alone = False  # each message is compressed by itself

    # ------------------------------------------------------------------------------------------------------- the loop's

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a websocket."""
        self._transport = transport
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take the messages that are whole."""
        self._read += data
        if self.is_open.done() or self._opened():
            while self._take():
                pass

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        gone = Closed(str(exc or "the server has gone"))
        if not self.is_open.done():
            self.is_open.set_exception(gone)
        self._put(gone)

    # -------------------------------------------------------------------------------------------------------- messages

    async def recv(self) -> bytes:
        """The next message; raises Closed when there are no more."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        message = self._messages.popleft()
        if isinstance(message, ConnectionError):
            self._messages.append(message)
            raise message
        return message

    def send(self, message: bytes) -> None:
        """Send a message; it is small."""
        first = FIN | TEXT
        if self._deflate is not None:
            encoder = _encoder(self._window) if self._is_alone else self._deflate
            message = (encoder.compress(message) + encoder.flush(isal_zlib.Z_SYNC_FLUSH))[: -len(TAIL)]
            first |= COMPRESSED
        self._write(first, message)

    def close(self) -> None:
        """Say so and go."""
        self._write(FIN | CLOSE, b"\x03\xe8")
        self._transport.close()

    def _write(self, first: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([MASKED | size]) if size < 126 else bytes([MASKED | 126]) + size.to_bytes(2, "big")
        self._transport.write(bytes([first]) + length + KEY + payload)

    def _put(self, message: bytes | ConnectionError) -> None:
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _opened(self) -> bool:
        """Read the answer to the request, once all of it is there."""
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._read[:end])
        del self._read[: end + 4]
        if not head.startswith(b"HTTP/1.1 101 "):
            self.is_open.set_exception(Closed(head.partition(b"\r\n")[0].decode()))
            return False
        if AGREED in head:
            window = OWN_WINDOW.search(head)
            self._window = int(window[1]) if window else WINDOW
            self._is_alone = OWN_ALONE in head
            self._inflate, self._deflate = isal_zlib.decompressobj(-WINDOW), _encoder(self._window)
        self.is_open.set_result(None)
        return True

    def _take(self) -> bool:
        """Take one frame, if it is whole; the server sends each message in one, unmasked."""
        read = self._read
        if len(read) < 2:
            return False
        size, start = read[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(read) < start:
                return False
            size = int.from_bytes(read[2:start], "big")
        if len(read) < start + size:
            return False
        first, payload = read[0], bytes(read[start : start + size])
        del read[: start + size]
        kind = first & 0x0F
        if kind == TEXT:
            self._put(self._inflate.decompress(payload + TAIL) if first & COMPRESSED else payload)
        elif kind == PING:
            self._write(FIN | PONG, payload)
        elif kind == CLOSE:
            self._put(Closed(payload[2:].decode() or "closed"))
        return True


def _encoder(window: int) -> Any:
    return isal_zlib.compressobj(1, isal_zlib.DEFLATED, -window)


async def connect(address: str, protocols: Sequence[str], *, deflate: bool, patience: float) -> Socket:
    """A websocket to `ws://HOST:PORT/PATH`, asked for; raises OSError, and TimeoutError after so many seconds."""
    parts = urlsplit(address)
    lines = [
        f"GET {parts.path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {', '.join(protocols)}",
        *([f"Sec-WebSocket-Extensions: {OFFER}"] if deflate else []),
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    async with asyncio.timeout(patience):
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: Socket(request), parts.hostname or "", parts.port or 80
        )
        await socket.is_open
    return socket

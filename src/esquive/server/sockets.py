"""Websockets as uvicorn serves them; but text that is not UTF-8 is told to its sender like any other mistake.

And compressed as positions want it: one is some 20 KiB, most of which was in the one before. With the largest window
the compressor sees that one, and takes a quarter of the time to half of the bytes that uvicorn's small window takes,
for 150 KiB of memory a socket.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

LEVEL: Final = 3  # of zlib; more effort finds little more
MEMORY: Final = 5  # of zlib, for its tables


class Sockets(WebSocketsSansIOProtocol):
    """The protocol of a websocket; what it cannot read is handed on as bytes, and refused where messages are read."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        settings = {"level": LEVEL, "memLevel": MEMORY}
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(client_max_window_bits=12, compress_settings=settings)
        ]

    def send_receive_event_to_app(self) -> None:
        """Hands a message on."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

"""Websockets as uvicorn serves them; but text that is not UTF-8 is told to its sender like any other mistake, and a
position is compressed against the one before it.

Two positions of a match differ in little. The window of the compression holds the last 32 KiB, and with it the position
before: what is sent takes a tenth of what a position takes by itself, and less time. The window takes 128 KiB of memory
a connection, so when there are many, those that come then get uvicorn's small one.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

MOST_WIDE: Final = 256  # connections
WIDE: Final = ServerPerMessageDeflateFactory(client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 4})


class Sockets(WebSocketsSansIOProtocol):
    """The protocol of a websocket; what it cannot read is handed on as bytes, and refused where messages are read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate and len(self.connections) <= MOST_WIDE:
            self.conn.available_extensions = [WIDE]

    def send_receive_event_to_app(self) -> None:
        """Hands a message on."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

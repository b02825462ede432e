"""Websockets as uvicorn serves them; but text that is not UTF-8 is told to its sender like any other mistake, and a
position is compressed against what was sent before it.

Two positions of a match differ in little, and the window of the compression holds the last 32 KiB, which is most of a
position: what is sent takes a tenth of what it holds. ISA-L compresses a position in 30 µs, zlib in 200, and takes
90 KiB of memory a connection for it, so when there are many, those that come then get uvicorn's small window.
"""

from collections.abc import Sequence
from typing import Any, Final

from isal import isal_zlib
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.typing import ExtensionParameter

MOST_WIDE: Final = 256  # connections
WHOLE: Final = 15  # the bits of a window of 32 KiB, the one ISA-L has
FAST: Final = 1  # its level


class _Wide(ServerPerMessageDeflateFactory):
    """Compression with a window of 32 KiB, where the client does not ask for a smaller one."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """The parameters agreed upon, and what compresses by them."""
        agreed, deflate = super().process_request_params(params, accepted_extensions)
        if not deflate.local_no_context_takeover and deflate.local_max_window_bits == WHOLE:
            deflate.encoder = isal_zlib.compressobj(FAST, isal_zlib.DEFLATED, -WHOLE)  # type: ignore[assignment]
        return agreed, deflate


WIDE: Final = _Wide(client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 2})


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

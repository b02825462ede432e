"""Websockets as uvicorn serves them; but text that is not UTF-8 is told to its sender like any other mistake, and what
is sent is compressed by ISA-L: a position in 30 µs, for which zlib takes 200.

Two positions of a match differ in little, and the window of the compression holds the last 32 KiB, which is most of a
position. Whose window is kept gets a tenth of what a position holds. It takes 90 KiB of memory, so when there are many
connections, each message to those that come then is compressed by itself, to a sixth.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from isal import isal_zlib
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.protocol import State
from websockets.typing import BytesLike, ExtensionParameter

MOST_WIDE: Final = 256  # connections
WHOLE: Final = 15  # the bits of a window of 32 KiB, the one ISA-L has
FAST: Final = 1  # its level
END: Final = -4  # of what a flush ends with: left out [RFC 7692, 7.2.1]


class _Deflate(PerMessageDeflate):
    """Compression by ISA-L, where the client does not ask for a smaller window."""

    own: Any = None  # the encoder whose window is kept
    alone: ClassVar[tuple[BytesLike, bytes]] = (b"", b"")  # the last message that was compressed by itself

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent; messages are sent in one."""
        if frame.opcode in CTRL_OPCODES or self.local_max_window_bits != WHOLE:
            return super().encode(frame)
        if not self.local_no_context_takeover:
            if self.own is None:
                self.own = self.encoder = _encoder()
            data = _compressed(self.own, frame.data)
        elif self.alone[0] == frame.data:  # spectators are told the same, one after the other
            data = self.alone[1]
        else:
            data = _compressed(_encoder(), frame.data)
            _Deflate.alone = (frame.data, data)
        return Frame(frame.opcode, data, frame.fin, rsv1=True)


def _encoder() -> Any:
    return isal_zlib.compressobj(FAST, isal_zlib.DEFLATED, -WHOLE)


def _compressed(encoder: Any, data: BytesLike) -> bytes:
    found: bytes = encoder.compress(data) + encoder.flush(isal_zlib.Z_SYNC_FLUSH)
    return found[:END]


class _Factory(ServerPerMessageDeflateFactory):
    """What compresses is agreed upon as ever."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """The parameters agreed upon, and what compresses by them."""
        agreed, known = super().process_request_params(params, accepted_extensions)
        return agreed, _Deflate(
            known.remote_no_context_takeover,
            known.local_no_context_takeover,
            known.remote_max_window_bits,
            known.local_max_window_bits,
            known.compress_settings,
        )


_SMALL: Final = {"memLevel": 5, "level": 2}
WIDE: Final = _Factory(client_max_window_bits=12, compress_settings=_SMALL)
NARROW: Final = _Factory(True, True, client_max_window_bits=12, compress_settings=_SMALL)


class Sockets(WebSocketsSansIOProtocol):
    """The protocol of a websocket; what it cannot read is handed on as bytes, and refused where messages are read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [WIDE if len(self.connections) <= MOST_WIDE else NARROW]

    def send_receive_event_to_app(self) -> None:
        """Hands a message on."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def shutdown(self) -> None:
        """Says goodbye when the server stops; to who is about to go, and has said so, there is nothing more to say."""
        if self.handshake_complete and not self.close_sent and self.conn.state is not State.OPEN:
            self.stop_keepalive()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1012})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            return
        super().shutdown()

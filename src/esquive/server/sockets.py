"""Websockets as uvicorn serves them; but text that is not UTF-8 is told to its sender like any other mistake."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Sockets(WebSocketsSansIOProtocol):
    """The protocol of a websocket; what it cannot read is handed on as bytes, and refused where messages are read."""

    def send_receive_event_to_app(self) -> None:
        """Hands a message on."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

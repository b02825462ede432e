"""What is compressed can be read by whoever speaks the protocol, whichever window is agreed upon."""

import asyncio
from typing import Any

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from esquive.server.http.websocket_protocol import NARROW, WIDE, Sockets

MESSAGES = [bytes(f"position {n}: " + "Ann moves to d4. " * 2000 + "é" * n, "utf-8") for n in range(5)]


@pytest.mark.parametrize("factory", [WIDE, NARROW])
@pytest.mark.parametrize("bits", [None, 10])
def test_every_message_is_read_as_it_was_sent(factory: ServerPerMessageDeflateFactory, bits: int | None) -> None:
    """A client that asks for a small window gets one."""
    client = ClientPerMessageDeflateFactory(server_max_window_bits=bits, client_max_window_bits=True)
    agreed, ours = factory.process_request_params(list(client.get_request_params()), [])
    theirs = client.process_response_params(agreed, [])
    for message in [*MESSAGES, MESSAGES[0], MESSAGES[0]]:
        sent = ours.encode(Frame(Opcode.TEXT, message))
        assert sent.rsv1 and len(sent.data) < len(message) / 5
        assert theirs.decode(sent).data == message


def test_what_many_are_told_is_compressed_once() -> None:
    """Each message is whole by itself, whoever has read what before."""
    client = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    pairs = []
    for _ in range(3):
        agreed, ours = NARROW.process_request_params(list(client.get_request_params()), [])
        pairs.append((ours, client.process_response_params(agreed, [])))
    for message in MESSAGES:
        sent = [ours.encode(Frame(Opcode.TEXT, message)) for ours, _ in pairs]
        assert sent[0].data is sent[1].data is sent[2].data
        assert [theirs.decode(one).data for one, (_, theirs) in zip(sent, pairs, strict=True)] == [message] * 3


def test_pings_are_not_compressed() -> None:
    _, ours = WIDE.process_request_params([], [])
    ping = Frame(Opcode.PING, b"there?")
    assert ours.encode(ping) is ping


class _Wire:
    """What a connection writes to, and whether it is closed."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("is_going", [False, True])
def test_a_server_that_stops_says_goodbye_to_who_is_there_and_nothing_to_who_is_going(is_going: bool) -> None:
    one: Any = Sockets.__new__(Sockets)  # as it is once a page has come, without a server around it
    one.handshake_complete, one.close_sent, one.keepalive_timer = True, False, None
    one.queue, one.transport, one.conn = asyncio.Queue(), _Wire(), ServerProtocol(state=State.OPEN)
    one.stop_keepalive = lambda: None
    if is_going:
        one.conn.receive_data(bytes([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE9]))  # goodbye, 1001: it goes away
    one.shutdown()
    assert one.transport.closed and one.queue.get_nowait()["type"] == "websocket.disconnect"
    assert one.transport.written[2:4] == ((1001).to_bytes(2, "big") if is_going else (1012).to_bytes(2, "big"))

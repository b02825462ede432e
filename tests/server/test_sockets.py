"""What is compressed can be read by whoever speaks the protocol, whichever window is agreed upon."""

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from esquive.server.sockets import NARROW, WIDE

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

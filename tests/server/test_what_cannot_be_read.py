"""Whatever is sent, the answer says what is wrong with it; the log of the server holds no trace of it."""

import json
import logging
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.given_time import LONGEST_WAIT
from tests.server.serving import Site, thread_server

DEEP = b"[" * 20_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("unread") / "matches.sqlite") as running:
        yield running


@pytest.fixture
def site(server: Site, caplog: pytest.LogCaptureFixture) -> Iterator[Site]:
    """A server whose log is empty after each of them."""
    yield server
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/%00",
        "/api/matches/a%00b/replay",
        "/api/clauses/%00",
        "/api/replays/%00/1",
        "/docs/%00",
        "/%00",
        "/assets/%00",
        f"/docs/{'x' * 5000}",
        f"/{'x' * 5000}",
        f"/api/matches/{'x' * 5000}",
        f"/api/replays/example/{'9' * 5000}",
        "/docs/..%2f..%2fpyproject.toml",
        "/api/catalogue?game=%00",
        "/api/clauses?release=%00&lang=%ff",
        f"/api/catalogue?lang={'x' * 5000}",
    ],
)
def test_a_path_or_a_query_that_cannot_be(site: Site, path: str) -> None:
    status, told = site.ask(path)
    assert status in (200, 400, 404), told
    assert status == 200 or set(told) == {"code", "message", "fix"}


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        DEEP + b"]" * 20_000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b'{"cards": ["\xff\xfe"]}',
        b'"\xff"',
        b'{"cards": ["\\ud800"]}',
        b'{"cards": ' + b"9" * 5000 + b"}",
        b'{"cards": [' + b"9" * 5000 + b"]}",
        b'{"cards": [1e999]}',
        b'{"cards": {"a": null}}',
        b"\x00",
        b"",
    ],
)
def test_a_body_that_cannot_be_read(site: Site, body: bytes) -> None:
    for path in ("/api/teams/check", "/api/matches"):
        status, told = site.ask(path, body)
        assert (status, told["code"]) == (400, "bad-request")


def test_a_body_that_is_cut_off(site: Site) -> None:
    host = site.address.removeprefix("http://")
    name, _, port = host.partition(":")
    for length in ("100", "-1", "99999999999"):
        with socket.create_connection((name, int(port)), timeout=LONGEST_WAIT) as line:
            head = f"POST /api/teams/check HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
            line.sendall(f"{head}content-length: {length}\r\n\r\n{{".encode())
            line.shutdown(socket.SHUT_WR)
            told = line.recv(1 << 16)
        assert b" 500 " not in told
    assert site.ask("/api/teams/check", {"cards": []})[0] == 200


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (DEEP, "bad-message"),
        (b'{"type": "why", "do": "\xff"}', "not-json"),
        (b"\xff\xfe", "not-json"),
        ('{"type": "why", "do": "\\ud800"}', "not-json"),
        ('{"type": "hello", "version": ' + "9" * 5000 + "}", "bad-message"),
        ('{"type": "hello", "version": -1}', "bad-message"),
        ('{"type": "hello", "version": true}', "bad-message"),
        ('{"type": "why", "do": "\\u0000"}', "bad-line"),
        ('{"type": "why", "do": "' + "x" * 301 + '"}', "bad-message"),
        ("[]", "bad-message"),
        ("null", "bad-message"),
        ("", "not-json"),
    ],
)
def test_a_message_that_cannot_be_read_is_told_to_its_sender_who_stays(
    site: Site, message: str | bytes, code: str
) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as client:
        client.hello()
        if isinstance(message, bytes):  # a frame that says it is text, whatever is in it
            client.socket.send(message, text=True)
        else:
            client.send(message)
        assert client.read()["code"] == code
        assert client.hello()["type"] == "state"


def test_a_frame_that_is_too_large_ends_its_own_connection_only(site: Site) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as other:
        with site.follow(made["id"]) as client, pytest.raises(ConnectionClosed):
            client.send(json.dumps({"type": "why", "do": "x" * 20_000_000}))
            while True:
                client.read()
        assert other.hello()["type"] == "state"

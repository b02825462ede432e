"""Nobody gets more of the server than the limits say; whoever asks for more is told so, and when to come again."""

import http.client
import json
import resource
import socket
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed

from esquive.core.messages import LANGUAGES
from esquive.server.access.authorization import Entrance
from esquive.server.http.client_address import Proxies
from esquive.server.http.rate_limits import Bucket, Buckets, Limits, Rate, raise_descriptors
from esquive.server.http.throttling import kind_of
from tests.server.given_time import LONGEST_WAIT, GivenTime, eventually
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Follower, Site, thread_server

pytestmark = pytest.mark.anywhere

BOTS = {"players": [{"name": n, "cards": c, "agent": "random"} for n, c in (("A", FIRST_BOX), ("B", BROTHERHOOD))]}
TEAM = {"cards": FIRST_BOX}


def limits(**more: Any) -> Limits:
    """Limits that hold for this machine too."""
    return structs.replace(Limits(spare_this_machine=False), **more)


def head_of(site: Site, method: str, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=LONGEST_WAIT)
    connection.request(method, path, None, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, response.headers, text


def closed(client: Follower) -> tuple[str, int, str]:
    """The code of the last message, and the code and reason a websocket is closed with."""
    said = ""
    with pytest.raises(ConnectionClosed) as told:
        while True:
            said = client.read().get("code", "")
    assert told.value.rcvd is not None
    return said, told.value.rcvd.code, told.value.rcvd.reason


# ---------------------------------------------------------------------------------------------------------- buckets


def test_a_bucket_gives_what_it_holds_and_fills_again_evenly() -> None:
    bucket = Bucket(Rate(3, 30))
    assert [bucket.take(100.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(100.0) == pytest.approx(10.0)
    assert bucket.take(109.0) == pytest.approx(1.0)
    assert bucket.take(110.0) == 0
    assert bucket.take(110.0) == pytest.approx(10.0)
    assert [bucket.take(500.0) for _ in range(4)] == [0, 0, 0, pytest.approx(10.0)]


def test_each_address_has_its_own_bucket_and_they_do_not_pile_up() -> None:
    now = 0.0
    buckets = Buckets(Rate(1, 10), lambda: now, most=100)
    for number in range(1000):
        assert buckets.take(f"address {number}") == 0
    assert len(buckets._buckets) <= 100
    assert buckets.take("address 999") > 0
    now = 10.0
    assert buckets.take("address 999") == 0


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/matches", "matches"),
        ("GET", "/api/matches", ""),
        ("POST", "/api/matches/", "matches"),
        ("POST", "/api/matches/abc/seats", "seats"),
        ("POST", "/api/matches/abc/watch", "seats"),
        ("POST", "/api/replays", "uploads"),
        ("POST", "/api/dice", "dice"),
        ("POST", "/api/teams/check", "team_checks"),
        ("POST", "/api/door", "guesses"),
        ("POST", "/api/me/move", "guesses"),
        ("POST", "/api/me", ""),
        ("POST", "/", ""),
    ],
)
def test_every_address_that_costs_has_its_own_rate(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


# ------------------------------------------------------------------------------------------------------- over HTTP


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "path", "body"),
    [
        ("matches", "/api/matches", {"players": []}),
        ("uploads", "/api/replays", {}),
        ("dice", "/api/dice", {}),
        ("seats", "/api/matches/none/seats", {"name": "Ann"}),
        ("team_checks", "/api/teams/check", TEAM),
        ("guesses", "/api/door", {"password": "?"}),
    ],
)
def test_one_address_may_do_so_much_and_is_told_when_to_come_again(
    tmp_path: Path, name: str, path: str, body: Any
) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=limits(**{name: Rate(2, 600)})) as site:
        assert all(site.ask(path, body)[1].get("code") != "too-much" for _ in range(2))
        status, error = site.ask(path, body)
        assert (status, error["code"]) == (429, "too-much")
        assert site.ask("/api/matches") == (200, [])


def test_a_refusal_says_after_how_many_seconds_in_every_language(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=limits(requests=Rate(6, 60))) as site:
        while (answer := head_of(site, "GET", "/api/door"))[0] == 200:
            pass
        status, headers, _ = answer
        assert status == 429 and 1 <= int(headers["retry-after"]) <= 10
        assert headers["content-security-policy"]
        said = {json.loads(head_of(site, "GET", f"/api/door?lang={one}")[2])["message"] for one in LANGUAGES}
        assert len(said) == 3


@pytest.mark.sqlite
def test_all_together_may_do_so_much(tmp_path: Path) -> None:
    entrance = Entrance(proxies=("127.0.0.1",))
    with thread_server(tmp_path / "m.sqlite", limits=limits(all_guesses=Rate(2, 600)), entrance=entrance) as site:
        for last in range(2):
            assert site.ask("/api/door", {"password": "?"}, x_forwarded_for=f"192.0.2.{last}")[0] == 201
        status, error = site.ask("/api/door", {"password": "?"}, x_forwarded_for="192.0.2.9")
        assert (status, error["code"]) == (503, "too-full")


@pytest.mark.sqlite
def test_this_machine_is_not_bothered_and_everything_can_be_lifted(tmp_path: Path) -> None:
    tight = Limits(guesses=Rate(1, 600), all_guesses=Rate(1, 600))
    for lifted in (tight, structs.replace(tight, apply=False, spare_this_machine=False)):
        with thread_server(tmp_path / "m.sqlite", limits=lifted) as site:
            assert [site.ask("/api/door", {"password": "?"})[0] for _ in range(4)] == [201] * 4


@pytest.mark.sqlite
def test_bots_alone_play_so_many_matches_at_once(tmp_path: Path) -> None:
    tight = limits(bot_matches=1, all_bot_matches=2)
    entrance = Entrance(proxies=("127.0.0.1",))
    with thread_server(tmp_path / "m.sqlite", limits=tight, entrance=entrance, pace=5.0) as site:
        asked = [site.ask("/api/matches", BOTS, x_forwarded_for=one)[0] for one in ("192.0.2.1", "192.0.2.1")]
        assert asked == [201, 429]
        asked = [site.ask("/api/matches", BOTS, x_forwarded_for=one)[0] for one in ("192.0.2.2", "192.0.2.3")]
        assert asked == [201, 503]
        person = {"players": [{**BOTS["players"][0], "agent": "human"}, BOTS["players"][1]]}
        assert site.ask("/api/matches", person, x_forwarded_for="192.0.2.1")[0] == 201


# ------------------------------------------------------------------------------------------------ whose address it is


@pytest.mark.parametrize(
    ("peer", "given", "address", "is_here", "is_proxied"),
    [
        ("192.0.2.1", {}, "192.0.2.1", False, False),
        ("192.0.2.1", {"x-forwarded-for": "198.51.100.7"}, "192.0.2.1", False, False),  # anybody could say so
        ("10.0.0.2", {"x-forwarded-for": "198.51.100.7"}, "198.51.100.7", False, True),
        ("10.0.0.2", {"x-forwarded-for": "1.1.1.1, 198.51.100.7"}, "198.51.100.7", False, True),  # the last hop
        ("10.0.0.2", {"x-forwarded-for": "198.51.100.7, 10.0.0.3"}, "198.51.100.7", False, True),
        ("10.0.0.2", {}, "unknown", False, True),
        ("10.0.0.2", {"x-forwarded-for": "rubbish"}, "unknown", False, True),
        ("::ffff:10.0.0.2", {"x-forwarded-for": "198.51.100.7"}, "198.51.100.7", False, True),
        ("2001:db8:1:2:3:4:5:6", {}, "2001:db8:1:2::/64", False, False),
        ("127.0.0.1", {}, "127.0.0.1", True, False),
        ("::1", {}, "::/64", True, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, "127.0.0.1", False, False),  # through a proxy nobody named
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, "127.0.0.1", False, False),
    ],
)
def test_an_address_is_what_a_trusted_proxy_says_and_nobody_else(
    peer: str, given: dict[str, str], address: str, is_here: bool, is_proxied: bool
) -> None:
    found = Proxies(["10.0.0.0/24"]).visitor(peer, given)
    assert (found.address, found.is_here, found.is_proxied) == (address, is_here, is_proxied)


# ------------------------------------------------------------------------------------------------------- websockets


@pytest.mark.sqlite
def test_one_address_opens_so_many_websockets(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=limits(sockets=2)) as site:
        made = site.new_match()
        with site.follow(made["id"]) as first, site.follow(made["id"]) as second:
            assert first.hello()["type"] == second.hello()["type"] == "state"
            with site.follow(made["id"]) as third:
                assert closed(third) == ("too-many-sockets", 4429, "too-many-sockets")

        def follows() -> bool:
            with site.follow(made["id"]) as client:
                client.send({"type": "hello", "version": 0})
                return client.read()["type"] == "state"

        eventually(follows, "a websocket that is closed counts no more")


@pytest.mark.sqlite
@pytest.mark.parametrize(("name", "code"), [("match_sockets", "match-full"), ("all_sockets", "too-full")])
def test_a_match_and_a_server_have_room_for_so_many(tmp_path: Path, name: str, code: str) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=structs.replace(Limits(), **{name: 1})) as site:
        made = site.new_match()
        with site.follow(made["id"]) as first, site.follow(made["id"]) as second:
            assert closed(second) == (code, 4503, code)
            assert first.hello()["type"] == "state"


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("messages", '{"type":"why","do":"end"}'),
        ("messages", "no message at all"),
        ("hellos", '{"version":0,"type":"hello"}'),
        ("hellos", '{"version":0,"type":"\\u0068ello"}'),
    ],
)
def test_who_says_too_much_is_told_and_shut_out(tmp_path: Path, name: str, message: str) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=limits(**{name: Rate(4, 60)})) as site:
        made = site.new_match()
        with site.follow(made["id"]) as client:
            client.hello()
            for _ in range(4):
                client.send(message)
            assert closed(client) == ("too-much", 4429, "too-much")


@pytest.mark.sqlite
def test_who_says_no_hello_is_not_waited_for(tmp_path: Path) -> None:
    time = GivenTime()
    with thread_server(tmp_path / "m.sqlite", limits=Limits(), time=time) as site:
        made = site.new_match("human", "human")
        with site.follow(made["id"]) as silent, site.follow(made["id"]) as greeted:
            greeted.hello()
            time.goes_on(Limits().hello_seconds)
            assert closed(silent) == ("no-hello", 4408, "no-hello")
            assert greeted.ask({"type": "why", "do": "end"})["code"] == "not-your-decision"


# ------------------------------------------------------------------------------------------------- slow connections


def line_to(site: Site) -> socket.socket:
    """A connection; the server has taken it, and read what was sent by others, once it has answered a later one."""
    host, port = site.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=LONGEST_WAIT)


def answer_on(connection: socket.socket) -> bytes:
    """All that the server says before it closes a connection."""
    heard = b""
    try:
        while piece := connection.recv(4096):
            heard += piece
    except ConnectionError:
        pass
    return heard


def spoken(site: Site, text: bytes) -> bytes:
    """What the server says to a client that sends a text."""
    with line_to(site) as connection:
        connection.sendall(text)
        return answer_on(connection)


@pytest.mark.sqlite
@pytest.mark.parametrize("text", [b"", b"GET /api/matches HTTP/1.1\r\nhost: localhost\r\nx: "])
def test_headers_that_do_not_come_are_not_waited_for(tmp_path: Path, text: bytes) -> None:
    time = GivenTime()
    with thread_server(tmp_path / "m.sqlite", time=time) as site, line_to(site) as connection:
        for piece in (text, b"slow" if text else b""):  # which lengthens nothing
            connection.sendall(piece)
            assert site.ask("/api/matches") == (200, [])
            time.goes_on(Limits().header_seconds / 2)
        heard = answer_on(connection)
        assert heard.startswith(b"HTTP/1.1 408") and b'"too-slow"' in heard


@pytest.mark.sqlite
def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    lines = (
        "POST /api/teams/check HTTP/1.1",
        "host: localhost",
        "content-type: application/json",
        "content-length: 99",
    )
    head = "\r\n".join([*lines, "", ""]).encode()
    time = GivenTime()
    with thread_server(tmp_path / "m.sqlite", time=time) as site, line_to(site) as connection:
        connection.sendall(head + b'{"cards"')
        assert site.ask("/api/matches") == (200, [])
        time.goes_on(Limits().body_seconds)
        heard = answer_on(connection)
        assert heard.startswith(b"HTTP/1.1 408") and b'"too-slow"' in heard


@pytest.mark.sqlite
def test_a_connection_that_is_kept_for_the_next_request_is_no_slow_one(tmp_path: Path) -> None:
    time = GivenTime()
    with thread_server(tmp_path / "m.sqlite", time=time) as site:
        connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=LONGEST_WAIT)
        for _ in range(3):
            connection.request("GET", "/api/matches")
            assert connection.getresponse().read() == b"[]"
            time.goes_on(2 * Limits().header_seconds)
        connection.close()


@pytest.mark.sqlite
def test_one_address_keeps_so_many_connections_open(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=limits(connections=3)) as site:
        idle = [line_to(site) for _ in range(3)]
        heard = spoken(site, b"GET /api/matches HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert heard.startswith(b"HTTP/1.1 429") and b"retry-after: 10" in heard
        for one in idle:
            one.close()
        eventually(lambda: site.ask("/api/matches") == (200, []))


# ---------------------------------------------------------------------------------------------------- descriptors


def test_the_process_takes_the_descriptors_it_is_allowed() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        assert raise_descriptors() == min(hard, 65_536) == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.sqlite
def test_connections_are_refused_before_the_descriptors_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with all limits lifted; those that are there go on, and there is room again when some have gone."""
    monkeypatch.setattr("esquive.server.http.connection_limits.raise_descriptors", lambda: 148)
    with thread_server(tmp_path / "m.sqlite", limits=Limits(apply=False)) as site:
        made = site.new_match()
        with site.follow(made["id"]) as client:
            client.hello()
            crowd = [line_to(site) for _ in range(40)]  # taken in their order, and before the next one
            heard = spoken(site, b"GET /api/matches HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert heard.startswith(b"HTTP/1.1 503") and b"retry-after" in heard
            assert client.hello()["type"] == "state"
            for one in crowd:
                one.close()
        question = b"GET /api/door HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        eventually(lambda: spoken(site, question)[9:12] == b"200")

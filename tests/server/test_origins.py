"""Pages of other origins can neither write nor listen, foreign names lead nowhere, and every answer has its headers."""

import http.client
import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from esquive.server.http.origins import OriginCheck
from tests.server.given_time import LONGEST_WAIT
from tests.server.serving import Site, thread_server

pytestmark = pytest.mark.anywhere

MATCH = json.dumps({"players": []})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("guard") / "matches.sqlite") as found:
        yield found


def asked(
    site: Site, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=LONGEST_WAIT)
    connection.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text, response.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "[::1"])
def test_a_name_that_is_not_the_servers_own_is_refused(site: Site, host: str) -> None:
    status, text, _ = asked(site, "GET", "/api/matches", host=host)
    assert (status, json.loads(text)["code"]) == (400, "foreign-host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1", "[::1]:80", "192.0.2.7:8080"])
def test_bare_addresses_and_localhost_are_always_its_own(site: Site, host: str) -> None:
    assert asked(site, "GET", "/api/matches", host=host)[0] == 200


def test_names_given_at_the_start_are_its_own() -> None:
    guard = OriginCheck(lambda *asked: None, ["Games.Example.org"])
    assert guard.is_ours("games.example.org:443")
    assert not guard.is_ours("example.org")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_a_write_from_a_page_of_another_origin_is_refused(site: Site, origin: str) -> None:
    status, text, _ = asked(site, "POST", "/api/matches", MATCH, origin=origin, content_type="application/json")
    assert (status, json.loads(text)["code"]) == (403, "foreign-origin")


def test_a_write_from_its_own_page_or_from_no_page_is_taken(site: Site) -> None:
    for more in ({"origin": site.address}, {}):
        status, text, _ = asked(site, "POST", "/api/matches", MATCH, content_type="application/json", **more)
        assert (status, json.loads(text)["code"]) == (400, "bad-request")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_could_send_is_no_write(site: Site, kind: str) -> None:
    status, text, _ = asked(site, "POST", "/api/matches", MATCH, content_type=kind)
    assert (status, json.loads(text)["code"]) == (415, "not-json-content")


def test_a_page_of_another_origin_cannot_listen(site: Site) -> None:
    made = site.new_match()
    address = f"ws{site.address[4:]}/api/matches/{made['id']}/ws"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin="http://evil.example") as socket:
        socket.recv(timeout=LONGEST_WAIT)
    with connect(address, origin=site.address) as socket:
        socket.send(json.dumps({"type": "hello", "version": 0}))
        assert json.loads(socket.recv(timeout=LONGEST_WAIT))["type"] == "state"


@pytest.mark.parametrize("path", ["/", "/api/matches", "/api/nothing", "/schema/openapi.json"])
def test_every_answer_says_what_a_browser_may_do_with_it(site: Site, path: str) -> None:
    """No frame of others shows it, no script but its own runs in it, and nobody guesses what kind it is of."""
    headers = asked(site, "GET", path)[2]
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["access-control-allow-origin"] is None


def test_refusals_speak_the_language_asked_for(site: Site) -> None:
    text = asked(site, "GET", "/api/matches?lang=fr", host="evil.example")[1]
    assert "serveur" in json.loads(text)["message"]

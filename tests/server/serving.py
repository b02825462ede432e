"""Servers for tests: one in a thread of this process with dice that are the same every time, or a real process."""

import asyncio
import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.access.authorization import Entrance
from esquive.server.cluster.channels import MEMORY
from esquive.server.http.app import create_app
from esquive.server.http.client_address import Proxies
from esquive.server.http.connection_limits import config_of
from esquive.server.http.rate_limits import Limits
from esquive.server.http.static_files import STATIC
from esquive.server.operations.configuration import Configuration
from esquive.server.storage.database import sqlite_url
from tests.server.given_time import LONGEST_WAIT, eventually
from tests.server.services import DATABASES, database_at, prepared, run_apart

FIRST_BOX = ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]
BROTHERHOOD = ["percedal", "evangelyne", "ruel-stroud", "amalia"]
QUESTIONS: Final = ("why", "preview")  # what no state answers
AS_USUAL = Configuration()
USUAL_LIMITS = Limits()
AT_HOME = Entrance()


class Site:
    """A server that answers at an address."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def headers(self, path: str) -> tuple[int, dict[str, str]]:
        """Status and headers of a request."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=LONGEST_WAIT) as response:
                return response.status, dict(response.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers)

    def ask(
        self, path: str, body: Any = None, token: str = "", headers: dict[str, str] | None = None, **more: str
    ) -> tuple[int, Any]:
        """Status and JSON (else text) of a request; one with a body is a POST. `more` are headers too."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"content-type": "application/json", **(headers or {})}
        given |= {name.replace("_", "-"): value for name, value in more.items()}
        if token:
            given["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.address + path, data, given)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as response:
                status, text = response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                status, text = error.code, error.read().decode()
        try:
            return status, json.loads(text)
        except json.JSONDecodeError:
            return status, text

    def new_match(self, first: str = "human", second: str = "random", **more: Any) -> dict[str, Any]:
        """A new match of two ready-made teams."""
        players = [
            {"name": "Ann", "cards": FIRST_BOX, "agent": first},
            {"name": "Bob", "cards": BROTHERHOOD, "agent": second},
        ]
        status, made = self.ask("/api/matches", {"players": players, **more})
        assert status == 201, made
        return dict(made)

    @contextmanager
    def follow(self, match_id: str, token: str = "", language: str = "en") -> Iterator["Follower"]:
        """A websocket to a match."""
        address = f"ws{self.address[4:]}/api/matches/{match_id}/ws?lang={language}"
        subprotocols = [Subprotocol("esquive"), *([Subprotocol(f"token.{token}")] if token else ())]
        with connect(address, max_size=None, open_timeout=LONGEST_WAIT, subprotocols=subprotocols) as socket_:
            yield Follower(socket_)


class Follower:
    """A client of a match."""

    def __init__(self, socket_: ClientConnection) -> None:
        self.socket = socket_

    def send(self, message: Any) -> None:
        """Send a message, or a text as it is."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def read(self) -> dict[str, Any]:
        """The next message."""
        return dict(json.loads(self.socket.recv(timeout=LONGEST_WAIT)))

    def ask(self, message: Any) -> dict[str, Any]:
        """Send a message and read the next one; the answer of a question, though an agent plays meanwhile."""
        self.send(message)
        got = self.read()
        is_question = isinstance(message, dict) and message.get("type") in QUESTIONS
        while is_question and got["type"] == "state":
            got = self.read()
        return got

    def hello(self, version: int = 0) -> dict[str, Any]:
        """Say hello and read the state."""
        return self.ask({"type": "hello", "version": version})

    def until_asked(self, state: dict[str, Any]) -> dict[str, Any]:
        """The first state from this one on that asks this client, or ends the game."""
        while state["decision"] is None and not state["over"]:
            state = self.read()
            assert state["type"] == "state", state
        return state


def wait_for(site: Site) -> None:
    """Wait until a server answers."""

    def answers() -> bool:
        try:
            site.ask("/api/matches")
        except (urllib.error.URLError, ConnectionError):
            return False
        return True

    eventually(answers, f"{site.address} answers")


@cache
def _empty() -> Path:
    """A database with its tables and its key, made once: to make them takes longer than most tests."""
    folder = Path(tempfile.mkdtemp(prefix="esquive-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "matches.sqlite"
    run_apart(prepared(sqlite_url(file)))
    return file


def _lay_out(file: Path) -> None:
    """An empty database where there is none yet."""
    if DATABASES.cluster is None and not file.exists():
        for kept in _empty().parent.glob(f"{_empty().name}*"):
            shutil.copy(kept, file.parent / kept.name.replace(_empty().name, file.name))


class Told(uvicorn.Server):
    """A server that ends when it is told to, not at its next look at the clock: hundreds of them end in the tests."""

    loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        self.told, self.loop = asyncio.Event(), asyncio.get_running_loop()
        await self.on_tick(0)
        if not self.should_exit:
            await self.told.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends with every connection closed, one that a browser opened at the last moment included.

        The server closes those it knows as it begins to end; a loop that is closed over another one waits for the
        other side to let go of it.
        """
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def end(self) -> None:
        self.should_exit = True
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.told.set)


@contextmanager
def thread_server(
    file: Path,
    *,
    pace: float = 0.0,
    static: Path = STATIC,
    seed: bytes = b"0" * 32,
    configuration: Configuration = AS_USUAL,
    limits: Limits = USUAL_LIMITS,
    entrance: Entrance = AT_HOME,
    port: int = 0,
    reached: Sequence[str] = (),
    channels: str = MEMORY,
    time: Time = OF_THIS_MACHINE,
) -> Iterator[Site]:
    """A server in a thread; every match has the same dice."""
    _lay_out(file)
    app = create_app(
        database_at(file),
        pace=pace,
        static=static,
        seeds=lambda: seed,
        configuration=configuration,
        limits=limits,
        entrance=entrance,
        reached=reached,
        channels=channels,
        time=time,
    )
    follower = socket.create_server(("127.0.0.1", port))

    config = config_of(app, limits, Proxies(entrance.proxies), time, timeout_graceful_shutdown=1)
    server = Told(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [follower]}, daemon=True)
    thread.start()
    site = Site(f"http://127.0.0.1:{follower.getsockname()[1]}")
    try:
        wait_for(site)
        yield site
    finally:
        server.end()
        thread.join(LONGEST_WAIT)
        follower.close()
    assert not thread.is_alive()


class ServerProcess:
    """`esquive play` as a process of its own, which can be killed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.process: subprocess.Popen[str] | None = None
        self.site = Site("")

    def start(self) -> Site:
        """Start the server on a free port."""
        command = [sys.executable, "-m", "esquive.cli.main", "play", "--port", "0", "--no-browser", "--json"]
        self.process = subprocess.Popen(
            [*command, "--data", database_at(self.file), "--bot-pace", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        self.site = Site(json.loads(self.process.stdout.readline())["address"])
        wait_for(self.site)
        return self.site

    def kill(self) -> None:
        """Kill the process as a power cut would, with no chance to put anything in order."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LONGEST_WAIT)
        self.process.stdout.close()
        self.process = None

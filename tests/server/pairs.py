"""One site of two processes in the loop of a test, for docs/server-pairs.md: reached by its addresses, and inside."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar

from esquive.hosting import removal
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.server.cluster import takeover
from esquive.server.http.app import create_app
from esquive.server.http.rate_limits import Limits
from tests.server.given_time import LONGEST_WAIT, GivenTime, until
from tests.server.services import Cluster
from tests.server.test_processes import BOTS
from tests.server.test_store import SETUP

HERE, ELSEWHERE, ALONE, PRIVATE, OVER = "played here", "played elsewhere", "by bots alone", "private", "over"
COLUMNS = (HERE, ELSEWHERE, ALONE, PRIVATE, OVER)
CLOCK = {"turn": 0, "total": 600}
ADDRESS = "http://127.0.0.1"
Told = dict[str, Any]


class Process:
    """A process of the server, but for its sockets: the whole application, from its beginning to its end."""

    def __init__(self, database: str, channels: str) -> None:
        self.app: Litestar = create_app(database, pace=0.2, channels=channels, limits=Limits(apply=False))
        self._is_up = asyncio.Event()
        self._ends = asyncio.Event()
        self._life = asyncio.create_task(self._live())

    async def _live(self) -> None:
        async with self.app.lifespan():
            self._is_up.set()
            await self._ends.wait()

    async def begin(self) -> None:
        """Return once it serves; raises what has kept it from that."""
        up = asyncio.create_task(self._is_up.wait())
        await asyncio.wait({up, self._life}, return_when=asyncio.FIRST_COMPLETED)
        if self._life.done():
            up.cancel()
            await self._life

    async def end(self) -> None:
        """Return once it has ended in order."""
        self._ends.set()
        await self._life

    @property
    def registry(self) -> MatchRegistry:
        registry: MatchRegistry = self.app.state.registry
        return registry

    async def ask(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Status and JSON (else text) of a request; one with a body is a POST."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        transport = httpx.ASGITransport(app=cast(Any, self.app))
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS, timeout=LONGEST_WAIT) as client:
            method = "GET" if body is None else "POST"
            response = await client.request(method, path, json=body, headers=headers)
        kind = response.headers["content-type"]
        return response.status_code, response.json() if kind.startswith("application/json") else response.text

    async def code(self, path: str, body: Any = None, token: str = "") -> str:
        """The code of what a request is refused with, "" for one that is not."""
        status, told = await self.ask(path, body, token)
        return str(told["code"]) if status >= 400 else ""

    def follow(self, match_id: str, token: str = "") -> "Follower":
        """A websocket to a match."""
        return Follower(self.app, match_id, token)


class Follower:
    """A client of a match at one process."""

    def __init__(self, app: Litestar, match_id: str, token: str) -> None:
        path = f"/api/matches/{match_id}/ws"
        scope: Any = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"lang=en",
            "headers": [(b"host", b"127.0.0.1")],
            "subprotocols": ["esquive", *([f"token.{token}"] if token else [])],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        self._sent: asyncio.Queue[Any] = asyncio.Queue()
        self._come: asyncio.Queue[Any] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(app(scope, self._sent.get, self._come.put))

    def send(self, message: Told) -> None:
        """Send a message."""
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def read(self, *kinds: str) -> Told:
        """The next message, of these kinds if any are named; one of kind `close` with code and reason is the last."""
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                event = await self._come.get()
                if event["type"] == "websocket.accept":
                    continue
                closes = event["type"] == "websocket.close"
                told: Told = {**event, "type": "close"} if closes else json.loads(event["text"])
                if closes or not kinds or told["type"] in kinds:
                    return told

    async def ask(self, message: Told, *kinds: str) -> Told:
        """Send a message, and the next one of these kinds."""
        self.send(message)
        return await self.read(*kinds)

    async def hello(self) -> Told:
        """Say hello, and the state."""
        return await self.ask({"type": "hello", "version": 0}, "state", "error", "later")

    async def answer(self, state: Told, line: str = "") -> Told:
        """Give an answer, the first there is, and what comes of it."""
        do = line or state["decision"]["options"][0]["do"]
        return await self.ask({"type": "answer", "version": state["version"], "do": do}, "state", "refused", "error")

    async def closed(self) -> tuple[int, str]:
        """With which code and reason it is closed, whatever is told before."""
        told = await self.read("close")
        return told["code"], told["reason"]

    async def go(self) -> None:
        """Go away."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._task, LONGEST_WAIT)


class Site:
    """Two processes of a server, kept for all cells."""

    def __init__(self, database: str, channels: str) -> None:
        self.database = database
        self.channels = channels
        self.loop = asyncio.new_event_loop()
        self.processes: list[Process] = []

    def run(self, job: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the loop of the processes."""
        return self.loop.run_until_complete(job)

    def walk(self, job: Coroutine[Any, Any, None]) -> None:
        """Walk a cell; the one before may have failed between the end of a process and the next one's beginning."""
        while len(self.processes) < 2:
            self.run(self.start())
        self.run(asyncio.wait_for(job, 2 * LONGEST_WAIT))

    @property
    def registries(self) -> list[MatchRegistry]:
        return [one.registry for one in self.processes]

    async def start(self) -> None:
        process = Process(self.database, self.channels)
        await process.begin()
        self.processes.append(process)

    async def end(self, registry: MatchRegistry) -> None:
        (process,) = [one for one in self.processes if one.registry is registry]
        self.processes.remove(process)
        await process.end()

    async def restart(self) -> None:
        """All processes end, and others begin."""
        for registry in self.registries:
            await self.end(registry)
        for _ in range(2):
            await self.start()

    def asked(self, column: str) -> Process:
        """The process that is asked for a match that the first one plays."""
        return self.processes[0 if column == HERE else 1]

    @contextmanager
    def given_time(self) -> Iterator[GivenTime]:
        """Rooms that are opened meanwhile have a time that stands still until it is let go on."""
        time, before = GivenTime(), [registry.time for registry in self.registries]
        for registry in self.registries:
            registry.time = time
        try:
            yield time
        finally:
            for registry, one in zip(self.registries, before, strict=True):
                registry.time = one


@pytest.fixture(scope="module")
def site(cluster: Cluster, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(takeover, "BEAT", 0.1)
        patch.setattr(removal, "HEARD", 0.3)
        patch.setenv("ESQUIVE_SEED_KEY", "5a" * 32)
        made = Site(cluster.database(str(tmp_path_factory.mktemp("pairs"))), redis_url)
        for _ in range(2):
            made.run(made.start())
        yield made
        for registry in made.registries:
            made.run(made.end(registry))
        made.loop.close()


async def created(site: Site, column: str, **more: Any) -> Told:
    """A match of a column, begun at the first process: its id and tokens. One that is over has been resigned by Ann."""
    wanted: Told = dict(BOTS if column == ALONE else {**SETUP, "clock": CLOCK})
    access = "private" if column == PRIVATE else "listed"
    status, made = await site.processes[0].ask("/api/matches", {**wanted, "access": access, **more})
    assert status == 201, made
    if column == OVER:
        await resigned(site, made)
    return dict(made)


async def resigned(site: Site, made: Told, by: int = 0) -> None:
    """A player resigns, at the first process."""
    client = site.processes[0].follow(made["id"], made["player_tokens"][by])
    await client.hello()
    client.send({"type": "wish", "what": "resign"})
    while not (await client.read("state"))["over"]:
        pass
    await client.go()


async def rooms_of(site: Site, column: str, made: Told) -> tuple[Room, Room]:
    """The room of a match at the process that plays it, and at the one that is asked."""
    room, shown = await site.registries[0].room(made["id"]), await site.asked(column).registry.room(made["id"])
    await until(lambda: room.match.is_over == shown.match.is_over, "the other process does not know that it is over")
    assert room.is_ours
    return room, shown


async def begun(site: Site, column: str) -> tuple[Room, Room]:
    """A match of a column: its room at the process that plays it, and at the one that is asked."""
    room, shown = await rooms_of(site, column, await created(site, column))
    assert room.stored.private == (column == PRIVATE) and room.match.is_over == (column == OVER)
    return room, shown


async def deleted(site: Site, made: Told) -> None:
    """A match is no more: its bots would play on beside other cells."""
    wanted = {"token": made["token"], "delete": True}
    status, told = await site.processes[0].ask(f"/api/matches/{made['id']}/forget", wanted)
    assert (status, told["deleted"]) == (200, True)


async def seen(site: Site, match_id: str, token: str = "") -> list[str]:
    """What each process tells whoever asks for a match with a token, "" where it is shown."""
    return [await one.code(f"/api/matches/{match_id}", token=token) for one in site.processes]

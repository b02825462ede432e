"""Three processes of the server on one PostgreSQL are killed under load, one after the other: nothing may be lost.

    python tools/processes.py [--kills N] [--matches M] [--processes P] [--pause S] [--seed SEED] [--json]

Every player is at a process of its own choosing, and goes to another when that one is gone; what was not acknowledged
is answered again. An answer is acknowledged once its player reads a position that holds it. At the end every one that
was is looked for in the database, at the number it was acknowledged with and once, and every match is played again from
what is stored of it. Every match of a process that was killed has to be taken over, by survivors that play matches of
their own: how long that took at most, and how many matches the survivors had, is told. Ends with 1 when an answer is
lost or doubled, when a match cannot be played again or is not taken over, or when nobody could answer for a minute.

PostgreSQL and Redis are started here (see tools/services.py).
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from esquive.hosting.protocol import ProtocolError
from esquive.hosting.resumption import load_match
from esquive.server.storage.store import Store

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from services import HOW, find_postgresql, find_redis

from tests.server.services import postgresql, redis

LONGEST: Final = 60.0  # seconds without any answer
LOOK: Final = 0.25  # seconds between two looks at who plays what
SERVE: Final = ("play", "--port", "0", "--no-browser", "--bot-pace", "0", "--json")
TEAMS: Final = (
    ("oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"),
    ("percedal", "evangelyne", "ruel-stroud", "amalia"),
)
HELLO: Final = '{"type": "hello", "version": 0}'
PASSING: Final = ("stale-version", "elsewhere", "server-fault", "closing")  # what may go wrong while processes die
GONE: Final = (OSError, WebSocketException, urllib.error.URLError, TimeoutError)


class Process:
    """A process of the server."""

    def __init__(self, data: str, channels: str) -> None:
        command = [sys.executable, "-m", "esquive.cli.main", *SERVE, "--data", data, "--channels", channels]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = ""
        self.name = ""  # what it is called in the database

    def wait(self) -> None:
        """Wait until it says where it is."""
        if self.process.stdout is None:
            raise AssertionError("it is not heard")
        self.address = str(json.loads(self.process.stdout.readline())["address"]).rstrip("/")

    def end(self, how: int) -> None:
        """End it, and wait until it has."""
        self.process.send_signal(how)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@dataclass
class Told:
    """What has been seen: acknowledged answers by match, as (number, line), and what must not be."""

    acknowledged: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    last: float = 0.0
    longest: float = 0.0
    faults: list[str] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)  # after how long the matches of each killed process were
    moved: int = 0  # matches that were taken over
    kept: list[int] = field(default_factory=list)  # matches that the survivors had of their own

    def answered(self, match: str, number: int, line: str) -> None:
        """An answer was acknowledged."""
        now = time.monotonic()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        self.acknowledged[match].append((number, line))


class Load:
    """Players of many matches, at processes that come and go."""

    def __init__(self, processes: list[Process], seed: int) -> None:
        self.processes = processes
        self.random = random.Random(seed)
        self.told = Told()

    def address(self) -> str:
        """A process to go to."""
        return self.random.choice(self.processes).address

    async def table(self) -> None:
        """Play one match after the other until it is cancelled."""
        players = [{"name": name, "cards": cards} for name, cards in zip(("Ann", "Bob"), TEAMS, strict=True)]
        while True:
            try:
                made = await asyncio.to_thread(posted, f"{self.address()}/api/matches", {"players": players})
            except GONE:
                await asyncio.sleep(0.05)
                continue
            self.told.acknowledged[made["id"]] = []
            await asyncio.gather(*(self.play(made["id"], token) for token in made["player_tokens"]))

    async def play(self, match: str, token: str) -> None:
        """Play one seat until the match is over; wherever it can be played."""
        seat = Seat(self.told, match, self.random)
        while not seat.is_over:
            address = f"ws{self.address().removeprefix('http')}/api/matches/{match}/ws"
            offered = [Subprotocol("esquive"), Subprotocol(f"token.{token}")]
            with contextlib.suppress(*GONE):
                async with connect(address, max_size=None, open_timeout=10, subprotocols=offered) as socket:
                    seat.is_sent = False
                    await socket.send(HELLO)
                    while not seat.is_over:
                        said = seat.says(json.loads(await socket.recv()))
                        if said is not None:
                            await socket.send(said)
            await asyncio.sleep(0.05)


class Seat:
    """A player, wherever it is connected; `given` is its answer that has not been acknowledged, and the version."""

    def __init__(self, told: Told, match: str, rng: random.Random) -> None:
        self.told = told
        self.match = match
        self.random = rng
        self.given: tuple[int, str] | None = None
        self.is_sent = False  # over this connection
        self.is_over = False

    def says(self, heard: dict[str, Any]) -> str | None:
        """What is said to a message."""
        if heard["type"] != "state":
            if heard.get("code") not in PASSING:
                self.told.faults.append(f"{self.match}: {heard}")
            self.is_sent = False
            return HELLO
        version, given = heard["version"], self.given
        if given is not None and version > given[0]:
            self.told.answered(self.match, given[0] + 1, given[1])
            self.given = given = None
        self.is_over = heard["over"]
        if heard["decision"] is None or (given is not None and self.is_sent):
            return None
        if given is None:
            given = self.given = version, self.random.choice(heard["decision"]["options"])["do"]
        self.is_sent = True
        return json.dumps({"type": "answer", "version": given[0], "do": given[1]})


class Watch:
    """Looks in the database at which process plays what, and how long the matches of a killed one wait."""

    def __init__(self, data: str, told: Told) -> None:
        self.engine = create_async_engine(data)
        self.told = told
        self.names: set[str] = set()  # of the processes started so far

    async def rows(self, statement: str) -> list[Any]:
        """What a question finds."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(text(statement))).all())

    async def owners(self) -> dict[str, str]:
        """The process of each match that is not over."""
        rows = await self.rows("SELECT match_id, process FROM owners JOIN matches ON id = match_id WHERE NOT over")
        return {str(match): str(process) for match, process in rows}

    async def started(self, process: Process) -> None:
        """Wait until a process that was started alone serves, and find out its name."""
        await asyncio.to_thread(process.wait)
        end = time.monotonic() + LONGEST
        new: set[str] = set()
        while not new and time.monotonic() < end:
            await asyncio.sleep(LOOK)
            new = {str(name) for (name,) in await self.rows("SELECT id FROM processes")} - self.names
        if len(new) != 1:
            raise SystemExit(f"{process.address} was started alone and is not in the database alone: {sorted(new)}")
        (process.name,) = new
        self.names |= new

    async def killed(self, dead: str, played: dict[str, str]) -> None:
        """A process was killed just now that played some of these matches: wait until they are played elsewhere."""
        began = time.monotonic()
        left = {match for match, process in played.items() if process == dead}
        self.told.kept.append(len(played) - len(left))
        self.told.moved += len(left)
        while left and time.monotonic() < began + LONGEST:
            await asyncio.sleep(LOOK)
            now_played = await self.owners()
            left = {match for match in left if now_played.get(match) == dead}
        self.told.taken.append(time.monotonic() - began)
        if left:
            self.told.faults.append(f"never taken over: {sorted(left)}")


def posted(address: str, body: Any) -> dict[str, Any]:
    """The JSON that a POST is answered with."""
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return dict(json.load(response))


async def judged(data: str, told: Told) -> dict[str, Any]:
    """What is in the database, against what was acknowledged."""
    store = Store(data)
    await store.open()
    lost: list[str] = []
    answers = unplayable = 0
    for match, acknowledged in told.acknowledged.items():
        lines = await store.lines(match)
        stored = await store.load(match)
        for number, line in acknowledged:
            answers += 1
            if number > len(lines) or lines[number - 1].line != line:
                lost.append(f"{match} {number}: {line!r}")
        try:
            if stored is None or (await load_match(stored, store)).version != len(lines):
                unplayable += 1
        except ProtocolError:
            unplayable += 1
    doubled = sum(len(given) - len({number for number, _ in given}) for given in told.acknowledged.values())
    await store.close()
    return {
        "answers": answers,
        "lost": lost,
        "doubled": doubled,
        "cannot be played again": unplayable,
        "longest wait": round(told.longest, 1),
        "taken over": told.moved,
        "longest take-over": round(max(told.taken, default=0.0), 1),
        "survivors' own matches": told.kept,
        "faults": told.faults,
    }


async def killed(options: argparse.Namespace, data: str, channels: str) -> dict[str, Any]:
    """Play, kill and start again; what became of the answers."""
    processes: list[Process] = []
    load = Load(processes, options.seed)
    watch = Watch(data, load.told)
    for _ in range(options.processes):
        processes.append(Process(data, channels))
        await watch.started(processes[-1])
    load.told.last = time.monotonic()
    watches: list[asyncio.Task[None]] = []
    tasks = [asyncio.create_task(load.table()) for _ in range(options.matches)]
    try:
        for number in range(options.kills):
            await asyncio.sleep(options.pause * (0.5 + load.random.random()))
            place = number % len(processes)
            played = await watch.owners()
            processes[place].end(signal.SIGKILL)
            watches.append(asyncio.create_task(watch.killed(processes[place].name, played)))
            fresh = Process(data, channels)
            await watch.started(fresh)
            processes[place] = fresh
        await asyncio.sleep(options.pause)
        before = sum(map(len, load.told.acknowledged.values()))
        end = time.monotonic() + LONGEST
        while sum(map(len, load.told.acknowledged.values())) == before and time.monotonic() < end:
            await asyncio.sleep(0.2)
        if time.monotonic() >= end:
            load.told.faults.append("nobody could answer any more")
        await asyncio.gather(*watches)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await watch.engine.dispose()
        for one in processes:
            one.end(signal.SIGTERM)
    return await judged(data, load.told)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Start the services and play."""
    programs, server = find_postgresql(), find_redis()
    if programs is None or server is None:
        raise SystemExit(HOW)
    with postgresql(programs) as cluster, redis(server) as channels:
        return {"kills": options.kills, **asyncio.run(killed(options, cluster.database("processes"), channels))}


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--pause", type=float, default=6.0, help="seconds between two kills; default: 6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def is_sound(found: dict[str, Any]) -> bool:
    """Whether nothing was lost, doubled or broken."""
    return not (found["lost"] or found["doubled"] or found["cannot be played again"] or found["faults"])


def main() -> int:
    """Print what was seen; 1 when something was lost."""
    options = parsed()
    found = run(options)
    print(json.dumps(found, indent=2) if options.json else "\n".join(f"{key:24} {found[key]}" for key in found))
    return 0 if is_sound(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())

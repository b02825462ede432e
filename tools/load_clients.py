"""One process of players for tools/load.py: real websockets, legal answers drawn at random from what the server offers.

The answers of a match fall due at fixed times, whether or not the server keeps up; each is given by the connection that
is asked, once it has read that it is. An answer's latency is from sending it to reading a position that holds it.
"""

import asyncio
import json
import math
import os
import random
import sys
import time
import urllib.error
import urllib.request
import zlib
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from typing import Any, Final

import msgspec
from load_sockets import Socket, connect
from websockets.typing import Subprotocol

LONGEST_WAIT: Final = 60.0  # seconds; a server that takes longer has failed
MOST_FAULTS_TOLD: Final = 20
AT_ONCE: Final = 20  # matches being created, or connections being opened


class Option(msgspec.Struct):
    """A legal answer."""

    do: str


class Decision(msgspec.Struct):
    """What this connection is asked."""

    options: list[Option]


class Said(msgspec.Struct):
    """What of a server's message the players read: of a `state`, and of everything that is a fault."""

    type: str
    version: int = 0
    over: bool = False
    decision: Decision | None = None
    code: str = ""
    do: str = ""


READ: Final = msgspec.json.Decoder(Said)


@dataclass
class Plan:
    """What one process plays: `matches` at a time, `followers` connections each, `rate` answers a second a match.

    Seconds of warm-up are played and not counted. Matches are created at the `addresses` in turn. All of a match goes
    to one of them then, as a proxy sends it by its id; where they are `scattered`, each connection goes to the next.
    """

    addresses: list[str]
    matches: int
    followers: int
    rate: float
    seconds: float
    warm_up: float
    game: str
    deflate: bool
    scattered: bool
    seed: int


@dataclass
class Counted:
    """What one process has seen: latencies in seconds, one for each answer that was counted."""

    latencies: list[float] = field(default_factory=list)
    begun: int = 0
    over: int = 0
    bytes_read: int = 0
    fault_count: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        """Something that should not have happened."""
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS_TOLD:
            self.faults.append(text)

    def add(self, other: "Counted") -> None:
        """Take in what another process has seen."""
        self.latencies += other.latencies
        self.begun += other.begun
        self.over += other.over
        self.bytes_read += other.bytes_read
        self.fault_count += other.fault_count
        self.faults = (self.faults + other.faults)[:MOST_FAULTS_TOLD]


def offered(token: str) -> list[Subprotocol]:
    """What a websocket offers to speak, its token among it."""
    return [Subprotocol("esquive"), *([Subprotocol(f"token.{token}")] if token else ())]


def ask(address: str, body: Any = None) -> Any:
    """The JSON of an address; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as response:
        return json.load(response)


class Players:
    """Everybody who plays in this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.counted = Counted()
        self.random = random.Random(plan.seed)
        self.turnstile = asyncio.Semaphore(AT_ONCE)
        self.began = math.inf  # when the first answer falls due
        self.can_begin = asyncio.Event()
        self._next = 0

    @property
    def counts_from(self) -> float:
        """When the warm-up ends."""
        return self.began + self.plan.warm_up

    @property
    def end(self) -> float:
        """When the last answer falls due."""
        return self.counts_from + self.plan.seconds

    def address(self, match_id: str = "") -> str:
        """The address that a match goes to, or the one whose turn it is."""
        if match_id and not self.plan.scattered:
            return self.plan.addresses[zlib.crc32(match_id.encode()) % len(self.plan.addresses)]
        self._next += 1
        return self.plan.addresses[self._next % len(self.plan.addresses)]

    async def run(self, barrier: Barrier) -> Counted:
        """Create the matches, wait until every process has, and play until the time is up."""
        teams = (await asyncio.to_thread(ask, f"{self.address()}/api/catalogue?game={self.plan.game}"))["teams"]
        cards = [team["cards"] for team in teams[:2]]
        tables = [Table(self, cards) for _ in range(self.plan.matches)]
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play())
            await asyncio.gather(*(table.is_ready.wait() for table in tables))
            await asyncio.to_thread(barrier.wait)
            self.began = time.monotonic()
            self.can_begin.set()
        return self.counted


class Table:
    """A place at which one match is played after another."""

    def __init__(self, players: Players, cards: list[list[str]]) -> None:
        self.players = players
        self.cards = cards
        self.is_ready = asyncio.Event()
        self.interval = 1 / players.plan.rate
        self.due = players.random.random() * self.interval  # seconds after the beginning
        self.left = 0  # connections that have not been told the position of the match yet
        self.is_over = False

    async def play(self) -> None:
        """Play until the time is up; whatever goes wrong is counted, and another match begins."""
        while time.monotonic() < self.players.end:
            try:
                await self.play_one()
            except (OSError, msgspec.MsgspecError) as error:
                self.players.counted.fault(f"{type(error).__name__}: {error}")
                self.is_ready.set()
                await self.players.can_begin.wait()
                await asyncio.sleep(self.interval)

    async def play_one(self) -> None:
        """Create a match, follow it with every connection, and play it to its end or until the time is up."""
        plan = self.players.plan
        asked = [{"name": f"Player {n}", "cards": cards, "agent": "human"} for n, cards in enumerate(self.cards, 1)]
        async with self.players.turnstile:
            address = f"{self.players.address()}/api/matches"
            made = await asyncio.to_thread(ask, address, {"game": plan.game, "players": asked})
        self.players.counted.begun += 1
        tokens = [made["token"]] if plan.followers == 1 else [*made["player_tokens"], *[""] * plan.followers]
        self.left, self.is_over = plan.followers, False
        async with asyncio.TaskGroup() as group:
            for token in tokens[: plan.followers]:
                group.create_task(self.follow(made["id"], token))
        self.players.counted.over += self.is_over

    async def follow(self, match_id: str, token: str) -> None:
        """One connection to a match."""
        address = f"ws{self.players.address(match_id)[4:]}/api/matches/{match_id}/ws"
        deflate = self.players.plan.deflate
        try:
            async with self.players.turnstile:
                socket = await connect(address, offered(token), deflate=deflate, patience=LONGEST_WAIT)
            with closing(socket):
                await self.read(socket)
        except (OSError, msgspec.MsgspecError) as error:
            self.players.counted.fault(f"match {match_id}: {type(error).__name__}: {error}")
            self.is_ready.set()

    async def read(self, socket: Socket) -> None:
        """Read what is told, and answer what is asked when it is due."""
        players = self.players
        sent, sent_at = -1, 0.0
        socket.send(b'{"type":"hello","version":0}')
        while True:
            left = players.end + 1 - time.monotonic() if sent < 0 else LONGEST_WAIT
            if left <= 0:
                return
            try:
                async with asyncio.timeout(min(left, LONGEST_WAIT)):
                    text = await socket.recv()
            except TimeoutError:
                if sent >= 0:
                    raise
                continue  # somebody else is asked, and does not answer any more
            said = READ.decode(text)
            players.counted.bytes_read += len(text)
            if said.type != "state":
                players.counted.fault(f"{said.type} {said.code} {said.do}".strip())
                return
            if 0 <= sent < said.version:
                if players.counts_from <= sent_at:
                    players.counted.latencies.append(time.monotonic() - sent_at)
                sent = -1
            if said.over:
                self.is_over = True
                return
            if not self.is_ready.is_set():
                self.left -= 1
                if self.left == 0:
                    self.is_ready.set()
            if sent < 0 and said.decision is not None and said.decision.options:
                await players.can_begin.wait()
                if not await self.is_due():
                    return
                option = players.random.choice(said.decision.options)
                sent, sent_at = said.version, time.monotonic()
                socket.send(msgspec.json.encode({"type": "answer", "version": sent, "do": option.do}))

    async def is_due(self) -> bool:
        """Wait until the next answer of the match falls due; False once the time is up."""
        due = self.players.began + self.due
        self.due += self.interval
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        return time.monotonic() < self.players.end


def play(plan: Plan, barrier: Barrier) -> Counted:
    """Play a plan in this process, beginning when every process is ready.

    Players are elsewhere in truth: here they take no processor away from a server at work, where that can be said.
    """
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    import uvloop  # as the server does; there is none for Windows

    return uvloop.run(Players(plan).run(barrier))

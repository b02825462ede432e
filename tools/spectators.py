"""Many look on at one match: how long an answer in another match takes meanwhile.

    python tools/spectators.py --spectators 500 --seconds 30

The watched match goes on at `--rate` answers a second, and every spectator, in a process of their own, reads every
position. In another match answers are given at the same rate, and timed from sending to reading the position that holds
it: first with nobody looking on (`before`), then with all of them (`latency`), in milliseconds. `behind` is how many
positions the spectators have not been told when all is over (those that came between two that were read are merged).
Exit code 0 when every spectator was told the last position and no connection was lost.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent))
from fuzz_server import TEAMS, latency_of
from load import Server, used
from load_clients import ask, offered

PATIENCE: Final = 60.0
HELLO: Final = '{"type":"hello","version":0}'
AT_ONCE: Final = 25  # connections being opened


class Match:
    """A match that one connection plays for both."""

    def __init__(self, address: str) -> None:
        players = [{"name": name, "cards": cards} for name, cards in zip(("Ann", "Bob"), TEAMS, strict=True)]
        made = ask(f"{address}/api/matches", {"players": players})
        self.id = str(made["id"])
        self.place = f"ws{address[4:]}/api/matches/{made['id']}/ws"
        self.token = str(made["token"])
        self.version = 0
        self.took: list[float] = []

    async def play(self, rate: float, until: float, rng: random.Random) -> None:
        """Answer at a rate until a time, or the end of the match."""
        async with connect(self.place, max_size=None, subprotocols=offered(self.token)) as socket:
            await socket.send(HELLO)
            state = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            while time.monotonic() < until and not state["over"]:
                began = time.monotonic()
                state = await self.answer(socket, state, rng)
                self.took.append(1000 * (time.monotonic() - began))
                await asyncio.sleep(max(0.0, 1 / rate - (time.monotonic() - began)))

    async def answer(self, socket: ClientConnection, state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
        """Give an answer, and read the position that holds it."""
        line = rng.choice(state["decision"]["options"])["do"]
        await socket.send(json.dumps({"type": "answer", "version": state["version"], "do": line}))
        told: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        self.version = told["version"]
        return told


async def watch(place: str, number: int) -> dict[str, Any]:
    """So many spectators, until a line with the last version comes on the standard input."""
    last = [0] * number
    lost: list[str] = []
    size = 0
    turnstile = asyncio.Semaphore(AT_ONCE)
    ready = asyncio.Event()
    left = number

    async def one(place_in_row: int) -> None:
        nonlocal size, left
        try:
            async with turnstile:
                socket = await connect(
                    place, max_size=None, open_timeout=PATIENCE, compression=None, subprotocols=offered("")
                )
            async with socket:
                await socket.send(HELLO)
                while True:
                    text = await socket.recv(decode=False)
                    size += len(text)
                    begin = text.index(b'"version":') + 10
                    if not last[place_in_row]:
                        left -= 1
                        if left == 0:
                            ready.set()
                    last[place_in_row] = int(text[begin : text.index(b",", begin)])
        except (OSError, WebSocketException, ValueError) as error:
            lost.append(f"{type(error).__name__}: {error}"[:200])
            ready.set()

    tasks = [asyncio.create_task(one(n)) for n in range(number)]
    await ready.wait()
    print("ready", flush=True)
    version = int(await asyncio.to_thread(sys.stdin.readline))
    end = time.monotonic() + PATIENCE
    while min(last) < version and time.monotonic() < end and not lost:
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"behind": sum(version - one for one in last), "lost": lost[:20], "mib_read": round(size / 2**20, 1)}


async def measure(server: Server, number: int, seconds: float, rate: float) -> dict[str, Any]:
    """The figures."""
    rng = random.Random(1)
    watched, other = Match(server.address), Match(server.address)
    began = time.monotonic()
    await asyncio.gather(*(one.play(rate, began + seconds / 3, rng) for one in (watched, other)))
    before, other.took = other.took, []
    cpu = used([server.process.pid])
    command = [sys.executable, __file__, "--watch", watched.place, "--spectators", str(number)]
    lookers = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert lookers.stdout is not None
    try:
        if (await asyncio.to_thread(lookers.stdout.readline)).strip() != "ready":
            raise SystemExit("the spectators did not come in")
        until = time.monotonic() + seconds
        await asyncio.gather(*(one.play(rate, until, rng) for one in (watched, other)))
        told, _ = await asyncio.to_thread(lookers.communicate, f"{watched.version}\n", 2 * PATIENCE)
    finally:
        lookers.kill()
        lookers.wait()
    after = used([server.process.pid])
    memory = {"memory_mib": round(after.most / 2**20, 1)} if cpu is not None and after is not None else {}
    return {
        "spectators": number,
        "watched_answers": len(watched.took),
        "before": latency_of(before),
        "latency": latency_of(other.took),
        **memory,
        **json.loads(told),
    }


def main() -> int:
    """Look on and tell."""
    parser = argparse.ArgumentParser(description="Many look on at one match; another one is timed.")
    parser.add_argument("--spectators", type=int, default=500, help="default: 500")
    parser.add_argument("--seconds", type=float, default=30.0, help="default: 30")
    parser.add_argument("--rate", type=float, default=2.0, help="answers a second in each match; default: 2")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--watch", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.watch:
        print(json.dumps(asyncio.run(watch(options.watch, options.spectators))))
        return 0
    with tempfile.TemporaryDirectory(prefix="esquive-spectators-") as folder:
        server = Server(str(Path(folder) / "matches.sqlite"), Path(folder) / "server.log")
        try:
            found = asyncio.run(measure(server, options.spectators, options.seconds, options.rate))
        finally:
            server.stop()
        found["log"] = server.log.read_text(errors="replace").splitlines()[:20]
    if options.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{key}: {value}" for key, value in found.items()))
    return 1 if found["behind"] or found["lost"] or found["log"] else 0


if __name__ == "__main__":
    sys.exit(main())

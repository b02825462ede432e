"""Whether an answer late in a match costs more than an early one: one match, played for as long as it takes.

    python tools/growth.py [--answers N] [--json]

One connection plays both sides and harms nobody, so that the match goes on: it moves, collects and ends turns. Told is,
by hundreds of answers, the time that a quarter of them stay under, from sending to reading the position that holds the
answer (what else the machine does disturbs it least), the bytes of a position, and the server's processor time for
each answer and its memory. Exit code 1 when that time is more than `MOST` times as long for the last hundred as for
the second (in the first the teams are set up).
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parent))
from fuzz_server import TEAMS
from load import Server, used
from load_clients import ask, offered

PATIENCE: Final = 60.0
HARMLESS: Final = ("move", "collect", "end", "done")  # of an activation; whatever else is asked is answered at random
HUNDRED: Final = 100
MOST: Final = 1.5


def chosen(options: list[dict[str, Any]], rng: random.Random) -> str:
    """An answer that hurts nobody and buys no victory."""
    harmless = [one for one in options if one["verb"] in HARMLESS]
    return str(rng.choice(harmless or options)["do"])


async def play(server: Server, answers: int, seed: int) -> list[dict[str, float]]:
    """What the answers of one match took, by hundreds; fewer where it ended."""
    rng = random.Random(seed)
    found: list[dict[str, float]] = []
    players = [{"name": name, "cards": cards} for name, cards in zip(("Ann", "Bob"), TEAMS, strict=True)]
    made = await asyncio.to_thread(ask, f"{server.address}/api/matches", {"players": players})
    place = f"ws{server.address[4:]}/api/matches/{made['id']}/ws"
    async with connect(place, max_size=None, subprotocols=offered(made["token"])) as socket:
        await socket.send('{"type":"hello","version":0}')
        state = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        while len(found) * HUNDRED < answers and not state["over"]:
            took: list[float] = []
            size = 0
            before = used([server.process.pid])
            while len(took) < HUNDRED and not state["over"]:
                do = chosen(state["decision"]["options"], rng)
                began = time.monotonic()
                await socket.send(json.dumps({"type": "answer", "version": state["version"], "do": do}))
                text = await asyncio.wait_for(socket.recv(), PATIENCE)
                took.append(1000 * (time.monotonic() - began))
                size += len(text)
                state = json.loads(text)
                if state["type"] != "state":
                    raise SystemExit(f"the server said {text!r}")
            after = used([server.process.pid])
            spent = 0.0 if before is None or after is None else after.seconds["server"] - before.seconds["server"]
            found.append(
                {
                    "answers": len(took),
                    "quartile_ms": round(quantiles(took, n=4)[0], 2),
                    "bytes": size // len(took),
                    "cpu_ms": round(1000 * spent / len(took), 2),
                    "memory_mib": 0.0 if after is None else round(after.memory / 2**20, 1),
                }
            )
    return found


def main() -> int:
    """Play and tell; 1 when answers have grown dearer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", type=int, default=1000, help="default: 1000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="esquive-growth-") as folder:
        server = Server(str(Path(folder) / "matches.sqlite"), Path(folder) / "server.log")
        try:
            found = asyncio.run(play(server, options.answers, options.seed))
        finally:
            server.stop()
    early, late = found[1 if len(found) > 2 else 0], found[-1]
    ratio = round(late["quartile_ms"] / early["quartile_ms"], 2)
    if options.json:
        print(json.dumps({"hundreds": found, "ratio": ratio}, indent=1))
    else:
        for number, one in enumerate(found):
            print(f"{number * HUNDRED:>6}  " + "  ".join(f"{name} {value}" for name, value in one.items()))
        print(f"ratio of late to early: {ratio}")
    return 1 if ratio > MOST else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Measures how soon the judge's desk answers, and how soon a server stops working for somebody who has left.

    .venv/bin/python tools/desk_pace.py --port 8649

Starts a server, asks for the likeliest KO in positions by chance with the bounds that the page asks with, then leaves
in the middle of a long answer and watches the processor time of the server. Prints figures; exit code 1 when it works
on for longer than it may.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from esquive.core.waiting import Over
from tests.core.positions_by_chance import position_by_chance

BOUNDS = (500, 5_000, 30_000)
LEAVES_AFTER = 0.4  # seconds into a long answer
MAY_GO_ON = 0.1  # seconds of processor time after that: what is looked at takes 10 ms, and the machine may be busy
ASKED = {"krosmaster": ("activation",), "kaos": ("plan", "activate")}


def positions(name: str, number: int) -> list[dict[str, Any]]:
    """Documents of positions by chance in which somebody acts."""
    found: list[dict[str, Any]] = []
    seed = 0
    while len(found) < number:
        seed += 1
        game, state = position_by_chance(name, seed, 400)
        rng = Random(seed)
        for _ in range(200):
            waiting = state.waiting
            if isinstance(waiting, Over) or waiting.kind in ASKED[name]:
                break
            state.apply(waiting.sample(rng))
        if not isinstance(state.waiting, Over) and state.waiting.kind in ASKED[name]:
            found.append(game.to_document(state))
    return found


def ask(port: int, question: dict[str, Any]) -> http.client.HTTPConnection:
    """A connection on which a question has been asked."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", "/api/desk", json.dumps(question), {"content-type": "application/json"})
    return connection


def answers(port: int, documents: list[dict[str, Any]]) -> None:
    """Prints how long answers take, by the bound asked with."""
    for best in (0, *BOUNDS):
        took, whole = [], 0
        for document in documents:
            began = time.perf_counter()
            connection = ask(port, {"document": document, "best": best})
            view = json.loads(connection.getresponse().read())
            took.append(time.perf_counter() - began)
            whole += bool(view["best"] and view["best"]["complete"])
            connection.close()
        print(f"  best {best:>6}: median {median(took):.2f} s, longest {max(took):.2f} s, complete {whole}/{len(took)}")


def worked(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def leaves(port: int, process: int, documents: list[dict[str, Any]]) -> float:
    """The most processor time that a server spends after who asked has left."""
    longest = 0.0
    for document in documents:
        connection = ask(port, {"document": document, "best": BOUNDS[-1]})
        time.sleep(LEAVES_AFTER)
        connection.close()
        before = worked(process)
        time.sleep(1)
        longest = max(longest, worked(process) - before)
    return longest


def main() -> int:
    """Measures, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8649)
    parser.add_argument("--positions", type=int, default=12)
    args = parser.parse_args()
    command = [sys.executable, "-m", "esquive.cli.main", "play", "--no-browser", "--port", str(args.port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                ask(args.port, {"game": "kaos"}).getresponse()
                break
            except OSError:
                time.sleep(0.1)
        longest = 0.0
        for name in ASKED:
            documents = positions(name, args.positions)
            print(name)
            answers(args.port, documents)
            spent = leaves(args.port, server.pid, documents[-4:])
            print(f"  after who asked has left: {spent * 1000:.0f} ms of processor time at most")
            longest = max(longest, spent)
    finally:
        server.terminate()
        server.wait()
    return 1 if longest > MAY_GO_ON else 0


if __name__ == "__main__":
    sys.exit(main())

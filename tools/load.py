"""How much the server bears: connections that play matches with legal answers drawn at random, at a rate, for a time.

    python tools/load.py [ADDRESS ...] [--connections N] [--matches M] [--rate R] [--seconds S] [--json]

Each connection gives R answers a second on average. Without an address a server is started on a new SQLite file, or
`--servers` of them on the database that `--data` names; with `--services` on a PostgreSQL and a Redis that are started
here too (tools/services.py), every commit written through to the disk. Figures: answers a second, latency from sending
an answer to reading the position that holds it, faults, memory, and the processor time for each answer of the servers,
of the database, of Redis and of the players. Ends with 1 when anything went wrong: an error message, a refusal, a lost
connection, a line in a server's log.

`--pid` measures a server that was not started here (Linux).
"""

import argparse
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from load_clients import Counted, Plan, ask, play
from services import HOW, find_postgresql, find_redis

from tests.server.services import postgresql, redis

LONGEST_START: Final = 60.0
TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
TIMES: Final = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")  # of /proc/stat
WORKERS: Final = {"postgres": "database", "redis-server": "redis"}
# As it is served to others, but without limits: everybody comes from one address here.
TOLD: Final = {
    "ESQUIVE_NAMES": "localhost",
    "ESQUIVE_LIMITS_APPLY": "false",
    "ESQUIVE_PRIVATE": "false",
    "ESQUIVE_LOG_LEVEL": "warning",
    "ESQUIVE_LOG_FORMAT": "text",
}


class Server:
    """A server process that was started here; its log goes to a file."""

    def __init__(self, data: str, log: Path, channels: str = "memory://") -> None:
        self.log = log
        command = [sys.executable, "-m", "esquive.cli.main", "serve", "--port", "0", "--json"]
        told_so = {**os.environ, **TOLD, "ESQUIVE_DATABASE": data, "ESQUIVE_CHANNELS": channels}
        with log.open("wb") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=told_so)
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = json.loads(told) if told else {}
        if "address" not in found:  # it says what is wrong instead, and ends
            raise SystemExit(f"the server did not start: {told}{log.read_text()}")
        self.address = str(found["address"]).rstrip("/")
        end = time.monotonic() + LONGEST_START
        while True:
            try:
                ask(f"{self.address}/api/matches")
                return
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        """End the process as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@dataclass
class Used:
    """What has been used by now: `seconds` of processor by who used them, and the servers' memory in bytes."""

    seconds: dict[str, float]
    memory: int
    most: int


def used(pids: Sequence[int]) -> Used | None:
    """What these servers use, and whoever works for them or plays; None where the system does not tell."""
    told = Used(dict.fromkeys(("server", "players", "database", "redis", "machine"), 0.0), 0, 0)
    try:
        servers = family(pids)
        told.seconds["server"] = sum(seconds for _, seconds in servers.values())
        for pid, (name, seconds) in family([os.getpid()]).items():
            if pid not in servers:
                told.seconds[WORKERS.get(name, "players")] += seconds
        for pid in pids:
            status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
            told.memory += int(status["VmRSS"].split()[0]) * 1024
            told.most += int(status["VmHWM"].split()[0]) * 1024
        idle = ("idle", "iowait")
        spent = dict(zip(TIMES, map(int, Path("/proc/stat").read_text().split(maxsplit=9)[1:9]), strict=True))
        told.seconds["machine"] = sum(ticks for name, ticks in spent.items() if name not in idle) / TICKS
    except (OSError, KeyError, ValueError):
        return None
    return told if pids else None


def family(roots: Sequence[int]) -> dict[int, tuple[str, float]]:
    """Processes, those they have begun and they in turn: the name of each, and the seconds used by it and its dead."""
    known: dict[int, tuple[int, str, float]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            name, _, rest = place.read_text().partition("(")[2].rpartition(")")
            fields = rest.split()
            known[int(place.parent.name)] = int(fields[1]), name, sum(map(int, fields[11:15])) / TICKS
    found, fresh = set(roots), list(roots)
    while fresh:
        fresh = [pid for pid, (parent, _, _) in known.items() if parent in fresh]
        found.update(fresh)
    return {pid: known[pid][1:] for pid in found}


@contextmanager
def servers(number: int, data: str, channels: str) -> Iterator[list[Server]]:
    """Servers on one database; "" for a SQLite file that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="esquive-load-") as folder:
        started: list[Server] = []
        try:
            for n in range(number):
                where = data or str(Path(folder) / "matches.sqlite")
                started.append(Server(where, Path(folder) / f"server-{n}.log", channels))
            yield started
        finally:
            for server in started:
                server.stop()


@contextmanager
def services(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The addresses of the database and of what the servers speak through, which are started here where wanted."""
    if not options.services:
        yield options.data, options.channels
        return
    programs, server = find_postgresql(), find_redis()
    if programs is None or server is None:
        raise SystemExit(HOW)
    with postgresql(programs, is_durable=True) as cluster, redis(server) as channels:
        yield cluster.database("load"), channels


def _work(plan: Plan, barrier: Barrier, told: Connection) -> None:
    try:
        told.send(play(plan, barrier))
    finally:
        barrier.abort()


def measure(plans: Sequence[Plan], pids: Sequence[int]) -> tuple[Counted, Used | None, Used | None]:
    """Play the plans, each in a process of its own; what they saw, and what the servers had used before and after."""
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(len(plans) + 1)
    pipes = [context.Pipe(duplex=False) for _ in plans]
    workers = [
        context.Process(target=_work, args=(plan, barrier, ends[1])) for plan, ends in zip(plans, pipes, strict=True)
    ]
    for worker, ends in zip(workers, pipes, strict=True):
        worker.start()
        ends[1].close()
    barrier.wait()
    time.sleep(plans[0].warm_up)
    before = used(pids)
    time.sleep(plans[0].seconds)
    after = used(pids)
    counted = Counted()
    with ThreadPoolExecutor(len(workers)) as threads:
        for one in threads.map(lambda ends: ends[0].recv(), pipes):
            counted.add(one)
    for worker in workers:
        worker.join()
    return counted, before, after


def figures(counted: Counted, before: Used | None, after: Used | None, seconds: float) -> dict[str, Any]:
    """What is reported; times in milliseconds, memory in MiB, null where it is not known."""
    latencies, answers = sorted(counted.latencies), len(counted.latencies)
    cpu = (
        {}
        if before is None or after is None
        else {who: now - before.seconds[who] for who, now in after.seconds.items() if now > before.seconds[who]}
    )

    def percentile(part: float) -> float | None:
        return round(latencies[min(answers - 1, int(part * answers))] * 1000, 2) if answers else None

    return {
        "answers": answers,
        "answers_per_second": round(answers / seconds, 1),
        "p50_ms": percentile(0.5),
        "p90_ms": percentile(0.9),
        "p99_ms": percentile(0.99),
        "worst_ms": percentile(1.0),
        "faults": counted.fault_count,
        "told": counted.faults,
        "matches_begun": counted.begun,
        "matches_over": counted.over,
        "mib_read": round(counted.bytes_read / 2**20, 1),
        "server_cpu_seconds": round(cpu["server"], 2) if cpu else None,
        "cpu_ms_per_answer": round(cpu["server"] / answers * 1000, 3) if cpu and answers else None,
        "cpu_ms_of": {who: round(time / answers * 1000, 3) for who, time in cpu.items()} if answers else None,
        "memory_mib": None if after is None else round(after.memory / 2**20, 1),
        "most_memory_mib": None if after is None else round(after.most / 2**20, 1),
    }


def plans_of(options: argparse.Namespace, addresses: list[str]) -> list[Plan]:
    """The plan of each process of players; the matches are shared out evenly."""
    followers = max(1, options.connections // options.matches)
    shares = [len(range(n, options.matches, options.players)) for n in range(options.players)]
    return [
        Plan(
            addresses=addresses,
            matches=share,
            followers=followers,
            rate=options.rate * followers,
            seconds=options.seconds,
            warm_up=options.warm_up,
            game=options.game,
            deflate=not options.no_deflate,
            scattered=options.scattered,
            seed=options.seed + n,
        )
        for n, share in enumerate(shares)
        if share
    ]


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Start what has to be started, play, and put the figures together."""
    wanted = {name: getattr(options, name) for name in ("connections", "matches", "rate", "seconds", "servers", "game")}
    if options.address:
        addresses = [one.rstrip("/") for one in options.address]
        counted, before, after = measure(plans_of(options, addresses), options.pid)
    else:
        with services(options) as (data, channels), servers(options.servers, data, channels) as started:
            addresses = [server.address for server in started]
            pids = [server.process.pid for server in started]
            counted, before, after = measure(plans_of(options, addresses), pids)
            for server in started:
                for line in server.log.read_text(errors="replace").splitlines():
                    counted.fault(f"log: {line}")
    return {"wanted": wanted, **figures(counted, before, after, options.seconds)}


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Plays matches against a server, and tells how it bears it.")
    parser.add_argument("address", nargs="*", help="http://HOST:PORT of a server that runs; default: one is started")
    parser.add_argument("--connections", type=int, default=200, help="default: 200")
    parser.add_argument("--matches", type=int, default=100, help="at a time; default: 100")
    parser.add_argument("--rate", type=float, default=5.0, help="answers a second and connection; default: 5")
    parser.add_argument("--seconds", type=float, default=60.0, help="that count; default: 60")
    parser.add_argument("--warm-up", type=float, default=3.0, help="seconds before, that do not count; default: 3")
    parser.add_argument("--game", default="krosmaster")
    parser.add_argument("--servers", type=int, default=1, help="how many to start, on one database; default: 1")
    parser.add_argument("--data", default="", help="the database of the servers; default: a new SQLite file")
    parser.add_argument("--channels", default="memory://", help="how several servers speak to one another: redis://...")
    parser.add_argument("--scattered", action="store_true", help="send players to any server, not a match to one")
    parser.add_argument("--services", action="store_true", help="start a PostgreSQL and a Redis for the servers")
    parser.add_argument("--players", type=int, default=1, help="processes that play; default: 1")
    parser.add_argument("--no-deflate", action="store_true", help="do not offer compression, as browsers do")
    parser.add_argument("--pid", type=int, action="append", default=[], help="of a server at ADDRESS, to be measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    if min(options.connections, options.matches, options.servers, options.players) < 1 or options.rate <= 0:
        parser.error("connections, matches, servers, players and rate are more than 0")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when anything went wrong."""
    options = parsed(arguments)
    found = run(options)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        for name, value in found.items():
            print(f"{name:>20}  {value}")
    return 1 if found["faults"] or not found["answers"] else 0


if __name__ == "__main__":
    raise SystemExit(main())

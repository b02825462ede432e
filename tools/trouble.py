"""Bring a server into trouble while matches are played, and count what was acknowledged and is not there afterwards.

    python tools/trouble.py kill --rounds 100        killed (SIGKILL) under load, started again
    python tools/trouble.py disk-full --rounds 20    the disk takes no more, and then does again (Linux)
    python tools/trouble.py locked --rounds 20       another program locks the database longer than the server waits
    python tools/trouble.py damaged --rounds 10      killed, then the file or its log is spoilt, cut off or deleted

Some matches are played at once, each by one connection that answers for both players. Everything it was told is kept;
after each trouble and a start the server has to tell the same, and more at most. What is missing was lost, what is
told otherwise was doubled or changed. A damaged file may be refused, in words that name it, or be told of when a match
is opened; going on without what was acknowledged and saying nothing is a fault. After a refusal the copy from before
the damage is put back.

The disk is full because the process may not write files beyond a length (RLIMIT_FSIZE), changed from outside while it
runs; with `--tmpfs` it is a small file system of its own, which takes the right to mount one.

The result: `rounds`, `answers` that were acknowledged, `refused` (by code), `lost`, `changed`, `told` (what a start or
a match said of damage) and `faults`. Exit code 0 when nothing was lost, changed or at fault.
"""

import argparse
import asyncio
import json
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).resolve().parent))
from load import Server
from load_clients import ask, offered

from esquive.server.storage.sqlite_wal import FRAME, HEADER

TEAMS: Final = (
    ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
    ["percedal", "evangelyne", "ruel-stroud", "amalia"],
)
MATCHES: Final = 6
PATIENCE: Final = 30.0  # seconds
LOCKED_FOR: Final = 6.5  # seconds; the server waits 5
ANSWERS_BEFORE: Final = (4 * MATCHES, 30 * MATCHES)  # of all matches, before the trouble comes
MOST_ANSWERS: Final = 120  # of a match; then another one is begun
PIECE: Final = 2000  # bytes that are damaged
LAST_PART: Final = 38_000  # bytes of the file that are left whole: what was being written was never acknowledged
UNLIMITED: Final = resource.RLIM_INFINITY
ENDINGS: Final = ("", "-wal", "-shm")


class Played:
    """A match, and all that has been told of it."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id = str(made["id"])
        self.token = str(made["token"])
        self.version = 0
        self.events: list[Any] = []
        self.answers = 0
        self.is_over = False


class Trouble:
    """The matches, and what came of them."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.file = folder / "matches.sqlite"
        self.folder = folder
        self.rng = random.Random(seed)
        self.matches: list[Played] = []
        self.rounds = 0
        self.answers = 0
        self.refused: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.lost: list[str] = []
        self.changed: list[str] = []
        self.faults: list[str] = []
        self.server: Server | None = None

    def to_data(self) -> dict[str, Any]:
        """The result."""
        counted = {"rounds": self.rounds, "answers": self.answers}
        found = {"lost": self.lost, "changed": self.changed, "faults": self.faults}
        return {**counted, "refused": dict(self.refused), "told": dict(self.told), **found}

    # ----------------------------------------------------------------------------------------------------- the server

    def start(self) -> bool:
        """Start the server; False when it does not, with what it said of it in `told`."""
        try:
            self.server = Server(str(self.file), self.folder / "server.log")
        except SystemExit as error:
            said = str(error)
            if "Traceback" in said or self.file.name not in said:
                self.faults.append(f"round {self.rounds}: it did not start, and said {said[-400:]!r}")
            self.told["refused to start"] += 1
            return False
        return True

    def kill(self) -> None:
        """As a power cut would."""
        if self.server is None:
            return
        process, self.server = self.server.process, None
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
        log = (self.folder / "server.log").read_text(errors="replace")
        if "Traceback" in log:
            self.faults.append(f"round {self.rounds}: a trace in the log: {log[-400:]!r}")

    @property
    def address(self) -> str:
        """Where the server is."""
        assert self.server is not None
        return self.server.address

    @property
    def pid(self) -> int:
        """The server's process."""
        assert self.server is not None
        return self.server.process.pid

    # -------------------------------------------------------------------------------------------------------- the load

    def fill(self) -> None:
        """As many matches under way as there should be."""
        self.matches = [one for one in self.matches if not one.is_over and one.answers < MOST_ANSWERS]
        while len(self.matches) < MATCHES:
            players = [{"name": name, "cards": cards} for name, cards in zip(("Ann", "Bob"), TEAMS, strict=True)]
            self.matches.append(Played(ask(f"{self.address}/api/matches", {"players": players})))

    async def play(self, until: asyncio.Event) -> None:
        """Play every match until that; whatever ends a connection is no matter."""
        await asyncio.gather(*(self.play_one(one, until) for one in self.matches))

    async def play_one(self, match: Played, until: asyncio.Event) -> None:
        """Answer at random; an answer that is refused because of the database is tried again."""
        address = f"ws{self.address[4:]}/api/matches/{match.id}/ws"
        rng = random.Random(self.rng.random())
        try:
            async with connect(
                address, max_size=None, open_timeout=PATIENCE, subprotocols=offered(match.token)
            ) as socket:
                state = await self.hear(socket, match, match.version)
                while not until.is_set() and state is not None and not match.is_over:
                    line = rng.choice(state["decision"]["options"])["do"]
                    await socket.send(json.dumps({"type": "answer", "version": match.version, "do": line}))
                    said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                    if said["type"] == "state":
                        self.note(match, said)
                        state = said
                        self.answers += 1
                        match.answers += 1
                        continue
                    self.refused[said.get("code", said["type"])] += 1
                    await asyncio.sleep(0.2)
                    if said.get("code") == "stale-version":
                        state = await self.hear(socket, match, match.version)
        except (OSError, WebSocketException, TimeoutError):
            return

    async def hear(self, socket: ClientConnection, match: Played, version: int) -> dict[str, Any] | None:
        """Say hello, and note what is told; None when the match cannot be opened."""
        await socket.send(json.dumps({"type": "hello", "version": version}))
        said: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if said["type"] != "state":
            self.told[said["code"]] += 1
            return None
        self.note(match, said)
        return said

    def note(self, match: Played, state: dict[str, Any]) -> None:
        """What a `state` tells stands from now on."""
        known = len(match.events)
        match.events += [event for event in state["events"] if not known or event["n"] > match.events[known - 1]["n"]]
        match.version = state["version"]
        match.is_over = state["over"]

    # ------------------------------------------------------------------------------------------------------- afterwards

    async def check(self) -> None:
        """Compare what the server tells now with what it has told."""
        for match in self.matches:
            where = f"round {self.rounds}, match {match.id}"
            address = f"ws{self.address[4:]}/api/matches/{match.id}/ws"
            try:
                async with connect(
                    address, max_size=None, open_timeout=PATIENCE, subprotocols=offered(match.token)
                ) as socket:
                    await socket.send('{"type":"hello","version":0}')
                    said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            except (OSError, WebSocketException, TimeoutError) as error:
                self.faults.append(f"{where}: {type(error).__name__}: {error}")
                continue
            if said["type"] != "state":
                self.told[said["code"]] += 1
                if said["code"] in ("no-such-match", "server-fault"):
                    self.lost.append(f"{where}: {said['code']}")
                match.is_over = True
                continue
            if said["version"] < match.version:
                self.lost.append(f"{where}: version {said['version']} and not {match.version}")
            elif said["events"][: len(match.events)] != match.events:
                self.changed.append(where)
            match.version, match.events, match.is_over = said["version"], said["events"], said["over"]

    async def answered(self, number: int) -> bool:
        """Wait until so many more answers were acknowledged; False when they were not for long."""
        wanted = self.answers + number
        await until_true(lambda: self.answers >= wanted)
        return self.answers >= wanted


# --------------------------------------------------------------------------------------------------- the kinds of it


async def kill(trouble: Trouble) -> None:
    """Killed while answers are being stored."""
    playing = asyncio.create_task(trouble.play(asyncio.Event()))
    await trouble.answered(trouble.rng.randrange(*ANSWERS_BEFORE))
    trouble.kill()
    await playing


async def disk_full(trouble: Trouble) -> None:
    """Nothing more goes on the disk; then it does again."""
    until = asyncio.Event()
    playing = asyncio.create_task(trouble.play(until))
    await trouble.answered(ANSWERS_BEFORE[0])
    before = trouble.refused.total()
    ballast = trouble.folder / "ballast"
    if is_own_system(trouble.folder):
        with ballast.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass
    else:
        sizes = [Path(f"{trouble.file}{ending}") for ending in ENDINGS]
        most = max(file.stat().st_size for file in sizes if file.exists())
        resource.prlimit(trouble.pid, resource.RLIMIT_FSIZE, (most + trouble.rng.randrange(1, 20_000), UNLIMITED))
    await until_true(lambda: trouble.refused.total() >= before + MATCHES)
    if trouble.refused.total() == before:
        trouble.faults.append(f"round {trouble.rounds}: the disk was never full")
    ballast.unlink(missing_ok=True)
    resource.prlimit(trouble.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
    if not await trouble.answered(MATCHES):
        trouble.faults.append(f"round {trouble.rounds}: nothing is stored after there is room again")
    until.set()
    trouble.kill()
    await playing


async def locked(trouble: Trouble) -> None:
    """Another program holds the database."""
    until = asyncio.Event()
    playing = asyncio.create_task(trouble.play(until))
    await trouble.answered(ANSWERS_BEFORE[0])
    before = trouble.refused.total()
    with sqlite3.connect(trouble.file, isolation_level=None, timeout=10) as other:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LOCKED_FOR)
        other.execute("ROLLBACK")
    other.close()
    if trouble.refused.total() == before:
        trouble.faults.append(f"round {trouble.rounds}: nobody was told of the lock")
    if not await trouble.answered(MATCHES):
        trouble.faults.append(f"round {trouble.rounds}: nothing is stored after the lock")
    until.set()
    trouble.kill()
    await playing


async def damaged(trouble: Trouble) -> None:
    """The file or its log are spoilt behind the server's back; then it is started."""
    await kill(trouble)
    kept = trouble.folder / "kept"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    files = [Path(f"{trouble.file}{ending}") for ending in ENDINGS]
    for file in files:
        if file.exists():
            shutil.copy2(file, kept / file.name)
    database, log = files[:2]
    what = ("file", "log", "cut", "both")[trouble.rounds % 4]
    if what in ("file", "both"):
        spoil(database, trouble.rng, database.stat().st_size - LAST_PART)
    if what in ("log", "both") and log.exists():
        spoil(log, trouble.rng, last_commit(log))
    if what == "cut":
        with database.open("r+b") as half:
            half.truncate(database.stat().st_size // 2)
    before = trouble.told.total()
    started = trouble.start()
    if started:
        lost = len(trouble.lost) + len(trouble.changed)
        await trouble.check()
        if trouble.told.total() > before:  # it said so
            del trouble.lost[lost:], trouble.changed[lost:]
    trouble.kill()
    for file in files:
        file.unlink(missing_ok=True)
    for file in kept.iterdir():
        shutil.copy2(file, trouble.folder / file.name)
    for match in trouble.matches:
        match.is_over = False


def spoil(file: Path, rng: random.Random, end: int) -> None:
    """A piece of a file is turned over, somewhere before that place."""
    content = bytearray(file.read_bytes())
    place = rng.randrange(100, max(101, end - PIECE))
    content[place : place + PIECE] = bytes(255 - byte for byte in content[place : place + PIECE])
    file.write_bytes(content)


def last_commit(log: Path) -> int:
    """Where the frame of the last commit begins. What lies behind is of no use any more, or was never acknowledged.

    A log that has gone into the file is written anew from its beginning, and goes on with old frames, which have the
    salts of the log before: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    content = log.read_bytes()
    page, salts = int.from_bytes(content[8:12], "big"), content[16:24]
    found = 0
    for place in range(HEADER, len(content), FRAME + page):
        head = content[place : place + FRAME]
        if head[8:16] != salts:
            break
        if any(head[4:8]):  # pages of the database after a commit
            found = place
    return found


async def until_true(holds: Any) -> None:
    """Wait until something holds, at most for a while."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        await asyncio.sleep(0.05)


def is_own_system(folder: Path) -> bool:
    """Whether a folder is the root of a file system of its own."""
    return folder.stat().st_dev != folder.parent.stat().st_dev


KINDS: Final = {"kill": kill, "disk-full": disk_full, "locked": locked, "damaged": damaged}


async def rounds(trouble: Trouble, kind: str, number: int) -> None:
    """So many troubles of a kind, with a look at what is left after each."""
    for trouble.rounds in range(1, number + 1):
        if not trouble.start():
            trouble.faults.append(f"round {trouble.rounds}: it does not start any more")
            return
        if trouble.rounds > 1:
            await trouble.check()
        await asyncio.to_thread(trouble.fill)
        await KINDS[kind](trouble)
        if trouble.lost or trouble.changed or trouble.faults:
            return
    if trouble.start():
        await trouble.check()


def run(kind: str, number: int, seed: str, is_small_disk: bool = False) -> dict[str, Any]:
    """The result of so many rounds."""
    with tempfile.TemporaryDirectory(prefix="esquive-trouble-") as name:
        folder = Path(name) / "disk"
        folder.mkdir()
        if is_small_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)], check=True)
        trouble = Trouble(folder, seed)
        try:
            asyncio.run(rounds(trouble, kind, number))
        finally:
            trouble.kill()
            if is_small_disk:
                subprocess.run(["umount", str(folder)], check=True)
    return trouble.to_data()


def main() -> int:
    """Make trouble and tell."""
    parser = argparse.ArgumentParser(description="Troubles, and what was acknowledged and is not there afterwards.")
    parser.add_argument("kind", choices=tuple(KINDS))
    parser.add_argument("--rounds", type=int, default=10, help="default: 10")
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument("--tmpfs", action="store_true", help="disk-full: a small file system instead of a limit")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    found = run(options.kind, options.rounds, options.seed, options.tmpfs)
    if options.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{key}: {value}" for key, value in found.items()))
    return 1 if found["lost"] or found["changed"] or found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())

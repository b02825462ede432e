"""A PostgreSQL and a Redis of a test run's own: started once, in a folder of theirs, reached by sockets in it.

Nothing is written through to the disk: what is tested is the server, and it is the server that is killed, not these.
"""

import asyncio
import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from esquive.server.storage.database import sqlite_url
from esquive.server.storage.store import Store
from tests.server.given_time import LONGEST_WAIT, eventually

MEMORY = Path("/dev/shm")
ROOM = 6 << 30  # bytes; the databases of a run take one of them
NOT_ROOT = ("postgres", "nobody")  # PostgreSQL does not run as root
MANY = {"max_connections": "200", "listen_addresses": ""}
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def user_for_services() -> str | None:
    """Whom the services run as: somebody else where the tests run as root."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in NOT_ROOT if name in known)


@contextmanager
def folder_for(user: str | None, *, on_disk: bool = False) -> Iterator[Path]:
    """A folder that a service may write to, in memory where there is room; short, as the path of a socket must be."""
    has_room = not on_disk and MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="esq-", dir=MEMORY if has_room else "/tmp"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stop(process: "subprocess.Popen[bytes]", how: signal.Signals = signal.SIGTERM) -> None:
    """End a service, and wait until it is gone."""
    process.send_signal(how)
    try:
        process.wait(LONGEST_WAIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Cluster:
    """A PostgreSQL server; each name gets a database of its own, with the tables made."""

    def __init__(self, folder: Path, user: str) -> None:
        self.folder = folder
        self.user = user
        self._made: dict[str, str] = {}

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql+asyncpg://{self.user}@/{name}?host={self.folder}"

    def database(self, key: str) -> str:
        """The address of the database for a key, made when it is first asked for."""
        if not self._made:
            self._made[""] = "empty"
            self.execute("CREATE DATABASE empty")
            run_apart(prepared(self.url("empty")))
        if key not in self._made:
            name = f"t{hashlib.sha256(key.encode()).hexdigest()[:16]}"
            self.execute(f"CREATE DATABASE {name} TEMPLATE empty STRATEGY file_copy")
            self._made[key] = name
        return self.url(self._made[key])

    def execute(self, statement: str) -> None:
        """Execute a statement outside any database of a test."""

        async def run() -> None:
            connection = await asyncpg.connect(user=self.user, host=str(self.folder), database="postgres")
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        run_apart(run())


def run_apart(job: Coroutine[Any, Any, None]) -> None:
    """Run a job to its end, wherever it is called from: a loop may be running here already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, job).result()


async def prepared(url: str) -> None:
    """Make the tables of a database."""
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


@contextmanager
def postgresql(programs: Path, *, is_durable: bool = False) -> Iterator[Cluster]:
    """A PostgreSQL server while it is needed; one that is durable writes each commit through to the disk."""
    user = user_for_services()
    more: dict[str, Any] = (
        {} if user is None else {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    )
    with folder_for(user, on_disk=is_durable) as folder:
        data = folder / "data"
        name = user or pwd.getpwuid(os.geteuid()).pw_name
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", name, "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run([*initdb, "--no-sync"], check=True, capture_output=True, cwd="/", **more)
        settings = [f"-c{key}={value}" for key, value in {**MANY, **({} if is_durable else QUICK)}.items()]
        log = (folder / "log").open("wb")
        process = subprocess.Popen(
            [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *settings],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd="/",
            **more,
        )
        cluster = Cluster(folder, name)
        try:
            wait_until(lambda: cluster.execute("SELECT 1"), folder / "log")
            yield cluster
        finally:
            stop(process, signal.SIGQUIT)  # at once: what it keeps is thrown away with it
            log.close()


@contextmanager
def redis(program: Path) -> Iterator[str]:
    """A Redis server while it is needed; gives its address."""
    with folder_for(None) as folder, redis_in(program, folder):
        yield redis_address(folder)


def redis_address(folder: Path) -> str:
    """The address of a Redis server that keeps its socket in a folder."""
    return f"unix://{folder / 'redis.sock'}"


@contextmanager
def redis_in(program: Path, folder: Path) -> Iterator[None]:
    """A Redis server in a folder: one that has ended may be followed by another at the same address."""
    from redis import Redis

    place = folder / "redis.sock"
    process = subprocess.Popen(
        [str(program), "--port", "0", "--unixsocket", str(place), "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        with Redis(unix_socket_path=str(place)) as client:
            wait_until(client.ping, folder)
        yield
    finally:
        stop(process)


def wait_until(job: Any, log: Path) -> None:
    """Try until it works."""

    def works() -> bool:
        with suppress(OSError, ConnectionError, asyncpg.PostgresError, _redis_error()):
            job()
            return True
        return False

    try:
        eventually(works)
    except AssertionError as error:
        raise AssertionError(f"a service did not start: {log.read_text() if log.is_file() else log}") from error


def _redis_error() -> type[Exception]:
    from redis.exceptions import ConnectionError as NoRedis

    return NoRedis


class Databases:
    """Where a test keeps its matches: in the file it names, or in a database of that name."""

    cluster: Cluster | None = None

    def at(self, file: Path) -> str:
        """The address of the database of a file."""
        return sqlite_url(file) if self.cluster is None else self.cluster.database(str(file))


DATABASES = Databases()


def database_at(file: Path) -> str:
    """The address of a test's database: of SQLite or PostgreSQL, whichever the test runs on."""
    return DATABASES.at(file)

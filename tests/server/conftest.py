"""The server's tests run on SQLite, and those that keep something on PostgreSQL too.

Not repeated on PostgreSQL: tests marked `sqlite`, which read or write its file themselves, and tests that share one
server of their module (`site`), which ask what does not depend on where it is kept. Not repeated on SQLite: what
several processes do with one database (`test_processes.py`). What is marked as `anywhere` asks of it nothing that
depends on where it is kept: it runs on SQLite, and with `--every-way` (`make check`) on PostgreSQL too.
"""

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.services import DATABASES, Cluster, postgresql, redis
from tests.server.stores import nothing_left
from tests.ways import again

NAMES = ("database_at", "thread_server", "ServerProcess")  # by which a test that keeps something is known


def _services() -> "tuple[Path, Path]":
    """PostgreSQL's programs and the Redis server; `make test` has installed them, else the test is skipped."""
    place = Path(__file__).parents[2] / "tools" / "services.py"
    spec = importlib.util.spec_from_file_location("services_of_tools", place)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    found = tool.find_postgresql(), tool.find_redis()
    if None in found:
        assert "TEST_POSTGRESQL" not in os.environ, tool.HOW
        pytest.skip(tool.HOW)
    return found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, started once."""
    with postgresql(_services()[0]) as started:
        yield started


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis server, started once."""
    with redis(_services()[1]) as address:
        yield address


@pytest.fixture(scope="session")
def redis_program() -> Path:
    """The Redis server, for a test that ends one of its own and starts it again."""
    return _services()[1]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of a file that keeps something runs on both databases (`make check`), unless it is one of SQLite's."""
    if "database_kind" in metafunc.fixturenames:
        keeps = any(hasattr(metafunc.module, name) for name in NAMES) and "site" not in metafunc.fixturenames
        marked = metafunc.definition.get_closest_marker
        is_anywhere = marked("anywhere") is not None and not metafunc.config.getoption("every_way", False)
        if keeps and marked("sqlite") is None and not is_anywhere:
            metafunc.parametrize("database_kind", ["sqlite", again("postgresql")], indirect=True)


@pytest.fixture(autouse=True)
def database_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database a test runs on."""
    kind: str = getattr(request, "param", "sqlite")
    DATABASES.cluster = request.getfixturevalue("cluster") if kind == "postgresql" else None
    if kind == "postgresql":  # there the key would lie in the user's own folder
        request.getfixturevalue("monkeypatch").setenv("ESQUIVE_SEED_KEY", "5a" * 32)
    yield kind
    DATABASES.cluster = None


@pytest.fixture(autouse=True)
def stores_are_closed() -> Iterator[None]:
    """A store that a test leaves open, or a connection of it, fails this test and no later one."""
    with nothing_left():
        yield

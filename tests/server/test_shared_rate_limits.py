"""What the processes of a server let through they count together, in Redis; while that is away, each by itself."""

import asyncio
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from esquive.server.access.password import ServerPassword
from esquive.server.cluster import shared_rate_limits
from esquive.server.cluster.channels import MEMORY
from esquive.server.cluster.shared_rate_limits import AGAIN, SharedBuckets, Wanted
from esquive.server.http.client_address import Proxies, Visitor
from esquive.server.http.rate_limits import Limits, Rate
from esquive.server.http.throttling import Throttle
from tests.server.given_time import LONGEST_WAIT, GivenTime
from tests.server.services import folder_for, redis_address, redis_in
from tests.server.serving import thread_server
from tests.server.test_limits import limits


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Redis that is there is waited for, however busy the machine is."""
    monkeypatch.setattr(shared_rate_limits, "LONGEST", LONGEST_WAIT)


TIGHT = Limits(spare_this_machine=False, seats=Rate(3, 600), matches=Rate(100, 600), all_matches=Rate(4, 600))


def gates(channels: str, number: int = 2) -> tuple[list[Throttle], GivenTime]:
    """The gates of several processes."""
    time = GivenTime()
    made = [
        Throttle(_nobody, TIGHT, Proxies(), ServerPassword(), time, SharedBuckets(channels, time))
        for _ in range(number)
    ]
    return made, time


async def _nobody(*_: object) -> None:
    raise AssertionError("nothing is asked of the application")


async def let_in(gates: Iterable[Throttle], kind: str, address: str) -> list[str]:
    """What each gate in turn says to a request: "" where it lets it in."""
    said = [await gate.excess(Visitor(address, False, False), kind) for gate in gates]
    return ["" if error is None else error.code for error in said]


def test_processes_count_together_what_an_address_and_what_all_of_them_ask(redis_url: str) -> None:
    async def ask() -> None:
        (one, other), _ = gates(redis_url)
        ann, bob = f"ann {uuid4()}", f"bob {uuid4()}"
        assert await let_in([one, other, one, other, one], "seats", ann) == ["", "", "", "too-much", "too-much"]
        assert await let_in([other], "seats", bob) == [""]
        assert await let_in([one, other], "matches", ann) == ["", ""]
        assert await let_in([one, other, one, other], "matches", bob) == ["", "", "too-full", "too-full"]
        for gate in (one, other):
            await gate.shared.close()

    asyncio.run(ask())


def test_of_requests_that_come_at_once_no_more_are_let_in(redis_url: str) -> None:
    async def ask() -> None:
        made, _ = gates(redis_url, 3)
        ann = Visitor(f"ann {uuid4()}", False, False)
        said = await asyncio.gather(*(gate.excess(ann, "seats") for gate in made for _ in range(10)))
        assert sum(error is None for error in said) == 3
        for gate in made:
            await gate.shared.close()

    asyncio.run(ask())


def test_it_is_told_when_to_come_again_and_a_bucket_that_is_full_again_is_no_longer_kept(redis_url: str) -> None:
    async def ask() -> None:
        shared, wanted = SharedBuckets(redis_url), [Wanted("seats", Rate(2, 600), f"ann {uuid4()}")]
        assert [await shared.take(wanted) for _ in range(2)] == [(0, 0.0)] * 2
        taken = await shared.take(wanted)
        assert taken is not None and taken[0] == 1 and 290 < taken[1] <= 300
        assert shared._redis is not None
        assert 590 < await shared._redis.ttl(wanted[0].key) <= 600
        await shared.close()

    asyncio.run(ask())


def test_while_redis_is_away_each_process_counts_by_itself_and_says_so(
    redis_program: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(folder: Path) -> None:
        (one, other), time = gates(redis_address(folder))
        with ExitStack() as first:
            first.enter_context(redis_in(redis_program, folder))
            assert await let_in([one, other, one, other], "seats", "ann") == ["", "", "", "too-much"]
        assert await let_in([one] * 4 + [other] * 4, "seats", "ann") == ["", "", "", "too-much"] * 2
        with redis_in(redis_program, folder):
            time.goes_on(AGAIN)
            assert await let_in([one, other, one, other], "seats", "bob") == ["", "", "", "too-much"]
            for gate in (one, other):
                await gate.shared.close()

    with folder_for(None) as folder:
        asyncio.run(ask(folder))
    said = [record.getMessage() for record in caplog.records]
    assert sum(line.startswith("Redis is away") for line in said) == 2
    assert sum(line.startswith("Redis is back") for line in said) == 2


def test_one_process_alone_needs_no_redis() -> None:
    async def ask() -> None:
        (one, other), _ = gates(MEMORY)
        assert await let_in([one] * 4 + [other], "seats", "ann") == ["", "", "", "too-much", ""]
        await one.shared.close()

    asyncio.run(ask())


@pytest.mark.sqlite
def test_two_servers_with_one_redis_let_in_as_many_guesses_as_one(tmp_path: Path, redis_url: str) -> None:
    few = limits(guesses=Rate(3, 600))
    with (
        thread_server(tmp_path / "one.sqlite", limits=few, channels=redis_url) as one,
        thread_server(tmp_path / "other.sqlite", limits=few, channels=redis_url) as other,
    ):
        asked = [site.ask("/api/door", {"password": "?"})[0] for site in (one, other, one, other, one)]
    assert asked == [201, 201, 201, 429, 429]

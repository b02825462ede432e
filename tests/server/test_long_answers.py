"""Work of the server for somebody who leaves before it is done."""

import asyncio
import threading
import time
from typing import Any

import pytest

from esquive.core.cancellation import check_wanted
from esquive.hosting.protocol import ProtocolError
from esquive.server.http.long_answers import while_connected


class Connection:
    """What of a request is looked at: whether the client has left."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}


def test_an_answer_is_waited_for() -> None:
    async def ask() -> str:
        return await while_connected(Connection(), lambda: "answer")

    assert asyncio.run(ask()) == "answer"


def test_work_ends_once_the_client_has_left() -> None:
    """At its next look, which is some milliseconds later; it would go on for a minute."""
    began = threading.Event()

    def work() -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            began.set()
            check_wanted()

    async def ask() -> None:
        connection = Connection()
        answer = asyncio.ensure_future(while_connected(connection, work))
        await asyncio.to_thread(began.wait)
        connection.left.set()
        with pytest.raises(ProtocolError, match="left"):
            await answer

    before = time.monotonic()
    asyncio.run(ask())
    assert time.monotonic() - before < 30


def test_of_those_who_wait_for_their_turn_who_leaves_is_not_worked_for() -> None:
    """Long work goes one after the other."""
    may_end, worked = threading.Event(), []

    async def ask() -> None:
        first, second = Connection(), Connection()
        one = asyncio.ensure_future(while_connected(first, may_end.wait, is_long=True))
        other = asyncio.ensure_future(while_connected(second, lambda: worked.append("other"), is_long=True))
        assert await while_connected(Connection(), lambda: "short") == "short"
        second.left.set()
        for _ in range(10):  # turns of the loop, until it has been noticed
            await asyncio.sleep(0)
        may_end.set()
        assert await one
        with pytest.raises(ProtocolError, match="left"):
            await other
        assert worked == []

    asyncio.run(ask())


def test_what_goes_wrong_in_it_is_told() -> None:
    def work() -> None:
        raise ProtocolError("bad-question", why="spoilt")

    async def ask() -> None:
        await while_connected(Connection(), work)

    with pytest.raises(ProtocolError, match="spoilt"):
        asyncio.run(ask())

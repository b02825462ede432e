"""Time is handed in: what waits for a while waits for the time it was given, this machine's or a test's."""

import asyncio

import pytest

from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from tests.server.given_time import GivenTime, until


@pytest.mark.parametrize("time", [OF_THIS_MACHINE, GivenTime()])
def test_what_takes_longer_than_it_may_is_cancelled_and_what_does_not_goes_on(time: Time) -> None:
    async def run() -> list[str]:
        told: list[str] = []
        try:
            async with time.within(0.0):
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    told.append("cancelled")
                    raise
        except TimeoutError:
            told.append("out of time")
        async with time.within(1000.0):
            told.append("done")
        return told

    assert asyncio.run(run()) == ["cancelled", "out of time", "done"]


def test_a_given_time_rings_in_its_order_each_at_its_moment_and_not_what_was_cancelled() -> None:
    async def run() -> list[tuple[str, float]]:
        time, told = GivenTime(), []

        def note(what: str) -> None:
            told.append((what, time.now() - began))

        began = time.now()
        time.call_later(3.0, note, "late")
        time.call_later(1.0, note, "early")
        time.call_later(2.0, note, "never").cancel()
        time.goes_on(2.5)
        assert (time.waiting, time.now() - began) == (1, 2.5)
        time.goes_on(2.5)
        return told

    assert asyncio.run(run()) == [("early", 1.0), ("late", 3.0)]


def test_who_sleeps_wakes_when_the_given_time_has_gone_on() -> None:
    async def run() -> None:
        time = GivenTime()
        sleeping = asyncio.create_task(time.sleep(5.0))
        await until(lambda: time.waiting)
        time.goes_on(4.9)
        assert time.waiting == 1
        time.goes_on(0.1)
        await sleeping
        assert time.waiting == 0

    asyncio.run(run())

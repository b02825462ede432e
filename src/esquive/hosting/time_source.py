"""What time it is, and what happens after a while.

Whatever of the server depends on time asks one `Time` for it, so that a test can hand in another one, which stands
still until the test lets it go on (`tests/server/given_time.py`).
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol


class Alarm(Protocol):
    """What is to happen after a while."""

    def cancel(self) -> None:
        """Let it not happen."""


class Time:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds of a clock that only goes forward."""
        return time.monotonic()

    def utc(self) -> float:
        """Seconds since 1970 in UTC."""
        return time.time()

    def call_later(self, seconds: float, do: Callable[..., object], *given: Any) -> Alarm:
        """Call a function in so many seconds, in the event loop that runs."""
        return asyncio.get_running_loop().call_later(seconds, do, *given)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        awake = asyncio.Event()
        alarm = self.call_later(seconds, awake.set)
        try:
            await awake.wait()
        finally:
            alarm.cancel()

    @asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """What is done here is cancelled after so many seconds: then it raises TimeoutError."""
        async with asyncio.timeout(None) as limit:
            alarm = self.call_later(seconds, limit.reschedule, 0.0)
            try:
                yield
            finally:
                alarm.cancel()


OF_THIS_MACHINE: Final = Time()

"""The time of a test: it stands still until the test lets it go on. And waiting for what is looked at."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from esquive.hosting.time_source import Time

LONGEST_WAIT = 90.0  # seconds; whatever is waited for this long never comes, however busy the machine is
A_MOMENT = 0.01
Found = TypeVar("Found")


def eventually(look: Callable[[], Found], what: str = "") -> Found:
    """Look again and again until there is something to see, and return it."""
    end = time.monotonic() + LONGEST_WAIT
    while not (found := look()):
        assert time.monotonic() < end, f"never true: {what or look}"
        time.sleep(A_MOMENT)
    return found


async def until(look: Callable[[], Found], what: str = "") -> Found:
    """As `eventually`, while the event loop goes on."""
    end = time.monotonic() + LONGEST_WAIT
    while not (found := look()):
        assert time.monotonic() < end, f"never true: {what or look}"
        await asyncio.sleep(A_MOMENT)
    return found


async def until_told(ask: Callable[[], Awaitable[object]], what: str = "") -> None:
    """As `until`, for what has to be asked for each time: another process hears of a change a moment after it."""
    end = time.monotonic() + LONGEST_WAIT
    while not await ask():
        assert time.monotonic() < end, f"never told: {what or ask}"
        await asyncio.sleep(A_MOMENT)


class Ringing:
    """What is to happen at a moment, in the event loop that asked for it."""

    def __init__(self, due: float, do: Callable[..., object], given: tuple[Any, ...]) -> None:
        self.due = due
        self.loop = asyncio.get_running_loop()
        self.is_over = False
        self._do = do
        self._given = given

    def cancel(self) -> None:
        self.is_over = True

    def ring(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._do(*self._given)


class GivenTime(Time):
    """Stands still until `goes_on`; what is due by then happens in its order, each at its moment."""

    def __init__(self, utc: float = 0.0) -> None:
        self._began = utc or time.time()
        self._elapsed = 0.0
        self._alarms: list[Ringing] = []

    def now(self) -> float:
        return 1000.0 + self._elapsed

    def utc(self) -> float:
        return self._began + self._elapsed

    def call_later(self, seconds: float, do: Callable[..., object], *given: Any) -> Ringing:
        alarm = Ringing(self._elapsed + seconds, do, given)
        if seconds <= 0:
            alarm.loop.call_soon(alarm.ring)
        else:
            self._alarms = [*(one for one in self._alarms if not one.is_over), alarm]
        return alarm

    @property
    def waiting(self) -> int:
        """How much is waited for."""
        return sum(not one.is_over for one in self._alarms)

    def goes_on(self, seconds: float) -> None:
        """Let so many seconds pass; where a server in another thread waits for something, they pass in that thread."""
        loops = {one.loop for one in self._alarms if not one.is_over and not one.loop.is_closed()}
        if not loops:
            self._elapsed += seconds
            return
        (loop,) = loops
        if loop is _running():
            self._pass(seconds)
        else:
            asyncio.run_coroutine_threadsafe(self._passed(seconds), loop).result(LONGEST_WAIT)

    async def _passed(self, seconds: float) -> None:
        self._pass(seconds)

    def _pass(self, seconds: float) -> None:
        end = self._elapsed + seconds
        while True:
            due = [one for one in self._alarms if not one.is_over and one.due <= end and not one.loop.is_closed()]
            if not due:
                break
            first = min(due, key=lambda one: one.due)
            self._elapsed = max(self._elapsed, first.due)
            first.ring()
        self._elapsed = end


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None

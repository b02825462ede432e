"""The stores of a test: each is closed on the way out, and whatever is left of one fails the test that left it."""

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import TypeVar

from esquive.server.storage.store import Store
from esquive.server.storage.writer import Change, Said
from tests.server.given_time import LONGEST_WAIT

Kind = TypeVar("Kind", bound=Store)


class _Made:
    """How many stores have been opened in this process."""

    number = 0


@asynccontextmanager
async def kept(store: Kind, *, is_server: bool = True) -> AsyncIterator[Kind]:
    """Open a store, and close it whatever happens."""
    _Made.number += 1
    try:
        await store.open(is_server=is_server)
        yield store
    finally:
        if not store._is_closed:  # a test may have closed it, and one that cannot be opened has closed itself
            await store.close()


def opened(url: str, *, is_server: bool = True) -> AbstractAsyncContextManager[Store]:
    """A store of the database at an address, while it is used."""
    return kept(Store(url), is_server=is_server)


@contextmanager
def nothing_left() -> Iterator[None]:
    """Where a store has been opened: see that no connection is left open when the test is over, well or not.

    Each has a thread as long as it is open, and one that nobody closed tells so when it is collected.
    """
    before, number = set(threading.enumerate()), _Made.number
    yield
    if _Made.number == number:
        return
    gc.collect()
    gc.freeze()  # what is alive now is nothing that the next test leaves: it looks through its own alone
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(LONGEST_WAIT / len(left))
    alive = [thread.name for thread in left if thread.is_alive()]
    assert not alive, f"left behind by this test: {alive}"


class Held:
    """Holds the commits of a store from the `at`th on, before they are made or `after`, until it lets them go."""

    def __init__(self, store: Store, at: int = 1, *, after: bool = False) -> None:
        self.reached = asyncio.Event()
        self._go = asyncio.Event()
        self._left = at - 1
        self._after = after
        self._commit = store._writer._commit
        store._writer._commit = self._held  # type: ignore[method-assign]

    def let_go(self) -> None:
        """From now on nothing is held."""
        self._go.set()

    async def _held(self, changes: list[Change]) -> Said:
        if self._left:
            self._left -= 1
            return await self._commit(changes)
        said = await self._commit(changes) if self._after else []
        self.reached.set()
        await self._go.wait()
        return said if self._after else await self._commit(changes)

"""How background tasks are ended."""

import asyncio
import logging
from typing import Any, Final

from esquive.hosting.protocol import ProtocolError

LOG: Final = logging.getLogger("esquive.hosting")
AGAIN: Final = 0.5  # seconds after which a task that goes on is cancelled again


async def end(task: "asyncio.Task[None]") -> None:
    """Cancel a task until it has ended, whatever became of it.

    Once is not enough: before Python 3.12, `asyncio.wait_for` loses a cancellation that comes just as what it waits for
    is done, and the client of Redis writes by it. A task that goes round and round would then never end.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN)


def hear_out(task: "asyncio.Task[Any]") -> None:
    """What went wrong with something that nobody waits for any more; that it was not possible is nothing to the log."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, ProtocolError):
        LOG.error("what nobody waits for any more went wrong", exc_info=error)

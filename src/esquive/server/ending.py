"""How what runs beside the requests is ended."""

import asyncio
from typing import Final

AGAIN: Final = 0.5  # seconds after which a task that goes on is cancelled again


async def end(task: "asyncio.Task[None]") -> None:
    """Cancel a task until it has ended, whatever became of it.

    Once is not enough: before Python 3.12, `asyncio.wait_for` loses a cancellation that comes just as what it waits for
    is done, and the client of Redis writes by it. A task that goes round and round would then never end.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN)

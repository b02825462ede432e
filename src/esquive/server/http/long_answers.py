"""Work beside the loop for somebody who may leave: a connection that closes ends it."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Request

from esquive.core.cancellation import Cancelled, wanted_while
from esquive.hosting.protocol import ProtocolError

Answer = TypeVar("Answer")


async def while_connected(request: Request[Any, Any, Any], work: Callable[[], Answer]) -> Answer:
    """What work in a thread comes to; it ends at its next look at `core.cancellation` once the client has left.

    The body of the request must have been read. Raises ProtocolError for nobody to read, once the client has left.
    """
    has_left = False

    def done() -> Answer:
        with wanted_while(lambda: not has_left):
            return work()

    answer = asyncio.ensure_future(asyncio.to_thread(done))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({answer, leaving}, return_when=asyncio.FIRST_COMPLETED)
        has_left = not answer.done()
        return await answer
    except Cancelled as error:
        raise ProtocolError("bad-request", why="the client has left") from error
    finally:
        has_left = True  # also where who waits here is cancelled
        leaving.cancel()


async def _left(request: Request[Any, Any, Any]) -> None:
    """Waits until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

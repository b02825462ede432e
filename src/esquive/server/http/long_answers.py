"""Work beside the loop for somebody who may leave: a connection that closes ends it."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from esquive.core.cancellation import Cancelled, check_wanted, wanted_while
from esquive.hosting.protocol import ProtocolError

Answer = TypeVar("Answer")
# Long work goes one after the other, so that matches and short questions wait for one of it at most.
_LONG: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-answers")


class Connection(Protocol):
    """What of a request is looked at: whether the client has left. A request of Litestar is one."""

    @property
    def receive(self) -> Callable[[], Awaitable[Any]]:
        """Waits for the next message of ASGI."""


async def while_connected(request: Connection, work: Callable[[], Answer], *, is_long: bool = False) -> Answer:
    """What work in a thread comes to; it ends at its next look at `core.cancellation` once the client has left.

    What `is_long` waits for its turn. The body of the request must have been read. Raises ProtocolError for nobody to
    read, once the client has left.
    """
    has_left = False

    def done() -> Answer:
        with wanted_while(lambda: not has_left):
            check_wanted()  # who waited for a turn may have left meanwhile
            return work()

    answer = asyncio.get_running_loop().run_in_executor(_LONG if is_long else None, done)
    leaving = asyncio.ensure_future(_left(request))
    either: set[asyncio.Future[Any]] = {answer, leaving}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        has_left = not answer.done()
        return await answer
    except Cancelled as error:
        raise ProtocolError("bad-request", why="the client has left") from error
    finally:
        has_left = True  # also where who waits here is cancelled
        leaving.cancel()


async def _left(request: Connection) -> None:
    """Waits until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

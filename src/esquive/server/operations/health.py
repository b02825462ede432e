"""Liveness and readiness: `GET /healthz/live` and `GET /healthz`.

It lives when it answers at all: what does not should be started again. It is ready when its database takes what is
written and its event loop is not late; who is not ready should get no new visitors for a while.

That Redis is away is told, and the server is ready all the same: it is away for every process at once, and each goes on
with the matches whose players sit there. Nobody would be served if all of them were taken out of the line.
"""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from esquive.hosting.background_tasks import end
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.cluster.channels import REACHED
from esquive.server.storage.store import Store

EVERY: Final = 0.5  # seconds between two looks at the clock
MOST_LATE: Final = 2.0  # seconds; a loop as late as this does not serve anybody
LOOKS: Final = 120  # a minute of them
PATIENCE: Final = 5.0  # seconds for the database
FRESH: Final = 1.0  # seconds for which the database is believed


class Told(Struct):
    """How a server is: `status` is `ok` or says what is wrong; the lag of its loop is in seconds.

    `channels` is `reached` or says what is the matter with Redis, "" for a server of one process.
    """

    status: str
    database: str
    loop_lag: float
    channels: str = ""


async def _alone() -> str:
    return ""


class Health:
    """Looks at the clock, and at the database and the channels of a server when it is asked."""

    def __init__(
        self, store: Store, time: Time = OF_THIS_MACHINE, channels: Callable[[], Awaitable[str]] = _alone
    ) -> None:
        self._store = store
        self._time = time
        self._ask_channels = channels
        self._channels = ""
        self._late: deque[float] = deque(maxlen=LOOKS)
        self._task: asyncio.Task[None] | None = None
        self._asking = asyncio.Lock()
        self._asked = -math.inf
        self._database = ""

    def begin(self) -> None:
        """Look at the clock from now on."""
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            await end(self._task)

    @property
    def lag(self) -> float:
        """How many seconds late the loop was at worst in the last minute."""
        return max(self._late, default=0.0)

    @property
    def lag_now(self) -> float:
        """How many seconds late it was of late."""
        return self._late[-1] if self._late else 0.0

    async def _look(self) -> None:
        while True:
            began = self._time.now()
            await self._time.sleep(EVERY)
            self._late.append(max(0.0, self._time.now() - began - EVERY))

    async def database(self) -> str:
        """`writable`, or what the database says; it is asked once a second at most, however many ask."""
        await self._ask()
        return self._database

    async def channels(self) -> str:
        """`reached`, or what is the matter with Redis, as fresh as the word of the database; "" for no channels."""
        await self._ask()
        return self._channels

    async def _ask(self) -> None:
        async with self._asking:
            if self._time.now() - self._asked >= FRESH:
                self._database, self._channels = await asyncio.gather(self._try(), self._ask_channels())
                self._asked = self._time.now()

    async def _try(self) -> str:
        try:
            await asyncio.wait_for(self._store.try_writing(), PATIENCE)
        except TimeoutError:
            return f"does not answer within {PATIENCE:.0f} s"
        except ProtocolError as error:
            return f"not writable ({error.code})"
        except (SQLAlchemyError, OSError) as error:
            return f"not writable ({type(error).__name__})"
        return "writable"


@get("/healthz/live", include_in_schema=False)
async def get_live() -> Response[Told]:
    """Whether the server answers."""
    return Response(Told("ok", "", 0.0), headers={"cache-control": "no-store"})


@get("/healthz", include_in_schema=False)
async def get_ready(state: State) -> Response[Told]:
    """Whether the server can do its work: 200, or 503; and whether something else is the matter."""
    health: Health = state.health
    database, lag = await health.database(), health.lag_now
    is_stopping = bool(getattr(state, "is_stopping", False))
    wrong = [
        *(["it is being stopped"] if is_stopping else []),
        *([f"the database is {database}"] if database != "writable" else []),
        *([f"the event loop is {lag:.1f} s late"] if lag > MOST_LATE else []),
    ]
    channels = await health.channels()
    away = [f"Redis is {channels}"] if channels not in ("", REACHED) else []
    told = Told("; ".join([*wrong, *away]) or "ok", database, round(lag, 3), channels)
    return Response(told, status_code=503 if wrong else 200, headers={"cache-control": "no-store"})


ROUTES: Final[list[Any]] = [get_live, get_ready]

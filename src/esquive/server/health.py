"""Whether a server lives and can do its work: `GET /healthz/live` and `GET /healthz`.

It lives when it answers at all: what does not should be started again. It is ready when its database takes what is
written and its event loop is not late; who is not ready should get no new visitors for a while.
"""

import asyncio
import math
from collections import deque
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from esquive.server.ending import end
from esquive.server.protocol import ProtocolError
from esquive.server.store import Store
from esquive.server.timing import OF_THIS_MACHINE, Time

EVERY: Final = 0.5  # seconds between two looks at the clock
MOST_LATE: Final = 2.0  # seconds; a loop as late as this does not serve anybody
LOOKS: Final = 120  # a minute of them
PATIENCE: Final = 5.0  # seconds for the database
FRESH: Final = 1.0  # seconds for which the database is believed


class Told(Struct):
    """How a server is: `status` is `ok` or says what is wrong; the lag of its loop is in seconds."""

    status: str
    database: str
    loop_lag: float


class Health:
    """Looks at the clock, and at the database when it is asked."""

    def __init__(self, store: Store, time: Time = OF_THIS_MACHINE) -> None:
        self._store = store
        self._time = time
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
        async with self._asking:
            if self._time.now() - self._asked >= FRESH:
                self._database = await self._try()
                self._asked = self._time.now()
            return self._database

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
    """Whether the server can do its work: 200, or 503."""
    health: Health = state.health
    database, lag = await health.database(), health.lag_now
    is_stopping = bool(getattr(state, "is_stopping", False))
    wrong = [
        *(["it is being stopped"] if is_stopping else []),
        *([f"the database is {database}"] if database != "writable" else []),
        *([f"the event loop is {lag:.1f} s late"] if lag > MOST_LATE else []),
    ]
    told = Told("; ".join(wrong) or "ok", database, round(lag, 3))
    return Response(told, status_code=503 if wrong else 200, headers={"cache-control": "no-store"})


ROUTES: Final[list[Any]] = [get_live, get_ready]

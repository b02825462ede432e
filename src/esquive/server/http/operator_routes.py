"""What operators of a server need of it while it runs: its health, its counters, retention, and a stop without loss."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from litestar import Litestar, WebSocket
from litestar.datastructures import State

from esquive.hosting.background_tasks import end
from esquive.hosting.registry import MatchRegistry
from esquive.server.http import forget_routes
from esquive.server.operations import health, metrics
from esquive.server.operations.configuration import Configuration
from esquive.server.operations.health import Health
from esquive.server.storage.retention import prune_daily
from esquive.server.storage.store import Store

LOG: Final = logging.getLogger("esquive.server")
RESTARTING: Final = 1012  # of a websocket: come back in a moment
LONGEST_CLOSE: Final = 5.0  # seconds for the answers under way
LAST_WORDS: Final = 0.1  # seconds in which what has just been stored is told


class Operations:
    """What runs beside the matches; made when the server begins, and closed before its matches."""

    def __init__(self, configuration: Configuration, store: Store, registry: MatchRegistry, state: State) -> None:
        self._health = Health(store, registry.time, registry.channels)
        self._health.begin()
        self._pruning = asyncio.create_task(
            prune_daily(store, configuration.retention, registry.removals.retire, registry.time)
        )
        metrics.count_faults()
        state.health = self._health
        state.metrics_token = configuration.metrics.token
        state.has_proxies = bool(configuration.proxies)
        state.sockets = set()
        state.is_stopping = False

    async def close(self) -> None:
        """Stop what runs."""
        await end(self._pruning)
        await self._health.close()


@contextmanager
def present(state: State, socket: WebSocket[Any, Any, Any]) -> Iterator[None]:
    """A websocket, while it is open."""
    state.sockets.add(socket)
    try:
        with metrics.SOCKETS.track_inprogress():
            yield
    finally:
        state.sockets.discard(socket)


async def farewell(app: Litestar) -> None:
    """Before a stop: bots rest, the answers under way are stored and told, and every socket is closed with a reason."""
    app.state.is_stopping = True
    try:
        await asyncio.wait_for(app.state.registry.close(), LONGEST_CLOSE)
    except TimeoutError:
        LOG.error("answers under way were not stored within %.0f s; they were not acknowledged", LONGEST_CLOSE)
    await asyncio.sleep(LAST_WORDS)
    closing = [socket.close(code=RESTARTING, reason="restarting") for socket in list(app.state.sockets)]
    for trouble in await asyncio.gather(*closing, return_exceptions=True):
        if trouble is not None:
            LOG.debug("a socket was closed already: %s", trouble)


ROUTES: Final[list[Any]] = [*health.ROUTES, metrics.get_metrics, *forget_routes.ROUTES]

"""Runs the application in uvicorn on a socket until it is told to stop."""

import logging
import signal
import socket
from collections.abc import Sequence
from typing import Any, Final

import uvicorn
from litestar import Litestar

from esquive.core.garbage_collection import collect_rarely
from esquive.server.http.client_address import Proxies
from esquive.server.http.connection_limits import config_of
from esquive.server.http.operator_routes import farewell
from esquive.server.http.rate_limits import Limits

USUAL: Final = Limits()


class Server(uvicorn.Server):
    """Serves; on SIGTERM or Ctrl-C it takes nobody new, says farewell to who is there, and ends."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app

    def serve_on(self, follower: socket.socket) -> None:
        """Serves on a socket that listens, until it is stopped."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # raised again when all is done
        collect_rarely()  # what every match shares is there by now
        try:
            self.run(sockets=[follower])
        except KeyboardInterrupt:
            return

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends without loss."""
        for one in self.servers:
            one.close()
        await farewell(self._app)
        await super().shutdown(sockets)


def server_of(
    app: Litestar, limits: Limits = USUAL, *, proxies: Sequence[str] = (), stop_seconds: int = 2, **more: Any
) -> Server:
    """A server of an application; only what `proxies` say of a visitor's address and scheme is believed."""
    config = config_of(
        app,
        limits,
        Proxies(proxies),
        log_config=None,
        log_level=None,
        server_header=False,
        timeout_graceful_shutdown=stop_seconds,
        **more,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    return Server(config, app)

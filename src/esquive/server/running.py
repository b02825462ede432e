"""The process that serves: an application on a socket until it is told to stop."""

import logging
import signal
import socket
from collections.abc import Sequence
from typing import Any

import uvicorn
from litestar import Litestar

from esquive.server.operations import farewell
from esquive.server.sockets import Sockets


class Server(uvicorn.Server):
    """Serves; on SIGTERM or Ctrl-C it takes nobody new, says farewell to who is there, and ends."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app

    def serve_on(self, listener: socket.socket) -> None:
        """Serves on a socket that listens, until it is stopped."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # raised again when all is done
        try:
            self.run(sockets=[listener])
        except KeyboardInterrupt:
            return

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends without loss."""
        for one in self.servers:
            one.close()
        await farewell(self._app)
        await super().shutdown(sockets)


def server_of(app: Litestar, *, proxies: Sequence[str] = (), stop_seconds: int = 2, **more: Any) -> Server:
    """A server of an application; only what `proxies` say of a visitor's address and scheme is believed."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level=None,
        access_log=False,
        ws=Sockets,
        ws_max_size=64 * 1024,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        timeout_graceful_shutdown=stop_seconds,
        **more,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    return Server(config, app)

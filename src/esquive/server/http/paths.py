"""Normalizes paths: whatever judges a request sees its path as the router reads it.

The router takes `/api//matches/` for `/api/matches`, and reads what follows the root path of a proxy. Judged as it was
sent, a path could name another address than the one that answers: limits and the password could be passed by a slash.
"""

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils import normalize_path


def as_routed(path: str, root_path: str = "") -> str:
    """A path as the router reads it [litestar, `ASGIRouter.__call__`]."""
    return normalize_path(path.split(root_path, maxsplit=1)[-1] if root_path else path)


class CanonicalPaths:
    """An ASGI layer that hands on each request with the path that will be routed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on; whoever stands outside keeps the path as it was sent."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given: Any = scope
        path = as_routed(given["path"], given.get("root_path", ""))
        within: Any = {**given, "path": path, "root_path": ""}
        await self.app(within, receive, send)

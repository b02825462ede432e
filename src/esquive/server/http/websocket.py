"""One websocket: reads a client's messages and sends what it is told."""

import asyncio
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from esquive.hosting.clients import Client
from esquive.hosting.messages import Encoded
from esquive.hosting.rooms import Room


class Connection(Client):
    """A client at the other end of a websocket."""

    def __init__(self, socket: WebSocket[Any, Any, Any], room: Room, controlled: frozenset[int], language: str) -> None:
        super().__init__(room, controlled, language)
        self.socket = socket

    async def run(self, first: Any = None) -> None:
        """Serve the client until it goes away; `first` is what was received of it before."""
        jobs = (self.write(self._send), self._read(first), self.until_let_go())
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.ending is not None:
                code, reason = self.ending
                await self.socket.close(code=code, reason=reason)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect):
                    raise error
        finally:
            self.leave()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, text: Encoded) -> None:
        event: Any = {"type": "websocket.send", "text": text, "bytes": None}
        await self.socket.send(event)

    async def _read(self, first: Any) -> None:
        while True:
            event: Any = first or await self.socket.receive()
            first = None
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            await self.handle(text if text is not None else event.get("bytes") or b"")

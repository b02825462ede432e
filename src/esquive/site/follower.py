"""A client at the other end of a message port: what a websocket is at a server."""

import asyncio
from collections.abc import Callable

from esquive.hosting.clients import CLOSED_BY_RULE, Client
from esquive.hosting.messages import Encoded, encoded
from esquive.hosting.protocol import ProtocolError
from esquive.site.page_host import PageHost

Send = Callable[[bytes], None]
Close = Callable[[int, str], None]


class Follower:
    """Somebody who follows a match, from `hello` until it goes or is let go: `send` takes messages to it, and `close`
    the code and the reason with which it is let go."""

    def __init__(self, host: PageHost, match_id: str, token: str, language: str, send: Send, close: Close) -> None:
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._send, self._close = send, close
        self._task = asyncio.ensure_future(self._follow(host, match_id, token, language))

    def say(self, text: str) -> None:
        """It says something."""
        self._said.put_nowait(text)

    def go(self) -> None:
        """It goes away."""
        self._task.cancel()

    async def _follow(self, host: PageHost, match_id: str, token: str, language: str) -> None:
        try:
            room, players = await host.entered(match_id, token)
        except ProtocolError as error:
            self._send(encoded(error.to_message(language)))
            self._close(CLOSED_BY_RULE, error.code)
            return
        client = Client(room, players, language)
        tasks = [asyncio.ensure_future(job) for job in (client.write(self._tell), self._hear(client))]
        tasks.append(asyncio.ensure_future(client.until_let_go()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if client.ending is not None:
                self._close(*client.ending)
            for task in done:
                task.result()
        finally:
            client.leave()
            for task in tasks:
                task.cancel()

    async def _tell(self, text: Encoded) -> None:
        self._send(text)

    async def _hear(self, client: Client) -> None:
        while True:
            await client.handle(await self._said.get())

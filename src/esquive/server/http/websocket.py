"""One websocket: reads a client's messages, answers them, and sends what happens in its match."""

import asyncio
from collections import deque
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from esquive.server.cluster import offer_forwarding
from esquive.server.hosting import judging
from esquive.server.hosting.messages import Encoded, ServerMessage, encoded, read_message
from esquive.server.hosting.offers import persons
from esquive.server.hosting.previews import Previews
from esquive.server.hosting.protocol import Answer, AskPreview, AskThreat, Compare, Hello, ProtocolError, Wish
from esquive.server.hosting.rooms import Room
from esquive.server.hosting.table_messages import AskTable, Pause, SaidMessage, Say
from esquive.server.operations.metrics import ERRORS

MOST_WAITING: Final = 64  # answers to what a client asked that it has not read; positions are merged
GOING_AWAY: Final = 1008
CLOSED_BY_RULE: Final = 4400


class Connection:
    """A client that follows a room; `controlled` are the players it answers for, none for a spectator."""

    def __init__(self, socket: WebSocket[Any, Any, Any], room: Room, controlled: frozenset[int], language: str) -> None:
        self.socket = socket
        self.room = room
        self.controlled = controlled
        self.language = language
        self._outbox: deque[ServerMessage] = deque()
        self._first_event: int | None = None  # of those the client has not been told, while there are any
        self._has_table = False  # what goes on beside the game has to be told
        self._is_due = asyncio.Event()
        self._is_let_go = asyncio.Event()
        self._previews = Previews(room, language, self.put)
        self._ending = (GOING_AWAY, "")  # code and reason with which it is let go

    @property
    def playing(self) -> frozenset[int]:
        """The players it still answers for: one's place may have been left to a bot."""
        return self.controlled & persons(self.room)

    @property
    def is_patient(self) -> bool:
        """Whether it only looks on."""
        return not self.controlled

    # ------------------------------------------------------------------------------------------------------- telling

    def changed(self, first_event: int) -> None:
        """The match has gone on: the client gets one `state` message, when it has read the one before."""
        known = self._first_event
        self._first_event = first_event if known is None else min(known, first_event)
        self._is_due.set()

    def taken_over(self) -> None:
        """It is nothing to a client which process plays its match."""

    def failed(self, error: ProtocolError) -> None:
        """Something went wrong on the server."""
        self.put(error.to_message(self.language))

    def table_changed(self) -> None:
        """Something is otherwise beside the game: the client is told how it is by then."""
        self._has_table = True
        self._is_due.set()

    def said(self, message: SaidMessage) -> None:
        """Somebody has said something."""
        self.put(message)

    def put(self, message: ServerMessage) -> None:
        """Send a message when its turn comes; a client that does not read is let go, and may come back."""
        self._outbox.append(message)
        self._is_due.set()
        if len(self._outbox) > MOST_WAITING:
            self.let_go(GOING_AWAY, "too-slow")

    def let_go(self, code: int, reason: str) -> None:
        """Close the websocket; whoever comes back is told why, if there is a reason to be told."""
        self._ending = (code, reason)
        self._is_let_go.set()

    async def _write(self) -> None:
        """Send what is due: the answers to what the client asked, then the position, if it is another one by now."""
        while True:
            await self._is_due.wait()
            self._is_due.clear()
            while self._outbox:
                await self._send(encoded(self._outbox.popleft()))
            await self._write_state()
            if self._has_table:
                self._has_table = False
                await self._send(encoded(self.room.participants.told()))

    async def _write_state(self) -> None:
        """Send the position, if it is another one by now; nothing of it is kept while nothing is due."""
        if self._first_event is None:
            return
        playing = self.playing
        await judging.propose(self.room, playing, self.language)
        async with self.room.lock:  # what is shown has been stored
            first, self._first_event = self._first_event, None
            text = self.room.state_text(self.playing, first, self.language)
        await self._send(text)

    async def _send(self, text: Encoded) -> None:
        event: Any = {"type": "websocket.send", "text": text, "bytes": None}
        await self.socket.send(event)

    # ------------------------------------------------------------------------------------------------------- reading

    async def run(self, first: Any = None) -> None:
        """Serve the client until it goes away; `first` is what was received of it before."""
        tasks = [asyncio.create_task(job) for job in (self._write(), self._read(first), self._is_let_go.wait())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._is_let_go.is_set():
                code, reason = self._ending
                await self.socket.close(code=code, reason=reason)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect):
                    raise error
        finally:
            self.room.followers.discard(self)
            self.room.participants.go(self)
            self._previews.stop()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, first: Any) -> None:
        while True:
            event: Any = first or await self.socket.receive()
            first = None
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            await self.handle(text if text is not None else event.get("bytes") or b"")

    async def handle(self, text: str | bytes) -> None:
        """Answer one message; whatever is wrong with it is told to its sender and changes nothing."""
        try:
            message = read_message(text)
            if isinstance(message, Hello):
                await self._hello(message.version)
            elif isinstance(message, Answer):
                refusal = await self.room.answer(self.playing, message.version, message.do, self.language)
                if refusal is not None:
                    self.put(refusal)
            elif isinstance(message, Compare):
                self.put(await judging.compare(self.room, self.playing, message.do, message.release, self.language))
            elif isinstance(message, Wish):
                await offer_forwarding.wish(self.room, self.playing, message)
            elif isinstance(message, AskThreat):
                self.put(await judging.threat(self.room, self.playing, message.unit))
            elif isinstance(message, AskPreview):
                self._previews.ask(self.playing, message)
            elif isinstance(message, AskTable):
                self.room.participants.ask(self)
            elif isinstance(message, Say):
                self.room.participants.say(self.playing, message.phrase)
            elif isinstance(message, Pause):
                self.room.participants.pause(self.playing, message.on)
            else:
                self.put(await judging.why(self.room, self.playing, message.do, self.language))
        except ProtocolError as error:
            ERRORS.labels(error.code).inc()
            self.put(error.to_message(self.language))

    async def _hello(self, version: int) -> None:
        if self.room.forwarder is not None:
            await self.room.forwarder.keep(self.room)
        async with self.room.lock:
            self.room.check_there()
            self.room.followers.add(self)
            self.changed(self.room.first_event_since(version))
        self.room.participants.come(self)

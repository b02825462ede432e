"""Clients: somebody who follows a match from elsewhere, whatever carries the messages."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from esquive.hosting import judging
from esquive.hosting.messages import ClientMessage, Encoded, ServerMessage, encoded, read_message
from esquive.hosting.offers import persons
from esquive.hosting.previews import Previews
from esquive.hosting.protocol import Answer, AskPreview, AskThreat, Compare, Hello, ProtocolError, Why, Wish
from esquive.hosting.rooms import Room
from esquive.hosting.table_messages import AskTable, Pause, SaidMessage, Say

MOST_WAITING: Final = 64  # answers to what a client asked that it has not read; positions are merged
GOING_AWAY: Final = 1008  # the codes with which a client is let go
CLOSED_BY_RULE: Final = 4400


class Client:
    """A client that follows a room; `controlled` are the players it answers for, none for a spectator.

    Whoever carries its messages hands in what it says (`handle`), sends what it is told (`write`), and ends with
    `leave`.
    """

    def __init__(self, room: Room, controlled: frozenset[int], language: str) -> None:
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
        """Have the client go away; whoever comes back is told why, if there is a reason to be told."""
        self._ending = (code, reason)
        self._is_let_go.set()

    @property
    def ending(self) -> tuple[int, str] | None:
        """The code and reason with which it is let go; None as long as it is not."""
        return self._ending if self._is_let_go.is_set() else None

    async def until_let_go(self) -> None:
        """Returns once the client is to go away."""
        await self._is_let_go.wait()

    async def write(self, send: Callable[[Encoded], Awaitable[None]]) -> None:
        """Send what is due, until it is cancelled: the answers to what the client asked, then the position, if it is
        another one by now."""
        while True:
            await self._is_due.wait()
            self._is_due.clear()
            while self._outbox:
                await send(encoded(self._outbox.popleft()))
            if self._first_event is not None:
                await send(await self._state())
            if self._has_table:
                self._has_table = False
                await send(encoded(self.room.participants.told()))

    async def _state(self) -> Encoded:
        """The position as it is; nothing of it is kept while nothing is due."""
        await judging.propose(self.room, self.playing, self.language)
        async with self.room.lock:  # what is shown has been stored
            first, self._first_event = self._first_event or 0, None
            return self.room.views.text(self.playing, first, self.language)

    # ------------------------------------------------------------------------------------------------------- reading

    async def handle(self, text: str | bytes) -> None:
        """Answer one message; whatever is wrong with it is told to its sender and changes nothing."""
        try:
            message = read_message(text)
            await HANDLERS[type(message)](self, message)
        except ProtocolError as error:
            self.room.meter.failed(error.code)
            self.put(error.to_message(self.language))

    def leave(self) -> None:
        """The client has gone."""
        self.room.followers.discard(self)
        self.room.participants.go(self)
        self._previews.stop()

    async def hello(self, said: Hello) -> None:
        """It follows the match from now on, and is told what has happened since the version it knows."""
        if self.room.others is not None:
            await self.room.others.keep(self.room)
        async with self.room.lock:
            self.room.check_there()
            self.room.followers.add(self)
            self.changed(self.room.first_event_since(said.version))
        self.room.participants.come(self)

    async def answer(self, given: Answer) -> None:
        """It answers what one of its players is asked."""
        refusal = await self.room.answer(self.playing, given.version, given.do, self.language)
        if refusal is not None:
            self.put(refusal)

    async def ask_why(self, asked: Why) -> None:
        """It asks whether a line is legal, and why."""
        self.put(await judging.why(self.room, self.playing, asked.do, self.language))

    async def ask_comparison(self, asked: Compare) -> None:
        """It asks what a line is under another release."""
        self.put(await judging.compare(self.room, self.playing, asked.do, asked.release, self.language))

    async def ask_threat(self, asked: AskThreat) -> None:
        """It asks what a unit threatens."""
        self.put(await judging.threat(self.room, self.playing, asked.unit))

    async def ask_preview(self, asked: AskPreview) -> None:
        """It tries out an answer in the making."""
        self._previews.ask(self.playing, asked)

    async def ask_table(self, asked: AskTable) -> None:
        """It wants to be told what goes on beside the game."""
        self.room.participants.ask(self)

    async def say(self, said: Say) -> None:
        """It says something to the others at the table."""
        self.room.participants.say(self.playing, said.phrase)

    async def pause(self, wanted: Pause) -> None:
        """It wishes that the clocks stand still, or wishes it no more."""
        self.room.participants.pause(self.playing, wanted.on)

    async def wish(self, wanted: Wish) -> None:
        """It makes an offer, or answers one."""
        await self.room.wish(self.playing, wanted)


HANDLERS: Final[dict[type[ClientMessage], Callable[[Client, Any], Awaitable[None]]]] = {
    Hello: Client.hello,
    Answer: Client.answer,
    Why: Client.ask_why,
    Compare: Client.ask_comparison,
    AskThreat: Client.ask_threat,
    AskPreview: Client.ask_preview,
    AskTable: Client.ask_table,
    Say: Client.say,
    Pause: Client.pause,
    Wish: Client.wish,
}

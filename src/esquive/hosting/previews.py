"""Previews: answers in the making, judged beside the loop, the newest alone.

A hand that drags asks twenty times a second, and only what it asks last matters. Each connection has one draft under
way and one that waits; a newer one takes the place of that. All connections share one thread, so that however many
hands move, answers and positions wait for one preview at most.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.errors import NotationError
from esquive.hosting.protocol import AskPreview, PreviewMessage, ProtocolError
from esquive.hosting.rooms import Room

LOG: Final = logging.getLogger(__name__)
_BESIDE: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="previews")


async def preview(room: Room, controlled: frozenset[int], asked: AskPreview, language: str) -> PreviewMessage[str, Any]:
    """The `preview` message for a draft, told as the seat may know whose view the client has.

    Raises ProtocolError `no-preview` in a game without drafts, `bad-message` for one that is none, and `bad-line` for
    one about nobody or about a decision of somebody else.
    """
    game = room.game
    declared = game.shapes.draft
    if declared is None:
        raise ProtocolError("no-preview", game=game.title)
    try:
        draft = convert(asked.draft, declared)
    except msgspec.ValidationError as error:
        raise ProtocolError("bad-message", why=error) from error
    async with room.lock:
        if asked.version != room.version:
            return PreviewMessage(game.name, asked.number, room.version, None)
        seat = room.viewer(controlled)
        words = game.words(room.match.state.copy(), language, [player.name for player in room.players])
    try:
        found = await asyncio.get_running_loop().run_in_executor(_BESIDE, words.drafted, seat, draft)
    except NotationError as error:
        raise ProtocolError("bad-line", why=error) from error
    return PreviewMessage(game.name, asked.number, asked.version, found)


class Previews:
    """What one client tries out; `put` sends a message to it."""

    def __init__(self, room: Room, language: str, put: Callable[[Any], None]) -> None:
        self._room = room
        self._language = language
        self._put = put
        self._newest: tuple[frozenset[int], AskPreview] | None = None
        self._work: asyncio.Task[None] | None = None

    def ask(self, controlled: frozenset[int], asked: AskPreview) -> None:
        """Judge this draft next; one that still waits is let go."""
        self._newest = (controlled, asked)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._answer())

    def stop(self) -> None:
        """The client is gone."""
        if self._work is not None:
            self._work.cancel()

    async def _answer(self) -> None:
        while self._newest is not None:
            (controlled, asked), self._newest = self._newest, None
            try:
                self._put(await preview(self._room, controlled, asked, self._language))
            except ProtocolError as error:
                self._put(error.to_message(self._language))
            except Exception as error:
                LOG.error("match %s: a draft could not be judged", self._room.stored.id, exc_info=error)
                self._put(ProtocolError("server-fault", 500).to_message(self._language))

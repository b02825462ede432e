"""Bots: clients like any other, which answer when the match asks their player.

A bot thinks on a copy of the position, in a thread or where the host lets it, so that nobody else waits for it. Its
answer goes through the room like a person's: versions, rules and storage treat both alike.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from esquive.agents.base import Agent, agent_named
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rooms import Room
from esquive.hosting.thinking import Thought, chosen, is_quick

LOG: Final = logging.getLogger("esquive.hosting")
MOST_TRIES: Final = 6  # to give an answer that cannot be stored; then it takes somebody who comes to the match
PATIENCE: Final = 0.5  # seconds before it is tried again; twice as long each time


class Bot:
    """An agent that plays one player of a room; `pace` is the least time in seconds between its answers."""

    def __init__(self, room: Room, player: int, agent: str, pace: float, think: "Think | None" = None) -> None:
        self._think = think or in_thread
        self.room = room
        self.player = player
        self.pace = pace
        self.patience = PATIENCE
        self._agent: Agent = agent_named(agent, room.stored.game)
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False
        self.is_patient = False

    def changed(self, first_event: int) -> None:
        """Begin to play when it is this player's turn to decide and the bot is not playing already."""
        is_idle = (self._task is None or self._task.done()) and self.room.is_ours
        if is_idle and not self._is_stopped and self.room.asked_player() == self.player:
            self._task = asyncio.create_task(self._play())

    def taken_over(self) -> None:
        """Bots play where their match is played."""
        self.changed(0)

    def failed(self, error: ProtocolError) -> None:
        """What went wrong for the others is nothing to a bot."""

    def stop(self) -> "asyncio.Task[None] | None":
        """Stop for good; returns the task that is ending, if the bot was at work."""
        self._is_stopped = True
        if self._task is not None:
            self._task.cancel()
        return self._task

    async def _play(self) -> None:
        """Answer until somebody else is asked."""
        room = self.room
        loop = asyncio.get_running_loop()
        tries = 0
        while room.is_ours and room.asked_player() == self.player:
            version = room.version
            began = loop.time()
            try:
                line = await self._think(self, room.match.state.copy(), room.match.length)
                await asyncio.sleep(max(0.0, self.pace - (loop.time() - began)))
                refusal = await room.answer(frozenset({self.player}), version, line)
            except ProtocolError as error:
                if error.code == "stale-version":
                    continue
                if error.status < 500 or tries >= MOST_TRIES:
                    raise
                # Its answer could not be stored: that passes when the disk or the database does.
                tries += 1
                self._tell(error)
                await asyncio.sleep(self.patience * 2**tries)
                continue
            except Exception:
                LOG.exception("match %s: the bot of player %d failed", room.stored.id, self.player)
                self._tell(ProtocolError("server-fault", 500))
                raise
            tries = 0
            if refusal is not None:
                raise AssertionError(f"the bot's answer {line!r} was refused: {refusal.refusal.sentence}")

    def _tell(self, error: ProtocolError) -> None:
        """Whoever follows the match hears why nothing happens."""
        for follower in list(self.room.followers):
            follower.failed(error)

    def choose(self, state: Any, length: int) -> str:
        """The line the agent answers in a position after so many answers and rolls; a position that is come to again
        gets the same answer."""
        with self.room.meter.thinking(self.room.stored.players[self.player].agent):
            return chosen(self._agent, self.room.game, state, self._chance(length))

    @property
    def is_quick(self) -> bool:
        """Whether it answers so fast that nobody notices."""
        return is_quick(self._agent)

    def thought(self, state: Any, length: int) -> Thought:
        """The decision of a position, to be thought about somewhere else; the answer is that of `choose`."""
        stored = self.room.stored
        return Thought(
            stored.players[self.player].agent, stored.game, stored.setup, state.to_data(), self._chance(length)
        )

    def _chance(self, length: int) -> str:
        return f"{self.room.stored.seed} bot {self.player} {length}"


Think = Callable[[Bot, Any, int], Awaitable[str]]


async def in_thread(bot: Bot, state: Any, length: int) -> str:
    """The bot thinks in a thread."""
    return await asyncio.to_thread(bot.choose, state, length)

"""Where the bots of a page think: those that take their time in a worker of their own, which can be ended at once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from esquive.hosting.bots import Bot, in_thread
from esquive.hosting.thinking import asked

Ask = Callable[[int, str], Awaitable[Any]]


class Elsewhere:
    """A worker that thinks: `ask` has a decision answered, `forget` ends that, each by the number of the decision."""

    def __init__(self, ask: Ask, forget: Callable[[int], Any]) -> None:
        self._ask = ask
        self._forget = forget
        self._last = 0

    async def __call__(self, bot: Bot, state: Any, length: int) -> str:
        """The bot's line; where the bot is stopped, the worker is too."""
        if bot.is_quick:
            return await in_thread(bot, state, length)
        self._last += 1
        number = self._last
        try:
            return str(await self._ask(number, asked(bot.thought(state, length))))
        except asyncio.CancelledError:
            self._forget(number)
            raise

"""What a host counts as it works. The server hands its figures to Prometheus; a host without one counts nothing."""

from collections.abc import Awaitable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

Answered = TypeVar("Answered")


class Meter:
    """Counts nothing; whoever wants figures overrides what they are made of."""

    def began(self, game: str) -> None:
        """A match of a game was created."""

    def ended(self, game: str) -> None:
        """A match of a game is over."""

    async def counted(self, game: str, answering: Awaitable[Answered | None]) -> Answered | None:
        """An answer being taken: None is one that was stored, anything else its refusal."""
        return await answering

    def thinking(self, agent: str) -> AbstractContextManager[object]:
        """A bot thinks as long as this lasts."""
        return nullcontext()

    def failed(self, code: str) -> None:
        """What a client asked for could not be done; `code` is that of the error."""


COUNTS_NOTHING = Meter()

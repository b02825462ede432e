"""What the laboratory may know of the inside of a game: found by the entry points `esquive.laboratories`.

A game needs none. What every game promises is checked by `core.conformance`; what one game promises besides, and what
is worth timing in it, stands in `lab/<game>/`, the only place beyond a game's own rooms that may look into them.
"""

from collections.abc import Callable, Sequence
from typing import Any

TimeCall = Callable[[list[Callable[[], Any]]], float]


class Laboratory:
    """The annex of one game; `has_peer` where its pace is compared with a known engine's."""

    has_peer = False

    def broken(self, state: Any) -> list[str]:
        """What is wrong with a position, in sentences; empty for a sound one."""
        return []

    def measures(self, state: Any, log: Sequence[tuple[int, ...]]) -> dict[str, float]:
        """What of a game that is over is worth a mean over many of them, by name; `log` are all its events."""
        return {}

    def uses(self, state: Any, log: Sequence[tuple[int, ...]], card: str) -> dict[str, int]:
        """How often a card has used each of its spells, 0 for those it has not; {} where that is not counted."""
        return {}

    def query_times(self, positions: list[Any], time_call: TimeCall) -> dict[str, float]:
        """Microseconds of what the game asks of itself most often, by name and `_microseconds`.

        `time_call` gives the microseconds of a call on average.
        """
        return {}

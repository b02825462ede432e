"""A cache of what rooms have sent, and which of them forgets first."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_REMEMBERED: Final = 40 * 1024  # KiB; the rooms asked longest ago say it again when they are asked


class ViewCache:
    """The rooms that remember what they have said, the one asked last at the end, and how much that is in KiB."""

    def __init__(self) -> None:
        self._weights: OrderedDict[object, tuple[int, Callable[[], None]]] = OrderedDict()
        self._total = 0

    def weigh(self, room: object, forget: Callable[[], None], weight: int) -> None:
        """Note that a room was asked, and what it remembers; what is too much others `forget`."""
        if room in self._weights:
            self._total -= self._weights.pop(room)[0]
        self._total += weight
        self._weights[room] = weight, forget
        while self._total > MOST_REMEMBERED and len(self._weights) > 1:
            _, (known, forget) = self._weights.popitem(last=False)
            self._total -= known
            forget()

"""The dice of a match by correspondence: a seed for each stretch of rolls, and cards from decks that are locked.

A stretch is what one player plays until the other is asked; its seed comes of both players. A roll with weights draws a
card, which no seed decides: whoever knows how it fell is asked (`Draws`).
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from esquive.core.dice import CommittedDice
from esquive.core.errors import DocumentError
from esquive.core.waiting import Roll

KIND: Final = "stretches"


class Draws(Protocol):
    """Whoever knows which cards are drawn."""

    def outcome(self, number: int, roll: Roll, stretch: int) -> int:
        """The outcome of draw `number` of a match, from 0, in a stretch, from 1."""

    def to_data(self) -> list[int]:
        """The outcomes up to now, in their order."""


class ListedDraws:
    """Draws that are written down, as in a record."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._outcomes = outcomes

    def outcome(self, number: int, roll: Roll, stretch: int) -> int:
        """As it is written; raises DocumentError where nothing is, or what cannot be drawn."""
        if number >= len(self._outcomes) or not roll.may_fall(self._outcomes[number]):
            raise DocumentError(
                "draw {number} is not listed", "dice.drawn", "use the record as it was written", number=number
            )
        return self._outcomes[number]

    def to_data(self) -> list[int]:
        """All that is written down."""
        return list(self._outcomes)


class StretchDice:
    """Dice by stretches: `stretches` are the number of the first roll of each, from 0, and its seed.

    Roll i of a match falls as `CommittedDice` of the seed of its stretch has it, without nonces.
    """

    __slots__ = ("_dice", "drawn", "draws", "index", "stretches")

    def __init__(self, stretches: Sequence[tuple[int, bytes]], draws: Draws, index: int = 0, drawn: int = 0) -> None:
        self.stretches = list(stretches)
        self.draws = draws
        self.index = index
        self.drawn = drawn
        self._dice = [CommittedDice(seed, ()) for _, seed in self.stretches]

    def begin(self, first: int, seed: bytes) -> None:
        """A new stretch begins with roll number `first`."""
        self.stretches.append((first, seed))
        self._dice.append(CommittedDice(seed, ()))

    def outcome(self, roll: Roll) -> int:
        """The outcome of the next roll; counts it."""
        index = self.index
        self.index += 1
        stretch = sum(first <= index for first, _ in self.stretches)
        if roll.weights is None:
            return self._dice[stretch - 1].outcome_at(roll, index)
        self.drawn += 1
        return self.draws.outcome(self.drawn - 1, roll, stretch)

    def copy(self) -> "StretchDice":
        """Dice of their own that go on as these do."""
        return StretchDice(self.stretches, self.draws, self.index, self.drawn)

    def to_data(self) -> dict[str, Any]:
        """`kind`, `stretches` as pairs of a number and a seed in hexadecimal, and `drawn`."""
        stretches = [[first, seed.hex()] for first, seed in self.stretches]
        return {"kind": KIND, "stretches": stretches, "drawn": self.draws.to_data()}


def stretches_from_data(data: dict[str, Any]) -> StretchDice:
    """The dice that `to_data` described; raises DocumentError."""
    try:
        stretches = [(int(first), bytes.fromhex(seed)) for first, seed in data["stretches"]]
        drawn = [int(outcome) for outcome in data["drawn"]]
    except (KeyError, TypeError, ValueError):
        raise DocumentError("no dice by stretches", "dice", "use the record as it was written") from None
    if not stretches or stretches[0][0] != 0:
        raise DocumentError("no dice by stretches", "dice", "use the record as it was written")
    return StretchDice(stretches, ListedDraws(drawn))

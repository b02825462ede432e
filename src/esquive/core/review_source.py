"""What a game tells so that its matches can be looked back on: rolls and deeds (see `core.afterwards`)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from esquive.core.waiting import Roll

Deeds = Literal["ko", "buy", "theft"]


class Fell(NamedTuple):
    """A roll as the ledger has it: how many successes were shown, and how many ways of the dice show 0, 1, 2 ...

    `kind` is what was rolled for; `ways` are whole numbers, of all of which each way is as likely as another. `is_luck`
    says whether it is luck for the roller that more fell.
    """

    kind: str
    seat: int
    dice: int
    fell: int
    ways: tuple[int, ...]
    is_luck: bool = True

    @property
    def expected(self) -> Fraction:
        """The successes to be expected."""
        return Fraction(sum(number * ways for number, ways in enumerate(self.ways)), sum(self.ways))

    @property
    def at_least(self) -> Fraction:
        """The chance of as many successes, or more."""
        return Fraction(sum(self.ways[self.fell :]), sum(self.ways))

    @property
    def at_most(self) -> Fraction:
        """The chance of as many successes, or fewer."""
        return Fraction(sum(self.ways[: self.fell + 1]), sum(self.ways))


class Deed(NamedTuple):
    """Something a story is made of: who did it (-1: nobody), and the event that tells it."""

    kind: Deeds
    seat: int
    event: tuple[int, ...]


class Afterwards(Protocol):
    """What a game tells so that its matches can be looked back on."""

    def fell(self, state: Any, roll: Roll, outcome: int) -> Fell | None:
        """A roll that the state waits for, as the ledger has it; None for one without successes, such as a draw."""

    def named(self, kind: str) -> str:
        """The message that says what a kind of roll is called."""

    def score(self, state: Any, seat: int) -> int:
        """What a seat has of what decides the game."""

    def scale(self, state: Any) -> float:
        """How much stronger a side must be for its odds to be e to 1, in the units of the evaluation."""

    def deeds(self, state: Any, events: Sequence[tuple[int, ...]]) -> list[Deed]:
        """The deeds among events; the state is the one after them."""

"""A film of a match: pictures of the board one after another, as the game draws them, with what is said of each.

A game says what is to be seen and for how long; nothing here knows pixels or files (`esquive.cli.film`). Nothing is
told before it is seen: over rolling dice stand the words that were there before, and scores change with what changes
them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

FRAME: Final = 70  # milliseconds that a picture is there while something moves
NOTHING: Final = ""


class Happening(Protocol):
    """How a position has come about, as `core.words.Change` says it."""

    @property
    def before(self) -> Any:
        """The position before."""

    @property
    def given(self) -> list[int]:
        """The answers and outcomes."""

    @property
    def events(self) -> list[tuple[int, ...]]:
        """What happened."""


class Throw(NamedTuple):
    """A roll that lies beside the board: by which seat, what for, its dice, and what it came to in a few letters.

    A die is a drawing around 0,0 within 20 points to each side; the last `fresh` of them are rolling.
    """

    seat: int
    label: str
    dice: tuple[str, ...]
    counted: str = NOTHING
    fresh: int = 0


class Score(NamedTuple):
    """What a player has, in a few letters, and whether it is that player's turn."""

    seat: int
    name: str
    worth: str
    plays: bool


class Shot(NamedTuple):
    """A picture of the board: what lies under all and seldom changes (`ground`), and what lies over it (`board`).

    `ms`: how long it stays; `said`: in words, "" where what was said before stays; `when`: the turn.
    """

    ground: str
    board: str
    ms: int
    said: str
    throws: tuple[Throw, ...]
    scores: tuple[Score, ...]
    when: str


class Stage(ABC):
    """What a game shows in a film, seen from one side; it keeps what lies beside the board from step to step."""

    width: float
    height: float
    style: str = ""  # rules of the style sheet, which the page as a whole takes
    seats: tuple[tuple[str, str, str], ...]  # of each seat: the fill of its mark, its edge, the letters on it

    def look(self, states: Iterable[Any]) -> None:  # noqa: B027 - most stages show all there is
        """Looks through all positions that will be filmed, to show no more than has to be seen."""

    @abstractmethod
    def still(self, state: Any) -> Shot:
        """A position at rest."""

    @abstractmethod
    def shots(self, change: Happening, after: Any) -> Iterator[Shot]:
        """How a position has come about, event by event; it ends with the position at rest."""


def eased(part: float) -> float:
    """How far something has come after a part of its time: it sets out and arrives slowly."""
    return part * part * (3 - 2 * part)


def without_reasons(kinds: Any, event: tuple[int, ...]) -> tuple[int, ...]:
    """An event without what its numbers are made of, for which a picture has no room."""
    fields = kinds[event[0]].fields
    told = [0 if type_ == "terms" else value for (_, type_), value in zip(fields, event[1:], strict=True)]
    return (event[0], *told)

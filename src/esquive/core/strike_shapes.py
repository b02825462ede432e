"""The likeliest ways to knock an enemy out, as clients are shown them, and the searches that find them."""

from abc import ABC, abstractmethod

from esquive.core.shapes import Shape


class StrikeStep(Shape):
    """A step of a way to knock somebody out, in words. `kind` is `move`, `strike` or `other`.

    `percent` is how likely a move gets where it leads, or a strike knocks out; 100 where nothing is rolled for it, and
    missing where it knocks nobody out by itself. `cell` is where a move leads, "" where that is told otherwise.
    """

    kind: str
    label: str
    percent: float | None = None
    cell: str = ""


class BestStrike(Shape):
    """A way to knock somebody out in this turn, as it goes on while the dice leave something to do.

    `lines` go as far as the first one that dice are rolled for, and `label` is that one in words; `steps` tell all of
    it. `probability` and `percent` say how likely it is, choosing anew after each roll; `ko` are the ids of who is
    knocked out. `wounded` is how likely, in percent, who is attacked is at least wounded, where the game tells.
    """

    lines: list[str]
    label: str
    ko: list[str]
    probability: str
    percent: float
    steps: list[StrikeStep]
    wounded: float | None = None


class BestStrikes(Shape):
    """The likeliest ways that have been found, best first, each enemy once, after so many positions were looked at.

    Where the search has not `ended` it may go on; where it is not `complete` there may be better ways. `note` is a
    sentence about the chances, "" for none.
    """

    strikes: list[BestStrike]
    positions: int
    ended: bool
    complete: bool
    note: str = ""


class StrikeSearch(ABC):
    """A search for the likeliest KOs that goes on as long as one lets it, the same way every time."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """How many have been looked at so far."""

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Whether nothing is left to look at."""

    @abstractmethod
    def look(self, until: int) -> None:
        """Looks at positions until there have been so many, or nothing is left."""

    @abstractmethod
    def found(self) -> BestStrikes:
        """What has been found so far."""

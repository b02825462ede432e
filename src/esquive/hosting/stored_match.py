"""A match as it is kept, wherever that is: who plays it, its answers and rolls, its clocks."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from esquive.core.dice import commitment_of
from esquive.hosting.correspondence.mail import Mail
from esquive.hosting.protocol import HUMAN

NOBODY: Final = "?"  # the name of who was forgotten


class SeatedPlayer(Struct):
    """A player as stored, in the order of the set-up's teams."""

    name: str
    agent: str


class Standing(Struct):
    """How a match stands, as lists of matches tell it without opening it: what everybody at the table sees.

    `asked` is the place of the player who has to decide, -1 for nobody; `points` are those that decide the game, by
    place; `how` players have ended it, "" where a rule did.
    """

    asked: int = -1
    points: list[int] = []
    turn: int = 0
    how: str = ""


class Series(Struct):
    """The matches that the same players have played one after the other before this one.

    `wins` are by place, `drawn` had no winner; `best_of` is how many are played at most, 0 for as many as one likes.
    """

    best_of: int = 0
    wins: list[int] = []
    drawn: int = 0

    @property
    def is_won(self) -> bool:
        """Whether somebody has won more than half of the matches that there can be."""
        return bool(self.best_of) and max(self.wins, default=0) > self.best_of // 2


class StoredMatch(Struct):
    """A match without its answers. A `private` one is shown to nobody who has no token for it.

    A match without a `seed` has dice that are thrown on a real table, but for one by correspondence.
    `uses` is what it is played with (`core.uses`), nothing for a match that was stored before that was known. `mail` is
    what its player knows of a match by correspondence. `standing` is None where nothing has been played since such a
    thing is kept.
    """

    id: str
    created: str
    game: str
    setup: dict[str, Any]
    players: list[SeatedPlayer]
    seed: str
    nonces: list[str]
    over: bool = False
    winner: str = ""
    private: bool = False
    uses: dict[str, Any] = {}
    mail: Mail | None = None
    standing: Standing | None = None
    series: Series | None = None

    @property
    def is_by_hand(self) -> bool:
        """Whether its dice are thrown on a real table, and entered."""
        return not self.seed and self.mail is None

    @property
    def commitment(self) -> str:
        """The hash by which its seed was committed to, "" where it has none."""
        return commitment_of(bytes.fromhex(self.seed)) if self.seed else ""

    @property
    def is_sealed(self) -> bool:
        """Whether some of what was played is not known here, even when the match is over."""
        return self.mail is not None and not self.mail.is_open


class Snapshot(Struct):
    """The position after answer `number`, of which `rolls` were rolls, as a position document, and its hash."""

    number: int
    rolls: int
    hash: str
    document: dict[str, Any]


class StoredLine(Struct):
    """An answer or roll: who gave it (a seat or `dice`) and its line of notation."""

    by: str
    line: str


class StoredClock(Struct):
    """The clocks of a match as they are kept (`Clock.to_document`), and whether somebody's time runs."""

    document: dict[str, Any]
    is_running: bool = False


def without(stored: StoredMatch, places: frozenset[int]) -> list[SeatedPlayer]:
    """The players of a match when those at these places are forgotten."""
    return [SeatedPlayer(NOBODY, one.agent) if place in places else one for place, one in enumerate(stored.players)]


def forgotten_places(players: Iterable[SeatedPlayer]) -> list[int]:
    """The places of people who were forgotten: nobody answers for them any more."""
    return [place for place, one in enumerate(players) if one.agent == HUMAN and one.name == NOBODY]

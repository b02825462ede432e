"""Where the host keeps its matches: what it asks of a store, whatever keeps them.

What a method stores is kept when it returns: nobody is told of an answer before. A store raises ProtocolError for what
it cannot do at the moment, with a code that says why.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from esquive.hosting.grants import Grant, Seating
from esquive.hosting.stored_match import SeatedPlayer, Snapshot, Standing, StoredClock, StoredLine, StoredMatch


class LostMatch(Exception):
    """Another process plays the match by now: what was to be stored of it has not been played."""


class StoreConflict(Exception):
    """What was to be stored contradicts what is there: it is there already, or what it belongs to is not."""


class Held(Struct, frozen=True):
    """A match that a process plays, since the `fence`th change of hands."""

    match_id: str
    process: str
    fence: int


class Beside(Struct, frozen=True):
    """What is stored with a new match: who may do what, whose its seats are, its clocks.

    `gathered`: it takes the place of the gathering with its id.
    """

    grants: Sequence[Grant] = ()
    seatings: Sequence[Seating] = ()
    clock: StoredClock | None = None
    gathered: bool = False


NOTHING: Final = Beside()


class Answers(Protocol):
    """What is stored of what was played."""

    async def lines(self, match_id: str, known: int = 0) -> list[StoredLine]:
        """Every answer and roll of a match after the first `known`, in order."""

    async def snapshot(self, match_id: str) -> Snapshot | None:
        """The last snapshot of a match, or None."""


class MatchStore(Answers, Protocol):
    """A store of matches. `held` is which process plays a match, where several share the store."""

    async def create(self, match: StoredMatch, lines: list[StoredLine], beside: Beside = NOTHING) -> None:
        """Keep a new match with what has fallen already; raises StoreConflict where there is one with its id."""

    async def append(
        self,
        match_id: str,
        known: int,
        lines: list[StoredLine],
        winner: str | None,
        snapshot: Snapshot | None,
        held: Held | None = None,
        clock: StoredClock | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Add answers after the `known` ones there are, at once with the clocks; `winner` once the match is over.

        `standing` is how the match stands then, None where that has not changed.

        Raises LostMatch when another process plays the match since it was `held`, and StoreConflict where there are
        more answers than `known`.
        """

    async def seat(
        self,
        match_id: str,
        players: list[SeatedPlayer],
        grants: Sequence[Grant] = (),
        forgotten: frozenset[int] = frozenset(),
        held: Held | None = None,
    ) -> None:
        """Keep who sits at a match, with new grants; no grant answers for the `forgotten` places any more.

        Raises LostMatch.
        """

    async def load(self, match_id: str) -> StoredMatch | None:
        """A match by its id, or None."""

    async def delete(self, match_ids: list[str]) -> list[str]:
        """Delete matches with everything that is kept of them, but for those another process plays; returns them."""

    async def going_on(self, most: int) -> list[str]:
        """The matches that go on by themselves, those played last first: bots are to move, or a clock runs."""

    async def clock(self, match_id: str) -> StoredClock | None:
        """The clocks of a match as they were kept, or None where it has none."""

    async def keep_clock(self, match_id: str, clock: StoredClock, held: Held | None = None) -> None:
        """Keep how the clocks of a match stand; raises LostMatch."""

    async def want_again(self, match_id: str, place: int) -> None:
        """Keep that a player wants a rematch; nothing happens where that is known."""

    async def wanting_again(self, match_id: str) -> list[int]:
        """The places of those who want a rematch of a match."""

    async def has(self, match_id: str) -> bool:
        """Whether there is a match with this id."""

    async def seatings(self, match_id: str) -> list[Seating]:
        """Whose the seats of a match are."""

    async def commit(self, commitment: str, seed: bytes) -> None:
        """Keep a seed for one match to come."""

    async def take_seed(self, commitment: str) -> bytes | None:
        """The seed that was committed to, which nobody will be given again; None when there is none."""


class RecordStore(Protocol):
    """A store of records that people have brought."""

    async def keep_upload(self, name: str, record: str) -> None:
        """Keep a record; the oldest make place."""

    async def upload(self, name: str) -> str | None:
        """A record that was brought, or None."""

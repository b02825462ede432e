"""A store that keeps everything in memory: for a host that plays alone and keeps nothing when it ends.

What it hands out and takes in is copied, so that nobody changes what is kept but through it.
"""

import copy
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import Struct, field, structs

from esquive.hosting.gatherings import StoredGathering
from esquive.hosting.grants import Grant, Seating, time_of
from esquive.hosting.match_store import NOTHING, Beside, Held, StoreConflict
from esquive.hosting.protocol import HUMAN, OPEN
from esquive.hosting.stored_match import SeatedPlayer, Snapshot, Standing, StoredClock, StoredLine, StoredMatch


class KeptMatch(Struct):
    """Everything that is kept of a match."""

    match: StoredMatch
    lines: list[StoredLine]
    grants: list[Grant]
    seatings: list[Seating]
    clock: StoredClock | None
    snapshot: Snapshot | None = None
    again: set[int] = field(default_factory=set)


class MemoryStore:
    """Matches and records, as long as it is there; `matches` is all there is to be kept elsewhere, or brought back."""

    def __init__(self, matches: dict[str, KeptMatch] | None = None) -> None:
        self.matches: dict[str, KeptMatch] = {} if matches is None else matches
        self._seeds: dict[str, bytes] = {}
        self._uploads: dict[str, str] = {}

    def _kept(self, match_id: str) -> KeptMatch:
        if match_id not in self.matches:
            raise StoreConflict(f"there is no match {match_id}")
        return self.matches[match_id]

    async def create(self, match: StoredMatch, lines: list[StoredLine], beside: Beside = NOTHING) -> None:
        """Keep a new match with what has fallen already; raises StoreConflict where there is one with its id."""
        if match.id in self.matches:
            raise StoreConflict(f"there is a match {match.id} already")
        kept = KeptMatch(match, lines, [*beside.grants], [*beside.seatings], beside.clock)
        self.matches[match.id] = copy.deepcopy(kept)

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
        """Add answers after the `known` ones there are; raises StoreConflict where there are more."""
        kept = self._kept(match_id)
        if len(kept.lines) != known:
            raise StoreConflict(f"match {match_id} has {len(kept.lines)} answers, not {known}")
        kept.lines += copy.deepcopy(lines)
        kept.snapshot = copy.deepcopy(snapshot) or kept.snapshot
        kept.clock = copy.deepcopy(clock) or kept.clock
        kept.match.standing = copy.deepcopy(standing) or kept.match.standing
        if winner is not None:
            kept.match.over, kept.match.winner = True, winner

    async def seat(
        self,
        match_id: str,
        players: list[SeatedPlayer],
        grants: Sequence[Grant] = (),
        forgotten: frozenset[int] = frozenset(),
        held: Held | None = None,
    ) -> None:
        """Keep who sits at a match, with new grants; none answers for the `forgotten` places any more."""
        kept = self._kept(match_id)
        kept.match.players = copy.deepcopy(players)
        left = [structs.replace(one, players=one.players - forgotten) for one in kept.grants]
        counts = [new for old, new in zip(kept.grants, left, strict=True) if new.players or not old.players]
        kept.grants = [*counts, *grants]
        kept.seatings = [one for one in kept.seatings if one.place not in forgotten]

    async def load(self, match_id: str) -> StoredMatch | None:
        """A match by its id, or None."""
        return copy.deepcopy(self.matches[match_id].match) if match_id in self.matches else None

    async def has(self, match_id: str) -> bool:
        """Whether there is a match with this id."""
        return match_id in self.matches

    async def lines(self, match_id: str, known: int = 0) -> list[StoredLine]:
        """Every answer and roll of a match after the first `known`, in order."""
        return copy.deepcopy(self.matches[match_id].lines[known:]) if match_id in self.matches else []

    async def snapshot(self, match_id: str) -> Snapshot | None:
        """The last snapshot of a match, or None."""
        return copy.deepcopy(self.matches[match_id].snapshot) if match_id in self.matches else None

    async def delete(self, match_ids: list[str]) -> list[str]:
        """Delete matches with everything that is kept of them; returns their ids."""
        for match_id in match_ids:
            self.matches.pop(match_id, None)
        return match_ids

    async def going_on(self, most: int) -> list[str]:
        """The matches that go on by themselves: those of bots alone, and those in which somebody's time runs."""
        found = [
            match_id
            for match_id, kept in reversed(self.matches.items())
            if not kept.match.over
            and (
                not {one.agent for one in kept.match.players} & {HUMAN, OPEN}
                or (kept.clock is not None and kept.clock.is_running)
            )
        ]
        return found[:most]

    async def clock(self, match_id: str) -> StoredClock | None:
        """The clocks of a match as they were kept, or None where it has none."""
        return copy.deepcopy(self.matches[match_id].clock) if match_id in self.matches else None

    async def keep_clock(self, match_id: str, clock: StoredClock, held: Held | None = None) -> None:
        """Keep how the clocks of a match stand."""
        self._kept(match_id).clock = copy.deepcopy(clock)

    async def want_again(self, match_id: str, place: int) -> None:
        """Keep that a player wants a rematch."""
        self._kept(match_id).again.add(place)

    async def wanting_again(self, match_id: str) -> list[int]:
        """The places of those who want a rematch of a match."""
        return sorted(self.matches[match_id].again) if match_id in self.matches else []

    async def seatings(self, match_id: str) -> list[Seating]:
        """Whose the seats of a match are."""
        return [*self.matches[match_id].seatings] if match_id in self.matches else []

    async def commit(self, commitment: str, seed: bytes) -> None:
        """Keep a seed for one match to come."""
        self._seeds[commitment] = seed

    async def take_seed(self, commitment: str) -> bytes | None:
        """The seed that was committed to, which nobody will be given again; None when there is none."""
        return self._seeds.pop(commitment, None)

    async def keep_upload(self, name: str, record: str) -> None:
        """Keep a record that was brought."""
        self._uploads[name] = record

    async def upload(self, name: str) -> str | None:
        """A record that was brought, or None."""
        return self._uploads.get(name)


class MemoryGatherings:
    """The gatherings beside the matches of a store; one gives way to the match of its id. Nobody has a key."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._known: dict[str, StoredGathering] = {}

    async def lay(self, gathering: StoredGathering) -> None:
        """Keep a new gathering; those that have expired make place."""
        now = time_of(datetime.now(UTC))
        self._known = {one: kept for one, kept in self._known.items() if kept.expires > now}
        self._known[gathering.id] = gathering

    async def gathering(self, match_id: str) -> StoredGathering | None:
        """A gathering, or None for one that has begun, ended, expired or never was."""
        found = self._known.get(match_id)
        is_over = found is None or match_id in self._store.matches or found.expires <= time_of(datetime.now(UTC))
        return None if is_over else found

    async def keep(self, gathering: StoredGathering) -> bool:
        """Keep it in the place of the version before; False when somebody else was faster."""
        before = self._known.get(gathering.id)
        if before is None or before.version != gathering.version - 1:
            return False
        self._known[gathering.id] = gathering
        return True

    async def end(self, match_id: str, version: int) -> None:
        """Keep a gathering no more, if it is of this version."""
        found = self._known.get(match_id)
        if found is not None and found.version == version:
            del self._known[match_id]

    async def in_lobby(self, most: int) -> list[StoredGathering]:
        """The newest gatherings whose hosts have them shown to everybody; here nobody else comes."""
        return []

    async def gatherings_of(self, key: str) -> list[str]:
        """The gatherings at which somebody may sit with a key."""
        return [one for one, kept in self._known.items() if key in kept.document]

    async def whose(self, persons: Iterable[str], keys: Iterable[str]) -> dict[str, str]:
        """Each of these persons is there."""
        return {one: one for one in persons}

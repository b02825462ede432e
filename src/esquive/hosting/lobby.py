"""The lobby of a server: tables that wait for anybody, who is here, and matches that everybody may watch.

A table stands in it when its host says so and the server has a lobby; a name when its owner says so, for as long as the
page is open. Nothing here is kept: who is here is known to one process alone, until it ends.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from esquive.hosting.gatherings import Gathering
from esquive.hosting.grants import hash_of
from esquive.hosting.lobby_messages import LobbyTable
from esquive.hosting.player_names import cleaned
from esquive.hosting.protocol import HUMAN, OPEN
from esquive.hosting.stored_match import StoredMatch
from esquive.hosting.time_source import OF_THIS_MACHINE, Time

MOST_TABLES: Final = 50
MOST_WATCHED: Final = 20
MOST_HERE: Final = 200
HERE: Final = 150.0  # seconds after which somebody who says nothing more has left
RECENT: Final = timedelta(days=2)  # what began before is hardly played any more


class Visitors:
    """Those who have said that they are here, by the hashes of their keys."""

    def __init__(self, time: Time = OF_THIS_MACHINE) -> None:
        self._time = time
        self._here: dict[str, tuple[str, float]] = {}

    def say(self, key: str, name: str) -> None:
        """Notes that whoever has a key is here, or is not; raises ProtocolError for a name that cannot be."""
        hashed = hash_of(key)
        if not name.strip():
            self._here.pop(hashed, None)
            return
        called = cleaned(name)
        self.names()
        if hashed in self._here or len(self._here) < MOST_HERE:
            self._here[hashed] = (called, self._time.now() + HERE)

    def names(self) -> list[str]:
        """Who is here now, in the order of the alphabet."""
        now = self._time.now()
        self._here = {key: one for key, one in self._here.items() if one[1] > now}
        return sorted((name for name, _ in self._here.values()), key=str.casefold)


def table_of(gathering: Gathering) -> LobbyTable:
    """A gathering as the lobby has it."""
    match, free = gathering.match, len(gathering.free)
    host = match.players[gathering.host].name
    about = (match.game, match.release, match.format, match.arena)
    return LobbyTable(gathering.id, host, *about, len(match.players), free, match.clock, match.best_of)


def can_be_watched(stored: StoredMatch) -> bool:
    """Whether a match that everybody may see is one to watch: it goes on, all have sat down, and it began lately."""
    lately = (datetime.now(UTC) - RECENT).isoformat()
    agents = {player.agent for player in stored.players}
    return not stored.over and not stored.private and OPEN not in agents and HUMAN in agents and stored.created > lately

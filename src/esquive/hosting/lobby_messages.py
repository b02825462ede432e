"""The messages about the lobby: a part of the protocol, declared as the rest of it is in `protocol`."""

from typing import Annotated

from msgspec import Meta, Struct

from esquive.hosting.protocol import BestOf, ClockWanted, MatchSummary, Wanted


class LobbyTable(Struct):
    """A table at which anybody may sit down: who has laid it, what is played, how many places are `free`."""

    id: str
    host: str
    game: str
    release: str
    format: str
    arena: str
    players: int
    free: int
    clock: ClockWanted | None
    best_of: BestOf


class LobbyView(Struct):
    """The lobby: its tables, the names of those who are `here`, and the matches that can be watched.

    A server that is not to have one says that it is not `open`, and shows nothing.
    """

    open: bool
    tables: list[LobbyTable]
    here: list[str]
    matches: list[MatchSummary]


class HereWanted(Wanted):
    """Says that one is here, by this name, for a while; without a name, that one is not."""

    name: Annotated[str, Meta(max_length=40)] = ""

"""What is said of branching: who plays on, and where a match was begun from."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from esquive.hosting.protocol import AgentName, PlayerName, Wanted


class OnwardPlayer(Wanted):
    """Who sits in a seat of the new match: somebody here, a bot, or whoever takes an `open` seat by a link."""

    name: PlayerName
    agent: AgentName = "human"


class OnwardWanted(Wanted):
    """Asks to play on from a step of a replay: one player for each seat, in the order of the seats."""

    seats: Annotated[list[OnwardPlayer], Meta(min_length=2, max_length=4)]


class Begun(Struct):
    """Which replay and `step` a match of practice was begun from; `of` is "" for any other match."""

    of: Literal["match", "file", ""]
    id: str
    step: int

"""The messages about gatherings: a part of the protocol, declared as the rest of it is in `protocol`."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from esquive.hosting.protocol import CardIds, ClockWanted, NewMatch, Nonce, PlayerName, Secret, Wanted


class NewGathering(Wanted):
    """Invites friends to a match that begins once all have sat down: its one `human` player is who asks, and each
    `open` one is a place for a guest, who brings a name and a team. With `sides` guests choose their place too. In the
    `lobby`, where the server has one, anybody sits down without an invitation.
    """

    match: NewMatch
    sides: bool = False
    lobby: bool = False


class GatheringMade(Struct):
    """A table is laid; `token` is one's own seat, at the match too. The `invitation` is for everybody else."""

    id: str
    token: str
    invitation: str
    expires: str


class GatheringPlace(Struct):
    """A place at the table, in the order of the set-up: who sits there (`agent` is `open` for nobody yet)."""

    place: int
    name: str
    agent: str
    own: bool


class GatheringView(Struct):
    """Who has sat down, as a token or invitation shows it; nobody's team. Once `begun`, the match of this id is played.

    `host` says whether the asker has laid the table. `expires` is "" once it has begun; `clock` is what was agreed on.
    `packs` says that the match is chosen from cards of the host's own too, which GET /api/gatherings/{id}/packs tells.
    """

    id: str
    begun: bool
    game: str
    release: str
    format: str
    arena: str
    options: dict[str, str]
    sides: bool
    host: bool
    expires: str
    clock: ClockWanted | None
    places: list[GatheringPlace]
    packs: bool = False


class GuestWanted(Wanted):
    """Takes a place at the table by its invitation: that `place`, or the first that is free.

    `setup` is what a guest brings of his own, as that of NewPlayer is.
    """

    invitation: Secret
    name: PlayerName
    cards: CardIds
    place: Annotated[int, Meta(ge=-1, le=3)] = -1
    nonce: Nonce = ""
    setup: dict[str, Any] = {}


class GuestSeated(Struct):
    """One sits; `token` is the seat's, at the match too, and `begun` says that the last place was taken. One is called
    `name` there: with a number, where one's own looks `like` that of another player, "" for none.
    """

    id: str
    token: str
    begun: bool
    name: str = ""
    like: str = ""

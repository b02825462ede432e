"""What the processes of a server say to one another (`forwarding` says it and hears it, `channels` carries it)."""

from typing import Any

from msgspec import Struct

from esquive.core.ids import SeatName
from esquive.hosting.match_store import Held
from esquive.hosting.offers import Offers
from esquive.hosting.protocol import RefusedMessage, SeatTaken, SeatWanted, Wish
from esquive.hosting.stored_match import StoredLine
from esquive.hosting.table_messages import Phrase


class AnswerWanted(Struct, tag="answer", array_like=True):
    """An answer for the owner of a match, as `Room.answer` takes it."""

    controlled: list[int]
    version: int
    line: str
    language: str


class SeatAsked(Struct, tag="seat", array_like=True):
    """A seat that somebody wants."""

    seat: SeatWanted


class WishGiven(Struct, tag="wish", array_like=True):
    """What somebody wishes, as `Room.wish` takes it."""

    controlled: list[int]
    wish: Wish


class Proposed(Struct, tag="proposed", array_like=True):
    """The offers that are open by now."""

    by: str
    match: str
    wishes: Offers


class Played(Struct, tag="played", array_like=True):
    """What the owner of a match has stored after the `known` answers and rolls there were."""

    by: str
    match: str
    known: int
    lines: list[StoredLine]


class ForgetAsked(Struct, tag="forget", array_like=True):
    """The players at these places are to be forgotten, or the match to be deleted."""

    places: list[int]
    deletes: bool


class Reseated(Struct, tag="reseated", array_like=True):
    """Who sits at a match has changed; those who sat at the `forgotten` places answer for nobody any more."""

    by: str
    match: str
    forgotten: list[int] = []


class Deleted(Struct, tag="deleted", array_like=True):
    """A match is there no more."""

    by: str
    match: str


class Revoked(Struct, tag="revoked", array_like=True):
    """The token of this hash was taken back."""

    by: str
    token: str


class Present(Struct, tag="present", array_like=True):
    """Whom a process has at the table of a match: players, by their places, and how many watch."""

    by: str
    match: str
    players: list[int]
    watching: int


class Said(Struct, tag="said", array_like=True):
    """Somebody at the table has said a phrase."""

    by: str
    match: str
    seat: SeatName
    phrase: Phrase


class Wished(Struct, tag="wished", array_like=True):
    """Players wish that the clocks stand still, or wish it no more."""

    by: str
    match: str
    players: list[int]
    on: bool


class Shown(Struct, tag="shown", array_like=True):
    """A process shows a match too, which it knows up to a version: its owner tells it what comes after."""

    by: str
    match: str
    version: int


class Standing(Struct, tag="standing", array_like=True):
    """What is not stored of a match at its version: its open offers, and its clocks if any."""

    by: str
    match: str
    version: int
    wishes: Offers
    clock: dict[str, Any] | None


class Taken(Struct, tag="taken", array_like=True):
    """A process plays a match from now on; with `wishes`, its open offers, the addressee does."""

    by: str
    match: str
    held: Held
    wishes: Offers | None = None


Request = AnswerWanted | SeatAsked | WishGiven | ForgetAsked


class Asked(Struct, tag="asked", array_like=True):
    """Something for the owner of a match; `number` is the asker's own."""

    by: str
    number: int
    match: str
    what: Request


class Replied(Struct, tag="replied", array_like=True):
    """What became of it; not `is_owner`: another process plays the match. `error` is a code, a status and places."""

    number: int
    is_owner: bool = True
    refused: RefusedMessage | None = None
    taken: SeatTaken | None = None
    error: tuple[str, int, dict[str, Any]] | None = None


class Gone(Struct, tag="gone", array_like=True):
    """A process has ended in good order."""

    by: str


Beside = Present | Said | Wished
Message = Played | Reseated | Proposed | Standing | Beside | Shown | Taken | Deleted | Revoked | Asked | Replied | Gone

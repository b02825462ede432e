"""The other processes that serve the same matches, as far as a host has to do with them.

One that plays matches alone has none of them.
"""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from esquive.core.ids import SeatName
from esquive.hosting.match_store import Held
from esquive.hosting.protocol import RefusedMessage, SeatTaken, SeatWanted, Wish
from esquive.hosting.stored_match import StoredLine
from esquive.hosting.table_messages import Phrase

Room_contra = TypeVar("Room_contra", contravariant=True)  # a match that is open here


class Reply(Protocol):
    """What the process that plays a match did: it `refused` an answer, or somebody has `taken` a seat."""

    @property
    def refused(self) -> RefusedMessage | None:
        """Why an answer is illegal."""

    @property
    def taken(self) -> SeatTaken | None:
        """The seat that somebody was given."""


class OtherProcesses(Protocol[Room_contra]):
    """The other processes. What is asked of the one that plays a match returns None once this one plays it."""

    @property
    def name(self) -> str:
        """The name of this process among them."""

    @property
    def is_hearing(self) -> bool:
        """Whether there are channels over which the others can be heard."""

    async def open(self) -> None:
        """Meet them; raises EsquiveError when they cannot be met."""

    def leave(self) -> None:
        """From now on nobody waits for them."""

    async def close(self) -> None:
        """Leave the matches to them."""

    async def state(self) -> str:
        """How the channels to them are."""

    # ------------------------------------------------------------------------------------------------------- telling

    def played(self, room: Room_contra, known: int, lines: list[StoredLine]) -> None:
        """Tell those who show the match what has been stored."""

    def shown(self, room: Room_contra) -> None:
        """Tell the owner of a match that it is shown here."""

    def reseated(self, room: Room_contra, forgotten: Iterable[int] = ()) -> None:
        """Tell them that a seat was taken, or that players were forgotten."""

    def proposed(self, room: Room_contra) -> None:
        """Tell them which offers are open."""

    def present(self, room: Room_contra, players: Iterable[int], watching: int) -> None:
        """Tell them whom this process has at a table."""

    def said(self, room: Room_contra, seat: SeatName, phrase: Phrase) -> None:
        """Tell them what somebody has said."""

    def wished(self, room: Room_contra, players: Iterable[int], on: bool) -> None:
        """Tell them who wishes a pause."""

    def tell_deleted(self, match_id: str) -> None:
        """Tell them that a match was deleted here."""

    def tell_revoked(self, token: str) -> None:
        """Tell them that the token of this hash was taken back."""

    # -------------------------------------------------------------------------------------------------------- asking

    async def answer(
        self, room: Room_contra, controlled: frozenset[int], version: int, line: str, language: str
    ) -> Reply | None:
        """The owner's reply to an answer."""

    async def seat(self, room: Room_contra, wanted: SeatWanted) -> Reply | None:
        """The owner's reply to who wants a seat."""

    async def wish(self, room: Room_contra, controlled: frozenset[int], wish: Wish) -> Reply | None:
        """The owner's reply to an offer."""

    async def forget(self, room: Room_contra, places: frozenset[int], deletes: bool) -> Reply | None:
        """The owner's reply to who wants players forgotten or the match deleted."""

    async def owner(self, match_id: str) -> Held:
        """Who plays a match: this process where nobody else does; raises ProtocolError `no-such-match`."""

    async def claim(self, room: Room_contra) -> None:
        """Find out who plays a match; when its owner is dead, it is this process from now on."""

    async def keep(self, room: Room_contra) -> None:
        """A room that somebody has held is at hand again, and up to date."""

    def is_followed(self, match_id: str) -> bool:
        """Whether somebody plays or watches a match at another process."""

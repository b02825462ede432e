"""Authorization: who somebody is, what they may do at a match, and that they are closed out when they may no longer."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from litestar.datastructures import State
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from esquive.hosting.grants import Grant, Invites, Person
from esquive.hosting.player_names import cleaned
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.rooms import Room
from esquive.server.access.device_transfer import DeviceTransfers
from esquive.server.access.identities import Identities, key_hash
from esquive.server.access.password import ServerPassword
from esquive.server.access.tokens import Tokens, bearer_of
from esquive.server.http.client_address import visitor_of
from esquive.server.storage.store import Store

if TYPE_CHECKING:
    from esquive.hosting.registry import MatchRegistry

LOG: Final = logging.getLogger("esquive.server")
BROWSERS: Final = (  # by what each says of itself and those further down do not
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "CrOS", "Linux")
SWEEP: Final = 30.0  # seconds after which a token taken back elsewhere is noticed


class Entrance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the server is entered.

    `proxies` are addresses or networks whose `X-Forwarded-For` is believed; with `player_header` such a proxy says in
    that header who somebody is, after a sign-in of its own. With a `password` browsers are asked for it once. With
    `private` a match is shown to nobody but its players and those they invite, unless its creator says otherwise. With
    a `lobby` everybody sees the tables whose hosts have them shown there.
    """

    proxies: tuple[str, ...] = ()
    player_header: str = ""
    password: str = ""
    private: bool = False
    lobby: bool = False


class Visits:
    """The websockets that are open with a token, so that they end with it."""

    def __init__(self) -> None:
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def begin(self, token: str) -> asyncio.Event:
        """Notes a visit with the token of this hash; the event is set when it has to end."""
        ended = asyncio.Event()
        if token:
            self._open[token].add(ended)
        return ended

    def end(self, token: str, ended: asyncio.Event) -> None:
        """Forgets a visit."""
        self._open[token].discard(ended)
        if not self._open[token]:
            del self._open[token]

    def show_out(self, token: str) -> None:
        """Ends every visit with a token."""
        for ended in self._open.get(token, ()):
            ended.set()

    @property
    def tokens(self) -> list[str]:
        """The hashes of the tokens there are visits with."""
        return [token for token in self._open if token]


class Authorization:
    """Everything that tells one who asks from another, on a store."""

    def __init__(self, store: Store, entrance: Entrance, door: ServerPassword, reached: Sequence[str] = ()) -> None:
        """`reached` are the addresses at which others reach the server."""
        self.entrance = entrance
        self.reached = tuple(reached)
        self.door = door
        self._store = store
        self.tokens = Tokens(store)
        self.people = Identities(store)
        self.moves = DeviceTransfers(store)
        self.visits = Visits()

    async def sweep(self) -> None:
        """Shows out, for ever, whoever has a token that was taken back by another process, or has expired."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                for token in await self.tokens.gone(self.visits.tokens):
                    self.visits.show_out(token)
            except (ProtocolError, SQLAlchemyError, OSError):
                LOG.exception("it could not be looked up which tokens still count")

    async def room(self, connection: Any, registry: "MatchRegistry", match_id: str, token: str) -> Room:
        """The room of a match, whoever asks; raises ProtocolError as `MatchRegistry.room` does.

        Why a match that is not shown to everybody cannot go on is told to who has a token for it, or is invited.
        """
        try:
            return await registry.room(match_id)
        except ProtocolError as error:
            if error.code != "cannot-resume":
                raise
            stored = await self._store.load(match_id)
            if stored is None or stored.private or not visitor_of(connection.scope).is_inside:
                try:
                    await self.tokens.find(match_id, token, "", "seat", "watch")
                except ProtocolError as unknown:
                    raise ProtocolError("no-such-match", 404, id=match_id) from unknown
            raise

    async def admitted(self, connection: Any, room: Room, token: str) -> Grant | None:
        """What a token allows, or None for somebody without one, who only watches; raises as `granted` does."""
        if token:
            return await self.granted(connection, room, token)
        if self._is_hidden(connection, room):
            raise ProtocolError("no-such-match", 404, id=room.stored.id)
        return None

    async def granted(self, connection: Any, room: Room, token: str, *kinds: Invites) -> Grant:
        """What a token allows, or an invitation of one of these kinds.

        Raises ProtocolError `bad-token` for one that does not count; where the match is not shown to everybody that is
        told as `no-such-match`, with the same words as where there is none.
        """
        try:
            return await self.tokens.find(room.stored.id, token, *kinds)
        except ProtocolError as error:
            if error.code == "bad-token" and self._is_hidden(connection, room):
                raise ProtocolError("no-such-match", 404, id=room.stored.id) from error
            raise

    def _is_hidden(self, connection: Any, room: Room) -> bool:
        """Whether somebody without a token may not know that there is such a match."""
        return room.stored.private or not visitor_of(connection.scope).is_inside

    async def may_sit(self, connection: Any, room: Room, invitation: str) -> None:
        """Returns for somebody who may take an open seat, invited or where everybody may look; else raises as above."""
        if invitation:
            await self.granted(connection, room, invitation, "seat")
        else:
            await self.admitted(connection, room, "")

    def key(self, connection: Any) -> str:
        """The hash of the key somebody comes with, "" for none; raises ProtocolError `bad-key`."""
        header = self.entrance.player_header
        signed_in = ""
        if header and visitor_of(connection.scope).is_proxied:
            signed_in = connection.headers.get(header.lower(), "")
        return key_hash(bearer_of(connection.headers), signed_in)

    async def person(self, connection: Any, name: str = "") -> Person | None:
        """Who somebody is who is about to play; from now on known, when there is a key. None without one.

        Raises ProtocolError `bad-key`, and for a name that cannot be: ask before anything is taken.
        """
        key, name = self.key(connection), cleaned(name) if name else ""
        if not key:
            return None
        return await self.people.found(key, device_of(connection), name)


def authorization_of(state: State) -> Authorization:
    """The authorization of the application."""
    authorization: Authorization = state.authorization
    return authorization


def holder_of(grant: Grant | None) -> Person | None:
    """Whose token it is, None for nobody's in particular."""
    return Person(grant.holder, "") if grant is not None and grant.holder else None


def device_of(connection: Any) -> str:
    """What a browser says that it is, in a few words that its owner knows again."""
    agent = connection.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(one for one in (browser, system) if one)

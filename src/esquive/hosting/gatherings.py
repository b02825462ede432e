"""Gatherings: friends sit down one after the other, each with a name and a team, and then the match begins.

Initiative depends on the teams, so there is no match before the last of them is known: a gathering is kept by itself,
and gives way to the match of the same id. Whoever sits has a token, and it is that of the seat at the match too. Nobody
is shown another's team before all have chosen.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

import msgspec
from msgspec import Struct, structs

from esquive.core.converting import convert
from esquive.hosting.gathering_messages import (
    GatheringMade,
    GatheringPlace,
    GatheringView,
    GuestSeated,
    GuestWanted,
    NewGathering,
)
from esquive.hosting.grants import HOST, INVITATION_DAYS, Grant, Person, Seating, hash_of, issue, time_of
from esquive.hosting.match_setup import check_player, setup_of
from esquive.hosting.player_names import check_apart, cleaned, told_apart
from esquive.hosting.protocol import HUMAN, OPEN, NewMatch, NewPlayer, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rematches import invitation_to_table, table_id
from esquive.hosting.series import SeriesSoFar, so_far
from esquive.hosting.stored_match import StoredMatch

NOBODY: Final = "…"  # the name of who is not there yet
Who = Callable[[str], Awaitable[Person | None]]  # who sits down with a name; somebody new where nobody is known


class StoredGathering(Struct):
    """A gathering as it is kept: its `document` in JSON, of a version, until it `expires`."""

    id: str
    version: int
    expires: str
    document: str


class GatheringStore(Protocol):
    """A store of gatherings, and of whose keys are whose."""

    async def lay(self, gathering: StoredGathering) -> None:
        """Keep a new gathering; those that have expired make place."""

    async def gathering(self, match_id: str) -> StoredGathering | None:
        """A gathering, or None for one that has begun, ended, expired or never was."""

    async def keep(self, gathering: StoredGathering) -> bool:
        """Keep it in the place of the version before; False when somebody else was faster."""

    async def end(self, match_id: str, version: int) -> None:
        """Keep a gathering no more, if it is of this version."""

    async def in_lobby(self, most: int) -> list[StoredGathering]:
        """The newest gatherings whose hosts have them shown to everybody."""

    async def gatherings_of(self, key: str) -> list[str]:
        """The gatherings at which somebody may sit with a key."""

    async def whose(self, persons: Iterable[str], keys: Iterable[str]) -> dict[str, str]:
        """Of each of these persons that is there, and of each key that is somebody's, whose it is."""


class Gathering(Struct):
    """Who has sat down so far, by place, "" for none: `hashes` of the seats' tokens, `persons`, and of their `keys`."""

    id: str
    expires: str
    invitation: str  # its hash
    match: NewMatch
    sides: bool
    hashes: list[str]
    persons: list[str]
    host: int
    keys: list[str] = []
    before: SeriesSoFar | None = None  # the series that goes on with the match
    lobby: bool = False  # anybody may sit down

    def __post_init__(self) -> None:
        self.keys = self.keys or [""] * len(self.hashes)  # one that was stored before they were

    @property
    def free(self) -> list[int]:
        """The places that wait for a guest."""
        return [place for place, player in enumerate(self.match.players) if player.agent == OPEN]

    def place_of(self, token: str) -> int | None:
        """Where the holder of a token sits."""
        hashed = hash_of(token)
        return self.hashes.index(hashed) if token and hashed in self.hashes else None

    def sit(self, place: int, player: NewPlayer, token: str, person: Person | None, key: str) -> None:
        """Somebody takes a place."""
        self.match.players[place] = player
        self.hashes[place], self.persons[place] = hash_of(token), person.id if person else ""
        self.keys[place] = key

    def stand_up(self, place: int) -> None:
        """A place is free again."""
        self.match.players[place] = NewPlayer(NOBODY, [], OPEN)
        self.hashes[place] = self.persons[place] = self.keys[place] = ""

    def stand_up_again(self, person: Person) -> None:
        """A guest who asks for a place once more has not heard that he has one: he is not to have two."""
        for place, one in enumerate(self.persons):
            if one == person.id and place != self.host:
                self.stand_up(place)

    def invites(self, token: str) -> bool:
        """Whether who has this token may sit down: it is the invitation, or none is asked for."""
        return self.lobby or hash_of(token) == self.invitation

    def view(self, token: str) -> GatheringView:
        """What is shown to the holder of a token or of the invitation; for others, who are told so, it is not there."""
        own = self.place_of(token)
        if own is None and not self.invites(token):
            raise ProtocolError("no-such-match", 404, id=self.id)
        match = self.match
        places = [
            GatheringPlace(place, "" if player.agent == OPEN else player.name, player.agent, place == own)
            for place, player in enumerate(match.players)
        ]
        about = (match.game, match.release, match.format, match.arena, match.options)
        view = GatheringView(self.id, False, *about, self.sides, own == self.host, self.expires, match.clock, places)
        return structs.replace(view, packs=bool(match.packs))


class Gatherings:
    """The gatherings of a host."""

    def __init__(self, store: GatheringStore, registry: MatchRegistry, has_lobby: bool = False) -> None:
        """Without a lobby nobody sits down who is not invited, whatever hosts have said."""
        self._store = store
        self._registry = registry
        self._has_lobby = has_lobby

    async def lay(
        self, wanted: NewGathering, language: str, who: Who, key: str, after: StoredMatch | None = None
    ) -> GatheringMade:
        """Lay a table for friends, or for those who have played `after` which they meet again.

        Raises ProtocolError for one that could not be played, and `table-laid` where they have one already.
        """
        made, host, tokens = await asyncio.to_thread(_laid, wanted, language)
        if after is not None:
            made.id, made.before = table_id(after), so_far(after)
            tokens = (tokens[0], invitation_to_table(after))
            made.invitation = hash_of(tokens[1])
            if await self._find(made.id) is not None or await self._registry.store.has(made.id):
                raise ProtocolError("table-laid", 409, id=after.id)
        made.sit(made.host, host, tokens[0], await who(host.name), key)
        await self._store.lay(_stored(made, 1))
        return GatheringMade(made.id, *tokens, made.expires)

    async def view(self, match_id: str, token: str) -> GatheringView | None:
        """Who has sat down, for the holder of a token or of the invitation; None where nobody gathers any more."""
        found = await self._find(match_id)
        return None if found is None else found[0].view(token)

    async def packs(self, match_id: str, token: str) -> NewMatch:
        """The match as it was asked for, with its packs; raises ProtocolError for those who do not gather there."""
        found = await self._find(match_id)
        if found is None:
            raise ProtocolError("no-such-match", 404, id=match_id)
        found[0].view(token)  # what others may not see is not there for them
        return found[0].match

    async def sit(
        self, match_id: str, wanted: GuestWanted, language: str, who: Who, known: Person | None, key: str
    ) -> GuestSeated | None:
        """Take a place at the table; with the last one the match begins. None where nobody gathers any more.

        `known` is who comes, if that is known before. Raises ProtocolError for a place, name or team that cannot be.
        """
        token, name, person = secrets.token_urlsafe(24), cleaned(wanted.name), None
        while (found := await self._find(match_id)) is not None:
            gathering, version = found
            if not gathering.invites(wanted.invitation):
                raise ProtocolError("no-such-match", 404, id=match_id)
            if known is not None:
                gathering.stand_up_again(known)
            place = _place(gathering, wanted)
            called, like = await asyncio.to_thread(_judge, gathering, name, wanted, place, language)
            person = person or await who(name)
            gathering.sit(place, NewPlayer(called, wanted.cards, HUMAN, wanted.nonce, wanted.setup), token, person, key)
            if not gathering.free:
                allowed = await self._allowed(gathering)
                await self._registry.gathered(gathering.match, match_id, *allowed, language, gathering.before)
                return GuestSeated(match_id, token, True, called, like)
            if await self._store.keep(_stored(gathering, version + 1)):
                return GuestSeated(match_id, token, False, called, like)
        return None

    async def leave(self, match_id: str, token: str) -> GatheringView:
        """Stand up again; when the host does, nobody gathers any more. What was left behind is returned."""
        while (found := await self._find(match_id)) is not None:
            gathering, version = found
            place = gathering.place_of(token)
            if place is None:
                break
            left = gathering.view(token)
            if place == gathering.host:
                await self._store.end(match_id, version)
                if await self._find(match_id) is None:
                    return left
                continue
            gathering.stand_up(place)
            if await self._store.keep(_stored(gathering, version + 1)):
                return left
        raise ProtocolError("no-such-match", 404, id=match_id)

    async def withdraw(self, person: Person, key: str) -> None:
        """The tokens that a browser was given at tables where friends still gather count no more.

        Whoever sits there stays, and gets another token by another key of his once the match has begun.
        """
        for match_id in await self._store.gatherings_of(key):
            while (found := await self._find(match_id)) is not None and key in found[0].keys:
                gathering, version = found
                place = gathering.keys.index(key)
                gathering.hashes[place], gathering.keys[place] = hash_of(secrets.token_urlsafe(24)), ""
                gathering.persons[place] = person.id
                await self._store.keep(_stored(gathering, version + 1))

    async def _find(self, match_id: str) -> tuple[Gathering, int] | None:
        found = await self._store.gathering(match_id)
        return None if found is None else (self._read(found), found.version)

    def _read(self, found: StoredGathering) -> Gathering:
        gathering = convert(msgspec.json.decode(found.document), Gathering)
        gathering.lobby = gathering.lobby and self._has_lobby
        return gathering

    async def in_lobby(self, most: int) -> list[Gathering]:
        """The gatherings that anybody may join, the newest first."""
        found = [self._read(one) for one in await self._store.in_lobby(most)] if self._has_lobby else []
        return [one for one in found if one.lobby and one.free]

    async def _allowed(self, gathering: Gathering) -> tuple[list[Grant], list[Seating]]:
        """What is kept with the match: the tokens of those who sit there and the invitation, and whose seats they are.

        Two persons may have become one meanwhile, whose keys tell which.
        """
        whose = await self._store.whose(filter(None, gathering.persons), filter(None, gathering.keys))
        grants, seatings = [], []
        for place, hashed in enumerate(gathering.hashes):
            if not hashed:
                continue
            person = whose.get(gathering.keys[place]) or whose.get(gathering.persons[place], "")
            _, grant = issue(gathering.id, [place], is_host=place == gathering.host, holder=person)
            grants.append(structs.replace(grant, hash=hashed, name=hashed[:12]))
            if person:
                places = [HOST, place] if place == gathering.host else [place]
                seatings += [Seating(one, person) for one in places]
        _, grant = issue(gathering.id, [], invites="seat", issuer=gathering.hashes[gathering.host][:12])
        kept = (gathering.invitation, gathering.invitation[:12], gathering.expires)
        return [*grants, structs.replace(grant, hash=kept[0], name=kept[1], expires=kept[2])], seatings


def _laid(wanted: NewGathering, language: str) -> tuple[Gathering, NewPlayer, tuple[str, str]]:
    """A table nobody sits at yet, its host, and the tokens of the host and of the invitation."""
    match = wanted.match
    humans = [place for place, player in enumerate(match.players) if player.agent == HUMAN]
    if len(humans) != 1 or not any(player.agent == OPEN for player in match.players) or match.commitment:
        raise ProtocolError("bad-request", why="a table for friends has one human player, open places, no commitment")
    host = match.players[humans[0]]
    host.name = cleaned(host.name)
    match.access = match.access or "private"
    match.after = None  # it holds a token
    # Whether it could be played at all is known now: guests' places are judged with the host's own team.
    filled = [structs.replace(host, name=one.name) if one.agent == OPEN else one for one in match.players]
    setup_of(structs.replace(match, players=filled), language)
    (host.name,) = check_apart([host.name], [one.name for one in match.players if one.agent not in (HUMAN, OPEN)])
    token, invitation = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    none = [""] * len(match.players)
    made = Gathering(
        id=secrets.token_hex(8),
        expires=time_of(datetime.now(UTC) + timedelta(days=INVITATION_DAYS)),
        invitation=hash_of(invitation),
        match=match,
        sides=wanted.sides,
        hashes=none,
        persons=[*none],
        host=humans[0],
        lobby=wanted.lobby,
    )
    for place in made.free:
        made.stand_up(place)
    return made, host, (token, invitation)


def _stored(gathering: Gathering, version: int) -> StoredGathering:
    return StoredGathering(gathering.id, version, gathering.expires, msgspec.json.encode(gathering).decode())


def _place(gathering: Gathering, wanted: GuestWanted) -> int:
    """The place a guest gets; raises ProtocolError `no-open-seat`."""
    free = gathering.free
    if wanted.place >= 0 and gathering.sides:
        free = [place for place in free if place == wanted.place]
    if not free:
        raise ProtocolError("no-open-seat", 409, id=gathering.id)
    return free[0]


def _judge(gathering: Gathering, name: str, wanted: GuestWanted, place: int, language: str) -> tuple[str, str]:
    """What a guest is called, and whom that looks like (see `names`).

    Raises ProtocolError for a name that is taken or a team that may not be played.
    """
    match = gathering.match
    others = [one.name for one in match.players if one.agent != OPEN]
    check_apart([name], others)
    players = [*match.players]
    players[place] = NewPlayer(name, wanted.cards, HUMAN, setup=wanted.setup)
    check_player(structs.replace(match, players=players), place, language)
    return told_apart(name, others)

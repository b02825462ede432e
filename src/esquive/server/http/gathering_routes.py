"""Gatherings: friends sit down one after the other, each with a name and a team, and then the match begins.

Initiative depends on the teams, so there is no match before the last of them is known: a gathering is a row of its own,
which gives way to the match of the same id. Whoever sits has a token, and it is that of the seat at the match too.
Nobody is shown another's team before all have chosen.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct, structs
from sqlalchemy import Connection, delete, select, update

from esquive.core.converting import convert
from esquive.core.messages import language_of
from esquive.hosting.gathering_messages import (
    GatheringMade,
    GatheringPlace,
    GatheringView,
    GuestSeated,
    GuestWanted,
    NewGathering,
)
from esquive.hosting.grants import HOST, INVITATION_DAYS, Grant, Person, Seating, hash_of, issue, time_of
from esquive.hosting.match_setup import check_team, setup_of
from esquive.hosting.player_names import check_apart, cleaned, told_apart
from esquive.hosting.protocol import (
    HUMAN,
    OPEN,
    NewMatch,
    NewPlayer,
    ProtocolError,
)
from esquive.hosting.rooms import Room
from esquive.hosting.team_messages import TeamQuestion
from esquive.server.access.authorization import Authorization, authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.match_routes import registry_of, store_of, summary_of
from esquive.server.http.openapi import FAULTS
from esquive.server.storage.store import Store
from esquive.server.storage.tables import GATHERINGS, KEYS, PEOPLE
from esquive.server.storage.writer import Rows

Asking = Request[Any, Any, Any]
NOBODY: Final = "…"  # the name of who is not there yet


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

    def view(self, token: str) -> GatheringView:
        """What is shown to the holder of a token or of the invitation; for others, who are told so, it is not there."""
        own = self.place_of(token)
        if own is None and hash_of(token) != self.invitation:
            raise ProtocolError("no-such-match", 404, id=self.id)
        match = self.match
        places = [
            GatheringPlace(place, "" if player.agent == OPEN else player.name, player.agent, place == own)
            for place, player in enumerate(match.players)
        ]
        about = (match.game, match.release, match.format, match.arena, match.options)
        return GatheringView(self.id, False, *about, self.sides, own == self.host, self.expires, match.clock, places)


# ------------------------------------------------------------------------------------------------------------- keeping


async def _load(store: Store, match_id: str) -> tuple[Gathering, int] | None:
    """A gathering and its version, or None for one that has begun, ended or never was."""
    now = time_of(datetime.now(UTC))
    found = await store.find(select(GATHERINGS).where(GATHERINGS.c.id == match_id, GATHERINGS.c.expires > now))
    return (convert(msgspec.json.decode(found[0]["document"]), Gathering), found[0]["version"]) if found else None


async def _keep(store: Store, gathering: Gathering, version: int) -> bool:
    """Keep what has become of the gathering of a version; False when somebody else was faster."""
    changed: list[int] = []
    values = {"version": version + 1, "document": msgspec.json.encode(gathering).decode()}
    same = update(GATHERINGS).where(GATHERINGS.c.id == gathering.id, GATHERINGS.c.version == version).values(values)

    def change(connection: Connection) -> None:
        changed.append(connection.execute(same).rowcount)

    await store.change(change)
    return changed == [1]


async def _allowed(store: Store, gathering: Gathering) -> tuple[list[Grant], list[Seating]]:
    """What is kept with the match: the tokens of those who sit there and the invitation, and whose seats they are."""
    known = select(PEOPLE.c.id).where(PEOPLE.c.id.in_([one for one in gathering.persons if one]))
    people = {row["id"] for row in await store.find(known)}  # two of them may have become one meanwhile ...
    whose = select(KEYS.c.hash, KEYS.c.person).where(KEYS.c.hash.in_([one for one in gathering.keys if one]))
    owners = {row["hash"]: row["person"] for row in await store.find(whose)}  # ... whose keys tell which
    grants, seatings, host = [], [], gathering.hashes[gathering.host][:12]
    for place, hashed in enumerate(gathering.hashes):
        if not hashed:
            continue
        person = gathering.persons[place] if gathering.persons[place] in people else ""
        person = owners.get(gathering.keys[place], person)
        _, grant = issue(gathering.id, [place], is_host=place == gathering.host, holder=person)
        grants.append(structs.replace(grant, hash=hashed, name=hashed[:12]))
        if person:
            places = [HOST, place] if place == gathering.host else [place]
            seatings += [Seating(one, person) for one in places]
    _, grant = issue(gathering.id, [], invites="seat", issuer=host)
    invitation = structs.replace(grant, hash=gathering.invitation, name=gathering.invitation[:12])
    return [*grants, structs.replace(invitation, expires=gathering.expires)], seatings


async def withdraw(store: Store, person: Person, key: str) -> None:
    """The tokens that a browser was given at tables where friends still gather count no more.

    Whoever sits there stays, and gets another token by another key of his once the match has begun.
    """
    rows = await store.find(select(GATHERINGS.c.id).where(GATHERINGS.c.document.contains(key, autoescape=True)))
    for row in rows:
        while (found := await _load(store, row["id"])) is not None and key in found[0].keys:
            gathering, version = found
            place = gathering.keys.index(key)
            gathering.hashes[place], gathering.keys[place] = hash_of(secrets.token_urlsafe(24)), ""
            gathering.persons[place] = person.id
            await _keep(store, gathering, version)


# ----------------------------------------------------------------------------------------------------------- addresses


@post("/api/gatherings", responses=FAULTS)
async def post_gathering(
    data: JSONBody[NewGathering], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> GatheringMade:
    """Lays a table for friends: the match begins once everybody has sat down."""
    match, store = data.match, store_of(state)
    humans = [place for place, player in enumerate(match.players) if player.agent == HUMAN]
    if len(humans) != 1 or not any(player.agent == OPEN for player in match.players) or match.commitment:
        raise ProtocolError("bad-request", why="a table for friends has one human player, open places, no commitment")
    host = match.players[humans[0]]
    host.name = cleaned(host.name)
    match.access = match.access or "private"
    # Whether it could be played at all is known now: guests' places are judged with the host's own team.
    filled = [NewPlayer(one.name, host.cards, HUMAN) if one.agent == OPEN else one for one in match.players]
    setup_of(structs.replace(match, players=filled), language_of(lang))
    (host.name,) = check_apart([host.name], [one.name for one in match.players if one.agent not in (HUMAN, OPEN)])
    token, invitation = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    now, none = datetime.now(UTC), [""] * len(match.players)
    made = Gathering(
        id=secrets.token_hex(8),
        expires=time_of(now + timedelta(days=INVITATION_DAYS)),
        invitation=hash_of(invitation),
        match=match,
        sides=data.sides,
        hashes=none,
        persons=[*none],
        host=humans[0],
    )
    for place in made.free:
        made.stand_up(place)
    authorization = authorization_of(state)
    made.sit(made.host, host, token, await authorization.person(request, host.name), authorization.key(request))
    row = {"id": made.id, "version": 1, "expires": made.expires, "document": msgspec.json.encode(made).decode()}

    def change(connection: Connection) -> None:
        connection.execute(delete(GATHERINGS).where(GATHERINGS.c.expires <= time_of(now)))
        connection.execute(GATHERINGS.insert().values(row))

    await store.change(change)
    return GatheringMade(made.id, token, invitation, made.expires)


@get("/api/gatherings/{match_id:str}", responses=FAULTS)
async def get_gathering(match_id: FromPath[str], request: Asking, state: State) -> GatheringView:
    """Who has sat down, for those who sit there or are invited."""
    token, found = bearer_of(request.headers), await _load(store_of(state), match_id)
    if found is not None:
        return found[0].view(token)
    authorization = authorization_of(state)
    room = await authorization.room(request, registry_of(state), match_id, token)
    return _begun(room, await authorization.granted(request, room, token, "", "seat"))


def _begun(room: Room, grant: Grant) -> GatheringView:
    """What is shown of a gathering whose match is played."""
    if grant.delay:  # who sits there by now is nothing for somebody who sees the match later
        raise ProtocolError("bad-token", 403)
    match = summary_of(room.stored)
    players = enumerate(room.stored.players)
    places = [GatheringPlace(place, player.name, player.agent, place in grant.players) for place, player in players]
    about: tuple[str, str, str, str, dict[str, str]] = (match.game, match.release, match.format, "", {})
    return GatheringView(room.stored.id, True, *about, False, grant.is_host, "", None, places)


@post("/api/gatherings/{match_id:str}/seats", responses=FAULTS)
async def post_guest(
    match_id: FromPath[str], data: JSONBody[GuestWanted], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> GuestSeated:
    """Takes a place at the table, with a name and a team; with the last one the match begins."""
    registry, language, token = registry_of(state), language_of(lang), secrets.token_urlsafe(24)
    authorization, name, person = authorization_of(state), cleaned(data.name), None
    key = authorization.key(request)
    known = await authorization.people.find(key)
    while True:
        found = await _load(store_of(state), match_id)
        if found is None:
            raise await _not_there(authorization, match_id, data.invitation)
        gathering, version = found
        if hash_of(data.invitation) != gathering.invitation:
            raise ProtocolError("no-such-match", 404, id=match_id)
        if known is not None:
            gathering.stand_up_again(known)
        place = _place(gathering, data)
        called, like = _judge(gathering, name, data.cards, place, language)
        person = person or await authorization.person(request, name)
        gathering.sit(place, NewPlayer(called, data.cards, HUMAN, data.nonce), token, person, key)
        if not gathering.free:
            grants, seatings = await _allowed(store_of(state), gathering)
            await registry.gathered(gathering.match, match_id, grants, seatings, language)
            return GuestSeated(match_id, token, True, called, like)
        if await _keep(store_of(state), gathering, version):
            return GuestSeated(match_id, token, False, called, like)


async def _not_there(authorization: Authorization, match_id: str, invitation: str) -> ProtocolError:
    """What is told of a table at which nobody sits down any more: whoever was invited, that all places are taken."""
    try:
        await authorization.tokens.find(match_id, invitation, "seat")
    except ProtocolError as error:
        if error.code != "bad-token":
            raise
        return ProtocolError("no-such-match", 404, id=match_id)
    return ProtocolError("no-open-seat", 409, id=match_id)


def _place(gathering: Gathering, wanted: GuestWanted) -> int:
    """The place a guest gets; raises ProtocolError `no-open-seat`."""
    free = gathering.free
    if wanted.place >= 0 and gathering.sides:
        free = [place for place in free if place == wanted.place]
    if not free:
        raise ProtocolError("no-open-seat", 409, id=gathering.id)
    return free[0]


def _judge(gathering: Gathering, name: str, cards: list[str], place: int, language: str) -> tuple[str, str]:
    """What a guest is called, and whom that looks like (see `names`).

    Raises ProtocolError for a name that is taken or a team that may not be played.
    """
    match = gathering.match
    others = [one.name for one in match.players if one.agent != OPEN]
    check_apart([name], others)
    setup = {**match.setup, "place": place}
    about = (match.game, match.format, match.release, match.arena, match.options, setup)
    verdict = check_team(TeamQuestion(cards, *about), language)
    if not verdict.legal:
        why = " ".join(violation.sentence for violation in verdict.violations)
        raise ProtocolError("illegal-team", player=name, why=why)
    return told_apart(name, others)


@post("/api/gatherings/{match_id:str}/leave", status_code=200, responses=FAULTS)
async def post_leave(match_id: FromPath[str], request: Asking, state: State) -> GatheringView:
    """Stands up again; when the host does, nobody gathers any more. Answers what was left behind."""
    store, token = store_of(state), bearer_of(request.headers)
    while True:
        found = await _load(store, match_id)
        if found is None:
            raise ProtocolError("no-such-match", 404, id=match_id)
        gathering, version = found
        place = gathering.place_of(token)
        if place is None:
            raise ProtocolError("no-such-match", 404, id=match_id)
        left = gathering.view(token)
        if place == gathering.host:
            gone = delete(GATHERINGS).where(GATHERINGS.c.id == match_id, GATHERINGS.c.version == version)
            await store.change(Rows([], [gone]))
            if await _load(store, match_id) is None:
                return left
            continue
        gathering.stand_up(place)
        if await _keep(store, gathering, version):
            return left


ROUTES: Final = (post_gathering, get_gathering, post_guest, post_leave)

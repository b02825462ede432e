"""The matches of a server: its open rooms, and matches being created."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from weakref import WeakValueDictionary

from msgspec import structs
from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError

from esquive.core.dice import commitment_of
from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.match_review import VERSION as AS_TOLD, AfterTheGame, LookedBack
from esquive.core.practice import setup_of_practice
from esquive.core.record import Record, parse_record
from esquive.server.access.identities import HOST, Person, seating
from esquive.server.access.tokens import issue, keeping
from esquive.server.cluster.channels import MEMORY
from esquive.server.cluster.forwarding import Forwarder
from esquive.server.cluster.leases import Held
from esquive.server.cluster.takeover import going_on
from esquive.server.hosting.bots import Bot
from esquive.server.hosting.clocks import Clock, load_clock, rows_of
from esquive.server.hosting.delayed_spectators import DelayedMatches
from esquive.server.hosting.example_match import EXAMPLE, example_record
from esquive.server.hosting.match_setup import setup_of
from esquive.server.hosting.player_names import check_apart, cleaned
from esquive.server.hosting.protocol import HUMAN, OPEN, ClockWanted, MatchCreated, NewMatch, NewPlayer, ProtocolError
from esquive.server.hosting.rematches import next_id, rematch_of, seatings_after, setup_after
from esquive.server.hosting.removal import Removals
from esquive.server.hosting.replay_sandbox import AT_ONCE, vet
from esquive.server.hosting.replays import Played, ReplayCache, Table, look_back, play_record
from esquive.server.hosting.resumption import (
    agents_of,
    dice_of,
    load_match,
    stored_lines,
    take_forced,
)
from esquive.server.hosting.rooms import Room
from esquive.server.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.http.websocket import CLOSED_BY_RULE, Connection
from esquive.server.operations import metrics
from esquive.server.storage.store import SeatedPlayer, Store, StoredMatch
from esquive.server.storage.writer import Added

LOG: Final = logging.getLogger("esquive.server")
MOST_ROOMS: Final = 200
MOST_AGAIN: Final = 200  # matches that go on by themselves as soon as a server begins


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(32)


class MatchRegistry:
    """All matches of a server.

    `pace` is the least time in seconds between two answers of a bot, `new_seed` makes the 32 bytes that the dice of a
    match come from.
    """

    def __init__(
        self,
        store: Store,
        pace: float,
        new_seed: Callable[[], bytes] = new_seed,
        time: Time = OF_THIS_MACHINE,
    ) -> None:
        self.store = store
        self.time = time
        self.pace = pace
        self._new_seed = new_seed
        self._rooms: dict[str, Room] = {}
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()  # those put away that somebody holds, too
        self._bots: dict[str, list[Bot]] = {}
        self._loading = asyncio.Lock()
        self._playing = asyncio.Lock()
        self._vetting = asyncio.Semaphore(AT_ONCE)
        self._shelf: ReplayCache[Played] = ReplayCache()
        self._uploads: ReplayCache[Record] = ReplayCache()
        self._backs: ReplayCache[LookedBack] = ReplayCache()
        self._looking = asyncio.Semaphore(1)  # one at a time: whoever plays goes first
        self._forwarder: Forwarder | None = None
        self.removals = Removals(store, self._rooms, self._is_idle, self.end_room)
        self.laters = DelayedMatches()

    async def open(self, channels: str = MEMORY) -> None:
        """Meet the other processes, where the database can be shared; raises EsquiveError when they cannot be met."""
        if self.store.leases is not None:
            self._forwarder = Forwarder(
                self.store, self.store.leases, channels, self._rooms, self.room, self.put_away, self.removals
            )
            await self._forwarder.open()
        self.removals.begin(self._forwarder)
        for row in await self.store.find(going_on().limit(MOST_AGAIN)):
            try:
                await self.room(row["id"])
            except ProtocolError as error:
                LOG.error("match %s does not go on by itself: %s", row["id"], error)

    async def channels(self) -> str:
        """How the channels to the other processes are, "" where there are none."""
        return "" if self._forwarder is None else await self._forwarder.state()

    @property
    def open_rooms(self) -> int:
        """How many matches are open."""
        return len(self._rooms)

    async def close(self) -> None:
        """Stop every bot, and wait for the answers under way."""
        stopping = [task for bots in self._bots.values() for bot in bots if (task := bot.stop()) is not None]
        await asyncio.gather(*stopping, return_exceptions=True)
        self.laters.stop()
        if self._forwarder is not None:
            self._forwarder.leave()
        for room in list(self._rooms.values()):
            await room.settle()
            await room.participants.close()
        if self._forwarder is not None:
            await self._forwarder.close()

    async def commit(self) -> str:
        """A new seed, kept for one match to come; returns the hash it is committed to by."""
        seed = self._new_seed()
        commitment = commitment_of(seed)
        await self.store.commit(commitment, seed)
        return commitment

    # ----------------------------------------------------------------------------------------------------- creating

    async def create(
        self, wanted: NewMatch, language: str = "en", person: Person | None = None, private: bool = False
    ) -> MatchCreated:
        """A new match, stored, `private` where nothing is said; its people's places are those of `person`.

        Raises ProtocolError for teams, cards, arenas or options that cannot be.
        """
        stored, match = await self._made(wanted, language, private)
        return await self._handed(stored, match, person, wanted.clock)

    async def begin(
        self, game: Game, setup: dict[str, Any], players: list[NewPlayer], person: Person | None
    ) -> MatchCreated:
        """A match from a set-up that holds a position, stored and never listed; raises ProtocolError."""
        _check_names(players)
        stored = _new_match(NewMatch(players, game.name, access="private"), setup, self._new_seed(), True)
        return await self._handed(stored, await _started(stored), person)

    async def gathered(
        self, wanted: NewMatch, match_id: str, also: Sequence[Added], then: Sequence[Executable], language: str
    ) -> None:
        """Begin the match of those who have gathered for it, stored with the rows that go with it.

        Raises ProtocolError as `create` does, and `no-open-seat` when it has begun already.
        """
        stored, match = await self._made(wanted, language, True)
        stored.id = match_id
        try:
            await self._begin(stored, match, also, then, wanted.clock)
        except IntegrityError as error:
            raise ProtocolError("no-open-seat", 409, id=match_id) from error

    async def _made(self, wanted: NewMatch, language: str, private: bool) -> tuple[StoredMatch, Match]:
        """A match that is not stored yet."""
        _check_names(wanted.players)
        setup = setup_of(wanted, language)
        seed = await self.store.take_seed(wanted.commitment) if wanted.commitment else self._new_seed()
        if seed is None:
            raise ProtocolError("no-such-dice")
        stored = _new_match(wanted, setup, seed, private)
        return stored, await _started(stored)

    async def _handed(
        self, stored: StoredMatch, match: Match, person: Person | None, clock: ClockWanted | None = None
    ) -> MatchCreated:
        """Stores a new match with the tokens of its people, and begins it."""
        humans = [number for number, player in enumerate(stored.players) if player.agent == HUMAN]
        token, grant = issue(stored.id, humans, is_host=True, holder=person.id if person else "")
        own = {number: issue(stored.id, [number], holder=grant.holder) for number in humans}
        also = [keeping(one) for one in (grant, *(each for _, each in own.values()))]
        if person is not None:
            also.append(seating(stored.id, [HOST, *humans], person))
        await self._begin(stored, match, also, clock=clock)
        tokens = [own[number][0] if number in own else None for number in range(len(stored.players))]
        access = "private" if stored.private else "listed"
        return MatchCreated(stored.id, token, tokens, commitment_of(bytes.fromhex(stored.seed)), access)

    async def _begin(
        self,
        stored: StoredMatch,
        match: Match,
        also: Sequence[Added],
        then: Sequence[Executable] = (),
        clock: ClockWanted | None = None,
    ) -> None:
        rows = rows_of(stored.id, clock, len(stored.players))
        await self.store.create(stored, stored_lines(match), [*also, *rows], then)
        room = self._open(stored, match, self._first_hold(stored.id))
        if clock is not None and rows:
            room.participants.keep_time(Clock(clock, len(stored.players)))
        metrics.MATCHES.labels(stored.game).inc()

    async def practise(self, game: Game, exercise: str, names: Sequence[str]) -> MatchCreated:
        """A match of practice with an exercise, stored and never listed; the first of `names` is who plays it."""
        known = game.exercises()
        if exercise not in known:
            raise ProtocolError("no-such-exercise", 404, exercise=exercise)
        wanted = NewMatch([NewPlayer(name, []) for name in names], game.name, access="private")
        seed = self._new_seed()
        stored = _new_match(wanted, setup_of_practice(known[exercise]), seed, private=True)
        match = await asyncio.to_thread(_start, stored)
        token, grant = issue(stored.id, [0], is_host=True)
        await self.store.create(stored, stored_lines(match), [keeping(grant)])
        self._open(stored, match, self._first_hold(stored.id))
        return MatchCreated(stored.id, token, [token, None], commitment_of(seed), "private")

    async def again(self, old: StoredMatch) -> str:
        """The id of the match that follows one, begun now or before; everybody takes the next place in it."""
        players = [*old.players[1:], old.players[0]]
        created = datetime.now(UTC).isoformat(timespec="seconds")
        seed, match_id = self._new_seed().hex(), next_id(old)
        fresh = structs.replace(
            old,
            id=match_id,
            created=created,
            setup=setup_after(old),
            players=players,
            seed=seed,
            nonces=[""] * len(players),
            over=False,
            winner="",
        )
        clock = await load_clock(self.store, old.id)
        try:
            match = await _started(fresh)
            also = await seatings_after(self.store, old, match_id)
            await self._begin(fresh, match, also, clock=None if clock is None else clock.wanted)
        except IntegrityError:
            return match_id  # another process was faster
        return match_id

    def bot_matches(self) -> list[str]:
        """The matches of bots alone that are being played."""
        agents = {one: {player.agent for player in room.stored.players} for one, room in self._rooms.items()}
        return [one for one, who in agents.items() if not who & {HUMAN, OPEN} and not self._rooms[one].match.is_over]

    def _first_hold(self, match_id: str) -> Held | None:
        """Whoever creates a match plays it."""
        return None if self._forwarder is None else Held(match_id, self._forwarder.name, 1)

    # ------------------------------------------------------------------------------------------------------ finding

    async def room(self, match_id: str) -> Room:
        """The room of a match, loaded when it is not open; raises ProtocolError `no-such-match`."""
        async with self._loading:
            if match_id in self._rooms:
                for bot in self._bots[match_id]:
                    bot.changed(0)  # one that failed gets another chance
                return self._rooms[match_id]
            known = self._alive.get(match_id)
            if known is not None:  # a match has one room, whoever still holds it
                return await self._caught_up(self._keep(known))
            stored = await self.store.load(match_id)
            if stored is None:
                raise ProtocolError("no-such-match", 404, id=match_id)
            held = await self._claimed(match_id)
            clock = await load_clock(self.store, match_id)
            rematch = await rematch_of(self.store, stored)
            room = await self._caught_up(self._open(stored, await load_match(stored, self.store), held))
            room.rematch = rematch
            room.participants.keep_time(clock, again=True)
            return room

    async def _claimed(self, match_id: str) -> Held | None:
        """Who plays a match: this process where nobody else does."""
        if self._forwarder is None:
            return None
        try:
            return await self._forwarder.leases.claim(match_id)
        except IntegrityError as error:  # it was deleted a moment ago
            raise ProtocolError("no-such-match", 404, id=match_id) from error

    async def _caught_up(self, room: Room) -> Room:
        """A room that has read what another process published while nobody listened here."""
        if not room.is_ours:
            await room.reread()
            await room.follow(room.version + 1, [])
            if self._forwarder is not None:
                self._forwarder.shown(room)
        return room

    def _open(self, stored: StoredMatch, match: Match, held: Held | None) -> Room:
        """A room for a match, its bots at the table."""
        room = Room(stored, match, self.store, self._forwarder, held, self.time)
        room.hire = lambda: self._hire(room)
        room.hire()
        return self._keep(room)

    def _hire(self, room: Room) -> None:
        """Bots for the players of a room that have none yet: somebody may have left his place to one."""
        known = {one.player for one in room.followers if isinstance(one, Bot)}
        fresh = [
            Bot(room, number, player.agent, self.pace)
            for number, player in enumerate(room.stored.players)
            if player.agent not in (HUMAN, OPEN) and number not in known
        ]
        room.followers.update(fresh)
        if room.stored.id in self._bots:
            self._bots[room.stored.id] += fresh

    def _keep(self, room: Room) -> Room:
        """A room at hand, its bots awake; rooms that nobody uses make place for it."""
        if len(self._rooms) >= MOST_ROOMS:
            idle = [one for one in self._rooms if self._is_idle(one)]
            self.put_away(idle[: len(self._rooms) - MOST_ROOMS + 1])
        bots = [one for one in room.followers if isinstance(one, Bot)]
        self._rooms[room.stored.id] = self._alive[room.stored.id] = room
        self._bots[room.stored.id] = bots
        for bot in bots:
            bot.changed(0)
        return room

    def put_away(self, match_ids: Iterable[str]) -> None:
        """Keep these rooms at hand no longer, but for those that somebody uses; who holds one finds it again."""
        for match_id in match_ids:
            if match_id in self._rooms and self._is_idle(match_id):
                del self._rooms[match_id]
                del self._bots[match_id]

    # ----------------------------------------------------------------------------------------------------- replaying

    async def played(self, room: Room, language: str) -> Played:
        """The record of a match up to now, played again."""
        async with room.lock:
            record = Record(room.match.record.header)
            record.entries = list(room.match.record.entries)
            version, players = room.version, room.stored.players
        table = Table(tuple(player.name for player in players), tuple(agents_of(players)), language)
        return await self._shelved(f"{room.stored.id} {version}", record, table)

    async def upload(self, text: bytes, language: str) -> tuple[str, Played]:
        """A record somebody has brought, and the name it is kept by; raises ProtocolError `bad-record`."""
        name = hashlib.sha256(text).hexdigest()[:24]
        if self._uploads.get(name) is None:
            await vet(text, self._vetting)
            record = await asyncio.to_thread(parse_record, text.decode("utf-8"))
            self._uploads.put(name, record, len(text))
            await self.store.keep_upload(name, text.decode("utf-8"))
        return name, await self.uploaded(name, language)

    async def uploaded(self, name: str, language: str) -> Played:
        """A record that was brought before, or the example; raises ProtocolError `no-such-replay` once forgotten."""
        record = self._uploads.get(name)
        if record is None and name == EXAMPLE:
            async with self._playing:
                record = await asyncio.to_thread(example_record)
        if record is None:
            text = await self.store.upload(name)
            if text is not None:
                record = await asyncio.to_thread(parse_record, text)
                self._uploads.put(name, record, len(text))
        if record is None:
            raise ProtocolError("no-such-replay", 404)
        agents = tuple(str(agent) for agent in record.header["agents"])
        return await self._shelved(name, record, Table((), agents, language))

    async def looked_back(self, name: str, played: Played) -> AfterTheGame:
        """A match that is over, looked back on, in the language it is told in; it is worked out once for all languages.

        Raises ProtocolError `not-over`, and `bad-record` for one that would take too much of the server's time.
        """
        if played.record.end is None:
            raise ProtocolError("not-over", 409)
        if played.game.afterwards is None:
            raise ProtocolError("no-such-address", 404)
        key = f"{name} {AS_TOLD}"
        back = self._backs.get(key)
        if back is None:
            async with self._looking:
                known = self._backs.get(key)  # somebody else may have asked for it meanwhile
                back = known if known is not None else await asyncio.to_thread(look_back, played)
            self._backs.put(key, back, played.size)
        return await asyncio.to_thread(back.told, played.words())

    async def _shelved(self, name: str, record: Record, table: Table) -> Played:
        """A record played again, or taken from the shelf where it was played before for the same table."""
        key = f"{name} {table.language} {'/'.join(table.names)}"
        played = self._shelf.get(key)
        if played is None:
            played = await asyncio.to_thread(play_record, record, table)
            self._shelf.put(key, played, played.size)
        return played

    def end_room(self, match_id: str) -> None:
        """A match has been deleted: its bots stop; whoever is in its room, or watches with a delay, is let go."""
        room, later = self._alive.pop(match_id, None), self.laters.following(match_id)
        self.laters.stop(match_id)
        self._rooms.pop(match_id, None)
        for bot in self._bots.pop(match_id, ()):
            bot.stop()
        if room is not None:
            room.is_gone = True
            room.participants.stop()
        for follower in (*(room.followers if room is not None else ()), *later):
            if isinstance(follower, Connection):
                follower.let_go(CLOSED_BY_RULE, "no-such-match")

    def _is_idle(self, match_id: str) -> bool:
        """Whether nobody follows a match and it waits for a person, or for nobody."""
        room = self._rooms[match_id]
        asked = room.asked_player()
        is_waiting = asked is None or not room.is_ours or room.stored.players[asked].agent in (HUMAN, OPEN)
        is_still = is_waiting and not room.lock.locked() and not room.participants.is_ticking
        return is_still and len(room.followers) == len(self._bots[match_id])


def _new_match(wanted: NewMatch, setup: dict[str, Any], seed: bytes, private: bool) -> StoredMatch:
    return StoredMatch(
        id=secrets.token_hex(8),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        game=wanted.game,
        setup=setup,
        players=[SeatedPlayer(player.name, player.agent) for player in wanted.players],
        seed=seed.hex(),
        nonces=[player.nonce for player in wanted.players],
        private=wanted.access == "private" if wanted.access else private,
    )


def _start(stored: StoredMatch) -> Match:
    """The match as it begins, and what it uses noted down."""
    match = Match(game_named(stored.game), stored.setup, dice_of(stored), agents_of(stored.players))
    stored.uses = match.record.header["uses"]
    take_forced(match)
    return match


async def _started(stored: StoredMatch) -> Match:
    """The match as it begins; raises ProtocolError when it cannot."""
    try:
        return await asyncio.to_thread(_start, stored)
    except EsquiveError as error:
        raise ProtocolError("bad-request", why=str(error)) from error


def _check_names(players: list[NewPlayer]) -> None:
    """Clean the names of players, and tell those apart that look alike; raises ProtocolError for two that are one."""
    for player in players:
        player.name = cleaned(player.name)
    people = [player for player in players if player.agent == HUMAN]
    bots = [player.name for player in players if player.agent not in (HUMAN, OPEN)]
    for player, called in zip(people, check_apart([one.name for one in people], bots), strict=True):
        player.name = called

"""The matches of a host: its open rooms, and matches being created."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

from msgspec import structs

from esquive.core.dice import commitment_of
from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.phrases import phrase
from esquive.core.practice import setup_of_practice
from esquive.core.puzzle_codes import exercise_named
from esquive.hosting.bots import Bot, Think, in_thread
from esquive.hosting.clients import CLOSED_BY_RULE, Client
from esquive.hosting.clocks import clock_of, new_clock
from esquive.hosting.delayed_spectators import DelayedMatches
from esquive.hosting.grants import HOST, Grant, Person, Seating, issue
from esquive.hosting.match_setup import setup_of
from esquive.hosting.match_store import Beside, Held, MatchStore, RecordStore, StoreConflict
from esquive.hosting.meter import COUNTS_NOTHING, Meter
from esquive.hosting.other_processes import OtherProcesses
from esquive.hosting.player_names import check_apart, cleaned
from esquive.hosting.protocol import HUMAN, OPEN, ClockWanted, MatchCreated, NewMatch, NewPlayer, ProtocolError
from esquive.hosting.rematches import next_id, rematch_of, seatings_after, setup_after
from esquive.hosting.removal import Removals
from esquive.hosting.replay_library import ReplayLibrary, Vet, trusts
from esquive.hosting.resumption import agents_of, dice_of, load_match, standing_of, stored_lines, take_forced
from esquive.hosting.rooms import Room
from esquive.hosting.series import SeriesSoFar, series_of, so_far
from esquive.hosting.stored_match import SeatedPlayer, StoredClock, StoredMatch
from esquive.hosting.time_source import OF_THIS_MACHINE, Time

LOG: Final = logging.getLogger("esquive.hosting")
MOST_ROOMS: Final = 200
MOST_AGAIN: Final = 200  # matches that go on by themselves as soon as a host begins
Meet = Callable[["MatchRegistry"], OtherProcesses[Room]]


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(32)


class HostStore(MatchStore, RecordStore, Protocol):
    """A store of matches, and of the records that people bring."""


class MatchRegistry:
    """All matches of a host, which are kept in a store; `open` it before use and `close` it after.

    `pace` is the least time in seconds between two answers of a bot, `new_seed` makes the 32 bytes that the dice of a
    match come from, `meter` counts what happens, `vet` says which of the records that people bring may be played, and
    `think` where bots think.
    """

    def __init__(
        self,
        store: HostStore,
        pace: float,
        new_seed: Callable[[], bytes] = new_seed,
        time: Time = OF_THIS_MACHINE,
        meter: Meter = COUNTS_NOTHING,
        vet: Vet = trusts,
        think: Think = in_thread,
    ) -> None:
        self.store = store
        self._think = think
        self.meter = meter
        self.time = time
        self.pace = pace
        self._new_seed = new_seed
        self.rooms: dict[str, Room] = {}
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()  # those put away that somebody holds, too
        self._bots: dict[str, list[Bot]] = {}
        self._loading = asyncio.Lock()
        self.library = ReplayLibrary(store, vet)
        self.others: OtherProcesses[Room] | None = None
        self.removals = Removals(store, self.rooms, self._is_idle, self.end_room)
        self.laters = DelayedMatches()

    async def open(self, meet: Meet | None = None) -> None:
        """Meet the other processes, where there may be some; raises EsquiveError when they cannot be met."""
        if meet is not None:
            self.others = meet(self)
            await self.others.open()
        self.removals.begin(self.others)
        for match_id in await self.store.going_on(MOST_AGAIN):
            try:
                await self.room(match_id)
            except ProtocolError as error:
                LOG.error("match %s does not go on by itself: %s", match_id, error)

    async def channels(self) -> str:
        """How the channels to the other processes are, "" where there are none."""
        return "" if self.others is None else await self.others.state()

    @property
    def open_rooms(self) -> int:
        """How many matches are open."""
        return len(self.rooms)

    async def close(self) -> None:
        """Stop every bot, and wait for the answers under way."""
        stopping = [task for bots in self._bots.values() for bot in bots if (task := bot.stop()) is not None]
        await asyncio.gather(*stopping, return_exceptions=True)
        self.laters.stop()
        if self.others is not None:
            self.others.leave()
        for room in list(self.rooms.values()):
            await room.settle()
            await room.participants.close()
        if self.others is not None:
            await self.others.close()

    async def commit(self) -> str:
        """A new seed, kept for one match to come; returns the hash it is committed to by."""
        seed = self._new_seed()
        commitment = commitment_of(seed)
        await self.store.commit(commitment, seed)
        return commitment

    # ----------------------------------------------------------------------------------------------------- creating

    async def create(
        self,
        wanted: NewMatch,
        language: str = "en",
        person: Person | None = None,
        private: bool = False,
        before: SeriesSoFar | None = None,
    ) -> MatchCreated:
        """A new match, stored, `private` where nothing is said; its people's places are those of `person`.

        `before` is the series it goes on with. Raises ProtocolError for teams, cards, arenas or options that cannot be.
        """
        stored, match = await self._made(wanted, language, private)
        stored.series = series_of(before, stored.players, wanted.best_of)
        return await self._handed(stored, match, person, wanted.clock)

    async def begin(
        self, game: Game, setup: dict[str, Any], players: list[NewPlayer], person: Person | None
    ) -> MatchCreated:
        """A match from a set-up that holds a position, stored and never listed; raises ProtocolError."""
        _check_names(players)
        stored = _new_match(NewMatch(players=players, game=game.name, access="private"), setup, self._new_seed(), True)
        return await self._handed(stored, await _started(stored), person)

    async def adopt(self, stored: StoredMatch, match: Match, beside: Beside) -> None:
        """Stores a match that was begun elsewhere, and goes on with it."""
        await self.store.create(stored, stored_lines(match), beside)
        self._open(stored, match, self._first_hold(stored.id))
        self.meter.began(stored.game)

    async def gathered(
        self,
        wanted: NewMatch,
        match_id: str,
        grants: Sequence[Grant],
        seatings: Sequence[Seating],
        language: str,
        before: SeriesSoFar | None = None,
    ) -> None:
        """Begin the match of those who have gathered for it, stored with what they may do at it.

        Raises ProtocolError as `create` does, and `no-open-seat` when it has begun already.
        """
        stored, match = await self._made(wanted, language, True)
        stored.id = match_id
        stored.series = series_of(before, stored.players, wanted.best_of)
        try:
            await self._begin(stored, match, Beside(grants, seatings, gathered=True), wanted.clock)
        except StoreConflict as error:
            raise ProtocolError("no-open-seat", 409, id=match_id) from error

    async def _made(self, wanted: NewMatch, language: str, private: bool) -> tuple[StoredMatch, Match]:
        """A match that is not stored yet."""
        _check_names(wanted.players)
        setup = await asyncio.to_thread(setup_of, wanted, language)
        seed = await self._seed_for(wanted)
        stored = _new_match(wanted, setup, seed, private)
        return stored, await _started(stored)

    async def _seed_for(self, wanted: NewMatch) -> bytes:
        """The seed of its dice, empty where they are thrown on a real table."""
        if wanted.dice == "table":
            if wanted.commitment:
                why = phrase("`commitment` is of dice that the program throws, and `dice` are thrown on a table")
                raise ProtocolError("bad-request", why=why)
            return b""
        seed = await self.store.take_seed(wanted.commitment) if wanted.commitment else self._new_seed()
        if seed is None:
            raise ProtocolError("no-such-dice")
        return seed

    async def _handed(
        self, stored: StoredMatch, match: Match, person: Person | None, clock: ClockWanted | None = None
    ) -> MatchCreated:
        """Stores a new match with the tokens of its people, and begins it."""
        humans = [number for number, player in enumerate(stored.players) if player.agent == HUMAN]
        token, grant = issue(stored.id, humans, is_host=True, holder=person.id if person else "")
        own = {number: issue(stored.id, [number], holder=grant.holder) for number in humans}
        seatings = [Seating(place, person.id) for place in (HOST, *humans)] if person is not None else []
        await self._begin(stored, match, Beside([grant, *(each for _, each in own.values())], seatings), clock)
        tokens = [own[number][0] if number in own else None for number in range(len(stored.players))]
        access = "private" if stored.private else "listed"
        return MatchCreated(stored.id, token, tokens, stored.commitment, access)

    async def _begin(
        self, stored: StoredMatch, match: Match, beside: Beside, wanted: ClockWanted | None = None
    ) -> None:
        clock = new_clock(wanted, len(stored.players))
        if clock is not None:
            beside = structs.replace(beside, clock=StoredClock(clock.to_document(0.0)))
        await self.store.create(stored, stored_lines(match), beside)
        room = self._open(stored, match, self._first_hold(stored.id))
        if clock is not None:
            room.participants.keep_time(clock)
        self.meter.began(stored.game)

    async def practise(self, game: Game, exercise: str, names: Sequence[str]) -> MatchCreated:
        """A match of practice with an exercise, stored and never listed; the first of `names` is who plays it."""
        try:
            known = await asyncio.to_thread(exercise_named, game, exercise)
        except EsquiveError as error:
            raise ProtocolError("bad-question", why=error) from error
        if known is None:
            raise ProtocolError("no-such-exercise", 404, exercise=exercise)
        wanted = NewMatch(players=[NewPlayer(name, []) for name in names], game=game.name, access="private")
        seed = self._new_seed()
        stored = _new_match(wanted, setup_of_practice(known), seed, private=True)
        match = await asyncio.to_thread(_start, stored)
        token, grant = issue(stored.id, [0], is_host=True)
        await self.store.create(stored, stored_lines(match), Beside([grant]))
        self._open(stored, match, self._first_hold(stored.id))
        return MatchCreated(stored.id, token, [token, None], commitment_of(seed), "private")

    async def again(self, old: StoredMatch) -> str:
        """The id of the match that follows one, begun now or before; everybody takes the next place in it."""
        players = [*old.players[1:], old.players[0]]
        created = datetime.now(UTC).isoformat(timespec="seconds")
        seed, match_id = self._new_seed().hex() if old.seed else "", next_id(old)
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
            standing=None,
            series=series_of(so_far(old), players),
        )
        clock = clock_of(await self.store.clock(old.id))
        try:
            match = await _started(fresh)
            beside = Beside(seatings=await seatings_after(self.store, old))
            await self._begin(fresh, match, beside, None if clock is None else clock.wanted)
        except StoreConflict:
            return match_id  # another process was faster
        return match_id

    def bot_matches(self) -> list[str]:
        """The matches of bots alone that are being played."""
        agents = {one: {player.agent for player in room.stored.players} for one, room in self.rooms.items()}
        return [one for one, who in agents.items() if not who & {HUMAN, OPEN} and not self.rooms[one].match.is_over]

    def _first_hold(self, match_id: str) -> Held | None:
        """Whoever creates a match plays it."""
        return None if self.others is None else Held(match_id, self.others.name, 1)

    # ------------------------------------------------------------------------------------------------------ finding

    async def room(self, match_id: str) -> Room:
        """The room of a match, loaded when it is not open; raises ProtocolError `no-such-match`."""
        async with self._loading:
            if match_id in self.rooms:
                for bot in self._bots[match_id]:
                    bot.changed(0)  # one that failed gets another chance
                return self.rooms[match_id]
            known = self._alive.get(match_id)
            if known is not None:  # a match has one room, whoever still holds it
                return await self._caught_up(self._keep(known))
            stored = await self.store.load(match_id)
            if stored is None:
                raise ProtocolError("no-such-match", 404, id=match_id)
            held = None if self.others is None else await self.others.owner(match_id)
            clock = clock_of(await self.store.clock(match_id))
            rematch = await rematch_of(self.store, stored)
            room = await self._caught_up(self._open(stored, await load_match(stored, self.store), held))
            room.rematch = rematch
            room.participants.keep_time(clock, again=True)
            return room

    async def _caught_up(self, room: Room) -> Room:
        """A room that has read what another process published while nobody listened here."""
        if not room.is_ours:
            await room.reread()
            await room.follow(room.version + 1, [])
            if self.others is not None:
                self.others.shown(room)
        return room

    def _open(self, stored: StoredMatch, match: Match, held: Held | None) -> Room:
        """A room for a match, its bots at the table."""
        room = Room(stored, match, self.store, self.others, held, self.time, self.meter)
        room.hire = lambda: self._hire(room)
        room.hire()
        return self._keep(room)

    def _hire(self, room: Room) -> None:
        """Bots for the players of a room that have none yet: somebody may have left his place to one."""
        known = {one.player for one in room.followers if isinstance(one, Bot)}
        fresh = [
            Bot(room, number, player.agent, self.pace, self._think)
            for number, player in enumerate(room.stored.players)
            if player.agent not in (HUMAN, OPEN) and number not in known
        ]
        room.followers.update(fresh)
        if room.stored.id in self._bots:
            self._bots[room.stored.id] += fresh

    def _keep(self, room: Room) -> Room:
        """A room at hand, its bots awake; rooms that nobody uses make place for it."""
        if len(self.rooms) >= MOST_ROOMS:
            idle = [one for one in self.rooms if self._is_idle(one)]
            self.put_away(idle[: len(self.rooms) - MOST_ROOMS + 1])
        bots = [one for one in room.followers if isinstance(one, Bot)]
        self.rooms[room.stored.id] = self._alive[room.stored.id] = room
        self._bots[room.stored.id] = bots
        for bot in bots:
            bot.changed(0)
        return room

    def put_away(self, match_ids: Iterable[str]) -> None:
        """Keep these rooms at hand no longer, but for those that somebody uses; who holds one finds it again."""
        for match_id in match_ids:
            if match_id in self.rooms and self._is_idle(match_id):
                del self.rooms[match_id]
                del self._bots[match_id]

    def end_room(self, match_id: str) -> None:
        """A match has been deleted: its bots stop; whoever is in its room, or watches with a delay, is let go."""
        room, later = self._alive.pop(match_id, None), self.laters.following(match_id)
        self.laters.stop(match_id)
        self.rooms.pop(match_id, None)
        for bot in self._bots.pop(match_id, ()):
            bot.stop()
        if room is not None:
            room.is_gone = True
            room.participants.stop()
        for follower in (*(room.followers if room is not None else ()), *later):
            if isinstance(follower, Client):
                follower.let_go(CLOSED_BY_RULE, "no-such-match")

    def _is_idle(self, match_id: str) -> bool:
        """Whether nobody follows a match and it waits for a person, or for nobody."""
        room = self.rooms[match_id]
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
    stored.standing = standing_of(match)
    return match


async def _started(stored: StoredMatch) -> Match:
    """The match as it begins; raises ProtocolError when it cannot."""
    try:
        return await asyncio.to_thread(_start, stored)
    except EsquiveError as error:
        raise ProtocolError("bad-request", why=error) from error


def _check_names(players: list[NewPlayer]) -> None:
    """Clean the names of players, and tell those apart that look alike; raises ProtocolError for two that are one."""
    for player in players:
        player.name = cleaned(player.name)
    people = [player for player in players if player.agent == HUMAN]
    bots = [player.name for player in players if player.agent not in (HUMAN, OPEN)]
    for player, called in zip(people, check_apart([one.name for one in people], bots), strict=True):
        player.name = called

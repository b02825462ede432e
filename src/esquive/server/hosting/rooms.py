"""Rooms: the one authority over each match being played.

Whoever wants to change a match goes through its room, one at a time: check the version and the seat, let the rules
judge, store, and only then show. Clients and bots are told of a change and fetch what they may see themselves.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError

from esquive.core.errors import NotationError
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.record import DICE
from esquive.core.shapes import DecisionView, Refused
from esquive.core.waiting import Decision
from esquive.core.words import EVERYTHING, Words
from esquive.server.access.tokens import keeping
from esquive.server.cluster.leases import Held, LostMatch
from esquive.server.hosting.background_tasks import hear_out
from esquive.server.hosting.event_log import EventLog
from esquive.server.hosting.followers import Follower
from esquive.server.hosting.joining import open_seat
from esquive.server.hosting.messages import Encoded, encoded
from esquive.server.hosting.offers import YIELDED, AgreedAction, Offers, ended_of
from esquive.server.hosting.participants import Participants
from esquive.server.hosting.practice import carry_on, course_of, hint_for, practice_of
from esquive.server.hosting.protocol import ProtocolError, RefusedMessage, Seated, SeatTaken, SeatWanted, StateMessage
from esquive.server.hosting.rematches import Rematch, rematch_of
from esquive.server.hosting.resumption import (
    as_stored,
    lines_since,
    load_match,
    snapshot_of,
    take_line,
    winner_in_order,
)
from esquive.server.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.hosting.view_cache import ViewCache
from esquive.server.operations import metrics
from esquive.server.storage.store import SeatedPlayer, Store, StoredLine, StoredMatch
from esquive.server.storage.writer import Added

if TYPE_CHECKING:
    from esquive.server.cluster.forwarding import Forwarder

LOG: Final = logging.getLogger("esquive.server")
Done = TypeVar("Done")
SNAPSHOT_EVERY: Final = 50
SPECTATOR: Final = -1
_WARM: Final = ViewCache()
TEXTS: Final = 100  # of which the last position, as its players and spectators see it
EVENTS_A_KIB: Final = 2
AT_ONCE: Final = 20  # spectators who are told before others are served: it takes 2 ms


class Room:
    """A match with everybody who follows it. Everything that reads or changes the match holds `lock`."""

    def __init__(
        self,
        stored: StoredMatch,
        match: Match,
        store: Store,
        forwarder: "Forwarder | None" = None,
        held: Held | None = None,
        time: Time = OF_THIS_MACHINE,
    ) -> None:
        """`held` is which process plays the match, where there are others that could."""
        self.time = time
        self.held = held
        self.is_gone = False  # it has been deleted
        self.forwarder = forwarder
        self.stored = stored
        self.match = match
        self.game = match.game
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self._store = store
        self._snapshot = 0
        self._told: dict[str, EventLog] = {}  # by language
        self.decisions: dict[tuple[int, str], DecisionView | None] = {}  # what is asked, by version and language
        self._texts: dict[Any, Encoded] = {}  # what has been sent of the position as it is
        self._views: dict[tuple[int, str], Callable[[int], Any]] = {}  # of the position as it is
        self.course = course_of(self.game, stored.setup)
        self.wishes = Offers()
        self.rematch = Rematch()
        self.hire: Callable[[], None] = lambda: None  # bots for the players who have none yet
        self._under_way: set[asyncio.Task[Any]] = set()
        self.participants = Participants(self, store, forwarder)
        self.shown_by: dict[str, float] = {}  # the processes that show the match too, and when each said so

    # ------------------------------------------------------------------------------------------------------ looking

    @property
    def version(self) -> int:
        """The number of answers, rolls and undos so far."""
        return self.match.version

    def player_in(self, seat: int) -> int:
        """The player, by place in the set-up, who sits in a seat."""
        return self.game.player_in(self.match.state, seat)

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(self.game.seats_of(self.match.state))

    @property
    def players(self) -> list[Seated]:
        """Who sits in which seat."""
        stored = [self.stored.players[self.player_in(seat)] for seat in self.seats]
        return [Seated(SEAT_NAMES[seat], player.name, player.agent) for seat, player in enumerate(stored)]

    def words(self, language: str) -> Words:
        """What is said about the position, with the players' names."""
        names = [player.name for player in self.players]
        return self.game.words(self.match.state, language, names)

    def asked_player(self) -> int | None:
        """The player, by place in the set-up, who has to decide; None when the match is over."""
        waiting = self.match.waiting
        return self.player_in(waiting.seat) if isinstance(waiting, Decision) else None

    def viewer(self, controlled: frozenset[int]) -> int:
        """The seat whose view somebody gets who controls these players: the one asked, else the one whose turn it is.

        With several players on one screen the screen belongs to the one who decides.
        """
        if not controlled:
            return SPECTATOR
        seats = [seat for seat in self.seats if self.player_in(seat) in controlled]
        waiting = self.match.waiting
        asked = waiting.seat if isinstance(waiting, Decision) else SPECTATOR
        if asked in seats:
            return asked
        active = self.game.active_seat(self.match.state)
        return active if active in seats else seats[0]

    def knower(self, controlled: frozenset[int]) -> int:
        """The seat whose knowledge the past is told with: one's own, of several on one screen nobody's secrets.

        Once the match is over nothing is secret any more.
        """
        if self.match.is_over:
            return EVERYTHING
        seats = [seat for seat in self.seats if self.player_in(seat) in controlled]
        return seats[0] if len(seats) == 1 else SPECTATOR

    def state_text(self, controlled: frozenset[int], first_event: int, language: str) -> Encoded:
        """The `state` message as it is sent, made once for all who play the same seats."""
        key = (self.viewer(controlled), controlled, first_event, language)
        self._warm()
        if key not in self._texts:
            message = self.state_message(controlled, first_event, language)
            self._texts[key] = encoded(message)
        return self._texts[key]

    def told_as(self, seat: int, controlled: frozenset[int]) -> int:
        """The seat whose secrets are in the log; nobody's where several players sit at one screen."""
        return seat if len(controlled) == 1 else SPECTATOR

    def state_message(
        self, controlled: frozenset[int], first_event: int, language: str
    ) -> StateMessage[str, Any, DecisionView, msgspec.Raw]:
        """The `state` message for somebody who controls these players, with the events from a number on."""
        seat = self.viewer(controlled)
        players, waiting = self.players, self.match.waiting
        knows = self.told_as(seat, controlled)
        if language not in self._told:
            self._told[language] = EventLog(self.game)
        told = self._told[language].since(first_event, self.match, knows, lambda: self.words(language))
        return StateMessage(
            game=self.game.name,
            version=self.version,
            players=players,
            own=[SEAT_NAMES[one] for one in self.seats if self.player_in(one) in controlled],
            asked=SEAT_NAMES[waiting.seat] if isinstance(waiting, Decision) else None,
            over=self.match.is_over,
            view=self._view(seat, language, players),
            decision=None if seat == SPECTATOR else self._decision(seat, language),
            events=told,
            since=first_event,
            practice=None if self.course is None else practice_of(self.course, self.match, language),
            wishes=self.wishes.view(self, controlled) if controlled else None,
            ended=ended_of(self, language),
        )

    def _view(self, seat: int, language: str, players: list[Seated]) -> Any:
        """The position as a seat may see it; what everybody may see is worked out once."""
        key = (self.version, language)
        if key not in self._views:
            names = [player.name for player in players]
            self._views = {known: view for known, view in self._views.items() if known[0] == self.version}
            self._views[key] = self.game.views(self.match.state, language, names)
        return self._views[key](seat)

    def _decision(self, seat: int, language: str) -> DecisionView | None:
        """The decision a seat is asked; where answers are proposed `judging.propose` has done so before."""
        waiting = self.match.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat:
            return None
        key = (self.version, language)
        if key not in self.decisions:
            self.decisions = {known: view for known, view in self.decisions.items() if known[0] == self.version}
            self.decisions[key] = self.words(language).decision(seat)
        return self.decisions[key]

    def first_event_since(self, version: int) -> int:
        """The number of the first event after a version; 0 for a version this match never had."""
        return self.match.first_event_since(version) if 0 < version <= self.version else 0

    def check_asked(self, controlled: frozenset[int]) -> None:
        """Raises ProtocolError `over`, and `not-your-decision` where none of these players is asked."""
        asked = self.asked_player()
        if asked is None:
            raise ProtocolError("over", 409)
        if asked not in controlled:
            raise ProtocolError("not-your-decision", 403)

    # ----------------------------------------------------------------------------------------------------- following

    @property
    def is_ours(self) -> bool:
        """Whether this process plays the match, and not another one that shares the database."""
        return self.forwarder is None or (self.held is not None and self.held.process == self.forwarder.name)

    async def belongs_to(self, held: Held, is_given: bool = False) -> None:
        """Hear which process plays the match; when it is this one by now, it goes on from what is stored.

        Clocks wait for who was thinking, but not where the match `is_given` by who played it.
        """
        async with self.lock:
            before = self.held if self.is_ours else None
            self.held = self.held if self.held is not None and self.held.fence > held.fence else held
            if self.held == before:
                return
            try:
                await self._go_on(is_given)
            except BaseException:
                self.held = None  # nobody plays on here from a position that may not be the last
                raise

    async def _go_on(self, is_given: bool) -> None:
        version, players = self.version, self.stored.players
        await self._reload()
        events = await self._catch_up(await self._store.lines(self.stored.id, version))
        if (self.version, self.stored.players) != (version, players):  # else all know it as it is
            self.tell(events)
        if self.is_ours:
            await self.participants.reload(again=not is_given)
            for follower in list(self.followers):
                follower.taken_over()

    async def _reload(self) -> None:
        """What is stored of the match but for its answers; raises ProtocolError `no-such-match` when it is gone."""
        stored = await self._store.load(self.stored.id)
        if stored is None:
            raise ProtocolError("no-such-match", 404, id=self.stored.id)
        self.stored = stored
        self._forget()

    async def reread(self) -> None:
        """Somebody has taken a seat elsewhere."""
        async with self.lock:
            await self._reload()
            self.rematch = await rematch_of(self._store, self.stored)
            self.hire()
            self.tell(len(self.match.log))

    async def follow(self, known: int, lines: list[StoredLine]) -> None:
        """Play along what another process has stored after `known` answers and rolls; what is missing is read."""
        async with self.lock:
            if self.version < known:
                lines, known = await self._store.lines(self.stored.id, self.version), self.version
            if self.version < known + len(lines):
                self.tell(await self._catch_up(lines[self.version - known :]))

    async def _catch_up(self, lines: list[StoredLine]) -> int:
        """Play stored answers and rolls; the number of the first new event."""
        known, match = self.version, self.match
        for number, line in enumerate(lines, known + 1):
            if match.version < number and (line.by == DICE or not take_line(match, line)):
                break
        if lines_since(match, known) != lines:
            self.match = await load_match(self.stored, self._store)
            self._forget()
        self._ended()
        return self.taken_back(known)

    def taken_back(self, known: int) -> int:
        """The number of the first event after a version, and no word any more of those that were taken back."""
        first = self.match.first_event_since(known)
        for told in self._told.values():
            told.forget(first)
        return first

    def _forget(self) -> None:
        """What was said of the match may be otherwise now."""
        self._told.clear()
        self.decisions.clear()
        self._views.clear()
        self._texts.clear()

    def _warm(self) -> None:
        """Remember what is said; the rooms that were asked for the longest time ago forget it."""
        _WARM.weigh(self, self._forget, TEXTS + len(self.match.log) // EVENTS_A_KIB)

    def tell(self, first_event: int) -> None:
        """The match has gone on: who plays hears it at once, who looks on a few at a time, and others between."""
        self._views.clear()
        self._texts.clear()
        patient = []
        for follower in list(self.followers):
            if follower.is_patient:
                patient.append(follower)
            else:
                follower.changed(first_event)
        self._tell_patient(patient, first_event)
        self.participants.went_on()

    def _tell_patient(self, followers: list[Follower], first_event: int) -> None:
        for follower in followers[:AT_ONCE]:
            follower.changed(first_event)
        if len(followers) > AT_ONCE:
            asyncio.get_running_loop().call_soon(self._tell_patient, followers[AT_ONCE:], first_event)

    def _ended(self) -> None:
        """Note the end of the match."""
        end = self.match.record.end
        if end is not None:
            self.stored.over, self.stored.winner = True, winner_in_order(self.match, str(end["winner"]))

    # ------------------------------------------------------------------------------------------------------- joining

    async def seat(self, wanted: SeatWanted) -> SeatTaken:
        """Gives an open seat to somebody, stored, with a token of its own; raises ProtocolError `no-open-seat`."""
        while True:
            if not self.is_ours and self.forwarder is not None:
                reply = await self.forwarder.seat(self, wanted)
                if reply is not None and reply.taken is not None:
                    return reply.taken
            try:
                return await self._seat(wanted)
            except LostMatch:
                await self.lost()

    async def _seat(self, wanted: SeatWanted) -> SeatTaken:
        async with self.lock:
            self.check_there()
            if not self.is_ours:
                raise LostMatch(self.stored.id)
            places = [self.player_in(seat) for seat in self.seats]
            taken, players, grant = open_seat(self.stored, places, wanted)
            await self.reseat(players, [keeping(grant)])
            return taken

    async def reseat(
        self,
        players: list[SeatedPlayer],
        also: Sequence[Added] = (),
        then: Sequence[Executable] = (),
        forgotten: frozenset[int] = frozenset(),
    ) -> None:
        """Store who sits here and what goes with it, and tell everybody; who calls it holds the lock."""
        await self._store.seat(self.stored.id, players, also, then, self.held)
        self.stored.players = players
        self._forget()
        self.hire()
        self.tell(len(self.match.log))
        if self.forwarder is not None:
            self.forwarder.reseated(self, forgotten)

    # ------------------------------------------------------------------------------------------------------ playing

    async def answer(
        self, controlled: frozenset[int], version: int, line: str, language: str = "en"
    ) -> RefusedMessage | None:
        """Take an answer: the refusal when it is illegal, or None once it is stored and everybody has been told.

        Raises ProtocolError `stale-version`, `over`, `not-your-decision` or `bad-line`; then nothing has changed.
        A client that goes away in the middle does not stop what has begun.
        """
        answering = self._answer(controlled, version, line, language)
        return await self.to_the_end(metrics.counted(self.game.name, answering))

    async def to_the_end(self, doing: Coroutine[Any, Any, Done]) -> Done:
        """Whatever has begun is done, whoever waits for it and goes away."""
        task = asyncio.ensure_future(doing)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(hear_out)
            raise

    async def do(self, deed: AgreedAction) -> None:
        """Take back, end the match or leave a place to a bot: stored and told; who calls it holds the lock."""
        known, by = self.version, SEAT_NAMES[deed.by]
        if deed.how == YIELDED:
            agent = "random" if self.game.evaluation("greedy") is None else "greedy"
            left = self.player_in(deed.by)
            players = enumerate(self.stored.players)
            await self.reseat([SeatedPlayer(one.name, agent) if n == left else one for n, one in players])
            return
        if deed.how == "undo":
            await asyncio.to_thread(self.match.undo, deed.to, by)
        else:
            self.match.close(deed.how, by, SEAT_NAMES[deed.winner] if deed.winner >= 0 else deed.without)
        await self.keep(known)
        self.tell(self.taken_back(known))

    async def settle(self) -> None:
        """Wait for the answers under way; who gave them hears what went wrong with them."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(
        self, controlled: frozenset[int], version: int, line: str, language: str
    ) -> RefusedMessage | None:
        while True:
            if not self.is_ours and self.forwarder is not None:
                reply = await self.forwarder.answer(self, controlled, version, line, language)
                if reply is not None:
                    return reply.refused
            try:
                return await self._play(controlled, version, line, language)
            except LostMatch:
                await self.lost()

    async def lost(self) -> None:
        """Another process plays the match by now, given to it or not: find out which."""
        level = logging.WARNING if self.is_ours else logging.INFO
        LOG.log(level, "match %s is played by another process now", self.stored.id)
        if self.forwarder is not None:
            await self.forwarder.claim(self)

    def check_there(self) -> None:
        """Raises ProtocolError `no-such-match` for a match that has been deleted."""
        if self.is_gone:
            raise ProtocolError("no-such-match", 404, id=self.stored.id)

    async def _play(self, controlled: frozenset[int], version: int, line: str, language: str) -> RefusedMessage | None:
        async with self.lock:
            self.check_there()
            if not self.is_ours:
                raise LostMatch(self.stored.id)
            if version != self.version:
                raise ProtocolError("stale-version", 409, version=version)
            self.check_asked(controlled)
            lines, events, asked = self.version, len(self.match.log), self.asked_player()
            try:
                hint = None if self.course is None else hint_for(self.course, self.match, line, language)
                refusal = self.match.answer(line) if hint is None else None
            except NotationError as error:
                raise ProtocolError("bad-line", why=str(error)) from error
            if hint is not None:
                return RefusedMessage(line, hint)
            if refusal is not None:
                return RefusedMessage(line, Refused.of(refusal, self.words(language).condition(refusal)))
            carry_on(self.match, self.course)
            await self.keep(lines)
            if asked is not None and self.wishes.answered(self, asked) and self.forwarder is not None:
                self.forwarder.proposed(self)
            self.tell(events)
        return None

    async def keep(self, known: int) -> None:
        """Store what was played after the `known` answers there were; when that fails, it has not been played."""
        match = self.match
        fresh = lines_since(match, known)
        end = match.record.end
        winner = None if end is None else winner_in_order(match, str(end["winner"]))
        is_due = end is not None or match.version - self._snapshot >= SNAPSHOT_EVERY
        snapshot = await asyncio.to_thread(snapshot_of, match) if is_due else None
        try:
            clocks = self.participants.kept()
            await self._store.append(self.stored.id, known, fresh, winner, snapshot, self.held, clocks)
        except (SQLAlchemyError, OSError, LostMatch, ProtocolError) as error:
            self.match = await as_stored(self.stored, self._store, match, known)
            self._forget()
            if isinstance(error, LostMatch):
                self.held = None
                raise
            if isinstance(error, ProtocolError):
                raise
            LOG.error("match %s: an answer could not be stored", self.stored.id, exc_info=error)
            raise ProtocolError("server-fault", 500) from error
        if self.shown_by and self.forwarder is not None:
            self.forwarder.played(self, known, fresh)
        if snapshot is not None:
            self._snapshot = snapshot.number
        if end is not None:
            metrics.MATCHES_OVER.labels(self.game.name).inc()
        self._ended()

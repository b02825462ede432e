"""Rooms: the one authority over each match being played.

Whoever wants to change a match goes through its room, one at a time: check the version and the seat, let the rules
judge, store, and only then show. Clients and bots are told of a change and fetch what they may see themselves.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from esquive.core.errors import NotationError
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.shapes import Refused
from esquive.core.waiting import Decision, Roll
from esquive.core.words import EVERYTHING, Words
from esquive.hosting.background_tasks import hear_out
from esquive.hosting.correspondence.wishes import check_wish
from esquive.hosting.followers import Follower
from esquive.hosting.grants import Grant
from esquive.hosting.joining import open_seat
from esquive.hosting.match_store import Held, LostMatch, MatchStore
from esquive.hosting.match_views import SPECTATOR, MatchViews
from esquive.hosting.meter import COUNTS_NOTHING, Meter
from esquive.hosting.offers import YIELDED, AgreedAction, Offers, persons
from esquive.hosting.other_processes import OtherProcesses, Reply
from esquive.hosting.participants import Participants
from esquive.hosting.practice import carry_on, course_of, hint_for
from esquive.hosting.protocol import ProtocolError, RefusedMessage, Seated, SeatTaken, SeatWanted, Wish
from esquive.hosting.rematches import Rematch, rematch_of
from esquive.hosting.resumption import (
    as_stored,
    is_taken,
    lines_since,
    load_match,
    snapshot_of,
    standing_of,
    take_forced,
    take_line,
    winner_in_order,
)
from esquive.hosting.stored_match import SeatedPlayer, StoredLine, StoredMatch
from esquive.hosting.time_source import OF_THIS_MACHINE, Time

LOG: Final = logging.getLogger("esquive.hosting")
Done = TypeVar("Done")
SNAPSHOT_EVERY: Final = 50
AT_ONCE: Final = 20  # spectators who are told before others are served: it takes 2 ms


class Room:
    """A match with everybody who follows it. Everything that reads or changes the match holds `lock`."""

    def __init__(
        self,
        stored: StoredMatch,
        match: Match,
        store: MatchStore,
        others: "OtherProcesses[Room] | None" = None,
        held: Held | None = None,
        time: Time = OF_THIS_MACHINE,
        meter: Meter = COUNTS_NOTHING,
    ) -> None:
        """`held` is which process plays the match, where there are others that could."""
        self.time = time
        self.meter = meter
        self.held = held
        self.is_gone = False  # it has been deleted
        self.others = others
        self.stored = stored
        self.match = match
        self.game = match.game
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self._store = store
        self._snapshot = 0
        self.course = course_of(self.game, stored.setup)
        self.wishes = Offers()
        self.rematch = Rematch()
        self.hire: Callable[[], None] = lambda: None  # bots for the players who have none yet
        self._under_way: set[asyncio.Task[Any]] = set()
        self.views = MatchViews(self)
        self.participants = Participants(self, store, others)
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

        Once the match is over nothing is secret any more, but what a last letter still has to tell.
        """
        if self.match.is_over and not self.stored.is_sealed:
            return EVERYTHING
        seats = [seat for seat in self.seats if self.player_in(seat) in controlled]
        return seats[0] if len(seats) == 1 else SPECTATOR

    def document(self, controlled: frozenset[int]) -> dict[str, Any]:
        """The position document as somebody may know it who controls these players.

        Who plays for all people where dice are thrown on a real table has entered everything, drawn cards too.
        """
        knows_all = self.stored.is_by_hand and bool(controlled) and persons(self) <= controlled
        seat = None if knows_all else self.viewer(controlled)
        return self.game.to_document(self.match.state, seat)

    def first_event_since(self, version: int) -> int:
        """The number of the first event after a version; 0 for a version this match never had."""
        return self.match.first_event_since(version) if 0 < version <= self.version else 0

    def check_asked(self, controlled: frozenset[int]) -> None:
        """Raises ProtocolError `over`, and `not-your-decision` where none of these players is asked."""
        asked = self.asked_player()
        if self.match.is_over:
            raise ProtocolError("over", 409)
        if asked not in controlled:
            raise ProtocolError("not-your-decision", 403)

    def check_answers(self, controlled: frozenset[int]) -> None:
        """As `check_asked`; but how dice fell on a real table anybody may enter who plays."""
        if not (isinstance(self.match.waiting, Roll) and controlled):
            self.check_asked(controlled)

    # ----------------------------------------------------------------------------------------------------- following

    @property
    def is_ours(self) -> bool:
        """Whether this process plays the match, and not another one that shares the database."""
        return self.others is None or (self.held is not None and self.held.process == self.others.name)

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
        self.views.forget()

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
            if match.version < number and not (is_taken(match, line) and take_line(match, line)):
                break
        if lines_since(match, known) != lines:
            self.match = await load_match(self.stored, self._store)
            self.views.forget()
        self._ended()
        return self.views.taken_back(known)

    def go_on_as(self, stored: StoredMatch, match: Match) -> None:
        """The match has gone on elsewhere, and is kept so: whoever follows it hears; who calls it holds the lock."""
        events = len(self.match.log)
        self.stored, self.match = stored, match
        self._snapshot = 0
        self.views.forget()
        self.tell(min(events, len(match.log)))

    def tell(self, first_event: int) -> None:
        """The match has gone on: who plays hears it at once, who looks on a few at a time, and others between."""
        self.views.went_on()
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

        async def here() -> SeatTaken:
            async with self.lock:
                self.check_ours()
                places = [self.player_in(seat) for seat in self.seats]
                taken, players, grant = open_seat(self.stored, places, wanted)
                await self.reseat(players, [grant])
                return taken

        def there(reply: Reply) -> SeatTaken:
            if reply.taken is None:
                raise AssertionError("a seat is taken, or refused")
            return reply.taken

        return await self.where_played(here, lambda others: others.seat(self, wanted), there)

    async def reseat(
        self,
        players: list[SeatedPlayer],
        grants: Sequence[Grant] = (),
        forgotten: frozenset[int] = frozenset(),
    ) -> None:
        """Store who sits here, with new grants or players forgotten, and tell all; who calls it holds the lock."""
        await self._store.seat(self.stored.id, players, grants, forgotten, self.held)
        self.stored.players = players
        self.views.forget()
        self.hire()
        self.tell(len(self.match.log))
        if self.others is not None:
            self.others.reseated(self, forgotten)

    # ------------------------------------------------------------------------------------------------------ playing

    async def answer(
        self, controlled: frozenset[int], version: int, line: str, language: str = "en"
    ) -> RefusedMessage | None:
        """Take an answer: the refusal when it is illegal, or None once it is stored and everybody has been told.

        Raises ProtocolError `stale-version`, `over`, `not-your-decision` or `bad-line`; then nothing has changed.
        A client that goes away in the middle does not stop what has begun.
        """
        answering = self._answer(controlled, version, line, language)
        return await self.to_the_end(self.meter.counted(self.game.name, answering))

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
        elif deed.how == "correct":
            await asyncio.to_thread(self.match.correct, deed.document, by)
            take_forced(self.match)
        else:
            self.match.close(deed.how, by, SEAT_NAMES[deed.winner] if deed.winner >= 0 else deed.without)
        await self.keep(known)
        self.tell(self.views.taken_back(known))

    async def settle(self) -> None:
        """Wait for the answers under way; who gave them hears what went wrong with them."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(
        self, controlled: frozenset[int], version: int, line: str, language: str
    ) -> RefusedMessage | None:
        return await self.where_played(
            lambda: self._play(controlled, version, line, language),
            lambda others: others.answer(self, controlled, version, line, language),
            lambda reply: reply.refused,
        )

    async def where_played(
        self,
        here: Callable[[], Awaitable[Done]],
        ask: Callable[["OtherProcesses[Room]"], Awaitable[Reply | None]],
        there: Callable[[Reply], Done],
    ) -> Done:
        """Does something `here` where this process plays the match, else has it done `there` by the one that does."""
        while True:
            if not self.is_ours and self.others is not None:
                reply = await ask(self.others)
                if reply is not None:
                    return there(reply)
            try:
                return await here()
            except LostMatch:
                await self.lost()

    def check_ours(self) -> None:
        """Raises LostMatch where another process plays the match, ProtocolError where it has been deleted."""
        self.check_there()
        if not self.is_ours:
            raise LostMatch(self.stored.id)

    async def wish(self, controlled: frozenset[int], wanted: Wish) -> None:
        """Take an offer, or an answer to one: returns once what follows from it is stored and has been told.

        Raises ProtocolError as `Offers.say` does; then nothing has changed.
        """

        async def here() -> None:
            async with self.lock:
                self.check_ours()
                if self.stored.mail is not None:
                    check_wish(self.stored.mail, wanted, self.asked_player())
                deed = self.wishes.say(self, controlled, wanted)
                if deed is not None:
                    await self.do(deed)
                else:
                    self.tell(len(self.match.log))
                if self.others is not None:
                    self.others.proposed(self)

        asking = self.where_played(here, lambda others: others.wish(self, controlled, wanted), lambda reply: None)
        await self.to_the_end(asking)

    async def lost(self) -> None:
        """Another process plays the match by now, given to it or not: find out which."""
        level = logging.WARNING if self.is_ours else logging.INFO
        LOG.log(level, "match %s is played by another process now", self.stored.id)
        if self.others is not None:
            await self.others.claim(self)

    def check_there(self) -> None:
        """Raises ProtocolError `no-such-match` for a match that has been deleted."""
        if self.is_gone:
            raise ProtocolError("no-such-match", 404, id=self.stored.id)

    async def _play(self, controlled: frozenset[int], version: int, line: str, language: str) -> RefusedMessage | None:
        async with self.lock:
            self.check_ours()
            if version != self.version:
                raise ProtocolError("stale-version", 409, version=version)
            self.check_answers(controlled)
            lines, events, asked = self.version, len(self.match.log), self.asked_player()
            try:
                hint = None if self.course is None else hint_for(self.course, self.match, line, language)
                refusal = self.match.answer(line) if hint is None else None
                if hint is None and refusal is None:
                    carry_on(self.match, self.course)
                    self._check_drawn(controlled)
            except NotationError as error:
                raise ProtocolError("bad-line", why=error) from error
            except ProtocolError:  # a card that could not be drawn: nothing has been played
                self.match = await as_stored(self.stored, self._store, self.match, lines)
                raise
            if hint is not None:
                return RefusedMessage(line, hint)
            if refusal is not None:
                return RefusedMessage(line, Refused.of(refusal, self.words(language).condition(refusal)))
            await self.keep(lines)
            if asked is not None and self.wishes.answered(self, asked) and self.others is not None:
                self.others.proposed(self)
            self.tell(events)
        return None

    def _check_drawn(self, controlled: frozenset[int]) -> None:
        """By correspondence one draws no more cards than one can; raises ProtocolError `letter-no-key`."""
        if self.stored.mail is not None and self.asked_player() in controlled:
            from esquive.hosting.correspondence.draws import check_keys  # the arithmetic of locks is seldom needed

            check_keys(self.stored.mail, self.match)

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
            standing = standing_of(match)
            changed = standing if standing != self.stored.standing else None
            await self._store.append(self.stored.id, known, fresh, winner, snapshot, self.held, clocks, changed)
            self.stored.standing = standing
        except Exception as error:  # whatever it is, nothing has been played
            self.match = await as_stored(self.stored, self._store, match, known)
            self.views.forget()
            if isinstance(error, LostMatch):
                self.held = None
                raise
            if isinstance(error, ProtocolError):
                raise
            LOG.error("match %s: an answer could not be stored", self.stored.id, exc_info=error)
            raise ProtocolError("server-fault", 500) from error
        if self.shown_by and self.others is not None:
            self.others.played(self, known, fresh)
        if snapshot is not None:
            self._snapshot = snapshot.number
        if end is not None:
            self.meter.ended(self.game.name)
        self._ended()

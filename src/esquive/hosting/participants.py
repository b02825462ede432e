"""The participants of a match: who is here, the clocks, and what people say to one another beside the game.

Every room has one. Nothing here is part of a position or of a record, and an answer costs it nothing unless the match
has clocks: they are then written down with the answer, in its transaction.
"""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from esquive.core.ids import SEAT_NAMES, SeatName
from esquive.hosting.clocks import Clock, clock_of
from esquive.hosting.match_store import LostMatch, MatchStore, StoreConflict
from esquive.hosting.offers import out_of_time
from esquive.hosting.other_processes import OtherProcesses
from esquive.hosting.presence import CLAIM_AFTER, GRACE, Guest, Presence
from esquive.hosting.protocol import HUMAN, OPEN, ProtocolError
from esquive.hosting.stored_match import StoredClock
from esquive.hosting.table_messages import (
    ClockView,
    Phrase,
    Presence as SeatPresence,
    RanOut,
    SaidMessage,
    TableMessage,
    TimeLeft,
)
from esquive.hosting.time_source import Alarm

if TYPE_CHECKING:
    from esquive.hosting.rooms import Room

LOG: Final = logging.getLogger("esquive.hosting")
PHRASES: Final = 3  # that a player may say ...
PHRASE_SECONDS: Final = 10.0  # ... within so many seconds
KEPT_EVERY: Final = 10.0  # seconds after which it is written down how long somebody has been thinking
AUTOMATIC: Final = 0.3  # seconds between two answers that are given for who has no time left
PATIENCE: Final = 5.0  # seconds before an answer that could not be stored is tried again


class Participants:
    """The participants of a room."""

    delay = 0

    def __init__(self, room: "Room", store: MatchStore, others: "OtherProcesses[Room] | None") -> None:
        self.room = room
        self.time = room.time
        self.presence = Presence(self.time)
        self.clock: Clock | None = None
        self._store = store
        self._others = others
        self._guests: set[Guest] = set()  # those who have asked to be told
        self._phrases: defaultdict[int, deque[float]] = defaultdict(deque)
        self._timer: Alarm | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._version = room.version

    # ------------------------------------------------------------------------------------------------- coming, going

    def come(self, guest: Guest) -> None:
        """Somebody has said hello."""
        if not self.presence.come(guest):
            return
        if self.clock is not None:
            for player in guest.controlled:
                self.clock.come_back(player, self.time.now())
            self._go_on()
            self._begin_clock()
            self._wind()
        self._changed(publish=True)

    def ask(self, guest: Guest) -> None:
        """Somebody wants to be told, now and from now on."""
        self.follow(guest)
        guest.table_changed()

    def go(self, guest: Guest) -> None:
        """Somebody is gone; that is told when he has not come again in a moment."""
        self.unfollow(guest)
        if self.presence.go(guest):
            self.time.call_later(GRACE + 0.1, self._changed)
            self._publish()

    def follow(self, guest: Guest) -> None:
        """Somebody hears what goes on without being at the table."""
        self._guests.add(guest)

    def unfollow(self, guest: Guest) -> None:
        """Somebody hears it no more."""
        self._guests.discard(guest)

    def watched(self, guest: Guest, on: bool) -> None:
        """Somebody watches with a delay, or does no more."""
        if on != (guest in self.presence.later):
            (self.presence.later.add if on else self.presence.later.discard)(guest)
            self._changed(publish=True)

    def absent_since(self, player: int) -> float | None:
        """Since when a player (by place in the set-up) is not here, UTC in seconds; None for one who is."""
        return None if self.room.stored.mail is not None else self.presence.absent_since(player)

    def _changed(self, publish: bool = False) -> None:
        for guest in self._guests:
            guest.table_changed()
        if publish:
            self._publish()

    # ------------------------------------------------------------------------------------------------------- telling

    def told(self) -> TableMessage:
        """What goes on beside the game."""
        room, here, seats = self.room, self.presence, []
        for seat in room.seats:
            player = room.player_in(seat)
            agent = room.stored.players[player].agent
            # In an exercise nobody else sits anywhere, and who writes letters sits elsewhere.
            is_scripted = room.course is not None or room.stored.mail is not None
            is_here = agent != OPEN and (agent != HUMAN or is_scripted or here.is_here(player))
            since = None if is_here or agent == OPEN else here.absent_since(player)
            left, claim = ("", "") if since is None else (_time_of(since), _time_of(since + CLAIM_AFTER))
            seats.append(SeatPresence(SEAT_NAMES[seat], is_here, left, claim))
        return TableMessage(seats, here.watching, self._clock_view(), self.delay)

    def _clock_view(self) -> ClockView | None:
        clock, room, now = self.clock, self.room, self.time.now()
        if clock is None:
            return None
        people = [(SEAT_NAMES[seat], room.player_in(seat)) for seat in room.seats]
        people = [(seat, player) for seat, player in people if player in clock.people]
        left = [TimeLeft(seat, *(_rounded(one) for one in clock.left(player, now))) for seat, player in people]
        ticking = next((seat for seat, player in people if clock.is_ticking and player == clock.asked), None)
        return ClockView(
            turn=clock.wanted.turn,
            total=clock.wanted.total,
            then=clock.wanted.then,
            begun=clock.is_begun,
            paused=clock.is_paused,
            ticking=ticking,
            wishes=[seat for seat, player in people if player in clock.wishes],
            left=left,
            ran_out=[
                RanOut(seat, event) for player, _, event in clock.ran_out for seat, one in people if one == player
            ],
        )

    # -------------------------------------------------------------------------------------------------------- phrases

    def say(self, controlled: frozenset[int], phrase: Phrase) -> None:
        """Somebody says something; raises ProtocolError for who only watches, and for one who says too much."""
        if not controlled:
            raise ProtocolError("not-a-player", 403)
        seat = self.room.viewer(controlled)
        said, now = self._phrases[self.room.player_in(seat)], self.time.now()
        while said and said[0] < now - PHRASE_SECONDS:
            said.popleft()
        if len(said) >= PHRASES:
            raise ProtocolError("too-many-phrases", 429, seconds=f"{PHRASE_SECONDS:g}")
        said.append(now)
        self.hear_phrase(SEAT_NAMES[seat], phrase)
        if self._others is not None:
            self._others.said(self.room, SEAT_NAMES[seat], phrase)

    def hear_phrase(self, seat: SeatName, phrase: Phrase) -> None:
        """Tell everybody at the table what was said."""
        for guest in self._guests:
            guest.said(SaidMessage(seat, phrase))

    # --------------------------------------------------------------------------------------------------------- clocks

    @property
    def is_ticking(self) -> bool:
        """Whether somebody's time runs here: then the room stays open."""
        return self.clock is not None and self.clock.is_ticking and self.room.is_ours

    def keep_time(self, clock: Clock | None, *, again: bool = False) -> None:
        """From now on the match has these clocks; `again`: as they were kept before a restart."""
        self.clock = clock
        if clock is None:
            return
        self._seat()
        (clock.wait_for if again else clock.asks)(*self._asked(), self.time.now())
        self._version = self.room.version
        self._begin_clock()
        self._wind()

    async def reload(self, *, again: bool) -> None:
        """This process plays the match from now on: the clocks go on from what is kept, as `keep_time` has it."""
        if self.clock is not None:
            self.keep_time(clock_of(await self._store.clock(self.room.stored.id)), again=again)

    def hear_clock(self, standing: dict[str, Any]) -> None:
        """The clocks stand so at the process that plays the match."""
        if self.clock is not None and self.clock.stand(standing, *self._asked(), self.time.now()):
            self._changed()

    def pause(self, controlled: frozenset[int], on: bool) -> None:
        """Somebody wishes that the clocks stand still, or wishes it no more; raises ProtocolError `no-clock`."""
        if not controlled:
            raise ProtocolError("not-a-player", 403)
        if self.clock is None or self.room.match.is_over:
            raise ProtocolError("no-clock", 409)
        self.wish(controlled, on)
        if self._others is not None:
            self._others.wished(self.room, controlled, on)

    def wish(self, players: frozenset[int], on: bool) -> None:
        """Note what somebody wishes, here or at another process."""
        if self.clock is not None:
            self.clock.wish(players & self.clock.people, on, self.time.now())
            self._wind()
            self._write()
            self._changed()

    def kept(self) -> StoredClock | None:
        """What is kept of the clocks with an answer that is being stored; None where there are none."""
        clock = self.clock
        if clock is None:
            return None
        document = {**clock.to_document(self.time.now()), "wishes": []}
        return StoredClock(document, clock.is_begun and not self.room.match.is_over)

    def went_on(self) -> None:
        """The match has gone on, or somebody has sat down."""
        clock = self.clock
        if clock is None:
            if self._guests and self.room.version == self._version:
                self._changed()  # who sits here
            self._version = self.room.version
            return
        now = self.time.now()
        if self.room.version != self._version:
            self._version = self.room.version
            clock.wish(clock.people, False, now)  # whoever answers plays on
        self._seat()
        clock.asks(*self._asked(), now)
        self._begin_clock()
        self._wind()
        self._changed()

    def _seat(self) -> None:
        """Who has a clock."""
        if self.clock is not None:
            players = self.room.stored.players
            self.clock.people = frozenset(n for n, player in enumerate(players) if player.agent == HUMAN)

    def _asked(self) -> tuple[int | None, int]:
        """Who is thinking, and in which turn."""
        room = self.room
        return (None if room.match.is_over else room.asked_player()), room.game.turn_of(room.match.state)

    def _begin_clock(self) -> None:
        """The clocks begin once everybody who plays has come."""
        clock, players = self.clock, self.room.stored.players
        if clock is None or clock.is_begun or any(player.agent == OPEN for player in players):
            return
        if all(self.presence.is_here(player) for player in clock.people):
            clock.begin(self.time.now())
            self._write()

    def _wind(self) -> None:
        """Wake up when the time of the one who is thinking is out, or is to be written down."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.clock.due(self.time.now()) if self.clock is not None and self.room.is_ours else None
        if due is not None:
            wait = min(max(due, AUTOMATIC), KEPT_EVERY)
            self._timer = self.time.call_later(wait, self._wake)

    def _wake(self) -> None:
        self._timer = None
        due = self.clock.due(self.time.now()) if self.clock is not None and self.room.is_ours else None
        if due is None:
            return
        if due > 0:
            self._write()
            self._wind()
        elif self.clock is not None and not self._is_anybody_here():
            self.clock.rest(self.time.now())  # else two who have both left would be answered for without end
            self._write()
        else:
            self._begin(self._run_out())

    def _is_anybody_here(self) -> bool:
        clock = self.clock
        return clock is not None and any(self.presence.is_here(player) for player in clock.people)

    def _go_on(self) -> None:
        """Somebody has come: clocks that rested because nobody was here go on."""
        if self.clock is not None and self._is_anybody_here():
            self.clock.go_on(self.time.now())

    async def _run_out(self) -> None:
        """The time of the one who is thinking is out: do what was agreed on."""
        room, clock = self.room, self.clock
        player, version = room.asked_player(), room.version
        if clock is None or player is None:
            return
        try:
            deed = out_of_time(room, player) if clock.wanted.then == "lose" else None
            if deed is not None:
                async with room.lock:
                    if room.version == version and room.is_ours and not room.match.is_over:
                        await room.do(deed)
            else:
                line = room.game.format(room.match.state, room.game.least_answer(room.match.state))
                clock.note(len(room.match.log))
                await room.answer(frozenset({player}), version, line)
        except LostMatch:
            LOG.warning("match %s is played by another process, whose clocks run", room.stored.id)
        except ProtocolError as error:
            if error.code not in ("stale-version", "over"):
                LOG.error("match %s: a clock has run out, and that could not be stored: %s", room.stored.id, error)
                self._timer = self.time.call_later(PATIENCE, self._wake)

    def _write(self) -> None:
        """Write down how the clocks stand."""
        if self.clock is not None and self.room.is_ours:
            is_running = self.clock.is_ticking and not self.room.match.is_over
            self._begin(self._keep(StoredClock(self.clock.to_document(self.time.now()), is_running)))

    async def _keep(self, clock: StoredClock) -> None:
        try:
            await self._store.keep_clock(self.room.stored.id, clock, self.room.held)
        except LostMatch:
            LOG.info("match %s is played by another process, whose clocks run", self.room.stored.id)
        except (ProtocolError, StoreConflict, OSError) as error:
            LOG.error("match %s: its clocks could not be stored: %s", self.room.stored.id, error)

    def _begin(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    def stop(self) -> None:
        """Let no clock run any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def close(self) -> None:
        """Let no clock run any more, and keep how they stand."""
        self.stop()
        self._write()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    # ----------------------------------------------------------------------------------------------- other processes

    def _publish(self) -> None:
        if self._others is not None:
            self._others.present(self.room, self.presence.players, self.presence.watching_here)

    def repeat(self) -> None:
        """Say again whom this process has here, and forget those who say nothing any more."""
        if self.presence.guests or self.presence.later:
            self._publish()
        if self.presence.forget():
            self._changed()

    def hear_present(self, process: str, players: list[int], watching: int) -> None:
        """Another process says whom it has here."""
        if self.presence.hear(process, players, watching):
            self._go_on()
            self._begin_clock()
            self._wind()
            self.time.call_later(GRACE + 0.1, self._changed)
            self._changed()


def _time_of(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)

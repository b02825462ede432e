"""Forwards answers, seats and offers to the process that plays a match, and publishes what it stores.

Whoever is asked serves: it keeps the match in a room of its own, builds the views there, and plays along what the owner
of the match publishes. What changes a match, an answer or a taken seat, is sent to the owner, who judges, stores and
replies. An owner that dies is followed by whoever first finds it dead: a process whose player waits for a reply, or one
that looks after the matches it shows (`leases`).

A match goes where its players sit: an owner that has none of them here, and hears that another process has, gives it to
that one. Behind a proxy that sends all of a match to one process, by its address, nothing is handed on then, and as who
shows a match says so to its owner, nothing is told where nobody listens.

What is said may be lost. A room that hears of an answer it cannot place reads what it lacks from the database, and
now and then each room that is shown is compared with it.

Not chosen: moving a match to the process that is asked. With two players on two processes it would move with every
answer.
"""

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Final, Protocol

from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError

from esquive.core.ids import SeatName
from esquive.hosting.match_store import Held, StoreConflict
from esquive.hosting.offers import Offers
from esquive.hosting.participants import Participants
from esquive.hosting.protocol import ProtocolError, SeatWanted, Wish
from esquive.hosting.registry import Meet
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import StoredLine
from esquive.hosting.table_messages import Phrase
from esquive.server.cluster import offer_forwarding
from esquive.server.cluster.channels import EVERYBODY, MEMORY, Channels
from esquive.server.cluster.leases import LEASE, Leases
from esquive.server.cluster.process_messages import (
    AnswerWanted,
    Asked,
    Beside,
    Deleted,
    ForgetAsked,
    Gone,
    Message,
    Played,
    Present,
    Proposed,
    Replied,
    Request,
    Reseated,
    Revoked,
    Said,
    SeatAsked,
    Shown,
    Standing,
    Taken,
    Wished,
    WishGiven,
)
from esquive.server.cluster.takeover import Takeover
from esquive.server.storage.store import Store, keeping_clock

LOG: Final = logging.getLogger("esquive.server")
LOOK: Final = 1.0  # seconds to wait for a reply before looking whether the owner lives
PATIENCE: Final = 2 * LEASE  # seconds to wait for a reply in all


class Removing(Protocol):
    """What takes out matches and players of this process."""

    async def forget(self, room: Room, places: frozenset[int], deletes: bool) -> None:
        """Forget who plays at these places, or delete the match."""

    def forgotten(self, room: Room, places: frozenset[int]) -> None:
        """Who played at these places was forgotten."""

    def deleted(self, match_id: str) -> None:
        """A match is there no more."""

    def revoked(self, token: str) -> None:
        """The token of this hash was taken back."""


class Forwarder:
    """What one process has to do with the others.

    `rooms` are the open ones, `find` opens one, `put_away` closes those of them that nobody uses, `removing`
    takes out matches and players.
    """

    def __init__(
        self,
        store: Store,
        leases: Leases,
        channels: str,
        rooms: Mapping[str, Room],
        find: Callable[[str], Coroutine[Any, Any, Room]],
        put_away: Callable[[Iterable[str]], None],
        removing: Removing,
    ) -> None:
        self.leases = leases
        self.rooms = rooms
        self._find = find
        self._put_away = put_away
        self._removing = removing
        self._channels: Channels[Message] = Channels(channels, leases.process, Message, self._hear)
        self._numbers = itertools.count(1)
        self._replies: dict[int, asyncio.Future[Replied]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._takeover = Takeover(leases, store, self)
        self._followed: dict[tuple[str, str], float] = {}
        self._is_leaving = False
        self._is_deaf = False

    @property
    def name(self) -> str:
        """The name of this process among them."""
        return self.leases.process

    async def open(self) -> None:
        """Live: say so in the database, and hear the others; raises EsquiveError when Redis cannot be reached."""
        await self.leases.beat()
        await self._channels.open()
        self._takeover.begin()

    @property
    def is_hearing(self) -> bool:
        """Whether there are channels over which the others can be heard."""
        return self._channels.is_carried

    async def state(self) -> str:
        """How the channels to the other processes are, as `Channels.state` says it."""
        return await self._channels.state()

    def leave(self) -> None:
        """From now on nobody waits here for an owner who does not reply, and no match is taken over from one."""
        self._is_leaving = True
        self._takeover.stop()

    async def close(self) -> None:
        """Leave the matches to the others.

        What is heard from now on begins nothing: it would go on with the database after that has been closed. Who
        asked something of this process asks again of the one that plays the match after it.
        """
        self._is_deaf = True
        await self._takeover.close()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        try:
            await self.leases.end()
        except (SQLAlchemyError, OSError) as error:
            LOG.error("the others will find out by themselves that this process has ended: %s", error)
        self._channels.send(EVERYBODY, Gone(self.name))
        await self._channels.close()

    # ------------------------------------------------------------------------------------------------------- telling

    def played(self, room: Room, known: int, lines: list[StoredLine]) -> None:
        """Tell those who show the match what has been stored."""
        late = time.monotonic() - LEASE
        room.shown_by = {process: heard for process, heard in room.shown_by.items() if heard > late}
        for process in room.shown_by:
            self._channels.send(process, Played(self.name, room.stored.id, known, lines))

    def shown(self, room: Room) -> None:
        """Tell the owner of a match that it is shown here."""
        if room.held is not None and not room.is_ours:
            self._channels.send(room.held.process, Shown(self.name, room.stored.id, room.version))

    def reseated(self, room: Room, forgotten: Iterable[int] = ()) -> None:
        """Tell everybody that a seat was taken, or that players were forgotten."""
        self._channels.send(EVERYBODY, Reseated(self.name, room.stored.id, sorted(forgotten)))

    def tell_deleted(self, match_id: str) -> None:
        """Tell everybody that a match was deleted here."""
        self._channels.send(EVERYBODY, Deleted(self.name, match_id))

    def tell_revoked(self, token: str) -> None:
        """Tell everybody that the token of this hash was taken back."""
        self._channels.send(EVERYBODY, Revoked(self.name, token))

    def present(self, room: Room, players: Iterable[int], watching: int) -> None:
        """Tell everybody whom this process has at a table."""
        self._channels.send(EVERYBODY, Present(self.name, room.stored.id, sorted(players), watching))

    def said(self, room: Room, seat: SeatName, phrase: Phrase) -> None:
        """Tell everybody what somebody has said."""
        self._channels.send(EVERYBODY, Said(self.name, room.stored.id, seat, phrase))

    def wished(self, room: Room, players: Iterable[int], on: bool) -> None:
        """Tell everybody who wishes a pause."""
        self._channels.send(EVERYBODY, Wished(self.name, room.stored.id, sorted(players), on))

    def proposed(self, room: Room) -> None:
        """Tell everybody which offers are open."""
        self._channels.send(EVERYBODY, Proposed(self.name, room.stored.id, room.wishes))

    # -------------------------------------------------------------------------------------------------------- asking

    async def answer(
        self, room: Room, controlled: frozenset[int], version: int, line: str, language: str
    ) -> Replied | None:
        """The owner's reply to an answer, as `ask` gives it."""
        return await self.ask(room, AnswerWanted(sorted(controlled), version, line, language))

    async def seat(self, room: Room, wanted: SeatWanted) -> Replied | None:
        """The owner's reply to who wants a seat, as `ask` gives it."""
        return await self.ask(room, SeatAsked(wanted))

    async def wish(self, room: Room, controlled: frozenset[int], wish: Wish) -> Replied | None:
        """The owner's reply to an offer, as `ask` gives it."""
        return await self.ask(room, WishGiven(sorted(controlled), wish))

    async def forget(self, room: Room, places: frozenset[int], deletes: bool) -> Replied | None:
        """The owner's reply to who wants players forgotten or the match deleted, as `ask` gives it."""
        return await self.ask(room, ForgetAsked(sorted(places), deletes))

    async def ask(self, room: Room, what: Request) -> Replied | None:
        """The owner's reply, or None once this process plays the match itself.

        Nothing is asked twice of the same owner, and what was stored before one died is told from what was not by the
        version. Raises what the owner raised, and ProtocolError `elsewhere` when it lives and does not reply.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        number = next(self._numbers)
        asked: Held | None = None
        try:
            while True:
                if room.held is None:
                    await self.claim(room)
                if room.is_ours or room.held is None:
                    return None
                if room.held != asked:
                    asked = room.held
                    self._replies[number] = loop.create_future()
                    self._channels.send(asked.process, Asked(self.name, number, room.stored.id, what))
                reply = await self._reply(number)
                if reply is not None and reply.is_owner:
                    if reply.error is not None:
                        code, status, places = reply.error
                        raise ProtocolError(code, status, **places)
                    return reply
                if reply is None and self._is_leaving:
                    raise ProtocolError("closing", 503)
                await self.claim(room)
                if reply is not None:  # not the owner; who is may not have heard of it yet
                    asked = None
                    await asyncio.sleep(LOOK / 10)
                if loop.time() > end and not room.is_ours:
                    raise ProtocolError("elsewhere", 503)
        finally:
            self._replies.pop(number, None)

    async def _reply(self, number: int) -> Replied | None:
        """The reply to a question, or None when there is none yet."""
        try:
            async with asyncio.timeout(LOOK):
                return await asyncio.shield(self._replies[number])
        except TimeoutError:
            return None

    async def owner(self, match_id: str) -> Held:
        """Who plays a match: this process where nobody else does; raises ProtocolError `no-such-match`."""
        return await self.leases.claim(match_id)

    async def claim(self, room: Room) -> None:
        """Find out who plays a match; when its owner is dead, it is this process from now on.

        Raises ProtocolError `no-such-match` when it has been deleted.
        """
        try:
            was_ours, held = room.is_ours, await self.leases.claim(room.stored.id)
            await room.belongs_to(held)
            if room.is_ours and not was_ours:
                self._channels.send(EVERYBODY, Taken(self.name, room.stored.id, held))
        except (SQLAlchemyError, OSError) as error:
            LOG.error("match %s: who plays it cannot be told: %s", room.stored.id, error)
            raise ProtocolError("server-fault", 500) from error

    async def take_over(self, match_id: str) -> None:
        """Play a match that is open here, unless somebody else does by now."""
        if match_id in self.rooms:
            await self.claim(self.rooms[match_id])

    def show(self, match_id: str) -> None:
        """Tell the owner of a match that is open here that it is shown here too."""
        if match_id in self.rooms:
            self.shown(self.rooms[match_id])

    async def adopt(self, held: Held) -> None:
        """Open the room of a match that is this process's now; those who show it hear so."""
        room = await self._find(held.match_id)
        await room.belongs_to(held)
        self._channels.send(EVERYBODY, Taken(self.name, held.match_id, held))

    def deleted(self, match_id: str) -> None:
        """A match is there no more: it has been deleted elsewhere."""
        self._removing.deleted(match_id)

    async def keep(self, room: Room) -> None:
        """A room that somebody has held is at hand again, if it was put away meanwhile, and up to date."""
        if self.rooms.get(room.stored.id) is not room:
            await self._find(room.stored.id)

    # ------------------------------------------------------------------------------------------------------- hearing

    def _hear(self, message: Message) -> None:
        if isinstance(message, Replied):
            waiting = self._replies.get(message.number)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif self._is_deaf or message.by == self.name:
            return
        elif isinstance(message, Asked):
            self._begin(self._asked(message))
        elif isinstance(message, Gone):
            self._takeover.look()
        elif isinstance(message, Taken) and message.wishes is not None:
            self._begin(self._take(message.held, message.wishes))
        elif isinstance(message, Revoked):
            self._removing.revoked(message.token)
        elif isinstance(message, Deleted):
            self._removing.deleted(message.match)
        else:
            self._note(message)
            if message.match in self.rooms:
                self._heard_of(self.rooms[message.match], message)

    def _note(self, message: Message) -> None:
        """Keep in mind at which other process a match has players or watchers, be it open here or not."""
        if isinstance(message, Present):
            now = time.monotonic()
            self._followed = {key: heard for key, heard in self._followed.items() if heard > now - LEASE}
            self._followed.pop((message.match, message.by), None)
            if message.players or message.watching:
                self._followed[message.match, message.by] = now

    def is_followed(self, match_id: str) -> bool:
        """Whether somebody plays or watches a match at another process."""
        late = time.monotonic() - LEASE
        return any(known == match_id and heard > late for (known, _), heard in self._followed.items())

    def _heard_of(self, room: Room, message: Played | Reseated | Proposed | Standing | Beside | Shown | Taken) -> None:
        if isinstance(message, Shown):
            is_new = message.by not in room.shown_by
            room.shown_by[message.by] = time.monotonic()
            if room.is_ours and message.version < room.version:  # it reads what that is from the database
                self._channels.send(message.by, Played(self.name, message.match, room.version, []))
            elif room.is_ours:
                self._channels.send(message.by, self._standing(room))
            if is_new:
                room.participants.repeat()
        elif isinstance(message, Present | Said | Wished):
            _pass_on(message, room.participants)
            if isinstance(message, Present) and message.players and self._may_give(room):
                self._begin(self._give(room, message.by))
        elif isinstance(message, Taken):
            self._begin(self._learn(room, message.held))
        elif isinstance(message, Standing):
            self._begin(offer_forwarding.stand(room, message))
        else:
            self._begin(self._follow(room, message))

    def _begin(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._jobs.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a message of another process could not be dealt with", exc_info=error)

    def _standing(self, room: Room) -> Standing:
        """What stands at a match and is not stored: nobody who begins to show it can read that."""
        clock = room.participants.clock
        standing = None if clock is None else clock.standing(room.time.now())
        return Standing(self.name, room.stored.id, room.version, room.wishes, standing)

    async def _follow(self, room: Room, message: Played | Reseated | Proposed) -> None:
        """Play along what the owner has stored."""
        if room.is_ours:  # somebody thought this process dead, and took the match over
            await self.claim(room)
        if isinstance(message, Reseated):
            self._removing.forgotten(room, frozenset(message.forgotten))
            await room.reread()
        elif isinstance(message, Proposed):
            await offer_forwarding.hear(room, message.wishes)
        else:
            await room.follow(message.known, message.lines)

    def _may_give(self, room: Room) -> bool:
        """Whether a match may go to where its players sit."""
        return room.is_ours and not room.participants.presence.players and not self._is_leaving

    async def _give(self, room: Room, to: str) -> None:
        """Give a match to the process its players sit at."""
        async with room.lock:
            if room.held is None or not self._may_give(room):
                return
            held = await self.leases.hand_over(room.held, to, self._clock_kept(room))
            if held is None:
                return
            room.held = held
            self._channels.send(to, Taken(self.name, room.stored.id, held, room.wishes))
        self._put_away([room.stored.id])

    def _clock_kept(self, room: Room) -> list[Executable]:
        clock = room.participants.kept()
        return [] if clock is None else [keeping_clock(room.stored.id, clock)]

    async def _take(self, held: Held, wishes: Offers) -> None:
        """A match was given to this process."""
        room = await self._find(held.match_id)
        room.wishes = wishes
        await room.belongs_to(held, is_given=True)
        self._channels.send(EVERYBODY, Taken(self.name, held.match_id, held))

    async def _learn(self, room: Room, held: Held) -> None:
        """Another process plays a match that is shown here."""
        await room.belongs_to(held)
        self.shown(room)

    async def _asked(self, message: Asked) -> None:
        """Do what another process was asked to, if the match is ours."""
        reply = Replied(message.number)
        try:
            room = await self._find(message.match)
            if not room.is_ours:
                reply.is_owner = False
            elif isinstance(message.what, SeatAsked):
                reply.taken = await room.seat(message.what.seat)
            elif isinstance(message.what, ForgetAsked):
                await self._removing.forget(room, frozenset(message.what.places), message.what.deletes)
            elif isinstance(message.what, WishGiven):
                await room.wish(frozenset(message.what.controlled), message.what.wish)
            else:
                wanted = message.what
                controlled = frozenset(wanted.controlled)
                reply.refused = await room.answer(controlled, wanted.version, wanted.line, wanted.language)
        except ProtocolError as error:
            reply.error = error.code, error.status, error.places_to_data()
        except (SQLAlchemyError, StoreConflict, OSError):
            LOG.exception("match %s: another process was not helped", message.match)
            reply.error = "server-fault", 500, {}
        self._channels.send(message.by, reply)


def _pass_on(message: Beside, participants: Participants) -> None:
    """Tell the participants of a room what goes on at its table elsewhere."""
    if isinstance(message, Present):
        participants.hear_present(message.by, message.players, message.watching)
    elif isinstance(message, Said):
        participants.hear_phrase(message.seat, message.phrase)
    else:
        participants.wish(frozenset(message.players), message.on)


def meeting(store: Store, channels: str = MEMORY) -> Meet | None:
    """How the matches of a host meet the other processes that share its database; None where it cannot be shared."""
    leases = store.leases
    if leases is None:
        return None
    return lambda here: Forwarder(store, leases, channels, here.rooms, here.room, here.put_away, here.removals)

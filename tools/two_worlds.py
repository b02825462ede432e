"""Play games in two worlds that differ only in what lies face down, and compare what is sent to who may not know it.

    python tools/two_worlds.py --games 50           games of every format and release, and of Kaos
    python tools/two_worlds.py --seed 7 --json      others, and one JSON document

Both worlds are matches of the server with the same public history: the same answers, and the same dice where all see
them. In each some rewards or cards of one player, the holder, are others. Everybody who follows, players and spectators
alike, must get the same bytes in the same number of messages, but for the holder; answers that the server gives in a
player's place are part of it, what is taken back, alone or with the consent of others, and so are position documents,
replays and links to single steps of them, whether a client has to be told that its player is asked (that is all a
notification says), who is here and who has left, clocks, wishes for a pause, phrases, and spectators who watch with a
delay. Time is the tool's own: it goes on with the answers, so that clocks are compared to the tenth of a second. A
game ends when nothing can be answered in both worlds any more, when the rules themselves show what was
hidden, or when it is over and all is told.

The result: `games`, `answers` given in both worlds, `undone` wishes to take back, `beside` what went on beside the
game in both, `links` to steps that were opened, `later` messages to who watches with a delay, `messages` and `bytes`
compared, `hidden` answers and draws that differed, `offers` of the holder that differed, and `differences`, each a
sentence. Exit code 0 when there are none.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from unittest.mock import patch

import msgspec

from esquive.core.errors import InvariantError
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.record import Record
from esquive.core.waiting import Decision
from esquive.hosting.clocks import Clock
from esquive.hosting.delayed_spectators import DelayedMatch, DelayedParticipants, DelayedRoom
from esquive.hosting.protocol import ClockWanted, ProtocolError, Wish
from esquive.hosting.replays import Played, Table
from esquive.hosting.resumption import stored_lines, take_forced
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import SeatedPlayer, StoredLine, StoredMatch
from esquive.hosting.table_messages import Phrase, TableMessage
from esquive.hosting.time_source import Time
from esquive.kaos.game import GAME as KAOS
from esquive.krosmaster.game import GAME as KROSMASTER
from esquive.server.http.websocket import Connection
from esquive.server.storage.database import sqlite_url
from esquive.server.storage.store import Store

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hidden_worlds import FirstDice, HeardDice, OtherDice, Parted, Tape, kaos_worlds, krosmaster_worlds

SPECTATOR: Final = -1
LATER: Final = -2  # a spectator with a delay
REPLAY_EVERY: Final = 30  # answers
SHOWN: Final = frozenset({"discarded"})  # events by which the rules themselves show what lay face down [KA 4.7.9.a]
WISHING: Final = 0.15  # how often somebody wishes to take back an answer instead of giving one
BESIDE: Final = 0.3  # how often something goes on beside the game first
SECONDS: Final = 0.7  # that pass with every answer
CLOCK: Final = ClockWanted(turn=3600, total=36000)
PHRASES: Final[tuple[Phrase, ...]] = ("hello", "what-luck", "oops")
ROUNDS: Final = 40  # of the loop, after which nobody sends anything any more


class Worlds:
    """The result."""

    def __init__(self) -> None:
        self.games = 0
        self.answers = 0
        self.messages = 0
        self.bytes = 0
        self.hidden = 0
        self.offers = 0
        self.undone = 0
        self.beside = 0
        self.links = 0
        self.later = 0
        self.differences: list[str] = []

    def to_data(self) -> dict[str, Any]:
        """As JSON."""
        return dict(vars(self))


class Hours(Time):
    """The time of both worlds, which goes on with the answers alone."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def now(self) -> float:
        """Seconds."""
        return self.seconds

    def utc(self) -> float:
        """The same: both worlds were begun at one moment."""
        return self.seconds


HOURS: Final = Hours()


class Forgetful(Store):
    """A database that keeps nothing: what is sent is looked at here."""

    async def append(self, *given: Any) -> None:
        """Kept, as far as the room can tell."""

    async def change(self, *given: Any) -> None:
        """Kept, too."""


class Ear:
    """A websocket that keeps what is sent to it."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def send(self, event: dict[str, Any]) -> None:
        """What the server sends."""
        self.heard.append(event["text"].decode())

    async def receive(self) -> dict[str, Any]:
        """Nothing is ever said."""
        await asyncio.Event().wait()
        return {}

    async def close(self, code: int, reason: str) -> None:
        """The server lets it go."""
        self.heard.append(f"closed: {code} {reason}")


class Soon(DelayedMatch):
    """Who watches with a delay of nothing: what is kept back for a while is sent at once, and so compared."""

    def __init__(self, live: Room, fell: list[int]) -> None:
        self.again = Match(live.game, live.stored.setup, HeardDice(fell))
        super().__init__(live, 0)

    async def _begin(self, lines: list[StoredLine], told: TableMessage) -> None:
        take_forced(self.again)
        if stored_lines(self.again) != lines:
            raise InvariantError("what is watched later does not begin as the match did")
        self._due.known = lines
        store = cast(Store, self._due)
        self.room = DelayedRoom(self._stored, self.again, store, time=HOURS)
        self.room.participants = DelayedParticipants(self.room, store, self._live.participants, self.delay, told)
        self.is_ready.set()


class World:
    """A match of the server, and who follows it: each player alone, a spectator, and one who watches with a delay."""

    def __init__(self, game: Game, setup: dict[str, Any], dice: Any, store: Store) -> None:
        match = Match(game, setup, dice)
        take_forced(match)
        seats = range(game.seats_of(match.state))
        players = [SeatedPlayer(f"Player {n}", "human") for n in seats]
        stored = StoredMatch("0" * 16, "2000-01-01", game.name, setup, players, "00" * 32, [""] * len(players))
        self.room = Room(stored, match, store, None, None, time=HOURS)
        self.later = Soon(self.room, dice.fell)
        self.ears = {seat: Ear() for seat in (LATER, SPECTATOR, *seats)}
        self.guests: dict[int, Connection] = {}
        self.tasks: list[asyncio.Task[None]] = []
        for seat in (SPECTATOR, *seats):
            self.follow(seat, self.room)
        self.room.participants.keep_time(Clock(CLOCK, len(players)))

    def follow(self, seat: int, room: Room) -> None:
        """Somebody says hello, and asks to be told what goes on beside the game."""
        guest = Connection(self.ears[seat], room, self.controlled(seat), "en")  # type: ignore[arg-type]
        room.followers.add(guest)
        guest.changed(0)
        room.participants.come(guest)
        room.participants.ask(guest)
        self.guests[seat] = guest
        self.tasks.append(asyncio.create_task(guest.run()))

    async def begin(self) -> None:
        """Somebody watches later, as soon as there is anything to see."""
        await self.later.is_ready.wait()
        if self.later.room is None:
            raise InvariantError("there is nothing to see later")
        self.follow(LATER, self.later.room)

    def controlled(self, seat: int) -> frozenset[int]:
        """The players that somebody in a seat answers for."""
        return frozenset() if seat < 0 else frozenset({self.room.player_in(seat)})

    async def quiet(self) -> None:
        """Until all has been sent."""
        for _ in range(ROUNDS):
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Everybody leaves."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.later.stop()
        await self.room.participants.close()

    def lines(self) -> list[str]:
        """What the player asked may answer, or some of it."""
        waiting = self.room.match.waiting
        return waiting.lines(60) if isinstance(waiting, Decision) else []

    def openly(self) -> list[tuple[int, ...]]:
        """The events so far by which the rules show what was hidden."""
        room = self.room
        return [event for event in room.match.log if room.game.events[event[0]].name in SHOWN]

    def shown(self, seat: int) -> bytes:
        """The position document of a seat, and the replay up to now as it may know it."""
        match = self.room.match
        record = Record(match.record.header)
        record.entries = list(match.record.entries)
        names = tuple(player.name for player in self.room.stored.players)
        played = Played(record, Table(names, ("human",) * len(names), "en"))
        knower = self.room.knower(self.controlled(seat))
        linked = [played.drawing(step, knower) for step in {0, len(played.ends) // 2, len(played.ends)}]
        return msgspec.json.encode([match.game.to_document(match.state, seat), played.shown("0", knower), linked])


# -------------------------------------------------------------------------------------------------------- one by one


async def play(worlds: Worlds, seed: str, number: int, most: int, store: Store) -> None:
    """A game in both worlds; what differs is noted."""
    rng = Random(f"{seed}/{number}")
    if number % 5 == 4:
        game: Game = KAOS
        holder, one, other, apart = kaos_worlds(rng)
    else:
        game = KROSMASTER
        holder, one, other, apart = krosmaster_worlds(rng, number)
    tape = Tape(holder)
    tape.apart = apart
    first = World(game, one, FirstDice(tape, rng), store)
    try:
        second = World(game, other, OtherDice(tape, rng), store)
    except Parted:
        await first.close()
        return
    pair = (first, second)
    for world in pair:
        await world.begin()
    where = f"game {seed}/{number} of {game.name}, {len(first.ears) - 1} players, holder p{holder + 1}"
    try:
        for answer in range(most):
            for world in pair:
                await world.quiet()
            if first.openly() != second.openly():
                break
            compare(worlds, pair, holder, f"{where}, answer {answer}", answer % REPLAY_EVERY == REPLAY_EVERY - 1)
            if worlds.differences or first.room.match.is_over:
                break
            HOURS.seconds += SECONDS
            if rng.random() < BESIDE:
                beside_both(worlds, pair, rng)
            if rng.random() < WISHING:
                await undo_both(worlds, pair, rng)
            elif not await answer_both(worlds, pair, rng):
                break
    except Parted:
        pass
    finally:
        for world in pair:
            await world.close()
    worlds.games += 1
    worlds.hidden += tape.hidden


async def answer_both(worlds: Worlds, pair: tuple[World, World], rng: Random) -> bool:
    """One answer that both worlds take; False when there is none."""
    offers = [world.lines() for world in pair]
    worlds.offers += offers[0] != offers[1]
    common = [line for line in offers[0] if line in set(offers[1])]
    if not common:
        return False
    wanted = [line for line in common if line.startswith("buy")]
    line = rng.choice(wanted if wanted and rng.random() < 0.5 else common)
    for world in pair:
        room, seat = world.room, world.room.match.waiting.seat  # type: ignore[union-attr]
        refusal = await room.answer(world.controlled(seat), room.version, line)
        if refusal is not None:
            raise InvariantError(f"{line!r} was offered and refused: {refusal.refusal.sentence}")
    worlds.answers += 1
    return True


async def undo_both(worlds: Worlds, pair: tuple[World, World], rng: Random) -> None:
    """Somebody wishes to take back the last answer; whoever is asked agrees, more often than not."""
    seat = rng.choice(list(pair[0].room.seats))
    agrees = rng.random() < 0.7
    said: list[list[str]] = []
    for world in pair:
        room, told = world.room, []
        others = [one for one in room.seats if one != seat]
        wishes = [(seat, "ask"), *((one, "agree" if agrees else "decline") for one in others)]
        for who, say in wishes:
            try:
                await room.wish(world.controlled(who), Wish("undo", say, room.version))  # type: ignore[arg-type]
                told.append("")
            except ProtocolError as error:
                told.append(error.code)
            await world.quiet()
        worlds.undone += told[0] == ""
        said.append(told)
    if said[0] != said[1]:
        worlds.differences.append(f"an undo of p{seat + 1} was told {said[0]} and {said[1]}")


def beside_both(worlds: Worlds, pair: tuple[World, World], rng: Random) -> None:
    """Somebody says something, wishes a pause or wishes it no more, leaves, or comes back."""
    seat, what, on = rng.choice(list(pair[0].room.seats)), rng.choice(("say", "pause", "leave")), rng.random() < 0.5
    phrase, said = rng.choice(PHRASES), []
    for world in pair:
        here, guest = world.room.participants, world.guests[seat]
        try:
            if what == "say":
                here.say(world.controlled(seat), phrase)
            elif what == "pause":
                here.pause(world.controlled(seat), on)
            elif guest in here.presence.guests:
                here.go(guest)
            else:
                here.come(guest)
                here.ask(guest)
            said.append("")
        except ProtocolError as error:
            said.append(error.code)
    worlds.beside += 1
    if said[0] != said[1]:
        worlds.differences.append(f"{what} of p{seat + 1} was told {said[0]} and {said[1]}")


def compare(worlds: Worlds, pair: tuple[World, World], holder: int, where: str, in_full: bool) -> None:
    """What everybody but the holder has heard since the last time."""
    if any(world.later.is_ended for world in pair):
        raise InvariantError(f"{where}: who watches later sees nothing any more")
    is_over = any(world.room.match.is_over for world in pair)
    for seat in pair[0].ears:
        heard = [world.ears[seat].heard for world in pair]
        if seat != holder and not is_over:
            worlds.messages += sum(map(len, heard))
            worlds.bytes += sum(len(text) for texts in heard for text in texts)
            if len(heard[0]) != len(heard[1]):
                worlds.differences.append(f"{where}: seat {seat} got {len(heard[0])} and {len(heard[1])} messages")
            elif heard[0] != heard[1]:
                one, other = next(two for two in zip(*heard, strict=True) if two[0] != two[1])
                place = next((n for n, two in enumerate(zip(one, other, strict=False)) if two[0] != two[1]), 0)
                worlds.differences.append(
                    f"{where}: seat {seat} got {one[max(0, place - 80) : place + 80]!r} "
                    f"and {other[max(0, place - 80) : place + 80]!r}"
                )
            worlds.later += sum(map(len, heard)) if seat == LATER else 0
            worlds.links += in_full
            if in_full and pair[0].shown(seat) != pair[1].shown(seat):
                worlds.differences.append(f"{where}: document, replay or step of seat {seat} differ")
        for texts in heard:
            texts.clear()


@contextmanager
def own_time() -> Iterator[None]:
    """Nothing is told because real time has passed; clocks and presence go by the time of the worlds.

    What is proposed is looked for when it is told, not in a thread beside: all is sent before the next answer.
    """

    async def later(*_: object) -> None:
        pass

    with (
        patch("esquive.hosting.judging.propose", later),
        patch("esquive.hosting.participants.GRACE", 1e6),
    ):
        yield


async def run(games: int, seed: str, first: int = 0, most: int = 400) -> Worlds:
    """So many games of at most so many answers, numbered from `first`; every fifth is of Kaos."""
    worlds = Worlds()
    with tempfile.TemporaryDirectory() as folder, own_time():
        store = Forgetful(sqlite_url(Path(folder) / "unused.sqlite"))
        for number in range(first, first + games):
            await play(worlds, seed, number, most, store)
            if worlds.differences:
                break
    return worlds


def main() -> int:
    """Play and tell."""
    parser = argparse.ArgumentParser(description="Two worlds, one public history: the same messages.")
    parser.add_argument("--games", type=int, default=50, help="default: 50")
    parser.add_argument("--first", type=int, default=0, help="number of the first game; default: 0")
    parser.add_argument("--answers", type=int, default=400, help="in a game at most; default: 400")
    parser.add_argument("--seed", default="1", help="default: 1")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    worlds = asyncio.run(run(options.games, options.seed, options.first, options.answers))
    if options.json:
        print(json.dumps(worlds.to_data()))
    else:
        print(
            f"{worlds.games} games, {worlds.answers} answers in both worlds, {worlds.offers} offers differed,\n"
            f"{worlds.hidden} hidden draws differed, {worlds.undone} wishes to take back were heard,\n"
            f"{worlds.beside} times something went on beside the game, {worlds.links} times links were opened,\n"
            f"compared {worlds.messages} messages, {worlds.later} of them told later, {worlds.bytes} bytes"
        )
        print("\n".join(worlds.differences) or "no difference")
    return 1 if worlds.differences else 0


if __name__ == "__main__":
    sys.exit(main())

"""Play games in two worlds that differ only in what lies face down, and compare what is sent to who may not know it.

    python tools/two_worlds.py --games 50           games of every format and release, and of Kaos
    python tools/two_worlds.py --seed 7 --json      others, and one JSON document

Both worlds are matches of the server with the same public history: the same answers, and the same dice where all see
them. In each some rewards or cards of one player, the holder, are others. Everybody who follows, players and spectators
alike, must get the same bytes in the same number of messages, but for the holder; answers that the server gives in a
player's place are part of it, what is taken back, alone or with the consent of others, and so are position documents
and replays. A game ends when nothing can be answered in both worlds any more, when the rules themselves show what was
hidden, or when it is over and all is told.

The result: `games`, `answers` given in both worlds, `undone` wishes to take back, `messages` and `bytes` compared,
`hidden` answers and draws that differed, `offers` of the holder that differed, and `differences`, each a sentence. Exit
code 0 when there are none.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from esquive.core.errors import InvariantError
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.record import Record
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.cards.catalogue import catalogue as kaos_catalogue
from esquive.kaos.game import GAME as KAOS
from esquive.krosmaster.book.triggers import register
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.library import EQUIPMENT
from esquive.krosmaster.game import GAME as KROSMASTER
from esquive.krosmaster.releases import release
from esquive.krosmaster.table.entries import UP, token_of
from esquive.krosmaster.table.state import State
from esquive.lab.kaos.fuzzing import random_setup as kaos_setup
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup
from esquive.server import granting
from esquive.server.connection import Connection
from esquive.server.protocol import ProtocolError, Wish
from esquive.server.replays import Played, Table
from esquive.server.resuming import take_forced
from esquive.server.rooms import Room
from esquive.server.store import SeatedPlayer, Store, StoredMatch, sqlite_url

SPECTATOR: Final = -1
KAMAS: Final = 40  # so that rewards are bought
REPLAY_EVERY: Final = 60  # answers
SHOWN: Final = frozenset({"discarded"})  # events by which the rules themselves show what lay face down [KA 4.7.9.a]
WISHING: Final = 0.15  # how often somebody wishes to take back an answer instead of giving one
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
        self.differences: list[str] = []

    def to_data(self) -> dict[str, Any]:
        """As JSON."""
        return dict(vars(self))


class Tape:
    """How the rolls fell in the first world, for the second; `apart` are outcomes the second world may not have."""

    def __init__(self, holder: int, worlds: Worlds) -> None:
        self.holder = holder
        self.worlds = worlds
        self.fell: list[int] = []
        self.apart: set[int] = set()


class FirstDice:
    """Dice by chance, that leave alone what the holder has in the other world."""

    def __init__(self, tape: Tape, rng: Random) -> None:
        self.tape = tape
        self.rng = rng

    def outcome(self, roll: Roll) -> int:
        """The next outcome, kept on the tape."""
        fell = roll.sample(self.rng)
        if roll.weights is not None and fell in self.tape.apart:
            left = [one for one, _ in roll.outcomes() if one not in self.tape.apart]
            fell = self.rng.choice(left) if left else fell
        self.tape.fell.append(fell)
        return fell

    def to_data(self) -> dict[str, Any]:
        """As dice that people enter."""
        return {"kind": "table"}

    def copy(self) -> "FirstDice":
        """Nobody copies these."""
        raise NotImplementedError


class OtherDice:
    """The same dice, but for what the holder alone sees: that is something else."""

    def __init__(self, tape: Tape, rng: Random) -> None:
        self.tape = tape
        self.rng = rng
        self.next = 0

    def outcome(self, roll: Roll) -> int:
        """What fell in the first world, or something else where the holder alone sees it."""
        fell = self.tape.fell[self.next]
        self.next += 1
        if roll.private_to == self.tape.holder:
            others = [one for one, _ in roll.outcomes() if one != fell and one not in self.tape.apart]
            if others:
                self.tape.worlds.hidden += 1
                other = self.rng.choice(others)
                self.tape.apart |= {fell, other}
                return other
        if not roll.may_fall(fell):
            raise Parted
        return fell

    def to_data(self) -> dict[str, Any]:
        """As dice that people enter."""
        return {"kind": "table"}

    def copy(self) -> "OtherDice":
        """Nobody copies these."""
        raise NotImplementedError


class Parted(Exception):
    """The second world cannot go on as the first."""


class Forgetful(Store):
    """A database that keeps nothing: what is sent is looked at here."""

    async def append(self, *given: Any) -> None:
        """Kept, as far as the room can tell."""


class Ear:
    """A websocket that keeps what is sent to it."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def send_text(self, text: str) -> None:
        """What the server sends."""
        self.heard.append(text)

    async def receive(self) -> dict[str, Any]:
        """Nothing is ever said."""
        await asyncio.Event().wait()
        return {}

    async def close(self, code: int, reason: str) -> None:
        """The server lets it go."""
        self.heard.append(f"closed: {code} {reason}")


class World:
    """A match of the server, and who follows it: each player alone, and a spectator."""

    def __init__(self, game: Game, setup: dict[str, Any], dice: Any, store: Store) -> None:
        match = Match(game, setup, dice)
        take_forced(match)
        seats = range(game.seats_of(match.state))
        players = [SeatedPlayer(f"Player {n}", "human") for n in seats]
        stored = StoredMatch("0" * 16, "2000-01-01", game.name, "", setup, players, "00" * 32, [""] * len(players))
        self.room = Room(stored, match, store, None, None)
        self.ears = {seat: Ear() for seat in (SPECTATOR, *seats)}
        self.tasks: list[asyncio.Task[None]] = []
        for seat, ear in self.ears.items():
            place = self.controlled(seat)
            connection = Connection(ear, self.room, place, "en")  # type: ignore[arg-type]
            self.room.listeners.add(connection)
            connection.changed(0)
            self.tasks.append(asyncio.create_task(connection.run()))

    def controlled(self, seat: int) -> frozenset[int]:
        """The players that somebody in a seat answers for."""
        return frozenset() if seat == SPECTATOR else frozenset({self.room.player_in(seat)})

    async def quiet(self) -> None:
        """Until all has been sent."""
        for _ in range(ROUNDS):
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Everybody leaves."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

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
        replay = played.shown("0", self.room.knower(self.controlled(seat)))
        return msgspec.json.encode([match.game.to_document(match.state, seat), replay])


# ------------------------------------------------------------------------------------------------------------ the games


def krosmaster_worlds(rng: Random, number: int) -> tuple[int, dict[str, Any], dict[str, Any], set[int]]:
    """The holder, two set-ups that differ in the rewards face down on its cards, and the tokens that differ.

    Each of its Krosmasters has a piece of equipment face up; what lies face down is of the same type in the first
    world, so that it cannot be revealed, and of another in the second.
    """
    params = release("2.2" if number % 3 == 2 else "2.7")
    while True:
        setup = random_setup(catalogue(), playable_cards(catalogue(), params), params, rng)
        first = KROSMASTER.new(setup)
        for _ in range(2000):
            waiting = first.waiting
            if isinstance(waiting, Over) or (isinstance(waiting, Decision) and waiting.kind == "activation"):
                break
            first.apply(waiting.sample(rng))
        if isinstance(first.waiting, Decision) and first.waiting.kind == "activation":
            break
    first.kamas = [KAMAS] * first.settings.seats
    holder = rng.randrange(first.settings.seats)
    rewards = first.library.rewards
    other, apart = first.copy(), set()
    for unit in first.timeline[holder]:
        for shown in rng.sample(rewards, len(rewards)):
            fits = [one for one in rewards if one.slot == shown.slot and one is not shown and first.pool[one.index]]
            if shown.kind != EQUIPMENT or not first.pool[shown.index] or not fits or first.level[unit] < 2:
                continue
            same = rng.choice(fits)
            free = [one for one in rewards if one.rank == same.rank and one.slot != same.slot and other.pool[one.index]]
            if not free:
                continue
            for state, hidden in ((first, same), (other, rng.choice(free))):
                state.rewards[unit] = (token_of(shown.index, UP), token_of(hidden.index))
                register(state, unit, [], shown.statics)
                for reward in (shown, hidden):
                    take(state, reward.index, reward.rank)
                apart.add(hidden.index)
            break
    documents = [json.loads(json.dumps(KROSMASTER.to_document(state))) for state in (first, other)]
    return holder, {"position": documents[0]}, {"position": documents[1]}, apart


def take(state: State, reward: int, rank: int) -> None:
    """A token leaves the stacks of its rank."""
    state.pool = [count - (index == reward) for index, count in enumerate(state.pool)]
    pile = rank * state.settings.piles_per_rank
    closed = list(state.piles_closed)
    pile += next(number for number in range(state.settings.piles_per_rank) if closed[pile + number])
    closed[pile] -= 1
    state.piles_closed = closed


def kaos_worlds(rng: Random) -> tuple[int, dict[str, Any], dict[str, Any], set[int]]:
    """A game of Kaos with events; what the holder draws differs as the worlds go on."""
    setup = kaos_setup(rng)
    setup["options"]["rounds"] = 4
    places = sorted({event.place for event in kaos_catalogue().events.values() if event.place})
    setup["decks"] = {"events": True, "objects": False, "place": rng.choice(places)}
    return rng.randrange(2), setup, setup, set()


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
    tape = Tape(holder, worlds)
    tape.apart = apart
    first = World(game, one, FirstDice(tape, rng), store)
    try:
        second = World(game, other, OtherDice(tape, rng), store)
    except Parted:
        await first.close()
        return
    pair = (first, second)
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
                await granting.wish(room, world.controlled(who), Wish("undo", say, room.version))  # type: ignore[arg-type]
                told.append("")
            except ProtocolError as error:
                told.append(error.code)
            await world.quiet()
        worlds.undone += told[0] == ""
        said.append(told)
    if said[0] != said[1]:
        worlds.differences.append(f"an undo of p{seat + 1} was told {said[0]} and {said[1]}")


def compare(worlds: Worlds, pair: tuple[World, World], holder: int, where: str, in_full: bool) -> None:
    """What everybody but the holder has heard since the last time."""
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
            if in_full and pair[0].shown(seat) != pair[1].shown(seat):
                worlds.differences.append(f"{where}: document or replay of seat {seat} differ")
        for texts in heard:
            texts.clear()


async def run(games: int, seed: str, first: int = 0, most: int = 400) -> Worlds:
    """So many games of at most so many answers, numbered from `first`; every fifth is of Kaos."""
    worlds = Worlds()
    with tempfile.TemporaryDirectory() as folder:
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
            f"compared {worlds.messages} messages, {worlds.bytes} bytes"
        )
        print("\n".join(worlds.differences) or "no difference")
    return 1 if worlds.differences else 0


if __name__ == "__main__":
    sys.exit(main())

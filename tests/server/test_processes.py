"""Several processes on one PostgreSQL: each match is played by one, served by all, taken over when its owner dies."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from sqlalchemy import text

from esquive.core.errors import NotationError
from esquive.hosting.background_tasks import end
from esquive.hosting.example_match import EXAMPLE
from esquive.hosting.finished_matches import catch_up, check_over
from esquive.hosting.match_store import Held, LostMatch
from esquive.hosting.protocol import NewMatch, ProtocolError, SeatWanted, Wish
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import StoredLine
from esquive.hosting.table_messages import SaidMessage
from esquive.server.cluster import channels, forwarding
from esquive.server.cluster.channels import MEMORY, Channels
from esquive.server.cluster.process_messages import Message, Replied
from esquive.server.storage.store import Store
from esquive.server.storage.verification import check_match
from tests.server.given_time import LONGEST_WAIT, until
from tests.server.services import Cluster
from tests.server.stores import opened
from tests.server.test_store import BOTH, SETUP, Follower, first_option

BOTS = {"players": [{**player, "agent": "random"} for player in SETUP["players"]]}
OPEN = {"players": [SETUP["players"][0], {**SETUP["players"][1], "agent": "open"}]}


@pytest.fixture
def database(cluster: Cluster, tmp_path: Path) -> str:
    """A database of the test's own."""
    return cluster.database(str(tmp_path))


@asynccontextmanager
async def process(database: str, channels: str) -> AsyncIterator[MatchRegistry]:
    """What a process of the server is, but for its sockets."""
    async with opened(database) as store:
        registry = MatchRegistry(store, 0.0)
        try:
            await registry.open(forwarding.meeting(store, channels))
            yield registry
        finally:
            await registry.close()


async def execute(store: Store, statement: str) -> None:
    async with store._engine.begin() as connection:
        await connection.execute(text(statement))


async def thought_dead(registry: MatchRegistry) -> None:
    """Let the time of a process be up, though it goes on: it can no longer say that it lives."""
    assert registry.store.leases is not None and registry.others is not None
    for task in registry.others._takeover._tasks:
        if getattr(task.get_coro(), "__name__", "") == "_beat":
            await end(task)
    past = "extract(epoch from clock_timestamp()) - 1"
    await execute(registry.store, f"UPDATE processes SET expires = {past} WHERE id = '{registry.store.leases.process}'")


async def both_rooms(one: MatchRegistry, other: MatchRegistry, setup: Any = SETUP) -> tuple[Room, Room]:
    """A match of the first process, and its room in each."""
    made = await one.create(msgspec.convert(setup, NewMatch))
    return await one.room(made.id), await other.room(made.id)


def same(room: Room, other: Room) -> bool:
    return room.version == other.version and room.match.state.to_data() == other.match.state.to_data()


def illegal(room: Room) -> str:
    """A line that is an answer, but not now."""
    for line in ("end", "first p2", "move a1"):
        with suppress(NotationError):
            if room.match.waiting.refusal(room.match.game.parse(room.match.state, line)) is not None:
                return line
    raise AssertionError(f"{room.match.waiting!r} refuses none of them")


def run(job: Callable[[], Awaitable[None]]) -> None:
    async def timed() -> None:
        await asyncio.wait_for(job(), 5 * LONGEST_WAIT)

    asyncio.run(timed())


class AtTable:
    """A client that plays one seat, and what it was told of the table."""

    def __init__(self, room: Room, *players: int) -> None:
        self.controlled = frozenset(players)
        self.heard: list[str] = []
        room.participants.come(self)
        room.participants.ask(self)

    def table_changed(self) -> None:
        self.heard.append("table")

    def said(self, message: SaidMessage) -> None:
        self.heard.append(message.phrase)


def test_who_is_here_what_is_said_and_a_pause_are_known_at_every_process(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other, {**SETUP, "clock": {"turn": 0, "total": 600}})
            ann, bob = AtTable(room, 0), AtTable(shown, 1)
            both = [room.participants, shown.participants]
            await until(lambda: all(seat.here for one in both for seat in one.told().seats), "somebody is missing")
            await until(lambda: all(one.clock and one.clock.is_ticking for one in both), "a clock stands still")
            shown.participants.say(bob.controlled, "hello")
            await until(lambda: "hello" in ann.heard and "hello" in bob.heard, "what was said was not heard")
            room.participants.pause(ann.controlled, True)
            shown.participants.pause(bob.controlled, True)
            await until(lambda: all(one.clock and one.clock.is_paused for one in both), "no pause")
            shown.participants.go(bob)
            await until(lambda: not all(seat.here for seat in room.participants.told().seats), "nobody has left")

    run(play)


def test_an_answer_given_at_any_process_is_stored_by_the_owner_and_shown_at_all(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            assert (room.is_ours, shown.is_ours) == (True, False)
            followers = [Follower(), Follower()]
            room.followers.add(followers[0])
            shown.followers.add(followers[1])
            for number in range(8):
                asked = (room, shown)[number % 2]
                assert await asked.answer(BOTH, asked.version, first_option(room)) is None
                await until(lambda: same(room, shown), "the other process has not played along")
            assert [follower.told for follower in followers] == [8, 8]
            assert len(await one.store.lines(room.stored.id)) == room.version
            views = [one.views.message(BOTH, 0, "en") for one in (room, shown)]
            assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])

    run(play)


def test_what_is_wished_at_any_process_is_done_by_the_owner_and_told_at_all(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            asked = room.asked_player()
            assert asked is not None
            first, second = frozenset({asked}), frozenset({1 - asked})
            version, before = room.version, room.match.state.to_data()
            assert await room.answer(first, version, first_option(room)) is None
            await until(lambda: same(room, shown), "the other process has not played along")
            asking = shown.wishes.undo_of(shown, first)
            await shown.wish(first, Wish("undo", "ask", shown.version))
            if asking == "ask":
                await until(lambda: bool(shown.wishes.open), "the wish is not known")
                await shown.wish(second, Wish("undo", "agree"))
            await until(lambda: same(room, shown) and room.match.state.to_data() == before, "it was not taken back")
            assert shown.version > version + 1
            await shown.wish(second, Wish("draw"))
            await until(lambda: bool(shown.wishes.open), "the offer is not known")
            await shown.wish(first, Wish("resign"))
            await until(lambda: shown.match.is_over and room.match.is_over, "the end is not known")
            stored = await other.store.load(room.stored.id)
            assert stored is not None and stored.over
            assert (await check_match(other.store, stored.id)).wrong == []

    run(play)


def test_what_the_owner_refuses_is_refused_wherever_it_was_asked(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            before, line = room.version, illegal(room)
            refused = await shown.answer(BOTH, before, line)
            assert refused is not None
            assert msgspec.json.encode(refused) == msgspec.json.encode(await room.answer(BOTH, before, line))
            for wrong, code in (((BOTH, before + 7, "end"), "stale-version"), ((BOTH, before, "¿"), "bad-line")):
                with pytest.raises(ProtocolError) as raised:
                    await shown.answer(*wrong)
                assert raised.value.code == code
            assert room.version == before

    run(play)


def test_an_owner_that_lost_its_match_cannot_store_another_word(database: str, redis_url: str) -> None:
    """It was thought dead and goes on: its answer is played by the new owner, once."""

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            held = room.held
            assert held is not None and held.fence == 1
            await thought_dead(one)
            assert other.others is not None
            await other.others.claim(shown)
            assert await shown.answer(BOTH, shown.version, first_option(shown)) is None
            assert (
                shown.is_ours and shown.held is not None and shown.held == Held(room.stored.id, shown.held.process, 2)
            )
            with pytest.raises(LostMatch):
                await one.store.append(room.stored.id, 900, [StoredLine("p1", "end")], None, None, held)
            await until(lambda: same(room, shown), "the old owner has not heard")
            assert not room.is_ours
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            await until(lambda: same(room, shown), "the old owner has not heard")
            assert len(await one.store.lines(room.stored.id)) == shown.version

    run(play)


def test_of_answers_that_wait_together_only_those_of_lost_matches_are_refused(database: str) -> None:
    async def play() -> None:
        async with process(database, MEMORY) as one:
            rooms = [(await both_rooms(one, one))[0] for _ in range(3)]
            await execute(one.store, f"UPDATE owners SET fence = 2 WHERE match_id = '{rooms[1].stored.id}'")
            said = await asyncio.gather(
                *(
                    one.store.append(room.stored.id, 900, [StoredLine("p1", "end")], None, None, room.held)
                    for room in rooms
                ),
                return_exceptions=True,
            )
            assert [type(each) for each in said] == [type(None), LostMatch, type(None)]

    run(play)


def test_bots_play_at_the_owner_and_go_on_where_the_match_goes_on(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as other:
            async with process(database, redis_url) as one:
                made = await one.create(msgspec.convert(BOTS, NewMatch))
                shown = await other.room(made.id)
                shown.followers.add(Follower())
                await until(lambda: shown.version > 20, "the match is not shown")
                assert not shown.is_ours
            version = shown.version
            await until(lambda: shown.is_ours and shown.version > version + 20, "nobody plays on")
            await shown.settle()  # what has been played is stored a little later
            assert len(await other.store.lines(made.id)) >= version + 20

    run(play)


def test_a_seat_a_commitment_and_a_record_are_known_to_all_processes(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            commitment = await one.commit()
            made = await other.create(msgspec.convert({**OPEN, "commitment": commitment}, NewMatch))
            assert made.commitment == commitment
            with pytest.raises(ProtocolError):
                await one.create(msgspec.convert({**OPEN, "commitment": commitment}, NewMatch))
            shown, room = await one.room(made.id), await other.room(made.id)
            taken = await shown.seat(SeatWanted(name="Cleo"))
            assert taken.token
            await until(lambda: shown.stored == room.stored, "the taken seat is not known")
            assert [player.name for player in shown.stored.players] == ["Ann", "Cleo"]
            with pytest.raises(ProtocolError) as raised:
                await shown.seat(SeatWanted(name="Dan"))
            assert raised.value.code == "no-open-seat"
            example = await one.library.uploaded(EXAMPLE, "en")
            name, _ = await one.library.upload(example.record.to_text().encode(), "en")
            assert (await other.library.uploaded(name, "en")).record.to_text() == example.record.to_text()

    run(play)


def test_what_was_not_heard_is_read(database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis may lose what is published; nothing rests on it."""

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            shown.followers.add(Follower())
            monkeypatch.setattr(Channels, "send", lambda self, to, message: None)
            for _ in range(3):
                await room.answer(BOTH, room.version, first_option(room))
            await until(lambda: same(room, shown), "what was lost has not been read")

    run(play)


def test_a_process_without_channels_says_that_another_one_plays_the_match(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "PATIENCE", 0.5)

    async def play() -> None:
        async with process(database, MEMORY) as other:
            async with process(database, MEMORY) as one:
                room, shown = await both_rooms(one, other)
                with pytest.raises(ProtocolError) as raised:
                    await shown.answer(BOTH, shown.version, first_option(shown))
                assert (raised.value.code, raised.value.status) == ("elsewhere", 503)
                before = room.version
            assert await shown.answer(BOTH, before, first_option(shown)) is None

    run(play)


def test_a_process_that_stops_does_not_wait_for_an_owner_who_does_not_reply(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer on its way to an owner that was killed has not been stored: who gave it is told, and gives it again."""
    monkeypatch.setattr(forwarding, "LOOK", 0.2)
    monkeypatch.setattr(forwarding, "PATIENCE", 100 * LONGEST_WAIT)
    looked: list[str] = []

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            assert one.others is not None
            monkeypatch.setattr(one.others._channels, "_hear", lambda _: looked.append("asked"))  # says nothing
            answer = asyncio.create_task(shown.answer(frozenset({0, 1}), shown.version, first_option(shown)))
            await until(lambda: looked, "the owner was not asked")
            await asyncio.wait_for(other.close(), LONGEST_WAIT)
            with pytest.raises(ProtocolError) as refused:
                await answer
            assert refused.value.code == "closing"
            assert room.version == shown.version and not shown.is_ours

    run(play)


def test_processes_that_start_at_once_make_the_tables_once(cluster: Cluster) -> None:
    cluster.database("another, so that the cluster knows its template")
    cluster.execute("CREATE DATABASE bare")

    async def start() -> None:
        async def one() -> None:
            async with opened(cluster.url("bare")) as store:
                assert await store.latest() == []

        await asyncio.gather(*(one() for _ in range(4)))

    run(start)


def test_messages_that_wait_are_sent_together_and_heard_in_order(redis_url: str) -> None:
    heard: list[Message] = []

    async def talk() -> None:
        ears: Channels[Message] = Channels(redis_url, "ears", Message, heard.append)
        mouth: Channels[Message] = Channels(redis_url, "mouth", Message, lambda message: None)
        await ears.open()
        await mouth.open()
        for number in range(50):
            mouth.send("ears", Replied(number))
        await until(lambda: len(heard) == 50, "not all was heard")
        await mouth.close()
        await ears.close()

    run(talk)
    assert [message.number for message in heard if isinstance(message, Replied)] == list(range(50))


class Unheard(Struct, tag="unheard", array_like=True):
    """A message of a later version."""

    by: str


def test_messages_of_a_later_version_are_passed_over_and_the_others_heard(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Sent before, between and behind what is known: a rolling update has processes of both versions."""
    heard: list[Message] = []

    async def talk() -> None:
        ears: Channels[Message] = Channels(redis_url, "ears", Message, heard.append)
        mouth: Channels[Message | Unheard] = Channels(redis_url, "mouth", Message | Unheard, lambda message: None)
        await ears.open()
        await mouth.open()
        for number in range(3):
            mouth.send("ears", Unheard("mouth"))
            mouth.send("ears", Replied(number))
        await until(lambda: len(heard) == 3, "not all was heard")
        mouth.send("ears", Unheard("mouth"))
        await until(lambda: not mouth._waiting, "it is not sent")
        mouth.send("ears", Replied(3))
        await until(lambda: len(heard) == 4, "nothing is heard any more")
        await mouth.close()
        await ears.close()

    run(talk)
    assert [message.number for message in heard if isinstance(message, Replied)] == [0, 1, 2, 3]
    (told,) = [one.getMessage() for one in caplog.records if "passed over" in one.msg]
    assert "'unheard'" in told


class Deaf:
    """Carries messages as Redis does, and loses the first cancellation of whoever speaks and of whoever hears."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.is_speaking = asyncio.Event()
        self.is_ended = False

    async def on_startup(self) -> None: ...

    async def on_shutdown(self) -> None:
        self.is_ended = True

    async def subscribe(self, channels: Iterable[str]) -> None: ...

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        self.is_speaking.set()
        if not self.said:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        self.said.append(data)

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()
        yield "", b""


def test_channels_end_though_a_cancellation_is_lost_and_say_first_what_waits(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = Deaf()
    monkeypatch.setattr(channels, "backend_on", lambda _: deaf)

    async def talk() -> None:
        mouth: Channels[Message] = Channels(redis_url, "mouth", Message, lambda message: None)
        await mouth.open()
        mouth.send("ears", Replied(0))
        await deaf.is_speaking.wait()
        mouth.send("ears", Replied(1))
        await asyncio.wait_for(mouth.close(), LONGEST_WAIT)

    run(talk)
    assert (len(deaf.said), deaf.is_ended) == (2, True)


@pytest.mark.again
def test_one_of_three_processes_killed_under_load_loses_nothing() -> None:
    """What was acknowledged is in the database, once; the others go on (tools/processes.py, in short)."""
    tool = Path(__file__).parents[2] / "tools" / "processes.py"
    command = [sys.executable, str(tool), "--kills", "1", "--pause", "1", "--matches", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert done.returncode == 0, (found, done.stderr)
    assert found["answers"] > 0 and not found["lost"]


def test_what_only_a_match_that_is_over_tells_is_told_though_its_end_was_not_heard_yet(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that serves a match another one plays reads what is stored before it says that the match goes on."""
    follow, is_asked = Room.follow, asyncio.Event()

    async def heard_late(room: Room, known: int, lines: list[StoredLine]) -> None:
        # Neither heard from the process that plays it, nor found by the regular look at what is stored.
        if is_asked.is_set() and not lines:
            await follow(room, known, lines)

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            monkeypatch.setattr(Room, "follow", heard_late)
            behind = shown.version
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            assert shown.version == behind < room.version
            is_asked.set()
            with pytest.raises(ProtocolError) as refused:
                await check_over(shown)
            assert refused.value.code == "not-over"
            assert shown.version == room.version
            await catch_up(room)
            assert shown.match.record.lines() == room.match.record.lines()

    run(play)

"""Deleting matches and forgetting players where another process plays the match."""

import asyncio
from typing import Any, cast
from unittest.mock import patch

import msgspec
import pytest
from sqlalchemy import text

from esquive.cli.main import main
from esquive.hosting import removal
from esquive.hosting.protocol import NewMatch, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import NOBODY
from esquive.server.cluster import takeover
from esquive.server.cluster.channels import Channels
from esquive.server.cluster.process_messages import Deleted
from esquive.server.http.websocket import Connection
from esquive.server.operations.configuration import Retention
from esquive.server.storage.retention import prune
from tests.server.given_time import until
from tests.server.test_processes import BOTS, AtTable, both_rooms, database, process, run, same, thought_dead
from tests.server.test_store import BOTH, SETUP, first_option

__all__ = ("database",)
AGAINST_A_BOT = {"players": [SETUP["players"][0], BOTS["players"][1]]}
OLD = Retention(over_days=30, waiting_days=30)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks come sooner, and every process is heard sooner."""
    monkeypatch.setattr(takeover, "BEAT", 0.1)
    monkeypatch.setattr(removal, "HEARD", 0.3)


def connected(room: Room, *players: int) -> Connection:
    """A client that plays for these players, or watches."""
    client = Connection(cast(Any, None), room, frozenset(players), "en")
    room.followers.add(client)
    return client


def ending(client: Connection) -> tuple[int, str] | None:
    """With which code and reason a client is let go; None for one that is not."""
    return client._ending if client._is_let_go.is_set() else None


async def code_of(registry: MatchRegistry, match_id: str) -> str:
    """What whoever asks for a match is told."""
    try:
        await registry.room(match_id)
    except ProtocolError as error:
        return error.code
    return "there"


async def grow_old(registry: MatchRegistry, match_id: str) -> None:
    async with registry.store._engine.begin() as connection:
        await connection.execute(text(f"UPDATE matches SET changed = '2000-01-01' WHERE id = '{match_id}'"))


async def pruned(registry: MatchRegistry) -> list[str]:
    return [one.id for one in await prune(registry.store, OLD, registry.removals.retire)]


def test_who_is_forgotten_elsewhere_is_forgotten_by_the_process_that_plays(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            clients = [connected(room, 0), connected(shown, 0), connected(shown, 1)]
            await other.removals.forget(shown, frozenset({0}), False)
            for each in (room, shown):
                await until(lambda each=each: [player.name for player in each.stored.players] == [NOBODY, "Bob"])  # type: ignore[misc]
            await until(lambda: [sorted(client.controlled) for client in clients] == [[], [], [1]])
            assert room.is_ours and await code_of(one, room.stored.id) == "there"
            stored = await one.store.load(room.stored.id)
            assert stored is not None and stored.players == room.stored.players

    run(play)


def test_a_match_deleted_elsewhere_ends_where_it_is_played_and_wherever_it_is_shown(
    database: str, redis_url: str
) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other, AGAINST_A_BOT)
            clients = [connected(room), connected(shown, 0)]
            await other.removals.forget(shown, frozenset({0}), True)
            assert [await code_of(registry, room.stored.id) for registry in (one, other)] == ["no-such-match"] * 2
            assert [ending(client) for client in clients] == [(4400, "no-such-match")] * 2
            for each in (room, shown):  # who holds the room still is told so too
                with pytest.raises(ProtocolError) as refused:
                    await each.answer(BOTH, each.version, "end")
                assert refused.value.code == "no-such-match"

    run(play)


def test_nobody_deletes_elsewhere_what_others_play_too(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            with pytest.raises(ProtocolError) as refused:
                await other.removals.forget(shown, frozenset({0}), True)
            assert refused.value.code == "others-play-too" and await code_of(one, room.stored.id) == "there"

    run(play)


def test_a_match_whose_process_is_dead_is_deleted_by_whoever_is_asked(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other, AGAINST_A_BOT)
            near = one.others
            assert near is not None
            await near._takeover.close()
            near._is_deaf = True
            await thought_dead(one)
            await other.removals.forget(shown, frozenset({0}), True)
            assert await code_of(other, room.stored.id) == "no-such-match"
            with pytest.raises(ProtocolError) as refused:  # it was only thought dead
                await room.answer(BOTH, room.version, first_option(room))
            assert refused.value.code == "no-such-match"

    run(play)


def test_that_a_match_was_deleted_may_be_lost(database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    send = Channels.send

    def loses(self: Channels[object], to: str, message: object) -> None:
        if not isinstance(message, Deleted):
            send(self, to, message)

    monkeypatch.setattr(Channels, "send", loses)

    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other, AGAINST_A_BOT)
            watching = connected(shown)
            await one.removals.forget(room, frozenset({0}), True)
            await until(lambda: ending(watching) == (4400, "no-such-match"), "nobody has looked")
            assert await code_of(other, room.stored.id) == "no-such-match"

    run(play)


def test_retention_deletes_nothing_that_is_played_and_what_nobody_follows_by_its_own_process(
    database: str, redis_url: str
) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            room, shown = await both_rooms(one, other)
            left = (await one.create(msgspec.convert(SETUP, NewMatch))).id
            ann, bob = AtTable(room, 0), AtTable(shown, 1)
            for match_id in (room.stored.id, left):
                await grow_old(one, match_id)
            near = one.others
            assert near is not None
            await until(lambda: near.is_followed(room.stored.id), "nobody has heard of Bob")
            assert await pruned(other) == []  # another process plays both
            assert await pruned(one) == [left]  # the other one is followed elsewhere
            assert [await code_of(registry, left) for registry in (one, other)] == ["no-such-match"] * 2
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            await until(lambda: same(room, shown), "the other process has not played along")
            shown.participants.go(bob)
            # Once that is heard, and not before: a match goes where its players are said to sit if none is here.
            elsewhere = room.participants.presence._elsewhere
            await until(lambda: [one.players for one in elsewhere.values()] == [frozenset()], "Bob is still there")
            assert not near.is_followed(room.stored.id)
            room.participants.go(ann)
            await grow_old(one, room.stored.id)
            watching = connected(shown)
            with patch.object(near, "is_followed", return_value=False):  # it has not heard yet of who looks on
                assert await pruned(one) == [room.stored.id]
            await until(lambda: ending(watching) == (4400, "no-such-match"), "who looks on is not told")

    run(play)


def test_retention_deletes_what_a_dead_process_played(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as other:
            async with process(database, redis_url) as one:
                made = await one.create(msgspec.convert(SETUP, NewMatch))
                await grow_old(one, made.id)
            assert await pruned(other) == [made.id]

    run(play)


def test_the_command_line_forgets_beside_a_server_and_leaves_its_matches_to_it(
    database: str, redis_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ESQUIVE_SEED_KEY", "5a" * 32)

    async def play() -> None:
        async with process(database, redis_url) as one:
            room, _ = await both_rooms(one, one)
            held = room.held
            await grow_old(one, room.stored.id)
            for verb in (("forget", "Ann"), ("prune", "--waiting-days", "30")):
                assert await asyncio.to_thread(main, ["db", *verb, "--data", database]) == 0
            assert "1 left to the server that runs" in capsys.readouterr().out
            await until(lambda: room.stored.players[0].name == NOBODY and room.is_ours, "the server has not read it")
            assert held is not None and room.held is not None and room.held.fence > held.fence
            assert await room.answer(BOTH, room.version, first_option(room)) is None

    run(play)


def test_a_token_taken_back_shows_out_whoever_is_at_another_process(database: str, redis_url: str) -> None:
    async def play() -> None:
        async with process(database, redis_url) as one, process(database, redis_url) as other:
            out: list[str] = []
            one.removals.show_out = out.append
            other.removals.show_out = out.append
            one.removals.revoke("a hash")
            await until(lambda: out == ["a hash"] * 2, "the other process has not heard")

    run(play)

"""What is sent has the declared shape, and what a client of one seat is sent holds no other seat's secret."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Decision, Over
from esquive.hosting.match_setup import catalogue_of
from esquive.hosting.protocol import NewMatch, StateMessage
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import Room
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.shapes import KrosmasterCatalogue, KrosmasterDecision, KrosmasterEvent, View
from esquive.krosmaster.table.events import EVENTS
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX
from tests.server.stores import opened

pytestmark = pytest.mark.anywhere

DRAWN = next(kind.number for kind in EVENTS if kind.name == "drawn")
SETUP = {"players": [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD}]}


@asynccontextmanager
async def open_room(file: Path) -> AsyncIterator[Room]:
    """The room of a new match, while its store is open."""
    async with opened(database_at(file)) as store:
        registry = MatchRegistry(store, 0.0, lambda: b"7" * 32)
        yield await registry.room((await registry.create(msgspec.convert(SETUP, NewMatch))).id)


def check(message: StateMessage[Any, Any, Any, Any]) -> None:
    """What is encoded is what is declared: it is read back as the same, unknown fields being errors."""
    declared = StateMessage[str, View, KrosmasterDecision, KrosmasterEvent]  # type: ignore[valid-type]
    sent = msgspec.json.encode(message)
    assert msgspec.json.encode(msgspec.json.decode(sent, type=declared)) == sent


def test_every_field_of_every_kind_of_event_is_declared() -> None:
    """Rare ones too, which no game of these tests may bring."""
    declared = set(KrosmasterEvent.__struct_encode_fields__)
    assert {name for kind in EVENTS for name, _ in kind.fields} - declared == set()


def test_who_only_watches_is_told_what_the_asked_seat_weighs_and_not_its_answers(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_room(tmp_path / "matches.sqlite") as room:
            waiting = room.match.waiting
            assert isinstance(waiting, Decision)
            seen = room.views.message(frozenset(), 0, "en")
            assert (seen.asks, seen.decision) == (waiting.kind, None)
            assert seen.asked is not None

    asyncio.run(look())


def test_every_state_message_of_a_game_has_its_shape(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_room(tmp_path / "matches.sqlite") as room:
            rng = random.Random(1)
            number = 0
            while not isinstance(room.match.waiting, Over):
                number += 1
                waiting = room.match.waiting
                assert isinstance(waiting, Decision)
                if number % 9 == 0:
                    for controlled in ({0, 1}, {0}, {1}, set()):
                        check(room.views.message(frozenset(controlled), 0, rng.choice(LANGUAGES)))
                room.match.play(waiting.sample(rng))
            check(room.views.message(frozenset({0, 1}), 0, "en"))

    asyncio.run(play())


def test_a_drawn_reward_is_told_to_its_player_alone(tmp_path: Path) -> None:
    """Everybody learns that a reward was drawn, only one seat which [KA 4.7.8.a]; two at one screen share no secret."""

    async def play() -> None:
        async with open_room(tmp_path / "matches.sqlite") as room:
            rng = random.Random(1)
            while not (isinstance(room.match.waiting, Over) or any(event[0] == DRAWN for event in room.match.log)):
                room.match.play(next(iter(sorted(room.match.waiting.options(), key=lambda _: rng.random()))))
            event = next(event for event in room.match.log if event[0] == DRAWN)
            drawer = room.player_in(event[1])
            seen = {}
            for name, controlled in (("own", {drawer}), ("other", {1 - drawer}), ("both", {0, 1}), ("nobody", set())):
                events = [json.loads(bytes(one)) for one in room.views.message(frozenset(controlled), 0, "en").events]
                seen[name] = next(one for one in events if one["kind"] == "drawn")
            reward = room.match.state.library.rewards[event[2]].id
            assert seen["own"]["reward"] == reward
            for name in ("other", "both", "nobody"):
                assert "reward" not in seen[name] and "secret" in seen[name]["sentence"]

    asyncio.run(play())


def test_the_catalogue_has_its_shape() -> None:
    for language in LANGUAGES:
        shown = msgspec.json.decode(msgspec.json.encode(catalogue_of(GAME, language)), type=KrosmasterCatalogue)
        assert {arena.id for arena in shown.arenas} >= {"elemental"}
        assert all(len(row) == 12 for arena in shown.arenas for row in arena.rows)

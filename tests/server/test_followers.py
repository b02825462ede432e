"""What many hear of one match is made once, and who reads slowly gets the latest position, not all of them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from esquive.hosting.clients import MOST_WAITING
from esquive.hosting.protocol import ProtocolError
from esquive.server.http.websocket import Connection
from esquive.server.http.websocket_protocol import WIDE
from tests.server.given_time import LONGEST_WAIT, until
from tests.server.services import database_at
from tests.server.stores import opened
from tests.server.test_store import BOTH, first_option, new_room

pytestmark = pytest.mark.anywhere


class Line:
    """A socket that sends only while it is `open`, and reads nothing."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.texts: list[bytes] = []
        self.asked = asyncio.Event()  # to send something
        self.open = asyncio.Event()
        self.closed = ""

    async def send(self, event: dict[str, Any]) -> None:
        self.asked.set()
        await self.open.wait()
        self.texts.append(event["text"])
        self.sent.append(json.loads(event["text"]))

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def close(self, code: int, reason: str) -> None:
        self.closed = reason


def following(line: Line, room: Any, controlled: frozenset[int]) -> tuple[Connection, "asyncio.Task[None]"]:
    connection = Connection(line, room, controlled, "en")
    room.followers.add(connection)
    return connection, asyncio.create_task(connection.run())


def test_a_slow_client_gets_what_it_missed_in_one_message(tmp_path: Path) -> None:
    """All events are in it, in order and once."""

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            line = Line()
            _, task = following(line, room, frozenset({0}))
            told = len(room.match.log)
            for _ in range(6):
                await room.answer(BOTH, room.version, first_option(room))
                await line.asked.wait()
            line.open.set()
            await until(lambda: line.sent and line.sent[-1]["version"] == room.version)
            assert len(line.sent) == 2
            numbers = [event["n"] for message in line.sent for event in message["events"]]
            assert numbers == sorted(set(numbers))
            assert numbers[0] >= told
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())


def test_what_all_spectators_are_sent_is_one_text_and_a_players_is_another(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            lines = [Line() for _ in range(5)]
            tasks = [following(line, room, frozenset())[1] for line in lines[:-1]]
            tasks.append(following(lines[-1], room, frozenset({0}))[1])
            for line in lines:
                line.open.set()
            await room.answer(BOTH, room.version, first_option(room))
            await until(lambda: all(line.texts for line in lines))
            assert len({id(line.texts[0]) for line in lines[:-1]}) == 1
            assert lines[-1].texts[0] != lines[0].texts[0]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())


def test_a_client_that_asks_and_does_not_read_is_let_go(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            line = Line()
            connection, task = following(line, room, frozenset({0}))
            for _ in range(MOST_WAITING + 2):
                connection.failed(ProtocolError("not-json"))
            await asyncio.wait_for(task, LONGEST_WAIT)
            assert line.closed == "too-slow"

    asyncio.run(run())


def test_a_position_is_compressed_against_the_one_before_it(tmp_path: Path) -> None:
    """What a browser offers is taken up: the second of two positions takes a fifth of the first on its way."""

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            room = await new_room(store)
            _, compression = WIDE.process_request_params([("client_max_window_bits", None)], [])
            sizes = []
            for _ in range(2):
                text = room.views.text(frozenset({0}), len(room.match.log), "en").encode()
                sizes.append(len(compression.encode(Frame(Opcode.TEXT, text)).data))
                await room.answer(BOTH, room.version, first_option(room))
            assert sizes[1] * 5 < sizes[0]
            assert sizes[0] * 3 < len(text)

    asyncio.run(run())

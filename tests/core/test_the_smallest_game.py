"""A third game of sixty lines plays: on the command line, judged, shown, and among people through a host."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from esquive.agents.base import agent_named
from esquive.cli.main import main
from esquive.core.conformance import Conformance
from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.hosting.memory_store import MemoryStore
from esquive.hosting.protocol import NewMatch, NewPlayer, ProtocolError, Wish
from esquive.hosting.registry import MatchRegistry
from tests.core import smallest_game
from tests.core.test_a_third_game import forget
from tests.packages import install


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch, tmp_path / "site", "nim", "esquive.games", nim="tests.core.smallest_game:GAME")
    forget()
    yield
    monkeypatch.undo()
    forget()


def test_it_has_sixty_lines() -> None:
    assert len(Path(smallest_game.__file__).read_text(encoding="utf-8").splitlines()) <= 60


def test_bots_play_it_and_its_records_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "nim", "--agents", "random", "random", "--games", "4", "--records", str(tmp_path / "r"), "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    record = parse_record((tmp_path / "r" / "1.jsonl").read_text(encoding="utf-8"))
    assert verify(record, game_named("nim")) == []


def test_a_line_of_it_is_judged_and_a_position_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.toml"
    position.write_text('game = "nim"\nstones = 2\nseat = 1\n')
    assert main(["judge", str(position), "--do", "take 3"]) == 1
    assert "There must be as many stones: there are 2. [2]" in capsys.readouterr().out
    assert main(["judge", str(position), "--do", "take 2"]) == 0
    assert main(["show", str(position)]) == 0
    assert "stones: 2" in capsys.readouterr().out
    position.write_text('game = "nim"\nheaps = 2\n')
    assert main(["show", str(position)]) == 2
    assert "unknown key 'heaps'" in capsys.readouterr().err


def test_it_keeps_every_promise_a_game_makes() -> None:
    suite = Conformance(game_named("nim"), mutations=lambda state, rng: [rng.randrange(-5, 20)])
    report = suite.run([{}, {"stones": 30}], seed=2, every=1)
    assert report.finished == 2 and {"wrong-number", "too-few"} <= set(report.refused)


def test_two_people_play_it_through_a_host_with_an_undo_and_resumption() -> None:
    async def play() -> None:
        store = MemoryStore()
        registry = MatchRegistry(store, 0.0)
        made = await registry.create(NewMatch(players=[NewPlayer("Ann", []), NewPlayer("Bob", [])], game="nim"))
        room = await registry.room(made.id)
        for number in (3, 2):
            await room.answer(frozenset({room.asked_player() or 0}), room.version, f"take {number}")
        refused = await room.answer(frozenset({0}), room.version, "take 5")
        assert refused is not None and refused.refusal.sentence == "One, two or three stones are taken."
        await room.wish(frozenset({1}), Wish("undo", "ask", room.version))
        assert room.match.state.stones == 9
        room = await MatchRegistry(MemoryStore(store.matches), 0.0).room(made.id)
        assert room.match.state.stones == 9
        while (asked := room.asked_player()) is not None:
            await room.answer(frozenset({asked}), room.version, "take 1")
        assert room.stored.over and verify(room.match.record, game_named("nim")) == []

    asyncio.run(play())


def test_what_a_game_without_teams_does_not_have_is_told() -> None:
    async def refused(*players: NewPlayer, **more: object) -> str:
        with pytest.raises(ProtocolError) as raised:
            await MatchRegistry(MemoryStore(), 0.0).create(NewMatch(players=[*players], game="nim", **more))  # type: ignore[arg-type]
        return str(raised.value)

    ann, bob = NewPlayer("Ann", []), NewPlayer("Bob", [])
    assert "no card 'ace'" in asyncio.run(refused(NewPlayer("Ann", ["ace"]), bob))
    assert "no option 'points'" in asyncio.run(refused(ann, bob, options={"points": "3"}))
    assert "no arena 'moon'" in asyncio.run(refused(ann, bob, arena="moon"))
    assert agent_named("random", "nim").choose(game_named("nim"), None, smallest_game.Heap().waiting, Random(1)) in (  # type: ignore[arg-type]
        1,
        2,
        3,
    )

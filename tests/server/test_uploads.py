"""Records that are brought may hold anything: the server stays, answers others meanwhile, and keeps only what plays."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.core.waiting import Roll
from esquive.hosting.replays import LARGEST_SHELF, MOST_SHELVED, ReplayCache
from esquive.krosmaster.game import GAME
from esquive.server.operations.replay_sandbox import MOST_LINES, fault_of
from tests.krosmaster.playing import Table, mine, theirs
from tests.server.serving import thread_server

pytestmark = pytest.mark.anywhere


def saved_in_a_roll() -> dict[str, Any]:
    """The position document of a spell that waits for its Critical roll."""
    table = Table(". hero foe .", {"hero": mine("oscar-kass"), "foe": theirs("anna-tommy")}, turn="hero")
    table.state.apply(GAME.parse(table.state, "cast punch c1"))
    assert isinstance(table.state.waiting, Roll)
    return GAME.to_document(table.state)


def record_of(position: dict[str, Any]) -> bytes:
    header = {"record": 1, "game": "krosmaster", "content": "", "agents": [], "dice": {"kind": "table"}}
    return json.dumps({**header, "setup": {"position": position}}).encode() + b"\n"


@pytest.mark.parametrize("count", [100, 30_000_000, 10**9, -1, 1.5, "2", True, [2]])
def test_a_saved_roll_of_more_dice_than_a_game_has_is_refused(count: Any) -> None:
    position = saved_in_a_roll()
    position["exact"]["stack"][-1]["count"] = count
    with pytest.raises(DocumentError):
        GAME.from_document(position)


@pytest.mark.parametrize("value", [10**100, 0.5, None, {"a": 1}, True])
@pytest.mark.parametrize("key", ["turn", "injuries", "kamas_on", "effects", "names"])
def test_a_saved_column_of_another_kind_is_refused_with_its_name(key: str, value: Any) -> None:
    position = saved_in_a_roll()
    position["exact"][key] = value
    with pytest.raises(DocumentError, match=key):
        GAME.from_document(position)


def test_a_roll_of_a_billion_dice_does_not_stop_the_server(tmp_path: Path) -> None:
    position = saved_in_a_roll()
    position["exact"]["stack"][-1]["count"] = 10**9
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, told = site.ask("/api/replays", record_of(position))
        assert (status, told["code"]) == (400, "bad-record")
        assert "takes more time" not in told["message"]  # it is refused, not given up


def test_others_are_answered_while_a_record_is_looked_at(tmp_path: Path) -> None:
    """A file of nothing but braces, as long as may be sent."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        found: list[Any] = []
        sender = threading.Thread(target=lambda: found.append(site.ask("/api/replays", b"{}\n" * (8 << 20 >> 2))))
        sender.start()
        while sender.is_alive():
            assert site.ask("/api/matches")[0] == 200
        assert found[0][1]["code"] == "bad-record"


def test_a_file_of_more_lines_than_a_match_has_is_not_read() -> None:
    assert MOST_LINES < (8 << 20) // 3


def test_what_is_wrong_with_a_record_is_told_in_words() -> None:
    assert fault_of(b"nonsense") is not None
    assert fault_of(record_of(saved_in_a_roll())) is None


def test_a_link_to_a_record_outlives_the_server_it_was_brought_to(tmp_path: Path) -> None:
    record = (Path(__file__).resolve().parents[1] / "records" / "limited.jsonl").read_bytes()
    with thread_server(tmp_path / "matches.sqlite") as site:
        name = site.ask("/api/replays", record)[1]["id"]
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, told = site.ask(f"/api/replays/{name}")
        assert (status, told["id"]) == (200, name)
        assert site.ask(f"/api/replays/{name}/record")[0] == 200


def test_a_shelf_is_counted_in_bytes() -> None:
    """What was asked for last stays, however large; older things make place for it."""
    shelf: ReplayCache[str] = ReplayCache()
    for number in range(MOST_SHELVED + 3):
        shelf.put(str(number), "small", 10)
    assert shelf.get("2") is None
    assert shelf.get("3") == "small"
    shelf.put("large", "large", LARGEST_SHELF)
    assert shelf.get("large") == "large"
    assert shelf.get("3") is None
    shelf.put("large", "smaller", 5)
    shelf.put("next", "next", LARGEST_SHELF - 5)
    assert shelf.get("large") == "smaller"

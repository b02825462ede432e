"""The log: one line a record, with the id of the request, without secrets, and no flood."""

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.server.operations import logs
from tests.server.serving import thread_server

pytestmark = pytest.mark.anywhere

LOG = logging.getLogger("esquive.server")


@pytest.fixture
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is logged, as JSON and with everything told; afterwards logging is as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    stream = io.StringIO()
    logs.configure(True, "debug", 3 if "minute" in request.node.name else 0, stream)
    yield stream
    logging.basicConfig(handlers=handlers, level=level, force=True)


def lines(stream: io.StringIO) -> list[dict[str, str]]:
    """The records that were written."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_kind_of_line_is_written_so_often_a_minute_and_then_counted(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    for number in range(10):
        LOG.error("match %s cannot be resumed", number)
    LOG.error("something else")
    assert [line["message"] for line in lines(written)] == [
        "match 0 cannot be resumed",
        "match 1 cannot be resumed",
        "match 2 cannot be resumed",
        "something else",
    ]
    now = 161.0
    LOG.error("match %s cannot be resumed", 10)
    assert lines(written)[-1]["message"] == "match 10 cannot be resumed"
    assert lines(written)[-1]["more"] == 7


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("GET /api/matches/1/ws?token=kt16oEwO_ssiaRTDfvhYJJ_Wcd-sMvMu&lang=en", "kt16oEwO"),
        ('{"token": "short"}', "short"),
        ("player_tokens=['abc']", "abc"),
        ("authorization: Bearer xyz", "xyz"),
        ("postgresql+asyncpg://esquive:hunter2@db/esquive", "hunter2"),
        ("seed=" + "0f" * 32, "0f0f"),
        ("it said " + "0f" * 32, "0f0f"),
        ("password: 'swordfish'", "swordfish"),
    ],
)
def test_what_looks_like_a_secret_is_masked(text: str, secret: str) -> None:
    assert secret not in logs.masked(text)


def test_words_are_not_masked() -> None:
    text = "match 786192bbca8b5dff: the bot of player 1 failed in /srv/esquive/hosting/bots.py line 12"
    assert logs.masked(text) == text


def test_a_trace_is_part_of_its_line_and_masked(written: io.StringIO) -> None:
    try:
        raise ValueError("token=verysecret of 3")
    except ValueError:
        LOG.exception("it failed\nand goes on")
    (line,) = lines(written)
    assert "ValueError" in line["trace"] and "verysecret" not in written.getvalue()
    record = logging.LogRecord("a", logging.ERROR, "b", 1, "one\nforged line", (), None)
    assert "\n" not in logs.Formatter(False).format(record)


def test_nothing_secret_of_a_match_is_ever_written(written: io.StringIO, tmp_path: Path) -> None:
    """Everything is told that can be told, down to debugging; players play, err and fail."""
    file, seed = tmp_path / "matches.sqlite", b"s33d" * 8
    with thread_server(file, seed=seed) as site:
        made = site.new_match("human", "human")
        site.new_match("random", "human")
        tokens = [made["token"], *made["player_tokens"]]
        for token in tokens:
            with site.follow(made["id"], token) as client:
                state = client.hello()
                client.ask({"type": "answer", "version": state["version"], "do": f"nonsense {token}"})
                client.ask(f'{{"type": "answer", "token": "{token}"')
            site.ask(f"/api/matches/{made['id']}?token={token}")
            site.ask(f"/api/matches/{made['id']}", token=token)
            site.ask(f"/api/matches/{made['id']}/forget", {"token": token, "nothing": 1})
        is_file = file.exists()
        file.unlink(missing_ok=True)  # from now on what is stored fails, with all that databases say of it
        status, _ = site.ask(f"/api/matches/{made['id']}", token=f"wrong-{tokens[0]}")
        assert status == (503 if is_file else 403)
    told = written.getvalue()
    assert len(told.splitlines()) > 10
    for secret in (*tokens, seed.hex(), seed.decode()):
        assert secret not in told
    assert re.search(r"/api/matches/[0-9a-f]{16}/ws", told), "requests are told all the same"


def test_an_answer_bears_the_id_under_which_the_log_tells_of_it(written: io.StringIO, tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, headers = site.headers("/api/matches/none")
    assert status == 404
    told = [line for line in lines(written) if line["message"].startswith("GET /api/matches/none 404")]
    assert [line["request"] for line in told] == [headers["x-request-id"]]

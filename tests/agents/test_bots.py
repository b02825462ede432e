"""Bots of one's own: the examples play, in three ways, and what a bot does wrong costs it its game and nothing else."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from esquive.agents.base import agent_named
from esquive.agents.errors import AgentFault
from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import Played, play, play_series
from tests.server.serving import BROTHERHOOD, FIRST_BOX, thread_server

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "bots"
LINES = f"program:{sys.executable} {EXAMPLES / 'line_bot.py'}"
SHELL = f"program:sh {EXAMPLES / 'line_bot.sh'}"
FAULTY = "tests.agents.faulty:"


def game_of(agent: str, other: str = "random", game: str = "krosmaster", turns: int = 4, **changes: Any) -> Played:
    """A short game of an agent, which leads the first team."""
    return play(fixtures_of(game, (agent, other), 1, 3, "", None, turns)[0]._replace(**changes))


def said_by(tmp_path: Path, *lines: str) -> str:
    """An agent that is a program which says these lines, whatever it is told; `{wait}` waits for the next `go`."""
    program = tmp_path / "bot.py"
    program.write_text("import sys\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return f"program:{sys.executable} {program}"


# ------------------------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize("bot", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_an_example_is_shorter_than_sixty_lines(bot: Path) -> None:
    assert bot.is_dir() or len(bot.read_text(encoding="utf-8").splitlines()) < 60


def test_the_class_of_the_examples_plays_and_does_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    played = game_of("python_bot:Hunter")
    assert (played.fault, played.is_capped) == ("", True)
    with pytest.raises(EsquiveError, match="unknown agent"):
        agent_named("python_bot:Hunter", "kaos")


@pytest.mark.parametrize("agent", [LINES, SHELL], ids=["python", "shell"])
def test_the_programs_of_the_examples_play_and_do_nothing_wrong(agent: str) -> None:
    played = game_of(agent)
    assert (played.fault, played.is_capped) == ("", True)


def test_a_program_plays_where_answers_cannot_be_listed() -> None:
    assert game_of(SHELL, game="kaos", turns=1).fault == ""


def test_the_client_of_the_examples_takes_a_seat_and_plays_to_the_end(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("websocket_bot", EXAMPLES / "websocket_bot.py")
    assert spec is not None and spec.loader is not None
    bot: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    bot.PACE = 0.0
    bot.random.seed(1)
    players = [
        {"name": "Open", "cards": FIRST_BOX, "agent": "open"},
        {"name": "Bot", "cards": BROTHERHOOD, "agent": "random"},
    ]
    with thread_server(tmp_path / "matches.sqlite") as site:
        match = site.ask("/api/matches", {"players": players})[1]["id"]
        ended = bot.play(site.address, match, bot.take_seat(site.address, match, "Striker"))
        assert ended.endswith(".")
        (line,) = site.ask("/api/matches")[1]
        assert line["over"]


# ------------------------------------------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("Crashing", "it has crashed: ZeroDivisionError: of all things"),
        ("Cheating", "its answer is illegal: "),
        ("Mumbling", "'end' is no answer"),
    ],
)
def test_a_class_that_does_something_wrong_loses_that_game(bot: str, fault: str) -> None:
    played = game_of(FAULTY + bot)
    assert played.winner == 1
    assert fault in played.fault
    record = parse_record(played.record)
    assert record.end is not None and record.end["how"] == "forfeited"
    assert verify(record, game_named("krosmaster")) == []


def test_one_that_takes_longer_than_it_may_loses_and_without_a_limit_does_not() -> None:
    late = game_of(FAULTY + "Slow", seconds=0.001)
    assert late.winner == 1 and "0.001 are allowed" in late.fault
    assert game_of(FAULTY + "Slow", turns=1).fault == ""


def test_our_own_agents_are_timed_too_where_there_is_a_limit() -> None:
    played = game_of("greedy", seconds=1e-9)
    assert played.winner >= 0 and "are allowed" in played.fault


def test_whatever_a_bot_does_to_the_position_it_is_given_the_game_goes_on() -> None:
    assert game_of(FAULTY + "Meddling", turns=2).fault == ""


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["sys.exit(3)"], "it has ended with the code 3: "),
        (["print('hello')"], "it said 'hello' where 'ready' was expected"),
        (["raise ValueError('no idea')"], "it has ended with the code 1: ValueError: no idea"),
        (
            ["for line in sys.stdin:", "    if line.startswith('esquive'): print('ready', flush=True)",
             "    if line.startswith('go'): print('answer fly away', flush=True)"],
            "it answered 'fly away'",
        ),
        (
            ["for line in sys.stdin:", "    if line.startswith('esquive'): print('info x\\nready', flush=True)",
             "    if line.startswith('go'): print('answer move a1', flush=True)"],
            "its answer is illegal: ",
        ),
    ],
)  # fmt: skip
def test_a_program_that_does_something_wrong_loses_that_game(tmp_path: Path, lines: list[str], fault: str) -> None:
    played = game_of(said_by(tmp_path, *lines))
    assert played.winner == 1
    assert fault in played.fault


@pytest.mark.parametrize("line", ["sys.stdin.read()", "while True: print('info', flush=True)"])
def test_a_program_that_does_not_answer_is_not_waited_for_longer_than_it_may_take(tmp_path: Path, line: str) -> None:
    agent = said_by(tmp_path, line).replace("program:", "program:seconds=0.2:")
    assert "it gave no answer for 0.2 s" in game_of(agent).fault


def test_a_series_goes_on_and_tells_what_was_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "krosmaster", "--agents", FAULTY + "Crashing", "random", "--games", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert told["forfeits"] == {FAULTY + "Crashing": 4, "random": 0}
    assert told["score"] == 0
    assert list(told["faults"].values()) == [4]
    assert main(["match", "krosmaster", "--agents", FAULTY + "Crashing", "random", "--games", "2"]) == 0
    assert "ZeroDivisionError: of all things (agents:" not in capsys.readouterr().out


def test_faults_reach_the_series_from_worker_processes() -> None:
    fixtures = fixtures_of("krosmaster", (FAULTY + "Crashing", "random"), 2, 3, "", None, 4)
    assert all(one.fault for one in play_series(fixtures, 2))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("program:", "names no program"),
        ("program:'half", "cannot be read"),
        ("program:seconds=0:sh", "cannot think for 0 s"),
        ("program:seconds=1.2.3:sh", "cannot be read"),
    ],
)
def test_a_program_that_is_written_wrong_is_told_with_the_fix(text: str, why: str) -> None:
    with pytest.raises(EsquiveError, match=why):
        agent_named(text, "krosmaster")


def test_a_program_that_is_not_there_loses_like_one_that_crashes() -> None:
    assert "it cannot be started" in game_of("program:no-such-program-anywhere").fault


def test_a_stranger_can_start_no_program() -> None:
    with pytest.raises(EsquiveError, match="unknown agent 'program'"):
        agent_named("program:sh", "krosmaster", installed_only=True)


def test_a_fault_is_an_error_with_what_where_and_the_fix() -> None:
    fault = AgentFault("it has crashed: {why}", "mine", "mend the bot", why="x")
    assert str(fault) == "mine: it has crashed: x (mend the bot)"

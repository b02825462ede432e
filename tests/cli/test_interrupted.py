"""Ctrl-C in the verbs that take long: what was played till then is told, and the exit code is 130."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from esquive.cli import bench, match, progress, scenario
from esquive.cli.main import main
from esquive.lab import benchmarks, matches
from tests.server.given_time import eventually

SERIES = ["match", "krosmaster", "--agents", "random", "random", "--turn-cap", "4"]
SCENARIOS = Path(__file__).parents[1] / "scenarios" / "krosmaster"


def broken_off_after(number: int, real: Any) -> Any:
    """A function that calls another one, and is interrupted at a call."""
    calls = iter(range(number))

    def call(*given: Any, **named: Any) -> Any:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return real(*given, **named)

    return call


@pytest.fixture(autouse=True)
def no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is told of how far a run has come."""
    monkeypatch.setattr(progress, "EVERY", threading.TIMEOUT_MAX)


@pytest.fixture
def three_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Series that are interrupted once three games are played."""
    real = match.play_series

    def series(*given: Any) -> Iterator[Any]:
        yield from islice(real(*given), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_series", series)


@pytest.mark.usefixtures("three_games")
def test_a_series_broken_off_tells_the_games_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--games", "9"]) == 130
    out, err = capsys.readouterr()
    assert "games: 3" in out
    assert err == "interrupted; games played: 3 of 9\n"


@pytest.mark.usefixtures("three_games")
def test_a_series_broken_off_says_so_in_its_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--games", "9", "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["interrupted"]) == (3, {"asked": 9})


@pytest.mark.usefixtures("three_games")
def test_series_compared_and_broken_off_tell_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--games", "9", "--releases", "2.2,2.7"]) == 130
    out, err = capsys.readouterr()
    assert "2.2" in out.splitlines()[0]
    assert "2.7" not in out.splitlines()[0]
    assert err == "interrupted; games played: 3 of 9\n"


def test_a_benchmark_broken_off_tells_its_whole_rounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "play_round", broken_off_after(3, benchmarks.play_round))  # one to warm up
    assert main(["bench", "--game", "krosmaster", "--seconds", "0.2", "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert data["interrupted"] is True
    assert data["decisions"] > 0
    assert "copy_microseconds" not in data
    monkeypatch.setattr(benchmarks, "play_round", broken_off_after(1, benchmarks.play_round))
    assert main(["bench", "--game", "krosmaster", "--seconds", "0.2"]) == 130
    assert capsys.readouterr().err == "esquive bench: interrupted\n"


def test_a_benchmark_broken_off_in_the_second_game_tells_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "benchmark", broken_off_after(1, benchmarks.benchmark))
    assert main(["bench", "--seconds", "0.2"]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("krosmaster: ")
    assert err == "interrupted: only whole rounds count\n"


def test_a_comparison_broken_off_tells_its_whole_rounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "play_round", broken_off_after(5, benchmarks.play_round))  # two to warm up
    words = ["bench", "--game", "krosmaster", "--seconds", "0.2", "--releases", "2.2,2.7"]
    assert main(words) == 130
    out, err = capsys.readouterr()
    assert [line.split(":")[0] for line in out.splitlines()] == ["krosmaster 2.2", "krosmaster 2.7"]
    assert err == "interrupted: only whole rounds count\n"


def test_scenarios_broken_off_tell_those_that_ran(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scenario, "run_file", broken_off_after(2, scenario.run_file))
    files = [str(file) for file in sorted(SCENARIOS.rglob("*.toml"))[:5]]
    assert main(["scenario", "run", *files]) == 130
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "2 scenarios, 0 failed"
    assert err == "interrupted; scenarios played: 2 of 5\n"


@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_ctrl_c_while_workers_are_started_is_not_lost() -> None:
    """It is heard once they are, or before, where another thread than the main one is told of it."""
    with pytest.raises(KeyboardInterrupt):
        with matches._interrupts_held_back():
            os.kill(os.getpid(), signal.SIGINT)
        eventually(lambda: False, "the main thread is interrupted while it waits")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes on POSIX")
def test_ctrl_c_with_worker_processes_ends_all_of_them_without_a_trace(tmp_path: Path) -> None:
    words = [*SERIES, "--games", "100000", "--jobs", "2", "--records", str(tmp_path)]
    started = subprocess.Popen(
        [sys.executable, "-m", "esquive.cli.main", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    try:
        eventually(lambda: started.poll() is not None or any(tmp_path.glob("[0-9]*.jsonl")))
        os.killpg(started.pid, signal.SIGINT)  # as a terminal does: everybody hears it
        out, err = started.communicate()
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
    assert started.returncode == 130, err
    assert "Traceback" not in err
    told = re.fullmatch(r"interrupted; games played: (\d+) of 100000", err.splitlines()[-1])  # after lines of progress
    assert told is not None, err
    assert f"games: {told[1]}\n" in out
    written = len([file for file in tmp_path.glob("*.jsonl") if file.name != "matches.jsonl"])
    assert written - int(told[1]) in (0, 1)  # a game is written before it is counted
    assert all(file.read_text(encoding="utf-8").endswith("}\n") for file in tmp_path.iterdir())

"""`esquive bench`: the keys of its JSON and what they have to do with each other."""

import json
import threading
from random import Random

import pytest

from esquive.cli import progress
from esquive.cli.main import main
from esquive.core.errors import InvariantError
from esquive.core.games import game_named
from esquive.lab import benchmarks


@pytest.fixture(autouse=True)
def no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is told of how far a run has come: `test_progress.py` looks at that."""
    monkeypatch.setattr(progress, "EVERY", threading.TIMEOUT_MAX)


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured here is not read: each question is asked of some positions, not of two hundred."""
    monkeypatch.setattr(benchmarks, "SAMPLES", 48)


def test_the_benchmark_names_its_peer_and_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "krosmaster", "--seconds", "0.3", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    data = json.loads(captured.out)
    assert {
        "decisions_per_second",
        "games_per_second",
        "mean_length",
        "copy_microseconds",
        "options_microseconds",
    } <= set(data)
    assert data["peer"]["name"] == "python-chess"
    assert data["ratio"] > 0
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"], rel=0.05)


def test_kaos_has_its_questions_of_geometry_timed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "kaos", "--seconds", "0.1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["game"] == "kaos"
    for question in ("copy", "distance", "arc", "sight", "path", "list", "reach"):
        assert data[f"{question}_microseconds"] > 0
    for waited in ("list", "reach"):
        assert data[f"{waited}_worst_microseconds"] >= data[f"{waited}_microseconds"]
    assert data["ratio"] is None


def test_another_agent_plays_where_one_is_named() -> None:
    pace = benchmarks.Pace()
    benchmarks.play_round(game_named("kaos"), benchmarks.starts_of("kaos"), Random(1), 0.01, pace, "greedy")
    assert pace.games == 1 and pace.decisions > 50
    benchmarks.play_round(game_named("kaos"), benchmarks.starts_of("kaos"), Random(1), 0.01, other := benchmarks.Pace())
    assert other.decisions != pace.decisions


def test_a_game_that_stands_still_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "MOST_WAITS", 30)
    with pytest.raises(InvariantError, match=r"no end after 30 waits; it waits for (Decision|Roll)"):
        benchmarks.play_round(game_named("kaos"), benchmarks.starts_of("kaos"), Random(1), 0.1, benchmarks.Pace())


def test_a_release_is_measured_and_two_are_compared_on_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.2", "--release", "2.2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["release"]) == ("krosmaster", "2.2")
    assert "kaos" not in data  # which has no release of that name
    assert main(["bench", "--seconds", "0.3", "--releases", "2.2,2.7", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["krosmaster"]
    assert list(found) == ["2.2", "2.7"]
    assert found["2.7"]["ratio"] == 1 and found["2.2"]["ratio"] > 0
    assert main(["bench", "--seconds", "0.1", "--releases", "2.2,2.7"]) == 0
    assert capsys.readouterr().out.count("decisions/s, ratio") == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--release", "9.9"], "no game has the release 9.9"),
        (["--game", "kaos", "--release", "2.2"], "no game has the release 2.2"),
        (["--releases", "2.2"], "that compares no two releases"),
        (["--release", "2.2", "--releases", "2.2,2.7"], "that compares no two releases"),
        (["--agent", "greedy", "--releases", "2.2,2.7"], "releases are compared by random games"),
        (["--agent", "genius", "--game", "kaos"], "unknown agent 'genius' (agents for kaos: greedy, random, level)"),
    ],
)
def test_a_release_that_no_game_has_is_bad_input(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_an_absurd_time_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0"]) == 2
    assert "--seconds cannot be 0" in capsys.readouterr().err

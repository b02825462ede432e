"""`esquive bench`: the keys of its JSON and what they have to do with each other."""

import json

import pytest

from esquive.cli.main import main


def test_the_benchmark_names_its_peer_and_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "krosmaster", "--seconds", "1", "--json"]) == 0
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
    assert main(["bench", "--game", "kaos", "--seconds", "0.2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["game"] == "kaos"
    for question in ("copy", "distance", "arc", "sight", "path"):
        assert data[f"{question}_microseconds"] > 0
    assert data["ratio"] is None


def test_an_absurd_time_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0"]) == 2
    assert "--seconds cannot be 0" in capsys.readouterr().err

"""`esquive match` by another release, and the same series under two of them."""

import json
from typing import Any

import pytest

from esquive.cli.main import main

SERIES = ["match", "krosmaster", "--agents", "random", "random", "--games", "2", "--seed", "3"]


def told(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main([*SERIES, *options, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_series_is_played_by_the_release_named(capsys: pytest.CaptureFixture[str]) -> None:
    usual, named, italian = (told(capsys, *more) for more in ([], ["--release", "2.7"], ["--release", "2.2"]))
    for key in ("wins", "decisions", "mean_length"):
        assert usual[key] == named[key]
    assert italian["decisions"] != usual["decisions"]
    assert "measures" not in usual


def test_two_releases_play_the_same_series_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    both = told(capsys, "--releases", "2.2,2.7")["releases"]
    assert list(both) == ["2.2", "2.7"]
    assert both["2.2"]["decisions"] == told(capsys, "--release", "2.2")["decisions"]
    assert set(both["2.7"]["measures"]) >= {"first_player_wins", "gg_stolen", "kos", "locked"}
    assert main([*SERIES, "--releases", "2.2,2.7"]) == 0
    assert "first player wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "fix"),
    [
        (["--release", "2.9"], "2.2, 2.7"),
        (["--releases", "2.2,2.9"], "2.2, 2.7"),
        (["--releases", "2.2,2.7", "--release", "2.2"], "keep one of the two"),
    ],
)
def test_a_release_that_is_not_there_is_refused(
    options: list[str], fix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SERIES, *options]) == 2
    assert fix in capsys.readouterr().err

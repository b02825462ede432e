"""A series as a table of Parquet: a row a game, with what it came to."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from esquive.cli.main import main

SERIES = ["match", "krosmaster", "--agents", "random", "random", "--turn-cap", "3", "--games", "3", "--measures"]


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="it is installed")
def test_whoever_lacks_it_is_told_before_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--parquet", str(tmp_path / "games.parquet")]) == 2
    assert "esquive[parquet]" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_the_table_has_what_is_kept_of_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pyarrow import parquet

    table, kept = tmp_path / "games.parquet", tmp_path / "games.jsonl"
    assert main([*SERIES, "--out", str(kept), "--parquet", str(table)]) == 0
    rows = parquet.read_table(table).to_pylist()
    games = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) == len(games) == 3
    for row, game in zip(rows, games, strict=True):
        assert {key: row[key] for key in game if key != "measures"} == {
            key: value for key, value in game.items() if key != "measures"
        }
        assert all(row[name] == value for name, value in game["measures"].items())

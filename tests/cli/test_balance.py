"""`esquive balance`: what it prints, in words and as JSON, and what it refuses."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main

CHANGE = '[[card]]\nid = "oscar-kass"\noverride = true\nhp = 20\n'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a change in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "change.toml").write_text(CHANGE, encoding="utf-8")
    return tmp_path


def test_a_change_is_told_with_its_interval_by_order_and_by_initiative(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "balance oscar-kass --change change.toml --agent random --games 8 --out kept.jsonl".split()
    assert main([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["card"], data["instead"], data["pairs"], data["games"]) == ("oscar-kass", "oscar-kass", 4, 8)
    assert sum(found["pairs"] for found in data["by_order"].values()) == 4
    assert sum(found["pairs"] for found in data["by_initiative"].values()) <= 4
    assert set(data["uses"]) == {"con", "deviousness"} and 0 <= data["p"] <= 1
    least, most = data["difference"]["interval"]
    assert least <= data["difference"]["score"] <= most
    assert main([*asked, "--language", "fr"]) == 0  # kept: nothing is played again
    told = capsys.readouterr().out
    assert "sans le changement" in told and "nommée en premier" in told and "con" in told


def test_another_card_in_its_place_is_compared_in_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "balance percedal --instead oscar-kass --agent random --games 4 --json".split()
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out)["instead"] == "oscar-kass"
    asked = "balance mel-ysaure --game kaos --instead mel-corvel --agent random --games 4 --turn-cap 3 --json".split()
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out)["uses"] == {}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("balance oscar-kass", "nothing to compare"),
        ("balance oscar-kass --change change.toml --instead percedal", "nothing to compare"),
        ("balance oscar-kas --change change.toml", "oscar-kass"),
        ("balance oscar-kass --instead nobody", "no card 'nobody'"),
        ("balance oscar-kass --change none.toml", "none.toml"),
        ("balance oscar-kass --change change.toml --games 6", "multiple of four"),
        ("balance oscar-kass --change change.toml --agent nobody", "nobody"),
    ],
)
def test_what_cannot_be_compared_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, told: str) -> None:
    assert main(arguments.split()) == 2
    assert told in capsys.readouterr().err

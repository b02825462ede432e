"""`--release FILE`: a release of one's own, for every verb that plays or tells by one."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.main import main
from esquive.krosmaster import releases

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "krosmaster"
SERIES = ("match", "krosmaster", "--agents", "random", "random", "--games", "2", "--turn-cap", "3")


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of a release in which the levels of a team add up to 9; nothing of it stays behind."""
    monkeypatch.setattr(releases, "_added", {})
    file = tmp_path / "short.toml"
    file.write_text('name = "short"\nbase = "2.7"\n\n[team]\nlevel_total = 9\n', encoding="utf-8")
    return file


def told(capsys: pytest.CaptureFixture[str], *words: str | Path, code: int = 0) -> Any:
    assert main([*map(str, words), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def position(tmp_path: Path, release: str) -> Path:
    """A position that names a release."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.rglob("*.toml")))
    text = next(text for text in texts if "do" in tomllib.loads(text)["step"][0])
    lines = [line for line in text.splitlines() if not line.startswith("release")]
    file = tmp_path / "position.toml"
    file.write_text("\n".join([f'release = "{release}"', *lines]) + "\n", encoding="utf-8")
    return file


def test_a_team_is_judged_by_a_release_of_ones_own(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    team = tmp_path / "team.toml"
    team.write_text('cards = ["oscar-kass", "house-woodcutter", "cloud-knight"]\n', encoding="utf-8")
    usual, short = (
        told(capsys, "team", "check", team, code=1),
        told(capsys, "team", "check", team, "--release", own, code=1),
    )
    broken = [{number for one in found["violations"] for number in one["clauses"]} for found in (usual, short)]
    assert broken[0] - broken[1] == {"1.1.1.b"}


def test_a_series_is_played_by_it_in_other_processes_too_and_its_records_verify(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / name for name in ("here", "there")]
    for folder, jobs in zip(folders, "12", strict=True):
        told(capsys, *SERIES, "--release", own, "--records", folder, "--jobs", jobs)
    one, other = ((folder / "2.jsonl").read_text(encoding="utf-8") for folder in folders)
    assert one == other
    assert json.loads(one.splitlines()[0])["release"] == "short"
    assert told(capsys, "replay", folders[0] / "2.jsonl", "--verify", "--release", own)["valid"]


def test_a_series_compares_it_with_another(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(told(capsys, *SERIES, "--releases", f"2.7,{own}")["releases"]) == ["2.7", "short"]


def test_a_position_names_it_for_show_judge_and_scenarios(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = position(tmp_path, "short")
    error = told(capsys, "show", file, code=2)["error"]
    assert 'there is no release "short"' in error["what"]
    assert told(capsys, "show", file, "--release", own)["release"] == "short"
    line = tomllib.loads(file.read_text(encoding="utf-8"))["step"][0]["do"]
    assert told(capsys, "judge", file, "--do", line, "--release", own)["legal"]
    (result,) = told(capsys, "scenario", "run", file, "--release", own)
    assert result["passed"]


def test_it_has_the_clauses_of_the_book_it_goes_by(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "rules", "1.1.1", "--release", own)
    assert (found["clause"], found["release"]) == ("1.1.1", "2.7")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["team", "check", "x.toml", "--release", "none.toml"], "No such file or directory"),
        (["team", "check", "x.toml", "--release", "OWN", "--game", "kaos"], "kaos has one release only"),
        (["scenario", "run", "x.toml", "--release", "2.2"], "'2.2' is no file"),
        (["bench", "--release", "none.toml"], "No such file or directory"),
        (["match", "kaos", "--agents", "random", "random", "--release", "OWN"], "kaos has one release only"),
    ],
)
def test_what_is_no_release_is_told(words: list[str], what: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [str(own) if word == "OWN" else word for word in words]
    assert told(capsys, *given, code=2)["error"]["what"] == what

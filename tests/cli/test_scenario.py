"""`esquive scenario run`."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main

SCENARIO = """
title = "A step costs one MP"
clauses = ["6.3.2"]
game = "krosmaster"
turn = { player = "p1", unit = "oscar-kass", phase = "activation" }
board.map = ". . . ."
unit = [
  { card = "oscar-kass", owner = "p1", at = "a1" },
  { card = "bill-tell", owner = "p2", at = "d1" },
]
[[step]]
do = "move b1"
expect = { "unit.oscar-kass.at" = "b1" }
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["scenario", "run", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_files_that_pass_exit_0_with_one_json_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "one.toml", SCENARIO)
    code, out, err = run(capsys, file, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == [{"file": file, "title": "A step costs one MP", "passed": True, "failures": []}]


def test_a_game_that_does_otherwise_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "one.toml", SCENARIO.replace('= "b1" }', '= "c1" }'))
    code, out, err = run(capsys, file)
    assert (code, err) == (1, "")
    assert f"{file}:13: step 1: expected unit.oscar-kass.at = 'c1', found 'b1'" in out


def test_a_die_too_many_is_bad_input_and_disturbs_no_other_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = write(tmp_path, "a.toml", SCENARIO + 'dice = ["lock"]\n')
    good = write(tmp_path, "b.toml", SCENARIO)
    code, out, err = run(capsys, bad, good, "--json")
    assert code == 2
    assert err == f"esquive scenario: {bad}:14: step 1: dice nobody rolled: lock (remove them)\n"
    assert [entry["passed"] for entry in json.loads(out)] == [False, True]


def test_a_folder_stands_for_its_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path, "b.toml", SCENARIO)
    write(tmp_path / "inner", "a.toml", SCENARIO)
    code, out, _ = run(capsys, str(tmp_path), "--json")
    assert (code, len(json.loads(out))) == (0, 2)


def test_a_folder_without_scenarios_and_a_missing_file_are_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, str(tmp_path))[0] == 2
    code, _, err = run(capsys, str(tmp_path / "none.toml"))
    assert code == 2
    assert err.count("\n") == 1


def test_two_figures_on_one_cell_are_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "one.toml", SCENARIO.replace('at = "d1"', 'at = "a1"'))
    code, _, err = run(capsys, file, "--json")
    assert code == 2
    assert "a1 already holds oscar-kass" in err

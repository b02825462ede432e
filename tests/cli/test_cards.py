"""`esquive cards` and `esquive team`: what they print, and their exit codes."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main

TEAM = 'name = "Mine"\ncards = ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]\n'


def told(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_coverage_counts_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, "cards", "coverage")
    assert isinstance(data, dict)
    assert set(data) == {"printed", "playable", "house", "conflicting", "unimplemented"}
    assert data["playable"] + data["unimplemented"] == data["printed"]
    assert data["playable"] >= 24


def test_the_list_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = told(capsys, "cards", "list", "--collection", "dks1", "--playable")
    assert isinstance(rows, list)
    assert "oscar-kass" in {row["id"] for row in rows}
    assert {row["collection"] for row in rows} == {"dks1"}
    assert all(row["playable"] for row in rows)


@pytest.mark.parametrize("thing", ["oscar-kass", "water-bomb", "aero-boost", "elemental"])
def test_a_card_a_summon_a_reward_and_an_arena_are_shown(thing: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", thing]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 1
    data = told(capsys, "cards", "show", thing)
    assert isinstance(data, dict)
    assert data["id"] == thing


def test_a_card_is_shown_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "oscar-kass", "--language", "it"]) == 0
    assert "Furto di Vita." in capsys.readouterr().out


def test_a_pack_with_a_misspelt_key_is_bad_input_told_with_the_key_that_was_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pack.toml"
    path.write_text('[[card]]\nid = "x"\nlevl = 3\n', encoding="utf-8")
    assert main(["cards", "check", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "missing key 'level'" not in said.err
    assert f"{path}:3: unknown key 'levl' in card 'x' (did you mean 'level'?)" in said.err


def test_a_pack_that_decodes_but_makes_no_sense_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(
        '[[summon]]\nid = "x"\nname = { en = "X" }\ncategory = "mob"\nmp = "-"\nhp = 1\nap = 1\n', encoding="utf-8"
    )
    assert main(["cards", "check", str(tmp_path), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["files"] == 1
    assert [finding["code"] for finding in report["findings"]] == ["KC303"]


def test_a_legal_team_exits_with_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "team.toml"
    path.write_text(TEAM, encoding="utf-8")
    assert main(["team", "check", str(path), "--format", "constructed"]) == 0
    assert capsys.readouterr().out == "Mine: legal for Constructed\n"


def test_an_illegal_team_exits_with_1_and_names_the_clauses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "team.toml"
    path.write_text(TEAM.replace("lil-healey", "goultard") + 'banned = ["oscar-kass"]\n', encoding="utf-8")
    assert main(["team", "check", str(path), "--format", "constructed", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [violation["clauses"] for violation in report["violations"]] == [["1.1.1.b"], ["1.1.1.h"]]


def test_a_team_is_judged_in_the_language_of_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "team.toml"
    path.write_text(TEAM.replace("lil-healey", "goultard"), encoding="utf-8")
    assert main(["team", "check", str(path), "--format", "constructed", "--language", "fr"]) == 1
    broken, verdict = capsys.readouterr().out.splitlines()
    assert broken.startswith("1.1.1.b: Les niveaux d'une équipe totalisent 12\u00a0; ceux-ci totalisent")
    assert verdict == "Mine\u00a0: illégale au format Construit"


def test_an_unknown_card_in_a_team_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "team.toml"
    path.write_text(TEAM.replace("anna-tommy", "ana-tommy"), encoding="utf-8")
    assert main(["team", "check", str(path), "--format", "limited"]) == 2
    assert "team.toml:2: no card 'ana-tommy' in 'cards' (did you mean 'anna-tommy'?)" in capsys.readouterr().err

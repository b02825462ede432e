"""All that is wrong with a card file is told at once, each with its file, line or key, and card."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main

WOLF = """\
[[card]]
id = "lone-wolf"
name = { en = "Lone Wolf" }
colour = "whit"
levl = 3
initiative = "four"
mp = 4
hp = 9
ap = 6

[[card.spell]]
id = "bite"
range = { kind = "close-combat" }
cost = { ap = 3 }
kind = "attack"
element = "erth"
base = 2
do = [{ op = "push-bak", x = 1 }, { op = "push-back", y = 1 }, { op = "push-back", x = "far" }]
"""
OTHER = """
[[card]]
id = "other-wolf"
name = { en = "Other Wolf }

[[summon]]
id = "cub"
hp = 0
"""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The lines of errors, without the program's name."""
    assert main(["cards", "check", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return [line.removeprefix("esquive cards: ") for line in err.splitlines()]


def faults(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.removeprefix(f"{path}:") for line in told(capsys, str(path))]


def test_every_fault_of_a_card_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wolf.toml"
    path.write_text(WOLF, encoding="utf-8")
    assert [line.partition(" (")[0] for line in faults(path, capsys)] == [
        "4: unknown colour 'whit' in card 'lone-wolf'",
        "5: unknown key 'levl' in card 'lone-wolf'",  # and not that 'level' is missing
        "6: 'initiative' in card 'lone-wolf': expected `int`, got `str`",
        "16: unknown element 'erth' in card 'lone-wolf' spell 'bite'",
        "18: unknown op 'push-bak' in card 'lone-wolf' spell 'bite' do 'push-bak'",
        "18: unknown key 'y' in card 'lone-wolf' spell 'bite' do 'push-back'",
        "18: missing key 'x' in card 'lone-wolf' spell 'bite' do 'push-back'",
        "18: 'x' in card 'lone-wolf' spell 'bite' do 'push-back': expected `int`, got `str`",
        "11: missing key 'name' in card 'lone-wolf' spell 'bite'",
    ]


def test_a_fault_of_syntax_hides_no_other_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wolves.toml"
    path.write_text(WOLF + OTHER, encoding="utf-8")
    found = faults(path, capsys)
    assert found[:9][0].startswith("4: unknown colour 'whit'")
    assert found[9].startswith("22: is not TOML: Illegal character '\\n' in card 'other-wolf'")
    assert "26: 'hp' in summon 'cub': expected `int` >= 1" in found[10]
    assert all("summon 'cub'" in line for line in found[10:])


def test_two_faults_of_syntax_are_both_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wolves.toml"
    path.write_text('[[card]]\nid = "one"\nhp = \n\n[[card]]\nid = "two"\nname = {\n', encoding="utf-8")
    lines = faults(path, capsys)
    assert [line.partition(":")[0] for line in lines if "is not TOML" in line] == ["3", "7"]
    assert ["in card 'one'" in lines[0], "in card 'two'" in lines[-1]] == [True, True]


def test_the_faults_of_every_file_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text('[[card]]\nid = "x"\nlevl = 3\n', encoding="utf-8")
    lines = told(capsys, str(tmp_path), str(tmp_path / "none.toml"))
    assert {line.partition(".toml")[0].rpartition("/")[2] for line in lines} == {"a", "b", "none"}


def test_they_are_one_document_with_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wolf.toml"
    path.write_text(WOLF, encoding="utf-8")
    assert main(["cards", "check", str(path), "--json", "--language", "fr"]) == 2
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert err == ""
    assert len(data["errors"]) == 9
    assert data["error"] == data["errors"][0]
    assert data["errors"][1]["where"] == f"{path}:5"


def test_a_file_of_kaos_has_all_its_faults_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "horde.toml"
    path.write_text('[[horde]]\nid = "ours"\nnme = "Ours"\nfighters = 3\n', encoding="utf-8")
    lines = told(capsys, str(path))
    assert len(lines) > 2
    assert all(str(path) in line and "'ours'" in line for line in lines)
    assert "unknown field `nme`" in lines[0]


def test_a_fault_before_the_first_table_is_told_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('a = 1\na = 2\n\n[[card]]\nid = "b"\nlevl = 3\n', encoding="utf-8")
    lines = faults(path, capsys)
    assert lines[0].startswith("2: is not TOML: Cannot overwrite a value")
    assert lines[1].startswith("6: unknown key 'levl' in card 'b'")

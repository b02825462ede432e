"""`-` in place of a file is standard input, for every verb that reads one."""

import io
import json
import sys
from pathlib import Path

import pytest

from esquive.cli.input_files import file_named
from esquive.cli.main import main
from esquive.core.errors import DocumentError

TESTS = Path(__file__).parents[1]
POSITION = sorted((TESTS / "scenarios" / "krosmaster").rglob("*.toml"))[0]
RECORD = TESTS / "records" / "limited.jsonl"
TEAM = 'name = "Ours"\ncards = ["oscar-kass", "house-woodcutter", "cloud-knight"]\n'
HORDE = 'cards = ["mel-ysaure"]\npoints = 100\n'


def given(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Something comes by standard input, whatever encoding the terminal has."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out + captured.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["judge", "FILE", "--do", "end"], POSITION.read_text(encoding="utf-8")),
        (["show", "FILE"], POSITION.read_text(encoding="utf-8")),
        (["scenario", "run", "FILE"], POSITION.read_text(encoding="utf-8")),
        (["replay", "FILE", "--verify"], RECORD.read_text(encoding="utf-8")),
        (["team", "check", "FILE"], TEAM),
        (["team", "check", "FILE", "--game", "kaos"], HORDE),
        (["cards", "check", "FILE"], '[[card]]\nid = "lone-wolf"\n'),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_a_verb_says_of_standard_input_what_it_says_of_the_file(
    words: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.toml"
    file.write_text(text, encoding="utf-8")
    code, expected = told(capsys, *(str(file) if word == "FILE" else word for word in words))
    given(monkeypatch, text)
    assert told(capsys, *("-" if word == "FILE" else word for word in words)) == (
        code,
        expected.replace(str(file), "-"),
    )


def test_a_position_as_json_comes_by_standard_input_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = told(capsys, "show", str(POSITION), "--json")[1]
    given(monkeypatch, position)
    assert json.loads(told(capsys, "show", "-", "--json")[1]) == json.loads(position)


def test_what_is_no_utf8_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    given(monkeypatch, b"\xff\xfe")
    assert told(capsys, "show", "-") == (2, "esquive show: -: is not UTF-8 text (save it as UTF-8)\n")


def test_standard_input_is_read_once_and_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, "one\r\ntwo é\n")
    file = file_named("-")
    assert file.stat().st_size == 12
    assert [file.read_text(encoding="utf-8") for _ in range(2)] == ["one\ntwo é\n"] * 2
    assert not file.is_dir()
    assert type(file_named("a.toml")) is type(Path())


def test_a_file_called_by_another_name_is_a_file() -> None:
    with pytest.raises(DocumentError, match="cannot be read"):
        from esquive.cli.positions import read_position

        read_position(file_named("./-"))

"""`esquive link`, and links in place of files."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main
from tests.cli.test_judge import POSITION

KAOS = Path(__file__).parents[1] / "scenarios"


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.toml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def output(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(list(words)) == code
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def test_a_link_is_judged_as_the_file_it_was_made_of(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    link, text = output(
        capsys, "link", position, "--do", "cast con c1", "--site", "https://example.org/app"
    ).splitlines()
    assert link.startswith("https://example.org/app/#/desk/1") and text.startswith("Con on c1: legal; ")
    assert output(capsys, "judge", link) == output(capsys, "judge", position, "--do", "cast con c1")
    assert output(capsys, "judge", link, "--do", "move b1", code=1) != ""
    shown = json.loads(output(capsys, "show", link, "--json"))
    assert shown == json.loads(output(capsys, "show", position, "--json"))


def test_lines_before_and_answers_travel_with_it(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(
        output(capsys, "link", position, "--do", "end", "--after", "cast con c1", "critical", "lock", "--json")
    )
    assert told["characters"] == len(told["link"]) and told["text"].startswith("End")
    assert json.loads(output(capsys, "judge", told["link"], "--json"))["legal"] is True
    shown = json.loads(output(capsys, "show", told["link"], "--json"))
    assert next(unit for unit in shown["unit"] if unit["id"] == "bill-tell")["injuries"] == 2
    again = json.loads(output(capsys, "link", told["link"], "--json"))
    assert again["link"] == told["link"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["judge", "#/desk/1nonsense"], "the link has been cut short or changed"),
        (["show", "https://example.org/#/desk/"], "the link holds no question"),
        (["link", "POSITION", "--do", "jump"], "unknown verb"),
        (["link", "POSITION", "--do", "end", "--after", "cast con c1"], "nobody is asked to decide there"),
        (["judge", "POSITION"], "no line is to be judged"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: list[str], message: str, position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([position if word == "POSITION" else word for word in words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1

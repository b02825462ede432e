"""Studies on the command line: as links and as files, all of them or one chapter."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main
from tests.cli.test_link import output
from tests.core.test_study_files import LOCKS, written


@pytest.fixture
def study(tmp_path: Path) -> str:
    path = tmp_path / "locks.study.json"
    path.write_text(written(), encoding="utf-8")
    return str(path)


def test_a_study_is_told_chapter_by_chapter(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    judged = output(capsys, "judge", study)
    assert judged.startswith("Locks\n\n1. Two lockers\n   Who rolls first?\n   Con on c1: legal; Bill Tell: 1 injury")
    assert "   b1 → c1, a2\n" in judged
    shown = output(capsys, "show", study)
    assert shown.count("wild GG") == 2 and "Who rolls first?" in shown
    assert "Arnaque en c1 : légal" in output(capsys, "judge", study, "--lang", "fr").replace("\u00a0", " ")


def test_a_file_becomes_a_link_that_says_the_same(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    link, title = output(capsys, "link", study, "--site", "https://example.org").splitlines()
    assert link.startswith("https://example.org/#/study/1") and title == "Locks"
    assert output(capsys, "judge", link) == output(capsys, "judge", study)
    told = json.loads(output(capsys, "show", link, "--json"))
    assert (told["title"], len(told["chapters"])) == ("Locks", len(LOCKS.chapters))
    assert told["chapters"][0]["text"].startswith("Con on c1: legal")
    assert json.loads(output(capsys, "link", study, "--json"))["text"] == "Locks"


def test_one_chapter_is_a_question_as_any_other(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "legal" in output(capsys, "judge", study, "--chapter", "1")
    link = output(capsys, "link", study, "--chapter", "1").splitlines()[0]
    assert output(capsys, "judge", link) == output(capsys, "judge", study, "--chapter", "1")
    assert "oscar-kass" in output(capsys, "show", study, "--chapter", "2")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["judge", "STUDY", "--do", "end"], "the study has several questions"),
        (["show", "STUDY", "--svg", "picture.svg"], "say which chapter by --chapter N"),
        (["show", "STUDY", "--chapter", "3"], "there is no chapter 3 (name one from 1 to 2)"),
        (["show", "POSITION", "--chapter", "1"], "it is no study"),
        (["show", "BROKEN"], "chapters[0].arrows: are no arrows"),
    ],
)
def test_what_fits_no_study_is_told(
    words: list[str], message: str, study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(LOCKS.chapters[0].question.document), encoding="utf-8")
    broken = tmp_path / "broken.study.json"
    broken.write_text(written(chapters=[{"position": {}, "arrows": "b1 c1"}]), encoding="utf-8")
    names = {"STUDY": study, "POSITION": str(position), "BROKEN": str(broken)}
    assert main([names.get(word, word) for word in words]) == 2
    assert message in capsys.readouterr().err

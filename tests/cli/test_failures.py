"""How the program ends when something goes wrong: a line or a document, the exit code, and nothing half written."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.core.whole_files import write_whole

FULL = Path("/dev/full")
has_full_disk = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def ran(*words: str, out: int = subprocess.PIPE, **environment: str) -> tuple[int, str, str]:
    """Exit code, output and errors of the program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "esquive.cli.main", *words],
        check=False,
        stdout=out,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """The error told as JSON; nothing else was printed."""
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    assert list(found) == ["error"]
    assert list(found["error"]) == ["what", "where", "fix"]
    error: dict[str, str] = found["error"]
    return error


@pytest.mark.parametrize(
    ("words", "what", "fix"),
    [
        (["judge", "nowhere.toml", "--do", "end"], "cannot be read: No such file or directory", "name a position"),
        (["cards", "show", "oskar-kass"], "the catalogue has no 'oskar-kass'", "oscar-kass"),
        (["match", "krosmaster", "--agents", "random", "random", "--games", "0"], "--games cannot be 0", "from 1"),
    ],
)
def test_an_error_is_a_document_where_json_is_asked_for(
    words: list[str], what: str, fix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 2
    error = document(capsys)
    assert what in error["what"]
    assert fix in error["fix"]


def test_a_scenario_that_cannot_be_read_is_a_result_like_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "run", "nowhere.toml", "--json"]) == 2
    (result,) = json.loads(capsys.readouterr().out)
    assert not result["passed"]
    assert "cannot be read" in result["failures"][0]


@pytest.mark.parametrize(
    ("words", "what", "where"),
    [
        (["balance", "--json"], "the following arguments are required: CARD", "esquive balance"),
        (["team", "check", "--json"], "the following arguments are required: FILE", "esquive team check"),
        (["show", "x.toml", "--json", "--dance"], "unrecognized arguments: --dance", "esquive"),
        (["shwo", "--json"], 'there is no verb "shwo"; did you mean show?', "esquive"),
    ],
)
def test_arguments_that_no_verb_takes_are_told_as_a_document_too(
    words: list[str], what: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert document(capsys) == {"what": what, "where": where, "fix": f"see {where} --help"}


def test_an_error_as_a_document_speaks_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "nowhere.toml", "--do", "end", "--json", "--language", "fr"]) == 2
    assert document(capsys)["fix"] == "nommez un fichier de position ou de scénario"


@has_full_disk
def test_an_output_on_a_full_disk_is_one_line() -> None:
    with FULL.open("wb") as full:
        code, _, err = ran("docs", "--read", "list", out=full.fileno())
    assert code == 2
    assert err == "esquive docs: standard output: cannot be written: No space left on device\n"


def test_who_reads_a_pipe_may_go_away() -> None:
    reading, writing_end = os.pipe()
    os.close(reading)
    try:
        code, _, err = ran("docs", "--read", "list", out=writing_end)
    finally:
        os.close(writing_end)
    assert (code, err) == (0, "")


def test_a_closed_standard_output_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["rules", "1.1"]) == 2
    assert capsys.readouterr().err == "esquive rules: the standard output is closed (leave it open)\n"


def test_an_encoding_without_accents_is_one_line_that_says_which_letter() -> None:
    words = ("team", "check", "nowhere.toml", "--language", "fr")
    assert ran(*words, PYTHONIOENCODING="ascii")[0] == 2  # errors are written in any encoding
    code, _, err = ran("rules", "--language", "fr", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert code == 2
    assert err.count("\n") == 1
    assert "ascii (posez PYTHONIOENCODING=utf-8)" in err
    assert "Traceback" not in err


def test_ctrl_c_anywhere_is_one_line_and_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("esquive.cli.judge.question_or_study", interrupted)
    assert main(["judge", "x.toml", "--do", "end"]) == 130
    assert capsys.readouterr().err == "esquive judge: interrupted\n"
    assert main(["judge", "x.toml", "--do", "end", "--json"]) == 130
    assert document(capsys)["what"] == "interrupted"


def test_a_file_that_cannot_be_written_whole_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "picture.svg"
    write_whole(file, "first")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(EsquiveError, match="cannot be written: No space left on device"):
        write_whole(file, "second")
    assert file.read_text(encoding="utf-8") == "first"
    assert [one.name for one in tmp_path.iterdir()] == ["picture.svg"]


def test_a_file_written_anew_keeps_its_rights_and_a_link_its_file(tmp_path: Path) -> None:
    file, link = tmp_path / "record.jsonl", tmp_path / "link.jsonl"
    file.write_text("first", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "second")
    assert link.is_symlink()
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("second", 0o640)


@has_full_disk
def test_what_is_no_ordinary_file_is_written_as_it_is() -> None:
    with pytest.raises(EsquiveError, match="/dev/full: cannot be written: No space left on device"):
        write_whole(FULL, "x")


def test_help_is_a_verb_and_the_version_has_a_short_option(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["help", "team", "check"], ["team", "check", "--help"], ["help"], ["-V"], ["--version"]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 0
    out = capsys.readouterr().out
    assert out.count("usage: esquive team check") == 2
    assert out.count("usage: esquive VERB") == 1
    assert out.splitlines()[-1] == out.splitlines()[-2]
    with pytest.raises(SystemExit):
        main(["help", "shwo"])
    assert "did you mean show?" in capsys.readouterr().err

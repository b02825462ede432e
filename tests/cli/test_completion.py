"""Completion on the command line: what a shell is offered, and the scripts that ask for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from esquive.cli.completion import SHELLS, verb_before
from esquive.cli.main import VERBS, main


def offered(line: str, file: Path) -> list[str]:
    """What the program offers at the end of a line, as argcomplete asks for it."""
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(file), "_ARGCOMPLETE_IFS": "\n"}
    place = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    code = "from esquive.cli.main import main; main()"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **asked, **place}, cwd=file.parent)
    return file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("esquive ", {*VERBS, "help"}),
        ("esquive help tea", {"team"}),
        ("esquive cards list --game k", {"krosmaster", "kaos"}),
        ("esquive team check ", {"wolf.toml", "--format"}),
    ],
)
def test_verbs_options_choices_and_files_are_offered(line: str, some: set[str], tmp_path: Path) -> None:
    (tmp_path / "wolf.toml").touch()
    found = {one.rstrip() for one in offered(line, tmp_path / "offered")}
    assert some <= found
    if not line.endswith(" "):
        assert found == some


@pytest.mark.parametrize(
    ("line", "verb"),
    [("esquive ", ""), ("esquive car", ""), ("esquive cards ", "cards"), ("esquive cards list --ga", "cards")],
)
def test_a_verb_is_one_once_a_blank_follows(line: str, verb: str) -> None:
    assert verb_before({"COMP_LINE": line, "COMP_POINT": str(len(line))}) == verb


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "esquive" in script
    assert "_ARGCOMPLETE" in script
    program = shutil.which(shell)
    if program is not None:
        subprocess.run([program, "-n"], input=script, text=True, check=True)  # reads it, and runs nothing


def test_an_unknown_shell_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["completion", "tcsh"])
    assert "choose from" in capsys.readouterr().err

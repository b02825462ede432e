"""`tools/soak.py`: what it counts as failed, and what it tells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.soak import WHOLE, Failure, busy, failures_of, told

ROOT = Path(__file__).parents[2]
SUITE = """
import pytest
from pathlib import Path

@pytest.fixture
def untidy():
    yield
    raise OSError("left open")

def test_good():
    pass

def test_now_and_then():
    seen = Path(__file__).with_name("seen")
    first, _ = not seen.exists(), seen.touch()
    assert not first, "only the first time"

def test_untidy(untidy):
    pass
"""


def test_each_test_that_failed_in_some_round_is_told_with_how_often_and_the_kept_output(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, str(ROOT / "tools" / "soak.py"), "--times", "2", "--busy", "0", "--jobs", "0"]
    done = subprocess.run(
        [*command, "-p", "xdist.plugin", "test_suite.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 1, done.stderr
    assert [line.strip() for line in lines[2::2]] == [
        "2 of 2  test_suite.py::test_untidy",
        "1 of 2  test_suite.py::test_now_and_then",
    ]
    assert "left open" in lines[3] and "only the first time" in lines[5]
    assert "only the first time" in (tmp_path / "build/soak/1/printed.txt").read_text()
    assert "only the first time" not in (tmp_path / "build/soak/2/printed.txt").read_text()


@pytest.mark.parametrize("status", [1, 2, 3, 4, 5, -9])
def test_a_run_that_ends_badly_and_blames_no_test_has_failed_as_a_whole(tmp_path: Path, status: int) -> None:
    assert [one.test for one in failures_of(tmp_path / "nothing.xml", status)] == [WHOLE]
    assert failures_of(tmp_path / "nothing.xml", 0) == []


def test_a_test_that_fails_twice_in_a_round_has_failed_in_one_round() -> None:
    twice = [Failure("a", "at work"), Failure("a", "on the way out")]
    assert told([twice, [], [Failure("b", "slow"), Failure("a", "again")]])[0].startswith("  2 of 3  a\n")
    assert told([[], []]) == ["nothing failed in 2 rounds"]


def test_what_keeps_the_processors_busy_ends_with_it() -> None:
    with busy(2) as processes:
        assert [one.poll() for one in processes] == [None, None]
    assert all(one.poll() is not None for one in processes)

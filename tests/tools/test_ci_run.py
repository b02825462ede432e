"""`.ci/run`: what fails once and then passes alone is told and passes; whatever else fails in `make test` fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# As in the Makefile of the project: `make test` is some checks and then `make tests`, which takes JOBS and ARGS.
MAKEFILE = """
.PHONY: test tests
JOBS ?= 0
test:
	@echo run of $(KIND) >> runs
	@$(CHECK)
	@$(MAKE) --no-print-directory tests
tests:
	@echo tests with $(JOBS) >> runs
	@.venv/bin/python -m pytest -q -p xdist.plugin -o cache_dir=build/pytest -n $(JOBS) $(ARGS)
"""
SUITE = """
import pytest
from pathlib import Path

def test_good():
    pass

@pytest.mark.parametrize("name", ["a é", 'b "c"'])
def test_shaky(name, pytestconfig):
    seen = pytestconfig.rootpath / f"seen-{ord(name[0])}"
    first, _ = not seen.exists(), seen.touch()
    assert not first
"""
BAD = SUITE + "\ndef test_bad():\n    assert False\n"
INTERRUPTED = SUITE + "\ndef test_interrupted():\n    raise KeyboardInterrupt\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in (".ci", "tests", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    shutil.copy(ROOT / "tests/conftest.py", tmp_path / "tests")
    python = tmp_path / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def ran(project: Path, suite: str, *more: str) -> tuple[int, list[str], list[str]]:
    """The exit status, the tests that are told to be flaky, and what was run."""
    (project / "tests/test_suite.py").write_text(suite)
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MAKE", "MFLAGS"))}
    usual["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(
        [project / ".ci/run", "KIND=whole", *(more or ["CHECK=true"])],
        capture_output=True,
        text=True,
        check=False,
        env=usual,
    )
    told = [line.partition("FLAKY: ")[2] for line in done.stdout.splitlines() if line.startswith("FLAKY: ")]
    return done.returncode, told, (project / "runs").read_text().splitlines()


def test_what_fails_once_and_passes_alone_is_told_by_its_name_and_the_run_passes(project: Path) -> None:
    (project / "Makefile").write_text(MAKEFILE.replace("JOBS ?= 0", "JOBS ?= 2"))
    status, told, runs = ran(project, SUITE)
    assert status == 0
    assert len(told) == 2 and all(one.startswith("tests/test_suite.py::test_shaky[") for one in told)
    assert runs == ["run of whole", "tests with 2", "tests with 0"]


def test_what_fails_again_fails_the_run_and_nothing_is_called_flaky(project: Path) -> None:
    status, told, runs = ran(project, BAD)
    assert status != 0 and told == []
    assert runs == ["run of whole", "tests with 0", "tests with 0"]


@pytest.mark.parametrize(
    ("suite", "check"),
    [(SUITE, "false"), (INTERRUPTED, "true"), ("import nothing_of_that_name", "true"), ("", "true")],
    ids=["a check beside the tests", "tests cut off", "tests that cannot be collected", "no tests"],
)
def test_whatever_else_fails_fails_the_run_and_nothing_is_tried_again(project: Path, suite: str, check: str) -> None:
    status, told, runs = ran(project, suite, f"CHECK={check}")
    assert status != 0 and told == []
    assert runs.count("tests with 0") <= 1

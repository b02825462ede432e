"""The wheel as `make wheel` builds it, installed where there is nothing else: no checkout, no Node, another folder."""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from esquive.cli.docs import INDEXES
from esquive.cli.main import main
from tests.wheel.installing import Installed

ROOT = Path(__file__).resolve().parents[2]


def shared(factory: pytest.TempPathFactory) -> Path:
    """A folder of this run that all its processes see."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The wheel, built once a run whatever the number of processes."""
    folder = shared(tmp_path_factory) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*.whl")):
            assert main(["docs", INDEXES]) == 0
            command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    yield built


def borrow(requirements: Path, packages: Path) -> None:
    """Lends the pinned packages, as `make` has installed them for the tests, to another environment, and no others.

    So nothing is fetched or compiled a second time; what the list leaves out is missing there.
    """
    for name in re.findall(r"^([\w.-]+)==", requirements.read_text(encoding="utf-8"), re.MULTILINE):
        found = distribution(name)
        for part in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
            if not (packages / part).exists():
                (packages / part).symlink_to(str(found.locate_file(part)))


def installed_with(wheel: Path, requirements: str) -> Installed:
    """The wheel and the pinned packages of a list, installed once a run into an environment of their own."""
    environment = wheel.parent / requirements
    with (wheel.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (environment / "complete").is_file():
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
            (packages,) = environment.glob("lib/python*/site-packages")
            borrow(ROOT / "requirements" / f"{requirements}.txt", packages)
            pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "--no-input"]
            command = [*pip, "install", "--quiet", "--no-index", "--no-compile", str(wheel)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            (environment / "complete").touch()
    elsewhere = environment / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    return Installed(environment, elsewhere)


@pytest.fixture(scope="session")
def installed(wheel: Path) -> Installed:
    """With the server, for one process or several, and completion."""
    return installed_with(wheel, "run")


@pytest.fixture(scope="session")
def bare(wheel: Path) -> Installed:
    """With nothing that an extra brings."""
    return installed_with(wheel, "bare")

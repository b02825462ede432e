"""The wheel holds what the program needs: the built web client, the data of the games, the command."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "esquive"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as opened:
        yield opened


def test_the_web_client_travels_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "esquive/server/static/index.html" in names
    assert [name for name in names if name.startswith("esquive/server/static/") and name.endswith(".js")] != []


def test_every_data_file_of_the_games_travels_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    data = {
        path.relative_to(PACKAGE.parent).as_posix()
        for pattern in ("*.toml", "*.tsv", "*.po", "*.mo", "*.typed")
        for path in PACKAGE.rglob(pattern)
    }
    assert "esquive/py.typed" in data
    assert data - set(wheel.namelist()) == set()


def test_the_wheel_brings_the_command_and_the_notices(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    (scripts,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
    assert "esquive = esquive.cli.main:main" in wheel.read(scripts).decode()
    assert {name.rsplit("/", 1)[-1] for name in names if "/licenses/" in name} >= {"LICENSE", "NOTICE.md"}

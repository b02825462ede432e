"""The supported Pythons are the same wherever they are listed, and forges run what everybody runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def supported() -> list[str]:
    """The versions that the package declares."""
    return re.findall(
        r"Programming Language :: Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("name", ["Makefile", ".github/workflows/ci.yml", ".gitlab-ci.yml"])
def test_every_supported_python_is_tried(name: str) -> None:
    lists = re.findall(r"(?:PYTHONS :=|python:|PYTHON:) +(.*3\.\d+.*)", (ROOT / name).read_text(encoding="utf-8"))
    assert lists
    assert [re.findall(r"3\.\d+", line) for line in lists] == [supported()] * len(lists)


@pytest.mark.parametrize("name", [".github/workflows/ci.yml", ".gitlab-ci.yml"])
def test_a_forge_runs_what_everybody_runs(name: str) -> None:
    commands = re.findall(r"(?:run: |- )((?:make|\.ci/)\S* ?\w*)", (ROOT / name).read_text(encoding="utf-8"))
    assert commands == [".ci/run PYTHON", "make check"]


def test_what_a_forge_runs_is_make_test() -> None:
    assert "\nmake test " in (ROOT / ".ci/run").read_text(encoding="utf-8")

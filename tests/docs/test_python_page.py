"""The page for people who write Python does what it says, and the API pages are built from the docstrings."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"


def test_every_example_of_the_page_runs_as_printed() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted >= 45 and result.failed == 0


def test_every_local_link_of_the_page_leads_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", PAGE.read_text(encoding="utf-8")) if "://" not in link]
    assert len(links) >= 3
    assert [link for link in links if not (PAGE.parent / link).is_file()] == []


@pytest.mark.again
def test_the_api_pages_are_built_without_a_warning(tmp_path: Path) -> None:
    """Of what the page speaks of; `make api`, a part of `make check`, builds those of every module."""
    modules = ["esquive.core", "esquive.agents", "esquive.krosmaster.game", "esquive.kaos.game"]
    command = [sys.executable, "-W", "error", "-m", "pdoc", "--output-directory", str(tmp_path), *modules]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "cast con d4" in (tmp_path / "esquive" / "core" / "position.html").read_text(encoding="utf-8")

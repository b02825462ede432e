"""The README does what it says."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_readme_s_python_session_runs_as_printed() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 8 and result.failed == 0


def test_every_local_link_of_the_readme_leads_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert len(links) > 8
    assert [link for link in links if not (ROOT / link).is_file()] == []

"""Documents name the verbs and releases there are."""

import re
from pathlib import Path

import pytest

from esquive.cli.main import HELP, VERBS
from esquive.krosmaster.releases import release_names

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_document_names_verbs_that_there_are(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:`|^|\()esquive ([a-z]+)", text, re.MULTILINE)
    assert set(named) <= {*VERBS, HELP}


def test_the_page_of_notation_names_every_release() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    (sentence,) = re.findall(r"Releases? [^.]*(?:\.\d[^.]*)* can be played", " ".join(text.split()))
    assert all(name in sentence for name in release_names())

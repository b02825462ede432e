"""Where the scanners find citations, and where they must not."""

from pathlib import Path

import pytest

from esquive.core.citations import CODE, SCENARIO, TEST, Site, names_of_tests, scan_code, scan_scenarios, scan_tests
from esquive.core.clauses import Grammar
from esquive.core.errors import DocumentError

GRAMMAR = Grammar(("KA",))

CODE_TEXT = '''"""A chapter [KA 4.14]."""

LOSS = 3  # [KA 4.14.2.d]


class Block:
    """The procedure [KA 4.14.2]."""

    def roll(self):
        """One enemy rolls.

        [KA 4.14.2.b] [Ruling R50]
        """
        text = "[KA 9.9.9]"

        def inner():
            return text  # [KA 4.14.5]

        return inner  # [KA 4.14.2.e]
'''

TEST_TEXT = '''"""Tests of chapter [KA 4.14]."""


def helper():
    """No test [KA 4.14.1]."""


def test_locked():
    """Three MP are lost [KA 4.14.2.d]."""
    assert helper() is None  # [KA 4.14.2.e]


class TestBlock:
    async def test_caught(self):
        """[KA 4.14.2.d, 4.14.3]"""
'''


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_code_is_cited_in_docstrings_and_comments_but_not_in_other_strings(tmp_path: Path) -> None:
    write(tmp_path, "src/esquive/game/block.py", CODE_TEXT)
    sites = scan_code(tmp_path, "src/esquive/game", GRAMMAR)
    path = "src/esquive/game/block.py"
    assert sites == [
        Site(CODE, "KA", "4.14", path, "", 1),
        Site(CODE, "KA", "4.14.2.d", path, "", 3),
        Site(CODE, "KA", "4.14.2", path, "Block", 7),
        Site(CODE, "KA", "4.14.2.b", path, "Block.roll", 12),
        Site(CODE, "Ruling", "R50", path, "Block.roll", 12),
        Site(CODE, "KA", "4.14.5", path, "Block.roll.inner", 17),
        Site(CODE, "KA", "4.14.2.e", path, "Block.roll", 19),
    ]
    assert {site.module for site in sites} == {"esquive.game.block"}


def test_only_the_docstrings_of_test_functions_count_as_tests(tmp_path: Path) -> None:
    write(tmp_path, "tests/test_block.py", TEST_TEXT)
    assert scan_tests(tmp_path, "tests", GRAMMAR) == [
        Site(TEST, "KA", "4.14.2.d", "tests/test_block.py", "test_locked", 9),
        Site(TEST, "KA", "4.14.2.d", "tests/test_block.py", "TestBlock.test_caught", 15),
        Site(TEST, "KA", "4.14.3", "tests/test_block.py", "TestBlock.test_caught", 15),
    ]
    assert names_of_tests(tmp_path, "tests") == {"test_locked", "test_caught"}


def test_a_scenario_cites_its_clauses_and_its_refusals(tmp_path: Path) -> None:
    scenario = 'title = "Out of sight"\ngame = "krosmaster"\nrelease = "2.7"\nclauses = ["4.15.9"]\n'
    write(tmp_path, "tests/a.toml", scenario + '[[step]]\ndo = "cast con d3"\nrefused = "7.1.6"\n')
    write(tmp_path, "tests/b.toml", scenario.replace("2.7", "2.2") + "[[step]]\n")
    write(tmp_path, "tests/card.toml", 'title = "no scenario"\nclauses = ["1.1"]\n')
    assert scan_scenarios(tmp_path, "tests", {("krosmaster", "2.7"): "KA"}) == [
        Site(SCENARIO, "KA", "4.15.9", "tests/a.toml", "Out of sight", 4),
        Site(SCENARIO, "KA", "7.1.6", "tests/a.toml", "Out of sight", 7),
    ]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path, "tests/broken.toml", "title = ")
    with pytest.raises(DocumentError, match=r"tests/broken\.toml"):
        scan_scenarios(tmp_path, "tests", {})
    write(tmp_path, "src/broken.py", "def (")
    with pytest.raises(DocumentError, match=r"src/broken\.py"):
        scan_code(tmp_path, "src", GRAMMAR)


def test_a_site_survives_being_saved() -> None:
    site = Site(CODE, "KA", "4.14", "src/esquive/game/__init__.py", "", 1)
    assert Site.from_data(site.to_data()) == site
    assert site.module == "esquive.game"

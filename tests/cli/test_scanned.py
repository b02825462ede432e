"""What a checkout cites is read once, and a file again when it has changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from esquive.clauses.citation_cache import KEPT, Scan
from esquive.core.citations import scan_code, scan_scenarios, scan_tests
from esquive.core.clauses import Grammar

BOOKS = {("krosmaster", "2.7"): "KA"}
SCENARIO = 'title = "A step"\ngame = "krosmaster"\nclauses = ["1.2"]\n[[step]]\ndo = "end"\nrefused = "1.3"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout of four files."""
    for name, text in (
        ("src/game/rule.py", '"""A rule [KA 1.1]."""\n'),
        ("src/game/deep/other.py", "# nothing is cited\n"),
        ("tests/test_rule.py", 'def test_it() -> None:\n    """It holds [KA 1.1, 1.2]."""\n'),
        ("tests/step.toml", SCENARIO),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def scanned(root: Path) -> tuple[int, list[str]]:
    """How many files were read, and what they cite."""
    scan = Scan(root, BOOKS)
    sites = [*scan.code("src/game"), *scan.tests("tests")]
    scan.keep()
    return scan.files_read, [repr(site) for site in sites]


def touch(path: Path) -> None:
    """Make a file one that changed a second later."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 10**9))


def test_a_second_scan_reads_no_file_and_finds_the_same(root: Path) -> None:
    grammar = Grammar(BOOKS.values())
    plainly = [*scan_code(root, "src/game", grammar), *scan_tests(root, "tests", grammar)]
    plainly += scan_scenarios(root, "tests", BOOKS)
    assert len(plainly) == 5
    assert scanned(root) == (4, [repr(site) for site in plainly])
    assert scanned(root) == (0, [repr(site) for site in plainly])


def test_a_file_that_has_changed_is_read_again(root: Path) -> None:
    before = scanned(root)[1]
    (root / "src/game/rule.py").write_text('"""A rule [KA 1.4]."""\n', encoding="utf-8")
    touch(root / "src/game/rule.py")
    read, after = scanned(root)
    assert read == 1
    assert after == [before[0].replace("KA 1.1", "KA 1.4"), *before[1:]]


def test_a_file_that_is_gone_cites_nothing(root: Path) -> None:
    before = scanned(root)[1]
    (root / "tests/step.toml").unlink()
    assert scanned(root) == (0, before[:-2])


@pytest.mark.parametrize("text", ["", "{", "[]", '{"read_by": [], "files": {}}'])
def test_what_other_code_has_written_down_or_not_to_its_end_counts_for_nothing(root: Path, text: str) -> None:
    found = scanned(root)
    (root / KEPT).write_text(text, encoding="utf-8")
    assert scanned(root) == found


def test_other_books_are_looked_for_anew(root: Path) -> None:
    scanned(root)
    other = Scan(root, {("kaos", "2013"): "Kaos"})
    assert other.code("src/game") == []
    assert other.files_read == 2


def test_where_nothing_can_be_written_down_the_answer_is_the_same(root: Path) -> None:
    (root / "build").write_text("a file where the folder would be", encoding="utf-8")
    assert scanned(root) == scanned(root)
    assert scanned(root)[0] == 4


def test_a_clause_is_told_without_loading_a_game() -> None:
    code = (
        "import json, sys\n"
        "from esquive.cli.main import main\n"
        "main(['rules', '7.2.8.c'])\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('esquive.')]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told, _, loaded = done.stdout.rstrip("\n").rpartition("\n")
    assert "book/casting.py" in told
    rooms = {".".join(name.split(".")[1:3]) for name in json.loads(loaded)}
    assert "krosmaster.releases" in rooms
    assert not rooms & {"krosmaster.game", "krosmaster.book", "krosmaster.text", "kaos.game", "kaos.book", "core.game"}

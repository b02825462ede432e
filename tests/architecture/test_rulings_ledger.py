"""The ledger of rulings agrees with the rulebook, the release files, the code and the tests."""

import ast
import re
from functools import cache
from pathlib import Path

import msgspec

from esquive.clauses.clause_index import BOOKS, EDITIONS, all_rulings, ledger_of, registries
from esquive.core.citations import names_of_tests, scan_code
from esquive.core.clauses import RULING, Grammar
from esquive.krosmaster.releases import release

ROOT = Path(__file__).parents[2]
RULINGS = all_rulings(ROOT)
REGISTRIES = registries()


@cache
def known_tests() -> set[str]:
    """The names of all tests."""
    return names_of_tests(ROOT, "tests")


def number_of(ruling: str) -> int:
    """The number of a ruling's id."""
    return int(ruling[1:])


def test_the_ledger_decides_r1_to_r117_and_what_came_up_since() -> None:
    assert sorted(ledger_of(ROOT, EDITIONS[0]), key=number_of) == [f"R{number}" for number in range(1, 164)]


def test_the_ledger_of_kaos_decides_r201_and_on_without_a_gap() -> None:
    decided = sorted(ledger_of(ROOT, EDITIONS[-1]), key=number_of)
    assert decided == [f"R{number}" for number in range(201, 201 + len(decided))]
    assert len(decided) >= 40


def test_every_clause_a_ruling_reads_exists() -> None:
    unknown = [
        (ruling.ruling, number)
        for edition in EDITIONS
        for ruling in ledger_of(ROOT, edition).values()
        for number in edition.read_by(ruling)
        if number not in REGISTRIES[edition.book]
    ]
    assert unknown == []


def test_every_ruling_cited_by_the_code_is_in_the_ledger() -> None:
    sites = scan_code(ROOT, "src", Grammar(BOOKS))
    unknown = [f"{site.path}:{site.line}" for site in sites if site.book == RULING and site.number not in RULINGS]
    assert unknown == []


def test_every_test_named_in_the_ledger_exists() -> None:
    missing = [name for ruling in RULINGS.values() for name in ruling.tests if name not in known_tests()]
    assert missing == []


def test_every_test_of_a_ruling_is_named_in_the_ledger() -> None:
    named = {name for ruling in RULINGS.values() for name in ruling.tests}
    assert {name for name in known_tests() if re.match(r"test_ruling_r\d+_", name)} - named == set()


def test_every_release_switch_is_a_key_of_the_release_file() -> None:
    """A number that rules read, or a procedure."""
    switches = {name for ruling in RULINGS.values() for name in ruling.release_procedures}
    sections = msgspec.to_builtins(release("2.7"))
    numbers = {f"{part}_{key}" for part, keys in sections.items() if isinstance(keys, dict) for key in keys}
    known = {*release("2.7").procedures, *sections, *numbers}
    assert switches - known == set()
    assert {"lock_tie", "gauges"} <= switches


def test_every_option_named_in_the_ledger_is_one_the_game_reads() -> None:
    options = {name for ruling in RULINGS.values() for name in ruling.match_options}
    words = {
        node.value
        for edition in EDITIONS
        for path in edition.package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert options - words == set()

"""Every clause and ruling that is named anywhere in the project exists."""

import ast
import re
from pathlib import Path

import pytest

from esquive.clauses.clause_index import BOOKS, EDITIONS, all_rulings, registries
from esquive.core.citations import citations_in_python, scan_scenarios
from esquive.core.clauses import Citation, Grammar, check

ROOT = Path(__file__).parents[2]
GRAMMAR = Grammar(BOOKS)
REGISTRIES = registries()
RULINGS = all_rulings(ROOT)
CLAUSE_IN_A_STRING = re.compile(r"\d+\.\d+\.\d+(?:\.[a-z])?|K\d+\.\d+|(?P<book>KA-2\.2) (?P<number>\S+)")


def complaints(found: list[tuple[str, Citation]]) -> list[str]:
    """One line for each citation of something unknown."""
    said = [(where, citation, check(citation, REGISTRIES, RULINGS)) for where, citation in found]
    return [f"{where}:{citation.line}: {message}" for where, citation, message in said if message]


def in_text(paths: list[Path]) -> list[tuple[str, Citation]]:
    """The citations anywhere in text files."""
    return [
        (str(path.relative_to(ROOT)), citation)
        for path in paths
        for citation in GRAMMAR.find(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("suffix", ["py", "toml", "tsv"])
def test_every_citation_in_the_sources_names_something_known(suffix: str) -> None:
    found = in_text(sorted((ROOT / "src").rglob(f"*.{suffix}")))
    assert found or suffix == "tsv"
    assert complaints(found) == []


def test_every_citation_in_the_tests_names_something_known() -> None:
    """Strings of tests are left out: tests of the grammar need wrong citations."""
    found = [
        (str(path.relative_to(ROOT)), citation)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for _, citation in citations_in_python(path.read_text(encoding="utf-8"), path.name, GRAMMAR)
    ]
    assert found
    assert complaints(found + in_text(sorted((ROOT / "tests").rglob("*.toml")))) == []


def test_every_citation_in_the_pages_names_something_known() -> None:
    assert complaints(in_text([*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))])) == []


def test_every_clause_of_a_scenario_is_known() -> None:
    books = {(edition.game, edition.release): edition.book for edition in EDITIONS}
    sites = scan_scenarios(ROOT, "tests", books)
    unknown = [f"{site.path}:{site.line}: {site.number}" for site in sites if site.number not in REGISTRIES[site.book]]
    assert unknown == []


def test_every_clause_number_in_a_string_of_the_rules_is_known() -> None:
    """Refusals, conditions and events carry clauses as plain numbers, those of a later book with its name."""
    unknown: list[str] = []
    for edition in [edition for edition in EDITIONS if edition.base is None]:
        for path in sorted(edition.package.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                    continue
                found = CLAUSE_IN_A_STRING.fullmatch(node.value)
                if found and (found["number"] or node.value) not in REGISTRIES[found["book"] or edition.book]:
                    unknown.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}")
    assert unknown == []


def test_the_notes_of_the_clauses_name_known_rulings() -> None:
    unknown = [
        f"{entry.clause}: {number}"
        for registry in REGISTRIES.values()
        for entry in registry
        for number in re.findall(r"\bR\d+", entry.notes)
        if number not in RULINGS
    ]
    assert unknown == []

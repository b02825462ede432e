"""Counting clauses by what cites them."""

from esquive.core.citations import CODE, SCENARIO, TEST, Site
from esquive.core.clauses import Clause, Registry
from esquive.core.coverage import Coverage


def site(kind: str, number: str, book: str = "KA") -> Site:
    return Site(kind, book, number, "a.py", "f", 1)


REGISTRY = Registry(
    "KA",
    [
        Clause("1", "flavour", False, "Heading.", "", "", "", ""),
        *(Clause(f"1.{letter}", "procedure", True, "Rule.", "", "", "", "") for letter in "abcde"),
    ],
)


def test_a_clause_is_missing_until_code_and_a_test_cite_it() -> None:
    sites = [
        site(CODE, "1"),
        site(TEST, "1"),
        site(CODE, "1.a"),
        site(TEST, "1.a"),
        site(CODE, "1.b"),
        site(SCENARIO, "1.c"),
        site(CODE, "1.d", "KA-2.2"),
        site(TEST, "1.d", "KA-2.2"),
    ]
    covered = Coverage("krosmaster", "2.7", REGISTRY, sites, {"1.e": "It asks for hands."})
    assert covered.to_data() == {
        "game": "krosmaster",
        "release": "2.7",
        "clauses": 6,
        "testable": 5,
        "implemented": 2,
        "tested": 2,
        "implemented_and_tested": 1,
        "missing": ["1.b", "1.c", "1.d"],
        "unimplemented": ["1.c", "1.d"],
        "untested": ["1.b", "1.d"],
        "unimplementable": [{"clause": "1.e", "reason": "It asks for hands."}],
    }
    assert covered.code("1.a") == [site(CODE, "1.a")]
    assert covered.tests("1.c") == [site(SCENARIO, "1.c")]

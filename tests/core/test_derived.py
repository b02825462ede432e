"""A book that lists only what it says otherwise, and how its clauses are counted."""

import pytest

from esquive.core.citations import CODE, SCENARIO, TEST, Site
from esquive.core.clause_numbering import cited, cited_one, renumbered
from esquive.core.clauses import Clause, Registry, is_part_of, parent_of
from esquive.core.coverage import Coverage
from esquive.core.derived_clauses import DerivedClause, DerivedRegistry
from esquive.core.errors import DocumentError


def base(number: str, numbers: str = "", *, testable: bool = True, says: str = "") -> Clause:
    return Clause(number, "procedure", testable, says or f"Says {number}.", "", numbers, "", "")


def own(number: str, notes: str = "", instead: str = "", *, testable: bool = True) -> Clause:
    return Clause(number, "procedure", testable, f"Says {number} in its own way.", "", instead, "", notes)


OLD = Registry(
    "KA",
    [
        base("1", "1", testable=False),
        base("1.1", "101", testable=False),
        base("1.1.1", "101.2, 101.10", says="As 1.1.2 says."),
        base("1.1.2", "101.2"),
        base("1.1.3", "101.3"),
        base("1.1.4", "101.4"),
        base("1.1.5"),
        base("1.2", testable=False),
        base("1.2.1"),
    ],
)
NEW = DerivedRegistry(
    "KA-2.2",
    OLD,
    [
        own("101.3"),
        own("101.4", "plays alike: other words (R5)"),
        own("101.5a", "2.2 only"),
        own("2.7:1.2", "R6", "101.3", testable=False),
    ],
)


def test_clauses_stand_in_the_order_of_their_numbers() -> None:
    assert [clause.clause for clause in NEW] == ["1", "101", "101.2", "101.3", "101.4", "101.5a", "101.10"]


def test_a_number_that_is_not_stated_says_what_its_clauses_of_the_base_say_by_its_own_numbers() -> None:
    assert NEW.get("101.2").paraphrase == "As 101.2 says. Says 101.2."
    assert NEW.get("101.2").shared == ("1.1.1", "1.1.2")
    assert NEW.get("101.10").paraphrase == "As 101.2 says."
    assert NEW.get("101.3").paraphrase == "Says 101.3 in its own way."


def test_what_only_the_base_numbers_is_no_clause_but_a_word_on_it() -> None:
    assert "2.7:1.2" not in NEW and list(NEW.absent) == ["1.2"]


def test_a_clause_without_a_number_is_cited_by_the_nearest_that_stands_for_it() -> None:
    assert NEW.numbers["1.1.1"] == ("101.2", "101.10")
    assert NEW.numbers["1.1.5"] == ("101",)
    assert NEW.numbers["1.2.1"] == ("101.3",)


def test_the_levels_of_three_digits_and_letters_without_a_dot() -> None:
    assert [parent_of(one) for one in ("310.2e", "312.3-axe", "310.2", "310", "3")] == [
        "310.2",
        "312.3",
        "310",
        "3",
        "",
    ]
    assert [parent_of(one) for one in ("7.2.8.c", "7.2", "7", "K20.9", "K20")] == ["7.2.8", "7", "", "K20", ""]
    assert [clause.clause for clause in NEW.children("101")] == ["101.2", "101.3", "101.4", "101.10"]
    assert is_part_of("310.2e", "310.2") and is_part_of("310.2e", "310.2e") and is_part_of("7.1.3.b", "7.1.3")
    assert not is_part_of("310.2", "310.2e") and not is_part_of("310.20", "310.2")


def test_a_number_of_another_shape_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"310\.2e"):
        DerivedRegistry("KA-2.2", OLD, [own("K1.1")])


def test_rules_name_one_number_and_a_match_cites_all_of_its_own() -> None:
    numbers = {**NEW.numbers, "KA-2.2 101.5a": ("101.5a",)}

    class Position:
        def __init__(self) -> None:
            self.numbers = numbers

    assert cited(Position(), ("KA-2.2 101.5a", "1.1.1", "1.1.2", "R5")) == ("101.5a", "101.2", "101.10", "R5")
    assert cited_one(Position(), "1.1.1") == "101.2, 101.10"
    assert cited(object(), ("1.1.1",)) == renumbered(None, ("1.1.1",)) == ("1.1.1",)


# --------------------------------------------------------------------------------------------------------- counting


def missing(*sites: Site) -> list[str]:
    return Coverage("krosmaster", "2.2", NEW, sites, {}).missing()


def site(kind: str, book: str, number: str) -> Site:
    return Site(kind, book, number, "a.py", "f", 1)


def both(book: str, *numbers: str) -> list[Site]:
    return [site(kind, book, number) for number in numbers for kind in (CODE, TEST)]


def test_what_a_test_can_hold_is_counted_by_sentences() -> None:
    """One number with two of the base is two, one clause with two numbers is one."""
    assert NEW.sentences() == [("101.2", "101.10"), ("101.2",), ("101.3",), ("101.4",), ("101.5a",)]
    assert [one.clause for one in NEW if isinstance(one, DerivedClause) and one.differs] == ["101.3", "101.5a"]


def test_what_is_said_alike_is_held_by_citations_of_the_base() -> None:
    assert missing() == ["101.2", "101.3", "101.4", "101.5a", "101.10"]
    assert missing(*both("KA", "1.1.1", "1.1.4")) == ["101.2", "101.3", "101.5a"]
    assert missing(*both("KA", "1.1.1", "1.1.2", "1.1.4")) == ["101.3", "101.5a"]


def test_what_plays_otherwise_is_held_by_citations_of_its_own_number_alone() -> None:
    cited_alike = both("KA", "1.1.1", "1.1.2", "1.1.3", "1.1.4")
    assert missing(*cited_alike) == ["101.3", "101.5a"]
    assert missing(*cited_alike, *both("KA-2.2", "101.3", "101.5a")) == []
    assert missing(*cited_alike, *both("KA-2.2", "101.3"), site(CODE, "KA-2.2", "101.5a")) == ["101.5a"]
    assert missing(*cited_alike, *both("KA-2.2", "101.3"), site(SCENARIO, "KA-2.2", "101.5a")) == ["101.5a"]


def test_a_sentence_with_two_numbers_counts_when_both_are_held() -> None:
    data = Coverage("krosmaster", "2.2", NEW, both("KA-2.2", "101.2", "101.3"), {}).to_data()
    assert (data["clauses"], data["testable"], data["implemented"], data["tested"]) == (7, 5, 2, 2)
    data = Coverage("krosmaster", "2.2", NEW, both("KA-2.2", "101.2", "101.10"), {}).to_data()
    assert data["implemented_and_tested"] == 2

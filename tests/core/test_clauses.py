"""The table of clauses and the grammar of citations."""

from pathlib import Path

import pytest

from esquive.core.clauses import COLUMNS, Citation, Clause, Grammar, Registry, check
from esquive.core.errors import DocumentError, EsquiveError

HEADER = "\t".join(COLUMNS)
GRAMMAR = Grammar(("KA", "KA-2.2", "Kaos"))


def clause(number: str, *, testable: bool = True) -> Clause:
    return Clause(number, "procedure", testable, f"Says {number}.", "", "", "", "")


BOOK = Registry("KA", [clause("7.2.8", testable=False), clause("7.2.8.a"), clause("7.2.8.b"), clause("7.2.9")])


def load(tmp_path: Path, *lines: str) -> Registry:
    path = tmp_path / "clauses.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Registry.load(path, "KA")


def test_a_table_is_read_in_the_order_of_the_book(tmp_path: Path) -> None:
    registry = load(
        tmp_path,
        HEADER,
        "1.1\tflavour\tno\tHeading: teams.\t\t101\t\theading",
        "1.1.1.a\tconstraint\tyes\tA team is small.\tFR: tiny.\t101.1a\tSmaller.\tR5",
    )
    assert [entry.clause for entry in registry] == ["1.1", "1.1.1.a"]
    assert registry.get("1.1.1.a").to_data() == {
        "clause": "1.1.1.a",
        "kind": "constraint",
        "testable": True,
        "paraphrase": "A team is small.",
        "fr": "FR: tiny.",
        "it22": "101.1a",
        "it22_differs": "Smaller.",
        "notes": "R5",
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1.1\tflavour\tno\tHeading.", "clauses.tsv:2: 4 columns instead of 8"),
        ("one\tflavour\tno\tHeading.\t\t\t\t", '"one" is no clause number'),
        ("1.1\tpoem\tno\tHeading.\t\t\t\t", '"poem" is no kind of clause'),
        ("1.1\tflavour\tmaybe\tHeading.\t\t\t\t", 'testable is "maybe"'),
        ("1.1\tflavour\tno\t\t\t\t\t", "has no paraphrase"),
    ],
)
def test_a_faulty_line_is_named_with_the_fix(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(DocumentError, match=r"clauses\.tsv:2") as caught:
        load(tmp_path, HEADER, line)
    assert message in str(caught.value)
    assert caught.value.fix


def test_a_wrong_header_and_a_clause_listed_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="header"):
        load(tmp_path, "id\tkind")
    with pytest.raises(DocumentError, match=r"1\.1 is listed twice"):
        load(tmp_path, HEADER, *["1.1\tflavour\tno\tHeading.\t\t\t\t"] * 2)


def test_an_unknown_clause_is_answered_with_the_nearest_numbers() -> None:
    assert BOOK.is_known("7.2.8.a")
    assert "7.2.8" in BOOK
    assert not BOOK.is_known("7.2.8.z")
    with pytest.raises(EsquiveError, match=r'"7\.2\.8\.z" is no clause of KA.*did you mean 7\.2\.8'):
        BOOK.get("7.2.8.z")


def test_children_are_one_level_below_and_headings_are_not_testable() -> None:
    assert [child.clause for child in BOOK.children("7.2.8")] == ["7.2.8.a", "7.2.8.b"]
    assert BOOK.children("7.2.9") == []
    assert [entry.clause for entry in BOOK.testable()] == ["7.2.8.a", "7.2.8.b", "7.2.9"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[KA 7.2.8.c]", [("KA", "7.2.8.c")]),
        ("[KA-2.2 310.2e]", [("KA-2.2", "310.2e")]),
        ("[KA-2.2 312.3-axe]", [("KA-2.2", "312.3-axe")]),
        ("[Kaos K28.5]", [("Kaos", "K28.5")]),
        ("[Ruling R12]", [("Ruling", "R12")]),
        ("[KA 7.2.8.a, 7.2.9] and [KA 1.5.1]", [("KA", "7.2.8.a"), ("KA", "7.2.9"), ("KA", "1.5.1")]),
        ("[KA 7.2.8.a,\n    7.2.9]", [("KA", "7.2.8.a"), ("KA", "7.2.9")]),
        ("[KA 7.2.8.a and 7.2.9]", [("KA", "")]),
        ("[Ruling 12]", [("Ruling", "")]),
        ("array[KAmas] [K 1.1] KA 7.2.8.c [ka 7.2]", []),
    ],
)
def test_a_citation_is_a_bracket_with_book_and_number(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(found.book, found.number) for found in GRAMMAR.find(text)] == expected


def test_a_citation_knows_its_line() -> None:
    assert GRAMMAR.find("one\ntwo [KA 7.2.9]\n\n[Ruling R3]") == [
        Citation("KA", "7.2.9", 2, "[KA 7.2.9]"),
        Citation("Ruling", "R3", 4, "[Ruling R3]"),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[KA 7.2.9]", ""),
        ("[Ruling R12]", ""),
        ("[KA 7.2.10]", '"7.2.10" is no clause of KA'),
        ("[KA seven]", "cannot be read"),
        ("[Ruling R99]", "has no R99"),
        ("[Kaos K28.5]", "no list of the clauses of Kaos"),
    ],
)
def test_a_citation_of_something_unknown_is_told_with_the_fix(text: str, complaint: str) -> None:
    [citation] = GRAMMAR.find(text)
    said = check(citation, {"KA": BOOK}, ["R12"])
    assert complaint in said
    assert bool(said) == bool(complaint)

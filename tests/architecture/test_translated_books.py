"""Every clause and every ruling is told in the other languages, and none of those sentences is out of date."""

import re
from pathlib import Path

import pytest

from esquive.clauses.clause_index import EDITIONS, ledger_of, translated_ledgers
from esquive.core.clauses import Registry
from esquive.core.rulebook import Rulebook
from esquive.core.translations import TOLD, of, of_ruling, read_clauses

ROOT = Path(__file__).parents[2]
TABLES = sorted(path for path in (ROOT / "src/esquive").glob("*/releases/*/clauses.??.tsv"))
PAGES = [(book, language) for book in EDITIONS for language in translated_ledgers(ROOT, book)]
BEFORE_A_SIGN = re.compile(r"\S [:;?!»]|« ")


def test_every_book_and_ledger_is_there_in_french() -> None:
    listed = {path.parent for path in (ROOT / "src/esquive").glob("*/releases/*/clauses.tsv")}
    assert listed <= {table.parent for table in TABLES if table.name == "clauses.fr.tsv"}
    assert {book.ledger for book in EDITIONS} == {book.ledger for book, language in PAGES if language == "fr"}


def faults_of_french(language: str, text: str) -> bool:
    """Whether a sign that wants an unbreakable space before it, or a quotation mark after it, stands by another."""
    return language == "fr" and BEFORE_A_SIGN.search(text) is not None


@pytest.mark.parametrize("table", TABLES, ids=lambda path: "-".join(path.parts[-4:]))
def test_every_clause_is_translated_as_it_stands(table: Path) -> None:
    language = table.suffixes[-2].removeprefix(".")
    clauses = Registry.load(table.with_name("clauses.tsv"), "book")
    says = read_clauses(table)
    assert list(says) == [clause.clause for clause in clauses], "one line a clause, in the order of the book"
    digits = {one.clause: of(one.paraphrase) for one in clauses}
    assert [line for line in digits.items() if says[line[0]][1] != line[1]] == [], "translate these anew"
    assert [one.clause for one in clauses if says[one.clause][0] == one.paraphrase] == []
    assert [clause for clause, (text, _) in says.items() if faults_of_french(language, text)] == []


@pytest.mark.parametrize(("book", "language"), PAGES)
def test_every_ruling_is_translated_as_it_stands(book: Rulebook, language: str) -> None:
    ledger, page = ledger_of(ROOT, book), translated_ledgers(ROOT, book)[language]
    assert list(page) == list(ledger), "one section a ruling, in the order of the ledger"
    digits = {number: of_ruling(ruling) for number, ruling in ledger.items()}
    assert [line for line in digits.items() if page[line[0]].fields["Of"] != line[1]] == [], "translate these anew"
    for number, one in page.items():
        for name in TOLD:
            assert one.fields[name] != ledger[number].fields[name], f"{number} is in English"
            assert not faults_of_french(language, one.fields[name]), f"{number}, {name}"

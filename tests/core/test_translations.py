"""Clauses and rulings in other languages than English, and what is shown where a translation is not up to date."""

from pathlib import Path

import pytest

from esquive.core.clauses import Clause
from esquive.core.errors import DocumentError
from esquive.core.messages import reader_language
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling
from esquive.core.translations import of, of_ruling, read_clauses, read_rulings, told

HEADER = "clause\tsays\tof\n"
RULE = Clause("1.a", "procedure", True, "A unit moves.", "", "", "", "")
RULING = Ruling("R1", "A title", 3, {"Question": "Who?", "Decision": "Nobody.", "Reason": "So.", "Switch": "none"})
PAGE = f"""### R1. Un titre
- Question: Qui ?
- Decision: Personne.
- Reason: Voilà.
- Of: {of_ruling(RULING)}
"""


def book(tmp_path: Path, lines: str) -> Rulebook:
    """A rulebook whose folder holds this French table."""
    found = Rulebook("tiny", "1", "T", "docs/rulings.md", tmp_path, "")
    found.folder = tmp_path
    (tmp_path / "clauses.fr.tsv").write_text(HEADER + lines, encoding="utf-8")
    return found


def test_a_clause_is_said_in_the_language_it_is_translated_to(tmp_path: Path) -> None:
    found = book(tmp_path, f"1.a\tUne unité se déplace.\t{of('A unit moves.')}\n")
    french, italian = found.says(RULE, "fr"), found.says(RULE, "it")
    assert (french.text, french.language) == ("Une unité se déplace.", "fr")
    assert (italian.text, italian.language) == ("A unit moves.", "en")


def test_a_translation_of_an_older_sentence_is_not_shown(tmp_path: Path) -> None:
    found = book(tmp_path, f"1.a\tUne unité court.\t{of('A unit runs.')}\n")
    said = found.says(RULE, "fr")
    assert (said.text, said.language) == ("A unit moves.", "en")


def test_a_ruling_keeps_its_switch_and_its_tests_in_every_language() -> None:
    french = told(RULING, "fr", read_rulings(PAGE, "rulings.fr.md"))
    assert (french.title, french.language, french.line) == ("Un titre", "fr", 3)
    assert french.fields == {"Question": "Qui ?", "Decision": "Personne.", "Reason": "Voilà.", "Switch": "none"}


def test_a_ruling_decided_otherwise_since_is_told_in_english() -> None:
    older = read_rulings(PAGE.replace(of_ruling(RULING), of("Another decision.")), "rulings.fr.md")
    assert told(RULING, "fr", older) is RULING
    assert told(RULING, "fr", {}) is RULING


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("1.a\tUne unité.\n", "three cells"),
        ("1.a\t\t01234567\n", "three cells"),
        ("1.a\tUne unité.\t0123\n", "no `of`"),
        ("1.a\tUne unité.\t01234567\n1.a\tDeux.\t01234567\n", "twice"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, lines: str, message: str) -> None:
    book(tmp_path, lines)
    with pytest.raises(DocumentError, match=message):
        read_clauses(tmp_path / "clauses.fr.tsv")


def test_a_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "clauses.fr.tsv"
    path.write_text("clause\tparaphrase\n", encoding="utf-8")
    with pytest.raises(DocumentError, match="header"):
        read_clauses(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("- Reason: Voilà.\n", "", "Of out of order"),
        ("### R1. Un titre", "### R1 Un titre", "heading"),
        (f"- Of: {of_ruling(RULING)}\n", "", "not whole"),
        (of_ruling(RULING), "unknown", "not whole"),
    ],
)
def test_a_translated_ruling_that_is_not_whole_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_rulings(PAGE.replace(old, new), "rulings.fr.md")


def test_a_ruling_told_twice_is_refused() -> None:
    with pytest.raises(DocumentError, match="twice"):
        read_rulings(PAGE + PAGE, "rulings.fr.md")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT", "LC_ALL": ""}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_reader_is_told_in_the_language_of_the_machine(environment: dict[str, str], language: str) -> None:
    assert reader_language(environment) == language

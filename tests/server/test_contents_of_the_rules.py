"""The table of contents of the rules, as the client's pages and search box use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Site, thread_server


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def test_every_clause_is_listed_once_in_the_order_of_the_book_and_then_the_rulings(site: Site) -> None:
    """A section comes before the clauses inside it, rulings after clauses [KA 7.2.8] [KA 7.2.8.c] [Ruling R12]."""
    status, lines = site.ask("/api/clauses")
    assert status == 200
    numbers = [line["clause"] for line in lines]
    assert len(set(numbers)) == len(numbers)
    assert numbers.index("7.2.8") < numbers.index("7.2.8.c") < numbers.index("9") < numbers.index("R12")
    assert numbers[0] == "1"
    assert not [number for number in numbers if ":" in number]


def test_a_listed_clause_says_what_its_page_says(site: Site) -> None:
    """The line of a clause is the head of its page [KA 7.2.8.c]."""
    lines = {line["clause"]: line for line in site.ask("/api/clauses")[1]}
    page = site.ask("/api/clauses/7.2.8.c")[1]
    for key in ("kind", "paraphrase", "testable", "implemented"):
        assert lines["7.2.8.c"][key] == page[key]
    assert lines["R12"]["title"] == site.ask("/api/clauses/R12")[1]["title"]


def test_the_page_of_a_ruling_has_its_question_its_decision_and_its_reason(site: Site) -> None:
    """Apart from one another, and a clause has none of them [Ruling R58]."""
    page = site.ask("/api/clauses/R58")[1]
    assert page["question"].endswith("?")
    assert page["paraphrase"].startswith("No, on both counts")
    assert page["reason"].endswith(".") and page["notes"] == ""
    clause = site.ask("/api/clauses/4.15.9")[1]
    assert (clause["question"], clause["reason"]) == ("", "")
    assert "R58" in [ruling["ruling"] for ruling in clause["rulings"]]


def test_release_2_2_has_a_table_of_contents_and_pages_of_its_own(site: Site) -> None:
    numbers = [line["clause"] for line in site.ask("/api/clauses?release=2.2")[1]]
    assert numbers.index("310") < numbers.index("310.2") < numbers.index("310.2e") < numbers.index("R12")
    assert not [number for number in numbers if ":" in number]
    page = site.ask("/api/clauses/310.2e")[1]
    assert "R50" in [ruling["ruling"] for ruling in page["rulings"]] and page["implemented"]
    assert site.ask("/api/clauses/310.1")[1]["diagram"] == site.ask("/api/clauses/4.14.1")[1]["diagram"] is not None


def test_two_releases_are_told_side_by_side(site: Site) -> None:
    status, told = site.ask("/api/compare?one=2.2&other=2.7")
    assert status == 200 and told["releases"] == ["2.2", "2.7"]
    rows = [row for chapter in told["chapters"] for row in chapter["differences"]]
    assert ["305.3"] in [row["says"][0]["clauses"] for row in rows]
    assert site.ask("/api/compare?one=2.2&other=9")[0] == 400


def test_clauses_and_rulings_are_told_in_the_language_asked_for(site: Site) -> None:
    """The words of the page and of its line, of the rulings it names too [KA 4.14.2.d] [Ruling R50]."""
    page = site.ask("/api/clauses/4.14.2.d?lang=fr-CH")[1]
    assert page["language"] == "fr" and "Taclé" in page["paraphrase"] and "Locked" not in page["paraphrase"]
    assert {ruling["language"] for ruling in page["rulings"]} == {"fr"}
    lines = {line["clause"]: line for line in site.ask("/api/clauses?lang=fr")[1]}
    assert {line["language"] for line in lines.values()} == {"fr"}
    assert lines["4.14.2.d"]["paraphrase"] == page["paraphrase"]
    ruling = site.ask("/api/clauses/R50?lang=fr")[1]
    assert lines["R50"]["title"] == ruling["title"] and ruling["question"].endswith("\u00a0?")


def test_a_book_that_states_only_what_differs_is_told_by_its_own_numbers(site: Site) -> None:
    """Its own sentence, and what it shares with the other release [KA-2.2 310.2e] [KA-2.2 106.2]."""
    assert "tous ses PM et PA" in site.ask("/api/clauses/310.2e?lang=fr")[1]["paraphrase"]
    shared = site.ask("/api/clauses/106.2?lang=fr")[1]
    assert shared["language"] == "fr" and "106.2a" in shared["paraphrase"]


def test_without_a_language_everything_is_english(site: Site) -> None:
    assert {line["language"] for line in site.ask("/api/clauses?lang=de")[1]} == {"en"}
    assert site.ask("/api/clauses/R50")[1]["language"] == "en"

"""`esquive rules` for release 2.2, and both releases side by side; `esquive team check` by release."""

import json
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.main import main


def told(capsys: pytest.CaptureFixture[str], *words: str, wanted: int = 0) -> Any:
    assert main([*words, "--json"]) == wanted
    return json.loads(capsys.readouterr().out)


def printed(capsys: pytest.CaptureFixture[str], *words: str, wanted: int = 0) -> str:
    assert main(list(words)) == wanted
    found = capsys.readouterr()
    return found.out if wanted != 2 else found.err


def test_a_clause_of_2_2_has_its_own_page(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, "rules", "310.2e", "--release", "2.2")
    assert (data["release"], data["clause"], data["shared"], data["differs"]) == ("2.2", "310.2e", ["4.14.2.d"], True)
    assert any(site["path"].endswith("book/block.py") for site in data["code"])
    assert "R50" in [ruling["ruling"] for ruling in data["rulings"]]


def test_a_clause_said_alike_shows_the_code_and_the_tests_of_2_7(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, "rules", "310.2b", "--release", "2.2")
    assert (data["shared"], data["differs"]) == (["4.14.2.b"], False)
    assert {site["number"] for site in data["code"]} <= {"4.14.2.b", "310.2b"} and data["code"] and data["tests"]


def test_every_one_of_the_364_sentences_of_2_2_is_carried_out_and_tested(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, "rules", "--coverage", "--release", "2.2")
    assert (data["release"], data["testable"]) == ("2.2", 364)
    assert (data["implemented_and_tested"], data["missing"], data["unimplementable"]) == (364, [], [])


def test_an_unknown_number_of_2_2_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "310.2" in printed(capsys, "rules", "310.2z", "--release", "2.2", wanted=2)


def test_two_releases_are_compared_with_what_changes_nothing_apart(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "rules", "--compare", "2.2", "2.7")
    assert "  2.2 305.3: " in text and "    2.7 4.6.3: " in text
    assert "turns on gg.price_kamas: 10 / 12" in text
    fundamentals = text.partition("\n2 ")[0]
    assert fundamentals.index("2.2 105.2") < fundamentals.index("played alike") < fundamentals.index("2.2 101.1d")
    data = told(capsys, "rules", "--compare", "2.2", "2.7")
    assert (data["game"], data["releases"]) == ("krosmaster", ["2.2", "2.7"])


def test_the_examples_of_the_differences_are_played_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """The position, what is played, and what comes of it: by chances where a line is judged, else by its course."""
    text = printed(capsys, "rules", "--compare", "2.2", "2.7", "--examples")
    assert text.count("    Example: ") == 84
    gauges = text.partition("3 AP gained at the start")[2].partition("Example:")[0]
    assert "drummer, 0/10 injuries" in gauges
    assert "In the end: Drummer: 10 AP" in gauges and "In the end: Drummer: 13 AP" in gauges
    tie = text.partition("As many Dodge as Lock")[2].partition("Example:")[0]
    assert "Played: Move to b3" in tie and "5/6" in tie
    assert "There is no such thing in this release." in text.partition("2.2 313.6a")[2]
    told_by_data = told(capsys, "rules", "--compare", "2.2", "2.7", "--examples")["examples"]
    assert [course["release"] for one in told_by_data if one["clause"] == "503.1" for course in one["courses"]] == [
        "2.2",
        "2.7",
    ]


def test_examples_are_asked_for_with_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "--examples"])
    assert "--compare 2.2 2.7 --examples" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["2.2", "2.9"], ["2.2", "2.7", "--coverage"], ["2.2", "2.7", "--game", "kaos"]])
def test_what_cannot_be_compared_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "rules", "--compare", *words, wanted=2).count("\n") == 1


def test_a_team_of_two_is_checked_by_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """[KA 1.1.1.a] [KA-2.2 101.1a] [KA-2.2 101.1b]"""
    file = tmp_path / "pair.toml"
    file.write_text('cards = ["oscar-kass", "anna-tommy"]\n', encoding="utf-8")
    assert "1.1.1.a: " in printed(capsys, "team", "check", str(file), wanted=1)
    text = printed(capsys, "team", "check", str(file), "--release", "2.2", wanted=1)
    assert "101.1b: " in text and "101.1a" not in text

"""Searches on the command line: words in any order, accents and capitals aside."""

import json

import pytest

from esquive.cli.main import main
from esquive.core.did_you_mean import nearest
from esquive.core.text_search import folded, holds_all


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Écaflip", "ecaflip"), ("CŒUR d’Iop", "coeur d'iop"), ("Paz Depíkaz", "paz depikaz"), ("Può", "puo")],
)
def test_accents_capitals_and_ligatures_are_folded(text: str, plain: str) -> None:
    assert folded(text) == plain
    assert folded(plain) == plain


def test_words_are_found_in_any_order_with_or_without_accents() -> None:
    assert holds_all("Kerubim Crépin", ["crepin", "KÉRUBIM"])
    assert not holds_all("Kerubim Crépin", ["crepin", "papycha"])
    assert holds_all("anything", [])


def test_the_nearest_word_is_found_in_spite_of_accents() -> None:
    assert nearest("kérub-crépin", ["grampy", "kerub-crepin"]) == "did you mean 'kerub-crepin'?"


def found(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    main([*words, "--json"])
    return [row["id"] for row in json.loads(capsys.readouterr().out)]


def test_cards_are_listed_by_words_with_and_without_accents(capsys: pytest.CaptureFixture[str]) -> None:
    plain = found(capsys, "cards", "list", "crepin", "kerubim", "--language", "fr")
    assert plain == found(capsys, "cards", "list", "Crépin", "KERUBIM", "--language", "fr") == ["kerub-crepin"]
    assert found(capsys, "cards", "list", "crepin", "papycha", "--language", "fr") == []
    assert "mel-ysaure" in found(capsys, "cards", "list", "mel-YSAURÉ", "--game", "kaos")


def test_clauses_and_rulings_are_found_by_their_words_in_the_language_of_the_reader(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def numbers(*words: str) -> tuple[list[str], list[str]]:
        assert main(["rules", "--search", *words, "--language", "fr", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        return [one["clause"] for one in data["clauses"]], [one["ruling"] for one in data["rulings"]]

    clauses, rulings = numbers("degats")
    assert "7.2.1" in clauses
    assert rulings
    assert (clauses, rulings) == numbers("DÉGÂTS")


def test_a_search_that_finds_nothing_says_so_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--search", "helicopter"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", "clauses: 0; rulings: 0\n")
    assert main(["rules", "1.1", "--search", "team"]) == 2
    assert "ask for one of them" in capsys.readouterr().err

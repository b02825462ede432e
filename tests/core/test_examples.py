"""Examples of where two releases differ: they are played, and what is told and drawn of them follows from that."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from esquive.core.errors import DocumentError
from esquive.core.examples import shown
from esquive.core.games import game_named
from esquive.core.messages import LANGUAGES
from esquive.core.scenario import before_the_last, parse_scenario, read_scenario, run_scenario

GAME = game_named("krosmaster")
FILES = sorted(set(GAME.examples().values()))
TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_plays_as_it_says_and_otherwise_under_the_other_release(path: Path) -> None:
    scenario = read_scenario(path)
    assert run_scenario(scenario, game_named).failures == []
    example = shown(GAME, scenario.clauses[0], "2.2", "2.7")
    assert not example.comparison.same
    assert 1 <= len(example.comparison.rules) <= 3
    assert [verdict.release for verdict in example.comparison.verdicts] == ["2.2", "2.7"]
    ElementTree.fromstring(example.svg)


def test_every_example_is_of_a_difference_that_plays_otherwise() -> None:
    """Each file is shown beside a difference, and none beside one that plays alike."""
    compared = GAME.compare("2.2", "2.7")
    differences = [one for chapter in compared.chapters for one in chapter.differences]
    assert {GAME.examples()[one.example] for one in differences if one.example} == set(FILES)
    assert not [one for one in differences if one.alike and one.example]


def test_the_picture_shows_what_each_release_makes_of_the_board() -> None:
    """A cube that is attracted in 2.2 and stays in 2.7: the board before, and one for each release."""
    example = shown(GAME, "313.6c", "2.2", "2.7")
    written = [element.text for element in ElementTree.fromstring(example.svg).iter(TEXT)]
    assert [text for text in written if text in ("2.2", "2.7")] == ["2.2", "2.7"]
    assert "Ice Cube" in written


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_told_in_the_readers_language(language: str) -> None:
    ice = {"en": "Ice Cube", "fr": "Cube de glace", "it": "Cubetto di Ghiaccio"}[language]
    example = shown(GAME, "313.6c", "2.2", "2.7", language)
    assert ice in [element.text for element in ElementTree.fromstring(example.svg).iter(TEXT)]
    assert example.told


def test_a_clause_without_an_example_is_told_with_the_nearest() -> None:
    with pytest.raises(DocumentError, match=r"no example shows '310\.2z'"):
        shown(GAME, "310.2z", "2.2", "2.7")


def test_an_example_needs_a_line_to_be_judged() -> None:
    text = FILES[0].read_text(encoding="utf-8").partition("[[step]]")[0]
    scenario = parse_scenario(f"{text}[[step]]\nexpect = {{ wild_gg = 1 }}\n")
    with pytest.raises(DocumentError, match="the last step has no line"):
        before_the_last(scenario, GAME)

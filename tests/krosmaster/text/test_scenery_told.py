"""Cubes and scenery in words: odds, log, drawing, the view of the board."""

from fractions import Fraction
from typing import Any

import pytest

from esquive.core.odds import odds_of
from esquive.krosmaster.drawn.terminal import draw_position
from esquive.krosmaster.seen.odds_views import odds_view
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.spoken.wording import Wording, sentence
from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.book.test_scenery import rink
from tests.krosmaster.book.test_scenery_destroyed import arena
from tests.krosmaster.playing import Table, mine, theirs

HALF = Fraction(1, 2)


def told(table: Table, line: str, language: str = "en") -> set[tuple[str, str]]:
    """The odds of a line as a player reads them: text and probability."""
    shown = odds_view(table.state, parse_answer(table.state, line), Wording(table.state, language))
    return {(one.text, one.probability) for one in shown.odds or ()}


def test_the_odds_of_a_blow_say_whether_scenery_is_destroyed() -> None:
    """2 of a Crate's 3 HP, 3 with a Critical Hit, which every second die shows."""
    table = arena("hero C foe", hero=mine("mighty"), board={"scenery_injuries": {"b1": 1}})
    assert {text for text, _ in told(table, "cast chop b1")} == {"Crate (b1): destroyed"}
    weak = arena("hero T foe", board={"scenery_injuries": {"b1": 8}})
    odds = odds_of(ODDS, weak.state, parse_answer(weak.state, "cast chop b1"))
    assert odds.probability(scenery__b1="none", kamas__b1=3) == odds.probability(scenery_injuries__b1=11) == HALF


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", {"Tree (b1): 3 injuries", "Tree (b1): 4 injuries"}),
        ("fr", {"Arbre (b1) : 3 blessures", "Arbre (b1) : 4 blessures"}),
        ("it", {"Albero (b1): 3 ferite", "Albero (b1): 4 ferite"}),
    ],
)
def test_the_odds_name_scenery_with_its_cell(language: str, texts: set[str]) -> None:
    found = {text for text, _ in told(arena("hero T foe"), "cast chop b1", language)}
    assert {text.replace("\u202f", " ").replace("\xa0", " ") for text in found} == texts


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["The scenery on b1 takes 3 injuries.", "The scenery on b1 is destroyed and leaves 1 Kama."]),
        ("fr", ["Le décor en b1 reçoit 3 blessures.", "Le décor en b1 est détruit et laisse 1 Kama."]),
        ("it", ["Lo scenario in b1 riceve 3 ferite.", "Lo scenario in b1 è distrutto e lascia 1 Kama."]),
    ],
)
def test_the_log_tells_what_becomes_of_scenery(language: str, sentences: list[str]) -> None:
    table = arena("hero C foe").play("cast chop b1", dice=["lock"])
    log = table.state.log or []
    assert [sentence(table.state, event, language) for event in log[-2:]] == sentences


def test_the_log_tells_where_a_cube_slides() -> None:
    table = rink("hero I ~ ~ foe").play("cast push-cube b1")
    log = table.state.log or []
    told = [sentence(table.state, log[-1], language) for language in ("en", "fr", "it")]
    assert told == [
        "The Ice Cube on b1 slides to d1.",
        "Le cube de glace de b1 glisse en d1.",
        "Il Cubetto di Ghiaccio in b1 scivola in d1.",
    ]


def test_a_drawing_shows_cubes_also_under_pieces_and_damaged_scenery() -> None:
    table = arena("hero T I ~ foe", rider=theirs("fighter", at="c1")).play("cast chop b1", dice=["lock"])
    lines = draw_position(table.state).splitlines()
    assert "ice cubes under pieces: c1" in lines
    assert "scenery: tree b1 3/12 injuries" in lines
    assert any(line.split() == ["1", "He", "T", "ri", "~", "fo"] for line in lines)


def test_the_view_lists_rink_cubes_and_what_can_be_destroyed() -> None:
    table = arena("hero T I 2 foe", board={"rink": ["d1"]}).play("cast chop b1", dice=["lock"])
    board: Any = view(table.state, 0).board
    assert (board.rink, board.cubes) == (["c1", "d1"], ["c1"])
    assert {cell: (one.hp, one.injuries) for cell, one in board.breakable.items()} == {"b1": (12, 3)}
    assert [board.cells[cell].kind for cell in ("b1", "c1", "d1")] == ["tree", "cube", "free"]
    assert view(rink("hero T foe").state, 0).board.breakable == {}

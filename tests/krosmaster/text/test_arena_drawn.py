"""The picture of a position of Krosmaster, and whether A sees B in it."""

import pytest

from esquive.core.errors import NotationError
from esquive.krosmaster.game import GAME
from tests.krosmaster.playing import Table, mine, theirs


def drawn(*marks: str, language: str = "en") -> str:
    """A tree stands between the hero and the foe, none between the hero and the friend."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "pal": mine("fighter")}
    table = Table("hero . T . foe\n. . . . .\npal . . . .", units, turn="hero")
    return GAME.picture(table.state, marks, language)


def test_a_line_of_sight_that_is_blocked_has_its_witness() -> None:
    """[KA 4.15.9]"""
    picture = drawn("sight hero foe")
    assert "is hidden from" in picture
    assert "Blocks it" in picture


def test_a_line_of_sight_that_is_free_has_none() -> None:
    """[KA 4.15.9]"""
    picture = drawn("sight hero pal")
    assert "is in sight of" in picture
    assert "Blocks it" not in picture


def test_without_marks_the_arena_alone_is_drawn() -> None:
    assert drawn().startswith("<svg")
    assert "sight" not in drawn()


@pytest.mark.parametrize(
    ("language", "hidden", "blocks", "turn"),
    [("fr", "est caché de", "La bloque", "Tour 3"), ("it", "è nascosto da", "La blocca", "Turno 3")],
)
def test_it_is_told_in_the_language_one_reads(language: str, hidden: str, blocks: str, turn: str) -> None:
    picture = drawn("sight hero foe", language=language)
    assert hidden in picture and blocks in picture and "is hidden from" not in picture
    assert turn in drawn(language=language)


@pytest.mark.parametrize(
    ("mark", "what"),
    [
        ("reach hero foe", "unknown mark"),
        ("reach nobody", "nobody is not in the arena"),
        ("sight hero", "unknown mark"),
        ("sight hero nobody", "'nobody' is no unit or cell"),
        ("sight hero hero", "are on one cell"),
    ],
)
def test_a_mark_that_means_nothing_is_told(mark: str, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        drawn(mark)

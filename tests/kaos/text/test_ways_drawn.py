"""The way of a figure to a place, drawn with who may strike it on the way and how likely it is hit."""

import pytest

from esquive.core.errors import NotationError
from esquive.kaos.drawn.way_overlay import interceptions, shortest
from esquive.kaos.game import GAME
from esquive.kaos.geometry.units import CM
from esquive.kaos.table.answers import ALONG
from tests.kaos.playing import Table, box, close, mine, theirs
from tests.kaos.text.test_chances import hits


def passing(**foe: object) -> Table:
    """A hero with one die to dodge who runs past a foe with a sword of three."""
    return Table(
        {"hero": mine(at=(20, 20), dodge=1), "foe": theirs(at=(28, 23), weapons=[close(3)], **foe)},
        pieces=[box((30, 30), (5, 5))],
    ).turn_of("hero")


def test_who_strikes_on_the_way_is_told_with_the_chance_to_hit() -> None:
    """Out of contact a close weapon has one die less: two dice, against the one of the dodge [Kaos K31.5]."""
    table = passing()
    legs, made = shortest(table.state, 0, (36 * CM, 20 * CM))
    ((one, chance),) = interceptions(table.state, 0, legs, made)
    assert (one.figure, one.moment) == (1, ALONG) and 0 < one.distance < made.length
    assert chance == hits(2, 1)
    drawn = GAME.picture(table.state, ["way hero 36,20"])
    assert f"foe {float(chance) * 100:.1f} %" in drawn.replace("\u00a0", " ")
    assert "foe with sword, on the way: hits" in drawn


def test_who_has_played_strikes_nobody() -> None:
    """[Kaos K31.2]"""
    table = passing(activated=1)
    legs, made = shortest(table.state, 0, (36 * CM, 20 * CM))
    assert interceptions(table.state, 0, legs, made) == []


def test_of_a_figure_that_is_not_asked_the_way_alone_is_drawn() -> None:
    table = passing()
    drawn = GAME.picture(table.state, ["way foe 36,20"])
    assert "the path costs" in drawn and "hits" not in drawn


def test_a_place_within_a_wall_is_come_near_to() -> None:
    drawn = GAME.picture(passing().state, ["way hero 32,32"])
    assert "the path costs" in drawn


@pytest.mark.parametrize("mark", ["way hero", "way nobody 3,4", "way hero there"])
def test_a_way_that_means_nothing_is_told(mark: str) -> None:
    with pytest.raises(NotationError):
        GAME.picture(passing().state, [mark])

"""About how far it is to walk round what stands there: for taste only."""

from math import hypot

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, TOP, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.rough_distances import roads_of
from tests.kaos.geometry.drawing import Made, draw


def walk(picture: str, **legend: Made) -> int:
    """How far the first base of a picture walks to the second one, in whole centimetres; -1 where it finds no way."""
    table, (one, other) = draw(picture, **legend)
    found = roads_of(table, 25_000).between(one.x, one.y, other.x, other.y)
    return found // CM if found >= 0 else -1


def test_on_an_open_table_it_is_about_as_far_as_the_crow_flies() -> None:
    table = Table(75 * CM, 75 * CM, ())
    for x, y in ((5, 5), (70, 5), (40, 66), (12, 37)):
        straight = hypot(x - 37, y - 37)
        assert (
            abs(roads_of(table, 25_000).between(x * CM, y * CM, 37 * CM, 37 * CM) / CM - straight) < 0.12 * straight + 4
        )


WALL = """
    ....W.....
    ....W.....
    ..>.W.....
    ....W.....
    ....W.>...
    ....W.....
    ....W.....
    ..........
"""


def test_a_wall_is_walked_round_unless_it_is_low_or_climbed() -> None:
    straight = walk(WALL, W=Made(0, 0))
    assert straight == 11
    assert walk(WALL, W=Made(6, IMPASSABLE)) > straight + 4
    assert walk(WALL, W=Made(6, TOP)) > straight + 4
    assert walk(WALL, W=Made(6, TOP | CLIMBABLE)) == walk(WALL, W=Made(0.4, 0)) == straight


def test_where_there_is_no_way_none_is_found() -> None:
    assert walk(".....W.....\n..>..W..>..\n.....W.....", W=Made(6, IMPASSABLE)) == -1


@pytest.mark.parametrize("field", sorted(catalogue().fields))
def test_it_is_as_far_back_as_it_is_there(field: str) -> None:
    table = catalogue().table(field)
    roads = roads_of(table, 25_000)
    for x, y in ((5, 5), (37, 37), (70, 40), (20, 60)):
        there = roads.between(x * CM, y * CM, 40 * CM, 10 * CM)
        assert abs(there - roads.between(40 * CM, 10 * CM, x * CM, y * CM)) <= 2 * CM

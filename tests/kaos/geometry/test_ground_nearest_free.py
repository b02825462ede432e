"""The nearest free place, against every place of every ring tried one after the other."""

from math import cos, pi, sin
from random import Random

import pytest

from esquive.kaos.geometry.ground import ground_at, is_free, nearest_free
from esquive.kaos.geometry.planar import overlap
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, TOP, Base, Table
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.drawing import Made, draw

SCENE = """
    ............
    ..pppp..ww..
    ..pppp..ww..
    ..pppp......
    .....rrr....
    .....rrr.mm.
    .........mm.
    ............
"""


def scenery() -> Table:
    """A platform, a ramp, a wall and a marsh."""
    table, _ = draw(SCENE, p=Made(3, TOP), r=Made(3, 0, "n"), w=Made(6, IMPASSABLE), m=Made(0, DIFFICULT))
    return table


def tried(table: Table, base: Base, others: list[Base], highest: int) -> tuple[int, int, int] | None:
    """The first free place, as far as rounding lets it be told; None when there is none within 30 cm."""
    for distance in range(0, 30 * CM, CM // 4):
        for number in range(24 if distance else 1):
            angle = base.facing / DEGREE * pi / 180 + number * 2 * pi / 24
            x, y = round(base.x + distance * cos(angle)), round(base.y + distance * sin(angle))
            level, _ = ground_at(table, x, y)
            place = base.at(x, y, level, base.facing)
            if level <= highest and is_free(table, place, others):
                return x, y, level
    return None


@pytest.mark.parametrize("seed", range(60))
def test_the_nearest_free_place_is_the_first_that_is_free(seed: int) -> None:
    """[Kaos K12.1] [Ruling R205]: in a crowd, at the edges of the table, above and below scenery."""
    rng = Random(seed)
    table = rng.choice((scenery(), Table(40 * CM, 30 * CM, ())))
    x = rng.choice((rng.randrange(CM, table.width - CM), 2 * CM, table.width - 2 * CM))
    y = rng.choice((rng.randrange(CM, table.depth - CM), 2 * CM, table.depth - 2 * CM))
    facing = rng.choice((0, 45, 90, 200)) * DEGREE
    base = Base(x, y, rng.choice((0, 3, 6)) * CM, facing, rng.choice((25_000, 40_000)))
    others = []
    for _ in range(rng.choice((0, 1, 6))):
        fx, fy = x + rng.randrange(-4 * CM, 4 * CM), y + rng.randrange(-4 * CM, 4 * CM)
        others.append(Base(fx, fy, 0, rng.randrange(360) * DEGREE, rng.choice((25_000, 40_000))))
    highest = rng.choice((0, base.z, 10 * CM))
    found = nearest_free(table, base, others, highest)
    wanted = tried(table, base, others, highest)
    assert wanted is not None
    assert max(abs(found.x - wanted[0]), abs(found.y - wanted[1]), abs(found.z - wanted[2])) <= 3
    assert found.facing == base.facing
    assert found.z <= highest and is_free(table, found, others)
    assert not any(overlap(found, other) for other in others)


def test_where_nothing_is_free_within_30_cm_it_is_ones_own_place_on_its_ground() -> None:
    """[Kaos K12.1]: a table on which only what is too high could be stood on."""
    table, _ = draw("pppp\npppp\npppp\npppp\n", p=Made(3, TOP))
    base = Base(5 * CM, 5 * CM, 7 * CM, 0, 25_000)
    found = nearest_free(table, base, [], 2 * CM)
    assert (found.x, found.y, found.z, found.facing) == (5 * CM, 5 * CM, 3 * CM, 0)
    assert nearest_free(table, base, [], 3 * CM).z == 3 * CM


@pytest.mark.parametrize(("x", "y"), [(12_500, 50_000), (87_500, 50_000), (50_000, 12_500), (50_000, 87_500)])
def test_a_place_at_the_very_edge_of_the_table_is_free(x: int, y: int) -> None:
    """[Kaos K10.9]: one micrometre off it is none: the next ring is looked at."""
    table = Table(10 * CM, 10 * CM, ())
    base = Base(x, y, 0, 0, 25_000)
    found = nearest_free(table, base, [], 0)
    assert (found.x, found.y) == (x, y)
    dx, dy = (x > 50_000) - (x < 50_000), (y > 50_000) - (y < 50_000)
    off = nearest_free(table, Base(x + dx * 100, y + dy * 100, 0, 0, 25_000), [], 0)
    assert (off.x, off.y) != (x + dx * 100, y + dy * 100) and is_free(table, off, [])

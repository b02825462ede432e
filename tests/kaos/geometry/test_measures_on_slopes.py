"""Measures are one on level ground, on a slope, and between both: within a length, and how long it is."""

from random import Random

import pytest

from esquive.kaos.geometry import planar
from esquive.kaos.geometry.ground import ground_at
from esquive.kaos.geometry.measures import distance, slope_under, within
from esquive.kaos.geometry.shapes import TOP, Base, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw

RAMPED = """
    ............
    ....rrrrpp..
    ....rrrrpp..
    ....rrrrpp..
    ............
"""


def ramped() -> Table:
    """A ramp that rises to the east, to a platform."""
    table, _ = draw(RAMPED, r=Made(5, 0, "e"), p=Made(5, TOP))
    return table


def somewhere(table: Table, rng: Random, size: int = 25_000) -> Base:
    x, y = rng.randrange(2 * CM, table.width - 2 * CM), rng.randrange(2 * CM, table.depth - 2 * CM)
    return Base(x, y, ground_at(table, x, y)[0], rng.randrange(360_000), size)


@pytest.mark.parametrize("seed", range(60))
def test_two_bases_are_within_their_distance_and_no_micrometre_less(seed: int) -> None:
    """[Kaos K9.2] [Ruling R264]: wherever they stand, and whichever is named first."""
    table, rng = ramped(), Random(seed)
    a, b = somewhere(table, rng), somewhere(table, rng, rng.choice((25_000, 40_000)))
    far = distance(table, a, b)
    assert within(table, a, b, far) and within(table, b, a, far)
    assert far == 0 or not within(table, a, b, far - 1)
    assert planar.within(a, b, planar.distance(a, b)) and not planar.within(a, b, planar.distance(a, b) - 1)


@pytest.mark.parametrize("gap", [0, 1, 2_000, 30_000])
def test_on_a_slope_bases_touch_where_they_touch_as_seen_from_above(gap: int) -> None:
    """[Ruling R264]: though one stands higher than the other; apart they are a little farther than it looks."""
    table = ramped()
    x, y = 12 * CM, 7 * CM
    a = Base(x, y, ground_at(table, x, y)[0], 0, 25_000)
    b = Base(x + 25_000 + gap, y, ground_at(table, x + 25_000 + gap, y)[0], 0, 25_000)
    assert a.z < b.z and slope_under(table, a, b) is not None
    far = distance(table, a, b)
    assert (far == 0) == (gap == 0) and far >= gap
    assert within(table, a, b, far) and (far == 0 or not within(table, a, b, far - 1))


@pytest.mark.parametrize("seed", range(60))
def test_the_first_base_lain_over_is_the_first_of_them_all(seed: int) -> None:
    """[Kaos K10.6]: whatever sizes there are, and to the very edge of what may touch."""
    rng = Random(seed)
    base = Base(30 * CM, 30 * CM, 0, rng.choice((0, 45_000, 30_000)), 25_000)
    others = []
    for _ in range(8):
        side = rng.choice((25_000, 25_000, 40_000))
        dx, dy = (rng.choice((0, 24_000, 25_000, 32_500, 35_355, 35_356)) * rng.choice((-1, 1)) for _ in range(2))
        others.append(Base(base.x + dx, base.y + dy, 0, rng.choice((0, 45_000)), side))
    wanted = [index for index, other in enumerate(others) if planar.overlap(base, other)]
    assert planar.first_overlapped(base, others) == (wanted[0] if wanted else -1)
    assert planar.first_overlapped(base, []) == -1


@pytest.mark.parametrize(("rise", "limit", "holds"), [(0, -1, False), (0, 0, True), (1, 0, False), (1, 1, True)])
def test_nothing_is_nearer_than_nothing(rise: int, limit: int, holds: bool) -> None:
    """[Kaos K9.2]: two plates one above the other are as far apart as one is higher."""
    here, there = Base(0, 0, 0, 0, 25_000), Base(0, 0, rise, 0, 25_000)
    assert planar.within(here, there, limit) == holds == planar.within(there, here, limit)
    assert planar.distance(here, there) == rise

"""Whom a jump meets: every figure under it that is too high, and whoever stands where it lands; nobody else."""

from random import Random

import pytest

from esquive.kaos.geometry.legs import GO, JUMP, Leg
from esquive.kaos.geometry.paths import JUMP_HEIGHT, passage
from esquive.kaos.geometry.planar import overlap, overlaps, swept
from esquive.kaos.geometry.shapes import Base, Table
from esquive.kaos.geometry.units import CM

OPEN = Table(60 * CM, 60 * CM, ())


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)])
@pytest.mark.parametrize("height", [JUMP_HEIGHT - 1, JUMP_HEIGHT, JUMP_HEIGHT + 1])
def test_a_jump_meets_whoever_is_too_high_or_stands_where_it_lands(dx: int, dy: int, height: int) -> None:
    """[Kaos K11.4] [Kaos K11.5]: as high as may be is not too high; beside the way, and behind it, nobody matters."""
    rng = Random(f"{dx} {dy} {height}")
    back = Base(30 * CM - 14 * CM * dx, 30 * CM - 14 * CM * dy, 0, 0, 25_000)
    edge, goal = (30 * CM, 30 * CM), (30 * CM + 6 * CM * dx, 30 * CM + 6 * CM * dy)
    off = back.at(*edge, 0, 0)
    hexagon, place = swept(off, goal[0] - edge[0], goal[1] - edge[1]), back.at(*goal, 0, 0)
    met = 0
    for _ in range(60):
        x, y = (rng.randrange(min(a, b) - 4 * CM, max(a, b) + 4 * CM) for a, b in zip(edge, goal, strict=True))
        if rng.random() < 0.3:  # in contact with where it lands, or a micrometre from it
            x, y = goal[0] + 25_000 + rng.choice((0, 1, -50)), goal[1] + rng.choice((0, 24_000, -24_000))
        other = Base(x, y, 0, 0, 25_000, height)
        if overlap(off, other):
            continue
        made = passage(OPEN, back, [Leg(GO, *edge, 0), Leg(JUMP, *goal, 0)], [other])
        if made.problem is not None and made.problem.leg == 0:
            continue  # it stands in the way of the run-up
        wanted = (height > JUMP_HEIGHT and overlaps(hexagon, other.corners)) or overlap(place, other)
        assert (made.problem is not None) == wanted, (x, y)
        if made.problem is not None:
            met += 1
            assert made.problem.kind == "figure" and made.problem.figure == 0
            assert made.problem.facts == {"top": height, "highest": JUMP_HEIGHT}
        else:
            assert (made.end.x, made.end.y) == goal
    assert met > 3

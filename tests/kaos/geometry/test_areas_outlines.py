"""Outlines of a field against the places themselves: what costs no more is inside, all else outside."""

from random import Random

import pytest

from esquive.kaos.geometry.movement_areas import BARRED, Field, outlines
from esquive.kaos.geometry.shapes import Point

LIMIT = 100
STEP = 6_000


def drawn(seed: int) -> Field:
    """A field by chance: some places barred, some at the very limit, and one beside it."""
    rng = Random(seed)
    made = Field(1_000, -2_000, STEP, rng.randrange(1, 7))
    kinds = (0, 40, LIMIT - 1, LIMIT, LIMIT + 1, 160, 300, BARRED)
    made.costs = [rng.choice(kinds) for _ in made.costs]
    return made


def turns_round(point: Point, ring: list[Point]) -> int:
    """How often a ring goes round a point, anticlockwise."""
    x, y = point
    count = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if ay <= y < by and side > 0:
            count += 1
        elif by <= y < ay and side < 0:
            count -= 1
    return count


def passed(made: Field, here: tuple[int, int], there: tuple[int, int]) -> Point | None:
    """Where the cost passes the limit between two neighbouring places; None where it does not."""

    def cost(place: tuple[int, int]) -> int:
        x, y = place
        return made.costs[y * made.wide + x] if 0 <= x < made.wide and 0 <= y < made.wide else BARRED

    low, high = sorted((here, there), key=cost)
    if not cost(low) <= LIMIT < cost(high):
        return None
    share = 0.5 if cost(high) >= BARRED else (LIMIT - cost(low)) / (cost(high) - cost(low))
    return (
        made.x + round((low[0] + (high[0] - low[0]) * share) * STEP),
        made.y + round((low[1] + (high[1] - low[1]) * share) * STEP),
    )


@pytest.mark.parametrize("seed", range(60))
def test_an_outline_goes_once_round_what_costs_no_more_and_round_nothing_else(seed: int) -> None:
    """Places on an outline, which cost exactly the limit, are on neither side of it."""
    made = drawn(seed)
    rings = outlines(made, LIMIT)
    corners = [point for ring in rings for point in ring]
    for cell, cost in enumerate(made.costs):
        point = made.point(cell)
        if point not in corners:
            assert sum(turns_round(point, ring) for ring in rings) == (1 if cost <= LIMIT else 0), point


@pytest.mark.parametrize("seed", range(60))
def test_an_outline_has_a_corner_wherever_the_cost_passes_the_limit(seed: int) -> None:
    """In proportion between two places, half way to one that cannot be come to; and no corner anywhere else."""
    made = drawn(seed)
    wanted: list[Point] = []
    for x in range(-1, made.wide):
        for y in range(-1, made.wide):
            for there in ((x + 1, y), (x, y + 1)):
                point = passed(made, (x, y), there)
                if point is not None:
                    wanted.append(point)
    found = [point for ring in outlines(made, LIMIT) for point in ring]
    assert len(found) == len(wanted)
    for x, y in wanted:
        found.remove(next((fx, fy) for fx, fy in found if abs(x - fx) <= 1 and abs(y - fy) <= 1))
    assert not found


def test_a_place_in_the_midst_of_nothing_and_a_hole_in_the_midst_of_all() -> None:
    """Anticlockwise round the place, clockwise round the hole."""
    made = Field(0, 0, STEP, 3)
    made.costs[4] = 0
    (ring,) = outlines(made, LIMIT)
    assert sorted(ring) == [
        (3_000, 6_000),
        (6_000, 3_000),
        (6_000, 9_000),
        (9_000, 6_000),
    ]
    assert turns_round((6_000, 6_000), ring) == 1
    made.costs = [0] * 4 + [BARRED] + [0] * 4
    rings = outlines(made, LIMIT)
    assert sorted(turns_round((6_001, 6_001), ring) for ring in rings) == [-1, 1]
    made.costs = [BARRED] * 9
    assert outlines(made, LIMIT) == []


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (-1, -1), (2, 0), (0, 2), (2, 2)])
def test_outside_a_field_nobody_comes(x: int, y: int) -> None:
    """A square of the grid is as dear as its dearest corner, and outside there is none."""
    made = Field(1_000, -2_000, STEP, 3)
    made.costs = [7, 3, 4, 1, 5, 2, 6, 0, 8]
    assert made.cost_at(1_000 + x * STEP + 10, -2_000 + y * STEP + 10) == BARRED
    for column, row, dearest in ((0, 0, 7), (1, 0, 5), (0, 1, 6), (1, 1, 8)):
        for dx, dy in ((0, 0), (STEP - 1, 0), (0, STEP - 1), (STEP - 1, STEP - 1)):
            assert made.cost_at(1_000 + column * STEP + dx, -2_000 + row * STEP + dy) == dearest

"""What places cost, against the cheapest of all ways over all corners, every line of them walked."""

from itertools import count
from math import hypot
from typing import Any

import pytest

from esquive.kaos.geometry.ground import ground_at, is_free
from esquive.kaos.geometry.movement_areas import BARRED, Field, _Flood, field
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Piece, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.walks import walk

LIMIT = 6 * CM
SIDE = 25_000


def block(west: float, south: float, wide: float, deep: float, height: float, flags: int, **ends: Any) -> Piece:
    w, s, e, n = (round(length * CM) for length in (west, south, west + wide, south + deep))
    return Piece("block", "block", ((w, s), (e, s), (e, n), (w, n)), round(height * CM), flags, **ends)


RAMP = block(21.5, 18, 4, 4, 2, 0, low=(215_000, 200_000), high=(255_000, 200_000))
SCENES: dict[str, tuple[float, list[Piece], list[Base], dict[str, Any]]] = {
    "open": (0, [], [], {}),
    "a wall": (0, [block(22, 18, 1, 4, 5, IMPASSABLE)], [], {}),
    "a figure": (0, [], [Base(235_000, 201_000, 0, 20_000, SIDE)], {}),
    "two figures and a wall": (
        0,
        [block(17, 22, 6, 1, 5, IMPASSABLE)],
        [Base(235_000, 201_000, 0, 0, SIDE), Base(155_000, 195_000, 0, 45_000, 40_000)],
        {},
    ),
    "a marsh": (0, [block(21, 17, 3, 6, 0, DIFFICULT)], [], {}),
    "a marsh flown over": (0, [block(21, 17, 3, 6, 0, DIFFICULT)], [], {"flying": True}),
    "a small step": (0, [block(22, 17, 3, 6, 0.5, TOP)], [], {}),
    "a ladder": (0, [block(22.5, 18, 4, 4, 2, TOP | CLIMBABLE)], [], {}),
    "a ledge nobody gets on to": (0, [block(22.5, 18, 4, 4, 2, TOP)], [], {}),
    "a ledge climbed": (0, [block(22.5, 18, 4, 4, 2, TOP)], [], {"climber": True}),
    "on a ledge": (2, [block(17, 17, 6, 6, 2, TOP)], [], {}),
    "on a ledge with a marsh below": (
        2,
        [block(17, 17, 5, 6, 2, TOP | CLIMBABLE), block(22, 17, 4, 6, 0, DIFFICULT)],
        [],
        {},
    ),
    "a ramp": (0, [RAMP, block(25.5, 18, 3, 4, 2, TOP)], [], {}),
    "the least": (0, [block(21, 17, 3, 6, 0, DIFFICULT)], [], {"least": 3 * CM}),
}


class Plain:
    """Every corner from every corner, and every place from every corner, with nothing left out."""

    def __init__(self, table: Table, base: Base, others: list[Base], keys: dict[str, Any]) -> None:
        self.table, self.base, self.others = table, base, others
        self.least = keys.get("least", 0)
        self.way = (keys.get("climber", False), keys.get("flying", False))
        flood = _Flood(table, base, others, LIMIT, self.least, *self.way)
        self.limit = flood._limit
        self.nodes = self.costs_of_corners(flood._corners())

    def line(self, start: Base, x: int, y: int) -> tuple[int, int]:
        """What a straight line costs, and the level at its end."""
        found = walk(self.table, start, x, y, self.others, 0, *self.way, is_rough=True)
        if found.stopped >= 0 or found.fell:
            return BARRED, 0
        cost = sum(stretch.cost for stretch in found.stretches)
        return cost, found.stretches[-1].end[2] if found.stretches else start.z

    def costs_of_corners(self, corners: list[tuple[int, int]]) -> list[tuple[int, Base]]:
        """The cheapest first, as Dijkstra has it."""
        number = count()
        open_ones = [(0, next(number), self.base)]
        found: list[tuple[int, Base]] = []
        done: set[tuple[int, int]] = set()
        while open_ones:
            first = min(open_ones)
            open_ones.remove(first)
            cost, _, here = first
            if (here.x, here.y) in done:
                continue
            done.add((here.x, here.y))
            found.append((cost, here))
            for x, y in corners:
                if (x, y) not in done and cost + hypot(x - here.x, y - here.y) <= self.limit + 2:
                    more, level = self.line(here, x, y)
                    if cost + more <= self.limit:
                        open_ones.append((cost + more, next(number), here.at(x, y, level, here.facing)))
        return found

    def cost(self, x: int, y: int) -> int:
        """What a place costs."""
        place = self.base.at(x, y, ground_at(self.table, x, y)[0], self.base.facing)
        if not is_free(self.table, place, self.others):
            return BARRED
        best = BARRED
        for number, (cost, here) in enumerate(self.nodes):
            far = hypot(x - here.x, y - here.y)
            if cost + far > min(best, self.limit + 2):
                continue
            more = self.line(here, x, y)[0]
            if not number and far <= self.least and more < BARRED:
                more = min(more, self.least)
            best = min(best, cost + more)
        return best


@pytest.mark.parametrize("name", SCENES)
def test_a_place_costs_what_the_cheapest_way_over_corners_costs(name: str) -> None:
    """[Kaos K10.13] [Kaos K11.3] [Kaos K11.8]: to a few micrometres of rounding; what is not come to is beyond."""
    z, pieces, others, keys = SCENES[name]
    table = Table(40 * CM, 40 * CM, tuple(pieces))
    base = Base(20 * CM, 20 * CM, round(z * CM), 0, SIDE)
    made: Field = field(table, base, others, LIMIT, **keys)
    plain = Plain(table, base, others, keys)
    reached = 0
    for cell, cost in enumerate(made.costs):
        wanted = plain.cost(*made.point(cell))
        if wanted <= LIMIT:
            reached += 1
            assert abs(cost - wanted) <= 8, made.point(cell)
        else:
            assert cost > LIMIT, made.point(cell)
    assert reached > 20

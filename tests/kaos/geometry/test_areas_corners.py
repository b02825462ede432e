"""Which corners a field of costs turns at, what it takes to come to each, and how few lines are tried for it.

A search that tries more lines than it needs gives up sooner: see `MOST_LINES` and `MOST_TRIES`.
"""

from itertools import pairwise
from typing import Any

import pytest

from esquive.kaos.geometry import movement_areas
from esquive.kaos.geometry.movement_areas import BARRED, Field, _Flood, field
from esquive.kaos.geometry.obstacles import obstacle
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.test_areas_oracle import LIMIT, RAMP, SCENES, SIDE, Plain, block

START = Base(20 * CM, 20 * CM, 0, 0, SIDE)
TWO_STEPS = 2 * CM  # a field goes as far beyond its limit
is_compiled = not str(movement_areas.__file__).endswith(".py")

MORE: dict[str, tuple[float, list[Piece], list[Base], dict[str, Any]]] = {
    "a wall one may pass nowhere": (0, [block(22, 16, 1, 8, 5, 0)], [], {}),
    "a wall flown over": (0, [block(22, 18, 2, 4, 5, 0)], [], {"flying": True}),
    "a pool": (0, [block(22, 18, 1, 4, 0, IMPASSABLE)], [], {}),
    "a pool not flown over": (0, [block(22, 18, 1, 4, 0, IMPASSABLE)], [], {"flying": True}),
    "a kerb nobody stands on": (0, [block(22, 16, 2, 8, 0.5, 0)], [], {}),
    "a wall beside a ladder": (0, [block(22, 18, 1, 4, 5, 0), block(16, 18, 2, 4, 2, TOP | CLIMBABLE)], [], {}),
    "up by a kerb": (0, [block(22, 18, 2, 4, 0.5, TOP), block(24, 16, 4, 8, 1, TOP)], [], {}),
    "a marsh before a wall": (0, [block(21, 16, 6, 8, 0, DIFFICULT), block(23, 19, 1, 2, 5, IMPASSABLE)], [], {}),
    "a ladder behind a wall": (
        0,
        [block(21.5, 19, 0.5, 2, 5, IMPASSABLE), block(22, 17, 4, 6, 1.5, TOP | CLIMBABLE)],
        [],
        {},
    ),
    "up from a ledge behind a wall": (
        2,
        [
            block(15, 15, 12, 12, 2, TOP),
            block(21.5, 19, 0.5, 2, 5, IMPASSABLE),
            block(22, 17, 4, 6, 3, TOP | CLIMBABLE),
        ],
        [],
        {},
    ),
    "a ramp behind a figure": (0, [RAMP, block(25.5, 18, 3, 4, 2, TOP)], [Base(220_000, 165_000, 0, 0, SIDE)], {}),
    "down from a ledge past a figure": (
        2,
        [block(17, 17, 6, 6, 2, TOP | CLIMBABLE), block(24, 18, 1, 4, 5, IMPASSABLE)],
        [Base(200_000, 235_000, 0, 0, SIDE)],
        {},
    ),
}
ALL = {**SCENES, **MORE}
# By scene: the lines tried straight on from the base, from corner to corner, and round corners.
LINES: dict[str, tuple[int, int, int]] = {
    "open": (197, 0, 0),
    "a wall": (169, 6, 34),
    "a figure": (169, 16, 64),
    "two figures and a wall": (107, 31, 74),
    "a marsh": (197, 4, 1),
    "a marsh flown over": (197, 0, 0),
    "a small step": (197, 0, 0),
    "a ladder": (197, 8, 9),
    "a ledge nobody gets on to": (155, 8, 22),
    "a ledge climbed": (197, 8, 9),
    "on a ledge": (197, 12, 84),
    "on a ledge with a marsh below": (197, 14, 74),
    "a ramp": (197, 29, 60),
    "the least": (197, 4, 1),
    "a wall one may pass nowhere": (153, 4, 8),
    "a wall flown over": (197, 0, 0),
    "a pool": (169, 6, 34),
    "a pool not flown over": (169, 6, 34),
    "a kerb nobody stands on": (197, 0, 0),
    "a wall beside a ladder": (169, 20, 61),
    "up by a kerb": (197, 16, 13),
    "a marsh before a wall": (177, 8, 22),
    "a ladder behind a wall": (182, 22, 32),
    "up from a ledge behind a wall": (182, 19, 44),
    "a ramp behind a figure": (177, 42, 70),
    "down from a ledge past a figure": (149, 32, 61),
}


def scene(name: str) -> tuple[Table, Base, list[Base], dict[str, Any]]:
    z, pieces, others, keys = ALL[name]
    return Table(40 * CM, 40 * CM, tuple(pieces)), START.at(START.x, START.y, round(z * CM), 0), others, keys


def flood(name: str) -> _Flood:
    table, base, others, keys = scene(name)
    get = keys.get
    return _Flood(table, base, others, LIMIT, get("least", 0), get("climber", False), get("flying", False))


@pytest.mark.parametrize("name", MORE)
def test_a_place_costs_what_the_cheapest_way_over_corners_costs(name: str) -> None:
    """[Kaos K11.3]: past walls, pools and kerbs, up and down; to a few micrometres of rounding."""
    table, base, others, keys = scene(name)
    made: Field = field(table, base, others, LIMIT, **keys)
    plain = Plain(table, base, others, keys)
    for cell, cost in enumerate(made.costs):
        wanted = plain.cost(*made.point(cell))
        assert abs(cost - wanted) <= 8 if wanted <= LIMIT else cost > LIMIT, made.point(cell)


@pytest.mark.parametrize("name", ALL)
def test_a_corner_costs_what_the_cheapest_way_to_it_costs(name: str) -> None:
    """The cheapest first, at the level where a walk ends; none that is farther than the field [Kaos K11.3]."""
    made = flood(name)
    table, base, others, keys = scene(name)
    costs = [cost for cost, _ in made._nodes]
    assert all(one <= other + 2 for one, other in pairwise(costs))
    wanted = {(node.x, node.y): (cost, node.z) for cost, node in Plain(table, base, others, keys).nodes}
    found = {(node.x, node.y): (cost, node.z) for cost, node in made._nodes}
    if LINES[name][1]:  # else all of it is come to straight on, and no corner is looked for
        assert found.keys() == wanted.keys()
        for point, (cost, level) in wanted.items():
            assert abs(found[point][0] - cost) <= 8 and found[point][1] == level


def expected_corners(table: Table, base: Base, others: list[Base], limit: int) -> set[Point]:
    """The corners of all outlines grown by the base, of what one may stand on, and the ends of ramps."""
    points: set[Point] = set()
    for shape in [other.corners for other in others] + [part for piece in table.pieces for part in piece.parts]:
        points |= set(obstacle(shape, base.facing, base.side).outline)
    for piece in table.pieces:
        if piece.flags & TOP or piece.low:
            points |= set(piece.shape)
        points |= {end for end in (piece.low, piece.high) if end}
    half = base.side // 2
    return {
        (x, y)
        for x, y in points
        if (x - base.x) ** 2 + (y - base.y) ** 2 < limit * limit
        if half - 10 <= x <= table.width - half + 10 and half - 10 <= y <= table.depth - half + 10
    }


@pytest.mark.parametrize("name", ALL)
def test_ways_turn_at_the_corners_of_all_that_is_near(name: str) -> None:
    """[Kaos K27.4]"""
    made = flood(name)
    table, base, others, _ = scene(name)
    corners = made._corners()
    assert set(corners) == expected_corners(table, base, others, LIMIT + TWO_STEPS)
    assert len(set(corners)) == len(corners)


def test_a_corner_as_far_off_as_the_field_goes_is_none() -> None:
    """Nor one from which the base would stick out over the edge of the table."""
    pieces = (block(21.25, 29.25, 3, 1, 2, TOP), block(1, 1, 2, 2, 0, DIFFICULT))
    base = START.at(20 * CM, 20 * CM, 0, 0)
    table = Table(40 * CM, 40 * CM, pieces)
    assert (20 * CM, 28 * CM) in obstacle(pieces[0].shape, 0, SIDE).outline
    assert (20 * CM, 28 * CM) not in _Flood(table, base, (), LIMIT, 0, False, False)._corners()
    nearer = base.at(20 * CM, 20 * CM + 1, 0, 0)
    assert (20 * CM, 28 * CM) in _Flood(table, nearer, (), LIMIT, 0, False, False)._corners()
    near_edge = base.at(3 * CM, 6 * CM, 0, 0)
    assert _Flood(table, near_edge, (), LIMIT, 0, False, False)._corners() == [(42_500, 42_500)]


def test_a_corner_that_costs_all_there_is_is_come_to() -> None:
    """3 cm along the wall and 5 cm past its end; a micrometre more is too much."""
    for more, is_reached in ((0, True), (1, False)):
        wall = Piece(
            "wall",
            "wall",
            ((172_500, 212_500), (217_500, 212_500), (217_500, 237_500 + more), (172_500, 237_500 + more)),
            5 * CM,
            IMPASSABLE,
        )
        made = _Flood(Table(40 * CM, 40 * CM, (wall,)), START, (), LIMIT, 0, False, False)
        costs = {(node.x, node.y): cost for cost, node in made._nodes}
        assert costs[230_000, 200_000] == 3 * CM
        assert ((230_000, 250_000 + more) in costs) == is_reached
        assert costs.get((230_000, 250_000), 8 * CM) == 8 * CM
        assert made.field.costs[(8 + 5) * 17 + 8 + 3] == 8 * CM  # the place of the grid there, from the first corner


def test_a_place_that_costs_a_micrometre_more_than_the_field_goes_is_not_come_to() -> None:
    """3 cm along the wall, whose corner is a micrometre farther south, and 5 cm and a micrometre up its side."""
    shape = ((172_500, 212_499), (217_500, 212_499), (217_500, 237_500), (172_500, 237_500))
    wall = Piece("wall", "wall", shape, 5 * CM, IMPASSABLE)
    made = field(Table(40 * CM, 40 * CM, (wall,)), START, (), LIMIT)
    assert made.costs[(8 + 5) * 17 + 8 + 3] == BARRED
    assert made.costs[(8 + 4) * 17 + 8 + 3] == 7 * CM + 1


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_field_goes_two_places_beyond_its_limit_and_to_the_very_edge_of_the_table(dx: int, dy: int) -> None:
    """Costs are exact in a straight line along the grid; all of the base stays on the table [Ruling R203]."""
    made = field(Table(40 * CM, 40 * CM, ()), START, (), LIMIT)
    assert made.step == CM and made.wide == 2 * 8 + 1
    for count in range(9):
        cell = (8 + dy * count) * made.wide + 8 + dx * count
        assert made.costs[cell] == count * CM
    assert made.costs[0] == BARRED
    # From 3 cm more than half a base from that edge.
    x = START.x if not dx else 42_500 if dx < 0 else 40 * CM - 42_500
    y = START.y if not dy else 42_500 if dy < 0 else 40 * CM - 42_500
    made = field(Table(40 * CM, 40 * CM, ()), START.at(x, y, 0, 0), (), LIMIT)
    costs = [made.costs[(8 + dy * count) * made.wide + 8 + dx * count] for count in range(9)]
    assert costs == [0, CM, 2 * CM, 3 * CM, *[BARRED] * 5]


def test_what_is_climbed_and_what_is_difficult_costs_to_the_micrometre() -> None:
    """[Kaos K11.1] [Kaos K11.8]: 6 cm and twice 2 up; 6 cm of which 3 count double."""
    for piece, costs in (
        (block(22, 16, 9, 8, 2, TOP | CLIMBABLE), {5: 90_000, 6: 100_000}),
        (block(22, 16, 3, 8, 0, DIFFICULT), {1: 10_000, 3: 40_000, 6: 90_000}),
        (block(22, 16, 3, 8, 0.5, TOP | DIFFICULT), {1: 10_000, 3: 40_000, 6: 90_000}),
    ):
        made = field(Table(40 * CM, 40 * CM, (piece,)), START, (), 10 * CM)
        middle = made.wide // 2
        for count, cost in costs.items():
            assert made.costs[middle * made.wide + middle + count] == cost


def test_the_dearest_of_four_places_may_be_any_of_them() -> None:
    for dearest in range(4):
        made = Field(0, 0, CM, 2)
        made.costs = [9 if number == dearest else number for number in range(4)]
        assert made.cost_at(CM // 2, CM // 2) == 9


class Counted:
    """The lines that a field tries, by what they are tried for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: dict[str, int] = {}
        self.now = ""
        tried = _Flood._cost

        def counted(made: _Flood, start: Base, x: int, y: int) -> Any:
            self.lines[self.now] = self.lines.get(self.now, 0) + 1
            return tried(made, start, x, y)

        monkeypatch.setattr(_Flood, "_cost", counted)
        for name in ("_straight", "_find_corners", "_round_corners"):
            self.name(monkeypatch, name)

    def name(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        step = getattr(_Flood, name)

        def named(made: _Flood, *more: Any) -> Any:
            self.now = name
            return step(made, *more)

        monkeypatch.setattr(_Flood, name, named)

    def all(self) -> tuple[int, int, int]:
        get = self.lines.get
        return get("_straight", 0), get("_find_corners", 0), get("_round_corners", 0)


@pytest.mark.skipif(is_compiled, reason="compiled functions call each other directly: nothing counts lines")
@pytest.mark.parametrize("name", ALL)
def test_no_line_is_tried_that_is_not_needed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """[Kaos K27.4]: none to what is barred for sure, none that is longer than what is known already."""
    counted = Counted(monkeypatch)
    flood(name)
    assert counted.all() == LINES[name]


@pytest.mark.skipif(is_compiled, reason="compiled functions call each other directly: nothing counts lines")
@pytest.mark.parametrize("most", [1, 2, 5])
def test_between_corners_no_more_lines_are_tried_than_may_be(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """[Kaos K27.4]"""
    monkeypatch.setattr(movement_areas, "MOST_LINES", most)
    counted = Counted(monkeypatch)
    flood("two figures and a wall")
    assert counted.lines["_find_corners"] == most

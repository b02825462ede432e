"""Obstacles grown by a base bar the same lines of its centre as they bar the base [Ruling R201]."""

from random import Random

import pytest

from esquive.kaos.geometry.obstacles import Obstacle, around, grown, lies_over, obstacle
from esquive.kaos.geometry.planar import is_inside, meets_piece, overlaps, swept
from esquive.kaos.geometry.sections import Line
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Piece, Point
from esquive.kaos.geometry.units import CM, DEGREE, SLACK, TURN

SQUARE = ((0, 0), (4 * CM, 0), (4 * CM, 4 * CM), (0, 4 * CM))
TRIANGLE = ((0, 0), (6 * CM, 0), (3 * CM, 5 * CM))
LONG = ((0, 0), (2 * CM, -CM), (9 * CM, 2 * CM), (9 * CM, 3 * CM), (CM, CM))
WITH_A_CORNER_IN_A_STRAIGHT_LINE = ((0, 0), (3 * CM, 0), (6 * CM, 0), (6 * CM, 2 * CM), (0, 2 * CM))
SHAPES = (SQUARE, TRIANGLE, LONG, WITH_A_CORNER_IN_A_STRAIGHT_LINE)
FACINGS = (0, 45 * DEGREE, 90 * DEGREE, 180 * DEGREE, 77_123)


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_outline_turns_left_at_each_corner_and_holds_every_sum(shape: tuple[Point, ...], facing: int) -> None:
    """What a base has to be taken round: points in a straight line are no corners."""
    corners = Base(0, 0, 0, facing, 3 * CM).corners
    outline = grown(shape, corners)
    for a, b, c in zip(outline[-1:] + outline[:-1], outline, outline[1:] + outline[:1], strict=True):
        assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0
    assert all(is_inside((x + px, y + py), outline) for x, y in shape for px, py in corners)
    assert set(outline) <= {(x + px, y + py) for x, y in shape for px, py in corners}
    assert outline[0] == min(outline)


@pytest.mark.parametrize("seed", range(40))
def test_a_line_is_barred_exactly_when_what_the_base_passes_over_overlaps_the_obstacle(seed: int) -> None:
    """To the micrometre: many of the lines end a hair from the obstacle, or pass along its side."""
    rng = Random(seed)
    shape = rng.choice(SHAPES)
    seen = set()
    for _ in range(200):
        facing = rng.choice((*FACINGS, rng.randrange(TURN)))
        start = [rng.randint(-4, 12) * CM // 2 + rng.randint(-SLACK - 2, SLACK + 2) for _ in range(2)]
        base = Base(start[0], start[1], 0, facing, rng.choice((2, 3)) * CM)
        far = rng.choice((0, 1, 20, CM, 7 * CM))
        dx, dy = rng.choice(((far, 1), (-far, 0), (0, far), (rng.randint(-far, far), rng.randint(-far, far))))
        if dx or dy:
            expected = overlaps(swept(base, dx, dy), shape)
            assert obstacle(shape, facing, base.side).is_crossed(base.x, base.y, base.x + dx, base.y + dy) == expected
            seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize(("into", "crossed"), [(SLACK - 1, False), (SLACK, False), (SLACK + 1, True)])
def test_a_corner_is_cut_by_more_than_the_slack_or_not_at_all(into: int, crossed: bool) -> None:
    """A line 4 to 3 across, whose distance from the corner is a whole number of micrometres [Ruling R201]."""
    met = Obstacle(SQUARE)
    x, y = 4 * CM - 3 * into, 4 * CM + into
    assert met.is_crossed(x - 4 * CM, y + 3 * CM, x + 4 * CM, y - 3 * CM) is crossed
    assert met.is_crossed(x + 4 * CM, y - 3 * CM, x - 4 * CM, y + 3 * CM) is crossed


def test_of_two_slivers_the_sum_begins_where_both_do() -> None:
    """Their first sides go up as steeply as they go east."""
    sliver = ((0, 0), (2, 2), (2, 3), (0, 1))
    assert grown(sliver, sliver) == ((0, 0), (4, 4), (4, 6), (0, 2))


def places(rng: Random, shape: tuple[Point, ...], facing: int, side: int) -> list[Point]:
    """Points about an obstacle: anywhere, at its corners, on its sides, and a hair from them."""
    outline = obstacle(shape, facing, side).outline
    found = [(rng.randint(-4 * CM, 14 * CM), rng.randint(-6 * CM, 10 * CM)) for _ in range(8)]
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        found += [(ax, ay), ((ax + bx) // 2, (ay + by) // 2)]
    return [(x + rng.choice((0, 0, 1, -SLACK, SLACK, SLACK + 1)), y + rng.choice((0, 0, -1, SLACK))) for x, y in found]


@pytest.mark.parametrize("seed", range(12))
def test_a_line_is_barred_when_its_ends_share_no_side_and_it_parts_the_obstacle(seed: int) -> None:
    """What ways ask of their corners [Kaos K27.4]: each end alone, then the two together [Ruling R201]."""
    rng = Random(seed)
    shape = rng.choice(SHAPES)
    met = obstacle(shape, rng.randrange(TURN), 3 * CM)
    points = places(rng, shape, 0, 3 * CM) + list(met.outline)
    said = set()
    for x, y in points:
        for fx, fy in points:
            is_barred = not met.beyond(x, y) & met.beyond(fx, fy) and met.is_parted(x, y, fx, fy)
            assert is_barred == met.is_crossed(x, y, fx, fy)
            said.add(is_barred)
    assert said == {True, False}


def specks(rng: Random) -> list[Obstacle]:
    """Obstacles of some tens of micrometres, where each one is a large part of a side."""
    found = []
    for _ in range(12):
        points = [(rng.randint(0, 90), rng.randint(0, 90)) for _ in range(3)]
        (ax, ay), (bx, by), (cx, cy) = points
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if turn:
            found.append(Obstacle(grown(tuple(points if turn > 0 else points[::-1]), ((0, 0), (30, 0), (30, 1)))))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_row_of_places_in_an_obstacle_is_told_by_its_ends(seed: int) -> None:
    """To the micrometre: the places before the first one and after the last one lie outside [Ruling R201]."""
    rng = Random(seed)
    held = 0
    for met in [*specks(rng), Obstacle(tuple((x // 500, y // 500) for x, y in LONG))]:
        for y in range(met.south - 2, met.north + 3):
            first, last = met.across(y)
            inside = [x for x in range(met.west - 2, met.east + 3) if met.is_crossed(x, y, x, y)]
            assert inside == list(range(first, last + 1))
            held += len(inside)
    assert held > 1000


@pytest.mark.parametrize("seed", range(8))
def test_the_smallest_line_is_barred_as_what_is_passed_over_overlaps(seed: int) -> None:
    """To the micrometre, where each micrometre counts: points, short lines, lines along an axis [Ruling R201]."""
    rng = Random(seed)
    said = set()
    for met in specks(rng):
        for _ in range(300):
            x, y = rng.randint(met.west - 5, met.east + 5), rng.randint(met.south - 5, met.north + 5)
            fx, fy = rng.choice(
                ((x, y), (x, y + 40), (x - 40, y), (x + rng.randint(-90, 90), y + rng.randint(-90, 90)))
            )
            is_barred = met.is_crossed(x, y, fx, fy)
            assert is_barred == (not met.beyond(x, y) & met.beyond(fx, fy) and met.is_parted(x, y, fx, fy))
            said.add(is_barred)
    assert said == {True, False}


@pytest.mark.parametrize("seed", range(12))
def test_a_base_lies_over_a_piece_exactly_when_its_square_does(seed: int) -> None:
    """[Ruling R201] [Ruling R218]"""
    rng = Random(seed)
    shape = rng.choice(SHAPES)
    piece = Piece("it", "rock", shape, CM, IMPASSABLE)
    said = set()
    for _ in range(40):
        facing, side = rng.choice((*FACINGS, rng.randrange(TURN))), rng.choice((2, 3)) * CM
        for x, y in places(rng, shape, facing, side):
            base = Base(x, y, 0, facing, side)
            assert lies_over(base, piece) == meets_piece(base, piece)
            said.add(lies_over(base, piece))
    assert said == {True, False}


def test_a_base_that_turns_by_a_right_angle_is_the_same_obstacle() -> None:
    """A square: what is kept for one facing serves the three others."""
    for facing in (0, 17 * DEGREE, 45 * DEGREE):
        assert obstacle(LONG, facing, 3 * CM) is obstacle(LONG, facing + TURN // 4, 3 * CM)
        corners = [Base(0, 0, 0, facing + turn * TURN // 4, 3 * CM).corners for turn in range(4)]
        assert len({grown(LONG, other) for other in corners}) == 1


def step_by_step(line: Line, met: tuple[Obstacle, ...]) -> int:
    """How far a base comes, looked for by halves as it is, but without a first look."""
    low, high = 0, line.length
    while low < high:
        middle = (low + high + 1) >> 1
        if any(one.is_crossed(line.base.x, line.base.y, *line.at(middle)) for one in met):
            high = middle - 1
        else:
            low = middle
    return low


@pytest.mark.parametrize("seed", range(12))
def test_a_base_comes_as_far_as_it_does_step_by_step(seed: int) -> None:
    """Contact is looked for by halves; what a first look leaves out is clear [Kaos K20.16] [Ruling R201]."""
    rng = Random(seed)
    looked: list[tuple[int, int]] = []
    for _ in range(60):
        shape = rng.choice(SHAPES)
        base = Base(rng.randint(-12 * CM, 12 * CM), rng.randint(-12 * CM, -7 * CM), 0, rng.randrange(TURN), 3 * CM)
        met = obstacle(shape, base.facing, base.side)
        line = Line(base, *rng.choice((*shape, *places(rng, shape, base.facing, base.side))), False)
        if line.length and met.is_crossed(base.x, base.y, *line.at(line.length)):
            low = step_by_step(line, (met,))
            assert line.contact((met,), 0, line.length) == low
            clear, certain = line.bounds_of(met, base.x, base.y, 0)
            assert clear <= low < certain
            moved = obstacle(tuple((x - 3 * CM, y + 7) for x, y in shape), base.facing, base.side)
            assert line.contact((moved,), 0, line.length, 3 * CM, -7) == low
            looked.append((clear, low))
    assert sum(clear for clear, _ in looked) > sum(low for _, low in looked) * 9 // 10  # it is worth its while


@pytest.mark.parametrize("seed", range(8))
def test_a_base_comes_to_the_nearest_of_the_smallest_obstacles(seed: int) -> None:
    """From a hair away as well, along an axis, and past what it does not come to [Kaos K20.16] [Ruling R201]."""
    rng = Random(seed)
    reached = 0
    for one, other in zip(specks(rng), specks(rng), strict=False):
        for _ in range(200):
            x, y = rng.randint(-60, 180), rng.randint(-60, 180)
            fx, fy = rng.choice(((x, y + 90), (x - 90, y), (rng.randint(-60, 180), rng.randint(-60, 180))))
            if (x, y) != (fx, fy) and not (one.is_crossed(x, y, x, y) or other.is_crossed(x, y, x, y)):
                line = Line(Base(x, y, 0, 0, 2), fx, fy, False)
                assert line.contact((one, other), 0, line.length) == step_by_step(line, (one, other))
                reached += line.contact((one, other), 0, line.length) < line.length
    assert reached > 100


@pytest.mark.parametrize("seed", range(6))
def test_a_base_bars_as_far_from_its_own_centre_wherever_it_stands(seed: int) -> None:
    """Grown where it stands or at the corner of the table, it is the same, moved [Ruling R201]."""
    rng = Random(seed)
    for _ in range(40):
        x, y, facing, side = rng.randrange(-9 * CM, 9 * CM), rng.randrange(9 * CM), rng.randrange(TURN), 3 * CM
        other = Base(x, y, 0, rng.randrange(TURN), rng.choice((25_000, 4 * CM)))
        here, there = obstacle(other.corners, facing, side), around(other, facing, side)
        assert [(px - x, py - y) for px, py in here.outline] == list(there.outline)
        assert [edge[:2] for edge in here.edges] == [edge[:2] for edge in there.edges]
        assert around(other.at(y, x, 0, other.facing + TURN // 4), facing, side) is there

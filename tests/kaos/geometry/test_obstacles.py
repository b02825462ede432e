"""Obstacles grown by a base bar the same lines of its centre as they bar the base [Ruling R201]."""

from random import Random

import pytest

from esquive.kaos.geometry.obstacles import Obstacle, grown, lies_over, obstacle
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


@pytest.mark.parametrize("seed", range(12))
def test_a_row_of_places_in_an_obstacle_is_told_by_its_ends(seed: int) -> None:
    """To the micrometre: the places before the first one and after the last one lie outside [Ruling R201]."""
    rng = Random(seed)
    met = obstacle(rng.choice(SHAPES), rng.choice((0, 45 * DEGREE, rng.randrange(TURN))), 3 * CM)
    rows = [met.south, met.south + SLACK, met.south + SLACK + 1, met.north - SLACK - 1, met.north, met.north + 1]
    held = 0
    for y in rows + [rng.randint(met.south, met.north) for _ in range(40)]:
        first, last = met.across(y)
        if first > last:
            assert not any(met.is_crossed(x, y, x, y) for x in range(met.west, met.east, 997))
            continue
        held += 1
        for x, is_in in (
            (first - 1, False),
            (first, True),
            ((first + last) // 2, True),
            (last, True),
            (last + 1, False),
        ):
            assert met.is_crossed(x, y, x, y) is is_in
    assert held > 30


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


@pytest.mark.parametrize("seed", range(12))
def test_a_base_comes_as_far_as_it_does_step_by_step(seed: int) -> None:
    """Contact is looked for by halves; what a first look leaves out is clear [Kaos K20.16] [Ruling R201]."""
    rng = Random(seed)
    looked: list[tuple[int, int]] = []
    for _ in range(60):
        shape = rng.choice(SHAPES)
        base = Base(rng.randint(-12 * CM, 12 * CM), rng.randint(-12 * CM, -7 * CM), 0, rng.randrange(TURN), 3 * CM)
        met = obstacle(shape, base.facing, base.side)
        x, y = rng.choice((*shape, *places(rng, shape, base.facing, base.side)))
        if not met.is_crossed(base.x, base.y, x, y):
            continue
        line = Line(base, x, y, False)
        low, high = 0, line.length
        while low < high:
            middle = (low + high + 1) >> 1
            if met.is_crossed(base.x, base.y, *line.at(middle)):
                high = middle - 1
            else:
                low = middle
        assert line.contact((met,), 0, line.length) == low
        clear = line.clear_of(met, base.x, base.y)
        assert 0 <= clear <= low
        looked.append((clear, low))
    assert sum(clear for clear, _ in looked) > sum(low for _, low in looked) * 9 // 10  # it is worth its while

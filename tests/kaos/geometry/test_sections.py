"""The parts of a line: what lies beside it cuts it nowhere [Kaos K11.3]."""

from random import Random

import pytest

from esquive.kaos.geometry.sections import Line, cuts_of, may_lie_under, sections_between
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Piece, Point
from esquive.kaos.geometry.units import CM

TOWER = ((10 * CM, 10 * CM), (16 * CM, 10 * CM), (16 * CM, 14 * CM), (10 * CM, 14 * CM))
BENT = ((0, 0), (8 * CM, 0), (8 * CM, 2 * CM), (2 * CM, 2 * CM), (2 * CM, 9 * CM), (0, 9 * CM))
SLANTING = ((5 * CM, 0), (9 * CM, 5 * CM), (4 * CM, 9 * CM), (0, 3 * CM))


def ends(rng: Random, shape: tuple[Point, ...]) -> Point:
    """A point anywhere about a shape, or within a micrometre or two of a corner or of a side's line."""
    if rng.random() < 0.4:
        return (rng.randint(-3 * CM, 19 * CM), rng.randint(-3 * CM, 17 * CM))
    (ax, ay), (bx, by) = rng.sample(shape, 2)
    share = rng.choice((-1, 0, 1, 2, 3))
    return (ax + (bx - ax) * share // 2 + rng.randint(-2, 2), ay + (by - ay) * share // 2 + rng.randint(-2, 2))


@pytest.mark.parametrize("flags", [TOP, DIFFICULT, TOP | CLIMBABLE])
@pytest.mark.parametrize("shape", [TOWER, BENT, SLANTING])
def test_what_a_first_look_leaves_out_lies_under_no_part_of_a_line(shape: tuple[Point, ...], flags: int) -> None:
    """Rounded to micrometres as points of a line are; and what it keeps is mostly under it [Kaos K11.8]."""
    rng = Random(f"{shape}/{flags}")
    piece = Piece("it", "rock", shape, 4 * CM, flags)
    cut = {True: 0, False: 0}
    for _ in range(3000):
        (x, y), (fx, fy) = ends(rng, shape), ends(rng, shape)
        line = Line(Base(x, y, 0, 0, 25_000), fx, fy, False)
        if line.length:
            sections = sections_between(line, cuts_of(line, [piece]), [piece], False)
            is_under = len(sections) > 1 or sections[0].ground is not None or sections[0].is_difficult
            assert may_lie_under(piece, line, fx, fy) or not is_under
            cut[is_under] += may_lie_under(piece, line, fx, fy)
    assert cut[True] > 4 * cut[False] > 0


def test_a_ramp_may_lie_under_every_line_and_a_wall_under_none() -> None:
    """A line is cut where it crosses the ends of a ramp, on either side of it; nobody walks on a wall [Kaos K11.3]."""
    line = Line(Base(0, 0, 0, 0, 25_000), 20 * CM, 0, False)
    ramp = Piece("it", "ramp", TOWER, 4 * CM, 0, (10 * CM, 12 * CM), (16 * CM, 12 * CM))
    assert may_lie_under(ramp, line, 20 * CM, 0)
    assert len(sections_between(line, cuts_of(line, [ramp]), [ramp], False)) == 3
    through = Line(Base(0, 12 * CM, 0, 0, 25_000), 20 * CM, 12 * CM, False)
    assert not may_lie_under(Piece("it", "wall", TOWER, 4 * CM, IMPASSABLE), through, 20 * CM, 12 * CM)
    assert may_lie_under(Piece("it", "marsh", TOWER, 0, DIFFICULT), through, 20 * CM, 12 * CM)

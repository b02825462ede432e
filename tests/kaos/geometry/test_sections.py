"""The parts of a line: what lies beside it cuts it nowhere [Kaos K11.3]."""

from random import Random

import pytest

from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.sections import Line, cuts_of, near_and_under, nearest_root, sections_between
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw, go

TOWER = ((10 * CM, 10 * CM), (16 * CM, 10 * CM), (16 * CM, 14 * CM), (10 * CM, 14 * CM))
BENT = ((0, 0), (8 * CM, 0), (8 * CM, 2 * CM), (2 * CM, 2 * CM), (2 * CM, 9 * CM), (0, 9 * CM))
SLANTING = ((5 * CM, 0), (9 * CM, 5 * CM), (4 * CM, 9 * CM), (0, 3 * CM))


def may_lie_under(piece: Piece, line: Line, x: int, y: int) -> bool:
    """Whether a piece alone on a table is one that a line to x,y may be cut by."""
    return piece in near_and_under(Table(90 * CM, 90 * CM, (piece,)), line, x, y)[1]


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


def test_a_ramp_near_a_line_may_lie_under_it_and_a_wall_never_does() -> None:
    """A line is cut where it crosses the ends of a ramp, on either side of it; nobody walks on a wall [Kaos K11.3]."""
    line = Line(Base(0, 9 * CM, 0, 0, 25_000), 20 * CM, 9 * CM, False)
    ramp = Piece("it", "ramp", TOWER, 4 * CM, 0, (10 * CM, 12 * CM), (16 * CM, 12 * CM))
    assert may_lie_under(ramp, line, 20 * CM, 9 * CM)
    assert len(sections_between(line, cuts_of(line, [ramp]), [ramp], False)) == 3
    through = Line(Base(0, 12 * CM, 0, 0, 25_000), 20 * CM, 12 * CM, False)
    assert not may_lie_under(Piece("it", "wall", TOWER, 4 * CM, IMPASSABLE), through, 20 * CM, 12 * CM)
    assert may_lie_under(Piece("it", "marsh", TOWER, 0, DIFFICULT), through, 20 * CM, 12 * CM)


@pytest.mark.parametrize("seed", range(4))
def test_the_pieces_about_a_place_and_in_a_rectangle_are_all_that_are_there(seed: int) -> None:
    """On the table, across its edges and beyond them; in the order in which they are on the table."""
    rng = Random(seed)
    pieces = []
    for number in range(9):
        x, y = rng.randint(-3 * CM, 60 * CM), rng.randint(-3 * CM, 40 * CM)
        shape = tuple((x + px, y + py) for px, py in rng.choice((TOWER, BENT, SLANTING)))
        pieces.append(Piece(str(number), "rock", shape, 4 * CM, TOP))
    table = Table(60 * CM, 45 * CM, tuple(pieces))
    left_out = 0
    for _ in range(600):
        x, y, reach = rng.randint(-9 * CM, 80 * CM), rng.randint(-9 * CM, 70 * CM), rng.randint(0, 3) * CM
        east, north = x + rng.randint(0, 20) * CM, y + rng.randint(0, 20) * CM
        for found, rectangle in (
            (table.about(x, y, reach), (x - reach, y - reach, x + reach, y + reach)),
            (table.between(x, y, east, north), (x, y, east, north)),
        ):
            west, south, right, top = rectangle
            here = [one for one in pieces if one.box[0] <= right and one.box[2] >= west]
            here = [one for one in here if one.box[1] <= top and one.box[3] >= south]
            assert [one for one in found if one in here] == here
            assert list(found) == sorted(found, key=pieces.index)
            left_out += len(pieces) - len(found)
    assert left_out > 600 * 9


def test_where_two_marshes_overlap_the_ground_is_as_low_as_the_table() -> None:
    """[Kaos K11.8]: and difficult once."""
    one, (base,) = draw(">.mmmm...", m=Made(0, DIFFICULT))
    other, _ = draw(">..mmmm..", m=Made(0, DIFFICULT))
    table = Table(one.width, one.depth, (*one.pieces, *other.pieces))
    made = passage(table, base, [go(base, 20)], [])
    assert (made.problem, made.length, made.cost) == (None, 200_000, 200_000 + 125_000)
    assert {place[2] for stretch in made.pieces for place in (stretch.start, stretch.end)} == {0}


@pytest.mark.parametrize(("square", "root"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 2), (7, 3), (12, 3), (13, 4)])
def test_a_root_is_rounded_to_the_nearest(square: int, root: int) -> None:
    assert nearest_root(square) == root

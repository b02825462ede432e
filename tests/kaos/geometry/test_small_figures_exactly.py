"""Points, lines and rectangles of a few micrometres against plain arithmetic: every case, or many by chance."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from esquive.kaos.geometry.planar import crossing, is_inside, within
from esquive.kaos.geometry.shadows import Screen, chords_of, edges_of
from esquive.kaos.geometry.shapes import SIGHT, Piece, Point, Table
from esquive.kaos.geometry.sight import sight
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import foot


@pytest.mark.parametrize(("limit", "near"), [(10_000, True), (9_999, False), (10_001, True), (0, False)])
def test_bases_one_above_the_other_are_as_far_as_their_levels(limit: int, near: bool) -> None:
    """[Kaos K9.2]: nothing is left for the plane where the level takes all of it."""
    assert within(foot(0, 0), foot(0, 0, 10_000), limit) == near
    assert within(foot(0, 0), foot(3_000, 2_000, 10_000), limit) == near
    assert within(foot(0, 0), foot(0, 0), 0) and not within(foot(0, 0), foot(0, 0), -1)


def test_every_point_of_a_slanting_side_is_inside_whichever_way_the_outline_runs() -> None:
    for shape in (
        ((0, 0), (8, 0), (0, 4)),
        ((0, 0), (8, 4), (0, 4)),
        ((0, 0), (8, 0), (8, 4)),
        ((8, 0), (8, 4), (0, 4)),
    ):
        for polygon in (shape, shape[::-1], (*shape[1:], shape[0])):
            for point in product(range(-1, 10), range(-1, 6)):
                assert is_inside(point, polygon) == _inside(point, polygon), (point, polygon)


def _inside(point: Point, polygon: tuple[Point, ...]) -> bool:
    """A point of a convex polygon lies on no side's wrong half."""
    turns = []
    for number, (bx, by) in enumerate(polygon):
        ax, ay = polygon[number - 1]
        turns.append((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax))
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def test_segments_cross_where_fractions_say() -> None:
    rng = Random(5)
    met = 0
    for _ in range(4_000):
        a, b, c, d = ((rng.randrange(-9, 10), rng.randrange(-9, 10)) for _ in range(4))
        wanted = _crossing(a, b, c, d)
        assert crossing(a, b, c, d) == wanted, (a, b, c, d)
        met += wanted is not None
    assert met > 800


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    run, other = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    wide = run[0] * other[1] - run[1] * other[0]
    if wide == 0:
        return None
    t = Fraction((c[0] - a[0]) * other[1] - (c[1] - a[1]) * other[0], wide)
    u = Fraction((c[0] - a[0]) * run[1] - (c[1] - a[1]) * run[0], wide)
    if not (0 <= t <= 1 and 0 <= u <= 1):
        return None
    half = Fraction(1, 2)
    return ((a[0] + run[0] * t + half).__floor__(), (a[1] + run[1] * t + half).__floor__())


def test_pieces_between_are_all_whose_bounds_come_into_a_rectangle() -> None:
    """None that does is left out; those that are named are named in their order."""
    rng = Random(3)
    for _ in range(60):
        pieces = tuple(_box(rng, number) for number in range(6))
        table = Table(75 * CM, 75 * CM, pieces)
        for _ in range(20):
            west, east = sorted(rng.randrange(-5 * CM, 80 * CM) for _ in range(2))
            south, north = sorted(rng.randrange(-5 * CM, 80 * CM) for _ in range(2))
            found = table.between(west, south, east, north)
            needed = [
                piece
                for piece in pieces
                if piece.box[0] <= east and piece.box[2] >= west and piece.box[1] <= north and piece.box[3] >= south
            ]
            assert [piece for piece in found if piece in needed] == needed
            assert len(found) <= len(pieces)
            assert all(_is_near(piece, west, south, east, north) for piece in found)


def _box(rng: Random, number: int) -> Piece:
    x, y = rng.randrange(0, 60) * CM, rng.randrange(0, 60) * CM
    wide, deep = rng.randrange(1, 12) * CM, rng.randrange(1, 12) * CM
    return Piece(f"{number}", "wall", ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)), CM, SIGHT)


def _is_near(piece: Piece, west: int, south: int, east: int, north: int) -> bool:
    """No piece is named that lies more than a strip of the table away."""
    strip = 8 * CM
    return (
        piece.box[0] <= east + strip
        and piece.box[2] >= west - strip
        and piece.box[1] <= north + strip
        and piece.box[3] >= south - strip
    )


def test_every_part_of_a_body_in_the_open_is_seen() -> None:
    """As many samples as there are [Kaos K23.7], one by one."""
    viewer, target = foot(10 * CM, 10 * CM), foot(30 * CM, 10 * CM)
    found = sight(Table(75 * CM, 75 * CM, ()), viewer, target, ())
    assert found.seen == found.samples > 1 and found.base_seen == found.base_samples > 1


def test_a_way_wholly_inside_a_shape_is_one_chord_from_its_beginning_to_its_end() -> None:
    shape = ((0, 0), (10 * CM, 0), (10 * CM, 10 * CM), (0, 10 * CM))
    piece = Piece("wall", "wall", shape, CM, SIGHT)
    screen = Screen(piece, (edges_of(shape), True), (0, CM), (4 * CM, 5 * CM))
    ((n0, d0, n1, d1),) = chords_of(screen, 4 * CM, 5 * CM, 6 * CM, 5 * CM)
    assert Fraction(n0, d0) == 0 and Fraction(n1, d1) == 1
    ((n0, d0, n1, d1),) = chords_of(screen, 4 * CM, 5 * CM, 4 * CM, 5 * CM)
    assert Fraction(n0, d0) == 0 and Fraction(n1, d1) == 1

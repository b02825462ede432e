"""The pieces about a place or in a rectangle: all that may be there, and none that is farther off than a square."""

from random import Random

import pytest

from esquive.kaos.geometry.shapes import CELL, SIGHT, Piece, Table
from esquive.kaos.geometry.units import CM

WIDE, DEEP = 31 * CM, 20 * CM


def scattered(rng: Random, width: int = WIDE, depth: int = DEEP) -> Table:
    """Pieces anywhere, some that end where a square of the table does, some over its edges."""
    pieces = []
    for number in range(rng.randrange(0, 14)):
        west, south = (rng.randrange(-2, length // CM) * CM + rng.choice((-1, 0, 1)) for length in (width, depth))
        east, north = west + rng.randrange(1, 9) * CM, south + rng.randrange(1, 9) * CM
        shape = ((west, south), (east, south), (east, north), (west, north))
        pieces.append(Piece(str(number), "rock", shape, CM, SIGHT))
    return Table(width, depth, tuple(pieces))


def gap(low: int, high: int, first: int, last: int) -> int:
    """How far two spans are apart; 0 or less when they touch."""
    return max(first - high, low - last)


@pytest.mark.parametrize("seed", range(12))
def test_in_a_rectangle_are_all_that_touch_it_and_none_far_from_it(seed: int) -> None:
    """In their order; far is more than a square of the table, for as far as the rectangle lies on it."""
    rng = Random(seed)
    table = scattered(rng) if seed % 4 else scattered(rng, CELL - 1, CELL - 1)
    for _ in range(20):
        west, east = sorted(rng.randrange(-3 * CM, table.width + 3 * CM) for _ in range(2))
        south, north = sorted(rng.randrange(-3 * CM, table.depth + 3 * CM) for _ in range(2))
        found = table.between(west, south, east, north)
        assert list(found) == [piece for piece in table.pieces if piece in found]
        for piece in table.pieces:
            across, along = gap(west, east, *piece.box[::2]), gap(south, north, *piece.box[1::2])
            if across <= 0 and along <= 0:
                assert piece in found, (piece.name, west, south, east, north)
            is_within = west >= 0 and south >= 0 and east < table.width - CELL and north < table.depth - CELL
            if is_within and (across > CELL or along > CELL):
                assert piece not in found, (piece.name, west, south, east, north)
        assert table.between(west, south, east, north) == found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("reach", [0, 17_678, 28_285])
def test_about_a_place_are_all_within_reach_and_none_far_beyond(seed: int, reach: int) -> None:
    """In their order, off the table too; asked again it is the same, also for another reach."""
    rng = Random(seed)
    table = scattered(rng)
    for _ in range(20):
        x, y = rng.randrange(-3 * CM, WIDE + 3 * CM), rng.randrange(-3 * CM, DEEP + 3 * CM)
        found = table.about(x, y, reach)
        assert table.about(x, y, reach) == found
        wider = table.about(x, y, 2 * reach + CM)
        assert list(found) == [piece for piece in wider if piece in found]
        for piece in table.pieces:
            across, along = gap(x, x, *piece.box[::2]), gap(y, y, *piece.box[1::2])
            if max(across, along) <= reach:
                assert piece in found, (piece.name, x, y)
            if max(across, along) > reach + CELL:
                assert piece not in found, (piece.name, x, y)

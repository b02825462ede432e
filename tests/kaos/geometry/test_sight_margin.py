"""How far a height is from being hidden or seen, against every height one after the other; what stands in between."""

from random import Random

import pytest

from esquive.kaos.geometry.shadows import chords_of, screen_of_piece
from esquive.kaos.geometry.shapes import SIGHT, Piece, Table
from esquive.kaos.geometry.sight import _is_hidden, _margin, _pieces_between
from esquive.kaos.geometry.units import CM


def is_hidden(shadows: list[tuple[int, int]], height: int) -> bool:
    """Strictly inside one of them."""
    return any(low < height < high for low, high in shadows)


@pytest.mark.parametrize("seed", range(100))
def test_a_margin_is_the_way_to_the_nearest_height_of_the_other_kind(seed: int) -> None:
    """Shadows that touch leave the height between them to be seen, shadows that overlap do not."""
    rng = Random(seed)
    shadows = []
    for _ in range(rng.randrange(1, 5)):
        low = rng.randrange(0, 12)
        shadows.append((low, low + rng.randrange(1, 6)))
    rng.shuffle(shadows)
    for height in range(-3, 22):
        assert _is_hidden(shadows, height) == is_hidden(shadows, height)
        if is_hidden(shadows, height):
            seen = min(abs(other - height) for other in range(-30, 50) if not is_hidden(shadows, other))
            assert _margin(shadows, height) == -seen
        else:
            ends = [end for shadow in shadows for end in shadow]
            assert _margin(shadows, height) == min(abs(end - height) for end in ends)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_may_hide_a_point_of_a_target_is_looked_at(seed: int) -> None:
    """All that a line from the head to any point about the target leads over, if it is higher than both are low."""
    rng = Random(seed)
    pieces = []
    for number in range(12):
        west, south = rng.randrange(0, 40) * CM, rng.randrange(0, 40) * CM
        east, north = west + rng.randrange(1, 5) * CM, south + rng.randrange(1, 5) * CM
        shape = ((west, south), (east, south), (east, north), (west, north))
        pieces.append(Piece(f"wall {number}", "wall", shape, rng.randrange(1, 9) * CM, SIGHT))
    table = Table(45 * CM, 45 * CM, tuple(pieces))
    (hx, hy), (cx, cy) = ((rng.randrange(45) * CM + 1, rng.randrange(45) * CM + 1) for _ in range(2))
    hz, least, reach = rng.randrange(0, 6) * CM, rng.randrange(0, 6) * CM, 3 * CM
    found = {screen.what for screen in _pieces_between(table, (hx, hy, hz), (cx, cy), reach, least, (None, None))}
    for piece in pieces:
        screen = screen_of_piece(piece, hx, hy)
        is_met = any(
            chords_of(screen, hx, hy, cx + dx * reach // 4, cy + dy * reach // 4)
            for dx in range(-4, 5)
            for dy in range(-4, 5)
            if dx * dx + dy * dy <= 16  # a base turned anyhow stays within its own circle
        )
        if is_met and piece.height > min(hz, least) + CM // 2:
            assert piece in found, piece.name
        if piece.height <= min(hz, least):
            assert piece not in found, piece.name

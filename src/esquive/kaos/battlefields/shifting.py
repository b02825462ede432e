"""Where pieces of a battlefield may go instead: onto the table, and off one another."""

from math import hypot, isqrt
from typing import Final

from esquive.core.mends import Changes
from esquive.kaos.book.scenery import pieces_overlap
from esquive.kaos.cards.documents import PieceDocument, Place
from esquive.kaos.geometry.shapes import Piece, Point, Table
from esquive.kaos.geometry.units import CM

FARTHEST: Final = 30  # centimetres that a piece is moved to lie apart
_DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def number(length: int) -> int | float:
    """A length in centimetres, whole where it is."""
    return length // CM if length % CM == 0 else length / CM


def place_of(x: int, y: int) -> tuple[float, float]:
    """A point in centimetres."""
    return (number(x), number(y))


def beyond(start: Point, end: Point, length: int) -> Point:
    """The point so far beyond an end, straight on."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = max(1, isqrt(dx * dx + dy * dy))
    return (end[0] + dx * length // far, end[1] + dy * length // far)


def inside(piece: Piece, table: Table) -> tuple[int, int] | None:
    """How far a piece has to go to lie on the table; None for one that is larger than it."""
    west, south, east, north = piece.box
    if east - west > table.width or north - south > table.depth:
        return None
    return (max(0, -west) + min(0, table.width - east), max(0, -south) + min(0, table.depth - north))


def apart(place: int, table: Table) -> tuple[int, int] | None:
    """The shortest way, in whole centimetres, for a piece to lie on the table and on no solid piece; None for none."""
    piece = table.pieces[place]
    others = [one for number, one in enumerate(table.pieces) if number != place and one.is_solid]
    west, south, east, north = piece.box
    shifts = [(n * dx, n * dy) for n in range(1, FARTHEST + 1) for dx, dy in _DIRECTIONS]
    for across, along in sorted(shifts, key=lambda one: hypot(*one)):
        dx, dy = across * CM, along * CM
        if west + dx < 0 or south + dy < 0 or east + dx > table.width or north + dy > table.depth:
            continue
        there = shifted(piece, dx, dy)
        if not any(_boxes_meet(there, other) and pieces_overlap(there, other) for other in others):
            return (dx, dy)
    return None


def _boxes_meet(one: Piece, other: Piece) -> bool:
    (west, south, east, north), (left, low, right, high) = one.box, other.box
    return west < right and left < east and south < high and low < north


def shifted(piece: Piece, dx: int, dy: int) -> Piece:
    """A piece somewhere else; its ends do not matter where only its outline is asked about."""
    shape = tuple((x + dx, y + dy) for x, y in piece.shape)
    return Piece(piece.name, piece.kind, shape, piece.height, piece.flags)


def moved_changes(written: PieceDocument, place: int, dx: int, dy: int) -> Changes:
    """What a document says of a piece that has gone somewhere else."""

    def there(point: Place) -> list[float]:
        return [round(point[0] + dx / CM, 4), round(point[1] + dy / CM, 4)]

    found: list[tuple[tuple[str | int, ...], object]] = [
        (("piece", place, "shape"), [there(corner) for corner in written.shape])
    ]
    for key, end in (("low", written.low), ("high", written.high)):
        if end is not None:
            found.append((("piece", place, key), there(end)))
    return tuple(found)


def ramp_ends(written: PieceDocument) -> tuple[Place, Place]:
    """Where a ramp without one end begins and ends: the middles of the first side and of the one across."""
    shape = written.shape
    across = len(shape) // 2

    def middle(side: int) -> Place:
        (ax, ay), (bx, by) = shape[side], shape[(side + 1) % len(shape)]
        return (round((ax + bx) / 2, 4), round((ay + by) / 2, 4))

    return middle(0), middle(across)

"""Tables drawn as text: a character is 2.5 cm, as large as the base of a fighter on foot.

`> ^ < v` are bases in the middle of their squares, facing that way, in reading order. A letter is a piece of scenery:
the rectangle that holds all squares with this letter, made as the legend says. North is up, dots are the bare table.
"""

from dataclasses import dataclass

from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.shapes import Base, Piece, Table
from esquive.kaos.geometry.units import CM, DEGREE

SQUARE = 25_000
FACINGS = {">": 0, "^": 90 * DEGREE, "<": 180 * DEGREE, "v": 270 * DEGREE}


@dataclass(frozen=True)
class Made:
    """What a letter stands for: `height` in cm, flags, and which way it rises if it is a ramp ("e", "n", "w", "s")."""

    height: float
    flags: int
    rises: str = ""


def draw(picture: str, **legend: Made) -> tuple[Table, list[Base]]:
    """The table and its bases."""
    rows = [line.strip() for line in picture.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "all rows of a picture are as long"
    cells: dict[str, list[tuple[int, int]]] = {}
    bases = []
    for i, row in enumerate(rows):
        for j, letter in enumerate(row):
            x, y = j * SQUARE, (len(rows) - 1 - i) * SQUARE
            if letter in FACINGS:
                bases.append(foot(x + SQUARE // 2, y + SQUARE // 2, 0, FACINGS[letter]))
            elif letter != ".":
                cells.setdefault(letter, []).append((x, y))
    assert cells.keys() == legend.keys(), "every letter has its line in the legend"
    pieces = [_piece(letter, found, legend[letter]) for letter, found in sorted(cells.items())]
    return Table(len(rows[0]) * SQUARE, len(rows) * SQUARE, tuple(pieces)), bases


def _piece(letter: str, found: list[tuple[int, int]], made: Made) -> Piece:
    west, south = min(x for x, _ in found), min(y for _, y in found)
    east, north = max(x for x, _ in found) + SQUARE, max(y for _, y in found) + SQUARE
    middle_x, middle_y = (west + east) // 2, (south + north) // 2
    ends = {
        "": (None, None),
        "e": ((west, middle_y), (east, middle_y)),
        "w": ((east, middle_y), (west, middle_y)),
        "n": ((middle_x, south), (middle_x, north)),
        "s": ((middle_x, north), (middle_x, south)),
    }
    low, high = ends[made.rises]
    shape = ((west, south), (east, south), (east, north), (west, north))
    return Piece(letter, "piece", shape, int(made.height * CM), made.flags, low, high)


def foot(x: int, y: int, z: int = 0, facing: int = 0, height: int = 32_000) -> Base:
    """A fighter on foot: a base of 2.5 cm."""
    return Base(x, y, z, facing, SQUARE, height, 29_000, 12_000)


def go(base: Base, east: float, north: float = 0) -> Leg:
    """A straight line to so many centimetres from where the base stands."""
    return Leg(GO, base.x + round(east * CM), base.y + round(north * CM), 0)


def jump(base: Base, east: float, north: float = 0) -> Leg:
    """A jump to so many centimetres from where the base stands."""
    return Leg(JUMP, base.x + round(east * CM), base.y + round(north * CM), 0)


def face(degrees: int) -> Leg:
    """A turn on the spot."""
    return Leg(TURN, 0, 0, degrees * DEGREE)

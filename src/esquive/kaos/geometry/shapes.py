"""Scenery, bases and the table they stand on.

A piece of scenery is a polygon with a height: an upright prism standing on the table, or a ramp whose top rises from
one edge to another. A base is the square a figure stands on, and above it the column that its body is taken for
[Kaos K19.1] [Kaos K23.7]. All of them are immutable and shared: a figure that moves has another base.
"""

from collections.abc import Sequence
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.trigonometry import corners_of
from esquive.kaos.geometry.units import CM

Point = tuple[int, int]
Bases = Sequence["Base"]  # of the other figures, in order of number

# What a piece of scenery is, agreed before play [Kaos K11.9] [Ruling R216]; flags add up.
IMPASSABLE: Final = 1  # no base may overlap it, whatever the level
DIFFICULT: Final = 2  # ground that costs double [Kaos K11.8]
CLIMBABLE: Final = 4  # its sides may be climbed and climbed down
SIGHT: Final = 8  # hides what is behind it
TOP: Final = 16  # one may stand on top
FLAG_NAMES: Final = {
    "impassable": IMPASSABLE,
    "difficult": DIFFICULT,
    "climbable": CLIMBABLE,
    "blocks-sight": SIGHT,
    "standable": TOP,
}


class Piece:
    """A piece of scenery as it stands on the table.

    `shape`: the corners of a simple polygon, anticlockwise. `height`: of its top, micrometres above the table; 0 for
    ground such as a marsh. `low` and `high`: two points between which the top of a ramp rises from 0 to `height`, the
    same beyond them; None and None for a flat top. `flags`: see above. `box`: west, south, east and north bounds.
    `parts`: convex polygons that make up the shape, anticlockwise. `is_ramp`: has a low and a high end; `is_standable`:
    a figure may stand on it (flag TOP, or a ramp); `is_solid`: in the way of whoever is lower, which all is but what
    one walks through: difficult ground one does not stand on (woods, marsh), and what has no height.
    """

    __slots__ = (
        "box",
        "flags",
        "height",
        "high",
        "is_ramp",
        "is_solid",
        "is_standable",
        "kind",
        "low",
        "name",
        "parts",
        "shape",
    )

    def __init__(
        self,
        name: str,
        kind: str,
        shape: tuple[Point, ...],
        height: int,
        flags: int,
        low: Point | None = None,
        high: Point | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.shape = shape if _is_anticlockwise(shape) else tuple(reversed(shape))
        self.height = height
        self.flags = flags
        self.low = low
        self.high = high
        across = [x for x, _ in shape]
        along = [y for _, y in shape]
        self.box = (min(across), min(along), max(across), max(along))
        self.parts: tuple[tuple[Point, ...], ...] = convex_parts(self.shape)
        self.is_ramp = low is not None and high is not None
        self.is_standable = self.is_ramp or flags & TOP != 0
        self.is_solid = height > 0 and (self.is_standable or not flags & DIFFICULT)

    def level_at(self, x: int, y: int) -> int:
        """How high its top is over a point of its shape, in micrometres above the table."""
        if self.low is None or self.high is None:
            return self.height
        dx, dy = self.high[0] - self.low[0], self.high[1] - self.low[1]
        along = (x - self.low[0]) * dx + (y - self.low[1]) * dy
        whole = dx * dx + dy * dy
        return self.height * min(max(along, 0), whole) // whole

    def rises_at(self, x: int, y: int) -> bool:
        """Whether a point is between the foot and the top of a ramp, as far aside as may be."""
        if self.low is None or self.high is None:
            return False
        dx, dy = self.high[0] - self.low[0], self.high[1] - self.low[1]
        return 0 < (x - self.low[0]) * dx + (y - self.low[1]) * dy < dx * dx + dy * dy

    def __repr__(self) -> str:
        return f"Piece({self.name!r}, {self.kind!r})"


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive when the way from a over b to c turns left, 0 when it goes straight on."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def convex_parts(shape: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """An anticlockwise simple polygon cut into convex ones: ears are cut off, then put together again where they fit.

    Raises ValueError for an outline that crosses itself or encloses nothing.
    """
    corners = [
        b for a, b, c in zip(shape[-1:] + shape[:-1], shape, shape[1:] + shape[:1], strict=True) if _turn(a, b, c)
    ]
    parts: list[list[Point]] = []
    while len(corners) > 3 and not _is_convex(corners):
        for i, b in enumerate(corners):
            a, c = corners[i - 1], corners[(i + 1) % len(corners)]
            if _turn(a, b, c) > 0 and not any(_is_in_ear(p, a, b, c) for p in corners if p not in (a, b, c)):
                parts.append([a, b, c])
                del corners[i]
                break
        else:
            raise ValueError(f"the outline {shape} crosses itself")
        corners = [
            b
            for a, b, c in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
            if _turn(a, b, c)
        ]
    if len(corners) < 3 or not _is_convex(corners):
        raise ValueError(f"the outline {shape} encloses nothing")
    joined = [corners]
    for part in reversed(parts):
        for i, other in enumerate(joined):
            together = _join(other, part)
            if together is not None:
                joined[i] = together
                break
        else:
            joined.append(part)
    return tuple(tuple(part) for part in joined)


def _is_convex(corners: list[Point]) -> bool:
    """Whether all corners are left of all sides: convex, and once round."""
    return all(_turn(corners[i - 1], b, p) >= 0 for i, b in enumerate(corners) for p in corners)


def _is_in_ear(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0


def _join(one: list[Point], other: list[Point]) -> list[Point] | None:
    """Two convex polygons that share a side, as one; None when they share none or together are not convex."""
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        for j, c in enumerate(other):
            if c == b and other[(j + 1) % len(other)] == a:
                together = [*one[: i + 1], *other[j + 2 :], *other[:j], *one[i + 1 :]]
                if j + 2 > len(other):
                    together = [*one[: i + 1], *other[1:j], *one[i + 1 :]]
                return together if _is_convex(together) else None
    return None


def _is_anticlockwise(shape: tuple[Point, ...]) -> bool:
    double = 0
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        double += ax * by - ay * bx
    return double > 0


class Base:
    """Where a figure stands: its square base, and the column its body is taken for. Made by `base_of` and `at`.

    `x y`: the centre; `z`: the level it stands at; `facing`: thousandths of a degree anticlockwise from east; `side`:
    of the square; `height` and `head`: of the top of the body and of the eyes, above z; `body`: the side of the square
    column, upright on the centre and turned like the base. All lengths in micrometres. `corners`: front left, rear
    left, rear right, front right (anticlockwise), rounded once to micrometres. `reach`: no corner is farther than this
    from the centre.

    Answers of geometry are kept by the bases they were asked about: those that `base_of` and `at` give for equal
    numbers are one and the same for as long as they are kept in mind, so the hash of a base is that of the object.
    """

    __slots__ = ("_column", "_corners", "body", "facing", "head", "height", "reach", "side", "x", "y", "z")

    def __init__(
        self, x: int, y: int, z: int, facing: int, side: int, height: int = 0, head: int = 0, body: int = 0
    ) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.facing = facing
        self.side = side
        self.height = height
        self.head = head
        self.body = body
        self.reach = side * 70711 // 100000 + 2
        self._corners: tuple[Point, Point, Point, Point] | None = None  # of many bases nobody asks for them
        self._column: tuple[Point, Point, Point, Point] | None = None

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the square, rounded once to micrometres."""
        known = self._corners
        if known is None:
            known = self._corners = corners_of(self.x, self.y, self.facing, self.side)
        return known

    def at(self, x: int, y: int, z: int, facing: int) -> "Base":
        """The base of the same figure at another place."""
        return base_of(x, y, z, facing, self.side, self.height, self.head, self.body)

    def column(self) -> tuple[Point, Point, Point, Point]:
        """The corners of the body's column, as `corners`."""
        known = self._column
        if known is None:
            known = self._column = corners_of(self.x, self.y, self.facing, self.body)
        return known

    def __repr__(self) -> str:
        return f"Base({self.x}, {self.y}, {self.z}, {self.facing}, {self.side})"


@kept(1 << 12)
def base_of(x: int, y: int, z: int, facing: int, side: int, height: int, head: int, body: int) -> Base:
    """The base of these numbers, which are all it is made of: one object for as long as it is kept in mind."""
    return Base(x, y, z, facing, side, height, head, body)


CELL: Final = 2 * CM  # the pieces about a place are kept by squares of this side
CELLS: Final = 1 << 14  # and for so many squares at most


class Table:
    """The battlefield: its south-west corner is 0,0; x grows eastwards, y northwards. `ramps`: those of its pieces."""

    __slots__ = ("_about", "_columns", "_rows", "_sets", "depth", "pieces", "ramps", "width")

    def __init__(self, width: int, depth: int, pieces: tuple[Piece, ...]) -> None:
        self.width = width
        self.depth = depth
        self.pieces = pieces
        self.ramps = tuple(piece for piece in pieces if piece.is_ramp)
        self._about: dict[int, tuple[Piece, ...]] = {}
        self._sets: dict[int, tuple[Piece, ...]] = {0: ()}
        self._columns: list[tuple[int, int]] = []
        self._rows: list[tuple[int, int]] = []

    def about(self, x: int, y: int, reach: int) -> tuple[Piece, ...]:
        """The pieces whose bounds may come within a reach of a point, in order: no other piece does."""
        across, along = x // CELL, y // CELL
        key = ((reach << 13) + across << 13) + along
        known = self._about.get(key)
        if known is None:
            west, south = across * CELL - reach, along * CELL - reach
            known = self._within(west, south, west + CELL + 2 * reach, south + CELL + 2 * reach)
            if len(self._about) >= CELLS:
                self._about.clear()
            self._about[key] = known
        return known

    def between(self, west: int, south: int, east: int, north: int) -> tuple[Piece, ...]:
        """The pieces whose bounds may come into a rectangle, in order: no other piece does."""
        if not self._columns:
            self._columns = _strips([(piece.box[0], piece.box[2]) for piece in self.pieces], self.width)
            self._rows = _strips([(piece.box[1], piece.box[3]) for piece in self.pieces], self.depth)
        columns, rows = self._columns, self._rows
        last, top = len(columns) - 1, len(rows) - 1
        left, right, low, high = west // CELL, east // CELL, south // CELL, north // CELL
        met = (
            columns[right if 0 <= right < last else 0 if right < 0 else last][0]
            & columns[left if 0 <= left < last else 0 if left < 0 else last][1]
            & rows[high if 0 <= high < top else 0 if high < 0 else top][0]
            & rows[low if 0 <= low < top else 0 if low < 0 else top][1]
        )
        known = self._sets.get(met)
        if known is None:
            known = tuple([piece for number, piece in enumerate(self.pieces) if met >> number & 1])
            self._sets[met] = known
        return known

    def _within(self, west: int, south: int, east: int, north: int) -> tuple[Piece, ...]:
        return tuple(
            [
                piece
                for piece in self.pieces
                if piece.box[0] <= east and piece.box[2] >= west and piece.box[1] <= north and piece.box[3] >= south
            ]
        )

    def __repr__(self) -> str:
        return f"Table({self.width}, {self.depth}, {len(self.pieces)} pieces)"


def _strips(spans: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """For each strip of a table which spans begin no later than it ends, and which end no earlier than it begins.

    As bits, by the number of the span. The first strip and the last go on beyond the table.
    """
    count = length // CELL + 1
    found: list[tuple[int, int]] = []
    for strip in range(count):
        begun = open_yet = 0
        for number, (first, last) in enumerate(spans):
            if first <= (strip + 1) * CELL or strip == count - 1:
                begun |= 1 << number
            if last >= strip * CELL or strip == 0:
                open_yet |= 1 << number
        found.append((begun, open_yet))
    return found

"""What stands between a point and another, and the heights it hides: the exact part of true line of sight.

Something that hides is a prism between two heights. A line is blocked where it passes through the prism deeper than a
hair (`HAIR`) below its top, above its bottom and within each of its sides; so a line along a face or over an edge is
not, and what rounding moves, a micrometre, is far less than a hair.

Over one point of the ground everything in between hides one open interval of heights for each chord that the line's
footprint cuts of it: its shadow. Nothing is rounded on the way: places along a line are kept as fractions.
"""

from math import isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.shapes import Base, Piece, Point
from esquive.kaos.geometry.units import SLACK

Spot = tuple[int, int, int]  # a point in space
Shadow = tuple[int, int]  # the heights strictly between are hidden
Chord = tuple[int, int, int, int]  # from n0/d0 to n1/d1 of the way, d0 and d1 positive
Edge = tuple[int, int, int, int, int, int]  # a corner, the vector to the next, its length squared, a hair times it
_Mark = tuple[int, int, int]  # a fraction, after a key that orders fractions

# How deep inside something a line has to pass to be blocked by it.
HAIR: Final = SLACK
SCREENS: Final = 1 << 11  # how many are kept, of pieces and of figures each
FAR: Final = 10**30  # above or below everything
# Two different fractions of a line differ by more than 2 to the minus 100 where lengths stay under ten metres.
_KEY_BITS: Final = 128
_START: Final = (0, 0, 1)
_END: Final = (1 << _KEY_BITS, 1, 1)


class Screen:
    """Something that may hide: a prism between two heights, a hair taken off, as it stands to a viewer's head.

    `what`: the piece of scenery or the base of the figure; `ramp`: the piece, where its top slopes. `faces`: for lines
    from the head, of each side its vector and how deep the head lies within it.
    """

    __slots__ = ("bottom", "edges", "faces", "is_convex", "ramp", "top", "what")

    def __init__(self, what: Piece | Base, form: tuple[tuple[Edge, ...], bool], heights: Shadow, head: Point) -> None:
        self.what = what
        self.edges, self.is_convex = form
        self.bottom, self.top = heights
        self.ramp = what if isinstance(what, Piece) and what.is_ramp else None
        hx, hy = head
        self.faces = [(ex, ey, ex * (hy - ay) - ey * (hx - ax) - hair) for ax, ay, ex, ey, _, hair in self.edges]


# A head looks at many things past the same ones, and again when others have moved.
@kept(SCREENS)
def screen_of_piece(piece: Piece, hx: int, hy: int) -> Screen:
    """A piece of scenery as it stands to a head."""
    return Screen(piece, edges_and_form(piece.shape), (-FAR, piece.height - HAIR), (hx, hy))


@kept(SCREENS)
def screen_of_figure(base: Base, hx: int, hy: int) -> Screen:
    """The body of a figure as it stands to a head."""
    heights = (base.z + HAIR, base.z + base.height - HAIR)
    return Screen(base, (edges_of(base.column()), True), heights, (hx, hy))


@kept(1024)
def edges_and_form(shape: tuple[Point, ...]) -> tuple[tuple[Edge, ...], bool]:
    """The edges of a piece's shape, and whether it is convex."""
    edges = edges_of(shape)
    ax, ay = edges[-1][2], edges[-1][3]
    is_convex = True
    for _, _, bx, by, _, _ in edges:
        is_convex = is_convex and ax * by - ay * bx >= 0
        ax, ay = bx, by
    return edges, is_convex


@kept(1024)
def edges_of(shape: tuple[Point, ...]) -> tuple[Edge, ...]:
    edges: list[Edge] = []
    ax, ay = shape[-1]
    for bx, by in shape:
        ex, ey = bx - ax, by - ay
        if ex or ey:
            square = ex * ex + ey * ey
            edges.append((ax, ay, ex, ey, square, HAIR * (isqrt(square) + 1)))
        ax, ay = bx, by
    return tuple(edges)


def chords_of(screen: Screen, hx: int, hy: int, x: int, y: int) -> list[Chord]:
    """The parts of the way from h to x,y that lie inside a shape by more than a hair.

    A line straight up or down is taken as one to a micrometre further east: only its footprint is.
    """
    dx, dy = x - hx, y - hy
    if dx == 0 and dy == 0:
        dx = 1
    if not screen.is_convex:
        return _chords_of_any(screen.edges, hx, hy, dx, dy)
    n0, d0, n1, d1 = 0, 1, 1, 1
    for ex, ey, deep in screen.faces:
        turn = ex * dy - ey * dx
        if turn > 0:
            if -deep * d0 > n0 * turn:
                n0, d0 = -deep, turn
        elif turn < 0:
            if -deep * d1 > n1 * turn:
                n1, d1 = deep, -turn
        elif deep <= 0:
            return []
    return [(n0, d0, n1, d1)] if n0 * d1 < n1 * d0 else []


def _chords_of_any(edges: tuple[Edge, ...], hx: int, hy: int, dx: int, dy: int) -> list[Chord]:
    """The same for any simple polygon: inside by the crossings, less what lies in the box a hair round each edge.

    An edge crossed far from its ends needs no box: the crossing is moved inwards by it. Thinner than two hairs, a part
    is left before it is entered, and counts as nothing.
    """
    near = 2 * HAIR * (isqrt(dx * dx + dy * dy) + 1)
    crossings: list[tuple[_Mark, int]] = []
    boxes: list[tuple[_Mark, _Mark]] = []
    for ax, ay, ex, ey, square, hair in edges:
        side = dx * (ay - hy) - dy * (ax - hx)
        turn = ex * dy - ey * dx
        after = side - turn
        if (side > near and after > near) or (side < -near and after < -near):
            continue
        deep = ex * (hy - ay) - ey * (hx - ax)
        if min(side, after) < -near and max(side, after) > near:
            crossings.append((_mark(hair - deep, turn), turn))
            continue
        if (side < 0) != (after < 0):
            crossings.append((_mark(-deep, turn), turn))
        box = _in_box(deep, turn, ex * (hx - ax) + ey * (hy - ay), ex * dx + ey * dy, square, hair)
        if box is not None:
            boxes.append(box)
    crossings.sort()
    boxes.sort()
    chords: list[Chord] = []
    inside = 0
    start = _START
    for mark, turn in crossings:
        if inside == 1:
            _add_chords(chords, max(start, _START), min(mark, _END), boxes)
        inside += 1 if turn > 0 else -1
        start = mark
    return chords


def _add_chords(chords: list[Chord], start: _Mark, end: _Mark, boxes: list[tuple[_Mark, _Mark]]) -> None:
    for low, high in boxes:
        if start[0] < low[0] and start[0] < end[0]:
            stop = min(low, end)
            chords.append((start[1], start[2], stop[1], stop[2]))
        start = max(start, high)
    if start[0] < end[0]:
        chords.append((start[1], start[2], end[1], end[2]))


def _mark(numerator: int, denominator: int) -> _Mark:
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    return ((numerator << _KEY_BITS) // denominator, numerator, denominator)


def _in_box(deep: int, turn: int, ahead: int, run: int, square: int, hair: int) -> tuple[_Mark, _Mark] | None:
    """Where a line is within a hair of an edge, which is taken a hair longer at both ends; None where it never is.

    After t of the way the line is deep + t turn beside the edge and ahead + t run along it, times the edge's length.
    """
    low, high = (-FAR << _KEY_BITS, -FAR, 1), (FAR << _KEY_BITS, FAR, 1)
    for place, rate, least, most in ((deep, turn, -hair, hair), (ahead, run, -hair, square + hair)):
        if rate == 0:
            if not least <= place <= most:
                return None
            continue
        one, two = _mark(least - place, rate), _mark(most - place, rate)
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return (low, high) if low < high else None


def shadow_of(screen: Screen, chord: Chord, hx: int, hy: int, hz: int, x: int, y: int) -> Shadow:
    """The heights over x,y whose line from h passes between bottom and top somewhere on a chord.

    The line to height q is hz + t (q - hz) high after t of the way. So of all t on the chord the one that hides least
    or most is an end of it: rounded so that no whole height changes sides.
    """
    n0, d0, n1, d1 = chord
    if screen.ramp is not None:
        return -FAR, _shadow_of_ramp(screen.ramp, chord, (hx, hy, hz), x - hx, y - hy)
    rise = screen.top - hz
    if rise <= 0:
        high = hz - (-rise * d1 // n1)
    elif n0 == 0:
        high = FAR
    else:
        high = hz - (-rise * d0 // n0)
    if screen.bottom == -FAR:
        return -FAR, high
    rise = screen.bottom - hz
    if rise >= 0:
        return hz + rise * d1 // n1, high
    return (-FAR if n0 == 0 else hz + rise * d0 // n0), high


def _shadow_of_ramp(ramp: Piece, chord: Chord, head: Spot, dx: int, dy: int) -> int:
    """The height below which all is hidden by the sloping top of a ramp, worked out where its slope begins and ends."""
    if ramp.low is None or ramp.high is None:
        raise ValueError(f"{ramp!r} has no slope")
    n0, d0, n1, d1 = chord
    hx, hy, hz = head
    gx, gy = ramp.high[0] - ramp.low[0], ramp.high[1] - ramp.low[1]
    whole = gx * gx + gy * gy
    place, rate = (hx - ramp.low[0]) * gx + (hy - ramp.low[1]) * gy, dx * gx + dy * gy
    ways = [(n0, d0), (n1, d1)]
    for goal in (0, whole):
        n, d = (goal - place, rate) if rate > 0 else (place - goal, -rate)
        if d and n0 * d < n * d0 and n * d1 < n1 * d:
            ways.append((n, d))
    highest = -FAR
    for n, d in ways:
        along = min(max(place * d + rate * n, 0), whole * d)
        rise = ramp.height * along - (HAIR + hz) * whole * d
        if n > 0:
            highest = max(highest, hz - (-rise // (whole * n)))
        elif rise > 0:
            return FAR
    return highest

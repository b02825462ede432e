"""True line of sight and cover: what a figure's head sees of a body and of the base it stands on.

A figure is seen when a straight line from the viewer's head reaches some part of its body [Kaos K6.6] [Kaos K23.8], and
in cover when it is seen but not all of its base is [Kaos K25.9]. "Some part" and "all" are decided on fixed points:

- the body, an upright square column [Kaos K23.7]: the axis, the four edges, and between two edges as many upright
  lines as leave at most `BODY_STEP` from one to the next; on each of them five points, from the crown to the feet;
- the base: its corners, and between two of them as many points as leave at most `BASE_STEP`.

A point that would lie inside the ground one stands on, as the uphill half of a base on a ramp does, is taken on the
surface of that ground.

What hides: the pieces of scenery that block sight, from the table to their top, and the body of every other figure in
play, friend or enemy [Ruling R206]; neither the viewer nor the target hides anything, nor does the wood that one of
them stands in [Ruling R328]. A line is blocked by what it
enters by more than a hair, exactly and in integers: see `shadows`. The five points of an upright line share its shadow,
and the margin is read from it as well.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.shadows import (
    FAR,
    HAIR,
    Screen,
    Shadow,
    Spot,
    chords_of,
    edges_and_form,
    screen_of_figure,
    screen_of_piece,
    shadow_of,
)
from esquive.kaos.geometry.shapes import SIGHT, Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.units import CM

Ray = tuple[Spot, Spot]  # from the viewer's head to a sample
Blocker = tuple[str, int]  # ("piece", its index on the table) or ("figure", its index among the others)

KEPT: Final = 1 << 10  # how many answers of each kind are kept
BODY_STEP: Final = 5 * CM // 4
BASE_STEP: Final = CM // 2
PARTS: Final = 4  # of the body's height, from one sample to the next


class Sight:
    """What a viewer sees of a target, and the lines that show it.

    `seen` of `samples` points of the body are seen, `base_seen` of `base_samples` points of the base's outline.
    `ray`: the line to the body's point that is seen most clearly; None when none is. `blocker`, `blocked_ray`: what
    hides the target, first along the line to the point that comes nearest to being seen; or, in cover, what hides a
    point of the base, and the line to it; None and None otherwise. `margin`: how far, in micrometres, the clearest
    point could rise or sink before being hidden, at least 0; of a hidden target, how far the nearest point would have
    to rise or sink to be seen, negative; at most the body's height (at least 1) either way.
    """

    __slots__ = ("base_samples", "base_seen", "blocked_ray", "blocker", "margin", "ray", "samples", "seen")

    def __init__(self, samples: int, base_samples: int) -> None:
        self.samples = samples
        self.base_samples = base_samples
        self.seen = 0
        self.base_seen = 0
        self.margin = 0
        self.ray: Ray | None = None
        self.blocker: Blocker | None = None
        self.blocked_ray: Ray | None = None

    @property
    def is_visible(self) -> bool:
        """Whether some part of the body is seen [Kaos K23.8]."""
        return self.seen > 0

    @property
    def in_cover(self) -> bool:
        """Whether the target is seen but its base is not seen whole [Kaos K25.9]."""
        return self.seen > 0 and self.base_seen < self.base_samples

    def __repr__(self) -> str:
        return f"Sight(body {self.seen}/{self.samples}, base {self.base_seen}/{self.base_samples}, {self.margin})"


def sees(table: Table, viewer: Base, target: Base, others: Bases) -> bool:
    """Whether some part of the target's body is seen from the viewer's head [Kaos K23.8]; stops at the first point.

    Must agree with `sight(...).is_visible`. `others`: the figures in play; the viewer and the target themselves, if
    they are among them, are passed over.
    """
    return _sees(table, viewer, target, tuple(others))


# What the functions kept here read is what they are given: tables, pieces and bases never change.
@kept(KEPT)
def _sees(table: Table, viewer: Base, target: Base, others: tuple[Base, ...]) -> bool:
    # The axis is the first of the body's lines, and says it of nearly all that are seen: what may hide it goes first.
    pieces = _pieces_before(table, viewer, target)
    if pieces is None:
        return False
    head = (viewer.x, viewer.y, viewer.z + viewer.head)
    figures = _figures_between(head, (target.x, target.y), 0, target.z, others, (viewer, target))
    screens = [*pieces, *figures]
    if not screens:
        return True
    if _hides_whole(figures, head, target):
        return False
    grounds = _grounds(table, target)
    if _is_line_seen(screens, head, grounds, target, target.x, target.y):
        return True
    screens = _screens(table, viewer, target, others)
    for x, y in _body_lines(target)[1:]:
        if _is_line_seen(screens, head, grounds, target, x, y):
            return True
    return False


@kept(KEPT)
def _pieces_before(table: Table, viewer: Base, target: Base) -> list[Screen] | None:
    """The scenery that may hide a target's axis; None when a piece hides the whole body, wherever the others stand."""
    head = (viewer.x, viewer.y, viewer.z + viewer.head)
    screens = _pieces_between(table, head, (target.x, target.y), 0, target.z, (viewer, target))
    return None if _hides_whole(screens, head, target) else screens


def _hides_whole(screens: list[Screen], head: Spot, target: Base) -> bool:
    """Whether one thing alone hides all of a body, told by the corners of a box round it; it may be hidden even if not.

    What a convex thing hides of one point is convex: with the corners of a box everything in it is hidden. The box is a
    little larger than the body, so that places rounded to micrometres are in it.
    """
    hx, hy, hz = head
    if not screens or target.body < 2 * CM // 5:
        return False
    bottom, top = target.z, target.z + max(target.height, target.side // 2)
    corners = [(px + (px - target.x) // 500, py + (py - target.y) // 500) for px, py in target.column()]
    for screen in screens:
        if screen.is_convex and screen.ramp is None:
            is_higher = screen.bottom == -FAR and screen.top > max(hz, top)  # than all lines that pass through it
            for x, y in corners:
                chords = chords_of(screen, hx, hy, x, y)
                if not chords:
                    break
                if is_higher:
                    continue
                low, high = shadow_of(screen, chords[0], hx, hy, hz, x, y)
                if low >= bottom or high <= top:
                    break
            else:
                return True
    return False


def _is_line_seen(screens: list[Screen], head: Spot, grounds: list[Piece], target: Base, x: int, y: int) -> bool:
    """Whether one of the points of an upright line of the body is seen."""
    shadows = _shadows(screens, head[0], head[1], head[2], x, y)
    if not shadows:
        return True
    heights = _body_heights(grounds, target, x, y)
    highest, lowest = heights[0], heights[-1]
    for low, high in shadows:
        if low < lowest and highest < high:
            return False  # all of them at once
    for height in heights:
        if not _is_hidden(shadows, height):
            return True
    return False


def sight(table: Table, viewer: Base, target: Base, others: Bases) -> Sight:
    """What a viewer sees of a target, whole: body, base, witnesses and margin [Kaos K23.8] [Kaos K25.9]."""
    return _sight(table, viewer, target, tuple(others))


@kept(KEPT)
def _sight(table: Table, viewer: Base, target: Base, others: tuple[Base, ...]) -> Sight:
    hx, hy, hz = head = (viewer.x, viewer.y, viewer.z + viewer.head)
    lines = _body_lines(target)
    outline = _outline(target.corners, target.side, BASE_STEP)
    grounds = _grounds(table, target)
    found = Sight(len(lines) * (PARTS + 1), len(outline))
    screens = _screens(table, viewer, target, others)
    most = max(target.height, 1)
    best = -FAR
    nearest: Spot = head
    for x, y in lines:
        shadows = _shadows(screens, hx, hy, hz, x, y)
        for height in _body_heights(grounds, target, x, y):
            margin = _margin(shadows, height)
            if margin >= 0:
                found.seen += 1
            if margin > best:
                best = margin
                nearest = (x, y, height)
    found.margin = min(max(best, -most), most)
    if found.seen:
        found.ray = (head, nearest)
    else:
        found.blocked_ray = (head, nearest)
    for x, y in outline:
        z = _level(grounds, target, x, y)
        if not _hides_any(screens, head, x, y, z):
            found.base_seen += 1
        elif found.blocked_ray is None:
            found.blocked_ray = (head, (x, y, z))
    if found.blocked_ray is not None:
        found.blocker = _first(table, others, screens, found.blocked_ray)
    return found


def is_in_cover(table: Table, viewer: Base, target: Base, others: Bases) -> bool:
    """Whether the target is seen, but not its whole base [Kaos K25.9]; must agree with `sight(...).in_cover`."""
    return _is_in_cover(table, viewer, target, tuple(others))


@kept(KEPT)
def _is_in_cover(table: Table, viewer: Base, target: Base, others: tuple[Base, ...]) -> bool:
    pieces = _pieces_before(table, viewer, target)
    if pieces is None:
        return False  # not seen at all
    head = (viewer.x, viewer.y, viewer.z + viewer.head)
    grounds = _grounds(table, target)
    # Corners are the first to be hidden: what stands before the axis may hide one, and the rest need not be looked for.
    if pieces and _hides_one(pieces, head, grounds, target, target.corners):
        return _sees(table, viewer, target, others)
    screens = _screens(table, viewer, target, others)
    if not screens:
        return False
    outline = _outline(target.corners, target.side, BASE_STEP)
    if _hides_one(screens, head, grounds, target, target.corners) or _hides_one(
        screens, head, grounds, target, outline
    ):
        return _sees(table, viewer, target, others)
    return False


def _hides_one(screens: list[Screen], head: Spot, grounds: list[Piece], target: Base, points: Sequence[Point]) -> bool:
    """Whether one of some points of a base is hidden."""
    for x, y in points:
        if _hides_any(screens, head, x, y, _level(grounds, target, x, y) if grounds else target.z):
            return True
    return False


def is_clear(table: Table, start: Spot, end: Spot, others: Bases) -> bool:
    """Whether nothing blocks the straight line between two points, wherever they are; the same in both directions."""
    x, y, z = end
    return not _hides_any(_between(table, start, (x, y), 0, z, others, (None, None)), start, x, y, z)


def crossed(table: Table, viewer: Base, target: Base, others: Bases) -> list[tuple[Piece | Base, Point, Point]]:
    """What may hide on the straight line from one axis to another, and where over the ground the line enters and leaves
    it; in the order in which it is entered."""
    hx, hy = viewer.x, viewer.y
    dx, dy = target.x - hx, target.y - hy
    found: list[tuple[int, int, Piece | Base, Point, Point]] = []
    for screen in _screens(table, viewer, target, others):
        for n0, d0, n1, d1 in chords_of(screen, hx, hy, target.x, target.y):
            start, end = (hx + dx * n0 // d0, hy + dy * n0 // d0), (hx + dx * n1 // d1, hy + dy * n1 // d1)
            far = (start[0] - hx) ** 2 + (start[1] - hy) ** 2
            found.append((far, len(found), screen.what, start, end))
    return [(what, start, end) for _, _, what, start, end in sorted(found, key=_by_entry)]


def _by_entry(entry: tuple[int, int, Piece | Base, Point, Point]) -> tuple[int, int]:
    return entry[:2]


def stands_in(piece: Piece, base: Base) -> bool:
    """Whether a figure stands in a piece that one walks through, as one does in a wood [Ruling R328]."""
    return not piece.is_solid and base.z < piece.height and _is_inside(piece, base.x, base.y)


def samples(table: Table, base: Base) -> tuple[list[Spot], list[Spot]]:
    """The points looked for: of the body, line after line and each from the crown to the feet, and of the base."""
    grounds = _grounds(table, base)
    body = [(x, y, z) for x, y in _body_lines(base) for z in _body_heights(grounds, base, x, y)]
    outline = _outline(base.corners, base.side, BASE_STEP)
    return body, [(x, y, _level(grounds, base, x, y)) for x, y in outline]


def samples_seen(table: Table, viewer: Base, target: Base, others: Bases) -> tuple[list[bool], list[bool]]:
    """Which of the target's `samples` are seen, of the body and of the base; must agree with the numbers of `sight`."""
    screens = _screens(table, viewer, target, others)
    head = (viewer.x, viewer.y, viewer.z + viewer.head)
    body, outline = samples(table, target)
    return (
        [not _hides_any(screens, head, x, y, z) for x, y, z in body],
        [not _hides_any(screens, head, x, y, z) for x, y, z in outline],
    )


@kept(KEPT)
def _body_lines(base: Base) -> list[Point]:
    return [(base.x, base.y), *_outline(base.column(), base.body, BODY_STEP)]


def _body_heights(grounds: list[Piece], base: Base, x: int, y: int) -> list[int]:
    ground = _level(grounds, base, x, y) if grounds else base.z
    return [max(base.z + base.height * part // PARTS, ground) for part in range(PARTS, -1, -1)]


def _outline(corners: tuple[Point, Point, Point, Point], side: int, step: int) -> list[Point]:
    parts = max(-(-side // step), 1)
    points: list[Point] = []
    ax, ay = corners[3]
    for bx, by in corners:
        for part in range(1, parts + 1):
            points.append((ax + (bx - ax) * part // parts, ay + (by - ay) * part // parts))
        ax, ay = bx, by
    return points


def _grounds(table: Table, base: Base) -> list[Piece]:
    """The pieces to stand on that a base may reach over although they rise above its level, as a ramp does."""
    reach = 3 * max(base.side, base.body) // 4 + 1
    found: list[Piece] = []
    for piece in table.pieces:
        if piece.is_standable and piece.height > base.z:
            west, south, east, north = piece.box
            if west < base.x + reach and base.x - reach < east and south < base.y + reach and base.y - reach < north:
                found.append(piece)
    return found


def _level(grounds: list[Piece], base: Base, x: int, y: int) -> int:
    """The height of a point of the base: its level, or the surface of the ground it would sink into.

    Only of ground less than half a base's side higher: the slope of a ramp is not steeper.
    """
    level = base.z
    for piece in grounds:
        west, south, east, north = piece.box
        if west < x < east and south < y < north:
            top = piece.level_at(x, y)
            if level < top < base.z + base.side // 2 and _is_inside(piece, x, y):
                level = top
    return level


def _is_inside(piece: Piece, x: int, y: int) -> bool:
    """Whether a point is within a piece's shape by more than a hair."""
    return bool(chords_of(Screen(piece, edges_and_form(piece.shape), (0, 0), (x, y)), x, y, x, y))


def _screens(table: Table, viewer: Base, target: Base, others: Bases) -> list[Screen]:
    reach = 3 * max(target.side, target.body) // 4 + 1
    head = (viewer.x, viewer.y, viewer.z + viewer.head)
    return _between(table, head, (target.x, target.y), reach, target.z, others, (viewer, target))


def _between(
    table: Table,
    head: Spot,
    centre: Point,
    reach: int,
    least: int,
    others: Bases,
    apart: tuple[Base | None, Base | None],
) -> list[Screen]:
    """What may hide points at most `reach` from a centre and at least so high: most of the table is left out at once.

    The lines keep to a strip on both sides of the one to the centre, to its box, and above the lower of their ends.
    """
    return [
        *_pieces_between(table, head, centre, reach, least, apart),
        *_figures_between(head, centre, reach, least, others, apart),
    ]


def _figures_between(
    head: Spot, centre: Point, reach: int, least: int, others: Bases, apart: tuple[Base | None, Base | None]
) -> list[Screen]:
    """The figures among these, as screens to the viewer's head."""
    viewer, target = apart
    hx, hy, hz = head
    cx, cy = centre
    dx, dy = cx - hx, cy - hy
    far = isqrt(dx * dx + dy * dy) + 1
    width = reach * far
    west, south, east, north = cx - reach, cy - reach, cx + reach, cy + reach
    west, east = west if west < hx else hx, east if east > hx else hx
    south, north = south if south < hy else hy, north if north > hy else hy
    lowest = hz if hz < least else least
    screens: list[Screen] = []
    for other in others:
        x, y, round_it = other.x, other.y, 3 * other.body // 4 + 1
        if x - round_it >= east or x + round_it <= west or y - round_it >= north or y + round_it <= south:
            continue
        if abs(dx * (y - hy) - dy * (x - hx)) > width + round_it * far or other is viewer or other is target:
            continue
        screen = screen_of_figure(other, hx, hy)
        if screen.top > max(lowest, screen.bottom):
            screens.append(screen)
    return screens


def _pieces_between(
    table: Table, head: Spot, centre: Point, reach: int, least: int, apart: tuple[Base | None, Base | None]
) -> list[Screen]:
    """The pieces of scenery among these, as screens to the viewer's head, whoever else stands where."""
    hx, hy, hz = head
    cx, cy = centre
    dx, dy = cx - hx, cy - hy
    width = reach * (isqrt(dx * dx + dy * dy) + 1)
    west, south, east, north = cx - reach, cy - reach, cx + reach, cy + reach
    west, east = west if west < hx else hx, east if east > hx else hx
    south, north = south if south < hy else hy, north if north > hy else hy
    lowest = hz if hz < least else least
    screens: list[Screen] = []
    for w, s, e, n, top, piece in _hiding(table):
        if w >= east or e <= west or s >= north or n <= south or top <= lowest:
            continue
        beside = abs(dx * (s + n - 2 * hy) - dy * (w + e - 2 * hx))  # of the middle of its box, twice
        if beside > 2 * width + abs(dx) * (n - s) + abs(dy) * (e - w):
            continue
        sides = [dx * (y - hy) - dy * (x - hx) for x, y in piece.shape]
        if min(sides) <= width and max(sides) >= -width and (piece.is_solid or not _is_stood_in(piece, apart)):
            screens.append(screen_of_piece(piece, hx, hy))
    return screens


@kept(64)
def _hiding(table: Table) -> list[tuple[int, int, int, int, int, Piece]]:
    """The pieces that block sight: bounds, top, and the piece."""
    return [(*piece.box, piece.height - HAIR, piece) for piece in table.pieces if piece.flags & SIGHT]


def _is_stood_in(piece: Piece, bases: tuple[Base | None, Base | None]) -> bool:
    for base in bases:
        if base is not None and stands_in(piece, base):
            return True
    return False


def _shadows(screens: list[Screen], hx: int, hy: int, hz: int, x: int, y: int) -> list[Shadow]:
    """The heights hidden on the upright line over a point, one interval for each chord of each thing in between."""
    shadows: list[Shadow] = []
    for screen in screens:
        for chord in chords_of(screen, hx, hy, x, y):
            shadows.append(shadow_of(screen, chord, hx, hy, hz, x, y))
    return shadows


def _is_hidden(shadows: list[Shadow], height: int) -> bool:
    for low, high in shadows:
        if low < height < high:
            return True
    return False


def _hides_any(screens: list[Screen], head: Spot, x: int, y: int, z: int) -> bool:
    hx, hy, hz = head
    for screen in screens:
        for chord in chords_of(screen, hx, hy, x, y):
            low, high = shadow_of(screen, chord, hx, hy, hz, x, y)
            if low < z < high:
                return True
    return False


def _margin(shadows: list[Shadow], height: int) -> int:
    """How far a point is from being hidden, at least 0, or less the distance to the nearest height that is seen."""
    if not _is_hidden(shadows, height):
        margin = FAR
        for low, high in shadows:
            margin = min(margin, height - high if height >= high else low - height)
        return margin
    up = down = height
    for low, high in sorted(shadows):
        if low < up < high:
            up = high
    for low, high in sorted(shadows, key=_by_high, reverse=True):
        if low < down < high:
            down = low
    return max(height - up, down - height)


def _by_high(shadow: Shadow) -> int:
    return shadow[1]


def _first(table: Table, others: Bases, screens: list[Screen], ray: Ray) -> Blocker | None:
    """What blocks a line first, seen from its start; of two at one place the one listed first."""
    (hx, hy, hz), (x, y, z) = ray
    blocker: Screen | None = None
    n, d = 2, 1
    for screen in screens:
        for chord in chords_of(screen, hx, hy, x, y):
            low, high = shadow_of(screen, chord, hx, hy, hz, x, y)
            if low < z < high and chord[0] * d < n * chord[1]:
                n, d = chord[0], chord[1]
                blocker = screen
    if blocker is None:
        return None
    if isinstance(blocker.what, Piece):
        return ("piece", table.pieces.index(blocker.what))
    return ("figure", others.index(blocker.what))

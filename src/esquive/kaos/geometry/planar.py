"""Squares, polygons and the distances between them, exact in integers.

Every predicate is decided by the signs of integers: which side of an edge a corner lies on, and squares of lengths
compared as integers or as fractions multiplied out. The square of a distance is rounded up to an integer: a limit that
is a whole number of micrometres is kept by the rounded square if and only if it is kept by the true one, so nothing is
lost. Bases and pieces touch without overlapping; an overlap that is nowhere deeper than SLACK is what rounding corners
does to bases that touch, and is none [Ruling R201] [Ruling R218].

A polygon is a tuple of points, anticlockwise; "convex" ones may have corners in a straight line.
"""

from math import isqrt

from esquive.kaos.geometry.shapes import Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.units import SLACK

Polygon = tuple[Point, ...]

FAR = 1 << 80  # the square of a length no table has


def overlap(a: Base, b: Base) -> bool:
    """Whether one base lies over the other by more than rounding, seen from above [Kaos K10.11] [Ruling R201].

    Height is ignored: two bases on different levels may not share ground either.
    """
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    far = a.reach + b.reach
    if square >= far * far:
        return False
    near = ((a.side + b.side) >> 1) - 2 * SLACK
    if square < near * near and near > 0:
        return True
    return not (_keeps_off(a.corners, b.corners) or _keeps_off(b.corners, a.corners))


def first_overlapped(base: Base, others: Bases) -> int:
    """The first of others that a base lies over, by its index; -1 when there is none."""
    x, y, own = base.x, base.y, base.reach
    reach = west = east = south = north = 0
    for index, other in enumerate(others):
        if other.reach != reach:  # nearly all are of a size
            reach = other.reach
            far = own + reach
            west, east, south, north = x - far, x + far, y - far, y + far
        if west < other.x < east and south < other.y < north and overlap(base, other):
            return index
    return -1


def _keeps_off(polygon: Polygon, other: Polygon) -> bool:
    """Whether a side of a convex polygon has all of the other beyond it, or no deeper than SLACK inside."""
    if len(other) != 4:  # nearly all are bases: their four corners stand here without a loop
        return _keeps_off_any(polygon, other)
    (px, py), (qx, qy), (rx, ry), (sx, sy) = other
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        deepest = max(ex * py - ey * px, ex * qy - ey * qx, ex * ry - ey * rx, ex * sy - ey * sx) - ex * ay + ey * ax
        if deepest <= 0:
            if ex or ey:
                return True
        elif deepest <= SLACK * (abs(ex) + abs(ey)) and deepest * deepest <= SLACK * SLACK * (ex * ex + ey * ey):
            return True
        ax, ay = bx, by
    return False


def _keeps_off_any(polygon: Polygon, other: Polygon) -> bool:
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        base = ex * ay - ey * ax
        deepest = 0
        for px, py in other:
            depth = ex * py - ey * px - base
            deepest = max(deepest, depth)
        if not deepest:
            if ex or ey:
                return True
        elif deepest <= SLACK * (abs(ex) + abs(ey)) and deepest * deepest <= SLACK * SLACK * (ex * ex + ey * ey):
            return True
        ax, ay = bx, by
    return False


def overlaps(a: Polygon, b: Polygon) -> bool:
    """Whether two convex polygons lie over each other by more than SLACK."""
    return not (_keeps_off(a, b) or _keeps_off(b, a))


def within(a: Base, b: Base, limit: int) -> bool:
    """Whether two bases, thin plates at their levels, are at most `limit` micrometres from each other.

    Planar on one level, slanting between two; figures of a game are measured by `measures.within`, slopes and all.
    """
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    far = limit + a.reach + b.reach
    square = dx * dx + dy * dy
    if limit < 0 or square > far * far:
        return False
    room = limit * limit - dz * dz
    if room < 0:
        return False
    near = ((a.side + b.side) >> 1) - 2 * SLACK
    if near > 0:
        near += isqrt(room)
        if square <= near * near:
            return True  # the circles inside the bases are near enough
    return gap_squared(a, b) <= room


def distance(a: Base, b: Base) -> int:
    """How far two such plates are from each other, at the shortest, in micrometres rounded up; 0 when they touch."""
    dz = b.z - a.z
    return root_up(gap_squared(a, b) + dz * dz)


def root_up(square: int) -> int:
    """The square root, rounded up."""
    root = isqrt(square)
    return root if root * root == square else root + 1


def gap_squared(a: Base, b: Base) -> int:
    """The square of the planar distance between two bases, rounded up; 0 when they touch or overlap.

    The nearest points are a corner and a corner, or a corner and a side: corners and sides that face the other base's
    centre, and of the corners of the other base the one least far beyond that side.
    """
    best, corners = _from_sides(a.corners, b)
    other_best, other_corners = _from_sides(b.corners, a)
    if best < 0 and other_best < 0:
        return 0
    found = FAR
    if 0 <= best < found:
        found = best
    if 0 <= other_best < found:
        found = other_best
    for x, y in corners:
        for px, py in other_corners:
            square = (px - x) * (px - x) + (py - y) * (py - y)
            if square >= found:
                continue
            found = square
    return found


def _from_sides(polygon: Polygon, other: Base) -> tuple[int, list[Point]]:
    """What the sides of a convex polygon that face the other base's centre say of the distance.

    First the least square of the distance from a side to the corner least far beyond it, where that corner is square
    to the side: FAR when none is, -1 when no side has the other base wholly beyond it. Then the ends of those sides.
    """
    x, y = other.x, other.y
    (px, py), (qx, qy), (rx, ry), (sx, sy) = other.corners
    best = -1
    corners = []
    ax, ay = polygon[-1]
    was_facing = False
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        base = ex * ay - ey * ax
        if ex * y - ey * x >= base:
            ax, ay = bx, by
            was_facing = False
            continue
        if not was_facing:
            corners.append((ax, ay))
        corners.append((bx, by))
        was_facing = True
        cp = ex * py - ey * px
        cq = ex * qy - ey * qx
        cr = ex * ry - ey * rx
        cs = ex * sy - ey * sx
        top = max(cp, cq, cr, cs)
        beyond = base - top
        if beyond >= 0:
            if best < 0:
                best = FAR
            length = ex * ex + ey * ey
            low = ex * ax + ey * ay
            high = low + length
            if (
                (cp == top and low < ex * px + ey * py < high)
                or (cq == top and low < ex * qx + ey * qy < high)
                or (cr == top and low < ex * rx + ey * ry < high)
                or (cs == top and low < ex * sx + ey * sy < high)
            ):
                best = min(best, -(-beyond * beyond // length))
        ax, ay = bx, by
    return best, corners


def nearest(a: Base, b: Base) -> tuple[Point, Point]:
    """The points of two bases that are nearest to each other, on the first and on the second, rounded.

    Bases that overlap share a point; of several, the first found.
    """
    if gap_squared(a, b) == 0:
        shared = _shared_point(a.corners, b.corners)
        return shared, shared
    best = FAR
    found = ((a.x, a.y), (b.x, b.y))
    for first, second, is_swapped in ((a.corners, b.corners, False), (b.corners, a.corners, True)):
        for point in second:
            foot, square = foot_on(first, point)
            if square < best:
                best = square
                found = (point, foot) if is_swapped else (foot, point)
    return found


def foot_on(polygon: Polygon, point: Point) -> tuple[Point, int]:
    """The point of a polygon's outline nearest to another, rounded, and the square of the distance, rounded up."""
    px, py = point
    best = FAR
    found = polygon[0]
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        vx, vy = px - ax, py - ay
        length = ex * ex + ey * ey
        along = min(max(ex * vx + ey * vy, 0), length)
        if length and 0 < along < length:
            cross = ex * vy - ey * vx
            square = -(-cross * cross // length)
            foot = (ax + (2 * ex * along + length) // (2 * length), ay + (2 * ey * along + length) // (2 * length))
        else:
            foot = (bx, by) if along else (ax, ay)
            square = (px - foot[0]) ** 2 + (py - foot[1]) ** 2
        if square < best:
            best = square
            found = foot
        ax, ay = bx, by
    return found, best


def _shared_point(a: Polygon, b: Polygon) -> Point:
    for first, second in ((a, b), (b, a)):
        for point in first:
            if is_inside(point, second):
                return point
    # Two squares that cross without holding each other's corners: where their sides cross.
    for i, start in enumerate(a):
        end = a[i - 1]
        for j, other_start in enumerate(b):
            point_or_none = crossing(start, end, other_start, b[j - 1])
            if point_or_none is not None:
                return point_or_none
    raise ValueError(f"polygons {a} and {b} were said to overlap and share no point")


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segment a-b meets the segment c-d, rounded; None when they do not, or run along each other."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    sx, sy = d[0] - c[0], d[1] - c[1]
    wide = rx * sy - ry * sx
    if wide == 0:
        return None
    t = (c[0] - a[0]) * sy - (c[1] - a[1]) * sx
    u = (c[0] - a[0]) * ry - (c[1] - a[1]) * rx
    if wide < 0:
        wide, t, u = -wide, -t, -u
    if t < 0 or t > wide or u < 0 or u > wide:
        return None
    return (a[0] + (2 * rx * t + wide) // (2 * wide), a[1] + (2 * ry * t + wide) // (2 * wide))


def is_inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in a simple polygon, its outline included."""
    x, y = point
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y):
            side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if side == 0:
                return True
            if (side > 0) == (by > ay):
                inside = not inside
        elif ay == y == by:
            if ax <= x <= bx or bx <= x <= ax:
                return True
        elif by == y and bx == x:
            return True
        ax, ay = bx, by
    return inside


def swept(base: Base, dx: int, dy: int) -> Polygon:
    """What a base passes over when it slides by dx,dy without turning: a convex polygon of six corners at most."""
    corners = base.corners
    polygon = []
    ax, ay = corners[3]
    bx, by = corners[0]
    is_front = (by - ay) * dx - (bx - ax) * dy > 0
    for i in range(4):
        ax, ay = bx, by
        bx, by = corners[(i + 1) & 3]
        was_front = is_front
        is_front = (by - ay) * dx - (bx - ax) * dy > 0
        if was_front or is_front:
            if was_front and not is_front:
                polygon.append((ax + dx, ay + dy))
                polygon.append((ax, ay))
            elif is_front and not was_front:
                polygon.append((ax, ay))
                polygon.append((ax + dx, ay + dy))
            else:
                polygon.append((ax + dx, ay + dy))
        else:
            polygon.append((ax, ay))
    return tuple(polygon)


def meets_piece(base: Base, piece: Piece) -> bool:
    """Whether a base lies over a piece of scenery by more than rounding, seen from above."""
    west, south, east, north = piece.box
    reach = base.reach
    if base.x + reach <= west or base.x - reach >= east or base.y + reach <= south or base.y - reach >= north:
        return False
    return over_piece(base.corners, piece)


def over_piece(polygon: Polygon, piece: Piece) -> bool:
    """Whether a convex polygon lies over one of the convex parts of a piece of scenery by more than SLACK."""
    for part in piece.parts:
        if overlaps(polygon, part):
            return True
    return False


def piece_within(base: Base, piece: Piece, limit: int) -> bool:
    """Whether a base is at most `limit` micrometres from a piece of scenery, a solid from the table to its top.

    A base over the piece is 0 away from it unless it stands higher than its highest point. [Kaos K22.7]
    """
    west, south, east, north = piece.box
    far = base.reach + limit
    if limit < 0 or base.x + far < west or base.x - far > east or base.y + far < south or base.y - far > north:
        return False
    above = max(base.z - piece.height, 0)
    room = limit * limit - above * above
    if room < 0:
        return False
    for part in piece.parts:
        if part_gap_squared(base, part) <= room:
            return True
    return False


def part_gap_squared(base: Base, part: Polygon) -> int:
    """The square of the planar distance between a base and a convex polygon, rounded up; 0 when they touch."""
    if not (_is_beyond_a_side(base.corners, part) or _is_beyond_a_side(part, base.corners)):
        return 0
    best = FAR
    for one, other in ((base.corners, part), (part, base.corners)):
        for point in other:
            best = min(best, foot_on(one, point)[1])
    return best


def _is_beyond_a_side(polygon: Polygon, other: Polygon) -> bool:
    ax, ay = polygon[-1]
    for bx, by in polygon:
        ex, ey = bx - ax, by - ay
        base = ex * ay - ey * ax
        for px, py in other:
            if ex * py - ey * px > base:
                break
        else:
            return True
        ax, ay = bx, by
    return False


def is_well_on_table(table: Table, x: int, y: int, reach: int) -> bool:
    """Whether a base of this reach is on the table at a place, however it faces."""
    return reach <= x <= table.width - reach and reach <= y <= table.depth - reach


def is_on_table(table: Table, base: Base) -> bool:
    """Whether all of a base is on the table [Ruling R203]."""
    if is_well_on_table(table, base.x, base.y, base.reach):
        return True
    east, north = table.width + SLACK, table.depth + SLACK
    for x, y in base.corners:
        if x < -SLACK or x > east or y < -SLACK or y > north:
            return False
    return True

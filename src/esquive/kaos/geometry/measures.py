"""Measures between figures: always the shortest, from base to base [Kaos K9.2].

Bases are thin plates at their levels, and a distance goes straight through space from one to the other [Ruling R264]. A
slope is one surface, however: bases that lie on it are as near as the points nearest to each other as seen from above,
with what the slope rises between these two, and touch where they touch as seen from above. Its foot and its top belong
to it, as far as the ground before them is level with them.
"""

from esquive.kaos.geometry import planar
from esquive.kaos.geometry.shapes import Base, Piece, Table
from esquive.kaos.geometry.units import SLACK


def distance(table: Table, a: Base, b: Base) -> int:
    """How far two bases are from each other, at the shortest, in micrometres rounded up; 0 in contact [Kaos K9.2]."""
    slope = slope_under(table, a, b)
    return planar.distance(a, b) if slope is None else planar.root_up(_along_squared(slope, a, b))


def within(table: Table, a: Base, b: Base, limit: int) -> bool:
    """Whether two bases are at most `limit` micrometres from each other; must agree with `distance`."""
    dx, dy = b.x - a.x, b.y - a.y
    far = limit + a.reach + b.reach
    if dx * dx + dy * dy > far * far:
        return False  # seen from above they are farther apart, and on a slope no nearer
    slope = slope_under(table, a, b) if a.z or b.z else None
    return planar.within(a, b, limit) if slope is None else _along_squared(slope, a, b) <= limit * limit


def slope_under(table: Table, a: Base, b: Base) -> Piece | None:
    """The ramp on whose surface both bases lie, one of them with its centre on the ramp; None when there is none."""
    if not (a.z or b.z):
        return None
    for ramp in table.ramps:
        is_on, is_other_on = _is_over(ramp, a), _is_over(ramp, b)
        if (is_on or is_other_on) and _lies_on(ramp, a, is_on) and _lies_on(ramp, b, is_other_on):
            return ramp
    return None


def _is_over(ramp: Piece, base: Base) -> bool:
    west, south, east, north = ramp.box
    x, y = base.x, base.y
    return west <= x <= east and south <= y <= north and planar.is_inside((x, y), ramp.shape)


def _lies_on(ramp: Piece, base: Base, is_over: bool) -> bool:
    """Whether a base is level with a ramp, over it, or past one of its ends and not beside it."""
    if abs(ramp.level_at(base.x, base.y) - base.z) > SLACK:
        return False
    return is_over or all(not ramp.rises_at(x, y) or planar.is_inside((x, y), ramp.shape) for x, y in base.corners)


def _along_squared(slope: Piece, a: Base, b: Base) -> int:
    """The square of the distance of two bases on a slope, rounded up."""
    gap = planar.gap_squared(a, b)
    if not gap:
        return 0
    here, there = planar.nearest(a, b)
    rise = slope.level_at(*here) - slope.level_at(*there)
    return gap + rise * rise

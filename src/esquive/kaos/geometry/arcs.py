"""The attack angle and the back: the line along the side of the base behind the figure's ears parts the table in two.

The line is the infinite line through the rear corners as they were rounded. Height is ignored.
"""

from math import isqrt

from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.units import TOLERANCE


def in_attack_angle(figure: Base, other: Base) -> bool:
    """Whether any part of the other base reaches beyond the figure's rear line into its attack angle [Kaos K19.4].

    Reaching over the line by no more than TOLERANCE is still the back [Ruling R218].
    """
    reach = figure.side // 2 + other.reach + TOLERANCE
    (ax, ay), (bx, by) = figure.corners[1], figure.corners[2]
    ex, ey = bx - ax, by - ay
    middle = ex * (other.y - ay) - ey * (other.x - ax)
    if middle > (figure.side + 4) * TOLERANCE:
        return True  # its centre is well in front of the line
    if middle < -(figure.side + 4) * reach:
        return False
    beyond = _foremost(ex, ey, ax, ay, other)
    return beyond > 0 and beyond * beyond > TOLERANCE * TOLERANCE * (ex * ex + ey * ey)


def _foremost(ex: int, ey: int, ax: int, ay: int, other: Base) -> int:
    (px, py), (qx, qy), (rx, ry), (sx, sy) = other.corners
    return max(ex * py - ey * px, ex * qy - ey * qx, ex * ry - ey * rx, ex * sy - ey * sx) - ex * ay + ey * ax


def margin(figure: Base, other: Base) -> int:
    """How far the other base's foremost corner is beyond the figure's rear line, in micrometres, rounded up.

    Negative when all of it is behind the line. More than TOLERANCE exactly when it is in the attack angle [Kaos K19.4].
    """
    (ax, ay), (bx, by) = figure.corners[1], figure.corners[2]
    ex, ey = bx - ax, by - ay
    beyond = _foremost(ex, ey, ax, ay, other)
    length = ex * ex + ey * ey
    if beyond < 0:
        return -isqrt(beyond * beyond // length)
    root = isqrt(beyond * beyond // length)
    return root if root * root * length == beyond * beyond else root + 1


def rear_line(base: Base) -> tuple[Point, Point]:
    """Two points of the line that parts attack angle and back: the rear corners, left and right [Kaos K19.2]."""
    return base.corners[1], base.corners[2]

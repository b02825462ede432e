"""Lanes of charges: the straight lines, long enough for one, by which an enemy can be run down [Kaos K28.4].

A charge ends with a straight line of at least a simple move over easy ground, and costs two simple moves at most,
with what leads to the beginning of that line [Kaos K28.5]. Lines are tried from all sides, every few degrees, and the
one the figure already stands on; those side by side make one lane.
"""

from math import isqrt
from typing import Final

from esquive.kaos.book.modifiers import is_forbidden, is_immobilised, move_of
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.ground import is_free
from esquive.kaos.geometry.movement_areas import BARRED, Field
from esquive.kaos.geometry.shapes import Base, Bases, Point
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import CM, TOLERANCE, TURN
from esquive.kaos.geometry.walks import LEAP, UP, walk
from esquive.kaos.proposals.places import TOUCH, beside, settled, towards
from esquive.kaos.table.state import State

SIDES: Final = 36  # from which an enemy is charged at


class Lane:
    """Lines side by side by which a base comes to a `target`: where each begins and ends, in order round the target."""

    __slots__ = ("ends", "starts", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        self.starts: list[Point] = []
        self.ends: list[Point] = []

    def outline(self) -> list[Point]:
        """The ground that the base's centre goes over."""
        return [*self.starts, *reversed(self.ends)]


def charge_lanes(state: State, figure: int, base: Base, costs: Field) -> list[Lane]:
    """The lanes by which a figure can charge its enemies from a base, `costs` being its field up to a run."""
    if is_immobilised(state, figure) or is_forbidden(state, figure, "action"):
        return []
    found: list[Lane] = []
    simple = move_of(state, figure)
    for enemy in state.in_play(1 - state.owner[figure]):
        other = state.base(enemy)
        if (other.x - base.x) ** 2 + (other.y - base.y) ** 2 < (2 * simple + base.reach + other.reach) ** 2:
            found += _lanes_to(state, figure, base, enemy, simple, costs)
    return found


def _lanes_to(state: State, figure: int, base: Base, enemy: int, simple: int, costs: Field) -> list[Lane]:
    other, others = state.base(enemy), state.others(figure)
    straight = towards(other, base)
    sides = sorted({straight, *(number * TURN // SIDES for number in range(SIDES))})
    lines: list[tuple[Point, Point] | None] = []
    for side in sides:
        begin = None if side != straight else (base.x, base.y)
        lines.append(_line(state, figure, beside(base, other, side, TOUCH), side, begin, simple, others, costs))
    return _joined(enemy, lines)


def _line(
    state: State,
    figure: int,
    end: Base,
    side: int,
    begin: Point | None,
    simple: int,
    others: Bases,
    costs: Field,
) -> tuple[Point, Point] | None:
    """A line that ends beside an enemy, from where the figure stands if that is far enough; None where it cannot be."""
    dx, dy = along(side, simple)
    there = isqrt((begin[0] - end.x) ** 2 + (begin[1] - end.y) ** 2) if begin is not None else 0
    if begin is None or there < simple - TOLERANCE:
        begin, there = (end.x + dx, end.y + dy), simple
        before = costs.cost_at(*begin)
    else:
        before = 0
    if before >= BARRED or before + there > 2 * simple:
        return None
    start = settled(state, end.at(begin[0], begin[1], 0, end.facing), others)
    if start is None or not is_free(state.table, end, others):
        return None
    keywords = state.card(figure).keywords
    gone = walk(
        state.table, start, end.x, end.y, others, 0, bool(keywords & CLIMBER), bool(keywords & FLYING), is_rough=True
    )
    if gone.stopped >= 0 or gone.fell:
        return None
    for stretch in gone.stretches:
        if stretch.kind in (UP, LEAP) or stretch.is_difficult or stretch.is_vertical:
            return None
    return begin, (end.x, end.y)


def _joined(enemy: int, lines: list[tuple[Point, Point] | None]) -> list[Lane]:
    """Lines in a row as one lane; the first and the last of all are neighbours too."""
    gap = next((number for number, line in enumerate(lines) if line is None), 0)
    found: list[Lane] = []
    is_open = False
    for line in lines[gap:] + lines[:gap]:
        if line is None:
            is_open = False
            continue
        if not is_open:
            found.append(Lane(enemy))
            is_open = True
        found[-1].starts.append(line[0])
        found[-1].ends.append(line[1])
    for lane in found:
        if len(lane.starts) == 1:
            _widen(lane)
    return found


def _widen(lane: Lane) -> None:
    """A lane of one line is made as wide as can be seen."""
    (sx, sy), (ex, ey) = lane.starts[0], lane.ends[0]
    length = max(isqrt((sx - ex) ** 2 + (sy - ey) ** 2), 1)
    dx, dy = (sy - ey) * (CM // 4) // length, (ex - sx) * (CM // 4) // length
    lane.starts = [(sx - dx, sy - dy), (sx + dx, sy + dy)]
    lane.ends = [(ex - dx, ey - dy), (ex + dx, ey + dy)]

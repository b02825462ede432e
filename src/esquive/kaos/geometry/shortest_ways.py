"""The shortest way round what is in the way [Kaos K27.4], for figures that flee and for bots that want to be somewhere.

With its facing kept, a square base slides between convex obstacles as a point slides between the same obstacles grown
by the square, and the shortest way of a point turns at their corners only. So the way is looked for from corner to
corner, what seems shortest first (A*), and a line is only tried when it is next; the corners of an obstacle come in
once something has run into it. Ramps add the middles of their two ends. A way is shortest in length on the ground;
what it costs does not count, difficult ground is crossed directly [Kaos K27.5].

Everything is ordered by integers: of equally short ways the same one is always taken.
"""

from heapq import heappop, heappush
from math import isqrt
from typing import Final

from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.ground import STEP, ground_at, nearest_free
from esquive.kaos.geometry.legs import GO, TURN, Leg
from esquive.kaos.geometry.obstacles import RIGHT_ANGLE, Obstacle, obstacle
from esquive.kaos.geometry.paths import Passage, base_at, passage
from esquive.kaos.geometry.planar import Polygon
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.units import CM, DEGREE, MOST, SLACK
from esquive.kaos.geometry.walks import first_met, walk

# Lines tried before the search gives up and takes the way that comes nearest.
_MOST_LINES: Final = 300
_ANY: Final = 1 << 40  # no way is that long
KEPT: Final = 1 << 10  # how many ways are kept
LINES_KEPT: Final = 1 << 14  # and lines that were tried for them
# Facings tried, after the present one, when there is no way with it.
_OTHER_FACINGS: Final = (0, 45 * DEGREE)


def way(table: Table, base: Base, goal: Point, others: Bases, climber: bool = False, flying: bool = False) -> list[Leg]:
    """The legs of the shortest way that brings a base's centre to a goal [Kaos K27.4].

    A goal too near the table's edge or taken by something else means the nearest free place. When there is no way with
    the present facing, others are tried, turning first; when there is none at all, the way leads as near as the search
    came, which may be nowhere: no legs. The legs make a passage without problems or falls.
    """
    return list(_way(table, base, goal, tuple(others), climber, flying, _ANY)[0])


def way_within(
    table: Table, base: Base, goal: Point, others: Bases, limit: int, climber: bool = False, flying: bool = False
) -> list[Leg] | None:
    """The same way, but None as soon as it is sure that it costs more than `limit` micrometres of movement."""
    most = limit + base.z + SLACK
    for piece in table.pieces:
        # What a way may cost less than it is long: half of what it goes down a ramp, having got up there before, ...
        if piece.low is not None and piece.high is not None:
            run = isqrt(_square(*piece.low, piece.high))
            most += max(isqrt(run * run + piece.height * piece.height) // 2 - piece.height, 0)
        if piece.is_standable:
            most += STEP  # ... and steps that are none.
    legs, is_beyond = _way(table, base, goal, tuple(others), climber, flying, most)
    return None if is_beyond else list(legs)


class _Tried:
    """What came of trying a line, in as little as can be, for many are kept.

    `is_clear`: whether it leads where it should, over `length` micrometres to the `level` there; else it leads off an
    edge, or is barred by `piece` or by `figure` (an index in the others, else -1).
    """

    __slots__ = ("figure", "is_clear", "length", "level", "piece")

    def __init__(self, is_clear: bool, length: int, level: int, piece: Piece | None, figure: int) -> None:
        self.is_clear = is_clear
        self.length = length
        self.level = level
        self.piece = piece
        self.figure = figure


# What the functions kept here read is what they are given: tables, pieces and bases never change.
@kept(LINES_KEPT)
def _slide(table: Table, base: Base, x: int, y: int, climber: bool, flying: bool) -> _Tried:
    """A line without anybody on the table: whoever stands where, the same ones are tried again and again."""
    found = walk(table, base, x, y, (), 0, climber, flying, True)
    if found.stopped >= 0 or found.fell:
        return _Tried(False, 0, 0, found.piece, -1)
    level = found.stretches[-1].end[2] if found.stretches else base.z
    return _Tried(True, sum([stretch.length for stretch in found.stretches]), level, None, -1)


def _line(table: Table, base: Base, x: int, y: int, others: Bases, climber: bool, flying: bool) -> _Tried:
    """A line tried, roughly: a figure in the way counts before any piece of scenery."""
    figure = first_met(base, x, y, others)
    return _slide(table, base, x, y, climber, flying) if figure < 0 else _Tried(False, 0, 0, None, figure)


@kept(KEPT)
def _way(
    table: Table, base: Base, goal: Point, others: tuple[Base, ...], climber: bool, flying: bool, most: int
) -> tuple[tuple[Leg, ...], bool]:
    """The legs of a way, and whether there are none because it is longer than `most`."""
    best: list[Leg] = []
    nearest = _square(base.x, base.y, goal)
    beyond: list[tuple[Base, Point, bool]] = []  # searches that found no way so short
    tried: list[int] = []
    for facing in (base.facing, *_OTHER_FACINGS):
        if any((facing - other) % RIGHT_ANGLE == 0 for other in tried):
            continue
        tried.append(facing)
        first: list[Leg] = []
        turned = base
        if facing != base.facing:
            first = [Leg(TURN, base.x, base.y, facing)]
            made = passage(table, base, first, others, climber, flying)
            if made.problem is not None or made.fall is not None:
                continue
            turned = made.end
        place = _place_for(table, turned, goal, others)
        legs = []
        # On the table alone first, if both ends are there; then with what leads up and down.
        on_table = base.z == 0 and ground_at(table, *place)[0] == 0
        for goes_up in (False, True) if on_table and any(piece.is_standable for piece in table.pieces) else (True,):
            search = _Search(table, turned, place, others, climber, flying, goes_up, most)
            search.look()
            if search.is_beyond:
                beyond.append((turned, place, goes_up))
                continue
            legs = first + [Leg(GO, x, y, facing) for x, y in search.points()]
            if search.is_found:
                # A way that is found before counts, however long it is.
                for start, end, went_up in beyond:
                    other = _Search(table, start, end, others, climber, flying, went_up, _ANY)
                    other.look()
                    if other.is_found:
                        return (), True
                return tuple(legs), False
        if beyond:
            continue
        while legs and _fails(table, base, legs, others, climber, flying):
            legs.pop()
        last = legs[-1] if legs else None
        if last is not None and last.kind == GO and _square(last.x, last.y, goal) < nearest:
            best, nearest = legs, _square(last.x, last.y, goal)
    return ((), True) if beyond else (tuple(best), False)


def to(
    table: Table,
    base: Base,
    goal: Point,
    others: Bases,
    limit: int,
    climber: bool = False,
    flying: bool = False,
) -> list[Leg]:
    """The legs of the way to a goal, as far as they cost no more than `limit` micrometres of movement.

    A way that would end on no footing is left off earlier, half a centimetre at a time.
    """
    legs = way(table, base, goal, others, climber, flying)
    made = passage(table, base, legs, others, climber, flying)
    if made.cost <= limit:
        return legs
    gone = 0
    left = limit
    for stretch in made.pieces:
        if stretch.cost > left:
            gone += min(left * 2 // stretch.weight, stretch.length)
            break
        left -= stretch.cost
        gone += stretch.length
    while gone > 0:
        short = _cut_legs(made, legs, gone)
        tried = passage(table, base, short, others, climber, flying)
        if tried.problem is not None or tried.fall is not None:
            gone -= CM // 2
        elif tried.cost > limit:
            gone -= tried.cost - limit
        else:
            return short
    return []


def _cut_legs(made: Passage, legs: list[Leg], distance: int) -> list[Leg]:
    """The legs as far as a distance along the passage they make."""
    left = distance
    for stretch in made.pieces:
        if left <= stretch.length:
            last = base_at(made, distance)
            return [*legs[: stretch.leg], Leg(GO, last.x, last.y, last.facing)]
        left -= stretch.length
    return legs


def _fails(table: Table, base: Base, legs: list[Leg], others: Bases, climber: bool, flying: bool) -> bool:
    made = passage(table, base, legs, others, climber, flying)
    return made.problem is not None or made.fall is not None


def _place_for(table: Table, base: Base, goal: Point, others: Bases) -> Point:
    """The goal, moved on to the table and then to the nearest free place for this base."""
    across = max(abs(x - base.x) for x, _ in base.corners)
    along = max(abs(y - base.y) for _, y in base.corners)
    x = min(max(goal[0], across), table.width - across)
    y = min(max(goal[1], along), table.depth - along)
    place = nearest_free(table, base.at(x, y, 0, base.facing), others, MOST)
    return (place.x, place.y)


def _square(x: int, y: int, goal: Point) -> int:
    return (x - goal[0]) * (x - goal[0]) + (y - goal[1]) * (y - goal[1])


class _Search:
    """One search with one facing: nodes are points, 0 the start and 1 the goal.

    A square looks the same turned by a right angle: so do the lines it slides along, which are kept for both.
    """

    __slots__ = (
        "_beyond",
        "_bounds",
        "_climber",
        "_closed",
        "_flying",
        "_goal",
        "_goes_up",
        "_grown",
        "_heap",
        "_hopes",
        "_is_cut",
        "_last",
        "_left",
        "_met_pieces",
        "_most",
        "_nodes",
        "_places",
        "_start",
        "_table",
        "_unmet",
        "is_beyond",
        "is_found",
    )

    def __init__(
        self,
        table: Table,
        base: Base,
        goal: Point,
        others: tuple[Base, ...],
        climber: bool,
        flying: bool,
        goes_up: bool,
        most: int,
    ) -> None:
        self._table = table
        self._most = most
        self._is_cut = False  # whether something was left out for being too long
        self._start = base.at(base.x, base.y, base.z, base.facing % RIGHT_ANGLE)
        # Where the centre may go for all of the base to be on the table: see `is_on_table`.
        across = [x - base.x for x, _ in base.corners]
        along = [y - base.y for _, y in base.corners]
        self._bounds = (
            -SLACK - min(across),
            table.width + SLACK - max(across),
            -SLACK - min(along),
            table.depth + SLACK - max(along),
        )
        self._goal = goal
        self._climber = climber
        self._flying = flying
        self._goes_up = goes_up
        # Obstacles met that bar every line, grown by the base.
        self._grown: list[Obstacle] = []
        self._last = -1  # the one that barred a line last
        self._nodes: list[Point] = [(base.x, base.y), goal]
        # By node: beyond which sides of each of these it lies, as bits.
        self._beyond: list[list[int]] = [[], []]
        # By node: how far the goal is from it in a straight line.
        self._hopes: list[int] = [0, 0]
        # The nodes that no way is known to: each with its point and its hope.
        self._left: list[tuple[int, int, int, int]] = [(1, *goal, 0)]
        self._places: set[Point] = set(self._nodes)
        # How long the way to a node is, the node before it, and the base there.
        self._closed: dict[int, tuple[int, int, Base]] = {}
        # Hoped-for length in all, length so far if the line is clear, node, node before.
        self._heap: list[tuple[int, int, int, int]] = []
        self._unmet = list(others)  # those already met bar a line before it is tried
        self._met_pieces: set[int] = set()
        self.is_found = False
        self.is_beyond = False  # there is no way as short as wanted, and perhaps a longer one

    def look(self) -> None:
        """Looks for the way."""
        if self._nodes[0] == self._goal:
            self.is_found = True
            return
        self._settle(0, 0, -1, self._start)
        tried = 0
        # Lines that are longer than they seemed, by their ends: the way to the second one, and the base there.
        known: dict[tuple[int, int], tuple[int, Base]] = {}
        heap, closed = self._heap, self._closed
        while heap and 1 not in closed and tried < _MOST_LINES:
            _, length, node, before = heappop(heap)
            if node in closed:
                continue
            line = known.get((before, node))
            if line is not None:
                self._settle(node, line[0], before, line[1])
                continue
            if self._is_barred(before, node):
                continue
            tried += 1
            x, y = self._nodes[node]
            gone, _, base = closed[before]
            found = _line(self._table, base, x, y, self._unmet, self._climber, self._flying)
            if not found.is_clear:
                self._run_into(found)
                continue
            walked = gone + found.length
            there = base.at(x, y, found.level, base.facing)
            if walked > length + 1:
                whole = walked + self._hopes[node]
                if whole > self._most:
                    self._is_cut = True
                    continue
                known[before, node] = (walked, there)
                heappush(heap, (whole, walked, node, before))
            else:
                self._settle(node, walked, before, there)
        self.is_found = 1 in closed
        self.is_beyond = self._is_cut and not self.is_found

    def points(self) -> list[Point]:
        """The way points after the start: to the goal when it is found, else to the nearest node that was."""
        if self._nodes[0] == self._goal:
            return []
        node = 1
        if not self.is_found:
            node = min(self._closed, key=lambda k: (_square(*self._nodes[k], self._goal), k))
        points: list[Point] = []
        while node > 0:
            points.append(self._nodes[node])
            node = self._closed[node][1]
        return points[::-1]

    def _is_barred(self, before: int, node: int) -> bool:
        """Whether the line between two nodes goes through an obstacle already met, grown by the base."""
        here, there = self._beyond[before], self._beyond[node]
        x, y = self._nodes[before]
        fx, fy = self._nodes[node]
        grown, last = self._grown, self._last
        # What bars this line bars the next one too, more often than not.
        if last >= 0 and not here[last] & there[last] and grown[last].is_parted(x, y, fx, fy):
            return True
        for number, sides in enumerate(here):
            if not sides & there[number] and number != last and grown[number].is_parted(x, y, fx, fy):
                self._last = number
                return True
        return False

    def _settle(self, node: int, length: int, before: int, base: Base) -> None:
        """The shortest way to a node is known: it goes on from there to all others."""
        self._closed[node] = (length, before, base)
        x, y, heap, most = base.x, base.y, self._heap, self._most
        self._left = [one for one in self._left if one[0] != node]
        for index, fx, fy, hope in self._left:
            along = length + isqrt((fx - x) * (fx - x) + (fy - y) * (fy - y))
            if along + hope <= most:
                heappush(heap, (along + hope, along, index, node))
            else:
                self._is_cut = True

    def _run_into(self, found: _Tried) -> None:
        """Brings in the corners of what stopped a line."""
        if found.figure >= 0:
            self._go_round(self._unmet.pop(found.figure).corners, True)
            return
        for index, piece in enumerate(self._table.pieces):
            if piece is not found.piece and not (piece.is_standable and self._goes_up):
                continue
            # One who cannot get up or down here may use any ramp, and walks along the edge of what it stands on.
            if index not in self._met_pieces:
                self._met_pieces.add(index)
                for part in piece.parts:
                    self._go_round(part, piece.flags & IMPASSABLE != 0 or (piece is found.piece and self._bars(piece)))
                if self._goes_up:
                    self._go_up(piece)

    def _bars(self, piece: Piece) -> bool:
        """Whether a piece that stopped a line stops all: on the table only, and a ramp may be walked up."""
        return not self._goes_up and not piece.is_ramp

    def _go_round(self, polygon: Polygon, is_bar: bool) -> None:
        grown = obstacle(polygon, self._start.facing, self._start.side)
        if is_bar:
            self._grown.append(grown)
            for node, (x, y) in enumerate(self._nodes):
                self._beyond[node].append(grown.beyond(x, y))
        for point in grown.outline:
            self._add(point)

    def _go_up(self, piece: Piece) -> None:
        if piece.is_standable:
            for point in piece.shape:
                self._add(point)
        if piece.low is None or piece.high is None:
            return
        dx, dy = piece.high[0] - piece.low[0], piece.high[1] - piece.low[1]
        length = isqrt(dx * dx + dy * dy)
        reach = self._start.reach + CM // 10
        self._add((piece.low[0] - dx * reach // length, piece.low[1] - dy * reach // length))
        self._add((piece.high[0] + dx * reach // length, piece.high[1] + dy * reach // length))

    def _add(self, point: Point) -> None:
        x, y = point
        west, east, south, north = self._bounds
        if point in self._places or not (west <= x <= east and south <= y <= north):
            return
        self._places.add(point)
        hope = isqrt(_square(x, y, self._goal))
        if hope + isqrt(_square(x, y, self._nodes[0])) > self._most:
            self._is_cut = True
            return
        beyond = [grown.beyond(x, y) for grown in self._grown]
        if 0 in beyond:
            return  # it lies within an obstacle
        node = len(self._nodes)
        self._nodes.append(point)
        self._beyond.append(beyond)
        self._hopes.append(hope)
        self._left.append((node, x, y, hope))
        heap, most = self._heap, self._most
        for before, (length, _, there) in self._closed.items():
            along = length + isqrt((x - there.x) * (x - there.x) + (y - there.y) * (y - there.y))
            if along + hope <= most:
                heappush(heap, (along + hope, along, node, before))
            else:
                self._is_cut = True

"""What is fought over: whether it can be reached, for how long it counts, and how far it is for either side."""

from collections.abc import Iterator
from math import hypot
from typing import Final

from esquive.core.remarks import Remark
from esquive.kaos.battlefields.scenery import FOOT_BASE, WIDEST_BASE
from esquive.kaos.battlefields.shifting import number
from esquive.kaos.book.deployment import Zone, reach_of
from esquive.kaos.cards.documents import ObjectiveDocument, ScenarioDocument
from esquive.kaos.cards.making import cm, point_of, zones_of
from esquive.kaos.geometry.accessible_ground import GRID
from esquive.kaos.geometry.shapes import Point, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.rough_distances import roads_of

SEATS: Final = ("p1", "p2")
SURVIVE: Final = "survive"
CARRY: Final = "carry"
EVEN: Final = 6 * CM  # ways that differ by less are as long as one another
LOOKED: Final = 40  # centimetres round a goal where a better place is looked for
BESIDE: Final = 4 * CM  # between places of a zone from which ways are measured


def goal_remarks(document: ScenarioDocument, table: Table) -> Iterator[Remark]:
    """What is wrong with the objectives of a scenario on a table, and what is worth knowing of them."""
    relics = 0
    there: list[tuple[int, Point]] = []
    for place, goal in enumerate(document.objective):
        about, facts = ("objective", place), {"number": place + 1}
        relics += goal.kind == CARRY
        if goal.kind == CARRY and relics > 1:
            yield Remark("two-relics", ("R252",), True, about, facts, _spot(goal), ((about, None),))
            continue
        yield from _rounds(document, goal, place)
        if goal.kind == SURVIVE:
            continue
        if goal.at is None:
            middle = [number(table.width // 2), number(table.depth // 2)]
            yield Remark("goal-nowhere", ("R252",), True, about, facts, (), (((*about, "at"), middle),))
            continue
        x, y = point_of(goal.at, document.id)
        on_it = (min(max(x, 0), table.width), min(max(y, 0), table.depth))
        if (x, y) != on_it:
            changes = (((*about, "at"), [number(on_it[0]), number(on_it[1])]),)
            yield Remark("goal-off-table", ("R252",), True, about, facts, _spot(goal), changes)
            continue
        found = list(_reached(document, goal, place, table))
        yield from found
        if not any(one.is_fault for one in found):
            there.append((place, (x, y)))
        yield from _begun(document, goal, place)
    yield from _ways(document, table, there)


def _spot(goal: ObjectiveDocument) -> tuple[tuple[float, float], ...]:
    return () if goal.at is None else (goal.at,)


def _rounds(document: ScenarioDocument, goal: ObjectiveDocument, place: int) -> Iterator[Remark]:
    """Whoever has to survive is named, and nothing takes longer than the game [Ruling R252]."""
    about = ("objective", place)
    facts = {"number": place + 1, "rounds": goal.rounds, "last": document.rounds}
    if goal.kind == SURVIVE and goal.seat is None:
        yield Remark("nobody-survives", ("R252",), True, about, facts, (), (((*about, "seat"), "p2"),))
    if goal.kind != CARRY and goal.rounds > document.rounds:
        changes = (((*about, "rounds"), document.rounds),)
        kind = "survive-late" if goal.kind == SURVIVE else "goal-late"
        yield Remark(kind, ("R252", "R214"), True, about, facts, _spot(goal), changes)
    elif goal.kind == SURVIVE and goal.rounds < 1:
        changes = (((*about, "rounds"), document.rounds),)
        yield Remark("goal-never", ("R252",), True, about, facts, (), changes)


def _reached(document: ScenarioDocument, goal: ObjectiveDocument, place: int, table: Table) -> Iterator[Remark]:
    """A base of the widest size gets to it [Kaos K5.6] [Ruling R332]."""
    if not table.pieces or goal.at is None:
        return
    x, y = point_of(goal.at, document.id)
    radius = cm(goal.radius_cm, document.id)
    if is_reached(table, x, y, radius, WIDEST_BASE):
        return
    about, facts = ("objective", place), {"number": place + 1}
    better = _better(table, x, y, radius)
    changes = (((*about, "at"), [number(better[0]), number(better[1])]),) if better else ()
    if is_reached(table, x, y, radius, FOOT_BASE):
        yield Remark("goal-narrow", ("R332",), False, about, facts, _spot(goal), changes)
    else:
        yield Remark("goal-shut", ("K5.6", "R332"), True, about, facts, _spot(goal), changes)


def is_reached(table: Table, x: int, y: int, radius: int, side: int) -> bool:
    """Whether a base of a side gets to a place from which it reaches a goal, however it is turned."""
    far = radius + side // 2
    reach = reach_of(table, side)
    places = [
        (across, along)
        for across in range(max(0, -(-(x - far) // GRID) * GRID), min(table.width, x + far) + 1, GRID)
        for along in range(max(0, -(-(y - far) // GRID) * GRID), min(table.depth, y + far) + 1, GRID)
        if hypot(across - x, along - y) <= far
    ]
    places.sort(key=lambda one: hypot(one[0] - x, one[1] - y))
    return any(reach.has(*one) for one in places)


def _better(table: Table, x: int, y: int, radius: int) -> Point | None:
    """The nearest place, in whole centimetres, to which the widest base gets."""
    around = range(-LOOKED, LOOKED + 1)
    places = [(round(x / CM) * CM + dx * CM, round(y / CM) * CM + dy * CM) for dx in around for dy in around]
    places.sort(key=lambda one: hypot(one[0] - x, one[1] - y))
    reach = reach_of(table, WIDEST_BASE)
    for one in places:
        if 0 <= one[0] <= table.width and 0 <= one[1] <= table.depth and reach.has(*one):
            return one
    return None


def _begun(document: ScenarioDocument, goal: ObjectiveDocument, place: int) -> Iterator[Remark]:
    """Ground in a zone is held before anybody has moved."""
    for seat, zone in zip(SEATS, zones_of(document) or (None, None), strict=True):
        if zone is None or goal.at is None:
            continue
        x, y = point_of(goal.at, document.id)
        west, south, east, north = zone
        if west <= x <= east and south <= y <= north:
            facts = {"number": place + 1, "seat": seat}
            yield Remark("goal-in-zone", ("R252",), False, ("objective", place), facts, _spot(goal))


def _ways(document: ScenarioDocument, table: Table, goals: list[tuple[int, Point]]) -> Iterator[Remark]:
    """How far it is from either zone to all that is fought over: whether one side has less to walk [Kaos K10.1].

    The ways to all of them count together: of two goals one may lie nearer to the one side, and one to the other.
    """
    zones = zones_of(document)
    if len(zones) != len(SEATS) or not goals:
        return
    ways: list[list[int]] = []
    for zone in zones:
        if zone is None or not _is_on(zone, table):
            return
        lengths = [way_to(table, zone, at) for _, at in goals]
        if min(lengths) < 0:
            return
        ways.append(lengths)
    by = sum(ways[1]) - sum(ways[0])
    if abs(by) < EVEN * len(goals):
        return
    near, far = (0, 1) if by > 0 else (1, 0)
    facts = {
        "near": SEATS[near],
        "far": SEATS[far],
        "short": number(round(sum(ways[near]) / len(goals) / CM) * CM),
        "long": number(round(sum(ways[far]) / len(goals) / CM) * CM),
    }
    yield Remark("uneven", ("K10.1",), False, ("objective",), facts, tuple(_cm(at) for _, at in goals))


def _is_on(zone: Zone, table: Table) -> bool:
    west, south, east, north = zone
    return min(west, south) >= 0 and east <= table.width and north <= table.depth


def _cm(at: Point) -> tuple[float, float]:
    return (number(at[0]), number(at[1]))


def way_to(table: Table, zone: Zone, at: Point) -> int:
    """About how far it is from the nearest place of a zone to a point, in micrometres; -1 without a way."""
    west, south, east, north = zone
    roads = roads_of(table, FOOT_BASE)
    places = [(x, y) for x in range(west, east + 1, BESIDE) for y in range(south, north + 1, BESIDE)]
    places += [
        (east, north),
        (west, north),
        (east, south),
        (min(max(at[0], west), east), min(max(at[1], south), north)),
    ]
    lengths = [far for x, y in places if (far := roads.between(x, y, *at)) >= 0]
    return min(lengths, default=-1)

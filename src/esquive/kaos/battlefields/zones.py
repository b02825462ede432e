"""Where hordes are deployed: whether they have room there, and how near they come [Kaos K6.2] [Kaos K6.3]."""

from collections.abc import Iterator
from typing import Final

from esquive.core.mends import Changes
from esquive.core.remarks import Remark
from esquive.kaos.battlefields.scenery import FOOT_BASE, WIDEST_BASE
from esquive.kaos.battlefields.shifting import number
from esquive.kaos.book.deployment import APART, Zone, reach_of
from esquive.kaos.cards.documents import ScenarioDocument, ZoneDocument
from esquive.kaos.cards.making import zone_box
from esquive.kaos.geometry.ground import footing
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.shapes import Base, Table
from esquive.kaos.geometry.units import CM, TURN

STEP: Final = CM  # between places that are tried
LEAST: Final = 2 * WIDEST_BASE  # of a zone to either side, as packs are held to
GROWN: Final = 40  # centimetres that a zone is widened by at most, to have room
SEATS: Final = ("p1", "p2")
FACINGS: Final = (0, TURN // 8)


def zone_remarks(document: ScenarioDocument, table: Table, fighters: int) -> Iterator[Remark]:
    """What is wrong with the zones of a scenario for hordes of so many fighters, and what is worth knowing."""
    boxes: dict[str, Zone] = {}
    for place, zone in enumerate(document.zone):
        box = zone_box(zone, document.id)
        if zone.seat in boxes:
            yield Remark("zone-twice", ("K37.1",), True, ("zone", place), _facts(zone), (), ((("zone", place), None),))
            continue
        boxes[zone.seat] = box
        west, south, east, north = box
        if west < 0 or south < 0 or east > table.width or north > table.depth:
            clipped = (max(0, west), max(0, south), min(table.width, east), min(table.depth, north))
            is_left = clipped[0] < clipped[2] and clipped[1] < clipped[3]
            changes = _written(place, clipped) if is_left else ((("zone", place), None),)
            yield Remark("zone-off-table", ("K37.1",), True, ("zone", place), _facts(zone), _middle(box), changes)
            continue
        yield from _room(zone, place, box, table, fighters)
    if len(boxes) == len(SEATS):
        yield from _near(document, boxes)
    elif boxes:
        yield Remark("zone-alone", ("K37.1",), False, ("zone", 0), {"seat": next(iter(boxes))}, (), ())


def _facts(zone: ZoneDocument) -> dict[str, object]:
    return {"seat": zone.seat}


def _middle(box: Zone) -> tuple[tuple[float, float], ...]:
    west, south, east, north = box
    return ((number((west + east) // 2), number((south + north) // 2)),)


def _width(box: Zone) -> int:
    """How wide a zone is where it is narrowest."""
    west, south, east, north = box
    return min(east - west, north - south)


def _written(place: int, box: Zone) -> Changes:
    """What a document says of a zone with another box."""
    west, south, east, north = map(number, box)
    return ((("zone", place, "corner"), [west, south]), (("zone", place, "opposite"), [east, north]))


def _room(zone: ZoneDocument, place: int, box: Zone, table: Table, fighters: int) -> Iterator[Remark]:
    """A horde has room in its zone: so many fighters on foot, and one on the widest base [Kaos K6.2] [Ruling R332]."""
    room = room_in(table, box, FOOT_BASE, fighters)
    facts = {**_facts(zone), "room": room, "fighters": fighters}
    if room < fighters:
        changes = _grown(place, box, table, fighters)
        yield Remark("zone-small", ("K6.2", "R332"), True, ("zone", place), facts, _middle(box), changes)
    elif _width(box) < LEAST or not room_in(table, box, WIDEST_BASE, 1):
        changes = _grown(place, box, table, fighters)
        yield Remark("zone-narrow", ("K6.2", "R332"), True, ("zone", place), facts, _middle(box), changes)


def _grown(place: int, box: Zone, table: Table, fighters: int) -> Changes:
    """The zone widened on all sides until a horde has room."""
    west, south, east, north = box
    for more in range(2, GROWN + 1, 2):
        far = more * CM
        wider = (
            max(0, west - far),
            max(0, south - far),
            min(table.width, east + far),
            min(table.depth, north + far),
        )
        if _width(wider) < LEAST:
            continue
        if room_in(table, wider, WIDEST_BASE, 1) and room_in(table, wider, FOOT_BASE, fighters) >= fighters:
            return _written(place, wider)
    return ()


def room_in(table: Table, box: Zone, side: int, wanted: int) -> int:
    """How many bases of a side stand beside one another in a zone, on ground they get to; at most so many are counted.

    Put down row by row, as close as a centimetre allows.
    """
    west, south, east, north = box
    stood: list[Base] = []
    for y in range(south + side // 2, north - side // 2 + 1, STEP):
        for x in range(west + side // 2, east - side // 2 + 1, STEP):
            if any(abs(x - other.x) < side and abs(y - other.y) < side for other in stood):
                continue
            base = _standing(table, x, y, side)
            if base is not None:
                stood.append(base)
                if len(stood) >= wanted:
                    return wanted
    return len(stood)


def _standing(table: Table, x: int, y: int, side: int) -> Base | None:
    """A base that stands at a point, facing east, where it could have come by itself; None where none does."""
    base = Base(x, y, 0, 0, side)
    found = footing(table, base)
    if not is_on_table(table, base) or found.blocker is not None or not found.is_stable:
        return None
    return base if not table.pieces or reach_of(table, side).has(x, y) else None


def _near(document: ScenarioDocument, boxes: dict[str, Zone]) -> Iterator[Remark]:
    """Nobody is deployed within 20 cm of an enemy [Kaos K6.3]: zones nearer than that leave less room."""
    (west, south, east, north), (left, low, right, high) = boxes["p1"], boxes["p2"]
    across, along = max(left - east, west - right), max(low - north, south - high)
    if across > APART or along > APART:
        return
    gap = max(across, along, 0)
    facts = {"gap": number(gap), "apart": number(APART)}
    yield Remark("zones-near", ("K6.3",), False, ("zone",), facts, (), _parted(document, boxes, across > along))


def _parted(document: ScenarioDocument, boxes: dict[str, Zone], is_across: bool) -> Changes:
    """Both zones drawn back from each other by as much, where enough of them is left."""
    low_seat = min(SEATS, key=lambda seat: boxes[seat][0 if is_across else 1])
    high_seat = SEATS[1 - SEATS.index(low_seat)]
    axis = 0 if is_across else 1
    low, high = list(boxes[low_seat]), list(boxes[high_seat])
    gap = high[axis] - low[axis + 2]
    back = (APART + CM - gap + 1) // 2
    back = -(-back // CM) * CM
    low[axis + 2] -= back
    high[axis] += back
    if min(low[axis + 2] - low[axis], high[axis + 2] - high[axis]) < 2 * WIDEST_BASE:
        return ()
    numbers: dict[str, int] = {zone.seat: place for place, zone in enumerate(document.zone)}
    return (
        *_written(numbers[low_seat], (low[0], low[1], low[2], low[3])),
        *_written(numbers[high_seat], (high[0], high[1], high[2], high[3])),
    )

"""What a battlefield must be, and what is worth knowing of it [Kaos K0.3] [Kaos K5.6] [Ruling R331]."""

from collections.abc import Iterator
from typing import Final

import msgspec

from esquive.core.converting import convert
from esquive.core.errors import DocumentError
from esquive.core.remarks import Remark
from esquive.kaos.battlefields.shifting import (
    apart,
    beyond,
    inside,
    moved_changes,
    number,
    place_of,
    ramp_ends,
)
from esquive.kaos.book.deployment import reach_of
from esquive.kaos.book.scenery import pieces_overlap
from esquive.kaos.cards.documents import FieldDocument, PieceDocument
from esquive.kaos.cards.making import cm, piece_of
from esquive.kaos.geometry.accessible_ground import GRID, unreachable
from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.ground import STEP, area_twice, ground_at
from esquive.kaos.geometry.planar import is_inside
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, SIGHT, TOP, Piece, Table
from esquive.kaos.geometry.units import CM
from esquive.kaos.table.settings import OFFICIAL_SIDE

WIDEST_BASE: Final = 5 * CM  # the widest there is need to plan for
FOOT_BASE: Final = 25 * CM // 10
SMALLEST: Final = CM * CM  # of the area of a piece that anybody would see
FULL: Final = 50  # percent of a table: more scenery than ground
NEAREST: Final = 4  # pieces that are tried, where ground is closed off
MOST_PLACES: Final = 24  # that are marked
USUAL_RAMP: Final = 5  # centimetres


def field_remarks(document: FieldDocument) -> tuple[Remark, ...]:
    """Everything wrong with a battlefield, then what is worth knowing of it; paths begin at the battlefield."""
    return _field_remarks(msgspec.json.encode(document))


@kept(16)
def _field_remarks(encoded: bytes) -> tuple[Remark, ...]:
    document = convert(msgspec.json.decode(encoded), FieldDocument)
    found = list(_remarks(document))
    return tuple(sorted(found, key=lambda one: not one.is_fault))


def _remarks(document: FieldDocument) -> Iterator[Remark]:
    pieces: list[Piece] = []
    halves = [one for place, written in enumerate(document.piece) for one in _half_ramp(written, place)]
    yield from halves
    for place, written in enumerate(document.piece):
        try:
            pieces.append(piece_of(written, document.id))
        except DocumentError:
            about = ("piece", place)
            yield Remark("crossed", ("R331",), True, about, {"piece": written.name}, _middle(written), ((about, None),))
    if halves or len(pieces) < len(document.piece):
        return  # nobody knows what lies there
    table = Table(cm(document.width_cm, document.id), cm(document.depth_cm, document.id), tuple(pieces))
    yield from _size(document, table)
    off = list(_off_table(document, table))
    yield from off
    yield from _overlaps(document, table)
    if not off:
        yield from _closed(document, table)
        yield from _tops(document, table)
    yield from _advice(document, table)


def _middle(written: PieceDocument) -> tuple[tuple[float, float], ...]:
    """The middle of the corners of a piece as it is written."""
    xs, ys = zip(*written.shape, strict=True)
    return ((sum(xs) / len(xs), sum(ys) / len(ys)),)


def _half_ramp(written: PieceDocument, place: int) -> Iterator[Remark]:
    """A ramp has two ends and a height."""
    ends = [one for one in (written.low, written.high) if one is not None]
    if not ends or (len(ends) == 2 and written.height_cm and written.low != written.high):
        return
    about = ("piece", place)
    low, high = ramp_ends(written)
    changes = (
        ((*about, "low"), list(low)),
        ((*about, "high"), list(high)),
        ((*about, "height_cm"), written.height_cm or USUAL_RAMP),
    )
    yield Remark("half-ramp", ("R331",), True, about, {"piece": written.name}, _middle(written), changes)


def _size(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """Tables of official games are squares of 75 cm [Kaos K0.4]; others go from 60 to 120 cm [Kaos K0.3]."""
    if table.width == table.depth == OFFICIAL_SIDE:
        return
    facts = {"width": number(table.width), "depth": number(table.depth)}
    fits = all(max(piece.box[2:]) <= OFFICIAL_SIDE for piece in table.pieces)
    side = number(OFFICIAL_SIDE)
    changes = ((("width_cm",), side), (("depth_cm",), side)) if fits else ()
    yield Remark("unofficial-size", ("K0.3", "K0.4"), False, (), facts, (), changes)


def _off_table(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """Pieces lie wholly on the table [Kaos K5.4]."""
    for place, piece in enumerate(table.pieces):
        west, south, east, north = piece.box
        if min(west, south) >= 0 and east <= table.width and north <= table.depth:
            continue
        shift = inside(piece, table)
        changes = moved_changes(document.piece[place], place, *shift) if shift else ()
        facts = {"piece": document.piece[place].name}
        yield Remark("off-table", ("K5.4",), True, ("piece", place), facts, _middle(document.piece[place]), changes)


def _overlaps(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """No two solid pieces lie over each other [Kaos K5.4] [Ruling R331]; the later one is told to give way."""
    for place, piece in enumerate(table.pieces):
        for other_place, other in enumerate(table.pieces[:place]):
            if not (piece.is_solid and other.is_solid and pieces_overlap(piece, other)):
                continue
            shift = apart(place, table)
            changes = moved_changes(document.piece[place], place, *shift) if shift else ()
            facts = {"piece": document.piece[place].name, "blocker": document.piece[other_place].name}
            middle = _middle(document.piece[place])
            yield Remark("overlap", ("K5.4", "R331"), True, ("piece", place), facts, middle, changes)
            break


def _closed(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """No ground is closed off for the widest base [Kaos K5.6]; a piece without which none is may go."""
    closed = reach_of(table, WIDEST_BASE).unreachable
    if not closed:
        return
    x, y = closed[0]

    def far(place: int) -> int:
        west, south, east, north = table.pieces[place].box
        return max(west - x, x - east, 0) + max(south - y, y - north, 0)

    bars = [n for n, piece in enumerate(table.pieces) if piece.is_solid or piece.flags & IMPASSABLE]
    about, facts = ("piece",), {"at": f"{number(x):g}, {number(y):g}"}
    places = tuple(place_of(*one) for one in closed[:: max(1, len(closed) // MOST_PLACES)])
    for place in sorted(bars, key=far)[:NEAREST]:
        rest = table.pieces[:place] + table.pieces[place + 1 :]
        if not unreachable(Table(table.width, table.depth, rest), WIDEST_BASE):
            named = {**facts, "piece": document.piece[place].name}
            changes = ((("piece", place), None),)
            yield Remark("closes-off", ("K5.6", "K5.7"), True, ("piece", place), named, places, changes)
            return
    yield Remark("closed-off", ("K5.6",), True, about, facts, places)


def _tops(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """Ramps lead to something, and somebody gets on to whatever can be stood on."""
    for place, piece in enumerate(table.pieces):
        written = document.piece[place]
        about, facts, middle = ("piece", place), {"piece": written.name}, _middle(written)
        if piece.is_ramp and piece.low is not None and piece.high is not None:
            rest = Table(table.width, table.depth, table.pieces[:place] + table.pieces[place + 1 :])
            x, y = beyond(piece.low, piece.high, STEP)
            level = ground_at(rest, x, y)[0]
            if abs(level - piece.height) > STEP:
                changes = (((*about, "height_cm"), number(level)),) if level > STEP else ()
                yield Remark("ramp-to-nowhere", ("K11.1",), False, about, facts, (place_of(x, y),), changes)
        elif piece.flags & TOP and piece.height > STEP and not piece.flags & CLIMBABLE:
            if not any(_is_climbed(table, piece, side) for side in (WIDEST_BASE, FOOT_BASE)):
                flags = [*written.flags, "climbable"]
                yield Remark("top-shut", ("K11.1",), False, about, facts, middle, (((*about, "flags"), flags),))


def _is_climbed(table: Table, piece: Piece, side: int) -> bool:
    """Whether a base of a side gets to a place on a piece."""
    reach = reach_of(table, side)
    west, south, east, north = piece.box
    return any(
        is_inside((x, y), piece.shape) and reach.has(x, y)
        for x in range(-(-west // GRID) * GRID, east + 1, GRID)
        for y in range(-(-south // GRID) * GRID, north + 1, GRID)
    )


def _advice(document: FieldDocument, table: Table) -> Iterator[Remark]:
    """How much scenery there is, and whether anybody can hide [Kaos K0.5]."""
    for place, piece in enumerate(table.pieces):
        if area_twice(piece.shape) < 2 * SMALLEST:
            written = document.piece[place]
            about = ("piece", place)
            yield Remark("speck", ("R331",), False, about, {"piece": written.name}, _middle(written), ((about, None),))
    if not any(piece.flags & SIGHT and piece.height for piece in table.pieces):
        yield Remark("bare", ("K0.5",), False, (), {})
    covered = sum(area_twice(piece.shape) for piece in table.pieces if piece.is_solid and not piece.is_standable)
    percent = 50 * covered // (table.width * table.depth)
    if percent > FULL:
        yield Remark("crowded", ("K0.5",), False, (), {"percent": percent})

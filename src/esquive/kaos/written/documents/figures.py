"""The figures of a position document: their tables, checked key by key, put on the table or beside it."""

from math import cos, pi, sin
from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.mends import Mend, Sketch, leave_out, put_in
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.kaos.geometry.ground import footing
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM, TURN, format_angle, format_length, length_of, parse_angle
from esquive.kaos.table.state import (
    IN_PLAY,
    INITIATIVE,
    NONE,
    OUT,
    PHASE_NAMES,
    RESERVE,
    SEATS,
    STATUS_NAMES,
    State,
    add_figure,
)
from esquive.kaos.written.documents.inline_cards import SLUG, check_keys, flag, number_of
from esquive.kaos.written.documents.set_ups import free_name
from esquive.kaos.written.names import RESERVED, nearest

RINGS: Final = 40  # how far a free place is looked for, in steps of RING
RAYS: Final = 24
RING: Final = CM // 2
FINE: Final = CM // 10

FLAGS: Final = ("activated", "acted", "moved", "hurt", "searching")
FIGURE_KEYS: Final = (
    "id",
    "profile",
    "owner",
    "status",
    "x",
    "y",
    "z",
    "facing",
    "wounds",
    *FLAGS,
    "dodges",
    "dodged",
    "fleeing",
    "used",
)


def check_figure(table: Any, place: int) -> None:
    """The keys a figure's table must and may have."""
    where = f"figure[{place}]"
    check_keys(table, FIGURE_KEYS, where)
    if not isinstance(table.get("profile"), str):
        raise DocumentError("a figure needs a profile", where, 'for example profile = "mel-ysaure"')
    if table.get("owner") not in SEAT_NAMES[:SEATS]:
        raise DocumentError("owner cannot be {owner!r}", where, 'use owner = "p1" or "p2"', owner=table.get("owner"))
    if table.get("status", STATUS_NAMES[IN_PLAY]) not in STATUS_NAMES:
        fix = phrase("use one of {known}", known=", ".join(STATUS_NAMES))
        raise DocumentError("status cannot be {status!r}", where, fix, status=table["status"])
    if ("x" in table) != ("y" in table):
        raise DocumentError("half of a place is missing", where, "give both x and y, or neither")


def place_figures(state: State, entries: list[dict[str, Any]]) -> None:
    """Brings every figure of a document into the game, p1's first, then sets what each of them has done."""
    order = sorted(range(len(entries)), key=lambda place: SEAT_NAMES.index(entries[place]["owner"]))
    for place in order:
        _add(state, entries[place], place)
    for figure, place in enumerate(order):
        _set_columns(state, figure, entries[place], place)


def _add(state: State, table: dict[str, Any], place: int) -> None:
    where = f"figure[{place}]"
    name = table.get("id", free_name(state, table["profile"]))
    if not isinstance(name, str) or not SLUG.fullmatch(name) or name in RESERVED or name.isdigit():
        raise DocumentError(
            "a figure cannot be called {name!r}", where, 'use lower-case words, as in "knight-2"', name=name
        )
    if name in state.names:
        raise DocumentError("two figures are called {name!r}", where, "give each an id of its own", name=name).mended(
            put_in(("figure", place, "id"), free_name(state, name))
        )
    owner = SEAT_NAMES.index(table["owner"])
    figure = add_figure(state, name, state.library.by_id[table["profile"]], owner)
    default = STATUS_NAMES[IN_PLAY if "x" in table else RESERVE]
    state.status[figure] = STATUS_NAMES.index(table.get("status", default))
    if "x" in table:
        _stand(state, figure, table, place)
    elif state.status[figure] == IN_PLAY:
        raise DocumentError("{name!r} is in play and stands nowhere", where, "give x and y", name=name).mended(
            *_out_of_play(state, figure, place)
        )


def _stand(state: State, figure: int, table: dict[str, Any], place: int) -> None:
    """Where a figure stands, or stood when it left play."""
    where = f"figure[{place}]"
    x, y = length_of(table["x"], f"{where}.x"), length_of(table["y"], f"{where}.y")
    facing = parse_angle(str(table.get("facing", 0)))
    level = length_of(table["z"], f"{where}.z") if "z" in table else None
    if state.status[figure] != IN_PLAY:
        state.x[figure], state.y[figure], state.z[figure], state.facing[figure] = x, y, level or 0, facing
        return
    base = state.base_at(figure, x, y, 0, facing)
    state.status[figure] = RESERVE  # it is not in its own way
    fault = _fault(state, figure, base)
    if fault:
        raise DocumentError(fault, where, "move it").mended(
            *_nearest_place(state, figure, base, place),
            *_out_of_play(state, figure, place),
            sketch=_set_aside(state, figure, base, place),
        )
    state.status[figure] = IN_PLAY
    ground = footing(state.table, base).level
    if level is not None and level != ground:
        found = phrase("z cannot be {z!r} at {x},{y}", z=table["z"], x=format_length(x), y=format_length(y))
        raise DocumentError(
            found, where, phrase("the ground is at {ground} cm there; leave z out", ground=format_length(ground))
        ).mended(leave_out(("figure", place, "z")))
    state.set_base(figure, Base(x, y, ground, facing, base.side, base.height, base.head, base.body))


def _out_of_play(state: State, figure: int, place: int) -> tuple[Mend, ...]:
    """A figure may have left play, or leave the position."""
    name = state.names[figure]
    out = (("figure", place, "status"), STATUS_NAMES[OUT]), (("turn",), None)
    remove = Mend(phrase("remove {name}", name=name), ((("figure", place), None), (("turn",), None)))
    return Mend(phrase("put {name} out of action", name=name), out), remove


def _nearest_place(state: State, figure: int, base: Base, place: int) -> tuple[Mend, ...]:
    """A figure may go to the nearest place where it can stand, looked for in rings."""
    for ring in range(1, RINGS + 1):
        for turn in range(RAYS):
            angle = 2 * pi * turn / RAYS
            x, y = base.x + round(ring * RING * cos(angle)), base.y + round(ring * RING * sin(angle))
            x, y = x - x % FINE, y - y % FINE
            if not _fault(state, figure, state.base_at(figure, x, y, 0, base.facing)):
                path: tuple[str | int, ...] = ("figure", place)
                label = phrase(
                    "place {name} at {x},{y}, the nearest free place",
                    name=state.names[figure],
                    x=format_length(x),
                    y=format_length(y),
                )
                at = ((*path, "x"), number_of(x)), ((*path, "y"), number_of(y)), ((*path, "z"), None)
                return (Mend(label, at),)
    return ()


def _set_aside(state: State, figure: int, base: Base, place: int) -> Sketch:
    """The figure is out of action, and is shown where it was to stand; nobody plays meanwhile."""
    ground = footing(state.table, base).level
    shown = Base(base.x, base.y, ground, base.facing, base.side, base.height, base.head, base.body)
    name = state.names[figure]

    def show(drawn: State) -> None:
        drawn.status[drawn.names.index(name)] = IN_PLAY
        drawn.set_base(drawn.names.index(name), shown)

    changes = ((("figure", place, "status"), STATUS_NAMES[OUT]), (("turn",), {"phase": PHASE_NAMES[INITIATIVE]}))
    return Sketch(changes, show)


def _fault(state: State, figure: int, base: Base) -> str:
    """Why a figure cannot stand at a place, "" when it can: however it may have come there.

    [Ruling R201] [Ruling R203] [Ruling R205]
    """
    name = state.names[figure]
    if not is_on_table(state.table, base):
        return f"{name} does not stand wholly on the table [R203]"
    ground = footing(state.table, base)
    if ground.blocker is not None:
        return f"{name} cannot stand on {ground.blocker.name} [R205]"
    if not ground.is_stable:
        return f"{name} has not enough ground under its base to stand [R205]"
    met = next((other for other in state.in_play() if overlap(base, state.base(other))), NONE)
    return "" if met == NONE else f"{name} overlaps {state.names[met]} [R201]"


def _set_columns(state: State, figure: int, table: dict[str, Any], place: int) -> None:
    where = f"figure[{place}]"
    life = state.card(figure).life
    state.wounds[figure] = whole(table, "wounds", 0, where, 0, life)
    if state.wounds[figure] == life and state.status[figure] == IN_PLAY:
        raise DocumentError(
            "{figure!r} has no life left and is in play",
            where,
            'give status = "out-of-action"',
            figure=state.names[figure],
        ).mended(put_in(("figure", place, "wounds"), max(0, life - 1)), *_out_of_play(state, figure, place)[:1])
    for column in FLAGS:
        getattr(state, column)[figure] = int(flag(table, column, False, where))
    state.dodges[figure] = whole(table, "dodges", 0, where, 0, 99)
    state.fleeing[figure] = whole(table, "fleeing", 0, where, -1, 99)
    state.used[figure] = whole(table, "used", 0, where, 0, (1 << 16) - 1)
    dodged = table.get("dodged", [])
    if not isinstance(dodged, list):
        raise DocumentError(
            "dodged cannot be {dodged!r}", where, "list the adversaries it has dodged in melee", dodged=dodged
        )
    for name in dodged:
        if name not in state.names:
            raise DocumentError(
                "no figure is called {name!r}", where, nearest(str(name), state.names, "figures: {known}"), name=name
            )
        state.dodged[figure] |= 1 << state.names.index(name)


def write_figure(state: State, figure: int) -> dict[str, Any]:
    """One figure's table; columns that are 0 are left out."""
    entry: dict[str, Any] = {
        "id": state.names[figure],
        "profile": state.card(figure).id,
        "owner": format_seat(state.owner[figure]),
    }
    if state.status[figure] != IN_PLAY:
        entry["status"] = STATUS_NAMES[state.status[figure]]
    if state.status[figure] != RESERVE:
        entry.update(
            x=number_of(state.x[figure]),
            y=number_of(state.y[figure]),
            z=number_of(state.z[figure]),
            facing=angle_of(state.facing[figure]),
        )
    entry["wounds"] = state.wounds[figure]
    for column in FLAGS:
        if getattr(state, column)[figure]:
            entry[column] = True
    for column in ("dodges", "fleeing", "used"):
        if getattr(state, column)[figure]:
            entry[column] = getattr(state, column)[figure]
    if state.dodged[figure]:
        entry["dodged"] = [name for other, name in enumerate(state.names) if state.dodged[figure] >> other & 1]
    return entry


def angle_of(angle: int) -> int | float:
    """Thousandths of a degree as a document's number of degrees, exactly."""
    text = format_angle(angle % TURN)
    return float(text) if "." in text else int(text)

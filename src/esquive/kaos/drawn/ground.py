"""The ground of the drawing: the table with its rulers, scenery by what it does, objectives and zones.

Scenery is told apart by pattern and by words, never by colour alone: what cannot be crossed is masonry or rock, woods
have crowns, marshes pools and reeds, what one may stand on has flagstones or planks, a ramp chevrons that point uphill.
A thick outline hides what is behind, a toothed one may be climbed; the higher a piece, the longer its shadow.
"""

from typing import Final

from esquive.kaos.cards.library import CARRY, HOLD
from esquive.kaos.cards.looks import PLANKS, ROUGH, SCREEN, SLOPE, SOLID, WATER, WOOD, material_of
from esquive.kaos.drawn.canvas import COLOURS, INK, SOFT, TINTS, Canvas
from esquive.kaos.drawn.materials import DARK, HIGHEST, LAYERS, SHADOW, swept
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, Piece, Point, Table
from esquive.kaos.geometry.units import CM, format_length
from esquive.kaos.table.state import DEPLOYMENT, NONE, RESERVE, State

# How each look is explained.
MEANINGS: Final = {
    SOLID: "cannot be crossed",
    WATER: "cannot be crossed, hides nothing",
    WOOD: "difficult ground that rises",
    ROUGH: "difficult ground",
    PLANKS: "one may stand on it",
    SLOPE: "ramp, rising as it points",
    SCREEN: "obstacle",
}

# --------------------------------------------------------------------------------------------------------------- table


def draw_table(canvas: Canvas, table: Table) -> None:
    """The table, a line every five centimetres, and rulers on all four sides."""
    left, top, width, depth = canvas.left, canvas.top, canvas.width, canvas.depth
    rim = 7.0
    canvas.add(
        "rect", x=left - rim / 2, y=top - rim / 2, width=width + rim, height=depth + rim, rx=4,
        fill="none", stroke=COLOURS["rim"], stroke_width=rim,
    )  # fmt: skip
    canvas.add("rect", x=left, y=top, width=width, height=depth, fill="url(#kaos-ground)", stroke=INK, stroke_width=1.2)
    fine: list[str] = []
    bold: list[str] = []
    for across in range(5 * CM, table.width, 5 * CM):
        (bold if across % (10 * CM) == 0 else fine).append(f"M{canvas.x(across):.2f} {top:.2f}v{depth:.2f}")
    for along in range(5 * CM, table.depth, 5 * CM):
        (bold if along % (10 * CM) == 0 else fine).append(f"M{left:.2f} {canvas.y(along):.2f}h{width:.2f}")
    canvas.add("path", d="".join(fine), stroke=COLOURS["line"], stroke_width=0.7, fill="none")
    canvas.add("path", d="".join(bold), stroke=COLOURS["line-2"], stroke_width=1, fill="none")
    _draw_rulers(canvas, table)


def _draw_rulers(canvas: Canvas, table: Table) -> None:
    ticks: list[str] = []
    for across in range(0, table.width + 1, CM):
        long = 9 if across % (10 * CM) == 0 else 6 if across % (5 * CM) == 0 else 3
        x = canvas.x(across)
        ticks.append(f"M{x:.2f} {canvas.top + canvas.depth:.2f}v{long}M{x:.2f} {canvas.top:.2f}v{-long}")
    for along in range(0, table.depth + 1, CM):
        long = 9 if along % (10 * CM) == 0 else 6 if along % (5 * CM) == 0 else 3
        y = canvas.y(along)
        ticks.append(f"M{canvas.left:.2f} {y:.2f}h{-long}M{canvas.left + canvas.width:.2f} {y:.2f}h{long}")
    canvas.add("path", d="".join(ticks), stroke=SOFT, stroke_width=0.9, fill="none")
    for across in range(0, table.width + 1, 10 * CM):
        words, x = format_length(across), canvas.x(across)
        canvas.text(x, canvas.top + canvas.depth + 21, words, class_="ruler", text_anchor="middle")
        canvas.text(x, canvas.top - 12, words, class_="ruler", text_anchor="middle")
    for along in range(0, table.depth + 1, 10 * CM):
        words, y = format_length(along), canvas.y(along) + 4
        canvas.text(canvas.left - 12, y, words, class_="ruler", text_anchor="end")
        canvas.text(canvas.left + canvas.width + 12, y, words, class_="ruler")


# ------------------------------------------------------------------------------------------------------------- scenery


def draw_scenery(canvas: Canvas, table: Table) -> None:
    """Every piece, the lowest first."""
    for piece in sorted(table.pieces, key=lambda one: one.height):
        _draw_piece(canvas, piece)


def _draw_piece(canvas: Canvas, piece: Piece) -> None:
    points = canvas.points(piece.shape)
    _draw_shadow(canvas, piece)
    edge = 2.6 if piece.flags & SIGHT else 1.1
    material = material_of(piece)
    canvas.add(
        "polygon",
        points=points,
        fill=f"url(#kaos-{material})",
        stroke=COLOURS["piece"],
        stroke_width=edge,
        stroke_linejoin="round",
    )
    if material in ("trees", "hedge"):  # leaves over the edge
        leaves = 7.5 if material == "trees" else 5.0
        canvas.add(
            "polygon", points=points, fill="none", stroke=COLOURS["tree"], stroke_width=leaves,
            stroke_linecap="round", stroke_dasharray=f"0.1 {leaves * 0.8:.2f}",
        )  # fmt: skip
    if piece.flags & CLIMBABLE:
        canvas.add(
            "polygon",
            points=points,
            fill="none",
            stroke="#fdf6e3",
            stroke_width=max(1.2, edge - 1),
            stroke_dasharray="2.5 4",
        )
    if piece.is_ramp:
        _draw_chevrons(canvas, piece)


def _draw_shadow(canvas: Canvas, piece: Piece) -> None:
    """A soft shadow, the longer the higher the piece: a few lengths of it, one over the other."""
    if not piece.height:
        return
    far = min(piece.height / CM, HIGHEST) * SHADOW * canvas.scale
    corners = [canvas.at(corner) for corner in piece.shape]
    for part in LAYERS:
        canvas.add("path", d=swept(corners, far * part, far * part * 0.8), fill="#000000", opacity=DARK)


def _draw_chevrons(canvas: Canvas, piece: Piece) -> None:
    """Chevrons from the low end to the high end."""
    assert piece.low is not None and piece.high is not None, "only ramps have chevrons"
    (x1, y1), (x2, y2) = canvas.at(piece.low), canvas.at(piece.high)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < 4:
        return
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    steps: list[str] = []
    gone = 8.0
    while gone < length:
        x, y = x1 + ux * gone, y1 + uy * gone
        steps.append(
            f"M{x - 5 * ux + 6 * uy:.2f} {y - 5 * uy - 6 * ux:.2f}L{x:.2f} {y:.2f}"
            f"L{x - 5 * ux - 6 * uy:.2f} {y - 5 * uy + 6 * ux:.2f}"
        )
        gone += 11
    canvas.add("path", d="".join(steps), stroke="#8a6d2f", stroke_width=1.6, fill="none")


def piece_words(piece: Piece) -> str:
    """What is written on a piece: its name and how high it is."""
    return f"{piece.name} {format_length(piece.height)} cm" if piece.height else piece.name


def middle_of(piece: Piece) -> Point:
    """A place well inside a piece: the middle of the largest of its convex parts."""
    part = max(piece.parts, key=_area)
    return sum(x for x, _ in part) // len(part), sum(y for _, y in part) // len(part)


def _area(part: tuple[Point, ...]) -> int:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True)))


# ---------------------------------------------------------------------------------------------- objectives and zones


def draw_goals(canvas: Canvas, state: State) -> None:
    """What lies on the bare table: where players deploy while they do, the ground to be held."""
    for seat, zone in enumerate(state.library.zones):
        if zone is not None and (state.phase <= DEPLOYMENT or RESERVE in state.status):
            west, south, east, north = zone
            canvas.add(
                "rect",
                x=min(canvas.x(west), canvas.x(east)),
                y=min(canvas.y(north), canvas.y(south)),
                width=canvas.size(east - west),
                height=canvas.size(north - south),
                fill=TINTS[seat],
                opacity=0.55,
            )
    for number, objective in enumerate(state.library.objectives):
        if objective.kind == HOLD:
            held = state.held[number]
            fill = TINTS[0] if held > 0 else TINTS[1] if held < 0 else "none"
            x, y = canvas.x(objective.x), canvas.y(objective.y)
            canvas.add(
                "circle",
                cx=x,
                cy=y,
                r=canvas.size(objective.radius),
                fill=fill,
                fill_opacity=0.5,
                stroke="#6d3fa0",
                stroke_width=1.8,
                stroke_dasharray="7 4",
            )


def draw_spots(canvas: Canvas, state: State) -> None:
    """What stands on the scenery: the flags of ground to be held, the relic where it lies."""
    for number, objective in enumerate(state.library.objectives):
        if objective.kind == HOLD:
            x, y = canvas.x(objective.x), canvas.y(objective.y)
            _draw_flag(canvas, x, y)
            canvas.label(x, y + 15, f"{objective.points} points", 10, fill="#4f2a7a")
        elif objective.kind == CARRY and not state.held[number] and state.relic == NONE:
            draw_star(canvas, canvas.x(state.relic_x), canvas.y(state.relic_y), 10)
            canvas.label(canvas.x(state.relic_x), canvas.y(state.relic_y) + 19, "relic", 10)


def _draw_flag(canvas: Canvas, x: float, y: float) -> None:
    canvas.add("path", d=f"M{x:.2f} {y + 5:.2f}v-17l11 4.5l-11 4.5", fill="#6d3fa0", stroke="#4f2a7a", stroke_width=1.4)


_STAR: Final = (
    (0, -10),
    (2.5, -3.2),
    (9.5, -3.1),
    (3.9, 1.2),
    (5.9, 8.1),
    (0, 4),
    (-5.9, 8.1),
    (-3.9, 1.2),
    (-9.5, -3.1),
    (-2.5, -3.2),
)


def draw_star(canvas: Canvas, x: float, y: float, size: float) -> None:
    """The relic: a golden star."""
    points = " ".join(f"{x + dx * size / 10:.2f},{y + dy * size / 10:.2f}" for dx, dy in _STAR)
    canvas.add("polygon", points=points, fill="#f2c230", stroke="#7a5a00", stroke_width=1.2)

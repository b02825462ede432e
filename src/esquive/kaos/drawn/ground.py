"""The ground of the drawing: the table with its rulers, scenery by what it does, objectives and zones.

Scenery is told apart by pattern and by words, never by colour alone: what cannot be crossed is hatched crosswise, woods
have crowns, marshes ripples, what one may stand on has planks, a ramp chevrons that point uphill. A thick outline hides
what is behind, a toothed one may be climbed.
"""

from typing import Final

from esquive.kaos.cards.library import CARRY, HOLD
from esquive.kaos.drawn.canvas import GROUND, INK, SOFT, TINTS, Canvas, element, text_width
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece, Point, Table
from esquive.kaos.geometry.units import CM, format_length
from esquive.kaos.table.state import DEPLOYMENT, NONE, RESERVE, State

SOLID: Final = "solid"
WATER: Final = "water"
WOOD: Final = "wood"
ROUGH: Final = "rough"
PLANKS: Final = "planks"
SLOPE: Final = "slope"
SCREEN: Final = "screen"
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

_FILLS: Final = {
    SOLID: "#a9a196",
    WATER: "#a9cbe0",
    WOOD: "#bcd3a4",
    ROUGH: "#d5d3ae",
    PLANKS: "#e2cfa8",
    SLOPE: "#ecdcb8",
    SCREEN: "#cfc7bd",
}


def look_of(piece: Piece) -> str:
    """Which pattern shows a piece, by what it does."""
    if piece.is_ramp:
        return SLOPE
    if piece.flags & IMPASSABLE:
        return SOLID if piece.flags & SIGHT or piece.height else WATER
    if piece.flags & DIFFICULT:
        return WOOD if piece.height else ROUGH
    return PLANKS if piece.flags & TOP else SCREEN


def patterns() -> str:
    """The patterns of all looks."""
    drawn = {
        SOLID: element("path", d="M0 0L10 10M10 0L0 10", stroke="#5c554c", stroke_width=1.3),
        WATER: element(
            "path", d="M0 3q2.5 -3 5 0t5 0M0 8q2.5 -3 5 0t5 0", stroke="#4a86a8", stroke_width=1, fill="none"
        ),
        WOOD: element("circle", cx=4, cy=4, r=2.6, fill="#7ea35b", stroke="#4f7536", stroke_width=0.8)
        + element("circle", cx=10, cy=10, r=2, fill="#8fb26c", stroke="#4f7536", stroke_width=0.8),
        ROUGH: element("path", d="M1 4q2 -3 4 0M7 9q2 -3 4 0", stroke="#85854f", stroke_width=1.1, fill="none"),
        PLANKS: element("path", d="M0 6H12", stroke="#b59a63", stroke_width=1),
        SLOPE: "",
        SCREEN: element("path", d="M3 0V8", stroke="#7d746a", stroke_width=1.2),
    }
    sizes = {SOLID: 10, WATER: 10, WOOD: 13, ROUGH: 13, PLANKS: 12, SLOPE: 10, SCREEN: 8}
    found: list[str] = []
    for name, content in drawn.items():
        size = sizes[name]
        ground = element("rect", width=size, height=size, fill=_FILLS[name])
        found.append(
            element(
                "pattern",
                ground + content,
                id=f"kaos-{name}",
                width=size,
                height=size,
                patternUnits="userSpaceOnUse",
            )
        )
    return "".join(found)


# --------------------------------------------------------------------------------------------------------------- table


def draw_table(canvas: Canvas, table: Table) -> None:
    """The table, a line every five centimetres, and rulers on all four sides."""
    left, top, width, depth = canvas.left, canvas.top, canvas.width, canvas.depth
    canvas.add("rect", x=left, y=top, width=width, height=depth, fill=GROUND, stroke=INK, stroke_width=1.6)
    fine: list[str] = []
    bold: list[str] = []
    for across in range(5 * CM, table.width, 5 * CM):
        (bold if across % (10 * CM) == 0 else fine).append(f"M{canvas.x(across):.2f} {top:.2f}v{depth:.2f}")
    for along in range(5 * CM, table.depth, 5 * CM):
        (bold if along % (10 * CM) == 0 else fine).append(f"M{left:.2f} {canvas.y(along):.2f}h{width:.2f}")
    canvas.add("path", d="".join(fine), stroke="#ded4bd", stroke_width=0.7, fill="none")
    canvas.add("path", d="".join(bold), stroke="#cfc3a6", stroke_width=1, fill="none")
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
    if piece.height:  # a shadow, the longer the higher
        far = min(piece.height / CM, 8) * 0.7
        canvas.add("polygon", points=points, fill="#000000", opacity=0.13, transform=f"translate({far:.2f} {far:.2f})")
    hides = piece.flags & SIGHT
    edge = 2.6 if hides else 1.1
    canvas.add("polygon", points=points, fill=f"url(#kaos-{look_of(piece)})", stroke=INK, stroke_width=edge)
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


def label_box(canvas: Canvas, piece: Piece, size: float) -> tuple[float, float, float, float]:
    """Where the words of a piece stand: left, top, right and bottom."""
    x, y = canvas.at(middle_of(piece))
    half = text_width(piece_words(piece), size) / 2 + 4
    return x - half, y - size * 0.78, x + half, y + size * 0.64


# ---------------------------------------------------------------------------------------------- objectives and zones


def draw_goals(canvas: Canvas, state: State) -> None:
    """What lies on the bare table: where players deploy while they do, the ground to be held."""
    for seat, zone in enumerate(state.library.zones):
        if zone is not None and (state.phase <= DEPLOYMENT or RESERVE in state.status):
            west, south, east, north = zone
            canvas.add(
                "rect",
                x=canvas.x(west),
                y=canvas.y(north),
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

"""A table of Kaos as a picture: everything to scale from above, in one SVG that needs nothing else.

North is up. What a colour says is said by a shape, a pattern or a word as well. The same position gives the same bytes.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from esquive.kaos.drawn.canvas import INK, PAPER, SOFT, Canvas, element, number, text_width, themed
from esquive.kaos.drawn.figures import Box, base_box, draw_figures, draw_tags, free_box, overlap_of
from esquive.kaos.drawn.ground import (
    draw_goals,
    draw_scenery,
    draw_spots,
    draw_table,
    middle_of,
    piece_words,
)
from esquive.kaos.drawn.happenings import Step, draw_plan_to_come, draw_step_over, draw_step_under
from esquive.kaos.drawn.materials import patterns
from esquive.kaos.drawn.overlays import draw_over, draw_under, parse_mark
from esquive.kaos.drawn.panel import WIDTH, draw_panel
from esquive.kaos.drawn.passages import WAY, Note
from esquive.kaos.drawn.terminal import describe, headline
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.geometry.units import CM
from esquive.kaos.spoken.declared_plan import declared_lines
from esquive.kaos.table.state import State

ACROSS: Final = 900.0  # points for the width of a table
LEAST_SCALE: Final = 10.0  # points for a centimetre
LEFT: Final = 46.0
TOP: Final = 76.0
GAP: Final = 54.0
BELOW: Final = 40.0
PAGE: Final = 660.0  # points for the width of a table within a page
LEAST_PAGE_SCALE: Final = 7.0
MARGIN: Final = 28.0
FOCUS_STEP: Final = 10 * CM
LABEL: Final = 10.5

STYLE: Final = (
    "text{font-family:'Segoe UI','Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif}"
    f".ruler{{font-size:11px;fill:{SOFT}}}"
)
# Within a page letters are the page's.
PAGE_STYLE: Final = f".kaos-table .ruler{{font-size:12px;fill:var(--table-soft,{SOFT})}}"


def draw_svg(state: State, marks: Sequence[str] = (), *, title: str = "") -> str:
    """The picture of a position as SVG text.

    `marks`: what to show besides, in words (see `pictures.overlays`); `title`: of the picture, instead of the round and
    who is asked. Raises NotationError for a mark that cannot be drawn.
    """
    wanted = [parse_mark(state, mark) for mark in marks]
    table = state.table
    scale = max(ACROSS / (table.width / CM), LEAST_SCALE)
    canvas = Canvas(table, scale, LEFT, TOP)
    width = LEFT + canvas.width + GAP + WIDTH + 18
    head = title or headline(state)
    canvas.text(LEFT, 32, head, font_size=20, font_weight="700", fill=INK)
    draw_table(canvas, table)
    draw_goals(canvas, state)
    draw_scenery(canvas, table)
    draw_spots(canvas, state)
    canvas.parts.append('<g clip-path="url(#kaos-table)">')
    draw_under(canvas, state, wanted)
    canvas.parts.append("</g>")
    draw_figures(canvas, state)
    notes = [Note(0, 0, "", WAY, f"declared: {line}") for line in declared_lines(state)]
    notes += draw_plan_to_come(canvas, state) + draw_over(canvas, state, wanted)
    _draw_words(canvas, state, notes)
    _draw_north(canvas)
    end = draw_panel(canvas, state, notes, LEFT + canvas.width + GAP, TOP)
    height = max(TOP + canvas.depth + BELOW, end + 12)
    return _document(canvas, state, head, width, height)


def draw_step(step: Step, names: Sequence[str] = ()) -> str:
    """The table alone with what has happened in a step, for a page that tells the rest in words of its own.

    `names`: of all figures, as the page calls them. Colours are custom properties of the page (`--table-ink` ...),
    which fall back to those of `draw_svg`.
    """
    state = step.after
    table = state.table
    canvas = Canvas(table, max(PAGE / (table.width / CM), LEAST_PAGE_SCALE), MARGIN, MARGIN)
    draw_table(canvas, table)
    draw_goals(canvas, state)
    draw_scenery(canvas, table)
    draw_spots(canvas, state)
    canvas.parts.append('<g clip-path="url(#kaos-table)">')
    draw_step_under(canvas, step)
    canvas.parts.append("</g>")
    draw_figures(canvas, state)
    notes = draw_step_over(canvas, step)
    gone = [figure for figure in step.before.in_play() if figure not in state.in_play()]
    _draw_words(canvas, state, notes, names, [base_box(canvas, step.before.base(figure)) for figure in gone])
    width, height = canvas.width + 2 * MARGIN, canvas.depth + 2 * MARGIN
    focus = _focus(canvas, step)
    return themed(_document(canvas, state, headline(state), width, height, PAGE_STYLE, focus))


def _focus(canvas: Canvas, step: Step) -> str:
    """The part of the picture where all figures are, for a page that shows it nearer: left, top, width, height.

    It grows by steps of ten centimetres, so that it seldom changes from one step of a match to the next.
    """
    state = step.after
    bases = [one.base(figure) for one in (step.before, state) for figure in one.in_play()]
    table = state.table
    if not bases:
        return ""
    near, edge = FOCUS_STEP // 2, FOCUS_STEP
    west = max(0, (min(base.x for base in bases) - near) // edge * edge)
    south = max(0, (min(base.y for base in bases) - near) // edge * edge)
    east = min(table.width, -(-(max(base.x for base in bases) + near) // edge) * edge)
    north = min(table.depth, -(-(max(base.y for base in bases) + near) // edge) * edge)
    side = max(east - west, north - south, 3 * edge)
    west = max(0, min(west - (side - (east - west)) // 2, table.width - side))
    south = max(0, min(south - (side - (north - south)) // 2, table.depth - side))
    far = canvas.size(side)
    box = (canvas.x(west) - MARGIN, canvas.y(south) - far - MARGIN, far + 2 * MARGIN, far + 2 * MARGIN)
    return " ".join(number(one) for one in box)


def _draw_words(
    canvas: Canvas, state: State, notes: list[Note], names: Sequence[str] = (), free: Sequence[Box] = ()
) -> None:
    """All that is written on the table: the names of the scenery, what overlays say, the tags of figures.

    `free`: what is to be left free besides the figures.
    """
    canvas.parts.append('<g class="kaos-words">')
    taken = draw_names(canvas, state, [base_box(canvas, state.base(figure)) for figure in state.in_play()])
    taken += free
    _draw_notes(canvas, state, notes, taken)
    canvas.parts.append("</g>")
    draw_tags(canvas, state, taken, names)


def _document(
    canvas: Canvas, state: State, head: str, width: float, height: float, style: str = STYLE, focus: str = ""
) -> str:
    """The whole document of what has been drawn."""
    content = (
        element("title", escape(head))
        + element("desc", escape(describe(state)))
        + element("style", style)
        + element("defs", patterns() + _table_clip(canvas))
        + (element("rect", width=width, height=height, fill=PAPER) if style == STYLE else "")
        + "\n".join(canvas.parts)
    )
    box = f"0 0 {number(width)} {number(height)}"
    root: dict[str, float | str] = {"viewBox": box, "width": width, "height": height, "role": "img"}
    # Where the table lies in the picture, for who points at it: left, top, points to the centimetre, both sides.
    sides = (canvas.left, canvas.top, canvas.scale, canvas.width / canvas.scale, canvas.depth / canvas.scale)
    root["data_table"] = " ".join(map(number, sides))
    if focus:
        root["data_focus"] = focus
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", class_="kaos-table", **root) + "\n"


def _table_clip(canvas: Canvas) -> str:
    """What is drawn under the figures ends at the edge of the table."""
    table = element("rect", x=canvas.left, y=canvas.top, width=canvas.width, height=canvas.depth)
    return element("clipPath", table, id="kaos-table")


def draw_names(
    canvas: Canvas, state: State, bases: Sequence[Box], words: Callable[[Piece], str] = piece_words
) -> list[Box]:
    """The names of the scenery, where none of these bases stands on them; returns what they cover."""
    taken: list[Box] = []
    for piece in state.table.pieces:
        name = words(piece)
        x, y = canvas.at(middle_of(piece))
        half = text_width(name, LABEL) / 2 + 4
        edges = [canvas.y(along) for _, along in piece.shape]
        tries = [y - 0.8, max(edges) - 9, min(edges) + 9, max(edges) + 10, min(edges) - 10]
        costs: list[tuple[float, int, Box]] = []
        for order, at in enumerate(tries):
            place = (x - half, at - 8.5, x + half, at + 7)
            costs.append((sum(overlap_of(place, other) for other in [*bases, *taken]) + order, order, place))
        _, _, best = min(costs)
        taken.append(best)
        canvas.label(x, (best[1] + best[3]) / 2 + 0.8, name, LABEL)
    return taken


def _draw_notes(canvas: Canvas, state: State, notes: list[Note], taken: list[Box]) -> None:
    """What overlays say, beside what it is about, over no figure where that can be helped."""
    bases = [base_box(canvas, state.base(figure)) for figure in state.in_play()]
    for note in notes:
        if not note.words:
            continue
        about = (note.x - 3, note.y - 3, note.x + 3, note.y + 3)
        box = free_box(canvas, about, text_width(note.words, LABEL) + 8, 15.0, bases + taken)
        taken.append(box)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        tx, ty = min(max(note.x, box[0]), box[2]), min(max(note.y, box[1]), box[3])
        if (tx - note.x) ** 2 + (ty - note.y) ** 2 > 12**2:
            canvas.add("line", x1=note.x, y1=note.y, x2=tx, y2=ty, stroke=note.colour, stroke_width=0.9)
        canvas.label(x, y, note.words, LABEL, fill=note.colour, font_weight="600")


def _draw_north(canvas: Canvas) -> None:
    x, y = canvas.left + canvas.width + 20, canvas.top - 26
    canvas.add("path", d=f"M{x:.2f} {y - 16:.2f}l6 16l-6 -4l-6 4z", fill=INK)
    canvas.text(x, y + 13, "N", text_anchor="middle", font_size=11, font_weight="700", fill=INK)

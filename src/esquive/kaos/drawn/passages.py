"""The path of a figure as a line on the picture, and what is written beside such lines."""

from typing import Final

from esquive.kaos.drawn.canvas import Canvas
from esquive.kaos.drawn.figures import draw_base, draw_front
from esquive.kaos.geometry.paths import LEAP, Passage
from esquive.kaos.geometry.units import format_length
from esquive.kaos.table.state import State

HIDDEN: Final = "#b3202c"
WAY: Final = "#0f766e"

Mark = tuple[str, ...]  # an overlay as words: see `overlays`


class Note:
    """What an overlay says: beside the place `x,y` of the picture in a few words, and in full in the panel."""

    __slots__ = ("colour", "full", "words", "x", "y")

    def __init__(self, x: float, y: float, words: str, colour: str, full: str = "") -> None:
        self.x = x
        self.y = y
        self.words = words
        self.colour = colour
        self.full = full


def tenths(length: int) -> str:
    """A length to a hundredth of a centimetre."""
    return format_length(-(-length // 100) * 100)


def draw_passage(canvas: Canvas, state: State, figure: int, made: Passage) -> list[Note]:
    """The line of the centre, leaps dotted, a ghost at its end; what it has cost at each way point, what stops it."""
    notes: list[Note] = []
    gone: dict[int, int] = {}
    for stretch in made.pieces:
        width = 4.5 if stretch.is_difficult else 3
        dashes = "1 6" if stretch.kind == LEAP else "none"
        start, end = stretch.start[:2], stretch.end[:2]
        canvas.line(start, end, stroke=WAY, stroke_width=width, stroke_dasharray=dashes, stroke_linecap="round")
        gone[stretch.leg] = gone.get(stretch.leg, 0) + stretch.cost
    if made.end is not made.start:
        draw_base(canvas, made.end, state.owner[figure], is_pale=False, is_ghost=True)
        draw_front(canvas, made.end, state.owner[figure])
    spent = 0
    ends = {stretch.leg: stretch.end for stretch in made.pieces}
    for leg, cost in gone.items():
        spent += cost
        x, y = canvas.at(ends[leg][:2])
        canvas.add("circle", cx=x, cy=y, r=3.4, fill=WAY)
        notes.append(Note(x, y, f"{tenths(spent)} cm", WAY))
    if notes:
        notes[-1].full = f"the path costs {tenths(made.cost)} cm, {tenths(made.length)} cm long"
    if made.problem is not None:
        x, y = canvas.at(made.problem.at)
        canvas.add("path", d=f"M{x - 7:.2f} {y - 7:.2f}l14 14m0 -14l-14 14", stroke=HIDDEN, stroke_width=3)
        notes.append(Note(x, y, "stopped", HIDDEN))
    if made.fall is not None:
        x, y = canvas.x(made.end.x), canvas.y(made.end.y)
        notes.append(Note(x, y, f"falls {format_length(made.fall.drop)} cm", HIDDEN))
    return notes

"""Drawing a picture as SVG: plain shapes and system fonts, no identifiers that could clash with those of the page.

Colours are the custom properties of the web client where the picture stands in its page, so that it follows the theme
chosen there; alone, as an image, it follows the reader's light or dark setting. What a colour says a shape, a hatching
or an edge says as well.
"""

from html import escape
from textwrap import wrap
from typing import Final

from esquive.core.error_translations import told
from esquive.krosmaster.drawn.diagrams.picture import (
    AREA,
    DIAGRAMS,
    HIDDEN,
    MAIN,
    SEATS,
    SEEN,
    Line,
    Mark,
    Panel,
    Picture,
    Piece,
    in_language,
)
from esquive.krosmaster.drawn.palette import themed_style
from esquive.krosmaster.drawn.scenery import num as _n, scenery_at
from esquive.krosmaster.table.board import DEMON, RINK, column_of, format_cell, row_of

GAP: Final = 26
MARGIN: Final = 14
RULER: Final = 18  # the room of the cell names beside a board
HEAD: Final = 24  # the room of a caption
LINE_HEIGHT: Final = 26
LETTER: Final = 7.4  # the mean width of a letter of the legend, in a wide system font
NARROWEST: Final = 340
_DASHES: Final = {"p1": "", "p2": "4 3", "p3": "9 4", "p4": "1 3"}


class Frame:
    """Where a panel's board lies in the drawing; `corner` and `centre` are those of cells, y downwards."""

    __slots__ = ("left", "panel", "size", "top")

    def __init__(self, panel: Panel, left: float, top: float, size: int) -> None:
        self.panel = panel
        self.left = left
        self.top = top
        self.size = size

    def corner(self, cell: int) -> tuple[float, float]:
        """The north-west corner of a cell."""
        board = self.panel.board
        return self.left + (column_of(cell) - 1) * self.size, self.top + (board.height - row_of(cell)) * self.size

    def centre(self, cell: int) -> tuple[float, float]:
        """The centre of a cell."""
        x, y = self.corner(cell)
        return x + self.size / 2, y + self.size / 2


def draw(shown: Picture, language: str = "en") -> str:
    """The SVG document of a picture, its words in a language."""
    picture = in_language(shown, language)
    ruler = RULER if picture.has_coordinates else 0
    boards = [panel.board for panel in picture.panels]
    wide = max(board.width for board in boards) * picture.size + ruler
    head = HEAD if any(panel.caption for panel in picture.panels) else 0
    high = max(board.height for board in boards) * picture.size + ruler + head
    rows = -(-len(picture.panels) // picture.columns)
    inner = picture.columns * wide + (picture.columns - 1) * GAP
    width = max(NARROWEST, inner + 2 * MARGIN)
    start = (width - inner) / 2
    parts: list[str] = []
    for place, panel in enumerate(picture.panels):
        left = start + (place % picture.columns) * (wide + GAP) + ruler
        top = MARGIN + (place // picture.columns) * (high + GAP / 2) + head
        parts += _panel(Frame(panel, left, top, picture.size), has_ruler=picture.has_coordinates)
    bottom = MARGIN + rows * high + (rows - 1) * GAP / 2 + MARGIN
    legend, end = _legend(picture, start, bottom, width - MARGIN, language)
    title = f"{picture.clause} {picture.title}".strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ka-diagram" viewBox="0 0 {_n(width)} {_n(end)}"'
        f' width="{_n(width)}" height="{_n(end)}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(picture.sentence(language))}</desc>{themed_style()}"
        f"{''.join(parts)}{''.join(legend)}</svg>\n"
    )


def _panel(frame: Frame, *, has_ruler: bool) -> list[str]:
    panel, size = frame.panel, frame.size
    board = panel.board
    wide, high = board.width * size, board.height * size
    lines = [f"M{_n(frame.left + i * size)} {_n(frame.top)}v{high}" for i in range(board.width + 1)]
    lines += [f"M{_n(frame.left)} {_n(frame.top + i * size)}h{wide}" for i in range(board.height + 1)]
    parts = [
        f'<rect class="tiles" x="{_n(frame.left)}" y="{_n(frame.top)}" width="{wide}" height="{high}"/>',
        f'<path class="grid" d="{"".join(lines)}"/>',
    ]
    if panel.caption:
        parts.append(
            f'<text class="caption" x="{_n(frame.left)}" y="{_n(frame.top - 8)}">{escape(panel.caption)}</text>'
        )
    if has_ruler:
        parts += _ruler(frame)
    parts += [scenery_at(frame.centre(cell), size, RINK) for cell in board.cells if board.rink_mask >> cell & 1]
    low = [cell for cell in board.cells if board.kinds[cell] in (DEMON, RINK)]
    parts += [scenery_at(frame.centre(cell), size, DEMON) for cell in low if board.kinds[cell] == DEMON]
    for mark in panel.marks:
        parts += [_mark(mark, frame.corner(cell), size, format_cell(cell)) for cell in mark.cells]
    parts += [scenery_at(frame.centre(cell), size, board.kinds[cell]) for cell in board.cells if cell not in low]
    for cell, text in panel.labels.items():
        x, y = frame.centre(cell)
        parts.append(f'<text class="label" x="{_n(x)}" y="{_n(y + 4)}">{escape(text)}</text>')
    for cell, text in panel.numbers.items():
        x, y = frame.centre(cell)
        parts.append(f'<text class="number" x="{_n(x)}" y="{_n(y + 6)}">{escape(text)}</text>')
    parts += [_piece(ghost, frame.centre(ghost.cell), size, "ghost") for ghost in panel.ghosts]
    parts += [_sight(frame, line) for line in panel.lines]
    parts += [_arrow(frame, first, last) for first, last in panel.arrows]
    parts += [_piece(piece, frame.centre(piece.cell), size, "piece") for piece in panel.pieces]
    for cell, text in panel.tags.items():
        x, y = frame.corner(cell)
        parts.append(f'<text class="tag" x="{_n(x + size / 2)}" y="{_n(y + 10)}">{escape(text)}</text>')
    return parts


def _ruler(frame: Frame) -> list[str]:
    board, size = frame.panel.board, frame.size
    bottom = frame.top + board.height * size
    parts = []
    for i in range(board.width):
        parts.append(
            f'<text class="ruler" x="{_n(frame.left + (i + 0.5) * size)}" y="{_n(bottom + 13)}">{chr(97 + i)}</text>'
        )
    for i in range(board.height):
        y = bottom - (i + 0.5) * size + 4
        parts.append(f'<text class="ruler" x="{_n(frame.left - 10)}" y="{_n(y)}">{i + 1}</text>')
    return parts


# ------------------------------------------------------------------------------------------------- what is on a cell


def _mark(mark: Mark, corner: tuple[float, float], size: float, cell: str) -> str:
    """A mark in a cell; its rectangle carries the cell's name, or "" in the legend."""
    kind = mark.kind
    x, y = corner
    pad = 2.0
    data = f' data-cell="{cell}"' if cell else ""
    place = f'x="{_n(x + pad)}" y="{_n(y + pad)}" width="{_n(size - 2 * pad)}" height="{_n(size - 2 * pad)}" rx="3"'
    if kind in SEATS:
        dash = f' stroke-dasharray="{_DASHES[kind]}"' if _DASHES[kind] else ""
        near, far = 4.0, size - 4
        ends = ((near, far, far, far), (near, near, near, far), (near, near, far, near), (far, near, far, far))
        a, b, c, d = ends[mark.side]
        bar = f'<path class="bar" d="M{_n(x + a)} {_n(y + b)}L{_n(x + c)} {_n(y + d)}"/>'
        return f'<g class="{kind}"><rect class="side"{data} {place}{dash}/>{bar}</g>'
    drawn = f'<rect class="{kind}"{data} {place}/>'
    if kind == HIDDEN:
        drawn += f'<path class="hatch" d="{_hatch(x + pad, y + pad, size - 2 * pad)}"/>'
    elif kind == MAIN:
        a, b, c = pad + 1, size * 0.28, size - pad - 1
        corners = (
            (a, b, a, a, b, a),
            (c - b + a, a, c, a, c, b),
            (c, c - b + a, c, c, c - b + a, c),
            (b, c, a, c, a, c - b + a),
        )
        path = "".join("M" + "L".join(f"{_n(x + p[i])} {_n(y + p[i + 1])}" for i in (0, 2, 4)) for p in corners)
        drawn += f'<path class="bracket" d="{path}"/>'
    elif kind == AREA:
        drawn += f'<circle class="dot" cx="{_n(x + size / 2)}" cy="{_n(y + size / 2)}" r="{_n(size * 0.09)}"/>'
    return drawn


def _hatch(x: float, y: float, side: float) -> str:
    """Three diagonal strokes in a square."""
    half = side / 2
    return (
        f"M{_n(x)} {_n(y + half)}L{_n(x + half)} {_n(y)}M{_n(x)} {_n(y + side)}L{_n(x + side)} {_n(y)}"
        f"M{_n(x + half)} {_n(y + side)}L{_n(x + side)} {_n(y + half)}"
    )


def _outline(shape: str, x: float, y: float, r: float, style: str) -> str:
    """A Krosmaster is a disc, a Mob a hexagon, a mechanism a lozenge; what lies on the floor is a small lozenge."""
    if shape == "krosmaster":
        return f'<circle class="{style}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'
    if shape == "mob":
        points = [(0.0, -1.08), (0.94, -0.54), (0.94, 0.54), (0.0, 1.08), (-0.94, 0.54), (-0.94, -0.54)]
    else:
        wide = 1.2 if shape == "mechanism" else 1.05
        points = [(0.0, -wide), (wide, 0.0), (0.0, wide), (-wide, 0.0)]
    path = "L".join(f"{_n(x + r * a)} {_n(y + r * b)}" for a, b in points)
    return f'<path class="{style}" d="M{path}z"/>'


def _piece(piece: Piece, centre: tuple[float, float], size: float, style: str) -> str:
    x, y = centre
    r = size * 0.35
    drawn = _outline(piece.shape, x, y, r, style)
    if style == "ghost":
        return drawn
    place = f'x="{_n(x)}" y="{_n(y + size * 0.14)}" style="font-size:{_n(size * 0.4)}px"'
    letter = f'<text class="letter" {place}>{escape(piece.letter)}</text>'
    return f'<g class="{SEATS[piece.seat]}">{drawn}{letter}</g>'


def _sight(frame: Frame, line: Line) -> str:
    (x, y), (u, v) = frame.centre(line.start), frame.centre(line.end)
    style = "seen" if line.kind == SEEN else "unseen"
    return f'<path class="{style}" d="M{_n(x)} {_n(y)}L{_n(u)} {_n(v)}"/>'


def _arrow(frame: Frame, first: int, last: int) -> str:
    """An arrow from cell to cell that leaves the pieces at its ends uncovered."""
    (x, y), (u, v) = frame.centre(first), frame.centre(last)
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    a, b = (u - x) / length, (v - y) / length
    out = frame.size * 0.4
    is_step = length < frame.size * 1.5 and last not in {piece.cell for piece in frame.panel.pieces}
    short = frame.size * 0.1 if is_step else out
    x, y, u, v = x + a * out, y + b * out, u - a * short, v - b * short
    tip = 8.0
    back_x, back_y = u - a * tip, v - b * tip
    head = f"M{_n(u)} {_n(v)}L{_n(back_x - b * 5)} {_n(back_y + a * 5)}L{_n(back_x + b * 5)} {_n(back_y - a * 5)}z"
    return f'<path class="arrow" d="M{_n(x)} {_n(y)}L{_n(back_x)} {_n(back_y)}"/><path class="head" d="{head}"/>'


# ------------------------------------------------------------------------------------------------------------ legend


def _legend(picture: Picture, left: float, top: float, right: float, language: str) -> tuple[list[str], float]:
    """What marks, pieces and lines mean, one after the other; returns the drawing and where it ends."""
    swatch = 18.0
    entries = [(_mark(mark, (0, 0), swatch, ""), mark.text) for mark in picture.meanings()]
    for style, text in ((SEEN, "Line of sight"), (HIDDEN, "No line of sight")):
        if any(line.kind == style for panel in picture.panels for line in panel.lines):
            entries.append(
                (f'<path class="{"seen" if style == SEEN else "unseen"}" d="M0 9H18"/>', told(text, language, DIAGRAMS))
            )
    pieces = {(piece.name, piece.shape, piece.seat): piece for panel in picture.panels for piece in panel.pieces}
    entries += [
        (_piece(piece, (swatch / 2, swatch / 2), swatch * 1.25, "piece"), piece.name) for piece in pieces.values()
    ]
    kinds = {board.kinds[cell] for board in (panel.board for panel in picture.panels) for cell in board.cells}
    entries += [
        (scenery_at((swatch / 2, swatch / 2), swatch if kind == RINK else swatch * 1.2, kind), name)
        for kind, name in picture.scenery.items()
        if kind in kinds
    ]
    parts: list[str] = []
    x, y = left, top
    for drawn, text in entries:
        said = wrap(text[0].upper() + text[1:], int((right - left - swatch - 8) / LETTER))
        wide = swatch + 30 + max(len(line) for line in said) * LETTER
        if x > left and x + wide - 22 > right:
            x, y = left, y + LINE_HEIGHT
        lines = [f'<text x="26" y="{_n(13.5 + 16 * i)}">{escape(line)}</text>' for i, line in enumerate(said)]
        parts.append(f'<g transform="translate({_n(x)} {_n(y)})">{drawn}{"".join(lines)}</g>')
        x += wide
        y += 16 * (len(said) - 1)
    return parts, y + LINE_HEIGHT + MARGIN / 2

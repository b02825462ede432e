"""What a diagram shows, before it is drawn: panels of a board with pieces, marked cells, lines and arrows.

Everything in a panel is copied out of a state or comes from a function of the rules; tests hold pictures to that, and
need not read SVG to do it.
"""

from collections.abc import Mapping
from typing import Final

from esquive.core.error_translations import told
from esquive.core.phrases import phrase
from esquive.krosmaster.cards.library import KROSMASTER, MOB
from esquive.krosmaster.table.board import BUSH, CRATE, CUBE, DEMON, RINK, TREE, Board, format_cell
from esquive.krosmaster.table.state import State

# The marks a cell can bear. Each is told from the others by its drawing, not by its colour alone.
REACH: Final = "reach"  # may be targeted, or what the clause speaks of
EDGE: Final = "edge"  # at the MIN or the MAX
MORE: Final = "more"  # only since a range token was placed
FAINT: Final = "faint"  # may be targeted, but the effects of the clause do not apply
HIDDEN: Final = "hidden"
BLOCKER: Final = "blocker"
CUT: Final = "cut"
MAIN: Final = "main"
AREA: Final = "area"
LOCKS: Final = "locks"
MOST_NAMED: Final = 12  # cells that are named; of more of them, their number
SEATS: Final = ("p1", "p2", "p3", "p4")  # cells of a player

SEEN: Final = "seen"  # a line of sight; a line that is none is HIDDEN

DIAGRAMS: Final = "diagrams"  # the table of what is said on them in other languages

SCENERY_NAMES: Final = {
    TREE: "Tree",
    BUSH: "Bush",
    CRATE: "Crate",
    DEMON: "Demon cell",
    RINK: "Skating rink",
    CUBE: "Ice Cube",
}


class Piece:
    """A piece as it stood: its name, its shape ("krosmaster", "mob", "mechanism", "floor"), seat and cell.

    `letter` is what is written on it, the first of its name unless told otherwise.
    """

    __slots__ = ("cell", "letter", "name", "seat", "shape")

    def __init__(self, name: str, shape: str, seat: int, cell: int, letter: str = "") -> None:
        self.name = name
        self.shape = shape
        self.seat = seat
        self.cell = cell
        self.letter = letter or name[0].upper()


class Mark:
    """Cells that are marked alike, and what the mark means.

    The cells of a player have the `side` of the board that is the player's: 0 south, 1 west, 2 north, 3 east.
    """

    __slots__ = ("cells", "kind", "side", "text")

    def __init__(self, kind: str, cells: list[int], text: str, side: int = 0) -> None:
        self.kind = kind
        self.cells = cells
        self.text = text
        self.side = side


class Line:
    """A line between the centres of two cells: SEEN or HIDDEN."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start = start
        self.end = end
        self.kind = kind


class Panel:
    """One board of a diagram. `arrows` go from cell to cell; `ghosts` are pieces where they stood before.

    `state` is a copy of the position shown: a panel does not change when the game is played on.
    """

    __slots__ = (
        "arrows",
        "board",
        "caption",
        "ghosts",
        "labels",
        "lines",
        "marks",
        "numbers",
        "pieces",
        "state",
        "tags",
    )

    def __init__(self, state: State, caption: str, marks: list[Mark] | None = None) -> None:
        self.state = state.copy()
        self.board: Board = state.board
        self.caption = caption
        self.marks: list[Mark] = marks or []
        self.pieces = pieces_of(state)
        self.lines: list[Line] = []
        self.arrows: list[tuple[int, int]] = []
        self.ghosts: list[Piece] = []
        self.labels: dict[int, str] = {}
        self.numbers: dict[int, str] = {}  # written large in the middle of cells
        self.tags: dict[int, str] = {}  # written at the upper edge of cells, over the pieces

    def cells(self, kind: str) -> list[int]:
        """The cells that bear a mark."""
        return [cell for mark in self.marks if mark.kind == kind for cell in mark.cells]

    def sentence(self) -> str:
        """The panel in words, for those who do not see it."""
        return " ".join(self.sentences("en"))

    def sentences(self, language: str) -> list[str]:
        """The sentences of `sentence` in a language, of a panel whose own words are in it already (`in_language`)."""

        def say(template: str, **facts: object) -> str:
            return told(phrase(template, **facts), language, DIAGRAMS)

        def names(cells: list[int]) -> str:
            if len(cells) > MOST_NAMED:
                return say("{count} cells", count=len(cells))
            return ", ".join(format_cell(cell) for cell in cells) or say("none")

        parts = [say("{caption}:", caption=self.caption)] if self.caption else []
        there = [say("{piece} on {cell}", piece=piece.name, cell=format_cell(piece.cell)) for piece in self.pieces] or [
            say("no pieces")
        ]
        for kind, name in SCENERY_NAMES.items():
            places = [cell for cell in self.board.cells if self.board.kinds[cell] == kind]
            if 0 < len(places) <= 4:
                there.append(say("{piece} on {cell}", piece=say(name), cell=names(places)))
        parts.append(f"{', '.join(there)}.")
        parts += [say("{mark}: {cells}.", mark=mark.text, cells=names(mark.cells)) for mark in self.marks if mark.cells]
        parts += [
            say("From {start} to {end}.", start=format_cell(start), end=format_cell(end)) for start, end in self.arrows
        ]
        return parts + self.lines_told(language)

    def lines_told(self, language: str) -> list[str]:
        """For each line whether its end is seen from its start, in a sentence."""
        return [
            told(
                phrase(
                    "{end} is in sight of {start}." if line.kind == SEEN else "{end} is hidden from {start}.",
                    end=format_cell(line.end),
                    start=format_cell(line.start),
                ),
                language,
                DIAGRAMS,
            )
            for line in self.lines
        ]


class Picture:
    """The diagram of a clause: a title and one or more panels, `columns` of them side by side."""

    __slots__ = ("clause", "columns", "has_coordinates", "panels", "scenery", "size", "title")

    def __init__(
        self,
        clause: str,
        title: str,
        panels: list[Panel],
        *,
        columns: int = 1,
        size: int = 32,
        coordinates: bool = True,
        scenery: Mapping[int, str] = SCENERY_NAMES,
    ) -> None:
        self.clause = clause
        self.title = title
        self.panels = panels
        self.columns = columns
        self.size = size  # of a cell, in units of the drawing
        self.has_coordinates = coordinates
        self.scenery = scenery  # what the legend calls what stands on cells

    def sentence(self, language: str = "en") -> str:
        """The whole picture in words."""
        return " ".join(part for panel in self.panels for part in panel.sentences(language))

    def meanings(self) -> list[Mark]:
        """One mark of every kind and meaning, in the order met; marks that no cell bears are left out."""
        marks = [mark for panel in self.panels for mark in panel.marks if mark.cells]
        return list({(mark.kind, mark.text): mark for mark in marks}.values())


def in_language(picture: Picture, language: str) -> Picture:
    """A picture whose titles, captions, meanings and names are told in a language; the same one in English."""
    if language == "en":
        return picture
    return Picture(
        picture.clause,
        told(picture.title, language, DIAGRAMS),
        [_panel_in(panel, language) for panel in picture.panels],
        columns=picture.columns,
        size=picture.size,
        coordinates=picture.has_coordinates,
        scenery={kind: told(name, language, DIAGRAMS) for kind, name in picture.scenery.items()},
    )


def _panel_in(panel: Panel, language: str) -> Panel:
    marks = [Mark(mark.kind, mark.cells, told(mark.text, language, DIAGRAMS), mark.side) for mark in panel.marks]
    shown = Panel(panel.state, told(panel.caption, language, DIAGRAMS), marks)
    shown.lines, shown.arrows, shown.labels, shown.tags = panel.lines, panel.arrows, panel.labels, panel.tags
    shown.numbers = panel.numbers
    shown.pieces = [_piece_in(piece, language) for piece in panel.pieces]
    shown.ghosts = [_piece_in(piece, language) for piece in panel.ghosts]
    return shown


def _piece_in(piece: Piece, language: str) -> Piece:
    name = told(piece.name, language, DIAGRAMS)
    letter = "" if piece.letter == piece.name[0].upper() else piece.letter
    return Piece(name, piece.shape, piece.seat, piece.cell, letter)


def pieces_of(state: State) -> list[Piece]:
    """The pieces in play, those that lie on the floor first."""
    found: list[Piece] = []
    for unit in range(len(state.cell)):
        if state.cell[unit]:
            profile = state.library.profiles[state.profile[unit]]
            shape = "krosmaster" if profile.piece == KROSMASTER else "mob" if profile.piece == MOB else "mechanism"
            if not profile.is_obstacle:
                shape = "floor"
            found.append(Piece(state.names[unit], shape, state.owner[unit], state.cell[unit]))
    return sorted(found, key=lambda piece: piece.shape != "floor")

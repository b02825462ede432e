"""Boards as people draw them: a row of letters a line, north row first [formats.md]."""

from collections.abc import Sequence

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.krosmaster.table.board import (
    CORNERS_OPEN,
    FREE,
    LARGEST,
    MAP_LETTERS,
    SIZE,
    STRIDE,
    WALL,
    Board,
    format_cell,
    make_cell,
)


def depth_of(cell: int, side: int, width: int, height: int) -> int:
    """The row or column of a cell counted from a side of the board: 0 south, 1 west, 2 north, 3 east."""
    column, row = cell % STRIDE, cell // STRIDE
    return (row, column, height + 1 - row, width + 1 - column)[side]


def parse_map(
    name: str,
    drawing: str,
    starts: list[list[int]] | None = None,
    sides: list[int] | None = None,
    corners: int = CORNERS_OPEN,
    start_rows: int = LARGEST,
    rink: Sequence[int] = (),
) -> Board:
    """The board of a drawing, north row first; raises DocumentError that names the row and letter at fault.

    `rink` are cells of the skating rink, besides those drawn: Kamas and Demons hide it [KA-2.2 313.6].

    Each side in `sides` (0 south, 1 west, 2 north, 3 east) has the set-up cells of its first `start_rows` rows: those
    that `starts` lists for it, or else those drawn [KA 1.3.9].
    """
    rows = [line.replace(" ", "") for line in drawing.strip().splitlines()]
    if not rows:
        raise DocumentError("the map is empty", "board.map", "draw at least one row")
    width, height = len(rows[0]), len(rows)
    if width > LARGEST or height > LARGEST:
        raise DocumentError(
            "the map is {width} by {height}",
            "board.map",
            phrase("at most {width} by {depth}", width=LARGEST, depth=LARGEST),
            width=width,
            height=height,
        )
    kinds = [WALL] * SIZE
    kamas: dict[int, int] = {}
    setup: list[int] = []
    for index, line in enumerate(rows):
        row = height - index
        if len(line) != width:
            raise DocumentError(
                "row {row} has {count} cells, the first has {width}",
                "board.map",
                "draw a rectangle",
                row=row,
                count=len(line),
                width=width,
            )
        for column, letter in enumerate(line, 1):
            cell = make_cell(column, row)
            if letter in "123456789":
                kinds[cell] = FREE
                kamas[cell] = int(letter)
            elif letter in MAP_LETTERS:
                kinds[cell] = MAP_LETTERS[letter]
                if letter == "D":
                    kamas[cell] = 1
                if letter == "s":
                    setup.append(cell)
            else:
                raise DocumentError(
                    "unknown letter {letter!r} at {cell}",
                    "board.map",
                    "use . T B C D s ~ I or 1-9",
                    letter=letter,
                    cell=format_cell(cell),
                )
    starts = [
        [cell for cell in (starts[seat] if starts else setup) if depth_of(cell, side, width, height) <= start_rows]
        for seat, side in enumerate(sides or [0, 2])
    ]
    return Board(name, width, height, kinds, kamas, starts, corners, sum(1 << cell for cell in set(rink)))

"""The table `board` of position documents: an arena or a drawing, Kamas, and what has become of the scenery."""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.krosmaster.book.scenery import hp_of_scenery
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.table.board import KIND_NAMES, SCENERY, Board, format_cell, make_cell, parse_cell
from esquive.krosmaster.table.maps import parse_map
from esquive.krosmaster.table.settings import Settings
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.set_ups import arena_board
from esquive.krosmaster.written.documents.units import check_keys

BOARD_KEYS: Final = ("arena", "map", "kamas", "rink", "scenery", "scenery_injuries")
SCENERY_WORDS: Final = ("none", "tree", "bush", "crate", "cube")
_LETTERS: Final = dict(zip(KIND_NAMES, (" ", ".", "T", "B", "C", "D", "~", "I"), strict=True))


def read_board(known: Catalogue, document: dict[str, Any], settings: Settings) -> Board:
    """The board of a position document as it is now; raises DocumentError.

    `scenery` says what stands on cells whose scenery has moved or was destroyed since it was set up.
    """
    table = check_keys(document.get("board", {"arena": "elemental"}), BOARD_KEYS, "board")
    if "map" in table and "arena" in table:
        raise DocumentError("both an arena and a map are given", "board", "keep one of the two")
    if "map" in table:
        if not isinstance(table["map"], str):
            raise DocumentError("the map must be text", "board.map", "draw it in triple quotes")
        rows: int = settings.params.board.start_rows
        board = parse_map("map", table["map"], None, settings.sides, settings.corners, rows)
    else:
        board = arena_board(known, str(table.get("arena", "elemental")), settings)
    if "rink" in table or "kamas" in table:
        lying = _read_numbers(board, table["kamas"], "board.kamas", "{ c4 = 2 }") if "kamas" in table else board.kamas
        rink = board.rink_mask | sum(1 << cell for cell in _read_rink(board, table.get("rink", [])))
        board = Board(board.name, board.width, board.height, board.kinds, lying, board.starts, board.corners, rink)
    return _arranged(board, table.get("scenery", {}))


def _cell_of(board: Board, name: Any, where: str) -> int:
    """The cell of this name on the board; raises DocumentError."""
    try:
        cell = parse_cell(str(name))
    except ValueError:
        cell = 0
    if not board.is_on(cell):
        raise DocumentError("{name!r} is no cell of this board", where, "name cells as in c4", name=name)
    return cell


def _read_numbers(board: Board, table: Any, where: str, example: str) -> dict[int, int]:
    if not isinstance(table, dict):
        raise DocumentError(
            "{key} must be a table of cells",
            where,
            phrase("for example {kind_flags}", kind_flags=example),
            key=where.rpartition(".")[2],
        )
    return {_cell_of(board, name, where): whole(table, name, 0, where, 0, 40) for name in table}


def _read_rink(board: Board, names: Any) -> set[int]:
    """The cells of the rink besides those that the map draws [KA-2.2 313.6]."""
    if not isinstance(names, list):
        raise DocumentError("the rink must be a list of cells", "board.rink", 'for example ["e5", "f5"]')
    return {_cell_of(board, name, "board.rink") for name in names}


def _arranged(board: Board, table: Any) -> Board:
    """The board with what the document says of its scenery."""
    if not isinstance(table, dict):
        raise DocumentError("scenery must be a table of cells", "board.scenery", 'for example { e5 = "cube" }')
    cubes, gone, planted = board.cube_mask, 0, 0
    for name, word in table.items():
        cell = _cell_of(board, name, "board.scenery")
        if word not in SCENERY_WORDS:
            raise DocumentError(
                "{name} cannot hold {word!r}",
                "board.scenery",
                phrase("use one of {known}", known=", ".join(SCENERY_WORDS)),
                name=name,
                word=word,
            )
        if word == "cube":
            if not board.rink_mask >> cell & 1:
                raise DocumentError(
                    "{name} is no cell of the rink",
                    "board.scenery",
                    "put Ice Cubes on rink cells: ~ on the map",
                    name=name,
                )
            cubes |= 1 << cell
        elif word == "none":
            cubes &= ~(1 << cell)
            gone |= 1 << cell if board.kinds[cell] in SCENERY else 0
        elif word == "tree" and board.scenery(cell) == "none":
            planted |= 1 << cell  # as a card may put one there
        elif word != board.scenery(cell):
            raise DocumentError(
                "no {word} stands on {name}", "board.scenery", "draw it on the map", word=word, name=name
            )
    return board.arranged(cubes, gone, planted)


def read_injuries(state: State, document: dict[str, Any]) -> dict[int, int]:
    """The injuries placed on scenery in this turn, fewer than destroy it [KA-2.2 313.7b]."""
    table = document.get("board", {}).get("scenery_injuries", {})
    where = "board.scenery_injuries"
    found = _read_numbers(state.board, table, where, "{ d4 = 2 }")
    for cell, number in found.items():
        if number >= max(1, hp_of_scenery(state, cell)):
            name = format_cell(cell)
            raise DocumentError(
                "what stands on {name} cannot have {number} injuries",
                where,
                "give fewer than its HP, and the option destructible_scenery",
                name=name,
                number=number,
            )
    return {cell: number for cell, number in found.items() if number}


def write_board(state: State) -> dict[str, Any]:
    """The table of a state's board."""
    board, base = state.board, state.board.base
    kamas = {format_cell(cell): number for cell, number in sorted(state.kamas_on.items()) if number}
    table: dict[str, Any] = {"arena": base.name, "kamas": kamas}
    if base.name == "map" and state.library.arena is None:
        rows = []
        for row in range(base.height, 0, -1):
            kinds = [base.kinds[make_cell(column, row)] for column in range(1, base.width + 1)]
            rows.append(" ".join(_LETTERS[KIND_NAMES[kind]] for kind in kinds))
        table = {"map": "\n".join(rows), "kamas": kamas}
        hidden = [cell for cell in base.cells if base.rink_mask >> cell & 1 and not drawn_as_rink(base, cell)]
        if hidden:
            table["rink"] = [format_cell(cell) for cell in hidden]
    changed = board.cube_mask ^ base.cube_mask | board.gone | board.planted
    if changed:
        cells = [cell for cell in board.cells if changed >> cell & 1]
        table["scenery"] = {format_cell(cell): board.scenery(cell) for cell in cells}
    if state.scenery_injuries:
        table["scenery_injuries"] = {format_cell(cell): n for cell, n in sorted(state.scenery_injuries.items())}
    return table


def drawn_as_rink(board: Board, cell: int) -> bool:
    """Whether a map's letter for the cell says that it is rink."""
    return _LETTERS[KIND_NAMES[board.kinds[cell]]] in "~I"

"""A position as text for a terminal: the table from above, two letters every 2.5 cm, then who is where.

Anybody may measure at any time: a drawing hides no distance [Kaos K9.1]. North is at the top. A figure is its letter,
capital for p1, and an arrow the way it faces; scenery is shown by what it does.
"""

from typing import Final

from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over
from esquive.kaos.cards.looks import PLANKS, ROUGH, SCREEN, SLOPE, SOLID, WATER, WOOD, look_of
from esquive.kaos.drawn.figures import letters_of
from esquive.kaos.drawn.ground import MEANINGS
from esquive.kaos.drawn.panel import notes_of
from esquive.kaos.geometry.planar import is_inside
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.geometry.units import CM, TURN, format_angle, format_length
from esquive.kaos.spoken.declared_plan import declared_lines
from esquive.kaos.table.state import IN_PLAY, NONE, PHASE_NAMES, SEATS, STATUS_NAMES, State

CELL: Final = 5 * CM // 2
ARROWS: Final = "→↗↑↖←↙↓↘"
SIGNS: Final = {SOLID: "##", WATER: "~~", WOOD: "&&", ROUGH: "::", PLANKS: "==", SLOPE: "//", SCREEN: "||"}
LARGE: Final = 7 * CM // 2  # a base that is shown over several cells
RULER: Final = 4  # cells from one number of the ruler to the next: ten centimetres


def headline(state: State) -> str:
    """The round, the phase, and who is asked for what."""
    waiting = state.waiting
    if isinstance(waiting, Over):
        winner = "drawn" if waiting.winner < 0 else f"won by {format_seat(waiting.winner)}"
        asked = f"{winner}: {waiting.reason}"
    elif isinstance(waiting, Decision):
        asked = f"{format_seat(waiting.seat)} decides ({waiting.kind})"
    else:
        asked = f"a roll is due ({waiting.kind})"
    when = f"Round {state.round}, {PHASE_NAMES[state.phase]}" if state.round else PHASE_NAMES[state.phase].capitalize()
    return f"{when}: {asked}"


def draw_position(state: State) -> str:
    """The whole position: what is waited for, the table, the scenery, both hordes."""
    lines = [headline(state), *(f"declared: {line}" for line in declared_lines(state)), "", *draw_table(state), ""]
    lines += _draw_pieces(state)
    letters = letters_of(state)
    for seat in range(SEATS):
        holder = ", initiative" if state.round and state.initiative == seat else ""
        lines.append(f"{format_seat(seat)}: {state.points[seat]} VP, {state.destiny[seat]} destiny{holder}")
        mine = [figure for figure, owner in enumerate(state.owner) if owner == seat]
        lines += [_draw_figure(state, figure, letters[figure]) for figure in mine]
        lines.append("")
    lines += _draw_goals(state)
    return "\n".join(lines).rstrip()


def draw_table(state: State) -> list[str]:
    """The lines of the table, north first, with its rulers in centimetres."""
    table = state.table
    across, along = -(-table.width // CELL), -(-table.depth // CELL)
    cells = [[_ground(state, column, row) for column in range(across)] for row in range(along)]
    for (column, row), sign in _figure_cells(state, across, along).items():
        cells[row][column] = sign
    lines: list[str] = []
    for row in range(along - 1, -1, -1):
        height = row * CELL // CM if row % RULER == 0 else ""
        lines.append(f"{height:>4} {''.join(cells[row])}".rstrip())
    ruler = "".join(f"{column * CELL // CM:<{2 * RULER}}" for column in range(0, across, RULER))
    return [*lines, f"     {ruler}".rstrip()]


def _ground(state: State, column: int, row: int) -> str:
    """What the middle of a cell shows: the highest piece there."""
    middle = (column * CELL + CELL // 2, row * CELL + CELL // 2)
    here = [piece for piece in state.table.pieces if any(is_inside(middle, part) for part in piece.parts)]
    if here:
        return SIGNS[look_of(max(here, key=lambda piece: piece.height))]
    return " ." if column % 2 == row % 2 else "  "


def _figure_cells(state: State, across: int, along: int) -> dict[tuple[int, int], str]:
    """A cell for each figure in play: its own, or the nearest that is free; then the cells that large bases cover."""
    letters = letters_of(state)
    found: dict[tuple[int, int], str] = {}
    for figure in state.in_play():
        column = min(max(state.x[figure] // CELL, 0), across - 1)
        row = min(max(state.y[figure] // CELL, 0), along - 1)
        free = [
            (abs(c - column) + abs(r - row), r, c)
            for c in range(max(0, column - 2), min(across, column + 3))
            for r in range(max(0, row - 2), min(along, row + 3))
            if (c, r) not in found
        ]
        if free:
            _, row, column = min(free)
        found[column, row] = (letters[figure][0] + arrow_of(state.facing[figure]))[:2]
    for figure in state.in_play():
        base = state.base(figure)
        if base.side < LARGE:
            continue
        for column in range(max(0, (base.x - base.reach) // CELL), min(across, (base.x + base.reach) // CELL + 1)):
            for row in range(max(0, (base.y - base.reach) // CELL), min(along, (base.y + base.reach) // CELL + 1)):
                middle = (column * CELL + CELL // 2, row * CELL + CELL // 2)
                if (column, row) not in found and is_inside(middle, base.corners):
                    found[column, row] = letters[figure][0] * 2
    return found


def arrow_of(facing: int) -> str:
    """The nearest of eight arrows."""
    return ARROWS[(facing + TURN // 16) % TURN * 8 // TURN]


def _draw_pieces(state: State) -> list[str]:
    pieces = state.table.pieces
    if not pieces:
        return []
    lines: list[str] = []
    for look, meaning in MEANINGS.items():
        names = [_piece_words(piece) for piece in pieces if look_of(piece) == look]
        if names:
            lines.append(f"{SIGNS[look]} {meaning}: {', '.join(names)}")
    return [*lines, ""]


def _piece_words(piece: Piece) -> str:
    return f"{piece.name} {format_length(piece.height)} cm" if piece.height else piece.name


def _draw_figure(state: State, figure: int, letter: str) -> str:
    mark = ">" if figure == state.active else " "
    card = state.card(figure)
    parts = [f" {mark}{letter}{arrow_of(state.facing[figure])} {state.names[figure]}"]
    if state.status[figure] == IN_PLAY:
        where = f"{format_length(state.x[figure])},{format_length(state.y[figure])}"
        up = f" up {format_length(state.z[figure])}" if state.z[figure] else ""
        parts.append(f"{where}{up} facing {format_angle(state.facing[figure])}")
    parts.append(f"{state.wounds[figure]}/{card.life} wounds")
    return ", ".join(parts + notes_of(state, figure))


def _draw_goals(state: State) -> list[str]:
    """Events in force and the relic."""
    lines: list[str] = []
    if state.in_force:
        lines.append("in force: " + ", ".join(state.library.events[entry[0]].id for entry in state.in_force))
    if any(objective.kind == 1 for objective in state.library.objectives):
        where = f"{format_length(state.relic_x)},{format_length(state.relic_y)}"
        lines.append("relic: " + (where if state.relic == NONE else state.names[state.relic]))
    return lines


def describe(state: State) -> str:
    """The position in words, for whoever cannot see the drawing."""
    table = state.table
    found = [f"{headline(state)}. Table of {format_length(table.width)} by {format_length(table.depth)} cm."]
    if table.pieces:
        found.append(f"Scenery: {', '.join(_piece_words(piece) for piece in table.pieces)}.")
    found += [f"Declared: {line}." for line in declared_lines(state)]
    for seat in range(SEATS):
        figures = [
            f"{state.names[figure]} at {format_length(state.x[figure])},{format_length(state.y[figure])} facing "
            f"{format_angle(state.facing[figure])} degrees, {state.wounds[figure]} of {state.card(figure).life} wounds"
            if state.status[figure] == IN_PLAY
            else f"{state.names[figure]} {STATUS_NAMES[state.status[figure]].replace('-', ' ')}"
            for figure, owner in enumerate(state.owner)
            if owner == seat
        ]
        found.append(f"{format_seat(seat)}, {state.points[seat]} victory points: {'; '.join(figures)}.")
    return " ".join(found)

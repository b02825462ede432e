"""Diagrams of places: adjacent cells, territory, deployment, who locks, and effects bound to a place."""

from typing import Final

from esquive.core.phrases import phrase
from esquive.krosmaster.book.block import lockers_of
from esquive.krosmaster.book.movement import is_free
from esquive.krosmaster.book.powers.selectors import in_opponent_territory
from esquive.krosmaster.book.sight import castable_cells, field_of_sight
from esquive.krosmaster.drawn.diagrams.picture import FAINT, LOCKS, REACH, SEATS, Mark, Panel, Picture
from esquive.krosmaster.drawn.diagrams.ranges import CASTER, spell_of
from esquive.krosmaster.drawn.diagrams.stage import cast_by, play, scene, set_up, unit
from esquive.krosmaster.table.board import format_cell, is_adjacent, parse_cell

_SIDES: Final = ("south", "west", "north", "east")


def adjacent() -> Picture:
    """The cells that share a side with a cell."""
    state = scene("fist", (5, 5), unit("krosmaster", "caster", "p1", "c3"))
    cells = [cell for cell in state.board.cells if is_adjacent(state.cell[CASTER], cell)]
    panel = Panel(state, "", [Mark(REACH, cells, "Adjacent: a side in common")])
    return Picture("4.17.2", "Adjacent cells", [panel], size=48)


def territory() -> Picture:
    """The territory of each of two players."""
    state = scene(
        "fist", (12, 12), unit("first player", "caster", "p1", "f1"), unit("second player", "figure", "p2", "g12")
    )
    marks = []
    rows = state.settings.territory_rows
    for seat, side in enumerate(state.settings.sides):
        mask = state.board.territory(side, rows)
        cells = [cell for cell in state.board.cells if mask >> cell & 1]
        text = phrase(
            f"Territory of player {{player}}: {{rows}} rows in the {_SIDES[side]}", player=seat + 1, rows=rows
        )
        marks.append(Mark(SEATS[seat], cells, text, side))
    return Picture("4.20.1", "Territories", [Panel(state, "", marks)], size=26)


def _deployed(clause: str, title: str, form: str, places: tuple[str, ...]) -> Picture:
    """A set-up played to the end of its deployment; the cells are those each player was offered."""
    teams = len(places)
    state = set_up(form, teams)
    marks = []
    for seat, names in enumerate(places):
        side = state.settings.sides[seat]
        text = phrase(f"Set-up cells of player {{player}}, in the {_SIDES[side]}", player=seat + 1)
        marks.append(Mark(SEATS[seat], list(state.board.starts[seat]), text, side))
        for figure, name in zip(state.timeline[seat], names.split(), strict=True):
            play(state, f"deploy {state.names[figure]} {name}")
    panel = Panel(state, "", marks)
    for piece in panel.pieces:
        piece.name, piece.letter = phrase("figure of player {player}", player=piece.seat + 1), str(piece.seat + 1)
    return Picture(clause, title, [panel], size=30)


def deployment() -> Picture:
    """Two players: the set-up cells in the two rows of each."""
    return _deployed("1.3.9", "Deployment for two", "constructed", ("d2 j2", "e12 i11"))


def deployment_of_four() -> Picture:
    """Four players: each has a side; set-up cells in a corner belong to two of them."""
    return _deployed("9.2.4", "Deployment for four", "free-for-all", ("d2 h1", "a8 b6", "e12 i11", "l8 k3"))


def lockers() -> Picture:
    """Who tries to lock a Krosmaster that leaves its cell, and who does not."""
    mover = unit("krosmaster", "caster", "p1", "c3")
    held = scene(
        "fist",
        (5, 5),
        mover,
        unit("enemy", "figure", "p2", "c4"),
        unit("mob", "mob", "p2", "d3"),
        unit("far enemy", "figure", "p2", "d4"),
    )
    free = scene(
        "fist",
        (5, 5),
        mover,
        unit("bomb", "bomb", "p2", "c4"),
        unit("ally", "figure", "p1", "d3"),
        unit("itty-bitty", "itty-bitty", "p2", "c2"),
    )
    panels = []
    for state, caption in ((held, "Enemy characters"), (free, "Bomb, ally, Itty-Bitty")):
        tries = [state.cell[other] for other in lockers_of(state, CASTER)]
        beside = [
            cell for cell in state.board.cells if is_adjacent(cell, state.cell[CASTER]) and not is_free(state, cell)
        ]
        marks = [
            Mark(LOCKS, tries, "Tries to lock"),
            Mark(FAINT, [cell for cell in beside if cell not in tries], "Beside it, does not try"),
        ]
        panel = Panel(state, caption, marks)
        panel.arrows = [(state.cell[CASTER], parse_cell("b3"))]
        panels.append(panel)
    return Picture("4.14.1", "Block: who tries to lock", panels, columns=2, size=40, coordinates=False)


# ----------------------------------------------------------------------------------------- effects bound to a place


def track() -> Picture:
    """Track: at each main target cell, whether the additional effects apply."""
    state = scene("track", (9, 9), unit("caster", "caster", "p1", "e5"))
    cells = castable_cells(state, CASTER, spell_of(state), field_of_sight(state, state.cell[CASTER]))
    applies = [cell for cell in cells if cast_by(state, f"cast track {format_cell(cell)}").aligned]
    marks = [
        Mark(REACH, applies, "Main target in line: additional effects apply"),
        Mark(FAINT, [cell for cell in cells if cell not in applies], "Out of line: cast without them"),
    ]
    return Picture("7.5.21.a", "Track, on a spell with MIN 1, MAX 4", [Panel(state, "", marks)])


def invasion() -> Picture:
    """Invasion: the cells from which player 1 has its additional effects."""
    state = scene("invasion", (12, 12), unit("caster", "caster", "p1", "f9"), unit("enemy", "figure", "p2", "f11"))
    applies = [cell for cell in state.board.cells if in_opponent_territory(state, 0, cell)]
    marks = [
        Mark(REACH, applies, "A caster of player 1 here: additional effects apply"),
        Mark(FAINT, [cell for cell in state.board.cells if cell not in applies], "Elsewhere: cast without them"),
    ]
    panel = Panel(state, "", marks)
    panel.arrows = [(state.cell[CASTER], state.cell[1])]
    return Picture("7.5.22.a", "Invasion", [panel], size=26)

"""Diagrams of chapter 4.15: the kinds of range, and lines of sight."""

from typing import Any, Final

from esquive.core.phrases import phrase
from esquive.krosmaster.book.sight import blocker_between, castable_cells, cells_in_range, field_of_sight
from esquive.krosmaster.cards.library import Spell
from esquive.krosmaster.drawn.diagrams.picture import (
    BLOCKER,
    CUT,
    EDGE,
    HIDDEN,
    MORE,
    REACH,
    SEEN,
    Line,
    Mark,
    Panel,
    Picture,
)
from esquive.krosmaster.drawn.diagrams.stage import scene, unit
from esquive.krosmaster.table.board import distance, parse_cell
from esquive.krosmaster.table.state import NONE, State

CASTER: Final = 0
_TREES: Final = """
. . . . . . . . .
. . . . . . . . .
. . . . T . . . .
. . . . . . . . .
. . T . . . . . .
. . . . . . . T .
. . . . . . . . .
. . . . T . . . .
. . . . . . . . .
"""


def spell_of(state: State) -> Spell:
    """The only spell on the caster's card."""
    return state.library.spells[state.library.profiles[state.profile[CASTER]].spells[0]]


def _mage(spell: str, board: str | tuple[int, int] = (9, 9), at: str = "e5", *units: dict[str, Any]) -> State:
    return scene(spell, board, unit("caster", "caster", "p1", at), *units)


def _in_range(state: State) -> list[int]:
    return cells_in_range(state, CASTER, spell_of(state))


def _label_distances(panel: Panel, state: State, cells: list[int]) -> Panel:
    origin = state.cell[CASTER]
    panel.labels = {cell: str(distance(origin, cell)) for cell in cells if cell != origin}
    return panel


def counted() -> Picture:
    """Range counted in steps from cell to adjacent cell."""
    state = _mage("ranged")
    panel = Panel(
        state, "Steps from the caster", [Mark(REACH, _in_range(state), "In range of a spell with MIN 2, MAX 4")]
    )
    return Picture(
        "4.15.1", "Range is counted in steps, never diagonally", [_label_distances(panel, state, state.board.cells)]
    )


def close_combat() -> Picture:
    """A Close Combat spell."""
    state = _mage("fist")
    cells = _in_range(state)
    panel = Panel(state, "", [Mark(REACH, cells, "May be targeted: range 1")])
    return Picture("4.15.2", "Close Combat spell", [_label_distances(panel, state, cells)])


def personal() -> Picture:
    """A Personal spell."""
    state = _mage("own")
    panel = Panel(state, "", [Mark(EDGE, _in_range(state), "May be targeted: the caster's own cell")])
    return Picture("4.15.6", "Personal spell", [panel])


def _from_min_to_max(clause: str, spell: str, title: str) -> Picture:
    """The cells from MIN to MAX; those at the two ends stand out."""
    state = _mage(spell)
    of = spell_of(state)
    board, origin = state.board, state.cell[CASTER]
    ends = [
        *board.in_range(origin, of.range_kind, of.least, of.least),
        *board.in_range(origin, of.range_kind, of.most, of.most),
    ]
    cells = _in_range(state)
    marks = [
        Mark(EDGE, ends, phrase("At the MIN, {least}, or at the MAX, {most}", least=of.least, most=of.most)),
        Mark(REACH, [cell for cell in cells if cell not in ends], "Between the two"),
    ]
    return Picture(clause, title, [_label_distances(Panel(state, "", marks), state, cells)])


def ranged() -> Picture:
    """A Ranged spell."""
    return _from_min_to_max("4.15.3", "ranged", "Ranged spell, MIN 2, MAX 4")


def in_line() -> Picture:
    """A Line spell."""
    return _from_min_to_max("4.15.4", "line", "Line spell, MIN 1, MAX 4: row and column only")


def without_sight() -> Picture:
    """A spell without line of sight: what Trees hide may be targeted like everything else."""
    state = _mage("over", _TREES)
    cells = castable_cells(state, CASTER, spell_of(state), field_of_sight(state, state.cell[CASTER]))
    field = field_of_sight(state, state.cell[CASTER])
    marks = [
        Mark(REACH, [cell for cell in cells if field >> cell & 1], "May be targeted"),
        Mark(MORE, [cell for cell in cells if not field >> cell & 1], "Out of sight, may be targeted all the same"),
    ]
    return Picture("4.15.5", "Spell without line of sight, MIN 1, MAX 4", [Panel(state, "", marks)])


def alterable() -> Picture:
    """A green range and a red one with a +1 range token on the caster."""
    panels = []
    for spell, name in (("green", "Green: MAX 2 + 1"), ("red", "Red: MAX stays 2")):
        state = scene(spell, (7, 7), unit("caster", "caster", "p1", "d4", range_turn=1))
        of = spell_of(state)
        printed = state.board.in_range(state.cell[CASTER], of.range_kind, of.least, of.most)
        now = _in_range(state)
        marks = [
            Mark(REACH, [cell for cell in now if cell in printed], "In range as printed: MIN 1, MAX 2"),
            Mark(MORE, [cell for cell in now if cell not in printed], "In range by a +1 range token"),
        ]
        panels.append(_label_distances(Panel(state, name, marks), state, now))
    return Picture("4.15.7", "Alterable and fixed ranges, with a +1 range token", panels, columns=2, size=26)


# ------------------------------------------------------------------------------------------------------------- sight


def seen_from(state: State, start: int, ends: list[int]) -> list[Line]:
    """The lines from a cell to others, each a line of sight or none."""
    return [Line(start, end, SEEN if blocker_between(state, start, end) == NONE else HIDDEN) for end in ends]


def blockers_of(state: State, start: int, hidden: list[int]) -> list[int]:
    """The cells that hide the hidden ones, each once."""
    found = {blocker_between(state, start, cell) for cell in hidden}
    return sorted(found - {NONE})


def targets_in_sight() -> Picture:
    """Two enemies in range; one of them stands behind a Tree."""
    drawn = """
    . . . . . . . . .
    . . . . . . . . .
    . . . T . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
    seen, behind = unit("seen", "figure", "p2", "g3"), unit("hidden", "figure", "p2", "f5")
    state = _mage("far", drawn, "b3", seen, behind)
    origin = state.cell[CASTER]
    castable = castable_cells(state, CASTER, spell_of(state), field_of_sight(state, origin))
    hidden = [cell for cell in _in_range(state) if cell not in castable]
    marks = [
        Mark(REACH, castable, "In range and in sight"),
        Mark(HIDDEN, hidden, "In range, out of sight"),
        Mark(BLOCKER, blockers_of(state, origin, hidden), "What hides them"),
    ]
    panel = Panel(state, "", marks)
    panel.lines = seen_from(state, origin, [state.cell[1], state.cell[2]])
    return Picture("4.15.8", "A piece is targeted along a line of sight", [panel])


def line_of_sight() -> Picture:
    """The line between two centres: cut through a cell, or only touched at corners."""
    panels = []
    for trees, caption in (
        (("c2",), "Cut by the Tree's cell"),
        (("c3", "d2"), "Corners touched: not cut"),
        (("d3",), "Cut further on"),
        (("d1",), "Nothing in the way"),
    ):
        rows = [" ".join("T" if f"{letter}{row}" in trees else "." for letter in "abcdef") for row in (4, 3, 2, 1)]
        state = _mage("far", "\n".join(rows), "b2", unit("enemy", "figure", "p2", "e3"))
        start, end = state.cell[CASTER], state.cell[1]
        panel = Panel(state, caption, [Mark(CUT, state.board.between(start, end), "Cut by the line")])
        blocker = blocker_between(state, start, end)
        if blocker != NONE:
            panel.marks.append(Mark(BLOCKER, [blocker], "Blocks it"))
        panel.lines = seen_from(state, start, [end])
        panels.append(panel)
    return Picture("4.15.9", "The line runs from centre to centre", panels, columns=2, size=36, coordinates=False)


def blocking() -> Picture:
    """What blocks: a Krosmaster, an Obstructive summon, a Tree, each with its shadow."""
    drawn = "\n".join(
        " ".join("T" if (row, column) == (3, 2) else "." for column in range(9)) for row in range(8, -1, -1)
    )
    enemy, mob = unit("krosmaster", "figure", "p2", "e7"), unit("obstructive summon", "obstructive", "p2", "g5")
    state = _mage("far", drawn, "e5", enemy, mob)
    origin = state.cell[CASTER]
    field = field_of_sight(state, origin)
    hidden = [cell for cell in state.board.cells if not field >> cell & 1]
    marks = [
        Mark(HIDDEN, hidden, "Out of the caster's sight"),
        Mark(BLOCKER, blockers_of(state, origin, hidden), "Blocks"),
    ]
    return Picture("4.15.9.a", "What blocks lines of sight", [Panel(state, "", marks)])


def not_blocking() -> Picture:
    """What does not block: an Itty-Bitty character, a Mob, a Bush, a Crate; every cell behind them is seen."""
    letters = {(3, 2): "B", (4, 2): "C"}
    drawn = "\n".join(" ".join(letters.get((row, column), ".") for column in range(9)) for row in range(8, -1, -1))
    small, mob = unit("itty-bitty character", "itty-bitty", "p2", "e7"), unit("mob", "mob", "p2", "g5")
    state = _mage("far", drawn, "e5", small, mob)
    origin = state.cell[CASTER]
    field = field_of_sight(state, origin)
    panel = Panel(
        state, "", [Mark(REACH, [cell for cell in state.board.cells if field >> cell & 1], "In the caster's sight")]
    )
    panel.lines = seen_from(state, origin, [parse_cell(name) for name in ("e9", "i5", "a3", "a5")])
    return Picture("4.15.9.b", "What does not block lines of sight", [panel])

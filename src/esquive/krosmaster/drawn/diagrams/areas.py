"""Diagrams of chapter 4.16: areas of effect, and Multiple Targets."""

from typing import Final

from esquive.krosmaster.book.sight import cells_in_range
from esquive.krosmaster.cards.ranges import AXE, MULTIPLE
from esquive.krosmaster.drawn.diagrams.picture import AREA, BLOCKER, HIDDEN, MAIN, Mark, Panel, Picture
from esquive.krosmaster.drawn.diagrams.ranges import CASTER, blockers_of, spell_of
from esquive.krosmaster.drawn.diagrams.stage import cast_by, scene, unit
from esquive.krosmaster.releases.names import AREA_NAMES
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.state import State

_MAIN: Final = "Main target"
_ADDITIONAL: Final = "Additional targets"


def _struck(state: State, spell: str, target: str, caption: str, *chosen: str) -> Panel:
    """The cells that a spell cast at a target reaches, as the rules determine them."""
    frame = cast_by(state, f"cast {spell} {target}", *chosen)
    return Panel(state, caption, [Mark(MAIN, frame.cells[:1], _MAIN), Mark(AREA, frame.cells[1:], _ADDITIONAL)])


def main_and_additional() -> Picture:
    """A Cross: the piece aimed at, and whatever else stands in the area, friend or foe."""
    state = scene(
        "cross",
        (8, 6),
        unit("caster", "caster", "p1", "b3"),
        unit("enemy", "figure", "p2", "e3"),
        unit("friend", "figure", "p1", "e4"),
        unit("mob", "mob", "p2", "f3"),
        unit("other enemy", "figure", "p2", "g4"),
    )
    panel = _struck(state, "cross", "e3", "")
    panel.arrows = [(state.cell[CASTER], parse_cell("e3"))]
    return Picture("4.16.1", "Main target and additional targets: a Cross", [panel], size=38)


def all_areas() -> Picture:
    """The eight areas, each cast from the south at the same cell, and the Axe of release 2.2 on one of its sides."""
    panels = []
    for area, name in enumerate(AREA_NAMES[1:], start=1):
        is_axe = area == AXE
        state = scene(name, (5, 5), unit("caster", "caster", "p1", "c1"), release="2.2" if is_axe else "2.7")
        caption = "Axe, eastern side (2.2)" if is_axe else name.replace("-", " ").capitalize()
        panel = _struck(state, name, "c3", caption, *(["choose east"] if is_axe else []))
        if area != MULTIPLE:
            panel.arrows = [(state.cell[CASTER], parse_cell("c3"))]
        panels.append(panel)
    return Picture("4.16.3", "Areas of effect, cast northwards", panels, columns=3, size=26, coordinates=False)


def multiple_targets() -> Picture:
    """Multiple Targets: every other cell in range and in sight is an additional target."""
    drawn = """
    . . . . . . . . .
    . . . . . . . . .
    . . . T . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
    state = scene(
        "multiple-targets",
        drawn,
        unit("caster", "caster", "p1", "e4"),
        unit("enemy", "figure", "p2", "e6"),
        unit("other enemy", "figure", "p2", "g4"),
    )
    target = format_cell(state.cell[1])
    panel = _struck(state, "multiple-targets", target, "")
    struck = panel.cells(MAIN) + panel.cells(AREA)
    origin = state.cell[CASTER]
    hidden = [cell for cell in cells_in_range(state, CASTER, spell_of(state)) if cell not in struck]
    panel.marks += [
        Mark(HIDDEN, hidden, "In range, out of sight: no target"),
        Mark(BLOCKER, blockers_of(state, origin, hidden), "What hides them"),
    ]
    return Picture("7.2.3.c", "Multiple Targets, MIN 1, MAX 3", [panel], size=34)

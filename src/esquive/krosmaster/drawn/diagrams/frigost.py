"""Diagrams of what only release 2.2 has: the rink with its Ice Cubes, and the Axe."""

from typing import Final

from esquive.krosmaster.book.sight import cells_in_range
from esquive.krosmaster.drawn.diagrams.moves import before_and_after
from esquive.krosmaster.drawn.diagrams.picture import AREA, MAIN, MORE, REACH, Mark, Panel, Picture
from esquive.krosmaster.drawn.diagrams.ranges import CASTER, spell_of
from esquive.krosmaster.drawn.diagrams.stage import cast_by, scene, unit
from esquive.krosmaster.table.board import parse_cell

ITALIAN: Final = "2.2"
_RINK: Final = """
. . . . . . .
. . ~ ~ ~ . .
. ~ ~ ~ ~ ~ .
. ~ ~ {} ~ ~ .
. ~ ~ ~ ~ ~ .
. . ~ ~ ~ . .
. . . . . . .
"""


def range_on_a_cube() -> Picture:
    """The range of a caster on the rink, beside that of one on a cube."""
    plain = scene("green", _RINK.format("~"), unit("caster", "caster", "p1", "d4"), release=ITALIAN)
    on_cube = scene("green", _RINK.format("I"), unit("caster", "caster", "p1", "d4"), release=ITALIAN)
    printed = cells_in_range(plain, CASTER, spell_of(plain))
    panels = []
    for state, caption in ((plain, "On the rink"), (on_cube, "On an Ice Cube")):
        now = cells_in_range(state, CASTER, spell_of(state))
        marks = [
            Mark(REACH, [cell for cell in now if cell in printed], "In range as printed: MIN 1, MAX 2"),
            Mark(MORE, [cell for cell in now if cell not in printed], "In range by the Ice Cube"),
        ]
        panels.append(Panel(state, caption, marks))
    return Picture("313.5d", "An Ice Cube lends an alterable range 1 MAX", panels, columns=2, size=30)


def pushed_cube() -> Picture:
    """Push-Cube 2 at a cube with a Krosmaster on it."""
    drawn = ". . . . . . . .\n. . I ~ ~ ~ . .\n. . . . . . . ."
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "c2")
    return before_and_after(
        "313.6a", "Push-Cube 2: the cube takes along who stands on it", "push-cube-2", drawn, *units, release=ITALIAN
    )


def axe() -> Picture:
    """The Axe on each of the two sides that the caster may choose."""
    panels = []
    for side in ("west", "east"):
        units = (
            unit("caster", "caster", "p1", "c1"),
            unit("enemy", "figure", "p2", "c3"),
            unit("other enemy", "figure", "p2", "c4"),
        )
        state = scene("axe", (5, 5), *units, release=ITALIAN)
        frame = cast_by(state, "cast axe c3", f"choose {side}")
        marks = [Mark(MAIN, frame.cells[:1], "Main target"), Mark(AREA, frame.cells[1:], "Additional targets")]
        panel = Panel(state, f"The {side}ern side", marks)
        panel.arrows = [(state.cell[CASTER], parse_cell("c3"))]
        panels.append(panel)
    return Picture(
        "312.3", "The Axe: behind the main target, and beside it on the side chosen", panels, columns=2, size=36
    )

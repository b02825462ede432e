"""Pictures of examples: a position, the line to be played in it, and what each of two releases makes of it."""

from collections.abc import Sequence
from typing import Final

from esquive.krosmaster.table.board import parse_cell
from esquive.krosmaster.table.state import State
from esquive.krosmaster.text.diagrams.picture import MAIN, Mark, Panel, Picture
from esquive.krosmaster.text.diagrams.svg import draw
from esquive.krosmaster.text.views import view

SMALL: Final = 6  # boards up to this many cells wide are drawn larger


def illustrate(state: State, line: str, after: Sequence[tuple[str, State]], title: str) -> str:
    """A board before the line, and one for each release after it where the two boards do not look alike.

    Captions are the names of the releases, so that the picture speaks no language but that of the cards.
    """
    before = Panel(state, "")
    unit, target = _acting(state), _target(line)
    if target is not None:
        before.marks = [Mark(MAIN, [target], line)]
        if unit is not None and state.cell[unit] != target:
            before.arrows = [(state.cell[unit], target)]
    panels = [before]
    later = [Panel(found, release) for release, found in after]
    if len(later) > 1 and len({_looks(panel) for panel in later}) > 1:
        panels += later
    wide = max(panel.board.width for panel in panels)
    columns, size = (1, 32) if wide > SMALL else (len(panels), 40)
    return draw(Picture("", title, panels, columns=columns, size=size))


def told_of(state: State, line: str, language: str) -> list[str]:
    """What the spell that is cast does, and the powers of the units in play."""
    told: list[str] = []
    words = line.split()
    acting = _acting(state)
    for unit in view(state, state.active_seat, language).units:
        if acting is not None and unit.id == state.names[acting] and words[0] == "cast":
            told += [f"{spell.name}: {spell.text}" for spell in unit.spells if spell.id == words[1] and spell.text]
        if unit.at:
            told += [f"{unit.name}: {power.name}. {power.text}" for power in unit.powers]
    return list(dict.fromkeys(told))


def _acting(state: State) -> int | None:
    """The unit whose turn it is."""
    unit = state.active_unit
    return unit if unit >= 0 and state.cell[unit] > 0 else None


def _target(line: str) -> int | None:
    """The cell that a line names last, if any."""
    try:
        return parse_cell(line.rsplit(maxsplit=1)[-1])
    except ValueError:
        return None


def _looks(panel: Panel) -> tuple[object, ...]:
    """What can be seen of a panel."""
    pieces = sorted((piece.cell, piece.name, piece.seat) for piece in panel.pieces)
    return tuple(pieces), bytes(panel.board.kinds)

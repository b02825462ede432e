"""Pictures of examples: a position, the line to be played in it, and what each of two releases makes of it."""

from collections.abc import Sequence
from typing import Final

from esquive.core.messages import messages
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.drawn.diagrams.picture import MAIN, Mark, Panel, Picture
from esquive.krosmaster.drawn.svg import draw
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.table.board import BUSH, CRATE, CUBE, DEMON, RINK, TREE, format_cell, parse_cell
from esquive.krosmaster.table.state import State

FLAT: Final = 4  # boards with fewer rows than this
_KINDS: Final = {TREE: "tree", BUSH: "bush", CRATE: "crate", DEMON: "demon", RINK: "rink", CUBE: "cube"}


def illustrate(state: State, line: str, after: Sequence[tuple[str, State]], title: str, language: str) -> str:
    """A board before the line, and one for each release after it where the two boards do not look alike.

    `title` is the line in words; captions are the names of the releases.
    """
    before = named_panel(state, "", language)
    unit, target = _acting(state), _target(line)
    if target is not None:
        before.marks = [Mark(MAIN, [target], title)]
        if unit is not None and state.cell[unit] != target:
            before.arrows = [(state.cell[unit], target)]
    panels = [before]
    later = [named_panel(found, release, language) for release, found in after]
    if len(later) > 1 and len({_looks(panel) for panel in later}) > 1:
        panels += later
    # Boards of one row stand below each other; what is side by side has to be legible on a phone.
    is_flat = before.board.height < FLAT
    columns, size = (1, 40) if is_flat or len(panels) == 1 else (len(panels), 28)
    spoken = messages(language)
    names = {kind: spoken.say(f"drawn.{name}", {}) for kind, name in _KINDS.items()}
    return draw(Picture("", title, panels, columns=columns, size=size, scenery=names), language)


def named_panel(state: State, caption: str, language: str) -> Panel:
    """A board whose pieces have the names of their cards."""
    panel = Panel(state, caption)
    names = {unit.id: unit.name for unit in view(state, state.active_seat, language).units}
    for piece in panel.pieces:
        piece.name = names.get(piece.name, piece.name)
        piece.letter = piece.name[0].upper()
    return panel


def told_of(state: State, line: str, language: str) -> list[str]:
    """What the spell that is cast does, and the powers of whoever is concerned.

    Those are the acting unit, who stands where the line aims, and pieces made for the example.
    """
    told: list[str] = []
    words = line.split() or [""]
    acting, target, known = _acting(state), _target(line), catalogue()
    for unit in view(state, state.active_seat, language).units:
        is_acting = acting is not None and unit.id == state.names[acting]
        if is_acting and words[0] == "cast":
            told += [f"{spell.name}. {spell.text}" for spell in unit.spells if spell.id == words[1] and spell.text]
        is_aimed_at = target is not None and unit.at == format_cell(target)
        is_own = unit.card not in known.cards and unit.card not in known.summons
        if unit.at and (is_acting or is_aimed_at or is_own):
            told += [f"{power.name} ({unit.name}). {power.text}" for power in unit.powers]
    return list(dict.fromkeys(told))


def _acting(state: State) -> int | None:
    """The unit whose turn it is."""
    unit = state.active_unit
    return unit if unit >= 0 and state.cell[unit] > 0 else None


def _target(line: str) -> int | None:
    """The cell that a line names last, if any."""
    try:
        return parse_cell(line.rpartition(" ")[2])
    except ValueError:
        return None


def _looks(panel: Panel) -> tuple[object, ...]:
    """What can be seen of a panel."""
    pieces = sorted((piece.cell, piece.name, piece.seat) for piece in panel.pieces)
    return tuple(pieces), bytes(panel.board.kinds)

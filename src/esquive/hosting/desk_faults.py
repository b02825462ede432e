"""What is wrong with a position that somebody sets up at the judge's desk: all of it, with its mends, and what can be
drawn of the position nevertheless."""

from collections.abc import Sequence
from typing import Any

from esquive.core.error_translations import told
from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.lenient_reading import Fault, read_leniently
from esquive.core.mends import Mend, changed
from esquive.core.packs import PackFile
from esquive.core.shapes import Drawing
from esquive.core.words import EVERYTHING
from esquive.hosting.desk_messages import DeskChange, DeskFault, DeskMend

NAMES = ("id", "card", "profile", "piece")  # what a piece is called, in the tables of documents


def look_through(
    game: Game, document: dict[str, Any], packs: Sequence[PackFile], language: str
) -> tuple[list[DeskFault], Drawing | None]:
    """The faults of a position document, and a drawing of what can be read of it."""
    state, faults = read_leniently(game, document, packs)
    told_faults = [one for fault in faults for one in _told(fault, document, language)]
    return told_faults, None if state is None else game.words(state, language).shown(EVERYTHING)


def _told(fault: Fault, document: dict[str, Any], language: str) -> list[DeskFault]:
    """A fault with all that was found besides, each told in a language."""
    first = desk_fault("position", fault.error, language, fault.where)
    first.piece = _piece(fault, document)
    first.mends = [_mend(one, language) for one in fault.mends if changed(document, one.changes) != document]
    return [first, *(desk_fault("position", one, language) for one in fault.error.others)]


def desk_fault(part: str, error: EsquiveError, language: str, where: str = "") -> DeskFault:
    """An error as the desk tells it."""
    return DeskFault(part, where or error.where, told(error.message, language), told(error.fix, language))


def _mend(mend: Mend, language: str) -> DeskMend:
    return DeskMend(told(mend.label, language), [DeskChange(list(path), value) for path, value in mend.changes])


def _piece(fault: Fault, document: dict[str, Any]) -> str:
    """The id of the unit, figure or piece of scenery that a fault is about, "" for none."""
    if len(fault.path) < 2 or not isinstance(fault.path[1], int):
        return ""
    tables = document.get(str(fault.path[0]), [])
    table = tables[fault.path[1]] if fault.path[1] < len(tables) else None
    names = [table[key] for key in NAMES if key in table] if isinstance(table, dict) else []
    return str(names[0]) if names else ""

"""The arena of a position as a picture, with marks that answer "can A see B?"."""

from collections.abc import Sequence
from typing import Final

from esquive.core.did_you_mean import nearest
from esquive.core.error_translations import told
from esquive.core.errors import NotationError
from esquive.core.phrases import phrase
from esquive.krosmaster.book.sight import blocker_between
from esquive.krosmaster.drawn.diagrams.examples import named_panel
from esquive.krosmaster.drawn.diagrams.picture import BLOCKER, CUT, DIAGRAMS, Mark, Panel, Picture, in_language
from esquive.krosmaster.drawn.diagrams.ranges import seen_from
from esquive.krosmaster.drawn.svg import draw
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.state import NONE, State

SIGHT: Final = "sight"


def draw_arena(state: State, marks: Sequence[str] = (), language: str = "en") -> str:
    """The picture as an SVG document, told in a language. A mark is `sight A B`: units by their ids, or cells.

    The line between both, the cells it passes through, and the one that blocks it [KA 4.15.9]. Raises NotationError for
    a mark that cannot be drawn.
    """
    panel = named_panel(state, "", language)
    for mark in marks:
        _mark_sight(panel, state, mark)
    title = " ".join(panel.lines_told(language)) or told(phrase("Turn {turn}", turn=state.turn), language, DIAGRAMS)
    return draw(in_language(Picture("", title, [panel], size=40), language), language)


def _mark_sight(panel: Panel, state: State, mark: str) -> None:
    words = mark.split()
    if len(words) != 3 or words[0] != SIGHT:
        raise NotationError("unknown mark {mark!r}", "--mark", "write sight A B, with units or cells", mark=mark)
    start, end = (_cell(state, word) for word in words[1:])
    if start == end:
        raise NotationError(
            "{one} and {other} are on one cell", "--mark", "name two cells", one=words[1], other=words[2]
        )
    blocker = blocker_between(state, start, end)
    between = [cell for cell in state.board.between(start, end) if cell != blocker]
    panel.lines += seen_from(state, start, [end])
    panel.marks.append(Mark(CUT, between, "Cut by the line"))
    if blocker != NONE:
        panel.marks.append(Mark(BLOCKER, [blocker], "Blocks it"))


def _cell(state: State, word: str) -> int:
    """The cell of a unit, or the one named."""
    if word in state.names:
        cell = state.cell[state.names.index(word)]
        if cell <= 0:
            raise NotationError("{word} is not in the arena", "--mark", "name a unit in play, or a cell", word=word)
        return cell
    try:
        cell = parse_cell(word)
    except ValueError:
        cell = NONE
    if cell not in state.board.cells:
        places = [*state.names, *(format_cell(one) for one in state.board.cells)]
        raise NotationError("{word!r} is no unit or cell", "--mark", nearest(word, places), word=word)
    return cell

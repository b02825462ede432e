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
from esquive.krosmaster.drawn.way_marks import mark_reach, mark_threats, mark_way, unit_named
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.state import NONE, State

FORMS: Final = ("sight A B", "reach A", "way A CELL", "threats A")


def draw_arena(state: State, marks: Sequence[str] = (), language: str = "en") -> str:
    """The picture as an SVG document, told in a language. Marks, with units by their ids:

        sight A B       whether B is seen from A, units or cells: the line, what it cuts, what blocks it [KA 4.15.9]
        reach A         the cells A may walk to, and how likely, past those who may lock it [KA 4.14.2]
        way A CELL      the best way there, with each roll for Lock
        threats A       the enemies that may strike A in their next turn

    Raises NotationError for a mark that cannot be drawn.
    """
    panel = named_panel(state, "", language)
    said = [_mark(panel, state, mark, language) for mark in marks]
    said = [*panel.lines_told(language), *filter(None, said)]
    title = " ".join(said) or told(phrase("Turn {turn}", turn=state.turn), language, DIAGRAMS)
    return draw(in_language(Picture("", title, [panel], size=34), language), language)


def _mark(panel: Panel, state: State, mark: str, language: str) -> str:
    """Draws a mark, and returns what is to be said of it besides its lines."""
    words = mark.split()
    verb, count = (words[0], len(words)) if words else ("", 0)
    if verb == "sight" and count == 3:
        _mark_sight(panel, state, words)
        return ""
    if verb == "reach" and count == 2:
        return mark_reach(panel, state, unit_named(state, words[1]), language)
    if verb == "way" and count == 3:
        return mark_way(panel, state, unit_named(state, words[1]), _cell(state, words[2]), language)
    if verb == "threats" and count == 2:
        return mark_threats(panel, state, unit_named(state, words[1]), language)
    raise NotationError(
        "unknown mark {mark!r}", "--mark", phrase("write one of {forms}", forms=", ".join(FORMS)), mark=mark
    )


def _mark_sight(panel: Panel, state: State, words: list[str]) -> None:
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

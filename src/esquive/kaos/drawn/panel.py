"""The panel beside the table: who plays for whom, every figure with its wounds, and what the patterns mean."""

from typing import Final

from esquive.core.ids import format_seat
from esquive.kaos.book.flight import is_fleeing
from esquive.kaos.book.modifiers import is_immobilised
from esquive.kaos.cards.library import CARRY, HOLD, SURVIVE
from esquive.kaos.cards.looks import look_of, material_of
from esquive.kaos.drawn.canvas import EDGES, INK, SOFT, TINTS, Canvas, shortened, text_width
from esquive.kaos.drawn.figures import draw_gauge, draw_mark, letters_of
from esquive.kaos.drawn.ground import MEANINGS
from esquive.kaos.drawn.passages import Note
from esquive.kaos.geometry.units import format_angle, format_length
from esquive.kaos.table.state import IN_PLAY, RESERVE, SEATS, STATUS_NAMES, State

WIDTH = 318.0
ROW = 38.0
GOAL = "#4f2a7a"
HEAD = 40.0
_LINE = 19.0


def draw_panel(canvas: Canvas, state: State, notes: list[Note], x: float, y: float) -> float:
    """Both hordes, what overlays say, objectives, the legend; returns where it ends.

    x,y: the panel's top left corner.
    """
    letters = letters_of(state)
    for seat in range(SEATS):
        _draw_player(canvas, state, seat, x, y)
        y += HEAD
        for figure, owner in enumerate(state.owner):
            if owner == seat:
                _draw_row(canvas, state, figure, letters[figure], x, y)
                y += ROW
        y += 10
    rows = [(note.full, note.colour) for note in notes if note.full]
    rows += [(words, GOAL) for words in goals_of(state)]
    for words, colour in rows:
        canvas.add("rect", x=x, y=y + 2, width=6, height=11, fill=colour)
        for line in wrapped(words, 11.5, WIDTH - 14):
            canvas.text(x + 14, y + 11, line, font_size=11.5, fill=colour, font_weight="600")
            y += 15
        y += 4
    return _draw_legend(canvas, state, x, y + 8)


def goals_of(state: State) -> list[str]:
    """The objectives that may still be reached, one line each, and the events in force."""
    found: list[str] = []
    for number, objective in enumerate(state.library.objectives):
        where = f"{_short(objective.x)},{_short(objective.y)}"
        if objective.kind == HOLD:
            found.append(f"hold {where} within {_short(objective.radius)} cm: {objective.points} points")
        elif objective.kind == CARRY and not state.held[number]:
            found.append(f"carry the relic home: {objective.points} points")
        elif objective.kind == SURVIVE and state.round <= objective.rounds:
            player = format_seat(objective.seat)
            found.append(f"{player} lasts {objective.rounds} rounds: {objective.points} points")
    found += [f"event: {state.library.events[entry[0]].label}" for entry in state.in_force]
    return found


def wrapped(words: str, size: float, width: float) -> list[str]:
    """A text in lines no wider than there is room."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


def _draw_player(canvas: Canvas, state: State, seat: int, x: float, y: float) -> None:
    canvas.add(
        "rect", x=x, y=y, width=WIDTH, height=HEAD - 8, rx=5, fill=TINTS[seat], stroke=EDGES[seat], stroke_width=1
    )
    canvas.text(x + 12, y + 21, format_seat(seat), font_size=15, font_weight="700", fill=EDGES[seat])
    words = [f"{state.points[seat]} VP", f"{state.destiny[seat]} destiny"]
    if state.round and state.initiative == seat:
        words.append("initiative")
    canvas.text(x + 44, y + 21, " · ".join(words), font_size=13, fill=INK)


# What is said of a figure, by the word for it in programs.
_NOTES: Final = {"turn": "its turn", "played": "has played", "held": "held fast"}


def marks_of(state: State, figure: int) -> list[str]:
    """What is true of a figure beside its place and wounds, as words for programs.

    `turn played flees held searches moved dodged object relic`, or why it is not on the table: `reserve`,
    `out-of-action` ...
    """
    if state.status[figure] != IN_PLAY:
        return [STATUS_NAMES[state.status[figure]]]
    true = {
        "turn": figure == state.active,
        "played": bool(state.activated[figure]) and figure != state.active,
        "flees": is_fleeing(state, figure),
        "held": is_immobilised(state, figure),
        "searches": bool(state.searching[figure]),
        "moved": bool(state.moved[figure]) and figure != state.active,
        "dodged": bool(state.dodges[figure]),
        "object": any(entry[0] == figure for entry in state.carried),
        "relic": state.relic == figure,
    }
    return [mark for mark, holds in true.items() if holds]


def notes_of(state: State, figure: int) -> list[str]:
    """The same in words, with numbers."""
    found: list[str] = []
    for mark in marks_of(state, figure):
        carried = sum(entry[0] == figure for entry in state.carried)
        if mark == "dodged":
            found.append(f"dodges {state.dodges[figure]}")
        elif mark == "object" and carried > 1:
            found.append(f"{carried} objects")
        else:
            found.append(_NOTES.get(mark, mark.replace("-", " ")))
    return found


def _draw_row(canvas: Canvas, state: State, figure: int, letter: str, x: float, y: float) -> None:
    seat = state.owner[figure]
    is_there = state.status[figure] == IN_PLAY
    is_pale = bool(state.activated[figure]) or not is_there
    draw_mark(canvas, x + 15, y + 14, 9.5, seat, letter, is_pale=is_pale)
    fill = INK if is_there or state.status[figure] == RESERVE else SOFT
    name = shortened(state.names[figure], 13, 140)
    canvas.text(x + 34, y + 12, name, font_size=13, font_weight="600", fill=fill)
    life = state.card(figure).life
    draw_gauge(canvas, x + 182, y + 3, 92, 9, state, figure)
    canvas.text(x + WIDTH, y + 12, f"{state.wounds[figure]}/{life}", font_size=12, text_anchor="end", fill=fill)
    words = notes_of(state, figure)
    if is_there:
        place = f"{_short(state.x[figure])},{_short(state.y[figure])}"
        height = f" up {_short(state.z[figure])}" if state.z[figure] else ""
        words = [f"{place}{height} facing {format_angle(state.facing[figure] // 1000 * 1000)}°", *words]
    canvas.text(x + 34, y + 26, shortened(" · ".join(words), 11, WIDTH - 36), font_size=11, fill=SOFT)


def _short(length: int) -> str:
    """A length to a tenth of a centimetre."""
    return format_length((length + 500) // 1000 * 1000)


def _draw_legend(canvas: Canvas, state: State, x: float, y: float) -> float:
    """What the patterns mean, of those that are on the table; returns where it ends."""
    looks = {look_of(piece): material_of(piece) for piece in state.table.pieces}
    rows = [(look, words) for look, words in MEANINGS.items() if look in looks]
    for look, words in rows:
        canvas.add("rect", x=x, y=y, width=24, height=14, fill=f"url(#kaos-{looks[look]})", stroke=INK, stroke_width=1)
        canvas.text(x + 34, y + 11, words, font_size=11.5, fill=INK)
        y += _LINE
    if rows:
        canvas.add("rect", x=x, y=y, width=24, height=14, fill="none", stroke=INK, stroke_width=2.6)
        canvas.text(x + 34, y + 11, "thick outline: hides what is behind", font_size=11.5, fill=INK)
        y += _LINE
        canvas.add("rect", x=x, y=y, width=24, height=14, fill="none", stroke=INK, stroke_width=2.6)
        canvas.add(
            "rect",
            x=x,
            y=y,
            width=24,
            height=14,
            fill="none",
            stroke="#fdf6e3",
            stroke_width=1.6,
            stroke_dasharray="2.5 4",
        )
        canvas.text(x + 34, y + 11, "toothed outline: may be climbed", font_size=11.5, fill=INK)
        y += _LINE
    canvas.text(
        x,
        y + 12,
        "Arrows show where figures face; rings how much life is left; pale ones have played.",
        font_size=11,
        fill=SOFT,
    )
    return y + 18

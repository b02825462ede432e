"""What a figure sees from where it stands: the table cell by cell, and of every enemy whether it is seen.

A cell is told by what would be seen of a usual foot figure in its middle, as shots are judged [Kaos K23.8]
[Kaos K25.9]: answers about a real target are exact, a field is as fine as its cells.
"""

from typing import Final

from esquive.kaos.book.modifiers import sight_limit
from esquive.kaos.geometry.ground import ground_at
from esquive.kaos.geometry.measures import within
from esquive.kaos.geometry.shapes import IMPASSABLE, Base, Bases, base_of
from esquive.kaos.geometry.sight import is_in_cover, sees
from esquive.kaos.geometry.units import CM
from esquive.kaos.seen.decisions import place
from esquive.kaos.seen.draft_shapes import DraftField, TriedField
from esquive.kaos.seen.measurements import Measure
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.inline_cards import number_of

STEP: Final = 3 * CM // 2
SEEN: Final = "."
COVER: Final = "c"
HIDDEN: Final = "#"
NOBODY: Final = " "  # where nobody can stand
# A foot figure: side of its base, height, height of its head, width of its body.
USUAL: Final = (5 * CM // 2, 32 * CM // 10, 29 * CM // 10, 12 * CM // 10)


def sight_field(measure: Measure, draft: DraftField) -> TriedField:
    """What a figure sees of the table and of its enemies."""
    state, figure = measure.state, measure.figure(draft.figure)
    base = measure.base(figure, draft.at)
    table = state.table
    rows = [
        "".join(_cell(state, figure, base, x, y) for x in range(STEP // 2, table.width, STEP))
        for y in range(STEP // 2, table.depth, STEP)
    ]
    return TriedField(
        figure=state.names[figure],
        head=place(base.x, base.y, base.z + base.head),
        step=number_of(STEP),
        rows=rows,
        text=_told(measure, figure, base),
    )


def _cell(state: State, figure: int, base: Base, x: int, y: int) -> str:
    table = state.table
    level, ground = ground_at(table, x, y)
    if ground is None and any(piece.flags & IMPASSABLE and _holds(piece.box, x, y) for piece in table.about(x, y, 0)):
        return NOBODY
    there = base_of(x, y, level, 0, *USUAL)
    return _seen(state, figure, base, there, state.others(figure))


def _holds(box: tuple[int, int, int, int], x: int, y: int) -> bool:
    west, south, east, north = box
    return west <= x <= east and south <= y <= north


def _seen(state: State, figure: int, base: Base, there: Base, others: Bases) -> str:
    if not within(state.table, base, there, sight_limit(state, figure)):
        return HIDDEN
    if not sees(state.table, base, there, others):
        return HIDDEN
    return COVER if is_in_cover(state.table, base, there, others) else SEEN


def _told(measure: Measure, figure: int, base: Base) -> list[str]:
    """Which enemies are seen in full, in cover, and not at all."""
    state, wording = measure.state, measure.wording
    found: dict[str, list[str]] = {SEEN: [], COVER: [], HIDDEN: []}
    for other in state.in_play():
        if state.owner[other] != state.owner[figure]:
            others = state.others(figure, other)
            found[_seen(state, figure, base, state.base(other), others)].append(wording.figure(other))
    kinds = {SEEN: "seen", COVER: "cover", HIDDEN: "hidden"}
    lists = {kind: ", ".join(found[sign]) for sign, kind in kinds.items()}
    return [wording.say(f"kaos.measure.field.{kind}", {"names": names}) for kind, names in lists.items() if names]

"""What a drawing may show besides: distances, lines of sight, attack angles, reaches, and the path of a plan.

Overlays are asked for in words, as `esquive show --mark` takes them:

    distance KNIGHT GOBLIN      from base to base, in centimetres
    sight KNIGHT GOBLIN         seen, in cover, or hidden, and by what
    angle KNIGHT                the rear line and the attack angle in front of it
    reach KNIGHT 10             everything within 10 cm of its base
    move KNIGHT                 how far it may walk, and run
    way KNIGHT 30,25            the shortest way there, and who may strike it on the way: see `way_overlay`
    KNIGHT plan walk 10,12 ...  the path of a plan, with what each part of it costs
"""

from collections.abc import Callable
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.phrases import phrase
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.plans import plan_conditions
from esquive.kaos.drawn.canvas import EDGES, Canvas
from esquive.kaos.drawn.passages import HIDDEN, WAY, Mark, Note, draw_passage, tenths
from esquive.kaos.drawn.way_overlay import draw_way
from esquive.kaos.geometry.arcs import rear_line
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.planar import nearest as nearest_points
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.sight import Sight, sight
from esquive.kaos.geometry.units import format_length, parse_length
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Plan
from esquive.kaos.table.state import IN_PLAY, State
from esquive.kaos.written.names import nearest, parse_figure
from esquive.kaos.written.path_notation import parse_plan, parse_point

SEEN: Final = "#1e7a3c"
COVERED: Final = "#a86b00"
RULE: Final = "#5b2a86"
FORMS: Final = ("distance A B", "sight A B", "angle A", "reach A CM", "move A", "way A X,Y", "A plan ...")


def parse_mark(state: State, text: str) -> Mark:
    """An overlay as words; raises NotationError for one that cannot be drawn."""
    words = text.split()
    counts = {"distance": 3, "sight": 3, "angle": 2, "reach": 3, "move": 2, "way": 3}
    if len(words) > 2 and words[1] == "plan":
        figure = in_play(state, words[0], text)
        parse_plan(state, figure, words[2:], text)
        return tuple(words)
    if not words or words[0] not in counts:
        what = words[0] if words else ""
        raise NotationError(
            "{what!r} is nothing to show", text, nearest(what, (*counts, "FIGURE plan"), "marks: {known}"), what=what
        )
    if len(words) != counts[words[0]]:
        raise NotationError(
            "wrong number of words in {line!r}", "", phrase("write one of {forms}", forms=", ".join(FORMS)), line=text
        )
    in_play(state, words[1], text)
    if words[0] in ("distance", "sight"):
        in_play(state, words[2], text)
        if words[1] == words[2]:
            raise NotationError("{word!r} is both ends", text, "name two figures", word=words[1])
    if words[0] == "reach" and parse_length(words[2]) <= 0:
        raise NotationError("{word!r} is no reach", text, "write a length in centimetres above 0", word=words[2])
    if words[0] == "way":
        parse_point(words[2], text)
    return tuple(words)


def in_play(state: State, name: str, text: str) -> int:
    """The figure of this name, which must be on the table."""
    figure = parse_figure(state, name, text)
    if not 0 <= figure < len(state.names) or state.status[figure] != IN_PLAY:
        raise NotationError("{name!r} is not on the table", text, "name a figure in play", name=name)
    return figure


def marks_of(state: State, figure: int, plan: Plan) -> list[Mark]:
    """The overlays that show a plan: its path, and where its action would be carried out."""
    from esquive.kaos.written.path_notation import format_plan

    return [(state.names[figure], *format_plan(state, figure, plan).split())]


# ------------------------------------------------------------------------------------------------------------- drawing


def draw_under(canvas: Canvas, state: State, marks: list[Mark]) -> None:
    """What lies under the figures: attack angles and reaches."""
    drawers: dict[str, Callable[[Canvas, State, Mark], None]] = {
        "angle": _draw_angle,
        "reach": _draw_reach,
        "move": _draw_move,
    }
    for mark in marks:
        if mark[0] in drawers and not _is_plan(mark):
            drawers[mark[0]](canvas, state, mark)


def draw_over(canvas: Canvas, state: State, marks: list[Mark]) -> list[Note]:
    """What lies over the figures: distances, lines of sight, paths; returns what is to be written beside them."""
    notes: list[Note] = []
    for mark in marks:
        if _is_plan(mark):
            notes += _draw_plan(canvas, state, mark)
        elif mark[0] == "distance":
            notes.append(_draw_distance(canvas, state, mark))
        elif mark[0] == "sight":
            notes.append(_draw_sight(canvas, state, mark))
        elif mark[0] == "way":
            notes += draw_way(canvas, state, mark)
    return notes


def _is_plan(mark: Mark) -> bool:
    return len(mark) > 2 and mark[1] == "plan"


def _base(state: State, name: str) -> Base:
    return state.base(state.names.index(name))


# ----------------------------------------------------------------------------------------------------- angles, reaches


def _clipped(state: State, shape: list[Point], start: Point, end: Point) -> list[Point]:
    """The part of a polygon that lies to the left of a line."""
    found: list[Point] = []
    ex, ey = end[0] - start[0], end[1] - start[1]

    def side(point: Point) -> int:
        return ex * (point[1] - start[1]) - ey * (point[0] - start[0])

    for one, two in zip(shape, shape[1:] + shape[:1], strict=True):
        a, b = side(one), side(two)
        if a >= 0:
            found.append(one)
        if (a < 0) != (b < 0):
            found.append((one[0] + (two[0] - one[0]) * a // (a - b), one[1] + (two[1] - one[1]) * a // (a - b)))
    return found


def _table_shape(state: State) -> list[Point]:
    width, depth = state.table.width, state.table.depth
    return [(0, 0), (width, 0), (width, depth), (0, depth)]


def _draw_angle(canvas: Canvas, state: State, mark: Mark) -> None:
    base = _base(state, mark[1])
    seat = state.owner[state.names.index(mark[1])]
    left, right = rear_line(base)
    front = _clipped(state, _table_shape(state), left, right)
    back = _clipped(state, _table_shape(state), right, left)
    canvas.add("polygon", points=canvas.points(front), fill=EDGES[seat], fill_opacity=0.07)
    edge = [point for point in front if point in back] or [left, right]
    ends = sorted(set(_clipped(state, front, right, left)) | set(edge))
    if len(ends) < 2:
        return
    canvas.line(ends[0], ends[-1], stroke=EDGES[seat], stroke_width=1.6, stroke_dasharray="8 4 2 4")
    far = max(ends, key=lambda point: (point[0] - base.x) ** 2 + (point[1] - base.y) ** 2)
    (x, y), (cx, cy) = canvas.at(far), canvas.at((base.x, base.y))
    canvas.label(x + (cx - x) * 0.55, y + (cy - y) * 0.55, f"back of {mark[1]} begins here", 10, fill=EDGES[seat])


def _rounded(canvas: Canvas, base: Base, far: int, **attributes: float | str) -> None:
    """Everything within a distance of a base: the square with rounded corners."""
    x, y = canvas.x(base.x), canvas.y(base.y)
    half = canvas.size(base.side) / 2
    reach = canvas.size(far)
    turn = -base.facing / 1000
    canvas.add(
        "rect",
        x=x - half - reach,
        y=y - half - reach,
        width=2 * (half + reach),
        height=2 * (half + reach),
        rx=reach,
        transform=f"rotate({turn:.3f} {x:.2f} {y:.2f})",
        **attributes,
    )


def _draw_reach(canvas: Canvas, state: State, mark: Mark) -> None:
    far = parse_length(mark[2])
    base = _base(state, mark[1])
    seat = state.owner[state.names.index(mark[1])]
    _rounded(
        canvas,
        base,
        far,
        fill=EDGES[seat],
        fill_opacity=0.06,
        stroke=EDGES[seat],
        stroke_width=1.4,
        stroke_dasharray="6 4",
    )
    y = canvas.y(base.y) - canvas.size(base.side // 2 + far)
    canvas.label(canvas.x(base.x), max(y, canvas.top + 8), f"{format_length(far)} cm", 10, fill=EDGES[seat])


def _draw_move(canvas: Canvas, state: State, mark: Mark) -> None:
    figure = state.names.index(mark[1])
    base = state.base(figure)
    for far, words, dashes in ((move_of(state, figure), "walk", "none"), (2 * move_of(state, figure), "run", "6 4")):
        x, y, reach = canvas.x(base.x), canvas.y(base.y), canvas.size(far)
        canvas.add(
            "circle",
            cx=x,
            cy=y,
            r=reach,
            fill=WAY,
            fill_opacity=0.05,
            stroke=WAY,
            stroke_width=1.4,
            stroke_dasharray=dashes,
        )
        canvas.label(x, max(y - reach, canvas.top + 8), f"{words} {format_length(far)} cm", 10, fill=WAY)


# ------------------------------------------------------------------------------------------------- distances and sight


def _draw_distance(canvas: Canvas, state: State, mark: Mark) -> Note:
    one, other = _base(state, mark[1]), _base(state, mark[2])
    start, end = nearest_points(one, other)
    canvas.line(start, end, stroke=RULE, stroke_width=2)
    for point in (start, end):
        x, y = canvas.at(point)
        canvas.add("circle", cx=x, cy=y, r=2.6, fill=RULE)
    (x1, y1), (x2, y2) = canvas.at(start), canvas.at(end)
    words = f"{tenths(distance(state.table, one, other))} cm"
    return Note((x1 + x2) / 2, (y1 + y2) / 2, words, RULE, f"{mark[1]} to {mark[2]}: {words}")


def sight_words(state: State, viewer: int, target: int, seen: Sight) -> str:
    """What a line of sight comes to."""
    blocker = ""
    if seen.blocker is not None:
        kind, number = seen.blocker
        if kind == "piece":
            blocker = state.table.pieces[number].name
        else:
            others = [other for other in state.in_play() if other not in (viewer, target)]
            blocker = state.names[others[number]]
    if not seen.is_visible:
        return f"hidden by {blocker}" if blocker else "hidden"
    if seen.in_cover:
        return f"in cover of {blocker}" if blocker else "in cover"
    return "in full view"


def _draw_sight(canvas: Canvas, state: State, mark: Mark) -> Note:
    viewer, target = state.names.index(mark[1]), state.names.index(mark[2])
    seen = sight(state.table, state.base(viewer), state.base(target), state.others(viewer, target))
    colour = SEEN if seen.is_visible and not seen.in_cover else COVERED if seen.is_visible else HIDDEN
    dashes = "none" if colour == SEEN else "9 4" if colour == COVERED else "3 4"
    if seen.ray is not None:
        start, end = seen.ray
        canvas.line(start[:2], end[:2], stroke=colour, stroke_width=1.8, stroke_dasharray=dashes)
    if seen.blocked_ray is not None:
        start, end = seen.blocked_ray
        canvas.line(start[:2], end[:2], stroke=HIDDEN, stroke_width=1.4, stroke_dasharray="3 4")
        x, y = canvas.at(end[:2])
        canvas.add("path", d=f"M{x - 4:.2f} {y - 4:.2f}l8 8m0 -8l-8 8", stroke=HIDDEN, stroke_width=2)
    x1, y1 = canvas.x(state.x[viewer]), canvas.y(state.y[viewer])
    x2, y2 = canvas.x(state.x[target]), canvas.y(state.y[target])
    canvas.add("circle", cx=x1, cy=y1, r=3, fill=colour)
    words = sight_words(state, viewer, target, seen)
    return Note((x1 + x2) / 2, (y1 + y2) / 2, words, colour, f"{mark[1]} sees {mark[2]}: {words}")


# --------------------------------------------------------------------------------------------------------------- paths


def _draw_plan(canvas: Canvas, state: State, mark: Mark) -> list[Note]:
    """The path of a plan, its action from where it ends, and every condition that does not hold."""
    figure = state.names.index(mark[0])
    plan = answers.plan_of(parse_plan(state, figure, list(mark[2:]), " ".join(mark)))
    assert plan is not None, "a mark is read before it is drawn"
    first = path_of(state, figure, state.base(figure), plan.first)
    notes = draw_passage(canvas, state, figure, first)
    if plan.second and first.problem is None:
        notes += draw_passage(canvas, state, figure, path_of(state, figure, first.end, plan.second))
    if 0 <= plan.target < len(state.names) and state.status[plan.target] == IN_PLAY and plan.target != figure:
        start, end = nearest_points(first.end, state.base(plan.target))
        far = distance(state.table, first.end, state.base(plan.target))
        words = f"{answers.ACTION_NAMES[plan.action]} at {tenths(far)} cm"
        (x1, y1), (x2, y2) = canvas.at(start), canvas.at(end)
        canvas.line(start, end, stroke=HIDDEN, stroke_width=2)
        notes.append(Note((x1 + x2) / 2, (y1 + y2) / 2, words, HIDDEN, f"{words}: {state.names[plan.target]}"))
    x, y = canvas.at((first.end.x, first.end.y))
    told = Wording(state)
    for condition in plan_conditions(state, figure, plan):
        if not condition.holds:
            notes.append(Note(x, y, "", HIDDEN, f"{told.condition(condition)} [{', '.join(condition.clauses)}]"))
    return notes

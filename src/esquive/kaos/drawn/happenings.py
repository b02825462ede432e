"""What a drawing shows of something that has just happened: the way walked, who strikes whom from where, wounds.

A plan that is declared and not yet carried out is drawn as it was said, with the places where strikes will meet it;
what has been carried out is drawn as it went.
"""

from typing import Final

from esquive.core.frames import under_way
from esquive.kaos.book.activation import FLY, ActivationFrame
from esquive.kaos.book.interceptions import Route
from esquive.kaos.book.means import is_melee
from esquive.kaos.book.movement import path_of
from esquive.kaos.drawn.canvas import Canvas
from esquive.kaos.drawn.figures import draw_base, draw_front
from esquive.kaos.drawn.overlays import COVERED, SEEN
from esquive.kaos.drawn.passages import HIDDEN, WAY, Note
from esquive.kaos.geometry.paths import LEAP, Passage
from esquive.kaos.geometry.planar import nearest as nearest_points
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.sight import sight
from esquive.kaos.geometry.units import format_length
from esquive.kaos.spoken.declared_plan import declared_turn
from esquive.kaos.spoken.hit_chances import attacks_under_way
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ALONG, Interception, Plan, plan_of
from esquive.kaos.table.events import (
    E_DODGED,
    E_HEALED,
    E_HIT,
    E_INTERCEPTION,
    E_MISSED,
    E_MOVED,
    E_OUT_OF_ACTION,
    E_PARRIED,
    E_RESISTED,
    E_SLAMMED,
    E_WOUNDED,
)
from esquive.kaos.table.state import IN_PLAY, NONE, State

Event = tuple[int, ...]
HEALED: Final = SEEN
# Events of an attack, and in which fields they name who attacks whom.
_ATTACKS: Final = {E_HIT: (1, 2), E_MISSED: (1, 2), E_DODGED: (2, 1), E_PARRIED: (2, 1), E_RESISTED: (2, 1)}
_NEAR: Final = 5_000  # micrometres: what is moved less than half a centimetre has no way worth a line


class Step:
    """A step of a match: the position before and after it, what was answered in it, and what happened."""

    __slots__ = ("after", "before", "events", "given")

    def __init__(self, before: State, after: State, given: list[int], events: list[Event]) -> None:
        self.before = before
        self.after = after
        self.given = given
        self.events = events


def draw_step_under(canvas: Canvas, step: Step) -> None:
    """What lies under the figures: the ways walked, where they began, who was pushed."""
    was = {figure: step.before.base(figure) for figure in step.before.in_play()}
    for event in step.events:
        if event[0] in (E_MOVED, E_SLAMMED):
            figure = event[1]
            place = (event[2], event[3]) if event[0] == E_MOVED else (event[3], event[4])
            start = was.get(figure)
            if start is not None:
                _draw_way(canvas, step, figure, start, place, pushed=event[0] == E_SLAMMED)
                facing = event[5] if event[0] == E_MOVED else start.facing
                was[figure] = start.at(place[0], place[1], start.z, facing)


def draw_step_over(canvas: Canvas, step: Step) -> list[Note]:
    """What lies over the figures: plans to come, attacks, wounds; returns what is to be written beside them."""
    notes = draw_plan_to_come(canvas, step.after)
    for attacker, target, means in attacks_of(step):
        draw_attack(canvas, step, attacker, target, means)
    _draw_wounds(canvas, step)
    return notes


# --------------------------------------------------------------------------------------------------------------- ways


def _draw_way(canvas: Canvas, step: Step, figure: int, start: Base, place: tuple[int, int], *, pushed: bool) -> None:
    """The way one figure has gone, from a ghost of where it stood; along its plan where that led there."""
    if abs(place[0] - start.x) + abs(place[1] - start.y) < _NEAR:
        return
    draw_base(canvas, start, step.before.owner[figure], is_pale=True, is_ghost=True)
    made = None if pushed else planned_way(step, figure, start, place)
    if made is not None:
        draw_passage(canvas, made)
        return
    colour = HIDDEN if pushed else WAY
    dashes = "2 5" if pushed else "none"
    centre = (start.x, start.y)
    canvas.line(centre, place, stroke=colour, stroke_width=3, stroke_dasharray=dashes, stroke_linecap="round")


def planned_way(step: Step, figure: int, start: Base, place: tuple[int, ...]) -> Passage | None:
    """The passage of a declared plan that leads from one place to the other, or None."""
    for plan in _plans_of(step, figure):
        for legs in (plan.first, plan.second):
            made = path_of(step.before, figure, start, legs)
            if legs and abs(made.end.x - place[0]) + abs(made.end.y - place[1]) < _NEAR:
                return made
    return None


def _plans_of(step: Step, figure: int) -> list[Plan]:
    """The plans of a figure that are known in a step: declared before it, or in it."""
    turns = [turn for state in (step.before, step.after) for turn in reversed(under_way(state, ActivationFrame))]
    declared = [turn.declared() for turn in turns if turn.figure == figure and turn.plan]
    said = [plan for answer in step.given if (plan := plan_of(answer)) is not None]
    return declared + said


def draw_passage(canvas: Canvas, made: Passage) -> None:
    """The line of a centre; leaps are dotted, difficult ground makes it wider."""
    for stretch in made.pieces:
        canvas.line(
            stretch.start[:2],
            stretch.end[:2],
            stroke=WAY,
            stroke_width=4.5 if stretch.is_difficult else 3,
            stroke_dasharray="1 6" if stretch.kind == LEAP else "none",
            stroke_linecap="round",
        )
        x, y = canvas.at(stretch.end[:2])
        canvas.add("circle", cx=x, cy=y, r=2.8, fill=WAY)


# ------------------------------------------------------------------------------------------------------- plans to come


def draw_plan_to_come(canvas: Canvas, state: State) -> list[Note]:
    """The plan declared for the figure whose turn it is, until it sets out."""
    frame = declared_turn(state)
    if frame is None or frame.has_set_out:
        return []
    figure, plan = frame.figure, frame.declared()
    if state.status[figure] != IN_PLAY:
        return []
    route = frame.route(state)
    notes: list[Note] = []
    for made in (route.first, route.second):
        draw_passage(canvas, made)
        if made.end is not made.start:
            draw_base(canvas, made.end, state.owner[figure], is_pale=True, is_ghost=True)
            draw_front(canvas, made.end, state.owner[figure])
    if route.first.cost:
        x, y = canvas.at((route.first.end.x, route.first.end.y))
        notes.append(Note(x, y, f"{_tenths(route.first.cost + route.second.cost)} cm", WAY))
    if frame.step > FLY:
        return notes  # what was declared against it is being fought out
    if 0 <= plan.target < len(state.names) and plan.target != figure and state.status[plan.target] == IN_PLAY:
        _draw_blow(canvas, route.first.end, state.base(plan.target), is_planned=True)
    for strike in frame.interceptions():
        _draw_interception(canvas, state, route, strike)
    return notes


def _draw_interception(canvas: Canvas, state: State, route: Route, strike: Interception) -> None:
    """Where a strike of opportunity will meet the mover, and from whom."""
    striker, moment, distance = strike.figure, strike.moment, strike.distance
    if state.status[striker] != IN_PLAY:
        return
    base = (
        route.at(max(0, distance)) if moment == ALONG else route.first.start if moment == answers.BEFORE else route.end
    )
    _draw_blow(canvas, state.base(striker), base, is_planned=True)
    x, y = canvas.at((base.x, base.y))
    canvas.add("path", d=f"M{x:.2f} {y - 8:.2f}l8 8l-8 8l-8 -8z", fill="none", stroke=HIDDEN, stroke_width=2.2)


def _tenths(length: int) -> str:
    return format_length((length + 500) // 1000 * 1000)


# ------------------------------------------------------------------------------------------------------------- attacks


def attacks_of(step: Step) -> list[tuple[int, int, int]]:
    """Who attacks whom with what (0 where that is not told) in a step, each pair once: fought out or being fought."""
    found: dict[tuple[int, int], int] = {}
    for event in step.events:
        if event[0] in _ATTACKS:
            one, other = _ATTACKS[event[0]]
            found.setdefault((event[one], event[other]), event[3] if event[0] in (E_HIT, E_MISSED) else 0)
        elif event[0] == E_INTERCEPTION:
            found[event[1], event[3]] = event[2]
    for attacker, target, means in reversed(attacks_under_way(step.after)):
        found[attacker, target] = means
    return [(one, other, means) for (one, other), means in found.items() if NONE not in (one, other) and one != other]


def draw_attack(canvas: Canvas, step: Step, attacker: int, target: int, means: int) -> None:
    """A blow as an arrow; a shot or spell along the line of sight, in the colour of what is seen."""
    bases: list[Base] = []
    for figure in (attacker, target):
        state = step.after if step.after.status[figure] == IN_PLAY else step.before
        if state.status[figure] != IN_PLAY:
            return
        bases.append(state.base(figure))
    state = step.after
    if not means or is_melee(state.card(attacker), means):
        _draw_blow(canvas, bases[0], bases[1], is_planned=False)
        return
    seen = sight(state.table, bases[0], bases[1], state.others(attacker, target))
    colour = SEEN if seen.is_visible and not seen.in_cover else COVERED if seen.is_visible else HIDDEN
    start, end = ((bases[0].x, bases[0].y), (bases[1].x, bases[1].y))
    if seen.ray is not None:
        start, end = seen.ray[0][:2], seen.ray[1][:2]
    dashes = "none" if colour == SEEN else "9 4"
    canvas.line(start, end, stroke=colour, stroke_width=2.2, stroke_dasharray=dashes)
    _draw_head(canvas, start, end, colour)


def _draw_blow(canvas: Canvas, attacker: Base, target: Base, *, is_planned: bool) -> None:
    """An arrow from one base to the other; dashed for what is only declared."""
    near, far = nearest_points(attacker, target)
    start = ((attacker.x + near[0]) // 2, (attacker.y + near[1]) // 2)
    end = ((target.x + far[0]) // 2, (target.y + far[1]) // 2)
    dashes = "5 4" if is_planned else "none"
    canvas.line(start, end, stroke=HIDDEN, stroke_width=2.4, stroke_dasharray=dashes)
    _draw_head(canvas, start, end, HIDDEN)


def _draw_head(canvas: Canvas, start: Point, end: Point, colour: str) -> None:
    (x1, y1), (x2, y2) = canvas.at(start), canvas.at(end)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < 1:
        return
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    left = f"L{x2 - 9 * ux + 4.5 * uy:.2f} {y2 - 9 * uy - 4.5 * ux:.2f}"
    right = f"L{x2 - 9 * ux - 4.5 * uy:.2f} {y2 - 9 * uy + 4.5 * ux:.2f}"
    canvas.add("path", d=f"M{x2:.2f} {y2:.2f}{left}{right}z", fill=colour)


# -------------------------------------------------------------------------------------------------------------- wounds


def _draw_wounds(canvas: Canvas, step: Step) -> None:
    """How many wounds each figure has suffered or lost in a step; a cross where one went out of action."""
    change: dict[int, int] = {}
    for event in step.events:
        if event[0] in (E_WOUNDED, E_HEALED):
            sign = -1 if event[0] == E_WOUNDED else 1
            change[event[1]] = change.get(event[1], 0) + sign * event[2]
        elif event[0] == E_OUT_OF_ACTION:
            _draw_end(canvas, step, event[1])
    for figure, many in change.items():
        base = _base_in(step, figure)
        if base is not None and many:
            far = canvas.size(base.side) / 2
            x, y = canvas.x(base.x) - far, canvas.y(base.y) - far
            colour = HIDDEN if many < 0 else HEALED
            canvas.add("circle", cx=x, cy=y, r=10, fill=colour, stroke="#ffffff", stroke_width=1.4)
            words = f"{'−' if many < 0 else '+'}{abs(many)}"
            canvas.text(x, y + 4.2, words, text_anchor="middle", font_size=12, font_weight="700", fill="#ffffff")


def _base_in(step: Step, figure: int) -> Base | None:
    for state in (step.after, step.before):
        if state.status[figure] == IN_PLAY:
            return state.base(figure)
    return None


def _draw_end(canvas: Canvas, step: Step, figure: int) -> None:
    """A ghost and a cross where a figure stood last."""
    if step.before.status[figure] != IN_PLAY:
        return
    base = step.before.base(figure)
    draw_base(canvas, base, step.before.owner[figure], is_pale=True, is_ghost=True)
    x, y, far = canvas.x(base.x), canvas.y(base.y), canvas.size(base.side) / 2
    cross = f"M{x - far:.2f} {y - far:.2f}l{2 * far:.2f} {2 * far:.2f}m0 {-2 * far:.2f}l{-2 * far:.2f} {2 * far:.2f}"
    canvas.add("path", d=cross, stroke=HIDDEN, stroke_width=3, stroke_linecap="round")

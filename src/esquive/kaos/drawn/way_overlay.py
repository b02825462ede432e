"""How a figure gets to a place, drawn with whoever may strike it on its way, where, and how likely it is hit there.

    way KNIGHT 30,25            the shortest way there, as far as a run goes

Who intercepts is told where the figure may be planned for now, each strike by itself, against the best that the figure
can do about it [Kaos K31.1].
"""

from fractions import Fraction
from typing import Final

from esquive.core.grammar import percent
from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import goes, path_of
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.drawn.canvas import Canvas
from esquive.kaos.drawn.passages import HIDDEN, Mark, Note, draw_passage
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.geometry.paths import Passage, base_at
from esquive.kaos.geometry.shapes import Point
from esquive.kaos.geometry.shortest_ways import to
from esquive.kaos.proposals.places import fitted
from esquive.kaos.spoken.hit_chances import chance_of
from esquive.kaos.spoken.odds_counting import ODDS
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ACTIVATE, ALONG, BEFORE, INTERCEPT, MOMENT_NAMES, RUN, WALK, Interception, Plan
from esquive.kaos.table.state import State
from esquive.kaos.written.names import means_names
from esquive.kaos.written.path_notation import parse_point

MOST: Final = 24  # interceptions that are told
MOST_LET_BE: Final = 20  # decisions before the interceptions


def draw_way(canvas: Canvas, state: State, mark: Mark) -> list[Note]:
    """The way, what it costs, and who may strike it."""
    figure = state.names.index(mark[1])
    legs, made = shortest(state, figure, parse_point(mark[2], " ".join(mark)))
    notes = draw_passage(canvas, state, figure, made)
    if not goes(legs):
        x, y = canvas.at((made.start.x, made.start.y))
        notes.append(Note(x, y, "no way", HIDDEN, f"{mark[1]} gets no nearer to {mark[2]}"))
    for one, hits in interceptions(state, figure, legs, made):
        base = made.end if one.moment == answers.AFTER else base_at(made, 0 if one.moment == BEFORE else one.distance)
        canvas.line((state.x[one.figure], state.y[one.figure]), (base.x, base.y), stroke=HIDDEN, stroke_width=1.4)
        x, y = canvas.at((base.x, base.y))
        canvas.add("circle", cx=x, cy=y, r=4.5, fill="none", stroke=HIDDEN, stroke_width=2)
        names = means_names(state, one.figure)
        means = next((name for name, number in names.items() if number == one.means), "")
        when = "on the way" if one.moment == ALONG else f"{MOMENT_NAMES[one.moment]} the move"
        striker, share = state.names[one.figure], percent(float(hits) * 100, "en")
        notes.append(Note(x, y, f"{striker} {share}", HIDDEN, f"{striker} with {means}, {when}: hits {share}"))
    return notes


def shortest(state: State, figure: int, goal: Point) -> tuple[list[Leg], Passage]:
    """The shortest way of a figure towards a place, as far as a run goes, and the passage it makes."""
    base, limit = state.base(figure), 2 * move_of(state, figure)
    keywords, others = state.card(figure).keywords, state.others(figure)
    line = to(state.table, base, goal, others, limit, bool(keywords & CLIMBER), bool(keywords & FLYING))
    return fitted(state, figure, base, line, limit) if line else ([], path_of(state, figure, base, []))


def interceptions(state: State, figure: int, legs: list[Leg], made: Passage) -> list[tuple[Interception, Fraction]]:
    """Who may strike a figure on a way, and how likely it hits; none where the figure may not be planned for now."""
    is_walk = made.cost <= move_of(state, figure)
    answer = Plan(WALK if is_walk else RUN, legs, []).answer()
    asked = _asked(state, figure, answer) if goes(legs) else None
    if asked is None or not isinstance(asked.waiting, Decision):
        return []
    found: list[tuple[Interception, Fraction]] = []
    for option in asked.waiting.proposals(MOST):
        if answers.verb_of(option) != INTERCEPT:
            continue
        one = Interception.read(option)
        chance = chance_of(asked, option, one.figure, is_answered=False)
        if chance is not None:
            found.append((one, chance.of(one.figure)))
    return found


def _asked(state: State, figure: int, plan: int) -> State | None:
    """The position in which the other player may intercept a plan; None where it does not come to that."""
    waiting = state.waiting
    after = state.copy()
    after.log = None
    if isinstance(waiting, Decision) and waiting.kind in ("initiative", "activate"):
        option = answers.pack_one(ACTIVATE, figure)
        if waiting.refusal(option) is not None:
            return None
        after.apply(option)
    is_planned = False
    for _ in range(MOST_LET_BE):
        asked = after.waiting
        if not isinstance(asked, Decision):
            return None
        if asked.kind == "intercept":
            return after if is_planned else None
        if asked.kind == "plan" and not is_planned:
            if after.active != figure or asked.refusal(plan) is not None:
                return None
            after.apply(plan)
            is_planned = True
            continue
        forced = ODDS.forced(after, asked)
        if forced is None:
            return None
        after.apply(forced)
    return None

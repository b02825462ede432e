"""A path in the making: cut to what is possible and affordable, drawn to what is near, judged, and what it leads to.

A hand drags a figure along way points and is told at once how far that gets, what each stretch costs, what is in the
way, and the line that answers with it. Nothing here decides anything: paths are walked by `book.movement`, lines judged
by the decision that is waited for.
"""

import re
from collections.abc import Iterator
from math import isqrt
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.means import is_melee, spell_of, weapons_and_spells
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import LEAST, affordable, allowance_condition, goes, path_condition, path_of
from esquive.kaos.book.moves import REASONS, MoveChoiceFrame
from esquive.kaos.book.plans import RUNNING, SIMPLE_MOVE, may_declare
from esquive.kaos.book.pools import CONTACT
from esquive.kaos.book.reach import may_attack
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.obstacles import obstacle
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.planar import nearest
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.units import CM, DEGREE, SLACK, TURN as WHOLE_TURN, parse_length
from esquive.kaos.geometry.walks import STRETCH_NAMES
from esquive.kaos.geometry.ways import way
from esquive.kaos.proposals.places import TOUCH, is_affordable, plain, shortened, towards
from esquive.kaos.table import answers
from esquive.kaos.table.answers import CAST, CHARGE, PLAN_NAMES, RUN, SEARCH, SHOOT, STAY, STRIKE, WALK, Plan
from esquive.kaos.table.state import NONE, State
from esquive.kaos.text.asking import Asking, number_of_angle, place, spot
from esquive.kaos.text.bearings import spoken
from esquive.kaos.text.documents.inline_cards import number_of
from esquive.kaos.text.draft_shapes import (
    DraftLeg,
    DraftPath,
    Near,
    TriedFall,
    TriedPath,
    TriedProblem,
    TriedStretch,
)
from esquive.kaos.text.notation import format_answer
from esquive.kaos.text.shapes import KaosOption, Place
from esquive.kaos.text.wording import Wording

NEAR: Final = CM // 2  # how near an end comes to what it is drawn to
MELEE: Final = 25 * CM // 10
FINEST: Final = CM // 100  # to which a hand is exact
MOST_ACTIONS: Final = 14
MOST_CUTS: Final = 24
LEG_KINDS: Final = {"go": GO, "jump": JUMP, "face": TURN}
PACES: Final = {"walk": WALK, "run": RUN, "charge": CHARGE}


def is_moved_by_hand(state: State) -> bool:
    """Whether what is waited for is a path: a plan, or a move that was not declared."""
    waiting = state.waiting
    top = state.stack[-1] if state.stack else None
    if not isinstance(waiting, Decision):
        return False
    return isinstance(top, MoveChoiceFrame) or (isinstance(top, ActivationFrame) and waiting.kind == "plan")


class Hand:
    """Moves the figure that is asked to move, in one position and language."""

    def __init__(self, wording: Wording, seat: int) -> None:
        state = wording.state
        waiting = state.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat or not is_moved_by_hand(state):
            raise NotationError("nobody is asked where a figure goes", "path", "wait until one of your figures moves")
        top = state.stack[-1]
        assert isinstance(top, ActivationFrame | MoveChoiceFrame)
        self.state = state
        self.wording = wording
        self.waiting = waiting
        self.figure: int = top.figure
        self.top = top
        self.start = state.base(top.figure)
        self.simple = move_of(state, top.figure)

    # ----------------------------------------------------------------------------------------------------------- limits

    def most(self, pace: str) -> int:
        """How much movement may be spent, in micrometres."""
        if isinstance(self.top, MoveChoiceFrame):
            return self.top.limit
        return self.simple if pace == "walk" else 2 * self.simple

    def kind(self, pace: str, legs: list[Leg], made: Passage) -> int:
        """The kind of plan that goes along a path."""
        if not goes(legs):
            return STAY
        if pace:
            return PACES[pace]
        return WALK if is_affordable(made, self.simple) else RUN

    def path(self, legs: list[Leg]) -> Passage:
        """The path the figure walks from where it stands."""
        return path_of(self.state, self.figure, self.start, legs)

    # ------------------------------------------------------------------------------------------------------------- all

    def try_out(self, draft: DraftPath) -> TriedPath:
        """What a path comes to."""
        most = self.most(draft.pace)
        wanted = self.read(draft.legs)
        made = self.path(wanted)
        legs, problem = wanted, self.barred(made)
        if made.problem is not None:
            legs, made = self.up_to_problem(legs, made)
        if not is_affordable(made, most):
            dear = made
            legs, made = self.within(legs, made, most)
            problem = self.too_dear(dear, made, most, draft.pace)
        if legs != wanted:
            legs, made = self.turned_at_last(legs, made, wanted, most)
        drawn: tuple[Near, int] = ("", NONE)
        if made.fall is None:
            legs, made, drawn = self.drawn_to(legs, made, most, can_shift=draft.snap and problem is None)
        if problem is not None and problem.kind == "path-figure" and drawn[0] == "contact":
            problem = None  # who is walked up to is not in the way
        kind = self.kind(draft.pace, legs, made)
        actions: list[KaosOption] = []
        if draft.settled or kind == CHARGE:
            actions = self.actions(legs, made, kind)
        line, failing = self.judged(legs, kind, actions)
        return TriedPath(
            pace="move" if isinstance(self.top, MoveChoiceFrame) else PLAN_NAMES[kind],
            legs=[self.told_leg(leg) for leg in legs],
            stretches=[
                TriedStretch(
                    how=STRETCH_NAMES[one.kind],
                    start=place(*one.start),
                    end=place(*one.end),
                    length=number_of(one.length),
                    cost=number_of(one.cost),
                    difficult=one.is_difficult,
                )
                for one in made.pieces
            ],
            length=number_of(made.length),
            cost=number_of(made.cost),
            simple=number_of(min(self.simple, most)),
            most=number_of(most),
            end=spot(made.end),
            line=line,
            legal=failing is None,
            snapped=drawn[0],
            to=self.state.names[drawn[1]] if drawn[1] != NONE else None,
            problem=problem or (None if failing is None else self.told(failing)),
            fall=self.fall(made),
            actions=actions,
        )

    def read(self, legs: list[DraftLeg]) -> list[Leg]:
        """The legs as answers hold them, but for those that lead nowhere."""
        found: list[Leg] = []
        x, y, facing = self.start.x, self.start.y, self.start.facing
        for leg in legs:
            if leg.leg == "face":
                angle = round(leg.facing * DEGREE) % WHOLE_TURN
                if angle != facing:
                    found.append(Leg(TURN, 0, 0, angle))
                    facing = angle
                continue
            to_x, to_y = round(leg.x * CM), round(leg.y * CM)
            if leg.leg == "way":
                found += self.way(found, (to_x, to_y))
                x, y, facing = to_x, to_y, self.path(found).end.facing
            elif (to_x, to_y) != (x, y):
                found.append(Leg(LEG_KINDS[leg.leg], to_x, to_y, 0))
                x, y = to_x, to_y
        return found

    def way(self, legs: list[Leg], goal: Point) -> list[Leg]:
        """The legs of the shortest way to a point, round what is in between, from the end of others [Kaos K27.4]."""
        made, keywords = self.path(legs), self.state.card(self.figure).keywords
        others = self.state.others(self.figure)
        return plain(way(self.state.table, made.end, goal, others, bool(keywords & CLIMBER), bool(keywords & FLYING)))

    def told_leg(self, leg: Leg) -> DraftLeg:
        """A leg as clients are told it."""
        if leg.kind == TURN:
            return DraftLeg(leg="face", facing=number_of_angle(leg.facing))
        return DraftLeg(leg="jump" if leg.kind == JUMP else "go", x=number_of(leg.x), y=number_of(leg.y))

    # ------------------------------------------------------------------------------------------------------------ cuts

    def barred(self, made: Passage) -> TriedProblem | None:
        """What is in the way of the path that was wanted, or None."""
        if made.problem is None:
            return None
        condition = path_condition(self.state, self.figure, made)
        return self.told(condition, place(made.problem.at[0], made.problem.at[1], made.end.z))

    def too_dear(self, dear: Passage, made: Passage, most: int, pace: str) -> TriedProblem:
        """What a path would have cost that was cut to what can be afforded, told where it ends now."""
        clause = SIMPLE_MOVE if pace == "walk" else RUNNING
        if isinstance(self.top, MoveChoiceFrame):
            clause = REASONS[self.top.reason][1]
        condition = allowance_condition(self.state, self.figure, dear.cost, dear.length, most, clause)
        return self.told(condition, place(made.end.x, made.end.y, made.end.z))

    def told(self, condition: Condition, at: Place | None = None) -> TriedProblem:
        """A condition that fails as clients are told it: figures by their names, lengths to a millimetre."""
        wording, facts = self.wording, condition.facts
        sentence = wording.condition(condition)
        for name, value in facts.items():
            if name == "at" and at is not None:
                sentence = sentence.replace(
                    str(value), wording.point(spoken(_of(at.x), wording), spoken(_of(at.y), wording))
                )
            elif name in ("cost", "limit", "straight", "wanted"):
                told = wording.length(str(value))
                sentence = sentence.replace(f"{told} cm", f"{spoken(parse_length(str(value)), wording)} cm")
            elif value in self.state.names:
                told = wording.figure(self.state.names.index(value))
                sentence = re.sub(rf"(?<![\w-]){re.escape(value)}(?![\w-])", told, sentence)
        return TriedProblem(kind=condition.kind, clauses=list(condition.clauses), sentence=sentence, at=at)

    def up_to_problem(self, legs: list[Leg], made: Passage) -> tuple[list[Leg], Passage]:
        """The path as far as it can be walked; see `movement.walkable`."""
        problem = made.problem
        assert problem is not None
        leg, whole = legs[problem.leg], legs[: problem.leg]
        if leg.kind == GO:
            tried = [*whole, Leg(GO, problem.at[0], problem.at[1], 0)]
            short = self.path(tried)
            if short.problem is None and short.length > self.path(whole).length + SLACK:
                return tried, short
        while whole:
            short = self.path(whole)
            if short.problem is None:
                return whole, short
            whole = whole[:-1]
        return [], self.path([])

    def within(self, legs: list[Leg], made: Passage, most: int) -> tuple[list[Leg], Passage]:
        """The path as far as movement reaches, earlier where it would end on no footing."""
        far = affordable(made, most, LEAST if most > 0 else 0)
        for _ in range(MOST_CUTS):
            if far <= 0:
                break
            tried = shortened(made, legs, far)
            short = self.path(tried)
            if short.problem is not None or short.fall is not None:
                far -= CM // 2
            elif not is_affordable(short, most):
                far -= short.cost - most
            else:
                return tried, short
        return [], self.path([])

    def turned_at_last(self, legs: list[Leg], made: Passage, wanted: list[Leg], most: int) -> tuple[list[Leg], Passage]:
        """A path that was cut, with the turn at the end of what was wanted if there is room for it."""
        last = wanted[-1]
        if last.kind != TURN or (legs and legs[-1] == last):
            return legs, made
        tried = [*legs[:-1], last] if legs and legs[-1].kind == TURN else [*legs, last]
        turned = self.path(tried)
        return (tried, turned) if turned.problem is None and is_affordable(turned, most) else (legs, made)

    # ---------------------------------------------------------------------------------------------------------- snaps

    def drawn_to(
        self, legs: list[Leg], made: Passage, most: int, *, can_shift: bool
    ) -> tuple[list[Leg], Passage, tuple[Near, int]]:
        """The path with its end drawn to what is near, and what that is: a word of TriedPath, and a figure or NONE."""
        last = max((number for number, leg in enumerate(legs) if leg.kind == GO), default=-1)
        for what, figure, (dx, dy) in self.near(made.end):
            if (dx, dy) == (0, 0):
                return legs, made, (what, figure)
            if can_shift and last >= 0 and all(leg.kind == TURN for leg in legs[last + 1 :]):
                end = made.end
                tried = [*legs[:last], Leg(GO, end.x + dx, end.y + dy, 0), *legs[last + 1 :]]
                shifted = self.path(tried)
                if shifted.problem is None and shifted.fall is None and is_affordable(shifted, most):
                    return tried, shifted, (what, figure)
        return legs, made, ("", NONE)

    def near(self, end: Base) -> Iterator[tuple[Near, int, Point]]:
        """What the end of a path may be drawn to, and by how much: contact first, then 2.5 cm, then corners."""
        state = self.state
        rings: list[tuple[Near, int, Point]] = []
        for other in state.in_play():
            there = state.base(other)
            far = NEAR + MELEE + end.reach + there.reach
            if other == self.figure or (end.x - there.x) ** 2 + (end.y - there.y) ** 2 > far * far:
                continue
            gap = distance(state.table, end, there)
            if gap <= CONTACT:
                yield "contact", other, (0, 0)
            elif gap <= NEAR:
                yield "contact", other, _step(end, there, gap - TOUCH)
            elif abs(gap - MELEE) <= NEAR and state.owner[other] != state.owner[self.figure]:
                rings.append(("melee", other, _step(end, there, gap - MELEE) if abs(gap - MELEE) > FINEST else (0, 0)))
        yield from rings
        yield from self.corners(end)

    def corners(self, end: Base) -> Iterator[tuple[Near, int, Point]]:
        """The corners near by, of scenery and of figures, that a way goes closest round."""
        shapes = [part for piece in self.state.table.pieces if _is_by(piece.box, end) for part in piece.parts]
        shapes += [one.corners for one in self.state.others(self.figure) if _is_by(_box(one), end)]
        found = [
            ((x - end.x) ** 2 + (y - end.y) ** 2, x - end.x, y - end.y)
            for shape in shapes
            for x, y in obstacle(shape, end.facing, end.side).outline
        ]
        for far, dx, dy in sorted(found):
            if far <= NEAR * NEAR:
                yield "corner", NONE, (dx, dy)

    # -------------------------------------------------------------------------------------------------------- judging

    def judged(self, legs: list[Leg], kind: int, found: list[KaosOption]) -> tuple[str, Condition | None]:
        """The line that answers with a path, and the first of its conditions that fails; a charge strikes somebody."""
        if isinstance(self.top, MoveChoiceFrame):
            answer = answers.move(legs)
        elif kind == CHARGE:
            if found:
                return found[0].do, None
            weapon = next(iter(weapons_and_spells(self.state.card(self.figure))), answers.NO_MEANS)
            target = next(iter(self.targets(self.path(legs).end)), NONE)
            answer = Plan(CHARGE, legs, [], STRIKE, weapon, target).answer()
        else:
            answer = Plan(kind, legs, []).answer()
        conditions = self.waiting.conditions(answer)
        return format_answer(self.state, answer), next((one for one in conditions if not one.holds), None)

    def targets(self, end: Base) -> list[int]:
        """The other figures in play, enemies first, the nearest first."""
        state = self.state
        own = state.owner[self.figure]
        return sorted(
            (one for one in state.in_play() if one != self.figure),
            key=lambda one: (state.owner[one] == own, distance(state.table, end, state.base(one)), one),
        )

    def actions(self, legs: list[Leg], made: Passage, kind: int) -> list[KaosOption]:
        """What can be done from the end of a path, as it faces or turning to whom it is done to; the nearest first."""
        if isinstance(self.top, MoveChoiceFrame) or made.problem is not None or made.fall is not None:
            return []
        if kind == RUN:
            kind = CHARGE
        state, figure, asking = self.state, self.figure, Asking(self.waiting, self.wording)
        found: list[KaosOption] = []
        for target in self.targets(made.end):
            there, others = state.base(target), state.others(figure, target)
            turned, end = self.faced(legs, made, target)
            for means in weapons_and_spells(state.card(figure)):
                for tried, base in ((legs, made.end), (turned, end)):
                    action = _action(state, figure, means)
                    if (kind == CHARGE and action != STRIKE) or len(found) >= MOST_ACTIONS:
                        break
                    if not may_attack(state, figure, base, means, target, there, others):
                        continue
                    plan = Plan(kind, tried, [], action, means, target)
                    if may_declare(state, figure, plan):
                        found.append(asking.option(plan.answer()))
                        break
        search = Plan(kind, legs, [], SEARCH)
        if kind in (STAY, WALK) and may_declare(state, figure, search):
            found.append(asking.option(search.answer()))
        return found

    def faced(self, legs: list[Leg], made: Passage, target: int) -> tuple[list[Leg], Base]:
        """The path with a turn to somebody at its end, where there is room for it; else as it is."""
        facing = towards(made.end, self.state.base(target))
        bare = legs[:-1] if legs and legs[-1].kind == TURN else legs
        tried = [*bare, Leg(TURN, 0, 0, facing)]
        turned = self.path(tried)
        return (legs, made.end) if turned.problem is not None or turned.fall is not None else (tried, turned.end)

    def fall(self, made: Passage) -> TriedFall | None:
        """The fall at the end of a path, if there is one."""
        if made.fall is None:
            return None
        at = place(*made.fall.at)
        return TriedFall(at=at, drop=number_of(made.fall.drop), landing=spot(made.fall.landing))


def _of(number: float) -> int:
    """Centimetres as clients are told them in micrometres."""
    return round(number * CM)


def _action(state: State, figure: int, means: int) -> int:
    if spell_of(state.card(figure), means) is not None:
        return CAST
    return STRIKE if is_melee(state.card(figure), means) else SHOOT


def _step(end: Base, other: Base, far: int) -> Point:
    """A step from one base straight towards another one, away from it where it is less than nothing."""
    (ax, ay), (bx, by) = nearest(end, other)
    length = max(isqrt((bx - ax) ** 2 + (by - ay) ** 2), 1)
    return (bx - ax) * far // length, (by - ay) * far // length


def _box(base: Base) -> tuple[int, int, int, int]:
    return base.x - base.reach, base.y - base.reach, base.x + base.reach, base.y + base.reach


def _is_by(box: tuple[int, int, int, int], base: Base) -> bool:
    far = base.reach + NEAR
    return box[0] - far < base.x < box[2] + far and box[1] - far < base.y < box[3] + far

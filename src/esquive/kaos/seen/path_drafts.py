"""A path in the making: cut to what is possible and affordable, drawn to what is near, judged, and what it leads to.

A hand drags a figure along way points and is told at once how far that gets, what each stretch costs, what is in the
way, and the line that answers with it. Nothing here decides anything: paths are walked by `book.movement`, lines judged
by the decision that is waited for.
"""

from collections.abc import Iterator
from math import isqrt
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.frames import on_top
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.means import weapons_and_spells
from esquive.kaos.book.modifiers import is_immobilised, move_of
from esquive.kaos.book.movement import (
    LEAST,
    affordable,
    allowance_condition,
    are_sane,
    goes,
    is_allowed,
    path_condition,
    path_of,
)
from esquive.kaos.book.moves import REASONS, MoveChoiceFrame
from esquive.kaos.book.plans import RUNNING, SIMPLE_MOVE, may_split
from esquive.kaos.book.pools import CONTACT
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.obstacles import obstacle
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.planar import nearest
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.geometry.shortest_ways import way
from esquive.kaos.geometry.units import CM, DEGREE, SLACK, TURN as WHOLE_TURN
from esquive.kaos.geometry.walks import STRETCH_NAMES, Stretch
from esquive.kaos.proposals.places import TOUCH, plain, shortened
from esquive.kaos.seen.best_attack import best_attack
from esquive.kaos.seen.decisions import number_of_angle, place, spot
from esquive.kaos.seen.draft_problems import told_problem
from esquive.kaos.seen.draft_shapes import (
    DraftLeg,
    DraftPath,
    Near,
    Pace,
    TriedFall,
    TriedPath,
    TriedProblem,
    TriedStretch,
    TriedTyped,
)
from esquive.kaos.seen.path_actions import Doing, targets_from
from esquive.kaos.seen.shapes import KaosOption
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import CHARGE, NO_ACTION, PLAN_NAMES, RUN, STAY, STRIKE, WALK, Plan
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.names import parse_figure
from esquive.kaos.written.notation import format_answer, parse_answer
from esquive.kaos.written.path_notation import path_typed

NEAR: Final = CM // 2  # how near an end comes to what it is drawn to
MELEE: Final = 25 * CM // 10
FINEST: Final = CM // 100  # to which a hand is exact
MOST_CUTS: Final = 24
SPLIT: Final = "K10.6"
LEG_KINDS: Final = {"go": GO, "jump": JUMP, "face": TURN}
PACES: Final = {"walk": WALK, "run": RUN, "charge": CHARGE}
PACE_NAMES: Final[dict[str, Pace]] = {"": "", "walk": "walk", "run": "run", "charge": "charge"}


def is_moved_by_hand(state: State) -> bool:
    """Whether what is waited for is a path: a plan, or a move that was not declared."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        return False
    is_plan = waiting.kind == "plan" and on_top(state, ActivationFrame) is not None
    return is_plan or on_top(state, MoveChoiceFrame) is not None


class Hand:
    """Moves the figure that is asked to move, in one position and language."""

    def __init__(self, wording: Wording, seat: int) -> None:
        state = wording.state
        waiting = state.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat or not is_moved_by_hand(state):
            raise NotationError("nobody is asked where a figure goes", "path", "wait until one of your figures moves")
        self.undeclared = on_top(state, MoveChoiceFrame)  # a move that nobody planned
        top = self.undeclared or on_top(state, ActivationFrame)
        assert top is not None, "a move or a plan is asked for"
        self.state = state
        self.wording = wording
        self.waiting = waiting
        self.figure: int = top.figure
        self.start = state.base(top.figure)
        self.simple = move_of(state, top.figure)
        self.before: Plan | None = None  # a plan whose move goes on after its action, with what it has cost by then
        self.gone = self.path([])

    # ----------------------------------------------------------------------------------------------------------- limits

    def most(self, pace: str) -> int:
        """How much movement may be spent, in micrometres: both parts of a split move cost a simple one at most."""
        if self.undeclared is not None:
            return self.undeclared.limit
        return self.simple if pace == "walk" or self.before is not None else 2 * self.simple

    def affords(self, made: Passage, most: int) -> bool:
        """Whether a path is clear, and with what was walked before it costs no more than may be spent [Kaos K10.13]."""
        cost, length = self.gone.cost + made.cost, self.gone.length + made.length
        return made.problem is None and is_allowed(cost, length, most)

    def kind(self, pace: str, legs: list[Leg], made: Passage) -> int:
        """The kind of plan that goes along a path."""
        if self.before is not None:
            return WALK if goes(self.before.first + legs) else STAY
        if not goes(legs):
            return STAY
        if pace:
            return PACES[pace]
        return WALK if self.affords(made, self.simple) else RUN

    def path(self, legs: list[Leg]) -> Passage:
        """The path the figure walks from where it stands."""
        return path_of(self.state, self.figure, self.start, legs)

    # ------------------------------------------------------------------------------------------------------------- all

    def try_out(self, draft: DraftPath) -> TriedPath:
        """What a path comes to."""
        if draft.after:
            self.go_on(draft.after)
        most = self.most(draft.pace)
        wanted = self.read(draft.legs)
        made = self.path(wanted)
        legs, problem = wanted, self.barred(made)
        if made.problem is not None:
            legs, made = self.up_to_problem(legs, made)
        if not self.affords(made, most):
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
        plans: list[Plan] = []
        attack: Plan | None = None
        doing = Doing(self.waiting, self.wording, self.figure)
        barred: TriedProblem | None = None
        if (draft.settled or draft.onto or kind == CHARGE) and self.before is None and self.undeclared is None:
            plans = doing.plans(legs, made, kind)
            attack = self.attack_on(draft.onto, plans) if draft.onto else None
            barred = self.why_no_attack(draft.onto, legs, made) if draft.onto and attack is None else None
        if attack is not None:
            if attack not in plans:
                legs, made, kind, drawn = attack.first, self.path(attack.first), attack.kind, ("", NONE)
                plans = doing.plans(legs, made, kind)
            plans = [attack, *(plan for plan in plans if plan.answer() != attack.answer())]
            problem = None
        actions = doing.told(plans)
        line, failing = self.judged(legs, kind, actions)
        return TriedPath(
            pace="move" if self.undeclared is not None else PLAN_NAMES[kind],
            legs=[self.told_leg(leg) for leg in legs],
            stretches=[told_stretch(one) for one in (*self.gone.pieces, *made.pieces)],
            length=number_of(self.gone.length + made.length),
            cost=number_of(self.gone.cost + made.cost),
            simple=number_of(min(self.simple, most)),
            most=number_of(most),
            end=spot(made.end),
            line=line,
            legal=failing is None,
            snapped=drawn[0],
            to=self.state.names[drawn[1]] if drawn[1] != NONE else None,
            problem=problem or (None if failing is None else told_problem(self.wording, failing)),
            fall=self.fall(made),
            actions=actions,
            attack=actions[0].do if attack is not None else "",
            no_attack=barred,
            splits=[one.do for one in actions if self.may_go_on(one.do, made)],
            acts_at=None if self.before is None else spot(self.start),
        )

    def attack_on(self, onto: str, plans: list[Plan]) -> Plan | None:
        """The best attack on an enemy that the base was put down on, if there is any."""
        target = parse_figure(self.state, onto, onto)
        if target not in self.state.in_play(1 - self.state.owner[self.figure]):
            return None
        return best_attack(self.state, self.figure, target, plans)

    def why_no_attack(self, onto: str, legs: list[Leg], made: Passage) -> TriedProblem | None:
        """What keeps an enemy from being attacked from where a simple move along the path gets; None for no enemy.

        Of the weapons and spells the one that gets farthest in the conditions of its plan.
        """
        target = parse_figure(self.state, onto, onto)
        if target not in self.state.in_play(1 - self.state.owner[self.figure]):
            return None
        walked, there = (legs, made) if self.affords(made, self.simple) else self.within(legs, made, self.simple)
        doing = Doing(self.waiting, self.wording, self.figure)
        turned, _ = doing.faced(walked, there, target)
        kind = WALK if goes(turned) else STAY
        best: tuple[int, Condition] | None = None
        for means in weapons_and_spells(self.state.card(self.figure)):
            answer = Plan(kind, turned, [], doing.action(means), means, target).answer()
            conditions = self.waiting.conditions(answer)
            failing = next(((number, one) for number, one in enumerate(conditions) if not one.holds), None)
            if failing is not None and (best is None or failing[0] > best[0]):
                best = failing
        return None if best is None else told_problem(self.wording, best[1])

    # ------------------------------------------------------------------------------------------------------ split moves

    def go_on(self, line: str) -> None:
        """The path is the second part of a move: from where a plan acts, with what is left to spend [Kaos K10.6]."""
        plan = answers.plan_of(parse_answer(self.state, line))
        is_split = plan is not None and plan.action != NO_ACTION and are_sane(plan.first)
        if plan is None or not is_split or self.undeclared is not None:
            raise NotationError("{line!r} has no action", "after", "give the line of a plan with its action", line=line)
        self.before = Plan(plan.kind, plan.first, [], plan.action, plan.means, plan.target, plan.x, plan.y)
        self.gone = self.path(plan.first)
        self.start = self.gone.end

    def gone_before(self, figure: str, line: str) -> Passage:
        """The first part of a figure's split move, as far as where its plan acts; see `go_on`."""
        if parse_figure(self.state, figure, figure) != self.figure:
            raise NotationError(
                "{figure!r} is not asked where it goes", figure, "name the figure that moves", figure=figure
            )
        self.go_on(line)
        return self.gone

    def may_go_on(self, line: str, made: Passage) -> bool:
        """Whether a figure may walk on after the action of a line [Kaos K10.7]; some movement must be left."""
        plan = answers.plan_of(parse_answer(self.state, line))
        if plan is None or plan.kind not in (STAY, WALK) or is_immobilised(self.state, self.figure):
            return False
        return may_split(self.state, self.figure, plan) and self.affords(made, self.simple - FINEST)

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

    def typed(self, line: str) -> TriedTyped:
        """What a line that is being typed says of a path."""
        found = path_typed(line)
        if found is None:
            return TriedTyped(is_path=False)
        pace, legs, after = found
        return TriedTyped(is_path=True, pace=PACE_NAMES[pace], legs=[self.told_leg(leg) for leg in legs], after=after)

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
        return told_problem(self.wording, condition, place(made.problem.at[0], made.problem.at[1], made.end.z))

    def too_dear(self, dear: Passage, made: Passage, most: int, pace: str) -> TriedProblem:
        """What a path would have cost that was cut to what can be afforded, told where it ends now."""
        clause = SIMPLE_MOVE if pace == "walk" else RUNNING
        if self.undeclared is not None:
            clause = REASONS[self.undeclared.reason][1]
        if self.before is not None:
            clause = SPLIT
        cost, length = self.gone.cost + dear.cost, self.gone.length + dear.length
        condition = allowance_condition(self.state, self.figure, cost, length, most, clause)
        return told_problem(self.wording, condition, place(made.end.x, made.end.y, made.end.z))

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
        left, least = most - self.gone.cost, LEAST - self.gone.length
        far = affordable(made, left, max(least, 0) if most > 0 else 0)
        for _ in range(MOST_CUTS):
            if far <= 0:
                break
            tried = shortened(made, legs, far)
            short = self.path(tried)
            if short.problem is not None or short.fall is not None:
                far -= CM // 2
            elif not self.affords(short, most):
                far -= short.cost - left
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
        return (tried, turned) if turned.problem is None and self.affords(turned, most) else (legs, made)

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
                if shifted.problem is None and shifted.fall is None and self.affords(shifted, most):
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
        if self.undeclared is not None:
            answer = answers.move(legs)
        elif self.before is not None:
            done = self.before
            answer = Plan(kind, done.first, legs, done.action, done.means, done.target, done.x, done.y).answer()
        elif kind == CHARGE:
            if found:
                return found[0].do, None
            weapon = next(iter(weapons_and_spells(self.state.card(self.figure))), answers.NO_MEANS)
            target = next(iter(targets_from(self.state, self.figure, self.path(legs).end)), NONE)
            answer = Plan(CHARGE, legs, [], STRIKE, weapon, target).answer()
        else:
            answer = Plan(kind, legs, []).answer()
        conditions = self.waiting.conditions(answer)
        return format_answer(self.state, answer), next((one for one in conditions if not one.holds), None)

    def fall(self, made: Passage) -> TriedFall | None:
        """The fall at the end of a path, if there is one."""
        if made.fall is None:
            return None
        at = place(*made.fall.at)
        return TriedFall(at=at, drop=number_of(made.fall.drop), landing=spot(made.fall.landing))


def told_stretch(one: Stretch) -> TriedStretch:
    """A stretch of a path as clients are told it."""
    return TriedStretch(
        how=STRETCH_NAMES[one.kind],
        start=place(*one.start),
        end=place(*one.end),
        length=number_of(one.length),
        cost=number_of(one.cost),
        difficult=one.is_difficult,
    )


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

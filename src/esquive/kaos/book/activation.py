"""A figure's turn: declared in full, answered in full, then resolved in order [Kaos K20.1] [Kaos K20.9] [Kaos K20.15].

Free skills and shots "before", the move with the strikes that meet it, the action against the reaction, the end of the
move, shots "after", the moves of those that intercepted, free skills "after".
"""

from functools import lru_cache
from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import OpenFrame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.kaos.book import means as of
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.defences import Attack, riposte_dice
from esquive.kaos.book.exchange import attack_found_possible
from esquive.kaos.book.flight import (
    begin_flight,
    end_of_run,
    flight_along,
    flight_legs,
    flight_path,
    is_at_the_edge,
    is_fleeing,
    leave_table,
    plays_on,
)
from esquive.kaos.book.interceptions import Route, interception_conditions, interceptions_by, strikers_against
from esquive.kaos.book.means import is_close
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised, move_of
from esquive.kaos.book.movement import LEAST, canonical, goes, path_of, way_of
from esquive.kaos.book.moves import MOVE_AFTER_INTERCEPTION
from esquive.kaos.book.plans import flags_of, is_attack, limit_of, plan_conditions, plan_readable
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.striking import StrikeFrame
from esquive.kaos.book.uses import UseFrame
from esquive.kaos.book.walking import WalkFrame
from esquive.kaos.book.windows import AFTER_ACTION, AFTER_MOVE, BEFORE_ACTION, BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.book.wounds import offer_move
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.geometry.units import TOLERANCE
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    AFTER,
    ALONG,
    BEFORE,
    CHARGE,
    FLEE,
    FLIGHT,
    NO_ACTION,
    NO_MEANS,
    NO_REACTION,
    RIPOSTE,
    SEARCH,
    USE_SKILL,
    Interception,
    Plan,
    interceptions_in,
    plan_from,
    plan_of,
)
from esquive.kaos.table.events import E_ACTIVATED, E_DECLARED, E_MISSED, E_SEARCHING
from esquive.kaos.table.state import IN_PLAY, NONE, State

PLAN: Final = 0
REACT: Final = 1
INTERCEPT: Final = 2
WINDOW_BEFORE: Final = 3
FLY: Final = 4
SHOTS_BEFORE: Final = 5
FIRST_MOVE: Final = 6
WINDOW_MOVED: Final = 7
ACT: Final = 8
WINDOW_ACTED: Final = 9
SECOND_MOVE: Final = 10
WINDOW_MOVED_AGAIN: Final = 11
SHOTS_AFTER: Final = 12
FOLLOW: Final = 13
END: Final = 14
WINDOWS: Final = (WINDOW_BEFORE, WINDOW_MOVED, WINDOW_ACTED, WINDOW_MOVED_AGAIN)
PLANS_KEPT: Final = 256
DONE_ANSWER: Final = answers.pack(answers.DONE, [])


@lru_cache(maxsize=PLANS_KEPT)
def plan_with(fields: tuple[int, ...]) -> Plan:
    """The plan of these fields, which are all it is made of; plans are not changed."""
    plan = plan_from(list(fields))
    assert plan is not None
    return plan


@fields
class ActivationFrame(OpenFrame[State]):
    """The turn of one figure.

    `plan`: the fields of the plan declared; `reaction`, `reaction_means`: of the figure attacked; `strikes`: the
    fields of the interceptions declared; `dice`: of a riposte fixed before the move, or NONE; `length`: of the first
    path as declared; `spent`: movement used; `line`: the straight line walked last, which a charge asks for; `next`:
    how many interceptions have been looked at in this step.
    """

    NAME = "activation"
    STEPS = (
        "plan",
        "react",
        "intercept",
        "window before",
        "fly",
        "shots before",
        "first move",
        "window moved",
        "act",
        "window acted",
        "second move",
        "window moved again",
        "shots after",
        "follow",
        "end",
    )

    figure: int
    plan: list[int] = []
    reaction: int = NO_REACTION
    reaction_means: int = NO_MEANS
    strikes: list[int] = []
    dice: int = NONE
    length: int = 0
    spent: int = 0
    line: int = 0
    next: int = 0

    def declared(self) -> Plan:
        """The plan declared."""
        return plan_with(tuple(self.plan))

    def interceptions(self) -> list[Interception]:
        """The interceptions declared, in order."""
        return interceptions_in(self.strikes)

    @property
    def has_set_out(self) -> bool:
        """Whether the figure is on its way, or its move is over: the way declared begins where it stood before."""
        return self.step > FIRST_MOVE or (self.step == FIRST_MOVE and self.next > 0)

    # --------------------------------------------------------------------------------------------------------- running

    def run(self, state: State) -> bool:
        if self.step == PLAN:
            return True
        plan = self.declared()
        stack = state.stack
        while stack[-1] is self:  # until something is put on top of it, or it is over
            if self.step == INTERCEPT:
                if self.ask_interceptions(state, plan):
                    return True
            else:
                self.go_on(state, plan)
        return False

    def go_on(self, state: State, plan: Plan) -> None:
        """One step of the turn, in the order of the book [Kaos K20.15]."""
        step = self.step
        if step in WINDOWS:
            self.open_window(state, plan)
        elif step == SHOTS_BEFORE or step == SHOTS_AFTER:
            self.shoot(state, plan, BEFORE if step == SHOTS_BEFORE else AFTER)
        elif step == REACT:
            self.ask_reaction(state, plan)
        elif step == END:
            self.end(state)
        elif step == FOLLOW:
            self.follow(state)
        elif state.status[self.figure] != IN_PLAY:
            self.go_to(FOLLOW)
        elif step == FLY:
            self.fly(state, plan)
        elif step == ACT:
            self.act(state, plan)
        else:
            self.walk(state, plan)

    def go_to(self, step: int) -> None:
        """Another step comes next."""
        self.step = step
        self.next = 0

    def declare(self, state: State, plan: Plan) -> None:
        """The plan is said, and binds: the figure is activated [Kaos K20.1] [Kaos K7.1] [Kaos K7.3]."""
        figure = self.figure
        base = state.base(figure)
        if plan.kind != FLEE:
            made = path_of(state, figure, base, plan.first)
            self.plan = plan.head() + canonical(base, plan.first) + canonical(made.end, plan.second)
            self.length = made.length
        else:
            self.plan = plan.fields()
        state.activated[figure] = 1
        state.acted[figure] = 0  # a card may have let it play again [Kaos K20.8]
        if plan.kind != FLEE:
            state.fleeing[figure] = 0  # its flight is over: it plays as any other [Kaos K27.8]
        if state.log is not None:
            state.log.append((E_ACTIVATED, figure))
            route = self.route(state)
            way, facing = way_of(route.first, route.second), route.end.facing
            state.log.append((E_DECLARED, figure, plan.kind, plan.action, plan.means, plan.target, way, facing))
        self.go_to(REACT)

    def ask_reaction(self, state: State, plan: Plan) -> None:
        """The figure attacked says what it attempts, the plan being known in full [Kaos K20.9]."""
        self.go_to(INTERCEPT)
        state.reaction, state.reaction_means = NO_REACTION, NO_MEANS
        if is_attack(plan):
            made = path_of(state, self.figure, state.base(self.figure), plan.first)
            base = made.end
            flags = flags_of(state, self.figure, plan, made.has_moved)
            state.stack.append(
                ReactionFrame(self.figure, plan.means, plan.target, base.x, base.y, base.z, base.facing, flags)
            )

    def route(self, state: State) -> Route:
        """The path declared, as the others stand now; a flight's is the way it will run."""
        return self.route_of(state, self.declared())

    def route_of(self, state: State, plan: Plan) -> Route:
        """The path of the plan declared; see `route`."""
        base = state.base(self.figure)
        if plan.kind == FLEE:
            first = (
                flight_path(state, self.figure)
                if is_fleeing(state, self.figure)
                else path_of(state, self.figure, base, [])
            )
            return Route(self.figure, first, path_of(state, self.figure, first.end, []))
        first = path_of(state, self.figure, base, plan.first)
        return Route(self.figure, first, path_of(state, self.figure, first.end, plan.second))

    def attacked(self) -> int:
        """The figure attacked by the plan, which cannot intercept, or NONE [Kaos K20.13]."""
        plan = self.declared()
        return plan.target if is_attack(plan) else NONE

    def ask_interceptions(self, state: State, plan: Plan) -> bool:
        """The defender names those that intercept, one after another [Kaos K20.13] [Kaos K20.14]."""
        if self.next == 0:
            self.reaction, self.reaction_means = state.reaction, state.reaction_means
            self.next = 1
        if self.strikes_to_declare(state, plan, True):
            return True
        self.go_to(WINDOW_BEFORE)
        return False

    def strikes_to_declare(self, state: State, plan: Plan, is_one_enough: bool) -> list[Interception]:
        """The interceptions worth listing; the first one found only, if that is enough."""
        if plan.kind != FLEE and not self.length and not plan.second:
            return []  # it stays where it is [Kaos K31.10]
        declared = self.interceptions()
        attacked = plan.target if is_attack(plan) else NONE
        strikers = strikers_against(state, self.figure, attacked, declared)
        if not strikers:
            return []
        return interceptions_by(state, strikers, self.route_of(state, plan), declared, is_one_enough)

    def open_window(self, state: State, plan: Plan) -> None:
        """Free skills and spells, before and after the move and the action there are [Kaos K35.3]."""
        is_moving = plan.kind == FLEE or self.length > 0
        if self.step == WINDOW_BEFORE:
            moment, is_one = BEFORE_MOVE if is_moving or plan.action == NO_ACTION else BEFORE_ACTION, True
        elif self.step == WINDOW_ACTED:
            moment, is_one = AFTER_ACTION, plan.action != NO_ACTION
        else:
            moment, is_one = AFTER_MOVE, is_moving if self.step == WINDOW_MOVED else goes(plan.second)
        self.go_to(self.step + 1)
        if is_one:
            state.stack.append(FreeWindowFrame(moment, self.figure))

    def fly(self, state: State, plan: Plan) -> None:
        """A figure that flees runs before its attacker arrives; a ranged riposte is fixed before it moves.

        [Kaos K27.1] [Kaos K20.10] [Ruling R233]
        """
        self.go_to(SHOTS_BEFORE if self.strikes else FIRST_MOVE)
        if not is_attack(plan) or plan.target == self.figure or state.status[plan.target] != IN_PLAY:
            return
        if self.reaction == FLIGHT and not state.activated[plan.target] and not is_immobilised(state, plan.target):
            begin_flight(state, plan.target)
        elif self.reaction == RIPOSTE:
            made = path_of(state, self.figure, state.base(self.figure), plan.first)
            flags = flags_of(state, self.figure, plan, made.has_moved)
            attack = Attack(self.figure, plan.means, plan.target, made.end, flags)
            self.dice = riposte_dice(state, attack, self.reaction_means)

    def shoot(self, state: State, plan: Plan, moment: int) -> None:
        """Shots and spells at the mover, before its move or once all of it is over [Kaos K31.6] [Kaos K31.9]."""
        for strike in self.interceptions()[self.next :] if self.strikes else ():
            self.next += 1
            if strike.moment == moment == AFTER and not state.moved[self.figure]:  # only if it moves [Kaos K31.10]
                if state.log is not None:
                    state.log.append((E_MISSED, strike.figure, self.figure, strike.means))
            elif strike.moment == moment:
                flags = of.INTERCEPTION
                if moment == BEFORE:
                    flags |= self.gives_up(state, plan)
                state.stack.append(StrikeFrame(strike.figure, strike.means, self.figure, flags))
                return
        self.go_to(self.step + 1)

    def gives_up(self, state: State, plan: Plan) -> int:
        """Whether the mover still has a declared action, which a riposte would cost it [Kaos K31.11]."""
        has_action = plan.action != NO_ACTION and not state.acted[self.figure]
        return of.GIVES_UP if has_action else 0

    # ------------------------------------------------------------------------------------------------- move and action

    def walk(self, state: State, plan: Plan) -> None:
        """The first or the second part of the move, with the strikes along it [Kaos K20.4] [Kaos K20.5]."""
        if self.step == SECOND_MOVE:
            if not plan.second and not self.strikes:
                self.go_to(END)  # nothing is left of the turn
                return
            self.go_to(WINDOW_MOVED_AGAIN)
            self.set_out(state, plan, plan.second, self.spent, self.length, False)
            return
        if self.next == 0:
            self.next = 1
            state.walked_cost = state.walked_straight = 0
            if plan.kind == FLEE:
                self.run_away(state, plan)
            else:
                self.set_out(state, plan, plan.first, 0, 0, True)
            if state.stack[-1] is not self or state.status[self.figure] != IN_PLAY:
                return
        self.spent = state.walked_cost
        self.line = state.walked_straight
        if is_fleeing(state, self.figure):
            end_of_run(state, self.figure)
        self.go_to(WINDOW_MOVED)

    def run_away(self, state: State, plan: Plan) -> None:
        """A fleeing figure runs on; one at the edge that flees on is gone for good [Kaos K27.6] [Kaos K27.8]."""
        if is_at_the_edge(state, self.figure):
            leave_table(state, self.figure)
            return
        legs = flight_legs(state, self.figure)
        made = flight_along(state, self.figure, legs)
        self.put_on_the_way(state, plan, legs, made.cost, made.length, True)

    def set_out(self, state: State, plan: Plan, legs: list[Leg], spent: int, gone: int, is_first: bool) -> None:
        """Walks the first or the second path, with what is left of the movement: `spent` and `gone` before it."""
        if not legs:
            return
        limit = limit_of(state, self.figure, plan)
        least = min(limit, LEAST)  # whatever it costs, unless a card holds it fast [Kaos K10.13] [Kaos K10.14]
        self.put_on_the_way(state, plan, legs, limit - spent, least - gone, is_first)

    def put_on_the_way(self, state: State, plan: Plan, legs: list[Leg], limit: int, least: int, is_first: bool) -> None:
        """Strikes are measured along both paths, so the length of the first counts."""
        if not legs:
            return
        offset = 0 if is_first else self.length
        is_split = bool(plan.second)
        strikes: list[int] = []
        for one in self.interceptions() if self.strikes else ():
            is_before = not is_split or (self.length > 0 and one.distance <= self.length)
            if one.moment == ALONG and is_before == is_first:
                strikes += Interception(one.figure, one.means, ALONG, one.distance - offset).fields()
        fields: list[int] = []
        for leg in legs:
            fields += (leg.kind, leg.x, leg.y, leg.facing)
        flags = self.gives_up(state, plan)
        state.stack.append(WalkFrame(self.figure, fields, max(0, limit), strikes, flags, max(0, least)))

    def act(self, state: State, plan: Plan) -> None:
        """The action, if it has not been given up and is still possible [Kaos K20.7] [Kaos K24.3]."""
        figure = self.figure
        if plan.action == NO_ACTION:
            self.go_to(SECOND_MOVE)  # no action, no moment after it
            return
        self.go_to(WINDOW_ACTED)
        if state.acted[figure]:
            return
        state.acted[figure] = 1
        if is_forbidden(state, figure, "action"):  # by a card used since
            self.miss(state, plan)
        elif plan.action == SEARCH:
            state.searching[figure] = 1
            if state.log is not None:
                state.log.append((E_SEARCHING, figure))
        elif plan.action == USE_SKILL:
            state.stack.append(UseFrame(figure, plan.means, plan.target, plan.x, plan.y, 0))
        elif self.is_still_possible(state, plan):
            reaction = NO_REACTION if self.reaction == FLIGHT else self.reaction
            against = (figure, plan.means, plan.target, reaction, self.reaction_means)
            flags = flags_of(state, figure, plan, False)
            state.stack.append(attack_found_possible(*against, flags, self.dice, plan.x, plan.y))
        else:
            self.miss(state, plan)

    def miss(self, state: State, plan: Plan) -> None:
        """Nothing comes of the action."""
        if state.log is not None:
            state.log.append((E_MISSED, self.figure, plan.target, plan.means))

    def is_still_possible(self, state: State, plan: Plan) -> bool:
        """Whether the target is still in reach, in view and in the attack angle [Kaos K27.1] [Ruling R211].

        A charge that was cut short needs its straight line all the same, and one held fast has none [Kaos K28.5].
        """
        if state.status[plan.target] != IN_PLAY:
            return False
        figure, target = self.figure, plan.target
        if plan.kind == CHARGE and self.line < max(move_of(state, figure), LEAST) - TOLERANCE:
            return False
        flags = flags_of(state, figure, plan, False)
        return may_attack(state, figure, state.base(figure), plan.means, target, state.base(target), flags=flags)

    def follow(self, state: State) -> None:
        """Interceptors with close weapons may move now; the others have lost their move [Kaos K31.4]."""
        for strike in self.interceptions()[self.next :] if self.strikes else ():
            self.next += 1
            striker = strike.figure
            is_there = state.status[striker] == IN_PLAY and not state.moved[striker]
            if is_there and is_close(state.card(striker), strike.means):
                offer_move(state, striker, move_of(state, striker), MOVE_AFTER_INTERCEPTION)
                return
        self.go_to(END)

    def end(self, state: State) -> None:
        """The turn is over; what was not carried out is lost [Kaos K20.7]."""
        state.acted[self.figure] = 1
        state.stack.pop()

    # --------------------------------------------------------------------------------------------------------- waiting

    def waiting(self, state: State) -> Decision | Roll:
        owner = state.owner[self.figure]
        if self.step == PLAN:
            return Decision("plan", owner, self, state)
        return Decision("intercept", 1 - owner, self, state)

    def is_listed(self, state: State) -> bool:
        return False  # a plan goes anywhere, and a strike may come anywhere along the path

    def options(self, state: State) -> list[int]:
        """The interceptions worth listing, each at its best place, and `done`."""
        return [DONE_ANSWER, *(strike.answer() for strike in self.strikes_to_declare(state, self.declared(), False))]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == PLAN:
            plan = plan_of(answer)
            is_plan = plan_readable(answer, plan)
            found = [Condition("wrong-verb", ("K20.1",), is_plan, {})]
            return found + plan_conditions(state, self.figure, plan) if plan is not None and is_plan else found
        if answer == DONE_ANSWER:
            return [Condition("done", ("K20.13",), True, {})]
        strike = Interception.of(answer)
        is_one = strike is not None and 0 <= strike.figure < len(state.names)
        found = [Condition("wrong-verb", ("K20.13",), is_one, {})]
        if strike is None or not is_one:
            return found
        return found + interception_conditions(state, self.route(state), self.attacked(), self.interceptions(), strike)

    def answer(self, state: State, answer: int) -> None:
        if self.step == PLAN:
            plan = plan_of(answer)
            assert plan is not None
            self.declare(state, plan)
        elif answer == DONE_ANSWER:
            self.go_to(WINDOW_BEFORE)
        else:
            strike = Interception.read(answer)
            self.strikes = self.strikes + strike.fields()
            striker = strike.figure
            state.activated[striker] = 1
            state.acted[striker] = 1
            plays_on(state, striker)

"""Carrying out a declared path, with the strikes that meet it on the way [Kaos K20.15] [Kaos K31.5].

The path declared is binding, but may be cut short where it becomes impossible [Kaos K20.16]. A figure struck on its way
goes on if it can; one that was sent flying goes on from where it lies, with what is left of its movement [Kaos K31.12].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Waiting
from esquive.kaos.book import means as of
from esquive.kaos.book.flight import arrive_at_edge, flight_along, flight_legs, is_fleeing
from esquive.kaos.book.interceptions import in_the_air
from esquive.kaos.book.movement import LEAST, affordable, path_of, settle, walkable
from esquive.kaos.book.objectives import after_move
from esquive.kaos.book.striking import StrikeFrame
from esquive.kaos.geometry.legs import TURN, Leg
from esquive.kaos.geometry.paths import Passage, base_at, cut, left_at
from esquive.kaos.table.answers import EACH, Interception, interceptions_in, legs_of
from esquive.kaos.table.events import E_MISSED, E_MOVE_STOPPED
from esquive.kaos.table.state import IN_PLAY, State

WALK: Final = 0
STRUCK: Final = 1


@fields
class WalkFrame(Frame[State]):
    """A figure walks a path; strikes meet it at their distances from where the path began.

    `x y z facing`: where the present path began; `legs`: of it, four integers each; `limit`: what it may cost; `least`:
    how far over the ground it may go whatever that costs [Kaos K10.13]; `strikes`: the fields of the interceptions that
    meet it; `walked`: how far along the present path the figure is, -1 before it has set off; `paid`: what that has
    cost; `passed`: how many legs of it lie behind; `spent`: on paths before it; `flags`: of the strikes (see `means`).
    Leaves what has been spent in all in `state.walked_cost`, and in `state.walked_straight` the straight line that
    the path has ended with, which a charge asks for [Kaos K28.4].
    """

    NAME = "walk"
    STEPS = ("walk", "struck")

    figure: int
    legs: list[int]
    limit: int
    strikes: list[int]
    flags: int
    least: int = 0
    x: int = 0
    y: int = 0
    z: int = 0
    facing: int = 0
    walked: int = -1
    paid: int = 0
    passed: int = 0
    spent: int = 0

    def path(self, state: State) -> tuple[Passage, int]:
        """The present path as far as it is possible, as the others stand now, and how many of its legs are whole."""
        start = state.base_at(self.figure, self.x, self.y, self.z, self.facing)
        return walkable(state, self.figure, start, legs_of(self.legs))

    def run(self, state: State) -> bool:
        if self.walked < 0:
            self.set_off(state)
        if self.step == STRUCK:
            self.step = WALK
            if not self.goes_on(state):
                return False
        made, whole = self.path(state)
        reach = affordable(made, self.limit, self.least)
        strike = Interception(*self.strikes[:EACH]) if self.strikes else None
        if strike is not None and strike.distance <= reach:
            if (reach == 0 and not state.moved[self.figure]) or in_the_air(made, strike.distance):
                self.lose(state, strike)
            elif jumps_too_far_down(made) and strike.distance == made.length:
                self.land(state, made)
            else:
                self.meet(state, made, whole, strike)
        else:
            self.arrive(state, made, whole, reach)
        return False

    def set_off(self, state: State) -> None:
        """The path begins where the figure stands."""
        base = state.base(self.figure)
        self.x, self.y, self.z, self.facing = base.x, base.y, base.z, base.facing
        self.walked = self.paid = self.passed = 0

    def meet(self, state: State, made: Passage, whole: int, strike: Interception) -> None:
        """The figure is placed where it is struck, and the strike resolved there [Kaos K31.5]."""
        distance = strike.distance
        self.strikes = self.strikes[EACH:]
        self.walked = distance
        self.paid = cut(made, distance).cost
        self.passed = legs_passed(made, legs_of(self.legs)[:whole], distance)
        if distance:
            state.moved[self.figure] = 1
        state.set_base(self.figure, base_at(made, distance))
        arrive_at_edge(state, self.figure)
        self.step = STRUCK
        state.stack.append(StrikeFrame(strike.figure, strike.means, self.figure, of.INTERCEPTION | self.flags))

    def lose(self, state: State, strike: Interception) -> None:
        """No strike at who does not move after all [Kaos K31.10], nor in the middle of a jump [Ruling R309]."""
        if state.log is not None:
            state.log.append((E_MISSED, strike.figure, self.figure, strike.means))
        self.strikes = self.strikes[EACH:]

    def land(self, state: State, made: Passage) -> None:
        """Who jumps down too far has fallen when it is struck at the foot [Kaos K11.7]; its path is over."""
        settle(state, self.figure, made)
        self.walked, self.paid, self.passed = made.length, made.cost, len(self.legs) // EACH
        self.begin_anew(state)

    def goes_on(self, state: State) -> bool:
        """After a strike: the figure is gone, lies elsewhere, or goes on as if nothing had been [Kaos K31.12]."""
        if state.status[self.figure] != IN_PLAY:
            state.walked_cost = self.spent + self.paid
            state.walked_straight = 0
            state.stack.pop()
            return False
        made, _ = self.path(state)
        here, there = state.base(self.figure), base_at(made, self.walked)
        is_there = (here.x, here.y, here.z, here.facing) == (there.x, there.y, there.z, there.facing)
        if not is_there or made.length < self.walked:
            self.begin_anew(state)
        return True

    def begin_anew(self, state: State) -> None:
        """A new path from where the figure was sent: the legs it has not finished, the movement it has left."""
        self.limit = max(0, self.limit - self.paid)
        self.least = max(0, self.least - self.walked)
        self.spent += self.paid
        self.legs = self.legs[EACH * self.passed :]
        shifted: list[int] = []
        for one in interceptions_in(self.strikes):
            one.distance = max(0, one.distance - self.walked)
            shifted += one.fields()
        self.strikes = shifted
        if state.fleeing[self.figure]:
            self.flee_on(state)
        self.set_off(state)

    def flee_on(self, state: State) -> None:
        """A fleeing figure runs on from where it was sent, to the edge if it can, unless it is there [Kaos K27.6]."""
        self.least = min(self.least, LEAST - self.walked)
        if not is_fleeing(state, self.figure):
            self.legs = []
            return
        legs = flight_legs(state, self.figure, self.spent, max(self.least, 0))
        made = flight_along(state, self.figure, legs, self.spent, max(self.least, 0))
        self.legs = [field for leg in legs for field in leg.fields()]
        self.limit = made.cost
        self.least = min(max(self.least, 0), made.length)

    def arrive(self, state: State, made: Passage, whole: int, reach: int) -> None:
        """The end of the path, or the last place where it is possible [Kaos K20.16]; strikes beyond it are lost."""
        state.stack.pop()
        is_short = reach < made.length
        if state.log is not None:
            for lost in interceptions_in(self.strikes):
                state.log.append((E_MISSED, lost.figure, self.figure, lost.means))
            if is_short or EACH * whole < len(self.legs):
                state.log.append((E_MOVE_STOPPED, self.figure))
        walked = self.stopped(state, made, whole, reach) if is_short else made
        if self.spent and not walked.pieces:  # struck on a face, and barred from going on [Ruling R278]
            left = left_at(state.table, walked.end, walked.others)
            walked = left if left.fall is not None else walked
        state.walked_cost = self.spent + walked.cost
        state.walked_straight = walked.straight
        settle(state, self.figure, walked)
        if self.spent and not walked.has_moved and state.status[self.figure] == IN_PLAY:
            after_move(state, self.figure)  # sent flying at the end of its way: its move ends where it lies

    def stopped(self, state: State, made: Passage, whole: int, reach: int) -> Passage:
        """The path as far as its movement reaches; the turns that come there cost nothing more [Kaos K10.11]."""
        legs = legs_of(self.legs)[:whole]
        passed = turned = legs_passed(made, legs, reach)
        while turned < len(legs) and legs[turned].kind == TURN:
            turned += 1
        if turned > passed:
            tried = path_of(state, self.figure, made.start, legs[:turned])
            if tried.problem is None and tried.length == reach:
                return tried
        return cut(made, reach)

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("a walk waits for nothing itself")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("a walk takes no answers")


def jumps_too_far_down(made: Passage) -> bool:
    """Whether a path ends with a jump down that is a fall from the level it was taken off at [Kaos K11.7]."""
    return made.fall is not None and bool(made.pieces) and made.fall.at != made.pieces[-1].end


def legs_passed(made: Passage, legs: list[Leg], walked: int) -> int:
    """How many of the legs of a path lie behind a figure so far along it.

    Where it turns it has not turned yet; on an edge it has not gone over, the way beyond it lies ahead.
    """
    if made.fall is not None and made.pieces and walked >= made.length:
        last = made.pieces[-1]
        if last.end[:2] != (legs[last.leg].x, legs[last.leg].y):
            return last.leg
    lengths = [0] * len(legs)
    for stretch in made.pieces:
        if stretch.leg < len(legs):
            lengths[stretch.leg] += stretch.length
    gone = 0
    for number, leg in enumerate(legs):
        gone += lengths[number]
        if gone > walked or (leg.kind == TURN and gone == walked):
            return number
    return len(legs)

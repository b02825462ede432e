"""Sending a wounded adversary flying with a long melee weapon [Kaos K22.5] [Kaos K22.6] [Kaos K22.7].

The victim slides in a straight line towards the place named, its facing kept, until something is in its way: scenery it
cannot pass or another figure, against which it suffers half as much again. Over an edge it falls. It is no move of its
own [Kaos K25.6].
"""

from math import isqrt
from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import OpenFrame
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.flight import arrive_at_edge
from esquive.kaos.book.objectives import carry_home
from esquive.kaos.book.pools import MELEE_REACH
from esquive.kaos.book.wounds import suffer
from esquive.kaos.geometry.arcs import in_attack_angle, margin
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.planar import is_on_table
from esquive.kaos.geometry.shapes import CLIMBABLE, Base, Piece, Table
from esquive.kaos.geometry.units import CM, MOST, TOLERANCE, format_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Slamming
from esquive.kaos.table.events import E_SLAMMED, E_SLAMMED_INTO
from esquive.kaos.table.state import State

FARTHEST: Final = 25 * CM // 10  # the victim is displaced by no more [Ruling R229]
AGAINST: Final = 2 * TOLERANCE  # what it would meet this little farther, it is sent against
PASS_ANSWER: Final = answers.pack(answers.PASS, [])

ASK: Final = 0
CRUSH: Final = 1


class Flight:
    """Where a victim that is sent towards a place comes to rest.

    `end`: its base there; `drop`: how far it falls at last, micrometres; `is_against`: whether scenery or another
    figure stopped it; `goes_over`: whether it would leave the table.
    """

    __slots__ = ("drop", "end", "goes_over", "is_against")

    def __init__(self, end: Base, drop: int, is_against: bool, goes_over: bool) -> None:
        self.end = end
        self.drop = drop
        self.is_against = is_against
        self.goes_over = goes_over


def flight_of(state: State, striker: int, victim: int, x: int, y: int) -> Flight:
    """What happens to a victim sent towards x,y [Kaos K22.6] [Kaos K22.7].

    The striker itself may be in the way, but nobody is crushed against whoever strikes.
    """
    base = state.base(victim)
    figures = [figure for figure in state.in_play() if figure != victim]
    others = [state.base(figure) for figure in figures]
    table = _without_holds(state.table, base, x, y)
    dx, dy = x - base.x, y - base.y
    length = isqrt(dx * dx + dy * dy)
    if length == 0:
        return Flight(base, 0, False, False)
    beyond = Leg(GO, x + dx * AGAINST // length, y + dy * AGAINST // length, 0)
    met = passage(table, base, [beyond], others).problem
    is_against = False
    goal = (x, y)
    if met is not None and met.kind in ("figure", "piece", "wall"):
        is_against = met.figure < 0 or figures[met.figure] != striker
        mx, my = met.at[0] - base.x, met.at[1] - base.y
        if mx * mx + my * my < length * length:
            goal = met.at
    if goal == (base.x, base.y):
        return Flight(base, 0, is_against, False)
    way = passage(table, base, [Leg(GO, goal[0], goal[1], 0)], others)
    if way.problem is not None:
        return Flight(base, 0, is_against, way.problem.kind == "off-table")
    return Flight(way.end, way.fall.drop if way.fall is not None else 0, is_against, False)


def _without_holds(table: Table, base: Base, x: int, y: int) -> Table:
    """The table with nothing to climb on near the victim: who is sent flying does not stop to climb a wall."""
    far = base.reach + AGAINST
    pieces: list[Piece] = []
    has_holds = False
    for piece in table.pieces:
        west, south, east, north = piece.box
        is_near = (
            west < max(base.x, x) + far
            and min(base.x, x) - far < east
            and south < max(base.y, y) + far
            and min(base.y, y) - far < north
        )
        if is_near and piece.flags & CLIMBABLE:
            has_holds = True
            flags = piece.flags & ~CLIMBABLE
            pieces.append(Piece(piece.name, piece.kind, piece.shape, piece.height, flags, piece.low, piece.high))
        else:
            pieces.append(piece)
    return Table(table.width, table.depth, tuple(pieces)) if has_holds else table


def half_of(state: State, wounds: int) -> int:
    """Half of the wounds just suffered, rounded up unless agreed otherwise [Kaos K22.7] [Kaos K22.8] [Ruling R230]."""
    return (wounds + 1) // 2 if state.settings.half_rounds_up else wounds // 2


@fields
class SlamFrame(OpenFrame[State]):
    """Whoever wounded an adversary with a long melee weapon may send it flying [Kaos K22.5].

    `wounds`: those just suffered, after armour.
    """

    NAME = "slam"
    STEPS = ("ask", "crush")

    striker: int
    victim: int
    wounds: int
    is_against: int = 0
    drop: int = 0

    def run(self, state: State) -> bool:
        if self.step == ASK:
            return True
        # The slam first, then half the wounds, then the fall [Ruling R212].
        state.stack.pop()
        if self.is_against:
            half = half_of(state, self.wounds)
            if state.log is not None:
                state.log.append((E_SLAMMED_INTO, self.victim, half))
            suffer(state, self.victim, half, [("slam", half, "K22.7", 0)])
        if self.drop:
            state.stack.append(FallFrame(self.victim, self.drop))
        return False

    def waiting(self, state: State) -> Decision:
        return Decision("slam", state.owner[self.striker], self, state)

    def is_listed(self, state: State) -> bool:
        return False

    def conditions(self, state: State, answer: int) -> list[Condition]:
        """A place for the victim, or leaving it where it is [Kaos K22.5] [Kaos K22.6]."""
        if answer == PASS_ANSWER:
            return [Condition("slam-or-pass", ("K22.5",), True, {})]
        slam = Slamming.of(answer)
        is_slam = slam is not None and max(abs(slam.x), abs(slam.y)) <= MOST
        striker, victim = state.names[self.striker], state.names[self.victim]
        found = [Condition("slam-or-pass", ("K22.5",), is_slam, {"striker": striker, "victim": victim})]
        if slam is not None and is_slam:
            found += self.place_conditions(state, slam.x, slam.y)
        return found

    def place_conditions(self, state: State, x: int, y: int) -> list[Condition]:
        """How far, into the attack angle, and not off the table [Kaos K22.6] [Ruling R203] [Ruling R229]."""
        striker, victim = state.names[self.striker], state.names[self.victim]
        base, victim_base = state.base(self.striker), state.base(self.victim)
        facts = {"striker": striker, "victim": victim, "limit": format_length(FARTHEST)}
        flight = flight_of(state, self.striker, self.victim, x, y)
        if state.settings.slam_is_placed:
            is_near = within(state.table, base, flight.end, MELEE_REACH)
            facts |= {"kind": "placed", "distance": format_length(distance(state.table, base, flight.end))}
        else:
            dx, dy = x - victim_base.x, y - victim_base.y
            is_near = dx * dx + dy * dy <= FARTHEST * FARTHEST
            facts["distance"] = format_length(isqrt(dx * dx + dy * dy))
        return [
            Condition("slam-distance", ("K22.6", "R229"), is_near, facts),
            Condition(
                "slam-on-table",
                ("K22.6", "R203"),
                not flight.goes_over and is_on_table(state.table, flight.end),
                {"victim": victim},
            ),
            Condition(
                "slam-angle",
                ("K22.6",),
                in_attack_angle(base, flight.end),
                {"striker": striker, "victim": victim, "margin": format_length(margin(base, flight.end))},
            ),
        ]

    def answer(self, state: State, answer: int) -> None:
        if answer == PASS_ANSWER:
            state.stack.pop()
            return
        slam = Slamming.read(answer)
        flight = flight_of(state, self.striker, self.victim, slam.x, slam.y)
        state.set_base(self.victim, flight.end)
        if state.log is not None:
            state.log.append((E_SLAMMED, self.victim, self.striker, flight.end.x, flight.end.y))
        arrive_at_edge(state, self.victim)
        carry_home(state, self.victim)
        self.is_against = int(flight.is_against)
        self.drop = flight.drop
        self.step = CRUSH

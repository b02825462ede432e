"""Placing the scenery: a roll, then a piece each in turn, none of which may close off any ground [Kaos K5.2].

On a battlefield that is given there is nothing to place, and deployment comes at once [Kaos K5.1].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import OpenFrame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.kaos.book.deployment import DeploymentFrame, reach_of
from esquive.kaos.book.rolls import SIDES, dice_number
from esquive.kaos.geometry.accessible_ground import RUN_UP, unreachable
from esquive.kaos.geometry.planar import over_piece
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, Piece, Point, Table
from esquive.kaos.geometry.trigonometry import BITS, ONE, cosine, sine
from esquive.kaos.geometry.units import TURN, format_length
from esquive.kaos.table.answers import Placing
from esquive.kaos.table.events import E_SCENERY_PLACED, E_SCENERY_ROLL
from esquive.kaos.table.state import SCENERY, State

BEGIN: Final = 0
ROLL: Final = 1
PLACE: Final = 2
ROOM: Final = 2  # sides of the widest base: so much room round a piece closes nothing off, whatever else lies there


@fields
class SceneryFrame(OpenFrame[State]):
    """A die each decides who places the first piece of the common selection; then they take turns.

    [Kaos K5.3] [Kaos K5.4] [Kaos K5.5]. Equal dice are rolled again.
    """

    NAME = "scenery"
    STEPS = ("begin", "roll", "place")

    seat: int = 0
    first_die: int = 0

    def run(self, state: State) -> bool:
        state.phase = SCENERY
        if self.step == BEGIN and state.library.selection:
            self.step = ROLL
        if self.step == ROLL or (self.step == PLACE and self.left(state)):
            return True
        state.stack.pop()
        state.stack.append(DeploymentFrame())
        return False

    def left(self, state: State) -> list[int]:
        """The pieces of the selection still to be placed."""
        placed = [entry[0] for entry in state.placed]
        return [number for number in range(len(state.library.selection)) if number not in placed]

    def waiting(self, state: State) -> Roll | Decision:
        if self.step == ROLL:
            return Roll("scenery", self.seat, SIDES, 1)
        return Decision("scenery", self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step == ROLL:
            self.take_die(state, answer + 1)
            return
        one = Placing.read(answer)
        state.placed = [*state.placed, (one.what, one.x, one.y, one.angle)]
        state.table = table_with(state, placed_piece(state.library.selection[one.what], one.x, one.y, one.angle))
        if state.log is not None:
            state.log.append((E_SCENERY_PLACED, self.seat, one.what, one.x, one.y, one.angle))
        self.seat = 1 - self.seat

    def take_die(self, state: State, die: int) -> None:
        """The higher die begins [Kaos K5.4]."""
        if state.log is not None:
            state.log.append((E_SCENERY_ROLL, self.seat, dice_number([die])))
        if self.seat == 0:
            self.first_die = die
            self.seat = 1
        elif die == self.first_die:
            self.seat = 0
        else:
            self.seat = 1 if die > self.first_die else 0
            self.step = PLACE

    def is_listed(self, state: State) -> bool:
        return False

    def conditions(self, state: State, answer: int) -> list[Condition]:
        one = Placing.of(answer)
        is_one = one is not None and 0 <= one.what < len(state.library.selection) and 0 <= one.angle < TURN
        found = [Condition("wrong-verb", ("K5.5",), is_one, {})]
        if one is None or not is_one:
            return found
        number, x, y, angle = one.what, one.x, one.y, one.angle
        piece = state.library.selection[number]
        found.append(
            Condition(
                "already-placed",
                ("K5.5",),
                number in self.left(state),
                {"piece": piece.name},
            )
        )
        return found + scenery_conditions(state, placed_piece(piece, x, y, angle))


def scenery_conditions(state: State, piece: Piece) -> list[Condition]:
    """On the table, clear of the other pieces, and closing off no ground [Kaos K5.6] [Kaos K5.7].

    The rule has the last piece moved when it closes off an area: here it is not accepted there in the first place.
    """
    table = state.table
    west, south, east, north = piece.box
    is_on = west >= 0 and south >= 0 and east <= table.width and north <= table.depth
    met = next((other.name for other in table.pieces if pieces_overlap(piece, other)), "")
    found = [
        Condition("off-table", ("K5.4",), is_on, {"piece": piece.name}),
        Condition(
            "scenery-overlaps",
            ("K5.4",),
            not met,
            {"piece": piece.name, "blocker": met},
        ),
    ]
    if is_on and not met:
        side = widest(state)
        closed = [] if stands_apart(table, piece, side) else unreachable(table_with(state, piece), side)
        if closed:  # what the battlefield itself closes off is not the doing of this piece
            before = set(reach_of(table, side).unreachable)
            closed = [point for point in closed if point not in before]
        places = [f"{format_length(x)},{format_length(y)}" for x, y in closed]
        where = places[0] if places else ""
        found.append(
            Condition(
                "closes-off",
                ("K5.6", "K5.7"),
                not closed,
                {"piece": piece.name, "at": where, "closed": places, "room": format_length(ROOM * side)},
            )
        )
    return found


def stands_apart(table: Table, piece: Piece, side: int) -> bool:
    """Whether a piece is convex and leaves room for a base all round it: then it can close off nothing.

    Looking at every way across the table takes a fifth of a second, this next to nothing. Twice the side of the base is
    more than a base turned any way needs; a piece that is crossed by jumping only needs room for the run-up as well.
    """
    west, south, east, north = piece.box
    room = ROOM * side
    if len(piece.parts) > 1 or west < room or south < room:
        return False
    if east > table.width - room or north > table.depth - room:
        return False
    for other in table.pieces:
        left, low, right, high = other.box
        is_jumped = other.is_solid and not other.flags & (IMPASSABLE | CLIMBABLE)
        room = ROOM * side + (RUN_UP if is_jumped else 0)
        if left < east + room and right > west - room and low < north + room and high > south - room:
            return False
    return True


def widest(state: State) -> int:
    """The side of the widest base in either horde [Kaos K5.6]."""
    return max((state.card(figure).side for figure in range(len(state.names))), default=0)


def table_with(state: State, piece: Piece) -> Table:
    """The table with one piece more."""
    return Table(state.table.width, state.table.depth, (*state.table.pieces, piece))


def pieces_overlap(one: Piece, other: Piece) -> bool:
    """Whether two pieces lie over each other by more than rounding."""
    return any(over_piece(part, other) for part in one.parts)


def turned(point: Point, angle: int) -> Point:
    """A point turned round 0,0, rounded once to the nearest micrometre."""
    x, y = point
    cos, sin, half = cosine(angle), sine(angle), ONE >> 1
    return ((x * cos - y * sin + half) >> BITS, (x * sin + y * cos + half) >> BITS)


def placed_piece(piece: Piece, x: int, y: int, angle: int) -> Piece:
    """A piece of the selection, turned and set down with its 0,0 at x,y."""

    def there(point: Point) -> Point:
        across, along = turned(point, angle)
        return (x + across, y + along)

    return Piece(
        piece.name,
        piece.kind,
        tuple(there(point) for point in piece.shape),
        piece.height,
        piece.flags,
        there(piece.low) if piece.low is not None else None,
        there(piece.high) if piece.high is not None else None,
    )

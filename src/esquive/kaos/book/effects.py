"""Carrying out what a card does: wounds, healing, pushing, placing, and modifiers that last [Kaos K18.6] [Kaos K24.2].

Figures that an effect wounds and activates by force move once everything is over: whoever calls for effects sees to
that with a `ForcedMovesFrame` below them. Falls are pushed here.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final

from esquive.core.waiting import Condition
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.flight import arrive_at_edge
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.objectives import carry_home
from esquive.kaos.book.slam import Flight, flight_of
from esquive.kaos.book.victory import score
from esquive.kaos.book.wounds import after_armour, suffer
from esquive.kaos.cards import ops
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.geometry.ground import footing, is_free
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM, MOST, format_length
from esquive.kaos.table.events import E_DESTINY_GAINED, E_EFFECT, E_HEALED, E_MOVED
from esquive.kaos.table.state import IN_PLAY, NONE, SEATS, State

STEP: int = CM // 2  # a push that would leave the table is shortened by this, again and again


Apply = Callable[[State, Op, int, int, int, int], None]
# What an op does at once to a figure in play: its class, and what is given the source, the figure, and a place x y.
APPLY: Final[dict[type[ops.Base], Apply]] = {}
# What an op gives a seat at once.
GIVE: Final[dict[type[ops.Base], Callable[[State, Op, int], None]]] = {}


def apply_effects(state: State, printed: tuple[Op, ...], source: int, target: int, x: int, y: int) -> None:
    """Carries out the ops of a card, one after another, in the order of the card.

    `source`: the figure that uses it, or NONE for an event; `target`: the figure it is about, or NONE for every figure
    in play; `x y`: the place chosen, for the ops that need one. May push frames.
    """
    for op in printed:
        if op.kind in GIVE:
            for seat in seats_of(state, op, target):
                GIVE[op.kind](state, op, seat)
            continue
        for figure in [target] if target != NONE else state.in_play():
            if state.status[figure] == IN_PLAY and is_for(state, op, figure):
                apply_to(state, op, source, figure, x, y)


def apply_to(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Carries out one op on one figure in play: what lasts lies on it from now on."""
    if op.kind.LASTS:
        add_effect(state, figure, op)
    else:
        APPLY[op.kind](state, op, source, figure, x, y)


def applied(kind: type[ops.Base]) -> Callable[[Apply], Apply]:
    """Registers what an op does to a figure."""

    def register(apply: Apply) -> Apply:
        APPLY[kind] = apply
        return apply

    return register


@applied(ops.Wounds)
def wound(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Wounds, from which armour is subtracted unless the op ignores it [Kaos K18.3]."""
    left = op.amount if op.what else after_armour(state, figure, op.amount)
    suffer(state, figure, left, [("effect", op.amount, "K18.6", op.card)])


@applied(ops.ExtraAction)
def play_again(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Another turn this round; whose turn is not over has played none yet [Kaos K7.3]."""
    if figure != state.active:
        state.activated[figure] = state.acted[figure] = 0
        _log(state, op, figure)


def _log(state: State, op: Op, figure: int) -> None:
    if state.log is not None:
        state.log.append((E_EFFECT, figure, op.kind.NUMBER, op.amount))


# --------------------------------------------------------------------------------------------------------------- points


def seats_of(state: State, op: Op, target: int) -> list[int]:
    """Whose points an op changes: the target's player, or for an event each player with a figure it is for."""
    if target != NONE:
        return [state.owner[target]] if is_for(state, op, target) else []
    return [
        seat for seat in range(SEATS) if not op.whom or any(is_for(state, op, figure) for figure in state.in_play(seat))
    ]


def is_for(state: State, op: Op, figure: int) -> bool:
    """Whether an op concerns a figure: it is for anyone, or for its tribe."""
    return op.whom in (0, 1 + state.card(figure).tribe)


def gain_points(state: State, op: Op, seat: int) -> None:
    """Victory points [Kaos K1.4]."""
    score(state, seat, op.amount)


def gain_destiny(state: State, op: Op, seat: int) -> None:
    """Destiny points, which never fall below none [Kaos K36.2]."""
    state.destiny[seat] = max(state.destiny[seat] + op.amount, 0)
    if state.log is not None:
        state.log.append((E_DESTINY_GAINED, seat, state.destiny[seat]))


GIVE[ops.Points] = gain_points
GIVE[ops.Destiny] = gain_destiny


@applied(ops.Heal)
def heal(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Wounds are rubbed out, never more than there are [Kaos K18.6]."""
    healed = min(op.amount, state.wounds[figure])
    if not healed:
        return
    state.wounds[figure] -= healed
    if state.log is not None:
        state.log.append((E_HEALED, figure, healed, state.wounds[figure]))


# --------------------------------------------------------------------------------------------------------------- places


@applied(ops.Push)
def push(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Straight away from the source, facing kept, until something stops it; never off the table [Ruling R203].

    It is no move of the figure's own [Kaos K25.6]; over a drop it falls [Kaos K12.1].
    """
    if source in (NONE, figure):
        return
    flight = pushed(state, source, figure, op.amount)
    if (flight.end.x, flight.end.y) == (state.x[figure], state.y[figure]):
        return
    _log(state, op, figure)
    _put(state, figure, flight.end)
    if flight.drop:
        state.stack.append(FallFrame(figure, flight.drop))


def pushed(state: State, source: int, figure: int, far: int) -> Flight:
    """Where a figure pushed so far comes to rest: as much nearer as keeps it on the table."""
    base = state.base(figure)
    dx, dy = base.x - state.x[source], base.y - state.y[source]
    length = isqrt(dx * dx + dy * dy)
    while far > 0 and length:
        flight = flight_of(state, source, figure, base.x + dx * far // length, base.y + dy * far // length)
        if not flight.goes_over and is_on_table(state.table, flight.end):
            return flight
        far -= STEP
    return Flight(base, 0, False, False)


@applied(ops.Place)
def place(state: State, op: Op, source: int, figure: int, x: int, y: int) -> None:
    """Put down at the place chosen, facing kept; where that has become impossible it stays where it is."""
    if not may_place(state, op, figure, x, y):
        return
    _log(state, op, figure)
    base = state.base(figure)
    flat = base.at(x, y, 0, base.facing)
    _put(state, figure, base.at(x, y, footing(state.table, flat).level, base.facing))


def _put(state: State, figure: int, base: Base) -> None:
    state.set_base(figure, base)
    if state.log is not None:
        state.log.append((E_MOVED, figure, base.x, base.y, base.z, base.facing, 0, 0))
    arrive_at_edge(state, figure)
    carry_home(state, figure)


def place_op(printed: tuple[Op, ...]) -> Op | None:
    """The op of a card that needs a place to be chosen, or None."""
    for op in printed:
        if op.kind is ops.Place:
            return op
    return None


def may_place(state: State, op: Op, figure: int, x: int, y: int) -> bool:
    """Whether a figure in play may be put down at x,y as all stand now; must agree with `place_conditions`."""
    old = state.base(figure)
    dx, dy = x - old.x, y - old.y
    if max(abs(x), abs(y)) > MOST or dx * dx + dy * dy > op.amount * op.amount:
        return False
    return is_free(state.table, old.at(x, y, 0, old.facing), state.others(figure))


def place_conditions(
    state: State, op: Op, figure: int, x: int, y: int, mover: int = NONE, end: Base | None = None
) -> list[Condition]:
    """Whether a figure in play may be put down at x,y: near enough, on the table, on its feet, over nobody.

    [Kaos K6.2] [Ruling R201] [Ruling R203] [Ruling R205]. Any integers may be given. `mover`: who will have walked to
    `end` by then; nobody when left out.
    """
    name = state.names[figure]
    limit = format_length(op.amount)
    bases = {other: end if other == mover and end is not None else state.base(other) for other in state.in_play()}
    old = bases[figure]
    dx, dy = x - old.x, y - old.y
    is_near = max(abs(x), abs(y)) <= MOST and dx * dx + dy * dy <= op.amount * op.amount
    facts = {"figure": name, "limit": limit}
    found = [Condition("place-distance", ("K18.6",), is_near, facts)]
    if not is_near:
        return found
    base = old.at(x, y, 0, old.facing)
    is_on = is_on_table(state.table, base)
    found.append(Condition("off-table", ("K6.2", "R203"), is_on, facts))
    if not is_on:
        return found
    ground = footing(state.table, base)
    stands = ground.blocker is None and ground.is_stable
    blocker = "" if ground.blocker is None else ground.blocker.name
    facts = {"figure": name, "blocker": blocker}
    found.append(Condition("no-footing", ("K6.2", "R205"), stands, facts))
    met = next((other for other in bases if other != figure and overlap(base, bases[other])), NONE)
    facts = {"figure": name, "blocker": "" if met == NONE else state.names[met]}
    found.append(Condition("overlaps", ("K6.2", "R201"), met == NONE, facts))
    return found

"""Moving figures: what a path may be, what it costs, and carrying it out [Kaos K10.1] [Kaos K10.9] [Kaos K11.1].

No die is rolled for a move: the base goes where it is taken, along a path that may bend as it likes, and turns on the
spot for nothing [Kaos K10.10] [Kaos K10.11]. Geometry says what is passed over and what it costs; this chapter says how
much a figure may spend.
"""

from typing import Any, Final

from esquive.core.waiting import Condition
from esquive.kaos.book.objectives import after_move
from esquive.kaos.book.terms import Term, term_facts
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.paths import LEAP, Passage, passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM, SLACK, TURN as WHOLE_TURN, format_length
from esquive.kaos.table.events import E_MOVED
from esquive.kaos.table.state import State
from esquive.kaos.table.ways import packed_way

LEAST: Final = 3 * CM  # any figure can always move so far in a round [Kaos K10.13]
MOST_LEGS: Final = 40  # what one declaration may hold
FARTHEST: Final = 1_000 * CM

# The clauses that a problem of a path rests on, and what is said of it.
PROBLEMS: Final[dict[str, tuple[str, ...]]] = {
    "off-table": ("K20.16", "R203"),
    "figure": ("K20.16", "R201"),
    "piece": ("K20.16", "R204"),
    "wall": ("K11.1",),
    "turn": ("K10.11", "R204"),
    "jump-too-long": ("K11.4",),
    "jump-too-high": ("K11.5",),
    "no-footing": ("K20.16", "R205"),
}


def are_sane(legs: list[Leg]) -> bool:
    """Whether legs made of any integers are legs at all: known kinds, points near the table, real angles.

    What does not matter is nothing: a turn has no place, a step and a jump have no facing; so equal paths are equal.
    """
    if len(legs) > MOST_LEGS:
        return False
    for leg in legs:
        if leg.kind not in (GO, TURN, JUMP) or abs(leg.x) > FARTHEST or abs(leg.y) > FARTHEST:
            return False
        if not 0 <= leg.facing < WHOLE_TURN:
            return False
        if (leg.x or leg.y) if leg.kind == TURN else leg.facing:
            return False
    return True


def canonical(base: Base, legs: list[Leg]) -> list[int]:
    """The fields of legs with what does not matter filled in: where one turns, and how one faces on the way."""
    found: list[int] = []
    x, y, facing = base.x, base.y, base.facing
    for leg in legs:
        if leg.kind == TURN:
            facing = leg.facing
        else:
            x, y = leg.x, leg.y
        found += (leg.kind, x, y, facing)
    return found


def path_of(state: State, figure: int, base: Base, legs: list[Leg], *, leaves: bool = False) -> Passage:
    """The path a figure walks from a base, all other figures standing where they are now."""
    others = state.others(figure)
    if not legs:
        return Passage(state.table, base, others)
    keywords = state.card(figure).keywords
    return passage(state.table, base, legs, others, bool(keywords & CLIMBER), bool(keywords & FLYING), leaves)


def walkable(state: State, figure: int, base: Base, legs: list[Leg]) -> tuple[Passage, int]:
    """A path as far as it is possible now, and how many of its legs are walked whole [Kaos K20.16].

    A line that is barred is walked up to what bars it; a jump or a turn that is not possible is not begun.
    """
    made = path_of(state, figure, base, legs)
    problem = made.problem
    if problem is None:
        return made, len(legs)
    leg = legs[problem.leg]
    whole = legs[: problem.leg]
    x, y = next(((gone.x, gone.y) for gone in reversed(whole) if gone.kind != TURN), (base.x, base.y))
    if leg.kind == GO and max(abs(problem.at[0] - x), abs(problem.at[1] - y)) > SLACK:
        tried = path_of(state, figure, base, [*whole, Leg(GO, problem.at[0], problem.at[1], leg.facing)])
        if tried.problem is None:
            return tried, len(whole)
    while whole:
        made = path_of(state, figure, base, whole)
        if made.problem is None:
            return made, len(whole)
        whole = whole[:-1]
    return path_of(state, figure, base, []), 0


def goes(legs: list[Leg]) -> bool:
    """Whether legs do more than turn on the spot: turning alone is no move [Kaos K10.11]."""
    return any(leg.kind != TURN for leg in legs)


def leads_away(x: int, y: int, legs: list[Leg]) -> bool:
    """Whether legs that begin at a point lead anywhere else on the way."""
    return any(leg.kind != TURN and (leg.x, leg.y) != (x, y) for leg in legs)


# ---------------------------------------------------------------------------------------------------------- conditions


def sane_condition(legs: list[Leg]) -> Condition:
    """A path is made of points, turns and jumps."""
    return Condition("path-readable", ("K20.16",), are_sane(legs), {"legs": len(legs)})


def path_condition(state: State, figure: int, made: Passage) -> Condition:
    """The whole path can be walked: nobody and nothing in the way, room to turn, jumps not too long or high.

    [Kaos K10.10] [Kaos K11.4] [Kaos K11.5] [Kaos K11.6] [Ruling R201] [Ruling R203] [Ruling R204].
    """
    name = state.names[figure]
    problem = made.problem
    if problem is None:
        return Condition("path", ("K20.16",), True, {"figure": name})
    at = f"{format_length(problem.at[0])},{format_length(problem.at[1])}"
    blocker = problem.piece.name if problem.piece is not None else ""
    if problem.figure >= 0:
        others = [other for other in state.in_play() if other != figure]
        blocker = state.names[others[problem.figure]]
    facts = {"figure": name, "at": at, "blocker": blocker, "leg": problem.leg + 1}
    facts.update({key: format_length(value) for key, value in problem.facts.items()})
    return Condition(f"path-{problem.kind}", PROBLEMS[problem.kind], False, facts)


def allowance_condition(
    state: State,
    figure: int,
    cost: int,
    length: int,
    limit: int,
    clause: str,
    terms: dict[str, list[Term]] | None = None,
) -> Condition:
    """A path costs no more than the figure may spend; 3 cm over the ground are always possible [Kaos K10.13].

    `terms`: what the cost and the limit are made of (`book.terms`).
    """
    name = state.names[figure]
    spent, most = format_length(cost), format_length(limit)
    facts: dict[str, Any] = {"figure": name, "cost": spent, "limit": most}
    if terms:
        facts["terms"] = {key: term_facts(state.library, one, in_cm=True) for key, one in terms.items()}
    return Condition("movement", (clause, "K10.13"), is_allowed(cost, length, limit), facts)


def is_allowed(cost: int, length: int, limit: int) -> bool:
    """Whether a path costs no more than may be spent, or is so short that it is always possible [Kaos K10.13]."""
    return cost <= limit or (limit > 0 and length <= LEAST)


# ------------------------------------------------------------------------------------------------------ carrying it out


def settle(state: State, figure: int, made: Passage) -> None:
    """A figure has walked a path: it stands at its end, has moved if it went anywhere, and may have fallen.

    A fall is resolved next [Kaos K11.7] [Kaos K12.1].
    """
    if made.end is not made.start:
        state.set_base(figure, made.end)
    if not made.has_moved and made.fall is None:
        return
    if state.log is not None:
        end = made.end
        state.log.append((E_MOVED, figure, end.x, end.y, end.z, end.facing, made.cost, way_of(made)))
    if made.fall is not None:  # a figure may fall by turning, or off the very edge: no way is walked then
        from esquive.kaos.book.falls import FallFrame  # falls wound, wounds make figures move

        state.stack.append(FallFrame(figure, made.fall.drop))
    if made.has_moved:
        state.moved[figure] = 1
        after_move(state, figure)


def way_of(*parts: Passage) -> int:
    """The way along paths, each from the end of the one before, as events tell it."""
    start = parts[0].start
    ends = [stretch.end for made in parts for stretch in made.pieces]
    return packed_way([(start.x, start.y, start.z), *ends])


def affordable(made: Passage, limit: int, least: int = 0) -> int:
    """How far along a path a figure gets for a number of micrometres of movement.

    `least`: how far over the ground it may go whatever that costs [Kaos K10.13]. A jump or a climb that it cannot get
    to the end of is not begun.
    """
    if made.cost <= limit or made.length <= least:
        return made.length
    gone = 0
    left = max(limit, 0)
    for stretch in made.pieces:
        part = stretch.length
        if stretch.cost > left:
            part = min(left * 2 // stretch.weight, stretch.length)
        part = max(part, min(least - gone, stretch.length))
        if part < stretch.length:
            return gone if stretch.kind == LEAP or stretch.is_vertical else gone + max(part, 0)
        left = max(left - stretch.cost, 0)
        gone += stretch.length
    return gone

"""The plan of the figure whose turn it is, once declared: said in full and binding, so known to all [Kaos K20.1].

It is part of what everybody sees while others answer it: the line, the way until the figure sets out, and the strikes
that will meet it there.
"""

from typing import Any

from esquive.core.frames import under_way
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.geometry.units import DEGREE
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.notation import format_answer
from esquive.kaos.written.path_notation import format_plan


def declared_turn(state: State) -> ActivationFrame | None:
    """The turn in progress whose plan has been declared; None when no plan is known."""
    turn = next(iter(under_way(state, ActivationFrame)), None)
    return turn if turn is not None and turn.plan else None


def declared_lines(state: State) -> list[str]:
    """The plan declared and the strikes declared against it, each by who carries it out; none before there is a plan.

    ["knight plan walk 12,10 strike goblin sword", "goblin intercept goblin claws at 1.5"]
    """
    turn = declared_turn(state)
    if turn is None:
        return []
    plan = f"{state.names[turn.figure]} {format_plan(state, turn.figure, turn.declared())}"
    strikes = turn.interceptions()
    return [plan, *(f"{state.names[strike.figure]} {format_answer(state, strike.answer())}" for strike in strikes)]


def declared_view(state: State) -> dict[str, Any] | None:
    """What a view tells of the plan declared; None before there is one.

    `figure`; `line`: of the plan; `target`: whom it is about, or None; `path`: the places of its centre, `x y z` in
    centimetres, first where it stands, the base at its `end`, `length` and `cost` in all, None once it has set out;
    `interceptions`: their lines, in the order declared.
    """
    turn = declared_turn(state)
    if turn is None:
        return None
    plan = turn.declared()
    found: dict[str, Any] = {
        "figure": state.names[turn.figure],
        "line": format_plan(state, turn.figure, plan),
        "target": state.names[plan.target] if plan.target != NONE else None,
        "path": None,
        "end": None,
        "length": None,
        "cost": None,
        "interceptions": [format_answer(state, strike.answer()) for strike in turn.interceptions()],
    }
    if not turn.has_set_out:
        route = turn.route(state)
        start = route.first.start
        places = [(start.x, start.y, start.z)]
        places += [stretch.end for made in (route.first, route.second) for stretch in made.pieces]
        found["path"] = [dict(zip("xyz", map(number_of, place), strict=True)) for place in places]
        end = route.end
        found["end"] = {
            **dict(zip("xyz", map(number_of, (end.x, end.y, end.z)), strict=True)),
            "facing": round(end.facing / DEGREE) % 360,
        }
        found["length"] = number_of(route.length)
        found["cost"] = number_of(route.first.cost + route.second.cost)
    return found

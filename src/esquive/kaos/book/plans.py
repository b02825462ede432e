"""What the attacker declares for the figure activated, in full and before anything is resolved [Kaos K20.1].

An action without a move; a move without an action, which is a run when it is longer than the printed value; a simple
move followed by an action; a move split round a strike with a close weapon; or a charge
[Kaos K20.2] [Kaos K20.3] [Kaos K20.4] [Kaos K20.5] [Kaos K20.6]. Never two actions [Kaos K20.8], and nothing of it can
be kept for later [Kaos K20.7].
"""

from typing import Final

from esquive.core.waiting import Condition
from esquive.kaos.book import means as of
from esquive.kaos.book.attack_conditions import attack_conditions, may_attack
from esquive.kaos.book.effects import place_conditions, place_op
from esquive.kaos.book.flight import is_at_the_edge, is_fleeing
from esquive.kaos.book.means import is_close, is_melee, is_shot, spell_of, weapon_of
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised, move_of
from esquive.kaos.book.movement import (
    allowance_condition,
    are_sane,
    goes,
    is_allowed,
    leads_away,
    path_condition,
    path_of,
    sane_condition,
)
from esquive.kaos.book.searches import cards_left
from esquive.kaos.book.terms import cost_terms, limit_terms, move_terms, term_facts
from esquive.kaos.book.uses import ops_of, turn_conditions, use_conditions
from esquive.kaos.geometry.legs import TURN
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import TOLERANCE, format_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    ACTION_NAMES,
    CAST,
    CHARGE,
    FLEE,
    NO_ACTION,
    NO_MEANS,
    PLAN_NAMES,
    RUN,
    SEARCH,
    SHOOT,
    STAY,
    STRIKE,
    USE_SKILL,
    WALK,
    Plan,
)
from esquive.kaos.table.state import NONE, State

ATTACKS: Final = (STRIKE, SHOOT, CAST)
SIMPLE_MOVE: Final = "K10.1"
RUNNING: Final = "K10.2"


def is_attack(plan: Plan) -> bool:
    """Whether the plan's action is a strike, a shot or a spell."""
    return plan.action in ATTACKS


def flags_of(state: State, figure: int, plan: Plan, moves: bool) -> int:
    """How the plan's attack is made: at the end of a charge, after having moved (see `means`).

    `moves`: whether it still has to walk the first path, which leads somewhere.
    """
    flags = of.CHARGE if plan.kind == CHARGE else 0
    return flags | (of.MOVED if moves or state.moved[figure] else 0)


def limit_of(state: State, figure: int, plan: Plan) -> int:
    """How many micrometres of movement the plan may cost: a simple move, or twice that at a run [Kaos K10.2]."""
    simple = move_of(state, figure)
    return 2 * simple if plan.kind in (RUN, CHARGE) else simple


def may_declare(state: State, figure: int, plan: Plan) -> bool:
    """Whether every condition of a plan holds, with no word about any; must agree with `plan_conditions`."""
    if is_fleeing(state, figure) or plan.kind == FLEE:
        return flight_condition(state, figure, plan).holds
    base = state.base(figure)
    if not (
        are_sane(plan.first + plan.second)
        and has_right_parts(base, plan)
        and is_bare(state, figure, plan)
        and not (is_immobilised(state, figure) and (goes(plan.first) or goes(plan.second)))
        and not (plan.action != NO_ACTION and is_forbidden(state, figure, "action"))
    ):
        return False
    first = path_of(state, figure, base, plan.first)
    if first.problem is not None:
        return False
    cost, length, limit = first.cost, first.length, limit_of(state, figure, plan)
    if plan.second:
        second = path_of(state, figure, first.end, plan.second)
        if second.problem is not None or first.fall is not None:
            return False
        cost, length = cost + second.cost, length + second.length
    if plan.kind in (WALK, RUN, CHARGE) and not is_allowed(cost, length, limit):
        return False
    if goes(plan.second) and not may_split(state, figure, plan):
        return False
    if plan.kind == CHARGE and (first.fall is not None or first.straight < move_of(state, figure) - TOLERANCE):
        return False
    return plan.action == NO_ACTION or _may_act(state, figure, plan, first)


def _may_act(state: State, figure: int, plan: Plan, first: Passage) -> bool:
    """Whether every condition of a plan's action holds; must agree with `action_conditions`."""
    if not is_attack(plan) or first.fall is not None:
        return all(condition.holds for condition in action_conditions(state, figure, plan, first))
    base, target = first.end, plan.target
    if not has_right_means(state, figure, plan) or target not in state.in_play():
        return False
    there = base if target == figure else state.base(target)
    flags = flags_of(state, figure, plan, first.has_moved)
    if not may_attack(state, figure, base, plan.means, target, there, flags=flags):
        return False
    return plan.action != CAST or all(one.holds for one in spot_conditions(state, figure, plan, first))


# ---------------------------------------------------------------------------------------------------------- conditions


def plan_conditions(state: State, figure: int, plan: Plan) -> list[Condition]:
    """Every condition of a plan, with its facts; those that cannot be asked any more are left out."""
    if is_fleeing(state, figure) or plan.kind == FLEE:
        return [flight_condition(state, figure, plan)]
    base = state.base(figure)
    found = [sane_condition(plan.first + plan.second), shape_condition(base, plan), bare_condition(state, figure, plan)]
    if not all(condition.holds for condition in found):
        return found
    found += freedom_conditions(state, figure, plan)
    first = path_of(state, figure, base, plan.first)
    found.append(path_condition(state, figure, first))
    if first.problem is not None:
        return found
    second = path_of(state, figure, first.end, plan.second)
    if plan.second:
        found.append(path_condition(state, figure, second))
        found.append(no_fall_condition(state, figure, first))
    found += movement_conditions(state, figure, plan, first, second)
    if plan.action != NO_ACTION:
        found += action_conditions(state, figure, plan, first)
    return found


def flight_condition(state: State, figure: int, plan: Plan) -> Condition:
    """A fleeing figure runs and does nothing else; one at the edge may leave [Kaos K27.6] [Kaos K27.8]."""
    name = state.names[figure]
    if is_fleeing(state, figure):
        is_bare = plan == Plan(FLEE, [], [])
        return Condition("fleeing", ("K27.3", "K27.6"), is_bare, {"figure": name})
    holds = is_at_the_edge(state, figure) and plan == Plan(FLEE, [], [])
    return Condition("not-fleeing", ("K27.1", "K27.8", "R236"), holds, {"figure": name})


def shape_condition(base: Base, plan: Plan) -> Condition:
    """Which parts a plan of each kind has [Kaos K20.2] [Kaos K20.3] [Kaos K20.4] [Kaos K20.5] [Kaos K20.6].

    Who walks may act as well, who runs may not [Kaos K10.3] [Kaos K10.4]; staying or going part of the way is always
    possible [Kaos K10.12]; a charge is declared like any other move [Kaos K28.3].

    Turning on the spot is no part: it is free before the action and after it [Kaos K10.11].
    """
    facts = {"kind": PLAN_NAMES[plan.kind]}
    clauses: tuple[str, ...] = ("K20.2", "K20.4")
    if plan.kind == RUN:
        clauses = ("K10.4", "K20.3")
    elif plan.kind == CHARGE:
        clauses = ("K20.6", "K28.1")
    return Condition("plan-shape", clauses, has_right_parts(base, plan), facts)


def has_right_parts(base: Base, plan: Plan) -> bool:
    """Whether a plan has the parts of its kind: see `shape_condition`."""
    has_first = leads_away(base.x, base.y, plan.first)
    has_second = False
    if plan.second:
        if plan.action == NO_ACTION and plan.kind in (STAY, WALK):
            return False
        x, y = next(((leg.x, leg.y) for leg in reversed(plan.first) if leg.kind != TURN), (base.x, base.y))
        has_second = leads_away(x, y, plan.second)
    if plan.kind == STAY:
        return not has_first and not has_second
    if plan.kind == RUN:
        return has_first and not has_second and plan.action == NO_ACTION
    if plan.kind == CHARGE:
        return has_first and not has_second and plan.action == STRIKE
    return has_first or has_second


def bare_condition(state: State, figure: int, plan: Plan) -> Condition:
    """A plan names nothing it has no use for: no means or target without an action, no place unless a card asks."""
    name = state.names[figure]
    return Condition("plan-bare", ("K20.1",), is_bare(state, figure, plan), {"figure": name})


def is_bare(state: State, figure: int, plan: Plan) -> bool:
    """Whether a plan names nothing it has no use for: see `bare_condition`."""
    if plan.action == NO_ACTION and (plan.means != NO_MEANS or plan.target != NONE):
        return False
    if not (plan.x or plan.y):
        return True
    return plan.action in (CAST, USE_SKILL) and place_op(ops_of(state, figure, plan.means)) is not None


def freedom_conditions(state: State, figure: int, plan: Plan) -> list[Condition]:
    """Cards may hold a figure fast, or keep it from acting [Kaos K10.14]."""
    name = state.names[figure]
    found: list[Condition] = []
    if goes(plan.first) or goes(plan.second):
        held = is_immobilised(state, figure)
        found.append(Condition("held-fast", ("K10.14",), not held, {"figure": name}))
    if plan.action != NO_ACTION:
        kept = is_forbidden(state, figure, "action")
        found.append(Condition("kept-from-acting", ("K20.8",), not kept, {"figure": name}))
    return found


def no_fall_condition(state: State, figure: int, first: Passage) -> Condition:
    """Nothing can be planned beyond a fall: what comes after it is not known [Kaos K12.1]."""
    name = state.names[figure]
    return Condition("falls-first", ("K12.1", "K20.16"), first.fall is None, {"figure": name, "before": "move"})


# ------------------------------------------------------------------------------------------------------------ the move


def movement_conditions(state: State, figure: int, plan: Plan, first: Passage, second: Passage) -> list[Condition]:
    """What the path may cost, when it may be split, and how a charge must end.

    Both parts of a split move together cost a simple move at most [Kaos K10.6] [Kaos K21.7].
    """
    found: list[Condition] = []
    limit = limit_of(state, figure, plan)
    if plan.kind in (WALK, RUN, CHARGE):
        clause = RUNNING if plan.kind in (RUN, CHARGE) else "K10.6" if plan.second else SIMPLE_MOVE
        cost, length = first.cost + second.cost, first.length + second.length
        terms = {"cost": cost_terms(first, second), "limit": limit_terms(state, figure, limit, RUNNING, clause)}
        found.append(allowance_condition(state, figure, cost, length, limit, clause, terms))
    if goes(plan.second):
        found.append(split_condition(state, figure, plan))
    if plan.kind == CHARGE:
        found += charge_conditions(state, figure, first)
    return found


def split_condition(state: State, figure: int, plan: Plan) -> Condition:
    """Only a strike with a close weapon splits the move; whoever searches may do so before it or after it.

    [Kaos K10.5] [Kaos K10.7] [Kaos K10.8] [Kaos K21.6] [Kaos K22.2] [Kaos K23.5] [Kaos K32.5] [Ruling R220].
    """
    name = state.names[figure]
    clauses = ("K10.7", "K10.8", "K20.5", "K22.2", "K23.5")
    return Condition("split-move", clauses, may_split(state, figure, plan), {"figure": name})


def may_split(state: State, figure: int, plan: Plan) -> bool:
    """Whether the action lets a figure move after it: a search before the move or after it, not in between."""
    if plan.action == SEARCH:
        return not goes(plan.first)
    return plan.action == STRIKE and is_close(state.card(figure), plan.means)


def charge_conditions(state: State, figure: int, first: Passage) -> list[Condition]:
    """A charge ends in a straight line, level or falling and on easy ground, of at least a simple move.

    [Kaos K28.4] [Kaos K28.5] [Kaos K28.6] [Ruling R226]
    """
    name = state.names[figure]
    simple = move_of(state, figure)
    straight, wanted = format_length(first.straight), format_length(simple)
    terms = {"wanted": term_facts(state.library, move_terms(state, figure), in_cm=True)}
    facts = {"figure": name, "straight": straight, "wanted": wanted, "terms": terms}
    holds = first.straight >= simple - TOLERANCE
    return [
        Condition("charge-line", ("K28.4", "K28.5", "R226"), holds, facts),
        Condition("charge-falls", ("K28.4",), first.fall is None, {"figure": name}),
    ]


# ---------------------------------------------------------------------------------------------------------- the action


def action_conditions(state: State, figure: int, plan: Plan, first: Passage) -> list[Condition]:
    """What is done, with what and to whom, from the end of the first path [Kaos K14.1]."""
    name = state.names[figure]
    if first.fall is not None:
        return [Condition("falls-first", ("K12.1", "K20.16"), False, {"figure": name, "before": "action"})]
    if plan.action == SEARCH:
        return search_conditions(state, figure, plan)
    if plan.action == USE_SKILL:
        return use_conditions(state, figure, plan.means, plan.target, plan.x, plan.y, base=first.end)
    found = [means_condition(state, figure, plan)]
    if not found[0].holds:
        return found
    return found + attack_conditions_of(state, figure, plan, first) + spot_conditions(state, figure, plan, first)


def means_condition(state: State, figure: int, plan: Plan) -> Condition:
    """Melee weapons strike, ranged ones shoot, spells are cast; free spells are no action [Kaos K14.1] [Kaos K35.1]."""
    holds = has_right_means(state, figure, plan)
    name, action = state.names[figure], ACTION_NAMES[plan.action]
    return Condition("means", ("K14.1", "K35.1"), holds, {"figure": name, "action": action})


def has_right_means(state: State, figure: int, plan: Plan) -> bool:
    """Whether the card has what a strike, a shot or a spell needs: see `means_condition`."""
    card = state.card(figure)
    if plan.action == STRIKE:
        return is_melee(card, plan.means)
    if plan.action == SHOOT:
        return weapon_of(card, plan.means) is not None and is_shot(card, plan.means)
    spell = spell_of(card, plan.means)
    return spell is not None and not spell.is_free


def spot_conditions(state: State, figure: int, plan: Plan, first: Passage) -> list[Condition]:
    """What a spell asks for beside a target: a turn already played, or a place once the caster has walked."""
    if plan.action != CAST or plan.target not in state.in_play():
        return []
    found = turn_conditions(state, figure, plan.means, plan.target)
    op = place_op(ops_of(state, figure, plan.means))
    if op is not None:
        found += place_conditions(state, op, plan.target, plan.x, plan.y, figure, first.end)
    return found


def attack_conditions_of(state: State, figure: int, plan: Plan, first: Passage) -> list[Condition]:
    """The conditions of the plan's strike, shot or spell, made from the end of the first path."""
    target, base = plan.target, first.end
    target_base = state.base(target) if target != figure and target in state.in_play() else base
    others = state.others(figure, target)
    flags = flags_of(state, figure, plan, first.has_moved)
    return attack_conditions(state, figure, base, plan.means, target, target_base, others, flags)


def search_conditions(state: State, figure: int, plan: Plan) -> list[Condition]:
    """A search is an action like another, where there is something to be found [Kaos K32.5] [Kaos K32.2]."""
    name = state.names[figure]
    left = cards_left(state)
    bare = plan.means == NO_MEANS and plan.target == NONE
    return [
        Condition("search-bare", ("K32.5",), bare, {"figure": name}),
        Condition("nothing-to-find", ("K32.7",), left > 0, {"objects": left}),
    ]


def plan_readable(answer: int, plan: Plan | None) -> bool:
    """Whether an answer is a plan, written as plans are."""
    return plan is not None and plan.answer() == answer and answers.verb_of(answer) == answers.PLAN

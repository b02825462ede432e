"""Plans by chance: every kind of plan, path and action turns up, and nothing that is not legal [Kaos K20.1]."""

from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.effects import place_op
from esquive.kaos.book.flight import is_at_the_edge, is_fleeing
from esquive.kaos.book.means import is_close, is_melee, spell_of, weapon_of, weapons_and_spells
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised, move_of
from esquive.kaos.book.movement import goes, path_of
from esquive.kaos.book.plans import may_declare
from esquive.kaos.book.searches import cards_left
from esquive.kaos.book.uses import ops_of
from esquive.kaos.cards.library import AS_ACTION, ENEMY, LONG
from esquive.kaos.geometry.legs import GO, TURN as TURNING, Leg
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM, DEGREE, TURN
from esquive.kaos.proposals.candidates import FLEEING, STAYING, plan_candidates
from esquive.kaos.proposals.moves import random_legs
from esquive.kaos.proposals.places import TOUCH, beside, direction, fitted, near, random_facing, settled, towards
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    CAST,
    CHARGE,
    NO_ACTION,
    NO_MEANS,
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

__all__ = ["plan_candidates", "sample_plan"]

TRIES: Final = 5
# How often each kind is tried, in hundredths.
_STAYS: Final = 15
_WALKS: Final = 70
_RUNS: Final = 85

Action = tuple[int, int, int, int, int]
IDLE: Final[Action] = (NO_ACTION, NO_MEANS, NONE, 0, 0)


def sample_plan(state: State, figure: int, rng: Rng) -> int:
    """A legal plan by chance; staying with nothing to do is always one."""
    if is_fleeing(state, figure):
        return FLEEING
    if is_at_the_edge(state, figure) and rng.random() < 0.3:
        return FLEEING
    for _ in range(TRIES):
        plan = draw(state, figure, rng)
        if plan is not None and may_declare(state, figure, plan):
            return plan.answer()
    return STAYING


def draw(state: State, figure: int, rng: Rng) -> Plan | None:
    """A plan that may or may not be legal; None when the kind that was drawn cannot be."""
    if is_immobilised(state, figure):
        return _staying(state, figure, rng)
    number = rng.random() * 100
    if number < _STAYS:
        return _staying(state, figure, rng)
    if number < _WALKS:
        return _walking(state, figure, rng)
    if number < _RUNS:
        return _running(state, figure, rng)
    return _charging(state, figure, rng)


def _staying(state: State, figure: int, rng: Rng) -> Plan:
    """No step: maybe a turn, maybe an action."""
    legs: list[Leg] = []
    enemies = state.in_play(1 - state.owner[figure])
    if enemies and rng.random() < 0.4:
        enemy = enemies[int(rng.random() * len(enemies))]
        legs.append(Leg(TURNING, 0, 0, towards(state.base(figure), state.base(enemy))))
    elif rng.random() < 0.3:
        legs.append(Leg(TURNING, 0, 0, random_facing(rng)))
    made = path_of(state, figure, state.base(figure), legs)
    if made.problem is not None:
        legs, made = [], path_of(state, figure, state.base(figure), [])
    return Plan(STAY, legs, [], *random_action(state, figure, made, 0, rng))


def _walking(state: State, figure: int, rng: Rng) -> Plan:
    """A simple move, mostly with an action; with a close weapon or a search also parted in two."""
    base = state.base(figure)
    limit = move_of(state, figure)
    share = int(limit * (0.3 + 0.7 * rng.random())) if rng.random() < 0.4 else limit
    legs = _approach(state, figure, base, rng) if rng.random() < 0.6 else random_legs(state, base, share, rng)
    if rng.random() < 0.1:
        legs = []  # the action first, then the move
    legs, made = fitted(state, figure, base, legs, share)
    action = random_action(state, figure, made, 2 if goes(legs) else 0, rng)
    second: list[Leg] = []
    may_part = action[0] == SEARCH or (action[0] == STRIKE and is_close(state.card(figure), action[1]))
    if may_part and made.fall is None and limit > made.cost and (not goes(legs) or rng.random() < 0.5):
        second = random_legs(state, made.end, limit - made.cost, rng)
        second, _ = fitted(state, figure, made.end, second, limit - made.cost)
    kind = WALK if goes(legs) or second else STAY
    return Plan(kind, legs, second, *action)


def _running(state: State, figure: int, rng: Rng) -> Plan:
    """Up to twice the printed value, and nothing else."""
    base = state.base(figure)
    limit = 2 * move_of(state, figure)
    legs = _approach(state, figure, base, rng) if rng.random() < 0.3 else random_legs(state, base, limit, rng)
    legs, _ = fitted(state, figure, base, legs, limit)
    return Plan(RUN if goes(legs) else STAY, legs, [])


def _charging(state: State, figure: int, rng: Rng) -> Plan | None:
    """A straight run up to an enemy that is far enough away, and a strike."""
    base = state.base(figure)
    card = state.card(figure)
    means = [entry for entry in weapons_and_spells(card) if is_melee(card, entry)]
    enemies = state.in_play(1 - state.owner[figure])
    limit = 2 * move_of(state, figure)
    far = limit + base.side * 2 + 3 * CM
    enemies = [e for e in enemies if abs(state.x[e] - base.x) + abs(state.y[e] - base.y) <= far * 3 // 2]
    if not means or not enemies:
        return None
    chosen = means[int(rng.random() * len(means))]
    enemy = enemies[int(rng.random() * len(enemies))]
    legs = _line_to(state, figure, base, enemy, chosen, rng)
    legs, made = fitted(state, figure, base, legs, limit)
    if made.straight < move_of(state, figure) - CM // 100:
        return None
    return Plan(CHARGE, legs, [], STRIKE, chosen, enemy)


def _line_to(state: State, figure: int, base: Base, enemy: int, means: int, rng: Rng) -> list[Leg]:
    """A turn and a line to an enemy, up to contact or a little way off, from this side or another."""
    other = state.base(enemy)
    angle = direction(base.x - other.x, base.y - other.y)
    if rng.random() < 0.3:
        angle = (angle + int((rng.random() - 0.5) * 180) * DEGREE) % TURN
    weapon = weapon_of(state.card(figure), means)
    wants_gap = weapon is not None and weapon.kind == LONG
    gap = CM * 3 // 2 if wants_gap else TOUCH
    if rng.random() < 0.2:
        gap = int(rng.random() * 3 * CM)
    place = beside(base, other, angle, gap)
    turn, line = Leg(TURNING, 0, 0, place.facing), Leg(GO, place.x, place.y, 0)
    return [turn, line] if rng.random() < 0.8 else [line, turn]


def _approach(state: State, figure: int, base: Base, rng: Rng) -> list[Leg]:
    """Towards an enemy by chance, the near ones first."""
    enemies = sorted(
        state.in_play(1 - state.owner[figure]),
        key=lambda enemy: (state.x[enemy] - base.x) ** 2 + (state.y[enemy] - base.y) ** 2,
    )
    means = weapons_and_spells(state.card(figure))
    if not enemies or not means:
        return []
    enemy = enemies[int(rng.random() * rng.random() * len(enemies))]
    return _line_to(state, figure, base, enemy, means[int(rng.random() * len(means))], rng)


# -------------------------------------------------------------------------------------------------------------- actions


def random_action(state: State, figure: int, made: Passage, flags: int, rng: Rng) -> Action:
    """Something to do at the end of a path, mostly, as far as a first look tells."""
    if made.fall is not None or is_forbidden(state, figure, "action") or rng.random() < 0.1:
        return IDLE
    if cards_left(state) and rng.random() < 0.08:
        return (SEARCH, NO_MEANS, NONE, 0, 0)
    card = state.card(figure)
    skills = [answers.SKILL | number for number, skill in enumerate(card.skills) if skill.timing == AS_ACTION]
    skills += [
        answers.OBJECT | entry[1]
        for entry in state.carried
        if entry[0] == figure and state.library.objects[entry[1]].timing == AS_ACTION
    ]
    if skills and rng.random() < 0.3:
        return _random_use(state, figure, skills[int(rng.random() * len(skills))], rng)
    mine, owner, everybody = state.owner[figure], state.owner, state.in_play()
    spells = {means: spell_of(card, means) for means in weapons_and_spells(card)}
    attacks = [(means, target) for means in spells for target in everybody]
    while attacks:
        means, target = attacks.pop(int(rng.random() * len(attacks)))
        spell = spells[means]
        if spell is None or spell.targets == ENEMY:
            if owner[target] == mine:
                continue  # most are left out by whose they are
        if spell is not None and spell.is_free:
            continue
        there = made.end if target == figure else state.base(target)
        if may_attack(state, figure, made.end, means, target, there, flags=flags):
            action = CAST if spell is not None else STRIKE if is_melee(card, means) else SHOOT
            return (action, means, target, *_random_place(state, figure, means, target, rng))
    return IDLE


def _random_use(state: State, figure: int, means: int, rng: Rng) -> Action:
    targets = state.in_play()
    target = targets[int(rng.random() * len(targets))]
    return (USE_SKILL, means, target, *_random_place(state, figure, means, target, rng))


def _random_place(state: State, figure: int, means: int, target: int, rng: Rng) -> tuple[int, int]:
    """A place near the target for an effect that asks for one; 0, 0 for any other."""
    op = place_op(ops_of(state, figure, means))
    if op is None:
        return (0, 0)
    for _ in range(TRIES):
        x, y = near(rng, (state.x[target], state.y[target]), op.amount - TOUCH)
        if settled(state, state.base(target).at(x, y, 0, state.facing[target]), state.others(target)) is not None:
            return (x, y)
    return (state.x[target], state.y[target])

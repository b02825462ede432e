"""How many dice an answer would roll as things stand, before it is given: what a player weighs first."""

from esquive.kaos.book.defences import Attack, is_in_back, riposte_dice, riposte_flags
from esquive.kaos.book.means import CHARGE as CHARGING, MOVED, defence_of
from esquive.kaos.book.movement import goes
from esquive.kaos.book.pools import attack_pool, dodge_pool, prescribed_pool, shield_pool
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.table.answers import (
    CAST,
    CHARGE,
    DODGE,
    RESIST,
    RIPOSTE,
    SHIELD,
    SHOOT,
    STRIKE,
    Plan,
    Reaction,
)
from esquive.kaos.table.state import NONE, State


def strike_dice(
    state: State, attacker: int, base: Base, means: int, target: int, flags: int, there: Base | None = None
) -> int:
    """The dice of an attack from a base [Kaos K14.3]; `there`: where the target is then, if not where it stands."""
    other = there or (base if target == attacker else state.base(target))
    return attack_pool(state, attacker, base, means, target, other, state.others(attacker, target), flags).dice


def plan_dice(state: State, figure: int, plan: Plan, base: Base) -> int | None:
    """The dice of the attack of a plan whose first path ends with this base; None for a plan without one."""
    if plan.action not in (STRIKE, SHOOT, CAST):
        return None
    flags = (MOVED if goes(plan.first) else 0) | (CHARGING if plan.kind == CHARGE else 0)
    return strike_dice(state, figure, base, plan.means, plan.target, flags)


def reaction_dice(state: State, attack: Attack, chosen: Reaction) -> int | None:
    """The dice a reaction rolls [Kaos K20.9]; None for one that rolls none of its own."""
    if chosen.reaction == DODGE:
        return dodge_pool(state, attack.target, attack.attacker, is_in_back(state, attack)).dice
    if chosen.reaction == SHIELD:
        return shield_pool(state, attack.target, attack.attacker).dice
    if chosen.reaction == RESIST:
        defence = defence_of(state.card(attack.attacker), attack.means)
        return prescribed_pool(state, attack.target, attack.attacker, defence).dice
    if chosen.reaction == RIPOSTE:
        before = riposte_dice(state, attack, chosen.means)
        if before != NONE:
            return before
        base, flags = state.base(attack.target), riposte_flags(state, attack)
        return strike_dice(state, attack.target, base, chosen.means, attack.attacker, flags, attack.base)
    return None

"""What attacks and places are worth, roughly: in hundredths of a point of cost, from the acting figure's side.

Chances are exact for two pools of dice, sixes rolled again; everything else is taste. Destiny points, skills used in
reaction and interceptions are not foreseen.
"""

from functools import lru_cache
from math import isqrt
from typing import Final

from esquive.kaos.book.means import is_shot, spell_of, weapon_of
from esquive.kaos.book.modifiers import armour_of, is_forbidden
from esquive.kaos.book.objectives import objectives_of, reaches, relic
from esquive.kaos.book.pools import attack_pool, dodge_pool
from esquive.kaos.cards.library import (
    CARRY,
    DODGE_OR_SHIELD,
    HOLD,
    LIFE_GAUGE,
    RANGED,
    SURVIVE,
    UNOPPOSED,
    Objective,
    Profile,
)
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.cards.ops import Heal, Wounds
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import CM, TOLERANCE
from esquive.kaos.proposals.rough_distances import roads_of
from esquive.kaos.table import answers
from esquive.kaos.table.state import State

PRESENT: Final = 20  # a fighter in play, in hundredths of its cost
LIFE: Final = 60  # its whole life gauge
POINT: Final = 100  # a victory point
EFFECT: Final = 60  # a spell or skill that does something we cannot weigh
FAR: Final = 11  # for each centimetre a fighter is from the nearest enemy
FAR_GOAL: Final = 9
HELD: Final = 45  # for each point that ground gives a round
CARRIED: Final = 50  # for each point of a relic, in the hands of whoever has it
HOMEWARD: Final = 1  # for each of those points and each centimetre the bearer is from home
MELEE: Final = 35_000  # what may be struck at with a short step: 2.5 cm and a little
COMING: Final = 35  # percent of its harm, of an enemy that has yet to play
LATER: Final = 12
ROUNDS_AHEAD: Final = 3
CARE: Final = 3  # who must come to blows heeds what that may cost so much less


# ------------------------------------------------------------------------------------------------------------- chances


@lru_cache(maxsize=64)
def successes(dice: int) -> tuple[int, ...]:
    """The weights of 0, 1, 2 ... successes of so many dice, in parts of 12 to the power of their number."""
    weights = [1]
    for _ in range(max(0, dice)):
        longer = [0] * (len(weights) + 2)
        for number, weight in enumerate(weights):
            longer[number] += 6 * weight
            longer[number + 1] += 5 * weight
            longer[number + 2] += weight
        weights = longer
    return tuple(weights)


@lru_cache(maxsize=4096)
def chance(dice: int, against: int, required: int = 1) -> int:
    """How often, in thousandths, dice give at least the successes required and no fewer than those against them."""
    ours, theirs = successes(dice), successes(against)
    total = 0
    for number in range(max(required, 1), len(ours)):
        total += ours[number] * sum(theirs[: number + 1])
    return int(total * 1000 // (12 ** max(0, dice) * 12 ** max(0, against)))


# ------------------------------------------------------------------------------------------------------------- fighters


def presence(state: State, figure: int, wounds: int = 0) -> int:
    """What a fighter in play is worth to its player, with so many wounds more; below nothing once it is gone."""
    card = state.card(figure)
    left = state.life_left(figure) - wounds
    if left <= 0:
        return -POINT * (1 if state.settings.one_point_each else card.cost)
    return card.cost * (PRESENT + LIFE * left // max(card.life, 1)) + carried_worth(state, figure)


def carried_worth(state: State, figure: int) -> int:
    """What the relic is worth to the player whose fighter carries it; nothing once it is home."""
    carried = relic(state) if state.relic == figure else None
    if carried is None or is_home_already(state, carried):
        return 0
    return CARRIED * carried.points


def is_home_already(state: State, carried: Objective) -> bool:
    """Whether the relic has been carried home, and is worth nothing any more."""
    return bool(state.held[state.library.objectives.index(carried)])


def harm(state: State, figure: int, wounds: int) -> int:
    """What wounds, armour already subtracted, cost the figure's player."""
    return presence(state, figure) - presence(state, figure, wounds) if wounds > 0 else 0


def wounds_of(state: State, figure: int, means: int, target: int) -> int:
    """The wounds of a hit, armour subtracted."""
    weapon = weapon_of(state.card(figure), means)
    if weapon is not None:
        return max(0, weapon.wounds - armour_of(state, target))
    spell = spell_of(state.card(figure), means)
    if spell is None:
        return 0
    return spell.wounds if spell.ignores_armour else max(0, spell.wounds - armour_of(state, target))


def effects_worth(state: State, ops: tuple[Op, ...], figure: int, target: int) -> int:
    """What a card's effects on a target are worth to the figure that uses it."""
    total = 0
    is_friend = state.owner[figure] == state.owner[target]
    for op in ops:
        if op.kind is Heal:
            healed = min(op.amount, state.wounds[target])
            gain = state.card(target).cost * LIFE * healed // max(state.card(target).life, 1)
            total += gain if is_friend else -gain
        elif op.kind is Wounds:
            loss = harm(state, target, op.amount)
            total += -loss if is_friend else loss
        else:
            total += EFFECT
    return total


def attack_worth(
    state: State, attacker: int, base: Base, means: int, target: int, target_base: Base, flags: int = 0
) -> int:
    """What an attack is worth on average against the reaction that hurts it most."""
    others = state.others(attacker, target)
    pool = attack_pool(state, attacker, base, means, target, target_base, others, flags)
    spell = spell_of(state.card(attacker), means)
    required = 1 if spell is None else max(spell.required, 1)
    gain = harm(state, target, wounds_of(state, attacker, means, target))
    if spell is not None:
        if state.owner[target] == state.owner[attacker]:
            gain = -gain
        gain += effects_worth(state, spell.effects, attacker, target)
    if state.owner[target] == state.owner[attacker]:
        return chance(pool.dice, 0, required) * gain // 1000
    is_back = not in_attack_angle(target_base, base)
    if not state.activated[target] and not is_shot(state.card(attacker), means):
        gain += gain // 4  # the wounded lose their action
    worst = chance(pool.dice, _defence_dice(state, attacker, means, target, is_back), required) * gain // 1000
    if is_back or state.activated[target]:
        return worst
    return min(worst, *_ripostes(state, attacker, base, means, target, target_base, pool.dice, gain), worst)


def _defence_dice(state: State, attacker: int, means: int, target: int, is_back: bool) -> int:
    """The dice of what an attack is met with when nothing is answered: a dodge, a shield, will or the life gauge."""
    spell = spell_of(state.card(attacker), means)
    card = state.card(target)
    defence = DODGE_OR_SHIELD if spell is None else spell.defence
    if defence == UNOPPOSED:
        return 0
    if defence == LIFE_GAUGE:
        return state.life_left(target)
    if defence != DODGE_OR_SHIELD:
        return card.will
    dice = 0 if is_forbidden(state, target, "dodge") else dodge_pool(state, target, attacker, is_back).dice
    if card.shield > dice and not is_back and not state.activated[target]:
        dice = card.shield
    return dice


def _ripostes(
    state: State, attacker: int, base: Base, means: int, target: int, target_base: Base, dice: int, gain: int
) -> list[int]:
    """What the attack is worth against each riposte that can be made from where the two stand."""
    found: list[int] = []
    card = state.card(target)
    care = CARE if is_pressed(state, state.owner[attacker]) else 1
    is_missile = is_shot(state.card(attacker), means)
    for number, weapon in enumerate(card.weapons):
        if (weapon.kind == RANGED) != is_missile:
            continue
        answer = answers.WEAPON | number
        counter = max(weapon.dice, 1)
        loss = harm(state, attacker, wounds_of(state, target, answer, attacker)) // care
        against = 0 if is_missile else counter
        found.append((chance(dice, against) * gain - chance(counter, dice if against else 0) * loss) // 1000)
    return found


# --------------------------------------------------------------------------------------------------------------- places


def nearest_gap(state: State, figure: int, base: Base) -> int:
    """How far the nearest enemy is, roughly, between the bases and in micrometres; the table's width without any."""
    best = state.table.width + state.table.depth
    for enemy in state.in_play(1 - state.owner[figure]):
        dx, dy = state.x[enemy] - base.x, state.y[enemy] - base.y
        best = min(best, isqrt(dx * dx + dy * dy) - (base.side + state.card(enemy).side) // 2)
    return max(best, 0)


def nearest_walk(state: State, figure: int, base: Base) -> int:
    """The same by how far it is to walk round scenery, where there is a way."""
    best = state.table.width + state.table.depth
    roads = roads_of(state.table, base.side)
    found: list[tuple[int, int]] = []
    for enemy in state.in_play(1 - state.owner[figure]):
        dx, dy = state.x[enemy] - base.x, state.y[enemy] - base.y
        found.append((isqrt(dx * dx + dy * dy) - (base.side + state.card(enemy).side) // 2, enemy))
    found.sort()  # the nearest first: few ways are longer than the next straight line
    for straight, enemy in found:
        if straight >= best:
            break
        walked = roads.between(base.x, base.y, state.x[enemy], state.y[enemy])
        best = min(best, max(straight, walked - (base.side + state.card(enemy).side) // 2))
    return max(best, 0)


def taste(state: State, figure: int, base: Base, far: int = 0) -> int:
    """What a figure likes about a place: enemies in reach, ground that gives points, the relic's way home.

    `far`: no less than what it likes about any place so far from it at most.
    """
    if carried_worth(state, figure):
        return _homeward(state, figure, base, far)
    card = state.card(figure)
    reach = longest_reach(card)
    is_straight = bool(reach or card.keywords or far)  # walking is no shorter
    gap = nearest_gap(state, figure, base) if is_straight else nearest_walk(state, figure, base)
    wanted = reach * 9 // 10 if reach else 0
    value = -FAR * max(0, gap - wanted - far) // CM
    if is_pressed(state, state.owner[figure]):
        value *= 2
    for objective in objectives_of(state):
        if objective.kind == HOLD:
            gap = _from(base, objective.x, objective.y) - far
            if gap <= base.reach + objective.radius + TOLERANCE if far else reaches(base, objective):
                value += HELD * objective.points
            else:
                value -= FAR_GOAL * gap // CM
        elif objective.kind == CARRY:
            value += _relic_taste(state, base, far)
    return value


def _homeward(state: State, figure: int, base: Base, far: int) -> int:
    """Who carries the relic looks for no enemies: only the way home counts."""
    carried = relic(state)
    assert carried is not None
    way_home = base.y if state.owner[figure] == 0 else state.table.depth - base.y
    return -HOMEWARD * carried.points * max(way_home - far, 0) // CM


def _relic_taste(state: State, base: Base, far: int) -> int:
    """To where the relic lies, or to whoever carries it."""
    carried = relic(state)
    if carried is None or is_home_already(state, carried):
        return 0
    if state.relic >= 0:
        return -FAR_GOAL * max(_from(base, state.x[state.relic], state.y[state.relic]) - far, 0) // CM
    return -2 * FAR_GOAL * max(_from(base, state.relic_x, state.relic_y) - far, 0) // CM


def _from(base: Base, x: int, y: int) -> int:
    return isqrt((base.x - x) ** 2 + (base.y - y) ** 2)


def danger_at(state: State, figure: int, base: Base, far: int = 0) -> int:
    """What enemies may do to a figure at a place, those that have yet to play above all; more from behind.

    `far`: no more than they may do at any place so far from it at most.
    """
    total = 0
    here_x, here_y, side = base.x, base.y, base.side
    for enemy in state.in_play(1 - state.owner[figure]):
        card = state.card(enemy)
        dx, dy, apart = state.x[enemy] - here_x, state.y[enemy] - here_y, (side + card.side) // 2
        square, most = dx * dx + dy * dy, threat_range(state, enemy) + apart - far + 1
        if most <= 0 or square >= most * most:
            continue  # most enemies are too far away
        threat = threat_of(state, enemy, figure, isqrt(square) - apart + far)
        if not threat:
            continue
        if not far and not in_attack_angle(base, state.base(enemy)):
            threat += threat // 3
        total += threat * (LATER if state.activated[enemy] else COMING) // 100
    return total // CARE if is_pressed(state, state.owner[figure]) else total


def is_pressed(state: State, seat: int) -> bool:
    """Whether waiting is no use: the opponent wins by it, or half the game is over and one is not ahead."""
    is_late = 2 * state.round > state.settings.rounds and state.points[seat] <= state.points[1 - seat]
    return is_late or must_attack(state, seat)


def must_attack(state: State, seat: int) -> bool:
    """Whether the opponent wins by waiting: whoever has to come cannot be careful."""
    return any(
        objective.kind == SURVIVE and objective.seat != seat and state.round <= objective.rounds
        for objective in objectives_of(state)
    )


def threat_of(state: State, enemy: int, figure: int, gap: int) -> int:
    """What an enemy's best attack on a figure so far away would cost it on average; 0 when it is out of reach."""
    best = 0
    card = state.card(enemy)
    if gap > threat_range(state, enemy):
        return 0
    dodge = max(state.card(figure).dodge - state.dodges[figure], 1)
    for weapon in card.weapons:
        if gap <= card.move + (weapon.reach if weapon.kind == RANGED else MELEE):
            wounds = weapon.wounds - state.card(figure).armour
            best = max(best, chance(weapon.dice, dodge) * harm(state, figure, wounds))
    for spell in card.spells:
        if spell.wounds and gap <= card.move + spell.reach:
            wounds = spell.wounds - (0 if spell.ignores_armour else state.card(figure).armour)
            best = max(best, chance(spell.dice, dodge, max(spell.required, 1)) * harm(state, figure, wounds))
    return best // 1000


def threat_range(state: State, enemy: int) -> int:
    """From how far away an enemy may attack after a simple move, at most, in micrometres."""
    library, profile = state.library, state.profile[enemy]
    known = library.threat_ranges.get(profile)
    if known is None:
        card = library.profiles[profile]
        known = library.threat_ranges[profile] = card.move + MELEE + longest_reach(card)
    return known


def longest_reach(card: Profile) -> int:
    """The longest optimal range on a card, in micrometres; 0 for who only strikes."""
    best = 0
    for weapon in card.weapons:
        best = max(best, weapon.reach)
    for spell in card.spells:
        if spell.wounds:
            best = max(best, spell.reach)
    return best

"""What cards change for a figure: skills that are always on, objects carried, events, and effects that last.

Bonuses and maluses are those named by the rules or by cards; they add up and cancel each other out, but effects of the
same kind and card do not [Kaos K16.3] [Kaos K16.4] [Ruling R213].
"""

from typing import Final

from esquive.kaos.cards.library import RANGED, Op
from esquive.kaos.cards.op_codes import (
    ALWAYS,
    AMOUNT,
    ARMOUR,
    BADLY_HURT,
    CARD,
    DICE,
    FORBID,
    FORBIDDEN,
    GAME,
    HALF_MOVE,
    IGNORE,
    IMMOBILISE,
    IN_THE_BACK,
    KIND,
    LEAST_MOVE,
    MALUSES,
    MOVE,
    NEEDED,
    NEXT_ROLL,
    NEXT_ROUND,
    REROLL,
    ROUND,
    SIGHT,
    UNTIL,
    WHAT,
    WHEN,
    WHOM,
    WITH_MELEE,
    WITH_RANGED,
)
from esquive.kaos.geometry.units import MOST
from esquive.kaos.table import answers
from esquive.kaos.table.events import E_EFFECT, E_EFFECT_ENDS
from esquive.kaos.table.state import IN_PLAY, NONE, State

USUAL_VALUE: Final = 4  # "4+" [Kaos K14.4]
NO_OPS: Final[list[Op]] = []


# -------------------------------------------------------------------------------------------------------- what applies


def modifiers_of(state: State, figure: int) -> list[Op]:
    """Every modifier that lies on a figure now, each card's only once; the list is not to be changed."""
    found: list[Op] = NO_OPS
    whom = 1 + state.card(figure).tribe
    for skill in state.card(figure).skills:
        if skill.standing:
            found = found + _meant_for(whom, skill.standing)
    if state.carried:
        for entry in state.carried:
            if entry[0] == figure:
                found = _joined(found, _meant_for(whom, state.library.objects[entry[1]].standing))
    if state.in_force:
        for entry in state.in_force:
            found = _joined(found, _meant_for(whom, state.library.events[entry[0]].standing))
    if state.effects:
        for effect in state.effects:
            if effect[0] == figure:
                found = _joined(found, [effect[1:]])
    return found


def _meant_for(whom: int, ops: tuple[Op, ...]) -> list[Op]:
    """The modifiers for anyone, or for the one tribe."""
    return [op for op in ops if op[WHOM] in (0, whom)]


def _joined(found: list[Op], more: list[Op]) -> list[Op]:
    """Two lists of modifiers; of the same kind and card the one that does more stays [Ruling R213]."""
    joined = found[:]
    for op in more:
        for place, other in enumerate(joined):
            if _is_same(op, other):
                if abs(op[AMOUNT]) > abs(other[AMOUNT]):
                    joined[place] = op
                break
        else:
            joined.append(op)
    return joined


def _is_same(one: Op, other: Op) -> bool:
    """Whether two ops are the same effect of the same card: then they do not add up.

    A bonus and a malus are no such two: they cancel each other out [Kaos K16.4].
    """
    if one[CARD] != other[CARD] or one[KIND] != other[KIND]:
        return False
    return one[WHAT] == other[WHAT] and one[WHEN] == other[WHEN] and (one[AMOUNT] < 0) == (other[AMOUNT] < 0)


# ---------------------------------------------------------------------------------------------------------------- rolls


def dice_bonus(
    state: State, figure: int, kind: int, *, target: int = NONE, means: int = answers.NO_MEANS, is_back: bool = False
) -> int:
    """The dice that cards give or take on a roll of a kind of `rolls`; below 0 for a malus [Kaos K16.3].

    `target`: whom it is rolled against; `means`: what is used; `is_back`: an attack in the back is made or dodged.
    """
    dice = 0
    for op in modifiers_of(state, figure):
        if op[KIND] == DICE and op[WHAT] >> kind & 1 and holds(state, figure, op[WHEN], means, is_back):
            dice += op[AMOUNT]
    return dice


def holds(state: State, figure: int, when: int, means: int, is_back: bool) -> bool:
    """Whether the circumstances of a bonus are given."""
    if when == ALWAYS:
        return True
    if when == IN_THE_BACK:
        return is_back
    if when == BADLY_HURT:
        return 2 * state.wounds[figure] >= state.card(figure).life
    if means & answers.KIND_MASK != answers.WEAPON:
        return False
    weapons = state.card(figure).weapons
    number = means & answers.NUMBER_MASK
    if number >= len(weapons):
        return False
    is_ranged = weapons[number].kind == RANGED
    return (when == WITH_MELEE and not is_ranged) or (when == WITH_RANGED and is_ranged)


def needed_of(state: State, figure: int, kind: int) -> int:
    """The value a die must show to be a success: 4, unless a card asks for another one [Kaos K17.8].

    Of several cards the one hardest on the figure counts.
    """
    values = [op[AMOUNT] for op in modifiers_of(state, figure) if op[KIND] == NEEDED and op[WHAT] >> kind & 1]
    return max(values) if values else USUAL_VALUE


def rolls_failures_again(state: State, figure: int, kind: int) -> bool:
    """Whether a card lets a figure roll the failures of a roll once more."""
    return any(op[KIND] == REROLL and op[WHAT] >> kind & 1 for op in modifiers_of(state, figure))


def after_roll(state: State, figure: int, kind: int) -> None:
    """A roll is over: what was meant for the next roll of its kind ends with it."""
    if not state.effects or figure == NONE:
        return
    over = [
        effect
        for effect in state.effects
        if effect[0] == figure
        and effect[1 + UNTIL] == NEXT_ROLL
        and effect[1 + KIND] in (DICE, NEEDED, REROLL)
        and effect[1 + WHAT] >> kind & 1
    ]
    if over:
        state.effects = [effect for effect in state.effects if effect not in over]
        _log_ends(state, over)


# ---------------------------------------------------------------------------------------------------- moves and armour


def move_of(state: State, figure: int) -> int:
    """How far a figure walks, in micrometres: never less than 3 cm, but nowhere when a card holds it fast.

    [Kaos K10.1] [Kaos K10.13] [Kaos K10.14]
    """
    ops = modifiers_of(state, figure)
    move = state.card(figure).move
    if not ops:
        return move
    for op in ops:
        if op[KIND] == IMMOBILISE:
            return 0
        if op[KIND] == MOVE:
            move += op[AMOUNT]
    if any(op[KIND] == HALF_MOVE for op in ops):
        move //= 2
    return max(move, LEAST_MOVE)


def is_immobilised(state: State, figure: int) -> bool:
    """Whether a card holds a figure fast: it cannot move even 3 cm [Kaos K10.14]."""
    return any(op[KIND] == IMMOBILISE for op in modifiers_of(state, figure))


def armour_of(state: State, figure: int) -> int:
    """Armour points, as printed and as cards change them; never below nothing [Kaos K18.3] [Kaos K18.6]."""
    armour = state.card(figure).armour
    for op in modifiers_of(state, figure):
        if op[KIND] == ARMOUR:
            armour += op[AMOUNT]
    return max(armour, 0)


# ----------------------------------------------------------------------------------------------------- what is left out


def is_forbidden(state: State, figure: int, what: str) -> bool:
    """Whether a card keeps a figure from something: a name of FORBIDDEN, or `move`; to intercept is to act."""
    if what == "move":
        return is_immobilised(state, figure)
    bits = 1 << FORBIDDEN.index(what)
    if what == "interception":
        bits |= 1 << FORBIDDEN.index("action")
    return any(op[KIND] == FORBID and op[WHAT] & bits for op in modifiers_of(state, figure))


def ignores(state: State, figure: int, malus: str) -> bool:
    """Whether a card spares a figure a malus: a name of MALUSES [Kaos K16.3]."""
    bit = MALUSES.index(malus)
    return any(op[KIND] == IGNORE and op[WHAT] >> bit & 1 for op in modifiers_of(state, figure))


def sight_limit(state: State, figure: int) -> int:
    """How far a figure sees while the events in force last, in micrometres; MOST when nothing limits it."""
    limit = MOST
    for entry in state.in_force:
        for op in _meant_for(1 + state.card(figure).tribe, state.library.events[entry[0]].standing):
            if op[KIND] == SIGHT:
                limit = min(limit, op[AMOUNT])
    return limit


# -------------------------------------------------------------------------------------------------------------- lasting


def add_effect(state: State, figure: int, op: Op) -> None:
    """An effect that lasts lies on a figure from now on; a second one of the same kind and card adds nothing.

    The one that does more, or as much for longer, stays; both do when the weaker one lasts longer, for the time after
    the stronger one [Ruling R213].
    """
    kept: list[tuple[int, ...]] = []
    for effect in state.effects:
        if effect[0] == figure and _is_same(effect[1:], op):
            if _outdoes(effect[1:], op):
                return
            if _outdoes(op, effect[1:]):
                continue
        kept.append(effect)
    state.effects = [*kept, (figure, *op)]
    if state.log is not None:
        state.log.append((E_EFFECT, figure, op[KIND], op[AMOUNT]))


def _outdoes(one: Op, other: Op) -> bool:
    """Whether an effect does at least as much as another one of its kind and card, for at least as long."""
    return one[UNTIL] >= other[UNTIL] and abs(one[AMOUNT]) >= abs(other[AMOUNT])


def end_of_round(state: State) -> None:
    """What lasted until the end of the round is over; what lasts until the end of the next one has one left."""
    if not state.effects:
        return
    kept: list[tuple[int, ...]] = []
    over: list[tuple[int, ...]] = []
    for effect in state.effects:
        if state.status[effect[0]] != IN_PLAY:
            continue
        until = effect[1 + UNTIL]
        if until == GAME:
            kept.append(effect)
        elif until == NEXT_ROUND:
            kept.append((*effect[: 1 + UNTIL], ROUND, *effect[2 + UNTIL :]))
        else:
            over.append(effect)
    state.effects = kept
    _log_ends(state, over)


def _log_ends(state: State, over: list[tuple[int, ...]]) -> None:
    if state.log is not None:
        for effect in over:
            state.log.append((E_EFFECT_ENDS, effect[0], effect[1 + KIND], effect[1 + AMOUNT]))

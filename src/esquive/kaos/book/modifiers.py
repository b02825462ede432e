"""What cards change for a figure: skills that are always on, objects carried, events, and effects that last.

Bonuses and maluses are those named by the rules or by cards; they add up and cancel each other out, but effects of the
same kind and card do not [Kaos K16.3] [Kaos K16.4] [Ruling R213].
"""

from typing import Final

from msgspec.structs import replace

from esquive.kaos.cards import ops
from esquive.kaos.cards.library import RANGED
from esquive.kaos.cards.op_codes import (
    ALWAYS,
    BADLY_HURT,
    FORBIDDEN,
    GAME,
    IN_THE_BACK,
    LEAST_MOVE,
    MALUSES,
    NEXT_ROLL,
    NEXT_ROUND,
    ROUND,
    WITH_MELEE,
    WITH_RANGED,
    LastingEffect,
    Op,
)
from esquive.kaos.geometry.units import MOST
from esquive.kaos.table import answers
from esquive.kaos.table.events import E_EFFECT, E_EFFECT_ENDS
from esquive.kaos.table.state import IN_PLAY, NONE, Modifiers, State

USUAL_VALUE: Final = 4  # "4+" [Kaos K14.4]
NO_OPS: Final[list[Op]] = []
# The bits of what an effect forbids, by name: to intercept is to act.
_FORBIDDEN_BITS: Final = {
    what: 1 << bit | (1 << FORBIDDEN.index("action") if what == "interception" else 0)
    for bit, what in enumerate(FORBIDDEN)
}


# -------------------------------------------------------------------------------------------------------- what applies


def modifiers_of(state: State, figure: int) -> list[Op]:
    """Every modifier that lies on a figure now, each card's only once; the list is not to be changed.

    Kept with the state for as long as the lists it is read from are the same: they are replaced, never written into.
    """
    known = state._modifiers
    if (
        known is None
        or known.lasting is not state.lasting
        or known.in_force is not state.in_force
        or known.carried is not state.carried
        or known.profile is not state.profile
    ):
        known = state._modifiers = Modifiers(state.profile, state.carried, state.in_force, state.lasting)
    found = known.by_figure.get(figure)
    if found is None:
        found = known.by_figure[figure] = _modifiers_of(state, figure)
    return found


def _modifiers_of(state: State, figure: int) -> list[Op]:
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
    if state.lasting:
        for effect in state.lasting:
            if effect.figure == figure:
                found = _joined(found, [effect.op])
    return found


def _meant_for(whom: int, printed: tuple[Op, ...]) -> list[Op]:
    """The modifiers for anyone, or for the one tribe."""
    return [op for op in printed if op.whom in (0, whom)]


def _joined(found: list[Op], more: list[Op]) -> list[Op]:
    """Two lists of modifiers; of the same kind and card the one that does more stays [Ruling R213]."""
    joined = found[:]
    for op in more:
        for place, other in enumerate(joined):
            if _is_same(op, other):
                if abs(op.amount) > abs(other.amount):
                    joined[place] = op
                break
        else:
            joined.append(op)
    return joined


def _is_same(one: Op, other: Op) -> bool:
    """Whether two ops are the same effect of the same card: then they do not add up.

    A bonus and a malus are no such two: they cancel each other out [Kaos K16.4].
    """
    if one.card != other.card or one.kind is not other.kind:
        return False
    return one.what == other.what and one.when == other.when and (one.amount < 0) == (other.amount < 0)


# ---------------------------------------------------------------------------------------------------------------- rolls


def dice_bonus(
    state: State, figure: int, kind: int, *, target: int = NONE, means: int = answers.NO_MEANS, is_back: bool = False
) -> int:
    """The dice that cards give or take on a roll of a kind of `rolls`; below 0 for a malus [Kaos K16.3].

    `target`: whom it is rolled against; `means`: what is used; `is_back`: an attack in the back is made or dodged.
    """
    return sum(op.amount for op in dice_ops(state, figure, kind, means, is_back))


def dice_ops(state: State, figure: int, kind: int, means: int = answers.NO_MEANS, is_back: bool = False) -> list[Op]:
    """The effects that give or take dice on a roll; see `dice_bonus`."""
    found = modifiers_of(state, figure)
    if not found:
        return found
    return [
        op
        for op in found
        if op.kind is ops.Dice and op.what >> kind & 1 and holds(state, figure, op.when, means, is_back)
    ]


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
    values = [op.amount for op in modifiers_of(state, figure) if op.kind is ops.Needed and op.what >> kind & 1]
    return max(values) if values else USUAL_VALUE


def rolls_failures_again(state: State, figure: int, kind: int) -> bool:
    """Whether a card lets a figure roll the failures of a roll once more."""
    return any(op.kind is ops.Reroll and op.what >> kind & 1 for op in modifiers_of(state, figure))


def after_roll(state: State, figure: int, kind: int) -> None:
    """A roll is over: what was meant for the next roll of its kind ends with it."""
    if not state.lasting or figure == NONE:
        return
    over = [
        effect
        for effect in state.lasting
        if effect.figure == figure
        and effect.op.until == NEXT_ROLL
        and issubclass(effect.op.kind, ops.AboutRolls)
        and effect.op.what >> kind & 1
    ]
    if over:
        state.lasting = [effect for effect in state.lasting if effect not in over]
        _log_ends(state, over)


# ---------------------------------------------------------------------------------------------------- moves and armour


def move_of(state: State, figure: int) -> int:
    """How far a figure walks, in micrometres: never less than 3 cm, but nowhere when a card holds it fast.

    [Kaos K10.1] [Kaos K10.13] [Kaos K10.14]
    """
    found = modifiers_of(state, figure)
    move = state.card(figure).move
    if not found:
        return move
    for op in found:
        if op.kind is ops.Immobilise:
            return 0
        if op.kind is ops.Move:
            move += op.amount
    if any(op.kind is ops.HalfMove for op in found):
        move //= 2
    return max(move, LEAST_MOVE)


def is_immobilised(state: State, figure: int) -> bool:
    """Whether a card holds a figure fast: it cannot move even 3 cm [Kaos K10.14]."""
    for op in modifiers_of(state, figure):
        if op.kind is ops.Immobilise:
            return True
    return False


def armour_of(state: State, figure: int) -> int:
    """Armour points, as printed and as cards change them; never below nothing [Kaos K18.3] [Kaos K18.6]."""
    armour = state.card(figure).armour
    for op in modifiers_of(state, figure):
        if op.kind is ops.Armour:
            armour += op.amount
    return max(armour, 0)


# ----------------------------------------------------------------------------------------------------- what is left out


def is_forbidden(state: State, figure: int, what: str) -> bool:
    """Whether a card keeps a figure from something: a name of FORBIDDEN, or `move`."""
    if what == "move":
        return is_immobilised(state, figure)
    found = modifiers_of(state, figure)
    if not found:
        return False
    bits = _FORBIDDEN_BITS[what]
    for op in found:
        if op.kind is ops.Forbid and op.what & bits:
            return True
    return False


def ignores(state: State, figure: int, malus: str) -> bool:
    """Whether a card spares a figure a malus: a name of MALUSES [Kaos K16.3]."""
    found = modifiers_of(state, figure)
    if not found:
        return False
    bit = MALUSES.index(malus)
    for op in found:
        if op.kind is ops.Ignore and op.what >> bit & 1:
            return True
    return False


def sight_limit(state: State, figure: int) -> int:
    """How far a figure sees while the events in force last, in micrometres; MOST when nothing limits it."""
    limit = MOST
    if not state.in_force:
        return limit
    for entry in state.in_force:
        for op in _meant_for(1 + state.card(figure).tribe, state.library.events[entry[0]].standing):
            if op.kind is ops.Sight:
                limit = min(limit, op.amount)
    return limit


# -------------------------------------------------------------------------------------------------------------- lasting


def add_effect(state: State, figure: int, op: Op) -> None:
    """An effect that lasts lies on a figure from now on; a second one of the same kind and card adds nothing.

    The one that does more, or as much for longer, stays; both do when the weaker one lasts longer, for the time after
    the stronger one [Ruling R213].
    """
    kept: list[LastingEffect] = []
    for effect in state.lasting:
        if effect.figure == figure and _is_same(effect.op, op):
            if _outdoes(effect.op, op):
                return
            if _outdoes(op, effect.op):
                continue
        kept.append(effect)
    state.lasting = [*kept, LastingEffect(figure, op)]
    if state.log is not None:
        state.log.append((E_EFFECT, figure, op.kind.NUMBER, op.amount))


def _outdoes(one: Op, other: Op) -> bool:
    """Whether an effect does at least as much as another one of its kind and card, for at least as long."""
    return one.until >= other.until and abs(one.amount) >= abs(other.amount)


def end_of_round(state: State) -> None:
    """What lasted until the end of the round is over; what lasts until the end of the next one has one left."""
    if not state.lasting:
        return
    kept: list[LastingEffect] = []
    over: list[LastingEffect] = []
    for effect in state.lasting:
        if state.status[effect.figure] != IN_PLAY:
            continue
        if effect.op.until == GAME:
            kept.append(effect)
        elif effect.op.until == NEXT_ROUND:
            kept.append(LastingEffect(effect.figure, replace(effect.op, until=ROUND)))
        else:
            over.append(effect)
    state.lasting = kept
    _log_ends(state, over)


def _log_ends(state: State, over: list[LastingEffect]) -> None:
    if state.log is not None:
        for effect in over:
            state.log.append((E_EFFECT_ENDS, effect.figure, effect.op.kind.NUMBER, effect.op.amount))

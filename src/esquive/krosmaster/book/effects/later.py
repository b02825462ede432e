"""Additional effects that are created in Step 3 and applied in Step 4, 5, 6 or 8 of their spell [KA 4.18.3.a].

What such an effect depends on is read when it is applied: a condition, Retribution or Revenge round it waits with it
[Ruling R114]. Settled in Step 3 is what is gone by then: whether a piece was displaced, and whether the cast is the
first; Track and Invasion are read even earlier, in Step 2 [Ruling R96].
"""

from typing import Any, Final, Protocol

from esquive.krosmaster.book.powers.selectors import Scope, holds, owner_scope
from esquive.krosmaster.book.powers.values import has_held
from esquive.krosmaster.cards import ops, who
from esquive.krosmaster.cards.ops.continuous import M_SPELL_EFFECTS
from esquive.krosmaster.table.state import NONE, State

_CONDITIONAL: Final = (ops.Retribution, ops.Revenge, ops.Track, ops.Invasion)
_GROUPS: Final = (who.All, who.AnyOf)
_SETTLED: Final = (who.Displaced, who.FirstCast)


class Spellcasting(Protocol):
    """What is asked of a spell being cast; `CastFrame` has it. `late` are its effects of later steps."""

    aligned: int
    caster: int
    invading: int
    late: list[int]

    def scope(self, state: State) -> Scope:
        """The scope in which the spell's effects are read."""


def waits(state: State, index: int) -> bool:
    """Whether an op is a condition that waits, with effects of later steps, until they are applied."""
    return not isinstance(state.library.ops[index], ops.LaterOp) and acts_later(state, index)


def acts_later(state: State, index: int) -> bool:
    """Whether an op is an effect of a later step, or a condition that waits with one."""
    op = state.library.ops[index]
    if isinstance(op, ops.LaterOp):
        return True
    if isinstance(op, ops.If):
        if is_settled_in_step_3(op.that):
            return False
    elif not isinstance(op, _CONDITIONAL):
        return False
    return any(acts_later(state, inner) for branch in state.library.children[index] for inner in branch)


def is_settled_in_step_3(condition: Any) -> bool:
    """Whether a condition asks what only Step 3 can tell: a displacement just made, the first cast of the turn."""
    if isinstance(condition, who.Not):
        return is_settled_in_step_3(condition.that)
    if isinstance(condition, _GROUPS):
        return any(is_settled_in_step_3(part) for part in condition.of)
    return isinstance(condition, _SETTLED)


def is_within(state: State, index: int, outer: int) -> bool:
    """Whether an op stands inside another one."""
    for branch in state.library.children[outer]:
        if any(inner == index or is_within(state, index, inner) for inner in branch):
            return True
    return False


def branch_of(state: State, index: int, scope: Scope, aligned: int, invading: int, target: int) -> list[int]:
    """The ops inside a conditional op that apply now [KA 4.9.19.a] [KA 4.9.20.a] [KA 7.5.21.a] [KA 7.5.22.a]."""
    op = state.library.ops[index]
    branches = state.library.children[index]
    if isinstance(op, ops.If):
        applies = holds(state, op.that, scope, target)
    elif isinstance(op, ops.Track):
        applies = aligned == 1  # the spell is cast all the same [KA 7.5.21.b]
    elif isinstance(op, ops.Invasion):
        applies = invading == 1
    elif isinstance(op, ops.Retribution):
        applies = holds(state, who.AvengersAre(x=op.x), scope)
    else:
        applies = holds(state, who.VillainsAre(x=op.x), scope)
    if applies:
        return branches[0]
    return branches[1] if len(branches) > 1 else []


def due(state: State, cast: Spellcasting) -> list[int]:
    """The effects of later steps that apply as things stand now [Ruling R114]."""
    found: list[int] = []
    for index in cast.late:
        if state.statics[M_SPELL_EFFECTS] and is_lost(state, cast.caster, index):
            continue
        if isinstance(state.library.ops[index], ops.LaterOp):
            found.append(index)
        else:
            found.extend(_due_within(state, index, cast.scope(state), cast.aligned, cast.invading))
    return found


def is_lost(state: State, caster: int, index: int) -> bool:
    """Whether an effect came from a power that the caster, still in play, has lost since [KA 4.18.3.c] [Ruling R44]."""
    for owner, held in state.statics[M_SPELL_EFFECTS]:
        if owner == caster and index in state.library.statics[held].ops:
            return not has_held(state, owner, held)
    return False


def _due_within(state: State, index: int, scope: Scope, aligned: int, invading: int) -> list[int]:
    found: list[int] = []
    for inner in branch_of(state, index, scope, aligned, invading, scope.subject):
        if isinstance(state.library.ops[inner], ops.LaterOp):
            found.append(inner)
        elif acts_later(state, inner):
            found.extend(_due_within(state, inner, scope, aligned, invading))
    return found


def holds_steal_health(state: State, index: int) -> bool:
    """Whether an effect of a later step is Steals Health, or a condition round it."""
    if isinstance(state.library.ops[index], ops.StealHealth):
        return True
    if not waits(state, index):
        return False
    return any(holds_steal_health(state, inner) for branch in state.library.children[index] for inner in branch)


def steal_condition(state: State, late: list[int]) -> int:
    """The condition that stands round Steals Health, the first of several; NONE when one stands without."""
    found = [index for index in late if holds_steal_health(state, index)]
    return found[0] if found and all(waits(state, index) for index in found) else NONE


def steals_now(state: State, caster: int, index: int) -> bool:
    """Whether Steals Health, on standby with the condition round it, applies in Step 8 [KA 7.5.18.a] [Ruling R114].

    Of several conditions one that holds is enough.

    Its spell lies on the stack then; one that was itself an effect on standby is over [KA 7.2.9.d], and what its
    condition says of targets no longer holds.
    """
    if index == NONE:
        return True
    scope, aligned, invading, conditions = owner_scope(state, caster), 0, 0, [index]
    for frame in state.stack:
        cast: Any = frame
        if frame.NAME == "cast" and cast.caster == caster and index in cast.late:
            scope, aligned, invading = cast.scope(state), cast.aligned, cast.invading
            conditions = [one for one in cast.late if holds_steal_health(state, one)]
    inner = [one for outer in conditions for one in _due_within(state, outer, scope, aligned, invading)]
    return any(isinstance(state.library.ops[one], ops.StealHealth) for one in inner)

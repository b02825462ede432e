"""Additional effects that are created in Step 3 and applied in Step 4, 5, 6 or 8 of their spell [KA 4.18.3.a].

What such an effect depends on is read when it is applied [Ruling R114], for each target by itself and where that target
stands then [Ruling R127]; `cards.timing` says which conditions wait.
"""

from typing import Any, Protocol

from esquive.krosmaster.book.powers.selectors import Scope, holds, matches_kind, owner_scope
from esquive.krosmaster.book.powers.values import has_held
from esquive.krosmaster.book.triggers import S_KO_EFFECT, put_on_standby
from esquive.krosmaster.cards import ops, who
from esquive.krosmaster.cards.ops.continuous import M_SPELL_EFFECTS
from esquive.krosmaster.cards.timing import LATER, WAITING
from esquive.krosmaster.table.state import NONE, State


class Spellcasting(Protocol):
    """What is asked of a spell being cast; `CastFrame` has it. `late` are its effects of later steps.

    `placed` are the injuries that each of the `targets` got in Step 7; empty before.
    """

    aligned: int
    bets: list[int]
    caster: int
    invading: int
    late: list[int]
    placed: list[int]
    targets: list[int]

    def scope(self, state: State) -> Scope:
        """The scope in which the spell's effects are read."""


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
    kind = type(op)
    if kind is ops.If:
        applies = holds(state, op.that, scope, target)
    elif kind is ops.Track:
        applies = aligned == 1  # the spell is cast all the same [KA 7.5.21.b]
    elif kind is ops.Invasion:
        applies = invading == 1
    elif kind is ops.Retribution:
        applies = holds(state, who.AvengersAre(x=op.x), scope)
    else:
        applies = holds(state, who.VillainsAre(x=op.x), scope)
    if applies:
        return branches[0]
    return branches[1] if len(branches) > 1 else []


def due(state: State, cast: Spellcasting, unit: int = NONE) -> list[int]:
    """The effects of later steps that apply to a target as things stand now [Ruling R114] [Ruling R127].

    Without a target, as in Step 4 with its one roll for all [KA 7.2.5.c], "the target" is the main target.
    """
    found: list[int] = []
    for index in cast.late:
        if state.statics[M_SPELL_EFFECTS] and is_lost(state, cast.caster, index):
            continue
        if state.library.timing[index] == LATER:
            found.append(index)
        else:
            found.extend(_due_within(state, index, cast.scope(state), cast.aligned, cast.invading, unit))
    return found


def is_lost(state: State, caster: int, index: int) -> bool:
    """Whether an effect came from a power that the caster, still in play, has lost since [KA 4.18.3.c] [Ruling R44]."""
    for owner, held in state.statics[M_SPELL_EFFECTS]:
        if owner == caster and index in state.library.statics[held].ops:
            return not has_held(state, owner, held)
    return False


def _due_within(state: State, index: int, scope: Scope, aligned: int, invading: int, unit: int) -> list[int]:
    found: list[int] = []
    for inner in branch_of(state, index, scope, aligned, invading, unit):
        timing = state.library.timing[inner]
        if timing == LATER:
            found.append(inner)
        elif timing == WAITING:
            found.extend(_due_within(state, inner, scope, aligned, invading, unit))
    return found


def holds_steal_health(state: State, index: int) -> bool:
    """Whether an effect of a later step is Steals Health, or a condition round it."""
    if isinstance(state.library.ops[index], ops.StealHealth):
        return True
    if state.library.timing[index] != WAITING:
        return False
    return any(holds_steal_health(state, inner) for branch in state.library.children[index] for inner in branch)


def steal_condition(state: State, late: list[int]) -> int:
    """The condition that stands round Steals Health, the first of several; NONE when one stands without."""
    found = [index for index in late if holds_steal_health(state, index)]
    return found[0] if found and all(state.library.timing[index] == WAITING for index in found) else NONE


def await_effects(state: State, cast: Spellcasting, struck: list[int], totals: list[int]) -> None:
    """Put the effects on standby that waited for Step 7: one for each target that it KO'd, and one for a bet won.

    Only Krosmasters count as KO'd [Ruling R147]; a bet is won by exactly the damage that was named [Ruling R161].
    """
    for unit in cast.targets:
        if unit in state.koed and matches_kind(state, "krosmaster", unit):
            for index in due(state, cast, unit):
                if isinstance(state.library.ops[index], ops.IfKoes):
                    put_on_standby(state, S_KO_EFFECT, cast.caster, index, unit)
    for place in range(0, len(cast.bets), 2):
        unit = next((unit for unit, total in zip(struck, totals, strict=True) if total == cast.bets[place + 1]), NONE)
        if unit != NONE:
            put_on_standby(state, S_KO_EFFECT, cast.caster, cast.bets[place], unit)


def spell_with(state: State, index: int) -> int:
    """The spell whose effect an op is, NONE when no spell has it."""
    for spell in state.library.spells:
        if any(one == index or is_within(state, index, one) for one in spell.ops):
            return spell.index
    return NONE


def stolen(state: State, caster: int, number: int, index: int) -> int:
    """How many of the injuries placed Steals Health, on standby with the condition round it, takes now in Step 8.

    [KA 7.5.18.a] Of several conditions one that holds is enough [Ruling R114]; what one asks of the target is asked of
    each target, for the injuries placed on it [Ruling R127].

    The spell lies on the stack then; one that was itself an effect on standby is over [KA 7.2.9.d], and what its
    condition says of targets no longer holds. So it is with a position saved before spells kept what they placed.
    """
    if index == NONE:
        return number
    for frame in state.stack:
        cast: Any = frame
        if frame.NAME == "cast" and cast.caster == caster and index in cast.late and cast.placed:
            conditions = [one for one in cast.late if holds_steal_health(state, one)]
            scope = cast.scope(state)
            return sum(
                placed
                for unit, placed in zip(cast.targets, cast.placed, strict=False)
                if _steals_from(state, conditions, scope, cast.aligned, cast.invading, unit)
            )
    return number if _steals_from(state, [index], owner_scope(state, caster), 0, 0, NONE) else 0


def _steals_from(state: State, conditions: list[int], scope: Scope, aligned: int, invading: int, unit: int) -> bool:
    """Whether Steals Health stands under one of these conditions that holds for a target."""
    inner = [one for outer in conditions for one in _due_within(state, outer, scope, aligned, invading, unit)]
    return any(isinstance(state.library.ops[one], ops.StealHealth) for one in inner)

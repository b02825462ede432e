"""What cards put in place of injuries that a unit would suffer [KA 1.5.1]: a marker that goes, Kamas that are paid.

And what they put in place of its KO: an egg that goes, or its card turned [Ruling R159] [Ruling R160].
"""

from typing import Any

from esquive.krosmaster.book.powers.selectors import has_type
from esquive.krosmaster.book.powers.values import has_held
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.ops.continuous import M_INSTEAD, M_PAYS, M_SHIELD
from esquive.krosmaster.table.events import E_KAMAS, E_SPECIAL_REMOVED
from esquive.krosmaster.table.state import State


def loses_marker_instead(state: State, unit: int) -> bool:
    """Whether the unit bears a special marker that goes in place of its injuries; it is gone then [Ruling R144]."""
    for owner, index in state.statics[M_SHIELD]:
        for entry in state.special_markers:
            if entry[1] == owner and entry[2] == unit and has_held(state, owner, index):
                state.special_markers = [one for one in state.special_markers if one != entry]
                if state.log is not None:
                    state.log.append((E_SPECIAL_REMOVED, unit, owner))
                return True
    return False


def paid_instead(state: State, unit: int, number: int) -> int:
    """How many of its injuries the unit's player pays for with Kamas; they are paid [Ruling R145]."""
    for owner, index in state.statics[M_PAYS]:
        most = state.library.statics[index].modifier.left
        seat = state.owner[unit]
        if owner == unit and number > most and state.kamas[seat] and has_held(state, owner, index):
            paid: int = min(number - most, state.kamas[seat])
            state.kamas[seat] -= paid
            if state.log is not None:
                state.log.append((E_KAMAS, seat, -paid))
            return paid
    return 0


def averting(state: State, unit: int, kind: type[Any]) -> list[Any]:
    """What of a kind the unit's cards say now that may come in place of its KO."""
    return [
        state.library.statics[index].modifier
        for owner, index in state.statics[M_INSTEAD]
        if owner == unit and isinstance(state.library.statics[index].modifier, kind) and has_held(state, owner, index)
    ]


def eggs_of(state: State, unit: int) -> list[int]:
    """The allied summons of which one may be removed in place of the unit's KO, those KO'd themselves left out."""
    return [
        egg
        for give in averting(state, unit, ops.HatchesInstead)
        for egg in state.units_in_play()
        if has_type(state, egg, give.summon) and not state.enemies(egg, unit) and egg not in state.koed
    ]

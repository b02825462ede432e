"""How much an effect comes to: plain numbers, and those that are counted [KA 4.18.2]."""

from typing import Any

from esquive.krosmaster.book.powers.marker_counts import gained_markers
from esquive.krosmaster.book.powers.selectors import STATS, Scope, is_krosmaster, looked_at, select
from esquive.krosmaster.cards import who
from esquive.krosmaster.table.board import distance
from esquive.krosmaster.table.state import NONE, State


def amount(state: State, value: Any, scope: Scope, target: int = NONE) -> int:
    """How much an amount comes to, for the target looked at."""
    if isinstance(value, int):
        return value
    number: int = value.x * _times(state, value, scope, target)
    return number


def _times(state: State, value: Any, scope: Scope, target: int) -> int:
    """How many times an amount counts."""
    if isinstance(value, who.PerUnit):
        units = select(state, value.of, scope, target)
        count = len({state.profile[unit] for unit in units}) if value.distinct else len(units)
        return min(count // value.every, value.max)
    if isinstance(value, who.PerInjury):
        return sum(state.injuries[unit] for unit in looked_at(state, value.of, scope, target)) // value.every
    if isinstance(value, who.PerMarker):
        units = looked_at(state, value.of, scope, target)
        return sum(gained_markers(state, unit, STATS.index(stat)) for unit in units for stat in value.stats)
    if isinstance(value, who.PerUnspent):
        ap = state.ap[scope.owner] if scope.ap_left == NONE else scope.ap_left
        mp = state.mp[scope.owner] if scope.mp_left == NONE else scope.mp_left
        return ("ap" in value.stats) * ap + ("mp" in value.stats) * mp
    if isinstance(value, who.PerCell):
        cell = state.cell[target] if target != NONE and state.cell[target] else scope.main
        return distance(state.cell[scope.owner] or scope.origin, cell)
    if isinstance(value, who.PerCritical):
        return scope.criticals
    if isinstance(value, who.IfCritical):
        return int((scope.criticals > 0) != value.no)
    if isinstance(value, who.PerKama):
        return min(state.kamas[scope.seat] // value.every, value.max)
    return _times_of_match(state, value, scope)


def _times_of_match(state: State, value: Any, scope: Scope) -> int:
    if isinstance(value, who.PerKo):
        side = state.settings.side_of[scope.seat]
        return sum(
            1
            for unit in range(len(state.ko))
            if state.ko[unit] and state.settings.side_of[state.owner[unit]] == side and is_krosmaster(state, unit)
        )
    if isinstance(value, who.PerRange):
        return scope.most if scope.most != NONE else 0
    if isinstance(value, who.PerReward):
        return len(state.rewards[scope.owner])
    raise TypeError(f"no reading for the amount {value!r}")

"""What each punctual op does to the units it selects. One function an op, found by the op's type.

Every effect is mandatory and does as much as it can [KA 7.2.4.b] [KA 4.18.5]; it acts only on pieces in play
[KA 4.18.6].
"""

from collections.abc import Callable
from typing import Any

from esquive.krosmaster.effects import ops
from esquive.krosmaster.effects.selectors import amount, markers_of
from esquive.krosmaster.effects.special import SPECIALS
from esquive.krosmaster.effects.who import SELF
from esquive.krosmaster.events import (
    E_BONUS,
    E_EXCHANGED,
    E_KAMA_TAKEN,
    E_KAMAS,
    E_POWERS_GAINED,
    E_POWERS_LOST,
    E_REPLACED,
)
from esquive.krosmaster.library import ELEMENT_NAMES, KROSMASTER, NO_ELEMENT, P_PROFANATION, keyword_mask
from esquive.krosmaster.rules.markers import immediate, place_markers, put_special_marker
from esquive.krosmaster.rules.movement import (
    TELEPORTED,
    exchange_cells,
    is_free,
    may_be_moved,
    shift,
)
from esquive.krosmaster.rules.summons import summon
from esquive.krosmaster.rules.triggers import S_SPELL, put_on_standby, register, register_profile, unregister
from esquive.krosmaster.rules.values import (
    ALL_SPELLS,
    F_CRITICAL_DICE,
    F_DAMAGE,
    F_HEAL,
    F_NO_POWERS,
    F_POWERS,
    F_RANGE,
    NEXT_SPELL,
    THIS_SPELL,
    has_gauge,
    max_hp,
    powers,
)
from esquive.krosmaster.rules.victory import opponent_of
from esquive.krosmaster.rules.wounds import check_hp, heal, injure, knock_out
from esquive.krosmaster.state import (
    AP,
    MP,
    NONE,
    STAT_NAMES,
    UNTIL_FIGHT,
    UNTIL_NEXT_TURN,
    UNTIL_TURN,
    State,
    changed,
)

_UNTIL = {"turn": UNTIL_TURN, "next-turn": UNTIL_NEXT_TURN, "fight": UNTIL_FIGHT}
_SPELLS = {"all": ALL_SPELLS, "next": NEXT_SPELL, "this": THIS_SPELL}
_BONUS = {"damage": F_DAMAGE, "heal": F_HEAL, "range": F_RANGE, "critical-dice": F_CRITICAL_DICE}


def apply_op(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """Apply one op to the units it selected; `frame` is the running `EffectsFrame`."""
    _HANDLERS[type(op)](state, frame, op, units)


def _set_markers(state: State, unit: int, stat: int, value: int) -> None:
    if stat == AP:
        state.ap_markers[unit] = value
    elif stat == MP:
        state.mp_markers[unit] = value
    else:
        state.range_markers[unit] = value


def _markers(state: State, frame: Any, op: ops.Markers, units: list[int]) -> None:
    """+X or -X AP, MP or range [KA 7.5.1.a] [KA 7.5.2.a] [KA 7.5.3.a] [KA 7.5.4.a]."""
    for unit in units:
        place_markers(state, unit, STAT_NAMES.index(op.stat), amount(state, op.x, frame.scope(state), unit))


def _steal_markers(state: State, frame: Any, op: ops.StealMarkers, units: list[int]) -> None:
    """Steals X MP or AP: the caster gets a +1 for each -1 actually placed [KA 7.5.12.a] [KA 7.5.13.a] [Ruling R94]."""
    stat = STAT_NAMES.index(op.stat)
    for unit in units:
        placed = place_markers(state, unit, stat, -op.x)
        if state.cell[frame.owner]:
            place_markers(state, frame.owner, stat, placed)


def _immediate_gain(state: State, frame: Any, op: ops.ImmediateGain, units: list[int]) -> None:
    """Immediately gains X MP or AP [KA 7.5.14.a] [KA 7.5.15.a] [Ruling R49]."""
    if state.settings.options["immediate_gain"] == "active" and op.to == SELF:
        units = [state.active_unit] if state.active_unit != NONE else []
    for unit in units:
        immediate(state, unit, STAT_NAMES.index(op.stat), amount(state, op.x, frame.scope(state), unit))


def _empty_gauges(state: State, frame: Any, op: ops.EmptyGauges, units: list[int]) -> None:
    for unit in units:
        for stat in op.stats:
            immediate(state, unit, STAT_NAMES.index(stat), -999)


def _exchange_markers(state: State, frame: Any, op: ops.ExchangeMarkers, units: list[int]) -> None:
    """Markers change hands; none is placed [KA 7.5.20.a]."""
    for other in frame.targets:
        if state.cell[other] == frame.main and other != frame.owner and state.cell[frame.owner]:
            for name in op.stats:
                stat = STAT_NAMES.index(name)
                mine, theirs = markers_of(state, frame.owner, stat), markers_of(state, other, stat)
                if has_gauge(state, frame.owner, stat) and has_gauge(state, other, stat):
                    _set_markers(state, frame.owner, stat, theirs)
                    _set_markers(state, other, stat, mine)
            if state.log is not None:
                state.log.append((E_EXCHANGED, frame.owner, other))


def _exchange_injuries(state: State, frame: Any, op: ops.ExchangeInjuries, units: list[int]) -> None:
    """Injuries are moved, neither inflicted nor suffered; the excess goes back [KA 4.10.7] [KA 4.10.8] [Ruling R95]."""
    for other in frame.targets:
        if state.cell[other] == frame.main and other != frame.owner and state.cell[frame.owner]:
            if not state.library.profiles[state.profile[other]].has_hp:
                continue
            if (powers(state, frame.owner) | powers(state, other)) & P_PROFANATION:
                continue  # injuries neither come to nor leave such a unit but by its own power [KA 4.9.31.a]
            mine, theirs = state.injuries[frame.owner], state.injuries[other]
            state.injuries[frame.owner] = min(theirs, max_hp(state, frame.owner))
            state.injuries[other] = min(mine, max_hp(state, other))
            if state.log is not None:
                state.log.append((E_EXCHANGED, frame.owner, other))
            check_hp(state, frame.owner)
            check_hp(state, other)


def _invert_markers(state: State, frame: Any, op: ops.InvertMarkers, units: list[int]) -> None:
    for unit in units:
        for name in op.stats:
            stat = STAT_NAMES.index(name)
            number = markers_of(state, unit, stat)
            _set_markers(state, unit, stat, 0)
            place_markers(state, unit, stat, -number)


def _remove_markers(state: State, frame: Any, op: ops.RemoveMarkers, units: list[int]) -> None:
    for unit in units:
        for name in op.stats:
            _set_markers(state, unit, STAT_NAMES.index(name), 0)


def _injure(state: State, frame: Any, op: ops.Injure, units: list[int]) -> None:
    """Injuries inflicted by the owner of the effect [KA 4.10.6.b]."""
    for unit in units:
        injure(state, unit, amount(state, op.x, frame.scope(state), unit), frame.owner)


def _heal_injuries(state: State, frame: Any, op: ops.HealInjuries, units: list[int]) -> None:
    for unit in units:
        heal(state, unit, amount(state, op.x, frame.scope(state), unit), frame.owner)


def _summon(state: State, frame: Any, op: ops.Summon, units: list[int]) -> None:
    """Put summons into play on the target cells, as many as the control value allows [KA 4.19.9.b] [KA 4.19.9.c]."""
    control = state.library.spells[frame.spell].control if frame.spell != NONE else 0
    for cell in frame.cells:
        summon(state, frame.owner, state.library.by_id[op.summon], cell, control)


def _place(state: State, frame: Any, op: ops.Place, units: list[int]) -> None:
    """Teleport to the main target cell, if it is free [KA 4.18.5]."""
    for unit in units:
        if is_free(state, frame.main) and may_be_moved(state, unit, frame.owner):
            shift(state, unit, frame.main, TELEPORTED)


def _place_group(state: State, frame: Any, op: ops.PlaceGroup, units: list[int]) -> None:
    """The caster and adjacent Krosmasters keep their formation round the main target cell [KA 4.9.17.a]."""
    here = state.cell[frame.owner]
    if not here or not is_free(state, frame.main):
        return
    group = [
        other
        for other in state.units_in_play()
        if abs(state.cell[other] - here) in (1, 16)
        and state.library.profiles[state.profile[other]].piece == KROSMASTER
        and may_be_moved(state, other, frame.owner)
    ]
    goals = {other: state.cell[other] - here + frame.main for other in group}
    shift(state, frame.owner, frame.main, TELEPORTED)
    for other in group:
        if state.board.is_on(goals[other]) and is_free(state, goals[other]):
            shift(state, other, goals[other], TELEPORTED)


def _swap(state: State, frame: Any, op: ops.Swap, units: list[int]) -> None:
    for unit in units[:1]:
        exchange_cells(state, frame.owner, unit)


def _add_effect(state: State, unit: int, kind: int, x: int, element: int, spells: int, spell: int, until: int) -> None:
    ends_with = unit if until == UNTIL_NEXT_TURN else state.active_unit
    state.effects = [*state.effects, (kind, unit, x, element, spells, spell, until, ends_with)]


def _gain_power(state: State, frame: Any, op: ops.GainPower, units: list[int]) -> None:
    """Gain powers for the turn or for the rest of the fight [KA 4.18.4.f] [KA 1.3.10.a]."""
    mask = keyword_mask(op.powers)
    for unit in units:
        if op.until == "fight":
            state.gained = changed(state.gained, unit, state.gained[unit] | mask)
        else:
            _add_effect(state, unit, F_POWERS, mask, NO_ELEMENT, ALL_SPELLS, NONE, UNTIL_TURN)
        if state.log is not None:
            state.log.append((E_POWERS_GAINED, unit, mask))


def _lose_powers(state: State, frame: Any, op: ops.LosePowers, units: list[int]) -> None:
    """Lose all powers, which goes before any other continuous effect [KA 4.18.4.g] [Ruling R101]."""
    for unit in units:
        _add_effect(state, unit, F_NO_POWERS, 0, NO_ELEMENT, ALL_SPELLS, NONE, _UNTIL[op.until])
        if state.log is not None:
            state.log.append((E_POWERS_LOST, unit))


def _bonus(state: State, frame: Any, op: ops.Bonus, units: list[int]) -> None:
    """A continuous bonus left by a resolved effect [KA 4.18.3.d]."""
    element = ELEMENT_NAMES.index(op.element) if op.element is not None else NO_ELEMENT
    for unit in units:
        _add_effect(state, unit, _BONUS[op.stat], op.x, element, _SPELLS[op.spells], frame.spell, _UNTIL[op.until])
        if state.log is not None:
            state.log.append((E_BONUS, unit, op.x))


def _end_turn(state: State, frame: Any, op: ops.EndTurn, units: list[int]) -> None:
    state.turn_ends = 1


def _gain_kamas(state: State, frame: Any, op: ops.GainKamas, units: list[int]) -> None:
    """Kamas come into the stock shared by the team, from the reserve or the opponent [KA 4.5.1]."""
    other = opponent_of(state, frame.seat)
    number = min(op.x, state.kamas[other]) if op.steal else max(op.x, -state.kamas[frame.seat])
    state.kamas[frame.seat] += number
    if op.steal:
        state.kamas[other] -= number
    if number and state.log is not None:
        state.log.append((E_KAMAS, frame.seat, number))


def _take_kama(state: State, frame: Any, op: ops.TakeKama, units: list[int]) -> None:
    """Kamas leave a cell by an effect rather than by collecting [KA 4.5.2]."""
    taken = min(op.x, state.kamas_on.get(frame.main, 0))
    if taken:
        state.kamas_on = {**state.kamas_on, frame.main: state.kamas_on[frame.main] - taken}
        if not op.remove:
            state.kamas[frame.seat] += taken
        if state.log is not None:
            state.log.append((E_KAMA_TAKEN, frame.owner, frame.main, taken))


def _special_marker(state: State, frame: Any, op: ops.SpecialMarker, units: list[int]) -> None:
    """Put a special marker on the main target Krosmaster [KA 4.13.2]."""
    for unit in frame.targets:
        is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
        if state.cell[unit] == frame.main and is_krosmaster:
            name = next(i for i, known in enumerate(state.library.ops) if known == op)
            put_special_marker(state, name, frame.owner, unit)


def _set_level(state: State, frame: Any, op: ops.SetLevel, units: list[int]) -> None:
    """A level changed for the rest of the fight stays even if the power is lost [KA 4.18.3.d] [Ruling R20]."""
    for unit in units:
        state.level = changed(state.level, unit, op.x)


def _ko_summons(state: State, frame: Any, op: ops.KoSummons, units: list[int]) -> None:
    for unit in state.units_in_play():
        if state.summoner[unit] == frame.owner and unit not in state.koed:
            if op.summon is None or state.library.profiles[state.profile[unit]].id == op.summon:
                knock_out(state, unit, NONE)


def _replace(state: State, frame: Any, op: ops.Replace, units: list[int]) -> None:
    """The card changes, everything on it stays [KA 7.5.19.a]; too many injuries are a KO [Ruling R95]."""
    unit = frame.owner
    if not state.cell[unit]:
        return
    unregister(state, unit)
    state.profile = changed(state.profile, unit, state.library.by_id[op.card])
    state.level = changed(state.level, unit, state.library.profiles[state.profile[unit]].level)
    register_profile(state, unit)
    for entry in state.rewards[unit]:
        if entry & 1:
            register(state, unit, [], state.library.rewards[entry >> 1].held)
    if state.log is not None:
        state.log.append((E_REPLACED, unit, state.profile[unit]))
    check_hp(state, unit)


def _cast(state: State, frame: Any, op: ops.Cast, units: list[int]) -> None:
    """The owner casts its own spell at its own cell, on standby; used by Bombs [KA 4.19.5.d] [KA 7.2.9.d]."""
    profile = state.library.profiles[state.profile[frame.owner]]
    for spell in profile.spells:
        if state.library.spells[spell].id == op.spell:
            cell = state.cell[frame.owner] or state.last_cell[frame.owner]
            put_on_standby(state, S_SPELL, frame.owner, spell, cell)


def _special(state: State, frame: Any, op: ops.Special, units: list[int]) -> None:
    SPECIALS[op.name](state, frame)


_HANDLERS: dict[type[Any], Callable[[State, Any, Any, list[int]], None]] = {
    ops.Markers: _markers,
    ops.StealMarkers: _steal_markers,
    ops.ImmediateGain: _immediate_gain,
    ops.EmptyGauges: _empty_gauges,
    ops.ExchangeMarkers: _exchange_markers,
    ops.ExchangeInjuries: _exchange_injuries,
    ops.InvertMarkers: _invert_markers,
    ops.RemoveMarkers: _remove_markers,
    ops.Injure: _injure,
    ops.HealInjuries: _heal_injuries,
    ops.Summon: _summon,
    ops.Place: _place,
    ops.PlaceGroup: _place_group,
    ops.Swap: _swap,
    ops.GainPower: _gain_power,
    ops.LosePowers: _lose_powers,
    ops.Bonus: _bonus,
    ops.EndTurn: _end_turn,
    ops.GainKamas: _gain_kamas,
    ops.TakeKama: _take_kama,
    ops.SpecialMarker: _special_marker,
    ops.SetLevel: _set_level,
    ops.KoSummons: _ko_summons,
    ops.Replace: _replace,
    ops.Cast: _cast,
    ops.Special: _special,
}

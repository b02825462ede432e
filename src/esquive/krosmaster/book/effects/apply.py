"""What each punctual op does to the units it selects. One function an op, found by the op's type.

Every effect is mandatory and does as much as it can [KA 7.2.4.b] [KA 4.18.5]; it acts only on pieces in play
[KA 4.18.6].
"""

from typing import Any

from esquive.krosmaster.book.effects.registry import APPLIED, applies
from esquive.krosmaster.book.effects.special import SPECIALS
from esquive.krosmaster.book.healing import heal
from esquive.krosmaster.book.markers import (
    freezes_markers,
    immediate,
    place_markers,
    put_special_marker,
    receive_frozen,
    return_excess,
    set_markers,
)
from esquive.krosmaster.book.movement import is_free
from esquive.krosmaster.book.powers.amounts import amount
from esquive.krosmaster.book.powers.marker_counts import frozen_markers_of, markers_of
from esquive.krosmaster.book.powers.selectors import main_targets
from esquive.krosmaster.book.powers.values import has_gauge, keeps_injuries, max_hp, powers
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.book.victory import opponent_of
from esquive.krosmaster.book.wounds import INFLICTED, PLACED, check_hp, injure
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import (
    ELEMENT_NAMES,
    HEAL,
    KROSMASTER,
    NO_ELEMENT,
    P_INTERIOR_FIRE,
    P_PROFANATION,
    keyword_mask,
)
from esquive.krosmaster.cards.trigger_names import T_RICOCHET
from esquive.krosmaster.cards.who import SELF
from esquive.krosmaster.table.entries import (
    ALL_SPELLS,
    BONUS_NAMES,
    F_CONTROL,
    F_DOFUS,
    F_NO_POWERS,
    F_POWERS,
    F_RANGE,
    F_SLIP,
    F_SPELL_EFFECTS,
    SPELLS_NAMES,
    THIS_SPELL,
    UNTIL_NAMES,
    UNTIL_NEXT_TURN,
    UNTIL_TURN,
    ends_in_next_turn,
)
from esquive.krosmaster.table.events import (
    E_BONUS,
    E_EXCHANGED,
    E_KAMA_TAKEN,
    E_KAMAS,
    E_LEVEL,
    E_MARKERS_RETURNED,
    E_POWERS_GAINED,
    E_POWERS_LOST,
    E_SLIPS,
    E_SPECIAL_REMOVED,
    E_SPELL_IMPROVED,
)
from esquive.krosmaster.table.state import INJURIES, NONE, RANGE, STAT_NAMES, State, changed


def apply_op(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """Apply one op to the units it selected; `frame` is the running `EffectsFrame`."""
    APPLIED[type(op)](state, frame, op, units)


def _place(state: State, frame: Any, unit: int, stat: int, number: int) -> int:
    """Place markers by an effect, frozen ones if it is one of a spell, on a target of it, and its caster has the power.

    [KA-2.2 307.21a] [KA-2.2 307.22a] [KA-2.2 307.23a] [KA-2.2 307.24a] Returns how many were placed.
    """
    freezes = frame.spell != NONE and unit in frame.targets and freezes_markers(state, unit, stat, number, frame.owner)
    return place_markers(state, unit, stat, number, frame.owner, freezes)


@applies(ops.Markers)
def _markers(state: State, frame: Any, op: ops.Markers, units: list[int]) -> None:
    """+X or -X AP, MP or range [KA 7.5.1.a] [KA 7.5.2.a] [KA 7.5.3.a] [KA 7.5.4.a]."""
    for unit in units:
        number = amount(state, op.x, frame.scope(state), unit)
        _place(state, frame, unit, STAT_NAMES.index(op.stat), number)


@applies(ops.StealMarkers)
def _steal_markers(state: State, frame: Any, op: ops.StealMarkers, units: list[int]) -> None:
    """Steals X MP or AP: the caster gets a +1 for each -1 actually placed [KA 7.5.12.a] [KA 7.5.13.a] [Ruling R94]."""
    stat = STAT_NAMES.index(op.stat)
    for unit in units:
        placed = _place(state, frame, unit, stat, -op.x)
        if state.cell[frame.owner]:
            place_markers(state, frame.owner, stat, placed, frame.owner)


@applies(ops.ImmediateGain)
def _immediate_gain(state: State, frame: Any, op: ops.ImmediateGain, units: list[int]) -> None:
    """Immediately gains X MP or AP [KA 7.5.14.a] [KA 7.5.15.a] [Ruling R49]."""
    if op.to == SELF:
        units = state.settings.steps.immediate_gain(state, units)
    for unit in units:
        number = amount(state, op.x, frame.scope(state), unit)
        immediate(state, unit, STAT_NAMES.index(op.stat), number, frame.owner)


@applies(ops.EmptyGauges)
def _empty_gauges(state: State, frame: Any, op: ops.EmptyGauges, units: list[int]) -> None:
    for unit in units:
        for stat in op.stats:
            immediate(state, unit, STAT_NAMES.index(stat), -999, frame.owner)


@applies(ops.ExchangeMarkers)
def _exchange_markers(state: State, frame: Any, op: ops.ExchangeMarkers, units: list[int]) -> None:
    """Markers change hands; none is placed, and what nobody can receive goes back [KA 7.5.20.a] [Ruling R95]."""
    for other in main_targets(state, frame):
        if other != frame.owner and state.cell[frame.owner]:
            if state.settings.steps.unfazed(state, other, frame.owner):
                continue
            if state.log is not None:
                state.log.append((E_EXCHANGED, frame.owner, other))
            for name in op.stats:
                stat = STAT_NAMES.index(name)
                mine, theirs = markers_of(state, frame.owner, stat), markers_of(state, other, stat)
                if has_gauge(state, frame.owner, stat) and has_gauge(state, other, stat):
                    set_markers(state, frame.owner, stat, theirs)
                    set_markers(state, other, stat, mine)
                    if state.frozen and stat != RANGE:
                        cold = state.frozen_of(frame.owner, stat)
                        receive_frozen(state, frame.owner, stat, state.frozen_of(other, stat))
                        receive_frozen(state, other, stat, cold)
                    return_excess(state, frame.owner, stat)
                    return_excess(state, other, stat)


@applies(ops.ExchangeInjuries)
def _exchange_injuries(state: State, frame: Any, op: ops.ExchangeInjuries, units: list[int]) -> None:
    """Injuries are moved, neither inflicted nor suffered; the excess goes back [KA 4.10.7] [KA 4.10.8] [Ruling R95]."""
    for other in main_targets(state, frame):
        if other != frame.owner and state.cell[frame.owner]:
            if not state.library.profiles[state.profile[other]].has_hp:
                continue
            if keeps_injuries(state, frame.owner) or keeps_injuries(state, other):
                continue
            if (powers(state, frame.owner) | powers(state, other)) & P_PROFANATION:
                continue  # injuries neither come to nor leave such a unit but by its own power [KA 4.9.31.a]
            mine, theirs = state.injuries[frame.owner], state.injuries[other]
            state.injuries[frame.owner] = min(theirs, max_hp(state, frame.owner))
            state.injuries[other] = min(mine, max_hp(state, other))
            if state.frozen:
                cold = [state.frozen_of(unit, INJURIES) for unit in (other, frame.owner)]
                for unit, frozen in zip((frame.owner, other), cold, strict=True):
                    keeps = state.settings.steps.frost(state, 1, unit)
                    state.set_frozen(unit, INJURIES, min(frozen, state.injuries[unit]) if keeps else 0)
            if state.log is not None:
                state.log.append((E_EXCHANGED, frame.owner, other))
            check_hp(state, frame.owner)
            check_hp(state, other)


@applies(ops.InvertMarkers)
def _invert_markers(state: State, frame: Any, op: ops.InvertMarkers, units: list[int]) -> None:
    """Every ordinary +1 marker becomes a -1 marker and the reverse; frozen ones stay as they are [Ruling R111]."""
    for unit in units:
        if state.settings.steps.unfazed(state, unit, frame.owner):
            continue
        for name in op.stats:
            stat = STAT_NAMES.index(name)
            number = markers_of(state, unit, stat)
            set_markers(state, unit, stat, 0)
            if number and state.log is not None:
                state.log.append((E_MARKERS_RETURNED, unit, stat, number))
            _place(state, frame, unit, stat, -number)


@applies(ops.DoubleMarkers)
def _double_markers(state: State, frame: Any, op: ops.DoubleMarkers, units: list[int]) -> None:
    """As many markers again as there are, placed like any other [KA 4.11.7], frozen for frozen [Ruling R111]."""
    for unit in units:
        for name in op.stats:
            stat = STAT_NAMES.index(name)
            cold = frozen_markers_of(state, unit, stat)
            _place(state, frame, unit, stat, markers_of(state, unit, stat))
            place_markers(state, unit, stat, cold, frame.owner, True)


@applies(ops.RemoveMarkers)
def _remove_markers(state: State, frame: Any, op: ops.RemoveMarkers, units: list[int]) -> None:
    """Markers are taken away, all or at most `x` of each stat; none is placed.

    Frozen ones stay: only their opposites eliminate them [KA-2.2 309.8] [Ruling R111].
    """
    for unit in units:
        if state.settings.steps.unfazed(state, unit, frame.owner):
            continue
        for name in op.stats:
            stat = STAT_NAMES.index(name)
            number = markers_of(state, unit, stat)
            if number * op.sign < 0:
                continue
            removed = abs(number) if op.x is None else min(op.x, abs(number))
            set_markers(state, unit, stat, number - removed if number > 0 else number + removed)
            if removed and state.log is not None:
                state.log.append((E_MARKERS_RETURNED, unit, stat, removed if number > 0 else -removed))


@applies(ops.Injure)
def _injure(state: State, frame: Any, op: ops.Injure, units: list[int]) -> None:
    """Injuries inflicted by the owner of the effect [KA 4.10.6.b], in release 2.2 if the text says so.

    [KA-2.2 308.5b] [Ruling R105]
    """
    cause = INFLICTED if op.inflicts else PLACED
    for unit in units:
        placed = injure(state, unit, amount(state, op.x, frame.scope(state), unit), frame.owner, cause)
        if placed and op.ricochet:
            fire(state, T_RICOCHET, frame.owner, unit, frame.owner, placed)


@applies(ops.HealInjuries)
def _heal_injuries(state: State, frame: Any, op: ops.HealInjuries, units: list[int]) -> None:
    """A Healing spell of a unit with Interior Fire heals frozen injuries by its effects too [KA-2.2 307.19a]."""
    is_healing = frame.spell != NONE and state.library.spells[frame.spell].kind == HEAL
    thaws = is_healing and bool(powers(state, frame.owner) & P_INTERIOR_FIRE)
    for unit in units:
        heal(state, unit, amount(state, op.x, frame.scope(state), unit), frame.owner, thaws=thaws)


def _add_effect(state: State, unit: int, kind: int, x: int, element: int, spells: int, spell: int, until: int) -> None:
    """A continuous effect left on this very unit: who is affected is fixed as it begins [KA 4.18.4.b]."""
    ends = state.active_unit
    if until == UNTIL_NEXT_TURN:
        ends = ends_in_next_turn(unit, state.turn, unit == state.active_unit)
    state.lasting = [*state.lasting, (kind, unit, x, element, spells, spell, until, ends)]


@applies(ops.GainPower)
def _gain_power(state: State, frame: Any, op: ops.GainPower, units: list[int]) -> None:
    """Gain powers for the turn or for the rest of the fight [KA 4.18.4.f] [KA 1.3.10.a]."""
    mask = keyword_mask(op.powers)
    for unit in units:
        if op.until == "fight":
            state.gained = changed(state.gained, unit, state.gained[unit] | mask)
        else:
            _add_effect(state, unit, F_POWERS, mask, NO_ELEMENT, ALL_SPELLS, NONE, UNTIL_NAMES.index(op.until))
        if state.log is not None:
            state.log.append((E_POWERS_GAINED, unit, mask))


@applies(ops.LosePowers)
def _lose_powers(state: State, frame: Any, op: ops.LosePowers, units: list[int]) -> None:
    """Lose all powers, which goes before any other continuous effect [KA 4.18.4.g] [Ruling R101]."""
    for unit in units:
        _add_effect(state, unit, F_NO_POWERS, 0, NO_ELEMENT, ALL_SPELLS, NONE, UNTIL_NAMES.index(op.until))
        if state.log is not None:
            state.log.append((E_POWERS_LOST, unit))


@applies(ops.Bonus)
def _bonus(state: State, frame: Any, op: ops.Bonus, units: list[int]) -> None:
    """A continuous bonus left by a resolved effect [KA 4.18.3.d]."""
    element = ELEMENT_NAMES.index(op.element) if op.element is not None else NO_ELEMENT
    kind, spells, until = BONUS_NAMES.index(op.stat), SPELLS_NAMES.index(op.spells), UNTIL_NAMES.index(op.until)
    for unit in units:
        if kind == F_RANGE and state.settings.steps.unfazed(state, unit, frame.owner):
            continue
        _add_effect(state, unit, kind, op.x, element, spells, frame.spell, until)
        if state.log is not None:
            state.log.append((E_BONUS, unit, op.x, kind, element, spells, until))


@applies(ops.Slip)
def _slip(state: State, frame: Any, op: ops.Slip, units: list[int]) -> None:
    """Nobody tries to lock the unit until the end of the turn [KA 4.14.1]."""
    for unit in units:
        _add_effect(state, unit, F_SLIP, 0, NO_ELEMENT, ALL_SPELLS, NONE, UNTIL_TURN)
        if state.log is not None:
            state.log.append((E_SLIPS, unit))


@applies(ops.ImproveSpell)
def _improve_spell(state: State, frame: Any, op: ops.ImproveSpell, units: list[int]) -> None:
    """A spell of the owner does more until the end of the turn [KA 4.18.3.d]."""
    owner = frame.owner
    for spell in state.library.profiles[state.profile[owner]].spells:
        if state.library.spells[spell].id == op.spell and state.cell[owner]:
            _add_effect(state, owner, F_SPELL_EFFECTS, frame.op, NO_ELEMENT, THIS_SPELL, spell, UNTIL_TURN)
            if state.log is not None:
                state.log.append((E_SPELL_IMPROVED, owner, spell))


@applies(ops.SetControl)
def _set_control(state: State, frame: Any, op: ops.SetControl, numbers: list[int]) -> None:
    """Kamas are paid, as many as `numbers` says: they are a spell's control value for the turn [Ruling R154]."""
    for number in [one for one in numbers if one]:
        state.kamas[frame.seat] -= number
        if state.log is not None:
            state.log.append((E_KAMAS, frame.seat, -number))
        for spell in state.library.profiles[state.profile[frame.owner]].spells:
            if state.library.spells[spell].id == op.spell:
                _add_effect(state, frame.owner, F_CONTROL, number, NO_ELEMENT, THIS_SPELL, spell, UNTIL_TURN)
                if state.log is not None:
                    state.log.append((E_SPELL_IMPROVED, frame.owner, spell))


@applies(ops.With)
def _with(state: State, frame: Any, op: ops.With, units: list[int]) -> None:
    """The ops inside are about each unit in turn, which is their `subject` [KA 4.18.3.e]."""
    frame.enter(state, units)


@applies(ops.EndTurn)
def _end_turn(state: State, frame: Any, op: ops.EndTurn, units: list[int]) -> None:
    state.turn_ends = 1


@applies(ops.GainKamas)
def _gain_kamas(state: State, frame: Any, op: ops.GainKamas, units: list[int]) -> None:
    """Kamas come into the stock shared by the team, from the reserve or the opponent [KA 4.5.1].

    Who steals from the main target robs the stock of its player; from one's own there is nothing to steal.
    """
    seat = frame.seat
    other = opponent_of(state, seat)
    if op.of == "target":
        targeted = main_targets(state, frame)
        if not targeted or (op.steal and state.owner[targeted[0]] == seat):
            return
        if op.steal:
            other = state.owner[targeted[0]]
        else:
            seat = state.owner[targeted[0]]
    wanted = amount(state, op.x, frame.scope(state))
    number = min(wanted, state.kamas[other]) if op.steal else max(wanted, -state.kamas[seat])
    state.kamas[seat] += number
    if op.steal:
        state.kamas[other] -= number
    if number and state.log is not None:
        state.log.append((E_KAMAS, seat, number))


@applies(ops.TakeKama)
def _take_kama(state: State, frame: Any, op: ops.TakeKama, units: list[int]) -> None:
    """Kamas leave a cell, free but for the owner, by an effect and not by collecting [KA 4.5.2] [KA 4.17.3]."""
    if not is_free(state, frame.main) and state.cell[frame.owner] != frame.main:
        return
    taken = min(op.x, state.kamas_on.get(frame.main, 0))
    if taken:
        state.kamas_on = {**state.kamas_on, frame.main: state.kamas_on[frame.main] - taken}
        if not op.remove:
            state.kamas[frame.seat] += taken
        if state.log is not None:
            state.log.append((E_KAMA_TAKEN, frame.owner, frame.main, taken))


@applies(ops.SpecialMarker)
def _special_marker(state: State, frame: Any, op: ops.SpecialMarker, units: list[int]) -> None:
    """Put a special marker on the main target Krosmaster [KA 4.13.2]; a KO'd caster has none in play [KA 4.13.3]."""
    for unit in main_targets(state, frame):
        if state.cell[frame.owner] and state.library.profiles[state.profile[unit]].piece == KROSMASTER:
            name = next(i for i, known in enumerate(state.library.ops) if known == op)
            put_special_marker(state, name, frame.owner, unit)


@applies(ops.RemoveSpecialMarker)
def _remove_special_marker(state: State, frame: Any, op: ops.RemoveSpecialMarker, units: list[int]) -> None:
    """The special markers that the owner has placed leave the game [KA 4.13.2]."""
    for _, placer, bearer in state.special_markers:
        if placer == frame.owner and state.log is not None:
            state.log.append((E_SPECIAL_REMOVED, bearer, placer))
    state.special_markers = [entry for entry in state.special_markers if entry[1] != frame.owner]


@applies(ops.GiveFewerGg)
def _give_fewer_gg(state: State, frame: Any, op: ops.GiveFewerGg, units: list[int]) -> None:
    """Nothing here: it acts where the GG of a KO are counted (`triggers.gallons_given`) [Ruling R146]."""


@applies(ops.IfKoes)
def _if_koes(state: State, frame: Any, op: ops.IfKoes, units: list[int]) -> None:
    """Nothing here: an effect of a later step, which `later.await_effects` puts on standby [Ruling R147]."""


@applies(ops.TurnTheirDofus)
def _turn_their_dofus(state: State, frame: Any, op: ops.TurnTheirDofus, units: list[int]) -> None:
    """Whoever turns a Dofus of the opponents' rolls is the owner's player for this turn [Ruling R162]."""
    if state.cell[frame.owner]:
        _add_effect(state, frame.owner, F_DOFUS, 0, NO_ELEMENT, ALL_SPELLS, NONE, UNTIL_TURN)
        if state.log is not None and frame.spell != NONE:
            state.log.append((E_SPELL_IMPROVED, frame.owner, frame.spell))


@applies(ops.Bet)
def _bet(state: State, frame: Any, op: ops.Bet, units: list[int]) -> None:
    """Nothing here: the number is named in `running`, and looked at by `later.await_effects` [Ruling R161]."""


@applies(ops.SetLevel)
def _set_level(state: State, frame: Any, op: ops.SetLevel, units: list[int]) -> None:
    """A level changed for the rest of the fight stays even if the power is lost [KA 4.18.3.d] [Ruling R20]."""
    for unit in units:
        state.level = changed(state.level, unit, op.x)
        if state.log is not None:
            state.log.append((E_LEVEL, unit, op.x))


@applies(ops.Special)
def _special(state: State, frame: Any, op: ops.Special, units: list[int]) -> None:
    SPECIALS[op.name](state, frame)

"""Powers that an event sets off: they become effects on standby, in one list.

[KA 4.18.1] [KA 4.18.3.b] [KA 7.2.1.c] [KA 7.2.9.d]

An entry on standby is a tuple of integers: its kind, the unit it belongs to, and three numbers of its own.
"""

from typing import Any, Final

from esquive.krosmaster.book.powers.copying import list_copies
from esquive.krosmaster.book.powers.selectors import matches, owner_scope
from esquive.krosmaster.book.powers.values import has_power
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import Power, Profile
from esquive.krosmaster.cards.trigger_names import (
    T_ALLY_WALKS,
    T_CASTS,
    T_GIVES_GG,
    T_INFLICTS,
    T_IS_KOED,
    T_IS_TARGETED,
    T_KOES,
    T_LEAVES_ADJACENT,
    T_MARKED_IS_TARGETED,
    T_SPELL_INFLICTS,
    T_SUFFERS,
    T_TARGETS,
)
from esquive.krosmaster.table.board import is_adjacent
from esquive.krosmaster.table.events import E_POWER, E_STANDBY
from esquive.krosmaster.table.state import NONE, State

S_SPELL: Final = 0  # caster, spell: a spell cast by itself, where the caster is then or was last
S_POWER: Final = 1  # owner, power, subject
S_COUNTER: Final = 2  # owner, opposing unit
S_STEAL_HEALTH: Final = 3  # caster, injuries, the condition round it or NONE
S_WEAR: Final = 4  # the summon that suffers
S_FARMER: Final = 5  # the Krosmaster
S_KO_EFFECT: Final = 6  # caster, the effect of a spell that waited for a KO, the Krosmaster KO'd
STANDBY_NAMES: Final = ("spell", "power", "counter", "steal-health", "wear", "farmer", "ko-effect")


def put_on_standby(state: State, kind: int, unit: int, first: int = NONE, second: int = NONE) -> None:
    """Add an effect to the single list of effects on standby [KA 7.2.9.d]."""
    state.standby.append((kind, unit, first, second))
    if state.log is not None:
        state.log.append((E_STANDBY, unit))


def register(state: State, unit: int, powers: list[int], held: list[int]) -> None:
    """A piece or reward arrives: index its triggered powers and its continuous effects [KA 4.18.4.f]."""
    library = state.library
    for index in powers:
        trigger = library.powers[index].trigger
        state.listeners[trigger] = (*state.listeners[trigger], (unit, index))
    for index in held:
        kind = library.statics[index].kind
        state.statics[kind] = (*state.statics[kind], (unit, index))


def unregister(state: State, unit: int, held: list[int] | None = None) -> None:
    """A piece leaves (or one reward's continuous effects end): take its entries out of the indices."""
    if held is None:
        for trigger, entries in enumerate(state.listeners):
            if entries:
                state.listeners[trigger] = tuple(entry for entry in entries if entry[0] != unit)
    for kind, entries in enumerate(state.statics):
        if entries:
            state.statics[kind] = tuple(
                entry for entry in entries if entry[0] != unit or (held is not None and entry[1] not in held)
            )
    if held is None and state.library.copies:
        list_copies(state)


def register_profile(state: State, unit: int) -> None:
    """Index everything that a unit's card does by itself [KA 4.18.4.d]."""
    profile: Profile = state.library.profiles[state.profile[unit]]
    if profile.powers or profile.statics:
        register(state, unit, profile.powers, profile.statics)
    if state.library.copies:
        list_copies(state)


def register_heritage(state: State, unit: int) -> None:
    """Index what a unit's card does while it is KO'd [Ruling R136]."""
    register(state, unit, [], state.library.profiles[state.profile[unit]].heritage)


def _is_set_off(state: State, owner: int, power: Power, subject: int, by: int, number: int) -> bool:
    if not state.cell[owner] or number < power.at_least:
        return False
    if power.spell and not is_of_spell(state, power, owner):
        return False
    if power.during == "own-turn":
        if state.owner[owner] != state.active_seat:  # a partner's turn is neither one's own nor an opponent's
            return False
    elif power.during == "opponent-turn":
        if state.settings.side_of[state.owner[owner]] == state.settings.side_of[state.active_seat]:
            return False
    elif power.during == "unit-turn" and state.active_unit != owner:
        return False
    if power.of is not None:
        if subject == NONE:
            return False
        if not matches(state, power.of, subject, owner_scope(state, owner), subject):
            return False
    if power.by is not None:
        if by == NONE or not matches(state, power.by, by, owner_scope(state, owner), NONE):
            return False
    mark = owner << 12 | power.index
    if power.once == "turn" and mark in state.once_turn:
        return False
    if power.once == "fight" and mark in state.once_fight:
        return False
    return has_power(state, owner, power.index) or is_explosion(state, owner, power)


def is_of_spell(state: State, power: Power, caster: int) -> bool:
    """Whether the spell being resolved is the one that a power of its caster is about."""
    cast = cast_in_progress(state, caster)
    return cast is not None and state.library.spells[cast.spell].id == power.spell


def cast_in_progress(state: State, caster: int) -> Any:
    """The frame of the spell that a unit is casting; None if it casts none, or what waits for Step 8 is resolved."""
    for frame in reversed(state.stack):
        if frame.NAME == "standby":
            return None
        if frame.NAME == "cast":
            cast: Any = frame
            return cast if cast.caster == caster else None
    return None


def is_explosion(state: State, unit: int, power: Power) -> bool:
    """Whether this is the Spell that every Bomb casts when KO'd, which is no power that it could lose [KA 4.19.5]."""
    is_bomb = state.library.profiles[state.profile[unit]].is_bomb
    return is_bomb and power.trigger == T_IS_KOED and power.casts != ""


def fire(state: State, trigger: int, owner: int, subject: int = NONE, by: int = NONE, number: int = 0) -> None:
    """An event happened: put the powers it sets off on standby; `owner` NONE means whoever watches for it.

    `by` is the unit that caused it and `number` how many injuries or markers there were. "The first time" means in
    the fight unless the power names the turn [KA 4.18.2.a].
    """
    for watcher, index in state.listeners[trigger]:
        if owner not in (NONE, watcher):
            continue
        power = state.library.powers[index]
        if _is_set_off(state, watcher, power, subject, by, number):
            _put_power(state, watcher, power, subject)


def _put_power(state: State, owner: int, power: Power, subject: int) -> None:
    """A power was set off: note its "first time" and put what it does on standby [KA 4.18.2.a] [KA 4.18.3.a]."""
    if power.once == "turn":
        state.once_turn.append(owner << 12 | power.index)
    elif power.once == "fight":
        state.once_fight = [*state.once_fight, owner << 12 | power.index]
    if power.casts:
        _put_spell(state, owner, power.casts)
    else:
        put_on_standby(state, S_POWER, owner, power.index, subject)


def _put_spell(state: State, unit: int, name: str) -> None:
    """The spell a power casts by itself goes on standby [KA 4.19.5] [KA 7.2.8.a]."""
    for spell in state.library.profiles[state.profile[unit]].spells:
        if state.library.spells[spell].id == name:
            put_on_standby(state, S_SPELL, unit, spell)


def fire_targets(state: State, caster: int, targets: list[int]) -> None:
    """A unit has cast a spell at targets: powers of both [KA 7.2.3.a]."""
    listeners = state.listeners
    if listeners[T_CASTS]:
        fire(state, T_CASTS, caster, NONE)
    if listeners[T_TARGETS] or listeners[T_IS_TARGETED]:
        for unit in targets:
            fire(state, T_TARGETS, caster, unit)
            fire(state, T_IS_TARGETED, unit, caster)


def fire_marked(state: State, targets: list[int]) -> None:
    """A spell, also one cast by itself, has targets: powers of those whose special markers they bear [Ruling R140]."""
    for target in targets:
        for _, placer, bearer in state.special_markers:
            if bearer == target:
                fire(state, T_MARKED_IS_TARGETED, placer, state.active_unit)


def fire_adjacent(state: State, leaver: int, left: int) -> None:
    """A unit has left a cell: powers that watch the cells around them [KA 4.18.2.c]."""
    for watcher, index in state.listeners[T_LEAVES_ADJACENT]:
        if watcher != leaver and state.cell[watcher] and is_adjacent(state.cell[watcher], left):
            power = state.library.powers[index]
            if _is_set_off(state, watcher, power, leaver, NONE, 0):
                _put_power(state, watcher, power, leaver)


def fire_steps(state: State, walker: int) -> None:
    """A unit has walked a cell: powers of its side that watch its steps [KA 6.3.2] [Ruling R157]."""
    for watcher, index in state.listeners[T_ALLY_WALKS]:
        if not state.enemies(watcher, walker):
            power = state.library.powers[index]
            if _is_set_off(state, watcher, power, walker, walker, 0):
                _put_power(state, watcher, power, walker)


def fire_injuries(state: State, victim: int, source: int, number: int) -> None:
    """A source inflicted a number of injuries on a unit: powers of both [KA 4.10.6.b]."""
    if state.listeners[T_SPELL_INFLICTS] and source != NONE:
        cast = cast_in_progress(state, source)
        if cast is not None:
            cast.inflicted.append(number << 12 | victim)
    if state.listeners[T_INFLICTS] and source != NONE:
        fire(state, T_INFLICTS, source, victim, source, number)
    if state.listeners[T_SUFFERS]:
        fire(state, T_SUFFERS, victim, source, source, number)


def fire_spell_injuries(state: State, caster: int, inflicted: list[int]) -> None:
    """A spell has placed all its injuries, each as number << 12 | victim: powers that add them up [Ruling R148]."""
    for watcher, index in state.listeners[T_SPELL_INFLICTS]:
        power = state.library.powers[index]
        if watcher != caster:
            continue
        scope = owner_scope(state, watcher)
        counted = [pair for pair in inflicted if power.of is None or matches(state, power.of, pair & 4095, scope, NONE)]
        if counted and _is_set_off(
            state, watcher, power, counted[0] & 4095, watcher, sum(one >> 12 for one in counted)
        ):
            _put_power(state, watcher, power, counted[0] & 4095)


def gallons_given(state: State, victim: int, level: int) -> int:
    """How many GG a KO'd Krosmaster of a level gives, with the powers that act as they are counted [Ruling R146]."""
    for watcher, index in state.listeners[T_GIVES_GG]:
        power = state.library.powers[index]
        first = power.once != "fight" or watcher << 12 | index not in state.once_fight
        if first and state.cell[watcher] and matches(state, power.of, victim, owner_scope(state, watcher), victim):
            if power.once == "fight":  # the first time is the first, whether or not the power was there [KA 4.18.2.a]
                state.once_fight = [*state.once_fight, watcher << 12 | index]
            if not has_power(state, watcher, index):
                continue
            for op in power.document.do:
                if isinstance(op, ops.GiveFewerGg):
                    level = max(min(op.least, level), level - op.x)
            if state.log is not None:
                state.log.append((E_POWER, watcher, index))
    return level


def fire_ko(state: State, victim: int, author: int) -> None:
    """A unit was KO'd by an author: powers of the author [Ruling R92]."""
    if author != NONE and state.listeners[T_KOES]:
        fire(state, T_KOES, author, victim)

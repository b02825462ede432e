"""Chapter 6: the turn of a unit: Preliminary Phase, Activation Phase, End of Activation Phase [KA 6.2.1] [KA 6.4.1]."""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Decision
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.markers import fill_gauges
from esquive.krosmaster.book.powers.values import is_fighter, powers
from esquive.krosmaster.book.rewards import discard_buffs
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.triggers import S_FARMER, S_WEAR, fire, put_on_standby
from esquive.krosmaster.book.wounds import KoFrame, check_every_hp
from esquive.krosmaster.cards.library import KROSMASTER, P_FARMER, P_WEAR
from esquive.krosmaster.cards.trigger_names import T_END_OF_OWN_TURN, T_START_OF_OWN_TURN, T_START_OF_SUMMONER_TURN
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.board import DIRECTIONS
from esquive.krosmaster.table.entries import C_UNTIL, UNTIL_PLAYER_TURN, ends_with
from esquive.krosmaster.table.events import E_GAUGES, E_RANGE_TURN, E_TURN_ENDED, E_UNIT_TURN
from esquive.krosmaster.table.state import ACTIVATION, END, NONE, PRELIMINARY, State

BEGIN: Final = 0
START_EFFECTS: Final = 1
ACTIVATE: Final = 2
FINISH: Final = 3
CLOSE: Final = 4


def neighbours(state: State, unit: int) -> int:
    """The units standing beside a unit, as a mask with a bit each [KA 4.17.2]."""
    mask = 0
    for direction in DIRECTIONS:
        other = state.occupant[state.cell[unit] + direction]
        if other >= 0:
            mask |= 1 << other
    return mask


def fill(state: State, unit: int) -> None:
    """Gauges filled, then range markers applied, in this order [KA 6.2.1.b] [KA 6.2.1.c] [Ruling R46]."""
    fill_gauges(state, unit)
    state.range_turn[unit] = state.range_markers[unit]
    state.range_markers[unit] = 0
    if state.log is not None:
        state.log.append((E_GAUGES, unit, state.ap[unit], state.mp[unit]))
        if state.range_turn[unit]:
            state.log.append((E_RANGE_TURN, unit, state.range_turn[unit]))


def can_act(state: State, unit: int) -> bool:
    """Whether a unit's turn can hold anything: characters, mechanisms with a usable spell or a power of their turn.

    [Ruling R40]
    """
    if is_fighter(state, unit):
        return True
    profile = state.library.profiles[state.profile[unit]]
    if any(not state.library.spells[spell].dash for spell in profile.spells):
        return True
    own_turn = (T_START_OF_OWN_TURN, T_END_OF_OWN_TURN)
    if any(state.library.powers[power].trigger in own_turn for power in profile.powers):
        return True
    return bool(profile.copies) and any(unit == owner for kind in own_turn for owner, _ in state.listeners[kind])


def has_turn(state: State, unit: int) -> bool:
    """Whether a unit's turn has to be gone through: it can hold something, or has summons whose turns come after it.

    [KA 4.19.1.g] [KA 4.9.30.a]
    """
    if not state.settings.steps.mechanism_turns(state, unit):
        return False
    return can_act(state, unit) or any(
        state.summoner[other] == unit and state.cell[other] for other in range(len(state.cell))
    )


@fields
class UnitTurnFrame(Frame[State]):
    """One unit's turn [KA 5.5.2]; what its beginning does in which order, the release says [KA-2.2 502.1]."""

    NAME = "unit-turn"
    STEPS = ("begin", "start-effects", "activate", "finish", "close")

    unit: int

    def run(self, state: State) -> bool:
        step = self.step
        unit = self.unit
        if step == BEGIN:
            self.begin(state)
            self.step = START_EFFECTS
            if state.koed:  # by the end of a Buff, before anything else happens [KA 4.10.2]
                state.stack.append(KoFrame())
        elif step == START_EFFECTS:
            self.step = ACTIVATE
            if state.cell[unit]:
                state.settings.steps.gauges(state, unit, False)
            self.start_effects(state)
            if state.standby or state.koed:
                state.stack.append(StandbyFrame())
        elif step == ACTIVATE:
            if state.rewards[unit]:
                state.settings.steps.buffs(state, unit, True)
            if state.koed:  # by the end of a Buff; nothing is left to discard when this step comes again
                state.stack.append(KoFrame())
                return False
            self.step = FINISH
            if state.cell[unit] and not state.turn_ends:
                state.settings.steps.gauges(state, unit, True)
            is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
            if state.cell[unit] and not state.turn_ends and (is_krosmaster or can_act(state, unit)):
                state.phase = ACTIVATION
                state.stack.append(ActivationFrame(unit))
        elif step == FINISH:
            self.step = CLOSE
            self.finish(state)
            if state.standby or state.koed:
                state.stack.append(StandbyFrame())
        else:
            state.stack.pop()
            self.close(state)
        return False

    def begin(self, state: State) -> None:
        """The unit becomes active; what lasts for a turn is forgotten [KA 6.2.1]."""
        unit = self.unit
        state.active_unit = unit
        state.phase = PRELIMINARY
        state.acted.append(unit)
        state.revealed = 0
        state.reward_bought = 0
        state.collected = 0
        state.cast_turn = 0
        state.attacks_cast = 0
        state.turn_ends = 0
        state.busy = 0
        state.hits.clear()
        state.began_beside = neighbours(state, unit)
        if len(state.acted) == 1:
            state.inflicted.clear()
        else:
            state.inflicted.append(NONE)
        if state.log is not None:
            state.log.append((E_UNIT_TURN, unit))
        if state.rewards[unit]:
            state.settings.steps.buffs(state, unit, False)

    def start_effects(self, state: State) -> None:
        """All "at the start of the turn" effects go on one list: Bombs and Wear among them.

        [KA 6.2.1.d] [KA 4.19.5.c] [KA 4.9.30.a] [Ruling R79]
        """
        unit = self.unit
        fire(state, T_START_OF_OWN_TURN, unit)
        if unit not in state.summoner:  # it has never summoned, as most units have not
            return
        for other in range(len(state.cell)):
            if state.summoner[other] == unit and state.cell[other]:
                if state.library.profiles[state.profile[other]].is_bomb or powers(state, other) & P_WEAR:
                    put_on_standby(state, S_WEAR, other)
                if state.listeners[T_START_OF_SUMMONER_TURN]:
                    fire(state, T_START_OF_SUMMONER_TURN, other)

    def finish(self, state: State) -> None:
        """Effects of the end of the turn, Farmer among them [KA 6.4.1] [KA 4.9.28.a]."""
        unit = self.unit
        state.phase = END
        if not state.cell[unit]:
            return
        fire(state, T_END_OF_OWN_TURN, unit)
        if state.collected and powers(state, unit) & P_FARMER:
            put_on_standby(state, S_FARMER, unit)

    def close(self, state: State) -> None:
        """What lasts "this turn" ends, both gauges are emptied, the turn is over [KA 6.4.2].

        [KA 6.4.1] [KA 4.11.3] [KA 6.3.8] [Ruling R47]
        """
        unit = self.unit
        state.ap[unit] = 0
        state.mp[unit] = 0
        state.range_turn[unit] = 0
        if state.lasting:
            state.lasting = [effect for effect in state.lasting if not ends_with(effect, unit, state.turn)]
        pass_idle(state, unit)
        state.active_unit = NONE
        check_every_hp(state)
        if state.koed:
            state.stack.append(StandbyFrame())
        if state.log is not None:
            state.log.append((E_TURN_ENDED, unit))

    def waiting(self, state: State) -> Decision:
        raise AssertionError("a unit's turn asks nothing itself")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("a unit's turn asks nothing itself")


def is_idle(state: State, unit: int) -> bool:
    """Whether a summon is in the Timeline and its turn can hold nothing [KA 4.19.1.g] [Ruling R40]."""
    return state.settings.steps.mechanism_turns(state, unit) and not has_turn(state, unit)


def pass_idle(state: State, summoner: int) -> None:
    """The turns of its summons that can do nothing pass unasked: gauges and markers as in any turn, effects end.

    [KA 4.19.1.g] [KA 4.11.5] [Ruling R40]
    """
    if summoner not in state.summoner:
        return
    for unit in range(len(state.cell)):
        if state.summoner[unit] == summoner and state.cell[unit] and is_idle(state, unit):
            fill_gauges(state, unit)
            state.ap[unit] = 0
            state.mp[unit] = 0
            state.range_markers[unit] = 0
            if state.lasting:
                state.lasting = [effect for effect in state.lasting if not ends_with(effect, unit, state.turn)]


def end_player_turn(state: State) -> None:
    """What lasts until the end of the player's turn is over [Ruling R47]."""
    if state.lasting:
        state.lasting = [effect for effect in state.lasting if effect[C_UNTIL] != UNTIL_PLAYER_TURN]


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("buffs", "before-start-effects")
def buffs_end_first(state: State, unit: int, are_done: bool) -> None:
    """Buffs are discarded before anything else; `are_done` are the effects of the start of the turn.

    [KA 6.2.1.a] [KA 4.7.5.b] [Ruling R32] [Ruling R46]
    """
    if not are_done:
        discard_buffs(state, unit)


@procedure("buffs", "after-start-effects")
def buffs_end_last(state: State, unit: int, are_done: bool) -> None:
    """Buffs are discarded after them, and still work against them [KA-2.2 502.1a] [KA-2.2 502.1b] [Ruling R106]."""
    if are_done:
        discard_buffs(state, unit)


@procedure("gauges", "before-start-effects")
def gauges_fill_first(state: State, unit: int, are_done: bool) -> None:
    """Gauges are filled before the effects of the start of the turn, whose markers wait [KA 6.2.1.b] [Ruling R46]."""
    if not are_done:
        fill(state, unit)


@procedure("gauges", "after-start-effects")
def gauges_fill_last(state: State, unit: int, are_done: bool) -> None:
    """Gauges are filled as the Activation Phase starts: markers of those effects count at once, gains are lost.

    [KA-2.2 503.1] [KA-2.2 309.2] [Ruling R46]
    """
    if are_done:
        fill(state, unit)


@procedure("mechanism_turns", "timeline")
def every_summon_takes_turns(state: State, unit: int) -> bool:
    """Every summon is in the Timeline [KA 4.19.1.g] [Ruling R40]."""
    return True


@procedure("mechanism_turns", "none")
def bombs_and_traps_take_no_turns(state: State, unit: int) -> bool:
    """Bombs and Traps are not in the Timeline; Creatures and Turrets are.

    [KA-2.2 315.4a] [KA-2.2 315.6a] [KA-2.2 315.3a] [KA-2.2 315.5a] [Ruling R40] [Ruling R108]
    """
    profile = state.library.profiles[state.profile[unit]]
    return not (profile.is_bomb or profile.is_trap)

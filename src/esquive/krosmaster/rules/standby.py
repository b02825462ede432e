"""Chapter 7.2.9: effects on standby, one single list, resolved in the order the active player chooses."""

from typing import Any

from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster import answers
from esquive.krosmaster.effects.selectors import holds, owner_scope
from esquive.krosmaster.events import E_COUNTER, E_DROPPED, E_KAMAS, E_POWER
from esquive.krosmaster.library import P_COUNTER, P_WEAR
from esquive.krosmaster.rules.triggers import S_COUNTER, S_FARMER, S_POWER, S_SPELL, S_STEAL_HEALTH, S_WEAR
from esquive.krosmaster.rules.values import has_power, powers
from esquive.krosmaster.rules.wounds import KoFrame, heal, injure
from esquive.krosmaster.state import NONE, State


def has_business(state: State) -> bool:
    """Whether a KO or an effect on standby has to be dealt with before anything else."""
    return bool(state.standby) or bool(state.koed)


def is_possible(state: State, entry: tuple[int, ...]) -> bool:
    """Whether an effect on standby can still be resolved [KA 7.2.9.b] [KA 4.18.3.c] [Ruling R44].

    Leaving play is not losing a power: an effect is dropped only when its owner, still in play, has lost the power,
    or when the piece it acts on is no longer in play.
    """
    kind, unit, first, second = entry
    if kind == S_SPELL:
        return True
    if kind == S_COUNTER:
        if state.cell[unit] and not powers(state, unit) & P_COUNTER:
            return False
        return bool(state.cell[first])
    if kind in (S_STEAL_HEALTH, S_FARMER):
        return bool(state.cell[unit]) and unit not in state.koed
    if kind == S_WEAR:
        profile = state.library.profiles[state.profile[unit]]
        return bool(state.cell[unit]) and (profile.is_bomb or bool(powers(state, unit) & P_WEAR))
    if state.cell[unit] and not has_power(state, unit, first):
        return False
    scope = owner_scope(state, unit)
    scope.subject = second
    return holds(state, state.library.powers[first].that, scope, second)


class StandbyFrame(Frame[State]):
    """Resolve effects on standby one by one until none is left; KO's come first [KA 7.2.9.a] [KA 7.2.9.c]."""

    NAME = "standby"
    __slots__ = ()

    def run(self, state: State) -> bool:
        if state.koed:
            state.stack.append(KoFrame())
            return False
        standby = state.standby
        if standby and not all(is_possible(state, entry) for entry in standby):
            kept = [entry for entry in standby if is_possible(state, entry)]
            if state.log is not None:
                for entry in standby:
                    if entry not in kept:
                        state.log.append((E_DROPPED, entry[1]))
            state.standby = standby = kept
        if not standby:
            state.stack.pop()
            return False
        if len(standby) > 1 and any(entry != standby[0] for entry in standby):
            return True
        self.resolve(state, 0)
        return False

    def resolve(self, state: State, place: int) -> None:
        """Resolve the effect at a place of the list, the other ones staying on standby [KA 7.2.9.a]."""
        from esquive.krosmaster.effects.running import EffectsFrame
        from esquive.krosmaster.rules.casting import CastFrame

        kind, unit, first, second = state.standby.pop(place)
        if kind == S_SPELL:
            state.stack.append(CastFrame(unit, first, second, state.owner[unit], 1))
        elif kind == S_POWER:
            if state.log is not None:
                state.log.append((E_POWER, unit, first))
            frame = EffectsFrame(unit, state.owner[unit], list(state.library.powers[first].ops))
            frame.subject = second
            frame.targets = [second] if second != NONE else [unit]
            frame.main = state.cell[unit] or state.last_cell[unit]
            frame.cells = [frame.main]
            state.stack.append(frame)
        elif kind == S_COUNTER:
            if state.log is not None:
                state.log.append((E_COUNTER, unit, first))
            injure(state, first, 1, unit)
        elif kind == S_STEAL_HEALTH:
            heal(state, unit, first, unit)
        elif kind == S_WEAR:
            injure(state, unit, 1, unit)
        else:
            state.kamas[state.owner[unit]] += 1
            if state.log is not None:
                state.log.append((E_KAMAS, state.owner[unit], 1))

    def waiting(self, state: State) -> Decision:
        return Decision("standby", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        self.resolve(state, answers.first_of(answer) - 1)

    def options(self, state: State) -> list[int]:
        return [answers.pack(answers.RESOLVE, place) for place in range(1, len(state.standby) + 1)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        is_resolve = answers.verb_of(answer) == answers.RESOLVE and answers.is_exact(answer)
        number = answers.first_of(answer) if is_resolve else 0
        facts: dict[str, Any] = {"standby": len(state.standby), "number": number}
        return [
            Condition(
                "wrong-verb", ("7.2.9.a",), "An effect on standby must be chosen by its number.", is_resolve, facts
            ),
            Condition(
                "not-an-option",
                ("7.2.9.a",),
                f"The number must be between 1 and {len(state.standby)}.",
                1 <= number <= len(state.standby),
                facts,
            ),
        ]

    def copy(self) -> "StandbyFrame":
        return StandbyFrame()

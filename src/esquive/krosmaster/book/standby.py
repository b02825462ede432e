"""Chapter 7.2.9: effects on standby, one single list, resolved in the order the active player chooses."""

from typing import Any

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.effects.later import spell_with, stolen
from esquive.krosmaster.book.healing import heal
from esquive.krosmaster.book.powers.selectors import holds, owner_scope
from esquive.krosmaster.book.powers.values import has_power, powers
from esquive.krosmaster.book.triggers import (
    S_COUNTER,
    S_FARMER,
    S_KO_EFFECT,
    S_POWER,
    S_SPELL,
    S_STEAL_HEALTH,
    S_WEAR,
)
from esquive.krosmaster.book.wounds import PLACED, KoFrame, check_every_hp, injure
from esquive.krosmaster.cards import ops, who
from esquive.krosmaster.cards.library import P_COUNTER, P_FARMER, P_WEAR
from esquive.krosmaster.cards.trigger_names import T_ALLY_WALKS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import E_COUNTER, E_DROPPED, E_KAMAS, E_POWER
from esquive.krosmaster.table.state import NONE, State


def has_business(state: State) -> bool:
    """Whether a KO or an effect on standby has to be dealt with before anything else."""
    return bool(state.standby) or bool(state.koed)


def is_possible(state: State, entry: tuple[int, ...]) -> bool:
    """Whether an effect on standby can still be resolved [KA 7.2.9.b] [KA 4.18.3.c] [Ruling R44].

    Leaving play is not losing a power: an effect is dropped only when its owner, still in play, has lost the power,
    or when the piece it acts on is no longer in play.
    """
    return is_kept(state, entry) and is_met(state, entry)


def is_met(state: State, entry: tuple[int, ...]) -> bool:
    """Whether the condition of a power or of Steals Health on standby holds; other effects have none."""
    kind, unit, first, second = entry
    if kind == S_STEAL_HEALTH:
        return stolen(state, unit, first, second) > 0
    if kind != S_POWER:
        return True
    scope = owner_scope(state, unit)
    scope.subject = second
    return holds(state, state.library.powers[first].that, scope, second)


def may_be_met(state: State, entry: tuple[int, ...]) -> bool:
    """Whether other effects may still bring about the condition of one: then it waits to be chosen [KA 7.2.9.b]."""
    kind, _, power, _ = entry
    if kind == S_STEAL_HEALTH:
        return is_kept(state, entry)
    return kind == S_POWER and is_kept(state, entry) and not is_settled(state.library.powers[power].that)


def is_settled(condition: Any) -> bool:
    """Whether no effect on standby can change what a condition asks: whose turn it is, and the teams entered."""
    if isinstance(condition, who.Not):
        return is_settled(condition.that)
    if isinstance(condition, who.All | who.AnyOf):
        return all(is_settled(part) for part in condition.of)
    return isinstance(condition, who.FirstTurn | who.TurnOf | who.Prosecution)


def is_kept(state: State, entry: tuple[int, ...]) -> bool:
    """Whether an effect on standby still has its power and the piece it acts on, its condition left out."""
    kind, unit, first, second = entry
    if kind == S_SPELL:
        return keeps_spell(state, unit, first)
    if kind == S_KO_EFFECT:
        # An effect of a spell, which no loss of a power takes away.
        return bool(state.ko[second]) or not isinstance(state.library.ops[first], ops.IfKoes)
    if kind == S_COUNTER:
        if state.cell[unit] and not powers(state, unit) & P_COUNTER:
            return False
        return bool(state.cell[first])
    if kind == S_FARMER:
        return not state.cell[unit] or bool(powers(state, unit) & P_FARMER)
    if kind == S_STEAL_HEALTH:
        return bool(state.cell[unit]) and unit not in state.koed
    if kind == S_WEAR:
        profile = state.library.profiles[state.profile[unit]]
        return bool(state.cell[unit]) and (profile.is_bomb or bool(powers(state, unit) & P_WEAR))
    return not state.cell[unit] or has_power(state, unit, first)


def keeps_spell(state: State, unit: int, spell: int) -> bool:
    """Whether a unit still casts a spell that waits: not if a power of its own casts it and was lost [KA 4.18.3.c].

    Click and Explosion are spells of every Trap and Bomb and no powers, and wait when those have left [KA 4.19.5]
    [KA 4.19.7].
    """
    profile = state.library.profiles[state.profile[unit]]
    if not state.cell[unit]:
        return True
    if spell not in profile.spells:
        return False  # its card has been replaced [KA 7.5.19.a]
    name = state.library.spells[spell].id
    sources = [power for power in profile.powers if state.library.powers[power].casts == name]
    return not sources or any(has_power(state, unit, power) for power in sources)


def worn(state: State, unit: int) -> int:
    """The injuries that a Bomb, or a unit with Wear, suffers at a time [KA 4.19.5.c] [KA 4.9.30.a]."""
    numbers = state.settings.params.damage
    injuries: int = numbers.wear_injuries
    if state.library.profiles[state.profile[unit]].is_bomb:
        injuries = numbers.bomb_injuries
    return injuries


@fields
class StandbyFrame(Frame[State]):
    """Resolve effects on standby one by one until none is left; KO's come first [KA 7.2.9.a] [KA 7.2.9.c]."""

    NAME = "standby"

    def run(self, state: State) -> bool:
        check_every_hp(state)  # HP may have ended with the effect before [KA 4.10.2]
        if state.koed:
            state.stack.append(KoFrame())
            return False
        standby = state.standby
        if not all(is_possible(state, entry) for entry in standby):
            able = [entry for entry in standby if is_possible(state, entry)]
            kept = [entry for entry in standby if entry in able or (able and may_be_met(state, entry))]
            if state.log is not None:
                for kind, unit, first, second in standby:
                    if (kind, unit, first, second) not in kept:
                        state.log.append((E_DROPPED, unit))
            state.standby = standby = kept
        if not standby:
            state.stack.pop()
            return False
        if len(standby) > 1 and any(entry != standby[0] for entry in standby):
            return True
        self.resolve(state, 0)
        return False

    def resolve(self, state: State, place: int) -> None:
        """Resolve the effect at a place of the list, the other ones staying on standby [KA 7.2.9.a].

        One that cannot be resolved now disappears [KA 7.2.9.b].
        """
        from esquive.krosmaster.book.casting import CastFrame
        from esquive.krosmaster.book.effects.running import EffectsFrame

        entry = state.standby.pop(place)
        kind, unit, first, second = entry
        if not is_met(state, entry):
            if state.log is not None:
                state.log.append((E_DROPPED, unit))
            return
        if kind == S_SPELL:
            cell = state.cell[unit] or state.last_cell[unit]  # it may have been moved since [Ruling R79]
            state.stack.append(CastFrame(unit, first, cell, state.owner[unit], 1))
        elif kind == S_POWER:
            if state.log is not None:
                state.log.append((E_POWER, unit, first))
            frame = EffectsFrame(unit, state.owner[unit], list(state.library.powers[first].ops))
            frame.subject = second
            frame.targets = [second] if second != NONE else [unit]
            frame.main = state.cell[unit] or state.last_cell[unit]
            frame.cells = [frame.main]
            if state.library.powers[first].trigger == T_ALLY_WALKS:
                frame.left = state.walked_from
            state.stack.append(frame)
        elif kind == S_KO_EFFECT:
            frame = EffectsFrame(unit, state.owner[unit], list(state.library.children[first][0]))
            frame.subject, frame.targets = second, [second]
            frame.main = state.cell[second] or state.last_cell[second]
            frame.cells = [frame.main]
            frame.spell = spell_with(state, first)
            state.stack.append(frame)
        elif kind == S_COUNTER:
            if state.log is not None:
                state.log.append((E_COUNTER, unit, first))
            injure(state, first, state.settings.params.damage.counter_injuries, unit, PLACED)
        elif kind == S_STEAL_HEALTH:
            heal(state, unit, stolen(state, unit, first, second), unit, stolen=True)
        elif kind == S_WEAR:
            injure(state, unit, worn(state, unit), unit, PLACED)
        else:
            gained: int = state.settings.params.kamas.farmer
            state.kamas[state.owner[unit]] += gained
            if state.log is not None:
                state.log.append((E_KAMAS, state.owner[unit], gained))

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
        if answers.is_action(answer) and any(frame.NAME == "cast" for frame in state.stack):
            return [Condition("wrong-verb", ("7.2.1.a", "7.2.1.b"), False, facts)]
        return [
            Condition("wrong-verb", ("7.2.9.a",), is_resolve, facts),
            Condition(
                "not-an-option",
                ("7.2.9.a",),
                1 <= number <= len(state.standby),
                facts,
            ),
        ]

"""What opposes what in one exchange: an attack, and the reaction declared against it [Kaos K17.2] [Kaos K23.21]."""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.kaos.book import rolls
from esquive.kaos.book.defences import (
    attack_now,
    is_in_back,
    is_willing,
    may_dodge,
    may_react_with_skill,
    may_riposte_after,
    may_use_its_action,
    may_use_shield,
)
from esquive.kaos.book.means import RIPOSTE as AS_RIPOSTE, defence_of, is_shot, spell_of
from esquive.kaos.book.modifiers import is_forbidden
from esquive.kaos.book.pools import Pool, attack_pool, dodge_pool, prescribed_pool, shield_pool
from esquive.kaos.cards.library import DODGE_OR_SHIELD, LIFE_GAUGE as BY_LIFE_GAUGE, UNOPPOSED
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.table.answers import DODGE, NO_MEANS, NO_REACTION, REACT_SKILL, RIPOSTE, SHIELD, SUBMIT
from esquive.kaos.table.state import IN_PLAY, NONE, State

NO_POOL: Final = Pool(0, "K14.3")  # of who rolls nothing; not to be added to


@fields
class Exchange(Frame[State]):
    """One figure attacks, another reacts: who they are, what they use, and what has come of it so far.

    `reaction` and `reaction_means`: what the defender declared; `flags`: see `means`; `riposte_dice`: the dice of a
    riposte fixed before the attacker moved, NONE when they are counted now; `x y`: the place a spell asks for.
    `hits` and `counter_hits`: 1 for a hit; `dealt` and `counter_dealt`: the wounds suffered from it; `before`: the
    target's wounds at the start; `spent`: 1 when its reaction was its activation; `counter_defence`: the attacker's
    reaction to a spell that ripostes.
    """

    attacker: int
    means: int
    target: int
    reaction: int = NO_REACTION
    reaction_means: int = NO_MEANS
    flags: int = 0
    riposte_dice: int = NONE
    x: int = 0
    y: int = 0
    hits: int = 0
    counter_hits: int = 0
    dealt: int = 0
    counter_dealt: int = 0
    before: int = 0
    spent: int = 0
    counter_defence: int = NO_REACTION

    def are_in_play(self, state: State) -> bool:
        """Whether both are still there: the unresolved strikes of who has left are lost [Ruling R211]."""
        return state.status[self.attacker] == IN_PLAY and state.status[self.target] == IN_PLAY

    def still_possible(self, state: State, is_skill_to_come: bool = False) -> int:
        """The reaction, if it still can be carried out as things are now; what cannot is lost [Kaos K19.6].

        `is_skill_to_come`: whether a personal skill used in reaction is still to be used.
        """
        attack = attack_now(state, self.attacker, self.means, self.target, self.flags)
        reaction = self.reaction
        if reaction == RIPOSTE:
            is_possible = may_use_its_action(state, attack) and not is_in_back(state, attack)
            is_possible = is_possible and not is_forbidden(state, self.target, "riposte")
            if self.riposte_dice == NONE:
                is_possible = is_possible and may_riposte_after(state, attack, self.reaction_means)
        elif reaction == SHIELD:
            is_possible = may_use_shield(state, attack)
        elif reaction == DODGE:
            is_possible = may_dodge(state, attack)
        elif reaction == REACT_SKILL and is_skill_to_come:
            is_possible = may_react_with_skill(state, attack, self.reaction_means)
        else:
            is_possible = True
        return reaction if is_possible else NO_REACTION

    def is_crossing(self, state: State) -> bool:
        """Whether missiles or spells fly both ways [Kaos K23.20] [Kaos K23.21]."""
        return (
            self.reaction == RIPOSTE
            and is_shot(state.card(self.attacker), self.means)
            and is_shot(state.card(self.target), self.reaction_means)
        )

    def is_counter_apart(self, state: State) -> bool:
        """Whether the riposte is rolled on its own: crossing fire, or a spell [Ruling R223] [Ruling R233]."""
        if self.reaction != RIPOSTE:
            return False
        if self.is_crossing(state):
            return not state.settings.crossing_is_opposed
        return spell_of(state.card(self.target), self.reaction_means) is not None

    def defence(self, state: State) -> tuple[int, Pool]:
        """What the target rolls against the attack, and its dice; NONE and NO_POOL for nothing."""
        if self.reaction == RIPOSTE and not self.is_counter_apart(state):
            is_spell = spell_of(state.card(self.target), self.reaction_means) is not None
            return rolls.SPELL if is_spell else rolls.RIPOSTE, self.counter_pool(state)
        defence = defence_of(state.card(self.attacker), self.means)
        is_spared = is_willing(state, self.attacker, self.target)
        kind, pool = NONE, NO_POOL
        if self.reaction == DODGE:
            is_back = not in_attack_angle(state.base(self.target), state.base(self.attacker))
            kind, pool = rolls.DODGE, dodge_pool(state, self.target, self.attacker, is_back)
        elif self.reaction == SHIELD:
            kind, pool = rolls.SHIELD, shield_pool(state, self.target, self.attacker)
        elif defence not in (UNOPPOSED, DODGE_OR_SHIELD) and self.reaction != SUBMIT and not is_spared:
            # Will and life gauge are rolled whatever else the target does [Kaos K23.14] [Kaos K23.22].
            kind = rolls.LIFE_GAUGE if defence == BY_LIFE_GAUGE else rolls.WILL
            pool = prescribed_pool(state, self.target, self.attacker, defence)
        return kind, pool

    def counter_pool(self, state: State) -> Pool:
        """The dice of the riposte: as fixed before the attacker moved, or as they are now [Ruling R233]."""
        if self.riposte_dice != NONE:
            return Pool(self.riposte_dice, "R233", kind="before")
        base, other = state.base(self.target), state.base(self.attacker)
        others = state.others(self.attacker, self.target)
        return attack_pool(state, self.target, base, self.reaction_means, self.attacker, other, others, AS_RIPOSTE)

"""What an attacked figure may do: riposte, dodge, shield, skill, flight, or nothing [Kaos K20.9].

A riposte, the shield, flight and a skill that is not free are the activation of whoever uses them: they need a figure
that has not played yet [Kaos K20.10] [Kaos K21.15] [Ruling R232]. Against an attack in the back nothing is left but a
dodge [Kaos K30.1]; against a spell, what its card prescribes, or submission [Kaos K23.14] [Kaos K23.18].
"""

from typing import Final

from esquive.core.waiting import Condition
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.means import (
    CROSSING,
    FREE,
    GIVES_UP,
    INTERCEPTION,
    RIPOSTE as AS_RIPOSTE,
    TARGET_MOVED,
    defence_of,
    is_shot,
    skill_of,
    spell_of,
    weapon_of,
    weapons_and_spells,
)
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.cards.library import AS_REACTION, DODGE_OR_SHIELD, LIFE_GAUGE, SELF, UNOPPOSED, WILL
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    DODGE,
    FLIGHT,
    NO_REACTION,
    REACT_SKILL,
    RESIST,
    RIPOSTE,
    SHIELD,
    SUBMIT,
    Reaction,
)
from esquive.kaos.table.state import NONE, State

EVERY: Final = 1 << 16  # more reactions than there ever are
SKILL_BITS: Final = 8  # in `state.used`, before the bits of the skills


class Attack:
    """An attack as its target sees it: who attacks, with what, and from where it will strike.

    `base`: the attacker's at the strike, which may lie ahead of it; `flags`: see `means`.
    """

    __slots__ = ("attacker", "base", "flags", "means", "target")

    def __init__(self, attacker: int, means: int, target: int, base: Base, flags: int) -> None:
        self.attacker = attacker
        self.means = means
        self.target = target
        self.base = base
        self.flags = flags


def attack_now(state: State, attacker: int, means: int, target: int, flags: int) -> Attack:
    """An attack from where the attacker stands."""
    return Attack(attacker, means, target, state.base(attacker), flags)


def is_willing(state: State, attacker: int, target: int) -> bool:
    """Whether the target opposes nothing: the caster itself, or a figure of its own horde [Kaos K17.7]."""
    return state.owner[attacker] == state.owner[target]


def is_in_back(state: State, attack: Attack) -> bool:
    """Whether the attacker's base is wholly in the back of its target at the strike.

    [Kaos K19.1] [Kaos K19.3] [Kaos K19.5] [Kaos K19.6]
    """
    return not in_attack_angle(state.base(attack.target), attack.base)


def may_use_its_action(state: State, attack: Attack) -> bool:
    """Whether the target has an activation left for a riposte or its shield [Kaos K20.10] [Ruling R232].

    The figure activated, when intercepted, may give up the action it declared instead [Kaos K31.11] [Ruling R238]. Who
    flees carries out no action [Kaos K27.3].
    """
    target = attack.target
    if attack.flags & AS_RIPOSTE or state.fleeing[target] > 0 or is_forbidden(state, target, "action"):
        return False  # nor is a riposte riposted
    if attack.flags & INTERCEPTION:
        return bool(attack.flags & GIVES_UP) and not state.acted[target]
    return not state.activated[target]


# ------------------------------------------------------------------------------------------------------------- ripostes


def ripostes_to(state: State, attack: Attack) -> list[Reaction]:
    """The ripostes that the target may choose; must agree with the conditions of that reaction."""
    target = attack.target
    if not may_use_its_action(state, attack) or is_in_back(state, attack) or is_forbidden(state, target, "riposte"):
        return []
    return [
        Reaction(RIPOSTE, means)
        for means in weapons_and_spells(state.card(target))
        if may_answer_with(state, attack, means)
        and (may_riposte_before(state, attack, means) or may_riposte_after(state, attack, means))
    ]


def may_answer_with(state: State, attack: Attack, means: int) -> bool:
    """Spells are answered with a ranged weapon or a spell only, other attacks with any weapon [Kaos K23.20].

    Nobody answers with a free spell: those have moments of their own, nor with a spell for figures of one's own.
    """
    card = state.card(attack.target)
    spell = spell_of(card, means)
    if spell is None and weapon_of(card, means) is None:
        return False
    if spell is not None and spell.is_free:
        return False
    return is_shot(card, means) or spell_of(state.card(attack.attacker), attack.means) is None


def may_riposte_before(state: State, attack: Attack, means: int) -> bool:
    """Whether a ranged weapon or a spell answers before the attacker has moved [Kaos K20.10]."""
    target, attacker = attack.target, attack.attacker
    if not is_shot(state.card(target), means):
        return False
    return may_attack(state, target, state.base(target), means, attacker, state.base(attacker), flags=AS_RIPOSTE)


def may_riposte_after(state: State, attack: Attack, means: int) -> bool:
    """Whether the riposte is possible once the attacker has ended its move [Kaos K20.10]."""
    target, attacker = attack.target, attack.attacker
    flags = riposte_flags(state, attack)
    return may_attack(state, target, state.base(target), means, attacker, attack.base, flags=flags)


def riposte_flags(state: State, attack: Attack) -> int:
    """How a riposte after the attacker's move is made: at a target that has moved, if it does."""
    here = state.base(attack.attacker)
    has_moved = (here.x, here.y, here.z) != (attack.base.x, attack.base.y, attack.base.z)
    return AS_RIPOSTE | (TARGET_MOVED if has_moved else 0)


def riposte_dice(state: State, attack: Attack, means: int) -> int:
    """The dice of a riposte made before the attacker moves, fixed then; NONE for one made afterwards [Ruling R233].

    To be asked for before the attacker is moved.
    """
    if not may_riposte_before(state, attack, means):
        return NONE
    target, attacker = attack.target, attack.attacker
    others = state.others(target, attacker)
    base, other = state.base(target), state.base(attacker)
    return attack_pool(state, target, base, means, attacker, other, others, AS_RIPOSTE).dice


# --------------------------------------------------------------------------------------------------- other reactions


def may_dodge(state: State, attack: Attack) -> bool:
    """All weapons can be dodged, and the spells that prescribe it [Kaos K29.2] [Kaos K23.13] [Kaos K23.15].

    It is tried once the attacker has ended its move [Kaos K20.11]. A dodge is no action: as often as needed, by who has
    played as well [Kaos K29.1] [Kaos K29.3].
    """
    return can_be_parried(state, attack) and not is_forbidden(state, attack.target, "dodge")


def can_be_parried(state: State, attack: Attack) -> bool:
    """Whether an attack may be met by a dodge or a shield: weapons, and spells that say so [Kaos K23.15]."""
    if attack.flags & CROSSING:
        return False  # both are shooting [Kaos K23.22]
    card = state.card(attack.attacker)
    return spell_of(card, attack.means) is None or defence_of(card, attack.means) == DODGE_OR_SHIELD


def may_use_shield(state: State, attack: Attack) -> bool:
    """Whether the target may use its shield [Kaos K21.10] [Kaos K21.13] [Kaos K21.15] [Kaos K30.1]."""
    return (
        state.card(attack.target).shield > 0
        and may_use_its_action(state, attack)
        and can_be_parried(state, attack)
        and not is_in_back(state, attack)
        and not is_forbidden(state, attack.target, "shield")
    )


def may_react_with_skill(state: State, attack: Attack, means: int) -> bool:
    """Whether the target may react with a personal skill; a free one activates nobody [Kaos K20.12] [Kaos K35.2]."""
    skill = skill_of(state.card(attack.target), means)
    if (
        attack.flags & AS_RIPOSTE
        or skill is None
        or skill.timing != AS_REACTION
        or is_used_up(state, attack.target, means)
    ):
        return False
    if skill.is_free:
        return not is_forbidden(state, attack.target, "free")
    return may_use_its_action(state, attack) and not is_in_back(state, attack)


def skill_aim(state: State, attack: Attack, means: int) -> list[Condition]:
    """The conditions of the attacker as the target of a skill, where it will strike from [Kaos K34.1] [Kaos K20.9]."""
    from esquive.kaos.book.uses import aim_conditions

    figure = attack.target
    skill = skill_of(state.card(figure), means)
    if skill is None or skill.targets == SELF:
        return []
    return aim_conditions(state, figure, means, attack.attacker, state.base(figure), attack.base)


def is_used_up(state: State, figure: int, means: int) -> bool:
    """Whether a personal skill has been used this round and may be used once only."""
    skill = skill_of(state.card(figure), means)
    number = means & answers.NUMBER_MASK
    return skill is not None and skill.uses > 0 and bool(state.used[figure] >> (SKILL_BITS + number) & 1)


def may_flee(state: State, attack: Attack) -> bool:
    """Whether the target may run before the attacker arrives [Kaos K27.1] [Kaos K30.1] [Ruling R236].

    Nobody arrives in an interception, in a riposte, or with a free spell.
    """
    return (
        not attack.flags & (INTERCEPTION | AS_RIPOSTE | FREE)
        and not state.activated[attack.target]
        and not is_in_back(state, attack)
        and not is_immobilised(state, attack.target)
    )


def may_submit(state: State, attack: Attack) -> bool:
    """One may submit to a spell that can be resisted [Kaos K23.18]."""
    return defence_of(state.card(attack.attacker), attack.means) != UNOPPOSED


def may_resist(state: State, attack: Attack) -> bool:
    """Whether the spell is resisted with will or life gauge, which costs nothing [Kaos K23.16] [Kaos K23.17]."""
    defence = defence_of(state.card(attack.attacker), attack.means)
    if defence == WILL:
        return not is_forbidden(state, attack.target, "will")
    return defence == LIFE_GAUGE


def reactions_to(state: State, attack: Attack, enough: int = EVERY) -> list[Reaction]:
    """Every reaction that the target may choose, in the order of REACTION_NAMES; once there are `enough`, those."""
    card = state.card(attack.target)
    found: list[Reaction] = []
    if not may_submit(state, attack):
        found.append(Reaction(NO_REACTION))
    if may_dodge(state, attack):
        found.append(Reaction(DODGE))
    if len(found) >= enough:
        return found
    found += ripostes_to(state, attack)
    if may_use_shield(state, attack):
        found.append(Reaction(SHIELD))
    for means in (answers.SKILL | number for number in range(len(card.skills))):
        if may_react_with_skill(state, attack, means) and all(one.holds for one in skill_aim(state, attack, means)):
            found.append(Reaction(REACT_SKILL, means))
    if may_flee(state, attack):
        found.append(Reaction(FLIGHT))
    if may_submit(state, attack):
        found.append(Reaction(SUBMIT))
    if may_resist(state, attack):
        found.append(Reaction(RESIST))
    return found

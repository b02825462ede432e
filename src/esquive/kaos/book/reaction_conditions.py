"""Every condition of a reaction, told with its facts [Kaos K20.9]; what may be done is decided in `defences`."""

from esquive.core.waiting import Condition
from esquive.kaos.book.attack_conditions import attack_conditions
from esquive.kaos.book.defences import (
    Attack,
    can_be_parried,
    is_in_back,
    is_used_up,
    may_answer_with,
    may_resist,
    may_riposte_before,
    may_submit,
    may_use_its_action,
    riposte_flags,
    skill_aim,
)
from esquive.kaos.book.means import CROSSING, FREE, INTERCEPTION, RIPOSTE as AS_RIPOSTE, defence_of, label_of, skill_of
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised
from esquive.kaos.cards.library import AS_REACTION, DEFENCES
from esquive.kaos.geometry.arcs import margin
from esquive.kaos.geometry.units import format_length
from esquive.kaos.table.answers import (
    DODGE,
    FLIGHT,
    NO_MEANS,
    NO_REACTION,
    REACT_SKILL,
    REACTION_NAMES,
    RESIST,
    RIPOSTE,
    SHIELD,
    SUBMIT,
)
from esquive.kaos.table.state import State


def reaction_conditions(state: State, attack: Attack, reaction: int, means: int) -> list[Condition]:
    """Every condition of a reaction, with its facts; must agree with `reactions_to`."""
    takes_means = reaction in (RIPOSTE, REACT_SKILL)
    name, other = state.names[attack.target], state.names[attack.attacker]
    facts = {"figure": name, "attacker": other, "reaction": _name_of(reaction)}
    is_known = 0 <= reaction < len(REACTION_NAMES)
    is_right = is_known and (takes_means or means == NO_MEANS)
    found = [Condition("reaction-known", ("K20.9",), is_right, facts)]
    if not is_right:
        return found
    if reaction in (NO_REACTION, SUBMIT, RESIST):
        found.append(_defence_condition(state, attack, reaction))
    if reaction in (DODGE, SHIELD):
        found.append(_parry_condition(state, attack))
    if reaction == DODGE:
        found.append(_forbidden_condition(state, attack, "dodge", "K29.5"))
    if reaction == SHIELD:
        found.append(_shield_condition(state, attack))
        found.append(_forbidden_condition(state, attack, "shield", "K16.3"))
    if reaction == REACT_SKILL:
        found += _skill_conditions(state, attack, means)
    if reaction == FLIGHT:
        found += _flight_conditions(state, attack)
    skill = skill_of(state.card(attack.target), means) if reaction == REACT_SKILL else None
    if skill is not None and skill.is_free:
        allowed = not is_forbidden(state, attack.target, "free")
        found.append(Condition("kept-from", ("K16.3",), allowed, facts))
    if reaction in (RIPOSTE, SHIELD) or (skill is not None and not skill.is_free):
        found.append(_activation_condition(state, attack))
    if reaction in (RIPOSTE, SHIELD, FLIGHT) or (skill is not None and not skill.is_free):
        found.append(_back_condition(state, attack))
    if reaction == RIPOSTE:
        found += _riposte_conditions(state, attack, means)
    return found


def _name_of(reaction: int) -> str:
    return REACTION_NAMES[reaction] if 0 <= reaction < len(REACTION_NAMES) else str(reaction)


def _defence_condition(state: State, attack: Attack, reaction: int) -> Condition:
    defence = DEFENCES[defence_of(state.card(attack.attacker), attack.means)]
    facts = {"defence": defence, "attacker": state.names[attack.attacker]}
    if reaction == NO_REACTION:
        return Condition("nothing-prescribed", ("K20.9", "K23.14"), not may_submit(state, attack), facts)
    if reaction == SUBMIT:
        return Condition("can-submit", ("K23.18",), may_submit(state, attack), facts)
    return Condition("prescribed", ("K23.16", "K23.17"), may_resist(state, attack), facts)


def _parry_condition(state: State, attack: Attack) -> Condition:
    # Missiles that cross leave no time to dodge [Kaos K23.22].
    is_crossing = bool(attack.flags & CROSSING)
    return Condition(
        "can-be-parried",
        ("K23.22",) if is_crossing else ("K29.2", "K23.15"),
        can_be_parried(state, attack),
        {"means": label_of(state.card(attack.attacker), attack.means)},
    )


def _forbidden_condition(state: State, attack: Attack, what: str, clause: str) -> Condition:
    name = state.names[attack.target]
    holds = not is_forbidden(state, attack.target, what)
    return Condition(f"{what}-allowed", (clause,), holds, {"figure": name})


def _shield_condition(state: State, attack: Attack) -> Condition:
    name = state.names[attack.target]
    shield = state.card(attack.target).shield
    return Condition("has-shield", ("K21.10",), shield > 0, {"figure": name})


def _skill_conditions(state: State, attack: Attack, means: int) -> list[Condition]:
    name = state.names[attack.target]
    card = state.card(attack.target)
    skill = skill_of(card, means)
    facts = {"figure": name, "skill": label_of(card, means)}
    is_reaction = skill is not None and skill.timing == AS_REACTION and not attack.flags & AS_RIPOSTE
    found = [
        Condition("skill-reacts", ("K20.12",), is_reaction, facts),
        Condition(
            "skill-left",
            ("K35.1",),
            not is_used_up(state, attack.target, means),
            facts,
        ),
    ]
    return found + skill_aim(state, attack, means) if is_reaction else found


def _flight_conditions(state: State, attack: Attack) -> list[Condition]:
    name = state.names[attack.target]
    facts = {"figure": name}
    is_attacked = not attack.flags & (INTERCEPTION | AS_RIPOSTE | FREE)
    return [
        Condition("flees-an-attack", ("K27.1", "R236"), is_attacked, facts),
        Condition("unactivated", ("K27.1", "R236"), not state.activated[attack.target], facts),
        Condition("can-move", ("K10.14",), not is_immobilised(state, attack.target), facts),
    ]


def _activation_condition(state: State, attack: Attack) -> Condition:
    name = state.names[attack.target]
    holds = may_use_its_action(state, attack)
    if attack.flags & INTERCEPTION:
        return Condition("action-to-give-up", ("K31.11", "R238"), holds, {"figure": name})
    clauses: tuple[str, ...] = ("K20.10", "K21.15", "R232")
    if state.fleeing[attack.target] > 0:
        clauses = ("K27.3",)  # who flees carries out no action
    elif is_forbidden(state, attack.target, "action") and not state.activated[attack.target]:
        clauses = ("K16.3",)
    return Condition("action-left", clauses, holds, {"figure": name})


def _back_condition(state: State, attack: Attack) -> Condition:
    name, other = state.names[attack.target], state.names[attack.attacker]
    return Condition(
        "not-in-the-back",
        ("K19.6", "K30.1"),
        not is_in_back(state, attack),
        {"figure": name, "attacker": other, "margin": format_length(margin(state.base(attack.target), attack.base))},
    )


def _riposte_conditions(state: State, attack: Attack, means: int) -> list[Condition]:
    target, attacker = attack.target, attack.attacker
    name = state.names[target]
    card = state.card(target)
    facts = {"figure": name, "means": label_of(card, means), "against": label_of(state.card(attacker), attack.means)}
    found = [
        _forbidden_condition(state, attack, "riposte", "K16.3"),
        Condition("answers-in-kind", ("K23.20", "K23.14"), may_answer_with(state, attack, means), facts),
    ]
    base, others = state.base(target), state.others(target, attacker)
    if may_riposte_before(state, attack, means):
        other = state.base(attacker)
        return found + attack_conditions(state, target, base, means, attacker, other, others, AS_RIPOSTE)
    flags = riposte_flags(state, attack)
    return found + attack_conditions(state, target, base, means, attacker, attack.base, others, flags)

"""Who may attack whom, from where and with what: every condition of a strike, a shot and a spell.

Whoever attacks needs its target in its attack angle, in reach and in view, whether it attacks, ripostes or intercepts
[Kaos K30.2] [Kaos K23.6] [Kaos K31.7] [Ruling R207]. The conditions are judged for bases that may be elsewhere than the
figures are now: where a plan ends, or where a path passes.
"""

from collections.abc import Iterator

from esquive.core.waiting import Condition
from esquive.kaos.book.means import is_melee, label_of, spell_of, weapon_of
from esquive.kaos.book.modifiers import is_forbidden, sight_limit
from esquive.kaos.book.pools import CONTACT, MELEE_REACH, Pool, attack_pool, has_dice, is_too_far
from esquive.kaos.book.terms import term_facts
from esquive.kaos.cards.library import ANY, ENEMY, RANGED, SELF, TARGETS, Spell, Weapon
from esquive.kaos.geometry.arcs import in_attack_angle, margin
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.shapes import Base, Bases, Table
from esquive.kaos.geometry.sight import Sight, sees, sight
from esquive.kaos.geometry.units import MOST, TOLERANCE, format_length
from esquive.kaos.table.state import IN_PLAY, State


def attack_conditions(
    state: State,
    attacker: int,
    base: Base,
    means: int,
    target: int,
    target_base: Base,
    others: Bases,
    flags: int = 0,
) -> list[Condition]:
    """Every condition of an attack from `base` at `target_base`, with its facts; those past the first that makes the
    rest meaningless are left out.

    `others`: every other figure in play; `flags`: see `means`. Any integers may be given. Must agree with `may_attack`.
    """
    return list(_conditions(state, attacker, base, means, target, target_base, others, flags))


def may_attack(
    state: State,
    attacker: int,
    base: Base,
    means: int,
    target: int,
    target_base: Base,
    others: Bases | None = None,
    flags: int = 0,
) -> bool:
    """Whether every condition of an attack holds; looks at no more of them than it must.

    `others`: as in `attack_conditions`; left out, they are looked up once something asks for them.
    """
    if not 0 <= target < len(state.names) or state.status[target] != IN_PLAY:
        return False
    card = state.library.profiles[state.profile[attacker]]
    used = weapon_of(card, means) or spell_of(card, means)
    if used is None or not _may_be_target(state, attacker, used, target):
        return False
    if isinstance(used, Weapon) and used.kind != RANGED:
        return (
            within(state.table, base, target_base, MELEE_REACH)
            and not has_dodged(state, attacker, target)
            and in_attack_angle(base, target_base)
            and is_in_view(
                state, attacker, base, target_base, state.others(attacker, target) if others is None else others
            )
        )
    if attacker != target and not (
        in_attack_angle(base, target_base)
        and not is_too_far(state, attacker, base, used.dice, used.reach, target_base)
        and _contact_is_right(state, attacker, base, used, target, target_base)
    ):
        return False
    if is_forbidden(state, attacker, "shot" if isinstance(used, Weapon) else "spell"):
        return False
    if others is None:
        others = state.others(attacker, target)
    return (attacker == target or is_in_view(state, attacker, base, target_base, others)) and has_dice(
        state, attacker, base, means, target, target_base, others, flags
    )


def is_kept_from(state: State, figure: int, means: int) -> bool:
    """Whether a card forbids a figure its spells or its shots [Kaos K16.3]."""
    card = state.card(figure)
    if is_melee(card, means):
        return False
    return is_forbidden(state, figure, "shot" if spell_of(card, means) is None else "spell")


def is_in_view(state: State, figure: int, base: Base, target_base: Base, others: Bases) -> bool:
    """Whether a figure sees some part of the target's body, no farther than events let it see [Kaos K23.8]."""
    limit = sight_limit(state, figure)
    return (limit == MOST or within(state.table, base, target_base, limit)) and sees(
        state.table, base, target_base, others
    )


def has_dodged(state: State, figure: int, adversary: int) -> bool:
    """Whether a figure has dodged an adversary in melee this round, which bars its own melee attacks [Kaos K29.10]."""
    return bool(state.dodged[figure] >> adversary & 1)


# ---------------------------------------------------------------------------------------------------------- conditions


def _conditions(
    state: State,
    attacker: int,
    base: Base,
    means: int,
    target: int,
    target_base: Base,
    others: Bases,
    flags: int,
) -> Iterator[Condition]:
    card = state.card(attacker)
    used = weapon_of(card, means) or spell_of(card, means)
    name = state.names[attacker]
    yield Condition(
        "means-on-card",
        ("K14.1",),
        used is not None,
        {"attacker": name, "means": label_of(card, means)},
    )
    in_play = 0 <= target < len(state.names) and state.status[target] == IN_PLAY
    other = state.names[target] if 0 <= target < len(state.names) else str(target)
    yield Condition("target-in-play", ("K23.6",), in_play, {"target": other})
    if used is None or not in_play:
        return
    yield _side_condition(state, attacker, used, target)
    if not is_melee(card, means):
        facts = {"attacker": name, "means": label_of(card, means)}
        yield Condition("not-forbidden", ("K16.3",), not is_kept_from(state, attacker, means), facts)
    if attacker != target:
        if is_melee(card, means):
            yield _dodged_condition(state, attacker, target)
            yield _melee_condition(state.table, name, base, other, target_base)
        else:
            yield _contact_condition(state, attacker, base, used, target, target_base)
        yield _angle_condition(name, base, other, target_base)
        yield _sight_condition(state, attacker, base, other, target_base, others)
    if not is_melee(card, means):
        pool = attack_pool(state, attacker, base, means, target, target_base, others, flags)
        yield _dice_condition(state, name, other, pool, distance(state.table, base, target_base))


def _may_be_target(state: State, attacker: int, used: Weapon | Spell, target: int) -> bool:
    is_friend = state.owner[attacker] == state.owner[target]
    targets = used.targets if isinstance(used, Spell) else ENEMY
    if targets == ENEMY:
        return not is_friend
    if targets == ANY:
        return True
    if targets == SELF:
        return attacker == target
    return is_friend


def _side_condition(state: State, attacker: int, used: Weapon | Spell, target: int) -> Condition:
    """Weapons are for adversaries; spells for whom their card says [Kaos K23.6] [Kaos K17.7]."""
    kind = TARGETS[used.targets if isinstance(used, Spell) else ENEMY]
    return Condition(
        "target-side",
        ("K23.6",),
        _may_be_target(state, attacker, used, target),
        {"target": state.names[target], "wanted": kind},
    )


def _dodged_condition(state: State, attacker: int, target: int) -> Condition:
    return Condition(
        "not-dodged",
        ("K29.10", "R237"),
        not has_dodged(state, attacker, target),
        {"attacker": state.names[attacker], "target": state.names[target]},
    )


def _melee_condition(table: Table, name: str, base: Base, other: str, target_base: Base) -> Condition:
    return Condition(
        "melee-reach",
        ("K21.3", "K22.3", "K31.7", "R228"),
        within(table, base, target_base, MELEE_REACH),
        {
            "attacker": name,
            "target": other,
            "distance": format_length(distance(table, base, target_base)),
            "limit": format_length(MELEE_REACH - TOLERANCE),
            "tolerance": format_length(TOLERANCE),
        },
    )


def _can_target_contact(state: State, attacker: int, used: Weapon | Spell, target: int) -> bool:
    """Whether the target may be in base contact: a figure of one's own, or because the card says so [Kaos K23.11]."""
    return used.can_target_contact or state.owner[attacker] == state.owner[target]


def _contact_is_right(
    state: State, attacker: int, base: Base, used: Weapon | Spell, target: int, target_base: Base
) -> bool:
    in_contact = within(state.table, base, target_base, CONTACT)
    if _is_touch(used):
        return in_contact
    return not in_contact or _can_target_contact(state, attacker, used, target)


def _is_touch(used: Weapon | Spell) -> bool:
    """Whether it is a spell of range 0, for whom the caster touches [Kaos K23.12]."""
    return used.reach == 0 and isinstance(used, Spell)


def _contact_condition(
    state: State, attacker: int, base: Base, used: Weapon | Spell, target: int, target_base: Base
) -> Condition:
    """No shot or spell at an adversary in base contact, but for a spell of range 0 [Kaos K23.11] [Kaos K23.12]."""
    other = state.names[target]
    facts = {"target": other, "distance": format_length(distance(state.table, base, target_base))}
    holds = _contact_is_right(state, attacker, base, used, target, target_base)
    if _is_touch(used):
        return Condition("contact-only", ("K23.12",), holds, facts)
    if _can_target_contact(state, attacker, used, target):
        return Condition("may-be-in-contact", ("K23.11",), holds, facts)
    return Condition("not-in-contact", ("K23.11",), holds, facts)


def _angle_condition(name: str, base: Base, other: str, target_base: Base) -> Condition:
    return Condition(
        "attack-angle",
        ("K30.2", "K19.4"),
        in_attack_angle(base, target_base),
        {
            "attacker": name,
            "target": other,
            "margin": format_length(margin(base, target_base)),
            "tolerance": format_length(TOLERANCE),
        },
    )


def _sight_condition(
    state: State, attacker: int, base: Base, other: str, target_base: Base, others: Bases
) -> Condition:
    name, limit = state.names[attacker], sight_limit(state, attacker)
    seen = sight(state.table, base, target_base, others)
    return Condition(
        "in-view",
        ("K23.8", "R207"),
        seen.is_visible and within(state.table, base, target_base, limit),
        {
            "attacker": name,
            "target": other,
            "seen": seen.seen,
            "samples": seen.samples,
            "blocker": blocker_name(state, seen, others),
            "distance": format_length(distance(state.table, base, target_base)),
            "sight_limit": format_length(limit),
        },
    )


def blocker_name(state: State, seen: Sight, others: Bases) -> str:
    """What hides a target: the name of a piece of scenery or of a figure; "" when nothing does."""
    if seen.blocker is None:
        return ""
    kind, index = seen.blocker
    if kind == "piece":
        return state.table.pieces[index].name
    for figure in state.in_play():
        if state.base(figure) is others[index]:
            return state.names[figure]
    return ""


def _dice_condition(state: State, name: str, other: str, pool: Pool, apart: int) -> Condition:
    """No shot or spell without a die left after every bonus and malus [Kaos K25.5]."""
    return Condition(
        "dice-left",
        ("K25.5",),
        pool.dice > 0,
        {
            "attacker": name,
            "target": other,
            "distance": format_length(apart),
            "dice": pool.dice,
            "terms": {"dice": term_facts(state.library, pool.terms)},
        },
    )

"""Bonus and malus: how many dice are rolled, line by line [Kaos K14.2] [Kaos K14.3] [Kaos K16.1].

Bonuses and maluses add up and cancel each other out; a pool stops at no dice at all, a dodge at one
[Kaos K16.4] [Kaos K29.5]. Each is a line of the pool, with the clause that gives it, so that players see them listed.
"""

from math import isqrt
from typing import Final

from esquive.kaos.book import rolls
from esquive.kaos.book.means import CHARGE, MOVED, RIPOSTE, TARGET_MOVED, spell_of, weapon_of
from esquive.kaos.book.modifiers import dice_bonus, dice_ops, ignores, is_forbidden, modifiers_of
from esquive.kaos.book.terms import MODIFIERS, Term, floored
from esquive.kaos.cards.library import LIFE_GAUGE as BY_LIFE_GAUGE, LONG, RANGED, Weapon
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.measures import within
from esquive.kaos.geometry.shapes import Base, Bases, Table
from esquive.kaos.geometry.sight import is_in_cover
from esquive.kaos.geometry.units import CM, TOLERANCE
from esquive.kaos.table.answers import NO_MEANS
from esquive.kaos.table.state import NONE, State

CONTACT: Final = TOLERANCE  # bases nearer than this touch [Kaos K21.2] [Ruling R218]
MELEE_REACH: Final = 25 * CM // 10 + TOLERANCE  # the side of a foot base [Kaos K21.5] [Kaos K31.7] [Ruling R228]
POINT_BLANK: Final = 10 * CM  # [Kaos K25.2]
BAND: Final = 10 * CM  # one die fewer for each of these begun beyond the range [Kaos K25.3]
MOST_BANDS: Final = 20  # no table is that wide

# Why there is a die more or fewer: the kinds of lines; the first is the skill itself. What cards change is MODIFIERS.
SKILL: Final = "skill"
GAUGE: Final = "gauge"  # what is left of it, in the skill's place
AT_DISTANCE: Final = "at-distance"
IN_CONTACT: Final = "in-contact"
CHARGING: Final = "charge"
CLOSE_BY: Final = "point-blank"
BEYOND_RANGE: Final = "range"
MOVING_TARGET: Final = "moving-target"
MOVING_SHOOTER: Final = "moving-shooter"
COVER: Final = "cover"
DODGES: Final = "dodges"
IN_THE_BACK: Final = "back"


class Pool:
    """The dice of one roll: `lines` of (kind, dice more or fewer, clause, card), the printed skill first.

    `least`: how many dice are rolled in any case, by the clause `floor`; see `terms` for what a line is.
    """

    __slots__ = ("floor", "least", "lines")

    def __init__(self, dice: int, clause: str, least: int = 0, floor: str = "K16.2", kind: str = SKILL) -> None:
        self.least = least
        self.floor = floor
        self.lines: list[Term] = [(kind, dice, clause, 0)]

    def add(self, kind: str, dice: int, clause: str) -> None:
        """One more bonus or malus; none at all is no line [Kaos K16.1] [Kaos K16.2]."""
        if dice:
            self.lines.append((kind, dice, clause, 0))

    def add_cards(self, state: State, figure: int, kind: int, means: int = NO_MEANS, is_back: bool = False) -> None:
        """What cards give or take on a roll, a line each; see `modifiers.dice_bonus` [Kaos K16.3]."""
        for op in dice_ops(state, figure, kind, means, is_back):
            self.lines.append((MODIFIERS, op.amount, "K16.3", op.card))

    @property
    def total(self) -> int:
        """Bonuses and maluses added up, which may leave less than nothing [Kaos K16.4]."""
        return sum(line[1] for line in self.lines)

    @property
    def dice(self) -> int:
        """The dice really rolled: never fewer than the least [Kaos K16.2] [Kaos K29.5]."""
        return max(self.total, self.least)

    @property
    def terms(self) -> list[Term]:
        """The lines, with what keeps the dice from falling below the least: they add up to `dice`."""
        return floored(self.lines, self.least, self.floor)

    def __repr__(self) -> str:
        return f"Pool({self.dice}: {', '.join(f'{line[0]} {line[1]:+d}' for line in self.lines)})"


# ------------------------------------------------------------------------------------------------------------- attacks


def attack_pool(
    state: State,
    attacker: int,
    base: Base,
    means: int,
    target: int,
    target_base: Base,
    others: Bases,
    flags: int = 0,
) -> Pool:
    """The dice of a strike, a shot or a spell from `base` at `target_base`; the means must be on the card.

    `others`: every other figure in play, which may give cover; `flags`: see `means`.
    """
    card = state.card(attacker)
    weapon = weapon_of(card, means)
    if weapon is None:
        spell = spell_of(card, means)
        assert spell is not None, f"means {means} are on no card of {card.id}"
        pool = Pool(spell.dice, "K23.9")
        if attacker != target:
            _add_ranged(pool, state, attacker, base, spell.reach, target, target_base, flags)
    elif weapon.kind == RANGED:
        pool = Pool(weapon.dice, "K23.9")
        _add_ranged(pool, state, attacker, base, weapon.reach, target, target_base, flags)
    else:
        pool = Pool(weapon.dice, "K14.3")
        _add_melee(pool, state, attacker, base, weapon, target_base, flags)
    if _takes_cover(state, attacker, base, means, target, target_base, others):
        pool.add(COVER, -1, "K25.8")
    if modifiers_of(state, attacker):
        is_back = attacker != target and not in_attack_angle(target_base, base)
        pool.add_cards(state, attacker, _kind_of(weapon, flags), means, is_back)
    return pool


def has_dice(
    state: State,
    attacker: int,
    base: Base,
    means: int,
    target: int,
    target_base: Base,
    others: Bases,
    flags: int = 0,
) -> bool:
    """Whether an attack has a die left [Kaos K25.5]; must agree with `attack_pool`.

    Cover is one die fewer: it is looked for only where it may be the last one.
    """
    card = state.card(attacker)
    weapon = weapon_of(card, means)
    used = weapon if weapon is not None else spell_of(card, means)
    if used is None or (weapon is not None and weapon.kind != RANGED):
        return attack_pool(state, attacker, base, means, target, target_base, others, flags).dice > 0
    dice = used.dice
    if attacker != target:
        dice += sum(_ranged(state, attacker, base, used.reach, target, target_base, flags))
    if modifiers_of(state, attacker):
        is_back = attacker != target and not in_attack_angle(target_base, base)
        dice += dice_bonus(state, attacker, _kind_of(weapon, flags), means=means, is_back=is_back)
    return dice > 1 or (dice == 1 and not _takes_cover(state, attacker, base, means, target, target_base, others))


def is_too_far(state: State, attacker: int, base: Base, printed: int, reach: int, target_base: Base) -> bool:
    """Whether distance alone takes every die of a shot or spell, told by the centres of the bases: a first look.

    Only for who has no bonus or malus by cards; no bonus for distance is left where dice are lost for it [Kaos K25.3].
    """
    least = max(reach, CONTACT) + (printed - 1) * BAND  # so far off there is still a die
    if least < POINT_BLANK:
        return False
    apart = least + base.reach + target_base.reach
    dx, dy = target_base.x - base.x, target_base.y - base.y
    return dx * dx + dy * dy > apart * apart and not modifiers_of(state, attacker)


def _kind_of(weapon: Weapon | None, flags: int) -> int:
    """What is rolled: a spell, an attack, or an attack in answer to one."""
    if weapon is None:
        return rolls.SPELL
    return rolls.RIPOSTE if flags & RIPOSTE else rolls.ATTACK


def _takes_cover(
    state: State, attacker: int, base: Base, means: int, target: int, target_base: Base, others: Bases
) -> bool:
    """Whether cover takes a die of an attack: of a shot, or a spell at somebody else [Kaos K25.8] [Kaos K25.9]."""
    weapon = weapon_of(state.card(attacker), means)
    is_ranged = weapon.kind == RANGED if weapon is not None else attacker != target
    return is_ranged and not ignores(state, attacker, COVER) and is_in_cover(state.table, base, target_base, others)


def _add_melee(
    pool: Pool, state: State, attacker: int, base: Base, weapon: Weapon, target_base: Base, flags: int
) -> None:
    """Close weapons strike worse beyond base contact, long ones in contact, and both at the end of a charge.

    The distance counts in a riposte as in an attack [Kaos K21.3] [Kaos K21.4] [Kaos K22.3] [Kaos K22.4] [Kaos K28.2].
    """
    in_contact = within(state.table, base, target_base, CONTACT)
    if weapon.kind == LONG:
        if in_contact and not ignores(state, attacker, IN_CONTACT):
            pool.add(IN_CONTACT, -1, "K22.4")
    elif not in_contact and not ignores(state, attacker, AT_DISTANCE):
        pool.add(AT_DISTANCE, -1, "K21.4" if flags & RIPOSTE else "K21.3")
    if flags & CHARGE and not ignores(state, attacker, CHARGING):
        pool.add(CHARGING, -1, "K28.2")


def _add_ranged(
    pool: Pool,
    state: State,
    attacker: int,
    base: Base,
    reach: int,
    target: int,
    target_base: Base,
    flags: int,
) -> None:
    """One bonus and, with cover, four maluses for ranged weapons and magic [Kaos K25.1] [Ruling R224]."""
    near, far, target_moving, moving = _ranged(state, attacker, base, reach, target, target_base, flags)
    pool.add(CLOSE_BY, near, "K25.2")
    pool.add(BEYOND_RANGE, far, "K25.3")
    pool.add(MOVING_TARGET, target_moving, "K25.6")
    pool.add(MOVING_SHOOTER, moving, "K25.7")


def _ranged(
    state: State, attacker: int, base: Base, reach: int, target: int, target_base: Base, flags: int
) -> tuple[int, int, int, int]:
    """The dice more or fewer for point-blank, for the range, for a target that moves and for a shooter that does.

    [Kaos K25.2] [Kaos K25.3] [Kaos K25.6] [Kaos K25.7]
    """
    table = state.table
    near = within(table, base, target_base, POINT_BLANK - 1) and not within(table, base, target_base, CONTACT)
    bands = bands_beyond(table, base, target_base, reach)
    is_target_moving = bool(state.moved[target] or flags & TARGET_MOVED)
    is_moving = bool(state.moved[attacker] or flags & MOVED)
    return (
        1 if near else 0,
        -bands if bands and not ignores(state, attacker, BEYOND_RANGE) else 0,
        -1 if is_target_moving and not ignores(state, attacker, MOVING_TARGET) else 0,
        -1 if is_moving and not ignores(state, attacker, MOVING_SHOOTER) else 0,
    )


def bands_beyond(table: Table, base: Base, target_base: Base, reach: int) -> int:
    """How many times 10 cm are begun beyond the optimal range; 0 up to it and at it; a range of 0 is base contact.

    [Kaos K23.9] [Kaos K23.10] [Kaos K23.12] [Kaos K25.3] [Kaos K25.4]
    """
    reach = max(reach, CONTACT)
    dx, dy = target_base.x - base.x, target_base.y - base.y
    apart = isqrt(dx * dx + dy * dy) - base.reach - target_base.reach  # they are no nearer: a first look
    bands = min(-((reach - apart) // BAND), MOST_BANDS) if apart > reach else 0
    while bands < MOST_BANDS and not within(table, base, target_base, reach + bands * BAND):
        bands += 1
    return bands


# ------------------------------------------------------------------------------------------------------------ defences


def dodge_pool(state: State, figure: int, attacker: int, is_back: bool) -> Pool:
    """A dodge: one die fewer for each earlier one of the round, and for a back attack; at least one die.

    [Kaos K29.1] [Kaos K29.4] [Kaos K29.5] [Kaos K19.7] [Kaos K30.1]
    """
    pool = Pool(state.card(figure).dodge, "K29.1", 1, "K29.5")
    if state.dodges[figure] and not ignores(state, figure, DODGES):
        pool.add(DODGES, -state.dodges[figure], "K29.4")
    if is_back and not ignores(state, figure, IN_THE_BACK):
        pool.add(IN_THE_BACK, -1, "K30.1")
    pool.add_cards(state, figure, rolls.DODGE, is_back=is_back)
    return pool


def shield_pool(state: State, figure: int, attacker: int) -> Pool:
    """The shield skill; the attacker's distance is no malus [Kaos K21.10] [Kaos K21.16]."""
    pool = Pool(max(state.card(figure).shield, 0), "K21.10")
    pool.add_cards(state, figure, rolls.SHIELD)
    return pool


def prescribed_pool(state: State, figure: int, attacker: int, defence: int) -> Pool:
    """Will, or one die per point left in the life gauge, as the spell prescribes [Kaos K23.16] [Kaos K23.17]."""
    if defence == BY_LIFE_GAUGE:
        pool = Pool(state.life_left(figure), "K23.17", kind=GAUGE)
        kind = rolls.LIFE_GAUGE
    elif is_forbidden(state, figure, "will"):
        return Pool(0, "K23.16")  # there is nothing that a bonus could add to [Kaos K8.9] [Kaos K16.1]
    else:
        pool = Pool(state.card(figure).will, "K23.16")
        kind = rolls.WILL
    pool.add_cards(state, figure, kind)
    return pool


# -------------------------------------------------------------------------------------------------- all other rolls


def figure_pool(state: State, figure: int, kind: int, dice: int, clause: str) -> Pool:
    """A roll that nothing but cards changes: a skill, a fall, the will for deployment or initiative.

    Will that a card forbids is no die, and nothing that a bonus could add to [Kaos K8.9] [Kaos K16.1].
    """
    if kind in (rolls.DEPLOYMENT, rolls.INITIATIVE) and is_forbidden(state, figure, "will"):
        return Pool(0, clause)
    pool = Pool(dice, clause, kind=GAUGE if kind == rolls.FALL else SKILL)
    pool.add_cards(state, figure, kind)
    return pool


def side_pool(state: State, seat: int, figure: int, kind: int) -> Pool:
    """A player's roll at deployment or for the initiative: the figure's will, one die more for an aligned horde.

    `figure` may be NONE, for a player none of whose figures can roll [Kaos K6.8] [Kaos K8.2].
    """
    is_first = kind == rolls.INITIATIVE
    clause = "K8.1" if is_first else "K6.7"
    pool = Pool(0, clause)
    if figure != NONE:
        will = figure_pool(state, figure, kind, state.card(figure).will, clause)
        pool.lines = will.terms
    pool.add("aligned", state.aligned[seat], "K8.2" if is_first else "K6.8")
    return pool


def bare_pool() -> Pool:
    """One bare die, where nobody has any will and somebody must begin."""
    return Pool(1, "K14.3", kind="bare")

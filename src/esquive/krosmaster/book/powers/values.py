"""Numbers as they stand: powers, HP, gauges, ranges and costs with everything that modifies them.

Continuous effects are looked at only when some piece in play has one of the kind asked for, so that the common case
is one truth test and one look-up. Loss of powers goes before every gain [KA 4.18.4.g].
"""

from esquive.krosmaster.book.powers.amounts import amount
from esquive.krosmaster.book.powers.copying import has_copied, has_copied_power, origins
from esquive.krosmaster.book.powers.selectors import holds, owner_scope, select
from esquive.krosmaster.cards.documents import Limit
from esquive.krosmaster.cards.library import (
    ATTACK,
    KROSMASTER,
    NEUTRAL,
    NO_ELEMENT,
    P_ARMOUR,
    P_BLINDNESS,
    P_CHANCE,
    P_CRITICAL,
    P_ITTY_BITTY,
    P_OBSTRUCTIVE,
    PUNCH,
    WATER,
    Spell,
)
from esquive.krosmaster.cards.ops.continuous import (
    M_CAP,
    M_COST,
    M_HP,
    M_INITIATIVE,
    M_LACKS,
    M_NO_HEALING,
    M_NO_POWERS,
    M_POWERS,
    M_PUNCH,
    M_SPELL_EFFECTS,
    M_STAT,
)
from esquive.krosmaster.releases.numbers import DiceNumbers
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.entries import (
    C_ELEMENT,
    C_KIND,
    C_SPELL,
    C_SPELLS,
    C_UNIT,
    C_X,
    F_CRITICAL_DICE,
    F_DAMAGE,
    F_HEAL,
    F_NO_POWERS,
    F_POWERS,
    F_RANGE,
    F_SLIP,
    F_SPELL_EFFECTS,
    NEXT_SPELL,
    THIS_SPELL,
)
from esquive.krosmaster.table.state import AP, RANGE, STAT_NAMES, State


def is_powerless(state: State, unit: int, power: str = "") -> bool:
    """Whether the unit has lost all its powers [KA 4.18.4.g] [Ruling R101].

    With the id of a power: whether it has lost that one, which an effect may spare. Who loses them is found by printed
    types, because nothing that gives types applies before.
    """
    for effect in state.lasting:
        if effect[C_KIND] == F_NO_POWERS and effect[C_UNIT] == unit:
            return True
    for owner, index in state.statics[M_NO_POWERS]:
        held = state.library.statics[index]
        if not state.cell[owner] or (held.modifier.keep_same and held.power == power):
            continue
        if any(effect[C_KIND] == F_NO_POWERS and effect[C_UNIT] == owner for effect in state.lasting):
            continue
        if state.library.copies and not has_copied(state, owner, index, _struck(state)):
            continue
        scope = owner_scope(state, owner)
        scope.printed = True
        if holds(state, held.that, scope) and unit in select(state, held.modifier.to, scope):
            return True
    return False


def _struck(state: State) -> int:
    """The units that a resolved effect has robbed of their powers, as a mask."""
    mask = 0
    for effect in state.lasting:
        if effect[C_KIND] == F_NO_POWERS:
            mask |= 1 << effect[C_UNIT]
    return mask


def powerless(state: State, power: str = "") -> int:
    """The units in play that have lost their powers (or the one of this id), as a mask [KA 4.18.4.g]."""
    mask = 0
    if state.lasting or state.statics[M_NO_POWERS]:
        for unit in state.units_in_play():
            if is_powerless(state, unit, power):
                mask |= 1 << unit
    return mask


def has_power(state: State, unit: int, index: int) -> bool:
    """Whether the unit has a power that events trigger, its own or a copied one, and has not lost it [KA 4.18.3.c]."""
    name = state.library.powers[index].id
    if is_powerless(state, unit, name):
        return False
    profile = state.library.profiles[state.profile[unit]]
    if not profile.copies:
        return index in profile.powers  # not of a card that has been replaced meanwhile [KA 7.5.19.a]
    return has_copied_power(state, unit, index, powerless(state, name))


def has_held(state: State, owner: int, index: int) -> bool:
    """Whether a continuous effect holds now: its owner is in play, has its powers, and its condition is met.

    One that holds while its owner is KO'd asks for no power: who is out of play has none to lose [Ruling R136].
    What equipment and Buffs give is no power of the unit and stays when it loses them [Ruling R101].
    """
    held = state.library.statics[index]
    if held.koed:
        return not state.cell[owner] and (held.that is None or holds(state, held.that, owner_scope(state, owner)))
    if not state.cell[owner]:
        return False
    if not held.is_reward and (state.lasting or state.statics[M_NO_POWERS]):
        if is_powerless(state, owner, held.power):
            return False
    if state.library.copies and not held.is_reward:
        if not has_copied(state, owner, index, powerless(state, held.power)):
            return False
    condition = held.that
    return condition is None or holds(state, condition, owner_scope(state, owner))


def reaches(state: State, owner: int, index: int, unit: int) -> bool:
    """Whether a continuous effect of `owner` holds now and affects the unit [KA 4.18.4].

    It is asked of whoever is concerned at the moment, so that one that alters a rule also reaches units that came
    into play after it began [KA 4.18.4.c].
    """
    held = state.library.statics[index]
    if held.is_own:
        return owner == unit and has_held(state, owner, index)
    return has_held(state, owner, index) and unit in select(state, held.modifier.to, owner_scope(state, owner))


def powers(state: State, unit: int) -> int:
    """The keyword powers of a unit as a mask; the same power twice counts once [KA 4.9.1] [KA 4.18.8]."""
    mask = state.library.profiles[state.profile[unit]].keywords | state.gained[unit] | state.inspired[unit]
    if not (state.lasting or state.statics[M_POWERS] or state.statics[M_NO_POWERS] or state.statics[M_LACKS]):
        return mask
    if (state.lasting or state.statics[M_NO_POWERS]) and is_powerless(state, unit):
        return 0
    mask = _with_given(state, unit, mask)
    if state.library.copies:
        for origin in origins(state, unit, powerless(state)):
            theirs = state.library.profiles[state.profile[origin]].keywords
            mask |= _with_given(state, origin, theirs | state.gained[origin] | state.inspired[origin])
    for owner, index in state.statics[M_LACKS]:
        held = state.library.statics[index]
        if held.mask & mask and reaches(state, owner, index, unit):
            mask &= ~held.mask
    return mask


def _with_given(state: State, unit: int, mask: int) -> int:
    """The keyword powers of a unit that has not lost them, with those that continuous effects give it."""
    if state.lasting:
        for effect in state.lasting:
            if effect[C_UNIT] == unit and effect[C_KIND] == F_POWERS:
                mask |= effect[C_X]
    if state.statics[M_POWERS]:
        for owner, index in state.statics[M_POWERS]:
            mask_of_held = state.library.statics[index].mask
            if mask_of_held & ~mask and reaches(state, owner, index, unit):
                mask |= mask_of_held
    return mask


def loot_of(state: State, unit: int) -> int:
    """The number of the unit's Loot, its own or that of the first unit it copies it from [KA 4.9.29.a] [KA 4.9.1]."""
    library = state.library
    loot = library.profiles[state.profile[unit]].loot
    if not loot and library.copies:
        for origin in origins(state, unit, powerless(state)):
            loot = loot or library.profiles[state.profile[origin]].loot
    return loot


def changes_stat(state: State, owner: int, index: int, unit: int) -> bool:
    """Whether a bonus to HP, AP, MP or range reaches the unit, and Unfazed does not keep it off [KA-2.2 307.18a]."""
    if not reaches(state, owner, index, unit):
        return False
    return state.library.statics[index].kind == M_HP or not state.settings.steps.unfazed(state, unit, owner)


def _stat_bonus(state: State, unit: int, stat: str, kind: int = M_STAT) -> int:
    total = 0
    for owner, index in state.statics[kind]:
        modifier = state.library.statics[index].modifier
        if modifier.stat == stat and changes_stat(state, owner, index, unit):
            total += amount(state, modifier.x, owner_scope(state, owner))
    return total


def max_hp(state: State, unit: int) -> int:
    """The HP of a unit with everything that changes them [KA 4.10.1]."""
    hp = state.library.profiles[state.profile[unit]].hp
    return hp if not state.statics[M_HP] else max(0, hp + _stat_bonus(state, unit, "hp", M_HP))


def max_stat(state: State, unit: int, stat: int) -> int:
    """MAX AP or MAX MP: the printed value plus equipment and powers, markers left out; a dash stays a dash.

    [KA 4.11.1] [KA 4.11.1.a] [KA 4.11.2] [Ruling R48]
    """
    profile = state.library.profiles[state.profile[unit]]
    printed = profile.ap if stat == AP else profile.mp
    if not state.statics[M_STAT] or not has_gauge(state, unit, stat):
        return printed
    return max(0, printed + _stat_bonus(state, unit, STAT_NAMES[stat]))


def initiative_change(state: State, unit: int) -> int:
    """What cards add to a unit's Initiative now."""
    return sum(
        state.library.statics[index].modifier.x
        for owner, index in state.statics[M_INITIATIVE]
        if reaches(state, owner, index, unit)
    )


def initiative_of(state: State, unit: int) -> int:
    """The Initiative of a Krosmaster, with what cards change of it; it may fall below 0."""
    printed: int = state.library.profiles[state.profile[unit]].initiative
    return printed + initiative_change(state, unit) if state.statics[M_INITIATIVE] else printed


def has_gauge(state: State, unit: int, stat: int) -> bool:
    """Whether the unit has an AP or MP gauge; a printed dash is none [KA 4.11.1.a] [KA 4.11.1.b]."""
    profile = state.library.profiles[state.profile[unit]]
    if stat == RANGE:
        return True
    return profile.has_ap if stat == AP else profile.has_mp


def range_bonus(state: State, unit: int, spell: Spell) -> int:
    """What is added to the MAX range of a unit's alterable spell.

    [KA 4.15.7] [KA 4.12.1] [KA 4.17.5.c] [KA-2.2 313.5d] [Ruling R60]
    """
    bonus = state.range_turn[unit]
    if state.board.raised_mask >> state.cell[unit] & 1:
        bonus += crate_range(state, unit) + cube_range(state, unit)
    if state.lasting:
        for effect in state.lasting:
            if effect[C_KIND] == F_RANGE and effect[C_UNIT] == unit and applies_to(effect, spell):
                bonus += effect[C_X]
    if state.statics[M_STAT]:
        bonus += _stat_bonus(state, unit, "range")
    return bonus


def crate_range(state: State, unit: int) -> int:
    """What a Crate on its cell adds to the MAX range of a unit [KA 4.17.5.c]."""
    return state.settings.crate_range if state.board.is_crate(state.cell[unit]) else 0


def cube_range(state: State, unit: int) -> int:
    """What an Ice Cube on its cell adds to the MAX range of a unit [KA-2.2 313.5d] [Ruling R61]."""
    return state.settings.cube_range if state.board.cube_mask >> state.cell[unit] & 1 else 0


def farthest(state: State, unit: int, spell: Spell) -> int:
    """The MAX range of a spell as it stands; the MIN never changes [KA 4.15.7] [Ruling R60]."""
    return spell.most if spell.fixed else spell.most + range_bonus(state, unit, spell)


def punch_effects(state: State, unit: int) -> list[int]:
    """The ops that Techniques add to the unit's Punch, in the order they were revealed [KA 4.7.11.e] [Ruling R100]."""
    found: list[int] = []
    for owner, index in state.statics[M_PUNCH]:
        if owner == unit and adds_to_punch(state, owner, index):
            found.extend(state.library.statics[index].ops)
    return found


def adds_to_punch(state: State, owner: int, index: int) -> bool:
    """Whether an effect on Punch holds: a Technique always does, what a power gives only while the unit has it."""
    return state.library.statics[index].is_reward or has_held(state, owner, index)


def spell_effects(state: State, unit: int, spell: Spell) -> list[int]:
    """The ops that powers add to the unit's Attack spells, and resolved effects to this spell [KA 7.2.4.a]."""
    found: list[int] = []
    if spell.kind == ATTACK:
        for owner, index in state.statics[M_SPELL_EFFECTS]:
            if owner == unit and has_held(state, owner, index):
                found.extend(state.library.statics[index].ops)
    for effect in state.lasting:
        if effect[C_KIND] == F_SPELL_EFFECTS and effect[C_UNIT] == unit and effect[C_SPELL] == spell.index:
            found.extend(state.library.children[effect[C_X]][0])
    return found


def keeps_injuries(state: State, unit: int) -> bool:
    """Whether an effect forbids removing and exchanging the unit's injuries [KA 1.5.2]."""
    return any(reaches(state, owner, index, unit) for owner, index in state.statics[M_NO_HEALING])


def slips(state: State, unit: int) -> bool:
    """Whether nobody may try to lock the unit for now [KA 4.14.1]."""
    return any(effect[C_KIND] == F_SLIP and effect[C_UNIT] == unit for effect in state.lasting)


def spell_cost(state: State, unit: int, spell: Spell, stat: int) -> int:
    """What a spell costs in AP or MP now; a dash is never changed, nothing goes below 0 [KA 4.8.1] [KA 4.8.2]."""
    cost = spell.ap if stat == AP else spell.mp
    if spell.dash or not (state.statics[M_COST] or state.statics[M_PUNCH]):
        return cost
    if spell.index == PUNCH and stat == AP and state.statics[M_PUNCH]:
        discount: int = state.settings.params.punch.technique_discount
        for owner, index in state.statics[M_PUNCH]:
            if owner == unit and adds_to_punch(state, owner, index):
                cost -= discount
        cost = max(cost, 0)
    if state.statics[M_COST]:
        name = STAT_NAMES[stat]
        for owner, index in state.statics[M_COST]:
            modifier = state.library.statics[index].modifier
            if modifier.stat == name and reaches(state, owner, index, unit):
                cost += modifier.x
    return max(cost, 0)


def critical_dice(numbers: DiceNumbers, spell: Spell, mask: int, lent: int) -> int:
    """How many dice are rolled for Critical Hit [KA 7.2.5.b] [KA 4.9.3.a] [KA 4.10.3.b] [Ruling R86].

    `mask` are the caster's powers, `lent` the dice of other effects; Chance, Agility, Strength and Intelligence serve
    Water, Air, Earth and Fire [KA 4.9.21.a] [KA 4.9.22.a] [KA 4.9.23.a] [KA 4.9.24.a]. A Neutral Attack spell never has
    more dice than its own limit.
    """
    dice: int = numbers.critical + lent
    if mask & P_CRITICAL:
        dice += numbers.per_power
    if spell.element <= 3 and mask & P_CHANCE << spell.element:
        dice += numbers.per_power
    return min(dice, numbers.critical_neutral_max) if spell.element == NEUTRAL else dice


def lent_dice(state: State, unit: int, spell: Spell, next_spell: bool) -> int:
    """The Critical Hit dice that effects lend a spell: those of its caster's next spell, or those that last longer."""
    dice = 0
    for effect in state.lasting:
        if (
            effect[C_KIND] == F_CRITICAL_DICE
            and effect[C_UNIT] == unit
            and (effect[C_SPELLS] == NEXT_SPELL) == next_spell
        ):
            if applies_to(effect, spell):
                dice += effect[C_X]
    return dice


def armour_dice(numbers: DiceNumbers, spell: Spell, mask: int) -> int:
    """How many dice a target rolls for Armour, Pierce Armour left out [KA 7.2.6.b] [KA 4.9.4.a] [Ruling R86].

    `mask` are the target's powers.
    """
    dice: int = numbers.armour
    if mask & P_ARMOUR:
        dice += numbers.per_power
    if spell.element <= 3 and mask & P_CHANCE << spell.element:
        dice += numbers.per_power
    return dice


def applies_to(effect: tuple[int, ...], spell: Spell) -> bool:
    """Whether a bonus left by an effect is for this spell: its element, or this very spell [Ruling R88]."""
    if effect[C_ELEMENT] not in (NO_ELEMENT, spell.element):
        return False
    return effect[C_SPELLS] != THIS_SPELL or effect[C_SPELL] == spell.index


def injury_cap(state: State, unit: int, heals: int, in_spell: bool) -> int:
    """The most injuries one spell or effect may place on (or heal from) the unit, or a large number [KA 7.2.8.d].

    `in_spell` says that it is a spell, or an additional effect of one, that does it: some powers limit nothing else.
    """
    cap = 999
    for owner, index in state.statics[M_CAP]:
        modifier = state.library.statics[index].modifier
        if (heals and not modifier.heal) or (modifier.in_spells and not in_spell):
            continue
        if reaches(state, owner, index, unit):
            cap = min(cap, modifier.x)
    return cap


def blocks_sight(state: State, unit: int) -> bool:
    """Whether a unit's cell blocks lines of sight [KA 4.15.9.a] [KA 4.15.9.b] [KA 4.9.14.a] [Ruling R59].

    A summon does only when it is Obstructive, Mobs included [KA 4.19.1.f] [KA 4.19.4.a].
    """
    profile = state.library.profiles[state.profile[unit]]
    mask = powers(state, unit)
    if mask & P_OBSTRUCTIVE and (not mask & P_ITTY_BITTY or state.settings.steps.obstructive_itty_bitty()):
        return True
    if profile.piece != KROSMASTER:
        return False
    return not mask & P_ITTY_BITTY or state.settings.options["itty_bitty_sight"] == "blocks"


def is_fighter(state: State, unit: int) -> bool:
    """Whether the unit is a character, which locks and is locked [KA 4.3.4.a] [KA 4.19.5.a] [Ruling R103]."""
    return state.library.profiles[state.profile[unit]].is_character


def is_blind(state: State, unit: int) -> bool:
    """Whether the unit casts its spells at adjacent cells only [KA-2.2 307.13a] [KA-2.2 307.13b]."""
    return bool((state.library.blinds or state.gained[unit]) and powers(state, unit) & P_BLINDNESS)


def is_elemental(spell: Spell) -> bool:
    """Whether a spell is a Water, Air, Earth or Fire spell [KA 4.10.3.a]."""
    return WATER <= spell.element < NEUTRAL


def spell_damage_bonus(state: State, unit: int, spell: Spell) -> int:
    """Damage or healing added by effects left on the caster [KA 7.2.7.c] [KA 7.3.2.b] [KA 4.18.3.d]."""
    wanted = F_DAMAGE if spell.kind == ATTACK else F_HEAL
    total = 0
    for effect in state.lasting:
        if effect[C_KIND] == wanted and effect[C_UNIT] == unit and applies_to(effect, spell):
            total += effect[C_X]
    return total


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("punch_limit", "once-per-turn")
def punch_once() -> Limit:
    """The limit of Punch is that of a blue spell [KA 4.8.5] [Ruling R100]."""
    return "turn"


@procedure("punch_limit", "none")
def punch_without_limit() -> Limit:
    """Punch may be cast again and again [KA-2.2 205.3] [Ruling R100]."""
    return "none"


@procedure("obstructive_itty_bitty", "blocks")
def obstructive_prevails() -> bool:
    """A unit with both powers blocks lines of sight [KA 4.9.14.a] [KA 4.15.9.b] [Ruling R59]."""
    return True


@procedure("obstructive_itty_bitty", "open")
def itty_bitty_prevails() -> bool:
    """Itty-Bitty is an exception to the whole rule on what blocks sight [KA-2.2 311.9b] [Ruling R59]."""
    return False

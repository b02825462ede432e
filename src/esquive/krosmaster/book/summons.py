"""Chapter 4.19: putting summons into play."""

from typing import Final

from esquive.core.waiting import Condition
from esquive.krosmaster.book.movement import arrive, is_free
from esquive.krosmaster.book.triggers import register_profile
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import ATTACK, KROSMASTER, MOB, Spell
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.entries import C_KIND, C_SPELL, C_UNIT, C_X, F_CONTROL
from esquive.krosmaster.table.events import E_SUMMONED
from esquive.krosmaster.table.state import NONE, UNIT, State

UNLIMITED: Final = 999


def add_unit(state: State, profile: int, owner: int, summoner: int) -> int:
    """A new unit off the board, with a name unique in the game; returns its number [KA 4.3.1]."""
    card = state.library.profiles[profile]
    unit = len(state.cell)
    name = card.id
    number = 2
    while name in state.names:
        name = f"{card.id}-{number}"
        number += 1
    first = {"names": name, "profile": profile, "owner": owner, "summoner": summoner, "level": card.level}
    state.add_entry(UNIT, {**first, "rewards": ()})
    return unit


def stand(state: State, unit: int, cell: int) -> None:
    """Put a unit that is off the board on a cell, as an obstacle or lying on the floor [KA 4.17.4] [Ruling R77]."""
    if state.library.profiles[state.profile[unit]].is_obstacle:
        state.occupant[cell] = unit
    else:
        state.floor.append(unit)
    state.cell[unit] = cell
    register_profile(state, unit)


def allied_summons(state: State, seat: int) -> int:
    """How many summons of a seat's side are in play, of any kind [KA 4.19.9.c] [Ruling R81]."""
    side = state.settings.side_of[seat]
    count = 0
    for unit in range(len(state.cell)):
        if state.cell[unit] and state.library.profiles[state.profile[unit]].piece != KROSMASTER:
            if state.settings.side_of[state.owner[unit]] == side:
                count += 1
    return count


def control_value(state: State, unit: int, spell: Spell) -> int:
    """The control value of a unit's spell: printed, or set by an effect for the turn [KA 4.19.9.c] [Ruling R154].

    It is 0 for a spell without a number, and NO_SUMMON where the number is 0.
    """
    for effect in state.lasting:
        if effect[C_KIND] == F_CONTROL and effect[C_UNIT] == unit and effect[C_SPELL] == spell.index:
            return effect[C_X]
    return spell.control


def may_summon(state: State, summoner: int, profile: int, cell: int, control: int) -> bool:
    """Whether a summon of this profile may come onto the cell: free, and below the control value.

    [KA 4.19.1.a] [KA 4.19.9.c] A control of 0 is that of an effect without a number.
    """
    steps = state.settings.steps
    if not is_free(state, cell) or (state.floor and not steps.summon_on_floor_piece(state, profile, cell)):
        return False
    return steps.summon_limit(state, summoner, profile, control) > 0


def summon(state: State, summoner: int, profile: int, cell: int, control: int) -> int:
    """Put a summon into play on a cell; returns the unit, or NONE when it cannot come [KA 4.19.1] [Ruling R82].

    Only tokens are summoned, never Krosmasters [KA 4.19.9.a]; one that has left may come again [KA 4.19.9.d].

    It takes its turn just after its summoner [KA 4.19.1.g].
    """
    seat = state.owner[summoner]
    if not state.cell[summoner]:
        return NONE  # a unit out of play has no summons: they leave with it [KA 4.10.2.a] [Ruling R45]
    if not may_summon(state, summoner, profile, cell, control):
        return NONE
    unit = add_unit(state, profile, seat, summoner)
    stand(state, unit, cell)
    if state.log is not None:
        state.log.append((E_SUMMONED, unit, summoner, cell))
    if state.floor:
        arrive(state, unit)
    return unit


def brought_by(state: State, spell: Spell) -> list[int]:
    """The profiles of the summons that a spell's effects may bring into play, each once."""
    found: list[int] = []
    waiting = list(spell.ops)
    while waiting:
        index = waiting.pop(0)
        op = state.library.ops[index]
        if isinstance(op, ops.Summon):
            profile = state.library.by_id[op.summon]
            if profile not in found:
                found.append(profile)
        for branch in state.library.children[index]:
            waiting += branch
    return found


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("summon_limit", "team")
def limit_of_the_team(state: State, summoner: int, profile: int, control: int) -> int:
    """How many more may come: all summons of the team count together [KA 4.19.9.c] [Ruling R81]."""
    if not control:
        return UNLIMITED
    return control - allied_summons(state, state.owner[summoner])


@procedure("summon_limit", "kind")
def limit_of_the_kind(state: State, summoner: int, profile: int, control: int) -> int:
    """How many more may come: Creatures of a kind are counted over the team, Mechanisms of a kind over their summoner.

    Of several Krosmasters of the team that summon the same kind of Creature the highest number counts. An effect
    without a number is bound by those of the spells that summon the kind, if there are any.
    [KA-2.2 315.7b] [KA-2.2 315.7c] [Ruling R109]
    """
    alike = [unit for unit in state.units_in_play() if state.profile[unit] == profile]
    if state.library.profiles[profile].piece != MOB:
        most = control or highest_number(state, summoner, profile)
        return most - sum(1 for unit in alike if state.summoner[unit] == summoner) if most else UNLIMITED
    side_of = state.settings.side_of
    side = side_of[state.owner[summoner]]
    most = control
    for unit in state.units_in_play():
        if state.library.profiles[state.profile[unit]].piece == KROSMASTER and side_of[state.owner[unit]] == side:
            most = max(most, highest_number(state, unit, profile))
    return most - sum(1 for unit in alike if side_of[state.owner[unit]] == side) if most else UNLIMITED


def highest_number(state: State, unit: int, profile: int) -> int:
    """The highest number in brackets of the spells on a unit's card that bring a summon, 0 if none does."""
    spells = [state.library.spells[index] for index in state.library.profiles[state.profile[unit]].spells]
    numbers = [control_value(state, unit, one) for one in spells if one.control and profile in brought_by(state, one)]
    return max(numbers, default=0)


@procedure("summon_at_limit", "no-summon")
def cast_at_the_limit(state: State, unit: int, spell: Spell) -> list[Condition]:
    """A Summoning spell may be cast at its limit: then nothing is summoned [KA 4.19.9.c] [Ruling R82]."""
    return []


@procedure("summon_at_limit", "no-cast")
def cast_below_the_limit(state: State, unit: int, spell: Spell) -> list[Condition]:
    """A Summoning spell may be cast only while something that it summons is below its limit.

    [KA-2.2 601.3d] [Ruling R82] [Ruling R109]
    """
    brought = brought_by(state, spell)
    limit = state.settings.steps.summon_limit
    control = control_value(state, unit, spell)
    below = not brought or any(limit(state, unit, profile, control) > 0 for profile in brought)
    facts = {"unit": state.names[unit], "spell": spell.id, "control": max(control, 0)}
    return [Condition("summon-limit", ("KA-2.2 601.3d", "4.19.9.c"), below, facts)]


@procedure("summon_on_floor_piece", "forbidden")
def nothing_lies_there(state: State, profile: int, cell: int) -> bool:
    """A summon comes onto a cell without any unit [KA 4.19.1.b] [Ruling R76]."""
    return not state.units_at(cell)


@procedure("summon_on_floor_piece", "allowed")
def one_trap_a_cell(state: State, profile: int, cell: int) -> bool:
    """A free cell will do, but for a Trap on a Trap [KA-2.2 315.1a] [KA-2.2 315.6c] [Ruling R76]."""
    profiles = state.library.profiles
    return not profiles[profile].is_trap or not any(
        profiles[state.profile[lying]].is_trap for lying in state.units_at(cell)
    )


@procedure("mob_spells", "every-spell")
def mobs_cast_every_spell(state: State, unit: int, spell: Spell) -> list[Condition]:
    """A Mob casts its spells like any unit [KA 4.19.4.b]."""
    return []


@procedure("mob_spells", "attacks")
def mobs_cast_attacks(state: State, unit: int, spell: Spell) -> list[Condition]:
    """A Creature spends its AP and MP on moves and on its Attack spells alone [KA-2.2 315.3b]."""
    if state.library.profiles[state.profile[unit]].piece != MOB:
        return []
    facts = {"unit": state.names[unit], "spell": spell.id}
    return [Condition("not-an-attack", ("4.19.4.b",), spell.kind == ATTACK, facts)]

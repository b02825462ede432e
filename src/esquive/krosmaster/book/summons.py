"""Chapter 4.19: putting summons into play."""

from esquive.krosmaster.book.movement import is_free
from esquive.krosmaster.book.triggers import register_profile
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.events import E_SUMMONED
from esquive.krosmaster.table.state import NONE, UNIT, State


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


def may_summon(state: State, seat: int, cell: int, control: int) -> bool:
    """Whether a summon may come onto the cell: free, without any unit, below the control value.

    [KA 4.19.1.a] [KA 4.19.1.b] [KA 4.19.9.c] [Ruling R76] [Ruling R81] A control of 0 is no limit.
    """
    if not is_free(state, cell) or state.units_at(cell):
        return False
    return not control or allied_summons(state, seat) < control


def summon(state: State, summoner: int, profile: int, cell: int, control: int) -> int:
    """Put a summon into play on a cell; returns the unit, or NONE when it cannot come [KA 4.19.1] [Ruling R82].

    Only tokens are summoned, never Krosmasters [KA 4.19.9.a]; one that has left may come again [KA 4.19.9.d].

    It takes its turn just after its summoner [KA 4.19.1.g].
    """
    seat = state.owner[summoner]
    if not state.cell[summoner]:
        return NONE  # a unit out of play has no summons: they leave with it [KA 4.10.2.a] [Ruling R45]
    if not may_summon(state, seat, cell, control):
        return NONE
    unit = add_unit(state, profile, seat, summoner)
    stand(state, unit, cell)
    if state.log is not None:
        state.log.append((E_SUMMONED, unit, summoner, cell))
    return unit

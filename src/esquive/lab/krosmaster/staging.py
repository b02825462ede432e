"""Positions arranged at the start of a fight, so that what is rare in play comes about: melees, rewards, last HP."""

from random import Random
from typing import Final

from esquive.krosmaster.book.powers.values import max_hp
from esquive.krosmaster.book.rewards import draw_weights, take_token
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.board import distance
from esquive.krosmaster.table.entries import token_of
from esquive.krosmaster.table.state import EMPTY, State

# How many cells a melee is spread over, for ten Krosmasters.
CROWDED: Final = 14


def krosmasters(state: State) -> list[int]:
    """The Krosmasters in play."""
    profiles = state.library.profiles
    return [unit for unit in state.units_in_play() if profiles[state.profile[unit]].piece == KROSMASTER]


def crowd(state: State, rng: Random, lead: str = "") -> None:
    """Bring all Krosmasters together somewhere; the lead's in the middle, on a Crate as often as not."""
    units = krosmasters(state)
    rng.shuffle(units)
    units.sort(key=lambda unit: state.library.profiles[state.profile[unit]].id != lead)
    for unit in units:
        state.occupant[state.cell[unit]] = EMPTY
    taken = {state.cell[unit] for unit in state.floor}
    free = [cell for cell in state.board.cells if state.occupant[cell] == EMPTY and cell not in taken]
    crates = [cell for cell in free if state.board.is_crate(cell)]
    middle = rng.choice(crates if crates and rng.random() < 0.5 else free)
    free.remove(middle)
    near = sorted(free, key=lambda cell: distance(cell, middle))[: max(CROWDED * len(units) // 10, len(units))]
    rng.shuffle(near)
    for unit, cell in zip(units, [middle, *near], strict=False):
        state.cell[unit] = cell
        state.occupant[cell] = unit


def equip(state: State, rng: Random) -> None:
    """Deal each Krosmaster a face-down reward or two from the stacks, as its level allows [KA 4.7.9]."""
    for unit in krosmasters(state):
        for _ in range(min(state.level[unit], rng.randrange(3))):
            pile = rng.randrange(state.settings.piles)
            weights = draw_weights(state, pile)
            if state.piles_closed[pile] and any(weights):
                reward = rng.choices(range(len(weights)), weights)[0]
                take_token(state, pile, reward)
                state.rewards[unit] = (*state.rewards[unit], token_of(reward))


def hurt(state: State, spared: str = "") -> None:
    """Leave every Krosmaster in play one or two HP, but for those of one card."""
    for unit in krosmasters(state):
        if state.library.profiles[state.profile[unit]].id == spared:
            continue
        state.injuries[unit] = max(0, max_hp(state, unit) - 1 - unit % 2)

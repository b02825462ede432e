"""A position of Krosmaster Arena as numbers, from a seat's view, for what learns to value positions."""

from typing import Final

from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.evaluation.strikes import pressure
from esquive.krosmaster.evaluation.worth import foe_distance, sides_of
from esquive.krosmaster.table.entries import UP
from esquive.krosmaster.table.state import NONE, State

GALLONS: Final = 8  # steps of Gallons that have a number each
MOST_GALLONS: Final = 14
MOST_KAMAS: Final = 6  # that count as the first Kamas; those beyond, up to as many again, as further ones
RANKS: Final = 3

# The numbers of a side, in their order.
SIDE_NAMES: Final = (
    *(f"gg_at_least_{step}" for step in range(1, GALLONS + 1)),
    "gg",
    "first_kamas",
    "further_kamas",
    "can_buy_gg",
    "mobs",
    "mechanisms",
    "levels",
    "krosmasters",
    "injured",
    "injured_squared",
    "nearly_fallen",
    "ap_markers",
    "mp_markers",
    "range_markers",
    "powers",
    *(f"rewards_down_{rank}" for rank in range(1, RANKS + 1)),
    "rewards_up",
    "pressure",
    "pressure_falling",
    "pressure_reached",
)
SIDE: Final = len(SIDE_NAMES)
WHOLE_NAMES: Final = ("distance", "to_come", "to_come_falling", "levels_to_come")
NAMES: Final = (
    *(f"own_{name}" for name in SIDE_NAMES),
    *(f"other_{name}" for name in SIDE_NAMES),
    *WHOLE_NAMES,
)
COUNT: Final = len(NAMES)
_GG: Final = GALLONS
_KAMAS: Final = _GG + 1
_MOBS: Final = _KAMAS + 3
_LEVELS: Final = _MOBS + 2
_MARKERS: Final = _LEVELS + 5
_POWERS: Final = _MARKERS + 3
_REWARDS: Final = _POWERS + 1
_PRESSURE: Final = _REWARDS + RANKS + 1


def features(state: State, seat: int) -> list[int]:
    """Whole numbers, COUNT of them, named by NAMES: those of the seat's side, those of the other's, those of both."""
    found = [0] * COUNT
    side_of = state.settings.side_of
    mine = side_of[seat]
    own, others = sides_of(state, seat)
    for player in range(state.settings.seats):
        _add_stocks(found, state, player, 0 if side_of[player] == mine else SIDE)
    _add_units(found, state, own, others, 0)
    _add_units(found, state, others, own, SIDE)
    whole = 2 * SIDE
    for unit in own:
        found[whole] += foe_distance(state, unit, others)
    if side_of[state.active_seat] == mine:
        _add_turns_to_come(found, state, own, others, whole + 1)
    return found


def _add_stocks(found: list[int], state: State, player: int, base: int) -> None:
    """A player's Gallons and Kamas."""
    gg, kamas = state.gg[player], state.kamas[player]
    for step in range(min(gg, GALLONS)):
        found[base + step] += 1
    found[base + _GG] += min(gg, MOST_GALLONS)
    found[base + _KAMAS] += min(kamas, MOST_KAMAS)
    found[base + _KAMAS + 1] += min(max(kamas - MOST_KAMAS, 0), MOST_KAMAS)
    if kamas >= state.settings.gg_price:
        found[base + _KAMAS + 2] += 1


def _add_units(found: list[int], state: State, units: list[int], others: list[int], base: int) -> None:
    """A side's units, and what the other side could do to them."""
    profiles, rewards = state.library.profiles, state.library.rewards
    for unit in units:
        profile = profiles[state.profile[unit]]
        if profile.piece != KROSMASTER:
            found[base + _MOBS + (0 if profile.is_character else 1)] += 1
            continue
        level, hp, injuries = state.level[unit], profile.hp, state.injuries[unit]
        found[base + _LEVELS] += level
        found[base + _LEVELS + 1] += 1
        if hp and injuries:
            found[base + _LEVELS + 2] += 100 * level * injuries // hp
            found[base + _LEVELS + 3] += 100 * level * injuries * injuries // (hp * hp)
            if hp - injuries <= 2:
                found[base + _LEVELS + 4] += level
        found[base + _MARKERS] += state.ap_markers[unit]
        found[base + _MARKERS + 1] += state.mp_markers[unit]
        found[base + _MARKERS + 2] += state.range_markers[unit]
        powers = state.gained[unit] | state.inspired[unit]
        if powers:
            found[base + _POWERS] += level * powers.bit_count()
        for entry in state.rewards[unit]:
            found[base + _REWARDS + (RANKS if entry & UP else min(rewards[entry >> 1].rank, RANKS - 1))] += 1
    pressed = pressure(state, others, units)
    found[base + _PRESSURE] = pressed.harm
    found[base + _PRESSURE + 1] = pressed.falling
    found[base + _PRESSURE + 2] = pressed.reached


def _add_turns_to_come(found: list[int], state: State, own: list[int], others: list[int], base: int) -> None:
    """What the units of the player who is at play can still do in this turn, but the one that is at it."""
    active = state.active_unit
    later = [unit for unit in own if unit != active and unit not in state.acted] if active != NONE else []
    if not later:
        return
    pressed = pressure(state, later, others)
    found[base] = pressed.harm
    found[base + 1] = pressed.falling
    for unit in later:
        found[base + 2] += state.level[unit]

"""How good a position of Krosmaster Arena is, in hundredths of a Gallon of Glory.

Gallons of Glory decide the game, so everything is weighed against them: an injured unit by the Gallons its KO would
cost, Kamas by the Gallons they buy, places by how soon they lead to either, dangers by the harm the enemy could do in
its next turn. The numbers here are the same for all who go by them, those that differ are in `weights`.
"""

from random import Random
from typing import Final

from esquive.core.waiting import Decision, Roll
from esquive.krosmaster.book.dice import ARMOUR, CRITICAL
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.evaluation.strikes import can_strike, pressure, steps_between
from esquive.krosmaster.evaluation.weights import TODAY, Weights
from esquive.krosmaster.spoken.odds_counting import NEW_ACTIONS, ODDS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DEMON, NORTH
from esquive.krosmaster.table.entries import UP
from esquive.krosmaster.table.state import NONE, State
from esquive.krosmaster.written.hidden_information import hide

WON: Final = 1_000_000
GALLON: Final = 100
OWN_GALLON: Final = 104  # dearer than the opponent's: between equals a double helps nobody
LAST_GALLONS: Final = (-150, -80, -40, -20, -10)  # the fewer are left, the more the next one matters
PRESENCE: Final = 40  # a Krosmaster in play, for each level
INJURED: Final = 160  # a Krosmaster about to fall, for each level
MOB: Final = 25
MECHANISM: Final = 8
BURNT_ALLY: Final = 90  # in hundredths of the harm a Bomb would do as the pieces stand
BURNT_ENEMY: Final = 30
MARKER: Final = 6
FAR: Final = 4  # for each cell between a Krosmaster and the nearest enemy
FAR_KAMA: Final = 1
FAR_DEMON: Final = 4
MOST_ERRAND: Final = 6
MOST_KAMAS: Final = 16
MARGIN: Final = 12


class KrosmasterEvaluation:
    """See `core.evaluation.WalkEvaluation`; `weights` say what counts how much."""

    __slots__ = ("margin", "weights")

    def __init__(self, weights: Weights = TODAY) -> None:
        self.weights = weights
        self.margin = MARGIN

    def value(self, state: State, seat: int) -> int:
        """Own strength less the other players', from a seat's point of view."""
        if state.winner != -2:
            return 0 if state.winner < 0 else WON if state.winner == seat else -WON
        total = 0
        weights = self.weights
        side_of = state.settings.side_of
        for player in range(state.settings.seats):
            gg = state.gg[player]
            strength = (OWN_GALLON if player == seat else GALLON) * gg
            strength += weights.kama * min(state.kamas[player], MOST_KAMAS)
            if gg < len(LAST_GALLONS):
                strength += LAST_GALLONS[gg]
            is_friend = side_of[player] == side_of[seat] if weights.has_friends else player == seat
            total += strength if is_friend else -strength
        own, others = sides_of(state, seat)
        for unit in own:
            worth = full_value(state, unit, others, weights)
            if state.owner[unit] == seat:
                # Only the own units walk: counting the others' distances too would cancel every step towards them.
                total += worth - FAR * foe_distance(state, unit, others)
            else:
                total += worth if weights.has_friends else -worth
        for unit in others:
            total -= full_value(state, unit, own, weights)
        if weights.danger:
            total -= weights.danger * pressure(state, others, own).harm // 100
        return total + bombs_and_errands(state, seat, [*own, *others], weights)

    def hide(self, state: State, seat: int, rng: Random) -> State:
        """A copy in which everything the seat cannot know has been dealt anew."""
        return hide(state, seat, rng)

    def classes(self, state: State, roll: Roll) -> list[tuple[int, int]]:
        """The outcomes of a roll with weights, those the rules treat alike merged."""
        return ODDS.classes(state, roll)

    def is_turn(self, decision: Decision) -> bool:
        """Whether a unit is asked for the next action of its turn."""
        return decision.kind == "activation"

    def is_inner(self, decision: Decision) -> bool:
        """Whether the decision is a choice inside an action rather than a new one."""
        return decision.kind not in NEW_ACTIONS

    def is_step(self, answer: int) -> bool:
        """Whether the answer moves the active unit by one cell."""
        return answers.verb_of(answer) == answers.MOVE

    def ends_turn(self, answer: int) -> bool:
        """Whether the answer ends the unit's turn."""
        return answer == answers.END

    def place(self, state: State) -> tuple[int, ...]:
        """The active unit, where it is, and what it has left."""
        unit = state.active_unit
        if unit == NONE:
            return ()
        return (unit, state.cell[unit], state.mp[unit], state.ap[unit], state.injuries[unit])


def unit_value(state: State, unit: int, injuries: int) -> int:
    """What a unit in play is worth to its player with so many injuries, without what it carries."""
    profile = state.library.profiles[state.profile[unit]]
    if profile.piece != KROSMASTER:
        worth = MOB + profile.hp * 3 if profile.is_character else MECHANISM
        return worth - (worth * injuries // (profile.hp + 1) if profile.has_hp else 0)
    level = state.level[unit]
    worth = PRESENCE * level
    if injuries and profile.hp:
        # Half in proportion to the injuries, half to their square: the last ones matter most.
        worth -= INJURED * level * injuries * (profile.hp + injuries) // (2 * profile.hp * profile.hp)
    markers = state.ap_markers[unit] + state.mp_markers[unit] + state.range_markers[unit]
    return worth + MARKER * markers


def gear_of(state: State, unit: int, weights: Weights) -> int:
    """What the rewards and powers of a unit are worth."""
    worth = 0
    for entry in state.rewards[unit]:
        ranked = weights.up if entry & UP else weights.down
        worth += ranked[min(state.library.rewards[entry >> 1].rank, len(ranked) - 1)]
    powers = state.gained[unit] | state.inspired[unit]
    if powers:
        level = state.level[unit]
        worth += level * (weights.first_power + weights.further_power * (powers.bit_count() - 1))
    return worth


def full_value(state: State, unit: int, foes: list[int], weights: Weights) -> int:
    """What a unit in play is worth to its player with what it carries, and with dice where they are of use."""
    worth = unit_value(state, unit, state.injuries[unit]) + gear_of(state, unit, weights)
    inspired = state.inspired[unit]
    if inspired:
        if weights.critical and inspired >> CRITICAL & 1 and any(can_strike(state, unit, foe) for foe in foes):
            worth += weights.critical * state.level[unit]
        if weights.armoured and inspired >> ARMOUR & 1 and any(can_strike(state, foe, unit) for foe in foes):
            worth += weights.armoured * state.level[unit]
    return worth


def bombs_and_errands(state: State, seat: int, units: list[int], weights: Weights) -> int:
    """What the Bombs among the units threaten to do, and how far the active unit is from what it wants."""
    total = 0
    for unit in units:
        if state.library.profiles[state.profile[unit]].is_bomb:
            total += bomb_threat(state, unit, seat, weights)
    errand = errand_cost(state)
    return total - errand if state.active_seat == seat else total + errand


def bomb_threat(state: State, bomb: int, seat: int, weights: Weights) -> int:
    """What a Bomb's Explosion is going to cost the others less what it is going to cost the seat, near as they stand.

    Enemies may still walk away, and so they count for less than whoever plays with fire.
    """
    profile = state.library.profiles[state.profile[bomb]]
    spell = state.library.spells[profile.spells[0]]
    threat = 0
    for cell in state.board.area(spell.area, state.cell[bomb], NORTH):
        unit = state.occupant[cell]
        if unit < 0 or unit == bomb or not state.library.profiles[state.profile[unit]].has_hp:
            continue
        harm = harm_of(state, unit, spell.base, weights)
        if state.settings.side_of[state.owner[unit]] == state.settings.side_of[state.owner[bomb]]:
            harm = harm * BURNT_ALLY // 100
        else:
            harm = harm * BURNT_ENEMY // 100
        threat += -harm if state.owner[unit] == seat else harm
    return threat


def harm_of(state: State, unit: int, damage: int, weights: Weights) -> int:
    """What suffering some damage would cost a unit's player."""
    injuries = state.injuries[unit]
    before = unit_value(state, unit, injuries)
    hp = state.library.profiles[state.profile[unit]].hp
    if injuries + damage >= hp:
        return before + gear_of(state, unit, weights) + 2 * GALLON * state.level[unit]
    return before - unit_value(state, unit, injuries + damage)


def sides_of(state: State, seat: int) -> tuple[list[int], list[int]]:
    """The units in play of the seat's side and of the other."""
    side_of, owner, cells = state.settings.side_of, state.owner, state.cell
    mine = side_of[seat]
    own: list[int] = []
    others: list[int] = []
    for unit in range(len(cells)):
        if cells[unit]:
            if side_of[owner[unit]] == mine:
                own.append(unit)
            else:
                others.append(unit)
    return own, others


def foe_distance(state: State, unit: int, others: list[int]) -> int:
    """How many cells beyond two a character is away from the nearest Krosmaster among the others."""
    if not state.library.profiles[state.profile[unit]].is_character:
        return 0
    cell = state.cell[unit]
    nearest = 20
    for other in others:
        if state.level[other]:
            nearest = min(nearest, steps_between(cell, state.cell[other]))
    return max(0, nearest - 2)


def errand_cost(state: State) -> int:
    """Whoever can afford a Gallon wants a Demon cell; whoever cannot wants Kamas, but not dearly.

    Only the active unit is asked: the others cannot go anywhere now.
    """
    unit = state.active_unit
    if unit == NONE or not state.cell[unit] or state.library.profiles[state.profile[unit]].piece != KROSMASTER:
        return 0
    cell = state.cell[unit]
    wants_gallon = state.kamas[state.owner[unit]] >= state.settings.gg_price and not state.gg_bought
    kinds = state.board.kinds
    nearest = MOST_ERRAND
    for there, kamas in state.kamas_on.items():
        if kinds[there] == DEMON if wants_gallon else kamas:
            nearest = min(nearest, steps_between(cell, there))
    return nearest * (FAR_DEMON if wants_gallon else FAR_KAMA)

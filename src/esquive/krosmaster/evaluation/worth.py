"""How good a position of Krosmaster Arena is, in hundredths of a Gallon of Glory.

Gallons of Glory decide the game, so everything is weighed against them: an injured unit by the Gallons its KO would
cost, Kamas by the Gallons they buy, places by how soon they lead to either. The numbers were set by hand and by
playing; they decide nothing but the bots' taste.
"""

from random import Random
from typing import Final

from esquive.core.waiting import Decision, Roll
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.evaluation.prospects import prospects
from esquive.krosmaster.spoken.odds_counting import NEW_ACTIONS, ODDS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DEMON, NORTH, STRIDE
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
KAMA: Final = 9
REWARD: Final = 12
EQUIPPED: Final = 18
MARKER: Final = 6
POWER: Final = 5
FAR: Final = 4  # for each cell between a Krosmaster and the nearest enemy
FAR_KAMA: Final = 1
FAR_DEMON: Final = 4
MOST_ERRAND: Final = 6
MOST_KAMAS: Final = 16
MARGIN: Final = 12


class KrosmasterEvaluation:
    """See `core.evaluation.WalkEvaluation`.

    `looks_ahead`: whether what a position promises counts (`prospects`), and partners as friends. Without that
    positions are valued as in November 2026.
    """

    __slots__ = ("looks_ahead", "margin")

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead
        self.margin = MARGIN

    def value(self, state: State, seat: int) -> int:
        """Own strength less the other players', from a seat's point of view."""
        if state.winner != -2:
            return 0 if state.winner < 0 else WON if state.winner == seat else -WON
        total = 0
        side_of = state.settings.side_of
        for player in range(state.settings.seats):
            gg = state.gg[player]
            strength = (OWN_GALLON if player == seat else GALLON) * gg
            strength += KAMA * min(state.kamas[player], MOST_KAMAS)
            if gg < len(LAST_GALLONS):
                strength += LAST_GALLONS[gg]
            is_friend = side_of[player] == side_of[seat] if self.looks_ahead else player == seat
            total += strength if is_friend else -strength
        own, others = sides_of(state, seat)
        for unit in own:
            worth = unit_value(state, unit, state.injuries[unit])
            if state.owner[unit] == seat:
                # Only the own units walk: counting the others' distances too would cancel every step towards them.
                total += worth - FAR * foe_distance(state, unit, others)
            else:
                total += worth if self.looks_ahead else -worth
        for unit in others:
            total -= unit_value(state, unit, state.injuries[unit])
        for unit in (*own, *others):
            if state.library.profiles[state.profile[unit]].is_bomb:
                total += bomb_threat(state, unit, seat)
        if self.looks_ahead:
            total += prospects(state, seat, own, others)
        errand = errand_cost(state)
        return total - errand if state.active_seat == seat else total + errand

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
    """What a unit in play is worth to its player with so many injuries."""
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
    worth += MARKER * markers
    worth += POWER * level * ((state.gained[unit] | state.inspired[unit]).bit_count())
    for entry in state.rewards[unit]:
        worth += EQUIPPED if entry & UP else REWARD
    return worth


def bomb_threat(state: State, bomb: int, seat: int) -> int:
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
        harm = harm_of(state, unit, spell.base)
        if state.settings.side_of[state.owner[unit]] == state.settings.side_of[state.owner[bomb]]:
            harm = harm * BURNT_ALLY // 100
        else:
            harm = harm * BURNT_ENEMY // 100
        threat += -harm if state.owner[unit] == seat else harm
    return threat


def harm_of(state: State, unit: int, damage: int) -> int:
    """What suffering some damage would cost a unit's player."""
    injuries = state.injuries[unit]
    before = unit_value(state, unit, injuries)
    hp = state.library.profiles[state.profile[unit]].hp
    if injuries + damage >= hp:
        return before + 2 * GALLON * state.level[unit]
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
    column, row = cell % STRIDE, cell // STRIDE
    nearest = 20
    for other in others:
        if state.level[other]:
            there = state.cell[other]
            nearest = min(nearest, abs(there % STRIDE - column) + abs(there // STRIDE - row))
    return max(0, nearest - 2)


def errand_cost(state: State) -> int:
    """Whoever can afford a Gallon wants a Demon cell; whoever cannot wants Kamas, but not dearly.

    Only the active unit is asked: the others cannot go anywhere now.
    """
    unit = state.active_unit
    if unit == NONE or not state.cell[unit] or state.library.profiles[state.profile[unit]].piece != KROSMASTER:
        return 0
    cell = state.cell[unit]
    column, row = cell % STRIDE, cell // STRIDE
    wants_gallon = state.kamas[state.owner[unit]] >= state.settings.gg_price and not state.gg_bought
    kinds = state.board.kinds
    nearest = MOST_ERRAND
    for there, kamas in state.kamas_on.items():
        if kinds[there] == DEMON if wants_gallon else kamas:
            steps = abs(there % STRIDE - column) + abs(there // STRIDE - row)
            nearest = min(nearest, steps)
    return nearest * (FAR_DEMON if wants_gallon else FAR_KAMA)

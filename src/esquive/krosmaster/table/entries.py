"""What the entries of a state's lists hold, by name: rewards on a card, and continuous effects left by resolved ones.

Both are plain values, because search copies and compares them: a reward is an integer, a continuous effect a tuple.
"""

from typing import Final

# ------------------------------------------------------------------------- rewards on a card (`State.rewards`) [KA 4.7]

UP: Final = 1  # the bit of a token that lies face up


def token_of(reward: int, face: int = 0) -> int:
    """A reward on a card, face down or UP."""
    return reward << 1 | face


def reward_of(token: int) -> int:
    """Which reward it is: its place in `library.rewards`."""
    return token >> 1


# ---------------------------------------------------------------------------------- targets of spells (`State.hits`)

NO_HIT: Final = 1 << 24  # of an entry of `State.hits`, which then names an empty cell rather than a unit


# ------------------------- continuous effects that resolved punctual effects have left (`State.lasting`) [KA 4.18.3.d]

C_KIND: Final = 0
C_UNIT: Final = 1  # whom it affects, fixed as it begins [KA 4.18.4.b]
C_X: Final = 2  # how much, or the powers it gives, or the op it adds
C_ELEMENT: Final = 3  # the element of the spells it is for, or `library.NO_ELEMENT`
C_SPELLS: Final = 4
C_SPELL: Final = 5  # the spell it came with, or is for
C_UNTIL: Final = 6
C_ENDS: Final = 7  # with whose turn it ends; see `ends_with`

# Its kinds.
F_DAMAGE: Final = 0
F_HEAL: Final = 1
F_RANGE: Final = 2
F_CRITICAL_DICE: Final = 3
F_NO_POWERS: Final = 4
F_POWERS: Final = 5
F_SPELL: Final = 6
F_SLIP: Final = 7
F_SPELL_EFFECTS: Final = 8
F_CONTROL: Final = 9
F_DOFUS: Final = 10
BONUS_NAMES: Final = ("damage", "heal", "range", "critical-dice")  # of the first four, as cards call them

# On which spells a bonus is.
ALL_SPELLS: Final = 0
NEXT_SPELL: Final = 1
THIS_SPELL: Final = 2
SPELLS_NAMES: Final = ("all", "next", "this")

# How long it lasts: a unit's turn, until the end of a unit's next turn, the fight, a player's turn.
UNTIL_TURN: Final = 0
UNTIL_NEXT_TURN: Final = 1
UNTIL_FIGHT: Final = 2
UNTIL_PLAYER_TURN: Final = 3
UNTIL_NAMES: Final = ("turn", "next-turn", "fight", "player-turn")


def ends_in_next_turn(unit: int, turn: int, is_active: bool) -> int:
    """With whose turn an effect UNTIL_NEXT_TURN ends: one begun in the unit's own turn ends with a later one.

    Then the number of that turn plus 1 stands above the unit.
    """
    return unit | (turn + 1) << 12 if is_active else unit


def ends_with(effect: tuple[int, ...], unit: int, turn: int) -> bool:
    """Whether a continuous effect ends with this unit's turn [Ruling R47].

    One that lasts until the unit's next turn and began in its own does not end with that one [KA 4.18.4].
    """
    until, ends = effect[C_UNTIL], effect[C_ENDS]
    if until in (UNTIL_FIGHT, UNTIL_PLAYER_TURN):
        return False
    if until == UNTIL_NEXT_TURN:
        return ends & 4095 == unit and ends >> 12 != turn + 1
    return ends in (unit, -1)

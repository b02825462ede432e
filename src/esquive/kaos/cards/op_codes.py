"""An op of a card as integers: the shape that states, rules and saved games hold.

An op is `(kind, what, amount, when, until, whom, card)`; a lasting effect of a state is the figure it lies on, then its
op. The documents that card files are read from, and the ranges of every field, are in `effects.ops`.
"""

from typing import Final

from esquive.kaos.cards.library import TRIBES, Op
from esquive.kaos.geometry.units import CM

# What pools are rolled for, in the order of the kinds of `book.rolls`.
ROLL_NAMES: Final = (
    "deployment",
    "initiative",
    "scenery",
    "attack",
    "riposte",
    "dodge",
    "shield",
    "spell",
    "will",
    "life-gauge",
    "skill",
    "fall",
    "search",
    "draw-object",
    "draw-event",
)

# Places in an op; one more in an effect of a state, whose first entry is the figure.
KIND: Final = 0
WHAT: Final = 1  # a mask of rolls, of things forbidden or of maluses; or a flag
AMOUNT: Final = 2  # wounds, dice, points, a die value, or micrometres
WHEN: Final = 3
UNTIL: Final = 4
WHOM: Final = 5  # 0 for anyone, or 1 + a tribe
CARD: Final = 6  # a number made of the card's id: effects of the same kind and card do not add up
OP_FIELDS: Final = 7

# At once.
WOUNDS: Final = 0
HEAL: Final = 1
PUSH: Final = 2
PLACE: Final = 3
DESTINY: Final = 4
POINTS: Final = 5
EXTRA_ACTION: Final = 6
# As long as they last.
DICE: Final = 7
MOVE: Final = 8
HALF_MOVE: Final = 9
IMMOBILISE: Final = 10
ARMOUR: Final = 11
FORBID: Final = 12
IGNORE: Final = 13
NEEDED: Final = 14
REROLL: Final = 15
SIGHT: Final = 16
OP_NAMES: Final = (
    "wounds",
    "heal",
    "push",
    "place",
    "destiny",
    "points",
    "extra-action",
    "dice",
    "move",
    "half-move",
    "immobilise",
    "armour",
    "forbid",
    "ignore",
    "needed",
    "reroll",
    "sight",
)
FIRST_LASTING: Final = DICE

# How long. `standing` modifiers hold as long as the skill, the object or the event they stand on.
NOW: Final = 0
NEXT_ROLL: Final = 1  # of the rolls named; at the latest the end of the round
ROUND: Final = 2  # until the end of the round [Ruling R213]
NEXT_ROUND: Final = 3
GAME: Final = 4
UNTIL_NAMES: Final = ("now", "next-roll", "round", "next-round", "game")

# Under which circumstances a bonus or a malus applies.
ALWAYS: Final = 0
IN_THE_BACK: Final = 1  # the own attack is made in the back of its target; a dodge, of an attack in the own back
WITH_MELEE: Final = 2  # what is used is a close or long melee weapon
WITH_RANGED: Final = 3  # a ranged weapon
BADLY_HURT: Final = 4  # at least half of the own life gauge is ticked
WHEN_NAMES: Final = ("always", "in-the-back", "with-melee", "with-ranged", "badly-hurt")

# Rolls that cards name: each covers some kinds of rolls, by their names in `rules.rolls`.
ROLL_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "attack": ("attack", "riposte"),
    "spell": ("spell",),
    "dodge": ("dodge",),
    "shield": ("shield",),
    "will": ("will", "initiative", "deployment"),
    "initiative": ("initiative",),
    "life-gauge": ("life-gauge",),
    "skill": ("skill",),
    "fall": ("fall",),
}

# What may be forbidden; `move` is `immobilise`.
FORBIDDEN: Final = (
    "action",
    "riposte",
    "dodge",
    "shield",
    "will",
    "spell",
    "shot",
    "interception",
    "free",
)
# The maluses that may be ignored, named as the lines of `rules.pools`.
MALUSES: Final = (
    "at-distance",
    "in-contact",
    "charge",
    "range",
    "moving-target",
    "moving-shooter",
    "cover",
    "dodges",
    "back",
)

LEAST_MOVE: Final = 3 * CM  # [Kaos K10.13]


def mask_of(names: tuple[str, ...], table: tuple[str, ...]) -> int:
    """The bits of some names of a table."""
    mask = 0
    for name in names:
        mask |= 1 << table.index(name)
    return mask


def names_of(mask: int, table: tuple[str, ...]) -> tuple[str, ...]:
    """The names whose bits a mask has."""
    return tuple(name for place, name in enumerate(table) if mask >> place & 1)


def rolls_mask(names: tuple[str, ...]) -> int:
    """The bits of the kinds of rolls that some groups cover; no group at all stands for every roll cards may change."""
    kinds = {kind for name in names or ROLL_GROUPS for kind in ROLL_GROUPS[name]}
    return mask_of(tuple(sorted(kinds)), ROLL_NAMES)


def roll_groups(mask: int) -> tuple[str, ...]:
    """The groups that make up a mask, the widest first; none for every roll."""
    if mask == rolls_mask(()):
        return ()
    found: list[str] = []
    for name in ROLL_GROUPS:
        bits = rolls_mask((name,))
        if bits & mask == bits:
            found.append(name)
            mask &= ~bits
    return tuple(found)


def tribe_of(whom: int) -> str:
    """The tribe an op is for; "" for anyone."""
    return TRIBES[whom - 1] if whom else ""


def lasts(op: Op) -> bool:
    """Whether an op is a modifier that lasts, rather than something done at once."""
    return op[KIND] >= FIRST_LASTING
